package auth

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"toolcrib/internal/account"
)

// ceremonyTime is how long a browser may take to answer a challenge.
const ceremonyTime = 5 * time.Minute

// ceremony is a challenge that was sent and for whom. Challenges are kept in
// memory: one answer comes back to the server that asked.
type ceremony struct {
	data    webauthn.SessionData
	session string // ID of the session that it adds a passkey to or confirms, "" = signing in
}

// relyingParty is the website as authenticators know it; nil where browsers
// would refuse: a passkey is bound to a host name, and to https but for
// localhost (WebAuthn section 5.1.3, Secure Contexts section 3.1).
func relyingParty(base, brand string) *webauthn.WebAuthn {
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "https" && u.Hostname() != "localhost" {
		return nil
	}
	resident := true
	w, err := webauthn.New(&webauthn.Config{
		RPID: u.Hostname(), RPDisplayName: brand, RPOrigins: []string{u.Scheme + "://" + u.Host},
		AttestationPreference: protocol.PreferNoAttestation,
		// Password managers add outputs that nobody asked for; section 7.1, step 17 lets them.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			RequireResidentKey: &resident, ResidentKey: protocol.ResidentKeyRequirementRequired, UserVerification: protocol.VerificationRequired,
		},
	})
	if err != nil {
		return nil
	}
	return w
}

// HasPasskeys tells whether the website can have passkeys.
func (s *Service) HasPasskeys() bool { return s.relying != nil }

// holder is a user in the eyes of the webauthn library.
type holder struct {
	user account.User
	keys []webauthn.Credential
}

func (h *holder) WebAuthnID() []byte                         { return []byte(h.user.ID) }
func (h *holder) WebAuthnName() string                       { return h.user.Login }
func (h *holder) WebAuthnDisplayName() string                { return h.user.Login }
func (h *holder) WebAuthnCredentials() []webauthn.Credential { return h.keys }

func (s *Service) holder(ctx context.Context, userID string) (*holder, error) {
	u, err := s.Store.User(ctx, userID)
	if err != nil {
		return nil, err
	}
	list, err := s.Store.Passkeys(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	h := &holder{user: u, keys: make([]webauthn.Credential, len(list))}
	for i, p := range list {
		if err := json.Unmarshal(p.Record, &h.keys[i]); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// AskPasskey begins to prove a user by a passkey: who they are, or with a seat
// that they are still the same. options are for the browser's
// navigator.credentials.get; the name goes with the answer.
func (s *Service) AskPasskey(seat *Seat) (options []byte, name string, err error) {
	if s.relying == nil {
		return nil, "", ErrNoPasskeys
	}
	assertion, data, err := s.relying.BeginDiscoverableLogin()
	if err != nil {
		return nil, "", err
	}
	return s.put(assertion, data, seat)
}

func (s *Service) put(options any, data *webauthn.SessionData, seat *Seat) ([]byte, string, error) {
	text, err := json.Marshal(options)
	if err != nil {
		return nil, "", err
	}
	c := ceremony{data: *data}
	if seat != nil {
		c.session = seat.Session.ID
	}
	return text, s.ceremonies.Put(c), nil
}

// take finds the challenge that is answered; each can be answered once.
func (s *Service) take(name string, seat *Seat) (webauthn.SessionData, error) {
	c, ok := s.ceremonies.Take(name)
	if !ok || seat == nil && c.session != "" || seat != nil && c.session != seat.Session.ID {
		return webauthn.SessionData{}, ErrWrong
	}
	return c.data, nil
}

// SignInByPasskey proves a user by the browser's answer to AskPasskey, and
// starts a session or, with the seat that was asked about, renews its proof. A
// passkey verifies its user itself, so no second factor is asked for.
func (s *Service) SignInByPasskey(ctx context.Context, name string, answer []byte, seat *Seat, v Visitor) (*Seat, string, error) {
	if s.relying == nil {
		return nil, "", ErrNoPasskeys
	}
	right, err := s.throttle.try("", v.Address)
	if err != nil {
		return nil, "", err
	}
	u, err := s.provePasskey(ctx, name, answer, seat)
	if err != nil {
		if errors.Is(err, ErrWrong) {
			s.refused(v, "passkey", u.ID)
		}
		return nil, "", err
	}
	right()
	var since time.Time
	if seat != nil {
		since = seat.Session.CreatedAt
	}
	return s.begin(ctx, u, v, false, since)
}

func (s *Service) provePasskey(ctx context.Context, name string, answer []byte, seat *Seat) (account.User, error) {
	data, err := s.take(name, seat)
	if err != nil {
		return account.User{}, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return account.User{}, ErrWrong
	}
	var h *holder
	var storeErr error
	find := func(_, userHandle []byte) (webauthn.User, error) {
		if !bytes.HasPrefix(userHandle, []byte("user_")) || !utf8.Valid(userHandle) {
			return nil, ErrWrong // the store takes text alone, and a login is no ID
		}
		h, storeErr = s.holder(ctx, string(userHandle))
		if errors.Is(storeErr, account.ErrNotFound) {
			storeErr = nil
			return nil, ErrWrong
		}
		return h, storeErr
	}
	credential, err := s.relying.ValidateDiscoverableLogin(find, data, parsed)
	if storeErr != nil {
		return account.User{}, storeErr
	}
	if err != nil || h.user.Disabled || seat != nil && seat.User.ID != h.user.ID {
		return account.User{}, ErrWrong
	}
	if credential.Authenticator.CloneWarning {
		// Two devices count apart: one of them has a copy of the key.
		return h.user, errors.Join(ErrWrong, s.Store.Record(ctx, "passkey.refused", h.user.ID, "its counter went back; it may have been copied"))
	}
	record, err := json.Marshal(credential)
	if err != nil {
		return h.user, err
	}
	return h.user, s.Store.UsePasskey(ctx, credential.ID, record)
}

// MaxPasskeyName is the longest name of a passkey, in characters.
const MaxPasskeyName = 64

// CheckPasskeyName returns the name of a passkey as it is kept.
func CheckPasskeyName(name string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	unprintable := func(r rune) bool { return !unicode.IsPrint(r) }
	switch {
	case name == "":
		return "", refuse("name", "required", "a name is needed, such as the device's")
	case utf8.RuneCountInString(name) > MaxPasskeyName:
		return "", refuse("name", "too_long", "a name has at most %d characters", MaxPasskeyName)
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unprintable):
		return "", refuse("name", "invalid_format", "a name is visible text")
	}
	return name, nil
}

// OfferPasskey begins to give a user who is sure one more passkey. options are
// for the browser's navigator.credentials.create.
func (s *Service) OfferPasskey(ctx context.Context, seat *Seat) (options []byte, name string, err error) {
	if s.relying == nil {
		return nil, "", ErrNoPasskeys
	}
	if !s.Sure(seat) {
		return nil, "", ErrUnsure
	}
	h, err := s.holder(ctx, seat.User.ID)
	if err != nil {
		return nil, "", err
	}
	if len(h.keys) >= account.MaxPasskeys {
		return nil, "", account.ErrLimit
	}
	var known []protocol.CredentialDescriptor
	for i := range h.keys {
		known = append(known, h.keys[i].Descriptor())
	}
	creation, data, err := s.relying.BeginRegistration(h, webauthn.WithExclusions(known))
	if err != nil {
		return nil, "", err
	}
	return s.put(creation, data, seat)
}

// AddPasskey stores the passkey that the browser made upon OfferPasskey.
func (s *Service) AddPasskey(ctx context.Context, name string, answer []byte, called string, seat *Seat, v Visitor) (account.Passkey, error) {
	var none account.Passkey
	if s.relying == nil {
		return none, ErrNoPasskeys
	}
	if !s.Sure(seat) {
		return none, ErrUnsure
	}
	called, err := CheckPasskeyName(called)
	if err != nil {
		return none, err
	}
	data, err := s.take(name, seat)
	if err != nil {
		return none, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return none, ErrWrong
	}
	credential, err := s.relying.CreateCredential(&holder{user: seat.User}, data, parsed)
	if err != nil {
		return none, ErrWrong
	}
	record, err := json.Marshal(credential)
	if err != nil {
		return none, err
	}
	return s.Store.AddPasskey(As(ctx, seat.User, v), account.Passkey{
		UserID: seat.User.ID, Name: called, Credential: bytes.Clone(credential.ID), Record: record,
	})
}
