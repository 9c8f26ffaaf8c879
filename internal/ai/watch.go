package ai

import (
	"context"
	"errors"

	"toolcrib/internal/op"
)

// Watch is told of every attempt to have an endpoint answer, by the names that
// the operator gave the endpoint and the provider the model; of its end, by the
// function that is returned.
type Watch func(ctx context.Context, endpoint, model string) func(Attempt)

// unwatched is a Watch by nobody.
func unwatched(context.Context, string, string) func(Attempt) { return func(Attempt) {} }

// Attempt is how an attempt ended.
type Attempt struct {
	Outcome Outcome
	Tokens  *op.Tokens // as the provider counted them; nil = it did not say, or gave no answer
}

// Outcome is how an attempt ended, in one word.
type Outcome string

// The outcomes.
const (
	Answered    Outcome = "answered"    // the model replied, or would not go on
	Rejected    Outcome = "rejected"    // the provider does not take this request; the endpoint is well
	Unusable    Outcome = "unusable"    // what came is no chat completion
	Unavailable Outcome = "unavailable" // away, busy, failed or too slow
	Abandoned   Outcome = "abandoned"   // the caller left, or what was to be passed on to him could not be
)

// Outcomes are all of them.
var Outcomes = []Outcome{Answered, Rejected, Unusable, Unavailable, Abandoned}

// attempted is how an attempt ended that returned c and err.
func attempted(ctx context.Context, c op.Completion, err error) Attempt {
	var f *fault
	switch {
	case err == nil:
		return Attempt{Outcome: Answered, Tokens: c.Tokens}
	case !errors.As(err, &f) || errors.Is(ctx.Err(), context.Canceled):
		return Attempt{Outcome: Abandoned}
	case f.asking:
		return Attempt{Outcome: Rejected}
	case f.reply:
		return Attempt{Outcome: Unusable}
	}
	return Attempt{Outcome: Unavailable}
}
