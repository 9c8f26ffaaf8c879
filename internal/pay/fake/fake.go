// Package fake is a payment provider that moves no money, for tests and for
// 'serve --dev'. It keeps state as a real one does: checkouts that are made
// once for each order, declines, payments that succeed later, refunds with
// idempotency keys, disputes, and signed messages of all of it. Its checkout
// page is an http.Handler.
package fake

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/pay"
)

// Name is the provider's name.
const Name = "fake"

// Options sets up a Bank.
type Options struct {
	PageURL string           // where Handler is mounted, as buyers reach it, without a final slash
	Secret  string           // signs messages; must not be empty
	Now     func() time.Time // nil = time.Now
	Send    func(Message)    // is handed each message, outside of any lock; nil = none are sent
}

// Message is what the Bank tells of what happened, as a request would bring it.
type Message struct {
	Header http.Header
	Body   []byte
}

// Bank is a pay.Provider. It is safe for concurrent use.
type Bank struct {
	opts Options

	mu       sync.Mutex
	count    int
	sessions map[string]*session // by ref
	orders   map[string]*session // by order ID
	refunds  map[string]refund   // by idempotency key
}

type session struct {
	checkout pay.Checkout
	ref      string
	payment  account.Payment // as FetchOrder tells it
	waiting  bool            // the buyer has paid, the money is not there yet
}

type refund struct {
	ref, session string
	paise        int64
}

// Errors of what a buyer, or a caller that breaks the rules, tries.
var (
	ErrConflict = errors.New("fake: the same idempotency key was used for something else")
	ErrState    = errors.New("fake: the checkout is not in a state for that")
)

// New returns a Bank without any checkout.
func New(o Options) *Bank {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Send == nil {
		o.Send = func(Message) {}
	}
	return &Bank{opts: o, sessions: map[string]*session{}, orders: map[string]*session{}, refunds: map[string]refund{}}
}

// Name implements pay.Provider.
func (*Bank) Name() string { return Name }

func (b *Bank) next(prefix string) string {
	b.count++
	return fmt.Sprintf("%s_%d", prefix, b.count)
}

// CreateCheckout makes a checkout. The order is the idempotency key:
// ErrConflict where it was used for another amount.
func (b *Bank) CreateCheckout(_ context.Context, c pay.Checkout) (pay.Session, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.orders[c.OrderID]
	if s == nil {
		s = &session{checkout: c, ref: b.next("cs_fake")}
		s.payment = account.Payment{Ref: s.ref, OrderID: c.OrderID, Currency: account.Currency}
		b.orders[c.OrderID], b.sessions[s.ref] = s, s
	}
	if s.checkout != c {
		return pay.Session{}, ErrConflict
	}
	return pay.Session{Ref: s.ref, URL: b.opts.PageURL + "/" + s.ref}, nil
}

// FetchOrder tells the state of a checkout.
func (b *Bank) FetchOrder(_ context.Context, l pay.Lookup) (account.Payment, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.sessions[l.Ref]
	if s == nil {
		return account.Payment{}, pay.ErrUnknown
	}
	return s.payment, nil
}

// Refund gives money back. ErrConflict where the key was used for another
// amount, pay.ErrRefused where more would be given back than was paid, or the
// buyer's bank has taken the money already.
func (b *Bank) Refund(_ context.Context, r pay.RefundRequest) (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if done, ok := b.refunds[r.Key]; ok {
		if done.session != r.Ref || done.paise != r.Paise {
			return "", ErrConflict
		}
		return done.ref, nil
	}
	s := b.sessions[r.Ref]
	if s == nil || s.payment.State != account.PaymentPaid || s.payment.Disputed ||
		r.Paise <= 0 || s.payment.Refunded+r.Paise > s.payment.Paise || r.PaymentRef != s.payment.PaymentRef {
		return "", pay.ErrRefused
	}
	s.payment.Refunded += r.Paise
	done := refund{b.next("re_fake"), r.Ref, r.Paise}
	b.refunds[r.Key] = done
	return done.ref, nil
}

// change alters a checkout and tells of it.
func (b *Bank) change(ref, kind string, f func(*session) bool) error {
	b.mu.Lock()
	s := b.sessions[ref]
	if s == nil || !f(s) {
		b.mu.Unlock()
		return ErrState
	}
	m := b.message(kind, s)
	b.mu.Unlock()
	b.opts.Send(m)
	return nil
}

func (b *Bank) succeed(s *session) {
	s.waiting = false
	s.payment.State, s.payment.Paise, s.payment.PaymentRef = account.PaymentPaid, s.checkout.Paise, b.next("pay_fake")
}

// Pay pays a checkout at once.
func (b *Bank) Pay(ref string) error {
	return b.change(ref, "checkout.paid", func(s *session) bool {
		ok := s.payment.State == account.PaymentOpen && !s.waiting
		if ok {
			b.succeed(s)
		}
		return ok
	})
}

// PayOtherwise pays with another amount or currency, as no honest provider does.
func (b *Bank) PayOtherwise(ref string, paise int64, currency string) error {
	return b.change(ref, "checkout.paid", func(s *session) bool {
		ok := s.payment.State == account.PaymentOpen
		if ok {
			b.succeed(s)
			s.payment.Paise, s.payment.Currency = paise, currency
		}
		return ok
	})
}

// PayLater begins a payment whose money comes, or does not, with Arrive.
func (b *Bank) PayLater(ref string) error {
	return b.change(ref, "checkout.completed", func(s *session) bool {
		ok := s.payment.State == account.PaymentOpen && !s.waiting
		s.waiting = s.waiting || ok
		return ok
	})
}

// Arrive ends a payment begun with PayLater.
func (b *Bank) Arrive(ref string, success bool) error {
	kind := "checkout.failed"
	if success {
		kind = "checkout.paid"
	}
	return b.change(ref, kind, func(s *session) bool {
		if !s.waiting {
			return false
		}
		if s.waiting = false; success {
			b.succeed(s)
		}
		return true
	})
}

// Decline refuses a payment; the checkout stays open.
func (b *Bank) Decline(ref string) error {
	return b.change(ref, "payment.declined", func(s *session) bool { return s.payment.State == account.PaymentOpen })
}

// Expire ends a checkout that is not paid.
func (b *Bank) Expire(ref string) error {
	return b.change(ref, "checkout.expired", func(s *session) bool {
		ok := s.payment.State == account.PaymentOpen && !s.waiting
		if ok {
			s.payment.State = account.PaymentExpired
		}
		return ok
	})
}

// GiveBack refunds paise by the hand of the seller, at the provider.
func (b *Bank) GiveBack(ref string, paise int64) error {
	return b.change(ref, "payment.refunded", func(s *session) bool {
		ok := s.payment.State == account.PaymentPaid && paise > 0 && s.payment.Refunded+paise <= s.payment.Paise
		if ok {
			s.payment.Refunded += paise
		}
		return ok
	})
}

// Dispute has the buyer's bank take the money back.
func (b *Bank) Dispute(ref string) error {
	return b.change(ref, "payment.disputed", func(s *session) bool {
		ok := s.payment.State == account.PaymentPaid && !s.payment.Disputed
		s.payment.Disputed = s.payment.Disputed || ok
		return ok
	})
}

// Refunded is what was given back for a checkout, in paise.
func (b *Bank) Refunded(ref string) int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.sessions[ref].payment.Refunded
}
