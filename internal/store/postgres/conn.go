package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// beginWrite starts the transactions that change anything. Each statement sees
// what was committed before it began, so what follows the lock of an account's
// row sees all that its earlier holders did.
const beginWrite = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"

// beginRead starts the transactions that see one state.
const beginRead = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

var (
	// errLost marks a connection that broke.
	errLost = errors.New("the connection to the database was lost")
	// errUnknown marks one that broke when a COMMIT had been sent: whether it
	// was carried out is not known, and the transaction not one to be repeated.
	errUnknown = errors.New("it is not known whether the change was made")
)

// within runs f on one connection, in a transaction that f has to begin and
// commit itself; what it leaves open is rolled back.
func within(ctx context.Context, pool *pgxpool.Pool, f func(*pgxpool.Conn) error) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return errors.Join(errLost, err)
	}
	defer conn.Release()
	err = f(conn)
	if err != nil && conn.Conn().IsClosed() {
		return errors.Join(errLost, err)
	}
	if conn.Conn().PgConn().TxStatus() != 'I' {
		// A connection whose transaction cannot be ended is not used again.
		if _, err := conn.Exec(ctx, "ROLLBACK"); err != nil {
			_ = conn.Conn().Close(ctx)
		}
	}
	return err
}

// tries is how often a transaction is begun before its failure is told.
const tries = 3

// again is within that runs f once more, on another connection, where its
// failure was of the moment: a connection that broke, or two transactions in
// each other's way.
func again(ctx context.Context, pool *pgxpool.Pool, f func(*pgxpool.Conn) error) error {
	for try := 1; ; try++ {
		err := within(ctx, pool, f)
		lost := errors.Is(err, errLost) || leaving(err)
		switch {
		case err == nil, try == tries, ctx.Err() != nil, errors.Is(err, errUnknown), !lost && !conflict(err):
			return err
		}
		if lost {
			// What has broken one connection has most likely broken all.
			pool.Reset()
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(time.Duration(try*try) * 10 * time.Millisecond):
		}
	}
}

// leaving tells whether the server ended the session, as it does when it is
// stopped, or was not ready for one (PostgreSQL documentation, appendix A,
// classes 08 and 57P).
func leaving(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && (e.Code[:2] == "08" || e.Code[:3] == "57P")
}

// conflict tells whether the server chose this transaction to give way to
// another (class 40).
func conflict(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && e.Code[:2] == "40"
}

// pipeline gathers statements that go to the server together.
type pipeline struct{ pgx.Batch }

// exec queues a statement whose result says nothing.
func (p *pipeline) exec(query string, args ...any) { p.Queue(query, args...) }

// query queues one whose rows are handed to each.
func (p *pipeline) query(query string, each func(pgx.Rows) error, args ...any) {
	p.Queue(query, args...).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			if err := each(rows); err != nil {
				return err
			}
		}
		return rows.Err()
	})
}

// run sends the pipeline and waits for all results.
func (p *pipeline) run(ctx context.Context, conn *pgxpool.Conn) error {
	return conn.SendBatch(ctx, &p.Batch).Close()
}
