package mcp_test

import (
	"encoding/json"
	"math"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"toolcrib/internal/mcp"
	"toolcrib/internal/op"
)

func TestMethods(t *testing.T) {
	s := newSite(t)
	for _, method := range []string{"GET", "HEAD", "PUT", "DELETE", "OPTIONS"} {
		req, err := http.NewRequestWithContext(t.Context(), method, s.url, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if resp.StatusCode != 405 {
			t.Errorf("%s: %d", method, resp.StatusCode)
		}
	}
}

func TestKeyIsNeeded(t *testing.T) {
	s := newSite(t)
	for _, credential := range []string{"", "Bearer other", "Basic key"} {
		s.problem(401, "missing_api_key", "", message("tools/list", `{}`), "Authorization: "+credential)
	}
	if s.admitted > 0 {
		t.Errorf("%d requests counted", s.admitted)
	}
}

// What is no message of the protocol gets a problem that says so.
func TestBadMessages(t *testing.T) {
	s := newSite(t)
	for body, status := range map[string]int{
		``: 400, `{`: 400, `nonsense`: 400, `[]`: 400, `[1]`: 400, `{}`: 400, `5`: 400, `null`: 400, `"a"`: 400,
		`{"jsonrpc":"1.0","id":1,"method":"tools/list"}`:                           400,
		`{"jsonrpc":"2.0","id":1,"method":"no/method"}`:                            400,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call"}`:                           400,
		`{"jsonrpc":"2.0","method":"tools/call","params":{}}`:                      400,
		`{"jsonrpc":"2.0","id":{},"method":"tools/list"}`:                          400,
		`{"jsonrpc":"2.0","id":1,"method":"` + canary + `"}`:                       400,
		strings.Repeat("[", 100_000):                                               400,
		strings.Repeat(`{"a":`, 50_000):                                            400,
		`{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", 500_000) + `"}`: 400,
	} {
		if d := s.problem(status, "validation_failed", "", body); len(d.Detail) > 300 {
			t.Errorf("%.40s: says %d bytes", body, len(d.Detail))
		}
	}
	for _, version := range []string{"1999-01-01", "nonsense"} {
		s.post("", message("tools/list", `{}`), "Mcp-Protocol-Version: "+version)
	}
	said(t, s.ask("", calling("test-say", `{"text":"a"}`)))
	if len(s.reports) > 0 {
		t.Errorf("reported %v", s.reports)
	}
}

// Wrong types inside a sound message are answered by the protocol.
func TestWrongTypes(t *testing.T) {
	s := newSite(t)
	for _, params := range []string{`{"name":5}`, `{"name":["test-say"]}`, `[]`, `"a"`, `5`, `{"name":"test-say","arguments":{},"_meta":5}`} {
		_, text := s.post("", message("tools/call", params))
		if !strings.Contains(text, `"error"`) && !strings.Contains(text, `"isError":true`) && !strings.Contains(text, "validation_failed") {
			t.Errorf("%s: %s", params, text)
		}
	}
	// JSON nested deeper than the SDK reads.
	deep := strings.Repeat("[", 5000) + strings.Repeat("]", 5000)
	if resp, _ := s.post("", calling("test-say", `{"text":"a","number":`+deep+`}`)); resp.StatusCode != 400 {
		t.Errorf("deep JSON: %d", resp.StatusCode)
	}
	said(t, s.ask("", calling("test-say", `{"text":"a"}`)))
	if len(s.charged) != 1 {
		t.Errorf("charged %v", s.charged)
	}
}

func TestMediaTypes(t *testing.T) {
	s := newSite(t)
	body := message("tools/list", `{}`)
	s.problem(415, "unsupported_media_type", "", body, "Content-Type: text/plain")
	s.problem(415, "unsupported_media_type", "", body, "Content-Type: ")
	s.problem(415, "unsupported_media_type", "", body, "Content-Encoding: gzip")
	s.problem(400, "validation_failed", "", body, "Accept: application/json")
	s.ask("", body, "Content-Type: application/json; charset=utf-8", "Accept: */*")
	if s.admitted != 5 {
		t.Errorf("%d requests counted", s.admitted)
	}
}

func TestBodyLimit(t *testing.T) {
	s := newSite(t, func(s *site) { s.web.BodyLimit = 1000 })
	fits := calling("test-say", `{"text":"a"}`)
	s.ask("", fits+strings.Repeat(" ", 1000-len(fits)))
	if d := s.problem(413, "body_too_large", "", fits+strings.Repeat(" ", 1001-len(fits))); !strings.Contains(d.Detail, "1000 bytes") {
		t.Errorf("%+v", d)
	}
	s.problem(413, "body_too_large", "", strings.Repeat("[", 64<<20))
	if s.admitted != 3 {
		t.Errorf("%d requests counted", s.admitted)
	}
}

// Large answers harm nothing, and what they took is given back.
func TestLargeAnswers(t *testing.T) {
	s := newSite(t)
	for range 5 {
		if text := said(t, s.ask("", calling("test-say", `{"text":"big"}`))); len(text) < 1<<20 {
			t.Errorf("%d bytes", len(text))
		}
	}
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > 100<<20 {
		t.Errorf("%d bytes are still held", m.HeapAlloc)
	}
}

// With the names of the settings, Host must be one of them or loopback.
func TestHosts(t *testing.T) {
	body := message("ping", `{}`)
	named := newSite(t, func(s *site) { s.web.Hosts = []string{"X.example", "qr.example"} })
	for _, host := range []string{"x.example", "x.example:443", "QR.example", "127.0.0.1:8080", "localhost", "[::1]:80"} {
		named.ask("", body, "Host: "+host)
	}
	for _, host := range []string{"evil.example", "x.example.evil.example", "192.0.2.1", "127.0.0.1.evil.example"} {
		named.problem(403, "origin_not_allowed", "", body, "Host: "+host)
	}
	// Without, what comes in by loopback must name it.
	unnamed := newSite(t)
	unnamed.ask("", body, "Host: localhost:1")
	unnamed.problem(403, "origin_not_allowed", "", body, "Host: evil.example")
	if named.admitted+unnamed.admitted > 0 {
		t.Error("a refused host counts as a request of the key")
	}
}

func TestOrigins(t *testing.T) {
	body := message("ping", `{}`)
	s := newSite(t, func(s *site) {
		s.web.Hosts, s.web.Origins = []string{"x.example"}, []string{"https://x.example", "https://app.example:8443"}
	})
	for _, headers := range [][]string{
		{"Origin: https://x.example"}, {"Origin: https://app.example:8443"}, {"Sec-Fetch-Site: same-origin"},
		{"Host: x.example", "Origin: https://x.example", "Sec-Fetch-Site: same-origin"},
		{"Origin: https://app.example:8443", "Sec-Fetch-Site: cross-site"},
	} {
		s.ask("", body, headers...)
	}
	for _, headers := range [][]string{
		{"Origin: https://evil.example"}, {"Origin: null"}, {"Origin: http://x.example"}, {"Origin: https://app.example"},
		{"Sec-Fetch-Site: cross-site"}, {"Sec-Fetch-Site: same-site"}, {"Host: evil.example", "Origin: http://evil.example"},
	} {
		s.problem(403, "origin_not_allowed", "", body, headers...)
	}
}

func TestNothingToSubscribeTo(t *testing.T) {
	s := newSite(t)
	meta := `{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},"notifications":{"toolsListChanged":true}}`
	resp, text := s.post("", message("subscriptions/listen", meta), "Mcp-Protocol-Version: 2026-07-28", "Mcp-Method: subscriptions/listen")
	if resp.StatusCode != 404 || !strings.Contains(text, "-32601") {
		t.Errorf("%d %s", resp.StatusCode, text)
	}
}

// Whatever is sent, the answer is one of the protocol or a problem, and no
// defect shows.
func FuzzMessages(f *testing.F) {
	for _, body := range []string{calling("text-to-slug", `{"text":"a"}`), message("tools/list", `{}`), `[]`, "[" + message("ping", `{}`) + "]", `{"jsonrpc":"2.0"}`} {
		f.Add("mode=compact", body)
	}
	f.Add("toolsets=text&tools=a_b&exclude=,", `{`)
	s := prepare(f, func(s *site) {
		s.rate = math.MaxInt
		s.opts.Allowed = func(o *op.Op) bool { return o.Group() != "test" }
	})
	handler := mcp.New(s.opts, s.web)
	f.Fuzz(func(t *testing.T, query, body string) {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/mcp", strings.NewReader(body))
		r.URL.RawQuery = query
		r.Header = http.Header{"Authorization": {"Bearer key"}, "Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code < 200 || w.Code >= 500 || w.Code != http.StatusAccepted && !json.Valid(w.Body.Bytes()) {
			t.Errorf("answered %d %s", w.Code, w.Body)
		}
		if len(s.reports) > 0 {
			t.Errorf("defects: %v", s.reports)
		}
	})
}
