package sqldb

import (
	"context"
	"errors"

	"toolcrib/internal/account"
)

// maxViolations bounds what Verify reports of each kind.
const maxViolations = 100

// check is a rule of the ledger with how to find what breaks it: a query with
// one row for each violation and one column that describes it, or a function.
type check struct {
	name, rule string
	query      string
	find       func(tx Tx, now int64, found *violations) error
}

// violations gathers what breaks a rule, up to a bound.
type violations []string

var errEnough = errors.New("enough violations")

func (v *violations) add(text string) error {
	*v = append(*v, text)
	if len(*v) == maxViolations {
		return errEnough
	}
	return nil
}

// query adds the rows of a query with one column.
func (v *violations) query(tx Tx, query string, args ...any) error {
	return tx.Query(query, func(scan func(...any) error) error {
		var text string
		if err := scan(&text); err != nil {
			return err
		}
		return v.add(text)
	}, args...)
}

// Verify recomputes the ledger from its transfers, in one transaction that
// sees one state: charges made meanwhile neither wait for it nor change it.
func (s *Store) Verify(ctx context.Context) (report account.Report, err error) {
	err = s.db.ReadLedger(ctx, "", func(tx Tx, now int64) error {
		report = account.Report{}
		for _, c := range s.checks {
			found, err := c.run(tx, now)
			if err != nil {
				return fail(c.name, err)
			}
			report.Checks = append(report.Checks, account.Check{Name: c.name, Rule: c.rule, Violations: found})
		}
		return nil
	})
	if err != nil {
		return account.Report{}, fail("verify", err)
	}
	return report, nil
}

func (c *check) run(tx Tx, now int64) (found violations, err error) {
	if c.find != nil {
		err = c.find(tx, now, &found)
	} else {
		err = found.query(tx, c.query)
	}
	if errors.Is(err, errEnough) {
		err = nil
	}
	return found, err
}
