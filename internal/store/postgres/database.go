package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"toolcrib/internal/store/sqldb"
)

// dialect is what PostgreSQL says in its own way.
var dialect = sqldb.Dialect{
	// NO KEY, since no key of a locked row is changed: rows that refer to it
	// may be added meanwhile.
	Lock:       " FOR NO KEY UPDATE",
	SkipLocked: " SKIP LOCKED",
	LastCharge: "a.last_at",
	SetLastCharge: func(tx sqldb.Tx, acct, at int64) error {
		_, err := tx.Exec("UPDATE accounts SET last_at = $1 WHERE seq = $2 AND last_at < $1", at, acct)
		return err
	},
	Day:   func(column string) string { return "CAST(" + utc(column, "YYYYMMDD") + " AS BIGINT)" },
	Month: func(column string) string { return utc(column, "YYYY-MM") },
}

func utc(column, format string) string {
	return "to_char(to_timestamp(" + column + " / 1000) AT TIME ZONE 'UTC', '" + format + "')"
}

// clockQuery reads the database's clock in microseconds. It is of the moment at
// which the statement runs, where now() would be that of the transaction's
// begin, before its locks were had.
const clockQuery = "SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000000) AS BIGINT)"

// readClock queues the reading of the clock. Where a test gave the store a clock,
// that one is read when the answer comes, so behind the locks as well.
func (s *Store) readClock(p *pipeline, micros *int64) {
	p.query(clockQuery, func(rows pgx.Rows) error {
		if s.clock != nil {
			*micros = s.clock().UnixMicro()
			return nil
		}
		return rows.Scan(micros)
	})
}

// database runs the transactions of sqldb.
type database struct{ *Store }

// Read runs f in a transaction that sees one state. There is nothing to
// commit: it is rolled back.
func (d database) Read(ctx context.Context, f func(tx sqldb.Tx, now int64) error) error {
	return d.transact(ctx, beginRead, nil, f)
}

// ReadLedger is Read: every charge has changed the rows it concerns.
func (d database) ReadLedger(ctx context.Context, _ string, f func(tx sqldb.Tx, now int64) error) error {
	return d.Read(ctx, f)
}

// Write runs f in a transaction of its own. f locks what it changes.
func (d database) Write(ctx context.Context, f func(tx sqldb.Tx, now int64) error) error {
	return d.transact(ctx, beginWrite, commit, f)
}

// WriteLedger is Write that is sent again where the answer to COMMIT was lost,
// as batches of charges are.
func (d database) WriteLedger(ctx context.Context, f func(tx sqldb.Tx, now int64) (int64, error)) error {
	return d.transact(ctx, beginWrite, commitAgain, func(tx sqldb.Tx, now int64) error {
		_, err := f(tx, now)
		return err
	})
}

// WriteAside is Write: here, too, only the rows that f locks are kept from others.
func (d database) WriteAside(ctx context.Context, f func(tx sqldb.Tx, now int64) error) error {
	return d.transact(ctx, beginWrite, commit, f)
}

// transact runs f between begin and end; without end it is rolled back.
func (d database) transact(
	ctx context.Context, begin string, end func(context.Context, *pgxpool.Conn) error, f func(tx sqldb.Tx, now int64) error,
) error {
	return again(ctx, d.pool, func(conn *pgxpool.Conn) error {
		var p pipeline
		var micros int64
		p.exec(begin)
		d.readClock(&p, &micros)
		err := p.run(ctx, conn)
		if err == nil {
			err = f(tx{ctx, conn.Conn()}, micros/1000)
		}
		if err == nil && end != nil {
			err = end(ctx, conn)
		}
		return err
	})
}

// commit ends a transaction that must not be repeated if it was carried out.
func commit(ctx context.Context, conn *pgxpool.Conn) error {
	err := commitAgain(ctx, conn)
	if err != nil && conn.Conn().IsClosed() {
		return errors.Join(errUnknown, err)
	}
	return err
}

// commitAgain ends a transaction that may be repeated.
func commitAgain(ctx context.Context, conn *pgxpool.Conn) error {
	tag, err := conn.Exec(ctx, "COMMIT")
	if err == nil && tag.String() != "COMMIT" {
		err = errors.New("the transaction was rolled back")
	}
	return err
}

// tx is a transaction of sqldb.
type tx struct {
	ctx  context.Context
	conn *pgx.Conn
}

func (t tx) Exec(query string, args ...any) (int64, error) {
	tag, err := t.conn.Exec(t.ctx, query, args...)
	return tag.RowsAffected(), err
}

func (t tx) Query(query string, each func(scan func(dest ...any) error) error, args ...any) error {
	rows, err := t.conn.Query(t.ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}
