package service_test

import (
	"bufio"
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/ai/aitest"
	"toolcrib/internal/op"
	"toolcrib/internal/outbox"
	"toolcrib/internal/service"
	"toolcrib/internal/trace/tracetest"
)

// planted is what callers, their URLs, models and receivers say in these tests:
// it may be in answers, and nowhere else.
const planted = "canary-9b2e"

// traced is a caller's own trace (W3C Trace Context, section 3.2.3).
const traced = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

// watched is a service with a model and a webhook, all of its doors used.
type watched struct {
	*wire
	model   *aitest.Server
	secrets []string
}

// useEveryDoor starts a service, calls it in every way, well and badly, and
// waits until an event has been delivered to a webhook.
func useEveryDoor(t *testing.T) *watched {
	t.Helper()
	delivered := make(chan struct{}, 8)
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		delivered <- struct{}{}
	}))
	t.Cleanup(receiver.Close)
	model := aitest.New(t, aitest.Reply(planted, 7, 9))
	s := defaults(t)
	s.AIBaseURL, s.AIKey, s.AIModel, s.AIPrivate = model.URL, "sk-"+planted, "large", "yes"
	s.WebhookPrivate, s.MetricsListen = "yes", "127.0.0.1:0"
	h := newHouse(t, s, service.Env())
	h.grantOf(account.PoolAI, 100_000)
	hook, err := outbox.NewSecret(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	h.must(h.store.SetWebhook(t.Context(), account.Webhook{AccountID: h.account.ID, URL: receiver.URL + "/" + planted, Secret: hook}))
	keys, err := h.store.Keys(t.Context(), h.account.ID)
	h.must(err)
	_, err = h.store.ChargeBatch(t.Context(), []account.Charge{{ // half of the month's free units
		ID: account.NewID("ch", time.Now()), AccountID: h.account.ID, KeyID: keys[0].ID, Op: "uuid-generator", Pool: account.PoolCompute, Units: 260,
	}})
	h.must(err)
	w := &watched{listen(t, s, h), model, []string{planted, h.key, h.key[8:40], hook, hook[6:]}}
	w.callEveryDoor()
	select {
	case <-delivered:
	case <-time.After(20 * time.Second):
		t.Error("no event was delivered")
	}
	return w
}

func (h *house) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// ask makes a request with the caller's own marks all over it.
func (w *watched) ask(want int, method, path, body string, header ...string) {
	w.t.Helper()
	var in io.Reader = http.NoBody
	if body != "" {
		in = strings.NewReader(body)
	}
	r, err := http.NewRequestWithContext(w.t.Context(), method, "http://"+w.addr+path, in)
	w.must(err)
	for _, set := range append([]string{
		"Authorization: Bearer " + w.key, "Content-Type: application/json", "Accept: application/json, text/event-stream", "Traceparent: " + traced,
		"Tracestate: k=" + planted, "Baggage: k=" + planted, "User-Agent: " + planted, "Referer: http://" + planted, "X-Request-Id: " + planted, "Cookie: c=" + planted,
	}, header...) {
		name, value, _ := strings.Cut(set, ": ")
		r.Header.Set(name, value)
	}
	resp, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(r)
	w.must(err)
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	w.must(err)
	if resp.StatusCode != want {
		w.t.Errorf("%s %s: %d, want %d\n%.500s", method, path, resp.StatusCode, want, got)
	}
}

func (w *watched) callEveryDoor() {
	const bmi, slug, mcp = "/v1/calculators/bmi", slugPath, "/mcp"
	text := fmt.Sprintf(`{"text":%q}`, planted)
	w.ask(200, "GET", bmi+"?weight=70&height=175", "")
	w.ask(200, "POST", slug, text, "Idempotency-Key: "+planted)
	w.ask(200, "POST", slug, text, "Idempotency-Key: "+planted)
	w.ask(422, "POST", slug, `{"`+planted+`":1}`)
	w.ask(422, "GET", bmi+"?weight="+planted+"&height="+w.key, "")
	w.ask(401, "GET", bmi+"?"+planted, "", "Authorization: Bearer tc_live_"+planted)
	w.ask(415, "POST", slug, text, "Content-Type: "+planted)
	w.ask(404, "GET", "/v1/"+planted+"/"+w.key, "")
	w.ask(405, "DELETE", bmi, "")
	w.ask(200, "GET", "/v1/usage", "")
	w.ask(200, "GET", "/readyz?"+planted, "")

	call := func(name, arguments string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%q,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, planted, name, arguments)
	}
	w.ask(200, "POST", mcp, call("text-to-slug", text))
	w.ask(200, "POST", mcp, call("text-to-slug", `{"`+planted+`":1}`))
	w.ask(200, "POST", mcp, call(planted, text))
	w.ask(400, "POST", mcp, planted)

	page := []string{"Accept: text/html", "Content-Type: application/x-www-form-urlencoded", "Sec-Fetch-Site: same-origin"}
	w.ask(200, "GET", "/tools/text-to-slug?text="+planted, "", page...)
	w.ask(404, "GET", "/"+planted+"?key="+w.key, "", page...)
	w.ask(200, "GET", "/status?"+planted, "", page...)
	w.ask(200, "GET", "/tools?q="+planted, "", page...)
	w.ask(403, "POST", "/login", url.Values{"login": {planted}, "password": {w.key}}.Encode(), page...)

	generate := op.Find("ai-generate").Path
	prompt := fmt.Sprintf(`{"prompt":%q}`, planted)
	w.ask(200, "POST", generate, prompt, "Accept: application/json")
	w.ask(200, "POST", generate, prompt, "Accept: text/event-stream")
	w.model.Script(func(rw http.ResponseWriter, _ *http.Request, _ aitest.Request) {
		rw.WriteHeader(http.StatusInternalServerError)
		_, _ = io.WriteString(rw, planted)
	})
	w.ask(503, "POST", generate, prompt, "Accept: application/json")
}

// clean wants none of the secrets in what is told of the calls.
func (w *watched) clean(what, text string) {
	w.t.Helper()
	for _, secret := range w.secrets {
		if strings.Contains(strings.ToLower(text), strings.ToLower(secret)) {
			w.t.Errorf("%s hold %q:\n%s", what, secret, text)
		}
	}
}

// Whatever comes in by whichever door, nothing of it is in logs, metrics or
// traces; and these say what happened.
func TestEveryDoorIsWatched(t *testing.T) {
	collector := tracetest.New(t)
	w := useEveryDoor(t)
	r, err := http.NewRequestWithContext(t.Context(), "GET", w.metrics, http.NoBody)
	w.must(err)
	resp, err := http.DefaultTransport.RoundTrip(r)
	w.must(err)
	defer resp.Body.Close()
	scraped, err := io.ReadAll(resp.Body)
	w.must(err)
	w.must(w.stop())

	w.clean("the metrics", string(scraped))
	w.counted(string(scraped))
	w.clean("the logs", w.log.String())
	for _, line := range []string{`msg="call failed" request_id=req_`, "code=model_unavailable", `msg="sign-in refused"`, `msg="AI endpoint failed`} {
		if !strings.Contains(w.log.String(), line) {
			t.Errorf("the log lacks %s:\n%s", line, w.log)
		}
	}
	w.clean("the traces", collector.Text())
	w.shown(collector)
}

// counted wants every door in the metrics.
func (w *watched) counted(scraped string) {
	w.t.Helper()
	for _, line := range []string{
		`toolcrib_http_requests_total{code="",door="rest",status="200"} 6`,
		`toolcrib_http_requests_total{code="invalid_api_key",door="rest",status="401"} 1`,
		`toolcrib_http_requests_total{code="not_found",door="rest",status="404"} 1`,
		`toolcrib_http_requests_total{code="method_not_allowed",door="rest",status="405"} 1`,
		`toolcrib_http_requests_total{code="model_unavailable",door="rest",status="503"} 1`,
		`toolcrib_http_requests_total{code="",door="mcp",status="200"} 3`,
		`toolcrib_http_requests_total{code="",door="web",status="404"} 1`,
		`toolcrib_http_requests_total{code="",door="health",status="200"} 1`,
		`toolcrib_calls_total{code="",op="text-to-slug",status="200"} 3`,
		`toolcrib_calls_total{code="validation_failed",op="text-to-slug",status="422"} 2`,
		`toolcrib_holds_total{event="held"} 3`,
		`toolcrib_holds_total{event="settled"} 2`,
		`toolcrib_holds_total{event="voided"} 1`,
		`toolcrib_webhook_attempts_total{outcome="postponed"} 0`,
		`toolcrib_store_errors_total{operation="charge"} 0`,
		`toolcrib_rate_lapses_total 0`,
	} {
		if !strings.Contains(scraped, line+"\n") {
			w.t.Errorf("the metrics lack %s", line)
		}
	}
	outcomes := map[string]string{}
	for s := bufio.NewScanner(strings.NewReader(scraped)); s.Scan(); {
		if name, value, ok := strings.Cut(s.Text(), "} "); ok && strings.HasPrefix(name, "toolcrib_model_attempts_total{") {
			_, outcome, _ := strings.Cut(name, "outcome=")
			outcomes[strings.Trim(outcome, `"`)] = value
		}
	}
	if outcomes["answered"] != "2" || outcomes["unavailable"] != "1" {
		w.t.Errorf("attempts at the model: %v", outcomes)
	}
}

// known are the attributes that spans have, and there are no others.
var known = []string{
	"http.request.method", "http.route", "http.response.status_code", "error.type",
	"toolcrib.request.id", "toolcrib.operation", "toolcrib.problem.code", "toolcrib.units", "toolcrib.pool", "toolcrib.charges",
	"toolcrib.endpoint", "toolcrib.outcome", "toolcrib.event.id", "toolcrib.tries",
	"gen_ai.operation.name", "gen_ai.request.model", "gen_ai.usage.input_tokens", "gen_ai.usage.output_tokens",
}

// shown wants the calls as traces.
func (w *watched) shown(c *tracetest.Collector) {
	t := w.t
	t.Helper()
	of := func(name string, n int) []tracetest.Span {
		t.Helper()
		spans := c.Named(name)
		if len(spans) != n {
			t.Fatalf("%d spans %q, want %d; there are %s", len(spans), name, n, names(c))
		}
		return spans
	}
	request := of("GET /v1/calculators/bmi", 3)[0]
	if fmt.Sprintf("%x", request.TraceId) != traced[3:35] || fmt.Sprintf("%x", request.ParentSpanId) != traced[36:52] {
		t.Error("the request is no part of its caller's trace")
	}
	call := of("call bmi-calculator", 2)[0]
	if !call.Parent(request) || call.Is["toolcrib.request.id"] != request.Is["toolcrib.request.id"] || call.Is["toolcrib.units"] != "1" {
		t.Errorf("%v in %v", call, request)
	}
	for _, step := range []string{"read", "decode", "funds", "run", "charge", "commit"} {
		if !slices.ContainsFunc(c.Named(step), func(s tracetest.Span) bool { return s.Parent(call) }) {
			t.Errorf("the call has no step %s", step)
		}
	}
	tool := of("POST /mcp", 4)
	if !slices.ContainsFunc(c.Named("call text-to-slug"), func(s tracetest.Span) bool { return s.Parent(tool[0]) }) {
		t.Error("the call of a tool is no part of its request")
	}
	generate := of("call ai-generate", 3)[0]
	chat, run := of("chat large", 3)[0], tracetest.Span{}
	for _, s := range c.Named("run") {
		if s.Parent(generate) {
			run = s
		}
	}
	if run.Span == nil || !chat.Parent(run) || chat.Is["gen_ai.usage.output_tokens"] != "9" {
		t.Errorf("%v in %v", chat, run)
	}
	if !of("hold", 3)[0].Parent(generate) || !of("settle", 2)[0].Parent(generate) {
		t.Error("holds are no part of their call")
	}
	of("GET /tools/text-to-slug", 1)
	if page := of("GET", 2); page[1].Is["http.response.status_code"] != "404" {
		t.Errorf("%v", page)
	}
	if len(c.Named("deliver quota.reached")) == 0 || len(c.Named("GET /readyz")) > 0 {
		t.Errorf("an event is not traced, or a probe is: %s", names(c))
	}
	for _, s := range c.Spans() {
		for name := range s.Is {
			if !slices.Contains(known, name) {
				t.Errorf("%s has the attribute %s", s.Name, name)
			}
		}
	}
}

func names(c *tracetest.Collector) (all []string) {
	for _, s := range c.Spans() {
		all = append(all, s.Name)
	}
	return all
}
