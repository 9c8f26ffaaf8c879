package sqlite

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"toolcrib/internal/account"
)

// maxName bounds the names of accounts and keys, in characters.
const maxName = 64

func validName(name string) error {
	if n := utf8.RuneCountInString(name); n < 1 || n > maxName || !utf8.ValidString(name) || strings.ContainsRune(name, 0) {
		return fmt.Errorf("sqlite: a name has 1 to %d characters", maxName)
	}
	return nil
}

// CreateAccount makes an account. Names need not be unique.
func (s *Store) CreateAccount(ctx context.Context, name string) (account.Account, error) {
	if err := validName(name); err != nil {
		return account.Account{}, err
	}
	var a account.Account
	err := s.write(ctx, func(c *conn) error {
		at := s.now()
		a = account.Account{ID: account.NewID("acc", fromMillis(at)), Name: name, CreatedAt: fromMillis(at)}
		_, err := c.exec("INSERT INTO accounts (id, name, created_at) VALUES (?, ?, ?)", a.ID, a.Name, at)
		return err
	})
	if err != nil {
		return account.Account{}, fmt.Errorf("sqlite: create account: %w", err)
	}
	return a, nil
}

const selectAccounts = "SELECT id, name, suspended, created_at FROM accounts "

// Account finds an account by its ID or, where only one has it, its name.
func (s *Store) Account(ctx context.Context, ref string) (account.Account, error) {
	found, err := s.accounts(ctx, selectAccounts+"WHERE id = ?1 OR name = ?1 ORDER BY id <> ?1 LIMIT 2", ref)
	if err != nil {
		return account.Account{}, err
	}
	return one(found, func(a account.Account) bool { return a.ID == ref })
}

// one picks what a reference means from what it matched: the one with that
// ID, which comes first, or the only one with that name.
func one[T any](found []T, byID func(T) bool) (T, error) {
	var none T
	switch {
	case len(found) == 0:
		return none, account.ErrNotFound
	case len(found) > 1 && !byID(found[0]):
		return none, account.ErrAmbiguous
	}
	return found[0], nil
}

// Accounts lists every account, oldest first.
func (s *Store) Accounts(ctx context.Context) ([]account.Account, error) {
	return s.accounts(ctx, selectAccounts+"ORDER BY seq")
}

func (s *Store) accounts(ctx context.Context, query string, args ...any) ([]account.Account, error) {
	rows, err := s.readers.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("sqlite: accounts: %w", err)
	}
	defer rows.Close() // what it could fail with, rows.Err tells
	var list []account.Account
	for rows.Next() {
		var a account.Account
		var at int64
		if err := rows.Scan(&a.ID, &a.Name, &a.Suspended, &at); err != nil {
			return nil, fmt.Errorf("sqlite: accounts: %w", err)
		}
		a.CreatedAt = fromMillis(at)
		list = append(list, a)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("sqlite: accounts: %w", err)
	}
	return list, nil
}

// SetSuspended suspends an account or lifts that. Once it has returned, no
// charge can be decided on the earlier state.
func (s *Store) SetSuspended(ctx context.Context, accountID string, suspended bool) error {
	return s.write(ctx, func(c *conn) error {
		n, err := c.exec("UPDATE accounts SET suspended = ? WHERE id = ?", suspended, accountID)
		if err != nil {
			return fmt.Errorf("sqlite: suspend account: %w", err)
		}
		if n == 0 {
			return account.ErrNotFound
		}
		s.mirror.forgetKeysOf(accountID)
		return nil
	})
}

// accountSeq is the row of an account.
func accountSeq(c *conn, id string) (int64, error) {
	seq, found, err := c.queryInt("SELECT seq FROM accounts WHERE id = ?", id)
	if err == nil && !found {
		err = account.ErrNotFound
	}
	return seq, err
}
