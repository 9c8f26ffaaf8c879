package pay

import (
	"context"
	"fmt"

	"toolcrib/internal/account"
	"toolcrib/internal/pay/gst"
)

// Sheet is all there is to show of an order.
type Sheet struct {
	Order   account.Order
	Invoice *Paper // nil until it is paid
	Credits []Paper
	Refunds []account.Refund
}

// Paper is an invoice or a credit note, ready to be printed.
type Paper struct {
	Title   string // "Tax invoice", "Receipt" where no tax is shown, "Credit note"
	Number  string
	Date    string // in India, such as 2026-11-15
	Of      string // number of the invoice that a credit note is about
	Seller  account.Party
	Buyer   account.Party
	Item    string
	SAC     string
	Units   int64
	Amounts []Amount // the last is the total
}

// Amount is a line of a paper.
type Amount struct {
	Label string
	Paise int64
}

// Sheet reads an order of an account with its papers. account.ErrNotFound
// where the account has no such order; accountID "" is any account, for the
// operator.
func (d *Desk) Sheet(ctx context.Context, accountID, orderID string) (s Sheet, err error) {
	if s.Order, err = d.opts.Store.Order(ctx, orderID); err != nil {
		return s, err
	}
	if accountID != "" && s.Order.AccountID != accountID {
		return Sheet{}, account.ErrNotFound
	}
	if s.Order.Invoice == "" {
		return s, nil
	}
	invoice, err := d.opts.Store.Invoice(ctx, orderID)
	if err != nil {
		return s, err
	}
	paper := invoicePaper(&invoice, &s.Order)
	s.Invoice = &paper
	notes, err := d.opts.Store.CreditNotes(ctx, orderID)
	if err != nil {
		return s, err
	}
	for _, n := range notes {
		s.Credits = append(s.Credits, creditPaper(&n, &invoice))
	}
	s.Refunds, err = d.opts.Store.Refunds(ctx, orderID)
	return s, err
}

// History lists orders of an account, latest first: at most limit, made before
// the order named, "" = from the latest on.
func (d *Desk) History(ctx context.Context, accountID, before string, limit int) ([]account.Order, error) {
	return d.opts.Store.Orders(ctx, account.OrderQuery{AccountID: accountID, Before: before, Limit: limit})
}

func invoicePaper(v *account.Invoice, o *account.Order) Paper {
	p := Paper{
		Title: "Receipt", Number: v.Number, Date: account.IndianDate(v.IssuedAt), Seller: v.Seller, Buyer: v.Buyer,
		Item: v.Description, SAC: v.SAC, Units: o.Units, Amounts: amounts(&v.Bill, v.Tax),
	}
	if v.Rate > 0 {
		p.Title = "Tax invoice"
	}
	return p
}

func creditPaper(n *account.CreditNote, v *account.Invoice) Paper {
	return Paper{
		Title: "Credit note", Number: n.Number, Date: account.IndianDate(n.IssuedAt), Of: v.Number, Seller: v.Seller, Buyer: v.Buyer,
		Item: v.Description, SAC: v.SAC, Units: n.Units, Amounts: amounts(&v.Bill, n.Tax),
	}
}

// amounts are the lines of a price. Half a percent is written as a decimal.
func amounts(b *account.Bill, t account.Tax) []Amount {
	total := Amount{"Total", t.Total()}
	switch {
	case b.Rate == 0:
		return []Amount{total}
	case b.Interstate:
		return []Amount{{"Taxable value", t.Taxable}, {fmt.Sprintf("IGST %d %%", b.Rate), t.IGST}, total}
	}
	half := fmt.Sprint(b.Rate / 2)
	if b.Rate%2 != 0 {
		half += ".5"
	}
	second := "SGST "
	if gst.IsTerritory(b.Seller.State) {
		second = "UTGST "
	}
	return []Amount{{"Taxable value", t.Taxable}, {"CGST " + half + " %", t.CGST}, {second + half + " %", t.SGST}, total}
}
