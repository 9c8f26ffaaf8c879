package pay_test

import (
	"fmt"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/pay"
	"toolcrib/internal/pay/fake"
)

// TestCrashAtEveryStep tells one story again and again, in which the process
// ends at the first step, the second, and so on, once before it and once after
// it; another process then takes over. The end is always the same.
func TestCrashAtEveryStep(t *testing.T) {
	w := newWorld(t, "2026-11-15T12:00:00Z")
	for name, story := range map[string]func(*world, *pay.Desk) string{"refund": refunded, "dispute": disputed, "elsewhere": elsewhere} {
		for _, after := range []bool{false, true} {
			steps := 0
			for ended := true; ended; steps++ {
				c := &cut{steps: steps, after: after}
				id := story(w, w.desk(c))
				// Another process takes over.
				d := w.desk(never())
				w.must(d.Poll(w.ctx))
				_, err := d.Settle(w.ctx, id)
				w.must(err)
				ended = c.dead
				expect(w, name, id, fmt.Sprintf("%s, step %d, after %v", name, steps, after))
			}
			if steps < 10 {
				t.Errorf("%s had %d steps", name, steps)
			}
		}
	}
	w.verify()
	w.numbers()
}

func (w *world) hearAll(d *pay.Desk) {
	w.t.Helper()
	for _, m := range w.letters() {
		w.allowed(d.Hear(w.ctx, fake.Name, m.Header, m.Body))
	}
}

// begin buys a pack and pays it. The buyer tries as often as it takes.
func begin(w *world, d *pay.Desk) account.Order {
	w.t.Helper()
	w.count++
	p := pay.Purchase{AccountID: w.account(), Sku: packs[0].Sku, Token: fmt.Sprint("form ", w.count)}
	o, err := d.Buy(w.ctx, p)
	w.allowed(err)
	if err != nil {
		o, err = w.desk(never()).Buy(w.ctx, p)
		w.must(err)
	}
	w.must(w.bank.Pay(o.Ref))
	w.hearAll(d)
	_, err = d.Settle(w.ctx, o.ID)
	w.allowed(err)
	return o
}

// refunded: half of the pack is given back, by an operator who tries once more
// where the first try left nothing behind.
func refunded(w *world, d *pay.Desk) string {
	o := begin(w, d)
	_, err := d.Refund(w.ctx, o.ID, 5_000)
	w.allowed(err)
	after := w.desk(never())
	_, err = after.Settle(w.ctx, o.ID)
	w.must(err)
	if w.order(o.ID).RefundedUnits == 0 {
		_, err := after.Refund(w.ctx, o.ID, 5_000)
		w.must(err)
	}
	return o.ID
}

func disputed(w *world, d *pay.Desk) string {
	o := begin(w, d)
	w.must(w.bank.Dispute(o.Ref))
	w.hearAll(d)
	_, err := d.Settle(w.ctx, o.ID)
	w.allowed(err)
	return o.ID
}

func elsewhere(w *world, d *pay.Desk) string {
	o := begin(w, d)
	w.must(w.bank.GiveBack(o.Ref, 9_900))
	w.hearAll(d)
	w.wait(time.Minute)
	_, err := d.Settle(w.ctx, o.ID)
	w.allowed(err)
	return o.ID
}

func expect(w *world, story, id, at string) {
	w.t.Helper()
	o := w.order(id)
	want := map[string]account.Order{
		"refund":    {Status: account.OrderPaid, Remaining: 5_000, RefundedUnits: 5_000, RefundedPaise: 4_950},
		"dispute":   {Status: account.OrderDisputed},
		"elsewhere": {Status: account.OrderRefunded, RefundedUnits: 10_000, RefundedPaise: 9_900},
	}[story]
	got := account.Order{Status: o.Status, Remaining: o.Remaining, RefundedUnits: o.RefundedUnits, RefundedPaise: o.RefundedPaise}
	if got != want {
		w.t.Errorf("%s: %+v, want %+v", at, got, want)
	}
	if n, _ := w.bought(o.AccountID); n != 1 || o.Invoice == "" {
		w.t.Errorf("%s: %d grants, invoice %q", at, n, o.Invoice)
	}
	if given := w.bank.Refunded(o.Ref); given != want.RefundedPaise {
		w.t.Errorf("%s: the provider gave back %d paise", at, given)
	}
	notes, err := w.store.CreditNotes(w.ctx, id)
	w.must(err)
	var sum int64
	for _, n := range notes {
		sum += n.Tax.Total()
	}
	if sum != want.RefundedPaise {
		w.t.Errorf("%s: credit notes of %d paise", at, sum)
	}
}
