package storetest

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"toolcrib/internal/account"
)

// testModel makes random histories through two handles, which stand for two
// processes, and compares every verdict, balance and usage with the model's,
// and at the end the events.
func testModel(t *testing.T, open Open) {
	perAccount := clockIsPerAccount(t, open)
	n := 0
	rapid.Check(t, func(r *rapid.T) {
		n++
		h := newHistory(r, t, open, fmt.Sprint("model_", n), perAccount)
		defer h.close()
		r.Repeat(map[string]func(*rapid.T){
			"account": h.addAccount,
			"key":     h.addKey,
			"charge":  h.charge,
			"again":   h.chargeAgain,
			"retry":   h.retry,
			"grant":   h.grant,
			"refund":  h.refund,
			"revoke":  h.revoke,
			"disable": h.disable,
			"rotate":  h.rotate,
			"suspend": h.suspend,
			"hold":    h.hold,
			"settle":  h.settle,
			"void":    h.void,
			"sweep":   h.sweep,
			"time":    h.passTime,
			"":        h.check,
		})
		h.checkEvents(r)
		h.checkHolds(r)
		h.verify()
	})
}

// clockIsPerAccount finds out whether a charge of one account moves the clock
// of another.
func clockIsPerAccount(t *testing.T, open Open) bool {
	f := newFixture(t, open)
	one, two := f.caller(), f.caller()
	start := f.clock.now()
	f.clock.add(time.Hour)
	f.outcome(account.Charged, one.compute(1))
	f.clock.add(-time.Hour)
	return f.outcome(account.Charged, two.compute(1)).At.Equal(start)
}

// history is one random run: the model and the handles it is compared with.
type history struct {
	*fixture
	r       *rapid.T
	model   *model
	handles []account.Store
	sent    []account.Charge
}

func newHistory(r *rapid.T, t *testing.T, open Open, name string, perAccount bool) *history {
	f := &fixture{t: t, ctx: t.Context(), clock: newTestClock("2026-11-29T23:00:00Z"), open: open, name: name}
	h := &history{fixture: f, r: r, model: newModel(testPlan(), perAccount)}
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

var prices = []int64{1, 1, 2, 5, 49, 50, 51, 120, 499, 500, 501, 2000}

func (h *history) newCharge(r *rapid.T) account.Charge {
	k := pick(r, "key", h.model.keys)
	ch := caller{k.account.id, k.id}.compute(rapid.SampledFrom(prices).Draw(r, "units"))
	switch rapid.IntRange(0, 11).Draw(r, "kind") {
	case 0, 1:
		ch.Op, ch.Allowance = testDecide, account.AllowancePool(testDecide)
	case 2, 3, 4, 5:
		ch.Op, ch.Pool = "qr-code-image", account.PoolImage
	case 6:
		ch.Pool = account.PoolAI
	case 7:
		ch.KeyID = "key_none"
	}
	ch.Pool, ch.Allowance = ch.Pool.For(k.env), ch.Allowance.For(k.env)
	if rapid.Bool().Draw(r, "idempotent") {
		h.addReply(r, &ch)
	}
	return ch
}

// addReply gives a charge one of few idempotency keys and requests, so that
// they meet again.
func (h *history) addReply(r *rapid.T, ch *account.Charge) {
	key := rapid.SampledFrom([]string{"a", "b"}).Draw(r, "idempotency key")
	request := rapid.SampledFrom([]string{"r", "r", "s"}).Draw(r, "request")
	*ch = h.with(*ch, key, request, rapid.SampledFrom([]string{"", "body"}).Draw(r, "body"))
	ch.Reply.Until = h.clock.now().Add(rapid.SampledFrom([]time.Duration{time.Second, time.Hour, 24 * time.Hour}).Draw(r, "kept"))
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

// retry sends calls that were sent before as their callers would: the same
// idempotency key, and a charge of its own.
func (h *history) retry(r *rapid.T) {
	if len(h.sent) == 0 {
		r.Skip("nothing sent yet")
	}
	batch := []account.Charge{pick(r, "old", h.sent), pick(r, "old", h.sent)}
	for i := range batch {
		batch[i].ID = chargeID()
	}
	h.send(r, batch)
}

func (h *history) send(r *rapid.T, batch []account.Charge) {
	got, err := h.any(r).ChargeBatch(h.ctx, batch)
	h.must(err)
	want := h.model.batch(batch, h.clock.now())
	for i := range batch {
		if !reflect.DeepEqual(got[i], want[i]) {
			r.Fatalf("charge %d of the batch, %+v:\n got %+v, %+v\nwant %+v, %+v",
				i, batch[i], got[i], got[i].Reply, want[i], want[i].Reply)
		}
	}
	h.sent = append(h.sent, batch...)
}

// check compares what can be read on every handle after each action.
func (h *history) check(r *rapid.T) {
	s := h.any(r)
	for _, a := range h.model.accounts {
		at := h.model.at(a, h.clock.now())
		for _, pool := range []account.Pool{account.PoolCompute, account.PoolImage, account.PoolAI, account.PoolCompute.For(account.Test)} {
			allowance := account.AllowancePool(testDecide)
			got, err := s.Balance(h.ctx, a.id, pool, allowance)
			h.must(err)
			if want := h.model.balance(a, pool, allowance, at); got != want {
				r.Fatalf("balance of %s:\n got %+v\nwant %+v", a.id, got, want)
			}
		}
	}
	for _, k := range h.model.keys {
		period := account.Period(h.model.at(k.account, h.clock.now()))
		got, err := s.KeyUsage(h.ctx, k.id, period)
		h.must(err)
		if want := k.usage[period]; got != want {
			r.Fatalf("usage of %s in %s: got %+v, want %+v", k.id, period, got, want)
		}
	}
}

// checkEvents compares the events of the whole history with the model's.
func (h *history) checkEvents(r *rapid.T) {
	h.clock.ms.Store(max(h.clock.ms.Load(), h.model.lastAt.UnixMilli()) + 1)
	got, err := h.any(r).ClaimEvents(h.ctx, 1000, lease)
	h.must(err)
	for _, d := range got {
		if q := quotaOf(h.t, d); !h.model.events[q] {
			r.Fatalf("event %+v, want only %v", q, h.model.events)
		}
	}
	if len(got) != len(h.model.events) {
		r.Fatalf("%d events, want %v", len(got), h.model.events)
	}
}
