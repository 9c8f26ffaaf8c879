package pay_test

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"toolcrib/internal/account"
	"toolcrib/internal/pay"
)

// errCrash is what a process that has ended answers.
var errCrash = errors.New("crashed")

// cut ends a process at a step: a call of the store or of the provider. From
// then on it does nothing any more.
type cut struct {
	mu    sync.Mutex
	steps int  // calls that are still carried out; below 0 = all
	after bool // the call that it ends at has its effect, and the answer is lost
	dead  bool
}

// step tells whether a call is carried out, and whether its answer arrives.
func (c *cut) step() (runs, answers bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.dead {
		return false, false
	}
	if c.steps--; c.steps == -1 {
		c.dead = true
		return c.after, false
	}
	return true, true
}

// never is a process that does not end.
func never() *cut { return &cut{steps: -2} }

func through[T any](c *cut, f func() (T, error)) (T, error) {
	var none T
	runs, answers := c.step()
	if !runs {
		return none, errCrash
	}
	v, err := f()
	if !answers {
		return none, errCrash
	}
	return v, err
}

// ledger has another name than its method Orders, which it would hide.
type ledger = account.Orders

type cutStore struct {
	ledger
	c *cut
}

func (s cutStore) CreateOrder(ctx context.Context, o account.Order) (account.Order, error) {
	return through(s.c, func() (account.Order, error) { return s.ledger.CreateOrder(ctx, o) })
}

func (s cutStore) BindCheckout(ctx context.Context, id, ref, url string) (account.Order, error) {
	return through(s.c, func() (account.Order, error) { return s.ledger.BindCheckout(ctx, id, ref, url) })
}

func (s cutStore) Order(ctx context.Context, id string) (account.Order, error) {
	return through(s.c, func() (account.Order, error) { return s.ledger.Order(ctx, id) })
}

func (s cutStore) OrderByPayment(ctx context.Context, provider, ref string) (account.Order, error) {
	return through(s.c, func() (account.Order, error) { return s.ledger.OrderByPayment(ctx, provider, ref) })
}

func (s cutStore) Orders(ctx context.Context, q account.OrderQuery) ([]account.Order, error) {
	return through(s.c, func() ([]account.Order, error) { return s.ledger.Orders(ctx, q) })
}

func (s cutStore) EventSeen(ctx context.Context, provider, id string) (bool, error) {
	return through(s.c, func() (bool, error) { return s.ledger.EventSeen(ctx, provider, id) })
}

func (s cutStore) ExpireOrder(ctx context.Context, id string) (account.Order, error) {
	return through(s.c, func() (account.Order, error) { return s.ledger.ExpireOrder(ctx, id) })
}

func (s cutStore) Invoice(ctx context.Context, id string) (account.Invoice, error) {
	return through(s.c, func() (account.Invoice, error) { return s.ledger.Invoice(ctx, id) })
}

func (s cutStore) Refunds(ctx context.Context, id string) ([]account.Refund, error) {
	return through(s.c, func() ([]account.Refund, error) { return s.ledger.Refunds(ctx, id) })
}

func (s cutStore) PendingRefunds(ctx context.Context, n int) ([]account.Refund, error) {
	return through(s.c, func() ([]account.Refund, error) { return s.ledger.PendingRefunds(ctx, n) })
}

func (s cutStore) ApplyPayment(ctx context.Context, p account.Payment, b account.Bill) (account.Order, error) {
	return through(s.c, func() (account.Order, error) { return s.ledger.ApplyPayment(ctx, p, b) })
}

func (s cutStore) StartRefund(ctx context.Context, id string, units int64) (account.Refund, error) {
	return through(s.c, func() (account.Refund, error) { return s.ledger.StartRefund(ctx, id, units) })
}

func (s cutStore) FinishRefund(ctx context.Context, id, ref string, t account.Tax) (account.CreditNote, error) {
	return through(s.c, func() (account.CreditNote, error) { return s.ledger.FinishRefund(ctx, id, ref, t) })
}

func (s cutStore) FailRefund(ctx context.Context, id string) (account.Refund, error) {
	return through(s.c, func() (account.Refund, error) { return s.ledger.FailRefund(ctx, id) })
}

type cutProvider struct {
	pay.Provider
	c *cut
}

func (p cutProvider) CreateCheckout(ctx context.Context, c pay.Checkout) (pay.Session, error) {
	return through(p.c, func() (pay.Session, error) { return p.Provider.CreateCheckout(ctx, c) })
}

func (p cutProvider) ParseWebhook(h http.Header, body []byte) (pay.Event, error) {
	return through(p.c, func() (pay.Event, error) { return p.Provider.ParseWebhook(h, body) })
}

func (p cutProvider) FetchOrder(ctx context.Context, l pay.Lookup) (account.Payment, error) {
	return through(p.c, func() (account.Payment, error) { return p.Provider.FetchOrder(ctx, l) })
}

func (p cutProvider) Refund(ctx context.Context, r pay.RefundRequest) (string, error) {
	return through(p.c, func() (string, error) { return p.Provider.Refund(ctx, r) })
}
