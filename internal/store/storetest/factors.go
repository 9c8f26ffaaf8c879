package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/account"
)

func testTOTP(t *testing.T, open Open) {
	f := newFixture(t, open)
	u, _ := f.user("u")
	other, _ := f.user("other")
	take := func(what string, userID string, step int64, want bool) {
		t.Helper()
		got, err := f.TakeTOTP(f.ctx, userID, step)
		f.must(err)
		equal(t, what, got, want)
	}
	recover := func(what string, userID string, code account.SecretHash, want bool) {
		t.Helper()
		got, err := f.TakeRecovery(f.ctx, userID, code)
		f.must(err)
		equal(t, what, got, want)
	}
	factors := func(what, secret string, codes int) {
		t.Helper()
		got, err := f.User(f.ctx, u.ID)
		f.must(err)
		equal(t, what, fmt.Sprint(got.TOTP, got.Recovery), fmt.Sprint(secret, codes))
	}
	take("without a secret", u.ID, 100, false)
	codes := []account.SecretHash{testSecret(), testSecret(), testSecret()}
	f.must(f.SetTOTP(f.ctx, u.ID, "ONE", codes))
	factors("set", "ONE", 3)
	take("a step", u.ID, 100, true)
	take("again", u.ID, 100, false)
	take("an earlier one", u.ID, 99, false)
	take("a later one", u.ID, 101, true)
	take("of nobody", "user_none", 1, false)
	recover("another's code", other.ID, codes[0], false)
	recover("an unknown code", u.ID, testSecret(), false)
	recover("a code", u.ID, codes[0], true)
	recover("again", u.ID, codes[0], false)
	factors("one code used", "ONE", 2)
	f.must(f.SetTOTP(f.ctx, u.ID, "TWO", codes[:1]))
	factors("set anew", "TWO", 1)
	recover("a code of before", u.ID, codes[1], false)
	take("a step with the new secret", u.ID, 100, true)
	f.must(f.SetTOTP(f.ctx, u.ID, "", nil))
	factors("removed", "", 0)
	take("after removal", u.ID, 200, false)
	recover("after removal", u.ID, codes[0], false)
	if err := f.SetTOTP(f.ctx, u.ID, "", codes); err == nil {
		t.Error("recovery codes without a secret were stored")
	}
	_, err := f.TakeRecovery(f.ctx, "user_none", codes[0])
	f.failed("code of nobody", err, account.ErrNotFound)
}

// passkey adds a passkey of a user.
func (f *fixture) passkey(userID, credential string) account.Passkey {
	f.t.Helper()
	p, err := f.AddPasskey(f.ctx, account.Passkey{UserID: userID, Name: "key", Credential: []byte(credential), Record: []byte("record")})
	f.must(err)
	return p
}

func testPasskeys(t *testing.T, open Open) {
	f := newFixture(t, open)
	u, _ := f.user("u")
	other, _ := f.user("other")
	check := func(what string, want ...account.Passkey) {
		t.Helper()
		list, err := f.Passkeys(f.ctx, u.ID)
		if err != nil || len(list) != len(want) || len(want) > 0 && !reflect.DeepEqual(list, want) {
			t.Errorf("%s: %+v, %v; want %+v", what, list, err, want)
		}
		got, err := f.User(f.ctx, u.ID)
		f.must(err)
		equal(t, what+", counted", got.Passkeys, len(want))
	}
	check("none")
	one := f.passkey(u.ID, "one")
	if want := (account.Passkey{
		ID: one.ID, UserID: u.ID, Name: "key", Credential: []byte("one"), Record: []byte("record"), CreatedAt: f.clock.now(),
	}); !reflect.DeepEqual(one, want) || !strings.HasPrefix(one.ID, "pk_") {
		t.Errorf("AddPasskey = %+v, want %+v", one, want)
	}
	two := f.passkey(u.ID, "two")
	check("two", one, two)
	for _, userID := range []string{u.ID, other.ID} {
		_, err := f.AddPasskey(f.ctx, account.Passkey{UserID: userID, Name: "n", Credential: []byte("one"), Record: []byte("r")})
		f.failed("a credential that is known", err, account.ErrTaken)
	}
	f.clock.add(time.Hour)
	f.must(f.UsePasskey(f.ctx, []byte("two"), []byte("later")))
	two.Record, two.UsedAt = []byte("later"), f.clock.now()
	f.must(f.RenamePasskey(f.ctx, u.ID, one.ID, "phone"))
	one.Name = "phone"
	check("used, renamed", one, two)
	for what, err := range map[string]error{
		"use of an unknown one": f.UsePasskey(f.ctx, []byte("none"), []byte("r")),
		"another's, renamed":    f.RenamePasskey(f.ctx, other.ID, one.ID, "mine"),
		"another's, removed":    f.RemovePasskey(f.ctx, other.ID, one.ID),
	} {
		f.failed(what, err, account.ErrNotFound)
	}
	_, err := f.AddPasskey(f.ctx, account.Passkey{UserID: "user_none", Name: "n", Credential: []byte("x"), Record: []byte("r")})
	f.failed("passkey of nobody", err, account.ErrNotFound)
	for _, bad := range []account.Passkey{{Name: "n"}, {Credential: []byte("x"), Record: []byte("r")}, {Name: "n", Credential: []byte("x")}} {
		bad.UserID = u.ID
		if made, err := f.AddPasskey(f.ctx, bad); err == nil {
			t.Errorf("AddPasskey(%+v) = %+v", bad, made)
		}
	}
	f.must(f.RemovePasskey(f.ctx, u.ID, one.ID))
	check("one removed", two)
	for i := range account.MaxPasskeys - 1 {
		f.passkey(u.ID, fmt.Sprint("more ", i))
	}
	_, err = f.AddPasskey(f.ctx, account.Passkey{UserID: u.ID, Name: "n", Credential: []byte("too many"), Record: []byte("r")})
	if !errors.Is(err, account.ErrLimit) {
		t.Errorf("one too many: %v", err)
	}
	f.passkey(other.ID, "too many")
}
