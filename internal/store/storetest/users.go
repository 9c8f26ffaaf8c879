package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"toolcrib/internal/account"
)

var secrets atomic.Int64

// testSecret is the hash of a secret that nobody else of this run has.
func testSecret() account.SecretHash {
	return account.HashSecret(fmt.Sprint("secret ", secrets.Add(1)))
}

// register registers a user, and requires that it works.
func (f *fixture) register(r account.Registration) (account.User, account.Account) {
	f.t.Helper()
	u, a, err := f.Register(f.ctx, r)
	if err != nil {
		f.t.Fatalf("Register(%+v): %v", r, err)
	}
	return u, a
}

// user registers a user with an account of their own, of the same name.
func (f *fixture) user(login string) (account.User, account.Account) {
	f.t.Helper()
	return f.register(account.Registration{Login: login, Password: "phc of secret", AccountName: login})
}

// link stores l with what it lacks.
func (f *fixture) link(l account.Link) account.Link {
	f.t.Helper()
	if l.Hash == (account.SecretHash{}) {
		l.Hash = testSecret()
	}
	if l.ExpiresAt.IsZero() {
		l.ExpiresAt = f.clock.now().Add(time.Hour)
	}
	made, err := f.CreateLink(f.ctx, l)
	f.must(err)
	return made
}

// member makes a user a member of an account that has one.
func (f *fixture) member(u account.User, a account.Account, role account.Role) {
	f.t.Helper()
	invite := f.link(account.Link{Kind: account.LinkInvite, AccountID: a.ID, Role: role})
	joined, err := f.Join(f.ctx, invite.Hash, u.ID)
	f.must(err)
	equal(f.t, "account joined", joined, a)
}

// roles are the roles of an account's members by login, oldest first.
func (f *fixture) roles(accountID string) string {
	f.t.Helper()
	list, err := f.Members(f.ctx, accountID)
	f.must(err)
	var b strings.Builder
	for _, m := range list {
		fmt.Fprintf(&b, "%s %s, ", m.User.Login, m.Role)
	}
	return strings.TrimSuffix(b.String(), ", ")
}

// failed requires an error.
func (f *fixture) failed(what string, err, want error) {
	f.t.Helper()
	if !errors.Is(err, want) {
		f.t.Errorf("%s: %v, want %v", what, err, want)
	}
}

func testUsers(t *testing.T, open Open) {
	f := newFixture(t, open)
	ada, _ := f.register(account.Registration{Login: "Ada.Lové", Password: "phc", Locale: "hi-IN"})
	want := account.User{ID: ada.ID, Login: "Ada.Lové", Password: "phc", Locale: "hi-IN", CreatedAt: f.clock.now()}
	equal(t, "registered", ada, want)
	if !strings.HasPrefix(ada.ID, "user_") {
		t.Errorf("ID %q", ada.ID)
	}
	bob, _ := f.user("bob")
	decoy, _ := f.user(ada.ID) // a login that looks like another's ID
	for _, c := range []struct {
		ref  string
		want account.User
		err  error
	}{
		{ada.ID, ada, nil},
		{"ada.lové", ada, nil},
		{"ADA.LOVÉ", ada, nil},
		{"ada.love\u0301", ada, nil}, // the accent as a character of its own
		{strings.ToLower(ada.ID), decoy, nil},
		{"ada.love", account.User{}, account.ErrNotFound},
		{"ada", account.User{}, account.ErrNotFound},
		{"%", account.User{}, account.ErrNotFound},
		{"", account.User{}, account.ErrNotFound},
	} {
		u, err := f.User(f.ctx, c.ref)
		equal(t, c.ref, u, c.want)
		f.failed(c.ref, err, c.err)
	}
	for _, login := range []string{"Bob", "ADA.LOVE\u0301"} {
		_, _, err := f.Register(f.ctx, account.Registration{Login: login})
		f.failed(login, err, account.ErrTaken)
	}
	for _, r := range []account.Registration{
		{}, {Login: strings.Repeat("x", 65)}, {Login: "a\x00b"}, {Login: "\xff"},
		{Login: "c", AccountName: strings.Repeat("x", 65)}, {Login: "c", Locale: "\x00"},
	} {
		if u, _, err := f.Register(f.ctx, r); err == nil {
			t.Errorf("Register(%+v) = %+v", r, u)
		}
	}
	list, err := f.Users(f.ctx)
	if err != nil || !reflect.DeepEqual(list, []account.User{ada, bob, decoy}) {
		t.Errorf("Users = %+v, %v", list, err)
	}
	accounts, err := f.Accounts(f.ctx)
	if err != nil || len(accounts) != 3 {
		t.Errorf("%d accounts, %v; a registration that failed left one", len(accounts), err)
	}
	f.verify()
}

func testUserChanges(t *testing.T, open Open) {
	f := newFixture(t, open)
	u, _ := f.user("u")
	f.user("other")
	f.must(f.SetLocale(f.ctx, u.ID, "de"))
	f.must(f.Rehash(f.ctx, u.ID, u.Password, "rehashed"))
	f.must(f.Rehash(f.ctx, u.ID, u.Password, "too late"))
	f.must(f.SetUserDisabled(f.ctx, u.ID, true))
	u.Locale, u.Password, u.Disabled = "de", "rehashed", true
	got, err := f.User(f.ctx, u.ID)
	f.must(err)
	equal(t, "changed", got, u)
	f.must(f.SetUserDisabled(f.ctx, u.ID, false))
	f.must(f.SetPassword(f.ctx, u.ID, "new", account.SecretHash{}, ""))
	u.Disabled, u.Password = false, "new"
	got, err = f.User(f.ctx, u.ID)
	f.must(err)
	equal(t, "changed again", got, u)
	for what, err := range map[string]error{
		"SetLocale":       f.SetLocale(f.ctx, "user_none", "de"),
		"SetPassword":     f.SetPassword(f.ctx, "user_none", "", account.SecretHash{}, ""),
		"Rehash":          f.Rehash(f.ctx, "user_none", "", "x"),
		"SetUserDisabled": f.SetUserDisabled(f.ctx, "user_none", true),
		"DeleteUser":      f.DeleteUser(f.ctx, "user_none"),
		"SetTOTP":         f.SetTOTP(f.ctx, "user_none", "", nil),
	} {
		f.failed(what+" of nobody", err, account.ErrNotFound)
	}
}

// testRegister: which account a new user is in, and as what.
func testRegister(t *testing.T, open Open) {
	for _, c := range []struct {
		name     string
		accounts int // made before there are users
		r        account.Registration
		setup    bool
		joins    bool // the first of them
		named    string
	}{
		{name: "first user of an empty store", setup: true, named: "default"},
		{name: "first user where keys were made", accounts: 1, setup: true, joins: true, named: "account"},
		{name: "made by the operator", accounts: 1, r: account.Registration{Operator: true}, joins: true, named: "account"},
		{name: "with another name", accounts: 1, r: account.Registration{Operator: true, AccountName: "mine"}, named: "mine"},
		{name: "two accounts", accounts: 2, setup: true, named: "default"},
		{name: "not an operator", accounts: 1, named: "default"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newFixture(t, open)
			var first account.Account
			for i := range c.accounts {
				if a := f.account("account"); i == 0 {
					first = a
				}
			}
			c.r.Login = "u"
			if c.setup {
				c.r.Link = f.link(account.Link{Kind: account.LinkSetup}).Hash
			}
			u, a := f.register(c.r)
			equal(t, "operator", u.Operator, c.setup || c.r.Operator)
			equal(t, "joins what was there", a == first, c.joins)
			equal(t, "name", a.Name, c.named)
			equal(t, "members", f.roles(a.ID), "u owner")
			_, second := f.register(account.Registration{Login: "v", Operator: true})
			equal(t, "name of the next", second.Name, "default")
			equal(t, "members of the next", f.roles(second.ID), "v owner")
			f.verify()
		})
	}
}

// testDeleteUser: nothing of a user is left but their ID; keys of an account
// without members end, and others do not.
func testDeleteUser(t *testing.T, open Open) {
	f := newFixture(t, open)
	gone, own := f.user("gone")
	stays, shared := f.user("stays")
	f.member(gone, shared, account.RoleAdmin)
	key := f.key(account.Key{AccountID: own.ID, Name: "own"})
	revoked := f.key(account.Key{AccountID: own.ID, Name: "revoked"})
	revoked, err := f.RevokeKey(f.ctx, revoked.ID)
	f.must(err)
	kept := f.key(account.Key{AccountID: shared.ID, Name: "shared"})
	f.outcome(account.Charged, caller{own.ID, key.ID}.compute(1))
	session := f.start(gone.ID, account.Session{})
	reset := f.link(account.Link{Kind: account.LinkReset, UserID: gone.ID})
	invite := f.link(account.Link{Kind: account.LinkInvite, AccountID: own.ID, Role: account.RoleViewer})
	f.must(f.SetTOTP(f.ctx, gone.ID, "SECRET", []account.SecretHash{testSecret()}))
	f.passkey(gone.ID, "cred")
	f.clock.add(time.Minute)

	f.must(f.DeleteUser(f.ctx, gone.ID))
	f.outcome(account.KeyGone, caller{own.ID, key.ID}.compute(1))
	f.outcome(account.Charged, caller{shared.ID, kept.ID}.compute(1))
	if again, err := f.Key(f.ctx, revoked.ID); err != nil || !again.RevokedAt.Equal(revoked.RevokedAt) {
		t.Errorf("a key revoked before: %+v, %v", again, err)
	}
	equal(t, "units of the account without members", f.balance(own.ID, account.PoolCompute, "").Free, 499)
	_, err = f.User(f.ctx, "gone")
	f.failed("User", err, account.ErrNotFound)
	_, _, err = f.Session(f.ctx, session.Hash)
	f.failed("Session", err, account.ErrNotFound)
	for _, l := range []account.Link{reset, invite} {
		_, err = f.Link(f.ctx, l.Hash)
		f.failed("Link", err, account.ErrEnded)
	}
	equal(t, "members", f.roles(own.ID)+";"+f.roles(shared.ID), ";stays owner")
	f.passkey(stays.ID, "cred") // the credential is free again
	again, _ := f.user("gone")
	if again.ID == gone.ID || again.Recovery != 0 || again.Passkeys != 0 {
		t.Errorf("the next of that login: %+v", again)
	}
	f.member(again, own, account.RoleViewer)
	equal(t, "who joins an account without members", f.roles(own.ID), "gone owner")

	f.member(again, shared, account.RoleViewer)
	f.failed("DeleteUser of the last owner", f.DeleteUser(f.ctx, stays.ID), account.ErrLastOwner)
	f.must(f.SetRole(f.ctx, shared.ID, again.ID, account.RoleOwner))
	f.must(f.DeleteUser(f.ctx, stays.ID))
	equal(t, "members", f.roles(shared.ID), "gone owner")
	f.outcome(account.Charged, caller{shared.ID, kept.ID}.compute(1))
	f.verify()
}
