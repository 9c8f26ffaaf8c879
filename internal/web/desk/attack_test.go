package desk

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/auth"
	"toolcrib/internal/auth/authtest"
)

// routes lists what is registered, by method.
func routes(h *Handler) map[string][]string {
	found := map[string][]string{}
	h.Register(func(pattern string, _ http.Handler) {
		method, path, _ := strings.Cut(pattern, " ")
		found[method] = append(found[method], path)
	})
	return found
}

// isJSON tells which paths the passkey script asks.
func isJSON(path string) bool {
	return strings.HasSuffix(path, "/passkey") || strings.HasSuffix(path, "/ask") || strings.HasSuffix(path, "/passkeys")
}

func (b *browserTab) send(path string) reply {
	if isJSON(path) {
		return b.postJSON(path, "{}")
	}
	return b.post(path)
}

// TestForeignRequests sends to every address that changes something what a
// browser sends when another site makes it send something.
func TestForeignRequests(t *testing.T) {
	f := newFixture(t)
	f.user("asha")
	b := f.signedIn("asha")
	kinds := map[string]map[string]string{
		"another site":                      {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"},
		"another site, origin left out":     {"Sec-Fetch-Site": "cross-site", "Origin": ""},
		"a sandboxed frame":                 {"Sec-Fetch-Site": "cross-site", "Origin": "null"},
		"a sister host":                     {"Sec-Fetch-Site": "same-site", "Origin": "https://blog.example.com"},
		"an old browser, another site":      {"Sec-Fetch-Site": "", "Origin": "https://evil.example"},
		"an old browser, a sister host":     {"Sec-Fetch-Site": "", "Origin": "https://blog.example.com"},
		"an old browser, another port":      {"Sec-Fetch-Site": "", "Origin": "https://tools.example.com:8443"},
		"an old browser, no origin to tell": {"Sec-Fetch-Site": "", "Origin": "null"},
		"an old browser, a look-alike":      {"Sec-Fetch-Site": "", "Origin": "https://tools.example.com.evil.example"},
	}
	for _, path := range routes(f.desk)[http.MethodPost] {
		for kind, headers := range kinds {
			b.headers = headers
			b.send(path).is(t, kind+" to "+path, http.StatusForbidden)
		}
	}
	b.headers = map[string]string{}
	if !b.in() {
		t.Error("another site signed the user out")
	}
}

func TestWrongBodies(t *testing.T) {
	f := newFixture(t)
	f.user("asha")
	b := f.signedIn("asha")
	for _, path := range routes(f.desk)[http.MethodPost] {
		right, wrong := "application/x-www-form-urlencoded", []string{"", "text/plain", "multipart/form-data; boundary=x", "application/json", "application/x-www-form-urlencoded, text/plain"}
		if isJSON(path) {
			right, wrong = "application/json", []string{"", "text/plain", "application/x-www-form-urlencoded", "application/json-patch+json"}
		}
		for _, mediaType := range wrong {
			b.do(http.MethodPost, path, mediaType, "{}").is(t, mediaType+" to "+path, http.StatusUnsupportedMediaType)
		}
		if strings.HasSuffix(path, "/ask") {
			continue // reads no body
		}
		if got := b.do(http.MethodPost, path, right, "token="+strings.Repeat("a", maxForm)); got.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("64 KiB to %s: %d", path, got.StatusCode)
		}
		broken := []string{"login=%zz", "login=%00", "id=%ff%fe"}
		if isJSON(path) {
			broken = []string{"", `{"next":`, `{"next":1}`, "[]"}
		}
		for _, body := range broken {
			b.do(http.MethodPost, path, right, body).is(t, body+" to "+path, http.StatusBadRequest)
		}
	}
	if !b.in() {
		t.Error("signed out by a broken form")
	}
}

// TestEveryAnswer looks at the headers of every page, and that none is open to
// whom it should not be.
func TestEveryAnswer(t *testing.T) {
	f := newFixture(t)
	f.user("asha")
	in, nobody := f.signedIn("asha"), f.browser()
	open := []string{"/setup", "/login", "/login/second", "/signup", "/invite", "/reset", billing}
	for _, path := range routes(f.desk)[http.MethodGet] {
		for _, got := range []reply{in.get(path), nobody.get(path)} {
			if got.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s may be kept: %q", path, got.Header.Get("Cache-Control"))
			}
			csp := got.Header.Get("Content-Security-Policy")
			page := strings.HasPrefix(got.Header.Get("Content-Type"), "text/html") && got.StatusCode != http.StatusSeeOther
			if page && (!strings.Contains(csp, "default-src 'none'") || !strings.Contains(csp, "frame-ancestors 'none'") || !strings.Contains(csp, "form-action 'self'")) {
				t.Errorf("%s: policy %q", path, csp)
			}
			if got.Header.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%s may be sniffed", path)
			}
			if strings.Contains(got.body, "auth.") {
				t.Errorf("%s lacks a message: %s", path, got.words())
			}
		}
		if got := nobody.get(path); !slices.Contains(open, path) {
			if got.StatusCode != http.StatusSeeOther || !strings.HasPrefix(got.Header.Get("Location"), "/login?next=") {
				t.Errorf("%s for nobody: %d %q", path, got.StatusCode, got.Header.Get("Location"))
			}
		}
	}
	for _, path := range routes(f.desk)[http.MethodPost] {
		if !strings.HasPrefix(path, "/account/") && !strings.HasPrefix(path, "/confirm") {
			continue
		}
		got := nobody.send(path)
		if isJSON(path) {
			got.is(t, path+" for nobody", http.StatusForbidden)
		} else if !strings.HasPrefix(got.Header.Get("Location"), "/login?next=") {
			t.Errorf("%s for nobody: %d %q", path, got.StatusCode, got.Header.Get("Location"))
		}
	}
}

func TestCookieFlags(t *testing.T) {
	for _, tt := range []struct{ base, want string }{
		{"https://tools.example.com", "__Host-tc=%; Path=/; HttpOnly; Secure; SameSite=Lax"},
		{"https://tools.example.com/sub/tools", "__Secure-tc=%; Path=/sub/tools; HttpOnly; Secure; SameSite=Lax"},
		{"http://127.0.0.1:8080", "tc=%; Path=/; HttpOnly; SameSite=Lax"},
		{"http://127.0.0.1:8080/sub", "tc=%; Path=/sub; HttpOnly; SameSite=Lax"},
	} {
		f := newFixture(t, func(o *auth.Options) { o.BaseURL = tt.base })
		f.user("asha")
		b := f.browser()
		got := b.post("/login", "login", "asha", "password", password)
		got.leadsTo(t, tt.base, f.desk.prefix+"/account")
		want := strings.Replace(tt.want, "%", b.session(), 1)
		if cookies := got.Header.Values("Set-Cookie"); len(cookies) != 1 || cookies[0] != want {
			t.Errorf("%s: %q, want %q", tt.base, cookies, want)
		}
		if !b.in() {
			t.Errorf("%s: not signed in", tt.base)
		}
	}
}

func TestFixation(t *testing.T) {
	f := newFixture(t)
	f.user("asha")
	victim := f.browser()
	victim.cookies["__Host-tc"] = strings.Repeat("A", 26)
	attacker := victim.copied()
	victim.post("/login", "login", "asha", "password", password).leadsTo(t, "signing in", "/account")
	if attacker.in() || !victim.in() || victim.session() == attacker.session() {
		t.Error("a planted secret was signed in")
	}
	// A cookie planted beside the real one is not taken for it.
	victim.headers["Cookie"] = "__Host-tc=" + strings.Repeat("A", 26)
	if victim.in() {
		t.Error("one of two cookies was chosen")
	}
	victim.headers = map[string]string{}
	// Who signs in over another's session ends that.
	f.user("ravi")
	before := victim.copied()
	victim.post("/login", "login", "ravi", "password", password)
	if before.in() {
		t.Error("the session from before goes on")
	}
	stolen := victim.copied()
	victim.post("/account/security/password", "password", "another lantern").leadsTo(t, "a new password", "/account/security")
	if stolen.in() || !victim.in() {
		t.Error("a stolen secret outlives the password")
	}
}

// TestOnward gives addresses to go on to that lead elsewhere, or break out of
// the header.
func TestOnward(t *testing.T) {
	f := newFixture(t)
	f.user("asha")
	in := f.signedIn("asha")
	for _, to := range []string{
		"https://evil.example", "//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example", "/\t/evil.example",
		"/\n/evil.example", "javascript:alert(1)", "data:text/html,x", "evil.example", "", "@evil.example", "/account\r\nSet-Cookie: tc=x",
		"/account\r\n\r\n<script>", "/ /evil.example", "/" + strings.Repeat("a", 5000), "https:/evil.example", "\u2028/x",
	} {
		for what, got := range map[string]reply{
			"the form":  f.browser().post("/login", "login", "asha", "password", password, "next", to),
			"a session": in.get("/login?" + query("next", to)),
			"a proof":   in.get("/confirm?" + query("next", to)),
		} {
			if got.leadsTo(t, what, "/account"); len(got.Header["Set-Cookie"]) > 1 || strings.Contains(got.body, "evil") {
				t.Errorf("%s to %.40q breaks out", what, to)
			}
		}
	}
	for _, login := range []string{"asha\r\nSet-Cookie: tc=x", "\"><script>alert(1)</script>", "{{.}}"} {
		got := f.browser().post("/login", "login", login, "password", "x")
		if got.is(t, login, http.StatusForbidden); len(got.Header["Set-Cookie"]) > 0 || strings.Contains(got.body, "<script>alert") {
			t.Errorf("%q breaks out", login)
		}
	}
}

// TestBearerOpensNoPage: pages know people by their cookie alone.
func TestBearerOpensNoPage(t *testing.T) {
	f := newFixture(t)
	f.user("asha")
	accounts, err := f.store.Accounts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	text, _, err := account.Issue(t.Context(), f.desk.Store, account.Key{AccountID: accounts[0].ID, Name: "k", Env: account.Live, Scopes: account.Scopes()})
	if err != nil {
		t.Fatal(err)
	}
	b := f.browser()
	b.headers["Authorization"] = "Bearer " + text
	b.get("/account/settings").leadsTo(t, "a page", "/login?next=%2Faccount%2Fsettings")
	b.post("/account/delete", "login", "asha").leadsTo(t, "a form", "/login?next=%2Faccount%2Fdelete")
	b.headers["Authorization"] = "Bearer " + f.signedIn("asha").session()
	b.get("/account/settings").leadsTo(t, "a secret as a key", "/login?next=%2Faccount%2Fsettings")
}

func TestBruteForce(t *testing.T) {
	f := newFixture(t)
	f.user("asha")
	for range 5 {
		f.browser().post("/login", "login", "asha", "password", "a wrong one").is(t, "a guess", http.StatusForbidden)
	}
	got := f.browser().post("/login", "login", "asha", "password", password)
	if got.is(t, "after five guesses", http.StatusTooManyRequests); got.Header.Get("Retry-After") != "900" || !strings.Contains(got.words(), "15 minutes") {
		t.Errorf("%q %s", got.Header.Get("Retry-After"), got.words())
	}
	b := f.browser()
	for _, login := range []string{"a", "b", "c", "d", "e"} {
		b.post("/login", "login", login, "password", "a wrong one").is(t, "a guess", http.StatusForbidden)
	}
	b.post("/login", "login", "f", "password", "a wrong one").is(t, "one address, many logins", http.StatusTooManyRequests)
	b.post("/reset", "token", strings.Repeat("A", 52), "password", password).is(t, "a made-up link", http.StatusForbidden)
	f.clock.Add(15 * time.Minute)
	f.browser().post("/login", "login", "asha", "password", password).leadsTo(t, "who waited", "/account")
}

func TestLinksByHTTP(t *testing.T) {
	f := newFixture(t)
	setup := f.link(account.Link{Kind: account.LinkSetup})
	f.browser().post("/setup", "token", "", "login", "x", "password", password).is(t, "no secret", http.StatusForbidden)
	f.browser().get("/setup?token="+setup).is(t, "the form", http.StatusOK)
	f.browser().post("/setup?token="+setup, "login", "x", "password", password).is(t, "the secret in the address", http.StatusForbidden)
	results := make([]int, 3)
	browsers := []*browserTab{f.browser(), f.browser(), f.browser()}
	var all sync.WaitGroup
	for i, b := range browsers {
		all.Go(func() {
			results[i] = b.post("/setup", "token", setup, "login", string(rune('a'+i)), "password", password).StatusCode
		})
	}
	all.Wait()
	slices.Sort(results)
	if !slices.Equal(results, []int{303, 403, 403}) {
		t.Errorf("three at once: %v", results)
	}
	late := f.link(account.Link{Kind: account.LinkInvite})
	f.clock.Add(7 * 24 * time.Hour)
	got := f.browser().post("/invite", "token", late, "login", "y", "password", password)
	if got.is(t, "too late", http.StatusForbidden); !strings.Contains(got.words(), "too old") {
		t.Error(got.words())
	}
	f.browser().get("/signup").is(t, "sign-up by invite alone", http.StatusForbidden)
	f.browser().post("/signup", "login", "y", "password", password).is(t, "sign-up by invite alone", http.StatusForbidden)
}

// TestOthersThings: IDs of another user's things open nothing.
func TestOthersThings(t *testing.T) {
	f := newFixture(t)
	f.user("asha")
	ravi := f.user("ravi")
	asha, other := f.signedIn("asha"), f.signedIn("ravi")
	key := authtest.New(t, base, "tools.example.com")
	options := other.postJSON("/account/security/passkeys/ask", "{}")
	other.postJSON("/account/security/passkeys", `{"name":"Phone","credential":`+string(key.Create([]byte(options.body)))+`}`)
	passkeys, _ := f.store.Passkeys(t.Context(), ravi.ID)
	sessions, _ := f.store.UserSessions(t.Context(), ravi.ID)
	places, _ := f.store.Memberships(t.Context(), ravi.ID)
	if len(passkeys) != 1 || len(sessions) != 1 || len(places) != 1 {
		t.Fatal(passkeys, sessions, places)
	}
	asha.post("/account/security/passkeys/rename", "id", passkeys[0].ID, "name", "Mine").is(t, "renaming", http.StatusNotFound)
	asha.post("/account/security/passkeys/remove", "id", passkeys[0].ID).is(t, "removing", http.StatusNotFound)
	asha.post("/account/security/sessions/end", "id", sessions[0].ID)
	asha.post("/account/settings/switch", "account", places[0].Account.ID).is(t, "switching", http.StatusNotFound)
	asha.cookies["__Host-tc-account"] = places[0].Account.ID
	if page := asha.get("/account/export.json"); strings.Contains(page.body, places[0].Account.ID) {
		t.Error("another's account by a cookie")
	}
	if again, _ := f.store.Passkeys(t.Context(), ravi.ID); len(again) != 1 || again[0].Name != "Phone" || !other.in() {
		t.Error("another's things were changed")
	}
	if err := f.store.SetUserDisabled(t.Context(), ravi.ID, true); err != nil || other.in() {
		t.Error("a disabled user goes on", err)
	}
	options = other.postJSON("/login/passkey/ask", "{}")
	answer := `{"credential":` + string(key.Get([]byte(options.body))) + `}`
	other.postJSON("/login/passkey", answer).is(t, "a disabled user by passkey", http.StatusForbidden)
	stolen := f.browser()
	stolen.postJSON("/login/passkey", answer).is(t, "an answer from another browser", http.StatusForbidden)
}

// TestNothingSecretIsLogged: neither passwords nor what links, cookies and
// keys consist of.
func TestNothingSecretIsLogged(t *testing.T) {
	f := newFixture(t)
	token := f.link(account.Link{Kind: account.LinkSetup})
	b := f.browser()
	b.post("/setup", "token", token, "login", "asha", "password", password)
	b.get("/test/keys")
	secrets := []string{token, password, b.session(), f.shown[0].Text}
	b.post("/login", "login", password, "password", "a wrong one")
	_ = f.store.Close() // what follows fails, and is logged
	b.get("/account/security").is(t, "without a store", http.StatusServiceUnavailable)
	b.post("/login", "login", "asha", "password", password).is(t, "without a store", http.StatusServiceUnavailable)
	log := f.log.String()
	if !strings.Contains(log, "a page failed") || !strings.Contains(log, "sign-in refused") {
		t.Errorf("nothing was logged: %s", log)
	}
	for _, secret := range secrets {
		if strings.Contains(log, secret) {
			t.Errorf("the log holds a secret: %s", log)
		}
	}
}

// FuzzNext: whatever a link or form says, it leads to this site.
func FuzzNext(f *testing.F) {
	for _, seed := range []string{"/account", "//evil.example", "/\\evil.example", "https://evil.example", "/a?b=//c#d", "/%2f/evil.example", "/..//evil.example"} {
		f.Add(seed)
	}
	here, err := url.Parse(base + "/login")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, to string) {
		u, err := here.Parse(next(to))
		if err != nil {
			return // browsers are told by Location alone, and go nowhere
		}
		if u.Scheme != "https" || u.Host != "tools.example.com" || strings.ContainsAny(next(to), "\r\n\\") {
			t.Errorf("%q leads to %s", to, u)
		}
	})
}
