package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"toolcrib/internal/account"
)

// RevokeKey ends a key. The stored time is later than that of any charge of
// it, which is what the ledger's check of revocations relies on.
func (s *Store) RevokeKey(ctx context.Context, keyID string) (account.Key, error) {
	return s.changeKey(ctx, "revoke key", keyID, func(tx Tx, now int64, k *lockedKey) error {
		return s.revoke(ctx, tx, now, keyID, k)
	})
}

func (s *Store) revoke(ctx context.Context, tx Tx, now int64, keyID string, k *lockedKey) error {
	if k.revoked {
		return nil
	}
	if _, err := tx.Exec("UPDATE api_keys SET revoked_at = $1 WHERE seq = $2", k.account.after(now), k.seq); err != nil {
		return err
	}
	return s.record(ctx, tx, now, k.account.seq, "key.revoke", keyID, "")
}

// SetKeyDisabled takes a key out of use or back into it.
func (s *Store) SetKeyDisabled(ctx context.Context, keyID string, disabled bool) (account.Key, error) {
	action := "key.enable"
	if disabled {
		action = "key.disable"
	}
	return s.changeKey(ctx, action, keyID, func(tx Tx, now int64, k *lockedKey) error {
		n, err := tx.Exec("UPDATE api_keys SET disabled = $1 WHERE seq = $2 AND disabled <> $1", flag(disabled), k.seq)
		if err != nil || n == 0 {
			return err
		}
		return s.record(ctx, tx, now, k.account.seq, action, keyID, "")
	})
}

// lockedKey is a key whose account the transaction has locked.
type lockedKey struct {
	account   lockedAccount
	seq       int64
	revoked   bool
	replaced  bool
	expiresAt sql.NullInt64
}

// changeKey runs change with the key's account locked and returns the key as
// it then is.
func (s *Store) changeKey(
	ctx context.Context, what, keyID string, change func(tx Tx, now int64, k *lockedKey) error,
) (account.Key, error) {
	err := s.db.Write(ctx, func(tx Tx, now int64) error {
		k, err := s.lockKey(tx, keyID)
		if err != nil {
			return err
		}
		return change(tx, now, k)
	})
	if err != nil {
		return account.Key{}, fail(what, err)
	}
	return s.Key(ctx, keyID)
}

func (s *Store) lockKey(tx Tx, keyID string) (*lockedKey, error) {
	acct, err := queryInt(tx, "SELECT account FROM api_keys WHERE id = $1", keyID)
	if err != nil {
		return nil, err
	}
	var k lockedKey
	if k.account, err = s.lockAccountWhere(tx, "a.seq = $1", acct); err != nil {
		return nil, err
	}
	var revoked, replaced int64
	_, err = queryRow(tx, `SELECT seq, CASE WHEN revoked_at IS NULL THEN 0 ELSE 1 END,
			CASE WHEN replaced_by IS NULL THEN 0 ELSE 1 END, expires_at
		FROM api_keys WHERE id = $1`, []any{&k.seq, &revoked, &replaced, &k.expiresAt}, keyID)
	k.revoked, k.replaced = revoked != 0, replaced != 0
	return &k, err
}

// RotateKey stores a new key in place of an old one, which ends after overlap.
func (s *Store) RotateKey(ctx context.Context, keyID string, next account.Key, overlap time.Duration) (account.Key, error) {
	if overlap < 0 || overlap > account.MaxOverlap {
		return account.Key{}, fmt.Errorf("store: a rotated key goes on working for 0 to %v", account.MaxOverlap)
	}
	if next.Hash == (account.KeyHash{}) {
		return account.Key{}, errors.New("store: a key needs the hash of its text")
	}
	var made account.Key
	err := s.db.Write(ctx, func(tx Tx, now int64) error {
		old, err := s.lockKey(tx, keyID)
		if err != nil {
			return err
		}
		if old.revoked || old.replaced || old.expiresAt.Valid && old.expiresAt.Int64 <= old.account.now(now) {
			return account.ErrEnded
		}
		if made, err = keyInTx(tx, keyID); err != nil {
			return err
		}
		made = account.Key{
			AccountID: made.AccountID, Name: made.Name, Env: made.Env, Hash: next.Hash, Hint: next.Hint,
			Scopes: made.Scopes, Cap: made.Cap, Allowed: made.Allowed, Disabled: made.Disabled,
		}
		seq, err := insertKey(tx, &made, old.account.seq, now)
		if err != nil {
			return err
		}
		ends, err := old.replace(tx, seq, now, overlap)
		if err != nil {
			return err
		}
		return s.record(ctx, tx, now, old.account.seq, "key.rotate", keyID, "replaced by "+made.ID+", ends "+formatTime(fromMillis(ends)))
	})
	if err != nil {
		return account.Key{}, fail("rotate key", err)
	}
	return s.Key(ctx, made.ID)
}

// replace links the key to the one that replaced it and ends it. Without
// overlap it is revoked: an expiry would let charges of this millisecond pass.
func (k *lockedKey) replace(tx Tx, by, now int64, overlap time.Duration) (ends int64, err error) {
	column := "expires_at"
	if overlap == 0 {
		column = "revoked_at"
	}
	ends = k.account.after(now) + overlap.Milliseconds()
	if k.expiresAt.Valid {
		ends = min(ends, k.expiresAt.Int64)
	}
	_, err = tx.Exec("UPDATE api_keys SET replaced_by = $1, "+column+" = $2 WHERE seq = $3", by, ends, k.seq)
	return ends, err
}

func keyInTx(tx Tx, keyID string) (k account.Key, err error) {
	err = tx.Query(selectKeys+"WHERE k.id = $1", func(scan func(...any) error) (err error) {
		k, err = scanKey(scan)
		return err
	}, keyID)
	return k, err
}

// Touch notes the last use of keys.
func (s *Store) Touch(ctx context.Context, uses []account.Use) error {
	// In one order everywhere, so that two processes do not wait for each other.
	uses = slices.SortedFunc(slices.Values(uses), func(a, b account.Use) int { return strings.Compare(a.KeyID, b.KeyID) })
	for part := range slices.Chunk(uses, callRows) {
		if err := s.db.WriteAside(ctx, func(tx Tx, _ int64) error { return touch(tx, part) }); err != nil {
			return fail("touch keys", err)
		}
	}
	return nil
}

func touch(tx Tx, uses []account.Use) error {
	for _, u := range uses {
		network := ""
		if u.Network.IsValid() {
			network = u.Network.String()
		}
		_, err := tx.Exec(`INSERT INTO key_use (key, at, op, network)
			SELECT seq, CAST($2 AS BIGINT), CAST($3 AS TEXT), CAST($4 AS TEXT) FROM api_keys WHERE id = $1
			ON CONFLICT (key) DO UPDATE SET at = excluded.at, op = excluded.op, network = excluded.network
			WHERE excluded.at >= key_use.at`, u.KeyID, u.At.UnixMilli(), u.Op, network)
		if err != nil {
			return err
		}
	}
	return nil
}
