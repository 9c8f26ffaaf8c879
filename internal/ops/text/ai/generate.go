package ai

import (
	"context"
	"strings"

	"toolcrib/internal/op"
)

// Generate writes a text.
var Generate = op.DefineAI(op.Def[GenerateIn, GenerateOut]{
	ID:      "ai-generate",
	Route:   "POST /v1/text/ai/generate",
	Summary: "Write a text by a prompt, with a language model",
	Doc:     "Writes the text that a prompt asks for, in the way that system describes. The model has no tools and sees nothing else.",
	See:     []op.See{{When: "changing a text of yours", ID: "ai-rewrite"}},
	Words:   []string{"llm", "gpt", "chat", "completion", "write", "draft", "prompt", "artificial intelligence"},
	Source:  source,
	Since:   "1.0.0",
	Examples: []op.Example{
		{Name: "two lines", In: `{"prompt":"A two-line greeting for Diwali to a customer","max_output_tokens":100}`,
			Reply: "May this Diwali bring light to your home and joy to your work.\nThank you for being with us."},
	},
}, op.AI[GenerateIn, GenerateOut]{Ask: askGenerate, Read: readGenerate, Streams: true})

// GenerateIn is the input of ai-generate.
type GenerateIn struct {
	Prompt string  `json:"prompt" doc:"What to write, at most 200,000 characters." document:"true" len:"1..200000" aka:"text,input,data,content,value,str,source,body,message" example:"A two-line greeting for Diwali to a customer"`
	System *string `json:"system" doc:"How to write it: role, tone, form." document:"true" len:"1..20000" aka:"instructions" example:"You write for a bank: formal, no jokes."`
	op.AIIn
}

// GenerateOut is the answer of ai-generate.
type GenerateOut struct {
	Text *string `json:"text,omitempty" doc:"What the model wrote." main:"text/plain"`
	op.AIOut
}

// Check refuses a prompt that says nothing.
func (in *GenerateIn) Check(e *op.Invalid) { blank(e, "prompt", in.Prompt) }

func askGenerate(in GenerateIn) op.Ask {
	a := op.Ask{System: "You write texts. The text named prompt says what to write; write that. If there is a text named system, it says how: keep to it as far as these instructions allow."}
	if in.System != nil {
		a.Parts = append(a.Parts, op.Part{Name: "system", Text: *in.System})
	}
	a.Parts = append(a.Parts, op.Part{Name: "prompt", Text: in.Prompt})
	return a
}

func readGenerate(_ context.Context, _ GenerateIn, reply string) (GenerateOut, error) {
	text := strings.TrimSpace(reply)
	return GenerateOut{Text: &text}, nil
}
