// Package desk is the part of the website behind a sign-in, and the way there:
// setup, sign-in, sign-up, invites, resets, security and settings of a user,
// their accounts, and administration.
//
// Every page goes through serve, which holds what all of them must do: refuse
// requests that other sites make, read only short forms, find out who asks by
// the cookie alone (an API key opens no page), and ask again for a proof where
// a page needs a fresh one. Pages that people see are rendered by ui; answers
// to the passkey script are JSON. Nothing of this is ever cached.
package desk

import (
	"context"
	"embed"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/auth"
	"toolcrib/internal/pay"
	"toolcrib/internal/web/ui"
)

//go:embed all:templates assets
var files embed.FS

// Options sets up a Handler.
type Options struct {
	Site    *ui.Site
	Auth    *auth.Service
	Store   account.Store
	BaseURL string                         // public URL of the root, without a final slash; may end in a path
	Address func(*http.Request) netip.Addr // where a request comes from, trusted proxies looked through
	Now     func() time.Time
	Log     *slog.Logger

	Sales   Sales
	Install Install

	// PrivateHooks allows webhooks at private addresses, and without TLS.
	PrivateHooks bool
	// Toolset says how many tools these groups of operations list to an agent,
	// and the bytes of that list; nil = it is not known. See mcp.Sizer.
	Toolset func(toolsets []string, compact bool) (tools, size int, ok bool)
}

// Handler is the pages of this package.
type Handler struct {
	Options
	set     *ui.Set
	prefix  string // path part of the base URL
	jar     jar
	guard   *http.CrossOriginProtection
	peopled atomic.Bool // there has been seen to be a user

	// By the ID of the session that they are for.
	notes   *auth.Shelf[ui.Flash]
	newKeys *auth.Shelf[newKey]
	secrets *auth.Shelf[string] // and by the path of the page that shows them
}

// noteTime is how long something waits to be shown.
const noteTime = 10 * time.Minute

// New returns the handler of the pages.
func New(o Options) *Handler {
	if o.Sales.Desk == nil {
		o.Sales.Desk = pay.New(pay.Options{Store: o.Store})
	}
	h := &Handler{
		Options: o, set: o.Site.Pages(files), guard: http.NewCrossOriginProtection(),
		notes: auth.NewShelf[ui.Flash](noteTime, o.Now), newKeys: auth.NewShelf[newKey](noteTime, o.Now),
		secrets: auth.NewShelf[string](noteTime, o.Now),
	}
	if u, err := url.Parse(o.BaseURL); err == nil {
		h.prefix = strings.TrimSuffix(u.Path, "/")
		h.jar = newJar(u.Scheme == "https", h.prefix)
		// Where a proxy changes the Host header, browsers too old to say
		// Sec-Fetch-Site would seem to come from another site.
		if err := h.guard.AddTrustedOrigin(u.Scheme + "://" + u.Host); err != nil {
			o.Log.Warn("forms of the website may be refused", "error", err)
		}
	}
	return h
}

// empty tells whether there is no user yet.
func (h *Handler) empty(ctx context.Context) (bool, error) {
	if h.peopled.Load() {
		return false, nil
	}
	users, err := h.Store.UsersPage(ctx, "", "", 1)
	if len(users) > 0 {
		h.peopled.Store(true)
	}
	return len(users) == 0, err
}

// Register tells under which patterns, below the base's path, the pages are.
func (h *Handler) Register(handle func(pattern string, page http.Handler)) {
	for pattern, page := range map[string]http.Handler{
		"GET /setup":  h.serve(anybody, h.setupPage),
		"POST /setup": h.serve(anybody, h.setup),

		"GET /login":                h.serve(anybody, h.loginPage),
		"POST /login":               h.serve(anybody, h.login),
		"GET /login/second":         h.serve(anybody, h.secondPage),
		"POST /login/second":        h.serve(anybody, h.second),
		"POST /login/passkey/ask":   h.script(anybody, h.askLogin),
		"POST /login/passkey":       h.script(anybody, h.loginByPasskey),
		"POST /logout":              h.serve(anybody, h.logout),
		"GET /confirm":              h.serve(signedIn, h.confirmPage),
		"POST /confirm":             h.serve(signedIn, h.confirm),
		"POST /confirm/passkey/ask": h.script(signedIn, h.askConfirm),
		"POST /confirm/passkey":     h.script(signedIn, h.confirmByPasskey),

		"GET /signup":  h.serve(anybody, h.signupPage),
		"POST /signup": h.serve(anybody, h.signup),
		"GET /invite":  h.serve(anybody, h.invitePage),
		"POST /invite": h.serve(anybody, h.invite),
		"GET /reset":   h.serve(anybody, h.resetPage),
		"POST /reset":  h.serve(anybody, h.reset),

		"GET /account/security":                  h.serve(proven, h.securityPage),
		"POST /account/security/password":        h.serve(proven, h.changePassword),
		"GET /account/security/app":              h.serve(proven, h.appPage),
		"POST /account/security/app":             h.serve(proven, h.enrolApp),
		"POST /account/security/app/remove":      h.serve(proven, h.removeApp),
		"POST /account/security/recovery":        h.serve(proven, h.renewRecovery),
		"POST /account/security/passkeys/ask":    h.script(proven, h.offerPasskey),
		"POST /account/security/passkeys":        h.script(proven, h.addPasskey),
		"POST /account/security/passkeys/rename": h.serve(proven, h.renamePasskey),
		"POST /account/security/passkeys/remove": h.serve(proven, h.removePasskey),
		"POST /account/security/sessions/end":    h.serve(proven, h.endSessions),

		"GET /account/settings":         h.serve(signedIn, h.settingsPage),
		"POST /account/settings/locale": h.serve(signedIn, h.setLocale),
		"GET /account/export.json":      h.serve(proven, h.export),
		"GET /account/delete":           h.serve(proven, h.deletePage),
		"POST /account/delete":          h.serve(proven, h.delete),
		"POST /account/settings/switch": h.serve(signedIn, h.switchAccount),
	} {
		handle(pattern, page)
	}
	h.pages(handle)
	h.sell(handle)
	h.administer(handle)
}
