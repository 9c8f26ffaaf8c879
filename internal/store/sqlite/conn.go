package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"

	driversqlite "modernc.org/sqlite"
)

// conn is the write connection: a connection of the driver, without
// database/sql in front of it, and the statements prepared on it. A pool that
// replaces or resets connections by itself would be in the way of a
// transaction that relies on what the connection saw before. It is used by one
// goroutine at a time, and its statements are never interrupted: a caller that
// goes away must not end the transaction it shares with others.
type conn struct {
	dc    driver.Conn
	stmts map[string]statement // by SQL text
	named []driver.NamedValue  // reused between calls
}

type statement interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

func openConn(dsn string) (*conn, error) {
	dc, err := new(driversqlite.Driver).Open(dsn)
	if err != nil {
		return nil, err
	}
	return &conn{dc: dc, stmts: make(map[string]statement)}, nil
}

func (c *conn) close() error {
	errs := make([]error, 0, len(c.stmts)+1)
	for _, s := range c.stmts {
		errs = append(errs, s.Close())
	}
	return errors.Join(append(errs, c.dc.Close())...)
}

// exec runs one statement and returns the number of rows it changed.
func (c *conn) exec(query string, args ...driver.Value) (int64, error) {
	res, err := c.run(query, args)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// insert runs one INSERT into a rowid table and returns the new row's key.
func (c *conn) insert(query string, args ...driver.Value) (int64, error) {
	res, err := c.run(query, args)
	if err != nil {
		return 0, err
	}
	return res.LastInsertId()
}

func (c *conn) run(query string, args []driver.Value) (driver.Result, error) {
	s, err := c.prepare(query)
	if err != nil {
		return nil, err
	}
	return s.ExecContext(context.Background(), c.bind(args))
}

// query hands every row of the result to each, which must not keep the slice.
func (c *conn) query(query string, each func(row []driver.Value), args ...driver.Value) (err error) {
	s, err := c.prepare(query)
	if err != nil {
		return err
	}
	rows, err := s.QueryContext(context.Background(), c.bind(args))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	row := make([]driver.Value, len(rows.Columns()))
	for {
		if err := rows.Next(row); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		each(row)
	}
}

// queryInt returns the single number that a query answers, and whether there
// was a row at all. NULL reads as 0.
func (c *conn) queryInt(query string, args ...driver.Value) (n int64, found bool, err error) {
	err = c.query(query, func(row []driver.Value) {
		n, _ = row[0].(int64)
		found = true
	}, args...)
	return n, found, err
}

func (c *conn) prepare(query string) (statement, error) {
	if s, ok := c.stmts[query]; ok {
		return s, nil
	}
	s, err := c.dc.Prepare(query)
	if err != nil {
		return nil, err
	}
	st, ok := s.(statement)
	if !ok {
		return nil, errors.Join(errors.New("sqlite: the driver's statement lacks ExecContext or QueryContext"), s.Close())
	}
	c.stmts[query] = st
	return st, nil
}

func (c *conn) bind(args []driver.Value) []driver.NamedValue {
	c.named = c.named[:0]
	for i, v := range args {
		c.named = append(c.named, driver.NamedValue{Ordinal: i + 1, Value: v})
	}
	return c.named
}
