package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"toolcrib/internal/store/migrations"
)

const (
	// lockEvery and lockTries bound the wait for another node that migrates.
	lockEvery = 100 * time.Millisecond
	lockTries = 3000
)

// migrate brings the schema to the newest version this program knows. A step
// that waits for a lock gives up soon and is tried again, so that charges do
// not queue behind it.
func migrate(ctx context.Context, pool *pgxpool.Pool) (err error) {
	db := stdlib.OpenDBFromPool(pool)
	defer func() { err = errors.Join(err, db.Close()) }()
	provider, err := newProvider(db)
	if err != nil {
		return err
	}
	return migrations.Apply(ctx, provider)
}

func newProvider(db *sql.DB) (*goose.Provider, error) {
	// A lock in a table, since not every database of this protocol has
	// advisory locks. It lasts only while its holder renews it.
	locker, err := lock.NewPostgresTableLocker(
		lock.WithTableLockTimeout(lockEvery, lockTries), lock.WithTableUnlockTimeout(lockEvery, lockTries))
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectPostgres, db, migrations.Postgres(),
		goose.WithDisableGlobalRegistry(true), goose.WithLocker(locker))
}

// Versions tells which version of the schema a database has, 0 where it has
// none, and the newest that this program knows. It changes nothing.
func Versions(ctx context.Context, url string) (have, known int64, err error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return 0, 0, fmt.Errorf("postgres: %w", err)
	}
	db := stdlib.OpenDB(*config)
	defer func() { err = errors.Join(err, db.Close()) }()
	provider, err := newProvider(db)
	if err != nil {
		return 0, 0, err
	}
	sources := provider.ListSources()
	known = sources[len(sources)-1].Version
	var table sql.NullString
	err = db.QueryRowContext(ctx, "SELECT to_regclass($1)::text", goose.DefaultTablename).Scan(&table)
	if err == nil && table.Valid {
		err = db.QueryRowContext(ctx, "SELECT max(version_id) FROM "+goose.DefaultTablename+" WHERE is_applied").Scan(&have)
	}
	if err != nil {
		return 0, 0, fmt.Errorf("postgres: the schema cannot be read: %w", err)
	}
	return have, known, nil
}
