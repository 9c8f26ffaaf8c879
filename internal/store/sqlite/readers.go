package sqlite

import (
	"context"
	"errors"
	"fmt"
	"runtime"
)

// readers are the connections that cannot write. Each keeps the statements it
// has prepared: preparing those costs more than running them.
type readers struct {
	dsn  string
	free chan *conn // those not in use; nil for one that is to be opened
}

func openReaders(path string) (*readers, error) {
	r := &readers{
		dsn:  fileURI(path) + "?mode=ro" + pragmas + "&_pragma=query_only(1)",
		free: make(chan *conn, max(4, runtime.GOMAXPROCS(0))),
	}
	first, err := openConn(r.dsn)
	if err != nil {
		return nil, err
	}
	for range cap(r.free) - 1 {
		r.free <- nil
	}
	r.free <- first
	return r, nil
}

// read runs f in a transaction that sees one state. The context ends the wait
// for a connection, and the statements of f.
func (r *readers) read(ctx context.Context, f func(*conn) error) (err error) {
	var c *conn
	open := true
	select {
	case c, open = <-r.free:
	case <-ctx.Done():
		return ctx.Err()
	}
	if !open {
		return errClosed
	}
	defer func() { r.free <- c }()
	if c == nil {
		if c, err = openConn(r.dsn); err != nil {
			return fmt.Errorf("sqlite: open: %w", err)
		}
	}
	if _, err := c.Exec("BEGIN"); err != nil {
		return fmt.Errorf("sqlite: begin: %w", err)
	}
	defer func() {
		c.ctx = context.Background()
		// Nothing was written, so all that matters is that it ends.
		if _, end := c.Exec("ROLLBACK"); end != nil {
			err = errors.Join(err, c.close())
			c = nil
		}
	}()
	c.ctx = ctx
	return f(c)
}

// close waits for the transactions in progress.
func (r *readers) close() error {
	var errs []error
	for range cap(r.free) {
		if c := <-r.free; c != nil {
			errs = append(errs, c.close())
		}
	}
	close(r.free)
	return errors.Join(errs...)
}
