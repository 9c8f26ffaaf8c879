package sqldb

import (
	"context"
	"errors"
	"fmt"

	"toolcrib/internal/account"
)

// CreateLink stores a link. A setup link takes the place of an earlier one.
func (s *Store) CreateLink(ctx context.Context, l account.Link) (made account.Link, err error) {
	if err := validLink(&l); err != nil {
		return made, err
	}
	err = s.db.WriteAside(ctx, func(tx Tx, now int64) error {
		made = l
		made.CreatedAt, made.ExpiresAt = orNow(l.CreatedAt, now), fromMillis(l.ExpiresAt.UnixMilli())
		if made.ID == "" {
			made.ID = account.NewID("lnk", made.CreatedAt)
		}
		acct, err := insertLink(tx, &made)
		if err != nil {
			return err
		}
		return s.record(ctx, tx, now, acct, "link.create", made.ID, describeLink(&made))
	})
	if err != nil {
		return account.Link{}, fail("create link", err)
	}
	return made, nil
}

func validLink(l *account.Link) error {
	switch {
	case l.Kind != account.LinkSetup && l.Kind != account.LinkInvite && l.Kind != account.LinkReset:
		return fmt.Errorf("store: %q is not a kind of links", l.Kind)
	case l.Hash == account.SecretHash{}:
		return errors.New("store: a link needs the hash of its secret")
	case (l.Kind == account.LinkReset) != (l.UserID != ""):
		return errors.New("store: a reset is of a user, and nothing else is")
	case l.AccountID != "" && l.Kind != account.LinkInvite || l.AccountID == "" && l.Role != "":
		return errors.New("store: only an invite into an account has one, and a role")
	case l.AccountID != "":
		if err := validRole(l.Role); err != nil {
			return err
		}
	}
	return validText("a note", l.Note, 0, account.MaxNote)
}

func insertLink(tx Tx, l *account.Link) (acct int64, err error) {
	var of, person any
	if l.AccountID != "" {
		if acct, err = queryInt(tx, "SELECT seq FROM accounts WHERE id = $1", l.AccountID); err != nil {
			return 0, err
		}
		of = acct
	}
	if l.UserID != "" {
		if person, err = queryInt(tx, "SELECT seq FROM users WHERE id = $1", l.UserID); err != nil {
			return 0, err
		}
	}
	_, err = tx.Exec(`INSERT INTO links (id, hash, kind, account, role, person, note, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		ON CONFLICT (kind) WHERE kind = 'setup' DO UPDATE SET
			id = excluded.id, hash = excluded.hash, note = excluded.note,
			created_at = excluded.created_at, expires_at = excluded.expires_at`,
		l.ID, l.Hash[:], string(l.Kind), of, string(l.Role), person, l.Note, l.CreatedAt.UnixMilli(), l.ExpiresAt.UnixMilli())
	return acct, err
}

// describeLink is what the audit log says about a new link.
func describeLink(l *account.Link) string {
	text := string(l.Kind)
	switch {
	case l.AccountID != "":
		text += " into " + l.AccountID + " as " + string(l.Role)
	case l.UserID != "":
		text += " of " + l.UserID
	}
	return text + ", expires " + formatTime(l.ExpiresAt)
}

// Link finds a link that can still be used.
func (s *Store) Link(ctx context.Context, hash account.SecretHash) (l account.Link, err error) {
	err = s.db.Read(ctx, func(tx Tx, now int64) (err error) {
		l, err = findLink(tx, hash, now)
		return err
	})
	return l, fail("link", err)
}

// findLink is Link within a transaction. It locks nothing: takeLink decides.
func findLink(tx Tx, hash account.SecretHash, now int64) (account.Link, error) {
	found, err := links(tx, "WHERE l.hash = $1 AND l.expires_at > $2", hash[:], now)
	if err != nil {
		return account.Link{}, err
	}
	if len(found) == 0 {
		return account.Link{}, account.ErrEnded
	}
	return found[0], nil
}

// takeLink uses up a link: of all that try, one succeeds.
func takeLink(tx Tx, l *account.Link) error {
	n, err := tx.Exec("DELETE FROM links WHERE id = $1", l.ID)
	if err == nil && n == 0 {
		err = account.ErrEnded
	}
	return err
}

// Invites lists the open invites into an account, or those that give an
// account of their own; latest first.
func (s *Store) Invites(ctx context.Context, accountID string) (list []account.Link, err error) {
	err = s.db.Read(ctx, func(tx Tx, now int64) (err error) {
		// Two conditions, so that an index serves each.
		where, args := "l.account IS NULL", []any{now}
		if accountID != "" {
			where, args = "l.account = (SELECT seq FROM accounts WHERE id = $2)", append(args, accountID)
		}
		list, err = links(tx, "WHERE "+where+" AND l.kind = 'invite' AND l.expires_at > $1 ORDER BY l.seq DESC", args...)
		return err
	})
	return list, fail("invites", err)
}

func links(tx Tx, where string, args ...any) (list []account.Link, err error) {
	err = tx.Query(`SELECT l.id, l.hash, l.kind, coalesce(a.id, ''), l.role, coalesce(u.id, ''), l.note, l.created_at, l.expires_at
		FROM links l LEFT JOIN accounts a ON a.seq = l.account LEFT JOIN users u ON u.seq = l.person `+where,
		func(scan func(...any) error) error {
			var l account.Link
			var hash []byte
			var kind, role string
			var created, expires int64
			err := scan(&l.ID, &hash, &kind, &l.AccountID, &role, &l.UserID, &l.Note, &created, &expires)
			copy(l.Hash[:], hash)
			l.Kind, l.Role = account.LinkKind(kind), account.Role(role)
			l.CreatedAt, l.ExpiresAt = fromMillis(created), fromMillis(expires)
			list = append(list, l)
			return err
		}, args...)
	return list, err
}

// RevokeLink ends a link.
func (s *Store) RevokeLink(ctx context.Context, linkID string) error {
	return fail("revoke link", s.db.WriteAside(ctx, func(tx Tx, now int64) error {
		acct, err := queryInt(tx, "DELETE FROM links WHERE id = $1 RETURNING coalesce(account, 0)", linkID)
		if err != nil {
			return err
		}
		return s.record(ctx, tx, now, acct, "link.revoke", linkID, "")
	}))
}
