package sqldb

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"toolcrib/internal/account"
)

// maxName bounds the names of accounts and keys, in characters.
const maxName = 64

func validName(name string) error { return validText("a name", name, 1, maxName) }

// validText bounds a text in characters. PostgreSQL stores no NUL.
func validText(what, text string, least, most int) error {
	if n := utf8.RuneCountInString(text); n < least || n > most || !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return fmt.Errorf("store: %s has %d to %d characters", what, least, most)
	}
	return nil
}

// CreateAccount makes an account. Names need not be unique.
func (s *Store) CreateAccount(ctx context.Context, name string) (a account.Account, err error) {
	if err := validName(name); err != nil {
		return a, err
	}
	err = s.db.Write(ctx, func(tx Tx, now int64) error {
		a = newAccount(name, now)
		seq, err := insertAccount(tx, &a)
		if err != nil {
			return err
		}
		return s.record(ctx, tx, now, seq, "account.create", a.ID, "named "+name)
	})
	return a, fail("create account", err)
}

func newAccount(name string, now int64) account.Account {
	at := fromMillis(now)
	return account.Account{ID: account.NewID("acc", at), Name: name, CreatedAt: at}
}

func insertAccount(tx Tx, a *account.Account) (seq int64, err error) {
	return queryInt(tx, "INSERT INTO accounts (id, name, created_at) VALUES ($1, $2, $3) RETURNING seq",
		a.ID, a.Name, a.CreatedAt.UnixMilli())
}

const selectAccounts = "SELECT id, name, suspended, created_at FROM accounts "

// Account finds an account by its ID or, where only one has it, its name.
func (s *Store) Account(ctx context.Context, ref string) (account.Account, error) {
	found, err := s.accounts(ctx, selectAccounts+"WHERE "+byReference("seq", "accounts")+" ORDER BY id <> $1 LIMIT 2", ref)
	if err != nil {
		return account.Account{}, err
	}
	return one(found, func(a account.Account) bool { return a.ID == ref })
}

// byReference selects, by their number, the row of a table whose ID is $1 and
// up to two whose name is: more are not needed to tell that a name is not
// unique, and a name may be that of every account.
func byReference(seq, table string) string {
	return seq + " IN (SELECT seq FROM " + table + " WHERE id = $1 UNION ALL SELECT seq FROM (SELECT seq FROM " + table +
		" WHERE name = $1 LIMIT 2) named)"
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

func (s *Store) accounts(ctx context.Context, query string, args ...any) (list []account.Account, err error) {
	err = s.db.Read(ctx, func(tx Tx, _ int64) error {
		list = nil
		return tx.Query(query, func(scan func(...any) error) error {
			var r accountRow
			err := scan(r.dest()...)
			list = append(list, r.value())
			return err
		}, args...)
	})
	return list, fail("accounts", err)
}

// accountRow is what the columns of selectAccounts are scanned into.
type accountRow struct {
	id, name           string
	suspended, created int64
}

func (r *accountRow) dest() []any { return []any{&r.id, &r.name, &r.suspended, &r.created} }

func (r *accountRow) value() account.Account {
	return account.Account{ID: r.id, Name: r.name, Suspended: r.suspended != 0, CreatedAt: fromMillis(r.created)}
}

func accountInTx(tx Tx, seq int64) (account.Account, error) {
	var r accountRow
	_, err := queryRow(tx, selectAccounts+"WHERE seq = $1", r.dest(), seq)
	return r.value(), err
}

// SetSuspended suspends an account or lifts that. Once it has returned, no
// charge can be decided on the earlier state.
func (s *Store) SetSuspended(ctx context.Context, accountID string, suspended bool) error {
	action := "account.resume"
	if suspended {
		action = "account.suspend"
	}
	err := s.db.Write(ctx, func(tx Tx, now int64) error {
		acct, err := s.lockAccount(tx, accountID)
		if err != nil {
			return err
		}
		n, err := tx.Exec("UPDATE accounts SET suspended = $1 WHERE seq = $2 AND suspended <> $1", flag(suspended), acct.seq)
		if err != nil || n == 0 {
			return err
		}
		return s.record(ctx, tx, now, acct.seq, action, accountID, "")
	})
	return fail("suspend account", err)
}

// lockedAccount is the row of an account that the transaction has locked.
type lockedAccount struct {
	seq        int64
	id         string
	lastCharge int64 // milliseconds; no charge of the account is later
}

// now is the time that a charge of the account would have.
func (a *lockedAccount) now(now int64) int64 { return max(now, a.lastCharge) }

// after is the earliest time from now on that every charge of the account is
// before.
func (a *lockedAccount) after(now int64) int64 { return max(now, a.lastCharge+1) }

// lockAccount keeps the account's charges out until the transaction ends.
func (s *Store) lockAccount(tx Tx, id string) (lockedAccount, error) {
	return s.lockAccountWhere(tx, "a.id = $1", id)
}

func (s *Store) lockAccountWhere(tx Tx, where string, arg any) (a lockedAccount, err error) {
	found, err := queryRow(tx, "SELECT a.seq, a.id, "+s.dialect.LastCharge+" FROM accounts a WHERE "+where+s.dialect.Lock,
		[]any{&a.seq, &a.id, &a.lastCharge}, arg)
	if err == nil && !found {
		err = account.ErrNotFound
	}
	return a, err
}
