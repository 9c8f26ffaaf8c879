package ui_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"toolcrib/internal/web/ui"
	"toolcrib/internal/web/ui/uitest"
)

const base = "https://example.org/sub"

var pages = fstest.MapFS{
	"templates/_shared.html": {Data: []byte(`{{define "shared"}}<em>{{.Data}}</em>{{end}}`)},
	"templates/a.html":       {Data: []byte(`{{define "content"}}<h1>{{.Title}}</h1>{{template "shared" .}}<img src="{{.Asset "own.svg"}}" alt="">{{end}}`)},
	"templates/bad.html":     {Data: []byte(`{{define "content"}}{{.Data.Nothing}}{{end}}`)},
	"assets/own.svg":         {Data: []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`)},
}

func viewer(r *http.Request) *ui.Viewer {
	if r.Header.Get("X-Test-Login") == "" {
		return nil
	}
	return &ui.Viewer{Login: r.Header.Get("X-Test-Login"), Account: "R & D", Operator: true, Locale: "hi"}
}

func get(t *testing.T, h http.Handler, target string, headers ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest("GET", target, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func page(name string, p ui.Page) (*ui.Site, http.Handler) {
	site := ui.New(ui.Options{BaseURL: base, Version: "1.2.3", Viewer: viewer})
	set := site.Pages(pages)
	return site, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if ui.WantsFragment(r) {
			set.Fragment(w, r, name, "shared", p)
			return
		}
		set.Render(w, r, name, p)
	})
}

func TestPage(t *testing.T) {
	_, h := page("a", ui.Page{Title: "A <b>", Description: `"d"`, Path: "/a", Data: "<script>", Crumbs: []ui.Crumb{{Name: "up", Path: "/up"}},
		Flash: &ui.Flash{Kind: "bad", Text: "<x>"}})
	for _, headers := range [][]string{{}, {"Accept-Language", "hi-IN,en;q=0.5"}, {"X-Test-Login", "asha"}, {"Cookie", "theme=dark; lang=hi"}} {
		r := get(t, h, "/sub/a", headers...)
		text := body(t, r)
		uitest.Check(t, base, r.Header, text)
		for _, want := range []string{"<em>&lt;script&gt;</em>", `href="/sub/up"`, "&lt;x&gt;", "A &lt;b&gt;", "1.2.3", `href="https://example.org/sub/a?lang=hi"`} {
			if !strings.Contains(text, want) {
				t.Errorf("%v: no %s", headers, want)
			}
		}
	}
}

// The policy is that of the design, word for word but for the nonce.
func TestHeaders(t *testing.T) {
	_, h := page("a", ui.Page{Path: "/a", FormHosts: []string{"https://pay.example"}})
	r := get(t, h, "/sub/a")
	policy := regexp.MustCompile(`nonce-\w+`).ReplaceAllString(r.Header.Get("Content-Security-Policy"), "nonce-N")
	want := "default-src 'none'; script-src 'nonce-N' 'strict-dynamic'; style-src 'nonce-N'; img-src 'self' data:; connect-src 'self'; " +
		"form-action 'self' https://pay.example; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types toolcrib"
	if policy != want {
		t.Errorf("policy\n%s; want\n%s", policy, want)
	}
	for name, want := range map[string]string{
		"Cross-Origin-Opener-Policy": "same-origin", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin",
		"Strict-Transport-Security": "max-age=31536000", "Cache-Control": "private, no-cache", "Content-Language": "en",
	} {
		if got := r.Header.Get(name); got != want {
			t.Errorf("%s: %q; want %q", name, got, want)
		}
	}
	if got := get(t, h, "/sub/a", "X-Test-Login", "asha").Header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("signed in: Cache-Control %q", got)
	}
	if again := get(t, h, "/sub/a").Header.Get("Content-Security-Policy"); again == r.Header.Get("Content-Security-Policy") {
		t.Error("two answers have the same nonce")
	}
	plain := ui.New(ui.Options{BaseURL: "http://192.0.2.1"})
	if got := get(t, plain.Handler(), "/assets/none").Header.Get("Strict-Transport-Security"); got != "" {
		t.Errorf("without TLS: %q", got)
	}
}

func TestLanguage(t *testing.T) {
	site, _ := page("a", ui.Page{})
	for _, s := range []struct {
		target, want string
		headers      []string
	}{
		{"/", "en", nil},
		{"/", "hi", []string{"Accept-Language", "hi"}},
		{"/", "hi", []string{"Accept-Language", "fr, hi;q=0.8, en;q=0.3"}},
		{"/", "en", []string{"Accept-Language", "en-IN, hi;q=0.9"}},
		{"/", "en", []string{"Accept-Language", "fr"}},
		{"/", "en", []string{"Accept-Language", ";;;"}},
		{"/", "hi", []string{"X-Test-Login", "asha", "Accept-Language", "en"}},
		{"/", "en", []string{"X-Test-Login", "asha", "Cookie", "lang=en"}},
		{"/?lang=hi", "hi", []string{"Cookie", "lang=en"}},
		{"/?lang=xx", "en", []string{"Cookie", "lang=yy"}},
	} {
		r := httptest.NewRequest("GET", s.target, nil)
		for i := 0; i < len(s.headers); i += 2 {
			r.Header.Add(s.headers[i], s.headers[i+1])
		}
		if got := site.Language(r); got != s.want {
			t.Errorf("%s %v: %s; want %s", s.target, s.headers, got, s.want)
		}
	}
}

func TestChoicesAreKept(t *testing.T) {
	_, h := page("a", ui.Page{Path: "/a", Title: "A"})
	r := get(t, h, "/sub/a?_theme=dark&x=1")
	if r.StatusCode != 303 || r.Header.Get("Location") != "/sub/a?x=1" {
		t.Errorf("theme: %d to %q", r.StatusCode, r.Header.Get("Location"))
	}
	c := r.Cookies()[0]
	if c.Name != "theme" || c.Value != "dark" || c.Path != "/sub/" || !c.Secure || c.SameSite != http.SameSiteLaxMode {
		t.Errorf("theme: %v", c)
	}
	r = get(t, h, "/sub/a?theme=dark&lang=hi")
	if r.StatusCode != 200 || r.Cookies()[0].Value != "hi" || !strings.Contains(body(t, r), `<html lang="hi"`) {
		t.Errorf("language: %d %v", r.StatusCode, r.Cookies())
	}
	if text := body(t, get(t, h, "/sub/a?b=%22c")); !strings.Contains(text, `href="?b=%22c&amp;lang=hi"`) {
		t.Error("choosing a language loses the rest of the address")
	}
	if text := body(t, get(t, h, "/sub/a", "Cookie", "theme=dark")); !strings.Contains(text, `data-theme="dark"`) {
		t.Error("the theme is not in the page")
	}
	if text := body(t, get(t, h, "/sub/a", "Cookie", `theme="><script>`)); strings.Contains(text, "data-theme=") {
		t.Error("any cookie is a theme")
	}
}

// Redirects stay here, wherever a query would have them lead.
func TestRedirect(t *testing.T) {
	site, _ := page("a", ui.Page{})
	for path, want := range map[string]string{
		"/account": "/sub/account", "/a?b=c": "/sub/a?b=c", "": "/sub/", "//evil.example": "/sub/", "https://evil.example": "/sub/",
		`/\evil.example`: "/sub/", "/\t/evil.example": "/sub/", "javascript:alert(1)": "/sub/",
	} {
		w := httptest.NewRecorder()
		site.Redirect(w, httptest.NewRequest("POST", "/", nil), path, 303)
		if got := w.Header().Get("Location"); got != want {
			t.Errorf("%q leads to %q; want %q", path, got, want)
		}
	}
}

func TestFragment(t *testing.T) {
	_, h := page("a", ui.Page{Data: "x"})
	r := get(t, h, "/sub/a", ui.FragmentHeader, "1")
	if text := body(t, r); text != "<em>x</em>" || r.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%q %v", text, r.Header)
	}
}

// A page that cannot be made is an error as a whole, and never half a page.
func TestBrokenPage(t *testing.T) {
	_, h := page("bad", ui.Page{Data: "secret"})
	r := get(t, h, "/")
	if text := body(t, r); r.StatusCode != 500 || strings.Contains(text, "<html") || strings.Contains(text, "secret") {
		t.Errorf("%d %s", r.StatusCode, text)
	}
}

func TestAssets(t *testing.T) {
	site, h := page("a", ui.Page{})
	text := body(t, get(t, h, "/"))
	for _, pattern := range []string{`/sub(/assets/app\.[0-9a-f]{12}\.css)`, `/sub(/assets/app\.[0-9a-f]{12}\.js)`, `/sub(/assets/own\.[0-9a-f]{12}\.svg)`, `/sub(/assets/favicon\.[0-9a-f]{12}\.png)`} {
		m := regexp.MustCompile(pattern).FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("no %s in the page", pattern)
		}
		r := get(t, site.Handler(), m[1])
		if r.StatusCode != 200 || r.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" || len(body(t, r)) == 0 {
			t.Errorf("%s: %d %v", m[1], r.StatusCode, r.Header)
		}
	}
	if r := get(t, site.Handler(), "/assets/app.css"); r.StatusCode != 404 {
		t.Errorf("an asset without its hash: %d", r.StatusCode)
	}
}

func TestCompression(t *testing.T) {
	_, h := page("a", ui.Page{})
	for encoding, open := range map[string]func(io.Reader) (io.Reader, error){
		"gzip": func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
		"zstd": func(r io.Reader) (io.Reader, error) { return zstd.NewReader(r) },
	} {
		r := get(t, h, "/", "Accept-Encoding", encoding)
		plain, err := open(r.Body)
		if err != nil || r.Header.Get("Content-Encoding") != encoding {
			t.Fatalf("%s: %v %v", encoding, err, r.Header)
		}
		var b bytes.Buffer
		if _, err := b.ReadFrom(plain); err != nil || !strings.HasPrefix(b.String(), "<!doctype html>") {
			t.Errorf("%s: %v %.40s", encoding, err, b.String())
		}
	}
}
