package ai

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
)

// Classify chooses the label that fits a text.
var Classify = op.DefineAI(op.Def[ClassifyIn, ClassifyOut]{
	ID:      "ai-classify",
	Route:   "POST /v1/text/ai/classify",
	Summary: "Choose which of your labels fits a text, with a score for each",
	Doc: "Chooses which of 2 to 50 labels fits a text best, and scores each from 0 to 1; no example texts are needed. The answer is always one of " +
		"the labels sent.",
	See:    []op.See{{When: "praise and complaint", ID: "ai-sentiment"}},
	Words:  []string{"categorize", "category", "label", "tag", "topic", "intent", "route", "zero-shot"},
	Source: source,
	Since:  "1.0.0",
	Examples: []op.Example{
		{Name: "a ticket", In: `{"text":"I was charged twice for order 1234.","labels":["billing","delivery","account"]}`, Reply: `{"scores":[0.96,0.01,0.03]}`},
	},
}, op.AI[ClassifyIn, ClassifyOut]{Ask: askClassify, Read: readClassify})

// ClassifyIn is the input of ai-classify.
type ClassifyIn struct {
	Given
	Labels []string `json:"labels" doc:"The labels to choose from, all different." len:"2..50" each:"1..100" aka:"categories,classes,tags" example:"[\"billing\",\"delivery\"]"`
	op.AIIn
}

// ClassifyOut is the answer of ai-classify.
type ClassifyOut struct {
	Label  *string           `json:"label,omitempty" doc:"The label that fits best; of several that fit alike the first." main:"text/plain"`
	Scores op.Pairs[num.Dec] `json:"scores,omitempty" doc:"How well each label fits, 0 to 1, in the order sent."`
	op.AIOut
}

// Check refuses labels that cannot be told apart.
func (in *ClassifyIn) Check(e *op.Invalid) {
	in.Given.Check(e)
	seen := map[string]bool{}
	for _, l := range in.Labels {
		key := strings.ToLower(strings.TrimSpace(l))
		switch {
		case key == "":
			e.Add("labels", op.TooShort, "a label holds nothing but white space")
		case seen[key]:
			e.Add("labels", op.DuplicateField, "the label %s stands twice", op.Quote(l)).Hint = "send each label once"
		}
		seen[key] = true
	}
}

func askClassify(in ClassifyIn) op.Ask {
	return op.Ask{
		System: "You classify texts. The text named labels is a JSON array of labels. Say how well each of them fits the text named text, as a number from 0, not at all, to 1, exactly. " +
			`Answer with a JSON object whose member "scores" is the array of these numbers, one for each label, in the order of the labels.`,
		Parts:  []op.Part{{Name: "labels", Text: asJSON(in.Labels)}, {Name: "text", Text: in.Text}},
		Schema: members("scores", `{"type":"array","items":{"type":"number"}}`),
	}
}

func readClassify(_ context.Context, in ClassifyIn, reply string) (out ClassifyOut, err error) {
	var r struct{ Scores []json.Number }
	if err := object(reply, &r); err != nil {
		return out, err
	}
	if len(r.Scores) != len(in.Labels) {
		return out, errors.New("ai: the reply has not one score for each label")
	}
	best := 0
	for i, n := range r.Scores {
		s, err := score(n, 0, 1)
		if err != nil {
			return out, err
		}
		out.Scores = append(out.Scores, op.Pair[num.Dec]{Name: in.Labels[i], Value: s})
		if s.Cmp(out.Scores[best].Value) > 0 {
			best = i
		}
	}
	out.Label = &in.Labels[best]
	return out, nil
}
