package auth_test

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/auth"
	"toolcrib/internal/auth/authtest"
)

// add gives the user of a seat a passkey.
func (f *fixture) add(key *authtest.Authenticator, seat *auth.Seat) error {
	f.t.Helper()
	options, name, err := f.OfferPasskey(f.t.Context(), seat)
	if err != nil {
		f.t.Fatal(err)
	}
	_, err = f.AddPasskey(f.t.Context(), name, key.Create(options), "Phone", seat, f.visitor(""))
	return err
}

func (f *fixture) byPasskey(key *authtest.Authenticator, seat *auth.Seat) (*auth.Seat, string, error) {
	f.t.Helper()
	f.clock.Add(time.Second) // another address
	options, name, err := f.AskPasskey(seat)
	if err != nil {
		f.t.Fatal(err)
	}
	return f.SignInByPasskey(f.t.Context(), name, key.Get(options), seat, f.visitor(""))
}

func TestPasskey(t *testing.T) {
	f := newFixture(t)
	f.user("asha")
	seat, cookie := f.signIn("asha")
	key := authtest.New(t, base, "tools.example.com")
	if err := f.add(key, seat); err != nil {
		t.Fatal(err)
	}
	is(t, "the same passkey twice", f.add(key, seat), account.ErrTaken)
	in, secret, err := f.byPasskey(key, nil)
	if err != nil || in.User.Login != "asha" || in.Session.Pending || !f.opens(secret) {
		t.Fatalf("%+v %v", in, err)
	}
	// It verifies its user, so it also stands in for the second factor.
	totp := auth.NewTOTP()
	if _, _, _, err := f.EnrolTOTP(t.Context(), seat, totp, f.code(totp), f.visitor(cookie)); err != nil {
		t.Fatal(err)
	}
	if in, _, err := f.byPasskey(key, nil); err != nil || in.Session.Pending {
		t.Errorf("with a second factor set up: %v", err)
	}
	f.clock.Add(11 * time.Minute)
	again, _, err := f.byPasskey(key, in)
	if err != nil || !f.Sure(again) || !again.Session.CreatedAt.Equal(in.Session.CreatedAt) {
		t.Errorf("a new proof by passkey: %v", err)
	}
	list, err := f.store.Passkeys(t.Context(), seat.User.ID)
	if err != nil || len(list) != 1 || list[0].Name != "Phone" || list[0].UsedAt.IsZero() {
		t.Errorf("%+v %v", list, err)
	}
}

// TestPasskeyAttacks: what a hostile page, proxy, authenticator or replay
// could send.
func TestPasskeyAttacks(t *testing.T) {
	f := newFixture(t)
	asha, ravi := f.user("asha"), f.user("ravi")
	seat, _ := f.signIn("asha")
	key := authtest.New(t, base, "tools.example.com")
	if err := f.add(key, seat); err != nil {
		t.Fatal(err)
	}
	broken := func(change, repair func()) error {
		change()
		_, _, err := f.byPasskey(key, nil)
		repair()
		return err
	}
	for what, err := range map[string]error{
		"a page of another site":      broken(func() { key.Origin = "https://tools.example.org" }, func() { key.Origin = base }),
		"a page over http":            broken(func() { key.Origin = "http://tools.example.com" }, func() { key.Origin = base }),
		"another port":                broken(func() { key.Origin = base + ":8443" }, func() { key.Origin = base }),
		"a passkey of another site":   broken(func() { key.RPID = "example.com" }, func() { key.RPID = "tools.example.com" }),
		"a user who was not verified": broken(func() { key.Unverified = true }, func() { key.Unverified = false }),
		"another user's name":         broken(func() { key.UserHandle = []byte(ravi.ID) }, func() { key.UserHandle = []byte(asha.ID) }),
		"nobody's name":               broken(func() { key.UserHandle = nil }, func() { key.UserHandle = []byte(asha.ID) }),
		"a login for a name":          broken(func() { key.UserHandle = []byte("asha") }, func() { key.UserHandle = []byte(asha.ID) }),
		"a counter that went back":    broken(func() { key.Count -= 9 }, func() { key.Count += 9 }),
	} {
		is(t, what, err, auth.ErrWrong)
	}
	if _, _, err := f.byPasskey(key, nil); err != nil {
		t.Fatal("the repaired passkey:", err)
	}
	stranger := authtest.New(t, base, "tools.example.com")
	stranger.ID, stranger.UserHandle = key.ID, key.UserHandle
	_, _, err := f.byPasskey(stranger, nil)
	is(t, "another key under the same id", err, auth.ErrWrong)

	options, name, _ := f.AskPasskey(nil)
	answer := key.Get(options)
	if _, _, err := f.SignInByPasskey(t.Context(), name, answer, nil, f.visitor("")); err != nil {
		t.Fatal(err)
	}
	_, _, err = f.SignInByPasskey(t.Context(), name, answer, nil, f.visitor(""))
	is(t, "the same answer again", err, auth.ErrWrong)
	_, other, _ := f.AskPasskey(nil)
	_, _, err = f.SignInByPasskey(t.Context(), other, answer, nil, f.visitor(""))
	is(t, "the answer to another challenge", err, auth.ErrWrong)
	options, name, _ = f.AskPasskey(nil)
	answer = key.Get(options)
	f.clock.Add(5 * time.Minute)
	_, _, err = f.SignInByPasskey(t.Context(), name, answer, nil, f.visitor(""))
	is(t, "an answer too late", err, auth.ErrWrong)
	_, name, _ = f.AskPasskey(nil)
	_, _, err = f.SignInByPasskey(t.Context(), name, bytes.Repeat([]byte("["), 10_000), nil, f.visitor(""))
	is(t, "no answer at all", err, auth.ErrWrong)

	raviSeat, _ := f.signIn("ravi")
	_, _, err = f.byPasskey(key, raviSeat)
	is(t, "another user's passkey as a new proof", err, auth.ErrWrong)
	if err := f.store.SetUserDisabled(t.Context(), asha.ID, true); err != nil {
		t.Fatal(err)
	}
	_, _, err = f.byPasskey(key, nil)
	is(t, "a disabled user", err, auth.ErrWrong)
}

func TestAddPasskeyAttacks(t *testing.T) {
	f := newFixture(t)
	f.user("asha")
	f.user("ravi")
	seat, _ := f.signIn("asha")
	other, _ := f.signIn("ravi")
	for what, change := range map[string]func(*authtest.Authenticator){
		"a page of another site":    func(a *authtest.Authenticator) { a.Origin = "https://tools.example.org" },
		"a passkey of another site": func(a *authtest.Authenticator) { a.RPID = "example.org" },
		"nobody was asked":          func(a *authtest.Authenticator) { a.Unverified = true },
	} {
		key := authtest.New(t, base, "tools.example.com")
		change(key)
		is(t, what, f.add(key, seat), auth.ErrWrong)
	}
	key := authtest.New(t, base, "tools.example.com")
	options, name, err := f.OfferPasskey(t.Context(), seat)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.AddPasskey(t.Context(), name, key.Create(options), "Phone", other, f.visitor(""))
	is(t, "another session's challenge", err, auth.ErrWrong)
	_, name, _ = f.AskPasskey(nil)
	_, err = f.AddPasskey(t.Context(), name, key.Create(options), "Phone", seat, f.visitor(""))
	is(t, "a challenge for signing in", err, auth.ErrWrong)
	for _, called := range []string{"", "  ", "a\nb\x00", string(bytes.Repeat([]byte("x"), 65))} {
		_, err := f.AddPasskey(t.Context(), name, nil, called, seat, f.visitor(""))
		if refusal := new(auth.Refusal); !errors.As(err, &refusal) || refusal.Field != "name" {
			t.Errorf("called %q: %v", called, err)
		}
	}
	f.clock.Add(11 * time.Minute)
	_, _, err = f.OfferPasskey(t.Context(), seat)
	is(t, "unsure", err, auth.ErrUnsure)
}

// TestWherePasskeysAre follows WebAuthn section 5.1.3: a host name, https, or
// localhost.
func TestWherePasskeysAre(t *testing.T) {
	for url, want := range map[string]bool{
		"https://tools.example.com": true, "https://tools.example.com:8443/sub": true, "http://localhost:8080": true,
		"http://tools.example.com": false, "http://127.0.0.1:8080": false, "https://192.0.2.1": false, "https://[2001:db8::1]": false, "": false,
	} {
		f := newFixture(t, func(o *auth.Options) { o.BaseURL = url })
		if f.HasPasskeys() != want {
			t.Errorf("%q: %v", url, f.HasPasskeys())
		}
		if _, _, err := f.AskPasskey(nil); (err == nil) != want {
			t.Errorf("%q: %v", url, err)
		}
	}
}
