package desk

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"toolcrib/internal/account"
	"toolcrib/internal/pay"
	"toolcrib/internal/pay/gst"
	"toolcrib/internal/web/ui"
)

// orderSheet is what the page of an order shows: where its buyer comes back to
// from the checkout, and the receipt.
type orderSheet struct {
	sheet
	Row     orderRow
	Title   string // of the invoice, as part of a message's key; "" = there is none yet
	Notes   []paperLink
	Refunds []refundRow
	State   string // name of the buyer's state, "" = not told
	Manual  bool
	Waiting bool // for the provider: the page asks again by itself
	Unsure  bool // the provider could not be asked just now
	Contact string
	Base    string // path of the order
}

// paperLink is a credit note as the page of its order names it.
type paperLink struct {
	Path   string
	Number string
	Date   string
	Amount string
}

// refundRow is a refund as tables show it.
type refundRow struct {
	account.Refund
	Amount string
}

// Badge is the class of the status.
func (r refundRow) Badge() string {
	switch r.Status {
	case account.RefundDone:
		return "good"
	case account.RefundFailed:
		return "bad"
	}
	return "warn"
}

// watchFor is how long after an order the page asks again by itself.
const watchFor = 15 * time.Minute

// orderPage asks the provider what became of the order, so that it tells the
// truth whether or not a message of it has come, and who comes twice gets no
// more than who comes once.
func (h *Handler) orderPage(v *visit) error {
	ctx, id := v.r.Context(), v.r.PathValue("order")
	own, err := v.Sales.Desk.Sheet(ctx, v.place.Account.ID, id)
	if err != nil {
		return err
	}
	unsure := false
	if !own.Order.Status.Granted() {
		if _, err := v.Sales.Desk.Settle(ctx, id); err != nil {
			v.Log.Warn("a provider could not be asked about an order", "order", id, "cause", err)
			unsure = true
		}
		if own, err = v.Sales.Desk.Sheet(ctx, v.place.Account.ID, id); err != nil {
			return err
		}
	}
	if ui.WantsFragment(v.r) {
		v.Site.Send(v.w, v.r, "text/plain; charset=utf-8", "no-store", []byte(own.Order.Status))
		return nil
	}
	s := v.orderSheet(own, orders)
	s.Unsure = unsure
	s.Waiting = own.Order.Status == account.OrderOpen && !s.Manual && v.Now().Sub(own.Order.CreatedAt) < watchFor
	return v.tell("order", s.sheet, ui.Page{Data: s})
}

// orderSheet makes the page of an order below a path.
func (v *visit) orderSheet(own pay.Sheet, below string) orderSheet {
	o := own.Order
	s := orderSheet{
		sheet: v.sheet(), Row: v.orderRow(o), State: gst.StateName(o.Buyer.State), Manual: o.Provider == pay.Manual,
		Contact: v.Sales.Contact, Base: below + "/" + o.ID,
	}
	if own.Invoice != nil {
		s.Title = strings.ReplaceAll(strings.ToLower(own.Invoice.Title), " ", "_")
	}
	for i, n := range own.Credits {
		s.Notes = append(s.Notes, paperLink{
			Path: s.Base + "/credit/" + strconv.Itoa(i+1), Number: n.Number, Date: n.Date, Amount: v.rupees(n.Amounts[len(n.Amounts)-1].Paise),
		})
	}
	for _, r := range own.Refunds {
		s.Refunds = append(s.Refunds, refundRow{r, v.rupees(r.Paise)})
	}
	return s
}

// paperSheet is an invoice or credit note as it is printed. Its words are
// English whoever reads it: it is the paper that was issued.
type paperSheet struct {
	pay.Paper
	Quantity string // units
	Lines    []paperLine
	OfDate   string // of the invoice that a credit note is about
	Sold     string // name of the seller's state
	Place    string // of supply, "" where no tax is shown
	OrderID  string
	Back     string
}

// paperLine is an amount of a paper.
type paperLine struct {
	Label, Amount string
	Total         bool
}

func (h *Handler) ownPaper(v *visit) error { return v.paper(v.place.Account.ID, orders) }

// paper answers with a paper of an order alone, without the frame of a page.
func (v *visit) paper(accountID, below string) error {
	own, err := v.Sales.Desk.Sheet(v.r.Context(), accountID, v.r.PathValue("order"))
	if err != nil {
		return err
	}
	p := own.Invoice
	if number := v.r.PathValue("number"); number != "" {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > len(own.Credits) {
			return account.ErrNotFound
		}
		p = &own.Credits[n-1]
	}
	if p == nil {
		return &stop{http.StatusNotFound, "billing.stop.paper"}
	}
	s := paperSheet{
		Paper: *p, Quantity: message.NewPrinter(language.English).Sprint(p.Units), OrderID: own.Order.ID,
		Sold: gst.StateName(p.Seller.State), Back: below + "/" + own.Order.ID,
	}
	if p.Of != "" {
		s.OfDate = own.Invoice.Date
	}
	if len(p.Amounts) > 1 {
		s.Place = gst.StateName(p.Buyer.State)
		if s.Place == "" {
			s.Place = s.Sold
		}
	}
	for i, a := range p.Amounts {
		s.Lines = append(s.Lines, paperLine{a.Label, "₹" + account.Rupees(a.Paise), i == len(p.Amounts)-1})
	}
	v.set.Fragment(v.w, v.r, "billing-paper", "paper", ui.Page{
		Title: p.Title + " " + p.Number, Path: v.path(), NoIndex: true, Viewer: v.viewer(), Data: s,
	})
	return nil
}
