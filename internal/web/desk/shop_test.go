package desk

import (
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/auth"
	"toolcrib/internal/pay"
	"toolcrib/internal/pay/fake"
	"toolcrib/internal/pay/manual"
)

// sub is a base URL with a path, which every link has to keep.
const sub = "https://example.org/sub"

// shopFixture is the pages with packs on sale, paid through the fake provider.
type shopFixture struct {
	*fixture
	bank *fake.Bank
	home account.Account // of everybody that newShop makes
}

// newShop opens a shop of a seller in Maharashtra. With first, new orders are
// paid by that provider instead.
func newShop(t *testing.T, first ...pay.Provider) *shopFixture {
	t.Helper()
	f := &shopFixture{fixture: newFixture(t, func(o *auth.Options) { o.BaseURL = sub })}
	f.bank = fake.New(fake.Options{PageURL: sub + "/checkout", Secret: "secret", Now: f.clock.Now, Send: func(m fake.Message) {
		if err := f.desk.Sales.Desk.Hear(t.Context(), fake.Name, m.Header, m.Body); err != nil {
			t.Errorf("a message of the provider: %v", err)
		}
	}})
	packs, err := account.ParsePacks("10000 compute 99, 100000 compute 699, 10000 ai_tokens 149")
	if err != nil {
		t.Fatal(err)
	}
	seller := account.Party{Name: "Crib & Sons", Address: "1 Road\nPune", GSTIN: "27AAPFU0939F1ZV", State: "27"}
	f.desk.Sales = Sales{
		Provider: fake.Name, Contact: "sales@example.org", Seller: seller, Rate: 18, SAC: "998319",
		Plan: account.Plan{Free: map[account.Pool]int64{account.PoolCompute: 500, account.PoolImage: 50}},
		Desk: pay.New(pay.Options{
			Store: f.store, Providers: append(first, f.bank, manual.New(f.store)), Packs: packs, Seller: seller, Rate: 18, SAC: "998319",
			OrderURL: func(id string) string { return sub + orders + "/" + id }, Now: f.clock.Now,
		}),
	}
	f.desk.Install = Install{Store: "SQLite", Started: f.clock.Now().Add(-time.Hour)}
	if len(first) > 0 {
		f.desk.Sales.Provider = first[0].Name()
	}
	f.populate()
	return f
}

// populate makes an account with a member of each role, and an operator and a
// stranger, who have accounts of their own.
func (f *shopFixture) populate() {
	f.t.Helper()
	ctx := f.t.Context()
	if _, _, err := f.store.Register(ctx, account.Registration{Login: "operator", Password: passwordHash(), Operator: true, AccountName: "operator"}); err != nil {
		f.t.Fatal(err)
	}
	owner := f.user("owner")
	places, err := f.store.Memberships(ctx, owner.ID)
	if err != nil {
		f.t.Fatal(err)
	}
	f.home = places[0].Account
	for _, role := range []account.Role{account.RoleAdmin, account.RoleMember, account.RoleViewer} {
		token := f.link(account.Link{Kind: account.LinkInvite, AccountID: f.home.ID, Role: role})
		_, _, err := f.store.Register(ctx, account.Registration{Login: string(role), Password: passwordHash(), Link: account.HashSecret(token)})
		if err != nil {
			f.t.Fatal(err)
		}
	}
	f.user("stranger")
}

// order has a browser order a pack, and returns the order and where the
// browser is led to.
func (f *shopFixture) order(b *browserTab, sku string, pairs ...string) (account.Order, string) {
	f.t.Helper()
	form := b.get(billing + "/buy?pack=" + sku)
	form.is(f.t, "the form", http.StatusOK)
	got := b.post(billing+"/buy", append([]string{"pack", sku, "token", form.field(f.t, "token")}, pairs...)...)
	got.is(f.t, "the order", http.StatusSeeOther)
	list, err := f.store.Orders(f.t.Context(), account.OrderQuery{Limit: 1})
	if err != nil || len(list) != 1 {
		f.t.Fatal(list, err)
	}
	return list[0], got.Header.Get("Location")
}

// prepaid is what the account has of a pool that was bought or entered as such.
func (f *shopFixture) prepaid(pool account.Pool) int64 {
	f.t.Helper()
	b, err := f.store.Balance(f.t.Context(), f.home.ID, pool, "")
	if err != nil {
		f.t.Fatal(err)
	}
	return b.Prepaid
}

// routes are the patterns of the pages, filled in with an order and an account.
func (f *shopFixture) routes(prefix string, o account.Order) (list []string) {
	f.desk.Register(func(pattern string, _ http.Handler) {
		if _, at, _ := strings.Cut(pattern, " "); at == prefix || strings.HasPrefix(at, prefix+"/") {
			list = append(list, strings.NewReplacer("{order}", o.ID, "{account}", o.AccountID, "{number}", "1").Replace(pattern))
		}
	})
	slices.Sort(list)
	if len(list) < 3 {
		f.t.Fatalf("there are only %d pages below %s", len(list), prefix)
	}
	return list
}

// visit asks for a route, with an empty form where it takes one.
func (b *browserTab) visit(route string) reply {
	method, at, _ := strings.Cut(route, " ")
	if method == http.MethodPost {
		return b.post(at)
	}
	return b.get(at)
}

// verified requires that the ledger holds together.
func (f *shopFixture) verified() {
	f.t.Helper()
	report, err := f.store.Verify(f.t.Context())
	if err != nil || !report.OK() {
		f.t.Errorf("the ledger: %+v, %v", report, err)
	}
}

// ref is the checkout that an address of the provider leads to.
func ref(at string) string { return path.Base(at) }

// has requires texts of a page, lacks that they are not there.
func (r reply) has(t *testing.T, what string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if words := r.words(); !strings.Contains(words, text) {
			t.Errorf("%s does not say %q: %s", what, text, words)
		}
	}
}

func (r reply) lacks(t *testing.T, what string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if strings.Contains(r.body, text) {
			t.Errorf("%s has %q", what, text)
		}
	}
}

func label(parts ...any) string { return strings.TrimSpace(fmt.Sprintln(parts...)) }
