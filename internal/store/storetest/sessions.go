package storetest

import (
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/account"
)

// start starts a session of a user with what it lacks.
func (f *fixture) start(userID string, x account.Session) account.Session {
	f.t.Helper()
	x.UserID = userID
	if x.Hash == (account.SecretHash{}) {
		x.Hash = testSecret()
	}
	made, err := f.StartSession(f.ctx, x, account.SecretHash{})
	f.must(err)
	return made
}

// alive requires that a session is as given, or has ended where that is nil.
func (f *fixture) alive(what string, hash account.SecretHash, want *account.Session) {
	f.t.Helper()
	x, u, err := f.Session(f.ctx, hash)
	if want == nil {
		f.failed(what, err, account.ErrNotFound)
		return
	}
	if err != nil || x != *want || u.ID != want.UserID {
		f.t.Errorf("%s: %+v of %+v, %v; want %+v", what, x, u, err, *want)
	}
}

func testSessions(t *testing.T, open Open) {
	f := newFixture(t, open)
	u, _ := f.user("u")
	other, _ := f.user("other")
	x := f.start(u.ID, account.Session{Agent: "Firefox", Network: netip.MustParsePrefix("2001:db8:1:2::/64")})
	want := account.Session{
		ID: x.ID, Hash: x.Hash, UserID: u.ID, Agent: "Firefox", Network: x.Network,
		CreatedAt: f.clock.now(), SeenAt: f.clock.now(), SureAt: f.clock.now(),
	}
	equal(t, "started", x, want)
	f.alive("started", x.Hash, &want)
	if !strings.HasPrefix(x.ID, "ses_") {
		t.Errorf("ID %q", x.ID)
	}
	f.alive("unknown", testSecret(), nil)
	f.alive("no hash", account.SecretHash{}, nil)

	given := account.Session{
		ID: "ses_given", Hash: testSecret(), UserID: u.ID, Pending: true,
		CreatedAt: x.CreatedAt.Add(-3 * time.Hour), SeenAt: x.CreatedAt.Add(-2 * time.Hour), SureAt: x.CreatedAt.Add(-time.Hour),
	}
	pending, err := f.StartSession(f.ctx, given, x.Hash)
	f.must(err)
	equal(t, "given times", pending, given)
	f.alive("replaced", x.Hash, nil)
	f.alive("in its place", given.Hash, &given)
	full := f.start(u.ID, account.Session{})
	foreign := f.start(other.ID, account.Session{})
	list, err := f.UserSessions(f.ctx, u.ID)
	if err != nil || !reflect.DeepEqual(list, []account.Session{full, given}) {
		t.Errorf("UserSessions = %+v, %v", list, err)
	}
	for _, bad := range []account.Session{
		{UserID: u.ID}, {UserID: u.ID, Hash: full.Hash},
		{UserID: u.ID, Hash: testSecret(), Agent: strings.Repeat("x", account.MaxAgent+1)},
	} {
		if made, err := f.StartSession(f.ctx, bad, account.SecretHash{}); err == nil {
			t.Errorf("StartSession(%+v) = %+v", bad, made)
		}
	}
	_, err = f.StartSession(f.ctx, account.Session{UserID: "user_none", Hash: testSecret()}, account.SecretHash{})
	f.failed("session of nobody", err, account.ErrNotFound)

	f.failed("another's session", f.EndSession(f.ctx, u.ID, foreign.ID), account.ErrNotFound)
	f.must(f.EndSession(f.ctx, u.ID, given.ID))
	f.failed("ended before", f.EndSession(f.ctx, u.ID, given.ID), account.ErrNotFound)
	f.alive("ended", given.Hash, nil)
	f.alive("of another", foreign.Hash, &foreign)
}

// testSessionsEnd: what ends sessions, and that nothing brings them back.
func testSessionsEnd(t *testing.T, open Open) {
	f := newFixture(t, open)
	u, _ := f.user("u")
	other, _ := f.user("other")
	foreign := f.start(other.ID, account.Session{})
	idle := f.start(u.ID, account.Session{})
	used := f.start(u.ID, account.Session{})
	step := account.SessionIdle - time.Millisecond
	f.clock.add(step)
	f.alive("before it has been idle too long", idle.Hash, &idle)
	f.must(f.TouchSession(f.ctx, used.ID))
	used.SeenAt = f.clock.now()
	f.clock.add(time.Millisecond)
	f.alive("idle", idle.Hash, nil)
	f.must(f.TouchSession(f.ctx, idle.ID))
	f.alive("idle, touched again", idle.Hash, nil)
	f.must(f.TouchSession(f.ctx, "ses_none"))
	f.must(f.TouchSession(f.ctx, used.ID))
	for end := used.CreatedAt.Add(account.SessionLife); f.clock.now().Add(step).Before(end); {
		f.clock.add(step)
		f.must(f.TouchSession(f.ctx, used.ID))
		used.SeenAt = f.clock.now()
	}
	f.clock.add(used.CreatedAt.Add(account.SessionLife).Sub(f.clock.now()) - time.Millisecond)
	f.alive("in its last millisecond", used.Hash, &used)
	f.clock.add(time.Millisecond)
	f.alive("too old", used.Hash, nil)
	f.must(f.TouchSession(f.ctx, used.ID))
	f.alive("too old, touched again", used.Hash, nil)
	list, err := f.UserSessions(f.ctx, u.ID)
	if err != nil || len(list) != 0 {
		t.Errorf("UserSessions = %+v, %v", list, err)
	}

	three := func() (keep account.Session) {
		f.start(u.ID, account.Session{})
		f.start(u.ID, account.Session{Pending: true})
		return f.start(u.ID, account.Session{})
	}
	check := func(what string, want ...account.Session) {
		t.Helper()
		list, err := f.UserSessions(f.ctx, u.ID)
		if err != nil || len(list) != len(want) || len(want) > 0 && !reflect.DeepEqual(list, want) {
			t.Errorf("%s: %+v, %v; want %+v", what, list, err, want)
		}
	}
	f.must(f.EndSession(f.ctx, u.ID, idle.ID)) // long idle, but still a row
	f.must(f.EndSession(f.ctx, u.ID, used.ID))
	foreign = f.start(other.ID, account.Session{})
	keep := three()
	n, err := f.EndSessions(f.ctx, u.ID, keep.ID)
	f.must(err)
	equal(t, "ended", n, 2)
	check("ended all but one", keep)
	n, err = f.EndSessions(f.ctx, u.ID, "")
	f.must(err)
	equal(t, "ended", n, 1)
	check("ended all")
	keep = three()
	f.must(f.SetPassword(f.ctx, u.ID, "new", account.SecretHash{}, keep.ID))
	check("new password", keep)
	three()
	f.must(f.SetUserDisabled(f.ctx, u.ID, true))
	check("disabled")
	_, err = f.StartSession(f.ctx, account.Session{UserID: u.ID, Hash: testSecret()}, account.SecretHash{})
	f.failed("session of a disabled user", err, account.ErrNotFound)
	f.must(f.SetUserDisabled(f.ctx, u.ID, false))
	check("enabled again")
	f.alive("of another", foreign.Hash, &foreign)
}
