package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"toolcrib/internal/account"
)

// maxViolations bounds what Verify reports of each kind.
const maxViolations = 100

// Verify recomputes the ledger from its transfers, in one read transaction:
// charges made meanwhile neither wait for it nor change what it sees. While it
// runs the write-ahead log cannot be reset and grows with them.
func (s *Store) Verify(ctx context.Context) (account.Report, error) {
	tx, err := s.readers.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return account.Report{}, fmt.Errorf("sqlite: verify: %w", err)
	}
	// Nothing was written, so how the transaction ends does not matter.
	defer func() { _ = tx.Rollback() }()
	var report account.Report
	for _, inv := range invariants {
		found, err := violations(ctx, tx, inv.query)
		if err != nil {
			return account.Report{}, fmt.Errorf("sqlite: verify %s: %w", inv.name, err)
		}
		report.Checks = append(report.Checks, account.Check{Name: inv.name, Rule: inv.rule, Violations: found})
	}
	return report, nil
}

func violations(ctx context.Context, tx *sql.Tx, query string) ([]string, error) {
	rows, err := tx.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close() // what it could fail with, rows.Err tells
	var found []string
	for len(found) < maxViolations && rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		found = append(found, text)
	}
	return found, rows.Err()
}
