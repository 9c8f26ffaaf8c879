package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/pressly/goose/v3"

	"toolcrib/internal/store/migrations"
)

// Versions tells which version of the schema a file has, 0 where it has none,
// and the newest that this program knows. It changes nothing; a file that is
// not there is an error.
func Versions(ctx context.Context, path string) (have, known int64, err error) {
	db, err := sql.Open("sqlite", fileURI(path)+"?mode=ro"+pragmas)
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	provider, err := newProvider(db)
	if err != nil {
		return 0, 0, err
	}
	sources := provider.ListSources()
	known = sources[len(sources)-1].Version
	var tables int64
	err = db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema WHERE name = $1", goose.DefaultTablename).Scan(&tables)
	if err == nil && tables > 0 {
		have, err = provider.GetDBVersion(ctx)
	}
	if err != nil {
		return 0, 0, fmt.Errorf("sqlite: the schema of %s: %w", path, err)
	}
	return have, known, nil
}

func newProvider(db *sql.DB) (*goose.Provider, error) {
	return goose.NewProvider(goose.DialectSQLite3, db, migrations.SQLite(), goose.WithDisableGlobalRegistry(true))
}

// migrate brings the schema to the newest version this program knows.
func migrate(ctx context.Context, dsn string) (err error) {
	db, err := sql.Open("sqlite", dsn+"&_txlock=immediate")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	if err := db.PingContext(ctx); err != nil {
		return err
	}
	provider, err := newProvider(db)
	if err != nil {
		return err
	}
	return migrations.Apply(ctx, provider)
}
