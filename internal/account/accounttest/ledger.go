// Package accounttest holds a ledger in memory for the tests of the packages
// that stand on account.Store. It follows the rules of the store exactly
// (order of the pools, month by the clock, one charge per ID, a key's cap),
// keeps everything that was charged for a test to look at, and fails where a
// test tells it to. It is written for clearness and has no other use.
package accounttest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"toolcrib/internal/account"
)

// Ledger is an exact ledger in memory. It is safe for concurrent use. The
// fields are set before the first call.
type Ledger struct {
	Plan  account.Plan
	Clock func() time.Time

	// Fault, where set, is called at the start of every method with its name,
	// without the ledger's lock: it may wait, panic, or return the error that
	// the method is to fail with. CommitFault is called at the end of
	// ChargeBatch, when the charges are already made: an error there is a
	// commit whose answer was lost.
	Fault       func(ctx context.Context, method string) error
	CommitFault func() error

	mu       sync.Mutex
	accounts []*accountState
	keys     []*account.Key
	charged  []Charged
	byID     map[string]int // index in charged
	batches  []int
	calls    map[string]int
	usage    map[string]account.KeyUsage // key ID and period
	replies  map[string]account.Reply    // key ID and idempotency key
	holds    map[string]*hold            // by charge ID
}

type accountState struct {
	account.Account
	used    map[string]int64 // of the monthly grants, by pool, class and period
	promo   map[account.Pool]int64
	prepaid map[account.Pool]int64
	paid    map[account.Pool]bool
}

// Charged is one charge that was made.
type Charged struct {
	account.Charge
	Verdict account.Verdict
}

// NewLedger returns an empty ledger.
func NewLedger(plan account.Plan, clock func() time.Time) *Ledger {
	return &Ledger{Plan: plan, Clock: clock, calls: map[string]int{}, byID: map[string]int{}, usage: map[string]account.KeyUsage{}, replies: map[string]account.Reply{}, holds: map[string]*hold{}}
}

// enter counts a call and lets the test's fault have its say.
func (l *Ledger) enter(ctx context.Context, method string) error {
	l.mu.Lock()
	l.calls[method]++
	l.mu.Unlock()
	if l.Fault != nil {
		return l.Fault(ctx, method)
	}
	return nil
}

// Calls tells how often a method was called.
func (l *Ledger) Calls(method string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.calls[method]
}

// Made lists the charges that were made, in order.
func (l *Ledger) Made() []Charged {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.charged)
}

// Batches lists the sizes of the batches that were sent.
func (l *Ledger) Batches() []int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.batches)
}

// AddAccount makes an account.
func (l *Ledger) AddAccount(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.accounts = append(l.accounts, &accountState{
		Account: account.Account{ID: id, Name: "name of " + id, CreatedAt: l.Clock()},
		used:    map[string]int64{}, promo: map[account.Pool]int64{}, prepaid: map[account.Pool]int64{}, paid: map[account.Pool]bool{},
	})
}

// AddKey stores a key of an account that exists.
func (l *Ledger) AddKey(k account.Key) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.keys = append(l.keys, &k)
}

// Update changes a stored key.
func (l *Ledger) Update(keyID string, change func(*account.Key)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change(l.key(keyID))
}

// Suspend suspends an account or lifts that.
func (l *Ledger) Suspend(accountID string, suspended bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.account(accountID).Suspended = suspended
	for _, k := range l.keys {
		if k.AccountID == accountID {
			k.Suspended = suspended
		}
	}
}

// Grant gives units.
func (l *Ledger) Grant(accountID string, pool account.Pool, class account.Class, units int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	a := l.account(accountID)
	if class == account.ClassPromo {
		a.promo[pool] += units
		return
	}
	a.prepaid[pool] += units
	a.paid[pool] = true
}

func (l *Ledger) account(id string) *accountState {
	for _, a := range l.accounts {
		if a.ID == id {
			return a
		}
	}
	return nil
}

func (l *Ledger) key(id string) *account.Key {
	for _, k := range l.keys {
		if k.ID == id {
			return k
		}
	}
	return nil
}

// KeyByHash implements account.Store.
func (l *Ledger) KeyByHash(ctx context.Context, h account.KeyHash) (account.Key, error) {
	if err := l.enter(ctx, "KeyByHash"); err != nil {
		return account.Key{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, k := range l.keys {
		if k.Hash == h {
			return *k, nil
		}
	}
	return account.Key{}, account.ErrNotFound
}

// Key implements account.Store.
func (l *Ledger) Key(ctx context.Context, ref string) (account.Key, error) {
	if err := l.enter(ctx, "Key"); err != nil {
		return account.Key{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, k := range l.keys {
		if k.ID == ref || k.Name == ref {
			return *k, nil
		}
	}
	return account.Key{}, account.ErrNotFound
}

// Account implements account.Store.
func (l *Ledger) Account(ctx context.Context, ref string) (account.Account, error) {
	if err := l.enter(ctx, "Account"); err != nil {
		return account.Account{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if a := l.account(ref); a != nil {
		return a.Account, nil
	}
	return account.Account{}, account.ErrNotFound
}

// Keys implements account.Store.
func (l *Ledger) Keys(ctx context.Context, accountID string) ([]account.Key, error) {
	if err := l.enter(ctx, "Keys"); err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	var keys []account.Key
	for _, k := range l.keys {
		if accountID == "" || k.AccountID == accountID {
			keys = append(keys, *k)
		}
	}
	return keys, nil
}

// KeyUsage implements account.Store.
func (l *Ledger) KeyUsage(ctx context.Context, keyID, period string) (account.KeyUsage, error) {
	if err := l.enter(ctx, "KeyUsage"); err != nil {
		return account.KeyUsage{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.usage[keyID+" "+period], nil
}

// Ping implements account.Store.
func (l *Ledger) Ping(ctx context.Context) error { return l.enter(ctx, "Ping") }

// Balance implements account.Store.
func (l *Ledger) Balance(ctx context.Context, accountID string, pool, allowance account.Pool) (account.Balance, error) {
	if err := l.enter(ctx, "Balance"); err != nil {
		return account.Balance{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	a := l.account(accountID)
	if a == nil {
		return account.Balance{}, account.ErrNotFound
	}
	return l.balance(a, pool, allowance, l.Clock()), nil
}

func monthly(pool account.Pool, class account.Class, at time.Time) string {
	return fmt.Sprintf("%s %d %s", pool, class, account.Period(at))
}

func (l *Ledger) balance(a *accountState, pool, allowance account.Pool, at time.Time) account.Balance {
	b := account.Balance{
		Pool: pool, FreeLimit: l.Plan.Free[pool], Promo: a.promo[pool], Prepaid: a.prepaid[pool],
		EverPaid: a.paid[pool], ResetsAt: account.PeriodEnd(at),
	}
	b.Free = b.FreeLimit - a.used[monthly(pool, account.ClassFree, at)]
	if allowance != "" {
		b.AllowanceLimit = l.Plan.Allowances[allowance]
		b.Allowance = b.AllowanceLimit - a.used[monthly(allowance, account.ClassAllowance, at)]
	}
	return b
}

// ChargeBatch implements account.Store.
func (l *Ledger) ChargeBatch(ctx context.Context, charges []account.Charge) ([]account.Verdict, error) {
	if err := l.enter(ctx, "ChargeBatch"); err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.batches = append(l.batches, len(charges))
	at := l.Clock()
	verdicts := make([]account.Verdict, len(charges))
	for i, c := range charges {
		verdicts[i] = l.charge(c, at)
	}
	if l.CommitFault != nil {
		if err := l.CommitFault(); err != nil {
			return nil, err
		}
	}
	return verdicts, nil
}

func (l *Ledger) charge(c account.Charge, at time.Time) account.Verdict {
	v, k, a := l.admit(c, at)
	if v.Outcome == account.KeyGone {
		return v
	}
	if i, ok := l.byID[c.ID]; ok {
		v = l.charged[i].Verdict
		v.Balance = l.balance(a, c.Pool, c.Allowance, at)
		return v
	}
	if v.Outcome == account.Charged {
		v.Outcome, v.Taken = l.decide(c, k, a, at)
		v.Balance = l.balance(a, c.Pool, c.Allowance, at)
	}
	if v.Outcome == account.Charged {
		l.note(c, v)
	}
	return v
}

// admit tells whether a call may be paid for, whatever it costs: Charged where
// it may.
func (l *Ledger) admit(c account.Charge, at time.Time) (v account.Verdict, k *account.Key, a *accountState) {
	v = account.Verdict{At: at, Balance: account.Balance{Pool: c.Pool, ResetsAt: account.PeriodEnd(at)}}
	k, a = l.key(c.KeyID), l.account(c.AccountID)
	if k == nil || a == nil || k.AccountID != c.AccountID || !k.Active(at) {
		v.Outcome = account.KeyGone
		return v, nil, nil
	}
	v.Balance = l.balance(a, c.Pool, c.Allowance, at)
	if a.Suspended {
		v.Outcome = account.Suspended
	} else if kept := l.kept(c, at); kept != nil {
		v.Outcome, v.Reply = account.Replayed, kept
		if kept.Fingerprint != c.Reply.Fingerprint {
			v.Outcome, v.Reply = account.KeyReused, nil
		}
	}
	return v, k, a
}

// note keeps a charge that was made.
func (l *Ledger) note(c account.Charge, v account.Verdict) {
	l.byID[c.ID] = len(l.charged)
	l.charged = append(l.charged, Charged{c, v})
	if c.Reply != nil {
		kept := *c.Reply
		kept.ChargeID = c.ID
		l.replies[c.KeyID+" "+string(kept.Key[:])] = kept
	}
	month := c.KeyID + " " + account.Period(v.At)
	u := l.usage[month]
	l.usage[month] = account.KeyUsage{Requests: u.Requests + 1, Units: u.Units + v.Taken.Units()}
}

// kept is the reply that a charge would repeat.
func (l *Ledger) kept(c account.Charge, at time.Time) *account.Reply {
	if c.Reply == nil {
		return nil
	}
	r, ok := l.replies[c.KeyID+" "+string(c.Reply.Key[:])]
	if !ok || !at.Before(r.Until) {
		return nil
	}
	return &r
}

// Reply implements account.Store.
func (l *Ledger) Reply(ctx context.Context, keyID string, idempotencyKey [32]byte) (*account.Reply, error) {
	if err := l.enter(ctx, "Reply"); err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if k := l.key(keyID); k == nil || !k.Active(l.Clock()) || l.account(k.AccountID).Suspended {
		return nil, account.ErrEnded
	}
	return l.kept(account.Charge{KeyID: keyID, Reply: &account.Reply{Key: idempotencyKey}}, l.Clock()), nil
}

func (l *Ledger) decide(c account.Charge, k *account.Key, a *accountState, at time.Time) (account.Outcome, account.Taken) {
	b := l.balance(a, c.Pool, c.Allowance, at)
	switch {
	case b.Allowance > 0:
		a.used[monthly(c.Allowance, account.ClassAllowance, at)]++
		return account.Charged, account.Taken{Allowance: 1}
	case k.Cap > 0 && l.usage[k.ID+" "+account.Period(at)].Units+l.heldBy(k.ID)+c.Units > k.Cap:
		return account.CapReached, account.Taken{}
	case b.Units() < c.Units:
		return account.Insufficient, account.Taken{}
	}
	var t account.Taken
	t.Free = min(c.Units, b.Free)
	t.Promo = min(c.Units-t.Free, b.Promo)
	t.Prepaid = c.Units - t.Free - t.Promo
	a.take(c.Pool, t, at)
	return account.Charged, t
}

// take takes units that are left, in the month of at.
func (a *accountState) take(pool account.Pool, t account.Taken, at time.Time) {
	a.used[monthly(pool, account.ClassFree, at)] += t.Free
	a.promo[pool] -= t.Promo
	a.prepaid[pool] -= t.Prepaid
}
