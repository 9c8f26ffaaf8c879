package pay_test

import (
	"context"
	"database/sql"
	"errors"
	"testing"
	"time"

	"github.com/pressly/goose/v3"

	"toolcrib/internal/account"
	"toolcrib/internal/store/migrations"
	"toolcrib/internal/store/sqldb"

	_ "modernc.org/sqlite" // the driver
)

// memory is the SQL of the stores over SQLite's schema, in memory: nothing
// waits for a disk, so that thousands of stories take seconds.
type memory struct {
	*sqldb.Store
	conn  *sql.Conn
	turn  chan struct{}
	clock func() time.Time
	stmts map[string]*sql.Stmt
}

func openMemory(t *testing.T, plan account.Plan, clock func() time.Time) *memory {
	t.Helper()
	ctx := context.Background()
	db, err := sql.Open("sqlite", ":memory:?_pragma=foreign_keys(1)")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, migrations.SQLite())
	if err == nil {
		_, err = provider.Up(ctx)
	}
	if err != nil {
		t.Fatal(err)
	}
	m := &memory{clock: clock, turn: make(chan struct{}, 1), stmts: map[string]*sql.Stmt{}}
	if m.conn, err = db.Conn(ctx); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.conn.Close(); err != nil {
			t.Error(err)
		}
	})
	m.Store = sqldb.New(m, sqldb.Dialect{
		LastCharge: "0",
		Day:        func(column string) string { return column }, // nothing is charged here
		Month:      func(column string) string { return column },
	}, plan)
	return m
}

func (m *memory) Read(ctx context.Context, f func(sqldb.Tx, int64) error) error {
	m.turn <- struct{}{}
	defer func() { <-m.turn }()
	return f(m, m.clock().UnixMilli())
}

func (m *memory) ReadLedger(ctx context.Context, _ string, f func(sqldb.Tx, int64) error) error {
	return m.Read(ctx, f)
}

func (m *memory) Write(ctx context.Context, f func(sqldb.Tx, int64) error) error {
	return m.Read(ctx, func(tx sqldb.Tx, now int64) error {
		if _, err := tx.Exec("BEGIN"); err != nil {
			return err
		}
		if err := f(tx, now); err != nil {
			_, undone := tx.Exec("ROLLBACK")
			return errors.Join(err, undone)
		}
		_, err := tx.Exec("COMMIT")
		return err
	})
}

func (m *memory) WriteLedger(ctx context.Context, f func(sqldb.Tx, int64) (int64, error)) error {
	return m.Write(ctx, func(tx sqldb.Tx, now int64) error {
		_, err := f(tx, now)
		return err
	})
}

func (m *memory) WriteAside(ctx context.Context, f func(sqldb.Tx, int64) error) error {
	return m.Write(ctx, f)
}

func (m *memory) prepare(query string) (*sql.Stmt, error) {
	s, ok := m.stmts[query]
	if ok {
		return s, nil
	}
	s, err := m.conn.PrepareContext(context.Background(), query)
	m.stmts[query] = s
	return s, err
}

func (m *memory) Exec(query string, args ...any) (int64, error) {
	s, err := m.prepare(query)
	if err != nil {
		return 0, err
	}
	result, err := s.Exec(args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

func (m *memory) Query(query string, each func(scan func(...any) error) error, args ...any) error {
	s, err := m.prepare(query)
	if err != nil {
		return err
	}
	rows, err := s.Query(args...)
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
