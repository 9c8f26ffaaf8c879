// Package pay sells packs of units. A Desk takes orders, has providers collect
// the money, and sees that each paid order is granted once, whatever a provider
// repeats, delays, reorders, or somebody forges.
//
// One rule holds it together: nothing that is sent to us grants anything. A
// message, a buyer who comes back from the checkout, an operator and the poller
// all do no more than make the Desk ask the provider what became of the
// checkout. What it answers is applied in one transaction of the store, which
// compares amount, currency, order and checkout, and can be applied any number
// of times. So a lost message only delays, and a forged one only costs a
// question.
package pay

import (
	"context"
	"errors"
	"net/http"

	"toolcrib/internal/account"
)

// Provider is a way of being paid. Every method may be called again with the
// same arguments after any failure, without a second effect.
type Provider interface {
	// Name is the provider's in orders and in the path of its messages:
	// letters a to z.
	Name() string
	// CreateCheckout makes the place where an order is paid, once for each order.
	CreateCheckout(ctx context.Context, c Checkout) (Session, error)
	// ParseWebhook proves that a message is the provider's and reads whom it
	// is about. ErrForged where it is not, or too old or too new. A message
	// that is about no checkout is the zero Event.
	ParseWebhook(header http.Header, body []byte) (Event, error)
	// FetchOrder asks what became of a checkout. ErrUnknown where there is no
	// such checkout. Provider and Event of the answer are left empty.
	FetchOrder(ctx context.Context, l Lookup) (account.Payment, error)
	// Refund gives back a part of what was paid and returns the provider's name
	// of that. ErrRefused where it never will; after any other error it may
	// have happened.
	Refund(ctx context.Context, r RefundRequest) (ref string, err error)
}

// Errors of providers and of the Desk.
var (
	ErrForged  = errors.New("pay: the message is not the provider's")
	ErrUnknown = errors.New("pay: the provider knows of no such checkout")
	ErrRefused = errors.New("pay: the provider refused the refund")
	ErrNoPack  = errors.New("pay: no such pack is on sale")
	ErrClosed  = errors.New("pay: nothing is on sale here")
	ErrNotOurs = errors.New("pay: the provider of the order is not set up")
)

// Checkout is what a provider is to collect.
type Checkout struct {
	OrderID   string // kept by the provider, and its idempotency key
	Title     string
	Paise     int64  // of account.Currency
	ReturnURL string // where the buyer goes once it is paid
	CancelURL string // or not
}

// Session is a checkout that was made.
type Session struct {
	Ref string // the provider's name of it
	URL string // where it is paid, "" where the provider has no page
}

// Event is what a message is about; nothing else in it counts.
type Event struct {
	ID         string // the same when the message is sent again
	Ref        string // of the checkout, or "" and
	PaymentRef string // of the payment
	Dispute    string // the provider's name of a dispute it tells of, "" = none
}

// Lookup names a checkout to ask about.
type Lookup struct {
	Ref     string
	Dispute string // that a message told of, for providers whose payments do not tell; "" = none
}

// RefundRequest is money to be given back.
type RefundRequest struct {
	Ref        string // of the checkout
	PaymentRef string // of the payment
	Paise      int64
	Key        string // the same for the same refund
}
