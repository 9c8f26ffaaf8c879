// Package razorpay is being paid through Razorpay's hosted Payment Links, which
// offer UPI, cards and net banking. It is a thin client of our own: the
// official SDK for Go compares signatures in a time that tells of them, and
// keeps the address of the API in a global.
//
// A payment link has our order as its reference, which Razorpay keeps unique:
// so a link is made once for each order, which the Orders API would not see to.
package razorpay

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/pay"
)

// Name is the provider's name.
const Name = "razorpay"

// Options sets up a Provider.
type Options struct {
	KeyID, KeySecret string           // of the API
	WebhookSecret    string           // "" = no message is believed
	URL              string           // of the API, "" = Razorpay's
	Now              func() time.Time // nil = time.Now
}

// linkLife is how long a link can be paid; Stripe's live as long.
const linkLife = 24 * time.Hour

// Provider is a pay.Provider. It is safe for concurrent use.
type Provider struct {
	opts Options
	http *http.Client
}

// New returns a Provider.
func New(o Options) *Provider {
	if o.URL == "" {
		o.URL = "https://api.razorpay.com"
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Provider{o, newHTTP()}
}

// Name implements pay.Provider.
func (*Provider) Name() string { return Name }

type link struct {
	ID          string `json:"id"`
	ShortURL    string `json:"short_url"`
	Status      string `json:"status"`
	ReferenceID string `json:"reference_id"`
	Payments    []struct {
		ID string `json:"payment_id"`
	} `json:"payments"`
}

// CreateCheckout makes a payment link, or finds the one made before.
func (p *Provider) CreateCheckout(ctx context.Context, c pay.Checkout) (pay.Session, error) {
	var made link
	err := p.call(ctx, http.MethodPost, "/v1/payment_links", map[string]any{
		"amount": c.Paise, "currency": account.Currency, "accept_partial": false,
		"reference_id": c.OrderID, "description": c.Title,
		"callback_url": c.ReturnURL, "callback_method": "get",
		"expire_by": p.opts.Now().Add(linkLife).Unix(), "reminder_enable": false,
		"notes": map[string]string{"order": c.OrderID},
	}, &made)
	if errors.As(err, new(*refusal)) {
		// Most likely the reference is taken: by us, when the answer was lost.
		if found, ok := p.find(ctx, c.OrderID); ok {
			made, err = found, nil
		}
	}
	if err != nil {
		return pay.Session{}, err
	}
	return pay.Session{Ref: made.ID, URL: made.ShortURL}, nil
}

func (p *Provider) find(ctx context.Context, reference string) (link, bool) {
	var list struct {
		Links []link `json:"payment_links"`
	}
	err := p.call(ctx, http.MethodGet, "/v1/payment_links?reference_id="+url.QueryEscape(reference), nil, &list)
	if err != nil || len(list.Links) != 1 || list.Links[0].ReferenceID != reference {
		return link{}, false
	}
	return list.Links[0], true
}

// FetchOrder reads a payment link, the payment that paid it, and the dispute
// that a message told of: payments do not tell whether they are disputed.
func (p *Provider) FetchOrder(ctx context.Context, l pay.Lookup) (account.Payment, error) {
	var found link
	if err := p.call(ctx, http.MethodGet, "/v1/payment_links/"+url.PathEscape(l.Ref), nil, &found); err != nil {
		return account.Payment{}, err
	}
	out := account.Payment{Ref: found.ID, OrderID: found.ReferenceID}
	switch found.Status {
	case "expired", "cancelled":
		out.State = account.PaymentExpired
	case "paid":
		for _, listed := range found.Payments {
			if err := p.fetchPayment(ctx, listed.ID, &out); err != nil {
				return account.Payment{}, err
			}
			if out.State == account.PaymentPaid {
				return out, p.fetchDispute(ctx, l.Dispute, &out)
			}
		}
	}
	return out, nil
}

// fetchPayment fills in what was paid, where the money is there: "captured",
// or "refunded" once all of it was given back.
func (p *Provider) fetchPayment(ctx context.Context, id string, out *account.Payment) error {
	var paid struct {
		ID             string `json:"id"`
		Status         string `json:"status"`
		Amount         int64  `json:"amount"`
		Currency       string `json:"currency"`
		AmountRefunded int64  `json:"amount_refunded"`
	}
	if err := p.call(ctx, http.MethodGet, "/v1/payments/"+url.PathEscape(id), nil, &paid); err != nil {
		return err
	}
	if paid.Status == "captured" || paid.Status == "refunded" {
		out.State, out.PaymentRef = account.PaymentPaid, paid.ID
		out.Paise, out.Currency, out.Refunded = paid.Amount, paid.Currency, paid.AmountRefunded
	}
	return nil
}

func (p *Provider) fetchDispute(ctx context.Context, id string, out *account.Payment) error {
	if id == "" {
		return nil
	}
	var dispute struct {
		PaymentID string `json:"payment_id"`
		Status    string `json:"status"`
	}
	if err := p.call(ctx, http.MethodGet, "/v1/disputes/"+url.PathEscape(id), nil, &dispute); err != nil {
		return err
	}
	switch dispute.Status {
	case "open", "under_review", "lost":
		out.Disputed = dispute.PaymentID == out.PaymentRef
	}
	return nil
}

// Refund gives back a part of a payment. Its receipt is our refund; the
// payment's refunds are looked through for it first, so that it is made once.
func (p *Provider) Refund(ctx context.Context, r pay.RefundRequest) (string, error) {
	payment := "/v1/payments/" + url.PathEscape(r.PaymentRef)
	type refund struct {
		ID      string `json:"id"`
		Receipt string `json:"receipt"`
		Status  string `json:"status"`
	}
	var list struct {
		Items []refund `json:"items"`
	}
	if err := p.call(ctx, http.MethodGet, payment+"/refunds?count=100", nil, &list); err != nil {
		return "", err
	}
	var made refund
	for _, item := range list.Items {
		if item.Receipt == r.Key {
			made = item
		}
	}
	if made.ID == "" {
		err := p.call(ctx, http.MethodPost, payment+"/refund", map[string]any{"amount": r.Paise, "receipt": r.Key}, &made)
		if errors.As(err, new(*refusal)) {
			return "", errors.Join(pay.ErrRefused, err)
		}
		if err != nil {
			return "", err
		}
	}
	if made.Status == "failed" {
		return "", fmt.Errorf("%w: %s has failed", pay.ErrRefused, made.ID)
	}
	return made.ID, nil
}
