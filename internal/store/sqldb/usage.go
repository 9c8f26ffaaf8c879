package sqldb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"toolcrib/internal/account"
)

// KeyUsage sums what a key has used in a month, over all pools.
func (s *Store) KeyUsage(ctx context.Context, keyID, period string) (u account.KeyUsage, err error) {
	first, last, err := MonthDays(period)
	if err != nil {
		return u, err
	}
	err = s.db.ReadLedger(ctx, keyID, func(tx Tx, _ int64) error {
		key, err := queryInt(tx, "SELECT seq FROM api_keys WHERE id = $1", keyID)
		if err != nil {
			return err
		}
		u.Requests, u.Units, err = sumUsage(tx, key, first, last)
		return err
	})
	return u, fail("key usage", err)
}

func sumUsage(tx Tx, key, first, last int64) (requests, units int64, err error) {
	_, err = queryRow(tx, `SELECT CAST(coalesce(sum(requests), 0) AS BIGINT), CAST(coalesce(sum(units), 0) AS BIGINT)
		FROM usage_daily WHERE key = $1 AND day BETWEEN $2 AND $3`, []any{&requests, &units}, key, first, last)
	return requests, units, err
}

// MonthDays is the range of days that a period (yyyy-mm) covers.
func MonthDays(period string) (first, last int64, err error) {
	t, err := time.Parse("2006-01", period)
	if err != nil {
		return 0, 0, errors.New("store: a period is a month as yyyy-mm")
	}
	return account.Day(t), account.Day(t.AddDate(0, 1, -1)), nil
}

// readUsage reads the usage of the keys that a condition on k selects, in the
// days from $1 to $2. Each key's rows of those days are next to each other.
func readUsage(keys string) string {
	return `SELECT a.id, k.id, u.day, u.op, CAST(sum(u.requests) AS BIGINT), CAST(sum(u.units) AS BIGINT),
			CAST(sum(u.errors) AS BIGINT), CAST(sum(u.replays) AS BIGINT)
		FROM (
			SELECT d.key, d.day, d.op, d.requests, d.units, 0 AS errors, 0 AS replays
			FROM api_keys k JOIN usage_daily d ON d.key = k.seq AND d.day BETWEEN $1 AND $2 WHERE ` + keys + `
			UNION ALL
			SELECT r.key, r.day, r.op, 0, 0, r.errors, r.replays
			FROM api_keys k JOIN usage_refused r ON r.key = k.seq AND r.day BETWEEN $1 AND $2 WHERE ` + keys + `
		) u JOIN api_keys k ON k.seq = u.key JOIN accounts a ON a.seq = k.account
		GROUP BY a.id, k.id, k.seq, u.day, u.op ORDER BY k.seq, u.day, u.op`
}

// Usage lists what was used, by key, day and operation.
func (s *Store) Usage(ctx context.Context, q account.UsageQuery) (list []account.UsageRow, err error) {
	// Each condition is there only where it is asked for, so that an index serves it.
	keys, args := "1 = 1", []any{q.From, q.To}
	if q.AccountID != "" {
		args = append(args, q.AccountID)
		keys += fmt.Sprintf(" AND k.account = (SELECT seq FROM accounts WHERE id = $%d)", len(args))
	}
	if q.KeyID != "" {
		args = append(args, q.KeyID)
		keys += fmt.Sprintf(" AND k.id = $%d", len(args))
	}
	err = s.db.ReadLedger(ctx, cmp.Or(q.AccountID, q.KeyID), func(tx Tx, _ int64) error {
		list = nil
		return tx.Query(readUsage(keys), func(scan func(...any) error) error {
			var r account.UsageRow
			err := scan(&r.AccountID, &r.KeyID, &r.Day, &r.Op, &r.Requests, &r.Units, &r.Errors, &r.Replays)
			list = append(list, r)
			return err
		}, args...)
	})
	return list, fail("usage", err)
}

// CountRefused adds to the counts of calls that were not charged.
func (s *Store) CountRefused(ctx context.Context, rows []account.RefusedRow) error {
	// In one order everywhere, so that two processes do not wait for each other.
	rows = slices.SortedFunc(slices.Values(rows), func(a, b account.RefusedRow) int { return strings.Compare(a.KeyID, b.KeyID) })
	err := s.db.WriteAside(ctx, func(tx Tx, _ int64) error {
		for _, r := range rows {
			_, err := tx.Exec(`INSERT INTO usage_refused (key, day, op, errors, replays)
				SELECT seq, CAST($2 AS BIGINT), CAST($3 AS TEXT), CAST($4 AS BIGINT), CAST($5 AS BIGINT)
				FROM api_keys WHERE id = $1
				ON CONFLICT (key, day, op) DO UPDATE SET
					errors = usage_refused.errors + excluded.errors, replays = usage_refused.replays + excluded.replays`,
				r.KeyID, r.Day, r.Op, r.Errors, r.Replays)
			if err != nil {
				return err
			}
		}
		return nil
	})
	return fail("count refused calls", err)
}
