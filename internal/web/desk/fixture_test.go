package desk

import (
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/account/accounttest"
	"toolcrib/internal/auth"
	"toolcrib/internal/store/sqlite"
	"toolcrib/internal/web/ui"
)

const (
	base     = "https://tools.example.com"
	password = "paper lantern, wet stone"
	firefox  = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
)

// passwordHash is that of password; making it takes a while.
var passwordHash = sync.OnceValue(func() string { return auth.HashPassword(password) })

// fixture is a website of the desk's pages alone.
type fixture struct {
	t     *testing.T
	base  string
	clock *accounttest.Clock
	store account.Store
	auth  *auth.Service
	desk  *Handler
	mux   *http.ServeMux
	log   *strings.Builder
	shown []newKey // by the page of keys, which stands for the real one
}

func newFixture(t *testing.T, change ...func(*auth.Options)) *fixture {
	t.Helper()
	f := &fixture{t: t, clock: accounttest.NewClock("2026-11-22T10:00:00Z"), mux: http.NewServeMux(), log: &strings.Builder{}}
	var err error
	f.store, err = sqlite.Open(t.Context(), sqlite.Options{Path: filepath.Join(t.TempDir(), "store.db"), Plan: plan, Clock: f.clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.store.Close() })
	log := slog.New(slog.NewTextHandler(f.log, nil))
	o := auth.Options{
		Store: f.store, BaseURL: base, Brand: "Toolcrib", Signup: auth.SignupInvite, Now: f.clock.Now, Monotonic: f.clock.Since, Log: log,
	}
	for _, c := range change {
		c(&o)
	}
	f.base, f.auth = o.BaseURL, auth.New(o)
	site := ui.New(ui.Options{BaseURL: o.BaseURL, Log: log, Viewer: func(r *http.Request) *ui.Viewer { return f.desk.Viewer(r) }})
	f.desk = New(Options{
		Site: site, Auth: f.auth, Store: f.store, BaseURL: o.BaseURL, Now: f.clock.Now, Log: log,
		Address: func(r *http.Request) netip.Addr { return netip.MustParseAddrPort(r.RemoteAddr).Addr() },
	})
	handle := func(pattern string, page http.Handler) {
		method, path, _ := strings.Cut(pattern, " ")
		f.mux.Handle(method+" "+f.desk.prefix+path, page)
	}
	f.desk.Register(handle)
	handle("GET /test/keys", f.desk.serve(signedIn, func(v *visit) error {
		if k, ok := v.newKey(); ok {
			f.shown = append(f.shown, k)
		}
		return nil
	}))
	return f
}

func (f *fixture) user(login string) account.User {
	f.t.Helper()
	u, _, err := f.store.Register(f.t.Context(), account.Registration{Login: login, Password: passwordHash(), AccountName: login})
	if err != nil {
		f.t.Fatal(err)
	}
	return u
}

func (f *fixture) link(l account.Link) string {
	f.t.Helper()
	token, _, err := auth.MakeLink(f.t.Context(), f.store, l, f.clock.Now())
	if err != nil {
		f.t.Fatal(err)
	}
	return token
}

// browserTab keeps cookies as a browser does, and says of its requests what a
// browser says of those that the site's own pages make.
type browserTab struct {
	f       *fixture
	cookies map[string]string
	address string
	headers map[string]string // on top of its own; "" leaves one out
}

var tabs int

func (f *fixture) browser() *browserTab {
	tabs++
	return &browserTab{f: f, cookies: map[string]string{}, address: fmt.Sprintf("198.51.%d.%d:40000", tabs/250, tabs%250+1), headers: map[string]string{}}
}

// reply is an answer with its body read.
type reply struct {
	*http.Response
	body string
}

func (b *browserTab) do(method, path, mediaType, body string) reply {
	b.f.t.Helper()
	r := httptest.NewRequestWithContext(b.f.t.Context(), method, b.f.base+path, strings.NewReader(body))
	r.RemoteAddr = b.address
	r.Header.Set("User-Agent", firefox)
	if method == http.MethodPost {
		r.Header.Set("Content-Type", mediaType)
		u, _ := url.Parse(b.f.base)
		r.Header.Set("Origin", u.Scheme+"://"+u.Host)
		r.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	for name, value := range b.headers {
		if r.Header.Del(name); value != "" {
			r.Header.Set(name, value)
		}
	}
	for name, value := range b.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	w := httptest.NewRecorder()
	b.f.mux.ServeHTTP(w, r)
	got := w.Result()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		b.f.t.Fatal(err)
	}
	for _, c := range got.Cookies() {
		if c.MaxAge < 0 {
			delete(b.cookies, c.Name)
		} else {
			b.cookies[c.Name] = c.Value
		}
	}
	return reply{got, string(text)}
}

func (b *browserTab) get(path string) reply {
	b.f.t.Helper()
	return b.do(http.MethodGet, path, "", "")
}

// post sends a form of names and values by turns.
func (b *browserTab) post(path string, pairs ...string) reply {
	b.f.t.Helper()
	form := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	return b.do(http.MethodPost, path, "application/x-www-form-urlencoded", form.Encode())
}

func (b *browserTab) postJSON(path, body string) reply {
	b.f.t.Helper()
	return b.do(http.MethodPost, path, "application/json", body)
}

// session is the secret that the browser holds.
func (b *browserTab) session() string {
	for name, value := range b.cookies {
		if strings.HasSuffix(name, sessionCookie) {
			return value
		}
	}
	return ""
}

// signedIn is a browser in which a user has just signed in.
func (f *fixture) signedIn(login string) *browserTab {
	f.t.Helper()
	u, err := f.store.User(f.t.Context(), login)
	if err != nil {
		f.t.Fatal(err)
	}
	b, secret := f.browser(), rand.Text()
	s := account.Session{Hash: account.HashSecret(secret), UserID: u.ID, Agent: browser(firefox)}
	if _, err := f.store.StartSession(f.t.Context(), s, account.SecretHash{}); err != nil {
		f.t.Fatal(err)
	}
	b.cookies[f.desk.jar.prefix+sessionCookie] = secret
	return b
}

// in tells whether a browser is signed in.
func (b *browserTab) in() bool { return b.get("/account/settings").StatusCode == http.StatusOK }

// copied is another browser with the same cookies.
func (b *browserTab) copied() *browserTab {
	c := b.f.browser()
	c.cookies = maps.Clone(b.cookies)
	return c
}

func (r reply) leadsTo(t *testing.T, what, path string) {
	t.Helper()
	if r.StatusCode != http.StatusSeeOther || r.Header.Get("Location") != path {
		t.Errorf("%s: %d to %q, want 303 to %q\n%s", what, r.StatusCode, r.Header.Get("Location"), path, r.words())
	}
}

func (r reply) is(t *testing.T, what string, status int) {
	t.Helper()
	if r.StatusCode != status {
		t.Errorf("%s: %d, want %d\n%s", what, r.StatusCode, status, r.words())
	}
}

var tags = regexp.MustCompile(`(?s)<head>.*</head>|<header.*</header>|<footer.*</footer>|<[^>]*>`)

// words is the text of a page without its frame.
func (r reply) words() string {
	return strings.Join(strings.Fields(tags.ReplaceAllString(r.body, " ")), " ")
}

// field is the value of a hidden field of a page.
func (r reply) field(t *testing.T, name string) string {
	t.Helper()
	found := regexp.MustCompile(`name="` + name + `"[^>]* value="([^"]*)"`).FindStringSubmatch(r.body)
	if found == nil {
		t.Fatalf("no field %q in %s", name, r.words())
	}
	return found[1]
}

// aWhile is longer than a proof is good for.
const aWhile = 11 * time.Minute

func query(name, value string) string { return url.Values{name: {value}}.Encode() }
