package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"toolcrib/internal/account"
)

// testHoldsAtOnce: calls through two handles, charges among them, never have
// more than there is, and what was not charged is all there at the end.
func testHoldsAtOnce(t *testing.T, open Open) {
	f := newFixture(t, open)
	const bought = 300
	c := f.caller()
	f.grant(c.account, account.PoolAI, account.ClassPrepaid, bought)
	handles := []account.Store{f.Store, f.handle()}
	var charged, out, refused atomic.Int64
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			s := handles[worker%2]
			random := rand.New(rand.NewPCG(1, uint64(worker)))
			for range 15 {
				ch := c.ai(20 + random.Int64N(60))
				v, err := s.Hold(f.ctx, ch, f.clock.now().Add(forMinutes))
				if err != nil {
					t.Error(err)
					return
				}
				if v.Outcome == account.Insufficient {
					refused.Add(1)
					continue
				}
				if n := out.Add(ch.Units); n > bought {
					t.Errorf("%d units are out, of %d", n, bought)
				}
				if random.IntN(3) == 0 {
					out.Add(-ch.Units)
					if err := s.Void(f.ctx, ch.ID); err != nil {
						t.Error(err)
					}
					continue
				}
				units := 1 + random.Int64N(4)
				out.Add(units - ch.Units)
				if v, err := handles[random.IntN(2)].Settle(f.ctx, ch.ID, units, nil); err != nil || v.Taken.Prepaid != units {
					t.Errorf("Settle at %d = %+v, %v", units, v, err)
				}
				charged.Add(units)
			}
		})
	}
	all.Wait()
	if refused.Load() == 0 {
		t.Error("nobody was refused: the pool was never contended for")
	}
	equal(t, "left", f.balance(c.account, account.PoolAI, "").Units(), bought-charged.Load())
	equal(t, "held", f.heldOf(c.account), 0)
	f.verify()
}

// ai is a charge of the caller for AI tokens.
func (c caller) ai(units int64) account.Charge {
	ch := c.compute(units)
	ch.Op, ch.Pool = "ai-summarize", account.PoolAI
	return ch
}

// testOneEnd: where a hold is settled, given back and swept at once, one of
// them does it and the others find it done.
func testOneEnd(t *testing.T, open Open) {
	f := newFixture(t, open)
	handles := []account.Store{f.Store, f.handle()}
	c := f.caller()
	f.grant(c.account, account.PoolAI, account.ClassPrepaid, 10_000)
	left := int64(10_000)
	for i := range 20 {
		ch := c.ai(100)
		f.hold(account.Charged, ch)
		var charged atomic.Int64
		var all sync.WaitGroup
		for try := range 4 {
			s := handles[try%2]
			all.Go(func() {
				var err error
				switch {
				case try < 2:
					var v account.Verdict
					if v, err = s.Settle(f.ctx, ch.ID, 7, nil); err == nil {
						charged.Store(v.Taken.Prepaid)
					}
				case i%2 == 0:
					err = s.Void(f.ctx, ch.ID)
				default:
					f.clock.add(forMinutes)
					_, err = s.Sweep(f.ctx)
				}
				if err != nil && !errors.Is(err, account.ErrEnded) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		left -= charged.Load()
		equal(t, fmt.Sprint("left after ", i), f.balance(c.account, account.PoolAI, "").Units(), left)
	}
	equal(t, "held", f.heldOf(c.account), 0)
	f.verify()
}

// testHoldsNeverLeak: of two thousand calls whose process ends at any step,
// or whose answer from the store is lost, nothing stays held past its time, and
// each is charged once or not at all.
func testHoldsNeverLeak(t *testing.T, open Open) {
	f := newFixture(t, open)
	random := rand.New(rand.NewPCG(2026, 11))
	const bought = 100_000_000
	var callers []caller
	for range 5 {
		c := f.caller()
		f.grant(c.account, account.PoolAI, account.ClassPromo, 20_000)
		f.grant(c.account, account.PoolAI, account.ClassPrepaid, bought-20_000)
		callers = append(callers, c)
	}
	spent := map[string]int64{}
	s := f.handle()
	for i := range 2000 {
		if i%250 == 249 { // the process ends, and another takes over
			f.must(s.Close())
			s = f.handle()
		}
		c := callers[random.IntN(len(callers))]
		ch := c.ai(1 + random.Int64N(5000))
		if v, err := s.Hold(f.ctx, ch, f.clock.now().Add(forMinutes)); err != nil || v.Outcome != account.Charged {
			t.Fatalf("Hold = %+v, %v", v, err)
		}
		f.clock.add(time.Duration(random.IntN(2000)) * time.Millisecond)
		units := random.Int64N(ch.Units + 1)
		switch random.IntN(10) {
		case 0, 1: // the process ends before the call is answered
		case 2:
			f.must(s.Void(f.ctx, ch.ID))
		case 3: // the answer is lost; it is settled again
			_, err := s.Settle(f.ctx, ch.ID, units, nil)
			f.must(err)
			fallthrough
		default:
			v, err := s.Settle(f.ctx, ch.ID, units, nil)
			if err != nil || v.Taken.Units() != units {
				t.Fatalf("Settle at %d = %+v, %v", units, v, err)
			}
			spent[c.account] += units
		}
		if i%50 == 0 {
			f.sweepAll(s)
		}
	}
	f.must(s.Close())
	f.verify()
	f.clock.add(forMinutes)
	f.sweepAll(f.Store)
	for _, c := range callers {
		equal(t, "held", f.heldOf(c.account), 0)
		equal(t, "left", f.balance(c.account, account.PoolAI, "").Units(), bought-spent[c.account])
	}
	f.verify()
}

// sweepAll sweeps until nothing is left to do.
func (f *fixture) sweepAll(s account.Store) {
	f.t.Helper()
	for more := true; more; {
		swept, err := s.Sweep(f.ctx)
		f.must(err)
		more = swept.Any()
	}
}
