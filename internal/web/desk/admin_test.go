package desk

import (
	"html"
	"net/http"
	"strings"
	"testing"

	"toolcrib/internal/account"
	"toolcrib/internal/op"
	"toolcrib/internal/web/ui/uitest"

	_ "toolcrib/internal/ops"
)

// TestAdminIsForOperators: to everybody else there is nothing at /admin, asked
// for or sent to, and what they send has no effect.
func TestAdminIsForOperators(t *testing.T) {
	f := newShop(t)
	o, to := f.order(f.signedIn("owner"), "compute-10000")
	if err := f.bank.Pay(ref(to)); err != nil {
		t.Fatal(err)
	}
	tabs := map[string]*browserTab{}
	for _, login := range []string{"owner", "viewer", "stranger"} {
		tabs[login] = f.signedIn(login)
	}
	before, err := f.store.AccountAudit(t.Context(), "", 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	routes := f.routes(admin, o)
	for login, b := range tabs {
		for _, route := range routes {
			b.visit(route).is(t, label(login, route), http.StatusNotFound)
		}
		b.get(billing).lacks(t, "a page of "+login, `href="/sub/admin`)
	}
	for _, route := range routes {
		if got := f.browser().visit(route); !strings.HasPrefix(got.Header.Get("Location"), "/sub/login?next=") {
			t.Errorf("nobody at %s: %d to %q", route, got.StatusCode, got.Header.Get("Location"))
		}
	}
	after, err := f.store.AccountAudit(t.Context(), "", 0, 1)
	if err != nil || after[0] != before[0] {
		t.Errorf("something was changed: %+v, %v", after, err)
	}
}

// TestAdminAsksAgain: what changes something needs a proof of a moment ago, and
// a form of our own site.
func TestAdminAsksAgain(t *testing.T) {
	f := newShop(t)
	o, to := f.order(f.signedIn("owner"), "compute-10000")
	if err := f.bank.Pay(ref(to)); err != nil {
		t.Fatal(err)
	}
	b := f.signedIn("operator")
	foreign := b.copied()
	foreign.headers["Sec-Fetch-Site"], foreign.headers["Origin"] = "cross-site", "https://evil.example"
	f.clock.Add(aWhile)
	for _, route := range f.routes(admin, o) {
		if !strings.HasPrefix(route, "POST ") {
			continue
		}
		foreign.visit(route).is(t, "from another site, "+route, http.StatusForbidden)
		if got := b.visit(route); route != "POST /admin/verify" && !strings.HasPrefix(got.Header.Get("Location"), "/sub/confirm?next=") {
			t.Errorf("%s without a proof: %d to %q", route, got.StatusCode, got.Header.Get("Location"))
		}
	}
	b.get("/admin/accounts/"+f.home.ID).leadsTo(t, "a page with such forms", "/sub/confirm?next=%2Fadmin%2Faccounts%2F"+f.home.ID)
}

// TestUnitsByHand gives units and takes them back; the log says who did.
func TestUnitsByHand(t *testing.T) {
	f := newShop(t)
	operator, err := f.store.User(t.Context(), "operator")
	if err != nil {
		t.Fatal(err)
	}
	b, at := f.signedIn("operator"), "/admin/accounts/"+f.home.ID
	b.get("/admin/accounts?q=OWN").has(t, "the list", "owner", f.home.ID)
	b.post(at+"/grant", "pool", "compute", "class", "prepaid", "units", "1234").leadsTo(t, "units given", "/sub"+at)
	b.get(at).has(t, "the account", "1,234 units were given to owner", "1,234 / 1,234", "Prepaid")
	if n := f.prepaid(account.PoolCompute); n != 1_234 {
		t.Errorf("%d units", n)
	}
	for name, pairs := range map[string][]string{
		"no units": {"pool", "compute", "class", "promo", "units", "0"}, "a negative number": {"pool", "compute", "class", "promo", "units", "-5"},
		"a fraction": {"pool", "compute", "class", "promo", "units", "1.5"}, "too many": {"pool", "compute", "class", "promo", "units", "1000000000001"},
		"another class": {"pool", "compute", "class", "free", "units", "5"}, "another pool": {"pool", "op:x", "class", "promo", "units", "5"},
	} {
		b.post(at+"/grant", pairs...).is(t, name, http.StatusUnprocessableEntity)
	}
	grants, err := f.store.Grants(t.Context(), f.home.ID)
	if err != nil || len(grants) != 1 {
		t.Fatalf("%+v, %v", grants, err)
	}
	b.post(at+"/take", "grant", grants[0].ID, "take", "x").is(t, "no number", http.StatusUnprocessableEntity)
	b.post(at+"/take", "grant", "gr_none", "take", "1").is(t, "no such grant", http.StatusNotFound)
	b.post(at+"/take", "grant", grants[0].ID, "take", "234").leadsTo(t, "taken back", "/sub"+at)
	if n := f.prepaid(account.PoolCompute); n != 1_000 {
		t.Errorf("%d units", n)
	}
	other := f.signedIn("stranger")
	other.get(billing+"/ledger").lacks(t, "the ledger of another account", "1,234")

	b.post(at+"/suspend").leadsTo(t, "suspended", "/sub"+at)
	b.get(at).has(t, "the account", "Lift the suspension")
	b.post(at+"/lift").leadsTo(t, "lifted", "/sub"+at)
	entries, err := f.store.AccountAudit(t.Context(), f.home.ID, 0, 4)
	if err != nil || len(entries) != 4 {
		t.Fatal(entries, err)
	}
	for i, action := range []string{"account.resume", "account.suspend", "grant.refund", "grant.create"} {
		if e := entries[i]; e.Action != action || e.Actor.Name != operator.ID || e.Actor.Address == "" {
			t.Errorf("entry %d: %s by %+v; want %s by %s", i, e.Action, e.Actor, action, operator.ID)
		}
	}
	b.get("/admin/audit").has(t, "the log", "operator", "grant.create", "1234 prepaid units")
	f.verified()
}

// TestBoughtUnitsStayWithTheirOrder: what was bought is refunded there, with
// its money.
func TestBoughtUnitsStayWithTheirOrder(t *testing.T) {
	f := newShop(t)
	o, to := f.order(f.signedIn("owner"), "compute-10000")
	if err := f.bank.Pay(ref(to)); err != nil {
		t.Fatal(err)
	}
	b, at := f.signedIn("operator"), "/admin/accounts/"+f.home.ID
	grants, err := f.store.Grants(t.Context(), f.home.ID)
	if err != nil {
		t.Fatal(err)
	}
	b.post(at+"/take", "grant", grants[0].ID, "take", "1").is(t, "a grant that was bought", http.StatusNotFound)
	b.post(adminOrders+"/"+o.ID+"/paid", "reference", "UTR").is(t, "an order of a provider", http.StatusConflict)
	b.post(adminOrders+"/"+o.ID+"/settle").leadsTo(t, "asked", "/sub"+adminOrders+"/"+o.ID)
	b.post(adminOrders+"/"+o.ID+"/refund", "units", "10000").leadsTo(t, "refunded", "/sub"+adminOrders+"/"+o.ID)
	if n := f.bank.Refunded(o.Ref); n != 9_900 {
		t.Errorf("%d paise were given back, want 9900", n)
	}
	disputed, to := f.order(f.signedIn("owner"), "ai_tokens-10000")
	if err := f.bank.Pay(ref(to)); err != nil {
		t.Fatal(err)
	}
	if err := f.bank.Dispute(ref(to)); err != nil {
		t.Fatal(err)
	}
	b.get(admin).has(t, "the overview", "Disputed payments", "10,000 AI tokens", "₹149.00")
	b.get(adminOrders+"/"+disputed.ID).has(t, "the order", "The bank has taken the money back")
	f.verified()
}

// TestUsersByHand disables users, and makes links that work once.
func TestUsersByHand(t *testing.T) {
	f := newShop(t)
	b := f.signedIn("operator")
	id := func(login string) string {
		u, err := f.store.User(t.Context(), login)
		if err != nil {
			t.Fatal(err)
		}
		return u.ID
	}
	stranger := f.signedIn("stranger")
	b.post("/admin/users/disable", "id", id("stranger")).leadsTo(t, "disabled", "/sub/admin/users")
	if stranger.in() {
		t.Error("a disabled user is still signed in")
	}
	b.get("/admin/users").has(t, "the list", "stranger can no longer sign in", "Disabled")
	b.post("/admin/users/enable", "id", id("stranger")).leadsTo(t, "enabled", "/sub/admin/users")
	b.post("/admin/users/disable", "id", id("operator")).is(t, "oneself", http.StatusNotFound)
	b.post("/admin/users/disable", "id", "stranger").is(t, "by login", http.StatusNotFound)

	link := func(path string, pairs ...string) (token string) {
		t.Helper()
		page := path
		if strings.HasPrefix(path, "/admin/users") {
			page = "/admin/users"
		} else {
			page = strings.TrimSuffix(path, "/invite")
		}
		b.post(path, pairs...).leadsTo(t, "a link", "/sub"+page)
		_, rest, found := strings.Cut(b.get(page).words(), sub+"/")
		if !found {
			t.Fatal("the link is not shown")
		}
		if strings.Contains(b.get(page).body, rest[:30]) {
			t.Error("the link is shown twice")
		}
		_, token, _ = strings.Cut(strings.Fields(rest)[0], "#")
		return token
	}
	token := link("/admin/users/reset", "id", id("stranger"))
	f.browser().post("/reset", "token", token, "password", "another lantern, quite dry").is(t, "the new password", http.StatusOK)
	token = link("/admin/users/invite", "note", "Asha")
	f.browser().post("/invite", "token", token, "login", "asha", "password", password).is(t, "the invite", http.StatusSeeOther)
	token = link("/admin/accounts/"+f.home.ID+"/invite", "role", "viewer")
	f.browser().post("/invite", "token", token, "login", "ben", "password", password).is(t, "the invite into the account", http.StatusSeeOther)
	members, err := f.store.Members(t.Context(), f.home.ID)
	if err != nil || members[len(members)-1].User.Login != "ben" || members[len(members)-1].Role != account.RoleViewer {
		t.Errorf("%+v, %v", members, err)
	}
	b.post("/admin/users/invite", "note", strings.Repeat("x", 201)).is(t, "a long note", http.StatusUnprocessableEntity)
	link("/admin/users/invite", "note", "nobody")
	open, err := f.store.Invites(t.Context(), "")
	if err != nil || len(open) != 1 {
		t.Fatal(open, err)
	}
	b.post("/admin/users/revoke", "id", open[0].ID).leadsTo(t, "revoked", "/sub/admin/users")
	b.post("/admin/users/revoke", "id", open[0].ID).is(t, "revoked again", http.StatusNotFound)
}

// TestAdminPages holds every page of administration to the rules of pages, in
// both languages; names that are markup stay names.
func TestAdminPages(t *testing.T) {
	f := newShop(t)
	const evil = `<img src=x>`
	if err := f.store.RenameAccount(t.Context(), f.home.ID, evil); err != nil {
		t.Fatal(err)
	}
	o, to := f.order(f.signedIn("owner"), "compute-10000", "name", evil)
	if err := f.bank.Pay(ref(to)); err != nil {
		t.Fatal(err)
	}
	f.desk.Install.Offered = func(o *op.Op) bool { return o.ID != "md5-generator" }
	b := f.signedIn("operator")
	for _, lang := range []string{"en", "hi"} {
		b.cookies["lang"] = lang
		for _, route := range append(f.routes(admin, o), "POST /admin/verify", "GET /admin/accounts?q=none-such", "GET /admin/orders?status=expired") {
			if strings.HasPrefix(route, "POST ") && route != "POST /admin/verify" || strings.HasSuffix(route, "/credit/1") {
				continue
			}
			got := b.visit(route)
			got.is(t, route, http.StatusOK)
			got.lacks(t, route, evil)
			if key := unsaid.FindString(html.UnescapeString(got.words())); key != "" && !strings.HasSuffix(route, "/audit") {
				t.Errorf("%s %s: there is no message %s", lang, route, key)
			}
			uitest.Check(t, sub, got.Header, got.body)
		}
	}
	b.cookies["lang"] = "en"
	b.get("/admin").has(t, "the overview", "SQLite", "answers", "1h0m0s")
	b.get("/admin/packs").has(t, "the packs", "₹699", "Crib &amp; Sons", "Test provider", "998319")
	b.post("/admin/verify").has(t, "the check", "all hold", "audit-chain", "grant-balance")
	list := b.get("/admin/operations")
	list.has(t, "the operations", "md5-generator")
	if strings.Contains(list.body, `href="/sub/tools/md5-generator"`) || !strings.Contains(list.body, `href="/sub/tools/uuid-generator"`) {
		t.Error("the page does not tell which operations are on")
	}
	b.get("/admin/orders?status=none").is(t, "no such status", http.StatusNotFound)
	b.get("/admin/audit?before=x").is(t, "no such entry", http.StatusNotFound)
	b.get("/admin/accounts/owner").is(t, "an account by name", http.StatusNotFound)
}
