package desk

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/web/ui"
)

// section is an entry of the navigation.
type section struct {
	Path  string
	Icon  string
	least account.Role // who may open it, "" = whoever is signed in
}

// Name is the key of its message: account.nav.keys of /account/keys.
func (s section) Name() string {
	last := s.Path[strings.LastIndexByte(s.Path, '/')+1:]
	return "account.nav." + last
}

// sections is the navigation of the account: each page is one line, with a
// message account.nav.<last part of the path>.
var sections = []section{
	{"/account", "clock", ""},
	{"/account/keys", "key", account.RoleViewer},
	{"/account/usage", "chart", account.RoleViewer},
	{"/account/requests", "menu", account.RoleViewer},
	{"/account/mcp", "terminal", account.RoleViewer},
	{billing, "card", ""},
	{"/account/webhook", "link", account.RoleAdmin},
	{"/account/team", "people", account.RoleViewer},
	{"/account/audit", "edit", account.RoleViewer},
	{"/account/security", "shield", ""},
	{"/account/settings", "gear", ""},
}

// nav is what the navigation shows.
type nav struct {
	Sections []section
	Here     string // path of the section that is open, "" = none
	Places   []account.Membership
	Place    account.Membership
}

func (v *visit) nav() nav {
	n := nav{Places: v.places, Place: v.place}
	path := v.path()
	for _, s := range sections {
		if s.least != "" && !v.place.Role.Covers(s.least) {
			continue
		}
		n.Sections = append(n.Sections, s)
		if path == s.Path || s.Path != home && strings.HasPrefix(path, s.Path+"/") {
			n.Here = s.Path
		}
	}
	return n
}

// sheet is what the pages of an account have in common.
type sheet struct {
	faults
	Nav nav
}

func (v *visit) sheet() sheet { return sheet{Nav: v.nav()} }

// wrong is the sheet of a form that is shown again with what was wrong.
func (v *visit) wrong(fields map[string]string) sheet {
	return sheet{faults: faults{Fields: fields, status: http.StatusUnprocessableEntity}, Nav: v.nav()}
}

// May tells whether who looks may do what needs a role.
func (s sheet) May(least string) bool { return s.Nav.Place.Role.Covers(account.Role(least)) }

// When is a time as tables show it, in UTC; "" of none.
func (sheet) When(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04")
}

// Date is the day of a time, in UTC; "" of none.
func (sheet) Date(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.DateOnly)
}

// in makes a handler of a page of an account, for members of it who have at
// least a role.
func (h *Handler) in(n need, least account.Role, page func(*visit) error) http.Handler {
	return h.serve(n, func(v *visit) error {
		switch {
		case v.place.Account.ID == "":
			return &stop{http.StatusForbidden, "account.stop.nowhere"}
		case !v.place.Role.Covers(least):
			return &stop{http.StatusForbidden, "account.stop.role"}
		}
		return page(v)
	})
}

// show answers with a page of an account. Its title is the message
// account.<name>.title.
func (v *visit) show(name string, s sheet, data any) error {
	return v.render(name, ui.Page{Title: v.t("account." + name + ".title"), Status: s.status, Flash: v.flash(), Data: data})
}

// number is a whole number as the reader writes it.
func (v *visit) number(n int64) string { return v.t("account.number", n) }

// findKey finds a key of the account that is looked at by its ID. Those of
// other accounts do not exist here.
func (v *visit) findKey(id string) (account.Key, error) {
	keys, err := v.keys()
	if err != nil {
		return account.Key{}, err
	}
	i := slices.IndexFunc(keys, func(k account.Key) bool { return k.ID == id })
	if i < 0 {
		return account.Key{}, account.ErrNotFound
	}
	return keys[i], nil
}

func (v *visit) keys() ([]account.Key, error) {
	return v.Store.Keys(v.r.Context(), v.place.Account.ID)
}

// keepOnce keeps a secret for the page of a path, which shows it once to this
// session.
func (v *visit) keepOnce(path, text string) { v.secrets.PutAs(v.seat.Session.ID+path, text) }

// takeOnce takes the secret that waits for this page, "" where there is none.
func (v *visit) takeOnce() string {
	text, _ := v.secrets.Take(v.seat.Session.ID + v.path())
	return text
}

// pages registers the pages of an account.
func (h *Handler) pages(handle func(pattern string, page http.Handler)) {
	const viewer, member, admin = account.RoleViewer, account.RoleMember, account.RoleAdmin
	for pattern, page := range map[string]http.Handler{
		"GET /account": h.serve(signedIn, h.overviewPage),

		"GET /account/keys":                h.in(signedIn, viewer, h.keysPage),
		"GET /account/keys/new":            h.in(proven, member, h.newKeyPage),
		"POST /account/keys/new":           h.in(proven, member, h.createKey),
		"GET /account/keys/{key}":          h.in(signedIn, viewer, h.keyPage),
		"GET /account/keys/{key}/rotate":   h.in(proven, member, h.rotatePage),
		"POST /account/keys/{key}/rotate":  h.in(proven, member, h.rotateKey),
		"POST /account/keys/{key}/disable": h.in(signedIn, member, h.setDisabled(true)),
		"POST /account/keys/{key}/enable":  h.in(signedIn, member, h.setDisabled(false)),
		"GET /account/keys/{key}/revoke":   h.in(signedIn, member, h.revokePage),
		"POST /account/keys/{key}/revoke":  h.in(signedIn, member, h.revokeKey),

		"GET /account/usage":      h.in(signedIn, viewer, h.usagePage),
		"GET /account/usage.csv":  h.in(signedIn, viewer, h.usageCSV),
		"GET /account/usage.json": h.in(signedIn, viewer, h.usageJSON),
		"GET /account/requests":   h.in(signedIn, viewer, h.requestsPage),
		"GET /account/mcp":        h.in(signedIn, viewer, h.agentsPage),
		"POST /account/mcp":       h.in(signedIn, viewer, h.agentsPage),

		"GET /account/webhook":         h.in(signedIn, admin, h.webhookPage),
		"POST /account/webhook":        h.in(proven, admin, h.setWebhook),
		"POST /account/webhook/remove": h.in(proven, admin, h.removeWebhook),

		"GET /account/team":         h.in(signedIn, viewer, h.teamPage),
		"POST /account/team/name":   h.in(signedIn, admin, h.renameAccount),
		"POST /account/team/invite": h.in(proven, admin, h.inviteMember),
		"POST /account/team/revoke": h.in(signedIn, admin, h.revokeInvite),
		"POST /account/team/role":   h.in(proven, admin, h.setRole),
		"POST /account/team/remove": h.in(proven, viewer, h.removeMember),

		"GET /account/audit": h.in(signedIn, viewer, h.auditPage),
	} {
		handle(pattern, page)
	}
}
