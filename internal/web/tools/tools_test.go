package tools_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"toolcrib/internal/op"
	"toolcrib/internal/web/form"
)

// TestExamples loads every example by its link, reads the form as a browser
// would send it, sends it, and follows where that leads: each time the
// operation is asked the example and the page shows its answer. No script runs.
func TestExamples(t *testing.T) {
	f := newFixture(t)
	for _, o := range op.All() {
		start := parse(t, f.get("/tools/"+o.ID).Body.String())
		links := start.all(func(e *element) bool { return e.attributes["class"] == "example" })
		if len(links) != len(o.Examples) {
			t.Fatalf("%s: %d examples to load, not %d", o.ID, len(links), len(o.Examples))
		}
		f.inputs = nil
		for i, e := range o.Examples {
			data, err := o.Sample(e)
			if err != nil {
				t.Fatal(err)
			}
			page := f.shows(t, o, e, f.get(below(t, links[i].attributes["href"])), data)
			if page == nil {
				continue
			}
			sent := f.send(t, page.id("tool"), page.id("tool").filled())
			if sent.Code == http.StatusSeeOther {
				sent = f.get(below(t, sent.Header().Get("Location")))
			}
			f.shows(t, o, e, sent, data)
		}
	}
}

// shows holds a page to an example: what was asked and what is shown.
func (f *fixture) shows(t *testing.T, o *op.Op, e op.Example, w *httptest.ResponseRecorder, data []byte) *element {
	t.Helper()
	page := parse(t, w.Body.String())
	shown := page.id("result-json")
	if o.NeedsKey() {
		// Nothing is carried out; the code makes the call that was filled in.
		if w.Code != http.StatusOK || shown != nil || len(f.inputs) != 0 || !strings.Contains(w.Body.String(), "needs-key") || !strings.Contains(text(page), o.Path) {
			t.Errorf("%s, %s: %d", o.ID, e.Name, w.Code)
		}
		return page
	}
	if w.Code != http.StatusOK || shown == nil || len(f.inputs) == 0 {
		t.Errorf("%s, %s: status %d, no answer: %.300s", o.ID, e.Name, w.Code, strings.Join(strings.Fields(text(page.id("result"))), " "))
		return nil
	}
	in, err := o.Decode(op.JSON([]byte(e.In)), op.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	if a, b := spelled(t, f.inputs[0]), spelled(t, string(o.AppendInput(nil, in))); !reflect.DeepEqual(a, b) {
		t.Errorf("%s, %s: asked\n%v\nnot\n%v", o.ID, e.Name, a, b)
	}
	var want bytes.Buffer
	if err := json.Indent(&want, data, "", "  "); err != nil {
		t.Fatal(err)
	}
	if got := shown.text; got != want.String()+"\n" && (want.Len() < 100_000 || !strings.HasPrefix(want.String(), got)) {
		t.Errorf("%s, %s: shows\n%.500s\nnot\n%.500s", o.ID, e.Name, got, want.String())
	}
	f.inputs = nil
	return page
}

func text(e *element) string {
	if e == nil {
		return ""
	}
	return e.text
}

// spelled is an input with the difference taken out that texts do not make:
// between a number or document and its text, and between one and a list of one.
func spelled(t *testing.T, input string) map[string]string {
	t.Helper()
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(input), &members); err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for name, value := range members {
		var list []string
		var s string
		switch {
		case json.Unmarshal(value, &s) == nil:
		case json.Unmarshal(value, &list) == nil && len(list) == 1:
			s = list[0]
		default:
			s = string(value)
		}
		out[name] = s
	}
	return out
}

// TestErrors sends every field of every operation something wrong: each
// violation is said beside its field, in the words of the API, and the list
// above leads there.
func TestErrors(t *testing.T) {
	f := newFixture(t)
	for _, o := range op.All() {
		page := parse(t, f.get("/tools/"+o.ID).Body.String())
		values := page.id("tool").filled()
		for _, p := range o.Params() {
			if values.Has(p.Name) {
				values[p.Name] = []string{"¿<?"}
			}
		}
		_, err := o.Decode(op.Fields(form.Read(o, values, nil, true)), op.DefaultLimits())
		invalid, ok := err.(*op.Invalid)
		if !ok {
			continue // an operation of texts alone
		}
		w := f.send(t, page.id("tool"), values)
		if w.Code == http.StatusSeeOther {
			w = f.get(below(t, w.Header().Get("Location")))
		}
		if w.Code != o.BadInput {
			t.Errorf("%s: status %d, want %d", o.ID, w.Code, o.BadInput)
		}
		page = parse(t, w.Body.String())
		for _, v := range invalid.Violations {
			// The items of a list are lines of one control.
			id, _, _ := strings.Cut("f-"+v.Field, "[")
			said := page.id(id + "-error")
			if said == nil || said.has("hidden") || !strings.Contains(said.text, v.Message) {
				t.Errorf("%s: nothing at %s says %q", o.ID, v.Field, v.Message)
				continue
			}
			control := page.id(id)
			if control == nil || control.attributes["aria-invalid"] != "true" && control.attributes["class"] != "field rows" ||
				!strings.Contains(control.attributes["aria-describedby"], id+"-error") {
				t.Errorf("%s: the control of %s does not say that it is wrong", o.ID, v.Field)
			}
			if to := page.all(func(e *element) bool { return e.name == "a" && e.attributes["href"] == "#"+id }); len(to) == 0 {
				t.Errorf("%s: nothing leads to %s", o.ID, v.Field)
			}
		}
	}
}

// canary breaks out of elements, attributes and quotes where it is let.
const canary = "</textarea></pre><script>alert('canary')</script>\"'><img src=x onerror=alert(1)>\u202e&amp;{{.}}"

// TestHostile fills every text of every operation with the canary: it comes
// back as text, and the page has the elements that it has without.
func TestHostile(t *testing.T) {
	f := newFixture(t)
	for _, o := range op.All() {
		values := parse(t, f.get("/tools/"+o.ID).Body.String()).id("tool").filled()
		for name := range values {
			if !strings.HasPrefix(name, "_") {
				values[name] = []string{canary}
			}
		}
		r := httptest.NewRequest(http.MethodPost, "/tools/"+o.ID, strings.NewReader(values.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		f.ServeHTTP(w, r)
		if w.Code == http.StatusSeeOther {
			w = f.get(below(t, w.Header().Get("Location")))
		}
		hold(t, o, w)
	}
	for _, c := range [][2]string{
		{"case-converter", `{"text":` + quote(canary) + `}`},
		{"text-diff-checker", `{"original":` + quote("a "+canary+"\nb") + `,"modified":` + quote("a\nb "+canary) + `}`},
		{"regex-tester", `{"pattern":"(<)(script)","text":` + quote(canary) + `}`},
		{"css-beautifier", `{"css":` + quote("a{color:#fff;background:"+canary+"}") + `}`},
		{"random-decision-maker", `{"options":[{"text":` + quote(canary) + `}]}`},
		{"csv-to-json", `{"csv":` + quote(canary+","+canary+"\n1,2") + `}`},
	} {
		w := f.get("/tools/" + c[0] + "?" + url.Values{"_input": {c[1]}}.Encode())
		if w.Code != http.StatusOK {
			t.Errorf("%s: status %d", c[0], w.Code)
		}
		hold(t, op.Find(c[0]), w)
	}
}

func quote(s string) string { return string(op.AppendString(nil, s)) }

// hold looks for what should not be on a page.
func hold(t *testing.T, o *op.Op, w *httptest.ResponseRecorder) {
	t.Helper()
	body := w.Body.String()
	if strings.Contains(body, "<script>alert") || strings.Contains(body, "<img src=x") {
		t.Errorf("%s: the canary got out", o.ID)
	}
	for _, e := range parse(t, body).all(func(*element) bool { return true }) {
		for name := range e.attributes {
			if strings.HasPrefix(name, "on") || name == "style" {
				t.Errorf("%s: element %s has an attribute %s", o.ID, e.name, name)
			}
		}
		if e.name == "script" && e.text != "" {
			t.Errorf("%s: a script of its own: %q", o.ID, e.text)
		}
	}
}

// TestLinks: everything on a page stays within the site's base.
func TestLinks(t *testing.T) {
	f := newFixture(t)
	for _, o := range op.All() {
		page := parse(t, f.get("/tools/"+o.ID+"?_example=1").Body.String())
		for _, e := range page.all(func(*element) bool { return true }) {
			for _, name := range []string{"href", "src", "action", "formaction", "data-link"} {
				link, ok := e.attributes[name]
				if ok && !strings.HasPrefix(link, "/sub/") && !strings.HasPrefix(link, "#") && !strings.HasPrefix(link, "?") &&
					!strings.HasPrefix(link, "data:") && !strings.HasPrefix(link, base) {
					t.Errorf("%s: %s of %s is %q", o.ID, name, e.name, link)
				}
			}
		}
	}
}

// TestWords: no page shows the key of a message, in either language.
func TestWords(t *testing.T) {
	f := newFixture(t)
	key := regexp.MustCompile(`\b(tools|frame)\.[a-z_]+`)
	for _, o := range op.All() {
		for _, lang := range []string{"en", "hi"} {
			page := parse(t, f.get("/tools/"+o.ID+"?_example=1&lang="+lang).Body.String())
			if at := key.FindString(strings.ReplaceAll(page.text, "tools.example", "")); at != "" {
				t.Errorf("%s, %s: shows %q", o.ID, lang, at)
			}
		}
	}
}
