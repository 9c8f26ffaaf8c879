package desk

import (
	"bytes"
	"errors"
	"html/template"
	"image/color"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/auth"
	"toolcrib/internal/ops/design/qr"
	"toolcrib/internal/ops/design/qr/render"
	"toolcrib/internal/web/ui"
)

// security is what the security page shows.
type security struct {
	faults
	Nav      nav
	User     *account.User
	Passkeys []account.Passkey
	May      bool // there can be passkeys here
	Full     bool // there can be no more of them
	Sessions []account.Session
	This     string // ID of the session that looks
}

func (h *Handler) securityPage(v *visit) error { return v.securityForm(faults{}) }

func (v *visit) securityForm(f faults) error {
	u := v.seat.User
	passkeys, err := v.Store.Passkeys(v.r.Context(), u.ID)
	if err != nil {
		return err
	}
	sessions, err := v.Store.UserSessions(v.r.Context(), u.ID)
	if err != nil {
		return err
	}
	return v.render("security", ui.Page{Status: f.status, Flash: v.flash(), Data: security{
		Nav:    v.nav(),
		faults: f, User: &u, Passkeys: passkeys, May: v.Auth.HasPasskeys(), Full: len(passkeys) >= account.MaxPasskeys,
		Sessions: sessions, This: v.seat.Session.ID,
	}})
}

// done says what was done on the security page, and shows it.
func (v *visit) done(key string, args ...any) error {
	v.say(key, args...)
	return v.redirect("/account/security")
}

func (h *Handler) changePassword(v *visit) error {
	seat, secret, err := v.Auth.ChangePassword(v.r.Context(), v.seat, v.value("password"), v.visitor())
	if err != nil {
		return v.again(err, v.securityForm)
	}
	v.seat = seat
	v.enter(secret)
	return v.done("auth.security.password_changed")
}

// app is what the page for an authenticator app shows.
type app struct {
	faults
	Secret string
	Groups string // the secret in groups of four, for typing
	QR     template.HTML
}

func (h *Handler) appPage(v *visit) error { return v.appForm(faults{}, auth.NewTOTP()) }

func (v *visit) appForm(f faults, secret string) error {
	picture, err := drawQR(auth.TOTPAddress(v.Site.Brand(), v.seat.User.Login, secret))
	if err != nil {
		return err
	}
	return v.render("app", ui.Page{Status: f.status, Data: app{faults: f, Secret: secret, Groups: groups(secret), QR: picture}})
}

// groups puts a space after every fourth character.
func groups(s string) string {
	var b bytes.Buffer
	for i, r := range s {
		if i > 0 && i%4 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// The picture of a QR code: 5 pixels a module, with the margin that readers
// need (ISO/IEC 18004 section 6.3.8), dark on white under every theme.
const (
	qrModule = 5
	qrMargin = 4
)

func drawQR(text string) (template.HTML, error) {
	code, err := qr.Encode([]byte(text), qr.Options{Level: qr.M, Mask: qr.AnyMask})
	if err != nil {
		return "", err
	}
	drawing, err := render.New(code, render.Options{
		Size: qrModule * (code.Size() + 2*qrMargin), Margin: qrMargin,
		Foreground: color.NRGBA{A: 255}, Background: color.NRGBA{255, 255, 255, 255},
	})
	if err != nil {
		return "", err
	}
	svg, err := drawing.SVG()
	return template.HTML(svg), err // numbers and colours of ours alone
}

// enrolApp sets the authenticator app up and shows the recovery codes, once.
func (h *Handler) enrolApp(v *visit) error {
	secret := v.value("secret")
	if !auth.ValidTOTP(secret) {
		return h.appPage(v)
	}
	seat, cookie, codes, err := v.Auth.EnrolTOTP(v.r.Context(), v.seat, secret, v.value("code"), v.visitor())
	if err != nil {
		return v.again(err, func(f faults) error { return v.appForm(f, secret) })
	}
	v.seat = seat
	v.enter(cookie)
	return v.render("recovery", ui.Page{Data: codes})
}

func (h *Handler) renewRecovery(v *visit) error {
	codes, err := v.Auth.RenewRecovery(v.r.Context(), v.seat, v.visitor())
	if err != nil {
		return err
	}
	return v.render("recovery", ui.Page{Data: codes})
}

func (h *Handler) removeApp(v *visit) error {
	if err := v.Auth.RemoveTOTP(v.r.Context(), v.seat, v.visitor()); err != nil {
		return err
	}
	return v.done("auth.security.app_removed")
}

func (h *Handler) renamePasskey(v *visit) error {
	name, err := auth.CheckPasskeyName(v.value("name"))
	if err != nil {
		return v.again(err, v.securityForm)
	}
	if err := v.Store.RenamePasskey(v.r.Context(), v.seat.User.ID, v.value("id"), name); err != nil {
		return err
	}
	return v.done("auth.security.passkey_renamed", name)
}

func (h *Handler) removePasskey(v *visit) error {
	if err := v.Store.RemovePasskey(v.r.Context(), v.seat.User.ID, v.value("id")); err != nil {
		return err
	}
	return v.done("auth.security.passkey_removed")
}

// endSessions ends one session of the user, or without an ID all but this.
func (h *Handler) endSessions(v *visit) error {
	id := v.value("id")
	if id == "" {
		n, err := v.Store.EndSessions(v.r.Context(), v.seat.User.ID, v.seat.Session.ID)
		if err != nil {
			return err
		}
		return v.done("auth.security.sessions_ended", n)
	}
	err := v.Store.EndSession(v.r.Context(), v.seat.User.ID, id)
	if err != nil && !errors.Is(err, account.ErrNotFound) {
		return err
	}
	return v.done("auth.security.session_ended")
}

// When is a time as tables show it, in UTC.
func (security) When(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04")
}
