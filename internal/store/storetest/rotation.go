package storetest

import (
	"errors"
	"net/netip"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"toolcrib/internal/account"
)

// next is what RotateKey reads of the new key.
func next() account.Key { return account.Key{Hash: testHash(), Hint: "tc_live_next…key1"} }

func testRotateKey(t *testing.T, open Open) {
	f := newFixture(t, open)
	a := f.account("a")
	old := f.key(account.Key{
		AccountID: a.ID, Name: "k", Env: account.Test, Scopes: []account.Scope{account.ScopeCompute, account.ScopeUsage},
		Cap: 25, Allowed: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")},
	})
	with := next()
	with.Name, with.Cap, with.Env = "not read", 7, account.Live
	made, err := f.RotateKey(f.ctx, old.ID, with, time.Hour)
	f.must(err)
	want := old
	want.ID, want.Hash, want.Hint, want.CreatedAt = made.ID, with.Hash, with.Hint, f.clock.now()
	if !reflect.DeepEqual(made, want) || made.ID == old.ID {
		t.Errorf("RotateKey:\n got %+v\nwant %+v", made, want)
	}
	want = old
	want.NextID, want.ExpiresAt = made.ID, f.clock.now().Add(time.Hour)
	got, err := f.Key(f.ctx, old.ID)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("the old key:\n got %+v, %v\nwant %+v", got, err, want)
	}
	for name, c := range map[string]struct {
		keyID   string
		next    account.Key
		overlap time.Duration
		err     error
	}{
		"rotated before":   {old.ID, next(), 0, account.ErrEnded},
		"unknown":          {"key_none", next(), 0, account.ErrNotFound},
		"negative overlap": {made.ID, next(), -1, nil},
		"long overlap":     {made.ID, next(), account.MaxOverlap + 1, nil},
		"no hash":          {made.ID, account.Key{}, 0, nil},
		"hash in use":      {made.ID, with, 0, nil},
	} {
		if k, err := f.RotateKey(f.ctx, c.keyID, c.next, c.overlap); err == nil || c.err != nil && !errors.Is(err, c.err) {
			t.Errorf("%s: %+v, %v; want an error, %v", name, k, err, c.err)
		}
	}
	if list, err := f.Keys(f.ctx, a.ID); err != nil || len(list) != 2 {
		t.Errorf("a refused rotation stored a key: %+v, %v", list, err)
	}
}

// testRotateKeyEnds: during the overlap both keys are charged, at its end only
// the new one.
func testRotateKeyEnds(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	f.outcome(account.Charged, c.compute(1))
	made, err := f.RotateKey(f.ctx, c.key, next(), time.Hour)
	f.must(err)
	now := caller{c.account, made.ID}
	end := mustKey(f, c.key).ExpiresAt
	f.clock.ms.Store(end.UnixMilli() - 1)
	f.outcome(account.Charged, c.compute(1))
	f.outcome(account.Charged, now.compute(1))
	f.clock.ms.Store(end.UnixMilli())
	f.outcome(account.KeyGone, c.compute(1))
	f.outcome(account.Charged, now.compute(1))

	// Without overlap the old key ends at once, in the same millisecond too.
	last, err := f.RotateKey(f.ctx, now.key, next(), 0)
	f.must(err)
	f.outcome(account.KeyGone, now.compute(1))
	f.outcome(account.Charged, caller{c.account, last.ID}.compute(1))

	// A key that was to end sooner still does; one that has ended cannot rotate.
	soon := f.key(account.Key{AccountID: c.account, Name: "soon", ExpiresAt: f.clock.now().Add(time.Minute)})
	_, err = f.RotateKey(f.ctx, soon.ID, next(), time.Hour)
	f.must(err)
	equal(t, "end of a key that was to end sooner", mustKey(f, soon.ID).ExpiresAt, soon.ExpiresAt)
	expired := f.key(account.Key{AccountID: c.account, Name: "expired", ExpiresAt: f.clock.now()})
	revoked := f.key(account.Key{AccountID: c.account, Name: "revoked"})
	_, err = f.RevokeKey(f.ctx, revoked.ID)
	f.must(err)
	for _, id := range []string{expired.ID, revoked.ID} {
		if k, err := f.RotateKey(f.ctx, id, next(), 0); !errors.Is(err, account.ErrEnded) {
			t.Errorf("RotateKey of a key that has ended = %+v, %v", k, err)
		}
	}
	f.verify()
}

func mustKey(f *fixture, id string) account.Key {
	f.t.Helper()
	k, err := f.Key(f.ctx, id)
	f.must(err)
	return k
}

// testRotateKeyLimit: an account with all the keys it may have can rotate
// each of them, and still may have no more.
func testRotateKeyLimit(t *testing.T, open Open) {
	f := newFixture(t, open)
	a := f.account("a")
	var ids []string
	for range account.MaxActiveKeys {
		ids = append(ids, f.key(account.Key{AccountID: a.ID, Name: "k"}).ID)
	}
	for _, id := range ids {
		if _, err := f.RotateKey(f.ctx, id, next(), account.MaxOverlap); err != nil {
			t.Fatalf("RotateKey: %v", err)
		}
	}
	k := next()
	k.AccountID, k.Name, k.Env = a.ID, "one more", account.Live
	if made, err := f.CreateKey(f.ctx, k); !errors.Is(err, account.ErrLimit) {
		t.Errorf("CreateKey = %+v, %v; want ErrLimit", made, err)
	}
	_, err := f.RevokeKey(f.ctx, mustKey(f, ids[0]).NextID)
	f.must(err)
	f.key(k) // the old keys, in their overlap, do not count
}

func testDisableKey(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	set := func(disabled bool) account.Key {
		t.Helper()
		k, err := f.SetKeyDisabled(f.ctx, c.key, disabled)
		f.must(err)
		equal(t, "disabled", k.Disabled, disabled)
		return k
	}
	f.outcome(account.Charged, c.compute(1))
	set(true)
	f.outcome(account.KeyGone, c.compute(1))
	hash := set(true).Hash
	if k, err := f.KeyByHash(f.ctx, hash); err != nil || !k.Disabled {
		t.Errorf("KeyByHash of a disabled key = %+v, %v", k, err)
	}
	made, err := f.RotateKey(f.ctx, c.key, next(), time.Hour)
	f.must(err)
	equal(t, "a key made from a disabled one", made.Disabled, true)
	set(false)
	f.outcome(account.Charged, c.compute(1))
	_, err = f.RevokeKey(f.ctx, c.key)
	f.must(err)
	set(false)
	f.outcome(account.KeyGone, c.compute(1))
	if k, err := f.SetKeyDisabled(f.ctx, "key_none", true); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("SetKeyDisabled of no key = %+v, %v", k, err)
	}
	f.verify()
}

// testDisableIsExact: a charge that starts after SetKeyDisabled has returned
// on another handle is decided on the new state.
func testDisableIsExact(t *testing.T, open Open) {
	f := newFixture(t, open)
	who := f.caller()
	f.grant(who.account, account.PoolCompute, account.ClassPromo, 1_000_000)
	other := f.handle()
	var generation atomic.Int64 // odd while the key is disabled for certain
	var stop atomic.Bool
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for !stop.Load() {
				before := generation.Load()
				v, err := f.ChargeBatch(f.ctx, []account.Charge{who.compute(1)})
				if err != nil {
					t.Errorf("ChargeBatch: %v", err)
					return
				}
				if generation.Load() == before && before%2 == 1 && v[0].Outcome != account.KeyGone {
					t.Errorf("charged while disabled: %+v", v[0])
				}
			}
		})
	}
	for range 10 {
		for _, disabled := range []bool{true, false} {
			if !disabled {
				generation.Add(1)
			}
			if _, err := other.SetKeyDisabled(f.ctx, who.key, disabled); err != nil {
				t.Errorf("SetKeyDisabled: %v", err)
			}
			if disabled {
				generation.Add(1)
			}
		}
	}
	stop.Store(true)
	wg.Wait()
	f.outcome(account.Charged, who.compute(1))
	f.verify()
}

func testAllowed(t *testing.T, open Open) {
	f := newFixture(t, open)
	ranges := []netip.Prefix{
		netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("2001:db8::/32"), netip.MustParsePrefix("0.0.0.0/0"),
	}
	k := f.key(account.Key{AccountID: f.account("a").ID, Name: "k", Allowed: ranges})
	got, err := f.KeyByHash(f.ctx, k.Hash)
	if err != nil || !reflect.DeepEqual(got.Allowed, ranges) {
		t.Errorf("Allowed = %v, %v; want %v", got.Allowed, err, ranges)
	}
}

func testTouch(t *testing.T, open Open) {
	f := newFixture(t, open)
	one, two := f.caller(), f.caller()
	at := f.clock.now()
	use := account.Use{KeyID: one.key, At: at, Op: testOp, Network: netip.MustParsePrefix("192.0.2.0/24")}
	later := account.Use{KeyID: two.key, At: at, Op: testDecide}
	f.must(f.Touch(f.ctx, []account.Use{later, {KeyID: "key_none", At: at}, use}))
	f.must(f.Touch(f.ctx, nil))
	equal(t, "last use", mustKey(f, one.key).LastUse, use)
	equal(t, "last use from nowhere known", mustKey(f, two.key).LastUse, later)
	earlier := use
	earlier.At, earlier.Op = at.Add(-time.Second), "earlier"
	f.must(f.handle().Touch(f.ctx, []account.Use{earlier}))
	equal(t, "last use after an earlier one", mustKey(f, one.key).LastUse, use)
	use.At, use.Op = at.Add(time.Second), "later"
	f.must(f.Touch(f.ctx, []account.Use{use}))
	equal(t, "later use", mustKey(f, one.key).LastUse, use)
}
