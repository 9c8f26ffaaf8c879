package engine_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"toolcrib/internal/account"
	"toolcrib/internal/engine"
	"toolcrib/internal/op"
	"toolcrib/internal/problem"
)

// streamed makes a call whose parts are shown as they come.
func (b *bench) streamed(ctx context.Context, body string, show func(string) error) (engine.Result, *problem.Problem) {
	b.calls++
	return b.Do(ctx, engine.Call{
		ID: fmt.Sprint("call", b.calls), Key: b.key, Op: asks, Source: op.JSON([]byte(body)),
		Stream: func(part string, so engine.Receipt) error {
			if !so.Known || so.Rate.Limit != 60 || b.ledger.Open() != 1 {
				b.t.Errorf("a part is shown before it is paid for: %+v", so)
			}
			return show(part)
		},
	})
}

func TestAskedStream(t *testing.T) {
	f := &fake{input: 100, reply: replies("one two three four", op.FinishStop, &op.Tokens{Input: 100, Output: 4})}
	b := newAskBench(t, 1000, f.model("m", 10, "1", "4"))
	var shown []string
	show := func(part string) error { shown = append(shown, part); return nil }
	r, p := b.streamed(t.Context(), `{"text":"x","max_output_tokens":50}`, show)
	if p != nil || strings.Join(shown, "|") != "one |two |three |four" || usage(t, r).Usage.AI != 10+100+16 || *usage(t, r).Text != "one two three four" {
		t.Errorf("%q %s %v", shown, r.Body, p)
	}
	// What the hold does not cover, by our own count, comes with the answer.
	shown = nil
	r, p = b.streamed(t.Context(), `{"text":"x","max_output_tokens":2}`, show)
	if p != nil || strings.Join(shown, "|") != "one |two " || usage(t, r).Usage.AI != 10+100+8 || usage(t, r).Warnings[0].Code != "usage_capped" {
		t.Errorf("%q %s %v", shown, r.Body, p)
	}
	if left := b.left(); left != 1000-126-118 {
		t.Errorf("%d are left", left)
	}
}

// A stream that ends early is paid for as far as it was shown, by our own count.
func TestAskedStreamBreaks(t *testing.T) {
	away := &op.ModelUnavailable{Cause: errors.New("broken")}
	after := func(words int, err error) func(context.Context, op.Prompt) (op.Completion, error) {
		return func(_ context.Context, p op.Prompt) (op.Completion, error) {
			for range words {
				if err := p.OnText("word "); err != nil {
					return op.Completion{}, &op.ModelUnavailable{Cause: err} // however the client wraps it
				}
			}
			return op.Completion{}, err
		}
	}
	stay := func(string) error { return nil }
	shown := 0
	leave := func(string) error {
		if shown++; shown == 2 {
			return errors.New("gone")
		}
		return nil
	}
	for _, c := range []struct {
		name  string
		reply func(context.Context, op.Prompt) (op.Completion, error)
		show  func(string) error
		code  problem.Code
		cost  int64
	}{
		{"before a part", after(0, away), stay, problem.ModelUnavailable, 0},
		{"after three", after(3, away), stay, problem.ModelUnavailable, 10 + 100 + 4*3},
		{"after three, not valid", func(ctx context.Context, p op.Prompt) (op.Completion, error) {
			_, _ = after(3, nil)(ctx, p)
			return op.Completion{Text: "not JSON", Finish: op.FinishStop}, nil
		}, stay, problem.ModelOutputInvalid, 10 + 100 + 4*3},
		{"the caller leaves", after(9, nil), leave, problem.Timeout, 10 + 100 + 4*2},
	} {
		f := &fake{input: 100, reply: c.reply}
		b := newAskBench(t, 1000, f.model("m", 10, "1", "4"))
		r, p := b.streamed(t.Context(), `{"text":"x","max_output_tokens":50}`, c.show)
		if p == nil || p.Code != c.code || r.Body != nil || r.Receipt.Taken.Units() != c.cost || b.left() != 1000-c.cost {
			t.Errorf("%s: %v, %+v; want %s and %d", c.name, p, r.Receipt, c.code, c.cost)
		}
		told := bytes.Contains(p.Extra.AppendJSON(nil), []byte(fmt.Sprintf(`"usage":{"input_tokens":100,"output_tokens":%d,"ai_tokens":%d,`, (c.cost-110)/4, c.cost)))
		if told != (c.cost > 0) {
			t.Errorf("%s: %s", c.name, p.Extra.AppendJSON(nil))
		}
	}
}

func TestAskedAgain(t *testing.T) {
	f := &fake{input: 100, reply: replies("yes", op.FinishStop, nil)}
	b := newAskBench(t, 5000, f.model("m", 10, "1", "4"))
	first, p := b.keyed(asks, "k", `{"text":"x"}`)
	if p != nil {
		t.Fatal(p)
	}
	again, p := b.keyed(asks, "k", `{"text":"x"}`)
	if p != nil || !again.Replayed || !bytes.Equal(again.Body, first.Body) || again.Receipt.Charge != first.Receipt.Charge {
		t.Errorf("%s, %v; want %s", again.Body, p, first.Body)
	}
	r, p := b.keyed(asks, "k", `{"text":"y"}`)
	b.failed(r, p, problem.IdempotencyKeyReused, 422)
	if b.left() != 5000-114 || f.asked.Load() != 1 {
		t.Errorf("%d left, asked %d times", b.left(), f.asked.Load())
	}
	// One that is built in is not computed again either: another may come first.
	if first, p = b.keyed(asks, "l", `{"text":"x","model":"local-1"}`); p != nil {
		t.Fatal(p)
	}
	if again, p = b.keyed(asks, "l", `{"text":"x","model":"local-1"}`); p != nil || !again.Replayed || !bytes.Equal(again.Body, first.Body) {
		t.Errorf("%s, %v", again.Body, p)
	}
	// What failed may be sent again.
	f.reply = fails(&op.ModelUnavailable{})
	r, p = b.keyed(asks, "m", `{"text":"x"}`)
	b.failed(r, p, problem.ModelUnavailable, 503)
	f.reply = replies("yes", op.FinishStop, nil)
	if r, p = b.keyed(asks, "m", `{"text":"x"}`); p != nil || r.Replayed {
		t.Errorf("%s %v", r.Body, p)
	}
}

// The same call sent many times at once is charged once, and all get its answer.
func TestAskedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ready := make(chan struct{})
		f := &fake{input: 100, reply: func(context.Context, op.Prompt) (op.Completion, error) {
			<-ready
			return op.Completion{Text: "yes", Finish: op.FinishStop}, nil
		}}
		b := newAskBench(t, 100_000, f.model("m", 10, "1", "4"))
		var all sync.WaitGroup
		var bodies [8]string
		for i := range bodies {
			all.Go(func() {
				r, p := b.Do(t.Context(), engine.Call{
					ID: fmt.Sprint("same", i), Key: b.key, Op: asks, Source: op.JSON([]byte(`{"text":"x"}`)),
					Idempotency: &engine.Idempotency{Key: "k", Secret: secret},
				})
				if p != nil {
					t.Error(p)
				}
				bodies[i] = string(r.Body)
			})
		}
		synctest.Wait()
		close(ready)
		all.Wait()
		for _, body := range bodies {
			if body != bodies[0] {
				t.Errorf("%s and %s", body, bodies[0])
			}
		}
		if b.left() != 100_000-114 || len(b.ledger.Made()) != 1 {
			t.Errorf("%d left after %d charges", b.left(), len(b.ledger.Made()))
		}
	})
}

// Slow models have a bound of their own, and keep no computing out.
func TestAskedSlots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{input: 100, reply: func(ctx context.Context, _ op.Prompt) (op.Completion, error) {
			<-ctx.Done()
			return op.Completion{}, ctx.Err()
		}}
		b := newBenchWith(5, func(o *engine.Options) {
			o.Env.Models, o.InFlight, o.Asking = []*op.Model{f.model("m", 10, "1", "4")}, 1, 2
		})
		b.t = t
		b.ledger.Grant("acc_1", account.PoolAI, account.ClassPrepaid, 100_000)
		var all sync.WaitGroup
		for i := range 2 {
			synctest.Wait() // until the one before has left the slot for computing
			all.Go(func() {
				_, _ = b.Do(t.Context(), engine.Call{ID: fmt.Sprint("slow", i), Key: b.key, Op: asks, Source: op.JSON([]byte(`{"text":"x"}`))})
			})
		}
		synctest.Wait()
		if r, p := b.do(cheap, "hello"); p != nil {
			t.Errorf("%s %v", r.Body, p)
		}
		if _, p := b.do(asks, "x"); p == nil || p.Code != problem.Overloaded {
			t.Errorf("a third of two: %v", p)
		}
		all.Wait()
		if b.left() != 100_000 {
			t.Error("a timeout was charged")
		}
	})
}
