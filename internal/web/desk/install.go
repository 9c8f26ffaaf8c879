package desk

import (
	"context"
	"net/http"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/auth"
	"toolcrib/internal/op"
	"toolcrib/internal/web/ui"
)

// Install is what the pages of administration tell of the installation.
type Install struct {
	Store   string            // kind of store, such as SQLite
	Started time.Time         // when the server did
	Offered func(*op.Op) bool // whether an operation is offered, by the settings; nil = all are

	Ready func(context.Context) error // whether calls can be charged; nil = they can
}

// admin is the first page of administration.
const admin = "/admin"

// adminSections is the navigation of administration: each page is one line,
// with a message admin.nav.<last part of the path>.
var adminSections = []section{
	{admin, "chart", ""},
	{admin + "/accounts", "key", ""},
	{admin + "/users", "people", ""},
	{admin + "/orders", "card", ""},
	{admin + "/packs", "star", ""},
	{admin + "/operations", "gear", ""},
	{admin + "/audit", "edit", ""},
}

// administer registers the pages of administration.
func (h *Handler) administer(handle func(pattern string, page http.Handler)) {
	for pattern, page := range map[string]http.Handler{
		"GET " + admin:              h.operator(signedIn, h.adminPage),
		"POST " + admin + "/verify": h.operator(signedIn, h.verify),

		"GET " + admin + "/accounts":                    h.operator(signedIn, h.accountsPage),
		"GET " + admin + "/accounts/{account}":          h.operator(proven, h.accountPage),
		"POST " + admin + "/accounts/{account}/grant":   h.operator(proven, h.giveUnits),
		"POST " + admin + "/accounts/{account}/take":    h.operator(proven, h.takeUnits),
		"POST " + admin + "/accounts/{account}/suspend": h.operator(proven, h.setSuspended(true)),
		"POST " + admin + "/accounts/{account}/lift":    h.operator(proven, h.setSuspended(false)),
		"POST " + admin + "/accounts/{account}/invite":  h.operator(proven, h.inviteInto),

		"GET " + admin + "/users":          h.operator(proven, h.usersPage),
		"POST " + admin + "/users/disable": h.operator(proven, h.setUserDisabled(true)),
		"POST " + admin + "/users/enable":  h.operator(proven, h.setUserDisabled(false)),
		"POST " + admin + "/users/reset":   h.operator(proven, h.resetLink),
		"POST " + admin + "/users/invite":  h.operator(proven, h.inviteUser),
		"POST " + admin + "/users/revoke":  h.operator(proven, h.revokeUserInvite),

		"GET " + admin + "/orders":                         h.operator(signedIn, h.allOrdersPage),
		"GET " + admin + "/orders/{order}":                 h.operator(proven, h.anyOrderPage),
		"GET " + admin + "/orders/{order}/invoice":         h.operator(signedIn, h.anyPaper),
		"GET " + admin + "/orders/{order}/credit/{number}": h.operator(signedIn, h.anyPaper),
		"POST " + admin + "/orders/{order}/settle":         h.operator(proven, h.askProvider),
		"POST " + admin + "/orders/{order}/paid":           h.operator(proven, h.markPaid),
		"POST " + admin + "/orders/{order}/refund":         h.operator(proven, h.refundOrder),

		"GET " + admin + "/packs":      h.operator(signedIn, h.packsPage),
		"GET " + admin + "/operations": h.operator(signedIn, h.operationsPage),
		"GET " + admin + "/audit":      h.operator(signedIn, h.wholeAuditPage),
	} {
		handle(pattern, page)
	}
}

// operator makes a handler of a page for those who run the installation. To
// everybody else who is signed in there is no such page.
func (h *Handler) operator(n need, page func(*visit) error) http.Handler {
	return h.serve(signedIn, func(v *visit) error {
		if !v.seat.User.Operator {
			return account.ErrNotFound
		}
		if n >= proven && !v.Auth.Sure(v.seat) {
			return auth.ErrUnsure
		}
		return page(v)
	})
}

// control is what the pages of administration have in common.
type control struct {
	sheet
	Sections []section
	Here     string // path of the section that is open
}

// control is the frame of the page; status and faults of s stand in it.
func (v *visit) control(s sheet) control {
	c := control{sheet: s, Sections: adminSections}
	path := v.path()
	for _, a := range adminSections {
		if path == a.Path || a.Path != admin && len(path) > len(a.Path) && path[:len(a.Path)+1] == a.Path+"/" {
			c.Here = a.Path
		}
	}
	return c
}

// Name is the key of a section's message.
func (control) Name(s section) string { return "admin" + s.Name()[len("account"):] }

// manage answers with a page of administration, whose title is the message
// admin.<name>.title.
func (v *visit) manage(name string, c control, data any) error {
	return v.render("admin-"+name, ui.Page{Title: v.t("admin." + name + ".title"), Status: c.status, Flash: v.flash(), Data: data})
}

// adminSheet is what the first page of administration shows.
type adminSheet struct {
	control
	Healthy  bool
	Install  Install
	Uptime   string
	Users    int64
	Accounts int64
	Waiting  []orderRow // orders that wait for somebody
	Held     []orderRow // paid otherwise than they should have been
	Disputed []orderRow
	Refunds  int // under way
}

// attention is how many orders of each kind the page shows.
const attention = 20

func (h *Handler) adminPage(v *visit) error {
	ctx := v.r.Context()
	s := adminSheet{control: v.control(sheet{}), Install: v.Install, Healthy: v.Install.Ready == nil || v.Install.Ready(ctx) == nil}
	if !v.Install.Started.IsZero() {
		s.Uptime = v.Now().Sub(v.Install.Started).Round(time.Second).String()
	}
	var err error
	if s.Accounts, s.Users, err = v.Store.Counts(ctx); err != nil {
		return err
	}
	for status, list := range map[account.OrderStatus]*[]orderRow{
		account.OrderOpen: &s.Waiting, account.OrderHeld: &s.Held, account.OrderDisputed: &s.Disputed,
	} {
		if *list, err = v.ordersOf(account.OrderQuery{Status: status, Limit: attention}); err != nil {
			return err
		}
	}
	refunds, err := v.Store.PendingRefunds(ctx, attention)
	s.Refunds = len(refunds)
	if err != nil {
		return err
	}
	return v.manage("overview", s.control, s)
}

// verifySheet is what became of a look at the whole ledger.
type verifySheet struct {
	control
	Report account.Report
	Took   time.Duration
}

// verify checks the whole ledger, the chain of the audit log included.
func (h *Handler) verify(v *visit) error {
	begun := time.Now()
	report, err := v.Store.Verify(v.r.Context())
	if err != nil {
		return err
	}
	c := v.control(sheet{})
	c.Here = admin
	return v.manage("verify", c, verifySheet{c, report, time.Since(begun).Round(time.Millisecond)})
}
