package desk

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"toolcrib/internal/account"
	"toolcrib/internal/auth"
	"toolcrib/internal/auth/authtest"
)

// TestSetup goes the way of a first user, script or none: link, form, key.
func TestSetup(t *testing.T) {
	f := newFixture(t)
	token, err := auth.MakeSetupLink(t.Context(), f.store, f.clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	b := f.browser()
	if page := b.get("/login"); !strings.Contains(page.body, "setup-link") {
		t.Error("the sign-in page does not tell that there is nobody yet")
	}
	b.get("/setup").is(t, "the form", http.StatusOK)
	got := b.post("/setup", "token", token, "login", "asha", "password", "password")
	got.is(t, "a common password", http.StatusUnprocessableEntity)
	if got.field(t, "token") == "" || !strings.Contains(got.words(), "most common passwords") {
		t.Errorf("the form does not help: %s", got.words())
	}
	b.post("/setup", "token", token, "login", "asha", "password", password).leadsTo(t, "setup", "/account/keys")
	b.get("/test/keys")
	b.get("/test/keys")
	if len(f.shown) != 1 {
		t.Fatalf("the key is shown %d times", len(f.shown))
	}
	key, err := f.store.KeyByHash(t.Context(), account.HashKey(f.shown[0].Text))
	if err != nil || key.ID != f.shown[0].Key.ID || !key.Has(account.ScopeCompute) {
		t.Errorf("%+v %v", key, err)
	}
	users, err := f.store.Users(t.Context())
	if err != nil || len(users) != 1 || !users[0].Operator {
		t.Errorf("%+v %v", users, err)
	}
	f.browser().get("/setup").is(t, "the form once set up", http.StatusGone)
	if entries, err := f.store.Audit(t.Context(), 0, 100); err != nil || !strings.Contains(entries[len(entries)-1].Actor.Name, "user_") {
		t.Errorf("%+v %v", entries, err)
	}
}

// TestSetupTakesTheAccountThatIsThere: keys made before there were users stay
// with their account.
func TestSetupTakesTheAccountThatIsThere(t *testing.T) {
	f := newFixture(t)
	a, err := f.store.CreateAccount(t.Context(), "before")
	if err != nil {
		t.Fatal(err)
	}
	b := f.browser()
	b.post("/setup", "token", f.link(account.Link{Kind: account.LinkSetup}), "login", "asha", "password", password).leadsTo(t, "setup", "/account/keys")
	b.get("/test/keys")
	if len(f.shown) != 1 || f.shown[0].Key.AccountID != a.ID {
		t.Errorf("%+v", f.shown)
	}
}

func TestSignInAndOut(t *testing.T) {
	f := newFixture(t)
	f.user("asha")
	b := f.browser()
	b.get("/account/security").leadsTo(t, "nobody", "/login?next=%2Faccount%2Fsecurity")
	page := b.get("/login?next=%2Faccount%2Fsecurity%3Fa%3D1")
	next := page.field(t, "next")
	b.post("/login", "login", "Asha", "password", password, "next", next).leadsTo(t, "signing in", "/account/security?a=1")
	if !b.in() {
		t.Fatal("not signed in")
	}
	old := b.copied()
	b.post("/logout").leadsTo(t, "signing out", "/login")
	if b.in() || old.in() || len(b.cookies) != 0 {
		t.Errorf("signed out, but %v", b.cookies)
	}
}

func TestConfirm(t *testing.T) {
	f := newFixture(t)
	f.user("asha")
	b := f.signedIn("asha")
	f.clock.Add(aWhile)
	b.get("/account/security").leadsTo(t, "unsure", "/confirm?next=%2Faccount%2Fsecurity")
	b.post("/account/security/password", "password", "another lantern").leadsTo(t, "unsure", "/confirm?next=%2Faccount%2Fsecurity")
	b.get("/confirm?next=%2Faccount%2Fsecurity").is(t, "the form", http.StatusOK)
	b.post("/confirm", "password", "wrong password", "next", "/account/security").is(t, "a wrong password", http.StatusForbidden)
	before := b.session()
	b.post("/confirm", "password", password, "next", "/account/security").leadsTo(t, "the right password", "/account/security")
	if b.session() == before {
		t.Error("the secret is the one from before the proof")
	}
	b.get("/account/security").is(t, "sure", http.StatusOK)
}

func TestAuthenticatorApp(t *testing.T) {
	f := newFixture(t)
	f.user("asha")
	b := f.signedIn("asha")
	page := b.get("/account/security/app")
	secret := page.field(t, "secret")
	if !strings.Contains(page.body, "<svg ") || !auth.ValidTOTP(secret) {
		t.Error("no picture, or no secret")
	}
	wrong := b.post("/account/security/app", "secret", secret, "code", "000000")
	wrong.is(t, "a wrong code", http.StatusUnprocessableEntity)
	if wrong.field(t, "secret") != secret {
		t.Error("a wrong code makes another secret")
	}
	code := func() string {
		c, err := totp.GenerateCode(secret, f.clock.Now())
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	shown := b.post("/account/security/app", "secret", secret, "code", code())
	codes := regexp.MustCompile(`[A-Z2-7]{6}(-[A-Z2-7]{6}){3}`).FindAllString(shown.body, -1)
	if len(codes) != 10 {
		t.Fatalf("%d recovery codes in %s", len(codes), shown.words())
	}
	f.clock.Add(time.Minute)
	other := f.browser()
	other.post("/login", "login", "asha", "password", password, "next", "/account/security").leadsTo(t, "the password", "/login/second?next=%2Faccount%2Fsecurity")
	if other.in() {
		t.Error("signed in by the password alone")
	}
	other.get("/login/second").is(t, "the second step", http.StatusOK)
	other.post("/login/second", "code", "000000").is(t, "a wrong code", http.StatusForbidden)
	other.post("/login/second", "code", code(), "next", "/account/security").leadsTo(t, "the code", "/account/security")
	if !other.in() {
		t.Error("not signed in by password and code")
	}
	third := f.browser()
	third.post("/login", "login", "asha", "password", password)
	third.post("/login/second", "code", codes[9]).leadsTo(t, "a recovery code", "/account")
	if text := third.get("/account/security").words(); !strings.Contains(text, "9 recovery codes are left") {
		t.Error(text)
	}
	renewed := third.post("/account/security/recovery")
	if strings.Contains(renewed.body, codes[0]) || len(regexp.MustCompile(`[A-Z2-7]{6}(-[A-Z2-7]{6}){3}`).FindAllString(renewed.body, -1)) != 10 {
		t.Error("no new recovery codes")
	}
	third.post("/account/security/app/remove").leadsTo(t, "removing the app", "/account/security")
	f.browser().post("/login", "login", "asha", "password", password).leadsTo(t, "the password alone, again", "/account")
}

func TestPasskeys(t *testing.T) {
	f := newFixture(t)
	f.user("asha")
	b := f.signedIn("asha")
	key := authtest.New(t, base, "tools.example.com")
	options := b.postJSON("/account/security/passkeys/ask", "{}")
	options.is(t, "the challenge", http.StatusOK)
	got := b.postJSON("/account/security/passkeys", `{"name":"My phone","credential":`+string(key.Create([]byte(options.body)))+`}`)
	got.is(t, "the answer", http.StatusOK)
	if strings.TrimSpace(got.body) != `{"next":"/account/security"}` {
		t.Error(got.body)
	}
	page := b.get("/account/security")
	if !strings.Contains(page.body, `value="My phone"`) || !strings.Contains(page.words(), "The passkey My phone is added.") {
		t.Error(page.words())
	}
	id := regexp.MustCompile(`value="(pk_[^"]+)"`).FindStringSubmatch(page.body)[1]

	other := f.browser()
	options = other.postJSON("/login/passkey/ask", "{}")
	got = other.postJSON("/login/passkey", `{"next":"/account/settings","credential":`+string(key.Get([]byte(options.body)))+`}`)
	if got.is(t, "signing in", http.StatusOK); got.body != `{"next":"/account/settings"}` || !other.in() {
		t.Error(got.body)
	}
	f.clock.Add(aWhile)
	got = other.postJSON("/account/security/passkeys/ask", "{}")
	got.is(t, "unsure", http.StatusForbidden)
	if got.body != `{"next":"/confirm?next=%2Faccount%2Fsecurity"}` {
		t.Error(got.body)
	}
	options = other.postJSON("/confirm/passkey/ask", "{}")
	got = other.postJSON("/confirm/passkey", `{"next":"/account/security","credential":`+string(key.Get([]byte(options.body)))+`}`)
	got.is(t, "a new proof", http.StatusOK)
	other.post("/account/security/passkeys/rename", "id", id, "name", " Blue  phone ").leadsTo(t, "renaming", "/account/security")
	if page := other.get("/account/security"); !strings.Contains(page.body, `value="Blue phone"`) {
		t.Error(page.words())
	}
	other.post("/account/security/passkeys/rename", "id", id, "name", "").is(t, "no name", http.StatusUnprocessableEntity)
	other.post("/account/security/passkeys/remove", "id", id).leadsTo(t, "removing", "/account/security")
	third := f.browser()
	options = third.postJSON("/login/passkey/ask", "{}")
	third.postJSON("/login/passkey", `{"credential":`+string(key.Get([]byte(options.body)))+`}`).is(t, "a removed passkey", http.StatusForbidden)
}

func TestSessions(t *testing.T) {
	f := newFixture(t)
	f.user("asha")
	one, two, three := f.signedIn("asha"), f.signedIn("asha"), f.signedIn("asha")
	page := one.get("/account/security")
	ids := regexp.MustCompile(`name="id" value="(ses_[^"]+)"`).FindAllStringSubmatch(page.body, -1)
	if len(ids) != 2 || strings.Count(page.body, "Firefox, Linux") != 3 || strings.Count(page.words(), "This one") != 1 {
		t.Fatalf("%v\n%s", ids, page.words())
	}
	one.post("/account/security/sessions/end", "id", ids[0][1]).leadsTo(t, "ending one", "/account/security")
	if two.in() == three.in() {
		t.Error("ended both or none")
	}
	one.post("/account/security/sessions/end").leadsTo(t, "ending the others", "/account/security")
	if !one.in() || two.in() || three.in() {
		t.Error("not all others have ended")
	}
}

func TestInviteAndReset(t *testing.T) {
	f := newFixture(t)
	owner := f.user("asha")
	accounts, err := f.store.Accounts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	invite := account.Link{Kind: account.LinkInvite, AccountID: accounts[0].ID, Role: account.RoleMember}
	b := f.browser()
	b.post("/invite", "token", f.link(invite), "login", "ravi", "password", password).leadsTo(t, "a new user", "/account")
	if !b.in() {
		t.Error("not signed in")
	}
	f.user("mina")
	mina := f.signedIn("mina")
	if page := mina.get("/invite"); !strings.Contains(page.words(), "You accept as mina") || strings.Contains(page.body, `name="password"`) {
		t.Error(page.words())
	}
	mina.post("/invite", "token", f.link(invite)).leadsTo(t, "who has a login", "/account")
	if page := mina.get("/account/settings"); !strings.Contains(page.words(), "You have joined asha") || !strings.Contains(page.body, accounts[0].ID+`" checked`) {
		t.Error(page.words())
	}
	mina.post("/account/settings/switch", "account", accounts[0].ID).leadsTo(t, "switching", "/account")
	members, err := f.store.Members(t.Context(), accounts[0].ID)
	if err != nil || len(members) != 3 {
		t.Errorf("%+v %v", members, err)
	}

	asha := f.signedIn("asha")
	b = f.browser()
	b.post("/reset", "token", f.link(account.Link{Kind: account.LinkReset, UserID: owner.ID}), "password", "another lantern").is(t, "a reset", http.StatusOK)
	if asha.in() {
		t.Error("a session outlives the password")
	}
	b.post("/login", "login", "asha", "password", "another lantern").leadsTo(t, "the new password", "/account")
}

func TestSettings(t *testing.T) {
	f := newFixture(t)
	f.user("asha")
	b := f.signedIn("asha")
	b.post("/account/settings/locale", "locale", "hi").leadsTo(t, "a language", "/account/settings")
	if page := b.get("/account/settings"); !strings.Contains(page.words(), "सेटिंग") {
		t.Error(page.words())
	}
	b.post("/account/settings/locale", "locale", "xx").is(t, "no language of ours", http.StatusUnprocessableEntity)
	got := b.get("/account/export.json")
	var e exported
	if err := json.Unmarshal([]byte(got.body), &e); err != nil || e.Login != "asha" || len(e.Accounts) != 1 || len(e.Sessions) != 1 {
		t.Errorf("%v\n%s", err, got.body)
	}
	if strings.Contains(got.body, "argon2") || strings.Contains(got.body, b.session()) || !strings.HasPrefix(got.Header.Get("Content-Disposition"), "attachment;") {
		t.Error(got.body)
	}
	b.get("/account/delete").is(t, "the form", http.StatusOK)
	b.post("/account/delete", "login", "someone").is(t, "another login", http.StatusUnprocessableEntity)
	b.post("/account/delete", "login", "ASHA").is(t, "deleting", http.StatusOK)
	if users, err := f.store.Users(t.Context()); err != nil || len(users) != 0 || b.in() {
		t.Errorf("%v %v", users, err)
	}
}

func TestLastOwnerStays(t *testing.T) {
	f := newFixture(t)
	f.user("asha")
	accounts, err := f.store.Accounts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	token := f.link(account.Link{Kind: account.LinkInvite, AccountID: accounts[0].ID, Role: account.RoleMember})
	f.browser().post("/invite", "token", token, "login", "ravi", "password", password)
	got := f.signedIn("asha").post("/account/delete", "login", "asha")
	got.is(t, "deleting", http.StatusForbidden)
	if !strings.Contains(got.words(), "only owner") {
		t.Error(got.words())
	}
}

// TestViewer: pages of other packages show who is signed in, and are shown as
// to nobody where that cannot be found out.
func TestViewer(t *testing.T) {
	f := newFixture(t)
	f.user("asha")
	b := f.signedIn("asha")
	seen := func() string {
		login := "nobody"
		h := f.desk.WithViewer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			for range 2 {
				if v := f.desk.Viewer(r); v != nil {
					login = v.Login + " of " + v.Account
				}
			}
		}))
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, base+"/tools", nil)
		for name, value := range b.cookies {
			r.AddCookie(&http.Cookie{Name: name, Value: value})
		}
		h.ServeHTTP(httptest.NewRecorder(), r)
		return login
	}
	if got := seen(); got != "asha of asha" {
		t.Error(got)
	}
	_ = f.store.Close()
	if got := seen(); got != "nobody" {
		t.Error(got)
	}
	clear(b.cookies)
	if got := seen(); got != "nobody" {
		t.Error(got)
	}
}
