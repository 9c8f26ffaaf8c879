package sqldb

import (
	"context"

	"toolcrib/internal/account"
)

// readBalance sums the grants of an account by pool and class: of the pool,
// of an allowance and of what was bought for the overflow; the monthly classes
// of one month.
const readBalance = `SELECT pool, class, CAST(sum(amount) AS BIGINT), CAST(sum(remaining) AS BIGINT) FROM grants
	WHERE account = $1 AND (pool = $2 AND class >= 2 OR pool = $2 AND class = 1 AND period = $5
		OR pool = $3 AND class = 0 AND period = $5 OR pool = $4 AND class = 3)
	GROUP BY pool, class`

// Balance reads what an account has left of a pool this month.
func (s *Store) Balance(ctx context.Context, accountID string, pool, allowance account.Pool) (b account.Balance, err error) {
	err = s.db.ReadLedger(ctx, accountID, func(tx Tx, now int64) error {
		var acct, last int64
		found, err := queryRow(tx, "SELECT a.seq, "+s.dialect.LastCharge+" FROM accounts a WHERE a.id = $1",
			[]any{&acct, &last}, accountID)
		if err != nil {
			return err
		}
		if !found {
			return account.ErrNotFound
		}
		b, err = s.balance(tx, acct, pool, allowance, max(now, last))
		return err
	})
	if err != nil {
		return account.Balance{}, fail("balance", err)
	}
	return b, nil
}

// balance reads what an account has left of a pool in the month of at, which
// is in milliseconds.
func (s *Store) balance(tx Tx, acct int64, pool, allowance account.Pool, at int64) (account.Balance, error) {
	overflow := s.plan.Overflow[pool]
	month := fromMillis(at)
	b := account.Balance{
		Pool: pool, FreeLimit: s.plan.Free[pool], Free: s.plan.Free[pool],
		AllowanceLimit: s.plan.Allowances[allowance], Allowance: s.plan.Allowances[allowance],
		ResetsAt: account.PeriodEnd(month),
	}
	err := tx.Query(readBalance, func(scan func(...any) error) error {
		var of string
		var class, amount, remaining int64
		if err := scan(&of, &class, &amount, &remaining); err != nil {
			return err
		}
		if of == string(pool) || account.Class(class) == account.ClassAllowance {
			addClass(&b, account.Class(class), amount, remaining)
		} else if overflow.Rate > 0 {
			b.Overflow, b.EverPaid = remaining/overflow.Rate, true
		}
		return nil
	}, acct, string(pool), string(allowance), string(overflow.Pool), account.Period(month))
	return b, err
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
