package desk

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/account"
)

var keyText = regexp.MustCompile(`tc_(live|test)_[0-9A-Za-z]{38}`)

// goodKey is a form that makes a key, with some fields changed.
func goodKey(changes ...string) []string {
	form := map[string]string{"name": "CI", "env": "test", "scope": "tools:compute", "expires": "30", "cap": "1,000", "allowed": "192.0.2.0/24\n2001:db8::1"}
	for i := 0; i < len(changes); i += 2 {
		form[changes[i]] = changes[i+1]
	}
	var pairs []string
	for name, value := range form {
		pairs = append(pairs, name, value)
	}
	return pairs
}

func TestKeyIsShownOnce(t *testing.T) {
	o := newOffice(t)
	b := o.tabs[account.RoleMember]
	made := b.post("/account/keys/new", goodKey()...)
	made.leadsTo(t, "making a key", "/account/keys")
	if keyText.MatchString(made.body) || len(made.Cookies()) > 0 {
		t.Error("the redirect holds the key")
	}
	page := b.get("/account/keys")
	text := keyText.FindString(page.body)
	k, err := o.store.KeyByHash(t.Context(), account.HashKey(text))
	if err != nil {
		t.Fatalf("%q is no key: %v", text, err)
	}
	if k.Name != "CI" || k.Env != account.Test || k.Cap != 1000 || !k.ExpiresAt.Equal(o.clock.Now().AddDate(0, 0, 30)) ||
		fmt.Sprint(k.Allowed) != "[192.0.2.0/24 2001:db8::1/128]" || !slices.Equal(k.Scopes, []account.Scope{account.ScopeCompute}) || k.AccountID != o.account.ID {
		t.Errorf("%+v", k)
	}
	for _, want := range []string{"export TOOLCRIB_KEY=" + text, base + "/v1/", "claude mcp add --transport http toolcrib " + base + "/mcp"} {
		if !strings.Contains(page.words(), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, path := range []string{"/account/keys", "/account/mcp", "/account", "/account/audit", "/account/keys/" + k.ID} {
		if keyText.MatchString(b.get(path).body) {
			t.Errorf("%s shows the key again", path)
		}
	}
	if keyText.MatchString(o.log.String()) {
		t.Error("the key is in the log")
	}
	entries, err := o.store.AccountAudit(t.Context(), o.account.ID, 0, 1)
	if err != nil || entries[0].Action != "key.create" || entries[0].Actor.Name != o.users[account.RoleMember].ID || entries[0].Actor.Address == "" {
		t.Errorf("audit %+v, %v", entries, err)
	}
}

// Another session of the same user must not get the key.
func TestKeyIsForItsSession(t *testing.T) {
	o := newOffice(t)
	b, other := o.tabs[account.RoleOwner], o.signedIn("owner")
	b.post("/account/keys/new", goodKey("to", "mcp")...).leadsTo(t, "making a key for an agent", "/account/mcp")
	if keyText.MatchString(other.get("/account/keys").body + other.get("/account/mcp").body) {
		t.Error("another session has seen the key")
	}
	page := b.get("/account/mcp")
	if n := len(keyText.FindAllString(page.body, -1)); n < 3 { // itself, the environment, and files that hold it
		t.Errorf("the key stands %d times in the page for agents", n)
	}
	if keyText.MatchString(b.get("/account/mcp").body) {
		t.Error("the page for agents shows it twice")
	}
	b.post("/account/keys/new", goodKey()...)
	o.clock.Add(noteTime)
	if keyText.MatchString(b.get("/account/keys").body) {
		t.Error("the key waited too long to be shown")
	}
}

func TestNewKeyIsRefused(t *testing.T) {
	o := newOffice(t)
	b := o.tabs[account.RoleOwner]
	before := o.state()
	for _, c := range []struct{ field, value, says string }{
		{"name", "", "name has"}, {"name", "  ", "name has"}, {"name", strings.Repeat("é", 65), "name has"}, {"name", "a\u202eb", "name has"},
		{"env", "prod", "live or test"}, {"scope", "root", "one scope"},
		{"cap", "0", "whole number"}, {"cap", "-1", "whole number"}, {"cap", "1.5", "whole number"}, {"cap", "9223372036854775808", "whole number"}, {"cap", ",", "whole number"},
		{"expires", "31", "not over yet"}, {"expires", "date", "not over yet"},
		{"allowed", "192.0.2.1/24", "192.0.2.1/24 is not"}, {"allowed", "localhost", "localhost is not"}, {"allowed", "::ffff:192.0.2.0/120", "is not"},
		{"allowed", manyNetworks(33), "at most 32"},
	} {
		got := b.post("/account/keys/new", goodKey(c.field, c.value)...)
		got.is(t, c.field+" "+c.value, http.StatusUnprocessableEntity)
		if !strings.Contains(got.words(), c.says) || !strings.Contains(got.body, `aria-invalid="true"`) && c.field != "env" && c.field != "scope" {
			t.Errorf("%s %q: %s", c.field, c.value, got.words())
		}
	}
	for _, day := range []string{"2026-11-21", "2126-12-31", "2127-01-01", "22.11.2026", ""} {
		got := b.post("/account/keys/new", goodKey("expires", "date", "until", day)...)
		if wrong := day != "2126-12-31"; wrong != (got.StatusCode == http.StatusUnprocessableEntity) {
			t.Errorf("until %q: %d", day, got.StatusCode)
		}
	}
	if b.post("/account/keys/new", goodKey("name", "", "cap", "77", "allowed", "10.0.0.0/8")...); before == o.state() {
		t.Error("no key was made by the one good form")
	}
	again := b.post("/account/keys/new", goodKey("name", "", "cap", "77", "allowed", "10.0.0.0/8")...)
	if !strings.Contains(again.body, `value="77"`) || !strings.Contains(again.body, ">10.0.0.0/8</textarea>") {
		t.Error("what was filled in is lost")
	}
}

func manyNetworks(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "10.0.%d.0/24\n", i)
	}
	return b.String()
}

// The last day of a key is whole, and a key for today ends tonight.
func TestKeyEndsWithItsDay(t *testing.T) {
	o := newOffice(t)
	b := o.tabs[account.RoleOwner]
	b.post("/account/keys/new", goodKey("expires", "date", "until", "2026-11-22")...).leadsTo(t, "a key for today", "/account/keys")
	keys, err := o.store.Keys(t.Context(), o.account.ID)
	if err != nil {
		t.Fatal(err)
	}
	if got := keys[len(keys)-1].ExpiresAt; !got.Equal(time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("it ends %v", got)
	}
}

func TestTwentyFirstKey(t *testing.T) {
	o := newOffice(t) // has one
	b := o.tabs[account.RoleOwner]
	for i := 2; i <= account.MaxActiveKeys; i++ {
		b.post("/account/keys/new", goodKey("name", fmt.Sprint("key ", i))...).leadsTo(t, fmt.Sprint("key ", i), "/account/keys")
	}
	page := b.get("/account/keys")
	if strings.Contains(page.body, `href="/account/keys/new"`) || !strings.Contains(page.words(), "as many active keys") {
		t.Error("the page still offers another key")
	}
	got := b.post("/account/keys/new", goodKey()...)
	got.is(t, "key 21", http.StatusUnprocessableEntity)
	if !strings.Contains(got.words(), "has 20 active keys") {
		t.Error(got.words())
	}
	b.post("/account/keys/" + o.key.ID + "/revoke")
	b.post("/account/keys/new", goodKey()...).leadsTo(t, "after one was revoked", "/account/keys")
}

func TestRotate(t *testing.T) {
	o := newOffice(t)
	b := o.tabs[account.RoleMember]
	for overlap, want := range map[string]time.Duration{"720": 30 * 24 * time.Hour, "24": 24 * time.Hour, "0": 0} {
		k := o.fixture.key(account.Key{AccountID: o.account.ID, Name: "rotated " + overlap, Cap: 9})
		b.post("/account/keys/"+k.ID+"/rotate", "overlap", overlap).leadsTo(t, "rotating", "/account/keys")
		text := keyText.FindString(b.get("/account/keys").body)
		next, err := o.store.KeyByHash(t.Context(), account.HashKey(text))
		old, err2 := o.store.Key(t.Context(), k.ID)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		ends := want > 0 && old.ExpiresAt.Equal(o.clock.Now().Add(want)) || want == 0 && !old.RevokedAt.IsZero()
		if next.Name != k.Name || next.Cap != 9 || old.NextID != next.ID || !ends {
			t.Errorf("%+v\n%+v", old, next)
		}
		page := b.get("/account/keys/" + k.ID)
		if next.ID == "" || !strings.Contains(page.body, "/account/keys/"+next.ID) || strings.Contains(page.body, "/rotate") {
			t.Error("the old key's page does not lead to the new one")
		}
		again := b.post("/account/keys/"+k.ID+"/rotate", "overlap", "0")
		again.is(t, "rotating twice", http.StatusUnprocessableEntity)
		if keyText.MatchString(b.get("/account/keys").body) {
			t.Error("a key was made though it was refused")
		}
	}
	for _, overlap := range []string{"", "-1", "25", "1000000", "x"} {
		b.post("/account/keys/"+o.key.ID+"/rotate", "overlap", overlap).is(t, "overlap "+overlap, http.StatusUnprocessableEntity)
	}
}

func TestRevokeAndDisable(t *testing.T) {
	o := newOffice(t)
	b := o.tabs[account.RoleMember]
	path := "/account/keys/" + o.key.ID
	read := func() account.Key {
		k, err := o.store.Key(t.Context(), o.key.ID)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	b.post(path+"/disable").leadsTo(t, "disabling", path)
	if page := b.get(path); !read().Disabled || !strings.Contains(page.words(), "The key backend is disabled") || !strings.Contains(page.body, path+"/enable") {
		t.Errorf("%+v", read())
	}
	b.post(path+"/enable").leadsTo(t, "enabling", path)
	if read().Disabled {
		t.Error("still disabled")
	}
	// Without script the link leads to a page that asks.
	ask := b.get(path + "/revoke")
	ask.is(t, "asking", http.StatusOK)
	if !read().RevokedAt.IsZero() || !strings.Contains(ask.body, `method="post" action="`+path+`/revoke"`) {
		t.Error("the page that asks has revoked, or cannot")
	}
	b.post(path+"/revoke").leadsTo(t, "revoking", "/account/keys")
	if read().RevokedAt.IsZero() {
		t.Error("not revoked")
	}
	list := b.get("/account/keys")
	if !strings.Contains(list.words(), "The key backend is revoked") || !strings.Contains(list.words(), "1 ended key") {
		t.Error(list.words())
	}
	b.get(path+"/revoke").leadsTo(t, "asking again", path)
	if page := b.get(path); strings.Contains(page.body, "<form class=\"card\"") || strings.Contains(page.body, path+"/rotate") {
		t.Error("something is offered to do with a key that has ended")
	}
}

// TestHostileNames has a key named as an attack.
func TestHostileNames(t *testing.T) {
	o := newOffice(t)
	b := o.tabs[account.RoleOwner]
	for _, name := range []string{`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onmouseover='x`, `{{.Data}}`, `</textarea></title>`, `=HYPERLINK("https://evil.example")`} {
		b.post("/account/keys/new", goodKey("name", name, "env", "live")...).leadsTo(t, name, "/account/keys")
		b.post("/account/team/name", "name", name).leadsTo(t, name, "/account/team")
		k, err := o.store.KeyByHash(t.Context(), account.HashKey(keyText.FindString(b.get("/account/keys").body)))
		if err != nil {
			t.Fatal(err)
		}
		o.use(k, "uuid-generator", account.PoolCompute, 1, 1)
		o.called(k, `<script>`, 500, "internal")
		for _, path := range []string{"/account", "/account/keys", "/account/keys/" + k.ID, "/account/keys/" + k.ID + "/revoke", "/account/usage?by=key", "/account/requests", "/account/team", "/account/audit", "/account/mcp"} {
			body := b.get(path).body
			main := body[strings.Index(body, "<main"):]
			if strings.Contains(main, "<script>alert") || strings.Contains(main, "<img") || strings.Contains(main, "' onmouseover='") || strings.Contains(main, "<script>") {
				t.Errorf("%s lets %s out", path, name)
			}
		}
		if csv := b.get("/account/usage.csv?key=" + url.QueryEscape(k.ID)).body; strings.Contains(csv, name) {
			t.Error("a name is in the CSV")
		}
	}
}
