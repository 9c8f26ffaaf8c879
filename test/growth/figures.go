package main

import (
	"context"
	"fmt"
	"time"

	"toolcrib/internal/account"
)

// figure is something the program does, timed.
type figure struct {
	name   string
	heavy  int // how much more rarely it is measured than others
	before func(context.Context) error
	do     func(context.Context) error
}

func accountID(n int64) string { return fmt.Sprintf("acc_%026d", n) }
func keyID(n int64) string     { return fmt.Sprintf("key_%026d", n) }
func userID(n int64) string    { return fmt.Sprintf("user_%026d", n) }

// used is the error of a call that answers more.
func used[T any](_ T, err error) error { return err }

// requestFigures are what a call of an operation asks of the store.
func requestFigures(r *run) []figure {
	ring := account.NewKeyring(r.store, time.Now)
	few := min(r.accounts, 64)
	charge := func(n int64) account.Charge {
		return account.Charge{
			ID: account.NewID("ch", time.Now()), AccountID: accountID(n), KeyID: keyID(n), Op: "operation-7", Pool: account.PoolCompute, Units: 1,
		}
	}
	batch := func(ctx context.Context, n int, who func() int64) error {
		charges := make([]account.Charge, n)
		for i := range charges {
			charges[i] = charge(who())
		}
		verdicts, err := r.store.ChargeBatch(ctx, charges)
		for _, v := range verdicts {
			if v.Outcome != account.Charged {
				return fmt.Errorf("a charge had the outcome %d", v.Outcome)
			}
		}
		return err
	}
	one := func() int64 { return 1 + r.random.Int64N(few) }
	return []figure{
		{name: "a key by its hash", do: func(ctx context.Context) error {
			return used(r.store.KeyByHash(ctx, account.HashKey(secretOf(r.anyone()))))
		}},
		{name: "a key by its text, asked for before", do: func(ctx context.Context) error {
			return used(ring.Lookup(ctx, secretOf(one())))
		}},
		{name: "balance", do: func(ctx context.Context) error {
			return used(r.store.Balance(ctx, accountID(r.anyone()), account.PoolCompute, ""))
		}},
		{name: "a charge, key seen before", do: func(ctx context.Context) error { return batch(ctx, 1, one) }},
		{name: "a charge, any key", do: func(ctx context.Context) error { return batch(ctx, 1, r.anyone) }},
		{name: "a group of 64 charges, keys seen before", do: func(ctx context.Context) error { return batch(ctx, 64, one) }},
		{name: "a group of 64 charges, any keys", do: func(ctx context.Context) error { return batch(ctx, 64, r.anyone) }},
		// SQLite adds up what charges change and writes it later, or as here,
		// where somebody asks.
		{name: "the same, and the balance of one of them", do: func(ctx context.Context) error {
			var last int64
			err := batch(ctx, 64, func() int64 { last = r.anyone(); return last })
			if err != nil {
				return err
			}
			return used(r.store.Balance(ctx, accountID(last), account.PoolCompute, ""))
		}},
		{name: "usage of a key this month", do: func(ctx context.Context) error {
			return used(r.store.KeyUsage(ctx, keyID(r.anyone()), account.Period(time.Now())))
		}},
	}
}

// pageFigures are what pages of the account and of the administration ask for.
func pageFigures(r *run) []figure {
	month := func(ctx context.Context, n int64) error {
		now := time.Now()
		return used(r.store.Usage(ctx, account.UsageQuery{AccountID: accountID(n), From: account.Day(now.AddDate(0, 0, -29)), To: account.Day(now)}))
	}
	statement := func(ctx context.Context, n int64) error {
		st, err := r.store.Statement(ctx, accountID(n))
		if err == nil && len(st.Movements(account.PoolCompute)) == 0 {
			err = fmt.Errorf("the statement of account %d is empty", n)
		}
		return err
	}
	export := func(ctx context.Context, n int64) error {
		if _, err := r.store.Keys(ctx, accountID(n)); err != nil {
			return err
		}
		return used(r.store.Grants(ctx, accountID(n)))
	}
	orders := func(q account.OrderQuery) func(context.Context) error {
		q.Limit = 50
		return func(ctx context.Context) error { return used(r.store.Orders(ctx, q)) }
	}
	const rows = 200
	list := []figure{
		{name: "usage of 30 days, any account", do: func(ctx context.Context) error { return month(ctx, r.anyone()) }},
		{name: "usage of 30 days, the largest account", do: func(ctx context.Context) error { return month(ctx, 1) }},
		{name: "statement, any account", do: func(ctx context.Context) error { return statement(ctx, r.anyone()) }},
		{name: "statement, the largest account", heavy: 4, do: func(ctx context.Context) error { return statement(ctx, 1) }},
		{name: "list of 100 requests", do: func(ctx context.Context) error {
			return used(r.store.LastCalls(ctx, account.CallQuery{AccountID: accountID(1), Limit: 100}))
		}},
		{name: "keys and grants of an account, for its export", do: func(ctx context.Context) error { return export(ctx, r.anyone()) }},
		{name: "50 orders of the largest account", do: orders(account.OrderQuery{AccountID: accountID(1)})},
		{name: "50 orders of all", do: orders(account.OrderQuery{})},
		{name: "50 expired orders of all", do: orders(account.OrderQuery{Status: account.OrderExpired})},
		{name: "session with its user", do: func(ctx context.Context) error {
			var hash account.SecretHash
			copy(hash[:], fmt.Sprintf("%032d", r.anyone()))
			_, _, err := r.store.Session(ctx, hash)
			return err
		}},
		{name: "accounts of a user", do: func(ctx context.Context) error { return used(r.store.Memberships(ctx, userID(r.anyone()))) }},
		{name: "audit log of an account", do: func(ctx context.Context) error {
			return used(r.store.AccountAudit(ctx, accountID(1), 0, 50))
		}},
	}
	return append(list,
		figure{name: "audit log of all, latest 50", do: func(ctx context.Context) error { return used(r.store.AccountAudit(ctx, "", 0, 50)) }},
		figure{name: "200 accounts, the latest", heavy: 4, do: func(ctx context.Context) error { return used(r.store.AccountsPage(ctx, "", "", rows)) }},
		figure{name: "200 accounts, from the middle", heavy: 4, do: func(ctx context.Context) error {
			return used(r.store.AccountsPage(ctx, "", accountID(r.accounts/2), rows))
		}},
		figure{name: "200 users, from the middle", heavy: 4, do: func(ctx context.Context) error {
			return used(r.store.UsersPage(ctx, "", userID(r.accounts/2), rows))
		}},
		figure{name: "an account by its ID", do: func(ctx context.Context) error { return used(r.store.Account(ctx, accountID(r.anyone()))) }},
		figure{name: "accounts whose name holds a text", heavy: 50, do: func(ctx context.Context) error {
			return used(r.store.AccountsPage(ctx, fmt.Sprint("account ", r.accounts), "", rows))
		}},
		figure{name: "number of accounts and users", heavy: 50, do: func(ctx context.Context) error {
			_, _, err := r.store.Counts(ctx)
			return err
		}})
}

// sweepRows is how many rows are due for a sweep.
const sweepRows = 250

// upkeepFigures are what happens by itself now and then.
func upkeepFigures(r *run) []figure {
	return []figure{
		{name: "sweep with nothing due", heavy: 4, do: func(ctx context.Context) error { return used(r.store.Sweep(ctx)) }},
		{
			name: "sweep of 250 replies", heavy: 50,
			before: func(ctx context.Context) error {
				_, err := r.db.ExecContext(ctx, fmt.Sprintf(
					"UPDATE idempotency SET expires_at = 1 WHERE seq IN (SELECT seq FROM idempotency LIMIT %d)", sweepRows))
				return err
			},
			do: func(ctx context.Context) error { return used(r.store.Sweep(ctx)) },
		},
		{name: "look for events to send, none due", do: func(ctx context.Context) error {
			return used(r.store.ClaimEvents(ctx, 10, time.Minute))
		}},
		{name: "note the last use of 64 keys", heavy: 4, do: func(ctx context.Context) error {
			uses := make([]account.Use, 64)
			for i := range uses {
				uses[i] = account.Use{KeyID: keyID(r.anyone()), At: time.Now(), Op: "operation-7"}
			}
			return r.store.Touch(ctx, uses)
		}},
		{name: "note 64 calls", heavy: 4, do: func(ctx context.Context) error {
			calls := make([]account.Call, 64)
			for i := range calls {
				n := r.anyone()
				calls[i] = account.Call{
					ID: account.NewID("req", time.Now()), AccountID: accountID(n), KeyID: keyID(n), At: time.Now(), Op: "operation-7", Status: 200,
				}
			}
			return r.store.NoteCalls(ctx, calls)
		}},
	}
}
