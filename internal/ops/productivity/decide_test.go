package productivity_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
	_ "toolcrib/internal/ops/productivity"
)

const decideID = "random-decision-maker"

func body(format string, args ...any) op.Source { return op.JSON(fmt.Appendf(nil, format, args...)) }

// The worked examples of the contract.
func TestDecideExamples(t *testing.T) {
	const pizza = `"options":[{"text":"pizza","weight":3},{"text":"salad","weight":1}]`
	tests := map[string][]string{
		`{` + pizza + `,"seed":"demo-2026"}`: {`picked="pizza"`, "index=0", "probability=0.75", "verification.draw=1219407", "verification.total_weight=4000000",
			`verification.digest="4e0ac73ee88bd80674cd6ac61285ef6456f2ab7ebe0e2911547889e1e071c21a"`, `method="seeded"`, "picks=absent"},
		`{` + pizza + `,"seed":"demo-2027"}`:                                                      {`picked="pizza"`, "index=0", "verification.draw=562248"},
		`{"options":[{"text":"a","weight":1},{"text":"b"},{"text":"c","weight":2.5}],"seed":"s"}`: {`picked="b"`, "verification.draw=1379984", "verification.total_weight=4500000"},
		`{"options":[{"text":"a"},{"text":"b"},{"text":"c","weight":2}],"seed":"shuffle-1","count":3}`: {`picked="a"`, `picks.0.text="a"`, `picks.1.text="b"`, `picks.2.text="c"`,
			"picks.2.probability=1", "picks.1.probability=0.333333333333333", "picks.3=absent"},
		// Nothing to draw.
		`{"options":[{"text":"only"}]}`: {`picked="only"`, "index=0", "probability=1"},
		`{"options":[{"text":"no","weight":0},{"text":"yes","weight":0.000001},{"text":"no","weight":0}]}`: {`picked="yes"`, "index=1", "probability=1"},
		// Weights at both ends of their range.
		`{"seed":"q","options":[` + strings.Repeat(`{"text":"x","weight":1e6},`, 999) + `{"text":"y","weight":0.000001}]}`: {`picked="x"`, "probability=0.001001001001001", "verification.total_weight=999000000000001"},
	}
	for in, want := range tests {
		t.Run(in[:min(len(in), 60)], func(t *testing.T) { optest.Want(t, optest.Data(t, decideID, body("%s", in)), want...) })
	}
}

// What is there depends on what was asked for.
func TestDecideMembers(t *testing.T) {
	tests := map[string]string{
		``:                      "picked index probability",
		`,"count":1`:            "picked index probability",
		`,"count":2`:            "picked index probability picks method",
		`,"seed":"s"`:           "picked index probability method verification",
		`,"seed":"s","count":2`: "picked index probability picks method verification",
	}
	for more, want := range tests {
		data := optest.Data(t, decideID, body(`{"options":[{"text":"a"},{"text":"b"}]%s}`, more))
		if got := optest.Keys(t, data, ""); got != want {
			t.Errorf("with %s the members are %s, want %s", more, got, want)
		}
	}
	data := optest.Data(t, decideID, body(`{"options":[{"text":"a"},{"text":"b"}],"count":2,"seed":"s"}`))
	if got := optest.Keys(t, data, "picks.0"); got != "text index probability" {
		t.Errorf("members of a pick are %s", got)
	}
	if got := optest.Keys(t, data, "verification"); got != "algorithm message digest draw total_weight" {
		t.Errorf("members of verification are %s", got)
	}
}

func TestDecideOracle(t *testing.T) { optest.Recorded(t, decideID, "testdata/decide_oracle.json") }

// Over all values of the byte that a total of 7 units takes, each option comes
// up exactly in proportion to its weight.
func TestDecideIsExactlyProportional(t *testing.T) {
	counts := map[string]int{}
	for b := range 256 {
		env := op.SampleEnv()
		env.Random = bytes.NewReader([]byte{byte(b), 0})
		data, _ := optest.Call(t, decideID, body(`{"options":[{"text":"a","weight":0.000001},{"text":"none","weight":0},
			{"text":"b","weight":0.000002},{"text":"c","weight":0.000004}]}`), env)
		if b&7 == 7 { // rejected: drawn again from the 0
			continue
		}
		counts[optest.At(data, "picked")]++
	}
	if counts[`"a"`] != 32 || counts[`"b"`] != 64 || counts[`"c"`] != 128 || len(counts) != 3 {
		t.Errorf("counts are %v, want 32, 64, 128", counts)
	}
}

// Picking everything is a permutation of the options with a weight, and the
// chances are those of drawing without replacement.
func TestDecideOrdersAll(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		weights := rapid.SliceOfN(rapid.IntRange(0, 5), 1, 40).Draw(rt, "weights")
		seed := rapid.SampledFrom([]string{"", `,"seed":"s"`}).Draw(rt, "seed")
		var options []string
		positive, left := 0, 0
		for i, w := range weights {
			options = append(options, fmt.Sprintf(`{"text":"%d","weight":%d}`, i, w))
			left += w
			if w > 0 {
				positive++
			}
		}
		if positive < 2 {
			return
		}
		data := optest.Data(rt, decideID, body(`{"options":[%s],"count":%d%s}`, strings.Join(options, ","), positive, seed))
		var answer struct {
			Picks []struct {
				Text        string
				Index       int
				Probability float64
			}
		}
		if err := json.Unmarshal(data, &answer); err != nil || len(answer.Picks) != positive {
			rt.Fatalf("%s: %v", data, err)
		}
		for _, p := range answer.Picks {
			w := weights[p.Index]
			want := float64(w) / float64(left)
			if w == 0 || p.Text != fmt.Sprint(p.Index) || p.Probability < want-1e-14 || p.Probability > want+1e-14 {
				rt.Fatalf("pick %+v of weight %d, chance %v: picked twice or wrong", p, w, want)
			}
			left -= w
			weights[p.Index] = 0
		}
	})
}

func TestDecideRefusals(t *testing.T) {
	tests := map[string]string{
		`{}`:                            "options:required",
		`{"options":[]}`:                "options:too_short",
		`{"options":["pizza","salad"]}`: "options[0]:invalid_type options[1]:invalid_type",
		`{"options":"pizza"}`:           "options:invalid_type",
		`{"options":null}`:              "options:invalid_type",
		`{"options":[{"weight":1}]}`:    "options[0].text:required",
		`{"options":[{"text":""}]}`:     "options[0].text:too_short",
		`{"options":[{"text":" \t\u3000\n"},{"text":"b"}]}`:                       "options[0].text:too_short",
		`{"options":[{"text":"a"},{"text":"b","weight":-1}]}`:                     "options[1].weight:out_of_range",
		`{"options":[{"text":"a"},{"text":"b","weight":1000000.000001}]}`:         "options[1].weight:out_of_range",
		`{"options":[{"text":"a"},{"text":"b","weight":0.0000001}]}`:              "options[1].weight:invalid_number",
		`{"options":[{"text":"a"},{"text":"b","weight":1e-7}]}`:                   "options[1].weight:invalid_number",
		`{"options":[{"text":"a","weight":"3"}]}`:                                 "options[0].weight:invalid_type",
		`{"options":[{"text":"a","weight":0},{"text":"b","weight":0}]}`:           "options:out_of_range",
		`{"options":[{"text":"a"}],"count":2}`:                                    "count:out_of_range",
		`{"options":[{"text":"a"},{"text":"b","weight":0}],"count":2}`:            "count:out_of_range",
		`{"options":[{"text":"a"}],"count":0}`:                                    "count:out_of_range",
		`{"options":[{"text":"a"}],"count":1.5}`:                                  "count:invalid_number",
		`{"options":[{"text":"a"}],"seed":""}`:                                    "seed:too_short",
		`{"options":[{"text":"a"}],"seed":7}`:                                     "seed:invalid_type",
		`{"options":[{"text":"a"}],"seed":"` + strings.Repeat("x", 257) + `"}`:    "seed:too_long",
		`{"options":[{"text":"` + strings.Repeat("é", 501) + `"}]}`:               "options[0].text:too_long",
		`{"options":[{"text":"a","wieght":2}],"sead":"s"}`:                        "options[0].wieght:unknown_field sead:unknown_field",
		`{"options":[` + strings.Repeat(`{"text":"a"},`, 1000) + `{"text":"b"}]}`: "options:too_many_items",
	}
	for in, want := range tests {
		t.Run(in[:min(len(in), 60)], func(t *testing.T) {
			if got := optest.Refusal(t, decideID, body("%s", in)); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
	if o := op.Find(decideID); o.BadInput != 400 || !o.Varies || !o.Allowed {
		t.Errorf("%+v is not declared as the contract has it", o)
	}
}

func TestDecideHintsAtObjects(t *testing.T) {
	_, refused := optest.Call(t, decideID, body(`{"options":["pizza"]}`), op.SampleEnv())
	if hint := refused.Violations[0].Hint; hint != `send an object: {"text": …}` {
		t.Errorf("hint is %q", hint)
	}
}

// Limits are inclusive.
func TestDecideLimits(t *testing.T) {
	options := strings.Repeat(`{"text":"`+strings.Repeat("é", 500)+`","weight":1000000},`, 1000)
	data := optest.Data(t, decideID, body(`{"options":[%s],"count":3,"seed":"%s"}`, strings.TrimSuffix(options, ","), strings.Repeat("🎲", 256)))
	optest.Want(t, data, "verification.total_weight=1000000000000000", "probability=0.001", "picks.1.probability=0.001001001001001")
}

// The least chance that an option can have, picked by a draw of 0.
func TestDecideLeastProbability(t *testing.T) {
	env := op.SampleEnv()
	env.Random = bytes.NewReader(make([]byte, 8))
	others := strings.Repeat(`,{"text":"x","weight":1e6}`, 999)
	data, _ := optest.Call(t, decideID, body(`{"options":[{"text":"y","weight":0.000001}%s]}`, others), env)
	optest.Want(t, data, `picked="y"`, "probability=0.000000000000001001001001001") // 1 / (999·10^12 + 1)
}

func TestDecideFailsWithItsSource(t *testing.T) {
	run := func(ctx context.Context, in string, random []byte) error {
		o := op.Find(decideID)
		sound, err := o.Decode(body("%s", in), op.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		env := op.SampleEnv()
		env.Random = bytes.NewReader(random)
		_, err = o.Run(env.With(ctx), sound)
		return err
	}
	if err := run(t.Context(), `{"options":[{"text":"a"},{"text":"b"}]}`, nil); err == nil {
		t.Error("a decision without randomness was made")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := run(ended, `{"options":[{"text":"a"},{"text":"b"}],"seed":"s"}`, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the context's error", err)
	}
}
