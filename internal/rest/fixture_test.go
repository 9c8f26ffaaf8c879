package rest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/account/accounttest"
	"toolcrib/internal/engine"
	"toolcrib/internal/meter"
	"toolcrib/internal/op"
	"toolcrib/internal/rest"
)

type (
	addIn struct {
		A int `json:"a" doc:"First number." min:"0" max:"1000" example:"1"`
		B int `json:"b" doc:"Second number." min:"0" max:"1000" example:"2"`
	}
	addOut struct {
		Sum int `json:"sum" doc:"a + b."`
	}
	sayIn struct {
		Text string `json:"text" doc:"What to say, or to do." len:"1..3000000"`
	}
	sayOut struct {
		Text string `json:"text" doc:"What was said." main:"text/plain"`
	}
	rawOut struct {
		Value op.Raw `json:"value" doc:"The text as JSON." main:"application/json;profile=raw"`
	}
)

// Operations of the tests: a GET, a POST with a raw text, a POST with raw
// JSON, and one with an allowance that answers 400 to bad input.
var (
	_ = op.Define(op.Def[addIn, addOut]{
		ID: "test-add", Route: "GET /v1/calculators/add", Summary: "Add", Doc: "Adds.", Source: "arithmetic", Since: "1.0.0",
		Examples: []op.Example{{Name: "small", In: `{"a":1,"b":2}`}},
		Run:      func(_ context.Context, in addIn) (addOut, error) { return addOut{in.A + in.B}, nil },
	})
	_ = op.Define(op.Def[sayIn, sayOut]{
		ID: "test-echo", Route: "POST /v1/text/echo", Summary: "Say", Doc: "Says.", Source: "none", Since: "1.0.0", Class: op.T1,
		Examples: []op.Example{{Name: "plain", In: `{"text":"x"}`}}, Run: say,
	})
	_ = op.Define(op.Def[sayIn, rawOut]{
		ID: "test-quote", Route: "POST /v1/data/quote", Summary: "Quote", Doc: "Quotes.", Source: "none", Since: "1.0.0",
		Examples: []op.Example{{Name: "plain", In: `{"text":"x"}`}},
		Run: func(_ context.Context, in sayIn) (rawOut, error) {
			return rawOut{op.AppendString(nil, in.Text)}, nil
		},
	})
	_ = op.Define(op.Def[sayIn, sayOut]{
		ID: "test-choose", Route: "POST /v1/productivity/choose", Summary: "Choose", Doc: "Chooses.", Source: "none", Since: "1.0.0",
		Allowed: true, BadInput: 400, Examples: []op.Example{{Name: "plain", In: `{"text":"x"}`}}, Run: say,
	})
)

func say(_ context.Context, in sayIn) (sayOut, error) {
	if strings.HasPrefix(in.Text, "panic") {
		panic("cannot say " + in.Text)
	}
	return sayOut(in), nil
}

// site is a service over a ledger with two accounts.
type site struct {
	*rest.Server
	t      *testing.T
	clock  *accounttest.Clock
	ledger *accounttest.Ledger
	log    *bytes.Buffer
	secret string // of key_1, account acc_1, which may compute and read usage
	mute   string // of key_2, which has no scope

	observed []engine.Observed // calls refused before the engine
}

// origin is the base URL of most tests.
const origin = "https://x.example/sub"

func newSite(t *testing.T) *site { return newSiteAt(t, origin, 60) }

func newSiteAt(t *testing.T, base string, perKey int) *site {
	clock := accounttest.NewClock("2026-11-20T09:00:00Z")
	plan := account.Plan{
		Free:       map[account.Pool]int64{account.PoolCompute: 500, account.PoolImage: 50},
		Allowances: map[account.Pool]int64{account.AllowancePool("test-choose"): 5000},
	}
	s := &site{t: t, clock: clock, ledger: accounttest.NewLedger(plan, clock.Now), log: &bytes.Buffer{}}
	s.ledger.AddAccount("acc_1")
	s.ledger.AddAccount("acc_2")
	random := rand.NewChaCha8([32]byte{3})
	s.secret = s.addKey("key_1", "acc_1", random, account.ScopeCompute, account.ScopeUsage)
	s.mute = s.addKey("key_2", "acc_1", random)
	s.addKey("key_3", "acc_2", random, account.ScopeCompute)
	m := meter.New(s.ledger, meter.Options{PerKey: perKey, PerAccount: 600, Monotonic: clock.Since, Now: clock.Now})
	s.Server = rest.New(rest.Options{
		BaseURL: base, Meter: m, Keys: account.NewKeyring(s.ledger, clock.Now), Store: s.ledger,
		Engine: engine.New(engine.Options{
			Input: op.DefaultLimits(), Output: 8 << 20, Compute: 2 * time.Second,
			Env: op.Env{Now: clock.Now, Random: random}, Meter: m, Keep: 24 * time.Hour, Base: base,
		}),
		BodyLimit: 2 << 20, HeaderLimit: 32 << 10, Plan: plan, Now: clock.Now, Monotonic: clock.Since,
		TrustedProxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8:ffff::/48")},
		Find:           find, Observe: func(o engine.Observed) { s.observed = append(s.observed, o) },
		Log: slog.New(slog.NewJSONHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		OpenAPI: rest.Document{
			JSON: func() []byte { return []byte(`{"openapi":"3.1.0","info":"` + strings.Repeat("x", 3000) + `"}`) },
			YAML: func() []byte { return []byte("openapi: 3.1.0\n") },
		},
	})
	return s
}

func (s *site) addKey(id, accountID string, random io.Reader, scopes ...account.Scope) string {
	secret, err := account.NewSecret(account.Live, random)
	if err != nil {
		s.t.Fatal(err)
	}
	s.ledger.AddKey(account.Key{ID: id, AccountID: accountID, Name: "name of " + id, Env: account.Live, Hash: account.HashKey(secret), Scopes: scopes})
	return secret
}

// request makes a request with the key of the site; headers are "Name: value",
// and "Name:" takes one away.
func (s *site) request(method, target, body string, headers ...string) *http.Request {
	var reader io.Reader
	if body != "" {
		reader = strings.NewReader(body)
	}
	r := httptest.NewRequest(method, target, reader)
	r.Header.Set("Authorization", "Bearer "+s.secret)
	if method == "POST" {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ":")
		if value = strings.TrimPrefix(value, " "); value == "" {
			r.Header.Del(name)
			continue
		}
		r.Header.Set(name, value)
	}
	return r
}

var requestID = regexp.MustCompile(`^req_[0-9A-HJKMNP-TV-Z]{26}$`)

// serve answers a request and checks what holds for every answer.
func (s *site) serve(r *http.Request) *httptest.ResponseRecorder {
	s.t.Helper()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	h := w.Header()
	told, n := h.Get("Content-Length"), w.Body.Len()
	// net/http tells the length of a short body itself: TestEveryAnswerTellsItsLength.
	length := told == strconv.Itoa(n) || told == "" && n < 2048 || r.Method == http.MethodHead && told != ""
	if !requestID.MatchString(h.Get("Request-Id")) || h.Get("X-Content-Type-Options") != "nosniff" || !length {
		s.t.Errorf("%s %s: headers %v", r.Method, r.URL, h)
	}
	if w.Code >= 400 && h.Get("Content-Type") != "application/problem+json" {
		s.t.Errorf("%s %s: status %d of type %s", r.Method, r.URL, w.Code, h.Get("Content-Type"))
	}
	return w
}

func (s *site) get(target string, headers ...string) *httptest.ResponseRecorder {
	s.t.Helper()
	return s.serve(s.request("GET", target, "", headers...))
}

func (s *site) post(target, body string, headers ...string) *httptest.ResponseRecorder {
	s.t.Helper()
	return s.serve(s.request("POST", target, body, headers...))
}

// body is a problem, or an answer, as far as tests look at it.
type body struct {
	Success   bool
	Type      string
	Title     string
	Status    int
	Code      string
	Detail    string
	Instance  string
	RequestID string `json:"request_id"`
	Errors    []struct{ Field, Code, Message, Hint string }
}

// refused checks that an answer is a problem of the code and returns it.
func (s *site) refused(w *httptest.ResponseRecorder, status int, code string) body {
	s.t.Helper()
	var b body
	if err := json.Unmarshal(w.Body.Bytes(), &b); err != nil {
		s.t.Fatalf("status %d, %q: %v", w.Code, w.Body, err)
	}
	if w.Code != status || b.Status != status || b.Code != code || b.Success || b.Detail == "" || b.RequestID != w.Header().Get("Request-Id") {
		s.t.Errorf("status %d: %s; want %d %s", w.Code, w.Body, status, code)
	}
	return b
}

// answered checks that an answer is 200 with the body.
func (s *site) answered(w *httptest.ResponseRecorder, want string) {
	s.t.Helper()
	if w.Code != 200 || w.Body.String() != want {
		s.t.Errorf("status %d: %.300s; want %.300s", w.Code, w.Body, want)
	}
}

// testRandom is a source that gives the same each time, and another than the
// site's own.
func testRandom() io.Reader { return rand.NewChaCha8([32]byte{7}) }

// find knows one word for one operation.
func find(query string, _ int) []*op.Op {
	var found []*op.Op
	for _, o := range op.All() {
		if query == "to quote" && o.ID == "test-quote" {
			found = append(found, o)
		}
	}
	return found
}
