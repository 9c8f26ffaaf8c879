package desk

import (
	"net/http"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/web/ui/uitest"
)

// office is an account with a member in each role, a key and an invite.
type office struct {
	*fixture
	account account.Account
	key     account.Key
	invite  account.Link
	tabs    map[account.Role]*browserTab
	users   map[account.Role]account.User
}

func newOffice(t *testing.T) *office {
	t.Helper()
	f := newFixture(t)
	o := &office{fixture: f, tabs: map[account.Role]*browserTab{}, users: map[account.Role]account.User{}}
	o.users[account.RoleOwner] = f.user("owner")
	o.account = f.accountOf("owner")
	for _, role := range account.Roles() {
		if role != account.RoleOwner {
			o.users[role] = f.join(string(role), o.account, role)
		}
		o.tabs[role] = f.signedIn(string(role))
	}
	o.key = f.key(account.Key{AccountID: o.account.ID, Name: "backend"})
	f.link(account.Link{Kind: account.LinkInvite, AccountID: o.account.ID, Role: account.RoleMember, Note: "for Kabir"})
	open, err := f.store.Invites(t.Context(), o.account.ID)
	if err != nil || len(open) != 1 {
		t.Fatalf("%d invites: %v", len(open), err)
	}
	o.invite = open[0]
	return o
}

// route is a request of an account's pages and who may make it.
type route struct {
	method, path string
	form         []string
	least        account.Role
}

// pageRoutes are all that the pages of an account answer. {key}, {user} and
// {invite} stand for what belongs to the account.
var pageRoutes = []route{
	{"GET", "/account", nil, account.RoleViewer},
	{"GET", "/account/keys", nil, account.RoleViewer},
	{"GET", "/account/keys/{key}", nil, account.RoleViewer},
	{"GET", "/account/usage", nil, account.RoleViewer},
	{"GET", "/account/usage?key={key}", nil, account.RoleViewer},
	{"GET", "/account/usage.csv?key={key}", nil, account.RoleViewer},
	{"GET", "/account/usage.json?key={key}", nil, account.RoleViewer},
	{"GET", "/account/requests?key={key}", nil, account.RoleViewer},
	{"GET", "/account/mcp", nil, account.RoleViewer},
	{"POST", "/account/mcp", []string{"mode", "compact"}, account.RoleViewer},
	{"GET", "/account/team", nil, account.RoleViewer},
	{"GET", "/account/audit", nil, account.RoleViewer},
	{"GET", "/account/keys/new", nil, account.RoleMember},
	{"POST", "/account/keys/new", []string{"name", "x", "env", "test", "scope", "tools:compute", "expires", "30"}, account.RoleMember},
	{"POST", "/account/keys/{key}/disable", nil, account.RoleMember},
	{"POST", "/account/keys/{key}/enable", nil, account.RoleMember},
	{"GET", "/account/keys/{key}/rotate", nil, account.RoleMember},
	{"POST", "/account/keys/{key}/rotate", []string{"overlap", "24"}, account.RoleMember},
	{"GET", "/account/keys/{key}/revoke", nil, account.RoleMember},
	{"POST", "/account/keys/{key}/revoke", nil, account.RoleMember},
	{"GET", "/account/webhook", nil, account.RoleAdmin},
	{"POST", "/account/webhook", []string{"url", "https://hooks.example.com/a"}, account.RoleAdmin},
	{"POST", "/account/webhook/remove", nil, account.RoleAdmin},
	{"POST", "/account/team/name", []string{"name", "new name"}, account.RoleAdmin},
	{"POST", "/account/team/invite", []string{"role", "viewer"}, account.RoleAdmin},
	{"POST", "/account/team/revoke", []string{"id", "{invite}"}, account.RoleAdmin},
	{"POST", "/account/team/role", []string{"id", "{user}", "role", "member"}, account.RoleAdmin},
	{"POST", "/account/team/remove", []string{"id", "{user}"}, account.RoleAdmin},
}

// send makes a request with what belongs to an office.
func (o *office) send(b *browserTab, r route) reply {
	fill := strings.NewReplacer("{key}", o.key.ID, "{user}", o.users[account.RoleViewer].ID, "{invite}", o.invite.ID)
	if r.method == http.MethodGet {
		return b.get(fill.Replace(r.path))
	}
	form := make([]string, len(r.form))
	for i, text := range r.form {
		form[i] = fill.Replace(text)
	}
	return b.post(fill.Replace(r.path), form...)
}

// state is what requests that are refused must leave as it is.
func (o *office) state() string {
	ctx := o.t.Context()
	entries, err := o.store.AccountAudit(ctx, o.account.ID, 0, 1)
	if err != nil || len(entries) == 0 {
		o.t.Fatal(err)
	}
	return string(entries[0].Hash[:])
}

// TestRoles asks for every route in order, first by those who may not and then
// once by who just may. Nobody's role changes before the last two.
func TestRoles(t *testing.T) {
	o := newOffice(t)
	for _, r := range pageRoutes {
		for i := len(account.Roles()) - 1; i >= 0; i-- { // those who may not first
			role := account.Roles()[i]
			if r.path == "/account/team/remove" && role == account.RoleViewer {
				continue // the viewer is who is removed: everybody may leave
			}
			before := o.state()
			got := o.send(o.tabs[role], r)
			if !role.Covers(r.least) {
				got.is(t, r.method+" "+r.path+" by "+string(role), http.StatusForbidden)
				if o.state() != before {
					t.Errorf("%s %s by %s changed something", r.method, r.path, role)
				}
				continue
			}
			want := http.StatusOK
			if r.method == http.MethodPost && r.path != "/account/mcp" {
				want = http.StatusSeeOther
			}
			got.is(t, r.method+" "+r.path+" by "+string(role), want)
			break // once is enough: the next would find it done
		}
	}
}

// TestOtherAccounts has the owner of one account name what belongs to another.
func TestOtherAccounts(t *testing.T) {
	o := newOffice(t)
	o.user("stranger")
	b := o.signedIn("stranger")
	before := o.state()
	for _, r := range pageRoutes {
		if !strings.Contains(r.path+strings.Join(r.form, " "), "{") {
			continue
		}
		got := o.send(b, r)
		got.is(t, r.method+" "+r.path+" of another account", http.StatusNotFound)
		if strings.Contains(got.body, o.key.Name) || strings.Contains(got.body, "for Kabir") {
			t.Errorf("%s shows what belongs to another account", r.path)
		}
	}
	if o.state() != before {
		t.Error("something of the other account was changed")
	}
	for _, path := range []string{"/account", "/account/keys", "/account/usage", "/account/requests", "/account/team", "/account/audit"} {
		if got := b.get(path); strings.Contains(got.body, o.key.ID) || strings.Contains(got.body, o.key.Hint) || strings.Contains(got.body, "for Kabir") {
			t.Errorf("%s lists what belongs to another account", path)
		}
	}
	// Nor does an account cookie that somebody wrote themselves help.
	b.cookies[o.desk.jar.prefix+accountCookie] = o.account.ID
	b.get("/account/keys/"+o.key.ID).is(t, "with the cookie of another account", http.StatusNotFound)
}

// TestForeignSites asks for every change as a page of another site would.
func TestForeignSites(t *testing.T) {
	o := newOffice(t)
	b := o.tabs[account.RoleOwner]
	before := o.state()
	for _, headers := range []map[string]string{
		{"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"},
		{"Sec-Fetch-Site": "same-site", "Origin": "https://evil.example.com"},
		{"Sec-Fetch-Site": "", "Origin": "https://evil.example"},
		{"Sec-Fetch-Site": "", "Origin": "null"},
	} {
		b.headers = headers
		for _, r := range pageRoutes {
			if r.method == http.MethodPost {
				o.send(b, r).is(t, r.path+" from another site", http.StatusForbidden)
			}
		}
	}
	if o.state() != before {
		t.Error("something was changed")
	}
}

func TestProofIsAskedFor(t *testing.T) {
	o := newOffice(t)
	b := o.tabs[account.RoleOwner]
	o.clock.Add(aWhile)
	before := o.state()
	for path, form := range map[string][]string{
		"/account/keys/new":                     {"name", "x", "env", "live", "scope", "tools:compute"},
		"/account/keys/" + o.key.ID + "/rotate": {"overlap", "0"},
		"/account/webhook":                      {"url", "https://hooks.example.com/a"},
		"/account/webhook/remove":               nil,
		"/account/team/invite":                  {"role", "owner"},
		"/account/team/role":                    {"id", o.users[account.RoleViewer].ID, "role", "owner"},
		"/account/team/remove":                  {"id", o.users[account.RoleViewer].ID},
	} {
		got := b.post(path, form...)
		if got.StatusCode != http.StatusSeeOther || !strings.HasPrefix(got.Header.Get("Location"), "/confirm?next=%2Faccount%2F") {
			t.Errorf("%s: %d to %q", path, got.StatusCode, got.Header.Get("Location"))
		}
	}
	if o.state() != before {
		t.Error("something was changed without proof")
	}
	// A key that has leaked can be stopped at once.
	b.post("/account/keys/"+o.key.ID+"/revoke").leadsTo(t, "revoking", "/account/keys")
}

func TestSignedOut(t *testing.T) {
	o := newOffice(t)
	for _, r := range pageRoutes {
		got := o.send(o.browser(), r)
		if to := got.Header.Get("Location"); got.StatusCode != http.StatusSeeOther || !strings.HasPrefix(to, "/login?next=%2Faccount") {
			t.Errorf("%s %s: %d to %q", r.method, r.path, got.StatusCode, to)
		}
	}
}

// TestNothingIsKept looks at what browsers and proxies are told about every page.
func TestNothingIsKept(t *testing.T) {
	o := newOffice(t)
	for _, r := range pageRoutes {
		got := o.send(o.tabs[account.RoleOwner], r)
		if c := got.Header.Get("Cache-Control"); c != "no-store" {
			t.Errorf("%s %s: Cache-Control %q", r.method, r.path, c)
		}
	}
}

// TestPages reads every page of a busy account in both languages.
func TestPages(t *testing.T) {
	o := newOffice(t)
	o.busy()
	b := o.tabs[account.RoleOwner]
	missing := regexp.MustCompile(`\b(account|auth|home|frame)\.[a-z_]+\.[a-z_0-9]+`)
	for _, lang := range []string{"en", "hi"} {
		b.cookies["lang"] = lang
		for _, r := range pageRoutes {
			if r.method != http.MethodGet || strings.Contains(r.path, ".csv") || strings.Contains(r.path, ".json") {
				continue
			}
			got := o.send(b, r)
			got.is(t, r.path, http.StatusOK)
			uitest.Check(t, base, got.Header, got.body)
			if key := missing.FindString(got.words()); key != "" {
				t.Errorf("%s in %s: the message %s is missing", r.path, lang, key)
			}
		}
	}
}

// busy fills the account with what happens in two months.
func (o *office) busy() {
	second := o.fixture.key(account.Key{
		AccountID: o.account.ID, Name: "laptop", Cap: 400, ExpiresAt: o.clock.Now().AddDate(1, 0, 0),
		Allowed: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")},
	})
	test := o.fixture.key(account.Key{AccountID: o.account.ID, Name: "ci", Env: account.Test})
	gone := o.fixture.key(account.Key{AccountID: o.account.ID, Name: "leaked"})
	o.fixture.key(account.Key{AccountID: o.account.ID, Name: "forgotten"})
	if _, err := o.store.RevokeKey(o.t.Context(), gone.ID); err != nil {
		o.t.Fatal(err)
	}
	for range 38 {
		o.use(o.key, "uuid-generator", account.PoolCompute, 1, 2)
		o.use(second, "emi-calculator", account.PoolCompute, 2, 1)
		o.use(test, "csv-to-json", account.PoolCompute, 1, 1)
		o.use(o.key, "qr-code-generator", account.PoolImage, 1, 1)
		o.refused(second, "emi-calculator", 1, 2)
		o.called(o.key, "uuid-generator", 200, "")
		o.called(second, "emi-calculator", 422, "invalid_input")
		o.clock.Add(24 * time.Hour)
	}
	for role := range o.tabs { // sessions have ended meanwhile
		o.tabs[role] = o.signedIn(string(role))
	}
}
