package sqlite

import (
	"context"

	"toolcrib/internal/store/sqldb"
)

// dialect is SQLite's. Its write transactions are alone, so they lock nothing.
var dialect = sqldb.Dialect{
	LastCharge: "(SELECT at FROM ledger_clock)",
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

func (d db) WriteAside(ctx context.Context, f func(sqldb.Tx, int64) error) error {
	return d.s.write(ctx, func(c *conn) error { return f(c, d.s.now()) })
}
