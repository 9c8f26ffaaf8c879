package engine_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/engine"
	"toolcrib/internal/op"
	"toolcrib/internal/problem"
)

// random is an operation whose answers differ.
var random = op.Define(op.Def[sayIn, sayOut]{
	ID: "test-random", Route: "POST /v1/test/test-random", Summary: "Test", Doc: "Answers by chance.", Source: "none", Since: "1.0.0", Varies: true,
	Run: func(ctx context.Context, in sayIn) (sayOut, error) {
		if !strings.HasPrefix(in.Text, "pure") {
			op.Random(ctx)
		}
		return sayOut{fmt.Sprint(computed.Add(1)) + in.Text}, nil
	},
	Examples: []op.Example{{Name: "plain", In: `{"text":"hello"}`}},
})

const secret = "tc_live_secret"

// keyed makes a call with an idempotency key.
func (b *bench) keyed(o *op.Op, key, body string) (engine.Result, *problem.Problem) {
	b.calls++
	return b.Do(b.t.Context(), engine.Call{
		ID: fmt.Sprint("call", b.calls), Key: b.key, Op: o, Source: op.JSON([]byte(body)),
		Idempotency: &engine.Idempotency{Key: key, Secret: secret},
	})
}

func newKeyedBench(t *testing.T, free int64) *bench {
	b := newBenchWith(free, func(o *engine.Options) {
		o.Env.Random, o.Keep, o.Output = rand.Reader, 24*time.Hour, 1<<20
	})
	b.t = t
	return b
}

func TestReplay(t *testing.T) {
	b := newKeyedBench(t, 10)
	const body = `{"text":" coin"}`
	first, p := b.keyed(random, "a", body)
	if p != nil || first.Replayed {
		t.Fatal(first, p)
	}
	b.clock.Add(24*time.Hour - time.Millisecond)
	again, p := b.keyed(random, "a", body)
	if p != nil || !again.Replayed || !bytes.Equal(again.Body, first.Body) {
		t.Fatalf("%q, %v; want %q again", again.Body, p, first.Body)
	}
	if again.Receipt.Charge != first.Receipt.Charge || again.Receipt.Taken != (account.Taken{}) {
		t.Errorf("%+v; want the first charge, and nothing taken", again.Receipt)
	}
	if again.Receipt.Rate.Remaining != 59 {
		t.Errorf("%d of 60 remain: a replay counts in the rate window", again.Receipt.Rate.Remaining)
	}
	other, p := b.keyed(random, "b", body)
	if p != nil || other.Replayed || bytes.Equal(other.Body, first.Body) {
		t.Errorf("another key was answered %q, %v", other.Body, p)
	}
	b.clock.Add(time.Millisecond)
	late, p := b.keyed(random, "a", body)
	if p != nil || late.Replayed {
		t.Errorf("after a day: %+v, %v", late, p)
	}
	if made := len(b.ledger.Made()); made != 3 {
		t.Errorf("%d charges, want 3", made)
	}
}

func TestKeyReused(t *testing.T) {
	b := newKeyedBench(t, 10)
	b.keyed(cheap, "a", `{"text":"one"}`)
	r, p := b.keyed(cheap, "a", `{"text":"two"}`)
	wants(t, r, p, problem.IdempotencyKeyReused, 422, 0, `{}`)
	r, p = b.keyed(random, "a", `{"text":"one"}`)
	wants(t, r, p, problem.IdempotencyKeyReused, 422, 0, `{}`)
	if made := len(b.ledger.Made()); made != 1 {
		t.Errorf("%d charges, want 1", made)
	}
}

// What was refused was not charged and is not kept: the cure may be to send
// the call again.
func TestRefusalsAreNotKept(t *testing.T) {
	b := newKeyedBench(t, 1)
	b.keyed(cheap, "used up", `{"text":"x"}`)
	for range 2 {
		if r, p := b.keyed(cheap, "a", `{"text":"x"}`); p == nil || p.Code != problem.FreeQuotaExceeded {
			t.Fatal(r, p)
		}
	}
	b.ledger.Grant("acc_1", account.PoolCompute, account.ClassPrepaid, 1)
	if r, p := b.keyed(cheap, "a", `{"text":"x"}`); p != nil || r.Replayed {
		t.Errorf("%+v, %v", r, p)
	}
	if r, p := b.keyed(cheap, "bad", `{"text":1}`); p == nil || p.Code != problem.ValidationFailed {
		t.Error(r, p)
	}
}

// Who has no units left still gets the answer that was paid for.
func TestReplayNeedsNoFunds(t *testing.T) {
	b := newKeyedBench(t, 1)
	first, _ := b.keyed(cheap, "a", `{"text":"x"}`)
	again, p := b.keyed(cheap, "a", `{"text":"x"}`)
	if p != nil || !again.Replayed || !bytes.Equal(first.Body, again.Body) {
		t.Errorf("%+v, %v", again, p)
	}
}

// What can be computed again is not kept, whatever its length: only its form.
func TestPureAnswersAreComputedAgain(t *testing.T) {
	for _, text := range []string{"x", strings.Repeat("x", 70_000)} {
		b := newKeyedBench(t, 10)
		body := `{"text":"` + text + `"}`
		first, p := b.keyed(cheap, "a", body)
		if p != nil {
			t.Fatal(p)
		}
		if kept := b.ledger.Made()[0].Reply; len(kept.Body) > 40 {
			t.Errorf("%d bytes are kept of an answer that can be computed again", len(kept.Body))
		}
		runs := computed.Load()
		again, p := b.keyed(cheap, "a", body)
		if p != nil || !again.Replayed || !bytes.Equal(first.Body, again.Body) || again.Receipt.Taken != (account.Taken{}) || computed.Load() != runs+1 {
			t.Errorf("replayed %v, %v, %+v", again.Replayed, p, again.Receipt)
		}
	}
}

// What counts is whether this call asked for chance or the clock, not whether
// its operation may.
func TestVaryingIsOfTheCall(t *testing.T) {
	b := newKeyedBench(t, 10)
	long := strings.Repeat("x", 70_000)
	if _, p := b.keyed(random, "pure", `{"text":"pure`+long+`"}`); p != nil {
		t.Fatal(p)
	}
	if kept := b.ledger.Made()[0].Reply; len(kept.Body) > 40 {
		t.Errorf("%d bytes are kept of a call that asked for neither", len(kept.Body))
	}
	r, p := b.keyed(random, "by chance", `{"text":"`+long+`"}`)
	if p == nil || p.Code != problem.ValidationFailed || r.Body != nil || len(b.ledger.Made()) != 1 {
		t.Fatalf("%+v, %v", r, p)
	}
	if v := p.Errors[0]; v.Field != "Idempotency-Key" || v.Code != op.OutputTooLarge || v.Hint == "" {
		t.Errorf("%+v", v)
	}
	if r, p := b.do(random, long); p != nil || r.Receipt.Charge == "" {
		t.Errorf("without an idempotency key: %v", p)
	}
}

// The database alone must not reveal an answer.
func TestKeptAnswersAreSealed(t *testing.T) {
	b := newKeyedBench(t, 10)
	b.keyed(random, "a", `{"text":"`+canary+`"}`)
	b.keyed(random, "b", `{"text":"`+canary+`"}`)
	kept, other := b.ledger.Made()[0].Reply, b.ledger.Made()[1].Reply
	if bytes.Contains(kept.Body, []byte(canary)) || bytes.Equal(kept.Body, other.Body) {
		t.Error("a kept answer can be read")
	}
	if kept.Key == other.Key || bytes.Contains(kept.Key[:], []byte("a")) && kept.Key[0] == 'a' {
		t.Error("idempotency keys are kept in clear")
	}
	for name, spoil := range map[string]func(*engine.Idempotency){
		"another API key":      func(i *engine.Idempotency) { i.Secret = "tc_live_other" },
		"the same, as a check": func(*engine.Idempotency) {},
	} {
		i := &engine.Idempotency{Key: "a", Secret: secret}
		spoil(i)
		b.calls++
		_, p := b.Do(t.Context(), engine.Call{ID: fmt.Sprint("call", b.calls), Key: b.key, Op: random, Source: op.JSON([]byte(`{"text":"` + canary + `"}`)), Idempotency: i})
		if opened := p == nil; opened != (i.Secret == secret) {
			t.Errorf("%s: %v", name, p)
		}
	}
}

// The same call many times at once, with units for one alone: everybody gets
// the one answer that was paid for.
func TestTheSameCallAtOnce(t *testing.T) {
	b := newKeyedBench(t, 1)
	var wg sync.WaitGroup
	bodies := make([]string, 40)
	for i := range bodies {
		wg.Go(func() {
			r, p := b.Do(t.Context(), engine.Call{
				ID: fmt.Sprint("at once ", i), Key: b.key, Op: random, Source: op.JSON([]byte(`{"text":"x"}`)),
				Idempotency: &engine.Idempotency{Key: "a", Secret: secret},
			})
			if p != nil {
				t.Errorf("call %d: %v", i, p)
			}
			bodies[i] = string(r.Body)
		})
	}
	wg.Wait()
	for _, body := range bodies {
		if body != bodies[0] || body == "" {
			t.Fatalf("%q and %q", body, bodies[0])
		}
	}
	if made := len(b.ledger.Made()); made != 1 {
		t.Errorf("%d charges, want 1", made)
	}
}

// No charge looks at the key behind a replay, so the look-up of the reply does.
func TestNoReplayForARevokedKey(t *testing.T) {
	b := newKeyedBench(t, 10)
	b.keyed(cheap, "a", `{"text":"x"}`)
	b.ledger.Update("key_1", func(k *account.Key) { k.RevokedAt = b.clock.Now() })
	r, p := b.keyed(cheap, "a", `{"text":"x"}`)
	if p == nil || p.Code != problem.InvalidAPIKey || !r.Receipt.KeyRefused {
		t.Errorf("%+v, %v", r, p)
	}
}

func TestTestKeysHaveTheirOwnPools(t *testing.T) {
	b := newKeyedBench(t, 2)
	key := account.Key{ID: "key_t", AccountID: "acc_1", Env: account.Test}
	b.ledger.AddKey(key)
	live := b.key
	b.key = &key
	for range 2 {
		if _, p := b.do(cheap, "x"); p != nil {
			t.Fatal(p)
		}
	}
	b.ledger.Grant("acc_1", account.PoolCompute, account.ClassPrepaid, 100)
	r, p := b.do(cheap, "x")
	wants(t, r, p, problem.FreeQuotaExceeded, 429, toMonthEnd,
		`{"violated-policies":["compute-month"],"pool":"compute","required":1,"remaining":0,"resets_at":"2026-12-01T00:00:00Z"}`)
	b.key = live
	if r, p := b.do(cheap, "x"); p != nil || r.Receipt.Balance.Free != 1 || r.Receipt.Balance.Prepaid != 100 {
		t.Errorf("%+v, %v: the live key lost units to the test key", r.Receipt, p)
	}
}

func TestInFlight(t *testing.T) {
	b := newBenchWith(10, func(o *engine.Options) { o.InFlight, o.Compute = 1, time.Minute })
	b.t = t
	ctx, leave := context.WithCancel(t.Context())
	done := make(chan *problem.Problem)
	go func() {
		_, p := b.Do(ctx, engine.Call{ID: "long", Key: b.key, Op: cheap, Source: op.JSON([]byte(`{"text":"wait"}`))})
		done <- p
	}()
	for computed.Load() == 0 {
		runtime.Gosched()
	}
	r, p := b.do(cheap, "x")
	wants(t, r, p, problem.Overloaded, 503, 1, `{}`)
	leave()
	if p := <-done; p == nil || p.Code != problem.Timeout {
		t.Errorf("the caller who left: %v", p)
	}
	if _, p := b.do(cheap, "x"); p != nil {
		t.Errorf("the place was not given back: %v", p)
	}
}

// TestInFlightSlowBody: who still sends has no place yet.
func TestInFlightSlowBody(t *testing.T) {
	b := newBenchWith(10, func(o *engine.Options) { o.InFlight = 1 })
	reading, goOn := make(chan bool), make(chan bool)
	done := make(chan *problem.Problem)
	go func() {
		_, p := b.Do(t.Context(), engine.Call{ID: "slow", Key: b.key, Op: cheap, Read: func() (op.Source, *problem.Problem) {
			close(reading)
			<-goOn
			return op.JSON([]byte(`{"text":"x"}`)), nil
		}})
		done <- p
	}()
	<-reading
	if _, p := b.do(cheap, "x"); p != nil {
		t.Errorf("beside a call whose body has not arrived: %v", p)
	}
	close(goOn)
	if p := <-done; p != nil {
		t.Error(p)
	}
}
