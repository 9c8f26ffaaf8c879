package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"strings"

	"toolcrib/internal/account"
)

// CreateKey stores a key for an existing account.
func (s *Store) CreateKey(ctx context.Context, k account.Key) (account.Key, error) {
	if err := validKey(&k); err != nil {
		return account.Key{}, err
	}
	err := s.write(ctx, func(c *conn) error {
		now := s.now()
		acct, err := accountSeq(c, k.AccountID)
		if err != nil {
			return err
		}
		if err := activeKeysBelowLimit(c, acct, now); err != nil {
			return err
		}
		if k.CreatedAt.IsZero() {
			k.CreatedAt = fromMillis(now)
		}
		if k.ID == "" {
			k.ID = account.NewID("key", k.CreatedAt)
		}
		_, err = c.exec(`INSERT INTO api_keys
			(id, account, name, env, hash, hint, scopes, monthly_cap, created_at, expires_at, revoked_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			k.ID, acct, k.Name, string(k.Env), k.Hash[:], k.Hint, strings.Join(k.ScopeNames(), " "), k.Cap,
			k.CreatedAt.UnixMilli(), optionalMillis(k.ExpiresAt), optionalMillis(k.RevokedAt))
		if err != nil {
			return fmt.Errorf("sqlite: create key: %w", err)
		}
		return nil
	})
	if err != nil {
		return account.Key{}, err
	}
	return s.Key(ctx, k.ID)
}

func validKey(k *account.Key) error {
	if err := validName(k.Name); err != nil {
		return err
	}
	switch {
	case k.Env != account.Live && k.Env != account.Test:
		return fmt.Errorf("sqlite: %q is not an environment of keys", k.Env)
	case k.Hash == account.KeyHash{}:
		return errors.New("sqlite: a key needs the hash of its text")
	case k.Cap < 0:
		return errors.New("sqlite: a key's monthly cap cannot be below 0")
	}
	for _, scope := range k.Scopes {
		if !slices.Contains(account.Scopes(), scope) {
			return fmt.Errorf("sqlite: %q is not a scope", scope)
		}
	}
	return nil
}

func activeKeysBelowLimit(c *conn, acct, now int64) error {
	n, _, err := c.queryInt(`SELECT count(*) FROM api_keys
		WHERE account = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)`, acct, now)
	if err == nil && n >= account.MaxActiveKeys {
		err = fmt.Errorf("%w: an account has at most %d active keys", account.ErrLimit, account.MaxActiveKeys)
	}
	return err
}

const selectKeys = `SELECT k.id, a.id, k.name, k.env, k.hash, k.hint, k.scopes, k.monthly_cap,
		k.created_at, k.expires_at, k.revoked_at, a.suspended
	FROM api_keys k JOIN accounts a ON a.seq = k.account `

// Key finds a key by its ID or, where only one has it, its name; revoked and
// expired keys count.
func (s *Store) Key(ctx context.Context, ref string) (account.Key, error) {
	found, err := s.keys(ctx, selectKeys+"WHERE k.id = ?1 OR k.name = ?1 ORDER BY k.id <> ?1 LIMIT 2", ref)
	if err != nil {
		return account.Key{}, err
	}
	return one(found, func(k account.Key) bool { return k.ID == ref })
}

const readKeyByHash = selectKeys + "WHERE k.hash = ?"

// KeyByHash finds the key whose text has the given hash.
func (s *Store) KeyByHash(ctx context.Context, h account.KeyHash) (account.Key, error) {
	found, err := scanKeys(s.readers.keyByHash.QueryContext(ctx, h[:]))
	if err != nil {
		return account.Key{}, err
	}
	return one(found, func(account.Key) bool { return true })
}

// Keys lists the keys of an account, or of all for "", oldest first.
func (s *Store) Keys(ctx context.Context, accountID string) ([]account.Key, error) {
	if accountID == "" {
		return s.keys(ctx, selectKeys+"ORDER BY k.seq")
	}
	return s.keys(ctx, selectKeys+"WHERE a.id = ? ORDER BY k.seq", accountID)
}

func (s *Store) keys(ctx context.Context, query string, args ...any) ([]account.Key, error) {
	return scanKeys(s.readers.QueryContext(ctx, query, args...))
}

func scanKeys(rows *sql.Rows, err error) (list []account.Key, _ error) {
	if err != nil {
		return nil, fmt.Errorf("sqlite: keys: %w", err)
	}
	defer rows.Close() // what it could fail with, rows.Err tells
	for rows.Next() {
		k, err := scanKey(rows)
		if err != nil {
			return nil, fmt.Errorf("sqlite: keys: %w", err)
		}
		list = append(list, k)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("sqlite: keys: %w", err)
	}
	return list, nil
}

func scanKey(rows *sql.Rows) (account.Key, error) {
	var k account.Key
	var hash []byte
	var scopes string
	var created int64
	var expires, revoked sql.NullInt64
	err := rows.Scan(&k.ID, &k.AccountID, &k.Name, &k.Env, &hash, &k.Hint, &scopes, &k.Cap,
		&created, &expires, &revoked, &k.Suspended)
	if err != nil {
		return account.Key{}, err
	}
	copy(k.Hash[:], hash)
	k.Scopes = splitScopes(scopes)
	k.CreatedAt = fromMillis(created)
	if expires.Valid {
		k.ExpiresAt = fromMillis(expires.Int64)
	}
	if revoked.Valid {
		k.RevokedAt = fromMillis(revoked.Int64)
	}
	return k, nil
}

// RevokeKey ends a key. The stored time is later than that of any charge of
// it, which is what the ledger's check of revocations relies on.
func (s *Store) RevokeKey(ctx context.Context, keyID string) (account.Key, error) {
	err := s.write(ctx, func(c *conn) error {
		found := false
		err := c.query("SELECT 1 FROM api_keys WHERE id = ?", func([]driver.Value) { found = true }, keyID)
		if err == nil && !found {
			return account.ErrNotFound
		}
		if err == nil {
			at := max(s.now(), s.mirror.lastAt+1)
			_, err = c.exec("UPDATE api_keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", at, keyID)
		}
		if err != nil {
			return fmt.Errorf("sqlite: revoke key: %w", err)
		}
		s.mirror.forgetKey(keyID)
		return nil
	})
	if err != nil {
		return account.Key{}, err
	}
	return s.Key(ctx, keyID)
}

func splitScopes(text string) []account.Scope {
	var scopes []account.Scope
	for part := range strings.FieldsSeq(text) {
		scopes = append(scopes, account.Scope(part))
	}
	return scopes
}
