package storetest

import (
	"testing"
	"time"

	"toolcrib/internal/account"
)

func testDuplicates(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	f.grant(c.account, account.PoolCompute, account.ClassPromo, 4)
	f.grant(c.account, account.PoolCompute, account.ClassPrepaid, 96)
	split := c.compute(510)
	first := f.outcome(account.Charged, split)
	byAllowance := c.decide()
	f.outcome(account.Charged, byAllowance)
	f.clock.add(time.Minute)

	// Sent again alone, and among new ones.
	again := f.charge(split)[0]
	equal(t, "sent again", again, first)
	fresh := c.compute(1)
	verdicts := f.charge(fresh, split, byAllowance, c.compute(1), fresh)
	equal(t, "taken when sent again", verdicts[1].Taken, first.Taken)
	equal(t, "time when sent again", verdicts[1].At, first.At)
	equal(t, "allowance when sent again", verdicts[2].Taken, account.Taken{Allowance: 1})
	equal(t, "new before", verdicts[0].Taken, account.Taken{Prepaid: 1})
	equal(t, "new after", verdicts[3].Taken, account.Taken{Prepaid: 1})
	equal(t, "twice in one batch", verdicts[4].Taken, account.Taken{Prepaid: 1})
	equal(t, "left", f.balance(c.account, account.PoolCompute, "").Prepaid, 88)

	// Refused, then sent again with funds; made, then sent again by a handle
	// that knows nothing of it.
	dear := c.compute(100)
	f.outcome(account.Insufficient, dear)
	f.grant(c.account, account.PoolCompute, account.ClassPrepaid, 12)
	f.outcome(account.Charged, dear)
	v := f.chargeOn(f.handle(), dear)[0]
	equal(t, "on another handle", v.Outcome, account.Charged)
	equal(t, "on another handle", v.Taken, account.Taken{Prepaid: 100})

	// A key that has ended does not unmake its charge.
	if _, err := f.RevokeKey(f.ctx, c.key); err != nil {
		t.Fatal(err)
	}
	verdicts = f.charge(dear, c.compute(1))
	equal(t, "made before the revocation", verdicts[0].Outcome, account.Charged)
	equal(t, "new after the revocation", verdicts[1].Outcome, account.KeyGone)
	equal(t, "usage", f.usage(c.key, "2026-11"), account.KeyUsage{Requests: 5, Units: 612})
	f.verify()
}

func testDuplicateOfAnotherKey(t *testing.T, open Open) {
	f := newFixture(t, open)
	a, b := f.caller(), f.caller()
	made := a.compute(1)
	f.outcome(account.Charged, made)
	stolen := b.compute(1)
	stolen.ID = made.ID
	if v, err := f.ChargeBatch(f.ctx, []account.Charge{b.compute(1), stolen}); err == nil {
		t.Errorf("an ID used by another key: %+v, want an error", v)
	}
	first, second := a.compute(1), b.compute(1)
	second.ID = first.ID
	if v, err := f.ChargeBatch(f.ctx, []account.Charge{first, second}); err == nil {
		t.Errorf("an ID used by two keys of one batch: %+v, want an error", v)
	}
	equal(t, "balance", f.balance(a.account, account.PoolCompute, "").Free, 499)
	equal(t, "balance", f.balance(b.account, account.PoolCompute, "").Free, 500)
	f.verify()
}
