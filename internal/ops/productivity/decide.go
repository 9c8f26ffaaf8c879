package productivity

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"math/big"
	"strconv"
	"strings"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/draw"
)

var _ = op.Define(op.Def[DecideIn, DecideOut]{
	ID:      "random-decision-maker",
	Route:   "POST /v1/productivity/decide",
	Summary: "Pick at random, fairly, by weight, checkable with a seed",
	Doc: "Picks one or more of your options at random, without replacement, by weight. Returns the pick, its index " +
		"and its probability. The draw is exact in integers: no rounding, no bias; weight 0 is never picked. With a " +
		"seed the same input gives the same pick, and verification lets anyone recompute it.",
	See:      []op.See{{When: "shuffling a whole list", ID: "text-sorter"}},
	Words:    []string{"choose", "choice", "coin flip", "toss", "dice", "roll", "raffle", "lottery", "lucky draw", "giveaway", "winner", "wheel", "spinner", "names"},
	Source:   "Uniform integers by rejection; seeded draws: HMAC-SHA256 (RFC 2104) over RFC 8785 canonical JSON, scheme hmac-sha256-v1",
	Since:    "1.0.0",
	Class:    op.T0,
	Varies:   true,
	BadInput: 400,
	Allowed:  true,
	Examples: []op.Example{
		{Name: "weighted", In: `{"options":[{"text":"pizza","weight":3},{"text":"salad"}]}`},
		{Name: "seeded, so that others can check", In: `{"options":[{"text":"pizza","weight":3},{"text":"salad","weight":1}],"seed":"demo-2026"}`},
		{Name: "fractional weights", In: `{"options":[{"text":"a"},{"text":"b"},{"text":"c","weight":2.5}],"seed":"s"}`},
		{Name: "an order for all", In: `{"options":[{"text":"a"},{"text":"b"},{"text":"c","weight":2}],"count":3,"seed":"shuffle-1"}`},
	},
	Run: decide,
})

// DecideIn is the input of random-decision-maker.
type DecideIn struct {
	Options []Option `json:"options" len:"1..1000" doc:"What to choose from." example:"[{\"text\":\"pizza\",\"weight\":3},{\"text\":\"salad\"}]"`
	Count   int      `json:"count" min:"1" max:"1000" default:"1" doc:"How many different options to pick."`
	Seed    *string  `json:"seed" len:"1..256" doc:"Makes the picks reproducible and verifiable; leave it out for a cryptographic draw." example:"demo-2026"`
}

// Option is something to choose.
type Option struct {
	Text   string  `json:"text" len:"1..500" doc:"The option, not blank."`
	Weight num.Dec `json:"weight" min:"0" max:"1e6" default:"1" doc:"How likely it is against the others; at most 6 decimals."`
}

// DecideOut is the answer of random-decision-maker.
type DecideOut struct {
	Picked       string        `json:"picked" doc:"The option picked, the first of several."`
	Index        int           `json:"index" doc:"Its place among the options, from 0."`
	Probability  num.Dec       `json:"probability" doc:"The chance it had, 15 significant digits."`
	Picks        []Pick        `json:"picks,omitempty" doc:"All picks in order, when count is above 1."`
	Method       *string       `json:"method,omitempty" doc:"crypto_random or seeded, when a seed is given or count is above 1."`
	Verification *Verification `json:"verification,omitempty" doc:"How the first pick was drawn, when a seed is given; pick k replaces the 0 in the message by k."`
}

// Pick is one of several options picked.
type Pick struct {
	Text        string  `json:"text" doc:"The option."`
	Index       int     `json:"index" doc:"Its place among the options, from 0."`
	Probability num.Dec `json:"probability" doc:"The chance it had when it was picked, among those then left."`
}

// Verification is what anyone needs to recompute a seeded draw: digest is the
// HMAC-SHA256 of the message under the seed, draw is
// ⌊digest · total_weight / 2^256⌋, and the pick is the first option whose
// cumulative weight exceeds it.
type Verification struct {
	Algorithm   string `json:"algorithm" doc:"hmac-sha256-v1."`
	Message     string `json:"message" doc:"What was signed with the seed as key: a label, the number of the pick from 0, and all options as canonical JSON, weights times 1,000,000."`
	Digest      string `json:"digest" doc:"HMAC-SHA256 of the message, hex."`
	Draw        int64  `json:"draw" doc:"Digest times total_weight over 2^256, rounded down; the first option whose cumulative weight exceeds it is picked."`
	TotalWeight int64  `json:"total_weight" doc:"Sum of the weights times 1,000,000."`
}

// weightPlaces is how many decimals a weight has; scaled by them it is whole.
const weightPlaces = 6

// algorithm names the seeded scheme.
const algorithm = "hmac-sha256-v1"

// Check refuses blank texts, weights too fine to be scaled, and counts that
// the options cannot fill.
func (in *DecideIn) Check(e *op.Invalid) {
	positive := 0
	for i, o := range in.Options {
		field := "options[" + strconv.Itoa(i) + "]"
		if strings.TrimSpace(o.Text) == "" {
			e.Add(field+".text", op.TooShort, "is blank").Hint = "send at least one character that is not a space"
		}
		if o.Weight.Cmp(o.Weight.Round(weightPlaces, num.Floor)) != 0 {
			e.Add(field+".weight", op.InvalidNumber, "%s has more than %d decimals", o.Weight, weightPlaces).Hint =
				"round it, or multiply all weights by the same number"
		}
		if o.Weight.Sign() > 0 {
			positive++
		}
	}
	switch {
	case positive == 0:
		e.Add("options", op.OutOfRange, "all weights are 0, so nothing can be picked").Hint = "give one option a weight above 0"
	case in.Count > len(in.Options):
		e.Add("count", op.OutOfRange, "%d cannot be picked from %d options; picks are not repeated", in.Count, len(in.Options))
	case in.Count > positive:
		e.Add("count", op.OutOfRange, "%d cannot be picked: only %d options have a weight above 0", in.Count, positive)
	}
}

func decide(ctx context.Context, in DecideIn) (DecideOut, error) {
	urn := newUrn(in.Options)
	total := urn.total
	var source drawer = cryptoRandom{ctx}
	method := "crypto_random"
	if in.Seed != nil {
		method, source = "seeded", newSeeded(*in.Seed, in.Options, urn.weights)
	}
	var picks []Pick
	var first ticket
	for k := range in.Count {
		if err := ctx.Err(); err != nil {
			return DecideOut{}, err
		}
		t, err := source.draw(k, urn.total)
		if err != nil {
			return DecideOut{}, err
		}
		if k == 0 {
			first = t
		}
		i, probability := urn.take(t.number)
		picks = append(picks, Pick{in.Options[i].Text, i, probability})
	}
	out := DecideOut{Picked: picks[0].Text, Index: picks[0].Index, Probability: picks[0].Probability}
	if in.Count > 1 {
		out.Picks, out.Method = picks, &method
	}
	if in.Seed != nil {
		out.Method = &method
		out.Verification = &Verification{algorithm, first.message, first.digest, int64(first.number), int64(total)}
	}
	return out, nil
}

// urn holds the options that are left, by their scaled weights. The sum is at
// most 1,000 · 10^12, so it fits a word and a JSON client's binary float.
type urn struct {
	weights []uint64
	total   uint64
}

func newUrn(options []Option) *urn {
	u := &urn{}
	for _, o := range options {
		w, _ := o.Weight.Mul(num.Scaled(1, -weightPlaces)).Int64()
		u.weights = append(u.weights, uint64(w))
		u.total += uint64(w)
	}
	return u
}

// take removes the first option whose cumulative weight exceeds the number
// and returns its index and the chance it had.
func (u *urn) take(number uint64) (index int, probability num.Dec) {
	rest := number
	for rest >= u.weights[index] {
		rest -= u.weights[index]
		index++
	}
	w := u.weights[index]
	probability = num.NewCalc(15).Quo(num.FromInt(int64(w)), num.FromInt(int64(u.total)))
	u.total -= w
	u.weights[index] = 0
	return index, probability
}

// ticket is a number drawn, with how it came about if that can be told.
type ticket struct {
	number          uint64
	message, digest string
}

// drawer draws the number of pick k uniformly below total.
type drawer interface {
	draw(k int, total uint64) (ticket, error)
}

type cryptoRandom struct{ ctx context.Context }

func (r cryptoRandom) draw(_ int, total uint64) (ticket, error) {
	number, err := draw.Below(op.Random(r.ctx), total)
	return ticket{number: number}, err
}

type seeded struct {
	key     []byte
	options string // canonical JSON
}

func newSeeded(seed string, options []Option, weights []uint64) seeded {
	return seeded{[]byte(seed), canonical(options, weights)}
}

// canonical writes the options as RFC 8785 has it: members in order of their
// names, no space, the fewest escapes, whole numbers plain.
func canonical(options []Option, weights []uint64) string {
	b := []byte{'['}
	for i, o := range options {
		if i > 0 {
			b = append(b, ',')
		}
		b = op.AppendString(append(b, `{"text":`...), o.Text)
		b = strconv.AppendUint(append(b, `,"weight":`...), weights[i], 10)
		b = append(b, '}')
	}
	return string(append(b, ']'))
}

func (s seeded) draw(k int, total uint64) (ticket, error) {
	message := "decide-v1\n" + strconv.Itoa(k) + "\n" + s.options
	mac := hmac.New(sha256.New, s.key)
	mac.Write([]byte(message))
	digest := mac.Sum(nil)
	number := new(big.Int).SetBytes(digest)
	number.Mul(number, new(big.Int).SetUint64(total)).Rsh(number, 8*sha256.Size)
	return ticket{number.Uint64(), message, hex.EncodeToString(digest)}, nil
}
