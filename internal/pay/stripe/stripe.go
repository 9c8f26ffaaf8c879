// Package stripe is being paid through Stripe's hosted Checkout, by its
// official SDK. Messages are read by ourselves, so that an endpoint of any API
// version will do: only the names of the checkout or payment count in them.
package stripe

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	sdk "github.com/stripe/stripe-go/v85"
	"github.com/stripe/stripe-go/v85/checkout/session"
	"github.com/stripe/stripe-go/v85/refund"

	"toolcrib/internal/account"
	"toolcrib/internal/pay"
)

// Name is the provider's name.
const Name = "stripe"

// Options sets up a Provider.
type Options struct {
	Key           string           // secret or restricted API key
	WebhookSecret string           // whsec_…, of the endpoint; "" = no message is believed
	URL           string           // of the API, "" = Stripe's
	Now           func() time.Time // nil = time.Now
}

// Provider is a pay.Provider. It is safe for concurrent use.
type Provider struct {
	// The clients of two resources: that of all would add some ten megabytes to
	// the program.
	sessions session.Client
	refunds  refund.Client
	secret   string
	now      func() time.Time
}

// Bounds on one request. The SDK tries a request that failed twice more, with
// the same idempotency key.
const (
	timeout = 20 * time.Second
	retries = 2
)

// New returns a Provider.
func New(o Options) *Provider {
	config := &sdk.BackendConfig{
		HTTPClient:        &http.Client{Timeout: timeout},
		MaxNetworkRetries: sdk.Int64(retries),
		EnableTelemetry:   sdk.Bool(false),
		// The SDK would log requests, which name buyers' payments.
		LeveledLogger: &sdk.LeveledLogger{Level: sdk.LevelNull},
	}
	if o.URL != "" {
		config.URL = sdk.String(o.URL)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	api := sdk.GetBackendWithConfig(sdk.APIBackend, config)
	return &Provider{session.Client{B: api, Key: o.Key}, refund.Client{B: api, Key: o.Key}, o.WebhookSecret, o.Now}
}

// Name implements pay.Provider.
func (*Provider) Name() string { return Name }

// orderKey is the metadata that names our order, for people who look at the
// payment in Stripe's dashboard; refundKey that which names our refund.
const (
	orderKey  = "toolcrib_order"
	refundKey = "toolcrib_refund"
)

// CreateCheckout makes a Checkout Session for one order.
func (p *Provider) CreateCheckout(ctx context.Context, c pay.Checkout) (pay.Session, error) {
	order := map[string]string{orderKey: c.OrderID}
	params := &sdk.CheckoutSessionParams{
		Mode:              sdk.String(string(sdk.CheckoutSessionModePayment)),
		ClientReferenceID: sdk.String(c.OrderID),
		SuccessURL:        sdk.String(c.ReturnURL),
		CancelURL:         sdk.String(c.CancelURL),
		LineItems: []*sdk.CheckoutSessionLineItemParams{{
			Quantity: sdk.Int64(1),
			PriceData: &sdk.CheckoutSessionLineItemPriceDataParams{
				Currency:    sdk.String(strings.ToLower(account.Currency)),
				UnitAmount:  sdk.Int64(c.Paise),
				ProductData: &sdk.CheckoutSessionLineItemPriceDataProductDataParams{Name: sdk.String(c.Title)},
			},
		}},
		// Buyers abroad would otherwise pay in their own currency, which is not
		// the amount that was agreed.
		AdaptivePricing:   &sdk.CheckoutSessionAdaptivePricingParams{Enabled: sdk.Bool(false)},
		PaymentIntentData: &sdk.CheckoutSessionPaymentIntentDataParams{Metadata: order},
		Metadata:          order,
	}
	params.Context = ctx
	params.SetIdempotencyKey(c.OrderID)
	s, err := p.sessions.New(params)
	if err != nil {
		return pay.Session{}, plain(err)
	}
	return pay.Session{Ref: s.ID, URL: s.URL}, nil
}

// FetchOrder reads a Checkout Session with its payment and charge.
func (p *Provider) FetchOrder(ctx context.Context, l pay.Lookup) (account.Payment, error) {
	params := &sdk.CheckoutSessionParams{}
	params.Context = ctx
	params.AddExpand("payment_intent.latest_charge")
	s, err := p.sessions.Get(l.Ref, params)
	if err != nil {
		return account.Payment{}, plain(err)
	}
	out := account.Payment{Ref: s.ID, OrderID: s.ClientReferenceID}
	if s.Status == sdk.CheckoutSessionStatusExpired {
		out.State = account.PaymentExpired
	}
	intent := s.PaymentIntent
	if s.PaymentStatus != sdk.CheckoutSessionPaymentStatusPaid || intent == nil {
		return out, nil
	}
	out.State, out.PaymentRef = account.PaymentPaid, intent.ID
	out.Paise, out.Currency = intent.AmountReceived, strings.ToUpper(string(intent.Currency))
	if charge := intent.LatestCharge; charge != nil {
		out.Refunded, out.Disputed = charge.AmountRefunded, charge.Disputed
	}
	return out, nil
}

// Refund gives back a part of a payment. Stripe forgets idempotency keys after
// a day or so, and a refund may be tried again later than that; so the
// payment's refunds are looked through for ours first.
func (p *Provider) Refund(ctx context.Context, r pay.RefundRequest) (string, error) {
	list := &sdk.RefundListParams{PaymentIntent: sdk.String(r.PaymentRef)}
	list.Context = ctx
	made := p.refunds.List(list)
	for made.Next() {
		if made.Refund().Metadata[refundKey] == r.Key {
			return accepted(made.Refund())
		}
	}
	if err := made.Err(); err != nil {
		return "", plain(err)
	}
	params := &sdk.RefundParams{
		PaymentIntent: sdk.String(r.PaymentRef),
		Amount:        sdk.Int64(r.Paise),
		Metadata:      map[string]string{refundKey: r.Key},
	}
	params.Context = ctx
	params.SetIdempotencyKey(r.Key)
	refunded, err := p.refunds.New(params)
	if err != nil {
		var e *sdk.Error
		if errors.As(err, &e) && e.HTTPStatusCode == http.StatusBadRequest {
			return "", errors.Join(pay.ErrRefused, plain(err))
		}
		return "", plain(err)
	}
	return accepted(refunded)
}

func accepted(r *sdk.Refund) (string, error) {
	if r.Status == sdk.RefundStatusFailed || r.Status == sdk.RefundStatusCanceled {
		return "", fmt.Errorf("%w: %s is %s", pay.ErrRefused, r.ID, r.Status)
	}
	return r.ID, nil
}

// plain is an error of the SDK in few words: its own text holds the answer of
// the API, which may name the buyer.
func plain(err error) error {
	var e *sdk.Error
	if !errors.As(err, &e) {
		return fmt.Errorf("stripe: no answer: %w", err)
	}
	if e.HTTPStatusCode == http.StatusNotFound {
		return pay.ErrUnknown
	}
	return fmt.Errorf("stripe: status %d, %s %s, request %s", e.HTTPStatusCode, e.Type, e.Code, e.RequestID)
}
