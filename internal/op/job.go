package op

import (
	"context"
	"errors"
	"reflect"
	"strings"
)

// Job is a call of a model with what it can cost at most, before the model is
// asked. It is for one call, by one goroutine.
type Job struct {
	Model *Model
	Units int64 // AI tokens that the call costs at most, to be held; 0 = it costs none
	Only  bool  // nothing but the quote was asked for

	op       *Op
	in       any
	prompt   Prompt
	others   []*Model // to be asked where Model is not to be had
	input    int64    // tokens of the prompt, as we count them
	released int64    // tokens of the reply that were passed on
	cost     int64
	answered bool
}

// Tokens around a prompt of two messages: four for each and three before the
// reply, as OpenAI's models have them. With other models they are a few.
const promptTokens = 2*4 + 3

// Job chooses the model of a call and says what it can cost. The error is an
// *Invalid or a *ModelUnavailable.
func (o *Op) Job(ctx context.Context, in Input) (*Job, error) {
	common := in.value.(asker).asked()
	m, err := o.model(ctx, common.Model)
	if err != nil {
		return nil, err
	}
	ask := o.asks.ask(in.value)
	j := &Job{Model: m, Only: common.EstimateOnly, op: o, in: in.value}
	if m.Complete == nil {
		for _, p := range ask.Parts {
			j.input += m.Count(p.Text)
		}
		return j, nil
	}
	if common.Language != nil {
		ask.Parts = append([]Part{{"language", *common.Language}}, ask.Parts...)
	}
	j.prompt = Prompt{
		Op: o.ID, System: ask.System + aboutParts, User: delimited(ask.Parts), Schema: ask.Schema,
		MaxOutput: int64(common.MaxOutputTokens), Temperature: common.Temperature,
	}
	if common.Model == nil {
		j.others = o.able(ctx, m)
	}
	j.input = j.prompt.tokens(m)
	j.Units = m.Rates.Cost(j.input, j.prompt.MaxOutput)
	return j, nil
}

// tokens is what the prompt has for a model, by our own count.
func (p *Prompt) tokens(m *Model) int64 {
	n := promptTokens + m.Count(p.System) + m.Count(p.User)
	if p.Schema != nil {
		n += m.Count(string(p.Schema))
	}
	return n
}

// Local tells that the answer is computed here, without a model elsewhere.
func (j *Job) Local() bool { return j.Model.Complete == nil }

// Estimate is the answer to a call that only asks what it can cost.
func (j *Job) Estimate() Output {
	out := j.op.blank()
	j.fill(out, Tokens{j.input, j.prompt.MaxOutput}, j.Units, true)
	return Output{out}
}

// Run asks the model and makes the answer of its reply. Parts of the reply go
// to onText as they come, where that is set and the operation Streams. An error
// is one of Model.Complete, *ModelOutput, an *Invalid or a defect.
func (j *Job) Run(ctx context.Context, onText func(part string) error) (Output, error) {
	if j.Local() {
		return j.local(ctx)
	}
	p := j.prompt
	if onText != nil && j.op.asks.streams {
		p.OnText = j.passing(onText)
	}
	c, err := j.Model.Complete(ctx, p)
	for err != nil && j.next(ctx, err) {
		c, err = j.Model.Complete(ctx, p)
	}
	if err != nil {
		return Output{}, err
	}
	used, estimated := j.judge(c)
	if c.Finish == FinishRefused && strings.TrimSpace(c.Text) == "" {
		out := j.op.blank()
		j.fill(out, used, 0, estimated)
		j.end(out, FinishRefused)
		return Output{out}, nil
	}
	out, err := j.read(ctx, c)
	if err != nil {
		return Output{}, err
	}
	cost := j.Model.Rates.Cost(used.Input, used.Output)
	j.cost, j.answered = min(cost, j.Units), true
	j.fill(out, used, j.cost, estimated)
	j.end(out, c.Finish)
	if cost > j.Units {
		a := out.(answerer).answered()
		a.Warnings = append(a.Warnings, Warning{Code: "usage_capped",
			Message: "The provider counts more tokens than this call could have; no more than was held is charged."})
	}
	return Output{out}, nil
}

// next turns to another model where the one that was chosen for the caller is
// not to be had: the next that can do it and costs no more than is held.
func (j *Job) next(ctx context.Context, err error) bool {
	var away *ModelUnavailable
	if !errors.As(err, &away) || j.released > 0 || ctx.Err() != nil {
		return false
	}
	for len(j.others) > 0 {
		m := j.others[0]
		j.others = j.others[1:]
		if input := j.prompt.tokens(m); m.Rates.Cost(input, j.prompt.MaxOutput) <= j.Units {
			j.Model, j.input = m, input
			return true
		}
	}
	return false
}

// local is the answer of the model that is built in.
func (j *Job) local(ctx context.Context) (Output, error) {
	out, err := j.op.asks.local(ctx, j.in)
	if err != nil {
		return Output{}, err
	}
	j.answered = true
	j.fill(out, Tokens{j.input, j.Model.Count(string(j.op.AppendRaw(nil, Output{out})))}, 0, true)
	j.end(out, FinishStop)
	if language := j.in.(asker).asked().Language; language != nil {
		a := out.(answerer).answered()
		a.Warnings = append(a.Warnings, Warning{Code: "language_ignored", Field: "language",
			Message: LocalModel + " answers in the language of the text."})
	}
	return Output{out}, nil
}

// passing passes parts of the reply on as long as what was held covers them, by
// our own count. The rest comes with the answer: the model may count less.
func (j *Job) passing(onText func(string) error) func(string) error {
	kept := false
	return func(part string) error {
		n := j.Model.Count(part)
		if kept = kept || j.released+n > j.prompt.MaxOutput; kept || part == "" {
			return nil
		}
		// Before it goes out: a part that fails on its way may have arrived.
		j.released += n
		return onText(part)
	}
}

// read makes the answer of a reply.
func (j *Job) read(ctx context.Context, c Completion) (any, error) {
	switch {
	case strings.TrimSpace(c.Text) == "":
		return nil, j.unusable(c, errors.New("op: an empty reply"))
	case j.op.asks.whole && c.Finish != FinishStop:
		return nil, j.unusable(c, errors.New("op: a reply that was cut off"))
	}
	out, err := j.op.asks.read(ctx, j.in, c.Text)
	if err != nil {
		return nil, j.unusable(c, err)
	}
	return out, nil
}

// unusable is the error of a reply that is not what was asked for.
func (j *Job) unusable(c Completion, cause error) error {
	e := &ModelOutput{Detail: "The model's reply was not what it was asked for.", Cause: cause}
	var own *ModelOutput
	switch {
	case errors.As(cause, &own):
		e = own
	case c.Finish == FinishLength:
		e.Detail = "The model's reply was cut off at max_output_tokens, and is of no use so; allow it more."
	case c.Finish == FinishRefused:
		e.Detail = "The model broke its reply off, and would not go on."
	}
	return e
}

// judge is what a reply used: as its provider says, where that can be.
func (j *Job) judge(c Completion) (used Tokens, estimated bool) {
	if t := c.Tokens; t != nil && t.Input > 0 && t.Output >= 0 && (t.Output > 0 || c.Text == "") {
		return *t, false
	}
	return Tokens{j.input, j.Model.Count(c.Text)}, true
}

// Cost is what the answer of Run costs, in AI tokens; never more than Units. 0
// is an answer without a result, or of a model that takes none.
func (j *Job) Cost() int64 { return j.cost }

// Answered tells that Run gave an answer with a result: a model may refuse.
func (j *Job) Answered() bool { return j.answered }

// Owed is what is to be paid of a call that failed: for what of its reply was
// passed on before, by our own count, and nothing where that is nothing.
func (j *Job) Owed() int64 {
	if j.released == 0 {
		return 0
	}
	return min(j.Model.Rates.Cost(j.input, j.released), j.Units)
}

// fill writes what a call used into its answer.
func (j *Job) fill(out any, t Tokens, cost int64, estimated bool) {
	a, r := out.(answerer).answered(), j.Model.Rates
	a.Model = j.Model.ID
	a.Usage = Usage{t.Input, t.Output, cost, r.Fee, r.Input, r.Output, estimated}
}

func (j *Job) end(out any, f Finish) {
	reason := string(f)
	out.(answerer).answered().FinishReason = &reason
}

// Balance has the answer say how many AI tokens are left after it.
func (j *Job) Balance(out Output, left int64) { out.value.(answerer).answered().BalanceAfter = &left }

// UsageOwed is what a call used that failed after parts of its reply were passed
// on.
func (j *Job) UsageOwed() Usage {
	r := j.Model.Rates
	return Usage{j.input, j.released, j.Owed(), r.Fee, r.Input, r.Output, true}
}

// blank is an answer without a result.
func (o *Op) blank() any { return reflect.New(o.out.typ).Interface() }
