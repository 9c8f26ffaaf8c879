package storetest

import (
	"errors"
	"fmt"
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/account"
)

func testAccounts(t *testing.T, open Open) {
	f := newFixture(t, open)
	none, err := f.Accounts(f.ctx)
	if err != nil || len(none) != 0 {
		t.Fatalf("Accounts of an empty store: %v, %v", none, err)
	}
	var want []account.Account
	for _, name := range []string{"z", "a", "Ünïcödé 東京", strings.Repeat("é", 64)} {
		a := f.account(name)
		if !strings.HasPrefix(a.ID, "acc_") || a.Name != name || a.Suspended || !a.CreatedAt.Equal(f.clock.now()) {
			t.Errorf("CreateAccount(%q) = %+v", name, a)
		}
		want = append(want, a)
		f.clock.add(time.Millisecond)
	}
	list, err := f.Accounts(f.ctx)
	if err != nil || !reflect.DeepEqual(list, want) {
		t.Errorf("Accounts:\n got %+v, %v\nwant %+v", list, err, want)
	}
	for _, name := range []string{"", strings.Repeat("x", 65), "a\x00b", "\xff"} {
		if a, err := f.CreateAccount(f.ctx, name); err == nil {
			t.Errorf("CreateAccount(%q) = %+v, want an error", name, a)
		}
	}
	if err := f.SetSuspended(f.ctx, "acc_none", true); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("SetSuspended of no account: %v", err)
	}
	for _, suspended := range []bool{true, true, false} {
		if err := f.SetSuspended(f.ctx, want[0].ID, suspended); err != nil {
			t.Fatal(err)
		}
		a, err := f.Account(f.ctx, want[0].ID)
		if err != nil || a.Suspended != suspended {
			t.Errorf("after SetSuspended(%t): %+v, %v", suspended, a, err)
		}
	}
}

func testAccountReferences(t *testing.T, open Open) {
	f := newFixture(t, open)
	unique, twin := f.account("unique"), f.account("twin")
	f.account("twin")
	f.account("twin")
	decoy := f.account(unique.ID) // named like another's ID
	for _, c := range []struct {
		ref  string
		want string
		err  error
	}{
		{"unique", unique.ID, nil},
		{unique.ID, unique.ID, nil},
		{decoy.ID, decoy.ID, nil},
		{twin.ID, twin.ID, nil},
		{"twin", "", account.ErrAmbiguous},
		{"Unique", "", account.ErrNotFound},
		{"acc_none", "", account.ErrNotFound},
		{"", "", account.ErrNotFound},
	} {
		a, err := f.Account(f.ctx, c.ref)
		if a.ID != c.want || !errors.Is(err, c.err) {
			t.Errorf("Account(%q) = %q, %v; want %q, %v", c.ref, a.ID, err, c.want, c.err)
		}
	}
}

func testKeys(t *testing.T, open Open) {
	f := newFixture(t, open)
	a := f.account("a")
	full := account.Key{
		AccountID: a.ID, Name: "full", Env: account.Test, Hash: testHash(), Hint: "tc_test_abcd…wxyz",
		Scopes: []account.Scope{account.ScopeCompute, "usage:read"}, Cap: 25,
		ExpiresAt: f.clock.now().Add(time.Hour),
	}
	made := f.key(full)
	if !strings.HasPrefix(made.ID, "key_") {
		t.Errorf("ID %q", made.ID)
	}
	full.ID, full.CreatedAt = made.ID, f.clock.now()
	if !reflect.DeepEqual(made, full) {
		t.Errorf("CreateKey:\n got %+v\nwant %+v", made, full)
	}
	given := account.Key{ID: "key_given", AccountID: a.ID, Name: "given", CreatedAt: f.clock.now().Add(-time.Hour)}
	given = f.key(given)
	if given.ID != "key_given" || !given.CreatedAt.Equal(f.clock.now().Add(-time.Hour)) {
		t.Errorf("CreateKey changed what was given: %+v", given)
	}
	other := f.key(account.Key{AccountID: f.account("b").ID, Name: "other"})
	got, err := f.KeyByHash(f.ctx, full.Hash)
	if err != nil || !reflect.DeepEqual(got, full) {
		t.Errorf("KeyByHash = %+v, %v", got, err)
	}
	if k, err := f.KeyByHash(f.ctx, testHash()); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("KeyByHash of no key = %+v, %v", k, err)
	}
	for _, c := range []struct {
		accountID string
		want      []account.Key
	}{
		{a.ID, []account.Key{full, given}},
		{"", []account.Key{full, given, other}},
		{"acc_none", nil},
	} {
		list, err := f.Keys(f.ctx, c.accountID)
		if err != nil || !reflect.DeepEqual(list, c.want) {
			t.Errorf("Keys(%q) = %+v, %v; want %+v", c.accountID, list, err, c.want)
		}
	}
	if err := f.SetSuspended(f.ctx, a.ID, true); err != nil {
		t.Fatal(err)
	}
	if got, err := f.KeyByHash(f.ctx, full.Hash); err != nil || !got.Suspended {
		t.Errorf("KeyByHash of a suspended account = %+v, %v", got, err)
	}
}

func testKeyReferences(t *testing.T, open Open) {
	f := newFixture(t, open)
	a := f.account("a")
	unique := f.key(account.Key{AccountID: a.ID, Name: "unique"})
	twin := f.key(account.Key{AccountID: a.ID, Name: "twin"})
	f.key(account.Key{AccountID: f.account("b").ID, Name: "twin"})
	f.key(account.Key{AccountID: a.ID, Name: unique.ID})
	if _, err := f.RevokeKey(f.ctx, twin.ID); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		ref  string
		want string
		err  error
	}{
		{"unique", unique.ID, nil},
		{unique.ID, unique.ID, nil},
		{twin.ID, twin.ID, nil},
		{"twin", "", account.ErrAmbiguous},
		{"key_none", "", account.ErrNotFound},
		{"", "", account.ErrNotFound},
	} {
		k, err := f.Key(f.ctx, c.ref)
		if k.ID != c.want || !errors.Is(err, c.err) {
			t.Errorf("Key(%q) = %q, %v; want %q, %v", c.ref, k.ID, err, c.want, c.err)
		}
	}
}

func testKeyRules(t *testing.T, open Open) {
	f := newFixture(t, open)
	a := f.account("a")
	good := account.Key{AccountID: a.ID, Name: "k", Env: account.Live, Hash: testHash()}
	used := f.key(good)
	for _, c := range []struct {
		name string
		edit func(*account.Key)
	}{
		{"hash in use", func(k *account.Key) { k.Hash = used.Hash }},
		{"no hash", func(k *account.Key) { k.Hash = account.KeyHash{} }},
		{"ID in use", func(k *account.Key) { k.ID = used.ID }},
		{"no name", func(k *account.Key) { k.Name = "" }},
		{"long name", func(k *account.Key) { k.Name = strings.Repeat("n", 65) }},
		{"environment", func(k *account.Key) { k.Env = "staging" }},
		{"scope", func(k *account.Key) { k.Scopes = []account.Scope{"everything"} }},
		{"scope of two words", func(k *account.Key) { k.Scopes = []account.Scope{"tools:compute usage:read"} }},
		{"cap", func(k *account.Key) { k.Cap = -1 }},
		{"no address range", func(k *account.Key) { k.Allowed = []netip.Prefix{{}} }},
		{"address range with bits beyond it", func(k *account.Key) {
			k.Allowed = []netip.Prefix{netip.MustParsePrefix("192.0.2.1/24")}
		}},
		{"33 address ranges", func(k *account.Key) {
			k.Allowed = slices.Repeat([]netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}, account.MaxAllowed+1)
		}},
	} {
		k := good
		k.Hash = testHash()
		c.edit(&k)
		if made, err := f.CreateKey(f.ctx, k); err == nil {
			t.Errorf("%s: CreateKey = %+v, want an error", c.name, made)
		}
	}
	good.Hash, good.AccountID = testHash(), "acc_none"
	if _, err := f.CreateKey(f.ctx, good); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("CreateKey for no account: %v", err)
	}
	if list, err := f.Keys(f.ctx, ""); err != nil || len(list) != 1 {
		t.Errorf("a refused key was stored: %+v, %v", list, err)
	}
}

func testActiveKeysLimit(t *testing.T, open Open) {
	f := newFixture(t, open)
	a := f.account("a")
	create := func() error {
		_, err := f.CreateKey(f.ctx, account.Key{AccountID: a.ID, Name: "k", Env: account.Live, Hash: testHash()})
		return err
	}
	expires := f.clock.now().Add(time.Hour)
	f.key(account.Key{AccountID: a.ID, Name: "expires", ExpiresAt: expires})
	revoked := f.key(account.Key{AccountID: a.ID, Name: "revoked"})
	for i := range account.MaxActiveKeys - 2 {
		if err := create(); err != nil {
			t.Fatalf("key %d: %v", i, err)
		}
	}
	full := func(when string) {
		t.Helper()
		if err := create(); !errors.Is(err, account.ErrLimit) {
			t.Fatalf("%s: %v, want ErrLimit", when, err)
		}
	}
	full("20 active keys")
	if _, err := f.RevokeKey(f.ctx, revoked.ID); err != nil {
		t.Fatal(err)
	}
	if err := create(); err != nil {
		t.Errorf("after revoking one: %v", err)
	}
	full("20 active keys again")
	f.clock.ms.Store(expires.UnixMilli() - 1)
	full("a millisecond before one expires")
	f.clock.ms.Store(expires.UnixMilli())
	if err := create(); err != nil {
		t.Errorf("when one has expired: %v", err)
	}
	f.key(account.Key{AccountID: f.account("b").ID, Name: "k"}) // the limit is of one account
}

func testRevokeKey(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	f.outcome(account.Charged, c.compute(1))
	first, err := f.RevokeKey(f.ctx, c.key)
	if err != nil || first.RevokedAt.Before(f.clock.now()) || first.RevokedAt.After(f.clock.now().Add(time.Second)) {
		t.Fatalf("RevokeKey = %+v, %v", first, err)
	}
	f.outcome(account.KeyGone, c.compute(1))
	f.clock.add(time.Hour)
	again, err := f.RevokeKey(f.ctx, c.key)
	if err != nil || !reflect.DeepEqual(again, first) {
		t.Errorf("revoked again: %+v, %v; want %+v", again, err, first)
	}
	if got, err := f.KeyByHash(f.ctx, first.Hash); err != nil || !reflect.DeepEqual(got, first) {
		t.Errorf("KeyByHash of a revoked key = %+v, %v", got, err)
	}
	for _, ref := range []string{"key_none", "", fmt.Sprint("key ", f.n)} {
		if _, err := f.RevokeKey(f.ctx, ref); !errors.Is(err, account.ErrNotFound) {
			t.Errorf("RevokeKey(%q): %v, want ErrNotFound", ref, err)
		}
	}
	f.verify()
}
