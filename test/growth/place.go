package main

import (
	"context"
	"database/sql"
	"fmt"
	"os"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"toolcrib/internal/account"
	"toolcrib/internal/store/postgres"
	"toolcrib/internal/store/sqlite"
)

// store is what is measured: what the program asks of a store, and the lists
// that its pages show piece by piece.
type store interface {
	account.Store
	AccountsPage(ctx context.Context, search, before string, limit int) ([]account.Account, error)
	UsersPage(ctx context.Context, search, before string, limit int) ([]account.User, error)
	Counts(ctx context.Context) (accounts, users int64, err error)
}

// plan gives nothing: charges are of accounts that have bought units, so that no
// charge is dearer than others for being the first of its month.
var plan account.Plan

// place is a database with how to use it: as the program does, and past it.
type place struct {
	flavour
	name string
	open func(ctx context.Context) (store, error)
	raw  func() (*sql.DB, error)
	size func(ctx context.Context, db *sql.DB) (int64, error) // bytes on disk
}

// flavour is the SQL that differs.
type flavour struct {
	padded func(prefix, number string) string // an identifier: prefix and 26 digits
	bytes  func(number string) string         // 32 bytes
	blob   string                             // a literal, of what fmt makes of %x
	day    func(column string) string         // yyyymmdd of milliseconds
	clock  string                             // notes the time %d as that of the last charge
	setup  []string                           // of a connection that fills
	finish []string                           // after rows were added with numbers of their own
}

func openPlace(ctx context.Context, name, to string) (*place, error) {
	switch name {
	case "sqlite":
		return sqlitePlace(to), nil
	case "postgres":
		return postgresPlace(to)
	}
	return nil, fmt.Errorf("there is no store %q", name)
}

func sqlitePlace(path string) *place {
	return &place{
		name: "SQLite",
		flavour: flavour{
			padded: func(prefix, number string) string { return "printf('" + prefix + "_%026d', " + number + ")" },
			bytes:  func(number string) string { return "CAST(printf('%032d', " + number + ") AS BLOB)" },
			blob:   "X'%x'",
			day: func(column string) string {
				return "CAST(strftime('%Y%m%d', " + column + " / 1000, 'unixepoch') AS INTEGER)"
			},
			clock:  "UPDATE ledger_applied SET at = %d",
			setup:  []string{"PRAGMA synchronous = OFF", "PRAGMA cache_size = -200000", "PRAGMA temp_store = MEMORY"},
			finish: []string{"PRAGMA wal_checkpoint(TRUNCATE)"},
		},
		open: func(ctx context.Context) (store, error) {
			return sqlite.Open(ctx, sqlite.Options{Path: path, Plan: plan})
		},
		raw: func() (*sql.DB, error) { return sql.Open("sqlite", "file:"+path) },
		size: func(context.Context, *sql.DB) (int64, error) {
			info, err := os.Stat(path)
			if err != nil {
				return 0, err
			}
			return info.Size(), nil
		},
	}
}

func postgresPlace(url string) (*place, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	return &place{
		name: "PostgreSQL",
		flavour: flavour{
			padded: func(prefix, number string) string {
				return "'" + prefix + "_' || lpad(CAST(" + number + " AS TEXT), 26, '0')"
			},
			bytes: func(number string) string { return "convert_to(lpad(CAST(" + number + " AS TEXT), 32, '0'), 'UTF8')" },
			blob:  `'\x%x'`,
			day: func(column string) string {
				return "CAST(to_char(to_timestamp(" + column + " / 1000) AT TIME ZONE 'UTC', 'YYYYMMDD') AS BIGINT)"
			},
			clock: "UPDATE accounts SET last_at = %d WHERE last_at = 0",
			setup: []string{"SET synchronous_commit = off"},
			finish: []string{
				"SELECT setval(pg_get_serial_sequence('accounts', 'seq'), (SELECT max(seq) FROM accounts))",
				"SELECT setval(pg_get_serial_sequence('api_keys', 'seq'), (SELECT max(seq) FROM api_keys))",
				"SELECT setval(pg_get_serial_sequence('users', 'seq'), (SELECT max(seq) FROM users))",
				"SELECT setval('ledger_accounts_seq', (SELECT max(seq) FROM ledger_accounts))",
				// What autovacuum would do in its time.
				"VACUUM ANALYZE", "CHECKPOINT",
			},
		},
		open: func(ctx context.Context) (store, error) {
			return postgres.Open(ctx, postgres.Options{URL: url, Plan: plan})
		},
		raw: func() (*sql.DB, error) { return stdlib.OpenDB(*config), nil },
		size: func(ctx context.Context, db *sql.DB) (n int64, err error) {
			err = db.QueryRowContext(ctx, "SELECT pg_database_size(current_database())").Scan(&n)
			return n, err
		},
	}, nil
}
