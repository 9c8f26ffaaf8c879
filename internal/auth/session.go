package auth

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"toolcrib/internal/account"
)

// secretLength is the length of what rand.Text makes: 130 bits.
const secretLength = 26

// SignIn proves a user by their password and starts a session, in place of the
// one that the visitor came with. Where the user has a second factor the
// session is pending, and opens nothing until Second.
func (s *Service) SignIn(ctx context.Context, login, password string, v Visitor) (*Seat, string, error) {
	u, err := s.provePassword(ctx, login, password, v)
	if err != nil {
		return nil, "", err
	}
	return s.begin(ctx, u, v, u.SecondFactor(), time.Time{})
}

// provePassword finds the user of a login whose password is right.
func (s *Service) provePassword(ctx context.Context, login, password string, v Visitor) (account.User, error) {
	u, name, err := s.named(ctx, login)
	if err != nil {
		return u, err
	}
	right, err := s.throttle.try(name, v.Address)
	if err != nil {
		return u, err
	}
	ok, stale, err := s.hasher.verify(ctx, u.Password, password)
	if err != nil {
		right() // nothing was learned
		return u, err
	}
	if !ok || u.Disabled {
		s.refused(v, "password", u.ID)
		return u, ErrWrong
	}
	right()
	if stale {
		phc, err := s.hasher.hash(ctx, password)
		if err == nil {
			err = s.Store.Rehash(ctx, u.ID, u.Password, phc)
		}
		if err != nil {
			s.Log.Warn("a password keeps its old hash", "user", u.ID, "error", err)
		}
	}
	return u, nil
}

// named finds the user of a login, the zero one where there is none, and the
// name under which wrong tries are counted, whether there is one or not.
func (s *Service) named(ctx context.Context, login string) (u account.User, name string, err error) {
	login, err = CheckLogin(login)
	if err != nil {
		return account.User{}, "", nil // nobody can have it
	}
	u, err = s.Store.User(ctx, login)
	if errors.Is(err, account.ErrNotFound) {
		return account.User{}, "login " + account.LoginKey(login), nil
	}
	return u, u.ID, err
}

// Second completes a pending sign-in by a code of the authenticator app or a
// recovery code.
func (s *Service) Second(ctx context.Context, code string, v Visitor) (*Seat, string, error) {
	pending, err := s.find(ctx, v.Cookie)
	if err != nil || !pending.Session.Pending {
		return nil, "", errors.Join(err, ErrSignedOut)
	}
	u := pending.User
	right, err := s.throttle.try("second "+u.ID, v.Address)
	if err != nil {
		return nil, "", err
	}
	ok, err := s.takeCode(As(ctx, u, v), u, plainCode(code))
	if err != nil {
		return nil, "", err
	}
	if !ok {
		s.refused(v, "second factor", u.ID)
		return nil, "", ErrWrong
	}
	right()
	return s.begin(ctx, u, v, false, time.Time{})
}

func (s *Service) takeCode(ctx context.Context, u account.User, code string) (bool, error) {
	switch len(code) {
	case totpDigits:
		step, ok := totpStepOf(u.TOTP, code, s.Now())
		if !ok {
			return false, nil
		}
		return s.Store.TakeTOTP(ctx, u.ID, step)
	case recoveryChars:
		return s.Store.TakeRecovery(ctx, u.ID, account.HashSecret(code))
	}
	return false, nil
}

// Confirm proves the user of a session again by their password.
func (s *Service) Confirm(ctx context.Context, seat *Seat, password string, v Visitor) (*Seat, string, error) {
	u, err := s.provePassword(ctx, seat.User.ID, password, v)
	if err != nil {
		return nil, "", err
	}
	return s.begin(ctx, u, v, false, seat.Session.CreatedAt)
}

// begin starts a session with a secret of its own, in place of the one that
// the visitor came with. A session that goes on keeps its age.
func (s *Service) begin(ctx context.Context, u account.User, v Visitor, pending bool, since time.Time) (*Seat, string, error) {
	now, secret := s.Now(), rand.Text()
	made := account.Session{
		Hash: account.HashSecret(secret), UserID: u.ID, Pending: pending, Agent: v.Agent, Network: account.Network(v.Address), CreatedAt: since, SeenAt: now,
	}
	if since.IsZero() {
		made.CreatedAt = now
	}
	if !pending {
		made.SureAt = now
	}
	started, err := s.Store.StartSession(As(ctx, u, v), made, account.HashSecret(v.Cookie))
	if err != nil {
		return nil, "", err
	}
	return &Seat{started, u}, secret, nil
}

// Open finds the session of a browser, whose second factor may be pending.
// ErrSignedOut where there is none.
func (s *Service) Open(ctx context.Context, secret string) (*Seat, error) {
	seat, err := s.find(ctx, secret)
	if err != nil {
		return nil, err
	}
	if s.Now().Sub(seat.Session.SeenAt) >= touchedEach {
		if err := s.Store.TouchSession(ctx, seat.Session.ID); err != nil {
			s.Log.Warn("the use of a session was not noted", "error", err)
		}
	}
	return seat, nil
}

func (s *Service) find(ctx context.Context, secret string) (*Seat, error) {
	if len(secret) != secretLength {
		return nil, ErrSignedOut
	}
	session, user, err := s.Store.Session(ctx, account.HashSecret(secret))
	if errors.Is(err, account.ErrNotFound) {
		return nil, ErrSignedOut
	}
	if err != nil {
		return nil, err
	}
	now := s.Now()
	if user.Disabled || session.Ended(now) || session.Pending && now.Sub(session.CreatedAt) >= pendingFor {
		return nil, ErrSignedOut
	}
	return &Seat{session, user}, nil
}

// SignOut ends the session of a browser.
func (s *Service) SignOut(ctx context.Context, seat *Seat, v Visitor) error {
	err := s.Store.EndSession(As(ctx, seat.User, v), seat.User.ID, seat.Session.ID)
	if errors.Is(err, account.ErrNotFound) {
		return nil
	}
	return err
}
