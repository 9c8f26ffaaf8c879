package service_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"toolcrib/internal/account"
	"toolcrib/internal/op"
	"toolcrib/internal/problem"
)

// canary is put in bodies, queries, headers and paths; no log may hold it.
const canary = "kanarienvogel-7f3a"

// Paths that the battery calls.
const (
	bmiPath    = "/v1/calculators/bmi"
	emiPath    = "/v1/calculators/emi"
	uuidPath   = "/v1/uuid"
	decidePath = "/v1/productivity/decide"
	csvPath    = "/v1/data/csv-to-json"
	slugPath   = "/v1/text/slugify"
	regexPath  = "/v1/text/regex/test"
)

// attack is one careless or hostile request with the answer it must get.
type attack struct {
	name   string
	send   request
	status int
	code   problem.Code
	errors string   // "field code" of every violation, in any order, joined by "; "
	says   []string // what must stand in detail, messages or hints
}

// request is how an attack is sent: a GET without body, a POST of JSON with.
type request struct {
	method, target, body string
	edit                 func(*http.Request, *house)
}

func get(target string) request        { return request{method: "GET", target: target} }
func post(target, body string) request { return request{method: "POST", target: target, body: body} }

// emi adds parameters to those of a sound call but the rate, or replaces them.
func emi(query string) request { return get(emiPath + "?" + query) }

// with sets headers, given as name, value, name, value; an empty value removes.
func (r request) with(headers ...string) request {
	before := r.edit
	r.edit = func(req *http.Request, h *house) {
		if before != nil {
			before(req, h)
		}
		for i := 0; i < len(headers); i += 2 {
			if req.Header.Del(headers[i]); headers[i+1] != "" {
				req.Header.Set(headers[i], headers[i+1])
			}
		}
	}
	return r
}

// as sends another credential, made from the house's good one.
func (r request) as(credential func(h *house) string) request {
	r.edit = func(req *http.Request, h *house) { req.Header.Set("Authorization", credential(h)) }
	return r
}

// httpRequest builds attack number i. Each comes from an address of its own,
// so that a limit on bad credentials from one address does not end the battery.
func (r request) httpRequest(h *house, i int) *http.Request {
	req := h.request(r.method, r.target, r.body)
	if r.method == http.MethodGet && r.body != "" {
		req = httptest.NewRequest(r.method, r.target, strings.NewReader(r.body))
		req.Header.Set("Authorization", "Bearer "+h.key)
	}
	req.RemoteAddr = fmt.Sprintf("198.51.%d.%d:4711", 100+i/250, 1+i%250)
	req.Header.Set("X-Note", canary)
	req.Header.Set("User-Agent", canary)
	if r.edit != nil {
		r.edit(req, h)
	}
	return req
}

// battery is every attack.
func battery() []attack {
	return slices.Concat(nameAttacks(), ruleAttacks(), numberAttacks(), typeAttacks(), syntaxAttacks(), encodingAttacks(),
		nestingAttacks(), sizeAttacks(), decideAttacks(), mediaAttacks(), routeAttacks(), keyAttacks())
}

// TestBattery sends every attack and then looks at what it left behind:
// nothing was charged, the ledger is sound, and the log repeats nothing.
func TestBattery(t *testing.T) {
	s := defaults(t)
	s.RatePerMinute = rateLimit
	h := newHouse(t, s, op.SampleEnv())
	log := &bytes.Buffer{}
	debug := slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	h.handler = handler(s, h.store, h.env(), debug)
	before := h.balance()
	attacks := battery()
	if len(attacks) < 120 {
		t.Errorf("the battery has %d attacks, want 120 or more", len(attacks))
	}
	names, counted := map[string]bool{}, 0
	for i, a := range attacks {
		if names[a.name] {
			t.Errorf("two attacks are called %q", a.name)
		}
		names[a.name] = true
		t.Run(a.name, func(t *testing.T) {
			req := a.send.httpRequest(h, i)
			w := h.do(req)
			if w.Header().Get("RateLimit") != "" {
				counted++
			}
			checkProblem(t, w.Result(), w.Body.Bytes(), req)
			a.check(t, w)
			checkReceipt(t, w)
		})
	}
	if got, want := h.do(h.request("GET", "/v1/usage", "")).Header().Get("RateLimit"), fmt.Sprintf(`"per-minute";r=%d;`, rateLimit-counted-1); !strings.HasPrefix(got, want) {
		t.Errorf("RateLimit: %s after %d keyed refusals, want %s", got, counted, want)
	}
	if after := h.balance(); after != before {
		t.Errorf("the battery was charged for: balance was %+v, is %+v", before, after)
	}
	h.verifyLedger()
	h.checkLog(log)
}

// check compares status, code, violations and text.
func (a *attack) check(t *testing.T, w *httptest.ResponseRecorder) {
	t.Helper()
	if w.Code != a.status {
		t.Errorf("status %d, want %d: %.600s", w.Code, a.status, w.Body)
	}
	if a.send.method == http.MethodHead {
		return
	}
	got := parseProblem(t, w.Body.Bytes())
	if got.Code != string(a.code) {
		t.Errorf("code %s, want %s: %.600s", got.Code, a.code, w.Body)
	}
	var want []string
	if a.errors != "" {
		want = strings.Split(a.errors, "; ")
	}
	found := got.violations()
	slices.Sort(want)
	slices.Sort(found)
	if !slices.Equal(found, want) {
		t.Errorf("errors %q, want %q: %.900s", found, want, w.Body)
	}
	for _, text := range a.says {
		if !strings.Contains(got.text(), text) {
			t.Errorf("nothing says %q:\n%s", text, got.text())
		}
	}
}

// rateLimit is high enough for the battery not to meet it.
const rateLimit = 10_000

// checkReceipt: a refusal after the key was accepted says what is left, and
// that nothing was charged; one before says nothing about accounts.
func checkReceipt(t *testing.T, w *httptest.ResponseRecorder) {
	t.Helper()
	keyed := slices.Contains([]int{400, 413, 415, 422}, w.Code)
	if w.Code == http.StatusForbidden {
		return // the scope of the call, or of a parameter
	}
	for _, name := range []string{"RateLimit", "RateLimit-Policy"} {
		if got := w.Header().Get(name); (got != "") != keyed {
			t.Errorf("%d with %s: %q", w.Code, name, got)
		}
	}
	if got := w.Header().Get("Toolcrib-Charge"); got != "" {
		t.Errorf("Toolcrib-Charge: %s on a refusal", got)
	}
	wantChallenge := w.Code == http.StatusUnauthorized
	if got := w.Header().Get("WWW-Authenticate"); strings.HasPrefix(got, "Bearer ") != wantChallenge {
		t.Errorf("%d with WWW-Authenticate: %q", w.Code, got)
	}
	if got := w.Header().Get("Allow"); (got != "") != (w.Code == http.StatusMethodNotAllowed) {
		t.Errorf("%d with Allow: %q", w.Code, got)
	}
}

// problemBody is a problem document as a caller reads it.
type problemBody struct {
	Success   *bool   `json:"success"`
	Type      string  `json:"type"`
	Title     string  `json:"title"`
	Status    int     `json:"status"`
	Code      string  `json:"code"`
	Detail    string  `json:"detail"`
	Instance  *string `json:"instance"`
	RequestID string  `json:"request_id"`
	Errors    []struct{ Field, Code, Message, Hint string }
}

func parseProblem(t *testing.T, body []byte) (p problemBody) {
	t.Helper()
	if err := json.Unmarshal(body, &p); err != nil {
		t.Fatalf("the problem is not JSON: %v: %.300q", err, body)
	}
	return p
}

func (p *problemBody) violations() (list []string) {
	for _, e := range p.Errors {
		list = append(list, strings.TrimSpace(e.Field+" "+e.Code))
	}
	return list
}

// text is everything in the problem that is meant for a person.
func (p *problemBody) text() string {
	b := p.Detail
	for _, e := range p.Errors {
		b += "\n" + e.Message + "\n" + e.Hint
	}
	return b
}

// checkProblem checks what every problem must be, whatever it is about.
func checkProblem(t *testing.T, resp *http.Response, body []byte, req *http.Request) {
	t.Helper()
	head := resp.Header
	for name, want := range map[string]string{
		"Content-Type": "application/problem+json", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
	} {
		if got := head.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if req.Method == http.MethodHead {
		if len(body) > 0 {
			t.Errorf("a HEAD was answered with a body of %d bytes", len(body))
		}
		return
	}
	p := parseProblem(t, body)
	e, known := problem.Lookup(problem.Code(p.Code))
	switch {
	case !known:
		t.Errorf("unknown code %q", p.Code)
	case p.Success == nil || *p.Success:
		t.Error("success is not false")
	case p.Type != "http://toolcrib.test/problems/"+p.Code:
		t.Errorf("type is %s", p.Type)
	case p.Title != e.Title || p.Detail == "":
		t.Errorf("title %q, detail %q", p.Title, p.Detail)
	case p.Status != resp.StatusCode:
		t.Errorf("status %d in the body of a %d", p.Status, resp.StatusCode)
	case !strings.HasPrefix(p.RequestID, "req_") || p.RequestID != head.Get("Request-Id"):
		t.Errorf("request_id %q, Request-Id %q", p.RequestID, head.Get("Request-Id"))
	case p.Instance == nil || !strings.HasPrefix(*p.Instance, "/") || strings.Contains(*p.Instance, "?"):
		t.Errorf("instance %v", p.Instance)
	case !bytes.Contains(body, []byte(`"errors":[`)):
		t.Error("errors is not a list")
	}
	for _, e := range p.Errors {
		if e.Code == "" || e.Message == "" {
			t.Errorf("a violation without code or message: %+v", e)
		}
	}
}

// env is the clock and randomness of the house.
func (h *house) env() op.Env { return op.SampleEnv() }

func (h *house) balance() account.Balance {
	h.t.Helper()
	b, err := h.store.Balance(h.t.Context(), h.account.ID, account.PoolCompute, account.AllowancePool("random-decision-maker"))
	if err != nil {
		h.t.Fatal(err)
	}
	return b
}

func (h *house) verifyLedger() {
	h.t.Helper()
	report, err := h.store.Verify(h.t.Context())
	if err != nil || !report.OK() {
		h.t.Errorf("verify: %v: %+v", err, report)
	}
}

// checkLog lets every kind of call fail inside, which is logged, and looks for
// the canary and the keys in all that was written.
func (h *house) checkLog(log *bytes.Buffer) {
	h.t.Helper()
	s := defaults(h.t)
	h.handler = handler(s, &brokenStore{h.store}, h.env(), slog.New(slog.NewTextHandler(log, nil)))
	for _, req := range []*http.Request{
		h.request("POST", slugPath, `{"text":"`+canary+`"}`),
		h.request("GET", uuidPath+"?version=5&namespace=dns&name="+canary, ""),
		h.request("GET", "/v1/usage", ""),
		h.request("GET", "/readyz", ""),
	} {
		w := h.do(req)
		checkProblem(h.t, w.Result(), w.Body.Bytes(), req)
		if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
			h.t.Errorf("%s without a store: %d, Retry-After %q", req.URL.Path, w.Code, w.Header().Get("Retry-After"))
		}
	}
	if n := strings.Count(log.String(), "charge_unavailable"); n != 4 {
		h.t.Errorf("%d of 4 failures were logged:\n%s", n, log)
	}
	for _, secret := range []string{canary, h.key, h.key[8:40]} {
		if strings.Contains(log.String(), secret) {
			h.t.Errorf("the log repeats %q:\n%s", secret, log)
		}
	}
}

// brokenStore finds keys but no longer answers about money.
type brokenStore struct{ account.Store }

var errStoreAway = errors.New("disk I/O error")

func (*brokenStore) Balance(context.Context, string, account.Pool, account.Pool) (account.Balance, error) {
	return account.Balance{}, errStoreAway
}

func (*brokenStore) KeyUsage(context.Context, string, string) (account.KeyUsage, error) {
	return account.KeyUsage{}, errStoreAway
}

func (*brokenStore) ChargeBatch(context.Context, []account.Charge) ([]account.Verdict, error) {
	return nil, errStoreAway
}

func (*brokenStore) Ping(context.Context) error { return errStoreAway }
