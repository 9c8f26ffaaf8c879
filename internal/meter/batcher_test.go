package meter_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/account/accounttest"
	"toolcrib/internal/meter"
)

func newMeter(l meter.Ledger) *meter.Meter {
	return meter.New(l, meter.Options{Now: func() time.Time { return november }})
}

// pay reserves and charges one call.
func pay(t testing.TB, m *meter.Meter, c account.Charge) (account.Verdict, error) {
	t.Helper()
	hold, err := m.Reserve(context.Background(), c)
	if err != nil {
		t.Errorf("Reserve: %v", err)
		return account.Verdict{}, err
	}
	return hold.Charge()
}

func TestNoChargeIsLostOrMixedUp(t *testing.T) {
	const callers = 10_000
	before := runtime.NumGoroutine()
	l := newLedger(2 * callers)
	m := newMeter(l)
	var wg sync.WaitGroup
	for i := range callers {
		wg.Go(func() {
			units := int64(1 + i%2)
			v, err := pay(t, m, charge(fmt.Sprint("ch_", i), units))
			if err != nil || v.Outcome != account.Charged || v.Taken.Units() != units {
				t.Errorf("charge %d: %+v, %v", i, v, err)
			}
		})
	}
	wg.Wait()
	if n := len(l.Made()); n != callers {
		t.Errorf("%d charges were made, want %d", n, callers)
	}
	total := 0
	for _, n := range l.Batches() {
		if n < 1 || n > 256 {
			t.Errorf("a batch of %d charges", n)
		}
		total += n
	}
	if total != callers {
		t.Errorf("%d charges were sent, want %d", total, callers)
	}
	if b, _ := m.Balance(t.Context(), "a", account.PoolCompute, ""); b.Units() != 2*callers-callers*3/2 {
		t.Errorf("%d units are left", b.Units())
	}
	noGoroutineLeft(t, before)
}

func noGoroutineLeft(t *testing.T, before int) {
	t.Helper()
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

// gate is a ledger whose commits wait to be let through.
type gate struct {
	*accounttest.Ledger
	entered chan []account.Charge
	proceed chan error
}

func newGate(l *accounttest.Ledger) *gate {
	return &gate{l, make(chan []account.Charge), make(chan error)}
}

func (g *gate) ChargeBatch(ctx context.Context, charges []account.Charge) ([]account.Verdict, error) {
	g.entered <- charges
	if err := <-g.proceed; err != nil {
		if errors.Is(err, errPanic) {
			panic("the store panics")
		}
		if errors.Is(err, errShort) {
			return make([]account.Verdict, len(charges)-1), nil
		}
		return nil, err
	}
	return g.Ledger.ChargeBatch(ctx, charges)
}

var (
	errPanic = errors.New("panic")
	errShort = errors.New("one verdict too few")
)

// results gathers what each of many charges came to.
type results struct {
	sync.Mutex
	errs map[string]error
}

// start sends n charges, one after the other, and waits until all are queued.
func start(t *testing.T, m *meter.Meter, r *results, name string, n int) {
	for i := range n {
		id := fmt.Sprint(name, i)
		hold, err := m.Reserve(context.Background(), charge(id, 1))
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			v, err := hold.Charge()
			if err == nil && v.Outcome != account.Charged {
				err = fmt.Errorf("outcome %d", v.Outcome)
			}
			r.Lock()
			r.errs[id] = err
			r.Unlock()
		}()
		synctest.Wait() // queued, or in the commit: the next comes after it
	}
}

func TestBatchesFormInOrderAndFailAlone(t *testing.T) {
	for _, fault := range []error{errors.New("disk full"), errPanic, errShort} {
		synctest.Test(t, func(t *testing.T) {
			l := newLedger(10_000)
			g := newGate(l)
			m := newMeter(g)
			r := &results{errs: map[string]error{}}
			start(t, m, r, "first", 1)
			alone := <-g.entered
			start(t, m, r, "second", 300)
			g.proceed <- nil

			second := <-g.entered // led by the first that waited
			start(t, m, r, "third", 10)
			g.proceed <- fault
			third := <-g.entered
			g.proceed <- nil
			synctest.Wait()

			if len(alone) != 1 || len(second) != 256 || len(third) != 300-256+10 {
				t.Fatalf("batches of %d, %d, %d", len(alone), len(second), len(third))
			}
			var order []account.Charge
			order = append(append(order, second...), third...)
			for i, c := range order {
				want := fmt.Sprint("second", i)
				if i >= 300 {
					want = fmt.Sprint("third", i-300)
				}
				if c.ID != want {
					t.Fatalf("charge %d is %s, want %s", i, c.ID, want)
				}
			}
			failed := map[string]bool{}
			for _, c := range second {
				failed[c.ID] = true
			}
			for id, err := range r.errs {
				if (err != nil) != failed[id] {
					t.Errorf("%v: charge %s: %v", fault, id, err)
				}
			}
			if len(r.errs) != 311 || len(l.Made()) != 311-256 {
				t.Errorf("%v: %d callers heard, %d charges were made", fault, len(r.errs), len(l.Made()))
			}
		})
	}
}

// A store that does not answer is given up on, by its own clock and not by the
// caller's: a caller that leaves must not undo the others' charges. Who waits
// behind a batch that gets no answer hears as soon as who is in it.
func TestCommitHasItsOwnDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLedger(1000)
		l.Fault = func(ctx context.Context, method string) error {
			if method == "ChargeBatch" {
				<-ctx.Done()
				return ctx.Err()
			}
			return nil
		}
		m := newMeter(l)
		var wg sync.WaitGroup
		for i := range 200 {
			wg.Go(func() {
				time.Sleep(time.Duration(i) * 13 * time.Millisecond)
				begin := time.Now()
				if _, err := pay(t, m, charge(fmt.Sprint(i), 1)); !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("charge %d: %v", i, err)
				}
				if d := time.Since(begin); d > 900*time.Millisecond {
					t.Errorf("charge %d was told after %v", i, d)
				}
			})
		}
		wg.Wait()
	})
}

func TestCallersThatLeaveAreStillCharged(t *testing.T) {
	l := newLedger(100)
	m := newMeter(l)
	ctx, cancel := context.WithCancel(context.Background())
	hold, err := m.Reserve(ctx, charge("x", 1))
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if v, err := hold.Charge(); err != nil || v.Outcome != account.Charged {
		t.Errorf("%+v, %v", v, err)
	}
}

// One at a time, a batch is one charge: nobody waits for company.
func TestAloneIsCommittedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLedger(100)
		m := newMeter(l)
		begin := time.Now()
		for i := range 50 {
			if _, err := pay(t, m, charge(fmt.Sprint(i), 1)); err != nil {
				t.Fatal(err)
			}
		}
		if d := time.Since(begin); d != 0 || len(l.Batches()) != 50 {
			t.Errorf("50 charges took %v in %d batches", d, len(l.Batches()))
		}
	})
}

// Seeded faults: whatever the store does, a verdict of Charged means that the
// charge stands in the ledger, once, and an error that nothing is claimed.
func TestFaultyStoreNeverClaimsACharge(t *testing.T) {
	l := newLedger(5000)
	var n atomic.Int64
	l.Fault = func(_ context.Context, method string) error {
		if method == "ChargeBatch" {
			switch n.Add(1) % 7 {
			case 2:
				return errors.New("away")
			case 4:
				panic("broken")
			}
		}
		return nil
	}
	lost := false
	l.CommitFault = func() error { // called under the ledger's lock
		if lost = !lost; lost {
			return errors.New("the answer to COMMIT was lost")
		}
		return nil
	}
	m := newMeter(l)
	var mu sync.Mutex
	claimed := map[string]bool{}
	var wg sync.WaitGroup
	for g := range 16 {
		wg.Go(func() {
			for i := range 60 {
				id := fmt.Sprint(g, "/", i)
				if v, err := pay(t, m, charge(id, 1)); err == nil && v.Outcome == account.Charged {
					mu.Lock()
					claimed[id] = true
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	made := map[string]int{}
	for _, c := range l.Made() {
		made[c.ID]++
	}
	for id := range claimed {
		if made[id] != 1 {
			t.Errorf("charge %s is claimed and was made %d times", id, made[id])
		}
	}
	if len(claimed) == 0 || len(claimed) == len(made) {
		t.Errorf("%d claimed of %d made: the faults did not bite", len(claimed), len(made))
	}
}
