package account_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/account/accounttest"
)

// ring is a keyring over a ledger with one key.
type ring struct {
	*account.Keyring
	t      *testing.T
	clock  *accounttest.Clock
	ledger *accounttest.Ledger
	secret string
}

func newRing(t *testing.T) *ring {
	clock := accounttest.NewClock("2026-11-20T09:00:00Z")
	ledger := accounttest.NewLedger(account.Plan{}, clock.Now)
	ledger.AddAccount("acc_1")
	r := &ring{account.NewKeyring(ledger, clock.Now), t, clock, ledger, newSecret(t, account.Live, rand.NewChaCha8([32]byte{9}))}
	ledger.AddKey(account.Key{ID: "key_1", AccountID: "acc_1", Env: account.Live, Hash: account.HashKey(r.secret)})
	return r
}

// wants looks a credential up and checks the key found and how often the
// store has been asked in all.
func (r *ring) wants(find func(context.Context, string) (*account.Key, error), secret string, found bool, asked int) {
	r.t.Helper()
	k, err := find(r.t.Context(), secret)
	switch {
	case found && (err != nil || k.ID != "key_1"):
		r.t.Errorf("got %v, %v; want key_1", k, err)
	case !found && (k != nil || !errors.Is(err, account.ErrBadKey)):
		r.t.Errorf("got %v, %v; want ErrBadKey", k, err)
	}
	if n := r.ledger.Calls("KeyByHash"); n != asked {
		r.t.Errorf("the store was asked %d times, want %d", n, asked)
	}
}

func TestKeyringAsksNothingForWhatIsNoKey(t *testing.T) {
	r := newRing(t)
	for _, row := range vectors(t) {
		if row[0] == "bad" {
			r.wants(r.Lookup, row[2], false, 0)
			r.wants(r.Reload, row[2], false, 0)
		}
	}
	r.wants(r.Lookup, "", false, 0)
}

func TestKeyringRemembersAKeyForHalfAMinute(t *testing.T) {
	r := newRing(t)
	r.wants(r.Lookup, r.secret, true, 1)
	r.clock.Add(30*time.Second - time.Nanosecond)
	r.wants(r.Lookup, r.secret, true, 1)
	r.clock.Add(time.Nanosecond)
	r.wants(r.Lookup, r.secret, true, 2)
}

func TestKeyringRemembersAMissForFiveSeconds(t *testing.T) {
	r := newRing(t)
	unknown := newSecret(t, account.Live, rand.NewChaCha8([32]byte{8}))
	r.wants(r.Lookup, unknown, false, 1)
	r.clock.Add(5*time.Second - time.Nanosecond)
	r.wants(r.Lookup, unknown, false, 1)
	r.clock.Add(time.Nanosecond)
	r.wants(r.Lookup, unknown, false, 2)
}

func TestKeyringReloadAlwaysAsks(t *testing.T) {
	r := newRing(t)
	r.wants(r.Lookup, r.secret, true, 1)
	r.wants(r.Reload, r.secret, true, 2)
	r.wants(r.Reload, r.secret, true, 3)
	r.ledger.Update("key_1", func(k *account.Key) { k.RevokedAt = r.clock.Now() })
	r.wants(r.Reload, r.secret, false, 4)
	r.wants(r.Lookup, r.secret, false, 4) // what Reload learnt holds for Lookup
}

func TestKeyringForget(t *testing.T) {
	r := newRing(t)
	k, err := r.Lookup(t.Context(), r.secret)
	if err != nil {
		t.Fatal(err)
	}
	r.ledger.Update("key_1", func(k *account.Key) { k.RevokedAt = r.clock.Now() })
	r.wants(r.Lookup, r.secret, true, 1) // a belief, until something says otherwise
	r.Forget(k)
	r.wants(r.Lookup, r.secret, false, 2)
}

func TestKeyringExpiryWhileRemembered(t *testing.T) {
	r := newRing(t)
	r.ledger.Update("key_1", func(k *account.Key) { k.ExpiresAt = r.clock.Now().Add(10 * time.Second) })
	r.wants(r.Lookup, r.secret, true, 1)
	r.clock.Add(10*time.Second - time.Nanosecond)
	r.wants(r.Lookup, r.secret, true, 1)
	r.clock.Add(time.Nanosecond)
	r.wants(r.Lookup, r.secret, false, 1)
}

func TestKeyringForgetsNoErrors(t *testing.T) {
	r := newRing(t)
	away := errors.New("store away")
	r.ledger.Fault = func(context.Context, string) error { return away }
	for range 3 {
		if k, err := r.Lookup(t.Context(), r.secret); k != nil || !errors.Is(err, away) || errors.Is(err, account.ErrBadKey) {
			t.Errorf("got %v, %v; want the store's error", k, err)
		}
	}
	r.ledger.Fault = nil
	r.wants(r.Lookup, r.secret, true, 4)
	r.ledger.Fault = func(context.Context, string) error { return away }
	r.wants(r.Lookup, r.secret, true, 4) // an error does not take away what is believed
	if _, err := r.Reload(t.Context(), r.secret); !errors.Is(err, away) {
		t.Errorf("Reload: %v; want the store's error", err)
	}
	r.wants(r.Lookup, r.secret, true, 5)
}

// A suspension may be remembered only as long as it lasts: the early refusal
// that rests on it has no charge behind it to correct it.
func TestKeyringSeesTheEndOfASuspension(t *testing.T) {
	r := newRing(t)
	r.ledger.Suspend("acc_1", true)
	r.wants(r.Lookup, r.secret, true, 1)
	r.wants(r.Lookup, r.secret, true, 2)
	r.ledger.Suspend("acc_1", false)
	r.wants(r.Lookup, r.secret, true, 3)
	r.wants(r.Lookup, r.secret, true, 3)
}

// A store that answers with another key than was asked for must not open.
func TestKeyringComparesTheHash(t *testing.T) {
	r := newRing(t)
	r.ledger.Update("key_1", func(k *account.Key) { k.Hash[31] ^= 1 })
	wrong := finder(func() (account.Key, error) {
		return r.ledger.KeyByHash(t.Context(), func() account.KeyHash { h := account.HashKey(r.secret); h[31] ^= 1; return h }())
	})
	k, err := account.NewKeyring(wrong, r.clock.Now).Lookup(t.Context(), r.secret)
	if k != nil || !errors.Is(err, account.ErrBadKey) {
		t.Errorf("got %v, %v; want ErrBadKey", k, err)
	}
}

type finder func() (account.Key, error)

func (f finder) KeyByHash(context.Context, account.KeyHash) (account.Key, error) { return f() }

func (f finder) Key(context.Context, string) (account.Key, error) { return f() }

// The key behind a signed link is at most five seconds old, and found by its
// id alone.
func TestKeyringPayer(t *testing.T) {
	r := newRing(t)
	r.ledger.Update("key_1", func(k *account.Key) { k.Name = "production" })
	wants := func(id string, found bool, asked int) {
		t.Helper()
		k, err := r.Payer(t.Context(), id)
		if found != (err == nil) || found && k.ID != id || err != nil && !errors.Is(err, account.ErrBadKey) {
			t.Errorf("%s: %v, %v", id, k, err)
		}
		if n := r.ledger.Calls("Key"); n != asked {
			t.Errorf("%s: the store was asked %d times, want %d", id, n, asked)
		}
	}
	wants("key_1", true, 1)
	wants("key_1", true, 1)
	wants("key_0", false, 2)
	wants("key_0", false, 2)
	wants("production", false, 3)
	wants("key_"+strings.Repeat("1", 100), false, 3)
	r.ledger.Update("key_1", func(k *account.Key) { k.Disabled = true })
	r.clock.Add(5*time.Second - time.Millisecond)
	wants("key_1", true, 3)
	r.clock.Add(time.Millisecond)
	wants("key_1", false, 4)
	r.ledger.Fault = func(context.Context, string) error { return errors.New("away") }
	if _, err := r.Payer(t.Context(), "key_2"); err == nil || errors.Is(err, account.ErrBadKey) {
		t.Errorf("a store that is away: %v", err)
	}
}

func TestKeyringConcurrently(t *testing.T) {
	r := newRing(t)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := range 300 {
				find := r.Lookup
				if i%10 == 0 {
					find = r.Reload
				}
				k, err := find(t.Context(), r.secret)
				if err != nil || k.ID != "key_1" {
					t.Errorf("got %v, %v", k, err)
					return
				}
				if i%25 == 0 {
					r.Forget(k)
					r.clock.Add(time.Second)
				}
			}
		})
	}
	wg.Wait()
}

func TestKeyringSeesThatAKeyIsEnabledAgain(t *testing.T) {
	r := newRing(t)
	r.ledger.Update("key_1", func(k *account.Key) { k.Disabled = true })
	r.wants(r.Lookup, r.secret, false, 1)
	r.ledger.Update("key_1", func(k *account.Key) { k.Disabled = false })
	r.clock.Add(5*time.Second - time.Millisecond)
	r.wants(r.Lookup, r.secret, false, 1)
	r.clock.Add(time.Millisecond)
	r.wants(r.Lookup, r.secret, true, 2)
}
