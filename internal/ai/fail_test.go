package ai_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/ai"
	"toolcrib/internal/ai/aitest"
	"toolcrib/internal/config"
	"toolcrib/internal/op"
)

// two is a model at two endpoints, with canaries for keys.
func two(first, second string) string {
	return `
endpoints:
- {name: first, base-url: "` + first + `", key: canary-key-1, timeout: 1s}
- {name: second, base-url: "` + second + `", key: canary-key-2, timeout: 1s}
models:
- {id: m, tasks: [ai-translate], at: [{endpoint: first}, {endpoint: second}]}
`
}

// tattle tells all that it knows wherever an answer has room for it.
func tattle(status int, header ...string) aitest.Answer {
	return func(w http.ResponseWriter, r *http.Request, q aitest.Request) {
		told := q.Header.Get("Authorization") + " " + strings.ReplaceAll(q.User(), "\n", " ") + " canary-reply"
		w.Header().Set("X-Told", told)
		w.Header().Set("Location", "https://example.org/?"+q.Key)
		aitest.Raw(status, fmt.Sprintf(`{"error":{"message":%q,"code":%q,"type":%q}}`, told, told, told), header...)(w, r, q)
	}
}

// failureCase is what can go wrong before anything of a reply is there.
type failureCase struct {
	name   string
	answer aitest.Answer
	why    string // in the log
	retry  int    // seconds
	reply  bool   // the error is *op.ModelOutput
	well   bool   // the endpoint is asked first again
}

var failures = []failureCase{
	{name: "too many requests", answer: tattle(429, "Retry-After: 7"), why: "status 429", retry: 7},
	{name: "too many, for long", answer: tattle(429, "Retry-After: 3600"), why: "status 429", retry: 60},
	{name: "too many, no word when", answer: tattle(429), why: "status 429"},
	{name: "server error", answer: tattle(500), why: "status 500"},
	{name: "overloaded", answer: tattle(503, "Retry-After: 2"), why: "status 503", retry: 2},
	{name: "key refused", answer: tattle(401), why: "status 401"},
	{name: "forbidden", answer: tattle(403), why: "status 403"},
	{name: "no such model", answer: tattle(404), why: "status 404"},
	{name: "redirect", answer: tattle(307), why: "status 307"},
	{name: "no content", answer: tattle(204), why: "status 204"},
	{name: "another protocol", answer: tattle(101, "Connection: upgrade", "Upgrade: x"), why: "status 101"},
	{name: "bad request", answer: tattle(400), why: "status 400", well: true},
	{name: "too large a request", answer: tattle(413), why: "status 413", well: true},
	{name: "never answers", answer: aitest.Stall(""), why: "no answer in time"},
	{name: "hangs up", answer: func(http.ResponseWriter, *http.Request, aitest.Request) { panic(http.ErrAbortHandler) }, why: "no answer"},
	{name: "breaks off", answer: aitest.BreakOff("canary-reply"), why: "reply broke off"},
	{name: "error with status 200", answer: tattle(200), why: "error instead of a reply"},
	{name: "endless", answer: aitest.Finish(strings.Repeat("canary-reply", 1<<17), "stop", "null"), why: "reply too large"},
	{name: "endless event", answer: aitest.Raw(200, "data: "+strings.Repeat("canary-reply", 1<<17), "Content-Type: text/event-stream"), why: "reply too large"},
	{name: "endless comments", answer: aitest.Raw(200, strings.Repeat(":canary-reply\n", 1<<20), "Content-Type: text/event-stream"), why: "reply too large"},
	{name: "stream of nothing", answer: aitest.Raw(200, "data: [DONE]\n\n", "Content-Type: text/event-stream"), why: "reply broke off"},
	{name: "a page", answer: aitest.Raw(200, "<html>canary-reply</html>", "Content-Type: text/html"), reply: true},
	{name: "empty", answer: aitest.Raw(200, ""), reply: true},
	{name: "not UTF-8", answer: aitest.Raw(200, `{"choices":[{"message":{"content":"`+"canary-reply \xff"+`"},"finish_reason":"stop"}]}`), reply: true},
	{name: "half a character", answer: aitest.Raw(200, `{"choices":[{"message":{"content":"canary-reply \ud83d"},"finish_reason":"stop"}]}`), reply: true},
	{name: "two documents", answer: aitest.Raw(200, `{"choices":[{"message":{"content":"canary-reply"},"finish_reason":"stop"}]} {}`), reply: true},
	{name: "very deep", answer: aitest.Raw(200, strings.Repeat("[", 100_000)), reply: true},
	{name: "no choices", answer: aitest.Raw(200, `{"choices":[]}`), reply: true},
	{name: "text in parts", answer: aitest.Raw(200, `{"choices":[{"message":{"content":["canary-reply"]},"finish_reason":"stop"}]}`), reply: true},
	{name: "call of a tool", answer: aitest.Finish("canary-reply", "tool_calls", "null"), reply: true},
	{name: "no reason", answer: aitest.Raw(200, `{"choices":[{"message":{"content":"canary-reply"},"finish_reason":null}]}`), reply: true},
}

func TestFailures(t *testing.T) {
	for _, c := range failures {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var log strings.Builder
			first, second := aitest.New(t, c.answer), aitest.New(t, aitest.Reply("well", 1, 1))
			model := file(t, two(first.URL, second.URL), slog.New(slog.NewJSONHandler(&log, nil)))[0]
			p := prompt()
			p.User = "canary-prompt"

			// The other endpoint answers, now and at the next call.
			for call := range 2 {
				got, err := model.Complete(t.Context(), p)
				if want := 1 + map[bool]int{true: call}[c.well || c.reply]; err != nil || got.Text != "well" || len(first.Requests()) != want {
					t.Fatalf("call %d: %+v, %v; asked %d times", call, got, err, len(first.Requests()))
				}
			}
			if second.Requests()[0].Key != "canary-key-2" {
				t.Error("the second endpoint got the first one's key")
			}
			// With no other, it is told what was wrong.
			second.Script(c.answer)
			_, err := model.Complete(t.Context(), p)
			c.check(t, err, log.String())
		})
	}
}

func (c failureCase) check(t *testing.T, err error, log string) {
	t.Helper()
	var away *op.ModelUnavailable
	var output *op.ModelOutput
	told := fmt.Sprintf("%v %+v %#v\n%s", err, err, errors.Unwrap(err), log)
	switch {
	case c.reply:
		if !errors.As(err, &output) || output.Detail == "" || log != "" {
			t.Errorf("%#v\n%s", err, log)
		}
		told += output.Detail
	case !errors.As(err, &away) || away.RetryAfter != c.retry || !strings.Contains(err.Error(), c.why):
		t.Errorf("%#v; want %q and %d s", err, c.why, c.retry)
	default:
		told += away.Detail
	}
	if !c.reply && c.well != !strings.Contains(log, `"why":"`+c.why+`"`) {
		t.Errorf("logged %s", log)
	}
	if strings.Contains(told, "canary") {
		t.Errorf("it tells: %s", told)
	}
}

// TestStreamBreaks: once a part was handed on, no other endpoint is asked.
func TestStreamBreaks(t *testing.T) {
	for name, c := range map[string]struct {
		answer aitest.Answer
		reply  bool
	}{
		"breaks off":     {aitest.BreakOff("one two three"), false},
		"tells an error": {aitest.Raw(200, part("a")+"data: {\"error\":{\"message\":\"canary\"}}\n\n", eventStream), false},
		"tells nonsense": {aitest.Raw(200, part("a")+"data: canary\n\n", eventStream), true},
		"just ends":      {aitest.Raw(200, part("a"), eventStream), false},
		"too long":       {aitest.Raw(200, strings.Repeat(part(strings.Repeat("a", 1000)), 1100), eventStream), false},
	} {
		first, second := aitest.New(t, c.answer), aitest.New(t, aitest.Reply("well", 1, 1))
		model := file(t, two(first.URL, second.URL), discard)[0]
		p, text := prompt(), ""
		p.OnText = func(part string) error { text += part; return nil }
		_, err := model.Complete(t.Context(), p)
		var away *op.ModelUnavailable
		var output *op.ModelOutput
		if text == "" || c.reply != errors.As(err, &output) || c.reply == errors.As(err, &away) || len(second.Requests()) != 0 || strings.Contains(err.Error(), "canary") {
			t.Errorf("%s: %v after %d bytes", name, err, len(text))
		}
	}
}

const eventStream = "Content-Type: text/event-stream"

func part(text string) string {
	return `data: {"choices":[{"index":0,"delta":{"content":"` + text + `"}}]}` + "\n\n"
}

// TestDeadline: a call's time is up while an endpoint says nothing; the next
// call asks the other one first.
func TestDeadline(t *testing.T) {
	first, second := aitest.New(t, aitest.Stall("")), aitest.New(t, aitest.Reply("well", 1, 1))
	model := file(t, two(first.URL, second.URL), discard)[0]
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := model.Complete(ctx, prompt()); err != context.DeadlineExceeded {
		t.Errorf("%v", err)
	}
	if got, err := model.Complete(t.Context(), prompt()); err != nil || got.Text != "well" || len(first.Requests()) != 1 {
		t.Errorf("then %+v, %v", got, err)
	}
}

// TestPrivateAddress: what the settings do not allow is not opened.
func TestPrivateAddress(t *testing.T) {
	_, err := ai.Open(&config.Settings{AIBaseURL: "http://localhost:8000/v1", AIModel: "m", AIRates: "0 1 1", AIPrivate: "no"}, nil, discard, nil)
	if err == nil || !strings.Contains(err.Error(), "ai-private") {
		t.Error(err)
	}
}

// TestCertificate: that of nobody known is refused before anything is sent.
func TestCertificate(t *testing.T) {
	server := aitest.New(t, aitest.Reply("x", 1, 1))
	secured := httptest.NewUnstartedServer(server)
	secured.Config.ErrorLog = log.New(io.Discard, "", 0)
	secured.StartTLS()
	t.Cleanup(secured.Close)
	_, err := one(t, secured.URL+"/v1").Complete(t.Context(), prompt())
	if err == nil || !strings.Contains(err.Error(), "certificate not valid") || len(server.Requests()) != 0 {
		t.Error(err)
	}
}

// TestProxy: the environment's proxy is not used, that of the settings is.
func TestProxy(t *testing.T) {
	asked := ""
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.Host
		aitest.Reply("by proxy", 1, 1)(w, r, aitest.Request{})
	}))
	t.Cleanup(proxy.Close)
	t.Setenv("HTTP_PROXY", proxy.URL)
	t.Setenv("ALL_PROXY", proxy.URL)
	server := aitest.New(t, aitest.Reply("direct", 1, 1))
	if got, err := one(t, server.URL).Complete(t.Context(), prompt()); err != nil || got.Text != "direct" || asked != "" {
		t.Errorf("%+v, %v; the proxy was asked for %q", got, err, asked)
	}
	model := one(t, "http://models.example/v1", func(s *config.Settings) { s.AIProxy = proxy.URL })
	if got, err := model.Complete(t.Context(), prompt()); err != nil || got.Text != "by proxy" || asked != "models.example" {
		t.Errorf("%+v, %v; the proxy was asked for %q", got, err, asked)
	}
}
