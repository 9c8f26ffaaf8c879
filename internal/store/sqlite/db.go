package sqlite

import (
	"context"

	"toolcrib/internal/store/sqldb"
)

// dialect is SQLite's. Its write transactions are alone, so they lock nothing.
var dialect = sqldb.Dialect{
	LastCharge: "(SELECT at FROM ledger_clock)",
	SetLastCharge: func(tx sqldb.Tx, _, at int64) error {
		_, err := tx.Exec("UPDATE ledger_clock SET at = $1", at)
		return err
	},
	Day: func(column string) string {
		return "CAST(strftime('%Y%m%d', " + column + " / 1000, 'unixepoch') AS INTEGER)"
	},
	Month: func(column string) string { return "strftime('%Y-%m', " + column + " / 1000, 'unixepoch')" },
}

// db runs the transactions of sqldb.
type db struct{ s *Store }

func (d db) Read(ctx context.Context, f func(sqldb.Tx, int64) error) error {
	return d.s.readers.read(ctx, func(c *conn) error { return f(c, d.s.clock().UnixMilli()) })
}

// Write forgets what the mirror holds, which f may have changed.
func (d db) Write(ctx context.Context, f func(sqldb.Tx, int64) error) error {
	return d.s.write(ctx, func(c *conn) error {
		err := f(c, d.s.now())
		d.s.mirror.reset()
		return err
	})
}

// WriteLedger forgets what the mirror holds of the account that f changed, and
// keeps the rest: a call that holds units leaves the charges of others as quick
// as they were.
func (d db) WriteLedger(ctx context.Context, f func(sqldb.Tx, int64) (int64, error)) error {
	return d.s.write(ctx, func(c *conn) error {
		acct, err := f(c, d.s.now())
		if err != nil || acct == 0 {
			return err
		}
		d.s.mirror.forget(acct)
		d.s.mirror.lastAt, _, err = c.queryInt("SELECT at FROM ledger_clock")
		return err
	})
}

func (d db) WriteAside(ctx context.Context, f func(sqldb.Tx, int64) error) error {
	return d.s.write(ctx, func(c *conn) error { return f(c, d.s.now()) })
}
