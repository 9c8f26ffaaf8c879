package engine

import (
	"cmp"
	"context"
	"sync"
	"sync/atomic"
	"time"

	"toolcrib/internal/op"
)

// Envelope around the data of a successful answer.
const (
	prefix = `{"success":true,"data":`
	suffix = `}`
)

// answer is what a call computed.
type answer struct {
	body    []byte
	raw     bool
	draft   *[]byte   // whose memory the body is; nil = it has its own
	picture *op.Image // the body is this picture alone
	varied  bool      // it depends on more than the input; known where it may be kept
}

// release makes the answer the result.
func (a answer) release(r *Result) {
	r.Body, r.Raw, r.Picture, r.draft = a.body, a.raw, a.picture, a.draft
}

// compute runs the operation and writes its answer, within the time that a
// call may take.
func (e *Engine) compute(ctx context.Context, c Call, in op.Input) (a answer, err error) {
	ctx, end := e.step(ctx, StepRun)
	defer end()
	limited := &timed{Context: ctx, until: time.Now().Add(e.opts.Compute)}
	defer limited.stop()
	a.raw = c.Raw
	if picture, asked := c.Op.AsksPicture(in); asked && c.Choose {
		a.raw = picture
	}
	env := e.opts.Env
	if c.Op.Signs != nil && c.Key != nil && env.Link == nil {
		env.Link = e.linker(c)
	}
	varied := never
	if c.Idempotency != nil {
		env, varied = env.Watched()
	}
	a, err = guard(c.Op, func() (answer, error) {
		out, err := c.run(env.With(limited), in)
		if err != nil {
			return a, err
		}
		a.write(c, out)
		return a, nil
	})
	// What a model is called, and whether it is there, is not in the input.
	a.varied = varied.Load() || c.Op.AI()
	return a, cmp.Or(err, e.fits(a))
}

// fits is the error of an answer that is too long to be sent.
func (e *Engine) fits(a answer) error {
	if len(a.body) <= e.opts.Output {
		return nil
	}
	return op.Refuse("", op.OutputTooLarge, "the answer has %d bytes; at most %d are allowed", len(a.body), e.opts.Output)
}

// run makes the output of a call.
func (c *Call) run(ctx context.Context, in op.Input) (op.Output, error) {
	switch {
	case c.job == nil:
		return c.Op.Run(ctx, in)
	case c.job.Only:
		return c.job.Estimate(), nil
	}
	return c.job.Run(ctx, nil)
}

// never stands where nobody asks whether an answer varied.
var never = new(atomic.Bool)

// write writes the result in the form that the caller wants.
func (a *answer) write(c Call, out op.Output) {
	picture := c.Op.Picture(out)
	switch {
	case a.raw && picture != nil:
		a.body, a.picture = picture.Body, picture
	case a.raw:
		a.body = c.Op.AppendRaw(nil, out)
	default:
		if picture != nil && c.Once {
			picture.DataURI = nil
		}
		a.envelop(c, out)
	}
}

// drafts recycles the buffers in which answers are written. An answer that
// grew where it is kept would leave five times its length behind.
var drafts = sync.Pool{New: func() any { return new([]byte) }}

// keepDraft is the largest draft worth keeping: an answer that is far too long
// to be sent is written before that is known.
const keepDraft = 4 << 20

// envelop writes an answer in the envelope.
func (a *answer) envelop(c Call, out op.Output) {
	draft := drafts.Get().(*[]byte)
	*draft = append(c.Op.AppendData(append((*draft)[:0], prefix...), out), suffix...)
	// An answer that nobody reads must not keep a draft that is far larger.
	if c.Lent && cap(*draft) <= max(unsentFrom, 2*len(*draft)) {
		a.body, a.draft = *draft, draft
		return
	}
	a.body = append(make([]byte, 0, len(*draft)), *draft...)
	recycle(draft)
}

func recycle(draft *[]byte) {
	if cap(*draft) <= keepDraft {
		drafts.Put(draft)
	}
}

// Done gives the body back, and with it its memory where the call was Lent.
// Nothing may refer to it after.
func (r *Result) Done() {
	if r.draft != nil {
		recycle(r.draft)
	}
	r.Body, r.draft = nil, nil
}
