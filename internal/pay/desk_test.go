package pay_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/pay"
	"toolcrib/internal/pay/fake"
	"toolcrib/internal/pay/gst"
	"toolcrib/internal/pay/manual"
)

const november = "2026-11-15T20:00:00Z" // the 16th in India

// byHand is a Desk whose orders the operator collects.
func (w *world) byHand() *pay.Desk {
	return pay.New(pay.Options{
		Store: w.store, Providers: []pay.Provider{manual.New(w.store), w.bank}, Packs: packs,
		Seller: account.Party{Name: "Seller"}, OrderURL: func(string) string { return "/" }, Now: w.now,
	})
}

func TestBuyRefuses(t *testing.T) {
	w := newWorld(t, november)
	a := w.account()
	d := w.desk(never())
	if _, err := d.Buy(w.ctx, pay.Purchase{AccountID: a, Sku: "compute-1"}); !errors.Is(err, pay.ErrNoPack) {
		t.Errorf("no such pack: %v", err)
	}
	var fault *gst.Fault
	if _, err := d.Buy(w.ctx, pay.Purchase{AccountID: a, Sku: packs[0].Sku, Buyer: account.Party{GSTIN: "27AAPFU0939F1ZO"}}); !errors.As(err, &fault) {
		t.Errorf("no such GSTIN: %v", err)
	}
	closed := pay.New(pay.Options{Store: w.store, Packs: packs})
	if _, err := closed.Buy(w.ctx, pay.Purchase{AccountID: a, Sku: packs[0].Sku}); !errors.Is(err, pay.ErrClosed) || closed.Packs() != nil {
		t.Errorf("nothing on sale: %v", err)
	}
	w.must(w.store.SetSuspended(w.ctx, a, true))
	if _, err := d.Buy(w.ctx, pay.Purchase{AccountID: a, Sku: packs[0].Sku}); !errors.Is(err, account.ErrSuspended) {
		t.Errorf("suspended: %v", err)
	}
}

// TestPapers: what is printed of an order between states, and of its refund.
func TestPapers(t *testing.T) {
	w := newWorld(t, november)
	d := w.desk(never())
	buyer := account.Party{Name: "Buyer", GSTIN: "29MXDVI1592C4ZV"}
	o, err := d.Buy(w.ctx, pay.Purchase{AccountID: w.account(), Sku: "compute-100000", Buyer: buyer})
	w.must(err)
	if s, err := d.Sheet(w.ctx, o.AccountID, o.ID); err != nil || s.Invoice != nil {
		t.Errorf("before it is paid: %+v, %v", s, err)
	}
	w.must(w.bank.Pay(o.Ref))
	_, err = d.Settle(w.ctx, o.ID)
	w.must(err)
	_, err = d.Refund(w.ctx, o.ID, 50_000)
	w.must(err)
	s, err := d.Sheet(w.ctx, o.AccountID, o.ID)
	w.must(err)
	buyer.State = "29"
	invoice := pay.Paper{
		Title: "Tax invoice", Number: "TC/2627/000001", Date: "2026-11-16", Item: "100,000 API units", SAC: "998439", Units: 100_000,
		Seller: account.Party{Name: "Seller", GSTIN: "27AAPFU0939F1ZV", State: "27"}, Buyer: buyer,
		Amounts: []pay.Amount{{Label: "Taxable value", Paise: 59_237}, {Label: "IGST 18 %", Paise: 10_663}, {Label: "Total", Paise: 69_900}},
	}
	credit := invoice
	credit.Title, credit.Number, credit.Of, credit.Units = "Credit note", "CN/2627/000001", invoice.Number, 50_000
	credit.Amounts = []pay.Amount{{Label: "Taxable value", Paise: 29_619}, {Label: "IGST 18 %", Paise: 5_331}, {Label: "Total", Paise: 34_950}} // 34,950 × 18/118 = 5,331.36
	if !reflect.DeepEqual(*s.Invoice, invoice) {
		t.Errorf("invoice\n got %+v\nwant %+v", *s.Invoice, invoice)
	}
	if len(s.Credits) != 1 || !reflect.DeepEqual(s.Credits[0], credit) {
		t.Errorf("credit notes\n got %+v\nwant %+v", s.Credits, credit)
	}
	if _, err := d.Sheet(w.ctx, w.account(), o.ID); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("another account's order: %v", err)
	}
	if list, err := d.History(w.ctx, o.AccountID, "", 9); err != nil || len(list) != 1 {
		t.Errorf("history %v, %v", list, err)
	}
}

// TestCreditNotesAddUp: refunds in many parts take back the invoice exactly.
func TestCreditNotesAddUp(t *testing.T) {
	w := newWorld(t, november)
	d := w.desk(never())
	o, err := d.Buy(w.ctx, pay.Purchase{AccountID: w.account(), Sku: packs[0].Sku})
	w.must(err)
	w.must(w.bank.Pay(o.Ref))
	_, err = d.Settle(w.ctx, o.ID)
	w.must(err)
	var sum account.Tax
	for _, units := range []int64{3, 777, 1_111, 2_222, 10_000} {
		n, err := d.Refund(w.ctx, o.ID, units)
		w.must(err)
		sum = account.Tax{Taxable: sum.Taxable + n.Tax.Taxable, CGST: sum.CGST + n.Tax.CGST, SGST: sum.SGST + n.Tax.SGST}
	}
	if want := (account.Tax{Taxable: 8_390, CGST: 755, SGST: 755}); sum != want {
		t.Errorf("%+v, want %+v", sum, want)
	}
}

func TestByHand(t *testing.T) {
	w := newWorld(t, november)
	d := w.byHand()
	o, err := d.Buy(w.ctx, pay.Purchase{AccountID: w.account(), Sku: packs[0].Sku})
	w.must(err)
	if o.URL != "" || o.Provider != "manual" {
		t.Errorf("%+v", o)
	}
	w.must(d.Poll(w.ctx))
	if got := w.order(o.ID).Status; got != account.OrderOpen {
		t.Errorf("%s before anybody paid", got)
	}
	for range 2 {
		paid, err := d.MarkPaid(w.ctx, o.ID, "UTR 1")
		if err != nil || paid.Status != account.OrderPaid || paid.Invoice != "TC/2627/000001" {
			t.Errorf("%+v, %v", paid, err)
		}
	}
	s, err := d.Sheet(w.ctx, "", o.ID)
	w.must(err)
	if s.Invoice.Title != "Receipt" || !reflect.DeepEqual(s.Invoice.Amounts, []pay.Amount{{Label: "Total", Paise: 9_900}}) {
		t.Errorf("without GSTIN: %+v", s.Invoice)
	}
	if _, err := d.Refund(w.ctx, o.ID, 10_000); err != nil {
		t.Error(err)
	}
	// The provider of an order says that it is paid, not the operator.
	other, err := w.desk(never()).Buy(w.ctx, pay.Purchase{AccountID: w.account(), Sku: packs[0].Sku})
	w.must(err)
	if _, err := d.MarkPaid(w.ctx, other.ID, "UTR 2"); !errors.Is(err, pay.ErrNotManual) || w.order(other.ID).Status != account.OrderOpen {
		t.Errorf("%v", err)
	}
	if err := d.Hear(w.ctx, "manual", nil, nil); !errors.Is(err, pay.ErrForged) {
		t.Errorf("a message for the operator: %v", err)
	}
	w.verify()
}

// TestPollGivesUp: an order that was never told where to pay, and one that
// its provider never ends.
func TestPollGivesUp(t *testing.T) {
	w := newWorld(t, november)
	a := w.account()
	lost, err := w.store.CreateOrder(w.ctx, account.Order{AccountID: a, Pack: packs[0], Provider: fake.Name})
	w.must(err)
	d := w.byHand()
	slow, err := d.Buy(w.ctx, pay.Purchase{AccountID: a, Sku: packs[0].Sku})
	w.must(err)
	for _, step := range []struct {
		wait       time.Duration
		lost, slow account.OrderStatus
	}{
		{time.Hour, account.OrderOpen, account.OrderOpen},
		{time.Second, account.OrderExpired, account.OrderOpen},
		{30*24*time.Hour - time.Hour - time.Second, account.OrderExpired, account.OrderOpen},
		{time.Second, account.OrderExpired, account.OrderExpired},
	} {
		w.wait(step.wait)
		w.must(d.Poll(w.ctx))
		if l, s := w.order(lost.ID).Status, w.order(slow.ID).Status; l != step.lost || s != step.slow {
			t.Errorf("%v later: %s and %s, want %s and %s", step.wait, l, s, step.lost, step.slow)
		}
	}
	if o, err := d.MarkPaid(w.ctx, slow.ID, "late"); err != nil || o.Status != account.OrderPaid {
		t.Errorf("paid late: %+v, %v", o, err)
	}
}

// TestPollGoesOn: one order that cannot be asked about holds up no other, and
// neither does a page that is full.
func TestPollGoesOn(t *testing.T) {
	w := newWorld(t, november)
	a := w.account()
	foreign, err := w.store.CreateOrder(w.ctx, account.Order{AccountID: a, Pack: packs[0], Provider: "gone"})
	w.must(err)
	_, err = w.store.BindCheckout(w.ctx, foreign.ID, "x", "")
	w.must(err)
	d := w.desk(never())
	var ids []string
	for range 130 {
		o, err := d.Buy(w.ctx, pay.Purchase{AccountID: w.account(), Sku: packs[0].Sku})
		w.must(err)
		w.must(w.bank.Pay(o.Ref))
		ids = append(ids, o.ID)
	}
	if err := d.Poll(w.ctx); !errors.Is(err, pay.ErrNotOurs) {
		t.Errorf("%v", err)
	}
	for _, id := range ids {
		if s := w.order(id).Status; s != account.OrderPaid {
			t.Fatalf("%s after a poll", s)
		}
	}
}

func TestHooks(t *testing.T) {
	w := newWorld(t, november)
	var log bytes.Buffer
	c := never()
	d := pay.New(pay.Options{
		Store: cutStore{w.store, c}, Providers: []pay.Provider{w.bank}, Packs: packs, Now: w.now,
		OrderURL: func(string) string { return "/" }, Log: slog.New(slog.NewTextHandler(&log, nil)),
	})
	o, err := d.Buy(w.ctx, pay.Purchase{AccountID: w.account(), Sku: packs[0].Sku})
	w.must(err)
	w.must(w.bank.Pay(o.Ref))
	paid := w.letters()[0]
	send := func(method, path string, m fake.Message) int {
		t.Helper()
		r := httptest.NewRequestWithContext(context.Background(), method, path, bytes.NewReader(m.Body))
		r.Header = m.Header
		rec := httptest.NewRecorder()
		d.Hooks().ServeHTTP(rec, r)
		if rec.Body.Len() > 0 && rec.Code != http.StatusMethodNotAllowed && path != "/hooks/" {
			t.Errorf("%s %s answered %q", method, path, rec.Body)
		}
		return rec.Code
	}
	is := func(what string, got, want int) {
		t.Helper()
		if got != want {
			t.Errorf("%s: status %d, want %d", what, got, want)
		}
	}
	is("another provider", send("POST", "/hooks/stripe", paid), 404)
	is("no provider", send("POST", "/hooks/", paid), 404)
	is("GET", send("GET", "/hooks/fake", paid), 405)
	is("forged", send("POST", "/hooks/fake", fake.SignAs("SECRET", paid.Body, w.now())), 400)
	is("long", send("POST", "/hooks/fake", fake.Message{Header: paid.Header, Body: make([]byte, 256<<10+1)}), 413)
	is("about another's checkout", send("POST", "/hooks/fake", fake.SignAs(secret, []byte(`{"id":"e","checkout":"cs_other"}`), w.now())), 200)
	is("about another's payment", send("POST", "/hooks/fake", fake.SignAs(secret, []byte(`{"id":"e","payment":"pay_other"}`), w.now())), 200)
	is("about nothing", send("POST", "/hooks/fake", fake.SignAs(secret, []byte(`{"id":"e"}`), w.now())), 200)
	if s := w.order(o.ID).Status; s != account.OrderOpen {
		t.Fatalf("paid by none of those: %s", s)
	}
	c.dead = true
	is("store away", send("POST", "/hooks/fake", paid), 503)
	c.dead = false
	is("paid", send("POST", "/hooks/fake", paid), 200)
	is("again", send("POST", "/hooks/fake", paid), 200)
	if s := w.order(o.ID).Status; s != account.OrderPaid {
		t.Errorf("%s", s)
	}
	if text := log.String(); strings.Contains(text, "evt_") || strings.Contains(text, "v1=") || !strings.Contains(text, "provider=fake") {
		t.Errorf("log: %s", text)
	}
	entries, err := w.store.(account.AuditLog).Audit(w.ctx, 0, 100)
	w.must(err)
	if last := entries[len(entries)-1]; last.Actor.Name != "provider:fake" || last.Action != "grant.create" {
		t.Errorf("audit: %+v", last)
	}
}

// TestPage: what a browser does at the fake's checkout.
func TestPage(t *testing.T) {
	w := newWorld(t, november)
	o, err := w.desk(never()).Buy(w.ctx, pay.Purchase{AccountID: w.account(), Sku: packs[0].Sku})
	w.must(err)
	page := http.StripPrefix("/checkout", w.bank.Handler())
	visit := func(method, path, form string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(context.Background(), method, path, strings.NewReader(form))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		rec := httptest.NewRecorder()
		page.ServeHTTP(rec, r)
		return rec
	}
	for _, c := range []struct {
		method, path, form string
		status             int
		text               string
	}{
		{"GET", "/checkout/none", "", 404, "not found"},
		{"POST", "/checkout/none", "do=pay", 404, "not found"},
		{"GET", o.URL, "", 200, "10,000 API units: ₹99.00"},
		{"POST", o.URL, "", 400, "Choose"},
		{"POST", o.URL, "do=decline", 402, "declined"},
		{"POST", o.URL, "do=later", 303, ""},
		{"POST", o.URL, "do=pay", 409, "ended"},
	} {
		if got := visit(c.method, c.path, c.form); got.Code != c.status || !strings.Contains(got.Body.String(), c.text) {
			t.Errorf("%s %s %s: %d %s", c.method, c.path, c.form, got.Code, got.Body)
		}
	}
	w.must(w.bank.Arrive(o.Ref, false))
	if got := visit("POST", o.URL, "do=pay"); got.Code != 303 || got.Header().Get("Location") != "/orders/"+o.ID {
		t.Errorf("%d to %s", got.Code, got.Header().Get("Location"))
	}
	if p, err := w.bank.FetchOrder(w.ctx, pay.Lookup{Ref: o.Ref}); err != nil || p.State != account.PaymentPaid || p.Paise != 9_900 {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestBankKeepsItsKeys: an idempotency key used for something else is refused.
func TestBankKeepsItsKeys(t *testing.T) {
	w := newWorld(t, november)
	c := pay.Checkout{OrderID: "ord_1", Paise: 100}
	first, err := w.bank.CreateCheckout(w.ctx, c)
	w.must(err)
	if again, err := w.bank.CreateCheckout(w.ctx, c); err != nil || again != first {
		t.Errorf("%+v, %v", again, err)
	}
	c.Paise++
	if _, err := w.bank.CreateCheckout(w.ctx, c); !errors.Is(err, fake.ErrConflict) {
		t.Errorf("another amount: %v", err)
	}
	w.must(w.bank.Pay(first.Ref))
	p, err := w.bank.FetchOrder(w.ctx, pay.Lookup{Ref: first.Ref})
	w.must(err)
	for _, r := range []struct {
		paise int64
		key   string
		want  error
	}{{60, "a", nil}, {60, "a", nil}, {59, "a", fake.ErrConflict}, {41, "b", pay.ErrRefused}, {0, "c", pay.ErrRefused}, {40, "d", nil}} {
		_, err := w.bank.Refund(w.ctx, pay.RefundRequest{Ref: first.Ref, PaymentRef: p.PaymentRef, Paise: r.paise, Key: r.key})
		if !errors.Is(err, r.want) {
			t.Errorf("%d for %s: %v", r.paise, r.key, err)
		}
	}
	if got := w.bank.Refunded(first.Ref); got != 100 {
		t.Errorf("%d paise given back", got)
	}
}
