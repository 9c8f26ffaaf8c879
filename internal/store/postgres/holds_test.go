package postgres_test

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/store/postgres"
	"toolcrib/internal/store/postgres/pgtest"
)

// TestHoldAnswersLost: what was carried out is done once, and answered as it
// was, when the answer to its COMMIT was lost.
func TestHoldAnswersLost(t *testing.T) {
	p := pgtest.NewProxy(t, server)
	n := newNode(t, server, p)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	lose := func(name string, f func() error) {
		t.Helper()
		p.LoseCommit(pgtest.Reset)
		if err := f(); err != nil || !p.Lost() {
			t.Errorf("%s: %v; an answer was lost: %v", name, err, p.Lost())
		}
	}
	ch, other := n.next(), n.next()
	ch.Units, other.Units = 10, 10
	expect := func(v account.Verdict, err error, taken int64) error {
		if err == nil && (v.Outcome != account.Charged || v.Taken.Prepaid != taken) {
			t.Errorf("%+v, want %d units taken", v, taken)
		}
		return err
	}
	until := time.Now().Add(time.Minute)
	lose("hold", func() error { v, err := n.Hold(ctx, ch, until); return expect(v, err, 10) })
	lose("settle", func() error { v, err := n.Settle(ctx, ch.ID, 4, nil); return expect(v, err, 4) })
	lose("another", func() error { v, err := n.Hold(ctx, other, until); return expect(v, err, 10) })
	lose("void", func() error { return n.Void(ctx, other.ID) })
	n.used(1, 1)
	b, err := n.Balance(ctx, ch.AccountID, ch.Pool, "")
	if err != nil || b.Prepaid != 1e9-4 {
		t.Errorf("Balance = %+v, %v", b, err)
	}
}

// TestHoldsUnderFaults: whatever becomes of the line, a hold that was told
// settled is charged as it was told, and none stays open past its time.
func TestHoldsUnderFaults(t *testing.T) {
	p := pgtest.NewProxy(t, server)
	n := newNode(t, server, p)
	over := faults(p)
	var told, tried atomic.Int64
	var callers sync.WaitGroup
	for i := range 4 {
		random := rand.New(rand.NewPCG(11, uint64(i)))
		callers.Go(func() {
			for {
				select {
				case <-over:
					return
				default:
				}
				units := n.holdAndSettle(1 + random.Int64N(50))
				tried.Add(50)
				told.Add(units)
			}
		})
	}
	callers.Wait()
	t.Logf("%d units were told charged", told.Load())
	if told.Load() == 0 {
		t.Error("nothing was charged between the faults")
	}

	later := open(t, postgres.Options{URL: n.url, Clock: func() time.Time { return time.Now().Add(2 * time.Minute) }})
	defer later.Close()
	for more := true; more; {
		swept, err := later.Sweep(t.Context())
		must(t, err)
		more = swept.Any()
	}
	grants, err := later.Grants(t.Context(), n.caller.AccountID)
	must(t, err)
	if used := 1e9 - grants[0].Remaining; grants[0].Held != 0 || used < told.Load() || used > tried.Load() {
		t.Errorf("%+v; %d to %d units were charged", grants, told.Load(), tried.Load())
	}
	verify(t, later)
}

// holdAndSettle makes a call that holds 50 units, and returns the units that
// were told charged.
func (n *node) holdAndSettle(units int64) int64 {
	ctx, cancel := context.WithTimeout(context.Background(), deadline)
	defer cancel()
	ch := n.next()
	ch.Units = 50
	if _, err := n.Hold(ctx, ch, time.Now().Add(time.Minute)); err != nil {
		return 0
	}
	v, err := n.Settle(ctx, ch.ID, units, nil)
	if err != nil {
		return 0
	}
	if v.Outcome != account.Charged || v.Taken.Prepaid != units {
		n.t.Errorf("settled at %d: %+v", units, v)
	}
	return units
}
