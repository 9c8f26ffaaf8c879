package desk

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"toolcrib/internal/account"
	"toolcrib/internal/auth"
)

// accountRow is an account as lists show it.
type accountRow struct {
	account.Account
	Keys int // that may be used now
}

// accountsSheet is what the list of accounts shows.
type accountsSheet struct {
	control
	Query string
	Rows  []accountRow // latest first
	More  bool         // there are others
}

// mostRows is how many accounts or users a page lists.
const mostRows = 200

func (h *Handler) accountsPage(v *visit) error {
	s := accountsSheet{control: v.control(sheet{}), Query: strings.TrimSpace(v.r.URL.Query().Get("q"))}
	accounts, err := v.Store.AccountsPage(v.r.Context(), s.Query, "", mostRows+1)
	if err != nil {
		return err
	}
	s.More = len(accounts) > mostRows
	for _, a := range accounts[:min(len(accounts), mostRows)] {
		keys, err := v.Store.Keys(v.r.Context(), a.ID)
		if err != nil {
			return err
		}
		row := accountRow{Account: a}
		for _, k := range keys {
			if k.Active(v.Now()) {
				row.Keys++
			}
		}
		s.Rows = append(s.Rows, row)
	}
	return v.manage("accounts", s.control, s)
}

// grantRow is a grant with what it can be told by.
type grantRow struct {
	account.GrantLine
	Takes bool // units may be taken out of it here
}

// Kind is the class, as part of a message's key.
func (g grantRow) Kind() string {
	return [...]string{"allowance", "free", "promo", "prepaid"}[g.Class]
}

// accountSheet is what the page of one account shows.
type accountSheet struct {
	control
	Account  account.Account
	Members  []account.Membership
	Keys     []keyRow
	Left     []pool
	Grants   []grantRow // latest first, but for free ones of months gone by
	Orders   []orderRow
	UnitsOf  []account.Pool
	Roles    []account.Role
	Link     string // of an invite made just now
	Units    string // of the form that gives, as it was typed
	Pool     string
	Class    string
	OrderCap int
}

func (h *Handler) accountPage(v *visit) error { return v.accountForm(sheet{}) }

// looking is the visit with another account looked at: pages of members use the
// same readers.
func (v *visit) looking(a account.Account) *visit {
	w := *v
	w.place = account.Membership{Account: a}
	return &w
}

// theAccount finds the account that the path names, by its ID alone.
func (v *visit) theAccount() (account.Account, error) {
	id := v.r.PathValue("account")
	a, err := v.Store.Account(v.r.Context(), id)
	if err == nil && a.ID != id {
		err = account.ErrNotFound
	}
	return a, err
}

func (v *visit) accountForm(faulty sheet) error {
	a, err := v.theAccount()
	if err != nil {
		return err
	}
	ctx := v.r.Context()
	s := accountSheet{
		control: v.control(faulty), Account: a, UnitsOf: unitPools, Roles: account.Roles(), Link: v.takeOnceAt(v.accountPath(a.ID)),
		Units: v.value("units"), Pool: v.value("pool"), Class: v.value("class"), OrderCap: latestOrders,
	}
	if s.Members, err = v.Store.Members(ctx, a.ID); err != nil {
		return err
	}
	w := v.looking(a)
	if s.Keys, err = w.keyRows(); err != nil {
		return err
	}
	if s.Left, err = w.pools(); err != nil {
		return err
	}
	st, err := v.Store.Statement(ctx, a.ID)
	if err != nil {
		return err
	}
	for _, g := range slices.Backward(st.Grants) {
		if g.Period == "" || g.Period == account.Period(st.At) {
			s.Grants = append(s.Grants, grantRow{g, g.Class >= account.ClassPromo && g.OrderID == "" && g.Remaining > 0})
		}
	}
	list, err := v.Sales.Desk.History(ctx, a.ID, "", latestOrders)
	if err != nil {
		return err
	}
	s.Orders = v.orderRows(list)
	return v.manage("account", s.control, s)
}

func (v *visit) accountPath(id string) string { return admin + "/accounts/" + id }

// takeOnceAt takes the secret that waits for the page of a path.
func (v *visit) takeOnceAt(path string) string {
	text, _ := v.secrets.Take(v.seat.Session.ID + path)
	return text
}

// givable are the classes of units that an operator gives.
var givable = map[string]account.Class{"promo": account.ClassPromo, "prepaid": account.ClassPrepaid}

// maxGiven bounds what is given at once, far above any pack.
const maxGiven = 1_000_000_000_000

// giveUnits gives units to an account.
func (h *Handler) giveUnits(v *visit) error {
	a, err := v.theAccount()
	if err != nil {
		return err
	}
	pool := account.Pool(v.value("pool"))
	class, known := givable[v.value("class")]
	if !known || !slices.Contains(unitPools, pool) {
		return &stop{http.StatusUnprocessableEntity, "auth.stop.malformed"}
	}
	units, ok := whole(v.value("units"), maxGiven)
	if !ok {
		return v.accountForm(v.amiss("units", v.t("admin.fault.units", int64(maxGiven))))
	}
	if _, err := v.Store.Grant(v.r.Context(), account.Grant{AccountID: a.ID, Pool: pool, Class: class, Units: units}); err != nil {
		return err
	}
	v.say("admin.account.given", units, a.Name)
	return v.redirect(v.accountPath(a.ID))
}

// whole reads a whole number of 1 to most.
func whole(text string, most int64) (n int64, ok bool) {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	return n, err == nil && n >= 1 && n <= most
}

// amiss is the sheet of a page of administration with a fault in a field.
func (v *visit) amiss(field, text string) sheet {
	return sheet{faults: faults{Fields: map[string]string{field: text}, status: http.StatusUnprocessableEntity}}
}

// takeUnits takes units that are left of a grant back. What an order bought is
// refunded there, with its money.
func (h *Handler) takeUnits(v *visit) error {
	a, err := v.theAccount()
	if err != nil {
		return err
	}
	st, err := v.Store.Statement(v.r.Context(), a.ID)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(st.Grants, func(g account.GrantLine) bool { return g.ID == v.value("grant") })
	if i < 0 || st.Grants[i].OrderID != "" || st.Grants[i].Class < account.ClassPromo {
		return account.ErrNotFound
	}
	units, ok := whole(v.value("take"), maxGiven)
	if !ok {
		return v.accountForm(v.amiss("take", v.t("admin.fault.units", int64(maxGiven))))
	}
	taken, err := v.Store.Refund(v.r.Context(), st.Grants[i].ID, units)
	if err != nil {
		return err
	}
	v.say("admin.account.taken", taken, a.Name)
	return v.redirect(v.accountPath(a.ID))
}

// setSuspended keeps an account from calling, or lets it again.
func (h *Handler) setSuspended(suspended bool) func(*visit) error {
	return func(v *visit) error {
		a, err := v.theAccount()
		if err != nil {
			return err
		}
		if err := v.Store.SetSuspended(v.r.Context(), a.ID, suspended); err != nil {
			return err
		}
		if suspended {
			v.say("admin.account.suspended", a.Name)
		} else {
			v.say("admin.account.lifted", a.Name)
		}
		return v.redirect(v.accountPath(a.ID))
	}
}

// inviteInto makes a link that takes its holder into an account.
func (h *Handler) inviteInto(v *visit) error {
	a, err := v.theAccount()
	if err != nil {
		return err
	}
	role := account.Role(v.value("role"))
	if !slices.Contains(account.Roles(), role) {
		return &stop{http.StatusUnprocessableEntity, "auth.stop.malformed"}
	}
	link := account.Link{Kind: account.LinkInvite, AccountID: a.ID, Role: role}
	return v.makeLink(link, v.accountPath(a.ID))
}

// makeLink makes a link that the page of a path shows once.
func (v *visit) makeLink(l account.Link, path string) error {
	token, _, err := auth.MakeLink(v.r.Context(), v.Store, l, v.Now())
	if err != nil {
		return err
	}
	v.keepOnce(path, auth.LinkURL(v.BaseURL, l.Kind, token))
	return v.redirect(path)
}
