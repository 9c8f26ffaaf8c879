package sqldb

import (
	"context"

	"toolcrib/internal/account"
)

// addMember makes a user a member of an account that the transaction has
// locked or made: its owner where it has no other member.
func addMember(tx Tx, now, acct, person int64, role account.Role) (account.Role, error) {
	others, _, err := countMembers(tx, acct, person)
	if err != nil {
		return "", err
	}
	if others == 0 {
		role = account.RoleOwner
	}
	_, err = tx.Exec("INSERT INTO members (account, person, role, since) VALUES ($1, $2, $3, $4)", acct, person, string(role), now)
	return role, err
}

func (s *Store) recordMember(ctx context.Context, tx Tx, now, acct int64, userID string, role account.Role, linkID string) error {
	detail := "as " + string(role)
	if linkID != "" {
		detail += " by " + linkID
	}
	return s.record(ctx, tx, now, acct, "member.add", userID, detail)
}

// countMembers counts the members of an account other than one, and how many
// of them are owners.
func countMembers(tx Tx, acct, except int64) (others, owners int64, err error) {
	_, err = queryRow(tx, "SELECT count(*), count(*) FILTER (WHERE role = 'owner') FROM members WHERE account = $1 AND person <> $2",
		[]any{&others, &owners}, acct, except)
	return others, owners, err
}

func memberRole(tx Tx, acct, person int64) (account.Role, error) {
	var role string
	found, err := queryRow(tx, "SELECT role FROM members WHERE account = $1 AND person = $2", []any{&role}, acct, person)
	if err == nil && !found {
		err = account.ErrNotFound
	}
	return account.Role(role), err
}

// Members lists who belongs to an account, oldest first.
func (s *Store) Members(ctx context.Context, accountID string) ([]account.Membership, error) {
	return s.memberships(ctx, "a.id = $1", accountID)
}

// Memberships lists what a user belongs to, oldest first.
func (s *Store) Memberships(ctx context.Context, userID string) ([]account.Membership, error) {
	return s.memberships(ctx, "u.id = $1", userID)
}

func (s *Store) memberships(ctx context.Context, where, arg string) (list []account.Membership, err error) {
	query := "SELECT m.role, m.since, a.id, a.name, a.suspended, a.created_at, " + userColumns + `
		FROM members m JOIN accounts a ON a.seq = m.account JOIN users u ON u.seq = m.person
		WHERE ` + where + " ORDER BY m.seq"
	err = s.db.Read(ctx, func(tx Tx, _ int64) error {
		list = nil
		return tx.Query(query, func(scan func(...any) error) error {
			var role string
			var since int64
			var a accountRow
			var u userRow
			err := scan(append(append([]any{&role, &since}, a.dest()...), u.dest()...)...)
			list = append(list, account.Membership{
				Account: a.value(), User: u.value(), Role: account.Role(role), Since: fromMillis(since),
			})
			return err
		}, arg)
	})
	return list, fail("members", err)
}

// SetRole changes what a member may do.
func (s *Store) SetRole(ctx context.Context, accountID, userID string, role account.Role) error {
	if err := validRole(role); err != nil {
		return err
	}
	return s.changeMember(ctx, "set role", accountID, userID, role, func(tx Tx, now, acct, person int64, old account.Role) error {
		if _, err := tx.Exec("UPDATE members SET role = $1 WHERE account = $2 AND person = $3", string(role), acct, person); err != nil {
			return err
		}
		return s.record(ctx, tx, now, acct, "member.role", userID, "from "+string(old)+" to "+string(role))
	})
}

// RemoveMember takes a member out of an account.
func (s *Store) RemoveMember(ctx context.Context, accountID, userID string) error {
	return s.changeMember(ctx, "remove member", accountID, userID, "", func(tx Tx, now, acct, person int64, old account.Role) error {
		if _, err := tx.Exec("DELETE FROM members WHERE account = $1 AND person = $2", acct, person); err != nil {
			return err
		}
		return s.record(ctx, tx, now, acct, "member.remove", userID, "who was "+string(old))
	})
}

// changeMember runs change with the account locked, unless the role of the
// member is what it is to be already.
func (s *Store) changeMember(
	ctx context.Context, what, accountID, userID string, role account.Role,
	change func(tx Tx, now, acct, person int64, old account.Role) error,
) error {
	return fail(what, s.db.WriteAside(ctx, func(tx Tx, now int64) error {
		acct, err := s.lockAccount(tx, accountID)
		if err != nil {
			return err
		}
		person, err := queryInt(tx, "SELECT seq FROM users WHERE id = $1", userID)
		if err != nil {
			return err
		}
		old, err := memberRole(tx, acct.seq, person)
		if err != nil || old == role {
			return err
		}
		if old == account.RoleOwner {
			_, owners, err := countMembers(tx, acct.seq, person)
			if err != nil {
				return err
			}
			if owners == 0 {
				return account.ErrLastOwner
			}
		}
		return change(tx, now, acct.seq, person, old)
	}))
}

// RenameAccount gives an account another name. No charge is decided by it.
func (s *Store) RenameAccount(ctx context.Context, accountID, name string) error {
	if err := validName(name); err != nil {
		return err
	}
	return fail("rename account", s.db.WriteAside(ctx, func(tx Tx, now int64) error {
		acct, err := s.lockAccount(tx, accountID)
		if err != nil {
			return err
		}
		n, err := tx.Exec("UPDATE accounts SET name = $1 WHERE seq = $2 AND name <> $1", name, acct.seq)
		if err != nil || n == 0 {
			return err
		}
		return s.record(ctx, tx, now, acct.seq, "account.rename", accountID, "named "+name)
	}))
}
