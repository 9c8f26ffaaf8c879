package meter

import (
	"context"
	"fmt"
	"sync"
	"time"

	"toolcrib/internal/account"
)

// purse is what is believed to be left of one pool of one account, less what
// calls under way have reserved. It is a hint, kept so that a caller without
// funds costs no computing; only the store decides.
type purse struct {
	mu       sync.Mutex
	known    bool
	balance  account.Balance
	reserved int64         // units of calls under way
	requests int64         // calls under way, against an allowance
	settled  chan struct{} // closed when a call under way ends
}

// covers tells whether the believed balance pays for one more call.
func (p *purse) covers(units int64) bool {
	return p.balance.Allowance > p.requests || p.balance.Units() >= p.reserved+units
}

func (p *purse) take(units int64) {
	p.reserved += units
	p.requests++
}

// put ends a call under way and, where there was a verdict, believes it.
func (p *purse) put(units int64, b *account.Balance) {
	p.mu.Lock()
	p.reserved -= units
	p.requests--
	if b != nil {
		p.balance, p.known = *b, true
	}
	if p.settled != nil {
		close(p.settled)
		p.settled = nil
	}
	p.mu.Unlock()
}

// wait returns a channel that is closed when a call under way ends. The purse
// must be locked.
func (p *purse) wait() <-chan struct{} {
	if p.settled == nil {
		p.settled = make(chan struct{})
	}
	return p.settled
}

// current tells whether the belief is of the month of now.
func (p *purse) current(now time.Time) bool {
	return p.known && (p.balance.ResetsAt.IsZero() || now.Before(p.balance.ResetsAt))
}

// believed is the balance last heard of, if one was this month.
func (p *purse) believed(now time.Time) (account.Balance, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.balance, p.current(now)
}

// learn believes a balance that the store was asked for.
func (p *purse) learn(b account.Balance) {
	p.mu.Lock()
	p.balance, p.known = b, true
	p.mu.Unlock()
}

// forget ends the belief, where how much is left now was not told.
func (p *purse) forget() {
	p.mu.Lock()
	p.known = false
	p.mu.Unlock()
}

// reserve takes the price of the hold's call out of what is left. When only
// calls under way stand between the caller and the units, it waits for them to
// end, so that nobody is refused while an entitlement may be left, and nothing
// is computed that cannot be paid.
func (p *purse) reserve(ctx context.Context, h *Hold, now time.Time) (account.Balance, bool, error) {
	units := h.charge.Units
	var deadline time.Time // of all waiting together, from when it begins
	p.mu.Lock()
	defer p.mu.Unlock()
	p.known = p.current(now)
	fresh := false
	for {
		if p.known && p.covers(units) {
			p.take(units)
			return p.balance, true, nil
		}
		if p.known && fresh {
			if !p.balance.Covers(units) || p.requests == 0 {
				return p.balance, false, nil
			}
			settled := p.wait()
			p.mu.Unlock()
			if deadline.IsZero() {
				deadline = time.Now().Add(h.meter.opts.Patience)
			}
			err := wait(ctx, settled, deadline)
			p.mu.Lock()
			if err != nil {
				return p.balance, false, err
			}
			fresh = false
			continue
		}
		p.mu.Unlock()
		b, err := h.left(ctx)
		p.mu.Lock()
		if err != nil {
			return account.Balance{}, false, err
		}
		p.balance, p.known, fresh = b, true, true
	}
}

func wait(ctx context.Context, done <-chan struct{}, deadline time.Time) error {
	ctx, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", ErrBusy, ctx.Err())
	}
}
