package engine_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/engine"
	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/problem"
)

// An operation that a model carries out, and what is built in does too.
type (
	askIn struct {
		Text string `json:"text" doc:"What to ask." len:"1..100000"`
		op.AIIn
	}
	askOut struct {
		Text *string `json:"text,omitempty" doc:"What was replied." main:"text/plain"`
		op.AIOut
	}
)

var asks = op.DefineAI(op.Def[askIn, askOut]{
	ID: "test-ask", Route: "POST /v1/test/test-ask", Summary: "Test", Doc: "Asks a model.", Source: "none", Since: "1.0.0",
	Examples: []op.Example{{Name: "plain", In: `{"text":"hello"}`}},
}, op.AI[askIn, askOut]{
	Ask: func(in askIn) op.Ask {
		return op.Ask{System: "Say it.", Parts: []op.Part{{Name: "text", Text: in.Text}}}
	},
	Read: func(_ context.Context, _ askIn, reply string) (askOut, error) {
		if strings.HasPrefix(reply, "not JSON") {
			return askOut{}, errors.New("not what was asked for")
		}
		return askOut{Text: &reply}, nil
	},
	Local:   func(_ context.Context, in askIn) (askOut, error) { return askOut{Text: &in.Text}, nil },
	Streams: true,
})

// fake is a model that does what its replies tell it to. By its own count every
// prompt has as many tokens as it is told, and a text one for each word.
type fake struct {
	input int64
	reply func(ctx context.Context, p op.Prompt) (op.Completion, error)
	asked atomic.Int64
}

// around is what the kernel adds to the count of a prompt of two messages.
const around = 11

func (f *fake) count(text string) int64 {
	switch {
	case strings.Contains(text, "<<<text "): // the prompt
		return f.input - around
	case strings.HasPrefix(text, "Say it."): // our instructions
		return 0
	}
	return int64(len(strings.Fields(text)))
}

// model is the fake as a model with rates.
func (f *fake) model(id string, fee int64, input, output string) *op.Model {
	return &op.Model{
		ID: id, Rates: op.Rates{Fee: fee, Input: num.D(input), Output: num.D(output)}, Count: f.count,
		Complete: func(ctx context.Context, p op.Prompt) (op.Completion, error) {
			f.asked.Add(1)
			return f.reply(ctx, p)
		},
	}
}

// replies is a reply with its usage, streamed word by word where that is wanted.
func replies(text string, finish op.Finish, usage *op.Tokens) func(context.Context, op.Prompt) (op.Completion, error) {
	return func(_ context.Context, p op.Prompt) (op.Completion, error) {
		for word := range strings.SplitAfterSeq(text, " ") {
			if p.OnText == nil {
				break
			}
			if err := p.OnText(word); err != nil {
				return op.Completion{}, err
			}
		}
		return op.Completion{Text: text, Finish: finish, Tokens: usage}, nil
	}
}

func fails(err error) func(context.Context, op.Prompt) (op.Completion, error) {
	return func(context.Context, op.Prompt) (op.Completion, error) { return op.Completion{}, err }
}

// newAskBench is an engine with models and AI tokens that were bought.
func newAskBench(t *testing.T, tokens int64, models ...*op.Model) *bench {
	b := newBenchWith(5, func(o *engine.Options) {
		o.Env.Models, o.Env.Random, o.Keep, o.Output = models, onlyZeros{}, 24*time.Hour, 1<<20
	})
	b.t = t
	if tokens > 0 {
		b.ledger.Grant("acc_1", account.PoolAI, account.ClassPrepaid, tokens)
	}
	return b
}

type onlyZeros struct{}

func (onlyZeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// left is what remains of the AI tokens, and no hold may be open.
func (b *bench) left() int64 {
	b.t.Helper()
	if n := b.ledger.Open(); n != 0 {
		b.t.Errorf("%d holds are open", n)
	}
	balance, err := b.ledger.Balance(context.Background(), "acc_1", account.PoolAI, "")
	if err != nil {
		b.t.Fatal(err)
	}
	return balance.Units()
}

// failed wants a problem after which nothing is charged.
func (b *bench) failed(r engine.Result, p *problem.Problem, code problem.Code, status int) {
	b.t.Helper()
	if p == nil || p.Code != code || p.Status != status || r.Body != nil || r.Receipt.Charge != "" {
		b.t.Errorf("%q %v, receipt %+v; want %s and no charge", r.Body, p, r.Receipt, code)
	}
}
