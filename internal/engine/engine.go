// Package engine carries one metered call from its source to its answer, in
// one direction and always in the same order:
//
//	rate window → read → earlier answer → decode → funds, a cheap look → run → encode → charge → answer
//
// Where a model elsewhere answers, the most that it can cost is held in place of
// the cheap look, and what it has cost is charged of that.
//
// A call is validated before its funds are looked at, so that a broken request
// is told so for free, and charged after its whole answer is in memory, so
// that a failure is never a 200 and a result is never released unpaid. Every
// front end that meters (REST, MCP, the web) calls Do and nothing else.
package engine

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/netip"
	"time"

	"github.com/maypok86/otter/v2"

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
	Compute time.Duration // of one call that is computed here
	Model   time.Duration // of one call that a model elsewhere answers; 0 = DefaultModel
	Env     op.Env
	Meter   *meter.Meter

	Base     string        // public URL of the service without a final slash, where links to it begin
	Links    uint64        // bytes of pictures kept in memory for signed links; 0 = DefaultLinks
	InFlight int           // calls carried out at a time, 0 = no limit
	Asking   int           // calls that wait for a model at a time, 0 = no limit
	Keep     time.Duration // how long the answer to an idempotency key is kept
	BuyURL   string        // where units are sold, for callers who need more; "" = not told
	Contact  string        // how the operator is reached; "" = not told
	Observe  func(Observed)
	Trace    Tracer // nil = calls are not traced
}

// DefaultLinks is the memory that pictures of signed links have: some thousand
// cards, or hundred thousand codes.
const DefaultLinks = 64 << 20

// Observed is how a call of a key ended.
type Observed struct {
	ID      string // ULID of the call; "" where a signed link was followed
	Key     *account.Key
	Op      string
	From    netip.Addr
	Refused bool // not answered
	Replay  bool // answered again for an idempotency key

	Status int          // of HTTP: what the answer has, or would have
	Code   problem.Code // "" = none
	Units  int64        // charged, of Pool
	Pool   account.Pool
	Took   time.Duration

	Short account.Pool // that had not enough for the call; "" = that is not why it was refused
}

// Engine runs calls. It is safe for concurrent use.
type Engine struct {
	opts     Options
	computes slots
	unsent   unsent
	asks     slots
	pictures *otter.Cache[pictureKey, *picture]
}

// Limits are the bounds of a call, for telling callers.
func (e *Engine) Limits() (document, output int, compute time.Duration) {
	return e.opts.Input.Document, e.opts.Output, e.opts.Compute
}

// New returns an Engine.
func New(opts Options) *Engine {
	if opts.Links == 0 {
		opts.Links = DefaultLinks
	}
	if opts.Model == 0 {
		opts.Model = DefaultModel
	}
	e := &Engine{opts: opts, computes: newSlots(opts.InFlight), asks: newSlots(opts.Asking)}
	e.pictures = newPictures(opts.Links)
	return e
}

// Call is one request for an answer.
type Call struct {
	ID     string // ULID; the charge is ch_<ID>
	Key    *account.Key
	Op     *op.Op
	Source op.Source
	From   netip.Addr

	// Until ends when the caller has the answer, or has left. Long answers are
	// counted against what may wait in memory until then; nil = they are not.
	Until context.Context

	Raw    bool // answer the main result alone, without the envelope
	Choose bool // the input decides instead of Raw, where it says how it wants to be answered
	Once   bool // show a picture's bytes once only in the envelope
	Lent   bool // the caller gives the body back by Result.Done

	// Have tells whether the caller has a picture already, by its SHA-256 in
	// hex: then it is neither charged nor sent. nil = no.
	Have func(sha256 string) bool

	// URL is where the caller reaches an operation; nil = by its path below
	// the base URL.
	URL func(*op.Op) string

	Idempotency *Idempotency // nil = none

	// Stream, where set, is given the parts of an answer that can be shown while
	// it comes, with the receipt as far as it is known. They are paid for by what
	// is held. Its error ends the call.
	Stream func(part string, so Receipt) error

	units int64   // the price, known once the input is decoded
	pool  op.Pool // what it is of; "" = the operation's
	job   *op.Job // of an operation that models carry out

	// Read, where set, takes in the source in place of Source. It is called
	// once the call is admitted, so that a body too large or of the wrong type
	// counts in the rate window and a flood of bodies is refused unread.
	Read func() (op.Source, *problem.Problem)
}

// Result is the answer to a call with what is to be said beside it. The
// receipt is filled as far as the call came, also when there was a problem.
type Result struct {
	Body     []byte
	Raw      bool      // the body is the main result alone
	Picture  *op.Image // the body is this picture alone
	Had      bool      // there is no body: the caller has the picture already
	Replayed bool      // it was charged by an earlier call with the same idempotency key
	Receipt  Receipt

	draft *[]byte // whose memory the body is; nil = it has its own
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

// poolOf is the pool that a call draws on.
func poolOf(c Call) account.Pool {
	return account.Pool(cmp.Or(c.pool, c.Op.Pool)).For(c.Key.Env)
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
	began := time.Now()
	ctx, ended := e.trace(ctx, c.Op.ID, c.ID)
	r := Result{Raw: c.Raw}
	var ok bool
	var fault *problem.Problem
	if r.Receipt.Rate, ok = e.opts.Meter.Admit(c.Key.ID, c.Key.AccountID); ok {
		fault = e.admitted(ctx, c, &r)
	} else {
		fault = RateLimited(r.Receipt.Rate)
	}
	if fault != nil {
		r.Body = nil
	}
	// A store that is away is not asked again.
	if fault != nil && fault.Code != problem.ChargeUnavailable || r.Replayed {
		e.learn(ctx, c, &r.Receipt)
	}
	o := observed(c, fault, began).with(&r)
	ended(o)
	if e.opts.Observe != nil {
		e.opts.Observe(o)
	}
	return r, fault
}

// observed is what is noted of a call that has ended.
func observed(c Call, fault *problem.Problem, began time.Time) Observed {
	o := Observed{ID: c.ID, Key: c.Key, Op: c.Op.ID, From: c.From, Status: http.StatusOK, Took: time.Since(began)}
	if fault != nil {
		o.Refused, o.Status, o.Code = true, fault.Status, fault.Code
		if o.Code == problem.InsufficientCredits || o.Code == problem.FreeQuotaExceeded {
			o.Short = poolOf(c)
		}
	}
	return o
}

// with adds what the result tells.
func (o Observed) with(r *Result) Observed {
	if o.Replay = r.Replayed; r.Had {
		o.Status = http.StatusNotModified
	}
	if o.Units = r.Receipt.Taken.Units(); o.Units > 0 {
		o.Pool = r.Receipt.Balance.Pool
	}
	if o.Short != "" && r.Receipt.Known {
		o.Short = r.Receipt.Balance.Pool // a call of a model may be of another pool than its operation
	}
	return o
}

// Try carries out a call that nobody is charged for and no window counts: the
// website's, which has limits of its own. The result is in the envelope.
func (e *Engine) Try(ctx context.Context, o *op.Op, src op.Source) (r Result, p *problem.Problem) {
	if !e.computes.enter() {
		return r, overloaded()
	}
	defer e.computes.leave()
	c := Call{Op: o}
	in, p := e.decode(c, src)
	if p != nil {
		return r, p
	}
	if o.AI() {
		if c.job, p = e.tryJob(ctx, o, in); p != nil {
			return r, p
		}
	}
	a, err := e.compute(ctx, c, in)
	if err != nil {
		return r, e.refusal(o, err)
	}
	a.release(&r)
	return r, nil
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

// slots bound how many calls are under way at a time; nil = no bound.
type slots chan struct{}

func newSlots(n int) slots {
	if n == 0 {
		return nil
	}
	return make(slots, n)
}

func (s slots) enter() bool {
	if s == nil {
		return true
	}
	select {
	case s <- struct{}{}:
		return true
	default:
		return false
	}
}

func (s slots) leave() {
	if s != nil {
		<-s
	}
}

func overloaded() *problem.Problem {
	return problem.New(problem.Overloaded, "More calls are under way here than this service carries out at a time.").After(1)
}

// admitted carries out a call that has its place in the rate window.
func (e *Engine) admitted(ctx context.Context, c Call, r *Result) *problem.Problem {
	_, end := e.step(ctx, StepRead)
	src, p := c.source()
	if end(); p != nil {
		return p
	}
	elsewhere, p := e.here(ctx, c, src, r)
	if elsewhere != nil {
		return e.ask(ctx, elsewhere, r)
	}
	return p
}

// here carries out a call as far as it is computed here. What is left is to ask
// a model elsewhere, where that is not nil.
func (e *Engine) here(ctx context.Context, c Call, src op.Source, r *Result) (*asked, *problem.Problem) {
	// Only now: a caller who sends slowly must not keep others out.
	if !e.computes.enter() {
		return nil, overloaded()
	}
	defer e.computes.leave()
	if c.Key.Suspended {
		return nil, e.suspended()
	}
	var reply *account.Reply
	if c.Idempotency != nil {
		reply = c.Idempotency.reply(c, src)
		if again, p := e.earlier(ctx, c, src, reply, r); p != nil || again {
			return nil, p
		}
	}
	_, end := e.step(ctx, StepDecode)
	in, p := e.decode(c, src)
	if end(); p != nil {
		return nil, p
	}
	if c.Op.AI() {
		if c.job, p = e.job(ctx, c.Op, in, e.opts.Env); p != nil {
			return nil, p
		}
		switch {
		case c.job.Only:
			return nil, e.estimate(c, r)
		case !c.job.Local():
			return &asked{c, src, reply}, nil
		}
		c.pool = op.ComputePool
	}
	c.units = c.price(in)
	return nil, e.computed(ctx, c, src, in, reply, r)
}

// computed carries out a call whose answer is computed here.
func (e *Engine) computed(ctx context.Context, c Call, src op.Source, in op.Input, reply *account.Reply, r *Result) *problem.Problem {
	hold, p := e.reserve(ctx, c, &r.Receipt)
	if p != nil {
		// The call that took the last units may have been this one, sent before.
		if again, _ := e.earlier(ctx, c, src, reply, r); again {
			return nil
		}
		return p
	}
	a, err := e.compute(ctx, c, in)
	if err == nil && reply != nil {
		err = e.keep(c, reply, a)
		hold.Keep(reply)
	}
	switch {
	case err != nil:
		hold.Release()
		return e.refusal(c.Op, err)
	case a.picture != nil && c.Have != nil && c.Have(a.picture.SHA256):
		hold.Release()
		r.Picture, r.Raw, r.Had = a.picture, true, true
		return nil
	}
	if p := e.waits(c, a); p != nil {
		hold.Release()
		return p
	}
	return e.charge(ctx, c, hold, src, a, r)
}

// charge makes the call paid and its answer ready to be released.
func (e *Engine) charge(ctx context.Context, c Call, hold *meter.Hold, src op.Source, a answer, r *Result) *problem.Problem {
	_, end := e.step(ctx, StepCharge)
	verdict, err := hold.Charge()
	if end(); err != nil {
		return unchargeable(err)
	}
	return e.decided(ctx, c, verdict, src, a, r)
}

// decided releases the answer to a call where the store has charged it.
func (e *Engine) decided(ctx context.Context, c Call, verdict account.Verdict, src op.Source, a answer, r *Result) *problem.Problem {
	if verdict.Outcome == account.Replayed {
		r.Receipt.Balance, r.Receipt.Known = verdict.Balance, true
		return e.replay(ctx, c, src, verdict.Reply, r)
	}
	if p := e.refused(ctx, c, &r.Receipt, verdict); p != nil {
		return p
	}
	a.release(r)
	r.Receipt.charged(c, verdict)
	return nil
}

// charged notes what was paid.
func (r *Receipt) charged(c Call, v account.Verdict) {
	r.Balance, r.Known = v.Balance, true
	if v.Taken.Units()+v.Taken.Allowance > 0 {
		r.Charge, r.Taken = "ch_"+c.ID, v.Taken
	}
}

// learn fills in what the account has left for the answer to a call that ended
// before that was looked at. Where it cannot be had it is left out.
func (e *Engine) learn(ctx context.Context, c Call, r *Receipt) {
	if r.Known || r.KeyRefused {
		return
	}
	b, err := e.opts.Meter.Believed(ctx, c.Key.AccountID, poolOf(c), allowanceOf(c))
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

// refusal turns an error of decoding or running into a problem.
func (e *Engine) refusal(o *op.Op, err error) *problem.Problem {
	if p := problem.OfModel(err); p != nil {
		return p
	}
	var invalid *op.Invalid
	switch {
	case errors.As(err, &invalid) && invalid != nil:
		return problem.Invalid(invalid, o.BadInput)
	case errors.Is(err, context.DeadlineExceeded):
		return problem.Invalid(op.Refuse("", op.InputTooComplex,
			"the input needs more than the %s of computing that a call may take", e.opts.Compute), o.BadInput)
	case errors.Is(err, context.Canceled):
		return left(err)
	}
	return problem.Internal(defect(o, err))
}
