package storetest

import (
	"errors"
	"time"

	"pgregory.net/rapid"

	"toolcrib/internal/account"
)

// The actions of a history beside charging. Each changes the store and the
// model alike.

func (h *history) addAccount(r *rapid.T) {
	if len(h.model.accounts) >= 3 {
		r.Skip("enough accounts")
	}
	a, err := h.any(r).CreateAccount(h.ctx, "a")
	h.must(err)
	h.hook(a.ID)
	h.model.accounts = append(h.model.accounts, &modelAccount{id: a.ID})
}

func (h *history) addKey(r *rapid.T) {
	if len(h.model.keys) >= 6 {
		r.Skip("enough keys")
	}
	a := pick(r, "account", h.model.accounts)
	k := account.Key{AccountID: a.id, Name: "k", Hash: testHash()}
	k.Env = rapid.SampledFrom([]account.Env{account.Live, account.Live, account.Test}).Draw(r, "env")
	k.Cap = rapid.SampledFrom([]int64{0, 0, 0, 1, 30, 400}).Draw(r, "cap")
	if rapid.IntRange(0, 3).Draw(r, "expires") == 0 {
		k.ExpiresAt = h.clock.now().Add(time.Duration(rapid.IntRange(1, 48).Draw(r, "hours")) * time.Hour)
	}
	made, err := h.any(r).CreateKey(h.ctx, k)
	h.must(err)
	h.noteKey(made, a, false)
}

func (h *history) noteKey(k account.Key, a *modelAccount, disabled bool) {
	h.model.keys = append(h.model.keys, &modelKey{
		id: k.ID, account: a, env: k.Env, disabled: disabled, cap: k.Cap, expiresAt: k.ExpiresAt,
		usage: make(map[string]account.KeyUsage), replies: make(map[[32]byte]account.Reply),
	})
}

func (h *history) grant(r *rapid.T) {
	a := pick(r, "account", h.model.accounts)
	g := account.Grant{
		AccountID: a.id,
		Pool:      rapid.SampledFrom([]account.Pool{account.PoolCompute, account.PoolImage, account.PoolAI}).Draw(r, "pool"),
		Class:     rapid.SampledFrom([]account.Class{account.ClassPromo, account.ClassPrepaid}).Draw(r, "class"),
		Units:     rapid.Int64Range(1, 700).Draw(r, "units"),
	}
	id, err := h.any(r).Grant(h.ctx, g)
	h.must(err)
	a.grants = append(a.grants, &modelGrant{id, g.Pool, g.Class, "", g.Units, g.Units, 0})
}

func (h *history) refund(r *rapid.T) {
	var given []*modelGrant
	for _, a := range h.model.accounts {
		for _, g := range a.grants {
			if g.id != "" {
				given = append(given, g)
			}
		}
	}
	if given == nil {
		r.Skip("nothing to refund")
	}
	g := pick(r, "grant", given)
	units := rapid.Int64Range(1, 800).Draw(r, "units")
	got, err := h.any(r).Refund(h.ctx, g.id, units)
	h.must(err)
	if want := min(units, g.remaining); got != want {
		r.Fatalf("refund of %d units of %+v: took %d, want %d", units, *g, got, want)
	}
	g.remaining -= got
}

func (h *history) revoke(r *rapid.T) {
	if rapid.IntRange(0, 2).Draw(r, "spare") > 0 {
		r.Skip("a history needs keys")
	}
	k := pick(r, "key", h.model.keys)
	_, err := h.any(r).RevokeKey(h.ctx, k.id)
	h.must(err)
	k.revoked = true
}

func (h *history) disable(r *rapid.T) {
	k := pick(r, "key", h.model.keys)
	k.disabled = !k.disabled && rapid.Bool().Draw(r, "disable")
	_, err := h.any(r).SetKeyDisabled(h.ctx, k.id, k.disabled)
	h.must(err)
}

func (h *history) rotate(r *rapid.T) {
	if len(h.model.keys) >= 10 {
		r.Skip("enough keys")
	}
	k := pick(r, "key", h.model.keys)
	overlap := rapid.SampledFrom([]time.Duration{0, time.Millisecond, time.Hour, account.MaxOverlap}).Draw(r, "overlap")
	at := h.model.at(k.account, h.clock.now())
	made, err := h.any(r).RotateKey(h.ctx, k.id, account.Key{Hash: testHash()}, overlap)
	if k.replaced || k.ended(at) {
		if !errors.Is(err, account.ErrEnded) {
			r.Fatalf("rotation of a key that has ended: %v", err)
		}
		return
	}
	h.must(err)
	k.replaced = true
	// The end is later than any charge of the account, and without overlap at once.
	if last := h.model.last(k.account); at.Equal(last) {
		at = last.Add(time.Millisecond)
	}
	if end := at.Add(overlap); overlap == 0 {
		k.revoked = true
	} else if k.expiresAt.IsZero() || end.Before(k.expiresAt) {
		k.expiresAt = end
	}
	h.noteKey(made, k.account, k.disabled)
}

func (h *history) suspend(r *rapid.T) {
	a := pick(r, "account", h.model.accounts)
	a.suspended = !a.suspended && rapid.Bool().Draw(r, "suspend")
	h.must(h.any(r).SetSuspended(h.ctx, a.id, a.suspended))
}

func (h *history) passTime(r *rapid.T) {
	h.clock.add(rapid.SampledFrom([]time.Duration{
		time.Millisecond, time.Second, time.Hour, 24 * time.Hour, 31 * 24 * time.Hour,
		-time.Millisecond, -time.Hour, -40 * 24 * time.Hour,
	}).Draw(r, "step"))
}
