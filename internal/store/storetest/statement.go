package storetest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"toolcrib/internal/account"
)

// moved lists the movements of a pool in short.
func (f *fixture) moved(accountID string, pool account.Pool) (list []string) {
	f.t.Helper()
	s, err := f.Statement(f.ctx, accountID)
	f.must(err)
	for _, m := range s.Movements(pool) {
		list = append(list, fmt.Sprintf("%s %s %d = %d", m.At.Format("01-02 15:04"), m.Cause, m.Units, m.Balance))
	}
	return list
}

// settled requires that the last balance is what the store says is left.
func (f *fixture) settled(accountID string) {
	f.t.Helper()
	s, err := f.Statement(f.ctx, accountID)
	f.must(err)
	for _, pool := range []account.Pool{account.PoolCompute, account.PoolImage, account.PoolAI} {
		b := f.balance(accountID, pool, "")
		left, begun, balance := b.Free+b.Promo+b.Prepaid, false, int64(0)
		for _, m := range s.Movements(pool) {
			begun = begun || m.Period == account.Period(f.clock.now())
			balance = m.Balance
			if balance < 0 {
				f.t.Errorf("%s: below nothing: %+v", pool, m)
			}
		}
		if !begun {
			left -= b.Free
		}
		equal(f.t, string(pool)+" left", balance, left)
	}
}

// testStatement: every movement of an account's units is told, the ones of its
// calls by day, and they add up to what is left.
func testStatement(t *testing.T, open Open) {
	f := newFixture(t, open)
	c, other := f.caller(), f.caller()
	if _, err := f.Statement(f.ctx, "acc_none"); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("of no account: %v", err)
	}
	equal(t, "nothing yet", fmt.Sprint(f.moved(c.account, account.PoolCompute)), "[]")
	test := c
	test.key = f.key(account.Key{AccountID: c.account, Name: "test", Env: account.Test}).ID
	tried := test.compute(7)
	tried.Pool = tried.Pool.For(account.Test)

	o := f.paid(c.account)
	given := f.grant(c.account, account.PoolCompute, account.ClassPromo, 100)
	f.charge(c.compute(3), c.compute(497), c.compute(1), c.decide(), c.image(48), tried, other.compute(9))
	f.outcome(account.Charged, c.image(5)) // 3 of them by 15 compute units
	start := f.clock.now()
	f.clock.add(24 * time.Hour)
	if n, err := f.Refund(f.ctx, given, 40); err != nil || n != 40 {
		t.Fatal(n, err)
	}
	failed := f.refund(o, 1_000)
	if _, err := f.FailRefund(f.ctx, failed.ID); err != nil {
		t.Fatal(err)
	}
	f.clock.add(time.Minute)
	f.finish(f.refund(o, 2_000))
	f.outcome(account.Charged, c.compute(10))
	day := func(n int, clock string) string { return start.AddDate(0, 0, n).Format("01-02 ") + clock }
	now, later := start.Format("15:04"), f.clock.now().Format("15:04")
	for pool, want := range map[account.Pool][]string{
		account.PoolCompute: {
			day(0, now) + " monthly 500 = 500", day(0, now) + " promo 100 = 600", day(0, now) + " prepaid 10000 = 10600",
			day(1, "00:00") + " used -516 = 10084",
			day(1, now) + " returned 1000 = 11084", day(1, now) + " taken -40 = 11044",
			day(1, now) + " taken -1000 = 10044", day(1, later) + " taken -2000 = 8044",
			day(1, later) + " used -10 = 8034", // the day is not over
		},
		account.PoolImage: {day(0, now) + " monthly 50 = 50", day(1, "00:00") + " used -50 = 0"},
		account.PoolAI:    nil,
	} {
		equal(t, string(pool), fmt.Sprint(f.moved(c.account, pool)), fmt.Sprint(want))
	}
	f.settled(c.account)
	f.settled(other.account)

	// The month ends: what is left of its free units goes with it.
	f.clock.set("2026-12-01T01:00:00Z")
	list := f.moved(other.account, account.PoolCompute)
	equal(t, "lapsed", list[len(list)-1], "12-01 00:00 lapsed -491 = 0")
	f.settled(other.account)
	f.outcome(account.Charged, other.compute(1))
	f.settled(other.account)
	f.settled(c.account)
	f.verify()
}
