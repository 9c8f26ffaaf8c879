package docs_test

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"toolcrib/internal/problem"
	"toolcrib/internal/web/docs"
	"toolcrib/internal/web/ui"
)

const base = "https://x.example/sub"

// pages are the handlers of the documentation by pattern.
func pages(t *testing.T) map[string]http.Handler {
	t.Helper()
	found := map[string]http.Handler{}
	docs.New(ui.New(ui.Options{BaseURL: base})).Register(func(pattern string, h http.Handler) { found[pattern] = h })
	return found
}

func get(t *testing.T, h http.Handler, path, lang string) string {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), "GET", path, nil)
	r.Header.Set("Accept-Language", lang)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != 200 {
		t.Fatalf("%s: %d", path, w.Code)
	}
	return w.Body.String()
}

var (
	links   = regexp.MustCompile(`<a href="([^"]*)"`)
	anchors = regexp.MustCompile(` id="([^"]*)"`)
	keys    = regexp.MustCompile(`>(docs|frame)\.[a-z_]+<`)
)

// Every guide is a page in both languages, with a title and a way to each
// other one; no link leads to a page or part that is not there.
func TestGuides(t *testing.T) {
	all := pages(t)
	ids := map[string]map[string]bool{}
	bodies := map[string]string{}
	for pattern, h := range all {
		path := strings.TrimPrefix(pattern, "GET ")
		if strings.Contains(path, "scalar") {
			continue
		}
		for _, lang := range []string{"en", "hi"} {
			body := get(t, h, path, lang)
			if k := keys.FindString(body); k != "" {
				t.Errorf("%s in %s has no message %s", path, lang, k)
			}
			if strings.Contains(body, "<th></th>") {
				t.Errorf("%s has a column head of no words", path)
			}
			if !strings.Contains(body, "<h1") {
				t.Errorf("%s has no heading", path)
			}
			bodies["/sub"+path] = body
			ids["/sub"+path] = map[string]bool{}
			for _, m := range anchors.FindAllStringSubmatch(body, -1) {
				ids["/sub"+path][m[1]] = true
			}
		}
	}
	elsewhere := map[string]bool{"/sub/": true, "/sub/tools": true, "/sub/login": true, "/sub/openapi.json": true, "/sub/llms.txt": true,
		"/sub/status": true, "/sub/privacy": true, "/sub/accessibility": true}
	for path, body := range bodies {
		for _, m := range links.FindAllStringSubmatch(body, -1) {
			to, part, _ := strings.Cut(m[1], "#")
			to, query, _ := strings.Cut(to, "?")
			switch {
			case to == "" && query != "":
			case to == "" && !ids[path][part]:
				t.Errorf("%s links to a part %q that it does not have", path, part)
			case to == "", elsewhere[to], strings.HasPrefix(to, "https://"):
			case ids[to] == nil:
				t.Errorf("%s links to %s, which is no page", path, to)
			case part != "" && !ids[to][part]:
				t.Errorf("%s links to %s#%s, which is not there", path, to, part)
			}
		}
	}
}

// The guides name the reader's own address, and every problem there is.
func TestGuidesAreTheReaders(t *testing.T) {
	all := pages(t)
	if body := get(t, all["GET /docs/quickstart"], "/docs/quickstart", "en"); strings.Contains(body, "127.0.0.1:8080") ||
		!strings.Contains(body, base+"/v1/calculators/bmi?weight=70&amp;height=175") {
		t.Error("the quickstart does not name this installation's address")
	}
	body := get(t, all["GET /docs/errors"], "/docs/errors", "en")
	for _, e := range problem.All() {
		if !strings.Contains(body, fmt.Sprintf("<td>%d</td>\n<td><code>%s</code></td>", e.Status, e.Code)) {
			t.Errorf("the guide to errors does not tell of %s", e.Code)
		}
	}
}

// Scalar is the release that was looked at, whole, whatever the browser can
// unpack, and may be kept for ever.
func TestScalar(t *testing.T) {
	packed, err := os.Open("scalar.js.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	z, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	want, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	const sum = "bf091006bdc3af6067af77c2f534812e3e633e94a94e87138069f570f33b762c"
	if got := sha256.Sum256(want); hex.EncodeToString(got[:]) != sum {
		t.Errorf("the embedded program is not the one of the npm package: %x", got)
	}
	for pattern, h := range pages(t) {
		if !strings.Contains(pattern, "scalar") {
			continue
		}
		for _, encoding := range []string{"", "gzip, br"} {
			r := httptest.NewRequestWithContext(t.Context(), "GET", strings.TrimPrefix(pattern, "GET "), nil)
			r.Header.Set("Accept-Encoding", encoding)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			var body io.Reader = w.Body
			if (w.Header().Get("Content-Encoding") == "gzip") != (encoding != "") {
				t.Errorf("%q is answered with %v", encoding, w.Header())
			}
			if encoding != "" {
				if body, err = gzip.NewReader(body); err != nil {
					t.Fatal(err)
				}
			}
			if got, err := io.ReadAll(body); err != nil || string(got) != string(want) || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
				t.Errorf("%q: %d of %d bytes, %v, %v", encoding, len(got), len(want), err, w.Header())
			}
		}
	}
}
