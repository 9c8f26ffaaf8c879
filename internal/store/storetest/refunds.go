package storetest

import (
	"errors"
	"testing"
	"time"

	"toolcrib/internal/account"
)

func testGrants(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	if list, err := f.Grants(f.ctx, c.account); err != nil || len(list) != 0 {
		t.Errorf("Grants of a new account = %+v, %v", list, err)
	}
	if list, err := f.Grants(f.ctx, "acc_none"); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("Grants of no account = %+v, %v", list, err)
	}
	made := f.clock.now()
	bought := f.grant(c.account, account.PoolCompute, account.ClassPrepaid, 20)
	f.clock.add(time.Minute)
	f.outcome(account.Charged, c.compute(505))
	given := f.grant(c.account, account.PoolImage, account.ClassPromo, 3)
	list, err := f.Grants(f.ctx, c.account)
	if err != nil || len(list) != 3 {
		t.Fatalf("Grants = %+v, %v; want 3", list, err)
	}
	free := list[1].ID
	for i, want := range []account.GrantState{
		{ID: bought, Pool: account.PoolCompute, Class: account.ClassPrepaid, Amount: 20, Remaining: 15, CreatedAt: made},
		{ID: free, Pool: account.PoolCompute, Class: account.ClassFree, Period: "2026-11", Amount: 500, CreatedAt: f.clock.now()},
		{ID: given, Pool: account.PoolImage, Class: account.ClassPromo, Amount: 3, Remaining: 3, CreatedAt: f.clock.now()},
	} {
		equal(t, "grant", list[i], want)
	}
}

func testRefund(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	bought := f.grant(c.account, account.PoolCompute, account.ClassPrepaid, 20)
	given := f.grant(c.account, account.PoolCompute, account.ClassPromo, 10)
	f.outcome(account.Charged, c.compute(515)) // 5 of what was bought
	refund := func(name, id string, units, want int64) {
		t.Helper()
		n, err := f.Refund(f.ctx, id, units)
		if err != nil || n != want {
			t.Errorf("%s: Refund = %d, %v; want %d", name, n, err, want)
		}
	}
	refund("part", bought, 4, 4)
	equal(t, "left", f.balance(c.account, account.PoolCompute, "").Prepaid, 11)
	f.outcome(account.Insufficient, c.compute(12))
	f.outcome(account.Charged, c.compute(1))
	refund("more than is left", bought, 100, 10)
	refund("nothing left", bought, 1, 0)
	refund("used up", given, 1, 0)
	v := f.outcome(account.Insufficient, c.compute(1))
	equal(t, "a refund does not unmake the purchase", v.Balance.EverPaid, true)
	equal(t, "on another handle", f.chargeOn(f.handle(), c.compute(1))[0].Outcome, account.Insufficient)

	free, err := f.Grants(f.ctx, c.account)
	f.must(err)
	for name, bad := range map[string]struct {
		id    string
		units int64
	}{"no units": {bought, 0}, "negative": {bought, -1}, "free units": {free[2].ID, 1}} {
		if n, err := f.Refund(f.ctx, bad.id, bad.units); err == nil {
			t.Errorf("%s: Refund = %d, want an error", name, n)
		}
	}
	if n, err := f.Refund(f.ctx, "gr_none", 1); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("Refund of no grant = %d, %v", n, err)
	}
	f.verify()
}
