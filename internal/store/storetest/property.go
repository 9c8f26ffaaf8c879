package storetest

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"toolcrib/internal/account"
)

// testModel makes random histories through two handles, which stand for two
// processes, and compares every verdict, balance and usage with the model's.
func testModel(t *testing.T, open Open) {
	n := 0
	rapid.Check(t, func(r *rapid.T) {
		n++
		h := newHistory(r, t, open, fmt.Sprint("model_", n))
		defer h.close()
		r.Repeat(map[string]func(*rapid.T){
			"account": h.addAccount,
			"key":     h.addKey,
			"charge":  h.charge,
			"again":   h.chargeAgain,
			"grant":   h.grant,
			"revoke":  h.revoke,
			"suspend": h.suspend,
			"time":    h.passTime,
			"":        h.check,
		})
		h.verify()
	})
}

// history is one random run: the model and the handles it is compared with.
type history struct {
	*fixture
	r       *rapid.T
	model   *model
	handles []account.Store
	sent    []account.Charge
}

func newHistory(r *rapid.T, t *testing.T, open Open, name string) *history {
	f := &fixture{t: t, ctx: t.Context(), clock: newTestClock("2026-11-29T23:00:00Z"), open: open, name: name}
	h := &history{fixture: f, r: r, model: newModel(testPlan())}
	for range 2 {
		h.handles = append(h.handles, open(t, Options{Database: name, Plan: testPlan(), Clock: f.clock.now}))
	}
	f.Store = h.handles[0]
	h.addAccount(r)
	h.addKey(r)
	return h
}

func (h *history) close() {
	for _, s := range h.handles {
		h.must(s.Close())
	}
}

func (h *history) must(err error) {
	if err != nil {
		h.r.Fatal(err)
	}
}

// any picks the handle that an action goes through.
func (h *history) any(r *rapid.T) account.Store {
	return pick(r, "handle", h.handles)
}

// pick draws an index, so that a failing history prints as numbers.
func pick[T any](r *rapid.T, label string, list []T) T {
	return list[rapid.IntRange(0, len(list)-1).Draw(r, label)]
}

func (h *history) addAccount(r *rapid.T) {
	if len(h.model.accounts) >= 3 {
		r.Skip("enough accounts")
	}
	a, err := h.any(r).CreateAccount(h.ctx, "a")
	h.must(err)
	h.model.accounts = append(h.model.accounts, &modelAccount{id: a.ID})
}

func (h *history) addKey(r *rapid.T) {
	if len(h.model.keys) >= 6 {
		r.Skip("enough keys")
	}
	a := pick(r, "account", h.model.accounts)
	k := account.Key{AccountID: a.id, Name: "k", Env: account.Live, Hash: testHash()}
	k.Cap = rapid.SampledFrom([]int64{0, 0, 0, 1, 30, 400}).Draw(r, "cap")
	if rapid.IntRange(0, 3).Draw(r, "expires") == 0 {
		k.ExpiresAt = h.clock.now().Add(time.Duration(rapid.IntRange(1, 48).Draw(r, "hours")) * time.Hour)
	}
	made, err := h.any(r).CreateKey(h.ctx, k)
	h.must(err)
	h.model.keys = append(h.model.keys, &modelKey{
		id: made.ID, account: a, cap: k.Cap, expiresAt: k.ExpiresAt, usage: make(map[string]account.KeyUsage),
	})
}

var prices = []int64{1, 1, 2, 5, 49, 50, 51, 120, 499, 500, 501, 2000}

func (h *history) newCharge(r *rapid.T) account.Charge {
	k := pick(r, "key", h.model.keys)
	ch := caller{k.account.id, k.id}.compute(rapid.SampledFrom(prices).Draw(r, "units"))
	switch rapid.IntRange(0, 9).Draw(r, "kind") {
	case 0, 1:
		ch.Op, ch.Allowance = testDecide, account.AllowancePool(testDecide)
	case 2, 3:
		ch.Op, ch.Pool = "qr-code-image", account.PoolImage
	case 4:
		ch.Pool = account.PoolAI
	case 5:
		ch.KeyID = "key_none"
	}
	return ch
}

func (h *history) charge(r *rapid.T) {
	batch := make([]account.Charge, rapid.IntRange(1, 6).Draw(r, "batch"))
	for i := range batch {
		batch[i] = h.newCharge(r)
	}
	h.send(r, batch)
}

// chargeAgain sends charges that were sent before, some of them refused then.
func (h *history) chargeAgain(r *rapid.T) {
	if len(h.sent) == 0 {
		r.Skip("nothing sent yet")
	}
	h.send(r, []account.Charge{
		pick(r, "old", h.sent), h.newCharge(r), pick(r, "old", h.sent),
	})
}

func (h *history) send(r *rapid.T, batch []account.Charge) {
	got, err := h.any(r).ChargeBatch(h.ctx, batch)
	h.must(err)
	want := h.model.batch(batch, h.clock.now())
	for i := range batch {
		if got[i] != want[i] {
			r.Fatalf("charge %d of the batch, %+v:\n got %+v\nwant %+v", i, batch[i], got[i], want[i])
		}
	}
	h.sent = append(h.sent, batch...)
}

func (h *history) grant(r *rapid.T) {
	a := pick(r, "account", h.model.accounts)
	g := account.Grant{
		AccountID: a.id,
		Pool:      rapid.SampledFrom([]account.Pool{account.PoolCompute, account.PoolImage, account.PoolAI}).Draw(r, "pool"),
		Class:     rapid.SampledFrom([]account.Class{account.ClassPromo, account.ClassPrepaid}).Draw(r, "class"),
		Units:     rapid.Int64Range(1, 700).Draw(r, "units"),
	}
	_, err := h.any(r).Grant(h.ctx, g)
	h.must(err)
	a.grants = append(a.grants, &modelGrant{g.Pool, g.Class, "", g.Units, g.Units})
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

// check compares what can be read on every handle after each action.
func (h *history) check(r *rapid.T) {
	at := h.model.at(h.clock.now())
	allowance := account.AllowancePool(testDecide)
	s := h.any(r)
	for _, a := range h.model.accounts {
		for _, pool := range []account.Pool{account.PoolCompute, account.PoolImage, account.PoolAI} {
			got, err := s.Balance(h.ctx, a.id, pool, allowance)
			h.must(err)
			if want := h.model.balance(a, pool, allowance, at); got != want {
				r.Fatalf("balance of %s:\n got %+v\nwant %+v", a.id, got, want)
			}
		}
	}
	for _, k := range h.model.keys {
		period := account.Period(at)
		got, err := s.KeyUsage(h.ctx, k.id, period)
		h.must(err)
		if want := k.usage[period]; got != want {
			r.Fatalf("usage of %s in %s: got %+v, want %+v", k.id, period, got, want)
		}
	}
}
