package auth

import (
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"

	"toolcrib/internal/account"
)

// Errors of a Service, beside *Refusal and *WaitError; any other is the store's.
var (
	// ErrWrong is the one answer to a login that is unknown, disabled or has no
	// password, to a wrong password, a wrong code and a passkey that does not fit.
	ErrWrong = errors.New("auth: that does not prove who you are")
	// ErrSignedOut means that there is no session, or that it has ended.
	ErrSignedOut = errors.New("auth: not signed in")
	// ErrUnsure means that the last proof is too long ago for what was asked.
	ErrUnsure = errors.New("auth: prove again who you are")
	// ErrClosed refuses a new user where the setting does not admit any.
	ErrClosed = errors.New("auth: sign-up is closed")
	// ErrBusy means that too many passwords are being compared just now.
	ErrBusy = errors.New("auth: too many sign-ins at once")
	// ErrNoPasskeys means that the base URL cannot have passkeys.
	ErrNoPasskeys = errors.New("auth: passkeys need https, or localhost, and a host name")
)

// Signup says who may become a user without an operator's doing.
type Signup string

// The values of Signup.
const (
	SignupOff    Signup = "off"    // nobody
	SignupInvite Signup = "invite" // who holds an invite
	SignupOpen   Signup = "open"   // everybody
)

// Store is what a Service needs of an account.Store.
type Store interface {
	account.Users
	Record(ctx context.Context, action, target, detail string) error
}

// Options sets up a Service.
type Options struct {
	Store     Store
	BaseURL   string // as browsers reach the website; passkeys are bound to its host
	Brand     string // the website's name, as authenticators show it
	Signup    Signup
	Now       func() time.Time
	Monotonic func() time.Duration // time since any fixed moment; nil = the process's clock
	Log       *slog.Logger
}

// Service decides who is signed in. It is safe for concurrent use.
type Service struct {
	Options
	hasher     *hasher
	throttle   throttle
	relying    *webauthn.WebAuthn // nil = no passkeys here
	ceremonies *Shelf[ceremony]
}

// New returns a Service.
func New(o Options) *Service {
	if o.Monotonic == nil {
		start := time.Now()
		o.Monotonic = func() time.Duration { return time.Since(start) }
	}
	return &Service{
		Options: o, hasher: newHasher(), throttle: throttle{clock: o.Monotonic},
		relying: relyingParty(o.BaseURL, o.Brand), ceremonies: NewShelf[ceremony](ceremonyTime, o.Now),
	}
}

// Visitor is who asks, as far as the network tells.
type Visitor struct {
	Address netip.Addr
	Agent   string // the browser in a few words, for the list of sessions
	Cookie  string // the secret of the session it came with, "" = none
}

// Seat is a user signed in with a browser.
type Seat struct {
	Session account.Session
	User    account.User
}

// Times of sessions beside those in account.
const (
	sureFor     = 10 * time.Minute // how long a proof is good for sensitive pages
	pendingFor  = 10 * time.Minute // how long the second factor may take
	touchedEach = time.Minute      // how often the use of a session is written down
)

// Sure tells whether the user proved who they are a short while ago.
func (s *Service) Sure(seat *Seat) bool {
	return !seat.Session.Pending && s.Now().Sub(seat.Session.SureAt) < sureFor
}

// As names the user as the one who makes changes, for the audit log.
func As(ctx context.Context, u account.User, v Visitor) context.Context {
	a := account.Actor{Name: u.ID}
	if v.Address.IsValid() {
		a.Address = v.Address.String()
	}
	return account.WithActor(ctx, a)
}

// refused writes down that somebody did not prove who they are: never what
// they typed, which may be a password in the wrong field.
func (s *Service) refused(v Visitor, how, userID string) {
	s.Log.Info("sign-in refused", "how", how, "user", userID, "network", account.Network(v.Address).String())
}
