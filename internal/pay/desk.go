package pay

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/pay/gst"
)

// Options sets up a Desk.
type Options struct {
	Store     account.Orders
	Providers []Provider // new orders are paid by the first, older ones by their own; none = nothing is sold
	Packs     []account.Pack
	Seller    account.Party
	Rate      int64                       // of GST in percent, contained in the prices; shown where the seller has a GSTIN
	SAC       string                      // Services Accounting Code on invoices
	OrderURL  func(orderID string) string // the page of an order, where buyers come back to
	Now       func() time.Time            // nil = time.Now
	Log       *slog.Logger                // nil = none
}

// Desk sells. It keeps nothing itself: any number of processes may each have
// one over the same store. It is safe for concurrent use.
type Desk struct{ opts Options }

// New returns a Desk.
func New(o Options) *Desk {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Desk{o}
}

// Packs lists what is on sale; nothing where no provider is set up.
func (d *Desk) Packs() []account.Pack {
	if len(d.opts.Providers) == 0 {
		return nil
	}
	return slices.Clone(d.opts.Packs)
}

func (d *Desk) provider(name string) (Provider, error) {
	i := slices.IndexFunc(d.opts.Providers, func(p Provider) bool { return p.Name() == name })
	if i < 0 {
		return nil, fmt.Errorf("%w: %q", ErrNotOurs, name)
	}
	return d.opts.Providers[i], nil
}

// Purchase is what a buyer asks for.
type Purchase struct {
	AccountID string
	Sku       string
	Buyer     account.Party // for the invoice; all of it optional
	Token     string        // of the form: sent twice, it is one order; "" = each time a new one
}

// Buy makes an order and the place where it is paid: Order.URL, or "" where
// whoever runs the service says how. ErrNoPack, ErrClosed, a gst.Fault of the
// buyer, and the errors of account.Orders.CreateOrder.
func (d *Desk) Buy(ctx context.Context, p Purchase) (account.Order, error) {
	if len(d.opts.Providers) == 0 {
		return account.Order{}, ErrClosed
	}
	i := slices.IndexFunc(d.opts.Packs, func(k account.Pack) bool { return k.Sku == p.Sku })
	if i < 0 {
		return account.Order{}, fmt.Errorf("%w: %q", ErrNoPack, p.Sku)
	}
	buyer, err := gst.CheckParty(p.Buyer)
	if err != nil {
		return account.Order{}, err
	}
	o, err := d.opts.Store.CreateOrder(ctx, account.Order{
		AccountID: p.AccountID, Token: p.Token, Pack: d.opts.Packs[i], Buyer: buyer, Provider: d.opts.Providers[0].Name(),
	})
	if err != nil || o.Ref != "" || o.Status != account.OrderOpen {
		return o, err
	}
	return d.checkout(ctx, o)
}

// checkout makes an order's checkout and notes it. The buyer is told of it
// only after that, so that none is paid that nobody remembers.
func (d *Desk) checkout(ctx context.Context, o account.Order) (account.Order, error) {
	provider, err := d.provider(o.Provider)
	if err != nil {
		return o, err
	}
	page := d.opts.OrderURL(o.ID)
	session, err := provider.CreateCheckout(ctx, Checkout{
		OrderID: o.ID, Title: o.Title(), Paise: o.Paise, ReturnURL: page, CancelURL: page,
	})
	if err != nil {
		return o, fmt.Errorf("pay: no checkout at %s: %w", o.Provider, err)
	}
	bound, err := d.opts.Store.BindCheckout(ctx, o.ID, session.Ref, session.URL)
	if errors.Is(err, account.ErrForeign) {
		return d.opts.Store.Order(ctx, o.ID) // the same form sent twice at once, and the other was first
	}
	return bound, err
}

// Settle asks the provider of an order what became of it and does what follows.
// The page that buyers come back to and the operator's commands call it; it
// may be called at any time, also for orders that have ended.
func (d *Desk) Settle(ctx context.Context, orderID string) (account.Order, error) {
	o, err := d.opts.Store.Order(ctx, orderID)
	if err != nil || o.Ref == "" {
		return o, err
	}
	provider, err := d.provider(o.Provider)
	if err != nil {
		return o, err
	}
	return d.settle(ctx, provider, Lookup{Ref: o.Ref}, "")
}

// settle is the only way to a grant.
func (d *Desk) settle(ctx context.Context, provider Provider, l Lookup, event string) (account.Order, error) {
	p, err := provider.FetchOrder(ctx, l)
	if err != nil {
		return account.Order{}, err
	}
	p.Provider, p.Event = provider.Name(), event
	o, err := d.opts.Store.Order(ctx, p.OrderID)
	if err != nil {
		return o, err
	}
	if news(&p, &o) {
		if o, err = d.opts.Store.ApplyPayment(ctx, p, d.bill(&o)); err != nil {
			return o, err
		}
		if o.Status == account.OrderHeld {
			d.opts.Log.LogAttrs(ctx, slog.LevelError, "an order was not paid as it should have been; look at it at the provider",
				slog.String("order", o.ID), slog.Int64("due", o.Paise), slog.Int64("paid", p.Paise))
		}
	}
	return d.finishExternal(ctx, o)
}

// news tells whether a payment may change an order. It spares the store a
// transaction; it decides nothing.
func news(p *account.Payment, o *account.Order) bool {
	switch {
	case p.State == account.PaymentOpen:
		return false
	case !o.Status.Granted():
		return p.State == account.PaymentPaid || o.Status == account.OrderOpen
	}
	return p.Refunded > o.RefundedPaise || p.Disputed && o.Status != account.OrderDisputed
}

// bill is what the invoice of an order says.
func (d *Desk) bill(o *account.Order) account.Bill {
	b := account.Bill{Seller: d.opts.Seller, Buyer: o.Buyer, Description: o.Title()}
	if b.Seller.GSTIN != "" {
		b.SAC, b.Rate = d.opts.SAC, d.opts.Rate
		b.Interstate = b.Buyer.State != "" && b.Buyer.State != b.Seller.State
	}
	b.Tax = gst.Inclusive(o.Paise, b.Rate, b.Interstate)
	return b
}

// MarkPaid notes that the whole price of an order has come in by hand, and
// grants it. Only orders of the provider "manual" can be paid so.
func (d *Desk) MarkPaid(ctx context.Context, orderID, reference string) (account.Order, error) {
	o, err := d.opts.Store.Order(ctx, orderID)
	if err != nil {
		return o, err
	}
	if o.Provider != Manual {
		return o, fmt.Errorf("%w: it is paid by %s, which is asked whether it is", ErrNotManual, o.Provider)
	}
	if o.Ref == "" {
		if o, err = d.checkout(ctx, o); err != nil {
			return o, err
		}
	}
	if err := d.opts.Store.NoteReceipt(ctx, account.Receipt{OrderID: o.ID, Paise: o.Paise, Reference: reference}); err != nil {
		return o, err
	}
	return d.Settle(ctx, o.ID)
}

// Manual is the name of the provider that is the operator.
const Manual = "manual"

// ErrNotManual is the error of marking an order paid that a provider collects.
var ErrNotManual = errors.New("pay: the order is not paid by hand")
