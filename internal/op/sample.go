package op

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"time"

	"toolcrib/internal/link"
	"toolcrib/internal/num"
	"toolcrib/internal/tokens"
)

// SampleEnv is a fixed clock, a fixed stream of bytes, a key that opens nothing
// and a model that knows the examples: with it the examples of operations that
// vary give the same answer each time, for documents and golden files only.
func SampleEnv() Env {
	at := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	return Env{
		Now:    func() time.Time { return at },
		Random: rand.NewChaCha8([32]byte([]byte("toolcrib documentation examples."))),
		Link: func(o *Op, fields url.Values, until time.Time) string {
			l := link.Link{Fields: fields, KeyID: "key_01KAFZ6QTR5W3M8C9H2X7D4VNB", Until: until}
			return "https://toolcrib.example" + o.Path + "?" + l.Signed(link.Secret([32]byte{}, o.ID))
		},
		Models: []*Model{sampleModel()},
	}
}

// sampleModel is a model that carries out what LocalModel cannot, and answers
// each example with its Reply.
func sampleModel() *Model {
	m := &Model{
		ID: "example-model", Tasks: []string{}, Count: tokens.Count,
		Rates: Rates{Fee: 10, Input: num.D("0.25"), Output: num.D("1.5")},
	}
	for _, o := range All() {
		if o.AI() && !local.Does(o) {
			m.Tasks = append(m.Tasks, o.ID)
		}
	}
	m.Complete = func(ctx context.Context, p Prompt) (Completion, error) {
		o := Find(p.Op)
		for _, e := range o.Examples {
			in, err := o.Decode(JSON([]byte(e.In)), DefaultLimits())
			if err != nil {
				return Completion{}, err
			}
			// The same example with the same model makes the same prompt.
			env := Env{Models: []*Model{m}}
			if j, err := o.Job(env.With(ctx), in); err == nil && j.prompt.User == p.User {
				return reply(p, e.Reply)
			}
		}
		return Completion{}, &ModelUnavailable{Detail: "The model of the examples answers no other input."}
	}
	return m
}

// reply is a completion that streams word by word, where parts are asked for.
func reply(p Prompt, text string) (Completion, error) {
	c := Completion{Text: text, Finish: FinishStop, Tokens: &Tokens{tokens.Count(p.System + p.User), tokens.Count(text)}}
	for rest := text; p.OnText != nil && rest != ""; {
		n := max(1, len(rest)/3)
		for n < len(rest) && rest[n] != ' ' {
			n++
		}
		if err := p.OnText(rest[:n]); err != nil {
			return c, err
		}
		rest = rest[n:]
	}
	return c, nil
}

// Sample runs an example with SampleEnv and returns its input and answer.
func (o *Op) Sample(e Example) (data []byte, err error) {
	in, err := o.Decode(JSON([]byte(e.In)), DefaultLimits())
	if err != nil {
		return nil, fmt.Errorf("op: example %q of %s: %w", e.Name, o.ID, err)
	}
	out, err := o.Run(SampleEnv().With(context.Background()), in)
	if err != nil {
		return nil, fmt.Errorf("op: example %q of %s: %w", e.Name, o.ID, err)
	}
	return o.AppendData(nil, out), nil
}
