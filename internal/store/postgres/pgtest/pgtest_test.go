package pgtest_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"toolcrib/internal/store/postgres/pgtest"
)

func TestServer(t *testing.T) {
	s := pgtest.New(t, pgtest.Options{})
	first, second := s.Database(t), s.Database(t)
	query(t, first, "CREATE TABLE kept AS SELECT 7 AS n")
	if got := query(t, second, "SELECT count(*) FROM pg_tables WHERE tablename = 'kept'"); got != 0 {
		t.Errorf("a table of one database is in the other")
	}
	if err := s.Crash(); err != nil {
		t.Fatal(err)
	}
	if conn, err := pgx.Connect(t.Context(), first); err == nil {
		t.Errorf("a crashed server answers: %v", conn.Close(t.Context()))
	}
	if err := s.Restart(); err != nil {
		t.Fatal(err)
	}
	if got := query(t, first, "SELECT n FROM kept"); got != 7 {
		t.Errorf("after the crash: %d, want 7", got)
	}
	if got := query(t, first, "SELECT count(*) FROM pg_settings WHERE name = 'fsync' AND setting = 'on'"); got != 1 {
		t.Error("fsync is off")
	}
}

func query(t *testing.T, url, sql string) (n int64) {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := conn.Close(ctx); err != nil {
			t.Error(err)
		}
	}()
	rows, err := conn.Query(ctx, sql)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(&n); err != nil {
			t.Fatal(err)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return n
}
