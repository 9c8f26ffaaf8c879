package ai

import (
	"context"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
)

// ListModels lists the models and what they cost.
var ListModels = op.Define(op.Def[ListModelsIn, ListModelsOut]{
	ID:      "ai-models",
	Route:   "GET /v1/text/ai/models",
	Summary: "List the models, what each can do and what it costs",
	Doc: "Lists the models of this service in the order in which they are chosen, with the operations that each carries out and its rates. A call costs " +
		"call_fee + ceil(input_tokens × input_rate + output_tokens × output_rate) AI tokens, or 1 unit where all three are 0.",
	See:      []op.See{{When: "the tokens of a text", ID: "ai-count-tokens"}},
	Words:    []string{"llm", "pricing", "rates", "price", "providers"},
	Source:   "the settings of this service",
	Since:    "1.0.0",
	Varies:   true,
	Examples: []op.Example{{Name: "all", In: `{}`}},
	Run:      listModels,
})

// ListModelsIn is the input of ai-models.
type ListModelsIn struct{}

// ListModelsOut is the answer of ai-models.
type ListModelsOut struct {
	Models []ModelEntry `json:"models" doc:"The models; where a call names none, the first that can carry it out answers."`
}

// ModelEntry is one model.
type ModelEntry struct {
	ID         string   `json:"id" doc:"How calls name it."`
	BuiltIn    bool     `json:"built_in" doc:"It is part of the service: nothing is sent elsewhere, and the same text gets the same answer."`
	Operations []string `json:"operations" doc:"Ids of the operations that it carries out."`
	CallFee    int64    `json:"call_fee" doc:"AI tokens for a call."`
	InputRate  num.Dec  `json:"input_rate" doc:"AI tokens for one token of the prompt."`
	OutputRate num.Dec  `json:"output_rate" doc:"AI tokens for one token of the reply."`
}

func listModels(ctx context.Context, _ ListModelsIn) (out ListModelsOut, err error) {
	for _, m := range op.Models(ctx) {
		e := ModelEntry{ID: m.ID, BuiltIn: m.Complete == nil, Operations: []string{}, CallFee: m.Rates.Fee, InputRate: m.Rates.Input, OutputRate: m.Rates.Output}
		for _, o := range op.All() {
			if o.AI() && m.Does(o) {
				e.Operations = append(e.Operations, o.ID)
			}
		}
		out.Models = append(out.Models, e)
	}
	return out, nil
}
