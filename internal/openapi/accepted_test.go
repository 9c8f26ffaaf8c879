package openapi_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"toolcrib/internal/problem"
)

// call is one example of the document as a request.
type call struct {
	method, path string // path as it is in the document
	example      string // "" for an operation that has none
	operation    operation
	url          string
	body         []byte
}

// calls makes a request of every example in a document, from nothing but what
// the document says. An operation without examples is called bare.
func calls(t *testing.T, doc document) (list []call) {
	t.Helper()
	doc.each(func(method, path string, o operation) {
		names := map[string]bool{}
		for _, m := range o.Responses["200"].Content {
			for name := range m.Examples {
				names[name] = true
			}
		}
		for _, p := range o.Parameters {
			for name := range p.Examples {
				names[name] = true
			}
		}
		if len(names) == 0 {
			names[""] = true
		}
		for name := range names {
			list = append(list, newCall(t, method, path, name, o, doc.Servers[0].URL))
		}
	})
	slices.SortFunc(list, func(a, b call) int {
		return strings.Compare(a.path+a.method+a.example, b.path+b.method+b.example)
	})
	return list
}

func newCall(t *testing.T, method, path, name string, o operation, server string) call {
	t.Helper()
	c := call{method: method, path: path, example: name, operation: o}
	query := url.Values{}
	for _, p := range o.Parameters {
		value := p.Examples[name].Value
		if value == nil {
			value = p.Content["application/json"].Examples[name].Value
		}
		switch {
		case value == nil:
		case p.In == "path":
			path = strings.Replace(path, "{"+p.Name+"}", url.PathEscape(text(t, value)), 1)
		default:
			query[p.Name] = texts(t, value)
		}
	}
	c.url = server + path
	if len(query) > 0 {
		c.url += "?" + query.Encode()
	}
	c.body = o.RequestBody.Content["application/json"].Examples[name].Value
	return c
}

// texts is a parameter's value as a query carries it: a list is the repeated
// name (style form, explode true, the defaults).
func texts(t *testing.T, value json.RawMessage) []string {
	t.Helper()
	if value[0] != '[' {
		return []string{text(t, value)}
	}
	var items []json.RawMessage
	if err := json.Unmarshal(value, &items); err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, item := range items {
		list = append(list, text(t, item))
	}
	return list
}

func text(t *testing.T, value json.RawMessage) string {
	t.Helper()
	if value[0] != '"' {
		return string(value)
	}
	var s string
	if err := json.Unmarshal(value, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// keyed tells whether the operation needs a key.
func (c call) keyed() bool { return c.operation.Security == nil || len(*c.operation.Security) > 0 }

// picture tells whether the answer is a picture, or its envelope.
func (c call) picture() bool {
	return len(c.operation.Responses["200"].Content["image/png"].Schema) > 0
}

// send makes the call after edit has changed the request.
func (c call) send(s service, edit func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest(c.method, c.url, bytes.NewReader(c.body))
	if c.keyed() {
		r.Header.Set("Authorization", "Bearer "+s.key)
	}
	if c.method == "POST" {
		r.Header.Set("Content-Type", "application/json")
	}
	edit(r)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// TestExamplesAreAccepted sends every example of the document to a running
// service and compares what comes back with the documented answer, its schema
// and its headers.
func TestExamplesAreAccepted(t *testing.T) {
	s, d := newService(t), describe(t, published.JSON())
	for _, c := range calls(t, d.document) {
		if c.path == "/problems/{code}" {
			continue // a page of the website, whose own tests ask for it
		}
		t.Run(c.method+" "+c.path+" "+c.example, func(t *testing.T) {
			c.checkInput(t, d)
			for mediaType, m := range c.operation.Responses["200"].Content {
				w := c.send(s, func(r *http.Request) { r.Header.Set("Accept", mediaType) })
				if w.Code != http.StatusOK {
					t.Fatalf("%s %s\n%d %s", c.url, c.body, w.Code, w.Body)
				}
				c.checkAnswer(t, d, mediaType, m, w)
			}
		})
	}
}

// checkInput wants what the example sends to be valid by the document's own
// schemas.
func (c call) checkInput(t *testing.T, d description) {
	t.Helper()
	method := strings.ToLower(c.method)
	if c.body != nil {
		d.valid(t, c.body, "paths", c.path, method, "requestBody", "content", "application/json", "schema")
	}
	for i, p := range c.operation.Parameters {
		if value := p.Examples[c.example].Value; value != nil {
			d.valid(t, value, "paths", c.path, method, "parameters", strconv.Itoa(i), "schema")
		}
	}
}

func (c call) checkAnswer(t *testing.T, d description, mediaType string, m media, w *httptest.ResponseRecorder) {
	t.Helper()
	sent, _, err := mime.ParseMediaType(w.Header().Get("Content-Type"))
	if _, documented := c.operation.Responses["200"].Content[sent]; err != nil || sent != mediaType && !(documented && c.picture()) {
		t.Errorf("answered as %q, documented as %s", sent, mediaType)
	}
	if c.picture() && mediaType != "application/json" {
		return // what a picture is of is for its own tests
	}
	for name := range c.operation.Responses["200"].Headers {
		if mediaType == "text/event-stream" && name == "Toolcrib-Charge" {
			continue // the headers go before the charge is known
		}
		if w.Header().Get(name) == "" && name != "Idempotent-Replayed" && name != "ETag" { // only on an answer sent again, or on a picture alone
			t.Errorf("no header %s", name)
		}
	}
	documented, got := m.Examples[c.example].Value, w.Body.Bytes()
	path := []string{"paths", c.path, strings.ToLower(c.method), "responses", "200", "content", mediaType, "schema"}
	if mediaType != "application/json" {
		if documented != nil && !c.operation.Varies && text(t, documented) != string(got) {
			t.Errorf("documented %s, got %s", documented, got)
		}
		return
	}
	d.valid(t, got, path...)
	for _, name := range strays(d.tree, get(d.tree, path...), unmarshal(t, got)) {
		t.Errorf("the answer has an undocumented member %s", name)
	}
	if documented == nil {
		return
	}
	d.valid(t, documented, path...)
	if c.picture() {
		got = withoutBytes.ReplaceAll(got, nil)
	}
	if want := compact(t, documented); !c.operation.Varies && want != string(got) {
		t.Errorf("documented %s, got %s", want, got)
	}
}

// withoutBytes finds the members that the examples of pictures do not have.
var withoutBytes = regexp.MustCompile(`"(image_base64|data_uri)":"[^"]*",`)

// strays lists the members of an answer that its schema, which is open, does
// not name.
func strays(doc object, schema, value any) (found []string) {
	schema = resolve(doc, schema)
	list, _ := value.([]any)
	for _, item := range list {
		found = append(found, strays(doc, get(schema, "items"), item)...)
	}
	named, ok := get(schema, "properties").(object)
	for name, v := range members(value) {
		if ok && named[name] == nil {
			found = append(found, name)
		}
		found = append(found, strays(doc, named[name], v)...)
	}
	return found
}

// refusal is a way to be refused.
type refusal struct {
	name     string
	status   string // as the document has it
	code     problem.Code
	only     string // method, "" = both
	charged  bool   // happens only where there is something to pay
	settings []setting
	edit     func(*http.Request)
}

var callers atomic.Int32

var refusals = []refusal{
	{name: "no key", status: "401", code: problem.MissingAPIKey, edit: func(r *http.Request) { r.Header.Del("Authorization") }},
	{name: "wrong key", status: "401", code: problem.InvalidAPIKey, edit: func(r *http.Request) {
		r.Header.Set("Authorization", "Bearer x")
		r.RemoteAddr = fmt.Sprintf("192.0.2.%d:1", callers.Add(1)) // each may try so often only
	}},
	{name: "no money", charged: true, status: "402", code: problem.InsufficientCredits, settings: []setting{customer}},
	{name: "no scope", status: "403", code: problem.InsufficientScope, settings: []setting{narrow}},
	{name: "long body", status: "413", code: problem.BodyTooLarge, only: "POST", edit: func(r *http.Request) { r.ContentLength = bodyLimit + 1 }},
	{name: "no JSON", status: "415", code: problem.UnsupportedMediaType, only: "POST", edit: func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }},
	{name: "stray parameter", status: "422", code: problem.ValidationFailed, edit: func(r *http.Request) { r.URL.RawQuery += "&no_such_field=1" }},
	{name: "no free units", charged: true, status: "429", code: problem.FreeQuotaExceeded, settings: []setting{unfunded}},
	{name: "long headers", status: "431", code: problem.HeadersTooLarge, edit: func(r *http.Request) { r.Header.Set("X-Long", strings.Repeat("x", 9<<10)) }},
	{name: "no disk", charged: true, status: "503", code: problem.ChargeUnavailable, settings: []setting{full}},
	{name: "no store", status: "503", code: problem.ChargeUnavailable, settings: []setting{away}},
}

// TestRefusalsAreDocumented provokes refusals on every operation that takes a
// key. A refusal must happen exactly where it is documented, and as documented.
func TestRefusalsAreDocumented(t *testing.T) {
	d := describe(t, published.JSON())
	all := calls(t, d.document)
	for _, refusal := range refusals {
		s := newService(t, refusal.settings...)
		for i, c := range all {
			first := i == 0 || all[i-1].path != c.path || all[i-1].method != c.method
			if !first || !c.keyed() || refusal.charged && *c.operation.Units == 0 || refusal.only != "" && refusal.only != c.method {
				continue
			}
			t.Run(refusal.name+" "+c.operation.OperationID, func(t *testing.T) {
				checkRefusal(t, d, s, c, refusal)
			})
		}
	}
}

func checkRefusal(t *testing.T, d description, s service, c call, refusal refusal) {
	t.Helper()
	status := refusal.status
	if _, ok := c.operation.Responses["400"]; ok && status == "422" {
		status = "400"
	}
	w := c.send(s, func(r *http.Request) {
		if refusal.edit != nil {
			refusal.edit(r)
		}
	})
	response, documented := c.operation.Responses[status]
	if happened := strconv.Itoa(w.Code) == status; happened != documented {
		t.Fatalf("%s is documented: %t; got %d %s", status, documented, w.Code, w.Body)
	}
	if documented {
		checkProblem(t, d, response.Ref, refusal.code, w)
	}
}

// checkProblem compares a refusal with the component that documents it.
func checkProblem(t *testing.T, d description, ref string, code problem.Code, w *httptest.ResponseRecorder) {
	t.Helper()
	component := strings.Split(strings.TrimPrefix(ref, "#/"), "/")
	d.valid(t, w.Body.Bytes(), append(component, "content", problem.MediaType, "schema")...)
	response := get(d.tree, component...)
	for name, header := range members(get(response, "headers")) {
		if get(resolve(d.tree, header), "required") == true && w.Header().Get(name) == "" {
			t.Errorf("no header %s", name)
		}
	}
	if got := w.Header().Get("Content-Type"); got != problem.MediaType {
		t.Errorf("content type %s", got)
	}
	example := get(response, "content", problem.MediaType, "examples", string(code), "value")
	got := unmarshal(t, w.Body.Bytes())
	for name := range members(got) {
		if get(example, name) == nil {
			t.Errorf("the documented example has no %s: %s", name, w.Body)
		}
	}
	if get(got, "code") != string(code) || get(got, "type") != base+"/problems/"+string(code) {
		t.Errorf("not the problem %s: %s", code, w.Body)
	}
}

// TestRateLimitIsDocumented spends the only request of a minute.
func TestRateLimitIsDocumented(t *testing.T) {
	d := describe(t, published.JSON())
	for _, c := range calls(t, d.document) {
		if !c.keyed() {
			continue
		}
		s := newService(t, busy)
		c.send(s, func(*http.Request) {})
		w := c.send(s, func(*http.Request) {})
		if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" || w.Header().Get("RateLimit") == "" {
			t.Errorf("%s: %d %v", c.path, w.Code, w.Header())
		}
		checkProblem(t, d, c.operation.Responses["429"].Ref, problem.RateLimited, w)
	}
}
