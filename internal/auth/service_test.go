package auth_test

import (
	"context"
	"encoding/base32"
	"errors"
	"log/slog"
	"net/netip"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"toolcrib/internal/account"
	"toolcrib/internal/account/accounttest"
	"toolcrib/internal/auth"
	"toolcrib/internal/store/sqlite"
)

const (
	base     = "https://tools.example.com"
	password = "paper lantern, wet stone"
)

// passwordHash is that of password; making it takes a while.
var passwordHash = sync.OnceValue(func() string { return auth.HashPassword(password) })

type fixture struct {
	*auth.Service
	t     *testing.T
	clock *accounttest.Clock
	store account.Store
	log   *strings.Builder
}

func newFixture(t *testing.T, change ...func(*auth.Options)) *fixture {
	t.Helper()
	clock := accounttest.NewClock("2026-11-22T10:00:00Z")
	store, err := sqlite.Open(t.Context(), sqlite.Options{Path: filepath.Join(t.TempDir(), "store.db"), Clock: clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	log := &strings.Builder{}
	o := auth.Options{
		Store: store, BaseURL: base, Brand: "Toolcrib", Signup: auth.SignupInvite,
		Now: clock.Now, Monotonic: clock.Since, Log: slog.New(slog.NewTextHandler(log, nil)),
	}
	for _, f := range change {
		f(&o)
	}
	return &fixture{auth.New(o), t, clock, store, log}
}

// visitor is somebody whom nothing has refused yet: from an address of their own.
func (f *fixture) visitor(cookie string) auth.Visitor {
	since := uint32(f.clock.Since() / time.Second)
	return auth.Visitor{Address: netip.AddrFrom4([4]byte{10, byte(since >> 16), byte(since >> 8), byte(since)}), Agent: "Firefox on Linux", Cookie: cookie}
}

func (f *fixture) user(login string) account.User {
	f.t.Helper()
	u, _, err := f.store.Register(f.t.Context(), account.Registration{Login: login, Password: passwordHash(), AccountName: login})
	if err != nil {
		f.t.Fatal(err)
	}
	return u
}

func (f *fixture) signIn(login string) (*auth.Seat, string) {
	f.t.Helper()
	seat, secret, err := f.SignIn(f.t.Context(), login, password, f.visitor(""))
	if err != nil {
		f.t.Fatal(err)
	}
	return seat, secret
}

// opens tells whether a secret is that of a session.
func (f *fixture) opens(secret string) bool {
	f.t.Helper()
	_, err := f.Open(f.t.Context(), secret)
	if err != nil && !errors.Is(err, auth.ErrSignedOut) {
		f.t.Fatal(err)
	}
	return err == nil
}

func is(t *testing.T, what string, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func TestSignIn(t *testing.T) {
	f := newFixture(t)
	u := f.user("Asha")
	seat, secret := f.signIn("asha")
	if seat.User.ID != u.ID || seat.Session.Pending || !f.Sure(seat) || len(secret) != 26 || !f.opens(secret) {
		t.Errorf("%+v", seat)
	}
	if seat.Session.Network.String() != "10.0.0.0/24" || seat.Session.Agent != "Firefox on Linux" {
		t.Errorf("%+v", seat.Session)
	}
	for _, wrong := range []string{"", "x", strings.ToLower(secret), secret + "A", secret[:25] + "1", "' OR 1=1 -- 12345678901234"} {
		if f.opens(wrong) {
			t.Errorf("%q opens a session", wrong)
		}
	}
}

// TestOneAnswer: nobody learns from the answer whether a login exists, nor
// does the log repeat what was typed.
func TestOneAnswer(t *testing.T) {
	f := newFixture(t)
	f.user("asha")
	disabled, keyOnly := f.user("gone"), f.user("keyonly")
	if err := errors.Join(f.store.SetUserDisabled(t.Context(), disabled.ID, true),
		f.store.SetPassword(t.Context(), keyOnly.ID, "", account.SecretHash{}, "")); err != nil {
		t.Fatal(err)
	}
	for _, try := range [][2]string{
		{"asha", "wrong password"}, {"nobody", password}, {"gone", password}, {"keyonly", ""}, {"keyonly", password},
		{"", ""}, {"asha\x00", password}, {strings.Repeat("a", 100_000), password}, {"asha", strings.Repeat("a", 100_000)},
	} {
		f.clock.Add(time.Hour)
		seat, secret, err := f.SignIn(t.Context(), try[0], try[1], f.visitor(""))
		is(t, try[0], err, auth.ErrWrong)
		if seat != nil || secret != "" || err.Error() != auth.ErrWrong.Error() {
			t.Errorf("%.20q: %v %q %v", try[0], seat, secret, err)
		}
	}
	if log := f.log.String(); strings.Contains(log, "nobody") || strings.Contains(log, "lantern") {
		t.Errorf("the log repeats what was typed: %s", log)
	}
}

func TestBruteForce(t *testing.T) {
	f := newFixture(t)
	f.user("asha")
	from := func(i int) auth.Visitor {
		return auth.Visitor{Address: netip.AddrFrom4([4]byte{198, 51, 100, byte(i)})}
	}
	for i := range 5 {
		_, _, err := f.SignIn(t.Context(), "ASHA", "guess number one", from(i))
		is(t, "guess", err, auth.ErrWrong)
	}
	var wait *auth.WaitError
	if _, _, err := f.SignIn(t.Context(), "asha", password, from(9)); !errors.As(err, &wait) || wait.After != 15*time.Minute {
		t.Errorf("the right password after five wrong ones: %v", err)
	}
	f.clock.Add(wait.After)
	if _, _, err := f.SignIn(t.Context(), "asha", password, from(9)); err != nil {
		t.Error(err)
	}
	// Whether a login exists does not show in when it must wait, either.
	for i := range 5 {
		_, _, err := f.SignIn(t.Context(), "nobody", "guess number one", from(20+i))
		is(t, "guess", err, auth.ErrWrong)
	}
	if _, _, err := f.SignIn(t.Context(), "Nobody", password, from(30)); !errors.As(err, &wait) {
		t.Errorf("a sixth guess for nobody: %v", err)
	}
}

func TestRehash(t *testing.T) {
	f := newFixture(t)
	u := f.user("asha")
	// argon2id of "password" with m=256, t=2, p=1, from the reference implementation.
	weak := "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
	if err := f.store.SetPassword(t.Context(), u.ID, weak, account.SecretHash{}, ""); err != nil {
		t.Fatal(err)
	}
	if _, _, err := f.SignIn(t.Context(), "asha", "password", f.visitor("")); err != nil {
		t.Fatal(err)
	}
	u, err := f.store.User(t.Context(), u.ID)
	if err != nil || !strings.HasPrefix(u.Password, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("%s %v", u.Password, err)
	}
	if _, _, err := f.SignIn(t.Context(), "asha", "password", f.visitor("")); err != nil {
		t.Error("after the new hash:", err)
	}
}

func TestSessionsEnd(t *testing.T) {
	f := newFixture(t)
	u := f.user("asha")
	_, secret := f.signIn("asha")
	f.clock.Add(12*time.Hour - time.Second)
	if !f.opens(secret) {
		t.Error("ended before it was idle for 12 hours")
	}
	for range 13 { // in use all the time: 6.5 days and 12 hours
		f.clock.Add(12*time.Hour - time.Second)
		if !f.opens(secret) {
			t.Fatal("ended although in use")
		}
	}
	f.clock.Add(14 * time.Second)
	if f.opens(secret) {
		t.Error("goes on after seven days")
	}
	_, secret = f.signIn("asha")
	f.clock.Add(12 * time.Hour)
	if f.opens(secret) {
		t.Error("goes on after twelve idle hours")
	}
	_, secret = f.signIn("asha")
	if err := f.store.SetUserDisabled(t.Context(), u.ID, true); err != nil || f.opens(secret) {
		t.Error("a disabled user goes on", err)
	}
}

// TestFixation: each proof makes a new secret, and the one before is over.
func TestFixation(t *testing.T) {
	f := newFixture(t)
	f.user("asha")
	planted := strings.Repeat("A", 26)
	seat, first, err := f.SignIn(t.Context(), "asha", password, f.visitor(planted))
	if err != nil || first == planted || f.opens(planted) {
		t.Fatalf("a planted secret: %v", err)
	}
	began := seat.Session.CreatedAt
	f.clock.Add(11 * time.Minute)
	if f.Sure(seat) {
		t.Error("sure after eleven minutes")
	}
	_, _, err = f.ChangePassword(t.Context(), seat, "another lantern", f.visitor(first))
	is(t, "unsure", err, auth.ErrUnsure)
	seat, second, err := f.Confirm(t.Context(), seat, password, f.visitor(first))
	if err != nil || second == first || f.opens(first) || !f.opens(second) || !f.Sure(seat) || !seat.Session.CreatedAt.Equal(began) {
		t.Fatalf("after a new proof: %v %+v", err, seat)
	}
	_, elsewhere := f.signIn("asha")
	_, third, err := f.ChangePassword(t.Context(), seat, "another lantern", f.visitor(second))
	if err != nil || third == second || f.opens(second) || f.opens(elsewhere) || !f.opens(third) {
		t.Fatalf("after a new password: %v", err)
	}
	_, _, err = f.SignIn(t.Context(), "asha", password, f.visitor(""))
	is(t, "the old password", err, auth.ErrWrong)
}

// code is what an app shows now, by the library's own clockwork.
func (f *fixture) code(secret string) string {
	f.t.Helper()
	code, err := totp.GenerateCode(secret, f.clock.Now())
	if err != nil {
		f.t.Fatal(err)
	}
	return code
}

func TestSecondFactor(t *testing.T) {
	f := newFixture(t)
	f.user("asha")
	seat, cookie := f.signIn("asha")
	secret := auth.NewTOTP()
	_, _, _, err := f.EnrolTOTP(t.Context(), seat, secret, "000000", f.visitor(cookie))
	if refusal := new(auth.Refusal); !errors.As(err, &refusal) || refusal.Field != "code" {
		t.Errorf("a wrong code: %v", err)
	}
	short := base32.StdEncoding.EncodeToString([]byte("12345"))
	if _, _, _, err := f.EnrolTOTP(t.Context(), seat, short, f.code(short), f.visitor(cookie)); err == nil {
		t.Error("a secret of five bytes was taken")
	}
	enrolled := f.code(secret)
	_, next, recovery, err := f.EnrolTOTP(t.Context(), seat, secret, enrolled[:3]+" "+enrolled[3:], f.visitor(cookie))
	if err != nil || len(recovery) != 10 || f.opens(cookie) || !f.opens(next) {
		t.Fatalf("%v %v", recovery, err)
	}

	pending, first := f.signIn("asha")
	if !pending.Session.Pending || f.Sure(pending) {
		t.Fatal("a password alone signed in")
	}
	_, _, err = f.Second(t.Context(), enrolled, f.visitor(first))
	is(t, "the code that enrolled", err, auth.ErrWrong)
	f.clock.Add(30 * time.Second)
	used := f.code(secret)
	seat, second, err := f.Second(t.Context(), used, f.visitor(first))
	if err != nil || seat.Session.Pending || second == first || f.opens(first) || !f.opens(second) {
		t.Fatalf("the right code: %v", err)
	}
	_, _, err = f.Second(t.Context(), used, f.visitor(second))
	is(t, "a second factor of nothing pending", err, auth.ErrSignedOut)

	_, again := f.signIn("asha")
	_, _, err = f.Second(t.Context(), used, f.visitor(again))
	is(t, "a code seen before", err, auth.ErrWrong)
	if _, _, err = f.Second(t.Context(), strings.ToLower(recovery[3]), f.visitor(again)); err != nil {
		t.Error("a recovery code:", err)
	}
	_, again = f.signIn("asha")
	_, _, err = f.Second(t.Context(), recovery[3], f.visitor(again))
	is(t, "a used recovery code", err, auth.ErrWrong)
	f.clock.Add(10 * time.Minute)
	_, _, err = f.Second(t.Context(), recovery[4], f.visitor(again))
	is(t, "a sign-in left pending", err, auth.ErrSignedOut)
}

func TestSecondFactorBruteForce(t *testing.T) {
	f := newFixture(t)
	f.user("asha")
	seat, cookie := f.signIn("asha")
	secret := auth.NewTOTP()
	if _, _, _, err := f.EnrolTOTP(t.Context(), seat, secret, f.code(secret), f.visitor(cookie)); err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		f.clock.Add(time.Second) // another address each time
		_, pending := f.signIn("asha")
		_, _, err := f.Second(t.Context(), []string{"000000", "12345", "x", "", strings.Repeat("A", 24)}[i], f.visitor(pending))
		is(t, "a guess", err, auth.ErrWrong)
	}
	f.clock.Add(30 * time.Second)
	_, pending := f.signIn("asha")
	var wait *auth.WaitError
	if _, _, err := f.Second(t.Context(), f.code(secret), f.visitor(pending)); !errors.As(err, &wait) {
		t.Errorf("the right code after five guesses: %v", err)
	}
}

func TestSetupRace(t *testing.T) {
	f := newFixture(t)
	token, err := auth.MakeSetupLink(t.Context(), f.store, f.clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	results := make([]error, 4)
	for i := range results {
		all.Go(func() {
			_, _, _, results[i] = f.Register(context.Background(), auth.Newcomer{
				Kind: account.LinkSetup, Token: token, Login: "user" + string(rune('a'+i)), Password: password,
			}, auth.Visitor{Address: netip.AddrFrom4([4]byte{10, 0, 0, byte(i)})})
		})
	}
	all.Wait()
	made := 0
	for _, err := range results {
		if err == nil {
			made++
		} else {
			is(t, "the loser", err, account.ErrEnded)
		}
	}
	users, err := f.store.Users(t.Context())
	if err != nil || made != 1 || len(users) != 1 || !users[0].Operator {
		t.Errorf("%d made, %d users, %v", made, len(users), err)
	}
	_, err = auth.MakeSetupLink(t.Context(), f.store, f.clock.Now())
	is(t, "another setup link", err, auth.ErrHasUsers)
}

func (f *fixture) link(l account.Link) string {
	f.t.Helper()
	token, _, err := auth.MakeLink(f.t.Context(), f.store, l, f.clock.Now())
	if err != nil {
		f.t.Fatal(err)
	}
	return token
}

func TestLinks(t *testing.T) {
	f := newFixture(t)
	owner := f.user("asha")
	join := func(kind account.LinkKind, token, login string) error {
		_, _, _, err := f.Register(t.Context(), auth.Newcomer{Kind: kind, Token: token, Login: login, Password: password}, f.visitor(""))
		return err
	}
	invite, reset := account.Link{Kind: account.LinkInvite}, account.Link{Kind: account.LinkReset, UserID: owner.ID}
	is(t, "an invite as a setup link", join(account.LinkSetup, f.link(invite), "ravi"), account.ErrEnded)
	is(t, "a reset link as an invite", join(account.LinkInvite, f.link(reset), "ravi"), account.ErrEnded)
	is(t, "an invite as a reset link", f.Reset(t.Context(), f.link(invite), "another lantern", f.visitor("")), account.ErrEnded)
	for _, token := range []string{"", "x", strings.Repeat("A", 52), "' OR 1=1 --"} {
		is(t, "made up", join(account.LinkInvite, token, "ravi"), account.ErrEnded)
	}
	token := f.link(invite)
	f.clock.Add(7 * 24 * time.Hour)
	is(t, "too late", join(account.LinkInvite, token, "ravi"), account.ErrEnded)

	token = f.link(invite)
	if err := join(account.LinkInvite, token, "ASHA"); err == nil || !strings.Contains(err.Error(), "taken") {
		t.Errorf("a login that is taken: %v", err)
	}
	if err := join(account.LinkInvite, token, "ravi"); err != nil {
		t.Error(err)
	}
	is(t, "used", join(account.LinkInvite, token, "mina"), account.ErrEnded)

	_, cookie := f.signIn("asha")
	token, other := f.link(reset), f.link(reset)
	if err := f.Reset(t.Context(), token, "password", f.visitor("")); err == nil || errors.Is(err, account.ErrEnded) {
		t.Errorf("a common password: %v", err)
	}
	if err := f.Reset(t.Context(), token, "another lantern", f.visitor("")); err != nil || f.opens(cookie) {
		t.Errorf("after a reset: %v", err)
	}
	is(t, "used", f.Reset(t.Context(), token, "a third lantern", f.visitor("")), account.ErrEnded)
	is(t, "the other link", f.Reset(t.Context(), other, "a third lantern", f.visitor("")), account.ErrEnded)
	token = f.link(reset)
	f.clock.Add(time.Hour)
	is(t, "too late", f.Reset(t.Context(), token, "a third lantern", f.visitor("")), account.ErrEnded)
}

func TestSignup(t *testing.T) {
	for signup, want := range map[auth.Signup]error{auth.SignupOff: auth.ErrClosed, auth.SignupInvite: auth.ErrClosed, auth.SignupOpen: nil} {
		f := newFixture(t, func(o *auth.Options) { o.Signup = signup })
		n := auth.Newcomer{Login: "asha", Password: password}
		seat, _, a, err := f.Register(t.Context(), n, f.visitor(""))
		is(t, string(signup), err, want)
		if err == nil && (seat.User.Operator || a.Name != "asha") {
			t.Errorf("%+v %+v", seat.User, a)
		}
		n = auth.Newcomer{Kind: account.LinkInvite, Token: f.link(account.Link{Kind: account.LinkInvite}), Login: "ravi", Password: password}
		_, _, _, err = f.Register(t.Context(), n, f.visitor(""))
		if (err != nil) != (signup == auth.SignupOff) {
			t.Errorf("an invite where sign-up is %s: %v", signup, err)
		}
	}
	f := newFixture(t, func(o *auth.Options) { o.Signup = auth.SignupOpen })
	var wait *auth.WaitError
	for i := range 6 {
		_, _, _, err := f.Register(t.Context(), auth.Newcomer{Login: "user" + string(rune('a'+i)), Password: password}, f.visitor(""))
		if errors.As(err, &wait) != (i == 5) {
			t.Errorf("sign-up %d from one address: %v", i+1, err)
		}
	}
}

func TestJoin(t *testing.T) {
	f := newFixture(t)
	f.user("asha")
	ravi := f.user("ravi")
	accounts, err := f.store.Accounts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	seat, cookie := f.signIn("ravi")
	_, err = f.Join(t.Context(), seat, f.link(account.Link{Kind: account.LinkInvite}), f.visitor(cookie))
	is(t, "an invite for a new account", err, account.ErrEnded)
	token := f.link(account.Link{Kind: account.LinkInvite, AccountID: accounts[0].ID, Role: account.RoleViewer})
	a, err := f.Join(t.Context(), seat, token, f.visitor(cookie))
	if err != nil || a.ID != accounts[0].ID {
		t.Errorf("%+v %v", a, err)
	}
	places, err := f.store.Memberships(t.Context(), ravi.ID)
	if err != nil || len(places) != 2 || places[1].Role != account.RoleViewer && places[0].Role != account.RoleViewer {
		t.Errorf("%+v %v", places, err)
	}
}
