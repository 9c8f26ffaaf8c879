package rest_test

import (
	"net/http"
	"net/http/httptest"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

const (
	addURL  = "/sub/v1/calculators/add?a=1&b=2"
	echoURL = "/sub/v1/text/echo"
	hello   = `{"text":"hello"}`
)

func TestAnswers(t *testing.T) {
	s := newSite(t)
	s.answered(s.get(addURL), `{"success":true,"data":{"sum":3}}`)
	s.answered(s.post(echoURL, hello), `{"success":true,"data":{"text":"hello"}}`)
	if ct := s.get(addURL).Header().Get("Content-Type"); ct != "application/json" {
		t.Errorf("Content-Type %q", ct)
	}
}

func TestNotFound(t *testing.T) {
	s := newSite(t)
	for target, near := range map[string]string{
		"/sub/v1/calculators/ad":                       "/sub/v1/calculators/add",
		"/sub/v1/calculator/add":                       "/sub/v1/calculators/add",
		"/sub/v1/calculators/add/":                     "/sub/v1/calculators/add",
		"/sub/V1/Calculators/ADD":                      "/sub/v1/calculators/add",
		"/sub/calculators/add":                         "/sub/v1/calculators/add",
		"/v1/calculators/add":                          "/sub/v1/calculators/add", // without the path of the base URL
		"/sub/v1/xyzzy/plugh":                          "",
		"/sub/v1/" + strings.Repeat("a/", 5000):        "",
		"/sub/" + strings.Repeat("\u00e9", 50) + "%ff": "",
		"/sub":              "",
		"/sub/":             "",
		"/":                 "",
		"/subv1/text/echo":  "",
		"/sub/problems/nil": "",
	} {
		// No key is needed to be told.
		b := s.refused(s.get(target, "Authorization:"), 404, "not_found")
		if near == "" && strings.Contains(b.Detail, "did you mean") || near != "" && !strings.HasSuffix(b.Detail, "did you mean "+near+"?") {
			t.Errorf("%s: %q; want %q suggested", target, b.Detail, near)
		}
	}
}

func TestMethodNotAllowed(t *testing.T) {
	s := newSite(t)
	for _, c := range []struct{ method, target, allow string }{
		{"POST", addURL, "GET, HEAD"},
		{"DELETE", addURL, "GET, HEAD"},
		{"OPTIONS", addURL, "GET, HEAD"},
		{"get", addURL, "GET, HEAD"},
		{"GET", echoURL, "POST"},
		{"HEAD", echoURL, "POST"},
		{"PUT", echoURL, "POST"},
		{"POST", "/sub/v1/usage", "GET, HEAD"},
		{"POST", "/sub/healthz", "GET, HEAD"},
	} {
		r := s.request("GET", c.target, "", "Authorization:")
		r.Method = c.method
		w := s.serve(r)
		if w.Header().Get("Allow") != c.allow {
			t.Errorf("%s %s: Allow %q, want %q", c.method, c.target, w.Header().Get("Allow"), c.allow)
		}
		if c.method != "HEAD" {
			s.refused(w, 405, "method_not_allowed")
		}
	}
	if n := s.ledger.Calls("KeyByHash"); n != 0 {
		t.Errorf("the store was asked for %d keys", n)
	}
}

// HEAD is GET without the body: the same status and headers.
func TestHead(t *testing.T) {
	for _, target := range []string{addURL, "/sub/v1/calculators/add?a=x", "/sub/v1/usage", "/sub/v1/operations", "/sub/healthz", "/sub/readyz",
		"/sub/openapi.json", "/sub/openapi.yaml", "/sub/none"} {
		for _, encoding := range []string{"", "gzip"} {
			get, head := newSite(t), newSite(t)
			g := get.get(target, "Accept-Encoding: "+encoding)
			h := head.serve(head.request("HEAD", target, "", "Accept-Encoding: "+encoding))
			if h.Code != g.Code || h.Body.Len() != 0 {
				t.Errorf("HEAD %s: status %d with %d bytes; GET %d", target, h.Code, h.Body.Len(), g.Code)
			}
			g.Header().Set("Content-Length", strconv.Itoa(g.Body.Len())) // as net/http does over a connection
			for _, w := range []*httptest.ResponseRecorder{g, h} {
				w.Header().Del("Request-Id")
				w.Header().Del("Toolcrib-Charge")
			}
			if !reflect.DeepEqual(h.Header(), g.Header()) {
				t.Errorf("HEAD %s: %v\nGET: %v", target, h.Header(), g.Header())
			}
		}
	}
	s := newSite(t)
	s.serve(s.request("HEAD", addURL, ""))
	if n := len(s.ledger.Made()); n != 1 {
		t.Errorf("HEAD was charged %d times, as GET is once", n)
	}
}

func TestBasePaths(t *testing.T) {
	for base, prefix := range map[string]string{
		"http://127.0.0.1:8080": "", "https://x.example": "", "https://x.example/a": "/a", "https://x.example/a/b": "/a/b",
	} {
		s := newSiteAt(t, base, 60)
		s.answered(s.get(prefix+"/v1/calculators/add?a=1&b=2"), `{"success":true,"data":{"sum":3}}`)
		b := s.refused(s.get(prefix+"/none"), 404, "not_found")
		if b.Type != base+"/problems/not_found" || b.Instance != prefix+"/none" {
			t.Errorf("%s: type %s, instance %s", base, b.Type, b.Instance)
		}
		hsts := s.get(prefix + "/healthz").Header().Get("Strict-Transport-Security")
		if (hsts != "") != strings.HasPrefix(base, "https:") {
			t.Errorf("%s: Strict-Transport-Security %q", base, hsts)
		}
	}
}

// The instance is the path as it was sent, a URI reference (RFC 9457 3.1.5).
func TestInstanceStaysEscaped(t *testing.T) {
	s := newSite(t)
	if b := s.refused(s.get("/sub/v1/a%20b%22"), 404, "not_found"); b.Instance != "/sub/v1/a%20b%22" {
		t.Errorf("instance %q", b.Instance)
	}
}

func TestHeadersTooLarge(t *testing.T) {
	s := newSite(t)
	s.refused(s.get(addURL, "X-Long: "+strings.Repeat("a", 32<<10)), 431, "headers_too_large")
	s.refused(s.get(addURL+"&c="+strings.Repeat("a", 32<<10)), 431, "headers_too_large")
	r := s.request("GET", addURL, "")
	for range 3000 {
		r.Header.Add("X-Many", "abcdefgh")
	}
	s.refused(s.serve(r), 431, "headers_too_large")
	s.answered(s.get(addURL, "X-Long: "+strings.Repeat("a", 31<<10)), `{"success":true,"data":{"sum":3}}`)
}

func TestGetParameters(t *testing.T) {
	s := newSite(t)
	for query, code := range map[string]string{
		"a=1": "required", "a=1&b=2&c=3": "unknown_field", "a=1&a=1&b=2": "duplicate_field",
		"a=1&b=%zz": "invalid_format", "a=1;b=2": "invalid_format", "a=1&b=x": "invalid_number", "a=1&b=2000": "out_of_range", "a=%ff&b=1": "invalid_utf8",
	} {
		b := s.refused(s.get("/sub/v1/calculators/add?"+query), 422, "validation_failed")
		found := false
		for _, e := range b.Errors {
			found = found || e.Code == code
		}
		if !found {
			t.Errorf("%s: %+v; want %s", query, b.Errors, code)
		}
	}
	if len(s.ledger.Made()) != 0 {
		t.Error("a refused call was charged")
	}
}

func TestQueryOnPost(t *testing.T) {
	s := newSite(t)
	b := s.refused(s.post(echoURL+"?text=a&&mode=b", hello), 422, "validation_failed")
	if len(b.Errors) != 2 || b.Errors[0].Field != "text" || b.Errors[1].Field != "mode" || b.Errors[0].Code != "unknown_field" {
		t.Errorf("%+v", b.Errors)
	}
	s.refused(s.post("/sub/v1/productivity/choose?x=1", hello), 400, "validation_failed")
	for _, empty := range []string{"?", "?&"} {
		s.answered(s.post(echoURL+empty, hello), `{"success":true,"data":{"text":"hello"}}`)
	}
}

var _ http.Handler = (*site)(nil)

// What is no path of the API is the website's, where there is one.
func TestSite(t *testing.T) {
	s := newSite(t)
	s.Site(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.NotAllowed(w, r, "SITE") }))
	for target, status := range map[string]int{
		"/sub/": 405, "/sub/tools": 405, "/sub/problems/timeout": 405, "/sub/v1": 405,
		"/": 404, "/tools": 404, "/sub/v1/none": 404, "/sub/healthz": 200, "/sub/openapi.json": 200, addURL: 200,
	} {
		if w := s.get(target); w.Code != status || (status == 405) != (w.Header().Get("Allow") == "SITE") {
			t.Errorf("%s: %d, want %d", target, w.Code, status)
		}
	}
}
