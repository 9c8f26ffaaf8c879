package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"

	"toolcrib/internal/account"
	"toolcrib/internal/config"
	"toolcrib/internal/service"
	"toolcrib/internal/store/postgres"
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
	if s.DatabaseURL != "" {
		store, err := opened(postgres.Open(ctx, postgres.Options{URL: s.DatabaseURL, Plan: service.Plan(s)}))
		if err != nil {
			err = fmt.Errorf("%w; database-url says where it is: 'toolcrib config print' shows what is set", err)
		}
		return store, err
	}
	path := filepath.Join(s.Data, databaseFile)
	if _, err := os.Stat(path); missing == findStore && errors.Is(err, os.ErrNotExist) {
		return nil, serverError(fmt.Errorf("there is no data in the folder %s; name another with --data, or begin one with 'toolcrib account create --name NAME'", s.Data))
	}
	return opened(sqlite.Open(ctx, sqlite.Options{Path: path, Plan: service.Plan(s)}))
}

// opened keeps a nil pointer of a store from becoming an account.Store.
func opened[S account.Store](store S, err error) (account.Store, error) {
	if err != nil {
		return nil, serverError(err)
	}
	return store, nil
}

// with opens the store for the length of f, whose changes are made in the name
// of who runs the program. An error that f did not explain is the store's.
func (w *SettingFlags) with(ctx context.Context, p *Process, given flags, missing whenMissing, f func(context.Context, account.Store) error) (err error) {
	s, _, err := w.load(p, given)
	if err != nil {
		return err
	}
	store, err := openStore(ctx, s, missing)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	return f(account.WithActor(ctx, operator()), store)
}

// operator is who runs the program, for the audit log.
func operator() account.Actor {
	name := strconv.Itoa(os.Getuid())
	if u, err := user.Current(); err == nil {
		name = u.Username
	}
	return account.Actor{Name: "cli:" + name}
}
