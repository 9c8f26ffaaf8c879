package op

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"toolcrib/internal/num"
)

type (
	modelIn struct {
		Text string `json:"text" doc:"Text."`
		AIIn
	}
	modelOut struct {
		Text *string `json:"text,omitempty" doc:"Text." main:"text/plain"`
		AIOut
	}
)

// aiDef is a definition with an id of its own.
func aiDef(id string) Def[modelIn, modelOut] {
	return Def[modelIn, modelOut]{
		ID: id, Route: "POST /v1/test/" + id, Summary: "Test", Doc: "Asks.", Source: "none", Since: "1.0.0",
		Examples: []Example{{Name: "one", In: `{"text":"x"}`, Reply: "reply"}},
	}
}

var asksHow = AI[modelIn, modelOut]{
	Ask:  func(in modelIn) Ask { return Ask{System: "Do.", Parts: []Part{{"text", in.Text}}} },
	Read: func(_ context.Context, _ modelIn, reply string) (modelOut, error) { return modelOut{Text: &reply}, nil },
}

// The figures are python's decimal.
func TestRatesCost(t *testing.T) {
	for _, c := range []struct {
		fee           int64
		in, out       string
		input, output int64
		want          int64
	}{
		{10, "1", "4", 1200, 300, 2410},
		{10, "1", "4", 1200, 512, 3258},
		{0, "0.25", "1.5", 101, 33, 75},
		{0, "0", "0", 1 << 40, 1 << 40, 0},
		{0, "0.1", "0.2", 1, 1, 1},
		{0, "0.1", "0.2", 10, 5, 2},
		{7, "0.000001", "0", 1, 0, 8},
		{7, "0.000001", "0", 0, 0, 7},
		{0, "1000", "1000", math.MaxInt64, math.MaxInt64, math.MaxInt64},
		{1, "1", "0", math.MaxInt64, 0, math.MaxInt64},
	} {
		r := Rates{c.fee, num.D(c.in), num.D(c.out)}
		if got := r.Cost(c.input, c.output); got != c.want {
			t.Errorf("%+v of %d and %d: %d, want %d", r, c.input, c.output, got, c.want)
		}
	}
}

func TestModelsAreChosen(t *testing.T) {
	o := DefineAI(aiDef("test-choice"), asksHow)
	defer delete(registry, o.ID)
	never := func(context.Context, Prompt) (Completion, error) { return Completion{}, errors.New("never") }
	model := func(id string, tasks ...string) *Model {
		return &Model{ID: id, Tasks: tasks, Count: func(string) int64 { return 1 }, Complete: never}
	}
	some := []*Model{model("other", "another-task"), model("first"), model("second", "test-choice")}
	for _, c := range []struct {
		name   string
		models []*Model
		want   string // the model, or the code
		hint   string
	}{
		{"", some, "first", ""},
		{"second", some, "second", ""},
		{"secnod", some, "not_allowed", "did you mean 'second'?"},
		{"nothing-like-it", some, "not_allowed", "use one of other, first, second, local-1"},
		{"other", some, "not_allowed", "use one of first, second"},
		{"local-1", some, "not_allowed", "use one of first, second"},
		{"", nil, "unavailable", ""},
		{"local-1", nil, "unavailable", ""},
		{"first", nil, "not_allowed", "use one of local-1"},
	} {
		in := &modelIn{Text: "x", AIIn: AIIn{MaxOutputTokens: 5}}
		if c.name != "" {
			in.Model = &c.name
		}
		j, err := o.Job(Env{Models: c.models}.With(t.Context()), Input{in})
		var invalid *Invalid
		var away *ModelUnavailable
		got, hint := "", ""
		switch {
		case errors.As(err, &invalid):
			got, hint = invalid.Violations[0].Code, invalid.Violations[0].Hint
		case errors.As(err, &away):
			if got = "unavailable"; !strings.Contains(away.Detail, "ai-base-url") {
				t.Errorf("%q does not say what to configure", away.Detail)
			}
		case err == nil:
			got = j.Model.ID
		}
		if got != c.want || hint != c.hint {
			t.Errorf("%q of %d: %s %q, want %s %q", c.name, len(c.models), got, hint, c.want, c.hint)
		}
	}
}

// No text has the mark that sets it apart, whatever it is made of.
func TestMarks(t *testing.T) {
	parts := []Part{{"text", "x"}}
	first := markOf(parts)
	if first != markOf([]Part{{"text", "x"}}) || first == markOf([]Part{{"tex", "tx"}}) || first == markOf([]Part{{"text", "x"}, {"", ""}}) {
		t.Error("marks are not made of the parts alone, or of their sum")
	}
	for range 100 {
		parts[0].Text += " " + markOf(parts)
		if strings.Contains(parts[0].Text, markOf(parts)) {
			t.Fatalf("%s stands in the text", markOf(parts))
		}
	}
	// A text that has the mark it would be given gets another.
	if contained([]Part{{"text", "a" + first + "b"}}, first) == contained([]Part{{"text", "ab"}}, first) {
		t.Error("a mark in a text is not noticed")
	}
}

func TestDefineAIRefuses(t *testing.T) {
	type loud struct {
		Text string `json:"text" doc:"Text."`
		AIOut
	}
	type bare struct {
		Text *string `json:"text,omitempty" doc:"Text."`
	}
	for name, define := range map[string]func(){
		"a result that is always there": func() {
			DefineAI(Def[modelIn, loud]{ID: "test-loud"}, AI[modelIn, loud]{})
		},
		"no common members": func() { DefineAI(Def[modelIn, bare]{ID: "test-bare"}, AI[modelIn, bare]{}) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is accepted", name)
				}
			}()
			define()
		}()
	}
}

// The model of the examples answers them, and nothing else.
func TestSampleModel(t *testing.T) {
	o := DefineAI(aiDef("test-sample"), asksHow)
	defer delete(registry, o.ID)
	data, err := o.Sample(o.Examples[0])
	if err != nil || !strings.HasPrefix(string(data), `{"text":"reply","model":"example-model","finish_reason":"stop","usage":{`) {
		t.Errorf("%s %v", data, err)
	}
	var away *ModelUnavailable
	if _, err := o.Sample(Example{Name: "other", In: `{"text":"y"}`}); !errors.As(err, &away) {
		t.Errorf("another input: %v", err)
	}
}
