package op

import (
	"context"
	"math"
	"slices"

	"toolcrib/internal/num"
)

// Model is a language model that carries out operations: a named endpoint of
// the operator's, or the one that is built in. It is used by many calls at a
// time.
type Model struct {
	ID    string   // as callers name it
	Tasks []string // ids of the operations that it can carry out; nil = all
	Rates Rates

	// Count is how many tokens a text has for this model, or about.
	Count func(text string) int64

	// Complete has the model answer a prompt. The context bounds it. An error
	// is the context's, that of OnText, *ModelUnavailable or *ModelOutput; none
	// of them may quote the prompt, the reply or the provider's key. What it
	// returns beside an error is not looked at. nil = built in: operations
	// answer with code of their own.
	Complete func(ctx context.Context, p Prompt) (Completion, error)
}

// LocalModel is the id of the model that is built in.
const LocalModel = "local-1"

// Does tells whether the model can carry out an operation of models.
func (m *Model) Does(o *Op) bool {
	if m.Complete == nil {
		return o.asks.local != nil
	}
	return m.Tasks == nil || slices.Contains(m.Tasks, o.ID)
}

// Rates are what calls of a model cost, in AI tokens. None is below 0.
type Rates struct {
	Fee    int64   // of a call
	Input  num.Dec // of a token of the prompt
	Output num.Dec // of a token of the reply
}

// Cost is what a call costs, exactly: the fee, and what its tokens cost rounded
// up to a whole AI token (operations-b.md section 5). What no int64 holds is
// the largest one.
func (r Rates) Cost(input, output int64) int64 {
	tokens := num.FromInt(input).Mul(r.Input).Add(num.FromInt(output).Mul(r.Output))
	n, ok := tokens.Round(0, num.Ceiling).Int64()
	if !ok || n > math.MaxInt64-r.Fee {
		return math.MaxInt64
	}
	return r.Fee + n
}

// Prompt is what a model is asked.
type Prompt struct {
	Op     string // the operation that asks; not for the model
	System string // our instructions: never holds a word of the caller's
	User   string // what the caller sent, delimited

	MaxOutput   int64   // tokens of the reply, at most
	Temperature num.Dec // 0 to 2
	Schema      Raw     // JSON Schema of the reply; nil = the reply is text

	// OnText, where set, is to be called with each further part of the reply as
	// it comes. Its error ends the completion. The parts together are the text
	// of the completion.
	OnText func(part string) error
}

// Completion is a model's reply.
type Completion struct {
	Text   string
	Finish Finish
	Tokens *Tokens // as the provider counted them; nil = it did not say
}

// Tokens is what a prompt and its reply have.
type Tokens struct{ Input, Output int64 }

// Finish is why a reply ended.
type Finish string

// The reasons.
const (
	FinishStop    Finish = "stop"    // it is complete
	FinishLength  Finish = "length"  // it reached Prompt.MaxOutput
	FinishRefused Finish = "refused" // the model or its provider would not go on
)

// ModelUnavailable is the error of a call that no model could be had for: none
// is configured for it, or its endpoint is away, busy or refuses us.
type ModelUnavailable struct {
	Detail     string // for the caller; "" = the model could not be reached
	RetryAfter int    // seconds; 0 = not known
	Cause      error  // for the log; nil = there is nothing to say
}

func (e *ModelUnavailable) Error() string {
	if e.Cause != nil {
		return "op: model unavailable: " + e.Cause.Error()
	}
	return "op: model unavailable"
}

func (e *ModelUnavailable) Unwrap() error { return e.Cause }

// ModelOutput is the error of a reply that is not what was asked for.
type ModelOutput struct {
	Detail string // for the caller, without a word of the reply
	Cause  error  // for the log; nil = there is nothing to say
}

func (e *ModelOutput) Error() string { return "op: model output: " + e.Detail }

func (e *ModelOutput) Unwrap() error { return e.Cause }
