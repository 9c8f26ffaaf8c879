package sqlite

import (
	"context"
	"errors"

	"toolcrib/internal/store/sqldb"
)

// dialect is SQLite's. Its write transactions are alone, so they lock nothing.
var dialect = sqldb.Dialect{
	LastCharge: "max((SELECT at FROM ledger_applied), coalesce((SELECT at FROM ledger_deltas ORDER BY seq DESC LIMIT 1), 0))",
	SetLastCharge: func(tx sqldb.Tx, _, at int64) error {
		_, err := tx.Exec("UPDATE ledger_applied SET at = $1", at)
		return err
	},
	Day: func(column string) string {
		return "CAST(strftime('%Y%m%d', " + column + " / 1000, 'unixepoch') AS INTEGER)"
	},
	Month: func(column string) string { return "strftime('%Y-%m', " + column + " / 1000, 'unixepoch')" },
}

// maxBehind bounds how often deltas are applied for one reading. Another
// process would have to charge within microseconds of each.
const maxBehind = 100

var errBehind = errors.New("sqlite: other processes charge without a pause")

// db runs the transactions of sqldb.
type db struct{ s *Store }

func (d db) Read(ctx context.Context, f func(sqldb.Tx, int64) error) error {
	return d.s.readers.read(ctx, func(c *conn) error { return f(c, d.s.clock().UnixMilli()) })
}

// ReadLedger applies the deltas first where they concern the account or key, or may:
// those of other processes are not known here.
func (d db) ReadLedger(ctx context.Context, id string, f func(sqldb.Tx, int64) error) error {
	s := d.s
	behind := s.deltas.concern(id)
	for range maxBehind {
		err := s.readers.read(ctx, func(c *conn) error {
			// The first look at a row settles which state f sees. Nobody here
			// can charge between the end of the one and that of the other.
			var writer string
			look := func() error {
				return c.Query("SELECT writer FROM ledger_deltas LIMIT 1", func(scan func(...any) error) error { return scan(&writer) })
			}
			var err error
			if behind {
				err = s.locked(ctx, func() error { return errors.Join(s.transact(ctx, s.apply), look()) })
			} else {
				err = look()
			}
			if err == nil && writer != "" && (behind || id == "" || writer != s.deltas.writer) {
				err = errBehind
			}
			if err != nil {
				return err
			}
			return f(c, s.clock().UnixMilli())
		})
		if !errors.Is(err, errBehind) {
			return err
		}
		behind = true
	}
	return errBehind
}

// Write forgets what the mirror holds, which f may have changed.
func (d db) Write(ctx context.Context, f func(sqldb.Tx, int64) error) error {
	return d.s.write(ctx, func(c *conn) error {
		if err := d.s.apply(c); err != nil {
			return err
		}
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
		if err := d.s.apply(c); err != nil {
			return err
		}
		acct, err := f(c, d.s.now())
		if err != nil || acct == 0 {
			return err
		}
		d.s.mirror.forget(acct)
		d.s.mirror.lastAt, _, err = c.queryInt("SELECT at FROM ledger_applied")
		return err
	})
}

func (d db) WriteAside(ctx context.Context, f func(sqldb.Tx, int64) error) error {
	return d.s.write(ctx, func(c *conn) error { return f(c, d.s.now()) })
}
