package sqldb

import (
	"cmp"
	"context"
	"slices"

	"toolcrib/internal/account"
)

// Statement reads all that gave or took units of an account.
func (s *Store) Statement(ctx context.Context, accountID string) (st account.Statement, err error) {
	err = s.db.ReadLedger(ctx, accountID, func(tx Tx, now int64) error {
		var acct, last int64
		found, err := queryRow(tx, "SELECT a.seq, "+s.dialect.LastCharge+" FROM accounts a WHERE a.id = $1", []any{&acct, &last}, accountID)
		if err == nil && !found {
			err = account.ErrNotFound
		}
		if err != nil {
			return err
		}
		st = account.Statement{At: fromMillis(max(now, last))}
		for _, read := range []func(Tx, int64, *account.Statement) error{grantLines, returnLines, usedLines} {
			if err := read(tx, acct, &st); err != nil {
				return err
			}
		}
		return nil
	})
	return st, fail("statement", err)
}

func grantLines(tx Tx, acct int64, st *account.Statement) error {
	return tx.Query(`SELECT g.id, g.pool, g.class, g.period, g.amount, g.remaining, g.created_at, coalesce(o.id, '')
		FROM grants g LEFT JOIN orders o ON o.seq = g.bought WHERE g.account = $1 ORDER BY g.seq`,
		func(scan func(...any) error) error {
			var g account.GrantLine
			var pool string
			var class, created int64
			err := scan(&g.ID, &pool, &class, &g.Period, &g.Amount, &g.Remaining, &created, &g.OrderID)
			g.Pool, g.Class, g.CreatedAt = account.Pool(pool), account.Class(class), fromMillis(created)
			st.Grants = append(st.Grants, g)
			return err
		}, acct)
}

// returnLines spells the conditions as the indexes transfers_taken and
// transfers_returned do, so that they are used.
func returnLines(tx Tx, acct int64, st *account.Statement) error {
	return tx.Query(`SELECT g.id, t.units AS units, t.at AS at
		FROM grants g JOIN transfers t ON t.from_acct = g.seq AND substr(t.id, 1, 3) = 'rf_' WHERE g.account = $1
		UNION ALL
		SELECT g.id, -t.units, t.at
		FROM grants g JOIN transfers t ON t.to_acct = g.seq AND substr(t.id, 1, 3) = 'rv_' WHERE g.account = $1
		ORDER BY at`,
		func(scan func(...any) error) error {
			var r account.ReturnLine
			var at int64
			err := scan(&r.GrantID, &r.Units, &at)
			r.At = fromMillis(at)
			st.Returns = append(st.Returns, r)
			return err
		}, acct)
}

// usedLines takes what was used of all pools but compute from usage_pool, and
// what is left of the usage is compute's: no charge is read.
func usedLines(tx Tx, acct int64, st *account.Statement) error {
	compute := map[int64]*account.UsedLine{}
	err := tx.Query(`SELECT u.day, CAST(sum(u.requests) AS BIGINT), CAST(sum(u.units) AS BIGINT)
		FROM api_keys k JOIN usage_daily u ON u.key = k.seq WHERE k.account = $1 AND k.env = 'live'
		GROUP BY u.day ORDER BY u.day`,
		func(scan func(...any) error) error {
			u := account.UsedLine{Pool: account.PoolCompute}
			err := scan(&u.Day, &u.Requests, &u.Units)
			compute[u.Day] = &u
			return err
		}, acct)
	if err != nil {
		return err
	}
	err = tx.Query(`SELECT day, pool, requests, units, overflow, overflow_pool, overflow_units FROM usage_pool
		WHERE account = $1 AND requests > 0`,
		func(scan func(...any) error) error {
			var u account.UsedLine
			var pool, from string
			err := scan(&u.Day, &pool, &u.Requests, &u.Units, &u.Overflow, &from, &u.FromUsed)
			u.Pool, u.From = account.Pool(pool), account.Pool(from)
			st.Used = append(st.Used, u)
			if c := compute[u.Day]; c != nil {
				c.Requests -= u.Requests
				c.Units -= u.Units
			}
			return err
		}, acct)
	for _, u := range compute {
		if u.Units > 0 {
			st.Used = append(st.Used, *u)
		}
	}
	slices.SortFunc(st.Used, func(a, b account.UsedLine) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Pool, b.Pool), cmp.Compare(a.From, b.From))
	})
	return err
}
