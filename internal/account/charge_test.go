package account_test

import (
	"strings"
	"testing"
	"time"

	"toolcrib/internal/account"
)

func TestPeriod(t *testing.T) {
	for _, c := range []struct{ at, period, end string }{
		{"2026-11-20T09:00:00Z", "2026-11", "2026-12-01T00:00:00Z"},
		{"2026-12-31T23:59:59.999999999Z", "2026-12", "2027-01-01T00:00:00Z"},
		{"2027-01-01T00:00:00Z", "2027-01", "2027-02-01T00:00:00Z"},
		{"2028-02-29T12:00:00Z", "2028-02", "2028-03-01T00:00:00Z"},
		{"2026-12-01T05:29:59+05:30", "2026-11", "2026-12-01T00:00:00Z"}, // India is ahead of UTC
		{"2026-12-01T05:30:00+05:30", "2026-12", "2027-01-01T00:00:00Z"},
		{"2026-11-30T19:00:00-05:00", "2026-12", "2027-01-01T00:00:00Z"},
	} {
		at, err := time.Parse(time.RFC3339Nano, c.at)
		if err != nil {
			t.Fatal(err)
		}
		if got := account.Period(at); got != c.period {
			t.Errorf("Period(%s) = %s, want %s", c.at, got, c.period)
		}
		if got := account.PeriodEnd(at).Format(time.RFC3339); got != c.end {
			t.Errorf("PeriodEnd(%s) = %s, want %s", c.at, got, c.end)
		}
	}
}

func TestBalanceCovers(t *testing.T) {
	for _, c := range []struct {
		name  string
		b     account.Balance
		units int64
		want  bool
	}{
		{"nothing", account.Balance{}, 1, false},
		{"the classes add up", account.Balance{Free: 1, Promo: 1, Prepaid: 3}, 5, true},
		{"one short", account.Balance{Free: 1, Promo: 1, Prepaid: 2}, 5, false},
		{"an allowance covers any price", account.Balance{Allowance: 1}, 5, true},
	} {
		if got := c.b.Covers(c.units); got != c.want {
			t.Errorf("%s: Covers(%d) = %v", c.name, c.units, got)
		}
	}
}

func TestKeyActive(t *testing.T) {
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name string
		key  account.Key
		want bool
	}{
		{"plain", account.Key{}, true},
		{"expires later", account.Key{ExpiresAt: now.Add(1)}, true},
		{"expires now", account.Key{ExpiresAt: now}, false},
		{"revoked", account.Key{RevokedAt: now.Add(time.Hour)}, false},
	} {
		if got := c.key.Active(now); got != c.want {
			t.Errorf("%s: Active = %v", c.name, got)
		}
	}
}

func TestNewIDSortsByTime(t *testing.T) {
	at := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	last := ""
	for i := range 100 {
		id := account.NewID("key", at.Add(time.Duration(i)*time.Millisecond))
		if !strings.HasPrefix(id, "key_") || len(id) != len("key_")+26 || id <= last {
			t.Fatalf("NewID = %q after %q", id, last)
		}
		last = id
	}
}

func TestPoolsOfTestKeys(t *testing.T) {
	decide := account.AllowancePool("random-decision-maker")
	for _, c := range []struct{ pool, live, test account.Pool }{
		{account.PoolCompute, "compute", "test:compute"}, {decide, "op:random-decision-maker", "test:op:random-decision-maker"}, {"", "", ""},
	} {
		if live, test := c.pool.For(account.Live), c.pool.For(account.Test); live != c.live || test != c.test || test.Name() != string(c.live) {
			t.Errorf("%q: %q and %q, called %q", c.pool, live, test, test.Name())
		}
	}
	plan := account.Plan{
		Free: map[account.Pool]int64{account.PoolCompute: 500}, Allowances: map[account.Pool]int64{decide: 5000},
		Overflow: map[account.Pool]account.Overflow{account.PoolImage: {Pool: account.PoolCompute, Rate: 5}},
	}
	both := plan.WithTest()
	if both.Free["test:compute"] != 500 || both.Allowances["test:op:random-decision-maker"] != 5000 || len(both.Overflow) != 1 || len(plan.Free) != 1 {
		t.Errorf("%+v of %+v", both, plan)
	}
}

// Days across a change of clocks and of years are those of UTC.
func TestDay(t *testing.T) {
	zone := time.FixedZone("+05:30", 19800)
	for at, want := range map[time.Time]int64{
		time.Date(2027, 1, 1, 5, 29, 59, 0, zone):         20261231,
		time.Date(2027, 1, 1, 5, 30, 0, 0, zone):          20270101,
		time.Date(2028, 2, 29, 23, 59, 59, 999, time.UTC): 20280229,
	} {
		if got := account.Day(at); got != want {
			t.Errorf("%v: %d, want %d", at, got, want)
		}
	}
}
