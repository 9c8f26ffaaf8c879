package ai_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"testing"
	"time"

	"toolcrib/internal/ai"
	"toolcrib/internal/ai/aitest"
	"toolcrib/internal/config"
	"toolcrib/internal/op"
)

// Every way in which an attempt can end is told, in one of few words.
func TestAttemptsAreWatched(t *testing.T) {
	server := aitest.New(t)
	var told []ai.Attempt
	watch := func(_ context.Context, endpoint, model string) func(ai.Attempt) {
		if model != "m" || endpoint == "" {
			t.Errorf("asked %s at %s", model, endpoint)
		}
		return func(a ai.Attempt) { told = append(told, a) }
	}
	models, err := ai.Open(&config.Settings{AIBaseURL: server.URL, AIModel: "m", AIRates: "0 1 1", AIPrivate: "yes"}, nil, discard, watch)
	if err != nil {
		t.Fatal(err)
	}
	gone, leave := context.WithCancel(t.Context())
	late, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	refuse := func(string) error { return errors.New("the caller left") }
	for _, c := range []struct {
		name   string
		ctx    context.Context
		answer aitest.Answer
		hand   func(string) error
		want   ai.Outcome
	}{
		{"a reply", t.Context(), aitest.Reply("x", 3, 4), nil, ai.Answered},
		{"too long for it", t.Context(), aitest.Raw(400, "{}"), nil, ai.Rejected},
		{"no completion", t.Context(), aitest.Raw(200, "{}"), nil, ai.Unusable},
		{"failed", t.Context(), aitest.Raw(500, ""), nil, ai.Unavailable},
		{"parts that go nowhere", t.Context(), aitest.Reply("x", 3, 4), refuse, ai.Abandoned},
		{"the caller left", gone, func(_ http.ResponseWriter, r *http.Request, _ aitest.Request) { leave(); <-r.Context().Done() }, nil, ai.Abandoned},
		{"too slow", late, func(_ http.ResponseWriter, r *http.Request, _ aitest.Request) { <-r.Context().Done() }, nil, ai.Unavailable},
	} {
		told = nil
		server.Script(c.answer)
		p := prompt()
		p.OnText = c.hand
		// What the caller is told of it is tested elsewhere.
		_, _ = models[0].Complete(c.ctx, p)
		if len(told) != 1 || told[0].Outcome != c.want || !slices.Contains(ai.Outcomes, told[0].Outcome) {
			t.Errorf("%s: %+v, want %s", c.name, told, c.want)
		}
		if c.want == ai.Answered && (len(told) != 1 || told[0].Tokens == nil || *told[0].Tokens != (op.Tokens{Input: 3, Output: 4})) {
			t.Errorf("%+v", told)
		}
	}
}
