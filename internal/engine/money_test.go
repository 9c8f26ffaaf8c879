package engine_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/op"
	"toolcrib/internal/problem"
)

// toMonthEnd is the seconds from the bench's clock, 20 November 09:00 UTC, to
// the first of December: 10 days and 15 hours.
const toMonthEnd = 10*86400 + 15*3600

func TestRateLimited(t *testing.T) {
	b := newBench(500)
	b.do(cheap, "hello")
	b.clock.Add(1500 * time.Millisecond)
	for range 59 {
		b.do(cheap, "hello")
	}
	r, p := b.do(cheap, "hello")
	wants(t, r, p, problem.RateLimited, 429, 59, `{"limit":60,"window_seconds":60,"violated-policies":["per-minute"]}`)
	b.clock.Add(59*time.Second - time.Millisecond)
	if _, p = b.do(cheap, "hello"); p != nil {
		t.Errorf("who waits the Retry-After is refused: %v", p)
	}
	if made := len(b.ledger.Made()); made != 61 {
		t.Errorf("%d charges were made", made)
	}
}

func TestRateOfTheAccount(t *testing.T) {
	b := newBench(5000)
	for i := range 11 {
		k := account.Key{ID: string(rune('a' + i)), AccountID: "acc_1"}
		b.ledger.AddKey(k)
		b.key = &k
		for range 60 {
			r, p := b.do(cheap, "hello")
			if i < 10 && p != nil {
				t.Fatalf("key %d: %v", i, p)
			}
			if i == 10 {
				wants(t, r, p, problem.RateLimited, 429, 60, `{"limit":600,"window_seconds":60,"violated-policies":["account-per-minute"]}`)
			}
		}
	}
}

func TestFreeQuotaExceeded(t *testing.T) {
	b := newBench(7)
	b.do(dear, "hello")
	r, p := b.do(dear, "hello")
	wants(t, r, p, problem.FreeQuotaExceeded, 429, toMonthEnd,
		`{"violated-policies":["compute-month"],"pool":"compute","required":5,"remaining":2,"resets_at":"2026-12-01T00:00:00Z"}`)
	if want := "This call costs 5 compute units; 2 of 7 free units are left until 2026-12-01T00:00:00Z."; p.Detail != want {
		t.Errorf("%q, want %q", p.Detail, want)
	}
	if r.Receipt.Balance.Free != 2 {
		t.Errorf("balance %+v", r.Receipt.Balance)
	}
	b.clock.Add(toMonthEnd*time.Second - time.Nanosecond)
	if r, p = b.do(dear, "hello"); p == nil || p.RetryAfter != 1 {
		t.Errorf("a nanosecond before the month ends: %v", p)
	}
	b.clock.Add(time.Nanosecond)
	if _, p = b.do(dear, "hello"); p != nil {
		t.Errorf("who waits the Retry-After is refused: %v", p)
	}
}

func TestPromotionalUnitsAreNoPack(t *testing.T) {
	b := newBench(7)
	b.ledger.Grant("acc_1", account.PoolCompute, account.ClassPromo, 1)
	b.do(dear, "hello")
	r, p := b.do(dear, "hello")
	wants(t, r, p, problem.FreeQuotaExceeded, 429, toMonthEnd,
		`{"violated-policies":["compute-month"],"pool":"compute","required":5,"remaining":3,"resets_at":"2026-12-01T00:00:00Z"}`)
	if want := "This call costs 5 compute units; 2 of 7 free units and 1 promotional units are left until 2026-12-01T00:00:00Z."; p.Detail != want {
		t.Errorf("%q, want %q", p.Detail, want)
	}
}

func TestInsufficientCredits(t *testing.T) {
	b := newBench(7)
	b.ledger.Grant("acc_1", account.PoolCompute, account.ClassPrepaid, 1)
	b.do(dear, "hello")
	r, p := b.do(dear, "hello")
	wants(t, r, p, problem.InsufficientCredits, 402, 0,
		`{"pool":"compute","required":5,"remaining":3,"free_resets_at":"2026-12-01T00:00:00Z"}`)
}

// Where the month's free units never cover the price, waiting does not help.
func TestWaitingThatCannotHelpIs402(t *testing.T) {
	r, p := newBench(0).do(cheap, "hello")
	wants(t, r, p, problem.InsufficientCredits, 402, 0, `{"pool":"compute","required":1,"remaining":0}`)
	r, p = newBench(4).do(dear, "hello")
	wants(t, r, p, problem.InsufficientCredits, 402, 0, `{"pool":"compute","required":5,"remaining":4,"free_resets_at":"2026-12-01T00:00:00Z"}`)
	// An allowance comes back each month too.
	b := newBench(0)
	b.do(choose, "hello")
	b.do(choose, "hello")
	r, p = b.do(choose, "hello")
	wants(t, r, p, problem.FreeQuotaExceeded, 429, toMonthEnd,
		`{"violated-policies":["compute-month"],"pool":"compute","required":1,"remaining":0,"resets_at":"2026-12-01T00:00:00Z"}`)
}

func TestAllowanceThenUnits(t *testing.T) {
	b := newBench(1)
	for i, want := range []account.Taken{{Allowance: 1}, {Allowance: 1}, {Free: 1}} {
		r, p := b.do(choose, "hello")
		if p != nil || r.Receipt.Taken != want || r.Receipt.Balance.AllowanceLimit != 2 {
			t.Errorf("call %d: %+v, %v; want %+v taken", i, r.Receipt, p, want)
		}
	}
	if _, p := b.do(choose, "hello"); p == nil || p.Code != problem.FreeQuotaExceeded {
		t.Errorf("%v", p)
	}
}

func TestKeyCap(t *testing.T) {
	b := newBench(500)
	b.ledger.Update("key_1", func(k *account.Key) { k.Cap = 7 })
	b.key.Cap = 7
	b.do(dear, "hello")
	r, p := b.do(dear, "hello")
	wants(t, r, p, problem.KeyCapExceeded, 429, toMonthEnd, `{"violated-policies":["key-month"],"cap":7,"used":5}`)
	if _, p := b.do(cheap, "hello"); p != nil {
		t.Errorf("a cheaper call still fits: %v", p)
	}
	b.ledger.Fault = func(_ context.Context, method string) error {
		if method == "KeyUsage" {
			return errors.New("away")
		}
		return nil
	}
	r, p = b.do(dear, "hello")
	wants(t, r, p, problem.KeyCapExceeded, 429, toMonthEnd, `{"violated-policies":["key-month"],"cap":7}`)
}

func TestSuspended(t *testing.T) {
	b := newBench(500)
	b.ledger.Suspend("acc_1", true) // which the key in the caller's hand does not say yet
	r, p := b.do(cheap, "hello")
	wants(t, r, p, problem.AccountSuspended, 402, 0, `{}`)
	if computed.Load() != 1 {
		t.Errorf("computed %d times", computed.Load())
	}
	b.key.Suspended = true
	r, p = b.do(cheap, "hello")
	wants(t, r, p, problem.AccountSuspended, 402, 0, `{}`)
	if computed.Load() != 1 {
		t.Error("computed for an account known to be suspended")
	}
}

func TestKeyGone(t *testing.T) {
	b := newBench(500)
	b.ledger.Update("key_1", func(k *account.Key) { k.RevokedAt = b.clock.Now() })
	r, p := b.do(cheap, "hello")
	wants(t, r, p, problem.InvalidAPIKey, 401, 0, `{}`)
	if !r.Receipt.KeyRefused || r.Receipt.Known {
		t.Errorf("receipt %+v: a refused key learns no balance", r.Receipt)
	}
}

func TestStoreAway(t *testing.T) {
	for _, method := range []string{"Balance", "ChargeBatch"} {
		b := newBench(500)
		away := true
		b.ledger.Fault = func(_ context.Context, m string) error {
			if away && m == method {
				return errors.New("away")
			}
			return nil
		}
		r, p := b.do(cheap, "hello")
		wants(t, r, p, problem.ChargeUnavailable, 503, 1, `{}`)
		if p.Cause == nil || len(b.ledger.Made()) != 0 {
			t.Errorf("%s: cause %v, %d charges", method, p.Cause, len(b.ledger.Made()))
		}
		away = false
		if _, p := b.do(cheap, "hello"); p != nil {
			t.Errorf("%s: after the store is back: %v", method, p)
		}
	}
}

// A store that hangs is the store's fault, and said within two seconds.
func TestStoreHangs(t *testing.T) {
	for _, method := range []string{"Balance", "ChargeBatch"} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			b := newBench(500)
			b.ledger.Fault = func(ctx context.Context, m string) error {
				if m == method {
					<-ctx.Done()
					return ctx.Err()
				}
				return nil
			}
			begin := time.Now()
			r, p := b.do(cheap, "hello")
			wants(t, r, p, problem.ChargeUnavailable, 503, 1, `{}`)
			if d := time.Since(begin); d > 2*time.Second {
				t.Errorf("said after %v", d)
			}
		})
	}
}

func TestBusyAccountTimesOut(t *testing.T) {
	b := newBench(1)
	release := make(chan struct{})
	b.ledger.Fault = func(_ context.Context, method string) error {
		if method == "ChargeBatch" {
			<-release
		}
		return nil
	}
	done := make(chan *problem.Problem)
	go func() { _, p := b.do(cheap, "hello"); done <- p }()
	for b.ledger.Calls("ChargeBatch") == 0 {
		time.Sleep(time.Millisecond)
	}
	second := *b
	second.calls = 100
	r, p := second.do(cheap, "hello")
	wants(t, r, p, problem.Timeout, 504, 0, `{}`)
	close(release)
	if p := <-done; p != nil {
		t.Error(p)
	}
}

func TestMalformedBodies(t *testing.T) {
	b := newBench(5)
	for _, c := range []struct {
		o      *op.Op
		body   string
		code   problem.Code
		status int
	}{
		{cheap, `{"text":`, problem.MalformedJSON, 422},
		{choose, `{"text":`, problem.MalformedJSON, 400},
		{cheap, `{"text":1}`, problem.ValidationFailed, 422},
		{choose, `{"text":1}`, problem.ValidationFailed, 400},
	} {
		r, p := b.call(c.o, c.body)
		wants(t, r, p, c.code, c.status, 0, `{}`)
	}
}
