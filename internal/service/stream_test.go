package service_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"toolcrib/internal/account"
	"toolcrib/internal/num"
	"toolcrib/internal/op"
)

// streaming is a house on the network with one model that replies so.
func streaming(t *testing.T, reply func(context.Context, op.Prompt) (op.Completion, error)) (h *house, post func(body string) (string, http.Header)) {
	env := op.SampleEnv()
	env.Models = []*op.Model{{
		ID: "m", Rates: op.Rates{Fee: 10, Input: num.D("1"), Output: num.D("4")}, Complete: reply,
		Count: func(text string) int64 { return int64(len(strings.Fields(text))) },
	}}
	h = newHouse(t, defaults(t), env)
	h.grantOf(account.PoolAI, 10_000)
	server := httptest.NewServer(h.handler)
	t.Cleanup(server.Close)
	return h, func(body string) (string, http.Header) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/v1/text/ai/generate", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+h.key)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "text/event-stream")
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text), answer.Header
	}
}

func TestStream(t *testing.T) {
	fault := error(nil)
	h, post := streaming(t, func(_ context.Context, p op.Prompt) (op.Completion, error) {
		for _, part := range []string{"one\n", "two \"2\""} {
			if err := p.OnText(part); err != nil {
				return op.Completion{}, err
			}
		}
		return op.Completion{Text: "one\ntwo \"2\"", Finish: op.FinishStop, Tokens: &op.Tokens{Input: 100, Output: 3}}, fault
	})
	const deltas = "event: delta\ndata: {\"text\":\"one\\n\"}\n\nevent: delta\ndata: {\"text\":\"two \\\"2\\\"\"}\n\n"
	text, header := post(`{"prompt":"x"}`)
	rest, ok := strings.CutPrefix(text, deltas)
	if !ok || !regexp.MustCompile(`^event: result\ndata: \{"success":true,"data":\{"text":"one\\ntwo \\"2\\"",.*"ai_tokens":122,.*"balance_after":9878\}\}\n\n$`).MatchString(rest) {
		t.Errorf("%s", text)
	}
	if header.Get("Content-Type") != "text/event-stream" || header.Get("Cache-Control") != "no-store" || !strings.HasPrefix(header.Get("Request-Id"), "req_") {
		t.Errorf("%v", header)
	}
	// What was shown of a stream that breaks off is paid for, and said.
	fault = &op.ModelUnavailable{}
	text, _ = post(`{"prompt":"x"}`)
	rest, ok = strings.CutPrefix(text, deltas)
	if !ok || !regexp.MustCompile(`^event: problem\ndata: \{"success":false,.*"status":503,"code":"model_unavailable",.*"usage":\{.*"estimated":true\},"errors":\[\]\}\n\n$`).MatchString(rest) {
		t.Errorf("%s", text)
	}
	// Without a part there is a problem as for any other call, and no charge.
	text, header = post(`{"prompt":" "}`)
	if header.Get("Content-Type") != "application/problem+json" || !strings.Contains(text, `"code":"too_short"`) {
		t.Errorf("%s", text)
	}
	b, err := h.store.Balance(t.Context(), h.account.ID, account.PoolAI, "")
	if spent := 10_000 - 122 - b.Units(); err != nil || spent <= 10 || spent >= 200 {
		t.Errorf("the broken stream cost %d: %v", spent, err)
	}
	if log := h.log.String(); strings.Contains(log, "two") {
		t.Errorf("a reply is logged: %s", log)
	}
}
