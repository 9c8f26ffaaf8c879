package trace_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/account/accounttest"
	"toolcrib/internal/ai"
	"toolcrib/internal/engine"
	"toolcrib/internal/op"
	"toolcrib/internal/outbox"
	"toolcrib/internal/trace"
	"toolcrib/internal/trace/tracetest"
)

const canary = "canary-4c1d"

func open(t *testing.T) (*trace.Tracer, *bytes.Buffer) {
	t.Helper()
	var log bytes.Buffer
	tr, err := trace.Open(t.Context(), "1.2.3", slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil || tr == nil {
		t.Fatal(tr, err)
	}
	return tr, &log
}

// Without an endpoint, and where the environment says that there shall be none,
// nothing is traced.
func TestOff(t *testing.T) {
	for _, env := range []map[string]string{
		{},
		{"OTEL_SERVICE_NAME": "x", "OTEL_TRACES_SAMPLER": "always_on"},
		{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1", "OTEL_SDK_DISABLED": "true"},
		{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://127.0.0.1:1", "OTEL_TRACES_EXPORTER": "none"},
	} {
		t.Run("", func(t *testing.T) {
			for name, value := range env {
				t.Setenv(name, value)
			}
			tr, err := trace.Open(t.Context(), "", slog.New(slog.DiscardHandler))
			if tr != nil || err != nil {
				t.Errorf("%v: %v %v", env, tr, err)
			}
			tr.Close()
		})
	}
}

// A request is a span by the semantic conventions for HTTP, part of its caller's
// trace, and tells nothing that the caller wrote.
func TestRequest(t *testing.T) {
	c := tracetest.New(t)
	t.Setenv("OTEL_SERVICE_NAME", "crib")
	t.Setenv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=lab")
	t.Setenv("OTEL_EXPORTER_OTLP_HEADERS", "api-key=of-the-collector")
	tr, _ := open(t)
	ask := func(method, target string, a trace.Answer, header ...string) {
		r := httptest.NewRequestWithContext(t.Context(), method, target, strings.NewReader(canary))
		for _, h := range header {
			name, value, _ := strings.Cut(h, ": ")
			r.Header.Add(name, value)
		}
		_, ended := tr.Request(r)
		ended(a)
	}
	const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" // W3C Trace Context, section 3.2.3
	ask("GET", "/"+canary+"?"+canary, trace.Answer{Route: "/v1/x", Status: 200, ID: "req_1"},
		"traceparent: "+parent, "tracestate: k="+canary, "baggage: k="+canary, "User-Agent: "+canary, "Authorization: Bearer "+canary)
	ask("CANARY-4C1D", "/", trace.Answer{Status: 405, Problem: "method_not_allowed"}, "traceparent: "+canary)
	ask("POST", "/", trace.Answer{Route: "/v1/y", Status: 503, Problem: "charge_unavailable"}, "traceparent: "+parent, "traceparent: "+parent)
	tr.Close()

	if got := c.Header().Get("Api-Key"); got != "of-the-collector" {
		t.Errorf("the collector's header is %q", got)
	}
	one := func(name string) tracetest.Span {
		t.Helper()
		spans := c.Named(name)
		if len(spans) != 1 {
			t.Fatalf("%d spans %s in\n%s", len(spans), name, c.Text())
		}
		return spans[0]
	}
	x, made, y := one("GET /v1/x"), one("HTTP"), one("POST /v1/y")
	if x.Is["http.route"] != "/v1/x" || x.Is["http.request.method"] != "GET" || x.Is["http.response.status_code"] != "200" || x.Is["toolcrib.request.id"] != "req_1" ||
		x.Kind.String() != "SPAN_KIND_SERVER" || len(x.Is) != 4 {
		t.Errorf("%v", x)
	}
	if hex(x.TraceId) != "0af7651916cd43dd8448eb211c80319c" || hex(x.ParentSpanId) != "b7ad6b7169203331" {
		t.Error("the request is no part of its caller's trace")
	}
	if made.Is["http.request.method"] != "_OTHER" || made.Is["toolcrib.problem.code"] != "method_not_allowed" || made.Status.GetCode() != 0 || len(made.ParentSpanId) != 0 {
		t.Errorf("%v", made)
	}
	if y.Is["error.type"] != "charge_unavailable" || y.Status.GetCode() != 2 || len(y.ParentSpanId) != 0 {
		t.Errorf("%v", y)
	}
	text := c.Text()
	for _, want := range []string{`"crib"`, `"lab"`, `"1.2.3"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the resource lacks %s:\n%s", want, text)
		}
	}
	if strings.Contains(strings.ToLower(text), canary) {
		t.Errorf("the trace holds what the caller wrote:\n%s", text)
	}
}

func hex(b []byte) string {
	const digits = "0123456789abcdef"
	var s strings.Builder
	for _, x := range b {
		s.WriteByte(digits[x>>4])
		s.WriteByte(digits[x&15])
	}
	return s.String()
}

// A batch of charges is part of its first traced call, linked to the others, and
// no span where none is traced.
func TestCommit(t *testing.T) {
	c := tracetest.New(t)
	tr, _ := open(t)
	ledger := tr.Ledger(accounttest.NewLedger(account.Plan{}, time.Now))
	var ends []func(engine.Observed)
	for _, id := range []string{"1", "2"} {
		_, end := tr.Call(t.Context(), "uuid-generator", id)
		ends = append(ends, end)
	}
	charge := func(ids ...string) {
		t.Helper()
		var charges []account.Charge
		for _, id := range ids {
			charges = append(charges, account.Charge{ID: "ch_" + id})
		}
		if _, err := ledger.ChargeBatch(context.Background(), charges); err != nil {
			t.Fatal(err)
		}
	}
	charge("0", "1", "2")
	for _, end := range ends {
		end(engine.Observed{Status: 200, Units: 2, Pool: account.PoolCompute.For(account.Test)})
	}
	charge("1", "2")
	tr.Close()
	calls, commits := c.Named("call uuid-generator"), c.Named("commit")
	if len(calls) != 2 || len(commits) != 1 {
		t.Fatal(c.Text())
	}
	commit := commits[0]
	if !commit.Parent(calls[0]) || len(commit.Links) != 1 || hex(commit.Links[0].SpanId) != hex(calls[1].SpanId) || commit.Is["toolcrib.charges"] != "3" {
		t.Errorf("%v", commit)
	}
	if calls[0].Is["toolcrib.units"] != "2" || calls[0].Is["toolcrib.pool"] != "compute" || calls[0].Is["toolcrib.request.id"] != "req_1" {
		t.Errorf("%v", calls[0])
	}
}

func TestModelsAndWebhooks(t *testing.T) {
	c := tracetest.New(t)
	tr, _ := open(t)
	tr.Model(t.Context(), "main", "large")(ai.Attempt{Outcome: ai.Answered, Tokens: &op.Tokens{Input: 7, Output: 9}})
	tr.Model(t.Context(), "main", "small")(ai.Attempt{Outcome: ai.Unavailable})
	tr.Delivery(t.Context(), account.Delivery{EventID: "evt_1", Kind: account.QuotaEvent, Tries: 2, Data: canary,
		Webhook: account.Webhook{URL: "https://" + canary, Secret: canary}})(outbox.Attempt{Outcome: outbox.Postponed, Status: 500})
	tr.Close()
	large, small, event := c.Named("chat large")[0], c.Named("chat small")[0], c.Named("deliver quota.reached")[0]
	if large.Is["gen_ai.usage.input_tokens"] != "7" || large.Is["gen_ai.usage.output_tokens"] != "9" || large.Is["toolcrib.endpoint"] != "main" || large.Status.GetCode() != 0 {
		t.Errorf("%v", large)
	}
	if small.Is["error.type"] != "unavailable" || small.Status.GetCode() != 2 {
		t.Errorf("%v", small)
	}
	if event.Is["toolcrib.tries"] != "3" || event.Is["http.response.status_code"] != "500" || event.Is["toolcrib.outcome"] != "postponed" || event.Status.GetCode() != 2 {
		t.Errorf("%v", event)
	}
	if strings.Contains(c.Text(), canary) {
		t.Error(c.Text())
	}
}

// The sampler is the environment's: here, no call is traced whose caller does
// not trace it.
func TestSampler(t *testing.T) {
	c := tracetest.New(t)
	t.Setenv("OTEL_TRACES_SAMPLER", "parentbased_always_off")
	tr, _ := open(t)
	for _, flags := range []string{"00", "01"} {
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/", http.NoBody)
		r.Header.Set("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-"+flags)
		r, ended := tr.Request(r)
		_, end := tr.Call(r.Context(), "op", flags)
		if _, err := tr.Ledger(accounttest.NewLedger(account.Plan{}, time.Now)).ChargeBatch(context.Background(), []account.Charge{{ID: "ch_" + flags}}); err != nil {
			t.Fatal(err)
		}
		end(engine.Observed{})
		ended(trace.Answer{Status: 200})
	}
	tr.Close()
	if n := len(c.Spans()); n != 3 {
		t.Errorf("%d spans, want the request, call and commit of one:\n%s", n, c.Text())
	}
}

// What is wrong with the settings, or at the collector, is said in the log, once
// and without the values, which may be keys.
func TestFaultsAreLogged(t *testing.T) {
	c := tracetest.New(t)
	t.Setenv("OTEL_EXPORTER_OTLP_HEADERS", "secret "+canary)
	t.Setenv("OTEL_BSP_EXPORT_TIMEOUT", canary)
	tr, log := open(t)
	c.Refuse(http.StatusUnauthorized)
	_, end := tr.Step(t.Context(), "run")
	end()
	tr.Close()
	for _, want := range []string{"a setting of the traces is not usable", "traces are not sent"} {
		if strings.Count(log.String(), want) == 0 {
			t.Errorf("the log lacks %q:\n%s", want, log)
		}
	}
	if strings.Contains(log.String(), canary) {
		t.Errorf("the log holds a value:\n%s", log)
	}
}

// Many calls at once, for the race detector.
func TestAtOnce(t *testing.T) {
	c := tracetest.New(t)
	tr, _ := open(t)
	ledger := tr.Ledger(accounttest.NewLedger(account.Plan{}, time.Now))
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			id := string(rune('a' + i))
			ctx, end := tr.Call(t.Context(), "op", id)
			_, stepped := tr.Step(ctx, engine.StepCharge)
			if _, err := ledger.ChargeBatch(context.Background(), []account.Charge{{ID: "ch_" + id}}); err != nil {
				t.Error(err)
			}
			stepped()
			end(engine.Observed{})
		})
	}
	all.Wait()
	tr.Close()
	if n := len(c.Spans()); n != 3*8 {
		t.Errorf("%d spans, want 24", n)
	}
}
