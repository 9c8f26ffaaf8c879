package desk

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"time"

	"toolcrib/internal/auth"
)

// ceremonyLife is how long the browser keeps the name of a challenge; the
// challenge itself may end earlier.
const ceremonyLife = 5 * time.Minute

// asked is what the passkey script sends.
type asked struct {
	Next       string          // page to go on to
	Name       string          // of a new passkey
	Credential json.RawMessage // what the browser answered, as PublicKeyCredential.toJSON writes it
}

// withNext is a page that leads on to another.
func withNext(page, to string) string {
	if to == home {
		return page
	}
	return page + "?next=" + url.QueryEscape(to)
}

// answer writes what the passkey script reads.
func (v *visit) answer(status int, body any) {
	text, err := json.Marshal(body)
	if err != nil {
		text = []byte("{}")
	}
	v.write(status, text)
}

func (v *visit) write(status int, body []byte) {
	header := v.w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("X-Content-Type-Options", "nosniff")
	v.w.WriteHeader(status)
	_, _ = v.w.Write(body)
}

// read reads what the script sent.
func (v *visit) read() (asked, error) {
	var a asked
	body, err := io.ReadAll(v.r.Body)
	if err == nil {
		err = json.Unmarshal(body, &a)
	}
	if err != nil {
		return a, unread(err)
	}
	return a, nil
}

// pose sends a challenge, whose name only this browser gets.
func (v *visit) pose(options []byte, name string, err error) error {
	if err != nil {
		return err
	}
	v.jar.set(v.w, ceremonyCookie, name, ceremonyLife)
	v.write(http.StatusOK, options)
	return nil
}

// onward tells the script where to go.
func (v *visit) onward(path string) error {
	v.jar.drop(v.w, ceremonyCookie)
	v.answer(http.StatusOK, map[string]string{"next": v.Site.URL(path)})
	return nil
}

func (h *Handler) askLogin(v *visit) error { return v.pose(v.Auth.AskPasskey(nil)) }

func (h *Handler) loginByPasskey(v *visit) error { return v.byPasskey(nil) }

func (h *Handler) askConfirm(v *visit) error { return v.pose(v.Auth.AskPasskey(v.seat)) }

func (h *Handler) confirmByPasskey(v *visit) error { return v.byPasskey(v.seat) }

func (v *visit) byPasskey(seat *auth.Seat) error {
	a, err := v.read()
	if err != nil {
		return err
	}
	_, secret, err := v.Auth.SignInByPasskey(v.r.Context(), v.jar.get(v.r, ceremonyCookie), a.Credential, seat, v.visitor())
	if err != nil {
		return err
	}
	v.enter(secret)
	return v.onward(next(a.Next))
}

func (h *Handler) offerPasskey(v *visit) error {
	return v.pose(v.Auth.OfferPasskey(v.r.Context(), v.seat))
}

func (h *Handler) addPasskey(v *visit) error {
	a, err := v.read()
	if err != nil {
		return err
	}
	p, err := v.Auth.AddPasskey(v.r.Context(), v.jar.get(v.r, ceremonyCookie), a.Credential, a.Name, v.seat, v.visitor())
	if err != nil {
		return err
	}
	v.say("auth.security.passkey_added", p.Name)
	return v.onward("/account/security")
}
