package service_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"

	"toolcrib/internal/account"
	"toolcrib/internal/account/accounttest"
	"toolcrib/internal/engine"
	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/service"
)

// flaky is a store that fails now and then, before it has done what it was asked
// for or after, and notes what it has charged.
type flaky struct {
	account.Store
	mu      sync.Mutex
	dice    *rand.Rand
	charged map[string]int64 // by charge
}

var errFlaky = errors.New("the store is away")

// roll is a number below n.
func (f *flaky) roll(n int) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.dice.IntN(n)
}

// act does something, or fails before it or after it: once in 12 times each.
func (f *flaky) act(do func() error) error {
	when := f.roll(12)
	if when == 0 {
		return errFlaky
	}
	err := do()
	if when == 1 {
		return errFlaky
	}
	return err
}

func (f *flaky) Hold(ctx context.Context, c account.Charge, until time.Time) (v account.Verdict, err error) {
	err = f.act(func() (err error) { v, err = f.Store.Hold(ctx, c, until); return err })
	return v, err
}

func (f *flaky) Settle(ctx context.Context, id string, units int64, reply *account.Reply) (v account.Verdict, err error) {
	err = f.act(func() (err error) {
		v, err = f.Store.Settle(ctx, id, units, reply)
		if err == nil && v.Outcome == account.Charged {
			f.mu.Lock()
			f.charged[id] = units
			f.mu.Unlock()
		}
		return err
	})
	return v, err
}

func (f *flaky) Void(ctx context.Context, id string) error {
	return f.act(func() error { return f.Store.Void(ctx, id) })
}

// unruly is a model that replies, streams, breaks off, lies, refuses, panics,
// and with whose calls the process ends.
func (f *flaky) unruly(_ context.Context, p op.Prompt) (c op.Completion, err error) {
	c = op.Completion{Text: "some words of a reply", Finish: op.FinishStop, Tokens: &op.Tokens{Input: int64(1 + f.roll(400)), Output: int64(f.roll(900))}}
	parts := f.roll(4)
	for range parts {
		if p.OnText != nil {
			if err := p.OnText("part "); err != nil {
				return c, err
			}
		}
	}
	switch f.roll(9) {
	case 0:
		return c, &op.ModelUnavailable{RetryAfter: 3}
	case 1:
		return c, &op.ModelOutput{}
	case 2:
		c.Text, c.Finish = "", op.FinishRefused
	case 3:
		c.Text = "  "
	case 4:
		panic("unruly")
	case 5:
		runtime.Goexit() // nothing of the call runs on, as when the process ends
	case 6:
		c.Tokens = nil
	}
	return c, nil
}

// TestHoldsNeverLeak makes thousands of calls of models over a store and models
// that fail in every way, and with processes that end in the middle. What is
// left in the end is to the token what was given less what was charged, each
// answer that was released was charged what it says, and nothing stays held.
func TestHoldsNeverLeak(t *testing.T) {
	const given, calls, workers = 50_000_000, 2000, 8
	clock := accounttest.NewClock("2026-11-20T09:00:00Z")
	env := op.Env{Now: clock.Now, Random: zeros{}}
	h := newHouse(t, defaults(t), env)
	h.grantOf(account.PoolAI, given)
	f := &flaky{Store: h.store, dice: rand.New(rand.NewPCG(10, 7)), charged: map[string]int64{}}
	env.Models = []*op.Model{{
		ID: "unruly", Rates: op.Rates{Fee: 3, Input: num.D("0.75"), Output: num.D("2.5")}, Complete: f.unruly,
		Count: func(text string) int64 { return int64(len(strings.Fields(text))) },
	}}
	e := service.Build(defaults(t), "http://toolcrib.test", f, env, slog.New(slog.NewTextHandler(io.Discard, nil))).Engine
	key, err := account.NewKeyring(h.store, env.Now).Lookup(t.Context(), h.key)
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	work := make(chan int)
	one := func(i int) {
		call := engine.Call{ID: ulid.Make().String(), Key: key, Op: op.Find("ai-generate"), Source: op.JSON(fmt.Appendf(nil, `{"prompt":"call %d"}`, i/2))}
		if i%3 == 0 {
			call.Stream = func(string, engine.Receipt) error { return []error{nil, nil, nil, errFlaky}[f.roll(4)] }
		}
		if i%5 == 0 {
			call.Idempotency = &engine.Idempotency{Key: fmt.Sprint(i / 2), Secret: h.key}
		}
		r, p := e.Do(t.Context(), call)
		f.mu.Lock()
		defer f.mu.Unlock()
		units, charged := f.charged["ch_"+call.ID]
		var answer struct {
			Data struct {
				Usage struct {
					AI int64 `json:"ai_tokens"`
				}
			}
		}
		switch {
		case p == nil && json.Unmarshal(r.Body, &answer) != nil:
			t.Errorf("no answer: %s", r.Body)
		case p == nil && !r.Replayed && (answer.Data.Usage.AI != units || r.Receipt.Taken.Units() != units):
			t.Errorf("an answer says %d, the receipt %d; %d were charged", answer.Data.Usage.AI, r.Receipt.Taken.Units(), units)
		case p != nil && r.Receipt.Charge != "" && !charged:
			t.Error("a failure says that it was charged, and was not")
		}
	}
	for range workers {
		all.Go(func() {
			for i := range work {
				done := make(chan struct{})
				go func() { defer close(done); one(i) }()
				<-done
			}
		})
	}
	for i := range calls {
		work <- i
	}
	close(work)
	all.Wait()
	h.settled(f, given, clock)
}

// settled wants that, once the time of holds is over, everything that was given
// and not charged is there.
func (h *house) settled(f *flaky, given int64, clock *accounttest.Clock) {
	h.t.Helper()
	before, err := h.store.Balance(h.t.Context(), h.account.ID, account.PoolAI, "")
	if err != nil {
		h.t.Fatal(err)
	}
	clock.Add(engine.DefaultModel + 2*time.Minute)
	for range 100 {
		if swept, err := h.store.Sweep(h.t.Context()); err != nil || !swept.Any() {
			break
		}
	}
	var charged int64
	for _, units := range f.charged {
		charged += units
	}
	after, err := h.store.Balance(h.t.Context(), h.account.ID, account.PoolAI, "")
	if err != nil || after.Units() != given-charged {
		h.t.Errorf("%d are left of %d after charges of %d: %v", after.Units(), given, charged, err)
	}
	if len(f.charged) < 500 || before.Units() >= after.Units() {
		h.t.Errorf("%d charges, %d left before the sweep and %d after: the test tries nothing", len(f.charged), before.Units(), after.Units())
	}
	if report, err := h.store.Verify(h.t.Context()); err != nil || !report.OK() {
		h.t.Errorf("%+v %v", report, err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }
