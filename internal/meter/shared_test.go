package meter_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"toolcrib/internal/meter"
	"toolcrib/internal/window"
)

// together keeps the windows of several meters, as a database does.
type together struct {
	mu   sync.Mutex
	now  func() time.Duration
	keys map[string]*window.Window
	away atomic.Bool
	asks atomic.Int64
}

func (s *together) window(name string) *window.Window {
	if s.keys[name] == nil {
		s.keys[name] = &window.Window{}
	}
	return s.keys[name]
}

func (s *together) Admit(_ context.Context, limits window.Limits, requests []window.Request) ([]window.Verdict, error) {
	s.asks.Add(1)
	if s.away.Load() {
		return nil, errors.New("away")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var verdicts []window.Verdict
	for _, r := range requests {
		verdicts = append(verdicts, window.Admit(s.window("k"+r.KeyID), s.window("a"+r.AccountID), limits, s.now()))
	}
	return verdicts, nil
}

func newTogether() (*together, *hand, func() *meter.Meter) {
	h := &hand{}
	h.add(time.Hour)
	s := &together{now: h.now, keys: map[string]*window.Window{}}
	return s, h, func() *meter.Meter {
		return meter.New(newLedger(0), meter.Options{PerKey: 60, PerAccount: 100, Monotonic: h.now, Shared: s})
	}
}

// Four processes that share windows admit what one would.
func TestSharedWindows(t *testing.T) {
	_, h, open := newTogether()
	var admitted atomic.Int64
	var wg sync.WaitGroup
	for range 4 {
		m := open()
		wg.Go(func() {
			for range 300 {
				if _, ok := m.Admit("k", "a"); ok {
					admitted.Add(1)
				}
				h.add(time.Microsecond)
			}
		})
	}
	wg.Wait()
	if n := admitted.Load(); n != 60 {
		t.Errorf("%d admitted of 60", n)
	}
}

// Where the shared windows are away each process counts for itself, asks again
// after a second, and does not hold up each request by asking.
func TestSharedWindowsAway(t *testing.T) {
	s, h, open := newTogether()
	m := open()
	for range 10 {
		m.Admit("k", "a")
	}
	s.away.Store(true)
	asked, admitted := s.asks.Load(), 0
	for range 100 {
		if _, ok := m.Admit("k", "a"); ok {
			admitted++
		}
	}
	if admitted != 60 || s.asks.Load() != asked+1 || m.Lapses() != 1 {
		t.Errorf("%d admitted, asked %d times, %d lapses", admitted, s.asks.Load()-asked, m.Lapses())
	}
	s.away.Store(false)
	h.add(time.Second)
	if rate, ok := m.Admit("k", "a"); !ok || rate.Remaining != 49 {
		t.Errorf("%+v, %v; want the shared window again, with 11 of 60", rate, ok)
	}
}
