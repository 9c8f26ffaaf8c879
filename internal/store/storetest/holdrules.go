package storetest

import (
	"testing"
	"time"

	"toolcrib/internal/account"
)

// testHoldOfEndedKey: who may not be charged any more by the time the answer
// is there does not get it, and everything comes back.
func testHoldOfEndedKey(t *testing.T, open Open) {
	f := newFixture(t, open)
	other := f.handle()
	for name, end := range map[string]func(caller){
		"revoked": func(c caller) {
			_, err := other.RevokeKey(f.ctx, c.key)
			f.must(err)
		},
		"disabled": func(c caller) {
			_, err := other.SetKeyDisabled(f.ctx, c.key, true)
			f.must(err)
		},
		"rotated": func(c caller) {
			_, err := other.RotateKey(f.ctx, c.key, account.Key{Hash: testHash()}, time.Second)
			f.must(err)
			f.clock.add(time.Second + time.Millisecond)
		},
	} {
		c := f.caller()
		ch := f.with(c.compute(400), name, "r", "x")
		f.hold(account.Charged, ch)
		end(c)
		v := f.settle(account.KeyGone, ch, 300)
		equal(t, name+": taken", v.Taken, account.Taken{})
		equal(t, name+": held", f.heldOf(c.account), 0)
		equal(t, name+": left", f.balance(c.account, account.PoolCompute, "").Units(), 500)
		f.over(name, ch, 300)
	}
	c := f.caller()
	ch := c.compute(400)
	f.hold(account.Charged, ch)
	f.must(other.SetSuspended(f.ctx, c.account, true))
	f.settle(account.Suspended, ch, 300)
	f.must(other.SetSuspended(f.ctx, c.account, false))
	f.over("the suspension was lifted too late", ch, 300)
	equal(t, "left", f.balance(c.account, account.PoolCompute, "").Units(), 500)
	f.verify()
}

// testHoldIdempotency: of two calls under one idempotency key that are under
// way at once, the first to be settled pays for both.
func testHoldIdempotency(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	first, second := f.with(c.compute(30), "k", "r", "first"), f.with(c.compute(30), "k", "r", "second")
	third := f.with(c.compute(30), "k", "another request", "third")
	for _, ch := range []account.Charge{first, second, third} {
		f.hold(account.Charged, ch)
	}
	f.settle(account.Charged, second, 20)
	f.replayed("settled after", f.settle(account.Replayed, first, 25), second)
	equal(t, "another request", f.settle(account.KeyReused, third, 25).Taken, account.Taken{})
	equal(t, "left", f.balance(c.account, account.PoolCompute, "").Units(), 480)
	equal(t, "used", f.usage(c.key, "2026-11"), account.KeyUsage{Requests: 1, Units: 20})
	f.over("given back", first, 25)
	f.verify()
}

// testHoldOverMonths: the free units of a month that were held in it pay in
// the next one, whose usage it is; what is given back is gone with its month.
func testHoldOverMonths(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	f.hook(c.account)
	f.clock.set("2026-11-30T23:59:00Z")
	f.grant(c.account, account.PoolCompute, account.ClassPrepaid, 100)
	ch := c.compute(550)
	f.hold(account.Charged, ch)
	f.clock.set("2026-12-01T00:01:00Z")
	v := f.settle(account.Charged, ch, 480)
	equal(t, "taken", v.Taken, account.Taken{Free: 480})
	equal(t, "month", v.Balance.ResetsAt, account.PeriodEnd(f.clock.now()))
	equal(t, "free units of the new month", v.Balance.Free, 500)
	equal(t, "prepaid", v.Balance.Prepaid, 100)
	equal(t, "used in November", f.usage(c.key, "2026-11"), account.KeyUsage{})
	equal(t, "used in December", f.usage(c.key, "2026-12"), account.KeyUsage{Requests: 1, Units: 480})
	equal(t, "events about November", len(f.claim(10)), 0)

	// A clock that goes back does not bring November back.
	f.clock.set("2026-11-30T23:59:30Z")
	equal(t, "time of a charge", f.outcome(account.Charged, c.compute(1)).At.Format(time.DateOnly), "2026-12-01")
	ch = c.compute(10)
	equal(t, "time", f.hold(account.Charged, ch).At.Format(time.DateOnly), "2026-12-01")
	f.verify()
}

// testHoldOverflow: units of another pool come back as they were taken, whole
// units of the own pool at a time.
func testHoldOverflow(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	f.grant(c.account, account.PoolCompute, account.ClassPrepaid, 40)
	f.grant(c.account, account.PoolCompute, account.ClassPrepaid, 40)
	ch := c.image(62)
	equal(t, "held", f.hold(account.Charged, ch).Taken, account.Taken{Free: 50, Overflow: 12})
	equal(t, "held of both pools", f.heldOf(c.account), 50+12*testRate)
	f.verify()
	v := f.settle(account.Charged, ch, 59)
	equal(t, "charged", v.Taken, account.Taken{Free: 50, Overflow: 9})
	equal(t, "prepaid left", f.balance(c.account, account.PoolCompute, "").Prepaid, 80-9*testRate)
	equal(t, "settled again", f.settle(account.Charged, ch, 59), v)
	f.verify()
	d := f.caller()
	f.grant(d.account, account.PoolCompute, account.ClassPrepaid, 40)
	ch = d.image(55)
	f.hold(account.Charged, ch)
	equal(t, "own units alone", f.settle(account.Charged, ch, 50).Taken, account.Taken{Free: 50})
	equal(t, "all prepaid back", f.balance(d.account, account.PoolCompute, "").Prepaid, 40)
	f.verify()
}

// testHoldCap: what is held counts against the cap of its key until it is
// settled, so that calls at once do not pass it together; in a new month too.
func testHoldCap(t *testing.T, open Open) {
	f := newFixture(t, open)
	a := f.account("a")
	c := caller{a.ID, f.key(account.Key{AccountID: a.ID, Name: "k", Cap: 100}).ID}
	first, second := c.compute(60), c.compute(30)
	f.outcome(account.Charged, c.compute(5))
	f.hold(account.Charged, first)
	f.outcome(account.CapReached, c.compute(36))
	f.hold(account.CapReached, c.compute(36))
	f.hold(account.Charged, second)
	f.outcome(account.Charged, c.compute(5))
	f.outcome(account.CapReached, c.compute(1))
	f.settle(account.Charged, first, 10)
	f.outcome(account.Charged, c.compute(50))
	f.outcome(account.CapReached, c.compute(1))
	f.must(f.Void(f.ctx, second.ID))
	f.outcome(account.Charged, c.compute(20))
	equal(t, "used", f.usage(c.key, "2026-11"), account.KeyUsage{Requests: 5, Units: 90})

	f.clock.set("2026-11-30T23:59:00Z")
	third := c.compute(10)
	f.hold(account.Charged, third)
	f.clock.set("2026-12-01T00:00:00Z")
	f.outcome(account.CapReached, c.compute(91))
	f.outcome(account.Charged, c.compute(90))
	f.settle(account.Charged, third, 10)
	f.outcome(account.CapReached, c.compute(1))
	f.verify()
}

// testHoldEvents: units are used up when they are settled.
func testHoldEvents(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	f.hook(c.account)
	ch := c.compute(450)
	f.hold(account.Charged, ch)
	f.outcome(account.Charged, c.compute(20))
	equal(t, "events while it is held", len(f.claim(10)), 0)
	f.settle(account.Charged, ch, 240)
	list := f.claim(10)
	if len(list) != 1 {
		t.Fatalf("events %+v, want one", list)
	}
	resets := account.PeriodEnd(f.clock.now())
	equal(t, "event", quotaOf(t, list[0]), quota{c.account, account.PoolCompute, "2026-11", 50, 500, 260, resets})
	f.verify()
}

// testHoldOfDisputed: of a disputed order nothing is left to calls under way.
func testHoldOfDisputed(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	o := f.paid(c.account)
	free, bought := c.compute(500), c.compute(700)
	f.hold(account.Charged, free)
	f.hold(account.Charged, bought)
	equal(t, "left", f.state(o).Remaining, o.Units-700)
	if r := f.refund(o, o.Units); r.Units != o.Units-700 {
		t.Errorf("refund of %d units, want all but those held", r.Units)
	}
	p := payment(o)
	p.Disputed = true
	now := f.apply(p, o)
	equal(t, "left of it", now.Remaining, 0)
	a, err := f.Account(f.ctx, c.account)
	f.must(err)
	equal(t, "suspended though nothing was used", a.Suspended, false)
	f.over("held of a disputed order", bought, 1)
	f.settle(account.Charged, free, 500)
	equal(t, "left", f.balance(c.account, account.PoolCompute, "").Units(), 0)
	f.verify()
}
