package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolcrib/internal/account"
	"toolcrib/internal/engine"
	"toolcrib/internal/mcp"
	"toolcrib/internal/op"
	_ "toolcrib/internal/ops"
	"toolcrib/internal/problem"
)

// An operation that does what its input tells it to, and a twin of it.
type (
	sayIn struct {
		Text   string `json:"text" doc:"What to say, or what to do." len:"1..1000000"`
		Number op.Raw `json:"number,omitempty" doc:"Any JSON."`
	}
	sayOut struct {
		Text   string `json:"text" doc:"What was said."`
		Number op.Raw `json:"number,omitempty" doc:"The JSON, as it was sent."`
	}
)

var sayDef = op.Def[sayIn, sayOut]{
	ID: "test-say", Route: "POST /v1/test/say", Summary: "Say", Doc: "Says what it is told.", Source: "none", Since: "1.0.0",
	Class: op.T1, Run: say, Examples: []op.Example{{Name: "plain", In: `{"text":"hello"}`}},
}

var (
	_ = op.Define(sayDef)
	_ = op.Define(sayDef.As("test-say-twin", "POST /v1/test/say-twin"))
)

const canary = "canary-3b9c"

// waiting is told of every call that waits, so that a test can go on.
var waiting = make(chan struct{}, 100)

func say(ctx context.Context, in sayIn) (sayOut, error) {
	switch what, _, _ := strings.Cut(in.Text, " "); what {
	case "panic":
		panic("cannot say " + canary)
	case "refuse":
		return sayOut{}, op.Refuse("text", op.OutOfRange, "cannot be said")
	case "wait":
		waiting <- struct{}{}
		<-ctx.Done()
		return sayOut{}, ctx.Err()
	case "big":
		return sayOut{Text: strings.Repeat("x", 1<<20)}, nil
	}
	return sayOut(in), nil
}

// till stands in for the engine: one key with a rate and a pool.
type till struct {
	mcp.Local
	mu       sync.Mutex
	rate     int   // requests left
	units    int64 // left
	admitted int
	charged  []string // ids of calls
	gone     bool     // the key was revoked
}

func (c *till) Admit(context.Context, *account.Key) (engine.Receipt, *problem.Problem) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.admitted >= c.rate {
		return c.receipt(), problem.New(problem.RateLimited, "Too many.").After(7)
	}
	c.admitted++
	return c.receipt(), nil
}

// receipt is what is known now; the lock is held.
func (c *till) receipt() (r engine.Receipt) {
	r.Rate.Limit, r.Rate.Remaining = c.rate, c.rate-c.admitted
	r.Known, r.Balance = true, account.Balance{Pool: account.PoolCompute, Free: c.units}
	return r
}

func (c *till) Do(ctx context.Context, call engine.Call) (engine.Result, *problem.Problem) {
	r, p := c.Admit(ctx, call.Key)
	if p != nil {
		return engine.Result{Receipt: r}, p
	}
	res, p := c.Local.Do(ctx, call)
	c.mu.Lock()
	defer c.mu.Unlock()
	units := call.Op.Class.Units()
	res.Receipt = c.receipt()
	switch {
	case p != nil:
	case c.gone:
		res.Receipt.KeyRefused = true
		p = engine.InvalidKey()
	case c.units < units:
		p = problem.New(problem.FreeQuotaExceeded, "None left.").After(60)
	default:
		c.units -= units
		c.charged = append(c.charged, call.ID)
		res.Receipt = c.receipt()
		res.Receipt.Charge, res.Receipt.Taken = "ch_"+call.ID, account.Taken{Free: units}
	}
	return res, p
}

// site is a gateway over HTTP with one key, called "key".
type site struct {
	*till
	t       testing.TB
	web     mcp.Web
	opts    mcp.Options
	url     string
	mu      sync.Mutex
	reports []error
	refused int
}

// newSite starts a gateway; set changes how it is set up.
func newSite(t testing.TB, set ...func(*site)) *site {
	t.Helper()
	s := prepare(t, set...)
	server := httptest.NewServer(mcp.New(s.opts, s.web))
	t.Cleanup(server.Close)
	s.url = server.URL + "/sub/mcp"
	return s
}

// prepare is a gateway that is not started.
func prepare(t testing.TB, set ...func(*site)) *site {
	s := &site{t: t, till: &till{Local: local(), rate: 1000, units: 1000}}
	var ids atomic.Int64
	s.opts = mcp.Options{Version: "1.2.3", Base: "http://x.example/sub", Caller: s.till, Search: findFirst, Core: mcp.Core, Report: func(_ context.Context, _ string, p *problem.Problem) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.reports = append(s.reports, p.Cause)
	}}
	s.web = mcp.Web{
		BodyLimit: 1 << 20,
		NewID:     func() string { return fmt.Sprintf("ID%d", ids.Add(1)) },
		From:      func(*http.Request) netip.Addr { return netip.Addr{} },
		Refused:   func(*account.Key) { s.refused++ },
		Authenticate: func(r *http.Request) (*account.Key, *problem.Problem) {
			if r.Header.Get("Authorization") != "Bearer key" {
				return nil, problem.New(problem.MissingAPIKey, "Send a key.")
			}
			return &account.Key{ID: "key_1", AccountID: "acc_1"}, nil
		},
		Write: func(w http.ResponseWriter, _ *http.Request, a mcp.Answer, status int, mediaType string, body []byte) {
			head(w, a, mediaType)
			w.WriteHeader(status)
			_, _ = w.Write(body)
		},
		Fail: func(w http.ResponseWriter, r *http.Request, a mcp.Answer, p *problem.Problem) {
			head(w, a, problem.MediaType)
			w.WriteHeader(p.Status)
			_, _ = w.Write(p.AppendJSON(nil, "http://x.example/sub", r.URL.Path, "req_"+a.ID))
		},
	}
	for _, f := range set {
		f(s)
	}
	return s
}

func head(w http.ResponseWriter, a mcp.Answer, mediaType string) {
	w.Header().Set("Content-Type", mediaType)
	w.Header().Set("Request-Id", "req_"+a.ID)
	if a.Keyed {
		w.Header().Set("Test-Rate", fmt.Sprint(a.Receipt.Rate.Remaining))
	}
}

func local() mcp.Local { return mcp.Local{Env: op.SampleEnv(), Limits: op.DefaultLimits()} }

// findFirst finds the operations whose name begins with the query, and last
// one more.
func findFirst(query string, n int) (found []*op.Op) {
	for _, o := range op.All() {
		if strings.HasPrefix(o.ID, query) {
			found = append(found, o)
		}
	}
	found = append(found, op.Find("uuid-generator"))
	return found[:min(n, len(found))]
}

// post sends one body as a client of an older version would.
func (s *site) post(query, body string, headers ...string) (*http.Response, string) {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.url+query, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	for _, h := range append([]string{"Authorization: Bearer key", "Content-Type: application/json", "Accept: application/json, text/event-stream"}, headers...) {
		name, value, _ := strings.Cut(h, ": ")
		if name == "Host" {
			req.Host = value
		}
		req.Header.Set(name, value)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return resp, string(text)
}

// answer is a JSON-RPC response as far as the tests look at it.
type answer struct {
	ID    any
	Error *struct {
		Code    int
		Message string
	}
	Result struct {
		IsError           bool
		StructuredContent json.RawMessage
		Content           []struct{ Type, Text string }
		Meta              map[string]any `json:"_meta"`
		TTLMs             int
		CacheScope        string
		Tools             []struct {
			Name, Title, Description  string
			InputSchema, OutputSchema json.RawMessage
			Annotations               map[string]any
		}
	}
}

func message(method, params string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params)
}

func calling(tool, arguments string) string {
	return message("tools/call", fmt.Sprintf(`{"name":%q,"arguments":%s}`, tool, arguments))
}

// ask posts one message and reads its answer.
func (s *site) ask(query, body string, headers ...string) (a answer) {
	s.t.Helper()
	resp, text := s.post(query, body, headers...)
	if err := json.Unmarshal([]byte(text), &a); err != nil || resp.StatusCode != 200 {
		s.t.Fatalf("%s: %d %s", body, resp.StatusCode, text)
	}
	return a
}

// doc is a problem document.
type doc struct {
	Type, Code, Detail, Instance string
	Status                       int
	RequestID                    string `json:"request_id"`
	Errors                       []struct{ Field, Code, Message, Hint string }
}

// problem posts what is refused as a whole.
func (s *site) problem(status int, code, query, body string, headers ...string) (d doc) {
	s.t.Helper()
	resp, text := s.post(query, body, headers...)
	if err := json.Unmarshal([]byte(text), &d); err != nil || resp.StatusCode != status || d.Code != code ||
		resp.Header.Get("Content-Type") != problem.MediaType || d.Status != status {
		s.t.Errorf("%s %.80s: %d %.300s; want %d %s", query, body, resp.StatusCode, text, status, code)
	}
	return d
}

// said is the JSON of a tool's answer, which stands there twice on success and
// once on failure.
func said(t *testing.T, a answer) []byte {
	t.Helper()
	if a.Error != nil || len(a.Result.Content) != 1 || a.Result.Content[0].Type != "text" {
		t.Fatalf("no result: %+v", a)
	}
	text := []byte(a.Result.Content[0].Text)
	var compact bytes.Buffer
	if a.Result.IsError {
		if a.Result.StructuredContent != nil {
			t.Errorf("an error has structured content: %s", a.Result.StructuredContent)
		}
	} else if err := json.Compact(&compact, a.Result.StructuredContent); err != nil || !sameJSON(compact.Bytes(), text) {
		t.Errorf("text %s, structured %s", text, compact.Bytes())
	}
	return text
}

// sameJSON compares the spelling of JSON but for the escapes that the SDK adds.
func sameJSON(a, b []byte) bool {
	var escaped bytes.Buffer
	json.HTMLEscape(&escaped, b)
	return bytes.Equal(a, escaped.Bytes())
}

// failure reads the problem of a tool error.
func failure(t *testing.T, a answer, code string) (d doc) {
	t.Helper()
	if text := said(t, a); !a.Result.IsError || json.Unmarshal(text, &d) != nil || d.Code != code {
		t.Errorf("%s; want the problem %s", text, code)
	}
	return d
}

// connect is the SDK's client over HTTP.
func (s *site) connect(query string) *sdk.ClientSession {
	s.t.Helper()
	client := &http.Client{Transport: bearer{}}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).
		Connect(s.t.Context(), &sdk.StreamableClientTransport{Endpoint: s.url + query, HTTPClient: client, MaxRetries: -1}, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = session.Close() })
	return session
}

type bearer struct{}

func (bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer key")
	return http.DefaultTransport.RoundTrip(r)
}
