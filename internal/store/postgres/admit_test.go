package postgres_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"toolcrib/internal/account"
	"toolcrib/internal/account/accounttest"
	"toolcrib/internal/store/postgres"
	"toolcrib/internal/window"
)

// TestAdmitIsExactOverNodes: four nodes are asked for one account's requests
// all at once, on the database's own clock.
func TestAdmitIsExactOverNodes(t *testing.T) {
	url := server.Database(t)
	limits := window.Limits{PerKey: 60, PerAccount: 100}
	var admitted [2]atomic.Int64 // by key
	var asked atomic.Int64
	begun := time.Now()
	var all sync.WaitGroup
	for range 4 {
		s := open(t, postgres.Options{URL: url})
		defer s.Close()
		for worker := range 4 {
			all.Go(func() {
				for i := range 60 {
					batch := make([]window.Request, 1+i%3)
					for j := range batch {
						batch[j] = window.Request{KeyID: fmt.Sprint("key_", worker%2), AccountID: "acc_1"}
					}
					verdicts, err := s.Admit(context.Background(), limits, batch)
					if err != nil {
						t.Error(err)
						return
					}
					asked.Add(int64(len(batch)))
					for _, v := range verdicts {
						if v.Admitted {
							admitted[worker%2].Add(1)
						}
					}
				}
			})
		}
	}
	all.Wait()
	a, b := admitted[0].Load(), admitted[1].Load()
	t.Logf("%d and %d of %d admitted in %v", a, b, asked.Load(), time.Since(begun))
	if time.Since(begun) < window.Period && (a+b != 100 || a > 60 || b > 60) {
		t.Errorf("admitted %d and %d; want 100 together and at most 60 of each", a, b)
	}
}

// TestAdmitHistories compares random histories over two nodes with a list of
// all that was ever admitted.
func TestAdmitHistories(t *testing.T) {
	clock := accounttest.NewClock("2026-11-20T09:00:00Z")
	url := server.Database(t)
	nodes := [2]*postgres.Store{
		open(t, postgres.Options{URL: url, Clock: clock.Now}),
		open(t, postgres.Options{URL: url, Clock: clock.Now}),
	}
	for _, n := range nodes {
		defer n.Close()
	}
	history := 0
	rapid.Check(t, func(t *rapid.T) {
		history++
		limits := window.Limits{PerKey: rapid.IntRange(0, 4).Draw(t, "per key"), PerAccount: rapid.IntRange(0, 6).Draw(t, "per account")}
		var log []admitted
		for range rapid.IntRange(1, 12).Draw(t, "batches") {
			clock.Add(time.Duration(rapid.Int64Range(0, 40_000_000).Draw(t, "step")) * time.Microsecond)
			batch := make([]window.Request, rapid.IntRange(1, 5).Draw(t, "size"))
			for i := range batch {
				batch[i] = window.Request{
					KeyID:     fmt.Sprint("key_", history, "_", rapid.IntRange(0, 1).Draw(t, "key")),
					AccountID: fmt.Sprint("acc_", history),
				}
			}
			verdicts, err := nodes[rapid.IntRange(0, 1).Draw(t, "node")].Admit(context.Background(), limits, batch)
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range verdicts {
				key, all := recent(log, clock.Now(), batch[i].KeyID)
				want := (limits.PerKey == 0 || key < limits.PerKey) && (limits.PerAccount == 0 || all < limits.PerAccount)
				if v.Admitted != want {
					t.Fatalf("request %d of %s: admitted is %v, after %d of the key and %d in all", i, batch[i].KeyID, v.Admitted, key, all)
				}
				if v.Admitted {
					log = append(log, admitted{clock.Now(), batch[i].KeyID})
				}
			}
		}
	})
}

type admitted struct {
	at  time.Time
	key string
}

// recent counts what was admitted in the last minute: of a key, and in all.
func recent(log []admitted, now time.Time, key string) (of, all int) {
	for _, a := range log {
		if now.Sub(a.at) < time.Minute {
			all++
			if a.key == key {
				of++
			}
		}
	}
	return of, all
}

// TestAdmitWhenTheClockGoesBack: nothing more is admitted, and the wait is
// never longer than a window.
func TestAdmitWhenTheClockGoesBack(t *testing.T) {
	clock := accounttest.NewClock("2026-11-20T09:00:00Z")
	s := open(t, postgres.Options{URL: server.Database(t), Clock: clock.Now})
	defer s.Close()
	ask := func(want bool) window.Verdict {
		t.Helper()
		v, err := s.Admit(t.Context(), window.Limits{PerKey: 1}, []window.Request{{KeyID: "key_1", AccountID: "acc_1"}})
		if err != nil {
			t.Fatal(err)
		}
		if v[0].Admitted != want {
			t.Fatalf("admitted is %v at %v", v[0].Admitted, clock.Now())
		}
		return v[0]
	}
	ask(true)
	clock.Add(-time.Hour)
	if v := ask(false); v.Reset != window.Period {
		t.Errorf("reset in %v, want %v", v.Reset, window.Period)
	}
	clock.Add(window.Period - time.Microsecond)
	ask(false)
	clock.Add(time.Microsecond)
	ask(true)
}

// TestAdmitWhenTheClockJumps: neither node admits more, whichever notices
// first, nor one that starts after the jump.
func TestAdmitWhenTheClockJumps(t *testing.T) {
	wall := accounttest.NewClock("2026-11-20T09:00:00Z")
	passed := accounttest.NewClock("2026-11-20T09:00:00Z")
	pass := func(d time.Duration) { wall.Add(d); passed.Add(d) }
	url := server.Database(t)
	node := func() *postgres.Store {
		s := open(t, postgres.Options{URL: url, Clock: wall.Now, Monotonic: passed.Since})
		t.Cleanup(func() { _ = s.Close() })
		return s
	}
	one, two := node(), node()
	ask := func(s *postgres.Store, key string, want bool) window.Verdict {
		t.Helper()
		v, err := s.Admit(t.Context(), window.Limits{PerKey: 1}, []window.Request{{KeyID: key, AccountID: "acc_1"}})
		if err != nil {
			t.Fatal(err)
		}
		if v[0].Admitted != want {
			t.Fatalf("%s: admitted is %v after %v", key, v[0].Admitted, passed.Since())
		}
		return v[0]
	}
	ask(one, "key_1", true)
	ask(two, "key_2", true)
	pass(20 * time.Second)
	wall.Add(time.Hour)
	if v := ask(one, "key_2", false); v.Reset != 40*time.Second {
		t.Errorf("reset in %v, want 40s", v.Reset)
	}
	ask(two, "key_1", false)
	ask(node(), "key_1", false)
	wall.Add(24 * time.Hour)
	ask(two, "key_1", false)
	ask(one, "key_1", false)
	pass(40*time.Second - time.Millisecond)
	ask(one, "key_1", false)
	pass(time.Millisecond)
	ask(one, "key_1", true)
	ask(two, "key_2", true)
	// Back to what it was: the wait is a window's length again, from then on.
	wall.Add(-25 * time.Hour)
	ask(two, "key_2", false)
	pass(window.Period)
	ask(one, "key_2", true)
}

// TestSweepWindows: a window that nothing is in goes, one that is in use stays.
func TestSweepWindows(t *testing.T) {
	clock := accounttest.NewClock("2026-11-20T09:00:00Z")
	s := open(t, postgres.Options{URL: server.Database(t), Clock: clock.Now})
	defer s.Close()
	admit := func(key string) int {
		t.Helper()
		v, err := s.Admit(t.Context(), window.Limits{PerKey: 60}, []window.Request{{KeyID: key, AccountID: "acc_1"}})
		if err != nil {
			t.Fatal(err)
		}
		return v[0].Remaining
	}
	admit("key_1")
	clock.Add(30 * time.Second)
	admit("key_2")
	clock.Add(31 * time.Second)
	if swept, err := s.Sweep(t.Context()); swept != (account.Swept{Rows: 1}) || err != nil {
		t.Errorf("Sweep = %+v, %v; want 1 window", swept, err)
	}
	if got := admit("key_1"); got != 59 {
		t.Errorf("key_1 has %d left, want 59", got)
	}
	if got := admit("key_2"); got != 58 {
		t.Errorf("key_2 has %d left, want 58", got)
	}
}
