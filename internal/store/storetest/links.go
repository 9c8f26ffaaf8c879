package storetest

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/account"
)

func testLinks(t *testing.T, open Open) {
	f := newFixture(t, open)
	u, a := f.user("u")
	invite := f.link(account.Link{Kind: account.LinkInvite, AccountID: a.ID, Role: account.RoleMember, Note: "Zoë, billing"})
	want := account.Link{
		ID: invite.ID, Hash: invite.Hash, Kind: account.LinkInvite, AccountID: a.ID, Role: account.RoleMember, Note: "Zoë, billing",
		CreatedAt: f.clock.now(), ExpiresAt: f.clock.now().Add(time.Hour),
	}
	equal(t, "created", invite, want)
	if !strings.HasPrefix(invite.ID, "lnk_") {
		t.Errorf("ID %q", invite.ID)
	}
	second := f.link(account.Link{Kind: account.LinkInvite, AccountID: a.ID, Role: account.RoleOwner, ExpiresAt: f.clock.now().Add(2 * time.Hour)})
	own := f.link(account.Link{Kind: account.LinkInvite})
	reset := f.link(account.Link{Kind: account.LinkReset, UserID: u.ID})
	for _, l := range []account.Link{invite, second, own, reset} {
		got, err := f.Link(f.ctx, l.Hash)
		f.must(err)
		equal(t, "found", got, l)
	}
	_, err := f.Link(f.ctx, testSecret())
	f.failed("unknown link", err, account.ErrEnded)
	f.invites("both", a.ID, second, invite)
	f.invites("of nobody", "", own)
	f.invites("of no account", "acc_none")

	for _, bad := range []account.Link{
		{Kind: "other", Hash: testSecret()}, {Kind: account.LinkInvite},
		{Kind: account.LinkReset, Hash: testSecret()}, {Kind: account.LinkInvite, Hash: testSecret(), UserID: u.ID},
		{Kind: account.LinkInvite, Hash: testSecret(), AccountID: a.ID}, {Kind: account.LinkInvite, Hash: testSecret(), AccountID: a.ID, Role: "god"},
		{Kind: account.LinkInvite, Hash: testSecret(), Role: account.RoleOwner}, {Kind: account.LinkSetup, Hash: testSecret(), AccountID: a.ID, Role: account.RoleOwner},
		{Kind: account.LinkInvite, Hash: testSecret(), Note: strings.Repeat("x", account.MaxNote+1)}, {Kind: account.LinkInvite, Hash: own.Hash},
	} {
		bad.ExpiresAt = f.clock.now().Add(time.Hour)
		if made, err := f.CreateLink(f.ctx, bad); err == nil {
			t.Errorf("CreateLink(%+v) = %+v", bad, made)
		}
	}
	for _, l := range []account.Link{
		{Kind: account.LinkReset, UserID: "user_none"}, {Kind: account.LinkInvite, AccountID: "acc_none", Role: account.RoleOwner},
	} {
		l.Hash, l.ExpiresAt = testSecret(), f.clock.now().Add(time.Hour)
		_, err := f.CreateLink(f.ctx, l)
		f.failed("link to nothing", err, account.ErrNotFound)
	}
	f.must(f.RevokeLink(f.ctx, second.ID))
	f.failed("revoked before", f.RevokeLink(f.ctx, second.ID), account.ErrNotFound)
	_, err = f.Link(f.ctx, second.Hash)
	f.failed("revoked", err, account.ErrEnded)
	f.invites("one revoked", a.ID, invite)
	f.clock.add(time.Hour - time.Millisecond)
	f.invites("in its last millisecond", a.ID, invite)
	f.clock.add(time.Millisecond)
	f.invites("expired", a.ID)
	_, err = f.Join(f.ctx, invite.Hash, u.ID)
	f.failed("join by an expired invite", err, account.ErrEnded)
}

func (f *fixture) invites(what, accountID string, want ...account.Link) {
	f.t.Helper()
	list, err := f.Invites(f.ctx, accountID)
	if err != nil || len(list) != len(want) || len(want) > 0 && !reflect.DeepEqual(list, want) {
		f.t.Errorf("invites, %s: %+v, %v; want %+v", what, list, err, want)
	}
}

// testLinkUse: what each kind of link is good for, once.
func testLinkUse(t *testing.T, open Open) {
	f := newFixture(t, open)
	register := func(l account.Link) error {
		_, _, err := f.Register(f.ctx, account.Registration{Login: "x", Link: l.Hash})
		return err
	}
	first := f.link(account.Link{Kind: account.LinkSetup})
	setup := f.link(account.Link{Kind: account.LinkSetup, Note: "the second"})
	f.failed("a setup link that another took the place of", register(first), account.ErrEnded)
	got, err := f.Link(f.ctx, setup.Hash)
	f.must(err)
	equal(t, "the second", got, setup)
	op, home := f.register(account.Registration{Login: "op", Link: setup.Hash})
	f.failed("a setup link used", register(setup), account.ErrEnded)
	late := f.link(account.Link{Kind: account.LinkSetup})
	f.failed("a setup link where there are users", register(late), account.ErrEnded)
	f.user("u")
	_, err = f.Link(f.ctx, late.Hash)
	f.failed("a setup link after a registration", err, account.ErrEnded)

	invite := f.link(account.Link{Kind: account.LinkInvite, AccountID: home.ID, Role: account.RoleViewer})
	guest, joined := f.register(account.Registration{Login: "guest", Link: invite.Hash, AccountName: "not made"})
	equal(t, "joined", joined, home)
	equal(t, "operator", guest.Operator, false)
	f.failed("an invite used", register(invite), account.ErrEnded)
	own := f.link(account.Link{Kind: account.LinkInvite})
	_, err = f.Join(f.ctx, own.Hash, guest.ID)
	f.failed("join by an invite to register", err, account.ErrEnded)
	_, a := f.register(account.Registration{Login: "own", Link: own.Hash, AccountName: "own account"})
	equal(t, "members of an account of one's own", a.Name+": "+f.roles(a.ID), "own account: own owner")

	again := f.link(account.Link{Kind: account.LinkInvite, AccountID: home.ID, Role: account.RoleOwner})
	joined, err = f.Join(f.ctx, again.Hash, guest.ID)
	f.must(err)
	equal(t, "joined again", joined, home)
	equal(t, "members", f.roles(home.ID), "op owner, guest viewer")
	_, err = f.Join(f.ctx, again.Hash, "user_none")
	f.failed("join of nobody", err, account.ErrNotFound)
	taken := account.Registration{Login: "GUEST", Link: again.Hash}
	_, _, err = f.Register(f.ctx, taken)
	f.failed("a login that is taken", err, account.ErrTaken)
	f.invites("not used up by any of these", home.ID, again)

	f.testResets(op, guest, again)
	f.verify()
}

func (f *fixture) testResets(op, guest account.User, invite account.Link) {
	reset := f.link(account.Link{Kind: account.LinkReset, UserID: guest.ID})
	spare := f.link(account.Link{Kind: account.LinkReset, UserID: guest.ID})
	_, _, err := f.Register(f.ctx, account.Registration{Login: "x", Link: reset.Hash})
	f.failed("register by a reset", err, account.ErrEnded)
	_, err = f.Join(f.ctx, reset.Hash, guest.ID)
	f.failed("join by a reset", err, account.ErrEnded)
	f.failed("another's reset", f.SetPassword(f.ctx, op.ID, "stolen", reset.Hash, ""), account.ErrEnded)
	f.failed("reset by an invite", f.SetPassword(f.ctx, guest.ID, "stolen", invite.Hash, ""), account.ErrEnded)
	f.must(f.SetPassword(f.ctx, guest.ID, "chosen", reset.Hash, ""))
	f.failed("a reset used", f.SetPassword(f.ctx, guest.ID, "stolen", reset.Hash, ""), account.ErrEnded)
	f.failed("a reset beside it", f.SetPassword(f.ctx, guest.ID, "stolen", spare.Hash, ""), account.ErrEnded)
	for id, want := range map[string]string{guest.ID: "chosen", op.ID: op.Password} {
		u, err := f.User(f.ctx, id)
		f.must(err)
		equal(f.t, "password", u.Password, want)
	}
}
