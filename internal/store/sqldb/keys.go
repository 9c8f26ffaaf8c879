package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"toolcrib/internal/account"
)

// CreateKey stores a key for an existing account.
func (s *Store) CreateKey(ctx context.Context, k account.Key) (account.Key, error) {
	if err := validKey(&k); err != nil {
		return account.Key{}, err
	}
	err := s.db.Write(ctx, func(tx Tx, now int64) error {
		acct, err := s.lockAccount(tx, k.AccountID)
		if err != nil {
			return err
		}
		if err := activeKeysBelowLimit(tx, acct.seq, acct.now(now)); err != nil {
			return err
		}
		if _, err := insertKey(tx, &k, acct.seq, now); err != nil {
			return err
		}
		return s.record(ctx, tx, now, acct.seq, "key.create", k.ID, describeKey(&k))
	})
	if err != nil {
		return account.Key{}, fail("create key", err)
	}
	return s.Key(ctx, k.ID)
}

func validKey(k *account.Key) error {
	if err := validName(k.Name); err != nil {
		return err
	}
	switch {
	case k.Env != account.Live && k.Env != account.Test:
		return fmt.Errorf("store: %q is not an environment of keys", k.Env)
	case k.Hash == account.KeyHash{}:
		return errors.New("store: a key needs the hash of its text")
	case k.Cap < 0:
		return errors.New("store: a key's monthly cap cannot be below 0")
	case len(k.Allowed) > account.MaxAllowed:
		return fmt.Errorf("store: a key is bound to at most %d address ranges", account.MaxAllowed)
	}
	for _, scope := range k.Scopes {
		if !slices.Contains(account.Scopes(), scope) {
			return fmt.Errorf("store: %q is not a scope", scope)
		}
	}
	for _, p := range k.Allowed {
		if !p.IsValid() || p != p.Masked() {
			return fmt.Errorf("store: %v is not an address range: bits beyond the prefix must be 0", p)
		}
	}
	return nil
}

func activeKeysBelowLimit(tx Tx, acct, now int64) error {
	n, err := queryInt(tx, `SELECT count(*) FROM api_keys WHERE account = $1
		AND revoked_at IS NULL AND replaced_by IS NULL AND (expires_at IS NULL OR expires_at > $2)`, acct, now)
	if err == nil && n >= account.MaxActiveKeys {
		err = fmt.Errorf("%w: an account has at most %d active keys", account.ErrLimit, account.MaxActiveKeys)
	}
	return err
}

// insertKey stores a key and fills in its ID and time where empty.
func insertKey(tx Tx, k *account.Key, acct, now int64) (seq int64, err error) {
	if k.CreatedAt.IsZero() {
		k.CreatedAt = fromMillis(now)
	}
	if k.ID == "" {
		k.ID = account.NewID("key", k.CreatedAt)
	}
	return queryInt(tx, `INSERT INTO api_keys
		(id, account, name, env, hash, hint, scopes, monthly_cap, allowed, disabled, created_at, expires_at, revoked_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING seq`,
		k.ID, acct, k.Name, string(k.Env), k.Hash[:], k.Hint, strings.Join(k.ScopeNames(), " "), k.Cap,
		joinPrefixes(k.Allowed), flag(k.Disabled),
		k.CreatedAt.UnixMilli(), optionalMillis(k.ExpiresAt), optionalMillis(k.RevokedAt))
}

// describeKey is what the audit log says about a new key.
func describeKey(k *account.Key) string {
	text := fmt.Sprintf("%s key of %s named %s, scopes %s", k.Env, k.AccountID, k.Name, strings.Join(k.ScopeNames(), " "))
	if k.Cap > 0 {
		text += fmt.Sprintf(", at most %d units a month", k.Cap)
	}
	if len(k.Allowed) > 0 {
		text += ", from " + joinPrefixes(k.Allowed)
	}
	if !k.ExpiresAt.IsZero() {
		text += ", expires " + formatTime(k.ExpiresAt)
	}
	return text
}

const selectKeys = `SELECT k.id, a.id, k.name, k.env, k.hash, k.hint, k.scopes, k.monthly_cap, k.allowed,
		k.created_at, k.expires_at, k.revoked_at, k.disabled, coalesce(n.id, ''), u.at, u.op, u.network, a.suspended
	FROM api_keys k JOIN accounts a ON a.seq = k.account
	LEFT JOIN api_keys n ON n.seq = k.replaced_by
	LEFT JOIN key_use u ON u.key = k.seq `

// Key finds a key by its ID or, where only one has it, its name; revoked and
// expired keys count.
func (s *Store) Key(ctx context.Context, ref string) (account.Key, error) {
	found, err := s.keys(ctx, "WHERE "+byReference("k.seq", "api_keys")+" ORDER BY k.id <> $1 LIMIT 2", ref)
	if err != nil {
		return account.Key{}, err
	}
	return one(found, func(k account.Key) bool { return k.ID == ref })
}

// KeyByHash finds the key whose text has the given hash.
func (s *Store) KeyByHash(ctx context.Context, h account.KeyHash) (account.Key, error) {
	found, err := s.keys(ctx, "WHERE k.hash = $1", h[:])
	if err != nil {
		return account.Key{}, err
	}
	return one(found, func(account.Key) bool { return true })
}

// Keys lists the keys of an account, or of all for "", oldest first.
func (s *Store) Keys(ctx context.Context, accountID string) ([]account.Key, error) {
	if accountID == "" {
		return s.keys(ctx, "ORDER BY k.seq")
	}
	return s.keys(ctx, "WHERE a.id = $1 ORDER BY k.seq", accountID)
}

func (s *Store) keys(ctx context.Context, where string, args ...any) (list []account.Key, err error) {
	err = s.db.Read(ctx, func(tx Tx, _ int64) error {
		list = nil
		return tx.Query(selectKeys+where, func(scan func(...any) error) error {
			k, err := scanKey(scan)
			list = append(list, k)
			return err
		}, args...)
	})
	return list, fail("keys", err)
}

func scanKey(scan func(...any) error) (account.Key, error) {
	var k account.Key
	var hash []byte
	var env, scopes, allowed string
	var created, disabled, suspended int64
	var expires, revoked, usedAt sql.NullInt64
	var op, network sql.NullString
	err := scan(&k.ID, &k.AccountID, &k.Name, &env, &hash, &k.Hint, &scopes, &k.Cap, &allowed,
		&created, &expires, &revoked, &disabled, &k.NextID, &usedAt, &op, &network, &suspended)
	if err != nil {
		return account.Key{}, err
	}
	k.Env, k.Disabled, k.Suspended = account.Env(env), disabled != 0, suspended != 0
	copy(k.Hash[:], hash)
	for part := range strings.FieldsSeq(scopes) {
		k.Scopes = append(k.Scopes, account.Scope(part))
	}
	for part := range strings.FieldsSeq(allowed) {
		p, err := netip.ParsePrefix(part)
		if err != nil {
			return account.Key{}, fmt.Errorf("address range of key %s: %w", k.ID, err)
		}
		k.Allowed = append(k.Allowed, p)
	}
	k.CreatedAt = fromMillis(created)
	if expires.Valid {
		k.ExpiresAt = fromMillis(expires.Int64)
	}
	if revoked.Valid {
		k.RevokedAt = fromMillis(revoked.Int64)
	}
	if usedAt.Valid {
		k.LastUse = account.Use{KeyID: k.ID, At: fromMillis(usedAt.Int64), Op: op.String}
		if network.String != "" {
			k.LastUse.Network, err = netip.ParsePrefix(network.String)
		}
	}
	return k, err
}

func joinPrefixes(list []netip.Prefix) string {
	texts := make([]string, len(list))
	for i, p := range list {
		texts[i] = p.String()
	}
	return strings.Join(texts, " ")
}
