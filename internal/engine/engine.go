// Package engine carries one metered call from its source to its answer, in
// one direction and always in the same order:
//
//	rate window → read → earlier answer → decode → funds, a cheap look → run → encode → charge → answer
//
// A call is validated before its funds are looked at, so that a broken request
// is told so for free, and charged after its whole answer is in memory, so
// that a failure is never a 200 and a result is never released unpaid. Every
// front end that meters (REST, MCP, the web) calls Do and nothing else.
package engine

import (
	"context"
	"errors"
	"net/netip"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/meter"
	"toolcrib/internal/op"
	"toolcrib/internal/problem"
	"toolcrib/internal/window"
)

// Options are the bounds of a call. All are settings of the service.
type Options struct {
	Input   op.Limits
	Output  int           // bytes of an answer
	Compute time.Duration // of one call
	Env     op.Env
	Meter   *meter.Meter

	InFlight int           // calls carried out at a time, 0 = no limit
	Keep     time.Duration // how long the answer to an idempotency key is kept
	BuyURL   string        // where units are sold, for callers who need more; "" = not told
	Contact  string        // how the operator is reached; "" = not told
	Observe  func(Observed)
}

// Observed is how a call of a key ended.
type Observed struct {
	Key     *account.Key
	Op      string
	From    netip.Addr
	Refused bool // not answered
	Replay  bool // answered again for an idempotency key
}

// Engine runs calls. It is safe for concurrent use.
type Engine struct {
	opts  Options
	slots chan struct{} // nil = no limit
}

// Limits are the bounds of a call, for telling callers.
func (e *Engine) Limits() (document, output int, compute time.Duration) {
	return e.opts.Input.Document, e.opts.Output, e.opts.Compute
}

// New returns an Engine.
func New(opts Options) *Engine {
	e := &Engine{opts: opts}
	if opts.InFlight > 0 {
		e.slots = make(chan struct{}, opts.InFlight)
	}
	return e
}

// Call is one request for an answer.
type Call struct {
	ID     string // ULID; the charge is ch_<ID>
	Key    *account.Key
	Op     *op.Op
	Source op.Source
	Raw    bool // answer the main result alone, without the envelope
	From   netip.Addr

	Idempotency *Idempotency // nil = none

	// Read, where set, takes in the source in place of Source. It is called
	// once the call is admitted, so that a body too large or of the wrong type
	// counts in the rate window and a flood of bodies is refused unread.
	Read func() (op.Source, *problem.Problem)
}

// Result is the answer to a call with what is to be said beside it. The
// receipt is filled as far as the call came, also when there was a problem.
type Result struct {
	Body     []byte
	Raw      bool // the body is the main result alone
	Replayed bool // it was charged by an earlier call with the same idempotency key
	Receipt  Receipt
}

// Receipt says what a call did to limits and pools.
type Receipt struct {
	Rate       window.Rate
	Balance    account.Balance // of the operation's pool; Known tells whether it was learnt
	Known      bool
	Charge     string // ch_<ULID>, "" when nothing was charged
	Taken      account.Taken
	KeyRefused bool // the store no longer accepts the key
}

// allowanceOf is the pool of an operation's own free requests, "" for most.
func allowanceOf(c Call) account.Pool {
	if !c.Op.Allowed {
		return ""
	}
	return account.AllowancePool(c.Op.ID).For(c.Key.Env)
}

// Do carries out a call. The problem is nil exactly when the result may be
// released: it has then been charged.
func (e *Engine) Do(ctx context.Context, c Call) (Result, *problem.Problem) {
	r := Result{Raw: c.Raw}
	rate, ok := e.opts.Meter.Admit(c.Key.ID, c.Key.AccountID)
	r.Receipt.Rate = rate
	fault := RateLimited(rate)
	if ok {
		fault = e.admitted(ctx, c, &r)
	}
	if fault != nil {
		r.Body = nil
	}
	// A store that is away is not asked again.
	if fault != nil && fault.Code != problem.ChargeUnavailable || r.Replayed {
		e.learn(ctx, c, &r.Receipt)
	}
	if e.opts.Observe != nil {
		e.opts.Observe(Observed{Key: c.Key, Op: c.Op.ID, From: c.From, Refused: fault != nil, Replay: r.Replayed})
	}
	return r, fault
}

// Admit counts a request that costs no units, and tells what the key's account
// has left.
func (e *Engine) Admit(ctx context.Context, key *account.Key) (Receipt, *problem.Problem) {
	var r Receipt
	var ok bool
	r.Rate, ok = e.opts.Meter.Admit(key.ID, key.AccountID)
	// Told beside the answer; where the store is away it is left out.
	if b, err := e.opts.Meter.Believed(ctx, key.AccountID, account.PoolCompute.For(key.Env), ""); err == nil {
		r.Balance, r.Known = b, true
	}
	if !ok {
		return r, RateLimited(r.Rate)
	}
	return r, nil
}

func (e *Engine) enter() bool {
	if e.slots == nil {
		return true
	}
	select {
	case e.slots <- struct{}{}:
		return true
	default:
		return false
	}
}

func (e *Engine) leave() {
	if e.slots != nil {
		<-e.slots
	}
}

// admitted carries out a call that has its place in the rate window.
func (e *Engine) admitted(ctx context.Context, c Call, r *Result) *problem.Problem {
	src, p := c.source()
	if p != nil {
		return p
	}
	// Only now: a caller who sends slowly must not keep others out.
	if !e.enter() {
		return problem.New(problem.Overloaded, "More calls are under way here than this service carries out at a time.").After(1)
	}
	defer e.leave()
	if c.Key.Suspended {
		return e.suspended()
	}
	var reply *account.Reply
	if c.Idempotency != nil {
		reply = c.Idempotency.reply(c, src)
		if again, p := e.earlier(ctx, c, src, reply, r); p != nil || again {
			return p
		}
	}
	in, p := e.decode(c, src)
	if p != nil {
		return p
	}
	hold, p := e.reserve(ctx, c, &r.Receipt)
	if p != nil {
		// The call that took the last units may have been this one, sent before.
		if again, _ := e.earlier(ctx, c, src, reply, r); again {
			return nil
		}
		return p
	}
	body, err := e.compute(ctx, c, in)
	if err != nil {
		hold.Release()
		return e.refusal(c.Op, err)
	}
	if reply != nil {
		if reply.Until = e.opts.Env.Now().Add(e.opts.Keep); keepWhole(c.Op, body) {
			if reply.Body, err = c.Idempotency.seal(reply, c.Raw, body, e.opts.Env.Random); err != nil {
				hold.Release()
				return problem.Internal(err)
			}
		}
		hold.Keep(reply)
	}
	return e.charge(ctx, c, hold, src, body, r)
}

// charge makes the call paid and its answer ready to be released.
func (e *Engine) charge(ctx context.Context, c Call, hold *meter.Hold, src op.Source, body []byte, r *Result) *problem.Problem {
	verdict, err := hold.Charge()
	if err != nil {
		return unchargeable(err)
	}
	if verdict.Outcome == account.Replayed {
		r.Receipt.Balance, r.Receipt.Known = verdict.Balance, true
		return e.replay(ctx, c, src, verdict.Reply, r)
	}
	if p := e.refused(ctx, c, &r.Receipt, verdict); p != nil {
		return p
	}
	r.Body = body
	r.Receipt.Charge, r.Receipt.Taken, r.Receipt.Balance = "ch_"+c.ID, verdict.Taken, verdict.Balance
	return nil
}

// learn fills in what the account has left for the answer to a call that ended
// before that was looked at. Where it cannot be had it is left out.
func (e *Engine) learn(ctx context.Context, c Call, r *Receipt) {
	if r.Known || r.KeyRefused {
		return
	}
	b, err := e.opts.Meter.Believed(ctx, c.Key.AccountID, account.PoolCompute.For(c.Key.Env), allowanceOf(c))
	r.Balance, r.Known = b, err == nil
}

// source is what the call sends.
func (c *Call) source() (op.Source, *problem.Problem) {
	if c.Read != nil {
		return c.Read()
	}
	return c.Source, nil
}

func (e *Engine) decode(c Call, src op.Source) (op.Input, *problem.Problem) {
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
