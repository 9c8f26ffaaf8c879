package engine_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"toolcrib/internal/account"
	"toolcrib/internal/engine"
	"toolcrib/internal/op"
	"toolcrib/internal/problem"
)

func TestAnswerIsChargedAndReleased(t *testing.T) {
	b := newBench(500)
	r, p := b.do(dear, "hello")
	if p != nil || string(r.Body) != `{"success":true,"data":{"text":"hello"}}` {
		t.Fatalf("%s, %v", r.Body, p)
	}
	rc := r.Receipt
	if rc.Charge != "ch_call1" || rc.Taken != (account.Taken{Free: 5}) || !rc.Known || rc.Balance.Free != 495 || rc.Rate.Remaining != 59 {
		t.Errorf("receipt %+v", rc)
	}
	made := b.ledger.Made()
	if len(made) != 1 || made[0].Charge != (account.Charge{ID: "ch_call1", AccountID: "acc_1", KeyID: "key_1", Op: "test-dear", Pool: "compute", Units: 5}) {
		t.Errorf("charged %+v", made)
	}
	raw, p := b.Do(t.Context(), engine.Call{ID: "raw", Key: b.key, Op: cheap, Source: op.JSON([]byte(`{"text":"hello"}`)), Raw: true})
	if p != nil || string(raw.Body) != "hello" {
		t.Errorf("raw: %q, %v", raw.Body, p)
	}
}

// Each step refuses before any later one happens: what stands behind the step
// is not read, not asked and not run.
func TestOrderOfSteps(t *testing.T) {
	for _, c := range []struct {
		name string
		set  func(*bench)
		text string
		code problem.Code

		read, run, charge bool
	}{
		{"rate before reading", func(b *bench) {
			for range 60 {
				b.call(cheap, `{}`)
			}
		}, "hello", problem.RateLimited, false, false, false},
		{"validation before funds", func(b *bench) { b.drain() }, "", problem.ValidationFailed, true, false, false},
		{"suspension before funds", func(b *bench) { b.drain(); b.key.Suspended = true }, "hello", problem.AccountSuspended, true, false, false},
		{"funds before running", func(b *bench) { b.drain() }, "panic", problem.FreeQuotaExceeded, true, false, false},
		{"running before charging", func(*bench) {}, "panic", problem.InternalError, true, true, false},
		{"encoding before charging", func(*bench) {}, "big", problem.ValidationFailed, true, true, false},
		{"charging before release", func(b *bench) { b.ledger.CommitFault = func() error { return errors.New("away") } }, "hello", problem.ChargeUnavailable, true, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(10)
			c.set(b)
			computed.Store(0)
			sent, read := b.ledger.Calls("ChargeBatch"), false
			r, p := b.Do(t.Context(), engine.Call{ID: "x", Key: b.key, Op: cheap, Read: func() (op.Source, *problem.Problem) {
				read = true
				return op.JSON([]byte(`{"text":"` + c.text + `"}`)), nil
			}})
			if p == nil || p.Code != c.code || r.Body != nil {
				t.Fatalf("%q, %v; want %s", r.Body, p, c.code)
			}
			if run := computed.Load() > 0; read != c.read || run != c.run {
				t.Errorf("read %v, run %v; want %v, %v", read, run, c.read, c.run)
			}
			if charge := b.ledger.Calls("ChargeBatch") > sent; charge != c.charge {
				t.Errorf("charge sent: %v, want %v", charge, c.charge)
			}
			if !r.Receipt.Known || r.Receipt.Rate.Limit != 60 {
				t.Errorf("the receipt does not tell rate and balance: %+v", r.Receipt)
			}
		})
	}
}

// drain uses up all units.
func (b *bench) drain() {
	for {
		if _, p := b.do(cheap, "hello"); p != nil {
			return
		}
	}
}

func TestReadProblemIsTheAnswer(t *testing.T) {
	b := newBench(10)
	r, p := b.Do(t.Context(), engine.Call{ID: "x", Key: b.key, Op: cheap, Read: func() (op.Source, *problem.Problem) {
		return op.Source{}, problem.New(problem.BodyTooLarge, "too large")
	}})
	if p == nil || p.Code != problem.BodyTooLarge || r.Receipt.Rate.Remaining != 59 {
		t.Errorf("%v, %+v; want body_too_large, counted in the rate window", p, r.Receipt.Rate)
	}
}

func TestFailedCallsCostNothing(t *testing.T) {
	for _, c := range []struct {
		text   string
		code   problem.Code
		status int
		field  string
	}{
		{"panic", problem.InternalError, 500, ""},
		{"panic-error", problem.InternalError, 500, ""},
		{"panic-runtime", problem.InternalError, 500, ""},
		{"fail", problem.InternalError, 500, ""},
		{"nil-refusal", problem.InternalError, 500, ""},
		{"refuse", problem.ValidationFailed, 422, op.OutOfRange},
		{"wait", problem.ValidationFailed, 422, op.InputTooComplex},
		{"big", problem.ValidationFailed, 422, op.OutputTooLarge},
	} {
		t.Run(c.text, func(t *testing.T) {
			b := newBench(10)
			for _, o := range []*op.Op{cheap, choose} {
				status := c.status
				if o == choose && status == 422 {
					status = 400 // the operation's own status for bad input
				}
				r, p := b.do(o, c.text+" "+canary)
				wants(t, r, p, c.code, status, 0, `{}`)
				if c.field != "" && (len(p.Errors) != 1 || p.Errors[0].Code != c.field) {
					t.Errorf("violations %+v, want %s", p.Errors, c.field)
				}
				if p.Cause != nil && strings.Contains(p.Cause.Error(), canary) {
					t.Errorf("the log would hold the caller's text: %v", p.Cause)
				}
				if p.Code == problem.InternalError && (p.Cause == nil || !strings.Contains(p.Cause.Error(), o.ID)) {
					t.Errorf("the log would not say where: %v", p.Cause)
				}
			}
			// Nothing is kept reserved either.
			for range 10 {
				if _, p := b.do(cheap, "hello"); p != nil {
					t.Fatalf("a unit is missing: %v", p)
				}
			}
			if n := len(b.ledger.Made()); n != 10 {
				t.Errorf("%d charges were made", n)
			}
		})
	}
}

func TestPanicIsLoggedWithItsPlace(t *testing.T) {
	for text, want := range map[string]string{
		"panic":         "a value of type string",
		"panic-error":   "a value of type *",
		"panic-runtime": "index out of range [13] with length 0",
		"fail":          "*fmt.wrapError around *errors.errorString",
	} {
		_, p := newBench(1).do(cheap, text)
		cause := p.Cause.Error()
		if !strings.Contains(cause, want) || strings.HasPrefix(text, "panic") && !strings.Contains(cause, "fixture_test.go") {
			t.Errorf("%s: the cause lacks %q or the place: %.300s", text, want, cause)
		}
	}
}

func TestCallerThatLeavesIsNotCharged(t *testing.T) {
	b := newBench(10)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { time.Sleep(5 * time.Millisecond); cancel() }()
	r, p := b.Do(ctx, engine.Call{ID: "x", Key: b.key, Op: cheap, Source: op.JSON([]byte(`{"text":"wait"}`))})
	wants(t, r, p, problem.Timeout, 504, 0, `{}`)
	if len(b.ledger.Made()) != 0 {
		t.Error("charged")
	}
}

// The time to wait for others and the time to compute are two: a call that
// waited long is not told that its input is too complex.
func TestWaitingIsNotComputing(t *testing.T) {
	b := newBench(1)
	var wg sync.WaitGroup
	wg.Go(func() { b.do(cheap, "wait") }) // holds the only unit for 100 ms, then fails
	time.Sleep(20 * time.Millisecond)
	r, p := b.Do(t.Context(), engine.Call{ID: "second", Key: b.key, Op: cheap, Source: op.JSON([]byte(`{"text":"hello"}`))})
	wg.Wait()
	if p != nil || string(r.Body) != `{"success":true,"data":{"text":"hello"}}` {
		t.Errorf("%q, %v", r.Body, p)
	}
}

// A result leaves the engine only with a charge that stands in the ledger:
// whatever the store does, however many call at once.
func TestNothingIsReleasedUnpaid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := newBench(rapid.Int64Range(0, 40).Draw(t, "free"))
		faults := rapid.SliceOfN(rapid.IntRange(0, 5), 64, 64).Draw(t, "faults")
		var mu sync.Mutex
		n := 0
		next := func() int {
			mu.Lock()
			defer mu.Unlock()
			n++
			return faults[n%len(faults)]
		}
		b.ledger.Fault = func(_ context.Context, method string) error {
			switch next() {
			case 1:
				return errors.New("away")
			case 2:
				if method == "ChargeBatch" {
					panic("broken")
				}
			case 3:
				time.Sleep(time.Millisecond)
			}
			return nil
		}
		b.ledger.CommitFault = func() error {
			if next() == 4 {
				return errors.New("the answer to COMMIT was lost")
			}
			return nil
		}
		texts := rapid.SliceOfN(rapid.SampledFrom([]string{"hello", "hello", "hello", "panic", "refuse", "fail", "big"}), 40, 40).Draw(t, "texts")
		released := map[string]bool{}
		var wg sync.WaitGroup
		for i, text := range texts {
			wg.Go(func() {
				o := []*op.Op{cheap, dear, choose}[i%3]
				r, p := b.Do(context.Background(), engine.Call{ID: fmt.Sprint(i), Key: b.key, Op: o, Source: op.JSON([]byte(`{"text":"` + text + `"}`))})
				if (p == nil) != (r.Body != nil) || (p == nil) != (r.Receipt.Charge != "") {
					t.Errorf("call %d: body %q, charge %q, problem %v", i, r.Body, r.Receipt.Charge, p)
				}
				if p == nil {
					mu.Lock()
					released[r.Receipt.Charge] = true
					mu.Unlock()
				}
			})
		}
		wg.Wait()
		made := map[string]bool{}
		for _, c := range b.ledger.Made() {
			if text := texts[index(c.ID)]; made[c.ID] || text != "hello" {
				t.Fatalf("%s (%s) was charged, or charged twice", c.ID, text)
			}
			made[c.ID] = true
		}
		for id := range released {
			if !made[id] {
				t.Fatalf("%s was released without a charge", id)
			}
		}
	})
}

func index(chargeID string) (i int) {
	if _, err := fmt.Sscanf(chargeID, "ch_%d", &i); err != nil {
		panic(err)
	}
	return i
}
