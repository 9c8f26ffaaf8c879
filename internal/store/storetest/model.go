package storetest

import (
	"slices"
	"time"

	"toolcrib/internal/account"
)

// model is the ledger as the rules tell it, written for clearness alone: what
// every store must agree with.
type model struct {
	plan       account.Plan
	perAccount bool // whether each account has a clock of its own
	lastAt     time.Time
	accounts   []*modelAccount
	keys       []*modelKey
	charged    map[string]account.Verdict // by charge ID
	events     map[quota]bool
	holds      []*modelHold
	drawn      []modelPart // by the last pay or hold
}

type modelAccount struct {
	id        string
	suspended bool
	lastAt    time.Time
	grants    []*modelGrant // in the order they were made
}

type modelGrant struct {
	id        string // of those that were not made by a charge
	pool      account.Pool
	class     account.Class
	period    string
	amount    int64
	remaining int64
	held      int64
}

type modelKey struct {
	id        string
	account   *modelAccount
	env       account.Env
	revoked   bool
	disabled  bool
	replaced  bool
	expiresAt time.Time
	cap       int64
	usage     map[string]account.KeyUsage // by period
	replies   map[[32]byte]account.Reply
}

func newModel(plan account.Plan, perAccount bool) *model {
	return &model{plan: plan, perAccount: perAccount, charged: make(map[string]account.Verdict), events: make(map[quota]bool)}
}

func (k *modelKey) ended(at time.Time) bool {
	return k.revoked || !k.expiresAt.IsZero() && !at.Before(k.expiresAt)
}

// at is the time of the ledger, for an account that may be nil, when the
// clock shows now.
func (m *model) at(a *modelAccount, now time.Time) time.Time {
	last := m.last(a)
	if now.Before(last) {
		return last
	}
	return now
}

// last is the time before which no charge of the account can be.
func (m *model) last(a *modelAccount) time.Time {
	switch {
	case !m.perAccount:
		return m.lastAt
	case a == nil:
		return time.Time{}
	}
	return a.lastAt
}

// batch decides charges in order, when the clock shows now.
func (m *model) batch(charges []account.Charge, now time.Time) []account.Verdict {
	verdicts := make([]account.Verdict, len(charges))
	for i, ch := range charges {
		verdicts[i] = m.charge(ch, now)
	}
	return verdicts
}

func (m *model) charge(ch account.Charge, now time.Time) account.Verdict {
	k := m.key(ch.KeyID)
	if v, ok := m.charged[ch.ID]; ok {
		v.Balance = m.balance(k.account, ch.Pool, ch.Allowance, m.at(k.account, now))
		return v
	}
	if k == nil {
		at := m.at(nil, now)
		return account.Verdict{
			Outcome: account.KeyGone, At: at, Balance: account.Balance{Pool: ch.Pool, ResetsAt: account.PeriodEnd(at)},
		}
	}
	at := m.at(k.account, now)
	v := account.Verdict{At: at, Balance: account.Balance{Pool: ch.Pool, ResetsAt: account.PeriodEnd(at)}}
	if k.account.id != ch.AccountID || k.disabled || k.ended(at) {
		v.Outcome = account.KeyGone
		return v
	}
	v.Outcome, v.Reply = m.refusal(k, &ch, at)
	if v.Outcome == account.Charged {
		v.Taken = m.pay(k, &ch, at)
	}
	v.Balance = m.balance(k.account, ch.Pool, ch.Allowance, at)
	if v.Outcome == account.Charged {
		m.note(k, &ch, v)
	}
	return v
}

// refusal tells why a charge is not made, or that it is.
func (m *model) refusal(k *modelKey, ch *account.Charge, at time.Time) (account.Outcome, *account.Reply) {
	if k.account.suspended {
		return account.Suspended, nil
	}
	if ch.Reply != nil {
		if kept, ok := k.replies[ch.Reply.Key]; ok && at.Before(kept.Until) {
			if kept.Fingerprint != ch.Reply.Fingerprint {
				return account.KeyReused, nil
			}
			return account.Replayed, &kept
		}
	}
	b := m.balance(k.account, ch.Pool, ch.Allowance, at)
	switch {
	case b.Allowance > 0:
		return account.Charged, nil
	case k.cap > 0 && k.usage[account.Period(at)].Units+m.heldBy(k)+ch.Units > k.cap:
		return account.CapReached, nil
	case b.Units() < ch.Units:
		return account.Insufficient, nil
	}
	return account.Charged, nil
}

func (m *model) pay(k *modelKey, ch *account.Charge, at time.Time) account.Taken {
	t := m.take(k, ch, at)
	if k.env == account.Live && t.Free > 0 {
		m.announce(k.account, ch.Pool, t.Free, at)
	}
	return t
}

func (m *model) take(k *modelKey, ch *account.Charge, at time.Time) (t account.Taken) {
	period := account.Period(at)
	m.drawn = nil
	if m.balance(k.account, ch.Pool, ch.Allowance, at).Allowance > 0 {
		t.Allowance = m.draw(k.account, ch.Allowance, account.ClassAllowance, period, 1)
		return t
	}
	t.Free = m.draw(k.account, ch.Pool, account.ClassFree, period, ch.Units)
	t.Promo = m.draw(k.account, ch.Pool, account.ClassPromo, "", ch.Units-t.Free)
	t.Prepaid = m.draw(k.account, ch.Pool, account.ClassPrepaid, "", ch.Units-t.Free-t.Promo)
	t.Overflow = ch.Units - t.Free - t.Promo - t.Prepaid
	o := m.plan.Overflow[ch.Pool]
	m.draw(k.account, o.Pool, account.ClassPrepaid, "", t.Overflow*o.Rate)
	return t
}

// announce notes the events of free units of which n more were used.
func (m *model) announce(a *modelAccount, pool account.Pool, n int64, at time.Time) {
	b := m.balance(a, pool, "", at)
	used := b.FreeLimit - b.Free
	for _, g := range a.grants {
		if g.pool == pool && g.class == account.ClassFree && g.period == account.Period(at) {
			used -= g.held
		}
	}
	for _, percent := range account.QuotaParts {
		if before := used - n; before*100 < b.FreeLimit*percent && used*100 >= b.FreeLimit*percent {
			m.events[quota{a.id, pool, account.Period(at), percent, b.FreeLimit, used, b.ResetsAt}] = true
		}
	}
}

func (m *model) note(k *modelKey, ch *account.Charge, v account.Verdict) {
	period := account.Period(v.At)
	u := k.usage[period]
	k.usage[period] = account.KeyUsage{Requests: u.Requests + 1, Units: u.Units + v.Taken.Units()}
	m.charged[ch.ID] = v
	m.goOn(k.account, v.At)
	if ch.Reply != nil {
		kept := *ch.Reply
		kept.ChargeID = ch.ID
		k.replies[kept.Key] = kept
	}
}

// goOn notes that something was charged or held.
func (m *model) goOn(a *modelAccount, at time.Time) {
	a.lastAt = at
	if at.After(m.lastAt) {
		m.lastAt = at
	}
}

// draw takes up to want units of one class and returns how many there were.
func (m *model) draw(a *modelAccount, pool account.Pool, class account.Class, period string, want int64) int64 {
	var got int64
	for _, g := range a.grants {
		if g.pool == pool && g.class == class && g.period == period {
			n := min(g.remaining, want-got)
			g.remaining -= n
			got += n
			m.drawn = append(m.drawn, modelPart{g, n})
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
		a.grants = append(a.grants, &modelGrant{"", pool, class, period, amount, amount, 0})
	}
}

func (m *model) balance(a *modelAccount, pool, allowance account.Pool, at time.Time) account.Balance {
	period := account.Period(at)
	m.monthly(a, pool, account.ClassFree, period)
	m.monthly(a, allowance, account.ClassAllowance, period)
	o := m.plan.Overflow[pool]
	b := account.Balance{Pool: pool, ResetsAt: account.PeriodEnd(at)}
	var over int64
	for _, g := range a.grants {
		switch {
		case g.pool == allowance && g.class == account.ClassAllowance && g.period == period:
			b.AllowanceLimit, b.Allowance = g.amount, g.remaining
		case g.pool == o.Pool && g.class == account.ClassPrepaid:
			over += g.remaining
			b.EverPaid = true
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
	if o.Rate > 0 {
		b.Overflow = over / o.Rate
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
