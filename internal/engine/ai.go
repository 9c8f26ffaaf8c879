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

// A model elsewhere is asked only once the most that it can cost is set aside
// in the ledger, and what it then did cost is charged of that. Between the two
// the process may end: what is set aside comes back by itself at its time.

// DefaultModel is how long a model may take to answer (operations-b.md section 5).
const DefaultModel = 60 * time.Second

// settling is how long, beside that, units stay set aside for a call.
const settling = time.Minute

// asked is a call that a model elsewhere is to answer.
type asked struct {
	Call
	src   op.Source
	reply *account.Reply // to be kept with the charge; nil = none
}

// job says which model carries out an operation, and what it can cost.
func (e *Engine) job(ctx context.Context, o *op.Op, in op.Input, env op.Env) (*op.Job, *problem.Problem) {
	j, err := guard(o, func() (*op.Job, error) { return o.Job(env.With(ctx), in) })
	if err != nil {
		return nil, e.refusal(o, err)
	}
	return j, nil
}

// tryJob is the job of a call that nobody pays for: only the model that is
// built in may carry it out.
func (e *Engine) tryJob(ctx context.Context, o *op.Op, in op.Input) (*op.Job, *problem.Problem) {
	env := e.opts.Env
	env.LocalFirst = true
	j, p := e.job(ctx, o, in, env)
	if p == nil && !j.Local() && !j.Only {
		return nil, problem.Invalid(op.Refuse("model", op.NotAllowed,
			"%s costs AI tokens, and there is no account here to pay them; call the operation with an API key", j.Model.ID), o.BadInput)
	}
	return j, p
}

// price is what the call costs, in units of its pool. One that a model answers
// which takes no AI tokens costs what the smallest call does.
func (c *Call) price(in op.Input) int64 {
	if c.job != nil {
		return op.T0.Units()
	}
	return c.Op.Price(in)
}

// estimate answers a call that only asks what it can cost.
func (e *Engine) estimate(c Call, r *Result) *problem.Problem {
	a := answer{raw: false}
	a.write(c, c.job.Estimate())
	a.release(r)
	return nil
}

// fund is what pays for an asked call: units held in the ledger, or a look at
// the funds for a call that takes no AI tokens.
type fund struct {
	meter  *meter.Meter
	charge account.Charge
	look   *meter.Hold // nil = units are held
	left   int64       // units of the pool when they had been held
}

// settle charges units of what is held.
func (f *fund) settle(ctx context.Context, units int64, reply *account.Reply) (account.Verdict, error) {
	if f.look != nil {
		f.look.Keep(reply)
		return f.look.Charge()
	}
	v, err := f.meter.Settle(ctx, f.charge, units, reply)
	if err != nil {
		f.void(ctx)
	}
	return v, err
}

// void gives everything back. Where the ledger is away, that comes about by
// itself when the time of the hold is over.
func (f *fund) void(ctx context.Context) {
	if f.look != nil {
		f.look.Release()
		return
	}
	_ = f.meter.Void(ctx, f.charge)
}

// hold sets aside what the call can cost. The fund is nil where the call ends
// here: with a problem, or with the answer of an earlier call.
func (e *Engine) hold(ctx context.Context, a *asked, r *Result) (*fund, *problem.Problem) {
	if a.job.Units == 0 {
		a.pool, a.units = op.ComputePool, op.T0.Units()
		look, p := e.reserve(ctx, a.Call, &r.Receipt)
		if p != nil {
			return nil, p
		}
		return &fund{meter: e.opts.Meter, look: look}, nil
	}
	a.units = a.job.Units
	c := a.charge()
	c.Reply = a.reply
	f := &fund{meter: e.opts.Meter, charge: c}
	v, err := e.opts.Meter.Hold(ctx, c, e.opts.Env.Now().Add(e.opts.Model+settling))
	if err != nil {
		f.void(ctx) // it may have been held
		return nil, unchargeable(err)
	}
	if v.Outcome == account.Replayed {
		r.Receipt.Balance, r.Receipt.Known = v.Balance, true
		return nil, e.replay(ctx, a.Call, a.src, v.Reply, r)
	}
	if p := e.refused(ctx, a.Call, &r.Receipt, v); p != nil {
		return nil, p
	}
	r.Receipt.Balance, r.Receipt.Known = v.Balance, true
	f.left = v.Balance.Units()
	return f, nil
}

// ask carries out a call that a model elsewhere answers.
func (e *Engine) ask(ctx context.Context, a *asked, r *Result) *problem.Problem {
	if !e.asks.enter() {
		return overloaded()
	}
	defer e.asks.leave()
	f, p := e.hold(ctx, a, r)
	if f == nil {
		return p
	}
	ans, cost, err := e.asking(ctx, a, f, r)
	if err == nil && a.reply != nil && cost > 0 {
		err = e.keep(a.Call, a.reply, ans)
	}
	if err != nil {
		return e.broken(ctx, a, f, err, r)
	}
	if cost == 0 {
		f.void(ctx)
		ans.release(r)
		return nil
	}
	v, err := f.settle(ctx, cost, a.reply)
	if err != nil {
		return unchargeable(err)
	}
	return e.decided(ctx, a.Call, v, a.src, ans, r)
}

// The ways in which a call of a model ends that are not the model's own.
var (
	errTooSlow = errors.New("engine: the model took too long")
	errGone    = errors.New("engine: the caller left")
)

// asking has the model answer, writes that down, and says what it costs in
// units of the fund; 0 = there is no result.
func (e *Engine) asking(ctx context.Context, a *asked, f *fund, r *Result) (ans answer, cost int64, err error) {
	ctx, end := e.step(ctx, StepRun)
	defer end()
	in, cancel := context.WithTimeoutCause(ctx, e.opts.Model, errTooSlow)
	defer cancel()
	out, err := guard(a.Op, func() (op.Output, error) { return a.job.Run(e.opts.Env.With(in), a.stream(&r.Receipt)) })
	if err != nil {
		// Whatever the model makes of it, this is why it broke off.
		if cause := context.Cause(in); errors.Is(cause, errTooSlow) {
			err = errTooSlow
		} else if cause != nil {
			err = errGone
		}
		return ans, 0, err
	}
	if cost = a.job.Cost(); f.look == nil {
		a.job.Balance(out, f.left+a.units-cost)
	} else if a.job.Answered() {
		cost = a.units
	}
	ans = answer{raw: a.Raw && a.job.Answered(), varied: true}
	ans.write(a.Call, out)
	return ans, cost, e.fits(ans)
}

// stream passes parts of the answer on to the caller, nil where nobody asks for
// them.
func (a *asked) stream(so *Receipt) func(string) error {
	if a.Stream == nil {
		return nil
	}
	return func(part string) error {
		if a.Stream(part, *so) != nil {
			return errGone
		}
		return nil
	}
}

// broken ends a call that failed. What of its answer was passed on is paid for,
// and nothing else.
func (e *Engine) broken(ctx context.Context, a *asked, f *fund, err error, r *Result) *problem.Problem {
	p := e.unanswered(a, err)
	owed := a.job.Owed()
	if owed == 0 {
		f.void(ctx)
		return p
	}
	if v, err := f.settle(ctx, owed, nil); err == nil && v.Outcome == account.Charged {
		r.Receipt.charged(a.Call, v)
		p.With("usage", op.Raw(op.Append(nil, a.job.UsageOwed())))
	}
	return p
}

// unanswered is the problem of a model that gave no answer.
func (e *Engine) unanswered(a *asked, err error) *problem.Problem {
	switch {
	case errors.Is(err, errTooSlow):
		p := problem.New(problem.Timeout, "The model had not answered after %s.", e.opts.Model)
		p.Cause = err
		return p
	case errors.Is(err, errGone):
		return left(context.Canceled)
	}
	return e.refusal(a.Op, err)
}

// left is the problem of a caller who is not there any more.
func left(cause error) *problem.Problem {
	p := problem.New(problem.Timeout, "The caller left before the answer was ready.")
	p.Cause = cause
	return p
}
