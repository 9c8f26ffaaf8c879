package rest_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/op"
	"toolcrib/internal/rest"
)

type digestIn struct {
	Text      string  `json:"text" doc:"What to digest." len:"1..100"`
	Algorithm *string `json:"algorithm" doc:"How." enum:"md5,sha1" example:"md5"`
}

var _ = op.Define(op.Def[digestIn, sayOut]{
	ID: "test-digest", Route: "POST /v1/security/digest", Summary: "Digest", Doc: "Digests.", Source: "none", Since: "1.0.0",
	Hosts: []string{"paint /v1/digest", "paint /v1/digest/{algorithm}"}, Examples: []op.Example{{Name: "plain", In: `{"text":"x"}`}},
	Run: func(_ context.Context, in digestIn) (sayOut, error) {
		if in.Algorithm == nil {
			return sayOut{"sha256 of " + in.Text}, nil
		}
		return sayOut{*in.Algorithm + " of " + in.Text}, nil
	},
})

// newPaintHost is a site with a product host of its own.
func newPaintHost(t *testing.T) *site {
	s := newSite(t)
	s.AddHost(rest.Host{
		Name: "paint", At: "Paint.example:8443",
		OpenAPI: rest.Document{
			JSON: func() []byte { return []byte(`{"openapi":"3.1.0"}`) }, YAML: func() []byte { return []byte("openapi: 3.1.0\n") },
		},
		Front: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			s.Write(w, r, rest.Reply{ID: s.NewID()}, 200, "text/html", []byte("hello"))
		}),
	})
	return s
}

func (s *site) at(host, method, target, body string, headers ...string) *httptest.ResponseRecorder {
	s.t.Helper()
	r := s.request(method, target, body, headers...)
	r.Host = host
	return s.serve(r)
}

func TestProductHost(t *testing.T) {
	s := newPaintHost(t)
	for _, host := range []string{"paint.example", "paint.example:8443", "PAINT.example.", "paint.example:1"} {
		if w := s.at(host, "GET", "/v1/paint?text=hello", ""); w.Code != 200 || w.Body.String() != "hello" {
			t.Errorf("%s: %d %s", host, w.Code, w.Body)
		}
	}
	if w := s.at("paint.example", "POST", "/v1/again", `{"text":"hello"}`); w.Code != 200 || !strings.Contains(w.Body.String(), `"painted":"hello"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	// The same key, pools and windows as at the base URL.
	h := s.get(paintURL + "?text=hello").Header()
	if got := field(t, h, "Toolcrib-Quota"); !strings.HasPrefix(got, "image free=44 ") || !strings.Contains(field(t, h, "RateLimit"), "r=54") {
		t.Errorf("%v", h)
	}
	// What is offered at the base URL alone is not found here, nor the other way.
	b := s.refused(s.at("paint.example", "GET", paintURL+"?text=hello", ""), 404, "not_found")
	if b.Type != "https://x.example/sub/problems/not_found" {
		t.Errorf("type %s", b.Type)
	}
	for _, path := range []string{"/v1/design/paint", "/v1/usage", "/sub/v1/paint", "/mcp", "/problems/not_found"} {
		s.refused(s.at("paint.example", "GET", path, ""), 404, "not_found")
	}
	s.refused(s.get("/sub/v1/paint"), 404, "not_found")
	s.refused(s.at("paint.example", "GET", "/v1/digest/md5", ""), 405, "method_not_allowed")
	for path, want := range map[string]string{"/": "hello", "/openapi.json": `{"openapi":"3.1.0"}`, "/healthz": `{"status":"ok"}`} {
		if w := s.at("paint.example", "GET", path, "", "Authorization:"); w.Code != 200 || w.Body.String() != want {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
}

// Links made at a product host lead there, and are the same link.
func TestLinksOfAProductHost(t *testing.T) {
	s := newPaintHost(t)
	w := s.at("paint.example", "POST", "/v1/paint/sign", `{"text":"hello"}`)
	_, rest, _ := strings.Cut(w.Body.String(), `"url":"https://Paint.example:8443`)
	link, _, _ := strings.Cut(rest, `"`)
	if !strings.HasPrefix(link, "/v1/paint?kid=key_1&") {
		t.Fatalf("%s", w.Body)
	}
	for host, path := range map[string]string{"paint.example": link, "x.example": strings.Replace(link, "/v1/paint", paintURL, 1)} {
		r := s.request("GET", path, "", "Authorization:")
		r.Host = host
		if w := s.bare(r); w.Code != 200 || w.Body.String() != "hello" {
			t.Errorf("%s: %d %s", host, w.Code, w.Body)
		}
	}
	if len(s.ledger.Made()) != 2 {
		t.Errorf("%d charges", len(s.ledger.Made()))
	}
}

func TestFieldInThePath(t *testing.T) {
	s := newPaintHost(t)
	const ok = `{"success":true,"data":{"text":`
	for path, want := range map[string]string{
		"/v1/digest": ok + `"sha256 of x"}}`, "/v1/digest/md5": ok + `"md5 of x"}}`, "/v1/digest/MD-5": ok + `"md5 of x"}}`, "/v1/digest/sha%31": ok + `"sha1 of x"}}`,
	} {
		s.answered(s.at("paint.example", "POST", path, `{"text":"x"}`), want)
	}
	s.answered(s.at("paint.example", "POST", "/v1/digest/md5", `{"text":"x","algorithm":"MD5"}`), ok+`"md5 of x"}}`)
	for path, want := range map[string]string{"/v1/digest/sha1": "conflict", "/v1/digest/sha2": ""} {
		b := s.refused(s.at("paint.example", "POST", path, `{"text":"x","algorithm":"md5"}`), 422, "validation_failed")
		if len(b.Errors) != 1 || b.Errors[0].Field != "algorithm" || want != "" && b.Errors[0].Code != want {
			t.Errorf("%s: %+v", path, b.Errors)
		}
	}
	s.clock.Add(time.Minute)
	s.refused(s.at("paint.example", "POST", "/v1/digest/", `{"text":"x"}`), 404, "not_found")
	s.at("paint.example", "POST", "/v1/digest/md5", `{"text":"x"}`, "Idempotency-Key: a")
	s.refused(s.at("paint.example", "POST", "/v1/digest/sha1", `{"text":"x"}`, "Idempotency-Key: a"), 422, "idempotency_key_reused")
}

// Credentials that open nothing are counted together.
func TestBadCredentialsOfAProductHost(t *testing.T) {
	s := newPaintHost(t)
	for range 30 {
		s.refused(s.at("paint.example", "GET", "/v1/paint?text=x", "", "Authorization: Bearer x"), 401, "invalid_api_key")
	}
	s.refused(s.get(paintURL+"?text=x", "Authorization: Bearer x"), 429, "rate_limited")
}
