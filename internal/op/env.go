package op

import (
	"context"
	"io"
	"net/url"
	"sync/atomic"
	"time"
)

// Env is the outside world as far as an operation may see it.
type Env struct {
	Now    func() time.Time
	Random io.Reader

	// Link makes the URL of a signed link to an operation with the fields,
	// good until a time, for ever where that is zero. It is nil where there is
	// no API key to sign with.
	Link func(o *Op, fields url.Values, until time.Time) string

	// Models are those that the operator has configured, in the order of
	// preference. Their ids differ, and none is LocalModel.
	Models []*Model

	// LocalFirst has LocalModel preferred to all others.
	LocalFirst bool

	varied *atomic.Bool // nil = nobody asks
}

// Watched is the Env with a note of whether the clock or the randomness was
// asked for: an answer without either can be computed again.
func (e Env) Watched() (Env, *atomic.Bool) {
	e.varied = new(atomic.Bool)
	return e, e.varied
}

// note takes down that an answer depends on more than its input.
func (e *Env) note() {
	if e.varied != nil {
		e.varied.Store(true)
	}
}

type envKey struct{}

// With hands an operation its clock and its randomness.
func (e Env) With(ctx context.Context) context.Context {
	return context.WithValue(ctx, envKey{}, e)
}

func envOf(ctx context.Context) Env {
	e, ok := ctx.Value(envKey{}).(Env)
	if !ok {
		panic("op: an operation that varies was run without an Env")
	}
	return e
}

// Now is the time of the call. An operation that asks must set Def.Varies.
func Now(ctx context.Context) time.Time {
	e := envOf(ctx)
	e.note()
	return e.Now()
}

// Random is the call's source of randomness, in production a cryptographic
// one. An operation that asks must set Def.Varies.
func Random(ctx context.Context) io.Reader {
	e := envOf(ctx)
	e.note()
	return e.Random
}
