package home_test

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"toolcrib/internal/op"
	_ "toolcrib/internal/ops"
	"toolcrib/internal/problem"
	"toolcrib/internal/search"
	"toolcrib/internal/web/detect"
	"toolcrib/internal/web/home"
	"toolcrib/internal/web/ui"
	"toolcrib/internal/web/ui/uitest"
)

const base = "https://example.org/sub"

var index = search.New(op.All())

func find(query string, n int) (ops []*op.Op) {
	for _, h := range index.Search(query, n) {
		ops = append(ops, h.Op)
	}
	return ops
}

func handler(ping error) http.Handler {
	h := home.New(home.Options{
		Site: ui.New(ui.Options{BaseURL: base}), Ops: op.All(), Find: find, Contact: "ops@example.org", Paths: []string{"/docs"},
		Ready: func(context.Context) error { return ping },
	})
	mux := http.NewServeMux()
	h.Register(func(pattern string, page http.Handler) { mux.Handle(strings.Replace(pattern, " /", " /sub/", 1), page) })
	// As the pages of tools will be: the lists of groups must not be in their way.
	mux.HandleFunc("GET /sub/tools/{op}", func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "tool "+r.PathValue("op")) })
	mux.HandleFunc("/", h.NotFound)
	return mux
}

func do(t *testing.T, h http.Handler, r *http.Request) (*http.Response, string) {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result(), w.Body.String()
}

func get(t *testing.T, h http.Handler, target string) (*http.Response, string) {
	t.Helper()
	return do(t, h, httptest.NewRequest("GET", "/sub"+target, nil))
}

// TestPages reads every page in every language.
func TestPages(t *testing.T) {
	paths := []string{"/", "/?q=loan", "/?q=" + url.QueryEscape(`{"a":[1]}`), "/?q=" + url.QueryEscape("a\nb\nc"), "/tools", "/tools?q=json", "/tools?q=zzzqqq",
		"/problems", "/privacy", "/accessibility", "/status", "/nothing/json-formater", "/problems/none"}
	for _, o := range op.All() {
		if p := "/tools/" + o.Group(); !slices.Contains(paths, p) {
			paths = append(paths, p)
		}
	}
	for _, e := range problem.All() {
		paths = append(paths, "/problems/"+string(e.Code))
	}
	for _, ping := range []error{nil, errors.New("away")} {
		h := handler(ping)
		for _, path := range paths {
			for _, lang := range ui.Languages {
				r := httptest.NewRequest("GET", "/sub"+path, nil)
				r.Header.Set("Accept-Language", lang)
				t.Run(lang+path, func(t *testing.T) {
					answer, body := do(t, h, r)
					uitest.Check(t, base, answer.Header, body)
					if !strings.Contains(body, `lang="`+lang+`"`) || strings.Contains(body, ">home.") || strings.Contains(body, ">frame.") {
						t.Error("a message is missing")
					}
				})
			}
		}
	}
}

// Every problem leads to a page of its own, by both addresses.
func TestProblems(t *testing.T) {
	h := handler(nil)
	for _, e := range problem.All() {
		r, body := get(t, h, "/problems/"+string(e.Code))
		if r.StatusCode != 200 || !strings.Contains(body, string(e.Code)) {
			t.Errorf("%s: %d", e.Code, r.StatusCode)
		}
		r, _ = get(t, h, "/errors/"+string(e.Code))
		if r.StatusCode != 301 || r.Header.Get("Location") != "/sub/problems/"+string(e.Code) {
			t.Errorf("/errors/%s: %d to %s", e.Code, r.StatusCode, r.Header.Get("Location"))
		}
	}
	if r, _ := get(t, h, "/problems/none"); r.StatusCode != 404 {
		t.Errorf("an unknown problem: %d", r.StatusCode)
	}
}

func TestNotFoundSaysWhatMayBeMeant(t *testing.T) {
	r, body := get(t, handler(nil), "/csv-to-json")
	if r.StatusCode != 404 || !strings.Contains(body, `href="/sub/tools/csv-to-json"`) || r.Header.Get("X-Robots-Tag") != "noindex" {
		t.Errorf("%d %v", r.StatusCode, r.Header)
	}
}

// A tool's own page is not hidden by a list, and each tool is in its list.
func TestGroups(t *testing.T) {
	h := handler(nil)
	for _, o := range op.All() {
		if _, body := get(t, h, "/tools/"+o.ID); body != "tool "+o.ID {
			t.Errorf("%s is not at its page", o.ID)
		}
		link := `href="/sub/tools/` + o.ID + `"`
		if _, body := get(t, h, "/tools/"+o.Group()); !strings.Contains(body, link) {
			t.Errorf("%s is not in the list of %s", o.ID, o.Group())
		}
		if _, body := get(t, h, "/tools"); !strings.Contains(body, link) {
			t.Errorf("%s is not in the list of all", o.ID)
		}
	}
}

// What is offered for a text exists, and takes it in a field of that name.
func TestUsesExist(t *testing.T) {
	texts := []string{"f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "eyJhbGciOiJub25lIn0.eyJpc3MiOiJqb2UifQ.", "1700000000", "1990-05-15", "2026-03-01 09:30",
		"https://example.org/", "0xFF", "@daily", "[1]", "{}\n", "<a/>", "a{b:c}", "aGVsbG8gd29ybGQhIQ==", `/\d+/g`, "a,b,c\n1,2,3", "a\nb\nc", "hello"}
	for _, text := range texts {
		_, uses := detect.Detect(text)
		for _, u := range uses {
			o := op.Find(u.Op)
			if o == nil {
				t.Errorf("%q: no operation %s", text, u.Op)
				continue
			}
			names := []string{u.Field}
			for _, a := range u.Also {
				names = append(names, a[0])
			}
			for _, name := range names {
				if !slices.ContainsFunc(o.Params(), func(p op.Param) bool { return p.Name == name }) {
					t.Errorf("%q: %s has no field %s", text, u.Op, name)
				}
			}
		}
	}
}

// Without script the text goes along in the link; with it the text is sent by
// POST and is in no address of the answer.
func TestPaste(t *testing.T) {
	h := handler(nil)
	text := `{"canary":  "<b>"}`
	r, body := get(t, h, "/?q="+url.QueryEscape(text))
	if want := "/sub/tools/json-formatter?json=" + strings.ReplaceAll(url.QueryEscape(text), "+", "&#43;"); !strings.Contains(body, want) {
		t.Errorf("no link %s", want)
	}
	if r.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("a text is kept: %q", r.Header.Get("Cache-Control"))
	}
	post := httptest.NewRequest("POST", "/sub/", strings.NewReader(url.Values{"q": {text}}.Encode()))
	post.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	post.Header.Set(ui.FragmentHeader, "1")
	r, body = do(t, h, post)
	uitest.CheckFragment(t, base, r.Header, body)
	if !strings.Contains(body, `href="/sub/tools/json-formatter"`) || strings.Contains(body, "canary") {
		t.Errorf("the answer to a POST: %s", body)
	}
}

// A text beyond all bounds is refused or cut, and the page is there.
func TestLongPaste(t *testing.T) {
	for _, n := range []int{detect.Limit, 4 * detect.Limit} {
		post := httptest.NewRequest("POST", "/sub/", strings.NewReader("q="+strings.Repeat("a", n)))
		post.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if r, _ := do(t, handler(nil), post); r.StatusCode != 200 {
			t.Errorf("%d bytes: %d", n, r.StatusCode)
		}
	}
}

func TestFilter(t *testing.T) {
	_, body := get(t, handler(nil), "/tools?q=loan+instalment")
	if !strings.Contains(body, "/tools/emi-calculator") || strings.Contains(body, "/tools/uuid-generator") {
		t.Error("the list is not filtered")
	}
	// Words of the reader's language; the second spelling of ज़ is two code points.
	for _, q := range []string{"प्रतिशत", "\u091f\u093e\u0907\u092e \u095b\u094b\u0928", "\u091f\u093e\u0907\u092e \u091c\u093c\u094b\u0928"} {
		r := httptest.NewRequest("GET", "/sub/tools?lang=hi&q="+url.QueryEscape(q), nil)
		_, body := do(t, handler(nil), r)
		if !strings.Contains(body, "/tools/percentage-calculator") && !strings.Contains(body, "/tools/timezone-converter") {
			t.Errorf("%q finds nothing in Hindi", q)
		}
	}
}

func TestStatus(t *testing.T) {
	_, good := get(t, handler(nil), "/status")
	_, bad := get(t, handler(errors.New("away")), "/status")
	if !strings.Contains(good, "Everything works") || strings.Contains(bad, "Everything works") {
		t.Error("the status does not follow the store")
	}
}

func TestForMachines(t *testing.T) {
	h := handler(nil)
	_, llms := get(t, h, "/llms.txt")
	r, sitemap := get(t, h, "/sitemap.xml")
	var set struct {
		URL []struct {
			Loc string `xml:"loc"`
		} `xml:"url"`
	}
	if err := xml.Unmarshal([]byte(sitemap), &set); err != nil || r.Header.Get("Content-Type") != "application/xml" {
		t.Fatalf("sitemap: %v %v", err, r.Header)
	}
	locs := map[string]bool{}
	for _, u := range set.URL {
		locs[u.Loc] = true
	}
	_, palette := get(t, h, "/palette.json")
	var entries []struct{ ID, Name, URL string }
	if err := json.Unmarshal([]byte(palette), &entries); err != nil {
		t.Fatal(err)
	}
	for _, o := range op.All() {
		url := base + "/tools/" + o.ID
		if !strings.Contains(llms, "["+o.ID+"]("+url+")") || !strings.Contains(llms, "`"+o.Route()+"`") {
			t.Errorf("llms.txt lacks %s", o.ID)
		}
		if !locs[url] {
			t.Errorf("the sitemap lacks %s", url)
		}
		there := slices.ContainsFunc(entries, func(e struct{ ID, Name, URL string }) bool { return e.ID == o.ID && e.URL == "/sub/tools/"+o.ID })
		if there == (o.Twin != "") {
			t.Errorf("%s in the palette: %v", o.ID, there)
		}
	}
	if !locs[base+"/docs"] || !locs[base+"/"] {
		t.Error("the sitemap lacks pages")
	}
	if _, robots := get(t, h, "/robots.txt"); !strings.Contains(robots, "Disallow: /sub/account\n") || !strings.Contains(robots, "Sitemap: "+base+"/sitemap.xml") {
		t.Errorf("robots.txt: %s", robots)
	}
}
