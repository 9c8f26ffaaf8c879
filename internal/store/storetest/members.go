package storetest

import (
	"reflect"
	"testing"
	"time"

	"toolcrib/internal/account"
)

func testMembers(t *testing.T, open Open) {
	f := newFixture(t, open)
	ann, home := f.user("ann")
	f.clock.add(time.Hour)
	ben, bens := f.user("ben")
	f.member(ben, home, account.RoleAdmin)
	f.must(f.SetTOTP(f.ctx, ben.ID, "SECRET", []account.SecretHash{testSecret(), testSecret()}))
	ben.TOTP, ben.Recovery = "SECRET", 2

	list, err := f.Members(f.ctx, home.ID)
	want := []account.Membership{
		{Account: home, User: ann, Role: account.RoleOwner, Since: f.clock.now().Add(-time.Hour)},
		{Account: home, User: ben, Role: account.RoleAdmin, Since: f.clock.now()},
	}
	if err != nil || !reflect.DeepEqual(list, want) {
		t.Errorf("Members:\n got %+v, %v\nwant %+v", list, err, want)
	}
	list, err = f.Memberships(f.ctx, ben.ID)
	want = []account.Membership{{Account: bens, User: ben, Role: account.RoleOwner, Since: f.clock.now()}, want[1]}
	if err != nil || !reflect.DeepEqual(list, want) {
		t.Errorf("Memberships:\n got %+v, %v\nwant %+v", list, err, want)
	}
	for what, list := range map[string]func() ([]account.Membership, error){
		"Members":     func() ([]account.Membership, error) { return f.Members(f.ctx, "acc_none") },
		"Memberships": func() ([]account.Membership, error) { return f.Memberships(f.ctx, "user_none") },
	} {
		if got, err := list(); err != nil || len(got) != 0 {
			t.Errorf("%s of nothing = %+v, %v", what, got, err)
		}
	}
	f.testRoles(home, bens, ann, ben)
	f.verify()
}

func (f *fixture) testRoles(home, bens account.Account, ann, ben account.User) {
	t := f.t
	f.failed("the last owner's role", f.SetRole(f.ctx, home.ID, ann.ID, account.RoleAdmin), account.ErrLastOwner)
	f.failed("the last owner", f.RemoveMember(f.ctx, home.ID, ann.ID), account.ErrLastOwner)
	f.failed("the only member", f.RemoveMember(f.ctx, bens.ID, ben.ID), account.ErrLastOwner)
	f.must(f.SetRole(f.ctx, home.ID, ann.ID, account.RoleOwner)) // changes nothing
	f.must(f.SetRole(f.ctx, home.ID, ben.ID, account.RoleOwner))
	f.must(f.SetRole(f.ctx, home.ID, ann.ID, account.RoleViewer))
	equal(t, "roles changed", f.roles(home.ID), "ann viewer, ben owner")
	if err := f.SetRole(f.ctx, home.ID, ann.ID, "god"); err == nil {
		t.Error("a role that is none was given")
	}
	f.must(f.RemoveMember(f.ctx, home.ID, ann.ID))
	equal(t, "removed", f.roles(home.ID), "ben owner")
	for what, err := range map[string]error{
		"removed before":          f.RemoveMember(f.ctx, home.ID, ann.ID),
		"role of a stranger":      f.SetRole(f.ctx, home.ID, ann.ID, account.RoleOwner),
		"role of nobody":          f.SetRole(f.ctx, home.ID, "user_none", account.RoleOwner),
		"role in no account":      f.SetRole(f.ctx, "acc_none", ben.ID, account.RoleOwner),
		"removed from no account": f.RemoveMember(f.ctx, "acc_none", ben.ID),
		"rename of no account":    f.RenameAccount(f.ctx, "acc_none", "x"),
	} {
		f.failed(what, err, account.ErrNotFound)
	}
	f.must(f.RenameAccount(f.ctx, home.ID, "Ünïcödé"))
	if err := f.RenameAccount(f.ctx, home.ID, ""); err == nil {
		t.Error("an account was given no name")
	}
	home.Name = "Ünïcödé"
	got, err := f.Account(f.ctx, home.ID)
	f.must(err)
	equal(t, "renamed", got, home)
}
