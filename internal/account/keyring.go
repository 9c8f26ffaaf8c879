package account

import (
	"context"
	"crypto/subtle"
	"errors"
	"time"

	"github.com/maypok86/otter/v2"
)

// ErrBadKey is returned for a credential that opens nothing, whatever the
// reason: callers learn no more.
var ErrBadKey = errors.New("account: key malformed, unknown, revoked or expired")

// Bounds of the keyring's memory and of how old its beliefs may be. A belief
// only decides early refusals and which account a call is for: the charge
// reads the key again.
const (
	maxCachedKeys = 100_000
	keyFresh      = 30 * time.Second
	missFresh     = 5 * time.Second
	payerFresh    = 5 * time.Second
	maxID         = 64 // characters of what may be an id

	// lookupTimeout bounds one look into the store, so that a store that is
	// away is said to be within two seconds.
	lookupTimeout = time.Second
)

// KeyFinder is the part of a Store that the keyring needs.
type KeyFinder interface {
	KeyByHash(ctx context.Context, h KeyHash) (Key, error)
	Key(ctx context.Context, ref string) (Key, error)
}

// Keyring finds the key behind a credential: shape and checksum first, which
// costs no look-up, then a bounded cache, then the store.
type Keyring struct {
	store KeyFinder
	now   func() time.Time
	cache *otter.Cache[KeyHash, cachedKey]
	byID  *otter.Cache[string, cachedKey]
}

type cachedKey struct {
	key   *Key // nil = the store knows no such key
	until time.Time
}

func (c cachedKey) suspended() bool { return c.key != nil && c.key.Suspended }

// NewKeyring returns a keyring over a store.
func NewKeyring(store KeyFinder, now func() time.Time) *Keyring {
	return &Keyring{
		store, now,
		otter.Must(&otter.Options[KeyHash, cachedKey]{MaximumSize: maxCachedKeys}),
		otter.Must(&otter.Options[string, cachedKey]{MaximumSize: maxCachedKeys}),
	}
}

// Lookup returns the key of a credential, as it was at most half a minute
// ago. A key of a suspended account is asked for again each time, so that the
// end of a suspension is seen at once. The key is shared: it must not be
// changed. The error is ErrBadKey or one of the store, which is not remembered.
func (r *Keyring) Lookup(ctx context.Context, secret string) (*Key, error) {
	if _, err := ParseKey(secret); err != nil {
		return nil, ErrBadKey
	}
	h := HashKey(secret)
	if c, ok := r.cache.GetIfPresent(h); ok && r.now().Before(c.until) && !c.suspended() {
		return r.usable(c.key, h)
	}
	return r.load(ctx, h)
}

// Reload returns the key of a credential as the store has it now. It is for
// answers that no charge stands behind, which would otherwise outlive a revoke.
func (r *Keyring) Reload(ctx context.Context, secret string) (*Key, error) {
	if _, err := ParseKey(secret); err != nil {
		return nil, ErrBadKey
	}
	return r.load(ctx, HashKey(secret))
}

// Payer returns the key of an id, as it was at most five seconds ago: what was
// paid for with it is shown without a charge, which would look again. The error
// is ErrBadKey or one of the store, which is not remembered.
func (r *Keyring) Payer(ctx context.Context, id string) (*Key, error) {
	if len(id) > maxID {
		return nil, ErrBadKey
	}
	c, ok := r.byID.GetIfPresent(id)
	if !ok || !r.now().Before(c.until) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookupTimeout)
		defer cancel()
		k, err := r.store.Key(ctx, id)
		switch {
		case errors.Is(err, ErrNotFound), errors.Is(err, ErrAmbiguous), err == nil && k.ID != id: // found by its name
			c = cachedKey{}
		case err != nil:
			return nil, err
		default:
			c = cachedKey{key: &k}
		}
		c.until = r.now().Add(payerFresh)
		r.byID.Set(id, c)
	}
	if c.key == nil || !c.key.Active(r.now()) {
		return nil, ErrBadKey
	}
	return c.key, nil
}

// Forget drops what is believed of a key, after the store refused it.
func (r *Keyring) Forget(k *Key) { r.cache.Invalidate(k.Hash) }

func (r *Keyring) load(ctx context.Context, h KeyHash) (*Key, error) {
	// net/http ends the context of a caller that has closed its sending side
	// but still waits for the answer; the look-up is short and not worth that.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookupTimeout)
	defer cancel()
	k, err := r.store.KeyByHash(ctx, h)
	switch {
	case errors.Is(err, ErrNotFound):
		r.cache.Set(h, cachedKey{nil, r.now().Add(missFresh)})
		return nil, ErrBadKey
	case err != nil:
		return nil, err
	}
	fresh := keyFresh
	if !k.Active(r.now()) {
		fresh = missFresh // it may be enabled again
	}
	r.cache.Set(h, cachedKey{&k, r.now().Add(fresh)})
	return r.usable(&k, h)
}

func (r *Keyring) usable(k *Key, h KeyHash) (*Key, error) {
	if k == nil || subtle.ConstantTimeCompare(k.Hash[:], h[:]) != 1 || !k.Active(r.now()) {
		return nil, ErrBadKey
	}
	return k, nil
}
