package storetest

import (
	"testing"

	"toolcrib/internal/account"
)

// testOverflow: the image pool falls to what was bought for compute, after
// its own units, and never to free or promotional compute units.
func testOverflow(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	f.grant(c.account, account.PoolCompute, account.ClassPromo, 1000)
	f.outcome(account.Charged, c.image(48))
	v := f.outcome(account.Insufficient, c.image(3))
	equal(t, "free compute units do not count", v.Balance,
		account.Balance{Pool: account.PoolImage, FreeLimit: 50, Free: 2, ResetsAt: november})
	f.grant(c.account, account.PoolImage, account.ClassPromo, 1)
	f.grant(c.account, account.PoolCompute, account.ClassPrepaid, 4)
	f.grant(c.account, account.PoolCompute, account.ClassPrepaid, 23)
	f.grant(c.account, account.PoolImage, account.ClassPrepaid, 1)
	before := account.Balance{
		Pool: account.PoolImage, FreeLimit: 50, Free: 2, Promo: 1, Prepaid: 1, Overflow: 5, EverPaid: true, ResetsAt: november,
	}
	equal(t, "27 units stand for 5", f.balance(c.account, account.PoolImage, ""), before)
	equal(t, "too dear", f.outcome(account.Insufficient, c.image(10)).Balance, before)
	split := c.image(6)
	v = f.outcome(account.Charged, split)
	equal(t, "taken", v.Taken, account.Taken{Free: 2, Promo: 1, Prepaid: 1, Overflow: 2})
	equal(t, "units", v.Taken.Units(), 6)
	after := account.Balance{Pool: account.PoolImage, FreeLimit: 50, Overflow: 3, EverPaid: true, ResetsAt: november}
	equal(t, "balance of the verdict", v.Balance, after)
	equal(t, "balance read", f.balance(c.account, account.PoolImage, ""), after)
	equal(t, "sent again", f.charge(split)[0], v)
	equal(t, "sent again elsewhere", f.chargeOn(f.handle(), split)[0], v)
	compute := f.balance(c.account, account.PoolCompute, "")
	equal(t, "prepaid compute units", compute.Prepaid, 17)
	equal(t, "free compute units", compute.Free, 500)
	equal(t, "promotional compute units", compute.Promo, 1000)
	v = f.outcome(account.Charged, c.image(3))
	equal(t, "taken", v.Taken, account.Taken{Overflow: 3})
	f.outcome(account.Insufficient, c.image(1))
	equal(t, "the rest is compute's", f.balance(c.account, account.PoolCompute, "").Prepaid, 2)
	equal(t, "usage in image units", f.usage(c.key, "2026-11"), account.KeyUsage{Requests: 3, Units: 57})
	f.verify()
}

// testOverflowArithmetic: compute and image in one batch share the same
// prepaid units, and nothing is used twice.
func testOverflowArithmetic(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	f.charge(c.image(50), c.compute(500))
	f.grant(c.account, account.PoolCompute, account.ClassPrepaid, 20)
	verdicts := f.charge(c.image(2), c.compute(3), c.image(2), c.compute(7), c.image(1), c.compute(2), c.image(1), c.compute(8))
	for i, want := range []struct {
		outcome account.Outcome
		taken   account.Taken
		left    int64 // prepaid or overflow units
	}{
		{account.Charged, account.Taken{Overflow: 2}, 2},
		{account.Charged, account.Taken{Prepaid: 3}, 7},
		{account.Insufficient, account.Taken{}, 1},
		{account.Charged, account.Taken{Prepaid: 7}, 0},
		{account.Insufficient, account.Taken{}, 0},
		{account.Insufficient, account.Taken{}, 0},
		{account.Insufficient, account.Taken{}, 0},
		{account.Insufficient, account.Taken{}, 0},
	} {
		equal(t, "outcome", verdicts[i].Outcome, want.outcome)
		equal(t, "taken", verdicts[i].Taken, want.taken)
		equal(t, "left", verdicts[i].Balance.Units(), want.left)
	}
	f.verify()
}

// testTestKeys: the pools of test keys are given the same each month and
// touch none of the account's own.
func testTestKeys(t *testing.T, open Open) {
	f := newFixture(t, open)
	live := f.caller()
	test := caller{live.account, f.key(account.Key{AccountID: live.account, Name: "test", Env: account.Test}).ID}
	f.grant(live.account, account.PoolCompute, account.ClassPrepaid, 1000)
	forTest := func(ch account.Charge) account.Charge {
		ch.Pool, ch.Allowance = ch.Pool.For(account.Test), ch.Allowance.For(account.Test)
		return ch
	}
	pool := account.PoolCompute.For(account.Test)
	equal(t, "untouched", f.balance(live.account, pool, ""),
		account.Balance{Pool: pool, FreeLimit: 500, Free: 500, ResetsAt: november})
	for range testAllowFree {
		equal(t, "allowance", f.outcome(account.Charged, forTest(test.decide())).Taken, account.Taken{Allowance: 1})
	}
	f.outcome(account.Charged, forTest(test.compute(499)))
	f.outcome(account.Charged, forTest(test.decide()))
	f.outcome(account.Insufficient, forTest(test.compute(1)))
	f.outcome(account.Charged, forTest(test.image(50)))
	v := f.outcome(account.Insufficient, forTest(test.image(1)))
	equal(t, "nothing was bought for test keys", v.Balance.EverPaid, false)
	own := f.balance(live.account, account.PoolCompute, account.AllowancePool(testDecide))
	equal(t, "the account's own units", own.Units(), 1500)
	equal(t, "the account's own allowance", own.Allowance, testAllowFree)
	f.verify()
}
