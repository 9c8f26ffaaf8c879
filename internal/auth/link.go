package auth

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"toolcrib/internal/account"
)

// LinkLife is how long a link of a kind works.
func LinkLife(kind account.LinkKind) time.Duration {
	switch kind {
	case account.LinkSetup:
		return 30 * time.Minute
	case account.LinkReset:
		return time.Hour
	}
	return 7 * 24 * time.Hour
}

// tokenLength is the length of a link's secret: two times rand.Text, 260 bits.
const tokenLength = 2 * secretLength

// MakeLink stores a link of the kind and for whom l says, and returns the
// secret that only its holder will know.
func MakeLink(ctx context.Context, store account.Links, l account.Link, now time.Time) (token string, made account.Link, err error) {
	token = rand.Text() + rand.Text()
	l.Hash, l.CreatedAt, l.ExpiresAt = account.HashSecret(token), now, now.Add(LinkLife(l.Kind))
	made, err = store.CreateLink(ctx, l)
	return token, made, err
}

// ErrHasUsers refuses a setup link once there is a user.
var ErrHasUsers = errors.New("auth: there is a user already")

// MakeSetupLink makes the link by which the first user sets up an installation.
func MakeSetupLink(ctx context.Context, store account.Users, now time.Time) (token string, err error) {
	users, err := store.UsersPage(ctx, "", "", 1)
	if err != nil {
		return "", err
	}
	if len(users) > 0 {
		return "", ErrHasUsers
	}
	token, _, err = MakeLink(ctx, store, account.Link{Kind: account.LinkSetup}, now)
	return token, err
}

// LinkURL is the address of a link. The secret is in the fragment, which
// browsers send to nobody: neither a server's log nor a Referer has it.
func LinkURL(base string, kind account.LinkKind, token string) string {
	return fmt.Sprintf("%s/%s#%s", base, kind, token)
}

// Newcomer is who wants to become a user.
type Newcomer struct {
	Kind     account.LinkKind // of the link; "" = none, where sign-up is open
	Token    string
	Login    string
	Password string
	Locale   string
}

// Register makes a user and signs them in. account.ErrEnded where the link is
// used, over, unknown or of another kind.
func (s *Service) Register(ctx context.Context, n Newcomer, v Visitor) (*Seat, string, account.Account, error) {
	var none account.Account
	r := account.Registration{Locale: n.Locale}
	if err := s.admit(n); err != nil {
		return nil, "", none, err
	}
	if n.Kind != "" {
		link, err := s.Link(ctx, n.Kind, n.Token)
		if err != nil {
			return nil, "", none, err
		}
		r.Link = link.Hash
	}
	login, err := CheckLogin(n.Login)
	if err = errors.Join(err, CheckPassword(n.Login, n.Password)); err != nil {
		return nil, "", none, err
	}
	if n.Kind == "" {
		// Every sign-up counts like a wrong try: one address cannot fill the
		// store, nor ask which logins exist.
		if _, err := s.throttle.try("", v.Address); err != nil {
			return nil, "", none, err
		}
	}
	if r.Password, err = s.hasher.hash(ctx, n.Password); err != nil {
		return nil, "", none, err
	}
	r.Login = login
	if n.Kind != account.LinkSetup {
		r.AccountName = login // read where no account is joined
	}
	u, a, err := s.Store.Register(ctx, r)
	if errors.Is(err, account.ErrTaken) {
		return nil, "", none, refuse("login", "taken", "the login %q is taken", login)
	}
	if err != nil {
		return nil, "", none, err
	}
	seat, secret, err := s.begin(ctx, u, v, false, time.Time{})
	return seat, secret, a, err
}

// admit tells whether the setting lets anybody in that way.
func (s *Service) admit(n Newcomer) error {
	switch {
	case n.Kind == account.LinkSetup,
		n.Kind == account.LinkInvite && s.Signup != SignupOff,
		n.Kind == "" && s.Signup == SignupOpen:
		return nil
	}
	return ErrClosed
}

// Link finds a link of a kind that can still be used. account.ErrEnded.
func (s *Service) Link(ctx context.Context, kind account.LinkKind, token string) (account.Link, error) {
	if len(token) != tokenLength {
		return account.Link{}, account.ErrEnded
	}
	link, err := s.Store.Link(ctx, account.HashSecret(token))
	if err == nil && (link.Kind != kind || !s.Now().Before(link.ExpiresAt)) {
		return account.Link{}, account.ErrEnded
	}
	return link, err
}

// Join takes a user who is signed in into the account of an invite.
func (s *Service) Join(ctx context.Context, seat *Seat, token string, v Visitor) (account.Account, error) {
	link, err := s.Link(ctx, account.LinkInvite, token)
	if err == nil && link.AccountID == "" {
		err = account.ErrEnded // it makes a user, who is one already
	}
	if err != nil {
		return account.Account{}, err
	}
	return s.Store.Join(As(ctx, seat.User, v), link.Hash, seat.User.ID)
}

// Reset sets a new password by a reset link and ends every session of the
// user, who then signs in.
func (s *Service) Reset(ctx context.Context, token, password string, v Visitor) error {
	link, err := s.Link(ctx, account.LinkReset, token)
	if err != nil {
		return err
	}
	u, err := s.Store.User(ctx, link.UserID)
	if errors.Is(err, account.ErrNotFound) {
		return account.ErrEnded
	}
	if err != nil {
		return err
	}
	if err := CheckPassword(u.Login, password); err != nil {
		return err
	}
	phc, err := s.hasher.hash(ctx, password)
	if err != nil {
		return err
	}
	return s.Store.SetPassword(As(ctx, u, v), u.ID, phc, link.Hash, "")
}
