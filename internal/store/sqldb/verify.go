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
	find       func(Tx, *violations) error
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

// Verify recomputes the ledger from its transfers, in one transaction that
// sees one state: charges made meanwhile neither wait for it nor change it.
func (s *Store) Verify(ctx context.Context) (report account.Report, err error) {
	err = s.db.Read(ctx, func(tx Tx, _ int64) error {
		report = account.Report{}
		for _, c := range s.checks {
			found, err := c.run(tx)
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

func (c *check) run(tx Tx) (found violations, err error) {
	if c.find != nil {
		err = c.find(tx, &found)
	} else {
		err = tx.Query(c.query, func(scan func(...any) error) error {
			var text string
			if err := scan(&text); err != nil {
				return err
			}
			return found.add(text)
		})
	}
	if errors.Is(err, errEnough) {
		err = nil
	}
	return found, err
}
