package ledger

import (
	"errors"
	"fmt"
	"time"

	"toolcrib/internal/account"
)

// Validate refuses a charge that no ledger could hold.
func Validate(ch *account.Charge) error {
	switch {
	case ch.ID == "" || ch.Op == "" || ch.Pool == "":
		return errors.New("ledger: a charge needs an id, an operation and a pool")
	case ch.Units <= 0:
		return fmt.Errorf("ledger: charge %s: the price must be above 0", ch.ID)
	}
	return nil
}

// pools are what a charge may draw on.
type pools struct {
	own       *Pool
	allowance *Pool // nil = none
	overflow  *Pool // nil = none
	rate      int64 // units of overflow for one of own
}

// extra is how many units of the own pool the overflow could cover.
func (p *pools) extra() int64 {
	if p.overflow == nil {
		return 0
	}
	return p.overflow.prepaid() / p.rate
}

// Decide fills the verdict of one charge and notes what it changes. The checks
// come in the order in which a caller can do something about them.
func (b *Batch) Decide(ch *account.Charge, v *account.Verdict) error {
	key, m, err := b.admit(ch, v)
	if err != nil || key == nil {
		return err
	}
	p, err := b.pools(key.Account, ch, m.period)
	if err != nil {
		return err
	}
	if err = b.decide(ch, key, &p, m.at, v); err == nil {
		p.balance(&v.Balance)
	}
	return err
}

// admit dates the verdict and finds the key of a call; nil, and KeyGone, where
// it must not be used.
func (b *Batch) admit(ch *account.Charge, v *account.Verdict) (*Key, *moment, error) {
	key, err := b.book.Key(ch.KeyID)
	if err != nil {
		return nil, nil, err
	}
	at := b.at
	if key != nil {
		at = max(at, key.NotBefore)
	}
	m := b.moment(at)
	v.At = m.time
	v.Balance = account.Balance{Pool: ch.Pool, ResetsAt: m.resetsAt}
	if key == nil || key.AccountID != ch.AccountID || !key.active(at) {
		v.Outcome = account.KeyGone
		key = nil
	}
	return key, m, nil
}

func (b *Batch) decide(ch *account.Charge, key *Key, p *pools, at int64, v *account.Verdict) error {
	if refused, err := b.refuse(ch, key, at, v); err != nil || refused {
		return err
	}
	r := ChargeRow{Charge: ch, Key: key, At: at, first: len(b.Transfers)}
	switch byAllowance := p.allowance != nil && p.allowance.Monthly != nil && p.allowance.Monthly.Remaining > 0; {
	case byAllowance:
		r.Allowance = 1
		b.take(&r, 0, p.allowance, p.allowance.Monthly, 1)
		v.Taken.Allowance = 1
		b.note(r)
	case key.Cap > 0 && ch.Units > key.Cap-key.Used-key.Held:
		v.Outcome = account.CapReached
	case p.own.units()+p.extra() >= ch.Units:
		r.Units = ch.Units
		b.draw(&r, p)
		b.note(r)
		v.Taken = b.Taken(&r)
	default:
		v.Outcome = account.Insufficient
	}
	return nil
}

// refuse tells whether a call of an active key must not be paid for, whatever
// it costs, and says so in the verdict.
func (b *Batch) refuse(ch *account.Charge, key *Key, at int64, v *account.Verdict) (bool, error) {
	if key.Suspended {
		v.Outcome = account.Suspended
		return true, nil
	}
	if ch.Reply == nil {
		return false, nil
	}
	kept, err := b.kept(ch, key, at)
	if err == nil && kept != nil {
		answerAgain(ch, kept, v)
	}
	return kept != nil, err
}

// kept finds the reply to an earlier call with the idempotency key of the
// charge: one of this batch, or one that is stored.
func (b *Batch) kept(ch *account.Charge, key *Key, at int64) (*account.Reply, error) {
	for i := range b.Charges {
		r := b.Charges[i].Charge
		if r.KeyID == ch.KeyID && r.Reply != nil && r.Reply.Key == ch.Reply.Key && r.Reply.Until.UnixMilli() > at {
			again := *r.Reply
			again.ChargeID = r.ID
			return &again, nil
		}
	}
	return b.book.Reply(key, ch.Reply.Key, at)
}

func answerAgain(ch *account.Charge, kept *account.Reply, v *account.Verdict) {
	if kept.Fingerprint != ch.Reply.Fingerprint {
		v.Outcome = account.KeyReused
	} else {
		v.Outcome, v.Reply = account.Replayed, kept
	}
}

// pools finds what a charge may draw on.
func (b *Batch) pools(acct int64, ch *account.Charge, period string) (p pools, err error) {
	p.own, err = b.book.Pool(PoolRef{acct, ch.Pool, account.ClassFree, period}, b.plan.Free[ch.Pool])
	if err == nil && ch.Allowance != "" {
		p.allowance, err = b.book.Pool(PoolRef{acct, ch.Allowance, account.ClassAllowance, period}, b.plan.Allowances[ch.Allowance])
	}
	if o, ok := b.plan.Overflow[ch.Pool]; err == nil && ok && o.Rate > 0 {
		p.rate = o.Rate
		p.overflow, err = b.book.Pool(PoolRef{acct, o.Pool, account.ClassFree, period}, b.plan.Free[o.Pool])
	}
	return p, err
}

// draw takes the price from the grants of the pool in the order of their
// classes, the oldest first, and the rest from what was bought for its
// overflow. The caller has seen that they cover it.
func (b *Batch) draw(r *ChargeRow, p *pools) {
	part := int64(0)
	from := func(pool *Pool, rest int64, grants ...*Grant) int64 {
		for _, g := range grants {
			if n := min(rest, g.Remaining); n > 0 {
				b.take(r, part, pool, g, n)
				rest -= n
				part++
			}
		}
		return rest
	}
	rest := r.Units
	if p.own.Monthly != nil {
		rest = from(p.own, rest, p.own.Monthly)
	}
	rest = from(p.own, rest, p.own.Grants...)
	p.own.drop()
	if rest == 0 {
		return
	}
	r.Overflow, r.OverflowPool, r.OverflowUnits = rest, p.overflow.Ref.Pool, rest*p.rate
	need := r.OverflowUnits
	for _, g := range p.overflow.Grants {
		if g.Class == account.ClassPrepaid {
			need = from(p.overflow, need, g)
		}
	}
	p.overflow.drop()
}

func (p *pools) balance(b *account.Balance) {
	p.own.fill(b)
	b.Overflow = p.extra()
	if p.overflow != nil {
		b.EverPaid = b.EverPaid || p.overflow.EverPaid
	}
	if p.allowance != nil && p.allowance.Monthly != nil {
		b.AllowanceLimit, b.Allowance = p.allowance.Monthly.Amount, p.allowance.Monthly.Remaining
	}
}

// DecideAny is Decide for a charge that may have been made before, by this
// batch or an earlier one: that is answered as it was charged, with the balance
// of now.
func (b *Batch) DecideAny(ch *account.Charge, v *account.Verdict) error {
	if r := b.Pending(ch.ID); r != nil {
		return b.repeat(ch, &Made{r.Key.AccountID, r.Charge.KeyID, r.At, b.Taken(r)}, v)
	}
	made, err := b.book.Made(ch.ID)
	if err != nil {
		return err
	}
	if made != nil {
		return b.repeat(ch, made, v)
	}
	return b.Decide(ch, v)
}

// repeat answers with a charge that was made before, whatever has become of
// its key. One caller's charge must not pay for another's call.
func (b *Batch) repeat(ch *account.Charge, made *Made, v *account.Verdict) error {
	if ch.AccountID != made.AccountID || ch.KeyID != made.KeyID {
		return fmt.Errorf("ledger: charge %s was made for another key", ch.ID)
	}
	key, err := b.book.Key(ch.KeyID)
	if err != nil {
		return err
	}
	m := b.moment(max(b.at, key.NotBefore))
	p, err := b.pools(key.Account, ch, m.period)
	if err != nil {
		return err
	}
	*v = account.Verdict{Outcome: account.Charged, Taken: made.Taken, At: time.UnixMilli(made.At).UTC()}
	v.Balance = account.Balance{Pool: ch.Pool, ResetsAt: m.resetsAt}
	p.balance(&v.Balance)
	return nil
}
