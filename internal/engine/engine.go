// Package engine carries one metered call from its source to its answer, in
// one direction and always in the same order:
//
//	rate window → read → decode → funds, a cheap look → run → encode → charge → answer
//
// A call is validated before its funds are looked at, so that a broken request
// is told so for free, and charged after its whole answer is in memory, so
// that a failure is never a 200 and a result is never released unpaid. Every
// front end that meters (REST, MCP, the web) calls Do and nothing else.
package engine

import (
	"context"
	"errors"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/meter"
	"toolcrib/internal/op"
	"toolcrib/internal/problem"
)

// Options are the bounds of a call. All are settings of the service.
type Options struct {
	Input   op.Limits
	Output  int           // bytes of an answer
	Compute time.Duration // of one call
	Env     op.Env
	Meter   *meter.Meter
}

// Engine runs calls. It is safe for concurrent use.
type Engine struct{ opts Options }

// Limits are the bounds of a call, for telling callers.
func (e *Engine) Limits() (document, output int, compute time.Duration) {
	return e.opts.Input.Document, e.opts.Output, e.opts.Compute
}

// New returns an Engine.
func New(opts Options) *Engine { return &Engine{opts} }

// Call is one request for an answer.
type Call struct {
	ID     string // ULID; the charge is ch_<ID>
	Key    *account.Key
	Op     *op.Op
	Source op.Source
	Raw    bool // answer the main result alone, without the envelope

	// Read, where set, takes in the source in place of Source. It is called
	// once the call is admitted, so that a body too large or of the wrong type
	// counts in the rate window and a flood of bodies is refused unread.
	Read func() (op.Source, *problem.Problem)
}

// Result is the answer to a call with what is to be said beside it. The
// receipt is filled as far as the call came, also when there was a problem.
type Result struct {
	Body    []byte
	Receipt Receipt
}

// Receipt says what a call did to limits and pools.
type Receipt struct {
	Rate       meter.Rate
	Balance    account.Balance // of the operation's pool; Known tells whether it was learnt
	Known      bool
	Charge     string // ch_<ULID>, "" when nothing was charged
	Taken      account.Taken
	KeyRefused bool // the store no longer accepts the key
}

// allowanceOf is the pool of an operation's own free requests, "" for most.
func allowanceOf(o *op.Op) account.Pool {
	if !o.Allowed {
		return ""
	}
	return account.AllowancePool(o.ID)
}

// Do carries out a call. The problem is nil exactly when the result may be
// released: it has then been charged.
func (e *Engine) Do(ctx context.Context, c Call) (Result, *problem.Problem) {
	var r Result
	rate, ok := e.opts.Meter.Admit(c.Key.ID, c.Key.AccountID)
	r.Receipt.Rate = rate
	p := (*problem.Problem)(nil)
	if ok {
		r.Body, p = e.admitted(ctx, c, &r.Receipt)
	} else {
		p = RateLimited(rate)
	}
	if p != nil {
		e.learn(ctx, c, &r.Receipt)
	}
	return r, p
}

// admitted carries out a call that has its place in the rate window.
func (e *Engine) admitted(ctx context.Context, c Call, r *Receipt) ([]byte, *problem.Problem) {
	in, p := e.input(c)
	switch {
	case p != nil:
		return nil, p
	case c.Key.Suspended:
		return nil, suspended()
	}
	hold, p := e.reserve(ctx, c, r)
	if p != nil {
		return nil, p
	}
	body, err := e.compute(ctx, c, in)
	if err != nil {
		hold.Release()
		return nil, e.refusal(c.Op, err)
	}
	verdict, err := hold.Charge()
	if err != nil {
		return nil, unchargeable(err)
	}
	if p := e.refused(ctx, c, r, verdict); p != nil {
		return nil, p
	}
	r.Charge, r.Taken, r.Balance = "ch_"+c.ID, verdict.Taken, verdict.Balance
	return body, nil
}

// learn fills in what the account has left for the answer to a call that was
// refused before that was looked at. Where it cannot be had it is left out.
func (e *Engine) learn(ctx context.Context, c Call, r *Receipt) {
	if r.Known || r.KeyRefused {
		return
	}
	b, err := e.opts.Meter.Believed(ctx, c.Key.AccountID, account.PoolCompute, allowanceOf(c.Op))
	r.Balance, r.Known = b, err == nil
}

// input reads and decodes the source.
func (e *Engine) input(c Call) (op.Input, *problem.Problem) {
	src := c.Source
	if c.Read != nil {
		var p *problem.Problem
		if src, p = c.Read(); p != nil {
			return op.Input{}, p
		}
	}
	in, err := guard(c.Op, func() (op.Input, error) { return c.Op.Decode(src, e.opts.Input) })
	if err != nil {
		return op.Input{}, e.refusal(c.Op, err)
	}
	return in, nil
}

// Envelope around the data of a successful answer.
const (
	prefix = `{"success":true,"data":`
	suffix = `}`
)

// compute runs the operation and writes its answer, within the time that a
// call may take.
func (e *Engine) compute(ctx context.Context, c Call, in op.Input) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, e.opts.Compute)
	defer cancel()
	body, err := guard(c.Op, func() ([]byte, error) {
		out, err := c.Op.Run(e.opts.Env.With(ctx), in)
		if err != nil {
			return nil, err
		}
		if c.Raw {
			return c.Op.AppendRaw(nil, out), nil
		}
		body := append(make([]byte, 0, 512), prefix...)
		return append(c.Op.AppendData(body, out), suffix...), nil
	})
	if err == nil && len(body) > e.opts.Output {
		err = op.Refuse("", op.OutputTooLarge, "the answer has %d bytes; at most %d are allowed", len(body), e.opts.Output)
	}
	return body, err
}

// refusal turns an error of decoding or running into a problem.
func (e *Engine) refusal(o *op.Op, err error) *problem.Problem {
	var invalid *op.Invalid
	switch {
	case errors.As(err, &invalid) && invalid != nil:
		return problem.Invalid(invalid, o.BadInput)
	case errors.Is(err, context.DeadlineExceeded):
		return problem.Invalid(op.Refuse("", op.InputTooComplex,
			"the input needs more than the %s of computing that a call may take", e.opts.Compute), o.BadInput)
	case errors.Is(err, context.Canceled):
		p := problem.New(problem.Timeout, "The caller left before the answer was ready.")
		p.Cause = err
		return p
	}
	return problem.Internal(defect(o, err))
}
