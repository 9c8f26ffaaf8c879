package storetest

import (
	"testing"
	"time"

	"toolcrib/internal/account"
)

// november is the first month of the fixture; this is when its pools reset.
var november = time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)

func testChargeRules(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	if v, err := f.ChargeBatch(f.ctx, nil); err != nil || len(v) != 0 {
		t.Errorf("no charges: %v, %v", v, err)
	}
	for _, d := range []struct {
		name string
		edit func(*account.Charge)
	}{
		{"no id", func(ch *account.Charge) { ch.ID = "" }},
		{"no operation", func(ch *account.Charge) { ch.Op = "" }},
		{"no pool", func(ch *account.Charge) { ch.Pool = "" }},
		{"no price", func(ch *account.Charge) { ch.Units = 0 }},
		{"negative price", func(ch *account.Charge) { ch.Units = -5 }},
	} {
		bad := c.compute(1)
		d.edit(&bad)
		if v, err := f.ChargeBatch(f.ctx, []account.Charge{c.compute(1), bad}); err == nil {
			t.Errorf("%s: %+v, want an error", d.name, v)
		}
	}
	equal(t, "balance after failed batches", f.balance(c.account, account.PoolCompute, "").Free, 500)
	f.verify()
}

func testVerdictOrder(t *testing.T, open Open) {
	f := newFixture(t, open)
	a := f.account("a")
	capped := caller{a.ID, f.key(account.Key{AccountID: a.ID, Name: "capped", Cap: 5}).ID}
	free := caller{a.ID, f.key(account.Key{AccountID: a.ID, Name: "free"}).ID}
	stranger := f.caller()

	full := account.Balance{Pool: account.PoolCompute, FreeLimit: 500, Free: 500, ResetsAt: november}
	gone := account.Balance{Pool: account.PoolCompute, ResetsAt: november}
	expect := func(name string, ch account.Charge, outcome account.Outcome, balance account.Balance) {
		t.Helper()
		want := account.Verdict{Outcome: outcome, Balance: balance, At: f.clock.now()}
		equal(t, name, f.charge(ch)[0], want)
	}
	expect("insufficient", free.compute(501), account.Insufficient, full)
	expect("cap before insufficient", capped.compute(501), account.CapReached, full)
	expect("unknown key", caller{a.ID, "key_none"}.compute(1), account.KeyGone, gone)
	expect("key of another account", caller{stranger.account, free.key}.compute(1), account.KeyGone, gone)
	expect("unknown account", caller{"acc_none", free.key}.compute(1), account.KeyGone, gone)

	if err := f.SetSuspended(f.ctx, a.ID, true); err != nil {
		t.Fatal(err)
	}
	expect("suspended", free.compute(1), account.Suspended, full)
	expect("suspended before cap", capped.compute(501), account.Suspended, full)
	if _, err := f.RevokeKey(f.ctx, capped.key); err != nil {
		t.Fatal(err)
	}
	expect("revoked before suspended", capped.compute(1), account.KeyGone, gone)
	if err := f.SetSuspended(f.ctx, a.ID, false); err != nil {
		t.Fatal(err)
	}
	v := f.outcome(account.Charged, free.compute(1))
	full.Free--
	equal(t, "charged at last", v, account.Verdict{
		Taken: account.Taken{Free: 1}, Balance: full, At: f.clock.now(),
	})
	f.verify()
}

func testClassOrder(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	// Promotional units are used before those bought earlier.
	f.grant(c.account, account.PoolCompute, account.ClassPrepaid, 10)
	f.grant(c.account, account.PoolCompute, account.ClassPromo, 7)
	f.grant(c.account, account.PoolCompute, account.ClassPrepaid, 20)
	f.grant(c.account, account.PoolCompute, account.ClassPromo, 3)
	f.grant(c.account, account.PoolImage, account.ClassPrepaid, 1000) // another pool
	for _, step := range []struct {
		units int64
		taken account.Taken
		left  [3]int64 // free, promo, prepaid
	}{
		{498, account.Taken{Free: 498}, [3]int64{2, 10, 30}},
		{5, account.Taken{Free: 2, Promo: 3}, [3]int64{0, 7, 30}},
		{6, account.Taken{Promo: 6}, [3]int64{0, 1, 30}},
		{12, account.Taken{Promo: 1, Prepaid: 11}, [3]int64{0, 0, 19}},
		{19, account.Taken{Prepaid: 19}, [3]int64{0, 0, 0}},
	} {
		v := f.outcome(account.Charged, c.compute(step.units))
		equal(t, "taken", v.Taken, step.taken)
		equal(t, "units", v.Taken.Units(), step.units)
		want := account.Balance{
			Pool: account.PoolCompute, FreeLimit: 500, Free: step.left[0], Promo: step.left[1],
			Prepaid: step.left[2], EverPaid: true, ResetsAt: november,
		}
		equal(t, "balance of the verdict", v.Balance, want)
		equal(t, "balance read", f.balance(c.account, account.PoolCompute, ""), want)
	}
	v := f.outcome(account.Insufficient, c.compute(1))
	equal(t, "taken when refused", v.Taken, account.Taken{})
	equal(t, "the other pool", f.balance(c.account, account.PoolImage, "").Prepaid, 1000)
	f.verify()
}

// testAllowance: the allowance goes first and costs no units; with it used up
// the call costs its price; no entitlement is left unused.
func testAllowance(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	allowance := account.AllowancePool(testDecide)
	for left := int64(testAllowFree) - 1; left >= 0; left-- {
		v := f.outcome(account.Charged, c.decide())
		equal(t, "taken", v.Taken, account.Taken{Allowance: 1})
		equal(t, "balance", v.Balance, account.Balance{
			Pool: account.PoolCompute, FreeLimit: 500, Free: 500,
			AllowanceLimit: testAllowFree, Allowance: left, ResetsAt: november,
		})
		equal(t, "balance read", f.balance(c.account, account.PoolCompute, allowance), v.Balance)
	}
	v := f.outcome(account.Charged, c.decide())
	equal(t, "taken after the allowance", v.Taken, account.Taken{Free: 1})
	f.outcome(account.Charged, c.compute(499))
	v = f.outcome(account.Insufficient, c.decide())
	equal(t, "taken with nothing left", v.Taken, account.Taken{})

	// An operation without an allowance in the plan just costs its price.
	other := f.caller()
	ch := other.compute(2)
	ch.Allowance = account.AllowancePool("no-such-operation")
	equal(t, "no allowance planned", f.outcome(account.Charged, ch).Taken, account.Taken{Free: 2})

	// With the units gone, the allowance still pays.
	f.outcome(account.Charged, other.compute(498))
	f.outcome(account.Insufficient, other.compute(1))
	equal(t, "allowance alone", f.outcome(account.Charged, other.decide()).Taken, account.Taken{Allowance: 1})
	equal(t, "usage", f.usage(other.key, "2026-11"), account.KeyUsage{Requests: 3, Units: 500})
	f.verify()
}

func testAllOrNothing(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	f.grant(c.account, account.PoolCompute, account.ClassPromo, 3)
	before := f.balance(c.account, account.PoolCompute, "")
	f.outcome(account.Insufficient, c.compute(504))
	equal(t, "balance after a refusal", f.balance(c.account, account.PoolCompute, ""), before)
	v := f.outcome(account.Charged, c.compute(503))
	equal(t, "everything at once", v.Taken, account.Taken{Free: 500, Promo: 3})

	// A pool without a free part.
	ai := c.compute(1)
	ai.Pool = account.PoolAI
	v = f.outcome(account.Insufficient, ai)
	equal(t, "balance", v.Balance, account.Balance{Pool: account.PoolAI, ResetsAt: november})
	f.grant(c.account, account.PoolAI, account.ClassPrepaid, 1)
	ai.ID = chargeID()
	v = f.outcome(account.Charged, ai)
	equal(t, "balance", v.Balance, account.Balance{Pool: account.PoolAI, EverPaid: true, ResetsAt: november})
	f.verify()
}

func testOneRefusalAmongMany(t *testing.T, open Open) {
	f := newFixture(t, open)
	a, b := f.caller(), f.caller()
	verdicts := f.charge(
		a.compute(300), b.compute(1), a.compute(300), a.compute(200),
		caller{a.account, "key_none"}.compute(1), a.compute(1), b.decide(), b.compute(2),
	)
	want := []struct {
		outcome account.Outcome
		taken   account.Taken
		free    int64
	}{
		{account.Charged, account.Taken{Free: 300}, 200},
		{account.Charged, account.Taken{Free: 1}, 499},
		{account.Insufficient, account.Taken{}, 200},
		{account.Charged, account.Taken{Free: 200}, 0},
		{account.KeyGone, account.Taken{}, 0},
		{account.Insufficient, account.Taken{}, 0},
		{account.Charged, account.Taken{Allowance: 1}, 499},
		{account.Charged, account.Taken{Free: 2}, 497},
	}
	for i, v := range verdicts {
		equal(t, "outcome", v.Outcome, want[i].outcome)
		equal(t, "taken", v.Taken, want[i].taken)
		equal(t, "free", v.Balance.Free, want[i].free)
	}
	equal(t, "usage", f.usage(a.key, "2026-11"), account.KeyUsage{Requests: 2, Units: 500})
	f.verify()
}

func testKeyCap(t *testing.T, open Open) {
	f := newFixture(t, open)
	a := f.account("a")
	capped := caller{a.ID, f.key(account.Key{AccountID: a.ID, Name: "capped", Cap: 5}).ID}
	free := caller{a.ID, f.key(account.Key{AccountID: a.ID, Name: "free"}).ID}
	f.outcome(account.Charged, free.compute(100)) // another key's use does not count
	f.outcome(account.Charged, capped.compute(3))
	f.outcome(account.CapReached, capped.compute(3))
	image := capped.compute(1)
	image.Pool = account.PoolImage // every pool counts
	f.outcome(account.Charged, image)
	verdicts := f.charge(capped.compute(1), capped.compute(1))
	equal(t, "up to the cap", verdicts[0].Outcome, account.Charged)
	equal(t, "beyond it in the same batch", verdicts[1].Outcome, account.CapReached)
	f.outcome(account.Charged, capped.decide()) // takes no units
	equal(t, "usage", f.usage(capped.key, "2026-11"), account.KeyUsage{Requests: 4, Units: 5})
	f.clock.set("2026-12-01T00:00:00Z")
	f.outcome(account.Charged, capped.compute(5))
	f.outcome(account.CapReached, capped.compute(1))
	f.verify()
}

func testKeyExpiry(t *testing.T, open Open) {
	f := newFixture(t, open)
	a := f.account("a")
	expires := f.clock.now().Add(time.Hour)
	c := caller{a.ID, f.key(account.Key{AccountID: a.ID, Name: "k", ExpiresAt: expires}).ID}
	f.outcome(account.Charged, c.compute(1))
	f.clock.ms.Store(expires.UnixMilli() - 1)
	f.outcome(account.Charged, c.compute(1))
	f.clock.ms.Store(expires.UnixMilli())
	f.outcome(account.KeyGone, c.compute(1))
	f.verify()
}
