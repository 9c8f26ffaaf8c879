package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"toolcrib/internal/account"
	"toolcrib/internal/config"
	"toolcrib/internal/service"
	"toolcrib/internal/store/sqlite"
)

// databaseFile is the name of the store inside the data folder.
const databaseFile = "toolcrib.db"

// whenMissing is what a command does where there is no store yet.
type whenMissing bool

// A command that only looks or changes must find a store: a misspelt --data
// should not make a new empty one.
const (
	makeStore whenMissing = true
	findStore whenMissing = false
)

func openStore(ctx context.Context, s config.Settings, missing whenMissing) (account.Store, error) {
	path := filepath.Join(s.Data, databaseFile)
	if _, err := os.Stat(path); missing == findStore && errors.Is(err, os.ErrNotExist) {
		return nil, serverError(fmt.Errorf("there is no data in the folder %s; name another with --data, or begin one with 'toolcrib account create --name NAME'", s.Data))
	}
	store, err := sqlite.Open(ctx, sqlite.Options{Path: path, Plan: service.Plan(s)})
	if err != nil {
		return nil, serverError(err)
	}
	return store, nil
}

// with opens the store for the length of f. An error that f did not explain
// is the store's.
func (w *SettingFlags) with(ctx context.Context, p *Process, given flags, missing whenMissing, f func(account.Store) error) (err error) {
	s, _, err := w.load(p, given)
	if err != nil {
		return err
	}
	store, err := openStore(ctx, s, missing)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	return f(store)
}
