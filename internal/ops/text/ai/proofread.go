package ai

import (
	"context"
	"strings"
	"unicode"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/text/diff"
	"toolcrib/internal/ops/text/fold"
)

// Proofread corrects a text and says what it changed.
var Proofread = op.DefineAI(op.Def[ProofreadIn, ProofreadOut]{
	ID:      "ai-proofread",
	Route:   "POST /v1/text/ai/proofread",
	Summary: "Correct spelling, grammar and punctuation, with every edit listed",
	Doc: "Corrects spelling, grammar and punctuation, and nothing else. Each edit has its place, what stood there and what replaces it; " +
		"applied to the text, the edits give the corrected text exactly.",
	See:    []op.See{{When: "another style", ID: "ai-rewrite"}},
	Words:  []string{"grammar", "spelling", "spell check", "typo", "correct", "punctuation", "mistakes"},
	Source: source + "; edits by comparing word by word (UAX #29)",
	Since:  "1.0.0",
	Examples: []op.Example{
		{Name: "two mistakes", In: `{"text":"She dont like teh rain."}`, Reply: "She doesn't like the rain."},
	},
}, op.AI[ProofreadIn, ProofreadOut]{Ask: askProofread, Read: readProofread, Streams: true, Whole: true})

// ProofreadIn is the input of ai-proofread.
type ProofreadIn struct {
	Given
	Counted
	op.AIIn
}

// ProofreadOut is the answer of ai-proofread.
type ProofreadOut struct {
	Text  *string `json:"text,omitempty" doc:"The corrected text." main:"text/plain"`
	Edits *[]Edit `json:"edits,omitempty" doc:"What was changed, in the order of the text."`
	op.AIOut
}

// Edit replaces a part of a text.
type Edit struct {
	Start       int    `json:"start" doc:"Where the part begins in the text sent, from 0, in offset_unit."`
	End         int    `json:"end" doc:"Where it ends; start where something is only inserted."`
	Original    string `json:"original" doc:"What stands there."`
	Replacement string `json:"replacement" doc:"What is to stand there."`
	Category    string `json:"category" doc:"What kind of change it is, by what differs." enum:"whitespace,capitalization,punctuation,spelling,grammar"`
}

func askProofread(in ProofreadIn) op.Ask {
	return op.Ask{
		System: "You proofread texts. Correct every mistake of spelling, grammar and punctuation in the text named text, and change nothing else: no other words, " +
			"no other style, no other order; keep lines and spaces. Answer with the whole corrected text; where nothing is wrong, with the text as it is.",
		Parts: []op.Part{{Name: "text", Text: in.Text}},
	}
}

// mostChanged is how many words may differ before the edits are no longer the
// fewest possible: comparing takes time with it.
const mostChanged = 2000

func readProofread(ctx context.Context, in ProofreadIn, reply string) (out ProofreadOut, err error) {
	text := replaced(in.Text, reply)
	script, err := diff.Compare(ctx, diff.Split(in.Text, diff.Word), diff.Split(text, diff.Word), diff.Options{MaxDistance: mostChanged})
	if err != nil {
		return out, err
	}
	at, edits := in.places(in.Text), []Edit{}
	for _, b := range script.Blocks {
		e := Edit{
			Start: at(script.A.Start(b.A0)), End: at(script.A.Start(b.A1)),
			Original: script.A.Slice(b.A0, b.A1), Replacement: script.B.Slice(b.B0, b.B1),
		}
		e.Category = categoryOf(e.Original, e.Replacement)
		edits = append(edits, e)
	}
	out.Text, out.Edits = &text, &edits
	return out, nil
}

// categoryOf says what kind of change an edit is, by what differs.
func categoryOf(original, replacement string) string {
	switch {
	case without(original, unicode.IsSpace) == without(replacement, unicode.IsSpace):
		return "whitespace"
	case fold.String(original) == fold.String(replacement):
		return "capitalization"
	case fold.String(without(original, isMark)) == fold.String(without(replacement, isMark)):
		return "punctuation"
	case isWord(original) && isWord(replacement) && op.Distance(original, replacement) <= (len([]rune(original))+2)/3:
		return "spelling"
	}
	return "grammar"
}

// without is a text without the characters of a kind.
func without(s string, drop func(rune) bool) string {
	return strings.Map(func(r rune) rune {
		if drop(r) {
			return -1
		}
		return r
	}, s)
}

// isMark tells whether a character is neither letter nor number.
func isMark(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) }

// isWord tells whether a text is one word.
func isWord(s string) bool { return s != "" && !strings.ContainsFunc(s, isMark) }
