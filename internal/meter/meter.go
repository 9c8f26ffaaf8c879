package meter

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/maypok86/otter/v2"

	"toolcrib/internal/account"
	"toolcrib/internal/window"
)

// Ledger is the part of a store that the meter needs.
type Ledger interface {
	Balance(ctx context.Context, accountID string, pool, allowance account.Pool) (account.Balance, error)
	KeyUsage(ctx context.Context, keyID, period string) (account.KeyUsage, error)
	ChargeBatch(ctx context.Context, charges []account.Charge) ([]account.Verdict, error)
	Reply(ctx context.Context, keyID string, idempotencyKey [32]byte) (*account.Reply, error)
	account.Holds
}

// Options sets up a Meter.
type Options struct {
	PerKey     int                  // requests a minute of one key, 0 = no limit
	PerAccount int                  // requests a minute of all keys of an account, 0 = no limit
	Monotonic  func() time.Duration // time since any fixed moment; nil = the process's clock
	Now        func() time.Time     // tells when a believed balance is of a month gone by; nil = time.Now
	Patience   time.Duration        // longest wait for other calls of the account; 0 = DefaultPatience
	Shared     window.Shared        // rate windows shared with other processes; nil = this process's own
}

// DefaultPatience is how long a call waits for other calls of its account to
// end before it gives up: as long as one of them may compute.
const DefaultPatience = 2 * time.Second

// Meter admits and charges calls. It is safe for concurrent use.
type Meter struct {
	opts    Options
	ledger  Ledger
	limiter limiter
	purses  *otter.Cache[purseKey, *purse]
	charges batcher[account.Charge, account.Verdict]
	doubt   doubt // whether charges can be made
}

type purseKey struct {
	account         string
	pool, allowance account.Pool
}

// maxPurses bounds the memory of believed balances. A purse that is dropped
// while in use costs at most some computing for calls that cannot be paid.
const maxPurses = 100_000

// New returns a Meter over a ledger.
func New(ledger Ledger, opts Options) *Meter {
	if opts.Monotonic == nil {
		start := time.Now()
		opts.Monotonic = func() time.Duration { return time.Since(start) }
	}
	if opts.Patience <= 0 {
		opts.Patience = DefaultPatience
	}
	if opts.Now == nil {
		opts.Now = time.Now
	}
	m := &Meter{
		opts:    opts,
		ledger:  ledger,
		limiter: limiter{limits: window.Limits{PerKey: opts.PerKey, PerAccount: opts.PerAccount}, monotonic: opts.Monotonic},
		purses:  otter.Must(&otter.Options[purseKey, *purse]{MaximumSize: maxPurses}),
	}
	m.charges.run = m.chargeBatch
	if opts.Shared != nil {
		m.limiter.share(opts.Shared)
	}
	return m
}

// Admit counts one request of the key, or refuses it and counts nothing. The
// Rate is that of the key, or the account's where that is the one exceeded.
func (m *Meter) Admit(keyID, accountID string) (window.Rate, bool) {
	v := m.limiter.admit(window.Request{KeyID: keyID, AccountID: accountID})
	return v.Rate, v.Admitted
}

// Lapses is how often the shared rate windows could not be asked, so that this
// process counted by its own.
func (m *Meter) Lapses() int64 { return m.limiter.lapses.Load() }

// Hold is a call that may be computed. It must end by exactly one Charge or
// Release.
type Hold struct {
	meter  *Meter
	purse  *purse
	charge account.Charge

	// Balance is what was believed to be left when the hold was made.
	Balance account.Balance
}

// Insufficient is the error of a call that cannot be paid.
type Insufficient struct{ Balance account.Balance }

func (e *Insufficient) Error() string {
	return fmt.Sprintf("meter: %d units of %s are not enough", e.Balance.Units(), e.Balance.Pool)
}

// ErrBusy is returned by Reserve when the context ended while other calls of
// the account, that may use up what is left, were under way.
var ErrBusy = errors.New("meter: other calls of the account were under way for too long")

// Reserve looks whether a charge could be paid. It returns *Insufficient when
// it could not, ErrBusy, or an error of the store.
func (m *Meter) Reserve(ctx context.Context, c account.Charge) (*Hold, error) {
	h := &Hold{meter: m, purse: m.purse(c.AccountID, c.Pool, c.Allowance), charge: c}
	var ok bool
	var err error
	h.Balance, ok, err = h.purse.reserve(ctx, h, m.opts.Now())
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, &Insufficient{h.Balance}
	}
	return h, nil
}

// left reads from the store what the hold may draw on.
func (h *Hold) left(ctx context.Context) (account.Balance, error) {
	return h.meter.Balance(ctx, h.charge.AccountID, h.charge.Pool, h.charge.Allowance)
}

// Release ends the hold without a charge.
func (h *Hold) Release() { h.purse.put(h.charge.Units, nil) }

// Keep has the charge keep a reply, in the same transaction.
func (h *Hold) Keep(r *account.Reply) { h.charge.Reply = r }

// Charge makes the charge durable and returns the store's verdict. After an
// error nothing is known to be charged and the result must not be released.
func (h *Hold) Charge() (account.Verdict, error) {
	v, err := h.meter.charges.do(h.charge)
	if !tells(&v, err) {
		h.Release()
		return v, err
	}
	h.purse.put(h.charge.Units, &v.Balance)
	return v, nil
}

// Charge makes a charge durable without a hold before it. It is for what may
// have been charged already, which only the store knows.
func (m *Meter) Charge(c account.Charge) (account.Verdict, error) {
	v, err := m.charges.do(c)
	if tells(&v, err) {
		m.purse(c.AccountID, c.Pool, c.Allowance).learn(v.Balance)
	}
	return v, err
}

// tells whether a verdict says what is left.
func tells(v *account.Verdict, err error) bool {
	return err == nil && v.Outcome != account.KeyGone && v.Outcome != account.Suspended
}

func (m *Meter) purse(accountID string, pool, allowance account.Pool) *purse {
	k := purseKey{accountID, pool, allowance}
	p, ok := m.purses.GetIfPresent(k)
	if !ok {
		p, _ = m.purses.SetIfAbsent(k, &purse{})
	}
	return p
}

// Believed is what an account has left of a pool as last heard, and as the
// store has it only where nothing was heard this month. It is for telling the
// caller beside an answer that did not depend on it.
func (m *Meter) Believed(ctx context.Context, accountID string, pool, allowance account.Pool) (account.Balance, error) {
	p := m.purse(accountID, pool, allowance)
	if b, ok := p.believed(m.opts.Now()); ok {
		return b, nil
	}
	b, err := m.Balance(ctx, accountID, pool, allowance)
	if err == nil {
		p.learn(b)
	}
	return b, err
}

// KeyUsage reads what a key has used in a month, from the store.
func (m *Meter) KeyUsage(ctx context.Context, keyID, period string) (account.KeyUsage, error) {
	ctx, cancel := asking(ctx)
	defer cancel()
	return m.ledger.KeyUsage(ctx, keyID, period)
}

// Reply finds the reply kept for an idempotency key of an API key; nil where
// there is none.
func (m *Meter) Reply(ctx context.Context, keyID string, idempotencyKey [32]byte) (*account.Reply, error) {
	ctx, cancel := asking(ctx)
	defer cancel()
	return m.ledger.Reply(ctx, keyID, idempotencyKey)
}

// Balance reads what an account has left of a pool, from the store.
func (m *Meter) Balance(ctx context.Context, accountID string, pool, allowance account.Pool) (account.Balance, error) {
	ctx, cancel := asking(ctx)
	defer cancel()
	return m.ledger.Balance(ctx, accountID, pool, allowance)
}

// asking is the context of one question to the store. It does not end with
// the caller's: net/http ends that too when a caller has closed its sending
// side but still waits for the answer.
func asking(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), storeTimeout)
}
