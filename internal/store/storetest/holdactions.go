package storetest

import (
	"errors"
	"reflect"
	"time"

	"pgregory.net/rapid"

	"toolcrib/internal/account"
)

// The actions of a history on holds.

// hold makes a hold, or asks for one again.
func (h *history) hold(r *rapid.T) {
	ch := h.newCharge(r)
	until := h.clock.now().Add(rapid.SampledFrom([]time.Duration{
		time.Second, time.Minute, time.Hour, account.MaxHold, account.MaxHold + time.Second, 0,
	}).Draw(r, "lasts"))
	if n := len(h.model.holds); n > 0 && rapid.IntRange(0, 5).Draw(r, "again") == 0 {
		old := pick(r, "old", h.model.holds)
		if !old.open && h.model.charged[old.charge.ID].At.IsZero() {
			r.Skip("it may have been forgotten")
		}
		ch, until = old.charge, old.until
	}
	ch.Allowance = ""
	if h.model.key(ch.KeyID) == nil {
		r.Skip("no key")
	}
	got, err := h.any(r).Hold(h.ctx, ch, until)
	want, wantErr := h.model.hold(ch, until, h.clock.now())
	h.sameEnd(r, ch, got, want, err, wantErr)
}

// settle settles a hold that may be over, at any price.
func (h *history) settle(r *rapid.T) {
	if len(h.model.holds) == 0 {
		r.Skip("nothing held yet")
	}
	old := pick(r, "hold", h.model.holds)
	units := old.charge.Units
	switch rapid.IntRange(0, 5).Draw(r, "price") {
	case 0:
		units++
	case 1:
		if units = 0; !old.open {
			r.Skip("it may have been forgotten")
		}
	case 2, 3, 4:
		units = rapid.Int64Range(1, units).Draw(r, "units")
	}
	got, err := h.any(r).Settle(h.ctx, old.charge.ID, units, old.charge.Reply)
	want, wantErr := h.model.settle(old, units, h.clock.now())
	h.sameEnd(r, old.charge, got, want, err, wantErr)
}

func (h *history) sameEnd(r *rapid.T, ch account.Charge, got, want account.Verdict, err, wantErr error) {
	if (err == nil) != (wantErr == nil) || errors.Is(wantErr, account.ErrEnded) != errors.Is(err, account.ErrEnded) {
		r.Fatalf("%+v: %v, want %v", ch, err, wantErr)
	}
	if err == nil && !reflect.DeepEqual(got, want) {
		r.Fatalf("%+v:\n got %+v, %+v\nwant %+v, %+v", ch, got, got.Reply, want, want.Reply)
	}
}

func (h *history) void(r *rapid.T) {
	if len(h.model.holds) == 0 {
		r.Skip("nothing held yet")
	}
	old := pick(r, "hold", h.model.holds)
	h.must(h.any(r).Void(h.ctx, old.charge.ID))
	old.end()
}

func (h *history) sweep(r *rapid.T) {
	h.sweepAll(h.any(r))
	h.model.sweep(h.clock.now())
}

// checkHolds ends the holds of a history by time alone.
func (h *history) checkHolds(r *rapid.T) {
	h.clock.add(account.MaxHold + time.Second)
	h.sweep(r)
	for _, a := range h.model.accounts {
		if n := h.heldOf(a.id); n != 0 {
			r.Fatalf("%d units of %s are held past their time", n, a.id)
		}
	}
	h.check(r)
}
