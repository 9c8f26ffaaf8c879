package migrations_test

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"toolcrib/internal/account"
	"toolcrib/internal/store/migrations"
	"toolcrib/internal/store/postgres"
	"toolcrib/internal/store/postgres/pgtest"
	"toolcrib/internal/store/sqlite"
)

// place is where a store keeps its data, as its SQL sees it and as it opens it.
type place struct {
	driver  string
	dialect goose.Dialect
	source  string
	schema  fs.FS
	tables  string // query that lists them
	open    func(context.Context) (account.Store, error)
}

func places(t *testing.T) map[string]*place {
	clock := func() time.Time { return now }
	path := filepath.Join(t.TempDir(), "toolcrib.db")
	url := pgtest.New(t, pgtest.Options{Unsynced: true}).Database(t)
	return map[string]*place{
		"SQLite": {"sqlite", goose.DialectSQLite3, path, migrations.SQLite(),
			"SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
			func(ctx context.Context) (account.Store, error) {
				return sqlite.Open(ctx, sqlite.Options{Path: path, Plan: plan, Clock: clock})
			}},
		// Plans are not kept: the tables change under them.
		"PostgreSQL": {"pgx", goose.DialectPostgres, url + "&default_query_exec_mode=exec", migrations.Postgres(),
			"SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY table_name",
			func(ctx context.Context) (account.Store, error) {
				return postgres.Open(ctx, postgres.Options{URL: url, Plan: plan, Clock: clock})
			}},
	}
}

// TestUpgradeFromFirst: data of the first schema, written past the program,
// are all there after the upgrade to the newest, add up, and are charged on
// from where they were.
func TestUpgradeFromFirst(t *testing.T) {
	for name, p := range places(t) {
		t.Run(name, func(t *testing.T) {
			h := newHistory()
			db, err := sql.Open(p.driver, p.source)
			must(t, err)
			defer db.Close()
			must(t, migrations.Apply(t.Context(), p.provider(t, db, first(t, p.schema))))
			h.write(t, db, name)
			before := p.dump(t, db, nil)
			store, err := p.open(t.Context())
			must(t, err)
			defer store.Close()
			same(t, before, p.dump(t, db, before))
			h.compare(t, store)
			h.goOn(t, store)
			older(t, p, db)
		})
	}
}

// older: the program of the first schema refuses the newest one, and says so.
func older(t *testing.T, p *place, db *sql.DB) {
	t.Helper()
	have := p.dump(t, db, nil)
	err := migrations.Apply(t.Context(), p.provider(t, db, first(t, p.schema)))
	if !errors.Is(err, migrations.ErrNewer) || !strings.Contains(err.Error(), "this one knows 1") {
		t.Errorf("an older program on a newer schema: %v", err)
	}
	same(t, have, p.dump(t, db, nil))
}

// first is the schema as the first release had it: the one file of it.
func first(t *testing.T, schema fs.FS) fs.FS {
	t.Helper()
	names, err := fs.Glob(schema, "0001_*.sql")
	must(t, err)
	text, err := fs.ReadFile(schema, names[0])
	must(t, err)
	return fstest.MapFS{names[0]: {Data: text}}
}

func (p *place) provider(t *testing.T, db *sql.DB, schema fs.FS) *goose.Provider {
	t.Helper()
	provider, err := goose.NewProvider(p.dialect, db, schema, goose.WithDisableGlobalRegistry(true))
	must(t, err)
	return provider
}

// table is all that a table holds, a line for each row.
type table struct {
	columns string
	rows    []string
}

// formerly is what the first schema called tables that have another name now.
var formerly = map[string]string{"ledger_applied": "ledger_clock"}

// dump reads every table, or of those in like the columns that they had.
func (p *place) dump(t *testing.T, db *sql.DB, like map[string]table) map[string]table {
	t.Helper()
	out := map[string]table{}
	for _, name := range lines(t, db, p.tables) {
		columns, once := "*", cmp.Or(formerly[name], name)
		if like != nil {
			columns = like[once].columns
		}
		if !strings.HasPrefix(name, "goose_") && columns != "" {
			out[once] = read(t, db, name, columns)
		}
	}
	return out
}

func lines(t *testing.T, db *sql.DB, query string) (all []string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	must(t, err)
	defer rows.Close()
	for rows.Next() {
		var s string
		must(t, rows.Scan(&s))
		all = append(all, s)
	}
	must(t, rows.Err())
	return all
}

func read(t *testing.T, db *sql.DB, name, columns string) (out table) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), "SELECT "+columns+" FROM "+name+" ORDER BY 1, 2")
	must(t, err)
	defer rows.Close()
	names, err := rows.Columns()
	must(t, err)
	out.columns = strings.Join(names, ", ")
	values := make([]any, len(names))
	at := make([]any, len(names))
	for i := range values {
		at[i] = &values[i]
	}
	for rows.Next() {
		must(t, rows.Scan(at...))
		out.rows = append(out.rows, fmt.Sprint(values...))
	}
	must(t, rows.Err())
	return out
}

func same(t *testing.T, before, after map[string]table) {
	t.Helper()
	for name, b := range before {
		a := after[name]
		if len(a.rows) != len(b.rows) {
			t.Errorf("%s: %d rows, and had %d", name, len(a.rows), len(b.rows))
			continue
		}
		for i := range b.rows {
			if a.rows[i] != b.rows[i] {
				t.Errorf("%s (%s): %s, and was %s", name, b.columns, a.rows[i], b.rows[i])
				break
			}
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
