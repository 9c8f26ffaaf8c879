package storetest

import (
	"slices"
	"testing"

	"toolcrib/internal/account"
)

func testUsage(t *testing.T, open Open) {
	f := newFixture(t, open)
	one, other := f.caller(), f.caller()
	two := caller{one.account, f.key(account.Key{AccountID: one.account, Name: "two"}).ID}
	f.clock.set("2026-11-30T23:59:59.999Z")
	f.outcome(account.Charged, one.compute(5))
	f.outcome(account.Charged, one.decide())
	f.outcome(account.Charged, other.compute(7))
	f.clock.set("2026-12-01T00:00:00Z")
	f.charge(one.compute(1), two.compute(2), one.compute(10))
	f.must(f.CountRefused(f.ctx, []account.RefusedRow{
		{KeyID: two.key, Day: 20261130, Op: testOp, Errors: 2},
		{KeyID: "key_none", Day: 20261130, Op: testOp, Errors: 9},
		{KeyID: one.key, Day: 20261201, Op: testOp, Errors: 1, Replays: 3},
	}))
	f.must(f.handle().CountRefused(f.ctx, []account.RefusedRow{{KeyID: one.key, Day: 20261201, Op: testOp, Errors: 4}}))
	f.must(f.CountRefused(f.ctx, nil))
	rows := []account.UsageRow{
		{AccountID: one.account, KeyID: one.key, Day: 20261130, Op: testOp, Requests: 1, Units: 5},
		{AccountID: one.account, KeyID: one.key, Day: 20261130, Op: testDecide, Requests: 1},
		{AccountID: one.account, KeyID: one.key, Day: 20261201, Op: testOp, Requests: 2, Units: 11, Errors: 5, Replays: 3},
		{AccountID: other.account, KeyID: other.key, Day: 20261130, Op: testOp, Requests: 1, Units: 7},
		{AccountID: one.account, KeyID: two.key, Day: 20261130, Op: testOp, Errors: 2},
		{AccountID: one.account, KeyID: two.key, Day: 20261201, Op: testOp, Requests: 1, Units: 2},
	}
	for name, c := range map[string]struct {
		query account.UsageQuery
		want  []account.UsageRow
	}{
		"all":     {account.UsageQuery{From: 20261130, To: 20261201}, rows},
		"key":     {account.UsageQuery{KeyID: one.key, From: 0, To: 99991231}, rows[:3]},
		"account": {account.UsageQuery{AccountID: one.account, From: 20261201, To: 20261201}, []account.UsageRow{rows[2], rows[5]}},
		"both":    {account.UsageQuery{AccountID: other.account, KeyID: one.key, From: 0, To: 99991231}, nil},
		"nobody":  {account.UsageQuery{AccountID: "acc_none", From: 0, To: 99991231}, nil},
		"earlier": {account.UsageQuery{From: 20261101, To: 20261129}, nil},
	} {
		if got, err := f.Usage(f.ctx, c.query); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %+v, %v\nwant %+v", name, got, err, c.want)
		}
	}
	f.verify()
}
