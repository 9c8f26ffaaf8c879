package sqldb

import (
	"context"
	"errors"
	"fmt"

	"toolcrib/internal/account"
)

// SetTOTP sets the secret and the recovery codes, or removes both.
func (s *Store) SetTOTP(ctx context.Context, userID, secret string, recovery []account.SecretHash) error {
	action := "totp.set"
	if secret == "" {
		action = "totp.remove"
		if len(recovery) > 0 {
			return errors.New("store: recovery codes stand in for a TOTP secret; there is none")
		}
	}
	return s.changeUser(ctx, action, userID, "", func(tx Tx, _, person int64) (bool, error) {
		n, err := tx.Exec("UPDATE users SET totp = $1, totp_step = 0 WHERE seq = $2 AND NOT ($1 = '' AND totp = '')", secret, person)
		if err == nil {
			_, err = tx.Exec("DELETE FROM recovery_codes WHERE person = $1", person)
		}
		for _, code := range recovery {
			if err == nil {
				_, err = tx.Exec("INSERT INTO recovery_codes (person, hash) VALUES ($1, $2)", person, code[:])
			}
		}
		return n > 0, err
	})
}

// TakeTOTP uses up a time step.
func (s *Store) TakeTOTP(ctx context.Context, userID string, step int64) (taken bool, err error) {
	err = s.db.WriteAside(ctx, func(tx Tx, _ int64) error {
		n, err := tx.Exec("UPDATE users SET totp_step = $1 WHERE id = $2 AND totp <> '' AND totp_step < $1", step, userID)
		taken = n > 0
		return err
	})
	return taken, fail("take TOTP step", err)
}

// TakeRecovery uses up a recovery code.
func (s *Store) TakeRecovery(ctx context.Context, userID string, code account.SecretHash) (taken bool, err error) {
	err = s.changeUser(ctx, "recovery.use", userID, "", func(tx Tx, _, person int64) (bool, error) {
		n, err := tx.Exec("DELETE FROM recovery_codes WHERE person = $1 AND hash = $2", person, code[:])
		taken = n > 0
		return taken, err
	})
	return taken && err == nil, err
}

// AddPasskey stores a passkey.
func (s *Store) AddPasskey(ctx context.Context, p account.Passkey) (made account.Passkey, err error) {
	if err := validName(p.Name); err != nil {
		return made, err
	}
	if len(p.Credential) == 0 || len(p.Record) == 0 {
		return made, errors.New("store: a passkey needs its credential and what verifies it")
	}
	err = s.db.WriteAside(ctx, func(tx Tx, now int64) error {
		made = p
		made.ID, made.CreatedAt = account.NewID("pk", fromMillis(now)), fromMillis(now)
		person, err := s.lockUser(tx, p.UserID)
		if err != nil {
			return err
		}
		n, err := queryInt(tx, "SELECT count(*) FROM passkeys WHERE person = $1", person)
		if err != nil {
			return err
		}
		if n >= account.MaxPasskeys {
			return fmt.Errorf("%w: a user has at most %d passkeys", account.ErrLimit, account.MaxPasskeys)
		}
		n, err = tx.Exec(`INSERT INTO passkeys (id, person, name, credential, record, created_at)
			VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (credential) DO NOTHING`,
			made.ID, person, p.Name, p.Credential, p.Record, now)
		if err != nil {
			return err
		}
		if n == 0 {
			return account.ErrTaken
		}
		return s.record(ctx, tx, now, 0, "passkey.add", made.ID, "of "+p.UserID)
	})
	if err != nil {
		return account.Passkey{}, fail("add passkey", err)
	}
	return made, nil
}

// Passkeys lists the passkeys of a user, oldest first.
func (s *Store) Passkeys(ctx context.Context, userID string) (list []account.Passkey, err error) {
	err = s.db.Read(ctx, func(tx Tx, _ int64) error {
		list = nil
		return tx.Query(`SELECT p.id, u.id, p.name, p.credential, p.record, p.created_at, coalesce(p.used_at, 0)
			FROM passkeys p JOIN users u ON u.seq = p.person WHERE u.id = $1 ORDER BY p.seq`,
			func(scan func(...any) error) error {
				var p account.Passkey
				var created, used int64
				err := scan(&p.ID, &p.UserID, &p.Name, &p.Credential, &p.Record, &created, &used)
				p.CreatedAt = fromMillis(created)
				if used != 0 {
					p.UsedAt = fromMillis(used)
				}
				list = append(list, p)
				return err
			}, userID)
	})
	return list, fail("passkeys", err)
}

// UsePasskey notes a use and what the credential has become by it.
func (s *Store) UsePasskey(ctx context.Context, credential, record []byte) error {
	return fail("use passkey", s.db.WriteAside(ctx, func(tx Tx, now int64) error {
		n, err := tx.Exec("UPDATE passkeys SET record = $1, used_at = $2 WHERE credential = $3", record, now, credential)
		if err == nil && n == 0 {
			err = account.ErrNotFound
		}
		return err
	}))
}

// RenamePasskey gives a passkey of a user another name.
func (s *Store) RenamePasskey(ctx context.Context, userID, passkeyID, name string) error {
	if err := validName(name); err != nil {
		return err
	}
	return s.changeOwn(ctx, "passkey.rename", passkeyID, userID, "UPDATE passkeys SET name = $3"+ofUser, name)
}

// RemovePasskey removes a passkey of a user.
func (s *Store) RemovePasskey(ctx context.Context, userID, passkeyID string) error {
	return s.changeOwn(ctx, "passkey.remove", passkeyID, userID, "DELETE FROM passkeys"+ofUser)
}
