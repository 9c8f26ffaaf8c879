package accounttest

import (
	"context"
	"errors"
	"time"

	"toolcrib/internal/account"
)

// hold is units set aside, which the balances have lost.
type hold struct {
	account.Charge
	verdict account.Verdict
	until   time.Time
	open    bool
}

// Open is how many holds are open. Time ends none: nobody sweeps.
func (l *Ledger) Open() (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, h := range l.holds {
		if h.open {
			n++
		}
	}
	return n
}

// heldBy is what the open holds of a key have set aside.
func (l *Ledger) heldBy(keyID string) (units int64) {
	for _, h := range l.holds {
		if h.open && h.KeyID == keyID {
			units += h.Units
		}
	}
	return units
}

// Hold implements account.Store.
func (l *Ledger) Hold(ctx context.Context, c account.Charge, until time.Time) (account.Verdict, error) {
	if err := l.enter(ctx, "Hold"); err != nil {
		return account.Verdict{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	at := l.Clock()
	if h := l.holds[c.ID]; h != nil {
		if !h.open || !at.Before(h.until) {
			return account.Verdict{}, account.ErrEnded
		}
		v := h.verdict
		v.Balance = l.balance(l.account(c.AccountID), c.Pool, "", at)
		return v, nil
	}
	if _, made := l.byID[c.ID]; made {
		return account.Verdict{}, account.ErrEnded
	}
	if c.ID == "" || c.Units <= 0 || c.Allowance != "" || !at.Before(until) || until.After(at.Add(account.MaxHold)) {
		return account.Verdict{}, errors.New("accounttest: not a hold")
	}
	v, k, a := l.admit(c, at)
	if v.Outcome != account.Charged {
		return v, nil
	}
	v.Outcome, v.Taken = l.decide(c, k, a, at)
	v.Balance = l.balance(a, c.Pool, "", at)
	if v.Outcome == account.Charged {
		l.holds[c.ID] = &hold{c, v, until, true}
	}
	return v, nil
}

// Settle implements account.Store.
func (l *Ledger) Settle(ctx context.Context, chargeID string, units int64, reply *account.Reply) (account.Verdict, error) {
	if err := l.enter(ctx, "Settle"); err != nil {
		return account.Verdict{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	h := l.holds[chargeID]
	if h == nil {
		return account.Verdict{}, account.ErrEnded
	}
	at, a := l.Clock(), l.account(h.AccountID)
	if i, made := l.byID[chargeID]; made {
		v := l.charged[i].Verdict
		if v.Taken.Units() != units {
			return account.Verdict{}, account.ErrEnded
		}
		v.Balance = l.balance(a, h.Pool, "", at)
		return v, nil
	}
	if units == 0 {
		l.giveBack(h)
		return account.Verdict{At: at, Balance: l.balance(a, h.Pool, "", at)}, nil
	}
	if !h.open || !at.Before(h.until) {
		return account.Verdict{}, account.ErrEnded
	}
	if units < 0 || units > h.Units {
		return account.Verdict{}, errors.New("accounttest: not what is held")
	}
	l.giveBack(h)
	c := h.Charge
	c.Reply = reply
	v, _, _ := l.admit(c, at)
	if v.Outcome != account.Charged {
		return v, nil
	}
	held := h.verdict.Taken
	v.Taken.Free = min(units, held.Free)
	v.Taken.Promo = min(units-v.Taken.Free, held.Promo)
	v.Taken.Prepaid = units - v.Taken.Free - v.Taken.Promo
	a.take(c.Pool, v.Taken, h.verdict.At)
	v.Balance = l.balance(a, c.Pool, "", at)
	l.note(c, v)
	return v, nil
}

// Void implements account.Store.
func (l *Ledger) Void(ctx context.Context, chargeID string) error {
	if err := l.enter(ctx, "Void"); err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if h := l.holds[chargeID]; h != nil {
		l.giveBack(h)
	}
	return nil
}

func (l *Ledger) giveBack(h *hold) {
	if h.open {
		h.open = false
		t := h.verdict.Taken
		l.account(h.AccountID).take(h.Pool, account.Taken{Free: -t.Free, Promo: -t.Promo, Prepaid: -t.Prepaid}, h.verdict.At)
	}
}
