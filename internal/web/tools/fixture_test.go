package tools_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"toolcrib/internal/op"
	_ "toolcrib/internal/ops"
	"toolcrib/internal/problem"
	"toolcrib/internal/web/tools"
	"toolcrib/internal/web/ui"
)

// base is the address of the site under test, below a path of its own.
const base = "https://tools.example/sub"

// fixture is the pages with what they asked of the operations.
type fixture struct {
	http.Handler
	inputs []string // canonical inputs that were tried, since the last reset
	allow  func(*http.Request) (bool, int)
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{}
	site := ui.New(ui.Options{BaseURL: base})
	h := tools.New(tools.Options{
		Site: site, Ops: op.All(), Try: f.try, Limits: op.DefaultLimits(), BodyLimit: 2 << 20, Output: 8 << 20, Rate: 60,
		Allow: func(r *http.Request) (bool, int) {
			if f.allow == nil {
				return true, 0
			}
			return f.allow(r)
		},
	})
	mux := http.NewServeMux()
	h.Register(func(pattern string, page http.Handler) { mux.Handle(pattern, page) })
	f.Handler = mux
	return f
}

// answered keeps answers, as pictures take long to make.
var answered = map[string][]byte{}

// try answers as the engine does, with the clock and chance of the examples.
func (f *fixture) try(ctx context.Context, o *op.Op, src op.Source) ([]byte, *problem.Problem) {
	in, err := o.Decode(src, op.DefaultLimits())
	if err == nil {
		canonical := string(o.AppendInput(nil, in))
		f.inputs = append(f.inputs, canonical)
		if body, ok := answered[o.ID+canonical]; ok {
			return body, nil
		}
		var out op.Output
		if out, err = o.Run(op.SampleEnv().With(ctx), in); err == nil {
			body := append(o.AppendData([]byte(`{"success":true,"data":`), out), '}')
			answered[o.ID+canonical] = body
			return body, nil
		}
	}
	var invalid *op.Invalid
	if errors.As(err, &invalid) {
		return nil, problem.Invalid(invalid, o.BadInput)
	}
	return nil, problem.Internal(err)
}

// get loads a page by its path below the base.
func (f *fixture) get(path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	f.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w
}

// below is the path of a link, without the base's own.
func below(t *testing.T, link string) string {
	t.Helper()
	path, ok := strings.CutPrefix(link, "/sub")
	if !ok {
		t.Fatalf("link %q leaves the base", link)
	}
	return path
}

// element is an element of a page.
type element struct {
	name       string
	attributes map[string]string
	text       string // of it and what is in it
	children   []*element
}

// parse reads a page as XML reads HTML that is well formed.
func parse(t *testing.T, page string) *element {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	root := &element{}
	open := []*element{root}
	texts := []*strings.Builder{{}}
	for {
		token, err := d.Token()
		if err == io.EOF {
			root.text = texts[0].String()
			return root
		}
		if err != nil {
			t.Fatalf("the page is not well formed: %v", err)
		}
		last := open[len(open)-1]
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{name: token.Name.Local, attributes: map[string]string{}}
			for _, a := range token.Attr {
				e.attributes[a.Name.Local] = a.Value
			}
			last.children = append(last.children, e)
			open, texts = append(open, e), append(texts, &strings.Builder{})
		case xml.EndElement:
			last.text = texts[len(texts)-1].String()
			open, texts = open[:len(open)-1], texts[:len(texts)-1]
			_, _ = texts[len(texts)-1].WriteString(last.text)
		case xml.CharData:
			_, _ = texts[len(texts)-1].Write(token)
		}
	}
}

// all lists the elements within e for which keep is true, in order.
func (e *element) all(keep func(*element) bool) (found []*element) {
	for _, c := range e.children {
		if keep(c) {
			found = append(found, c)
		}
		found = append(found, c.all(keep)...)
	}
	return found
}

// id finds the element of an id, nil if there is none.
func (e *element) id(id string) *element {
	found := e.all(func(c *element) bool { return c.attributes["id"] == id })
	if len(found) == 0 {
		return nil
	}
	return found[0]
}

func named(names ...string) func(*element) bool {
	return func(e *element) bool { return slices.Contains(names, e.name) }
}

func (e *element) has(name string) bool { _, ok := e.attributes[name]; return ok }

// filled is what a browser sends of a form: the controls that count, texts
// with their lines ending in CRLF.
func (e *element) filled() url.Values {
	values := url.Values{}
	for _, c := range e.all(named("input", "textarea", "select")) {
		name := c.attributes["name"]
		value := c.attributes["value"]
		switch {
		case name == "" || c.attributes["type"] == "file":
			continue
		case slices.Contains([]string{"checkbox", "radio"}, c.attributes["type"]) && !c.has("checked"):
			continue
		case c.name == "select":
			value = c.chosen()
		case c.name == "textarea":
			value = strings.ReplaceAll(strings.TrimPrefix(c.text, "\n"), "\n", "\r\n")
		}
		values.Add(name, value)
	}
	return values
}

// chosen is the value of a select.
func (e *element) chosen() string {
	options := e.all(named("option"))
	at := max(0, slices.IndexFunc(options, func(o *element) bool { return o.has("selected") }))
	if options[at].has("value") {
		return options[at].attributes["value"]
	}
	return options[at].text
}

// send submits a form with values, as a browser does without script.
func (f *fixture) send(t *testing.T, form *element, values url.Values) *httptest.ResponseRecorder {
	t.Helper()
	path := below(t, form.attributes["action"])
	if form.attributes["method"] == "get" {
		path, _, _ = strings.Cut(path, "?")
		return f.get(path + "?" + values.Encode())
	}
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(values.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if form.attributes["enctype"] == "multipart/form-data" {
		r = upload(t, path, values, nil)
	}
	w := httptest.NewRecorder()
	f.ServeHTTP(w, r)
	return w
}

// upload is a form with files, which browsers send empty where none is chosen.
func upload(t *testing.T, path string, values url.Values, files map[string]string) *http.Request {
	t.Helper()
	var body bytes.Buffer
	m := multipart.NewWriter(&body)
	for name, list := range values {
		for _, v := range list {
			if err := m.WriteField(name, v); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, content := range files {
		part, err := m.CreateFormFile(name, "file.txt")
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(part, content)
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, path, &body)
	r.Header.Set("Content-Type", m.FormDataContentType())
	return r
}
