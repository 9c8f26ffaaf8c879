package desk

import (
	"slices"

	"toolcrib/internal/account"
	"toolcrib/internal/op"
)

// step is something to do at first.
type step struct {
	Name string // part of its messages' keys
	Path string
	Done bool
}

// overviewSheet is what the first page of the account shows.
type overviewSheet struct {
	sheet
	Pools  []pool
	Resets string // day of the next month's free units
	Errors []callRow
	Idle   []account.Key
	Steps  []step // none once all is done
	Month  usageSum
}

func (h *Handler) overviewPage(v *visit) error {
	s := overviewSheet{sheet: v.sheet()}
	if v.place.Account.ID == "" {
		return v.show("overview", s.sheet, s)
	}
	keys, err := v.keys()
	if err != nil {
		return err
	}
	now := v.Now()
	month := account.UsageQuery{AccountID: v.place.Account.ID, From: account.Day(monthStart(now)), To: account.Day(now)}
	rows, err := v.Store.Usage(v.r.Context(), month)
	if err != nil {
		return err
	}
	_, s.Month = sums(rows, byOp, v.names(byOp, nil))
	if s.Pools, err = v.pools(); err != nil {
		return err
	}
	live := slices.DeleteFunc(slices.Clone(rows), func(u account.UsageRow) bool {
		return !slices.ContainsFunc(keys, func(k account.Key) bool { return k.ID == u.KeyID && k.Env == account.Live })
	})
	for i := range s.Pools {
		if p := &s.Pools[i]; p.Op == "" {
			v.burn(p, live, now)
		}
	}
	s.Resets = account.PeriodEnd(now).Format("2006-01-02")
	if s.Errors, err = v.calls(account.CallQuery{Failed: true, Limit: 5}); err != nil {
		return err
	}
	used := s.Month.Requests > 0
	for _, k := range keys {
		used = used || !k.LastUse.At.IsZero()
		if idle(&k, now) {
			s.Idle = append(s.Idle, k)
		}
	}
	if s.Steps, err = v.steps(keys, used); err != nil {
		return err
	}
	return v.show("overview", s.sheet, s)
}

// pools reads what is left for live keys: the pools of units that are given or
// were bought, then the free requests that single operations have.
func (v *visit) pools() (list []pool, err error) {
	ctx, id := v.r.Context(), v.place.Account.ID
	for _, p := range []account.Pool{account.PoolCompute, account.PoolImage, account.PoolAI} {
		b, err := v.Store.Balance(ctx, id, p, "")
		if err != nil {
			return nil, err
		}
		if b.FreeLimit > 0 || b.Units() > 0 || b.EverPaid {
			list = append(list, pool{Balance: b, Name: "account.pool." + p.Name(), Limit: b.FreeLimit, Left: b.Free})
		}
	}
	for _, o := range op.All() {
		if !o.Allowed || o.Twin != "" {
			continue
		}
		b, err := v.Store.Balance(ctx, id, account.Pool(o.Pool), account.AllowancePool(o.ID))
		if err != nil {
			return nil, err
		}
		if b.AllowanceLimit > 0 {
			list = append(list, pool{Op: o.ID, Limit: b.AllowanceLimit, Left: b.Allowance})
		}
	}
	return list, nil
}

// steps is what whoever is new has still to do.
func (v *visit) steps(keys []account.Key, used bool) ([]step, error) {
	now := v.Now()
	u := v.seat.User
	list := []step{
		{"key", "/account/keys/new", slices.ContainsFunc(keys, func(k account.Key) bool { return k.Active(now) })},
		{"call", "/docs/quickstart", used},
		{"safe", "/account/security", u.SecondFactor() || u.Passkeys > 0},
	}
	if v.place.Role.Covers(account.RoleAdmin) {
		_, err := v.Store.Webhook(v.r.Context(), v.place.Account.ID)
		if err != nil && !gone(err) {
			return nil, err
		}
		list = append(list, step{"alert", "/account/webhook", err == nil})
	}
	if !slices.ContainsFunc(list, func(s step) bool { return !s.Done }) {
		return nil, nil
	}
	return list, nil
}
