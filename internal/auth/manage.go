package auth

import (
	"context"
	"time"

	"toolcrib/internal/account"
)

// ChangePassword sets a new password for a user who is sure, and ends all
// their sessions but this one, which goes on under a new secret.
func (s *Service) ChangePassword(ctx context.Context, seat *Seat, password string, v Visitor) (*Seat, string, error) {
	if !s.Sure(seat) {
		return nil, "", ErrUnsure
	}
	if err := CheckPassword(seat.User.Login, password); err != nil {
		return nil, "", err
	}
	phc, err := s.hasher.hash(ctx, password)
	if err != nil {
		return nil, "", err
	}
	if err := s.Store.SetPassword(As(ctx, seat.User, v), seat.User.ID, phc, account.SecretHash{}, seat.Session.ID); err != nil {
		return nil, "", err
	}
	return s.begin(ctx, seat.User, v, false, seat.Session.CreatedAt)
}

// EnrolTOTP gives a user who is sure a second factor: the secret, which NewTOTP
// made and an app was given, once a code shows that the app has it. It returns
// the recovery codes, which are never shown again; the session goes on under a
// new secret.
func (s *Service) EnrolTOTP(ctx context.Context, seat *Seat, secret, code string, v Visitor) (*Seat, string, []string, error) {
	if !s.Sure(seat) {
		return nil, "", nil, ErrUnsure
	}
	step, ok := totpStepOf(secret, plainCode(code), s.Now())
	if !ValidTOTP(secret) || !ok {
		return nil, "", nil, refuse("code", "wrong", "the code does not fit; enter the one that the app shows now")
	}
	ctx = As(ctx, seat.User, v)
	shown, kept := newRecovery()
	if err := s.Store.SetTOTP(ctx, seat.User.ID, secret, kept); err != nil {
		return nil, "", nil, err
	}
	// The code has been seen; it must not also sign in.
	if _, err := s.Store.TakeTOTP(ctx, seat.User.ID, step); err != nil {
		return nil, "", nil, err
	}
	next, cookie, err := s.begin(ctx, seat.User, v, false, seat.Session.CreatedAt)
	return next, cookie, shown, err
}

// RenewRecovery gives a user who is sure new recovery codes for the old ones.
func (s *Service) RenewRecovery(ctx context.Context, seat *Seat, v Visitor) ([]string, error) {
	if !s.Sure(seat) {
		return nil, ErrUnsure
	}
	if !seat.User.SecondFactor() {
		return nil, account.ErrNotFound
	}
	ctx = As(ctx, seat.User, v)
	shown, kept := newRecovery()
	if err := s.Store.SetTOTP(ctx, seat.User.ID, seat.User.TOTP, kept); err != nil {
		return nil, err
	}
	// Which codes have been used is forgotten with that: none of now is good.
	_, err := s.Store.TakeTOTP(ctx, seat.User.ID, stepAt(s.Now())+totpDrift)
	return shown, err
}

// RemoveTOTP takes the second factor of a user who is sure away.
func (s *Service) RemoveTOTP(ctx context.Context, seat *Seat, v Visitor) error {
	if !s.Sure(seat) {
		return ErrUnsure
	}
	return s.Store.SetTOTP(As(ctx, seat.User, v), seat.User.ID, "", nil)
}

// Delete forgets a user who is sure. account.ErrLastOwner where an account
// would keep members but no owner.
func (s *Service) Delete(ctx context.Context, seat *Seat, v Visitor) error {
	if !s.Sure(seat) {
		return ErrUnsure
	}
	return s.Store.DeleteUser(As(ctx, seat.User, v), seat.User.ID)
}

// SureUntil is when a user must prove again who they are.
func (s *Service) SureUntil(seat *Seat) time.Time { return seat.Session.SureAt.Add(sureFor) }
