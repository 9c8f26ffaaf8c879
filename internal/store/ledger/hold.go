package ledger

import "toolcrib/internal/account"

// Held is an open hold: what a charge of its price would have taken, set aside.
type Held struct {
	Charge account.Charge // its Units are those held

	// Of the units, those that the overflow covers, and what that takes of which pool.
	Overflow      int64
	OverflowPool  account.Pool
	OverflowUnits int64

	Parts []Part // in the order they were taken
}

// Part is what a hold has set aside of one grant.
type Part struct {
	Grant *Grant
	Ref   PoolRef // of the grant; Period is its own
	Units int64
	Spent int64 // of Units, those that settling charged
}

// Taken adds up what is held.
func (h *Held) Taken() account.Taken {
	t := account.Taken{Overflow: h.Overflow}
	for i := range h.Parts {
		if p := &h.Parts[i]; p.Ref.Pool == h.Charge.Pool {
			AddTaken(&t, p.Grant.Class, p.Units)
		}
	}
	return t
}

// Settle decides whether units of a hold may still be charged, at most those
// held, and if so notes the charge and what each part pays of it. The parts pay
// in the order in which they were taken. The balance is left to the caller, who
// gives the rest back first.
func (b *Batch) Settle(h *Held, units int64, v *account.Verdict) error {
	key, m, err := b.admit(&h.Charge, v)
	if err != nil || key == nil {
		return err
	}
	if refused, err := b.refuse(&h.Charge, key, m.at, v); err != nil || refused {
		return err
	}
	r := ChargeRow{Charge: &h.Charge, Key: key, At: m.at, Units: units, first: len(b.Transfers)}
	if over := units - (h.Charge.Units - h.Overflow); over > 0 {
		r.Overflow, r.OverflowPool, r.OverflowUnits = over, h.OverflowPool, over*(h.OverflowUnits/h.Overflow)
	}
	own, other := units-r.Overflow, r.OverflowUnits
	for i := range h.Parts {
		p, rest := &h.Parts[i], &own
		if p.Ref.Pool != h.Charge.Pool {
			rest = &other
		}
		p.Spent = min(p.Units, *rest)
		*rest -= p.Spent
		p.Grant.Held -= p.Units
		p.Grant.Remaining += p.Units - p.Spent
		if p.Spent == 0 {
			continue
		}
		b.Transfers = append(b.Transfers, TransferRow{h.Charge.ID, int64(i), p.Grant, p.Ref.Pool, p.Spent, m.at})
		// Nobody is told that the free units of a month gone by were used up.
		if p.Ref.Period == m.period {
			b.announce(&r, &p.Ref, p.Grant, p.Spent)
		}
	}
	b.note(r)
	v.Taken = b.Taken(&r)
	return nil
}
