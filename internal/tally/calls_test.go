package tally_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/engine"
	"toolcrib/internal/problem"
	"toolcrib/internal/tally"
)

// call is a call of an account that was answered.
func call(accountID, id string) engine.Observed {
	return engine.Observed{ID: id, Key: &account.Key{ID: "key", AccountID: accountID}, Op: "op", Status: 200, Units: 2, Pool: account.PoolCompute}
}

func written() {
	time.Sleep(tally.CountsEvery + time.Second)
	synctest.Wait()
}

func TestCallsAreWrittenEveryTenSeconds(t *testing.T) {
	run(t, func(b *book, tl *tally.Tally, _ context.CancelFunc) {
		at := time.Now()
		o := call("a", "1")
		o.Took = 3 * time.Millisecond
		tl.Observe(o)
		failed := call("a", "2")
		failed.Status, failed.Code, failed.Units, failed.Pool, failed.Refused = 422, problem.ValidationFailed, 0, "", true
		tl.Observe(failed)
		tl.Observe(call("a", "")) // a picture that was looked at
		written()
		want := []account.Call{
			{ID: "req_1", AccountID: "a", KeyID: "key", At: at, Op: "op", Status: 200, Units: 2, Pool: account.PoolCompute, Took: 3 * time.Millisecond},
			{ID: "req_2", AccountID: "a", KeyID: "key", At: at, Op: "op", Status: 422, Code: "validation_failed"},
		}
		if got := b.calls["a"]; len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
			t.Errorf("%+v, want %+v", got, want)
		}
		written()
		if len(b.parts) != 1 {
			t.Errorf("%d writes of calls, want 1", len(b.parts))
		}
	})
}

// TestCallsAreBounded: the last of each account, a bound on all, and no write
// that keeps a store for long.
func TestCallsAreBounded(t *testing.T) {
	run(t, func(b *book, tl *tally.Tally, _ context.CancelFunc) {
		for i := range account.MaxCalls + 50 {
			tl.Observe(call("busy", fmt.Sprint(i)))
		}
		for i := range 30_000 {
			tl.Observe(call(fmt.Sprint("account ", i), fmt.Sprint("other ", i)))
		}
		for i := range 20 { // its own oldest make room
			tl.Observe(call("busy", fmt.Sprint("late ", i)))
		}
		written()
		busy := b.calls["busy"]
		if len(busy) != account.MaxCalls || busy[0].ID != "req_70" || busy[len(busy)-1].ID != "req_late 19" {
			t.Errorf("%d calls of one account, from %s to %s", len(busy), busy[0].ID, busy[len(busy)-1].ID)
		}
		all := 0
		for _, n := range b.parts {
			all += n
			if n > 1000 {
				t.Errorf("%d calls in one write", n)
			}
		}
		if all != 5_000 {
			t.Errorf("%d calls in all", all)
		}
	})
}

// TestCallsAreKeptWhileTheStoreIsAway: what failed is written again, before
// what came meanwhile, within the same bound.
func TestCallsAreKeptWhileTheStoreIsAway(t *testing.T) {
	run(t, func(b *book, tl *tally.Tally, _ context.CancelFunc) {
		b.away = true
		for i := range account.MaxCalls {
			tl.Observe(call("a", fmt.Sprint(i)))
		}
		written()
		tl.Observe(call("a", "since"))
		written()
		b.mu.Lock()
		b.away = false
		b.mu.Unlock()
		written()
		got := b.calls["a"]
		if len(got) != account.MaxCalls || got[0].ID != "req_1" || got[len(got)-1].ID != "req_since" {
			t.Errorf("%d calls: %+v", len(got), got)
		}
	})
}

// TestCallsGetOn: of many, those written before a failure are not written again.
func TestCallsGetOn(t *testing.T) {
	run(t, func(b *book, tl *tally.Tally, _ context.CancelFunc) {
		b.failing = 3
		for i := range 5000 {
			tl.Observe(call(fmt.Sprint("account ", i), fmt.Sprint(i)))
		}
		written()
		b.mu.Lock()
		b.failing = 0
		b.mu.Unlock()
		written()
		if len(b.calls) != 5000 || len(b.parts) != 6 {
			t.Errorf("%d accounts in %d writes", len(b.calls), len(b.parts))
		}
		for id, calls := range b.calls {
			if len(calls) != 1 {
				t.Errorf("%s was written %d times", id, len(calls))
			}
		}
	})
}
