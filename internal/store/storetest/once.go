package storetest

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"toolcrib/internal/account"
)

// racers is how many try the same thing at once, on two handles.
const racers = 8

// atOnce runs f from many goroutines on two handles, and counts those that
// succeeded. Others must fail with want.
func (f *fixture) atOnce(what string, handles []account.Store, want error, try func(s account.Store, i int) error) (succeeded int) {
	f.t.Helper()
	errs := make([]error, racers)
	var all sync.WaitGroup
	start := make(chan struct{})
	for i := range errs {
		all.Go(func() {
			<-start
			errs[i] = try(handles[i%len(handles)], i)
		})
	}
	close(start)
	all.Wait()
	for _, err := range errs {
		switch {
		case err == nil:
			succeeded++
		case !errors.Is(err, want):
			f.t.Errorf("%s: %v, want %v", what, err, want)
		}
	}
	return succeeded
}

// errRefused stands for an answer of false.
var errRefused = errors.New("refused")

func took(ok bool, err error) error {
	if err == nil && !ok {
		err = errRefused
	}
	return err
}

// testUsedOnce: of all who use a link, a code, a step or a login at the same
// moment, one does.
func testUsedOnce(t *testing.T, open Open) {
	f := newFixture(t, open)
	handles := []account.Store{f.Store, f.handle()}
	once := func(what string, want error, try func(s account.Store, i int) error) {
		t.Helper()
		equal(t, what, f.atOnce(what, handles, want, try), 1)
	}
	setup := f.link(account.Link{Kind: account.LinkSetup})
	once("a setup link", account.ErrEnded, func(s account.Store, i int) error {
		_, _, err := s.Register(f.ctx, account.Registration{Login: fmt.Sprint("first ", i), Link: setup.Hash})
		return err
	})
	u, a := f.user("u")
	var strangers []account.User
	for i := range racers {
		stranger, _ := f.user(fmt.Sprint("stranger ", i))
		strangers = append(strangers, stranger)
	}
	invite := f.link(account.Link{Kind: account.LinkInvite, AccountID: a.ID, Role: account.RoleViewer})
	once("an invite", account.ErrEnded, func(s account.Store, i int) error {
		if i%4 < 2 {
			_, err := s.Join(f.ctx, invite.Hash, strangers[i].ID)
			return err
		}
		_, _, err := s.Register(f.ctx, account.Registration{Login: fmt.Sprint("guest ", i), Link: invite.Hash})
		return err
	})
	reset := f.link(account.Link{Kind: account.LinkReset, UserID: u.ID})
	once("a reset", account.ErrEnded, func(s account.Store, i int) error {
		return s.SetPassword(f.ctx, u.ID, fmt.Sprint("password ", i), reset.Hash, "")
	})
	once("a login", account.ErrTaken, func(s account.Store, i int) error {
		_, _, err := s.Register(f.ctx, account.Registration{Login: []string{"Same", "same"}[i%2]})
		return err
	})
	code := testSecret()
	f.must(f.SetTOTP(f.ctx, u.ID, "SECRET", []account.SecretHash{code}))
	once("a step", errRefused, func(s account.Store, _ int) error { return took(s.TakeTOTP(f.ctx, u.ID, 7)) })
	once("a code", errRefused, func(s account.Store, _ int) error { return took(s.TakeRecovery(f.ctx, u.ID, code)) })
	once("a credential", account.ErrTaken, func(s account.Store, i int) error {
		_, err := s.AddPasskey(f.ctx, account.Passkey{UserID: strangers[i].ID, Name: "n", Credential: []byte("c"), Record: []byte("r")})
		return err
	})
	for i := range account.MaxPasskeys - 1 {
		f.passkey(u.ID, fmt.Sprint("passkey ", i))
	}
	once("the last passkey", account.ErrLimit, func(s account.Store, i int) error {
		_, err := s.AddPasskey(f.ctx, account.Passkey{UserID: u.ID, Name: "n", Credential: fmt.Append(nil, "last ", i), Record: []byte("r")})
		return err
	})
	users, err := f.Users(f.ctx)
	f.must(err)
	if len(users) > racers+4 { // the first, u, the strangers, perhaps a guest, one same
		t.Errorf("%d users: those who failed were registered", len(users))
	}
	f.verify()
}

// testOwnersAtOnce: however owners leave at the same moment, one stays while
// there are members.
func testOwnersAtOnce(t *testing.T, open Open) {
	f := newFixture(t, open)
	handles := []account.Store{f.Store, f.handle()}
	for round := range 3 {
		_, a := f.user(fmt.Sprint("viewer of ", round))
		first, err := f.Members(f.ctx, a.ID)
		f.must(err)
		owners := make([]account.User, racers)
		for i := range owners {
			owners[i], _ = f.user(fmt.Sprint("owner ", round, i))
			f.member(owners[i], a, account.RoleOwner)
		}
		f.must(f.SetRole(f.ctx, a.ID, first[0].User.ID, account.RoleViewer))
		left := f.atOnce("leaving", handles, account.ErrLastOwner, func(s account.Store, i int) error {
			switch i % 3 {
			case 0:
				return s.RemoveMember(f.ctx, a.ID, owners[i].ID)
			case 1:
				return s.SetRole(f.ctx, a.ID, owners[i].ID, account.RoleMember)
			}
			return s.DeleteUser(f.ctx, owners[i].ID)
		})
		equal(t, "owners who left", left, racers-1)
	}
	f.verify()
}

// testJoinAsOthersLeave: while users register, join and are deleted, no
// account has members without an owner, and what they do does not fail.
func testJoinAsOthersLeave(t *testing.T, open Open) {
	f := newFixture(t, open)
	handles := []account.Store{f.Store, f.handle()}
	for range 3 {
		owner, a := f.user("owner")
		key := f.key(account.Key{AccountID: a.ID, Name: "k"})
		f.atOnce("joining", handles, account.ErrEnded, func(s account.Store, i int) error {
			if i == racers/2 {
				err := s.DeleteUser(f.ctx, owner.ID)
				if errors.Is(err, account.ErrLastOwner) { // somebody had joined as a viewer
					err = nil
				}
				return err
			}
			l := account.Link{Kind: account.LinkInvite, AccountID: a.ID, Role: account.RoleViewer, Hash: testSecret(), ExpiresAt: f.clock.now().AddDate(0, 0, 1)}
			if _, err := s.CreateLink(f.ctx, l); err != nil {
				return err
			}
			_, _, err := s.Register(f.ctx, account.Registration{Login: fmt.Sprint("u", secrets.Add(1)), Link: l.Hash})
			return err
		})
		now, err := f.Key(f.ctx, key.ID)
		f.must(err)
		_, err = f.User(f.ctx, owner.ID)
		equal(t, "the key ended with the owner", !now.RevokedAt.IsZero(), errors.Is(err, account.ErrNotFound))
		if err == nil {
			f.must(f.SetRole(f.ctx, a.ID, f.viewer(a.ID), account.RoleOwner))
			f.must(f.DeleteUser(f.ctx, owner.ID))
		}
	}
	f.verify()
}

// testDeletedAsTheyJoin: a user who is deleted while they join accounts leaves
// no keys at work in those that have nobody else.
func testDeletedAsTheyJoin(t *testing.T, open Open) {
	f := newFixture(t, open)
	handles := []account.Store{f.Store, f.handle()}
	for range 3 {
		u, _ := f.user("u")
		var keys [racers]account.Key
		var invites [racers]account.Link
		var joined [racers]bool
		for i := range racers {
			a := f.account("a")
			keys[i] = f.key(account.Key{AccountID: a.ID, Name: "k"})
			invites[i] = f.link(account.Link{Kind: account.LinkInvite, AccountID: a.ID, Role: account.RoleViewer})
		}
		f.atOnce("joining", handles, account.ErrNotFound, func(s account.Store, i int) error {
			if i == racers/2 {
				return s.DeleteUser(f.ctx, u.ID)
			}
			_, err := s.Join(f.ctx, invites[i].Hash, u.ID)
			joined[i] = err == nil
			return err
		})
		for i, key := range keys {
			now, err := f.Key(f.ctx, key.ID)
			f.must(err)
			equal(t, "the key of an account that was joined has ended", !now.RevokedAt.IsZero(), joined[i])
		}
	}
	f.verify()
}

// viewer is the first member of an account who is not its owner.
func (f *fixture) viewer(accountID string) string {
	f.t.Helper()
	list, err := f.Members(f.ctx, accountID)
	f.must(err)
	for _, m := range list {
		if m.Role == account.RoleViewer {
			return m.User.ID
		}
	}
	f.t.Fatal("nobody has joined")
	return ""
}

// testNoSessionBesideTheEnd: a sign-in at the moment at which a user is
// disabled leaves no session behind.
func testNoSessionBesideTheEnd(t *testing.T, open Open) {
	f := newFixture(t, open)
	handles := []account.Store{f.Store, f.handle()}
	u, _ := f.user("u")
	for range 3 {
		f.atOnce("sign-in", handles, account.ErrNotFound, func(s account.Store, i int) error {
			if i == racers/2 {
				return s.SetUserDisabled(f.ctx, u.ID, true)
			}
			_, err := s.StartSession(f.ctx, account.Session{UserID: u.ID, Hash: testSecret()}, account.SecretHash{})
			return err
		})
		f.must(f.SetUserDisabled(f.ctx, u.ID, false))
		list, err := f.UserSessions(f.ctx, u.ID)
		if err != nil || len(list) > 0 {
			t.Errorf("sessions of a user who was disabled: %+v, %v", list, err)
		}
	}
}
