package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"

	driversqlite "modernc.org/sqlite"
)

// conn is a connection of the driver, without database/sql in front of it, and
// the statements prepared on it. A pool that replaces or resets connections by
// itself would be in the way of a transaction that relies on what the
// connection saw before. It is used by one goroutine at a time, and is the
// sqldb.Tx of the transaction in progress on it.
type conn struct {
	dc    driver.Conn
	ctx   context.Context      // ends the statements of a read transaction
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
	return &conn{dc: dc, ctx: context.Background(), stmts: make(map[string]statement)}, nil
}

func (c *conn) close() error {
	errs := make([]error, 0, len(c.stmts)+1)
	for _, s := range c.stmts {
		errs = append(errs, s.Close())
	}
	return errors.Join(append(errs, c.dc.Close())...)
}

// Exec runs one statement and returns the number of rows it changed.
func (c *conn) Exec(query string, args ...any) (int64, error) {
	s, err := c.prepare(query)
	if err != nil {
		return 0, err
	}
	res, err := s.ExecContext(c.ctx, c.bind(args))
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// Query hands every row of the result to each.
func (c *conn) Query(query string, each func(scan func(dest ...any) error) error, args ...any) (err error) {
	s, err := c.prepare(query)
	if err != nil {
		return err
	}
	rows, err := s.QueryContext(c.ctx, c.bind(args))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	row := make([]driver.Value, len(rows.Columns()))
	scan := func(dest ...any) error { return assign(dest, row) }
	for {
		if err := rows.Next(row); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if err := each(scan); err != nil {
			return err
		}
	}
}

// assign copies a row to where sqldb.Tx allows it to go. All columns are of
// the one type that the schema, which is STRICT, gives them.
func assign(dest []any, row []driver.Value) error {
	if len(dest) != len(row) {
		return fmt.Errorf("%d columns scanned into %d places", len(row), len(dest))
	}
	for i, v := range row {
		ok := true
		switch d := dest[i].(type) {
		case *int64:
			*d, ok = v.(int64)
		case *string:
			*d, ok = v.(string)
		case *[]byte:
			*d, ok = v.([]byte)
			ok = ok || v == nil
		case sql.Scanner:
			if err := d.Scan(v); err != nil {
				return err
			}
		default:
			ok = false
		}
		if !ok {
			return fmt.Errorf("column %d is %T, which does not go into %T", i, v, dest[i])
		}
	}
	return nil
}

// queryInt returns the single number that a query answers, and whether there
// was a row at all.
func (c *conn) queryInt(query string, args ...any) (n int64, found bool, err error) {
	err = c.Query(query, func(scan func(...any) error) error {
		found = true
		return scan(&n)
	}, args...)
	return n, found, err
}

func (c *conn) prepare(query string) (statement, error) {
	if s, ok := c.stmts[query]; ok {
		return s, nil
	}
	s, err := c.dc.Prepare(unnamed(query))
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

func (c *conn) bind(args []any) []driver.NamedValue {
	c.named = c.named[:0]
	for i, v := range args {
		c.named = append(c.named, driver.NamedValue{Ordinal: i + 1, Value: v})
	}
	return c.named
}
