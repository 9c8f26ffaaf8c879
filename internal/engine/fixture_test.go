package engine_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/account/accounttest"
	"toolcrib/internal/engine"
	"toolcrib/internal/meter"
	"toolcrib/internal/op"
	"toolcrib/internal/problem"
)

// Three operations that do what their input tells them to.
type (
	sayIn struct {
		Text string `json:"text" doc:"What to say, or what to do." len:"1..100000"`
	}
	sayOut struct {
		Text string `json:"text" doc:"What was said." main:"text/plain"`
	}
)

var (
	cheap  = define("test-cheap", op.T0, false, 0)
	dear   = define("test-dear", op.T2, false, 0)
	choose = define("test-choose", op.T0, true, 400)
)

// computed counts the runs of all of them.
var computed atomic.Int64

func define(id string, class op.Class, allowed bool, bad int) *op.Op {
	return op.Define(op.Def[sayIn, sayOut]{
		ID: id, Route: "POST /v1/test/" + id, Summary: "Test", Doc: "Does what it is told.", Source: "none", Since: "1.0.0",
		Class: class, Allowed: allowed, BadInput: bad, Run: say,
		Examples: []op.Example{{Name: "plain", In: `{"text":"hello"}`}},
	})
}

const canary = "canary-7f3a"

func say(ctx context.Context, in sayIn) (sayOut, error) {
	computed.Add(1)
	switch what, _, _ := strings.Cut(in.Text, " "); what {
	case "panic":
		panic("cannot say " + in.Text)
	case "panic-error":
		panic(fmt.Errorf("cannot say %q", in.Text))
	case "panic-runtime":
		var none []int
		_ = none[len(in.Text)]
	case "fail":
		return sayOut{}, fmt.Errorf("outer %s: %w", in.Text, errors.New(in.Text))
	case "refuse":
		return sayOut{}, op.Refuse("text", op.OutOfRange, "cannot be said")
	case "nil-refusal":
		var none *op.Invalid
		return sayOut{}, none
	case "wait":
		<-ctx.Done()
		return sayOut{}, ctx.Err()
	case "huge":
		return sayOut{strings.Repeat("x", 7<<20)}, nil
	case "big":
		return sayOut{strings.Repeat("x", 5000)}, nil
	}
	return sayOut(in), nil
}

// bench is an engine over a ledger with one account and one key.
type bench struct {
	*engine.Engine
	clock  *accounttest.Clock
	ledger *accounttest.Ledger
	meter  *meter.Meter
	key    *account.Key
	calls  int
	t      *testing.T
}

func newBench(free int64) *bench { return newBenchWith(free, func(*engine.Options) {}) }

func newBenchWith(free int64, change func(*engine.Options)) *bench {
	clock := accounttest.NewClock("2026-11-20T09:00:00Z")
	ledger := accounttest.NewLedger(account.Plan{
		Free:       map[account.Pool]int64{account.PoolCompute: free},
		Allowances: map[account.Pool]int64{account.AllowancePool("test-choose"): 2},
	}.WithTest(), clock.Now)
	ledger.AddAccount("acc_1")
	key := account.Key{ID: "key_1", AccountID: "acc_1", Env: account.Live}
	ledger.AddKey(key)
	m := meter.New(ledger, meter.Options{PerKey: 60, PerAccount: 600, Monotonic: clock.Since, Now: clock.Now})
	computed.Store(0)
	opts := engine.Options{
		Input: op.DefaultLimits(), Output: 4096, Compute: 100 * time.Millisecond,
		Env: op.Env{Now: clock.Now, Random: strings.NewReader("")}, Meter: m,
	}
	change(&opts)
	return &bench{clock: clock, ledger: ledger, meter: m, key: &key, Engine: engine.New(opts)}
}

func (b *bench) do(o *op.Op, text string) (engine.Result, *problem.Problem) {
	return b.call(o, `{"text":"`+text+`"}`)
}

func (b *bench) call(o *op.Op, body string) (engine.Result, *problem.Problem) {
	b.calls++
	return b.Do(context.Background(), engine.Call{ID: fmt.Sprint("call", b.calls), Key: b.key, Op: o, Source: op.JSON([]byte(body))})
}

// wants checks a problem with its further members.
func wants(t *testing.T, r engine.Result, p *problem.Problem, code problem.Code, status, retry int, extra string) {
	t.Helper()
	if p == nil {
		t.Fatalf("answered %q; want %s", r.Body, code)
	}
	if r.Body != nil || r.Receipt.Charge != "" || r.Receipt.Taken != (account.Taken{}) {
		t.Errorf("a refused call has a body or a charge: %+v", r)
	}
	if p.Code != code || p.Status != status || p.RetryAfter != retry {
		t.Errorf("%s, status %d, Retry-After %d; want %s, %d, %d (%s; %v)", p.Code, p.Status, p.RetryAfter, code, status, retry, p.Detail, p.Cause)
	}
	if got := string(p.Extra.AppendJSON(nil)); got != extra {
		t.Errorf("further members %s, want %s", got, extra)
	}
}
