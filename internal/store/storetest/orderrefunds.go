package storetest

import (
	"errors"
	"testing"

	"toolcrib/internal/account"
)

func (f *fixture) refund(o account.Order, units int64) account.Refund {
	f.t.Helper()
	r, err := f.StartRefund(f.ctx, o.ID, units)
	f.must(err)
	return r
}

func (f *fixture) finish(r account.Refund) account.CreditNote {
	f.t.Helper()
	note, err := f.FinishRefund(f.ctx, r.ID, "re "+r.ID, account.Tax{Taxable: r.Paise})
	f.must(err)
	return note
}

func (f *fixture) state(o account.Order) account.Order {
	f.t.Helper()
	o, err := f.Order(f.ctx, o.ID)
	f.must(err)
	return o
}

func testOrderRefunds(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	o := f.paid(c.account)
	f.outcome(account.Charged, c.compute(500)) // the free units
	f.outcome(account.Charged, c.compute(1))   // one of what was bought

	// 3,333 of 10,000 units for 9,900 paise are 3,299.67 paise.
	r := f.refund(o, 3_333)
	equal(t, "refund", r, account.Refund{ID: r.ID, OrderID: o.ID, Units: 3_333, Paise: 3_299, Status: account.RefundPending, CreatedAt: f.clock.now()})
	equal(t, "withheld at once", f.balance(c.account, account.PoolCompute, "").Prepaid, 6_666)
	if _, err := f.StartRefund(f.ctx, o.ID, 1); !errors.Is(err, account.ErrBusy) {
		t.Errorf("a second one beside it: %v", err)
	}
	pending, err := f.PendingRefunds(f.ctx, 9)
	if err != nil || len(pending) != 1 || pending[0] != r {
		t.Errorf("PendingRefunds = %+v, %v", pending, err)
	}
	if _, err := f.FinishRefund(f.ctx, r.ID, "re", account.Tax{Taxable: r.Paise - 1}); err == nil {
		t.Error("a credit note of another amount was written")
	}
	note := f.finish(r)
	equal(t, "credit note", note, account.CreditNote{
		Number: "CN/2627/000001", Invoice: o.Invoice, OrderID: o.ID, RefundID: r.ID, IssuedAt: f.clock.now(), Units: 3_333, Tax: account.Tax{Taxable: 3_299},
	})
	equal(t, "finished again", f.finish(r), note)

	// A refund that fails leaves nothing behind.
	failed := f.refund(o, 1_000)
	equal(t, "before", failed.Before, 3_299)
	for range 2 {
		if _, err := f.FailRefund(f.ctx, failed.ID); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.FinishRefund(f.ctx, failed.ID, "re", account.Tax{Taxable: failed.Paise}); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("finished after it failed: %v", err)
	}
	equal(t, "given back", f.state(o).Remaining, 6_666)

	// The rest: of all units but the one used, 9,899.01 paise are due.
	rest := f.refund(o, 1<<40)
	equal(t, "rest", rest.Paise, 9_899-3_299)
	f.finish(rest)
	end := f.state(o)
	equal(t, "units", end.RefundedUnits, 9_999)
	equal(t, "status", end.Status, account.OrderPaid)
	if _, err := f.StartRefund(f.ctx, o.ID, 1); !errors.Is(err, account.ErrNothing) {
		t.Errorf("nothing is left: %v", err)
	}
	f.verify()
}

func testWholeRefund(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	o := f.paid(c.account)
	for _, units := range []int64{1, 3, 7, 10_000} {
		r, err := f.StartRefund(f.ctx, o.ID, units)
		if units == 1 {
			if !errors.Is(err, account.ErrNothing) {
				t.Errorf("less than a paisa: %+v, %v", r, err)
			}
			continue
		}
		f.must(err)
		f.finish(r)
	}
	end := f.state(o)
	equal(t, "status", end.Status, account.OrderRefunded)
	equal(t, "paise", end.RefundedPaise, 9_900)
	equal(t, "left", end.Remaining, 0)
	notes, err := f.CreditNotes(f.ctx, o.ID)
	f.must(err)
	var sum int64
	for _, n := range notes {
		sum += n.Tax.Total()
	}
	equal(t, "credit notes", sum, 9_900)
	if _, err := f.StartRefund(f.ctx, f.order(c.account).ID, 1); !errors.Is(err, account.ErrNothing) {
		t.Errorf("of an order not paid: %v", err)
	}
	f.verify()
}

// testRefundElsewhere: money given back at the provider takes units with it.
func testRefundElsewhere(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	o := f.paid(c.account)
	f.outcome(account.Charged, c.compute(500))
	f.outcome(account.Charged, c.compute(9_000))
	p := payment(o)
	p.Refunded, p.Event = 990, "evt_part"
	now := f.apply(p, o)
	equal(t, "units", now.RefundedUnits, 1_000)
	equal(t, "left", now.Remaining, 0)
	equal(t, "told again", f.apply(p, o), now)
	list, err := f.Refunds(f.ctx, o.ID)
	f.must(err)
	if len(list) != 1 || !list[0].External || list[0].Paise != 990 {
		t.Fatalf("refunds %+v", list)
	}
	p.Refunded = 9_900
	equal(t, "while the first is pending", f.apply(p, o), now)
	f.finish(list[0])
	all := f.apply(p, o)
	equal(t, "no units are left to take", all.RefundedUnits, 1_000)
	equal(t, "paise", all.RefundedPaise, 9_900)
	list, err = f.Refunds(f.ctx, o.ID)
	f.must(err)
	f.finish(list[1])
	equal(t, "status", f.state(o).Status, account.OrderRefunded)
	f.verify()
}

func testDisputes(t *testing.T, open Open) {
	f := newFixture(t, open)
	suspended := func(c caller) bool {
		a, err := f.Account(f.ctx, c.account)
		f.must(err)
		return a.Suspended
	}
	unused := f.caller()
	o := f.paid(unused.account)
	f.finish(f.refund(o, 5_000))
	p := payment(o)
	p.Refunded, p.Disputed = 4_950, true
	now := f.apply(p, o)
	equal(t, "status", now.Status, account.OrderDisputed)
	equal(t, "left", f.balance(unused.account, account.PoolCompute, "").Prepaid, 0)
	equal(t, "told again", f.apply(p, o), now)
	equal(t, "suspended though nothing was used", suspended(unused), false)
	if _, err := f.StartRefund(f.ctx, o.ID, 1); !errors.Is(err, account.ErrNothing) {
		t.Errorf("refund of a disputed order: %v", err)
	}

	used := f.caller()
	o = f.paid(used.account)
	f.outcome(account.Charged, used.compute(500))
	f.outcome(account.Charged, used.compute(1))
	pending := f.refund(o, 3_000)
	p = payment(o)
	p.Disputed = true
	f.apply(p, o)
	equal(t, "suspended", suspended(used), true)
	f.outcome(account.Suspended, used.compute(1))
	_, err := f.FailRefund(f.ctx, pending.ID)
	f.must(err)
	equal(t, "nothing comes back", f.state(o).Remaining, 0)
	f.verify()

	// A payment that is paid and disputed when it is first heard of.
	late := f.caller()
	o = f.order(late.account)
	p = payment(o)
	p.Disputed = true
	now = f.apply(p, o)
	equal(t, "at once", now.Status, account.OrderDisputed)
	equal(t, "invoice", now.Invoice != "", true)
	f.verify()
}

func testReceipts(t *testing.T, open Open) {
	f := newFixture(t, open)
	o := f.order(f.caller().account)
	if _, err := f.Receipt(f.ctx, o.ID); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("no receipt: %v", err)
	}
	want := account.Receipt{OrderID: o.ID, Paise: 9_900, Reference: "UTR 1"}
	f.must(f.NoteReceipt(f.ctx, want))
	f.must(f.NoteReceipt(f.ctx, account.Receipt{OrderID: o.ID, Paise: 1, Reference: "UTR 2"}))
	got, err := f.Receipt(f.ctx, o.ID)
	f.must(err)
	equal(t, "receipt", got, want)
	if err := f.NoteReceipt(f.ctx, account.Receipt{OrderID: "ord_none", Paise: 1, Reference: "x"}); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("no order: %v", err)
	}
	f.verify()
}
