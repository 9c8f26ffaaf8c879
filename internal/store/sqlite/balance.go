package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"toolcrib/internal/account"
)

// readBalance answers one row for each class there is, or one with a NULL
// class; the monthly classes only of the month that the ledger is in.
const readBalance = `SELECT c.at, g.class, sum(g.amount), sum(g.remaining)
	FROM ledger_clock c JOIN accounts a ON a.id = ?1
	LEFT JOIN grants g ON g.account = a.seq
		AND (g.pool = ?2 AND g.class >= 2
			OR (g.pool = ?2 AND g.class = 1 OR g.pool = ?3 AND g.class = 0)
				AND g.period = strftime('%Y-%m', max(c.at, ?4) / 1000, 'unixepoch'))
	GROUP BY g.class`

// Balance reads what an account has left of a pool this month.
func (s *Store) Balance(ctx context.Context, accountID string, pool, allowance account.Pool) (account.Balance, error) {
	now := s.clock().UnixMilli()
	rows, err := s.readers.balance.QueryContext(ctx, accountID, string(pool), string(allowance), now)
	if err != nil {
		return account.Balance{}, fmt.Errorf("sqlite: balance: %w", err)
	}
	defer rows.Close() // what it could fail with, rows.Err tells
	b := account.Balance{
		Pool:      pool,
		FreeLimit: s.plan.Free[pool], Free: s.plan.Free[pool],
		AllowanceLimit: s.plan.Allowances[allowance], Allowance: s.plan.Allowances[allowance],
	}
	for rows.Next() {
		var at int64
		var class, amount, remaining sql.NullInt64
		if err := rows.Scan(&at, &class, &amount, &remaining); err != nil {
			return account.Balance{}, fmt.Errorf("sqlite: balance: %w", err)
		}
		b.ResetsAt = account.PeriodEnd(fromMillis(max(at, now)))
		if class.Valid {
			addClass(&b, account.Class(class.Int64), amount.Int64, remaining.Int64)
		}
	}
	if err := rows.Err(); err != nil {
		return account.Balance{}, fmt.Errorf("sqlite: balance: %w", err)
	}
	if b.ResetsAt.IsZero() {
		return account.Balance{}, account.ErrNotFound
	}
	return b, nil
}

// addClass enters what the grants of one class add up to.
func addClass(b *account.Balance, class account.Class, amount, remaining int64) {
	switch class {
	case account.ClassAllowance:
		b.AllowanceLimit, b.Allowance = amount, remaining
	case account.ClassFree:
		b.FreeLimit, b.Free = amount, remaining
	case account.ClassPromo:
		b.Promo = remaining
	case account.ClassPrepaid:
		b.Prepaid, b.EverPaid = remaining, true
	}
}

const readUsage = `SELECT coalesce(sum(u.requests), 0), coalesce(sum(u.units), 0)
	FROM api_keys k LEFT JOIN usage_daily u ON u.key = k.seq AND u.day BETWEEN ? AND ?
	WHERE k.id = ? GROUP BY k.seq`

// KeyUsage sums what a key has used in a month, over all pools.
func (s *Store) KeyUsage(ctx context.Context, keyID, period string) (account.KeyUsage, error) {
	first, last, err := monthDays(period)
	if err != nil {
		return account.KeyUsage{}, err
	}
	var u account.KeyUsage
	err = s.readers.usage.QueryRowContext(ctx, first, last, keyID).Scan(&u.Requests, &u.Units)
	if errors.Is(err, sql.ErrNoRows) {
		return account.KeyUsage{}, account.ErrNotFound
	}
	if err != nil {
		return account.KeyUsage{}, fmt.Errorf("sqlite: key usage: %w", err)
	}
	return u, nil
}
