package storetest

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"toolcrib/internal/account"
)

var testPack = account.Pack{Sku: "compute-10000", Pool: account.PoolCompute, Units: 10_000, Paise: 9_900}

// order is an open order of the caller with a checkout.
func (f *fixture) order(accountID string) account.Order {
	f.t.Helper()
	f.n++
	o, err := f.CreateOrder(f.ctx, account.Order{AccountID: accountID, Pack: testPack, Provider: "test"})
	f.must(err)
	o, err = f.BindCheckout(f.ctx, o.ID, fmt.Sprint("cs_", f.n), "https://pay.example/")
	f.must(err)
	return o
}

// payment is what a provider says of an order that was paid as it should be.
func payment(o account.Order) account.Payment {
	return account.Payment{
		Provider: o.Provider, Ref: o.Ref, OrderID: o.ID, PaymentRef: "pay " + o.Ref,
		State: account.PaymentPaid, Paise: o.Paise, Currency: account.Currency,
	}
}

// bill is the invoice of a pack without tax.
func bill(o account.Order) account.Bill {
	return account.Bill{Seller: account.Party{Name: "Seller"}, Buyer: o.Buyer, Description: o.Title(), Tax: account.Tax{Taxable: o.Paise}}
}

func (f *fixture) apply(p account.Payment, o account.Order) account.Order {
	f.t.Helper()
	o, err := f.ApplyPayment(f.ctx, p, bill(o))
	f.must(err)
	return o
}

func (f *fixture) paid(accountID string) account.Order {
	f.t.Helper()
	o := f.order(accountID)
	return f.apply(payment(o), o)
}

// fails requires an error, and that the order has not changed by it.
func (f *fixture) fails(what string, err, want error, o account.Order) {
	f.t.Helper()
	if !errors.Is(err, want) {
		f.t.Errorf("%s: %v, want %v", what, err, want)
	}
	now, err := f.Order(f.ctx, o.ID)
	f.must(err)
	equal(f.t, what, now, o)
}

func testOrders(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	want := account.Order{
		AccountID: c.account, Token: "form 1", Pack: testPack, Provider: "test",
		Buyer: account.Party{Name: "Asha & Söhne", Address: "1 Road\nPune", GSTIN: "27AAPFU0939F1ZV", State: "27"},
	}
	o, err := f.CreateOrder(f.ctx, want)
	f.must(err)
	want.ID, want.Status, want.CreatedAt = o.ID, account.OrderOpen, f.clock.now()
	equal(t, "order", o, want)
	again, err := f.CreateOrder(f.ctx, account.Order{AccountID: c.account, Token: "form 1", Pack: testPack, Provider: "other"})
	f.must(err)
	equal(t, "same token", again, want)

	_, err = f.CreateOrder(f.ctx, account.Order{AccountID: "acc_none", Pack: testPack, Provider: "test"})
	f.fails("no account", err, account.ErrNotFound, o)
	if _, err := f.CreateOrder(f.ctx, account.Order{AccountID: c.account, Provider: "test"}); err == nil {
		t.Error("an order of nothing was stored")
	}
	want.Ref, want.URL = "cs", "https://pay.example/cs"
	o, err = f.BindCheckout(f.ctx, o.ID, want.Ref, want.URL)
	f.must(err)
	equal(t, "bound", o, want)
	_, err = f.BindCheckout(f.ctx, o.ID, "cs_2", "https://pay.example/2")
	f.fails("bound elsewhere", err, account.ErrForeign, o)
	if _, err = f.Order(f.ctx, "ord_none"); !errors.Is(err, account.ErrNotFound) {
		t.Error(err)
	}
	if _, err = f.BindCheckout(f.ctx, "ord_none", "cs_3", ""); !errors.Is(err, account.ErrNotFound) {
		t.Error(err)
	}
	other := f.caller()
	second := f.order(other.account)
	if _, err := f.BindCheckout(f.ctx, second.ID, "cs", ""); err == nil {
		t.Error("two orders share a checkout")
	}
	f.listed("all", account.OrderQuery{Limit: 9}, second.ID, o.ID)
	f.listed("of one account", account.OrderQuery{AccountID: c.account, Limit: 9}, o.ID)
	f.listed("limited", account.OrderQuery{Limit: 1}, second.ID)
	f.listed("before", account.OrderQuery{Limit: 9, Before: second.ID}, o.ID)
	f.listed("none paid", account.OrderQuery{Status: account.OrderPaid, Limit: 9})
	f.verify()
}

func (f *fixture) listed(what string, q account.OrderQuery, want ...string) {
	f.t.Helper()
	list, err := f.Orders(f.ctx, q)
	f.must(err)
	var got []string
	for _, o := range list {
		got = append(got, o.ID)
	}
	equal(f.t, what, fmt.Sprint(got), fmt.Sprint(want))
}

func testOrderLimits(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	for range account.MaxOpenOrders {
		f.order(c.account)
	}
	o := account.Order{AccountID: c.account, Pack: testPack, Provider: "test"}
	if _, err := f.CreateOrder(f.ctx, o); !errors.Is(err, account.ErrLimit) {
		t.Errorf("beyond the limit: %v", err)
	}
	list, err := f.Orders(f.ctx, account.OrderQuery{Limit: 1})
	f.must(err)
	gone, err := f.ExpireOrder(f.ctx, list[0].ID)
	f.must(err)
	equal(t, "status", gone.Status, account.OrderExpired)
	if _, err := f.CreateOrder(f.ctx, o); err != nil {
		t.Errorf("once one has expired: %v", err)
	}
	late := f.apply(payment(gone), gone)
	equal(t, "paid late", late.Status, account.OrderPaid)
	kept, err := f.ExpireOrder(f.ctx, late.ID)
	f.must(err)
	equal(t, "a paid order stays", kept, late)

	// What was begun before a suspension is still granted.
	d := f.caller()
	begun := f.order(d.account)
	f.must(f.SetSuspended(f.ctx, d.account, true))
	if _, err := f.CreateOrder(f.ctx, account.Order{AccountID: d.account, Pack: testPack, Provider: "test"}); !errors.Is(err, account.ErrSuspended) {
		t.Errorf("suspended: %v", err)
	}
	equal(t, "begun before", f.apply(payment(begun), begun).Status, account.OrderPaid)
	f.verify()
}

func testApplyPayment(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	o := f.order(c.account)
	p := payment(o)
	open1 := p
	open1.State, open1.Event = account.PaymentOpen, "evt_1"
	equal(t, "not paid yet", f.apply(open1, o), o)
	p.Event = "evt_2"
	done := f.apply(p, o)
	want := o
	want.Status, want.PaymentRef, want.PaidAt = account.OrderPaid, p.PaymentRef, f.clock.now()
	want.Invoice, want.Remaining, want.GrantID = "TC/2627/000001", 10_000, done.GrantID
	equal(t, "paid", done, want)
	grants, err := f.Grants(f.ctx, c.account)
	f.must(err)
	if len(grants) != 1 {
		t.Fatalf("%d grants", len(grants))
	}
	equal(t, "grant", grants[0], account.GrantState{
		ID: done.GrantID, Pool: account.PoolCompute, Class: account.ClassPrepaid, Amount: 10_000, Remaining: 10_000, CreatedAt: f.clock.now(),
	})
	invoice, err := f.Invoice(f.ctx, o.ID)
	f.must(err)
	equal(t, "invoice", invoice, account.Invoice{Number: want.Invoice, OrderID: o.ID, IssuedAt: f.clock.now(), Bill: bill(o)})

	f.clock.add(time.Hour)
	p.Event = "evt_3"
	equal(t, "told again", f.apply(p, o), want)
	equal(t, "open again", f.apply(open1, o), want)
	for id, seen := range map[string]bool{"evt_1": false, "evt_2": true, "evt_3": false} {
		if got, err := f.EventSeen(f.ctx, "test", id); err != nil || got != seen {
			t.Errorf("EventSeen(%s) = %v, %v", id, got, err)
		}
	}
	found, err := f.OrderByPayment(f.ctx, "test", p.PaymentRef)
	f.must(err)
	equal(t, "by payment", found, want)
	equal(t, "prepaid", f.balance(c.account, account.PoolCompute, "").Prepaid, 10_000)
	f.verify()
}

func testWrongPayments(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	o, other := f.order(c.account), f.order(c.account)
	for name, change := range map[string]func(*account.Payment){
		"provider":    func(p *account.Payment) { p.Provider = "other" },
		"checkout":    func(p *account.Payment) { p.Ref = other.Ref },
		"no checkout": func(p *account.Payment) { p.Ref = "" },
	} {
		p := payment(o)
		change(&p)
		_, err := f.ApplyPayment(f.ctx, p, bill(o))
		f.fails(name, err, account.ErrForeign, o)
	}
	p := payment(o)
	p.OrderID = "ord_none"
	_, err := f.ApplyPayment(f.ctx, p, bill(o))
	f.fails("order", err, account.ErrNotFound, o)
	wrong := bill(o)
	wrong.Tax.Taxable--
	if _, err := f.ApplyPayment(f.ctx, payment(o), wrong); err == nil {
		t.Error("an invoice of another amount was written")
	}
	f.fails("other bill", nil, nil, o)

	for i, change := range []func(*account.Payment){
		func(p *account.Payment) { p.Paise-- }, func(p *account.Payment) { p.Paise++ },
		func(p *account.Payment) { p.Currency = "USD" }, func(p *account.Payment) { p.Currency = "inr" },
	} {
		o := f.order(c.account)
		p := payment(o)
		change(&p)
		held := f.apply(p, o)
		o.Status = account.OrderHeld
		equal(t, fmt.Sprint("held ", i), held, o)
		equal(t, fmt.Sprint("held again ", i), f.apply(p, o), o)
	}
	if list, err := f.Grants(f.ctx, c.account); err != nil || len(list) != 0 {
		t.Errorf("grants %v, %v", list, err)
	}
	// The same payment cannot pay two orders.
	first := f.apply(payment(o), o)
	twice := payment(other)
	twice.PaymentRef = first.PaymentRef
	if _, err := f.ApplyPayment(f.ctx, twice, bill(other)); err == nil {
		t.Error("one payment paid two orders")
	}
	f.verify()
}

// testPaymentsAtOnce: many buyers, and many messages for each order, through
// two handles. Every order is granted once, and no invoice number is left out.
func testPaymentsAtOnce(t *testing.T, open Open) {
	f := newFixture(t, open)
	handles := []account.Store{f.Store, f.handle()}
	const orders, times = 8, 4
	var wg sync.WaitGroup
	var list []account.Order
	for range orders {
		list = append(list, f.order(f.caller().account))
	}
	for i, o := range list {
		for j := range times {
			wg.Go(func() {
				if _, err := handles[(i+j)%2].ApplyPayment(f.ctx, payment(o), bill(o)); err != nil {
					t.Error(err)
				}
			})
		}
	}
	wg.Wait()
	numbers := map[string]bool{}
	for _, o := range list {
		now, err := f.Order(f.ctx, o.ID)
		f.must(err)
		numbers[now.Invoice] = true
		equal(t, "prepaid", f.balance(o.AccountID, account.PoolCompute, "").Prepaid, 10_000)
	}
	for i := range orders {
		if n := fmt.Sprintf("TC/2627/%06d", i+1); !numbers[n] {
			t.Errorf("no invoice has the number %s: %v", n, numbers)
		}
	}
	f.verify()
}

// testFinancialYear: numbers begin again on 1 April, 00:00 in India.
func testFinancialYear(t *testing.T, open Open) {
	f := newFixture(t, open)
	c := f.caller()
	for _, s := range []struct{ at, number string }{
		{"2027-03-31T18:29:59.999Z", "TC/2627/000001"},
		{"2027-03-31T18:30:00Z", "TC/2728/000001"},
		{"2027-12-31T23:59:59Z", "TC/2728/000002"},
		{"2028-01-01T00:00:00Z", "TC/2728/000003"},
		{"2028-04-30T00:00:00Z", "TC/2829/000001"},
	} {
		f.clock.set(s.at)
		equal(t, s.at, f.paid(c.account).Invoice, s.number)
	}
	f.verify()
}
