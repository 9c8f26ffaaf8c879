package sqlite

import (
	"context"
	"errors"
	"fmt"
	"time"

	driversqlite "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// write runs fn in one transaction that holds the file's write lock. When fn
// or the commit fails, nothing has changed: the transaction is rolled back and
// the mirror, which fn may have changed in memory, is dropped.
//
// The context bounds the wait for other writers; once begun, a transaction is
// finished.
func (s *Store) write(ctx context.Context, fn func(c *conn) error) error {
	return s.locked(ctx, func() error { return s.transact(ctx, fn) })
}

// locked runs fn as the only one of this process that may write.
func (s *Store) locked(ctx context.Context, fn func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case s.lock <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-s.lock }()
	return fn()
}

// transact is write for who has locked.
func (s *Store) transact(ctx context.Context, fn func(c *conn) error) error {
	if err := s.begin(ctx); err != nil {
		return fmt.Errorf("sqlite: begin: %w", err)
	}
	done := false
	defer func() {
		if !done {
			s.rollback()
		}
	}()
	if err := fn(s.writer); err != nil {
		return err
	}
	if _, err := s.writer.Exec("COMMIT"); err != nil {
		return fmt.Errorf("sqlite: commit: %w", err)
	}
	done = true
	s.deltas.committed()
	return nil
}

// begin takes the write lock and, if another connection has committed since
// the mirror was filled, drops the mirror and applies the other's deltas.
func (s *Store) begin(ctx context.Context) error {
	if s.closed {
		return errClosed
	}
	if s.writer == nil {
		w, err := openWriter(s.writeDSN())
		if err != nil {
			return err
		}
		s.writer = w
	}
	if err := s.takeLock(ctx); err != nil {
		return err
	}
	if err := s.refresh(s.writer); err != nil {
		s.rollback()
		return err
	}
	return nil
}

// refresh asks for the version inside the transaction: it then belongs to the
// state that the transaction works on.
func (s *Store) refresh(c *conn) error {
	version, _, err := c.queryInt("PRAGMA data_version")
	if err != nil {
		return err
	}
	if err := s.deltas.refresh(s, c, version); err != nil {
		return err
	}
	return s.mirror.refresh(c, version)
}

// lockWait bounds the wait for the write lock of another process.
const lockWait = 5 * time.Second

// takeLock begins a transaction that holds the write lock. It asks for the
// lock every millisecond, where SQLite's own busy handler soon asks only ten
// times a second: beside a server that is charging without a pause the lock is
// free for moments only, and "key revoke" must get it all the same.
func (s *Store) takeLock(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, lockWait,
		fmt.Errorf("another process has held the write lock for %v", lockWait))
	defer cancel()
	for {
		_, err := s.writer.Exec("BEGIN IMMEDIATE")
		var e *driversqlite.Error
		if !errors.As(err, &e) || e.Code()&0xff != sqlite3.SQLITE_BUSY {
			return err
		}
		if ctx.Err() != nil {
			return errors.Join(context.Cause(ctx), err)
		}
	}
}

// openWriter opens the write connection, which waits at most a millisecond
// for a lock: see takeLock.
func openWriter(dsn string) (*conn, error) {
	c, err := openConn(dsn)
	if err != nil {
		return nil, err
	}
	if _, err := c.Exec("PRAGMA busy_timeout = 1"); err != nil {
		return nil, errors.Join(err, c.close())
	}
	return c, nil
}

// rollback ends the transaction without effect. If even that fails the
// connection is given up, which rolls back too; the next write opens another.
func (s *Store) rollback() {
	s.mirror.reset()
	s.deltas.undone()
	if _, err := s.writer.Exec("ROLLBACK"); err != nil {
		_ = s.writer.close()
		s.writer = nil
		s.deltas.known = false
	}
}

// now is the time of the transaction: never before that of an earlier charge.
// It belongs to the holder of the write lock.
func (s *Store) now() int64 { return max(s.clock().UnixMilli(), s.mirror.lastAt) }

func fromMillis(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
