package meter_test

import (
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/account/accounttest"
)

var november = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

const decide = "random-decision-maker"

// newLedger returns a ledger of one account "a" with the free units given, an
// allowance of three requests, and the live key "k".
func newLedger(free int64) *accounttest.Ledger {
	return newLedgerAt(free, func() time.Time { return november })
}

func newLedgerAt(free int64, clock func() time.Time) *accounttest.Ledger {
	l := accounttest.NewLedger(account.Plan{
		Free:       map[account.Pool]int64{account.PoolCompute: free},
		Allowances: map[account.Pool]int64{account.AllowancePool(decide): 3},
	}, clock)
	l.AddAccount("a")
	l.AddKey(account.Key{ID: "k", AccountID: "a", Env: account.Live})
	return l
}

func charge(id string, units int64) account.Charge {
	return account.Charge{ID: id, AccountID: "a", KeyID: "k", Op: "op", Pool: account.PoolCompute, Units: units}
}
