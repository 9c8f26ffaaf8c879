package sqldb

import (
	"context"

	"toolcrib/internal/account"
)

const userColumns = `u.id, u.login, u.password, u.operator, u.disabled, u.locale, u.totp,
	(SELECT count(*) FROM recovery_codes r WHERE r.person = u.seq),
	(SELECT count(*) FROM passkeys p WHERE p.person = u.seq), u.created_at`

// userRow is what userColumns are scanned into.
type userRow struct {
	user                                            account.User
	operator, disabled, recovery, passkeys, created int64
}

func (r *userRow) dest() []any {
	u := &r.user
	return []any{&u.ID, &u.Login, &u.Password, &r.operator, &r.disabled, &u.Locale, &u.TOTP, &r.recovery, &r.passkeys, &r.created}
}

func (r *userRow) value() account.User {
	u := r.user
	u.Operator, u.Disabled, u.CreatedAt = r.operator != 0, r.disabled != 0, fromMillis(r.created)
	u.Recovery, u.Passkeys = int(r.recovery), int(r.passkeys)
	return u
}

// User finds a user by their ID or login.
func (s *Store) User(ctx context.Context, ref string) (account.User, error) {
	found, err := s.users(ctx, "WHERE u.id = $1 OR u.login_key = $2 ORDER BY u.id <> $1 LIMIT 2", ref, account.LoginKey(ref))
	if err != nil {
		return account.User{}, err
	}
	return one(found, func(u account.User) bool { return u.ID == ref })
}

// Users lists every user, oldest first.
func (s *Store) Users(ctx context.Context) ([]account.User, error) {
	return s.users(ctx, "ORDER BY u.seq")
}

func (s *Store) users(ctx context.Context, where string, args ...any) (list []account.User, err error) {
	err = s.db.Read(ctx, func(tx Tx, _ int64) error {
		list = nil
		return tx.Query("SELECT "+userColumns+" FROM users u "+where, func(scan func(...any) error) error {
			var r userRow
			err := scan(r.dest()...)
			list = append(list, r.value())
			return err
		}, args...)
	})
	return list, fail("users", err)
}

// lockUser keeps other changes of the user out until the transaction ends. It
// comes before the locks of accounts.
func (s *Store) lockUser(tx Tx, id string) (seq int64, err error) {
	return queryInt(tx, "SELECT seq FROM users WHERE id = $1"+s.dialect.Lock, id)
}

// changeUser runs change with the user locked and enters action into the audit
// log where change says that it changed anything.
func (s *Store) changeUser(
	ctx context.Context, action, userID, detail string, change func(tx Tx, now, person int64) (changed bool, err error),
) error {
	return fail(action, s.db.WriteAside(ctx, func(tx Tx, now int64) error {
		person, err := s.lockUser(tx, userID)
		if err != nil {
			return err
		}
		changed, err := change(tx, now, person)
		if err != nil || !changed {
			return err
		}
		return s.record(ctx, tx, now, 0, action, userID, detail)
	}))
}

// ofUser ends a statement on the row with the ID $1 of the user with the ID $2.
const ofUser = " WHERE id = $1 AND person = (SELECT seq FROM users WHERE id = $2)"

// changeOwn changes what a user has and enters it into the audit log, or gives
// ErrNotFound where the user has none such.
func (s *Store) changeOwn(ctx context.Context, action, id, userID, statement string, args ...any) error {
	return fail(action, s.db.WriteAside(ctx, func(tx Tx, now int64) error {
		n, err := tx.Exec(statement, append([]any{id, userID}, args...)...)
		if err == nil && n == 0 {
			err = account.ErrNotFound
		}
		if err != nil {
			return err
		}
		return s.record(ctx, tx, now, 0, action, id, "of "+userID)
	}))
}

// SetPassword replaces the password and ends the sessions but one.
func (s *Store) SetPassword(ctx context.Context, userID, password string, link account.SecretHash, keepSession string) error {
	return s.changeUser(ctx, "user.password", userID, "", func(tx Tx, now, person int64) (bool, error) {
		if link != (account.SecretHash{}) {
			l, err := findLink(tx, link, now)
			if err != nil {
				return false, err
			}
			if l.Kind != account.LinkReset || l.UserID != userID {
				return false, account.ErrEnded
			}
			if err := takeLink(tx, &l); err != nil {
				return false, err
			}
		}
		// Links of a user are of this kind only.
		if _, err := tx.Exec("DELETE FROM links WHERE person = $1", person); err != nil {
			return false, err
		}
		if _, err := tx.Exec("UPDATE users SET password = $1 WHERE seq = $2", password, person); err != nil {
			return false, err
		}
		_, err := endSessions(tx, person, keepSession)
		return true, err
	})
}

// Rehash replaces the hash of a password that stays the same. It is no change
// for the audit log.
func (s *Store) Rehash(ctx context.Context, userID, old, hash string) error {
	return fail("rehash password", s.db.WriteAside(ctx, func(tx Tx, _ int64) error {
		person, err := s.lockUser(tx, userID)
		if err != nil {
			return err
		}
		_, err = tx.Exec("UPDATE users SET password = $1 WHERE seq = $2 AND password = $3", hash, person, old)
		return err
	}))
}

// SetLocale sets the language of the pages.
func (s *Store) SetLocale(ctx context.Context, userID, locale string) error {
	if err := validText("a locale", locale, 0, maxName); err != nil {
		return err
	}
	return s.changeUser(ctx, "user.locale", userID, locale, func(tx Tx, _, person int64) (bool, error) {
		n, err := tx.Exec("UPDATE users SET locale = $1 WHERE seq = $2 AND locale <> $1", locale, person)
		return n > 0, err
	})
}

// SetUserDisabled keeps a user from signing in and ends their sessions, or
// lets them back in.
func (s *Store) SetUserDisabled(ctx context.Context, userID string, disabled bool) error {
	action := "user.enable"
	if disabled {
		action = "user.disable"
	}
	return s.changeUser(ctx, action, userID, "", func(tx Tx, _, person int64) (bool, error) {
		n, err := tx.Exec("UPDATE users SET disabled = $1 WHERE seq = $2 AND disabled <> $1", flag(disabled), person)
		if err == nil && disabled {
			_, err = endSessions(tx, person, "")
		}
		return n > 0, err
	})
}

// DeleteUser forgets a user; what else the user has goes with the row.
func (s *Store) DeleteUser(ctx context.Context, userID string) error {
	return fail("delete user", s.db.Write(ctx, func(tx Tx, now int64) error {
		person, err := s.lockUser(tx, userID)
		if err != nil {
			return err
		}
		left, err := s.lockLeft(tx, person)
		if err != nil {
			return err
		}
		if _, err := tx.Exec("DELETE FROM users WHERE seq = $1", person); err != nil {
			return err
		}
		for _, acct := range left {
			if _, err := tx.Exec("DELETE FROM links WHERE account = $1", acct); err != nil {
				return err
			}
			if err := s.revokeKeys(ctx, tx, now, acct); err != nil {
				return err
			}
		}
		return s.record(ctx, tx, now, 0, "user.delete", userID, "")
	}))
}

// lockLeft locks the accounts of a user, in the order in which charges do, and
// returns those that have no other member.
func (s *Store) lockLeft(tx Tx, person int64) (left []int64, err error) {
	ids, err := queryTexts(tx, "SELECT id FROM accounts WHERE seq IN (SELECT account FROM members WHERE person = $1) ORDER BY id", person)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		acct, err := s.lockAccount(tx, id)
		if err != nil {
			return nil, err
		}
		others, owners, err := countMembers(tx, acct.seq, person)
		switch {
		case err != nil:
			return nil, err
		case others == 0:
			left = append(left, acct.seq)
		case owners == 0:
			return nil, account.ErrLastOwner
		}
	}
	return left, nil
}

// revokeKeys ends every key of an account that the transaction has locked.
func (s *Store) revokeKeys(ctx context.Context, tx Tx, now, acct int64) error {
	ids, err := queryTexts(tx, "SELECT id FROM api_keys WHERE account = $1 AND revoked_at IS NULL ORDER BY seq", acct)
	for _, id := range ids {
		var k *lockedKey
		if k, err = s.lockKey(tx, id); err == nil {
			err = s.revoke(ctx, tx, now, id, k)
		}
		if err != nil {
			break
		}
	}
	return err
}
