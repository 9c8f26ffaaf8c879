package desk

import (
	"context"
	"errors"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"unicode/utf8"

	"toolcrib/internal/account"
	"toolcrib/internal/auth"
	"toolcrib/internal/web/ui"
)

// visit is one request for a page.
type visit struct {
	*Handler
	w http.ResponseWriter
	r *http.Request // its context names the user for the audit log

	seat   *auth.Seat // nil = nobody is signed in, or their second factor is still to come
	places []account.Membership
	place  account.Membership // the account looked at, one of places
	json   bool               // the passkey script asks
}

// need is what a page asks of who visits it.
type need int

// The needs, each with those before it.
const (
	anybody  need = iota
	signedIn      // or is sent to sign in
	proven        // a short while ago, or is asked again
)

// maxForm is the most bytes of a form, and of a passkey's answer.
const maxForm = 64 << 10

// serve makes a handler of a page.
func (h *Handler) serve(n need, page func(*visit) error) http.Handler {
	return h.handler(n, page, "application/x-www-form-urlencoded", false)
}

// script makes a handler of what the passkey script asks.
func (h *Handler) script(n need, page func(*visit) error) http.Handler {
	return h.handler(n, page, "application/json", true)
}

func (h *Handler) handler(n need, page func(*visit) error, mediaType string, json bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v := &visit{Handler: h, w: w, r: r, json: json}
		w.Header().Set("Cache-Control", "no-store")
		err := v.admit(n, mediaType)
		if err == nil {
			err = page(v)
		}
		if err != nil {
			v.fail(err)
		}
	})
}

// stop is an error that ends a visit with a page of its own.
type stop struct {
	status int
	key    string // of the message
}

func (e *stop) Error() string { return e.key }

// admit looks at what all pages look at.
func (v *visit) admit(n need, mediaType string) error {
	if err := v.guard.Check(v.r); err != nil {
		return &stop{http.StatusForbidden, "auth.stop.foreign"}
	}
	if v.r.Method == http.MethodPost {
		got, _, err := mime.ParseMediaType(v.r.Header.Get("Content-Type"))
		if err != nil || got != mediaType {
			return &stop{http.StatusUnsupportedMediaType, "auth.stop.media"}
		}
		v.r.Body = http.MaxBytesReader(v.w, v.r.Body, maxForm)
		if !v.json {
			if err := v.readForm(); err != nil {
				return err
			}
		}
	}
	if err := v.find(); err != nil {
		return err
	}
	switch {
	case n >= signedIn && v.seat == nil:
		return auth.ErrSignedOut
	case n >= proven && !v.Auth.Sure(v.seat):
		return auth.ErrUnsure
	}
	return nil
}

// readForm reads the form that was sent. No field of ours takes what is no
// text, which some databases refuse.
func (v *visit) readForm() error {
	if err := v.r.ParseForm(); err != nil {
		return unread(err)
	}
	for _, values := range v.r.PostForm {
		for _, text := range values {
			if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
				return &stop{http.StatusBadRequest, "auth.stop.malformed"}
			}
		}
	}
	return nil
}

// unread is the error of a body that could not be read.
func unread(err error) error {
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return &stop{http.StatusRequestEntityTooLarge, "auth.stop.large"}
	}
	return &stop{http.StatusBadRequest, "auth.stop.malformed"}
}

// find finds out who visits.
func (v *visit) find() error {
	seat, err := v.Auth.Open(v.r.Context(), v.jar.get(v.r, sessionCookie))
	if errors.Is(err, auth.ErrSignedOut) || err == nil && seat.Session.Pending {
		return nil
	}
	if err != nil {
		return err
	}
	v.seat = seat
	v.r = v.r.WithContext(auth.As(v.r.Context(), seat.User, v.visitor()))
	v.places, err = v.Store.Memberships(v.r.Context(), seat.User.ID)
	chosen := v.jar.get(v.r, accountCookie)
	for i, p := range v.places {
		if i == 0 || p.Account.ID == chosen {
			v.place = p
		}
	}
	return err
}

// visitor is what the rules of signing in want to know.
func (v *visit) visitor() auth.Visitor {
	return auth.Visitor{Address: v.Address(v.r), Agent: browser(v.r.UserAgent()), Cookie: v.jar.get(v.r, sessionCookie)}
}

// viewer is who is signed in, for the frame of the page.
func (v *visit) viewer() *ui.Viewer {
	if v.seat == nil {
		return nil
	}
	u := v.seat.User
	return &ui.Viewer{Login: u.Login, Account: v.place.Account.Name, Role: string(v.place.Role), Operator: u.Operator, Locale: u.Locale}
}

// value is a field of the form that was sent.
func (v *visit) value(name string) string { return v.r.PostForm.Get(name) }

// t is a message in the reader's language.
func (v *visit) t(key string, args ...any) string { return v.Site.T(v.r, key, args...) }

// render answers with a page, whose title is the message auth.<name>.title
// where it has none.
func (v *visit) render(name string, p ui.Page) error {
	if p.Title == "" {
		p.Title = v.t("auth." + name + ".title")
	}
	p.Path, p.Viewer, p.NoIndex, p.NoStore = v.path(), v.viewer(), true, true
	v.set.Render(v.w, v.r, name, p)
	return nil
}

// path is that of the page, below the base.
func (v *visit) path() string { return strings.TrimPrefix(v.r.URL.Path, v.prefix) }

// redirect sends the browser on to a page.
func (v *visit) redirect(path string) error {
	v.Site.Redirect(v.w, v.r, path, http.StatusSeeOther)
	return nil
}

// enter gives the browser the secret of its new session.
func (v *visit) enter(secret string) { v.jar.set(v.w, sessionCookie, secret, 0) }

// back is the page that somebody is to come back to. What was sent is lost by
// then, so that it is the page with the form: /account/keys of
// /account/keys/revoke.
func (v *visit) back() string {
	if v.r.Method != http.MethodPost {
		return (&url.URL{Path: v.path(), RawQuery: v.r.URL.RawQuery}).String()
	}
	parts := strings.SplitN(v.path(), "/", 4)
	return strings.Join(parts[:min(len(parts), 3)], "/")
}

// fail answers with what went wrong.
func (v *visit) fail(err error) {
	if done := v.sendOn(err); done {
		return
	}
	f, known := v.faults(err)
	if !known {
		if v.r.Context().Err() != nil {
			return // nobody reads it
		}
		v.Log.Error("a page failed", "path", v.path(), "error", err)
		f = faults{status: http.StatusServiceUnavailable, Text: v.t("auth.stop.store")}
	}
	v.later(f)
	if v.json {
		v.answer(f.status, map[string]string{"error": f.String()})
		return
	}
	_ = v.render("stop", ui.Page{Title: v.t("auth.stop.title"), Status: f.status, Data: f.String()})
}

// sendOn leads to where what is missing can be given.
func (v *visit) sendOn(err error) bool {
	to := ""
	switch {
	case errors.Is(err, auth.ErrSignedOut):
		to = "/login"
	case errors.Is(err, auth.ErrUnsure):
		to = "/confirm"
	default:
		return false
	}
	to += "?next=" + url.QueryEscape(v.back())
	if v.json {
		v.answer(http.StatusForbidden, map[string]string{"next": v.Site.URL(to)})
		return true
	}
	_ = v.redirect(to)
	return true
}

// viewerKey is under which a request holds who is signed in.
type viewerKey struct{}

// WithViewer lets the pages of other packages ask Viewer as often as they like
// for one look into the store.
func (h *Handler) WithViewer(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		look := sync.OnceValue(func() *ui.Viewer { return h.look(r) })
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), viewerKey{}, look)))
	})
}

// Viewer is who is signed in, nil = nobody; for ui.Options.
func (h *Handler) Viewer(r *http.Request) *ui.Viewer {
	if look, ok := r.Context().Value(viewerKey{}).(func() *ui.Viewer); ok {
		return look()
	}
	return h.look(r)
}

// look is Viewer by a look into the store. Where that is away the page is
// shown as to nobody.
func (h *Handler) look(r *http.Request) *ui.Viewer {
	v := &visit{Handler: h, r: r}
	if h.jar.get(r, sessionCookie) == "" || v.find() != nil {
		return nil
	}
	return v.viewer()
}
