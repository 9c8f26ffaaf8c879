package meter_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"toolcrib/internal/account"
	"toolcrib/internal/account/accounttest"
	"toolcrib/internal/meter"
)

func mustBeShort(t testing.TB, m *meter.Meter, c account.Charge, left int64) {
	t.Helper()
	hold, err := m.Reserve(t.Context(), c)
	var short *meter.Insufficient
	if hold != nil || !errors.As(err, &short) || short.Balance.Units() != left {
		t.Fatalf("Reserve = %v, %v; want to hear that %d units are left", hold, err, left)
	}
}

func TestExhaustedAccountIsRefusedBeforeComputing(t *testing.T) {
	l := newLedger(3)
	m := newMeter(l)
	mustBeShort(t, m, charge("dear", 5), 3)
	if v, err := pay(t, m, charge("1", 2)); err != nil || v.Outcome != account.Charged {
		t.Fatal(v, err)
	}
	mustBeShort(t, m, charge("2", 2), 1)
	if v, err := pay(t, m, charge("3", 1)); err != nil || v.Outcome != account.Charged {
		t.Fatal(v, err)
	}
	mustBeShort(t, m, charge("4", 1), 0)
	if len(l.Made()) != 2 {
		t.Errorf("%d charges were made", len(l.Made()))
	}
}

// A balance in memory answers for funds that are there; only what looks like
// their end is checked with the store.
func TestFundsAreLookedAtInMemory(t *testing.T) {
	l := newLedger(1000)
	m := newMeter(l)
	for i := range 100 {
		if _, err := pay(t, m, charge(fmt.Sprint(i), 1)); err != nil {
			t.Fatal(err)
		}
	}
	if n := l.Calls("Balance"); n != 1 {
		t.Errorf("the store was asked for the balance %d times", n)
	}
}

func TestOutsideGrantIsSeen(t *testing.T) {
	l := newLedger(1)
	m := newMeter(l)
	if _, err := pay(t, m, charge("1", 1)); err != nil {
		t.Fatal(err)
	}
	mustBeShort(t, m, charge("2", 1), 0)
	l.Grant("a", account.PoolCompute, account.ClassPrepaid, 10)
	if v, err := pay(t, m, charge("3", 1)); err != nil || v.Taken.Prepaid != 1 {
		t.Errorf("%+v, %v", v, err)
	}
}

func TestNewMonthIsSeen(t *testing.T) {
	clock := accounttest.NewClock("2026-11-30T23:59:00Z")
	l := newLedgerAt(2, clock.Now)
	m := meter.New(l, meter.Options{Now: clock.Now})
	if _, err := pay(t, m, charge("1", 1)); err != nil {
		t.Fatal(err)
	}
	clock.Add(time.Minute)
	hold, err := m.Reserve(t.Context(), charge("2", 1))
	if err != nil || hold.Balance.Free != 2 || !hold.Balance.ResetsAt.Equal(time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)) {
		t.Fatalf("%+v, %v: not December's balance", hold, err)
	}
	hold.Release()
}

// With one unit left, one call at a time is computed; the others wait and are
// refused only when it is really gone.
func TestLastUnitIsComputedOnce(t *testing.T) {
	for _, failing := range []int{0, 1, 7} {
		synctest.Test(t, func(t *testing.T) {
			l := newLedger(1)
			m := newMeter(l)
			var computing, computed, charged, refused atomic.Int64
			var wg sync.WaitGroup
			for i := range 50 {
				wg.Go(func() {
					hold, err := m.Reserve(context.Background(), charge(fmt.Sprint(i), 1))
					if err != nil {
						refused.Add(1)
						return
					}
					if n := computing.Add(1); n != 1 {
						t.Errorf("%d calls are computed for one unit", n)
					}
					time.Sleep(10 * time.Millisecond)
					nth := computed.Add(1)
					computing.Add(-1)
					if nth <= int64(failing) {
						hold.Release()
						return
					}
					if v, err := hold.Charge(); err == nil && v.Outcome == account.Charged {
						charged.Add(1)
					}
				})
			}
			wg.Wait()
			if computed.Load() != int64(failing)+1 || charged.Load() != 1 || refused.Load() != 49-int64(failing) {
				t.Errorf("%d calls failed: %d computed, %d charged, %d refused", failing, computed.Load(), charged.Load(), refused.Load())
			}
		})
	}
}

func TestWaitingEndsWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMeter(newLedger(1))
		hold, err := m.Reserve(t.Context(), charge("1", 1))
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if h, err := m.Reserve(ctx, charge("2", 1)); h != nil || !errors.Is(err, meter.ErrBusy) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v, %v; want ErrBusy", h, err)
		}
		hold.Release()
		// Whoever gave up has left nothing behind.
		if h, err := m.Reserve(t.Context(), charge("3", 1)); err != nil {
			t.Error(err)
		} else {
			h.Release()
		}
	})
}

func TestStoreThatDoesNotAnswerIsNoInsufficiency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLedger(5)
		l.Fault = func(ctx context.Context, method string) error {
			<-ctx.Done()
			return ctx.Err()
		}
		m := newMeter(l)
		begin := time.Now()
		h, err := m.Reserve(t.Context(), charge("1", 1))
		var short *meter.Insufficient
		if h != nil || errors.As(err, &short) || errors.Is(err, meter.ErrBusy) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v, %v; want the store's error", h, err)
		}
		if d := time.Since(begin); d > time.Second {
			t.Errorf("told after %v", d)
		}
	})
}

func TestAllowance(t *testing.T) {
	l := newLedger(2)
	m := newMeter(l)
	c := charge("", 1)
	c.Op, c.Allowance = decide, account.AllowancePool(decide)
	var got []string
	for i := range 6 {
		c.ID = fmt.Sprint(i)
		hold, err := m.Reserve(t.Context(), c)
		if err != nil {
			got = append(got, "refused")
			continue
		}
		v, err := hold.Charge()
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprintf("%d+%d", v.Taken.Allowance, v.Taken.Units()))
	}
	if want := "[1+0 1+0 1+0 0+1 0+1 refused]"; fmt.Sprint(got) != want {
		t.Errorf("allowance and units taken: %v, want %s", got, want)
	}
}

// Neither an allowance nor units alone admit everybody at once, and nobody is
// refused while one of the two is left.
func TestAllowanceConcurrently(t *testing.T) {
	l := newLedger(4)
	m := newMeter(l)
	var charged atomic.Int64
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			c := charge(fmt.Sprint(i), 1)
			c.Allowance = account.AllowancePool(decide)
			hold, err := m.Reserve(context.Background(), c)
			if err != nil {
				return
			}
			if v, err := hold.Charge(); err == nil && v.Outcome == account.Charged {
				charged.Add(1)
			}
		})
	}
	wg.Wait()
	if charged.Load() != 3+4 {
		t.Errorf("%d calls were paid, want 7", charged.Load())
	}
}

func TestRefusingVerdictsGiveTheHoldBack(t *testing.T) {
	for name, spoil := range map[string]func(*accounttest.Ledger){
		"key gone":  func(l *accounttest.Ledger) { l.Update("k", func(k *account.Key) { k.RevokedAt = november }) },
		"suspended": func(l *accounttest.Ledger) { l.Suspend("a", true) },
		"store":     func(l *accounttest.Ledger) { l.CommitFault = func() error { return errors.New("away") } },
	} {
		t.Run(name, func(t *testing.T) {
			l := newLedger(1)
			m := newMeter(l)
			for i := range 5 {
				hold, err := m.Reserve(t.Context(), charge(fmt.Sprint(i), 1))
				if err != nil {
					if i > 0 && name == "store" {
						return // the lost commit did charge
					}
					t.Fatalf("call %d: %v", i, err)
				}
				if i == 0 {
					spoil(l)
				}
				if v, err := hold.Charge(); err == nil && v.Outcome == account.Charged {
					t.Fatalf("charged: %+v", v)
				}
				// A refusal of the key is no news of the account's balance.
				if b, err := m.Believed(t.Context(), "a", account.PoolCompute, ""); err != nil || b.Free != 1 {
					t.Fatalf("believed %+v, %v", b, err)
				}
			}
		})
	}
}

func TestBelieved(t *testing.T) {
	clock := accounttest.NewClock("2026-11-30T23:59:00Z")
	l := newLedgerAt(5, clock.Now)
	m := meter.New(l, meter.Options{Now: clock.Now})
	wants := func(free int64, asked int) {
		t.Helper()
		b, err := m.Believed(t.Context(), "a", account.PoolCompute, "")
		if err != nil || b.Free != free || l.Calls("Balance") != asked {
			t.Errorf("%+v, %v after %d questions; want %d after %d", b, err, l.Calls("Balance"), free, asked)
		}
	}
	wants(5, 1)
	wants(5, 1)
	if _, err := pay(t, m, charge("1", 2)); err != nil {
		t.Fatal(err)
	}
	wants(3, 1)
	clock.Add(time.Minute)
	wants(5, 2)
	l.Fault = func(context.Context, string) error { return errors.New("away") }
	if _, err := m.Believed(t.Context(), "other", account.PoolCompute, ""); err == nil {
		t.Error("no error from a store that is away")
	}
}

// Any mix of calls that are charged, fail or are abandoned: what is paid is
// exactly what there was, as long as somebody wanted it.
func TestReserveModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		free := rapid.Int64Range(0, 12).Draw(t, "free")
		l := newLedger(free)
		m := newMeter(l)
		left, holds := free, []*meter.Hold{}
		units := []int64{}
		reserved := int64(0)
		for i := range rapid.IntRange(1, 60).Draw(t, "steps") {
			n := rapid.SampledFrom([]int64{1, 2, 5}).Draw(t, "units")
			if len(holds) > 0 && rapid.Bool().Draw(t, "end one") {
				h, price := holds[0], units[0]
				holds, units, reserved = holds[1:], units[1:], reserved-price
				if rapid.Bool().Draw(t, "fail") {
					h.Release()
					continue
				}
				if v, err := h.Charge(); err != nil || v.Outcome != account.Charged || v.Taken.Units() != price {
					t.Fatalf("a reserved call was not paid: %+v, %v", v, err)
				}
				left -= price
				continue
			}
			ctx, cancel := context.WithCancel(context.Background())
			cancel() // do not wait for the calls under way
			h, err := m.Reserve(ctx, charge(fmt.Sprint("c", i), n))
			var short *meter.Insufficient
			switch {
			case left >= reserved+n:
				if err != nil {
					t.Fatalf("refused %d of %d, %d reserved: %v", n, left, reserved, err)
				}
				holds, units, reserved = append(holds, h), append(units, n), reserved+n
			case left >= n && !errors.Is(err, meter.ErrBusy), left < n && !errors.As(err, &short):
				t.Fatalf("%d of %d, %d reserved: %v", n, left, reserved, err)
			}
		}
	})
}
