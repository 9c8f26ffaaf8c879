package desk

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"toolcrib/internal/account"
	"toolcrib/internal/pay"
	"toolcrib/internal/web/ui"
)

// Sales is what the pages of buying have to go by.
type Sales struct {
	Desk     *pay.Desk     // nil = nothing is sold
	Provider string        // that new orders are paid by, as orders name it
	Hosts    []string      // origins beside our own that checkouts are at
	Seller   account.Party // as invoices name it
	Rate     int64         // of GST in the prices, in percent; shown where the seller has a GSTIN
	SAC      string
	Plan     account.Plan // what is free, to tell
	Contact  string       // how the operator is reached, "" = not told
}

// Paths of the pages of buying.
const (
	billing = "/account/billing" // also rest.BillingPath: refusals for want of units lead there
	orders  = billing + "/orders"
)

// sell registers the pages of buying.
func (h *Handler) sell(handle func(pattern string, page http.Handler)) {
	const viewer, admin = account.RoleViewer, account.RoleAdmin
	for pattern, page := range map[string]http.Handler{
		"GET " + billing:                             h.serve(anybody, h.billingPage),
		"GET " + billing + "/buy":                    h.in(signedIn, admin, h.buyPage),
		"POST " + billing + "/buy":                   h.in(signedIn, admin, h.buy),
		"GET " + billing + "/ledger":                 h.in(signedIn, viewer, h.ledgerPage),
		"GET " + billing + "/ledger.csv":             h.in(signedIn, viewer, h.ledgerCSV),
		"GET " + orders:                              h.in(signedIn, viewer, h.ordersPage),
		"GET " + orders + "/{order}":                 h.in(signedIn, viewer, h.orderPage),
		"GET " + orders + "/{order}/invoice":         h.in(signedIn, viewer, h.ownPaper),
		"GET " + orders + "/{order}/credit/{number}": h.in(signedIn, viewer, h.ownPaper),
	} {
		handle(pattern, page)
	}
}

// tell answers with a page of buying, whose title is the message
// billing.<name>.title.
func (v *visit) tell(name string, s sheet, p ui.Page) error {
	p.Title, p.Status = v.t("billing."+name+".title"), s.status
	if v.seat != nil {
		p.Flash = v.flash()
	}
	return v.render("billing-"+name, p)
}

// rupees writes an amount of money.
func (v *visit) rupees(paise int64) string {
	sign := ""
	if paise < 0 {
		sign, paise = "−", -paise
	}
	return fmt.Sprintf("%s₹%s.%02d", sign, v.number(paise/100), paise%100)
}

// price is rupees without decimals where there are none to tell.
func (v *visit) price(paise int64) string { return strings.TrimSuffix(v.rupees(paise), ".00") }

// packCard is a pack on sale.
type packCard struct {
	account.Pack
	Price string
	Each  string // paise of one unit, to four decimals
}

func (v *visit) packs() (cards []packCard) {
	for _, p := range v.Sales.Desk.Packs() {
		cards = append(cards, packCard{p, v.price(p.Paise), perUnit(p)})
	}
	return cards
}

// perUnit is what a unit of a pack costs, in paise, rounded half up to four
// decimals.
func perUnit(p account.Pack) string {
	const scale = 10_000
	n := (2*p.Paise*scale + p.Units) / (2 * p.Units)
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%d.%04d", n/scale, n%scale), "0"), ".")
}

// pack is a pack in words.
func (v *visit) pack(p account.Pack) string { return v.t("billing.pack."+string(p.Pool), p.Units) }

// orderRow is an order as lists show it.
type orderRow struct {
	account.Order
	Pack  string
	Price string
	Whose string // name of the account, where there are several
}

// Badge is the class of the status.
func (o orderRow) Badge() string {
	switch o.Status {
	case account.OrderPaid:
		return "good"
	case account.OrderOpen:
		return "warn"
	case account.OrderHeld, account.OrderDisputed:
		return "bad"
	}
	return ""
}

func (v *visit) orderRow(o account.Order) orderRow {
	return orderRow{Order: o, Pack: v.pack(o.Pack), Price: v.rupees(o.Paise)}
}

func (v *visit) orderRows(list []account.Order) (rows []orderRow) {
	for _, o := range list {
		rows = append(rows, v.orderRow(o))
	}
	return rows
}

// leads tells whether a form of ours may lead to a place to pay: the policy of
// the page with the form names our own origin and those of Sales.Hosts.
func (v *visit) leads(to string) bool {
	u, err := url.Parse(to)
	if err != nil || to == "" {
		return false
	}
	own, err := url.Parse(v.BaseURL)
	if err != nil {
		return false
	}
	origin := u.Scheme + "://" + u.Host
	return origin == own.Scheme+"://"+own.Host || slices.Contains(v.Sales.Hosts, origin)
}
