package storetest

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"toolcrib/internal/account"
)

// note is a call of the caller that has just been answered.
func (f *fixture) note(c caller, id string) account.Call {
	return account.Call{
		ID: "req_" + id, AccountID: c.account, KeyID: c.key, At: f.clock.now(), Op: testOp, Status: 200,
		Units: 2, Pool: account.PoolCompute, Took: 1500 * time.Microsecond,
	}
}

func (f *fixture) calls(what string, q account.CallQuery, want ...account.Call) {
	f.t.Helper()
	list, err := f.LastCalls(f.ctx, q)
	if err != nil || len(list) != len(want) || len(want) > 0 && !reflect.DeepEqual(list, want) {
		f.t.Errorf("%s: %+v, %v; want %+v", what, list, err, want)
	}
}

func testCalls(t *testing.T, open Open) {
	f := newFixture(t, open)
	c, other := f.caller(), f.caller()
	second := caller{c.account, f.key(account.Key{AccountID: c.account, Name: "second"}).ID}
	first := f.note(c, "1")
	f.clock.add(time.Second)
	failed := f.note(second, "2")
	failed.Status, failed.Code, failed.Units, failed.Pool = 422, "validation_failed", 0, ""
	f.clock.add(time.Second)
	last := f.note(c, "3")
	foreign := f.note(other, "4")
	unknown, mixed := f.note(caller{c.account, "key_none"}, "5"), f.note(caller{c.account, other.key}, "6")
	f.must(f.NoteCalls(f.ctx, []account.Call{last, foreign, unknown, first, mixed, failed, f.note(caller{"acc_none", c.key}, "7")}))
	f.must(f.NoteCalls(f.ctx, []account.Call{first, last})) // sent again
	f.must(f.NoteCalls(f.ctx, nil))
	f.calls("all", account.CallQuery{AccountID: c.account, Limit: 10}, last, failed, first)
	f.calls("two", account.CallQuery{AccountID: c.account, Limit: 2}, last, failed)
	f.calls("of one key", account.CallQuery{AccountID: c.account, KeyID: c.key, Limit: 10}, last, first)
	f.calls("failed", account.CallQuery{AccountID: c.account, Failed: true, Limit: 10}, failed)
	f.calls("failed, of a key without", account.CallQuery{AccountID: c.account, KeyID: c.key, Failed: true, Limit: 10})
	f.calls("another's key", account.CallQuery{AccountID: c.account, KeyID: other.key, Limit: 10})
	f.calls("of another", account.CallQuery{AccountID: other.account, Limit: 10}, foreign)
	f.calls("of no account", account.CallQuery{AccountID: "acc_none", Limit: 10})
	for _, limit := range []int{0, account.MaxCalls + 1} {
		if list, err := f.LastCalls(f.ctx, account.CallQuery{AccountID: c.account, Limit: limit}); err == nil {
			t.Errorf("%d calls listed at a limit of %d", len(list), limit)
		}
	}
}

// testLastCallsOnly: no more than the last calls of each account are kept,
// whoever notes them in whatever order, and none for ever.
func testLastCallsOnly(t *testing.T, open Open) {
	f := newFixture(t, open)
	c, other := f.caller(), f.caller()
	early := f.note(other, "other")
	var all []account.Call
	for i := range account.MaxCalls + 120 {
		f.clock.add(time.Millisecond)
		all = append(all, f.note(c, fmt.Sprintf("%04d", i)))
	}
	f.must(f.NoteCalls(f.ctx, append([]account.Call{early}, all[200:]...)))
	f.must(f.handle().NoteCalls(f.ctx, all[:200]))
	want := slices.Clone(all[120:])
	slices.Reverse(want)
	f.calls("the last of all", account.CallQuery{AccountID: c.account, Limit: account.MaxCalls}, want...)
	f.calls("of another", account.CallQuery{AccountID: other.account, Limit: 10}, early)

	f.clock.ms.Store(all[len(all)-1].At.Add(30*24*time.Hour - time.Millisecond).UnixMilli())
	swept, err := f.Sweep(f.ctx)
	f.must(err)
	equal(t, "swept before the last is 30 days old", swept, account.Swept{Rows: account.MaxCalls})
	f.calls("the last", account.CallQuery{AccountID: c.account, Limit: 2}, want[0])
	f.clock.add(time.Millisecond)
	swept, err = f.Sweep(f.ctx)
	f.must(err)
	equal(t, "swept", swept, account.Swept{Rows: 1})
}

// testSweepUsers: sessions and links go when they have run out, no sooner.
func testSweepUsers(t *testing.T, open Open) {
	f := newFixture(t, open)
	u, a := f.user("u")
	f.start(u.ID, account.Session{})
	used := f.start(u.ID, account.Session{})
	f.link(account.Link{Kind: account.LinkInvite, AccountID: a.ID, Role: account.RoleViewer})
	open2 := f.link(account.Link{Kind: account.LinkInvite, AccountID: a.ID, Role: account.RoleViewer, ExpiresAt: f.clock.now().Add(100 * time.Hour)})
	sweep := func(what string, want int) {
		t.Helper()
		swept, err := f.Sweep(f.ctx)
		f.must(err)
		equal(t, what, swept, account.Swept{Rows: want})
	}
	sweep("nothing has run out", 0)
	f.clock.add(time.Hour)
	f.must(f.TouchSession(f.ctx, used.ID))
	sweep("a link", 1)
	f.clock.add(account.SessionIdle - time.Hour)
	sweep("a session", 1)
	used.SeenAt = used.SeenAt.Add(time.Hour)
	f.alive("the other", used.Hash, &used)
	f.invites("the other", a.ID, open2)
}
