package op

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"toolcrib/internal/num"
	"toolcrib/internal/tokens"
)

// AI declares how a model carries out an operation.
type AI[In, Out any] struct {
	// Ask is what a model is asked, made of the input alone.
	Ask func(In) Ask

	// Read makes the answer of a model's reply. An error says that the reply is
	// not what was asked for.
	Read func(ctx context.Context, in In, reply string) (Out, error)

	// Local is the answer of LocalModel; nil = it cannot.
	Local func(context.Context, In) (Out, error)

	// Streams tells that the reply is the text of the answer, which callers may
	// be shown while it comes.
	Streams bool

	// Whole tells that a reply which was cut off is of no use.
	Whole bool
}

// Ask is a question to a model.
type Ask struct {
	System string // our instructions, without a word of the caller's
	Parts  []Part // what the caller sent
	Schema Raw    // JSON Schema of the reply; nil = the reply is text
}

// AIIn is embedded by the input of an operation that a model carries out: the
// members that all of them have.
type AIIn struct {
	Model           *string `json:"model" doc:"The model, as ai-models lists them; unset, the first that can do it." len:"1..100" example:"local-1"`
	MaxOutputTokens int     `json:"max_output_tokens" doc:"Most tokens that the reply may have; what they would cost is held back until it is there. local-1 has no need of it." min:"1" max:"8192" default:"512" aka:"max_tokens"`
	Temperature     num.Dec `json:"temperature" doc:"How freely a model chooses its words; 0 is the most repeatable." min:"0" max:"2" default:"0"`
	Language        *string `json:"language" doc:"Language to answer in (BCP 47); unset, that of the text." pattern:"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$" len:"2..35" aka:"lang,locale" example:"en"`
	EstimateOnly    bool    `json:"estimate_only" doc:"Only say what the call can cost at most: no model is asked, and nothing is charged." default:"false"`
}

func (a *AIIn) asked() *AIIn { return a }

// AIOut is embedded by the output of an operation that a model carries out,
// behind members of its own that are all left out where there is no answer.
type AIOut struct {
	Model        string    `json:"model" doc:"The model that answered."`
	FinishReason *string   `json:"finish_reason,omitempty" doc:"Why the answer ended: it is complete, reached max_output_tokens, or the model would not go on. An estimate has none." enum:"stop,length,refused"`
	Usage        Usage     `json:"usage" doc:"What the call used and cost."`
	BalanceAfter *int64    `json:"balance_after" doc:"AI tokens left after this call; null where it took none."`
	Warnings     []Warning `json:"warnings,omitempty" doc:"What was noticed."`
}

func (a *AIOut) answered() *AIOut { return a }

// Usage is what a call of a model used and cost.
type Usage struct {
	InputTokens  int64   `json:"input_tokens" doc:"Tokens of the prompt, our instructions included, as the model's provider counts them."`
	OutputTokens int64   `json:"output_tokens" doc:"Tokens of the reply; of an estimate the most that it may have."`
	AITokens     int64   `json:"ai_tokens" doc:"What is charged: call_fee + ceil(input_tokens × input_rate + output_tokens × output_rate); 0 where there is no answer."`
	CallFee      int64   `json:"call_fee" doc:"AI tokens for the call itself."`
	InputRate    num.Dec `json:"input_rate" doc:"AI tokens for one token of the prompt."`
	OutputRate   num.Dec `json:"output_rate" doc:"AI tokens for one token of the reply."`
	Estimated    bool    `json:"estimated" doc:"The tokens are our own count, because the provider gave none or this is an estimate."`
}

type (
	asker    interface{ asked() *AIIn }
	answerer interface{ answered() *AIOut }
)

// asking is an AI of any types.
type asking struct {
	ask     func(in any) Ask
	read    func(ctx context.Context, in any, reply string) (any, error)
	local   func(ctx context.Context, in any) (any, error) // nil = LocalModel cannot
	streams bool
	whole   bool
}

// DefineAI registers an operation that a model carries out. It is paid for in
// AI tokens, by the rates of the model. def has no Run.
func DefineAI[In, Out any](def Def[In, Out], ai AI[In, Out]) *Op {
	verifyAI(def.ID, reflect.TypeFor[In](), reflect.TypeFor[Out]())
	a := &asking{
		ask: func(in any) Ask { return ai.Ask(*in.(*In)) },
		read: func(ctx context.Context, in any, reply string) (any, error) {
			out, err := ai.Read(ctx, *in.(*In), reply)
			return &out, err
		},
		streams: ai.Streams, whole: ai.Whole,
	}
	if ai.Local != nil {
		a.local = func(ctx context.Context, in any) (any, error) {
			out, err := ai.Local(ctx, *in.(*In))
			return &out, err
		}
	}
	def.Pool, def.Varies = AIPool, true
	o := Define(def)
	o.asks = a
	o.call = o.unmetered
	return o
}

// verifyAI panics on an operation that no model could carry out.
func verifyAI(id string, in, out reflect.Type) {
	if !reflect.PointerTo(in).Implements(reflect.TypeFor[asker]()) || !reflect.PointerTo(out).Implements(reflect.TypeFor[answerer]()) {
		panic("op: " + id + ": the input embeds AIIn and the output AIOut")
	}
	for _, f := range compile(out, "", id+" output").fields {
		if common := len(f.index) > 1; !common && !f.omitEmpty {
			panic(fmt.Sprintf("op: %s: %s has to be left out where there is no answer", id, f.name))
		}
	}
}

// AI tells whether models carry out the operation: it then has a Job.
func (o *Op) AI() bool { return o.asks != nil }

// modelsPath is where the operations are that ask models or tell of them.
const modelsPath = "/v1/text/ai/"

// NeedsKey tells that only the holder of a key can have an answer: links are
// signed with it, and models elsewhere are paid by it.
func (o *Op) NeedsKey() bool { return o.Signs != nil || o.AI() && o.asks.local == nil }

// OfModels tells whether the operation asks models, or tells of them.
func (o *Op) OfModels() bool { return strings.HasPrefix(o.Path, modelsPath) || o.AI() }

// Streams tells whether the answer can be shown while it comes.
func (o *Op) Streams() bool { return o.AI() && o.asks.streams }

// unmetered carries out the operation for nobody's account.
func (o *Op) unmetered(ctx context.Context, in any) (any, error) {
	j, err := o.Job(ctx, Input{in})
	if err != nil {
		return nil, err
	}
	if j.Only {
		return j.Estimate().value, nil
	}
	out, err := j.Run(ctx, nil)
	return out.value, err
}

// local is the model that is built in.
var local = &Model{ID: LocalModel, Count: tokens.Count}

// Models lists the models that operations can call, the operator's in the order
// of the settings and then the one that is built in.
func Models(ctx context.Context) []*Model {
	e := envOf(ctx)
	e.note()
	if e.LocalFirst {
		return append([]*Model{local}, e.Models...)
	}
	return append(e.Models[:len(e.Models):len(e.Models)], local)
}

// FindModel is the model of a name, nil = the first. The error is an *Invalid.
func FindModel(ctx context.Context, name *string) (*Model, error) {
	models := Models(ctx)
	if name == nil {
		return models[0], nil
	}
	if i := slices.IndexFunc(models, func(m *Model) bool { return m.ID == *name }); i >= 0 {
		return models[i], nil
	}
	ids := idsOf(models)
	e := Refuse("model", NotAllowed, "there is no model %s", Quote(*name))
	e.Violations[0].Hint = "use one of " + list(ids, 12)
	if near := Nearest(*name, ids); near != "" {
		e.Violations[0].Hint = "did you mean " + Quote(near) + "?"
	}
	return nil, e
}

// model is the model that is to carry out the operation, by its name or nil for
// the first that can.
func (o *Op) model(ctx context.Context, name *string) (*Model, error) {
	m, err := FindModel(ctx, name)
	if err != nil || name != nil && m.Does(o) {
		return m, err
	}
	able := o.able(ctx, nil)
	switch {
	case len(able) == 0:
		return nil, &ModelUnavailable{Detail: "No model of this service can carry out " + o.ID +
			"; its operator gives it one with the settings ai-base-url and ai-model, or ai-models-file."}
	case name == nil:
		return able[0], nil
	}
	e := Refuse("model", NotAllowed, "%s cannot carry out %s", *name, o.ID)
	e.Violations[0].Hint = "use one of " + list(idsOf(able), 12)
	return nil, e
}

// able lists the models that can carry out the operation. Behind a model, where
// one is given, they are those that can do so in its place.
func (o *Op) able(ctx context.Context, behind *Model) (able []*Model) {
	for _, m := range Models(ctx) {
		switch {
		case m == behind:
			able = nil
		case m.Does(o) && (behind == nil || m.Complete != nil):
			able = append(able, m)
		}
	}
	return able
}

func idsOf(models []*Model) []string {
	ids := make([]string, len(models))
	for i, m := range models {
		ids[i] = m.ID
	}
	return ids
}
