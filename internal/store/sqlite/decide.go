package sqlite

import (
	"database/sql/driver"
	"time"

	"toolcrib/internal/account"
)

// batch gathers what the charges of one transaction change, so that each row
// is written once however many charges touched it. Its slices are reused.
type batch struct {
	c        *conn
	mirror   *mirror
	plan     account.Plan
	at       int64
	time     time.Time
	resetsAt time.Time

	charges   []chargeRow
	transfers []transferRow
	touched   []touchedGrant
	usage     map[usageRef]*usageRow
	usageRows []*usageRow
	args      []driver.Value
}

type chargeRow struct {
	charge    *account.Charge
	account   int64
	key       int64
	units     int64
	allowance int64
}

type transferRow struct {
	id       string
	part     int64
	from     *mirrorGrant
	consumed int64
	units    int64
}

type touchedGrant struct {
	grant *mirrorGrant
	pool  *mirrorPool
}

func (b *batch) begin(c *conn, m *mirror, plan account.Plan, at int64) {
	t := fromMillis(at)
	*b = batch{
		c: c, mirror: m, plan: plan, at: at, time: t, resetsAt: account.PeriodEnd(t),
		charges: b.charges[:0], transfers: b.transfers[:0], touched: b.touched[:0],
		usage: b.usage, usageRows: b.usageRows[:0], args: b.args[:0],
	}
	if b.usage == nil {
		b.usage = make(map[usageRef]*usageRow)
	}
	clear(b.usage)
	m.enter(account.Period(t))
}

// decide fills the verdict of one charge and notes what it changes. The
// checks come in the order in which a caller can do something about them.
func (b *batch) decide(ch *account.Charge, v *account.Verdict) error {
	v.At = b.time
	v.Balance = account.Balance{Pool: ch.Pool, ResetsAt: b.resetsAt}
	key, err := b.mirror.key(b.c, ch.KeyID)
	if err != nil {
		return err
	}
	if key == nil || key.accountID != ch.AccountID || !key.active(b.at) {
		v.Outcome = account.KeyGone
		return nil
	}
	pool, allowance, err := b.pools(key.account, ch)
	if err != nil {
		return err
	}
	byAllowance := allowance != nil && allowance.monthly != nil && allowance.monthly.remaining > 0
	switch {
	case key.suspended:
		v.Outcome = account.Suspended
	case !byAllowance && key.cap > 0 && ch.Units > key.cap-key.used:
		v.Outcome = account.CapReached
	case byAllowance:
		err = b.takeRequest(ch, key, allowance, v)
	case pool.units() >= ch.Units:
		err = b.takeUnits(ch, key, pool, v)
	default:
		v.Outcome = account.Insufficient
	}
	pool.fill(&v.Balance)
	allowance.fillAllowance(&v.Balance)
	return err
}

// pools returns the pool of a charge and, where it names one, its allowance.
func (b *batch) pools(acct int64, ch *account.Charge) (pool, allowance *mirrorPool, err error) {
	pool, err = b.mirror.pool(b.c, poolRef{acct, ch.Pool, account.ClassFree}, b.plan.Free[ch.Pool])
	if err == nil && ch.Allowance != "" {
		allowance, err = b.mirror.pool(b.c,
			poolRef{acct, ch.Allowance, account.ClassAllowance}, b.plan.Allowances[ch.Allowance])
	}
	return pool, allowance, err
}

func (b *batch) takeRequest(ch *account.Charge, key *mirrorKey, allowance *mirrorPool, v *account.Verdict) error {
	ledger, err := b.mirror.pair(b.c, allowance.ref.pool)
	if err != nil {
		return err
	}
	b.take(ch.ID, 0, allowance, allowance.monthly, 1, ledger.consumed)
	v.Taken.Allowance = 1
	b.note(ch, key, 0, 1)
	return nil
}

// takeUnits draws the price from the pool's grants in the order of their
// classes, the oldest first. The caller has seen that they cover it.
func (b *batch) takeUnits(ch *account.Charge, key *mirrorKey, pool *mirrorPool, v *account.Verdict) error {
	ledger, err := b.mirror.pair(b.c, ch.Pool)
	if err != nil {
		return err
	}
	rest, part := ch.Units, int64(0)
	draw := func(g *mirrorGrant) {
		n := min(rest, g.remaining)
		if n == 0 {
			return
		}
		b.take(ch.ID, part, pool, g, n, ledger.consumed)
		addTaken(&v.Taken, g.class, n)
		rest -= n
		part++
	}
	if pool.monthly != nil {
		draw(pool.monthly)
	}
	for len(pool.grants) > 0 && rest > 0 {
		draw(pool.grants[0])
		if pool.grants[0].remaining == 0 {
			pool.grants = pool.grants[1:]
		}
	}
	b.note(ch, key, ch.Units, 0)
	return nil
}

func addTaken(t *account.Taken, class account.Class, n int64) {
	switch class {
	case account.ClassAllowance:
		t.Allowance += n
	case account.ClassFree:
		t.Free += n
	case account.ClassPromo:
		t.Promo += n
	case account.ClassPrepaid:
		t.Prepaid += n
	}
}

// take moves units out of a grant, in memory; flush writes what was noted.
func (b *batch) take(id string, part int64, pool *mirrorPool, g *mirrorGrant, n, consumed int64) {
	if g.taken == 0 {
		b.touched = append(b.touched, touchedGrant{g, pool})
	}
	g.remaining -= n
	g.taken += n
	b.transfers = append(b.transfers, transferRow{id, part, g, consumed, n})
}

func (b *batch) note(ch *account.Charge, key *mirrorKey, units, allowance int64) {
	b.charges = append(b.charges, chargeRow{ch, key.account, key.seq, units, allowance})
	key.used += units
	ref := usageRef{key.seq, ch.Op}
	u := b.usage[ref]
	if u == nil {
		u = &usageRow{usageRef: ref}
		b.usage[ref] = u
		b.usageRows = append(b.usageRows, u)
	}
	u.requests++
	u.units += units
}

func (p *mirrorPool) units() int64 {
	var n int64
	if p.monthly != nil {
		n = p.monthly.remaining
	}
	for _, g := range p.grants {
		n += g.remaining
	}
	return n
}

func (p *mirrorPool) fill(b *account.Balance) {
	b.EverPaid = p.everPaid
	if p.monthly != nil {
		b.FreeLimit, b.Free = p.monthly.amount, p.monthly.remaining
	}
	for _, g := range p.grants {
		if g.class == account.ClassPromo {
			b.Promo += g.remaining
		} else {
			b.Prepaid += g.remaining
		}
	}
}

func (p *mirrorPool) fillAllowance(b *account.Balance) {
	if p != nil && p.monthly != nil {
		b.AllowanceLimit, b.Allowance = p.monthly.amount, p.monthly.remaining
	}
}
