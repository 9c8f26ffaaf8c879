package meter_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"toolcrib/internal/meter"
	"toolcrib/internal/window"
)

// hand is a monotonic clock that a test moves.
type hand struct{ ns atomic.Int64 }

func (h *hand) now() time.Duration  { return time.Duration(h.ns.Load()) }
func (h *hand) add(d time.Duration) { h.ns.Add(int64(d)) }

func newLimiter(perKey, perAccount int) (*meter.Meter, *hand) {
	h := &hand{}
	h.add(time.Hour)
	return meter.New(newLedger(0), meter.Options{PerKey: perKey, PerAccount: perAccount, Monotonic: h.now}), h
}

// naive keeps every admission for ever.
type naive map[string][]time.Duration

func (n naive) within(name string, now time.Duration) (inside []time.Duration) {
	for _, at := range n[name] {
		if now-at < time.Minute {
			inside = append(inside, at)
		}
	}
	return inside
}

// wait is how long the name must wait until one more fits, 0 = not at all.
func (n naive) wait(name string, limit int, now time.Duration) time.Duration {
	if inside := n.within(name, now); limit > 0 && len(inside) >= limit {
		return inside[len(inside)-limit] + time.Minute - now
	}
	return 0
}

func TestWindowAgainstAllAdmissions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		perKey, perAccount := rapid.IntRange(0, 9).Draw(t, "per key"), rapid.IntRange(0, 14).Draw(t, "per account")
		m, h := newLimiter(perKey, perAccount)
		seen := naive{}
		step := rapid.OneOf(rapid.Just(time.Duration(0)), rapid.Just(time.Nanosecond), rapid.Just(time.Second),
			rapid.Just(time.Minute-1), rapid.Just(time.Minute), rapid.Custom(func(t *rapid.T) time.Duration {
				return time.Duration(rapid.Int64Range(0, int64(20*time.Second)).Draw(t, "ns"))
			}))
		for range rapid.IntRange(1, 120).Draw(t, "requests") {
			h.add(step.Draw(t, "step"))
			key := rapid.SampledFrom([]string{"k1", "k2", "k3"}).Draw(t, "key")
			account := map[string]string{"k1": "a", "k2": "a", "k3": "b"}[key]
			now := h.now()
			keyWait, accountWait := seen.wait(key, perKey, now), seen.wait(account, perAccount, now)
			rate, ok := m.Admit(key, account)
			if want := keyWait == 0 && accountWait == 0; ok != want {
				t.Fatalf("Admit = %v, want %v (waits %v, %v)", ok, want, keyWait, accountWait)
			}
			if !ok {
				if rate.Reset != max(keyWait, accountWait) || rate.Remaining != 0 || rate.Account != (accountWait > keyWait) {
					t.Fatalf("refused with %+v; want to wait %v for the key, %v for the account", rate, keyWait, accountWait)
				}
				continue
			}
			if perKey > 0 {
				seen[key] = append(seen[key], now)
			}
			if perAccount > 0 {
				seen[account] = append(seen[account], now)
			}
			inside := seen.within(key, now)
			if perKey > 0 && (rate.Limit != perKey || rate.Remaining != perKey-len(inside) || rate.Reset != inside[0]+time.Minute-now) {
				t.Fatalf("admitted with %+v; %d of %d are inside since %v", rate, len(inside), perKey, now-inside[0])
			}
		}
	})
}

func TestResetExactlyAdmits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, h := newLimiter(rapid.IntRange(1, 5).Draw(t, "per key"), rapid.IntRange(1, 8).Draw(t, "per account"))
		for range 60 {
			key := rapid.SampledFrom([]string{"k1", "k2"}).Draw(t, "key")
			h.add(time.Duration(rapid.Int64Range(0, int64(15*time.Second)).Draw(t, "step")))
			rate, ok := m.Admit(key, "a")
			if ok {
				continue
			}
			h.add(rate.Reset - 1)
			if _, early := m.Admit(key, "a"); early {
				t.Fatalf("admitted a nanosecond before the Reset of %v", rate.Reset)
			}
			h.add(1)
			if _, ok := m.Admit(key, "a"); !ok {
				t.Fatalf("refused after waiting the Reset of %v", rate.Reset)
			}
		}
	})
}

// worst is the most admissions in any interval of a minute.
func worst(times []time.Duration) (most int) {
	for i := range times {
		n := 0
		for _, at := range times[i:] {
			if at-times[i] < time.Minute {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// The shapes of traffic of platform design 4.9, where fixed windows, weighted
// counters and token buckets admit up to 120 in some minute.
func TestTrafficShapes(t *testing.T) {
	flood := func(from, to time.Duration) (at []time.Duration) {
		for d := from; d < to; d += 50 * time.Millisecond {
			at = append(at, d)
		}
		return at
	}
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 49))
		var bursts []time.Duration
		for at := time.Duration(0); at < 6*time.Minute; at += time.Duration(rng.Int64N(int64(time.Minute))) {
			for i := range 60 {
				bursts = append(bursts, at+time.Duration(i))
			}
		}
		slices.Sort(bursts)
		var late []time.Duration
		from := 59*time.Second + time.Duration(rng.Int64N(int64(time.Second)))
		for i := range 60 {
			late = append(late, from+time.Duration(i))
		}
		late = append(late, flood(time.Minute, 3*time.Minute)...)
		var steady []time.Duration
		for i := range 360 {
			steady = append(steady, time.Duration(i)*time.Second)
		}
		for _, shape := range []struct {
			name            string
			at              []time.Duration
			worst, admitted int
		}{
			{"flood", flood(time.Duration(rng.Int64N(int64(time.Second))), 4*time.Minute), 60, -1},
			{"bursts", bursts, 60, -1},
			{"late burst", late, 60, -1},
			{"steady", steady, 60, 360},
		} {
			slices.Sort(shape.at)
			m, h := newLimiter(60, 0)
			start := h.now()
			var admitted []time.Duration
			for _, at := range shape.at {
				h.add(start + at - h.now())
				if _, ok := m.Admit("k", "a"); ok {
					admitted = append(admitted, at)
				}
			}
			if n := worst(admitted); n != shape.worst {
				t.Errorf("seed %d, %s: %d in some minute, want %d", seed, shape.name, n, shape.worst)
			}
			if shape.admitted >= 0 && len(admitted) != shape.admitted {
				t.Errorf("seed %d, %s: %d admitted, want %d", seed, shape.name, len(admitted), shape.admitted)
			}
		}
	}
}

func TestNoLimits(t *testing.T) {
	m, _ := newLimiter(0, 0)
	for range 1000 {
		if rate, ok := m.Admit("k", "a"); !ok || rate != (window.Rate{}) {
			t.Fatalf("Admit = %+v, %v without limits", rate, ok)
		}
	}
}

func TestRealClock(t *testing.T) {
	m := meter.New(newLedger(0), meter.Options{PerKey: 2})
	for i, want := range []bool{true, true, false, false} {
		rate, ok := m.Admit("k", "a")
		if ok != want || rate.Reset <= 0 || rate.Reset > time.Minute {
			t.Errorf("call %d: %+v, %v", i, rate, ok)
		}
	}
}

func TestAdmitConcurrently(t *testing.T) {
	m, h := newLimiter(60, 100)
	var admitted [3]atomic.Int64
	var wg sync.WaitGroup
	for g := range 12 {
		wg.Go(func() {
			for range 400 {
				if _, ok := m.Admit(fmt.Sprint("k", g%3), "a"); ok {
					admitted[g%3].Add(1)
				}
				h.add(time.Microsecond)
			}
		})
	}
	wg.Wait()
	total := int64(0)
	for i := range admitted {
		n := admitted[i].Load()
		if n > 60 {
			t.Errorf("key %d: %d admitted of 60", i, n)
		}
		total += n
	}
	if total != 100 {
		t.Errorf("%d admitted of the account's 100", total)
	}
}
