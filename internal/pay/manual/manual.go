// Package manual is the provider that is the operator: the money comes by bank
// transfer or in cash, and whoever runs the service marks the order paid. What
// it knows is in the store's receipts.
package manual

import (
	"context"
	"errors"
	"net/http"

	"toolcrib/internal/account"
	"toolcrib/internal/pay"
)

// Provider is a pay.Provider.
type Provider struct{ store account.Orders }

// New returns the provider over the store that receipts are noted in.
func New(store account.Orders) *Provider { return &Provider{store} }

// Name implements pay.Provider.
func (*Provider) Name() string { return pay.Manual }

// CreateCheckout names the checkout like the order. There is no page: how to
// pay is said by whoever runs the service.
func (*Provider) CreateCheckout(_ context.Context, c pay.Checkout) (pay.Session, error) {
	return pay.Session{Ref: c.OrderID}, nil
}

// ParseWebhook believes nothing: nobody sends messages for the operator.
func (*Provider) ParseWebhook(http.Header, []byte) (pay.Event, error) {
	return pay.Event{}, pay.ErrForged
}

// FetchOrder tells whether there is a receipt, and of how much.
func (p *Provider) FetchOrder(ctx context.Context, l pay.Lookup) (account.Payment, error) {
	out := account.Payment{Ref: l.Ref, OrderID: l.Ref, PaymentRef: l.Ref, Currency: account.Currency}
	receipt, err := p.store.Receipt(ctx, l.Ref)
	switch {
	case errors.Is(err, account.ErrNotFound):
	case err != nil:
		return account.Payment{}, err
	default:
		out.State, out.Paise = account.PaymentPaid, receipt.Paise
	}
	return out, nil
}

// Refund does nothing: the operator hands the money back.
func (*Provider) Refund(_ context.Context, r pay.RefundRequest) (string, error) { return r.Key, nil }
