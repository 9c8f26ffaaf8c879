package tools_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"toolcrib/internal/web/ui"
)

// post sends a form as it would be sent without script.
func (f *fixture) post(path, kind, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	r.Header.Set("Content-Type", kind)
	w := httptest.NewRecorder()
	f.ServeHTTP(w, r)
	return w
}

const encoded = "application/x-www-form-urlencoded"

// TestTidyAddress: what a form sends leads to the shortest address that says
// the same, once.
func TestTidyAddress(t *testing.T) {
	f := newFixture(t)
	for _, c := range []struct{ method, path, body, want string }{
		{"GET", "/tools/bmi-calculator?weight=70&height=175&unit_system=metric&age=&standard=who", "", "/sub/tools/bmi-calculator?weight=70&height=175"},
		{"GET", "/tools/bmi-calculator?weight=x&height=", "", "/sub/tools/bmi-calculator?weight=x"},
		{"GET", "/tools/bmi-calculator?weight=70&height=175", "", ""},
		{"GET", "/tools/bmi-calculator?weight=70&height=175&lang=hi", "", ""},
		{"GET", "/tools/bmi-calculator?weight=&height=", "", ""},
		{"GET", "/tools/password-generator?symbols=false&symbols=true&length=20", "", "/sub/tools/password-generator?length=20"},
		{"POST", "/tools/random-decision-maker", "options.0.text=a&options.4.text=b&count=", "/sub/tools/random-decision-maker?options=%5B%7B%22text%22%3A%22a%22%7D%2C%7B%22text%22%3A%22b%22%7D%5D"},
		{"POST", "/tools/text-to-slug?mode=unicode", "text=secret&mode=ascii", ""},
		{"POST", "/tools/bmi-calculator", "weight=70&height=175&_download=json", ""},
	} {
		w := f.get(c.path)
		if c.method == http.MethodPost {
			w = f.post(c.path, encoded, c.body)
		}
		if got := w.Header().Get("Location"); got != c.want || (c.want == "") == (w.Code == http.StatusSeeOther) {
			t.Errorf("%s %s: status %d, leads to %q, want %q", c.method, c.path, w.Code, got, c.want)
		}
	}
}

// TestTextsStayOutOfAddresses: options go into the address of a form, what is
// worked on does not.
func TestTextsStayOutOfAddresses(t *testing.T) {
	f := newFixture(t)
	w := f.post("/tools/hash-generator", encoded, url.Values{"text": {"hush"}, "hmac_key": {"hush"}, "encoding": {"base64"}}.Encode())
	page := parse(t, w.Body.String())
	if got, want := page.id("tool").attributes["action"], "/sub/tools/hash-generator?encoding=base64"; got != want {
		t.Errorf("the form is sent to %q, want %q", got, want)
	}
	for _, e := range page.all(named("a", "form", "span")) {
		for _, name := range []string{"href", "action", "data-link"} {
			if strings.Contains(e.attributes[name], "hush") {
				t.Errorf("%s holds the text: %q", name, e.attributes[name])
			}
		}
	}
	if got := page.id("f-encoding").attributes["id"]; got == "" {
		t.Error("the option is not shown")
	}
}

// TestOptionsInTheAddress: the options of an address fill the form, and what
// the form holds goes before them.
func TestOptionsInTheAddress(t *testing.T) {
	f := newFixture(t)
	f.get("/tools/text-to-slug?separator=_")
	f.inputs = nil
	f.post("/tools/text-to-slug?separator=_&mode=unicode", encoded, "text=A+B&mode=ascii")
	if len(f.inputs) != 1 || !strings.Contains(f.inputs[0], `"separator":"_"`) || !strings.Contains(f.inputs[0], `"mode":"ascii"`) {
		t.Errorf("asked %v", f.inputs)
	}
}

// TestFirstView: nothing is asked before anything is sent, unless nothing
// needs to be.
func TestFirstView(t *testing.T) {
	f := newFixture(t)
	for id, answered := range map[string]bool{"bmi-calculator": false, "case-converter": false, "uuid-generator": true, "epoch-converter": true} {
		f.inputs = nil
		page := parse(t, f.get("/tools/"+id).Body.String())
		if got := page.id("result-json") != nil; got != answered || (len(f.inputs) > 0) != answered {
			t.Errorf("%s: answered is %v, want %v", id, got, answered)
		}
	}
}

func TestDownload(t *testing.T) {
	f := newFixture(t)
	for _, c := range []struct{ path, body, kind, name, want string }{
		{"/tools/text-to-slug", "text=Hello&_download=raw", "text/plain", "text-to-slug.txt", "hello"},
		{"/tools/json-to-csv", "json=%5B%7B%22a%22%3A1%7D%5D&_download=raw", "text/csv", "json-to-csv.csv", "a\r\n1"},
		{"/tools/json-formatter", "json=%5B1%5D&_download=raw", "application/json;profile=raw", "json-formatter.json", "[\n  1\n]"},
		{"/tools/bmi-calculator", "weight=70&height=175&_download=json", "application/json", "bmi-calculator.json", ""},
	} {
		w := f.post(c.path, encoded, c.body)
		h := w.Header()
		if w.Code != http.StatusOK || h.Get("Content-Type") != c.kind || h.Get("Content-Disposition") != `attachment; filename="`+c.name+`"` ||
			h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: status %d, %v", c.path, w.Code, h)
		}
		if got := w.Body.String(); c.want != "" && got != c.want {
			t.Errorf("%s: saves %q, want %q", c.path, got, c.want)
		}
	}
	if w := f.post("/tools/bmi-calculator", encoded, "weight=x&_download=json"); w.Code != http.StatusUnprocessableEntity || w.Header().Get("Content-Disposition") != "" {
		t.Errorf("what is wrong is saved as a file: %d", w.Code)
	}
	// What would be another when asked again is kept with the page.
	page := f.get("/tools/uuid-generator").Body.String()
	if !strings.Contains(page, `download="uuid-generator.json"`) || strings.Contains(page, `name="_download"`) {
		t.Error("a random answer is not kept with the page")
	}
}

// TestFiles: a file is taken byte for byte, before what is typed.
func TestFiles(t *testing.T) {
	f := newFixture(t)
	for _, c := range []struct{ id, field, content, want string }{
		{"md5-generator", "text", "a\r\nb\n", `"text":"a\r\nb\n"`},
		{"md5-generator", "base64", "\x00\xff", `"base64":"AP8="`},
	} {
		f.inputs = nil
		r := upload(t, "/tools/"+c.id, nil, map[string]string{"_file." + c.field: c.content})
		w := httptest.NewRecorder()
		f.ServeHTTP(w, r)
		if w.Code != http.StatusOK || len(f.inputs) != 1 || !strings.Contains(f.inputs[0], c.want) {
			t.Errorf("%s: status %d, asked %q", c.field, w.Code, f.inputs)
		}
	}
	w := httptest.NewRecorder()
	f.ServeHTTP(w, upload(t, "/tools/md5-generator", nil, map[string]string{"_file.text": "\xff"}))
	if page := parse(t, w.Body.String()); w.Code != http.StatusUnprocessableEntity || !strings.Contains(page.id("f-text-error").text, "UTF-8") {
		t.Errorf("bytes that are no text: status %d", w.Code)
	}
}

func TestBrokenForms(t *testing.T) {
	f := newFixture(t)
	for _, c := range []struct {
		kind, body string
		want       int
	}{
		{"application/json", `{"text":"a"}`, http.StatusUnsupportedMediaType},
		{"", "text=a", http.StatusUnsupportedMediaType},
		{encoded, "text=%zz", http.StatusUnprocessableEntity},
		{"multipart/form-data; boundary=x", "--x\r\nnothing", http.StatusUnprocessableEntity},
		{encoded, "text=" + strings.Repeat("a", 3<<20), http.StatusRequestEntityTooLarge},
		{encoded, "_input=%7B", http.StatusUnprocessableEntity},
	} {
		f.inputs = nil
		w := f.post("/tools/case-converter", c.kind, c.body)
		if w.Code != c.want || len(f.inputs) > 0 || parse(t, w.Body.String()).id("tool") == nil {
			t.Errorf("%s %.30s: status %d, want %d", c.kind, c.body, w.Code, c.want)
		}
	}
}

// TestAllow: who asks too often is told when to come back, and nothing is
// computed.
func TestAllow(t *testing.T) {
	f := newFixture(t)
	f.allow = func(*http.Request) (bool, int) { return false, 7 }
	w := f.get("/tools/bmi-calculator?weight=70&height=175")
	if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") != "7" || len(f.inputs) > 0 {
		t.Errorf("status %d, Retry-After %q, asked %v", w.Code, w.Header().Get("Retry-After"), f.inputs)
	}
	if w := f.get("/tools/bmi-calculator"); w.Code != http.StatusOK {
		t.Errorf("the page alone is refused: %d", w.Code)
	}
}

// TestAddRow: without script a button makes the page again with room for more.
func TestAddRow(t *testing.T) {
	f := newFixture(t)
	rows := func(w *httptest.ResponseRecorder) int {
		return len(parse(t, w.Body.String()).id("f-options-rows").all(func(e *element) bool { return e.has("data-row") }))
	}
	before := rows(f.get("/tools/random-decision-maker"))
	w := f.post("/tools/random-decision-maker", encoded, "options.0.text=a&_add=options")
	if after := rows(w); w.Code != http.StatusOK || after <= before || len(f.inputs) > 0 {
		t.Errorf("status %d, %d rows after %d, asked %v", w.Code, after, before, f.inputs)
	}
	if page := parse(t, w.Body.String()); page.id("f-options.0.text").attributes["value"] != "a" {
		t.Error("what was filled in is gone")
	}
}

// TestFragment: the page's script gets the part that changes, never a redirect.
func TestFragment(t *testing.T) {
	f := newFixture(t)
	r := httptest.NewRequest(http.MethodPost, "/tools/bmi-calculator", strings.NewReader("weight=70&height=175&age="))
	r.Header.Set("Content-Type", encoded)
	r.Header.Set(ui.FragmentHeader, "1")
	w := httptest.NewRecorder()
	f.ServeHTTP(w, r)
	page := parse(t, w.Body.String())
	if w.Code != http.StatusOK || page.id("result-json") == nil || page.id("tool") != nil {
		t.Errorf("status %d: %.200s", w.Code, w.Body)
	}
	link := page.all(func(e *element) bool { return e.has("data-link") })
	if len(link) != 1 || link[0].attributes["data-link"] != "/sub/tools/bmi-calculator?weight=70&height=175" {
		t.Error("the fragment does not name the page's address")
	}
}

// TestKeptWhole: an input that a form would change comes back as JSON.
func TestKeptWhole(t *testing.T) {
	f := newFixture(t)
	in := `{"text":"a\rb"}`
	page := parse(t, f.post("/tools/md5-generator", encoded, url.Values{"_input": {in}}.Encode()).Body.String())
	if got := strings.TrimPrefix(page.id("whole").text, "\n"); got != in || len(f.inputs) != 1 || !strings.Contains(f.inputs[0], `"a\rb"`) {
		t.Errorf("kept %q, asked %q", got, f.inputs)
	}
	f.inputs = nil
	page = parse(t, f.post("/tools/md5-generator", encoded, url.Values{"_input": {`{"text":"ab"}`}}.Encode()).Body.String())
	if page.id("whole").text != "\n" || strings.TrimSpace(page.id("f-text").text) != "ab" {
		t.Error("an input that the form carries stays as JSON")
	}
}

// TestCode repeats the call of the page in every language.
func TestCode(t *testing.T) {
	f := newFixture(t)
	page := parse(t, f.get("/tools/emi-calculator?principal=5000&annual_rate=7&tenure_months=3").Body.String())
	panels := page.all(func(e *element) bool { return e.attributes["class"] == "panel" })
	if len(panels) != 6 {
		t.Fatalf("%d forms of code", len(panels))
	}
	for _, p := range panels {
		if !strings.Contains(p.text, "5000") || !strings.Contains(p.text, "tenure") {
			t.Errorf("not this call: %s", p.text)
		}
	}
	if !strings.Contains(panels[0].text, base+"/v1/calculators/emi?") {
		t.Errorf("not this service: %s", panels[0].text)
	}
}
