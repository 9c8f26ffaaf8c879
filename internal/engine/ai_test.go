package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/engine"
	"toolcrib/internal/op"
	"toolcrib/internal/problem"
)

// usageOf is the answer's account of what it used.
type usageOf struct {
	Text         *string
	Model        string
	FinishReason *string `json:"finish_reason"`
	BalanceAfter *int64  `json:"balance_after"`
	Usage        struct {
		In  int64 `json:"input_tokens"`
		Out int64 `json:"output_tokens"`
		AI  int64 `json:"ai_tokens"`
		Own bool  `json:"estimated"`
	}
	Warnings []struct{ Code string }
}

func usage(t *testing.T, r engine.Result) (u usageOf) {
	t.Helper()
	var answer struct{ Data *usageOf }
	answer.Data = &u
	if err := json.Unmarshal(r.Body, &answer); err != nil {
		t.Fatalf("%v: %s", err, r.Body)
	}
	return u
}

// The worked figures of operations-b.md section 5 (python decimal).
func TestAskedWorkedFigures(t *testing.T) {
	for _, c := range []struct {
		name                string
		fee                 int64
		in, out             string
		input, output, most int64
		reserve, cost       int64
	}{
		{"one", 10, "1", "4", 1200, 300, 512, 3258, 2410},
		{"two", 0, "0.25", "1.5", 101, 33, 33, 75, 75},
	} {
		f := &fake{input: c.input, reply: replies("yes", op.FinishStop, &op.Tokens{Input: c.input, Output: c.output})}
		b := newAskBench(t, 10_000, f.model("m", c.fee, c.in, c.out))
		body := fmt.Sprintf(`{"text":"x","max_output_tokens":%d}`, c.most)
		held := int64(-1)
		b.ledger.Fault = func(ctx context.Context, method string) error {
			if method == "Settle" {
				balance, _ := b.meter.Balance(ctx, "acc_1", account.PoolAI, "")
				held = 10_000 - balance.Units()
			}
			return nil
		}
		r, p := b.call(asks, body)
		if p != nil {
			t.Fatal(c.name, p)
		}
		u := usage(t, r)
		if held != c.reserve || u.Usage.AI != c.cost || u.Usage.In != c.input || u.Usage.Out != c.output || u.Usage.Own || *u.BalanceAfter != 10_000-c.cost {
			t.Errorf("%s: held %d, want %d; %s", c.name, held, c.reserve, r.Body)
		}
		if got := r.Receipt; got.Taken.Prepaid != c.cost || got.Balance.Units() != 10_000-c.cost || got.Charge != "ch_call1" {
			t.Errorf("%s: receipt %+v", c.name, got)
		}
		if left := b.left(); left != 10_000-c.cost {
			t.Errorf("%s: %d are left", c.name, left)
		}
	}
}

func TestAskedWithTooLittle(t *testing.T) {
	f := &fake{input: 1200, reply: replies("yes", op.FinishStop, nil)}
	b := newAskBench(t, 3000, f.model("m", 10, "1", "4"))
	r, p := b.call(asks, `{"text":"x"}`)
	wants(t, r, p, problem.InsufficientCredits, 402, 0, `{"pool":"ai_tokens","required":3258,"remaining":3000,"balance":3000}`)
	if b.left() != 3000 || f.asked.Load() != 0 {
		t.Error("a model was asked that cannot be paid")
	}
	// To the token: one less is refused, exactly the reserve is enough.
	for tokens, ok := range map[int64]bool{3257: false, 3258: true} {
		b := newAskBench(t, tokens, f.model("m", 10, "1", "4"))
		if _, p := b.call(asks, `{"text":"x"}`); (p == nil) != ok {
			t.Errorf("with %d: %v", tokens, p)
		}
	}
}

// Where a provider says nothing that can be, our own count is charged; where it
// says too much, no more than was held.
func TestAskedUsageThatLies(t *testing.T) {
	for _, c := range []struct {
		name    string
		tokens  *op.Tokens
		cost    int64
		own     bool
		warning string
	}{
		{"none", nil, 10 + 100 + 4*3, true, ""},
		{"zero", &op.Tokens{}, 10 + 100 + 4*3, true, ""},
		{"negative", &op.Tokens{Input: -5, Output: 7}, 10 + 100 + 4*3, true, ""},
		{"no output", &op.Tokens{Input: 100}, 10 + 100 + 4*3, true, ""},
		{"more input", &op.Tokens{Input: 120, Output: 3}, 10 + 120 + 4*3, false, ""},
		{"far too much", &op.Tokens{Input: 100, Output: 1_000_000}, 10 + 100 + 4*50, false, "usage_capped"},
		{"beyond an int64", &op.Tokens{Input: math.MaxInt64, Output: math.MaxInt64}, 10 + 100 + 4*50, false, "usage_capped"},
	} {
		f := &fake{input: 100, reply: replies("one two three", op.FinishStop, c.tokens)}
		b := newAskBench(t, 1000, f.model("m", 10, "1", "4"))
		r, p := b.call(asks, `{"text":"x","max_output_tokens":50}`)
		if p != nil {
			t.Fatal(c.name, p)
		}
		u := usage(t, r)
		warning := ""
		if u.Warnings != nil {
			warning = u.Warnings[0].Code
		}
		if u.Usage.AI != c.cost || u.Usage.Own != c.own || warning != c.warning || b.left() != 1000-c.cost {
			t.Errorf("%s: %s; want %d", c.name, r.Body, c.cost)
		}
	}
}

func TestAskedFailures(t *testing.T) {
	away := &op.ModelUnavailable{RetryAfter: 7, Cause: errors.New("429")}
	for _, c := range []struct {
		name   string
		reply  func(context.Context, op.Prompt) (op.Completion, error)
		code   problem.Code
		status int
		retry  int
	}{
		{"429", fails(away), problem.ModelUnavailable, 503, 7},
		{"500", fails(&op.ModelUnavailable{}), problem.ModelUnavailable, 503, 0},
		{"reply is no JSON", fails(&op.ModelOutput{Detail: "x"}), problem.ModelOutputInvalid, 502, 0},
		{"output is not valid", replies("not JSON", op.FinishStop, &op.Tokens{Input: 100, Output: 2}), problem.ModelOutputInvalid, 502, 0},
		{"output is empty", replies(" \n", op.FinishStop, &op.Tokens{Input: 100, Output: 2}), problem.ModelOutputInvalid, 502, 0},
		{"cut off before a word", replies("", op.FinishLength, &op.Tokens{Input: 100, Output: 50}), problem.ModelOutputInvalid, 502, 0},
		{"defect", fails(errors.New("secret text")), problem.InternalError, 500, 0},
		{"panic", func(context.Context, op.Prompt) (op.Completion, error) { panic("secret text") }, problem.InternalError, 500, 0},
		{"answer too long", replies(strings.Repeat("x", 2<<20), op.FinishStop, nil), problem.ValidationFailed, 422, 0},
	} {
		f := &fake{input: 100, reply: c.reply}
		b := newAskBench(t, 10_000, f.model("m", 10, "1", "4"))
		r, p := b.call(asks, `{"text":"x"}`)
		if p == nil {
			t.Fatalf("%s: answered", c.name)
		}
		b.failed(r, p, c.code, c.status)
		if p.RetryAfter != c.retry || b.left() != 10_000 || len(b.ledger.Made()) != 0 {
			t.Errorf("%s: Retry-After %d, %d left", c.name, p.RetryAfter, b.left())
		}
		if strings.Contains(p.Detail+fmt.Sprint(p.Cause), "secret") {
			t.Errorf("%s: the words of an unforeseen error are shown or logged: %v", c.name, p.Cause)
		}
	}
}

func TestAskedRefusal(t *testing.T) {
	for text, cost := range map[string]int64{"": 0, "I begin but": 10 + 100 + 4*3} {
		f := &fake{input: 100, reply: replies(text, op.FinishRefused, &op.Tokens{Input: 100, Output: 3})}
		b := newAskBench(t, 10_000, f.model("m", 10, "1", "4"))
		r, p := b.call(asks, `{"text":"x"}`)
		if p != nil {
			t.Fatal(p)
		}
		if u := usage(t, r); *u.FinishReason != "refused" || u.Usage.AI != cost || (u.Text != nil) != (text != "") || *u.BalanceAfter != 10_000-cost {
			t.Errorf("%q: %s", text, r.Body)
		}
		if b.left() != 10_000-cost || (r.Receipt.Charge == "") != (cost == 0) {
			t.Errorf("%q: %+v", text, r.Receipt)
		}
	}
}

func TestAskedTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{input: 100, reply: func(ctx context.Context, _ op.Prompt) (op.Completion, error) {
			<-ctx.Done()
			return op.Completion{}, &op.ModelUnavailable{Cause: ctx.Err()}
		}}
		b := newAskBench(t, 10_000, f.model("m", 10, "1", "4"))
		began := time.Now()
		r, p := b.call(asks, `{"text":"x"}`)
		b.failed(r, p, problem.Timeout, 504)
		if took := time.Since(began); took != time.Minute || b.left() != 10_000 {
			t.Errorf("took %s", took)
		}
		// The caller leaves.
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		r, p = b.Do(ctx, engine.Call{ID: "gone", Key: b.key, Op: asks, Source: op.JSON([]byte(`{"text":"x"}`))})
		b.failed(r, p, problem.Timeout, 504)
		if b.left() != 10_000 {
			t.Error("a caller who left pays for nothing")
		}
	})
}

func TestAskedEstimate(t *testing.T) {
	f := &fake{input: 1200, reply: fails(errors.New("must not be asked"))}
	b := newAskBench(t, 0, f.model("m", 10, "1", "4"))
	r, p := b.call(asks, `{"text":"x","estimate_only":true}`)
	if p != nil {
		t.Fatal(p)
	}
	if u := usage(t, r); u.Usage.AI != 3258 || u.Usage.Out != 512 || !u.Usage.Own || u.FinishReason != nil || u.Text != nil || u.BalanceAfter != nil {
		t.Errorf("%s", r.Body)
	}
	if f.asked.Load() != 0 || len(b.ledger.Made()) != 0 || r.Receipt.Charge != "" || r.Receipt.Rate.Remaining != 59 {
		t.Errorf("%+v", r.Receipt)
	}
}

// A model that takes no AI tokens costs what the smallest call does.
func TestAskedForFree(t *testing.T) {
	f := &fake{input: 100, reply: replies("yes", op.FinishStop, nil)}
	b := newAskBench(t, 0, f.model("m", 0, "0", "0"))
	for _, model := range []string{"m", op.LocalModel} {
		r, p := b.call(asks, `{"text":"x","model":"`+model+`"}`)
		if p != nil {
			t.Fatal(p)
		}
		if u := usage(t, r); u.Usage.AI != 0 || u.BalanceAfter != nil || u.Model != model || r.Receipt.Taken.Free != 1 || r.Receipt.Balance.Pool != account.PoolCompute {
			t.Errorf("%s: %s %+v", model, r.Body, r.Receipt)
		}
	}
	f.reply = fails(&op.ModelUnavailable{})
	r, p := b.call(asks, `{"text":"x"}`)
	b.failed(r, p, problem.ModelUnavailable, 503)
	if made := b.ledger.Made(); len(made) != 2 || made[0].Units != 1 {
		t.Errorf("%+v", made)
	}
	for range 3 {
		b.call(asks, `{"text":"x","model":"local-1"}`)
	}
	if _, p := b.call(asks, `{"text":"x","model":"local-1"}`); p == nil || p.Code != problem.FreeQuotaExceeded {
		t.Errorf("the sixth of five units: %v", p)
	}
}

func TestAskedModels(t *testing.T) {
	first, second := &fake{input: 10}, &fake{input: 10}
	first.reply, second.reply = fails(&op.ModelUnavailable{}), replies("yes", op.FinishStop, nil)
	b := newAskBench(t, 10_000, first.model("big", 10, "1", "4"), second.model("small", 5, "1", "4"))
	r, p := b.call(asks, `{"text":"x"}`)
	if p != nil || usage(t, r).Model != "small" || usage(t, r).Usage.AI != 5+10+4 {
		t.Errorf("the default is away, the next answers: %s %v", r.Body, p)
	}
	r, p = b.call(asks, `{"text":"x","model":"big"}`)
	b.failed(r, p, problem.ModelUnavailable, 503)
	r, p = b.call(asks, `{"text":"x","model":"bgi"}`)
	b.failed(r, p, problem.ValidationFailed, 422)
	if p.Errors[0].Field != "model" || p.Errors[0].Hint != "did you mean 'big'?" {
		t.Errorf("%+v", p.Errors)
	}
	// A dearer one would cost more than what is held.
	dearer := newAskBench(t, 10_000, first.model("big", 10, "1", "4"), second.model("dear", 50, "1", "4"))
	r, p = dearer.call(asks, `{"text":"x"}`)
	dearer.failed(r, p, problem.ModelUnavailable, 503)
	if b.left() != 10_000-19 || dearer.left() != 10_000 {
		t.Error("a failure was charged")
	}
}

// Nobody pays for what is tried on the website: only what is built in answers.
func TestAskedOnTrial(t *testing.T) {
	f := &fake{input: 10, reply: fails(errors.New("must not be asked"))}
	b := newAskBench(t, 10_000, f.model("m", 10, "1", "4"))
	r, p := b.Try(t.Context(), asks, op.JSON([]byte(`{"text":"x"}`)))
	if p != nil || usage(t, r).Model != op.LocalModel {
		t.Errorf("%s %v", r.Body, p)
	}
	r, p = b.Try(t.Context(), asks, op.JSON([]byte(`{"text":"x","model":"m"}`)))
	b.failed(r, p, problem.ValidationFailed, 422)
	if b.left() != 10_000 || f.asked.Load() != 0 || len(b.ledger.Made()) != 0 {
		t.Error("a trial was charged, or a model asked")
	}
}
