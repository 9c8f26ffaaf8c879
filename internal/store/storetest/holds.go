package storetest

import (
	"errors"
	"testing"
	"time"

	"toolcrib/internal/account"
)

// forMinutes is how long the holds of these tests last.
const forMinutes = 3 * time.Minute

func (f *fixture) tryHold(ch account.Charge) (account.Verdict, error) {
	return f.Hold(f.ctx, ch, f.clock.now().Add(forMinutes))
}

// hold holds and requires the outcome.
func (f *fixture) hold(want account.Outcome, ch account.Charge) account.Verdict {
	f.t.Helper()
	v, err := f.tryHold(ch)
	f.must(err)
	if v.Outcome != want {
		f.t.Fatalf("hold of %d units: outcome %d, want %d; %+v", ch.Units, v.Outcome, want, v)
	}
	return v
}

// settle settles and requires the outcome.
func (f *fixture) settle(want account.Outcome, ch account.Charge, units int64) account.Verdict {
	f.t.Helper()
	v, err := f.Settle(f.ctx, ch.ID, units, ch.Reply)
	f.must(err)
	if v.Outcome != want {
		f.t.Fatalf("settle at %d units: outcome %d, want %d; %+v", units, v.Outcome, want, v)
	}
	return v
}

// over requires that a hold cannot be settled any more.
func (f *fixture) over(name string, ch account.Charge, units int64) {
	f.t.Helper()
	if v, err := f.Settle(f.ctx, ch.ID, units, ch.Reply); !errors.Is(err, account.ErrEnded) {
		f.t.Errorf("%s: Settle = %+v, %v; want ErrEnded", name, v, err)
	}
}

// heldOf adds up what is held of an account.
func (f *fixture) heldOf(accountID string) (units int64) {
	f.t.Helper()
	list, err := f.Grants(f.ctx, accountID)
	f.must(err)
	for _, g := range list {
		units += g.Held
	}
	return units
}

// testHolds: what is held is nobody else's; what is settled is a charge like
// any other; the rest comes back to where it was.
func testHolds(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	promo := f.grant(c.account, account.PoolCompute, account.ClassPromo, 100)
	f.grant(c.account, account.PoolCompute, account.ClassPrepaid, 50)
	ch := f.with(c.compute(610), "k", "r", "the answer")
	v := f.hold(account.Charged, ch)
	equal(t, "taken", v.Taken, account.Taken{Free: 500, Promo: 100, Prepaid: 10})
	equal(t, "left", v.Balance, f.balance(c.account, account.PoolCompute, ""))
	equal(t, "left in all", v.Balance.Units(), 40)
	equal(t, "time", v.At, f.clock.now())
	equal(t, "held", f.heldOf(c.account), 610)
	equal(t, "not used yet", f.usage(c.key, "2026-11"), account.KeyUsage{})
	f.verify()

	f.outcome(account.Insufficient, c.compute(41))
	f.hold(account.Insufficient, c.compute(41))
	n, err := f.Refund(f.ctx, promo, 100)
	f.must(err)
	equal(t, "refunded of what is held", n, 0)
	equal(t, "no reply before it is settled", f.charge(f.with(c.compute(1), "k", "r", ""))[0].Outcome, account.Charged)
	f.over("unknown", c.compute(1), 1)
	f.verify()

	other := f.handle()
	if again, err := other.Hold(f.ctx, ch, f.clock.now().Add(forMinutes)); err != nil || again.Taken != v.Taken || again.At != v.At || again.Balance.Units() != 39 {
		t.Errorf("the same hold again = %+v, %v", again, err)
	}
	f.clock.add(time.Second)
	ch.Reply = f.with(ch, "k2", "r", "the answer").Reply
	done, err := other.Settle(f.ctx, ch.ID, 520, ch.Reply)
	f.must(err)
	equal(t, "outcome", done.Outcome, account.Charged)
	equal(t, "charged", done.Taken, account.Taken{Free: 500, Promo: 20})
	equal(t, "left after", done.Balance, f.balance(c.account, account.PoolCompute, ""))
	equal(t, "given back", done.Balance.Units(), 80+49)
	equal(t, "time", done.At, f.clock.now())
	equal(t, "held after", f.heldOf(c.account), 0)
	equal(t, "used", f.usage(c.key, "2026-11"), account.KeyUsage{Requests: 2, Units: 521})
	f.replayed("the reply", f.charge(f.with(c.compute(1), "k2", "r", ""))[0], ch)

	f.clock.add(time.Hour)
	equal(t, "settled again", f.settle(account.Charged, ch, 520), done)
	f.over("at another amount", ch, 519)
	f.over("at nothing", ch, 0)
	f.must(f.Void(f.ctx, ch.ID))
	if v, err := f.tryHold(ch); !errors.Is(err, account.ErrEnded) {
		t.Errorf("held again = %+v, %v", v, err)
	}
	equal(t, "nothing more was charged", f.usage(c.key, "2026-11"), account.KeyUsage{Requests: 2, Units: 521})
	equal(t, "charged again by its ID", f.outcome(account.Charged, ch).Taken, done.Taken)
	f.verify()
}

// testHoldRules: what is refused, and that nothing is held then.
func testHoldRules(t *testing.T, open Open) {
	f := newFixture(t, open)
	c, stranger := f.caller(), f.caller()
	capped := caller{c.account, f.key(account.Key{AccountID: c.account, Name: "capped", Cap: 10}).ID}
	f.outcome(account.Charged, f.with(c.compute(1), "k", "r", "x"))
	for _, r := range []struct {
		name string
		want account.Outcome
		edit func(*account.Charge)
	}{
		{"no such account", account.KeyGone, func(ch *account.Charge) { ch.AccountID = "acc_none" }},
		{"no such key", account.KeyGone, func(ch *account.Charge) { ch.KeyID = "key_none" }},
		{"another account's key", account.KeyGone, func(ch *account.Charge) { ch.KeyID = stranger.key }},
		{"too dear", account.Insufficient, func(ch *account.Charge) { ch.Units = 500 }},
		{"pool without units", account.Insufficient, func(ch *account.Charge) { ch.Pool = account.PoolAI }},
		{"above the cap", account.CapReached, func(ch *account.Charge) { ch.KeyID, ch.Units = capped.key, 11 }},
		{"answered before", account.Replayed, func(ch *account.Charge) { ch.Reply = f.with(*ch, "k", "r", "").Reply }},
		{"another request", account.KeyReused, func(ch *account.Charge) { ch.Reply = f.with(*ch, "k", "s", "").Reply }},
	} {
		ch := c.compute(5)
		r.edit(&ch)
		v, err := f.tryHold(ch)
		if err != nil || v.Outcome != r.want || v.Taken != (account.Taken{}) {
			t.Errorf("%s: %+v, %v; want outcome %d", r.name, v, err, r.want)
		}
	}
	for name, edit := range map[string]func(*account.Charge){
		"no units":             func(ch *account.Charge) { ch.Units = 0 },
		"fewer than none":      func(ch *account.Charge) { ch.Units = -1 },
		"no id":                func(ch *account.Charge) { ch.ID = "" },
		"paid by an allowance": func(ch *account.Charge) { *ch = c.decide() },
	} {
		ch := c.compute(5)
		edit(&ch)
		if v, err := f.tryHold(ch); err == nil {
			t.Errorf("%s: Hold = %+v", name, v)
		}
	}
	for _, lasts := range []time.Duration{-time.Second, 0, account.MaxHold + time.Millisecond} {
		if v, err := f.Hold(f.ctx, c.compute(5), f.clock.now().Add(lasts)); err == nil {
			t.Errorf("for %v: Hold = %+v", lasts, v)
		}
	}
	made := f.with(c.compute(1), "k3", "r", "")
	f.hold(account.Charged, made)
	made.KeyID = capped.key
	if v, err := f.tryHold(made); err == nil {
		t.Errorf("the hold of another key: %+v", v)
	}
	for _, units := range []int64{-1, 2} {
		if v, err := f.Settle(f.ctx, made.ID, units, nil); err == nil {
			t.Errorf("a hold of 1 settled at %d: %+v", units, v)
		}
	}
	charged := c.compute(1)
	f.outcome(account.Charged, charged)
	if v, err := f.tryHold(charged); !errors.Is(err, account.ErrEnded) {
		t.Errorf("Hold of what was charged = %+v, %v", v, err)
	}
	f.must(f.SetSuspended(f.ctx, c.account, true))
	f.hold(account.Suspended, c.compute(1))
	equal(t, "held", f.heldOf(c.account), 1)
	f.verify()
}

// testVoid: what is given back is as if it had not been held.
func testVoid(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	f.grant(c.account, account.PoolCompute, account.ClassPrepaid, 50)
	before := f.balance(c.account, account.PoolCompute, "")
	ch, none := c.compute(520), c.compute(520)
	f.hold(account.Charged, ch)
	f.must(f.Void(f.ctx, ch.ID))
	f.must(f.handle().Void(f.ctx, ch.ID))
	f.must(f.Void(f.ctx, "ch_none"))
	equal(t, "balance", f.balance(c.account, account.PoolCompute, ""), before)
	f.over("given back", ch, 1)
	if v, err := f.tryHold(ch); !errors.Is(err, account.ErrEnded) {
		t.Errorf("held again = %+v, %v", v, err)
	}

	f.hold(account.Charged, none)
	for range 2 {
		v := f.settle(account.Charged, f.with(none, "k", "r", "x"), 0)
		equal(t, "taken at 0 units", v.Taken, account.Taken{})
		equal(t, "balance at 0 units", v.Balance, before)
	}
	f.over("unknown at 0 units", c.compute(1), 0)
	equal(t, "no reply is kept", f.charge(f.with(c.compute(1), "k", "s", ""))[0].Outcome, account.Charged)
	equal(t, "used", f.usage(c.key, "2026-11"), account.KeyUsage{Requests: 1, Units: 1})
	f.verify()
}

// testHoldExpires: a hold that nobody ended cannot be settled after its time,
// and the next sweeps give it back, a bounded number at once.
func testHoldExpires(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	last := c.compute(1)
	for range 150 {
		f.hold(account.Charged, c.compute(3))
	}
	f.hold(account.Charged, last)
	sweep := func(name string, want account.Swept) {
		t.Helper()
		swept, err := f.Sweep(f.ctx)
		if err != nil || swept != want {
			t.Errorf("%s: Sweep = %+v, %v; want %+v", name, swept, err, want)
		}
	}
	f.clock.add(forMinutes - time.Millisecond)
	sweep("still open", account.Swept{})
	f.settle(account.Charged, last, 1)
	f.clock.add(time.Millisecond)
	late := c.compute(2)
	f.hold(account.Charged, late)
	equal(t, "held", f.heldOf(c.account), 152*3-4)
	sweep("as many as at once", account.Swept{Holds: 100})
	sweep("the rest", account.Swept{Holds: 50})
	sweep("nothing left", account.Swept{})
	equal(t, "held by the last", f.heldOf(c.account), 2)
	f.clock.add(forMinutes)
	f.over("past its time, not swept yet", late, 1)
	if v, err := f.tryHold(late); !errors.Is(err, account.ErrEnded) {
		t.Errorf("held again = %+v, %v", v, err)
	}
	f.outcome(account.Charged, c.compute(1))
	f.clock.add(-time.Minute) // the ledger's time does not go back with it
	sweep("the last", account.Swept{Holds: 1})
	f.clock.add(time.Minute)
	equal(t, "balance", f.balance(c.account, account.PoolCompute, "").Units(), 498)
	f.verify()
	f.clock.add(30*24*time.Hour - 2*time.Minute)
	sweep("forgotten after a time", account.Swept{Rows: 150})
	f.clock.add(2 * time.Minute)
	sweep("the last too", account.Swept{Rows: 1})
	f.over("forgotten", late, 1)
	equal(t, "charges stay", f.outcome(account.Charged, last).Taken, account.Taken{Free: 1})
	f.verify()
}
