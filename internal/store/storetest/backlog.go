package storetest

import (
	"testing"

	"toolcrib/internal/account"
)

// testBacklog: holds count until they end, in whichever way, and events until
// they are delivered or given up.
func testBacklog(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	backlog := func(name string, want account.Backlog) {
		t.Helper()
		got, err := f.Backlog(f.ctx)
		f.must(err)
		equal(t, name, got, want)
	}
	backlog("nothing has happened", account.Backlog{})
	f.hook(c.account)
	settled, voided, lapsed := c.compute(3), c.compute(2), c.compute(1)
	for _, ch := range []account.Charge{settled, voided, lapsed} {
		f.hold(account.Charged, ch)
	}
	backlog("three calls are under way", account.Backlog{Holds: 3})
	f.settle(account.Charged, settled, 1)
	f.must(f.Void(f.ctx, voided.ID))
	backlog("one is", account.Backlog{Holds: 1})
	f.clock.add(forMinutes)
	backlog("its time is over, and nobody has given it back", account.Backlog{Holds: 1})
	swept, err := f.Sweep(f.ctx)
	f.must(err)
	equal(t, "swept", swept, account.Swept{Holds: 1})
	backlog("none is", account.Backlog{})

	f.grant(c.account, account.PoolCompute, account.ClassPromo, 10_000)
	f.charge(c.compute(499)) // half of the free units, and four fifths
	due := f.claim(10)
	backlog("events that are being sent wait still", account.Backlog{Events: int64(len(due))})
	f.must(f.SettleEvent(f.ctx, due[0].EventID, true))
	f.must(f.SettleEvent(f.ctx, due[1].EventID, false))
	backlog("events are over", account.Backlog{Events: int64(len(due) - 2)})
	if len(due) < 2 {
		t.Errorf("%d events", len(due))
	}
}
