package storetest

import (
	"errors"
	"slices"
	"time"

	"toolcrib/internal/account"
)

// modelHold is a hold as the model has it.
type modelHold struct {
	charge account.Charge
	key    *modelKey
	taken  account.Taken
	at     time.Time
	until  time.Time
	parts  []modelPart
	open   bool
}

// modelPart is what a charge or hold took of one grant.
type modelPart struct {
	grant *modelGrant
	units int64
}

// errNotHeld stands for every error of a store but those that can be told apart.
var errNotHeld = errors.New("refused")

func (m *model) findHold(id string) *modelHold {
	i := slices.IndexFunc(m.holds, func(h *modelHold) bool { return h.charge.ID == id })
	if i < 0 {
		return nil
	}
	return m.holds[i]
}

// heldBy is what the open holds of a key have set aside.
func (m *model) heldBy(k *modelKey) (units int64) {
	for _, h := range m.holds {
		if h.key == k && h.open {
			units += h.charge.Units
		}
	}
	return units
}

// hold holds, when the clock shows now.
func (m *model) hold(ch account.Charge, until, now time.Time) (account.Verdict, error) {
	k := m.key(ch.KeyID)
	at := m.at(k.account, now)
	if h := m.findHold(ch.ID); h != nil {
		if !h.open || !at.Before(h.until) {
			return account.Verdict{}, account.ErrEnded
		}
		return account.Verdict{Taken: h.taken, At: h.at, Balance: m.balance(k.account, ch.Pool, "", at)}, nil
	}
	if !at.Before(until) || until.After(at.Add(account.MaxHold)) {
		return account.Verdict{}, errNotHeld
	}
	v := account.Verdict{At: at, Balance: account.Balance{Pool: ch.Pool, ResetsAt: account.PeriodEnd(at)}}
	if k.disabled || k.ended(at) {
		v.Outcome = account.KeyGone
		return v, nil
	}
	if v.Outcome, v.Reply = m.refusal(k, &ch, at); v.Outcome == account.Charged {
		v.Taken = m.take(k, &ch, at)
		for _, p := range m.drawn {
			p.grant.held += p.units
		}
		m.holds = append(m.holds, &modelHold{ch, k, v.Taken, at, until, m.drawn, true})
		m.goOn(k.account, at)
	}
	v.Balance = m.balance(k.account, ch.Pool, "", at)
	return v, nil
}

// settle settles, when the clock shows now.
func (m *model) settle(h *modelHold, units int64, now time.Time) (account.Verdict, error) {
	k, ch := h.key, h.charge
	at := m.at(k.account, now)
	v, charged := m.charged[ch.ID]
	switch {
	case charged && v.Taken.Units() != units:
		return account.Verdict{}, account.ErrEnded
	case charged:
		v.Balance = m.balance(k.account, ch.Pool, "", at)
		return v, nil
	case units == 0:
		h.end()
		return account.Verdict{At: at, Balance: m.balance(k.account, ch.Pool, "", at)}, nil
	case !h.open || !at.Before(h.until):
		return account.Verdict{}, account.ErrEnded
	case units > ch.Units:
		return account.Verdict{}, errNotHeld
	}
	v = account.Verdict{At: at, Balance: account.Balance{Pool: ch.Pool, ResetsAt: account.PeriodEnd(at)}}
	parts := h.parts
	h.end()
	if k.disabled || k.ended(at) {
		v.Outcome = account.KeyGone
		return v, nil
	}
	if v.Outcome, v.Reply = m.settleRefusal(k, &ch, at); v.Outcome == account.Charged {
		v.Taken = m.spend(k, &ch, parts, units, at)
		m.note(k, &ch, v)
	}
	v.Balance = m.balance(k.account, ch.Pool, "", at)
	return v, nil
}

// settleRefusal tells why a hold is not charged, or that it is.
func (m *model) settleRefusal(k *modelKey, ch *account.Charge, at time.Time) (account.Outcome, *account.Reply) {
	// What is held is paid for, whatever else is left and whatever the cap says.
	outcome, reply := m.refusal(k, ch, at)
	if outcome == account.CapReached || outcome == account.Insufficient {
		outcome = account.Charged
	}
	return outcome, reply
}

// spend takes units again from what a hold gave back, its first parts first;
// of another pool as many as its rate says for those that the own cannot cover.
func (m *model) spend(k *modelKey, ch *account.Charge, parts []modelPart, units int64, at time.Time) (t account.Taken) {
	own, o := units, m.plan.Overflow[ch.Pool]
	var other int64
	for _, p := range parts {
		if p.grant.pool == ch.Pool {
			n := min(p.units, own)
			p.grant.remaining -= n
			own -= n
			switch p.grant.class {
			case account.ClassFree:
				t.Free += n
				if k.env == account.Live && p.grant.period == account.Period(at) && n > 0 {
					m.announce(k.account, ch.Pool, n, at)
				}
			case account.ClassPromo:
				t.Promo += n
			case account.ClassPrepaid:
				t.Prepaid += n
			}
		}
	}
	t.Overflow = own
	other = own * o.Rate
	for _, p := range parts {
		if p.grant.pool != ch.Pool {
			n := min(p.units, other)
			p.grant.remaining -= n
			other -= n
		}
	}
	return t
}

// end gives back all of an open hold.
func (h *modelHold) end() {
	if h.open {
		for _, p := range h.parts {
			p.grant.held -= p.units
			p.grant.remaining += p.units
		}
		h.open, h.parts = false, nil
	}
}

// sweep does what time has to do with holds and replies, when the clock shows now.
func (m *model) sweep(now time.Time) {
	for _, h := range m.holds {
		if !m.at(h.key.account, now).Before(h.until) {
			h.end()
		}
	}
	for _, k := range m.keys {
		for key, r := range k.replies {
			if !m.at(k.account, now).Before(r.Until) {
				delete(k.replies, key)
			}
		}
	}
}
