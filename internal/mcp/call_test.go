package mcp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestCall(t *testing.T) {
	s := newSite(t)
	for name, want := range map[string]string{
		"test-say":      `{"success":true,"data":{"text":"a<b & ü"}}`,
		"test_say":      `{"success":true,"data":{"text":"a<b & ü"}}`,
		"test-say-twin": `{"success":true,"data":{"text":"a<b & ü"}}`,
	} {
		if got := said(t, s.ask("", calling(name, `{"text":"a<b & ü"}`))); string(got) != want {
			t.Errorf("%s: %s", name, got)
		}
	}
	if s.admitted != 3 || s.units != 1000-3*2 {
		t.Errorf("%d requests, %d units left", s.admitted, s.units)
	}
}

// The two front doors of one pair answer over the protocol as over REST.
func TestTwinsAnswer(t *testing.T) {
	s := newSite(t)
	for _, pair := range [][2]string{{"emi-calculator", "emi-calculator-finance"}, {"fd-calculator", "fd-calculator-finance"}} {
		arguments := map[string]string{
			"emi-calculator": `{"principal":100000,"annual_rate":9.5,"tenure_months":60}`,
			"fd-calculator":  `{"principal":100000,"annual_rate":7,"tenure_months":12}`,
		}[pair[0]]
		a, b := said(t, s.ask("", calling(pair[0], arguments))), said(t, s.ask("", calling(pair[1], arguments)))
		if string(a) != string(b) || !strings.HasPrefix(string(a), `{"success":true`) {
			t.Errorf("%v: %s and %s", pair, a, b)
		}
	}
}

// No number is read on the way: what was sent arrives byte for byte.
func TestArgumentsArriveAsTheyWereSent(t *testing.T) {
	s := newSite(t)
	const number = `12345678901234567890.10`
	got := said(t, s.ask("", calling("test-say", `{"text":"a","number":{"b":`+number+`,"a":1e2}}`)))
	if !strings.Contains(string(got), number) || !strings.Contains(string(got), "1e2") {
		t.Errorf("%s", got)
	}
}

// A picture is in the answer once: as image_base64, not as a data URI too.
func TestPicture(t *testing.T) {
	s := newSite(t)
	for _, query := range []string{"", "?toolsets=design", "?tools=qr-code-generator"} {
		text := string(said(t, s.ask(query, calling("qr-code-generator", `{"text":"hello","response":"image"}`))))
		if !strings.Contains(text, `"image_base64":"iVBORw0KGgo`) || strings.Contains(text, "data_uri") || !strings.Contains(text, `"content_type":"image/png"`) {
			t.Errorf("%.200s", text)
		}
	}
}

func TestReceipt(t *testing.T) {
	s := newSite(t)
	resp, text := s.post("", calling("test-say", `{"text":"hello"}`))
	var a answer
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		t.Fatal(err)
	}
	id := resp.Header.Get("Request-Id")
	want := map[string]any{"toolcrib/units": 2.0, "toolcrib/remaining": 998.0, "toolcrib/request_id": id}
	if fmt.Sprint(a.Result.Meta) != fmt.Sprint(want) {
		t.Errorf("_meta %v, want %v", a.Result.Meta, want)
	}
	if s.charged[0] != strings.TrimPrefix(id, "req_") || resp.Header.Get("Test-Rate") != "999" {
		t.Errorf("charged %v, headers %v", s.charged, resp.Header)
	}
	a = s.ask("", calling("test-say", `{"text":5}`))
	if a.Result.Meta["toolcrib/units"] != 0.0 || a.Result.Meta["toolcrib/remaining"] != 998.0 || a.Result.Meta["toolcrib/request_id"] == id {
		t.Errorf("_meta of an error %v", a.Result.Meta)
	}
}

// Errors are tool errors with the document that REST sends.
func TestToolErrors(t *testing.T) {
	s := newSite(t)
	d := failure(t, s.ask("", calling("test-say", `{"text":5,"txt":"a"}`)), "validation_failed")
	if d.Type != "http://x.example/sub/problems/validation_failed" || d.Instance != "/sub/v1/test/say" || d.Status != 422 || !strings.HasPrefix(d.RequestID, "req_ID") {
		t.Errorf("%+v", d)
	}
	if len(d.Errors) != 2 || d.Errors[0].Field != "text" || !strings.Contains(d.Errors[1].Message, "did you mean 'text'?") {
		t.Errorf("%+v", d.Errors)
	}
	failure(t, s.ask("", calling("test-say", `{"text":"refuse"}`)), "validation_failed")
	for _, none := range []string{`{}`, `null`} {
		d = failure(t, s.ask("", calling("test-say", none)), "validation_failed")
		if d.Errors[0].Code != "required" {
			t.Errorf("%s: %+v", none, d)
		}
	}
	d = failure(t, s.ask("", message("tools/call", `{"name":"test-say"}`)), "validation_failed")
	if d.Errors[0].Code != "required" {
		t.Errorf("no arguments: %+v", d)
	}
	for arguments, code := range map[string]string{`[]`: "invalid_type", `"a"`: "invalid_type", `{"text":"a","text":"b"}`: "duplicate_field", `{"text":"\ud800"}`: "invalid_unicode"} {
		if d = failure(t, s.ask("", calling("test-say", arguments)), "validation_failed"); len(d.Errors) != 1 || d.Errors[0].Code != code {
			t.Errorf("%s: %+v, want %s", arguments, d.Errors, code)
		}
	}
	if len(s.charged) > 0 {
		t.Errorf("charged %v", s.charged)
	}
}

func TestUnknownTool(t *testing.T) {
	s := newSite(t)
	for name, want := range map[string]string{
		"tset-say":                "unknown tool 'tset-say'; did you mean 'test-say'?",
		"nothing-like-it":         "unknown tool 'nothing-like-it'",
		"search_operations":       "unknown tool 'search_operations'",
		"":                        "unknown tool ''",
		strings.Repeat("x", 9000): "unknown tool '" + strings.Repeat("x", 60) + "…'",
	} {
		a := s.ask("", calling(name, `{}`))
		if a.Error == nil || a.Error.Code != -32602 || a.Error.Message != want {
			t.Errorf("%.20q: %+v", name, a.Error)
		}
	}
	if s.admitted != 5 {
		t.Errorf("%d requests were counted", s.admitted)
	}
}

func TestEmptyPoolIsAToolError(t *testing.T) {
	s := newSite(t, func(s *site) { s.units = 3 })
	said(t, s.ask("", calling("test-say", `{"text":"a"}`)))
	a := s.ask("", calling("test-say", `{"text":"a"}`))
	failure(t, a, "free_quota_exceeded")
	if a.Result.Meta["toolcrib/remaining"] != 1.0 || len(s.charged) != 1 {
		t.Errorf("%v, charged %v", a.Result.Meta, s.charged)
	}
}

// A request too many is refused by HTTP, whatever it asks for.
func TestRateLimit(t *testing.T) {
	s := newSite(t, func(s *site) { s.rate = 1 })
	said(t, s.ask("", calling("test-say", `{"text":"a"}`)))
	for _, body := range []string{
		calling("test-say", `{"text":"a"}`), calling("none", `{}`), message("tools/list", `{}`), `{`, message("no/method", `{}`),
		message("initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a","version":"1"}}`),
	} {
		s.problem(429, "rate_limited", "", body)
	}
	s.problem(429, "rate_limited", "?mode=compact", calling("search_operations", `{"query":"a"}`))
	s.problem(429, "rate_limited", "?mode=compact", calling("call_operation", `{"operation":"none"}`))
	// Free of the limit, since a client that is told to wait must be able to.
	s.ask("", message("ping", `{}`))
	if resp, text := s.post("", `{"jsonrpc":"2.0","method":"notifications/initialized"}`); resp.StatusCode != 202 || text != "" {
		t.Errorf("notification: %d %q", resp.StatusCode, text)
	}
	if len(s.charged) != 1 || s.admitted != 1 {
		t.Errorf("charged %v, admitted %d", s.charged, s.admitted)
	}
}

// Requests that cost nothing count once each.
func TestFreeRequestsCount(t *testing.T) {
	s := newSite(t)
	for i, body := range []string{message("tools/list", `{}`), calling("none", `{}`), `{`, message("no/method", `{}`), message("prompts/list", `{}`)} {
		s.post("", body)
		if s.admitted != i+1 {
			t.Errorf("%s: %d requests counted, want %d", body, s.admitted, i+1)
		}
	}
	if len(s.charged) > 0 {
		t.Errorf("charged %v", s.charged)
	}
}

func TestRevokedKey(t *testing.T) {
	s := newSite(t, func(s *site) { s.gone = true })
	s.problem(401, "invalid_api_key", "", calling("test-say", `{"text":"a"}`))
	if s.refused != 1 || len(s.charged) > 0 {
		t.Errorf("refused %d, charged %v", s.refused, s.charged)
	}
}

// A call that panics ends with its own answer, and the log learns of it
// without the caller's words.
func TestPanic(t *testing.T) {
	s := newSite(t)
	var others sync.WaitGroup
	for range 4 {
		others.Go(func() { said(t, s.ask("", calling("test-say", `{"text":"a"}`))) })
		others.Go(func() { failure(t, s.ask("", calling("test-say", `{"text":"panic"}`)), "internal_error") })
	}
	others.Wait()
	if len(s.charged) != 4 || len(s.reports) != 4 {
		t.Errorf("charged %v, %d reports", s.charged, len(s.reports))
	}
	for _, err := range s.reports {
		if strings.Contains(err.Error(), canary) {
			t.Errorf("the log has %v", err)
		}
	}
}

// A defect of the gateway itself ends one request.
func TestPanicOfTheGateway(t *testing.T) {
	s := newSite(t, func(s *site) { s.opts.Search = nil })
	a := s.ask("?mode=compact", calling("search_operations", `{"query":"a"}`))
	if a.Error == nil || a.Error.Code != -32603 || len(s.reports) != 1 {
		t.Errorf("%+v, %v", a.Error, s.reports)
	}
}

// A caller who leaves ends the call, which then costs nothing.
func TestCancelled(t *testing.T) {
	s := newSite(t)
	for _, version := range []string{"", "2025-06-18", "2026-07-28"} {
		ctx, cancel := context.WithCancel(t.Context())
		body := calling("test-say", `{"text":"wait"}`)
		if version == "2026-07-28" {
			body = strings.Replace(body, `{"name"`, `{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},"name"`, 1)
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header = http.Header{
			"Authorization": {"Bearer key"}, "Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"},
			"Mcp-Protocol-Version": {version}, "Mcp-Method": {"tools/call"}, "Mcp-Name": {"test-say"},
		}
		go func() {
			<-waiting
			cancel()
		}()
		if resp, err := http.DefaultClient.Do(req); err == nil {
			_ = resp.Body.Close()
			t.Errorf("version %q: answered %d", version, resp.StatusCode)
		}
	}
	said(t, s.ask("", calling("test-say", `{"text":"a"}`)))
	if len(s.charged) != 1 || len(s.reports) > 0 {
		t.Errorf("charged %v, reported %v", s.charged, s.reports)
	}
}

// A cancellation that the client sends ends the call as well, where the
// transport can carry one.
func TestCancelledByTheClient(t *testing.T) {
	p := newPipe(t)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-waiting
		cancel()
	}()
	if _, err := p.session.CallTool(ctx, &sdk.CallToolParams{Name: "test-say", Arguments: map[string]any{"text": "wait"}}); err == nil {
		t.Error("answered")
	}
	if _, err := p.session.CallTool(t.Context(), &sdk.CallToolParams{Name: "test-say", Arguments: map[string]any{"text": "a"}}); err != nil {
		t.Error(err)
	}
}

// batch asks several things at once, as versions until 2025-03-26 allow.
func (s *site) batch(messages ...string) []answer {
	s.t.Helper()
	for i, m := range messages {
		messages[i] = strings.Replace(m, `"id":1`, fmt.Sprintf(`"id":%d`, i+1), 1)
	}
	resp, text := s.post("", "["+strings.Join(messages, ",")+"]")
	var list, byID []answer
	if err := json.Unmarshal([]byte(text), &list); err != nil || resp.StatusCode != 200 || len(list) != len(messages) {
		s.t.Fatalf("%d %s", resp.StatusCode, text)
	}
	byID = make([]answer, len(list))
	for _, a := range list {
		byID[int(a.ID.(float64))-1] = a
	}
	return byID
}

// Each call of a batch is metered by itself.
func TestBatch(t *testing.T) {
	s := newSite(t)
	say := calling("test-say", `{"text":"a"}`)
	got := s.batch(say, calling("test-say", `{"text":"panic"}`), say, calling("test-say", `{"text":"refuse"}`), say)
	for _, i := range []int{0, 2, 4} {
		said(t, got[i])
	}
	failure(t, got[1], "internal_error")
	failure(t, got[3], "validation_failed")
	if s.admitted != 5 || s.units != 1000-6 || len(s.charged) != 3 {
		t.Errorf("%d requests, %d units left, charged %v", s.admitted, s.units, s.charged)
	}
	ids := map[string]bool{}
	for _, id := range s.charged {
		ids[id] = true
	}
	if len(ids) != 3 {
		t.Errorf("two charges have one id: %v", s.charged)
	}
}

// A batch that is over the limit in part is answered in part.
func TestBatchOverTheLimit(t *testing.T) {
	s := newSite(t, func(s *site) { s.rate = 2 })
	say := calling("test-say", `{"text":"a"}`)
	answered := 0
	for _, a := range s.batch(say, say, say, say) {
		if !a.Result.IsError {
			answered++
			continue
		}
		failure(t, a, "rate_limited")
	}
	if answered != 2 || len(s.charged) != 2 {
		t.Errorf("%d answered, charged %v", answered, s.charged)
	}
	s.problem(429, "rate_limited", "", "["+say+"]")
	s = newSite(t)
	if d := s.problem(400, "validation_failed", "", "["+strings.Repeat(say+",", 20)+say+"]"); !strings.Contains(d.Detail, "20 messages") {
		t.Errorf("%+v", d)
	}
}

// REST and this front share one caller: here two sessions of the SDK's client
// do, in the newest version of the protocol.
func TestClientsShareOnePool(t *testing.T) {
	s := newSite(t)
	a, b := s.connect(""), s.connect("?tools=test-say")
	for _, session := range []*sdk.ClientSession{a, b} {
		res, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "test-say", Arguments: map[string]any{"text": "a"}})
		if err != nil || res.IsError {
			t.Fatal(err, res)
		}
	}
	if s.units != 1000-4 || len(s.charged) != 2 {
		t.Errorf("%d units left, charged %v", s.units, s.charged)
	}
}
