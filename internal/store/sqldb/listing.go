package sqldb

import (
	"context"
	"fmt"
	"strings"

	"toolcrib/internal/account"
)

// AccountsPage lists up to limit accounts, latest first: those older than the
// one with the ID before, where that is not "", whose name or ID holds search,
// in whatever case of A to Z. A page costs the same however many accounts
// there are; a search reads names until the page is full.
func (s *Store) AccountsPage(ctx context.Context, search, before string, limit int) ([]account.Account, error) {
	where, args := page("accounts", "name", search, before, limit)
	return s.accounts(ctx, selectAccounts+where, args...)
}

// UsersPage is AccountsPage of users, by login or ID.
func (s *Store) UsersPage(ctx context.Context, search, before string, limit int) ([]account.User, error) {
	where, args := page("users", "login", search, before, limit)
	return s.users(ctx, where, args...)
}

// page ends a SELECT from a table.
func page(table, name, search, before string, limit int) (where string, args []any) {
	where, args = "WHERE 1 = 1", []any{int64(limit)}
	if before != "" {
		args = append(args, before)
		where += fmt.Sprintf(" AND seq < (SELECT seq FROM %s WHERE id = $%d)", table, len(args))
	}
	if search != "" {
		args = append(args, "%"+likeLiteral.Replace(search)+"%")
		where += fmt.Sprintf(` AND (lower(%s) LIKE lower($%d) ESCAPE '\' OR lower(id) LIKE lower($%[2]d) ESCAPE '\')`, name, len(args))
	}
	return where + " ORDER BY seq DESC LIMIT $1", args
}

// likeLiteral takes the meaning from what has one in a pattern of LIKE.
var likeLiteral = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// Counts is how many accounts and users there are. It reads an index of each
// from end to end: some milliseconds for a hundred thousand.
func (s *Store) Counts(ctx context.Context) (accounts, users int64, err error) {
	err = s.db.Read(ctx, func(tx Tx, _ int64) error {
		_, err := queryRow(tx, "SELECT (SELECT count(*) FROM accounts), (SELECT count(*) FROM users)", []any{&accounts, &users})
		return err
	})
	return accounts, users, fail("counts", err)
}
