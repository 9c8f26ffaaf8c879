// Package sqldb is the part of a store that both databases have in common:
// accounts, keys, grants, holds, orders, usage, audit log, webhooks, users and what
// they have, last calls and the checks of the ledger, in the SQL that SQLite and
// PostgreSQL both speak. Parameters are $1, $2 … in both; flags are the integers
// 0 and 1. What differs (the charges themselves, locking, time) is in the
// packages of the two stores, which embed
// a Store of this one.
//
// A transaction locks the row of a user first, then those of accounts, in the
// order of their IDs, as charges do, then a link, and the head of the audit log
// last, so that none waits for another in a circle.
package sqldb

import (
	"context"
	"errors"
	"fmt"
	"time"

	"toolcrib/internal/account"
)

// Tx is a transaction in progress. What rows are scanned into is an *int64, a
// *string, a *[]byte or a sql.Scanner; arguments are int64, string, []byte or
// nil.
type Tx interface {
	// Exec runs a statement and returns the number of rows it changed.
	Exec(query string, args ...any) (int64, error)
	// Query hands the rows of the result to each, one after the other. Inside
	// each, the transaction must not be used.
	Query(query string, each func(scan func(dest ...any) error) error, args ...any) error
}

// DB runs transactions. now is the time of the ledger in milliseconds.
type DB interface {
	// Read runs f in a transaction that sees one state and writes nothing.
	Read(ctx context.Context, f func(tx Tx, now int64) error) error
	// ReadLedger is Read for what charges change: grants and usage_daily are
	// only certain to show every charge of an account or key, "" = of all,
	// inside it, and inside Write and WriteLedger.
	ReadLedger(ctx context.Context, id string, f func(tx Tx, now int64) error) error
	// Write runs f in a transaction that is durable when Write returns nil and
	// has changed nothing otherwise. What charges are decided by (accounts,
	// keys, grants) may be changed. f may be run again.
	Write(ctx context.Context, f func(tx Tx, now int64) error) error
	// WriteLedger is Write for what the charges of one account are decided by,
	// whose number f returns; 0 = it changed nothing. It must do no harm to run
	// f again after it was carried out.
	WriteLedger(ctx context.Context, f func(tx Tx, now int64) (acct int64, err error)) error
	// WriteAside is Write for rows that no charge is decided by or changes.
	WriteAside(ctx context.Context, f func(tx Tx, now int64) error) error
}

// Dialect is the SQL that differs.
type Dialect struct {
	// Lock ends a SELECT from one table so that nobody else changes the rows
	// until the transaction ends; SkipLocked, after it, passes over rows that
	// somebody else has locked.
	Lock, SkipLocked string
	// LastCharge is the time of the last charge of the account a, or a later
	// one; 0 where there is none.
	LastCharge string
	// SetLastCharge notes that an account was charged at a time not before
	// LastCharge.
	SetLastCharge func(tx Tx, acct, at int64) error
	// Day and Month turn a column of milliseconds into the integer yyyymmdd
	// and the text 'yyyy-mm', in UTC.
	Day, Month func(column string) string
}

// Store is an account.Store but for Charges.ChargeBatch, Ping and Close.
type Store struct {
	db      DB
	dialect Dialect
	plan    account.Plan
	checks  []check
}

// New makes a Store on a database with the schema of this version.
func New(db DB, dialect Dialect, plan account.Plan) *Store {
	return &Store{db, dialect, plan, checks(dialect)}
}

// fail names what failed, except where the caller can act on the error.
func fail(what string, err error) error {
	for _, known := range []error{
		account.ErrNotFound, account.ErrAmbiguous, account.ErrLimit, account.ErrEnded, account.ErrTaken, account.ErrLastOwner,
		account.ErrSuspended, account.ErrNothing, account.ErrBusy, account.ErrForeign,
	} {
		if err == nil || errors.Is(err, known) {
			return err
		}
	}
	return fmt.Errorf("store: %s: %w", what, err)
}

func fromMillis(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

// optionalMillis stores the zero time as NULL.
func optionalMillis(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}

func flag(set bool) int64 {
	if set {
		return 1
	}
	return 0
}

// queryRow scans the only row of a result, and tells whether there was one.
func queryRow(tx Tx, query string, dest []any, args ...any) (found bool, err error) {
	err = tx.Query(query, func(scan func(...any) error) error {
		found = true
		return scan(dest...)
	}, args...)
	return found, err
}

// queryTexts lists the only column of a result, before the transaction goes on.
func queryTexts(tx Tx, query string, args ...any) (list []string, err error) {
	err = tx.Query(query, func(scan func(...any) error) error {
		var text string
		err := scan(&text)
		list = append(list, text)
		return err
	}, args...)
	return list, err
}

// queryInt is queryRow of one number, or ErrNotFound.
func queryInt(tx Tx, query string, args ...any) (n int64, err error) {
	found, err := queryRow(tx, query, []any{&n}, args...)
	if err == nil && !found {
		err = account.ErrNotFound
	}
	return n, err
}
