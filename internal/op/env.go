package op

import (
	"context"
	"io"
	"math/rand/v2"
	"time"
)

// Env is the outside world as far as an operation may see it.
type Env struct {
	Now    func() time.Time
	Random io.Reader
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
func Now(ctx context.Context) time.Time { return envOf(ctx).Now() }

// Random is the call's source of randomness, in production a cryptographic
// one. An operation that asks must set Def.Varies.
func Random(ctx context.Context) io.Reader { return envOf(ctx).Random }

// SampleEnv is a fixed clock and a fixed stream of bytes: with it the examples
// of operations that vary give the same answer each time, for documents and
// golden files only.
func SampleEnv() Env {
	at := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	return Env{
		Now:    func() time.Time { return at },
		Random: rand.NewChaCha8([32]byte([]byte("toolcrib documentation examples."))),
	}
}
