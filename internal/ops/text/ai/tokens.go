package ai

import (
	"context"
	"unicode/utf8"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
)

// CountTokens counts the tokens of a text.
var CountTokens = op.Define(op.Def[CountTokensIn, CountTokensOut]{
	ID:      "ai-count-tokens",
	Route:   "POST /v1/text/ai/tokens",
	Summary: "Estimate the tokens of a text for a model, without asking it",
	Doc: "Tells about how many tokens a text has, by its scripts and rather too high than too low, without sending it anywhere; what is charged is what the " +
		"model's provider counts. The operations of models send instructions of ours beside the text: estimate_only counts those too.",
	See:    []op.See{{When: "characters and words", ID: "character-counter"}, {When: "the rates of models", ID: "ai-models"}},
	Words:  []string{"tokenizer", "tiktoken", "gpt", "context length", "prompt size"},
	Source: "estimate by script, measured on the encodings o200k_base and cl100k_base of tiktoken",
	Since:  "1.0.0",
	Varies: true,
	Examples: []op.Example{
		{Name: "a sentence", In: `{"text":"The parcel came two days late.","model":"local-1"}`},
		{Name: "Hindi", In: `{"text":"नमस्ते दुनिया","model":"local-1"}`},
	},
	Run: countTokens,
})

// CountTokensIn is the input of ai-count-tokens.
type CountTokensIn struct {
	Text  string  `json:"text" doc:"The text, at most 200,000 characters." document:"true" len:"..200000" aka:"input,data,content,value,str,source,body,prompt" example:"The parcel came two days late."`
	Model *string `json:"model" doc:"The model, as ai-models lists them; unset, the first." len:"1..100" example:"local-1"`
}

// CountTokensOut is the answer of ai-count-tokens.
type CountTokensOut struct {
	Model      string  `json:"model" doc:"The model."`
	Tokens     int64   `json:"tokens" doc:"Tokens of the text, about."`
	Estimated  bool    `json:"estimated" doc:"The tokens are our own count: always."`
	Characters int     `json:"characters" doc:"Code points of the text."`
	CallFee    int64   `json:"call_fee" doc:"AI tokens for a call of the model."`
	InputRate  num.Dec `json:"input_rate" doc:"AI tokens for one token of the prompt."`
	OutputRate num.Dec `json:"output_rate" doc:"AI tokens for one token of the reply."`
}

func countTokens(ctx context.Context, in CountTokensIn) (out CountTokensOut, err error) {
	m, err := op.FindModel(ctx, in.Model)
	if err != nil {
		return out, err
	}
	return CountTokensOut{m.ID, m.Count(in.Text), true, utf8.RuneCountInString(in.Text), m.Rates.Fee, m.Rates.Input, m.Rates.Output}, nil
}
