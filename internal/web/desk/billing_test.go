package desk

import (
	"context"
	"errors"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"toolcrib/internal/account"
	"toolcrib/internal/pay"
	"toolcrib/internal/pay/fake"
	"toolcrib/internal/pay/manual"
	"toolcrib/internal/web/ui/uitest"
)

// TestBuying goes the way of a buyer: price, form, checkout, back. However
// often they come back, the units are there once.
func TestBuying(t *testing.T) {
	f := newShop(t)
	b := f.signedIn("admin")
	b.get(billing).has(t, "the page", "10,000 API units", "₹99", "0.99 paise each", "0.699 paise each", "1.49 paise each", "including 18 % GST")
	o, to := f.order(b, "compute-10000", "name", "Asha Traders", "state", "27")
	if want := sub + "/checkout/" + o.Ref; to != want {
		t.Fatalf("the order leads to %q, want %q", to, want)
	}
	at := orders + "/" + o.ID
	b.get(at).has(t, "before the payment", "Not paid yet", "Waiting for the payment")
	if n := f.prepaid(account.PoolCompute); n != 0 {
		t.Fatalf("%d units before the payment", n)
	}
	if err := f.bank.Pay(ref(to)); err != nil { // its message is heard at once
		t.Fatal(err)
	}
	for range 3 {
		b.get(at).has(t, "once paid", "10,000 units were added", "TC/2627/000001")
	}
	if err := f.desk.Sales.Desk.Poll(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := f.prepaid(account.PoolCompute); n != 10_000 {
		t.Errorf("%d units, want 10000", n)
	}
	b.get(billing+"/ledger").has(t, "the ledger", "Bought", "+10,000 10,000")
	b.get(orders).has(t, "the history", "10,000 API units", "₹99.00", "Paid")
	f.verified()
}

// TestComingBackIsEnough: with every message lost, the page of the order finds
// out by itself.
func TestComingBackIsEnough(t *testing.T) {
	f := newShop(t)
	silent := fake.New(fake.Options{PageURL: sub + "/checkout", Secret: "secret", Now: f.clock.Now})
	f.desk.Sales.Desk = pay.New(pay.Options{
		Store: f.store, Providers: []pay.Provider{silent}, Packs: f.desk.Sales.Desk.Packs(), Now: f.clock.Now,
		OrderURL: func(id string) string { return sub + orders + "/" + id },
	})
	b := f.signedIn("owner")
	o, to := f.order(b, "ai_tokens-10000")
	if err := silent.Decline(ref(to)); err != nil {
		t.Fatal(err)
	}
	b.get(orders+"/"+o.ID).has(t, "declined", "Not paid yet", "Pay ₹149.00")
	if err := silent.PayLater(ref(to)); err != nil {
		t.Fatal(err)
	}
	b.headers["Toolcrib-Fragment"] = "1"
	if got := b.get(orders + "/" + o.ID); got.body != "open" {
		t.Errorf("the script is told %q, want open", got.body)
	}
	if err := silent.Arrive(ref(to), true); err != nil {
		t.Fatal(err)
	}
	if got := b.get(orders + "/" + o.ID); got.body != "paid" {
		t.Errorf("the script is told %q, want paid", got.body)
	}
	if n := f.prepaid(account.PoolAI); n != 10_000 {
		t.Errorf("%d tokens", n)
	}
	f.verified()
}

// TestSameFormTwice: sent twice it is one order; two forms are two.
func TestSameFormTwice(t *testing.T) {
	f := newShop(t)
	b := f.signedIn("owner")
	token := b.get(billing+"/buy?pack=compute-10000").field(t, "token")
	first := b.post(billing+"/buy", "pack", "compute-10000", "token", token)
	if again := b.post(billing+"/buy", "pack", "compute-10000", "token", token); again.Header.Get("Location") != first.Header.Get("Location") {
		t.Errorf("the same form leads to %q and %q", first.Header.Get("Location"), again.Header.Get("Location"))
	}
	f.order(b, "compute-10000")
	list, err := f.store.Orders(t.Context(), account.OrderQuery{Limit: 9})
	if err != nil || len(list) != 2 {
		t.Errorf("%d orders, %v; want 2", len(list), err)
	}
}

// TestInvoiceFigures: the invoice says what the rules of GST make of the price,
// worked out by hand, and is a paper without the frame of the site.
func TestInvoiceFigures(t *testing.T) {
	f := newShop(t)
	b := f.signedIn("owner")
	for _, c := range []struct {
		sku, state string
		want       []string
	}{
		{"compute-10000", "27", []string{"10,000 ₹83.90", "CGST 9 % ₹7.55", "SGST 9 % ₹7.55", "Total ₹99.00", "Maharashtra (27)"}},
		{"compute-10000", "29", []string{"₹83.90", "IGST 18 % ₹15.10", "Total ₹99.00", "Karnataka"}},
		{"compute-100000", "", []string{"100,000 ₹592.38", "CGST 9 % ₹53.31", "Total ₹699.00", "Place of supply Maharashtra"}},
		{"ai_tokens-10000", "07", []string{"₹126.27", "IGST 18 % ₹22.73", "Total ₹149.00", "Delhi"}},
	} {
		o, to := f.order(b, c.sku, "name", "Asha", "state", c.state)
		b.get(orders+"/"+o.ID+"/invoice").is(t, "before it is paid", http.StatusNotFound)
		if err := f.bank.Pay(ref(to)); err != nil {
			t.Fatal(err)
		}
		got := b.get(orders + "/" + o.ID + "/invoice")
		got.is(t, "the invoice", http.StatusOK)
		got.has(t, "the invoice", c.want...)
		got.has(t, "the invoice", "Tax invoice", "Crib &amp; Sons", "27AAPFU0939F1ZV", "998319", "2026-11-22")
		got.lacks(t, "the invoice", "<nav", "<header class=\"top\"", "<footer", "sales@example.org")
		uitest.Check(t, sub, got.Header, got.body)
	}
}

// TestBuyerIsChecked: what is wrong is told beside its field and what was typed
// is kept, but for what would be markup.
func TestBuyerIsChecked(t *testing.T) {
	f := newShop(t)
	b := f.signedIn("owner")
	const evil = `<script>alert("x")</script>`
	send := func(pairs ...string) reply {
		return b.post(billing+"/buy", append([]string{"pack", "compute-10000", "token", "t"}, pairs...)...)
	}
	got := send("name", evil, "gstin", "27AAPFU0939F1ZO")
	got.is(t, "a slip in the GSTIN", http.StatusUnprocessableEntity)
	got.has(t, "the form", "This is not a GSTIN")
	if !strings.Contains(got.body, `aria-invalid="true"`) || got.field(t, "token") != "t" || !strings.Contains(got.body, html.EscapeString(evil)[:12]) {
		t.Error("the form has lost what was sent")
	}
	got.lacks(t, "the form", evil)
	send("gstin", "27AAPFU0939F1ZV", "state", "29").has(t, "another state", "that the GSTIN begins with")
	send("state", "28").is(t, "a state that is no more", http.StatusUnprocessableEntity)
	send("name", "a\nb").is(t, "two lines of name", http.StatusUnprocessableEntity)
	send("address", strings.Repeat("a", 401)).is(t, "a long address", http.StatusUnprocessableEntity)
	b.post(billing+"/buy", "pack", "compute-1", "token", "t").is(t, "no such pack", http.StatusNotFound)
	b.post(billing+"/buy", "pack", "compute-10000").is(t, "no token", http.StatusUnprocessableEntity)
	b.get(billing+"/buy?pack=no").is(t, "no such pack", http.StatusNotFound)

	o, to := f.order(b, "compute-10000", "name", evil, "address", evil)
	if err := f.bank.Pay(ref(to)); err != nil {
		t.Fatal(err)
	}
	root := f.signedIn("operator")
	for _, got := range []reply{
		b.get(orders + "/" + o.ID), b.get(orders + "/" + o.ID + "/invoice"), b.get(billing + "/buy?pack=compute-10000"),
		root.get(adminOrders + "/" + o.ID), root.get(adminOrders + "/" + o.ID + "/invoice"),
	} {
		got.is(t, "a page with the name", http.StatusOK)
		got.lacks(t, "a page", evil)
		uitest.Check(t, sub, got.Header, got.body)
	}
}

// TestOrdersOfOthers: another account's orders and papers do not exist.
func TestOrdersOfOthers(t *testing.T) {
	f := newShop(t)
	o, to := f.order(f.signedIn("owner"), "compute-10000")
	if err := f.bank.Pay(ref(to)); err != nil {
		t.Fatal(err)
	}
	stranger := f.signedIn("stranger")
	for _, route := range f.routes(orders+"/"+"{order}", o) {
		stranger.visit(route).is(t, route, http.StatusNotFound)
	}
	for _, at := range []string{"/ord_none", "/%00", "/" + o.ID + "/credit/1", "/" + o.ID + "/credit/0", "/" + o.ID + "/credit/x"} {
		f.signedIn("owner").get(orders+at).is(t, at, http.StatusNotFound)
	}
	f.signedIn("owner").get(orders+"/"+o.ID+"/invoice").is(t, "one's own", http.StatusOK)
}

// TestWhoMayBuy is the table of roles.
func TestWhoMayBuy(t *testing.T) {
	f := newShop(t)
	o, _ := f.order(f.signedIn("owner"), "compute-10000")
	const buys, looks, sees = "buys", "looks", "sees"
	for login, may := range map[string]string{"owner": buys, "admin": buys, "member": looks, "viewer": looks, "": sees} {
		b := f.browser()
		if login != "" {
			b = f.signedIn(login)
		}
		b.get(billing).is(t, login+" sees the prices", http.StatusOK)
		for _, route := range f.routes(billing, o) {
			got := b.visit(route)
			switch {
			case route == "GET "+billing:
			case may == sees:
				if !strings.HasPrefix(got.Header.Get("Location"), "/sub/login?next=") {
					t.Errorf("nobody at %s: %d %s", route, got.StatusCode, got.Header.Get("Location"))
				}
			case strings.HasSuffix(route, "/buy") && may == looks:
				got.is(t, label(login, route), http.StatusForbidden)
			case got.StatusCode == http.StatusForbidden:
				t.Errorf("%s may not: %s", login, route)
			}
		}
		page := b.get(billing)
		if offered := strings.Contains(page.body, "/billing/buy?pack="); offered != (may == buys) {
			t.Errorf("%q is offered to buy: %v", login, offered)
		}
	}
	guest := f.browser().get(billing)
	guest.has(t, "the page for guests", "₹699", "Sign in to buy", "sales@example.org", "500 compute units")
	guest.lacks(t, "the page for guests", "account-nav", o.ID)

	if err := f.store.SetSuspended(t.Context(), f.home.ID, true); err != nil {
		t.Fatal(err)
	}
	b := f.signedIn("owner")
	b.post(billing+"/buy", "pack", "compute-10000", "token", "t").is(t, "a suspended account", http.StatusForbidden)
	b.get(billing).lacks(t, "the page of a suspended account", "/billing/buy?pack=")
}

// TestForeignForms: forms of other sites order nothing.
func TestForeignForms(t *testing.T) {
	f := newShop(t)
	b := f.signedIn("owner")
	b.headers["Sec-Fetch-Site"], b.headers["Origin"] = "cross-site", "https://evil.example"
	b.post(billing+"/buy", "pack", "compute-10000", "token", "t").is(t, "a form of another site", http.StatusForbidden)
	if list, err := f.store.Orders(t.Context(), account.OrderQuery{Limit: 1}); err != nil || len(list) != 0 {
		t.Errorf("%d orders, %v", len(list), err)
	}
	csp := f.signedIn("owner").get(billing + "/buy?pack=compute-10000").Header.Get("Content-Security-Policy")
	if !strings.Contains(csp, "form-action 'self';") {
		t.Errorf("forms may lead elsewhere: %s", csp)
	}
	f.desk.Sales.Hosts = []string{"https://pay.example"}
	if csp := f.signedIn("owner").get(billing + "/buy?pack=compute-10000").Header.Get("Content-Security-Policy"); !strings.Contains(csp, "form-action 'self' https://pay.example;") {
		t.Errorf("the form cannot lead to the checkout: %s", csp)
	}
}

// away is a provider that does not answer for now.
type away struct {
	*fake.Bank
	gone bool
}

func (a *away) CreateCheckout(ctx context.Context, c pay.Checkout) (pay.Session, error) {
	if a.gone {
		return pay.Session{}, errors.New("no route to host")
	}
	s, err := a.Bank.CreateCheckout(ctx, c)
	s.URL = strings.Replace(s.URL, sub, "https://pay.example", 1)
	return s, err
}

func (a *away) FetchOrder(ctx context.Context, l pay.Lookup) (account.Payment, error) {
	if a.gone {
		return account.Payment{}, errors.New("no route to host")
	}
	return a.Bank.FetchOrder(ctx, l)
}

// TestProviderAway: what is asked for can be asked again, and a page never
// claims what is not known.
func TestProviderAway(t *testing.T) {
	provider := &away{Bank: fake.New(fake.Options{PageURL: sub + "/checkout", Secret: "s"}), gone: true}
	f := newShop(t, provider)
	b := f.signedIn("owner")
	got := b.post(billing+"/buy", "pack", "compute-10000", "token", "t")
	got.is(t, "a provider that is away", http.StatusServiceUnavailable)
	got.has(t, "the form", "Nothing was paid")
	provider.gone = false
	got = b.post(billing+"/buy", "pack", "compute-10000", "token", got.field(t, "token"))
	list, err := f.store.Orders(t.Context(), account.OrderQuery{Limit: 9})
	if err != nil || len(list) != 1 {
		t.Fatalf("%d orders, %v", len(list), err)
	}
	// The policy does not let the form lead there, so a link does.
	got.leadsTo(t, "a checkout elsewhere", "/sub"+orders+"/"+list[0].ID)
	at := orders + "/" + list[0].ID
	if page := b.get(at); !strings.Contains(page.body, `href="https://pay.example/checkout/`) {
		t.Errorf("the page has no link to pay: %s", page.words())
	}
	provider.gone = true
	page := b.get(at)
	page.is(t, "the order", http.StatusOK)
	page.has(t, "the order", "could not be asked just now", "Not paid yet")
	f.desk.Sales.Hosts = []string{"https://pay.example"}
	provider.gone = false
	if _, to := f.order(b, "compute-10000"); !strings.HasPrefix(to, "https://pay.example/checkout/") {
		t.Errorf("the form leads to %s", to)
	}
}

// unsaid is the key of a message, which stands in a page where there is none.
var unsaid = regexp.MustCompile(`\b(account|admin|auth|billing|frame)\.[a-z_]+\.[a-z_]+`)

// TestBillingPages holds every page of buying to the rules of pages, in both
// languages.
func TestBillingPages(t *testing.T) {
	f := newShop(t)
	b := f.signedIn("owner")
	o, to := f.order(b, "compute-10000", "name", "Asha", "address", "1 Road\nPune", "gstin", "27AAPFU0939F1ZV")
	if err := f.bank.Pay(ref(to)); err != nil {
		t.Fatal(err)
	}
	if _, err := f.desk.Sales.Desk.Refund(t.Context(), o.ID, 1_000); err != nil {
		t.Fatal(err)
	}
	waiting, _ := f.order(b, "compute-100000")
	for _, lang := range []string{"en", "hi"} {
		b.cookies["lang"] = lang
		for _, at := range []string{
			"", "/buy?pack=compute-10000", "/ledger", "/ledger?pool=image", "/orders", "/orders/" + o.ID, "/orders/" + waiting.ID,
			"/orders/" + o.ID + "/invoice", "/orders/" + o.ID + "/credit/1",
		} {
			got := b.get(billing + at)
			got.is(t, at, http.StatusOK)
			// A checkout may be anywhere; that of the test is here.
			uitest.Check(t, sub, got.Header, strings.ReplaceAll(got.body, `href="`+waiting.URL, `href="/sub/`))
			if key := unsaid.FindString(got.words()); key != "" {
				t.Errorf("%s %s: there is no message %s", lang, at, key)
			}
		}
		guest := f.browser()
		guest.cookies["lang"] = lang
		got := guest.get(billing)
		uitest.Check(t, sub, got.Header, got.body)
	}
	b.get(orders+"/"+o.ID+"/credit/1").has(t, "the credit note", "Credit note", "CN/2627/000001", "Against invoice TC/2627/000001 of 2026-11-22", "Total ₹9.90")
	csv := b.get(billing + "/ledger.csv?pool=compute")
	lines := strings.Split(strings.TrimSpace(csv.body), "\r\n")
	if len(lines) != 3 || !strings.Contains(lines[1], ",compute,prepaid,10000,10000,") || !strings.Contains(lines[2], ",compute,taken,-1000,9000,") {
		t.Errorf("the file: %q", lines)
	}
	b.get(billing+"/ledger?pool=none").is(t, "no such pool", http.StatusNotFound)
	b.get(billing+"/ledger?before=9").is(t, "no such page", http.StatusNotFound)
}

func TestPerUnit(t *testing.T) {
	for _, c := range []struct {
		units, paise int64
		want         string
	}{{10_000, 9_900, "0.99"}, {100_000, 69_900, "0.699"}, {10_000, 14_900, "1.49"}, {500, 4_950, "9.9"}, {3, 100, "33.3333"}, {3, 200, "66.6667"}, {1, 100, "100"}, {1_000_000_000, 1, "0"}} {
		if got := perUnit(account.Pack{Units: c.units, Paise: c.paise}); got != c.want {
			t.Errorf("%d paise for %d units: %q, want %q", c.paise, c.units, got, c.want)
		}
	}
}

// TestManual: the operator marks the order paid, once, and gives money back.
func TestManual(t *testing.T) {
	f := newShop(t)
	f.desk.Sales.Provider = pay.Manual
	f.desk.Sales.Desk = pay.New(pay.Options{
		Store: f.store, Providers: []pay.Provider{manual.New(f.store)}, Packs: f.desk.Sales.Desk.Packs(), Now: f.clock.Now,
		OrderURL: func(id string) string { return sub + orders + "/" + id },
	})
	b, root := f.signedIn("owner"), f.signedIn("operator")
	o, to := f.order(b, "compute-10000")
	if want := "/sub" + orders + "/" + o.ID; to != want {
		t.Fatalf("the order leads to %q, want %q", to, want)
	}
	b.get(orders+"/"+o.ID).has(t, "how to pay", "Pay ₹99.00 to whoever runs this service", o.ID, "sales@example.org")
	at := adminOrders + "/" + o.ID
	root.get(adminOrders+"?status=open").has(t, "the orders that wait", "10,000 API units", "owner")
	root.post(at+"/paid", "reference", " ").is(t, "no reference", http.StatusUnprocessableEntity)
	for range 2 {
		root.post(at+"/paid", "reference", "UTR 42").is(t, "marked as paid", http.StatusSeeOther)
	}
	if n := f.prepaid(account.PoolCompute); n != 10_000 {
		t.Errorf("%d units, want 10000", n)
	}
	root.get(at).has(t, "the order", "UTR 42", "Receipt", "10,000 units of this order are left", "₹99.00")
	b.get(orders+"/"+o.ID).has(t, "the buyer's page", "10,000 units were added")

	root.post(at+"/refund", "units", "all").is(t, "no number", http.StatusUnprocessableEntity)
	root.post(at+"/refund", "units", "2500").is(t, "a refund", http.StatusSeeOther)
	root.get(at).has(t, "the order", "₹24.75 were refunded with credit note CN/2627/000001", "7,500 units of this order are left", "₹74.25")
	root.post(at+"/refund", "units", "999999").is(t, "the rest", http.StatusSeeOther)
	root.post(at+"/refund", "units", "1").is(t, "nothing left", http.StatusConflict)
	b.get(orders+"/"+o.ID).has(t, "the buyer's page", "Refunded", "CN/2627/000002", "₹74.25")
	if n := f.prepaid(account.PoolCompute); n != 0 {
		t.Errorf("%d units, want none", n)
	}
	f.verified()
}
