package storetest

import (
	"slices"
	"time"

	"toolcrib/internal/account"
)

// model is the ledger as the rules tell it, written for clearness alone: what
// every store must agree with.
type model struct {
	plan     account.Plan
	lastAt   time.Time
	accounts []*modelAccount
	keys     []*modelKey
	charged  map[string]account.Verdict // by charge ID
}

type modelAccount struct {
	id        string
	suspended bool
	grants    []*modelGrant // in the order they were made
}

type modelGrant struct {
	pool      account.Pool
	class     account.Class
	period    string
	amount    int64
	remaining int64
}

type modelKey struct {
	id        string
	account   *modelAccount
	revoked   bool
	expiresAt time.Time
	cap       int64
	usage     map[string]account.KeyUsage // by period
}

func newModel(plan account.Plan) *model {
	return &model{plan: plan, charged: make(map[string]account.Verdict)}
}

// at is the ledger's time when the clock shows now.
func (m *model) at(now time.Time) time.Time {
	if now.Before(m.lastAt) {
		return m.lastAt
	}
	return now
}

// batch decides charges in order, at one time.
func (m *model) batch(charges []account.Charge, now time.Time) []account.Verdict {
	at := m.at(now)
	verdicts := make([]account.Verdict, len(charges))
	for i, ch := range charges {
		verdicts[i] = m.charge(ch, at)
	}
	return verdicts
}

func (m *model) charge(ch account.Charge, at time.Time) account.Verdict {
	if v, ok := m.charged[ch.ID]; ok {
		v.Balance = m.balance(m.key(ch.KeyID).account, ch.Pool, ch.Allowance, at)
		return v
	}
	v := account.Verdict{At: at, Balance: account.Balance{Pool: ch.Pool, ResetsAt: account.PeriodEnd(at)}}
	k := m.key(ch.KeyID)
	if k == nil || k.account.id != ch.AccountID || k.revoked || (!k.expiresAt.IsZero() && !at.Before(k.expiresAt)) {
		v.Outcome = account.KeyGone
		return v
	}
	period := account.Period(at)
	before := m.balance(k.account, ch.Pool, ch.Allowance, at)
	switch {
	case k.account.suspended:
		v.Outcome = account.Suspended
	case before.Allowance == 0 && k.cap > 0 && k.usage[period].Units+ch.Units > k.cap:
		v.Outcome = account.CapReached
	case before.Allowance > 0:
		v.Taken.Allowance = m.draw(k.account, ch.Allowance, account.ClassAllowance, period, 1)
	case before.Units() < ch.Units:
		v.Outcome = account.Insufficient
	default:
		t := &v.Taken
		t.Free = m.draw(k.account, ch.Pool, account.ClassFree, period, ch.Units)
		t.Promo = m.draw(k.account, ch.Pool, account.ClassPromo, "", ch.Units-t.Free)
		t.Prepaid = m.draw(k.account, ch.Pool, account.ClassPrepaid, "", ch.Units-t.Free-t.Promo)
	}
	v.Balance = m.balance(k.account, ch.Pool, ch.Allowance, at)
	if v.Outcome == account.Charged {
		u := k.usage[period]
		k.usage[period] = account.KeyUsage{Requests: u.Requests + 1, Units: u.Units + v.Taken.Units()}
		m.charged[ch.ID] = v
		m.lastAt = at
	}
	return v
}

// draw takes up to want units of one class and returns how many there were.
func (m *model) draw(a *modelAccount, pool account.Pool, class account.Class, period string, want int64) int64 {
	if class <= account.ClassFree {
		m.monthly(a, pool, class, period)
	}
	var got int64
	for _, g := range a.grants {
		if g.pool == pool && g.class == class && g.period == period {
			n := min(g.remaining, want-got)
			g.remaining -= n
			got += n
		}
	}
	return got
}

// monthly gives the month's units of a pool if the account has not had them.
func (m *model) monthly(a *modelAccount, pool account.Pool, class account.Class, period string) {
	amount := m.plan.Free[pool]
	if class == account.ClassAllowance {
		amount = m.plan.Allowances[pool]
	}
	had := slices.ContainsFunc(a.grants, func(g *modelGrant) bool {
		return g.pool == pool && g.class == class && g.period == period
	})
	if amount > 0 && !had {
		a.grants = append(a.grants, &modelGrant{pool, class, period, amount, amount})
	}
}

func (m *model) balance(a *modelAccount, pool, allowance account.Pool, at time.Time) account.Balance {
	period := account.Period(at)
	m.monthly(a, pool, account.ClassFree, period)
	m.monthly(a, allowance, account.ClassAllowance, period)
	b := account.Balance{Pool: pool, ResetsAt: account.PeriodEnd(at)}
	for _, g := range a.grants {
		switch {
		case g.pool == allowance && g.class == account.ClassAllowance && g.period == period:
			b.AllowanceLimit, b.Allowance = g.amount, g.remaining
		case g.pool != pool:
		case g.class == account.ClassFree && g.period == period:
			b.FreeLimit, b.Free = g.amount, g.remaining
		case g.class == account.ClassPromo:
			b.Promo += g.remaining
		case g.class == account.ClassPrepaid:
			b.Prepaid += g.remaining
			b.EverPaid = true
		}
	}
	return b
}

func (m *model) key(id string) *modelKey {
	for _, k := range m.keys {
		if k.id == id {
			return k
		}
	}
	return nil
}
