package ai

import (
	"context"

	"toolcrib/internal/op"
)

// Rewrite says a text in other words.
var Rewrite = op.DefineAI(op.Def[RewriteIn, RewriteOut]{
	ID:      "ai-rewrite",
	Route:   "POST /v1/text/ai/rewrite",
	Summary: "Rewrite text in another tone, with a language model",
	Doc:     "Says a text in other words and another tone with the same meaning, facts, names and numbers. White space around it stays.",
	See:     []op.See{{When: "mistakes alone", ID: "ai-proofread"}, {When: "a shorter text", ID: "ai-summarize"}},
	Words:   []string{"paraphrase", "reword", "rephrase", "tone", "formal", "friendly", "polish", "simplify"},
	Source:  source,
	Since:   "1.0.0",
	Examples: []op.Example{
		{Name: "formal", In: `{"text":"hey, can u send me the invoice asap?","tone":"formal"}`,
			Reply: "Could you please send me the invoice at your earliest convenience?"},
	},
}, op.AI[RewriteIn, RewriteOut]{Ask: askRewrite, Read: readRewrite, Streams: true})

// RewriteIn is the input of ai-rewrite.
type RewriteIn struct {
	Given
	Tone string `json:"tone" doc:"How the text is to sound." enum:"neutral,formal,friendly,concise,simple" default:"neutral" aka:"style"`
	op.AIIn
}

// RewriteOut is the answer of ai-rewrite.
type RewriteOut struct {
	Text *string `json:"text,omitempty" doc:"The text in other words." main:"text/plain"`
	op.AIOut
}

// tones say what a tone is.
var tones = map[string]string{
	"neutral":  "plain and neutral",
	"formal":   "formal and polite",
	"friendly": "warm and friendly",
	"concise":  "as short as its content allows",
	"simple":   "simple: short sentences and common words that a twelve-year-old knows",
}

func askRewrite(in RewriteIn) op.Ask {
	return op.Ask{
		System: "You rewrite texts. Say the text named text in other words, in its own language. Keep its meaning and every fact, name, number and link; add none. " +
			"Keep its paragraphs and lists. The tone is to be " + tones[in.Tone] + ".",
		Parts: []op.Part{{Name: "text", Text: in.Text}},
	}
}

func readRewrite(_ context.Context, in RewriteIn, reply string) (RewriteOut, error) {
	text := replaced(in.Text, reply)
	return RewriteOut{Text: &text}, nil
}
