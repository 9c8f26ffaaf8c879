package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"unicode"
	"unicode/utf8"

	"toolcrib/internal/account"
	"toolcrib/internal/op"
	"toolcrib/internal/pay"
	"toolcrib/internal/pay/shop"
)

type ordersListCmd struct {
	SettingFlags `show:"data,database-url"`
	Account      string `help:"Only of one account, by id, or name where unique." placeholder:"ACCOUNT"`
	Status       string `help:"Only orders that are open, expired, held, paid, refunded or disputed." enum:",open,expired,held,paid,refunded,disputed" default:"" placeholder:"STATUS"`
	Limit        int    `help:"At most so many, the latest first." default:"100" placeholder:"N"`
	JSON         bool   `help:"Print JSON."`
}

// Run lists orders.
func (c *ordersListCmd) Run(ctx context.Context, p *Process, given flags) error {
	if c.Limit < 1 || c.Limit > 100_000 {
		return usage("--limit takes 1 to 100000")
	}
	return c.with(ctx, p, given, findStore, func(ctx context.Context, s account.Store) error {
		q := account.OrderQuery{Status: account.OrderStatus(c.Status), Limit: c.Limit}
		if c.Account != "" {
			a, err := findAccount(ctx, s, c.Account)
			if err != nil {
				return err
			}
			q.AccountID = a.ID
		}
		list, err := s.Orders(ctx, q)
		if err != nil {
			return err
		}
		rows := make([]op.Object, len(list))
		for i, o := range list {
			rows[i] = orderObject(o)
		}
		return printRows(p, c.JSON, rows, "There are no such orders.")
	})
}

func orderObject(o account.Order) op.Object {
	return op.Object{
		{Name: "id", Value: o.ID}, {Name: "account", Value: o.AccountID}, {Name: "pack", Value: o.Sku}, {Name: "rupees", Value: account.Rupees(o.Paise)},
		{Name: "provider", Value: o.Provider}, {Name: "status", Value: string(o.Status)}, {Name: "invoice", Value: optional(o.Invoice)},
		{Name: "remaining", Value: o.Remaining}, {Name: "created_at", Value: instant(o.CreatedAt)},
	}
}

// OrderRef names an order and has the Desk that deals with it.
type OrderRef struct {
	SettingFlags `show:"data,database-url"`
	Order        string `arg:"" help:"Id of the order, which 'toolcrib orders list' shows."`
	JSON         bool   `help:"Print JSON."`
}

// desk opens the store and the shop over it for f.
func (c *OrderRef) desk(ctx context.Context, p *Process, given flags, f func(ctx context.Context, d *pay.Desk) error) error {
	settings, _, err := c.load(p, given)
	if err != nil {
		return err
	}
	return c.with(ctx, p, given, findStore, func(ctx context.Context, s account.Store) error {
		log := slog.New(slog.DiscardHandler) // what went wrong is the command's error
		return c.explain(f(ctx, shop.Open(settings, settings.BaseURL, s, log).Desk))
	})
}

// explain says of an error what to do about it.
func (c *OrderRef) explain(err error) error {
	switch {
	case errors.Is(err, account.ErrNotFound):
		return fmt.Errorf("no order has the id %q; 'toolcrib orders list' shows all", c.Order)
	case errors.Is(err, account.ErrNothing):
		return fmt.Errorf("nothing can be refunded of the order %s: it is not paid, or its units are used; 'toolcrib orders show %[1]s' tells", c.Order)
	case errors.Is(err, account.ErrBusy):
		return fmt.Errorf("a refund of the order %s is under way already; 'toolcrib orders show %[1]s' tells how far it is", c.Order)
	case errors.Is(err, pay.ErrNotOurs):
		return fmt.Errorf("%w; give the settings that its orders were made with", err)
	case errors.Is(err, pay.ErrRefused):
		return fmt.Errorf("%w; the units were given back to the account", err)
	}
	return err
}

// show prints an order with all that belongs to it.
func (c *OrderRef) show(ctx context.Context, p *Process, d *pay.Desk) error {
	s, err := d.Sheet(ctx, "", c.Order)
	if err != nil {
		return err
	}
	o := append(orderObject(s.Order),
		op.Member{Name: "paid_at", Value: instant(s.Order.PaidAt)}, op.Member{Name: "grant", Value: optional(s.Order.GrantID)},
		op.Member{Name: "checkout", Value: optional(s.Order.Ref)}, op.Member{Name: "payment", Value: optional(s.Order.PaymentRef)})
	refunds := make([]op.Object, len(s.Refunds))
	for i, r := range s.Refunds {
		refunds[i] = op.Object{{Name: "id", Value: r.ID}, {Name: "units", Value: r.Units}, {Name: "rupees", Value: account.Rupees(r.Paise)}, {Name: "status", Value: string(r.Status)}, {Name: "at_provider", Value: r.External}}
	}
	credits := make([]string, len(s.Credits))
	for i, n := range s.Credits {
		credits[i] = n.Number
	}
	if c.JSON {
		return printJSON(p.Stdout, append(o, op.Member{Name: "refunds", Value: refunds}, op.Member{Name: "credit_notes", Value: credits}))
	}
	lines := make([][]string, 0, len(o)+len(refunds)+1)
	for _, m := range append(o, op.Member{Name: "credit_notes", Value: credits}) {
		lines = append(lines, []string{m.Name, cell(m.Value)})
	}
	for _, r := range s.Refunds {
		lines = append(lines, []string{"refund", fmt.Sprintf("%s, %d units, %s, %s", r.ID, r.Units, account.Rupees(r.Paise), r.Status)})
	}
	return printTable(p.Stdout, lines)
}

type ordersShowCmd struct{ OrderRef }

// Run shows an order.
func (c *ordersShowCmd) Run(ctx context.Context, p *Process, given flags) error {
	return c.desk(ctx, p, given, func(ctx context.Context, d *pay.Desk) error { return c.show(ctx, p, d) })
}

type ordersMarkPaidCmd struct {
	OrderRef
	Reference string `required:"" help:"What the bank or the cash book calls the payment, 1 to 64 characters." placeholder:"TEXT"`
}

// Run notes that the price of an order came in by hand, grants the units and
// prints the number of the invoice.
func (c *ordersMarkPaidCmd) Run(ctx context.Context, p *Process, given flags) error {
	invisible := func(r rune) bool { return !unicode.IsPrint(r) }
	if n := utf8.RuneCountInString(c.Reference); n < 1 || n > 64 || !utf8.ValidString(c.Reference) || strings.ContainsFunc(c.Reference, invisible) {
		return usage("--reference takes 1 to 64 visible characters")
	}
	return c.desk(ctx, p, given, func(ctx context.Context, d *pay.Desk) error {
		o, err := d.MarkPaid(ctx, c.Order, c.Reference)
		if err != nil {
			return err
		}
		return printID(p, c.JSON, o.Invoice, orderObject(o))
	})
}

type ordersRefundCmd struct {
	OrderRef
	Units *wholeNumber `help:"Units to take back, at most; without it all that are left. Used ones stay used." placeholder:"N"`
}

// Run gives money back for units that are left of an order and prints the
// number of the credit note.
func (c *ordersRefundCmd) Run(ctx context.Context, p *Process, given flags) error {
	units := int64(1) << 40 // above all that a pack can have
	if c.Units != nil {
		if units = int64(*c.Units); units == 0 {
			return usage("--units: 0 units are no refund; take 1 or more")
		}
	}
	return c.desk(ctx, p, given, func(ctx context.Context, d *pay.Desk) error {
		n, err := d.Refund(ctx, c.Order, units)
		if err != nil {
			return err
		}
		return printID(p, c.JSON, n.Number, op.Object{
			{Name: "credit_note", Value: n.Number}, {Name: "invoice", Value: n.Invoice}, {Name: "order", Value: n.OrderID},
			{Name: "units", Value: n.Units}, {Name: "rupees", Value: account.Rupees(n.Tax.Total())},
		})
	})
}
