package storetest

import (
	"errors"
	"testing"
	"time"

	"toolcrib/internal/account"
)

func testGrantRules(t *testing.T, open Open) {
	f := newFixture(t, open)
	a := f.account("a")
	good := account.Grant{AccountID: a.ID, Pool: account.PoolCompute, Class: account.ClassPromo, Units: 1}
	for _, c := range []struct {
		name string
		edit func(*account.Grant)
	}{
		{"no units", func(g *account.Grant) { g.Units = 0 }},
		{"negative units", func(g *account.Grant) { g.Units = -1 }},
		{"more than any ledger could sum", func(g *account.Grant) { g.Units = 1 << 62 }},
		{"free units", func(g *account.Grant) { g.Class = account.ClassFree }},
		{"allowance", func(g *account.Grant) { g.Class = account.ClassAllowance }},
		{"unknown class", func(g *account.Grant) { g.Class = 9 }},
		{"no pool", func(g *account.Grant) { g.Pool = "" }},
		{"allowance pool", func(g *account.Grant) { g.Pool = account.AllowancePool(testDecide) }},
		{"pool of test keys", func(g *account.Grant) { g.Pool = g.Pool.For(account.Test) }},
	} {
		g := good
		c.edit(&g)
		if id, err := f.Grant(f.ctx, g); err == nil {
			t.Errorf("%s: Grant = %q, want an error", c.name, id)
		}
	}
	missing := good
	missing.AccountID = "acc_none"
	if _, err := f.Grant(f.ctx, missing); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("Grant to no account: %v", err)
	}
	equal(t, "balance after refused grants", f.balance(a.ID, account.PoolCompute, "").Units(), 500)
	first, err1 := f.Grant(f.ctx, good)
	second, err2 := f.Grant(f.ctx, good)
	if first == "" || first == second || err1 != nil || err2 != nil {
		t.Errorf("Grant = %q, %v and %q, %v", first, err1, second, err2)
	}
	equal(t, "promo", f.balance(a.ID, account.PoolCompute, "").Promo, 2)
	f.verify()
}

// testBalance: reading changes nothing, and a month not begun reads as full.
func testBalance(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	allowance := account.AllowancePool(testDecide)
	untouched := account.Balance{
		Pool: account.PoolCompute, FreeLimit: 500, Free: 500,
		AllowanceLimit: testAllowFree, Allowance: testAllowFree, ResetsAt: november,
	}
	for range 2 {
		equal(t, "untouched", f.balance(c.account, account.PoolCompute, allowance), untouched)
	}
	equal(t, "image", f.balance(c.account, account.PoolImage, ""),
		account.Balance{Pool: account.PoolImage, FreeLimit: 50, Free: 50, ResetsAt: november})
	equal(t, "no free part", f.balance(c.account, account.PoolAI, ""),
		account.Balance{Pool: account.PoolAI, ResetsAt: november})
	if _, err := f.Balance(f.ctx, "acc_none", account.PoolCompute, ""); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("Balance of no account: %v", err)
	}
	f.grant(c.account, account.PoolCompute, account.ClassPromo, 5)
	equal(t, "promo alone is not paid", f.balance(c.account, account.PoolCompute, "").EverPaid, false)
	f.grant(c.account, account.PoolCompute, account.ClassPrepaid, 1)
	equal(t, "paid", f.balance(c.account, account.PoolCompute, "").EverPaid, true)
	equal(t, "paid for another pool", f.balance(c.account, account.PoolAI, "").EverPaid, false)
	f.outcome(account.Charged, c.compute(506))
	equal(t, "paid and used up", f.balance(c.account, account.PoolCompute, "").EverPaid, true)
	equal(t, "verdict", f.outcome(account.Insufficient, c.compute(1)).Balance.EverPaid, true)
	f.verify()
}

func testMonths(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	f.grant(c.account, account.PoolCompute, account.ClassPromo, 10)
	f.clock.set("2026-11-30T23:59:59.999Z")
	f.outcome(account.Charged, c.compute(499))
	f.outcome(account.Charged, c.decide())
	f.clock.set("2026-12-01T00:00:00Z")
	december := account.Balance{
		Pool: account.PoolCompute, FreeLimit: 500, Free: 500, Promo: 10,
		AllowanceLimit: testAllowFree, Allowance: testAllowFree,
		ResetsAt: time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC),
	}
	// No carry-over: the unit left in November is gone, promo units are not.
	equal(t, "december", f.balance(c.account, account.PoolCompute, account.AllowancePool(testDecide)), december)
	v := f.outcome(account.Charged, c.compute(505))
	equal(t, "taken", v.Taken, account.Taken{Free: 500, Promo: 5})
	// The month is given once.
	f.outcome(account.Insufficient, c.compute(6))
	f.clock.set("2026-12-31T23:59:59.999Z")
	equal(t, "end of december", f.balance(c.account, account.PoolCompute, "").Free, 0)
	f.clock.set("2028-02-29T10:00:00Z") // months without a call are skipped
	v = f.outcome(account.Charged, c.compute(1))
	equal(t, "february", v.Balance.Free, 499)
	equal(t, "reset", v.Balance.ResetsAt, time.Date(2028, 3, 1, 0, 0, 0, 0, time.UTC))
	equal(t, "november's usage", f.usage(c.key, "2026-11"), account.KeyUsage{Requests: 2, Units: 499})
	equal(t, "december's usage", f.usage(c.key, "2026-12"), account.KeyUsage{Requests: 1, Units: 505})
	f.verify()
}

// testClockGoesBack: the ledger's time stays where it was, also for a handle
// opened afterwards, so no month is charged after the next has begun.
func testClockGoesBack(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	f.clock.set("2026-12-01T00:00:05Z")
	f.outcome(account.Charged, c.compute(500))
	latest := f.clock.now()
	f.clock.set("2026-11-20T00:00:00Z")
	for _, s := range []account.Store{f.Store, f.handle()} {
		v := f.chargeOn(s, c.compute(1))[0]
		equal(t, "outcome", v.Outcome, account.Insufficient)
		equal(t, "time", v.At, latest)
		b, err := s.Balance(f.ctx, c.account, account.PoolCompute, "")
		if err != nil || b.Free != 0 || !b.ResetsAt.Equal(account.PeriodEnd(latest)) {
			t.Errorf("Balance = %+v, %v", b, err)
		}
	}
	v := f.outcome(account.Charged, c.decide())
	equal(t, "time of a charge", v.At, latest)
	k, err := f.RevokeKey(f.ctx, c.key)
	if err != nil || !k.RevokedAt.After(latest) {
		t.Errorf("revoked at %v, %v: not after the key's last charge at %v", k.RevokedAt, err, latest)
	}
	equal(t, "usage of december", f.usage(c.key, "2026-12"), account.KeyUsage{Requests: 2, Units: 500})
	f.verify()
}

func testKeyUsage(t *testing.T, open Open) {
	f := newFixture(t, open)
	a := f.account("a")
	one := caller{a.ID, f.key(account.Key{AccountID: a.ID, Name: "one"}).ID}
	two := caller{a.ID, f.key(account.Key{AccountID: a.ID, Name: "two"}).ID}
	f.clock.set("2026-11-01T00:00:00Z")
	f.outcome(account.Charged, one.compute(5))
	f.outcome(account.Charged, two.compute(1))
	f.clock.set("2026-11-30T23:59:59.999Z")
	f.outcome(account.Charged, one.compute(2))
	f.outcome(account.Insufficient, one.compute(900))
	f.outcome(account.Charged, one.decide())
	for _, c := range []struct {
		key, period string
		want        account.KeyUsage
	}{
		{one.key, "2026-11", account.KeyUsage{Requests: 3, Units: 7}},
		{two.key, "2026-11", account.KeyUsage{Requests: 1, Units: 1}},
		{one.key, "2026-10", account.KeyUsage{}},
		{one.key, "2026-12", account.KeyUsage{}},
	} {
		equal(t, c.period, f.usage(c.key, c.period), c.want)
	}
	if _, err := f.KeyUsage(f.ctx, "key_none", "2026-11"); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("KeyUsage of no key: %v", err)
	}
	for _, period := range []string{"", "2026", "2026-13", "2026-11-01", "11-2026"} {
		if u, err := f.KeyUsage(f.ctx, one.key, period); err == nil {
			t.Errorf("KeyUsage in %q = %+v, want an error", period, u)
		}
	}
	f.verify()
}
