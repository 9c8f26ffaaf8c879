package ai

import (
	"context"
	"errors"
	"strings"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/text/ai/local"
	"toolcrib/internal/ops/text/ai/local/summary"
)

// Summarize says in fewer words what a text says.
var Summarize = op.DefineAI(op.Def[SummarizeIn, SummarizeOut]{
	ID:      "ai-summarize",
	Route:   "POST /v1/text/ai/summarize",
	Summary: "Summarize text in a paragraph or bullets, offline or with a language model",
	Doc: "Sums a text up as a paragraph or as bullets, in three lengths. The model local-1 works offline and picks sentences of the " +
		"text, unchanged; language models write anew.",
	See:    []op.See{{When: "terms", ID: "ai-keywords"}},
	Words:  []string{"tldr", "abstract", "shorten", "digest", "key points", "summary", "condense"},
	Source: source + "; local-1: TextRank",
	Since:  "1.0.0",
	Examples: []op.Example{
		{Name: "offline", In: `{"text":"The library opens at nine. The library lends books, films and games to every member of the town. Membership of the library is free for people who live in the town. Parking is behind the building.","length":"short"}`},
		{Name: "bullets", In: `{"text":"The library opens at nine. The library lends books, films and games to every member of the town. Membership of the library is free for people who live in the town. Parking is behind the building.","style":"bullets"}`},
	},
}, op.AI[SummarizeIn, SummarizeOut]{Ask: askSummarize, Read: readSummarize, Local: summarizeHere, Streams: true})

// SummarizeIn is the input of ai-summarize.
type SummarizeIn struct {
	Given
	Length string `json:"length" doc:"How long the summary is to be." enum:"short,medium,long" default:"medium"`
	Style  string `json:"style" doc:"A paragraph, or points on lines of their own." enum:"paragraph,bullets" default:"paragraph" aka:"format"`
	op.AIIn
}

// SummarizeOut is the answer of ai-summarize.
type SummarizeOut struct {
	Summary *string  `json:"summary,omitempty" doc:"The summary; of bullets, each on its line behind a hyphen." main:"text/plain"`
	Bullets []string `json:"bullets,omitempty" doc:"The points, where style is bullets."`
	op.AIOut
}

const bullets = "bullets"

// lengths say to a model what a length is, by style and length.
var lengths = map[string]map[string]string{
	"paragraph": {"short": "one or two sentences", "medium": "one paragraph of three to five sentences", "long": "two or three paragraphs"},
	bullets:     {"short": "two or three points", "medium": "four to six points", "long": "seven to twelve points"},
}

func askSummarize(in SummarizeIn) op.Ask {
	a := op.Ask{
		System: "You summarize texts. Say what the text named text says in " + lengths[in.Style][in.Length] + ", in its own language. Add nothing that it does not say.",
		Parts:  []op.Part{{Name: "text", Text: in.Text}},
	}
	if in.Style == bullets {
		a.System += ` Write each point on a line of its own that begins with "- ".`
	}
	return a
}

func readSummarize(_ context.Context, in SummarizeIn, reply string) (out SummarizeOut, err error) {
	text := strings.TrimSpace(reply)
	if in.Style != bullets {
		out.Summary = &text
		return out, nil
	}
	var points []string
	for line := range strings.Lines(text) {
		if point := strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "-*•")); point != "" {
			points = append(points, point)
		}
	}
	if points == nil {
		return out, errors.New("ai: the reply has no points")
	}
	return inBullets(points), nil
}

func inBullets(points []string) SummarizeOut {
	text := "- " + strings.Join(points, "\n- ")
	return SummarizeOut{Summary: &text, Bullets: points}
}

func summarizeHere(_ context.Context, in SummarizeIn) (SummarizeOut, error) {
	picked := local.Summarize(in.Text, local.SummaryOptions{Length: summary.Length(in.Length)})
	if in.Style == bullets && len(picked.Sentences) > 0 {
		return inBullets(picked.Sentences), nil
	}
	text := picked.Paragraph()
	return SummarizeOut{Summary: &text}, nil
}
