package calculators_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

const percentageID = "percentage-calculator"

// The worked examples of the contract, and how the answer reads.
func TestPercentageExamples(t *testing.T) {
	none := []string{"difference=null", "direction=null", "multiplier=null"}
	tests := map[string][]string{
		"percent=15&value=200":                                append(none, `mode="percent_of"`, "result=30", `unit="number"`, `expression="15% of 200 = 30"`),
		"value=30&total=200":                                  append(none, `mode="what_percent"`, "result=15", `unit="percent"`, `expression="30 of 200 = 15%"`),
		"from=120&to=150":                                     {`mode="change"`, "result=25", `unit="percent"`, "difference=30", `direction="increase"`, "multiplier=1.25", `expression="change from 120 to 150 = 25%"`},
		"from=150&to=120":                                     {"result=-20", "difference=-30", `direction="decrease"`, "multiplier=0.8"},
		"value=1&total=3":                                     {"result=33.333333", `expression="1 of 3 ≈ 33.333333%"`},
		"mode=reverse&value=45&percent=30":                    append(none, "result=150", `unit="number"`, `expression="45 = 30% of 150"`),
		"mode=difference&from=40&to=60":                       {"result=40", `unit="percent"`, "difference=20", `direction="increase"`, "multiplier=1.5", `expression="difference of 40 and 60 = 40%"`},
		"mode=increase&value=200&percent=15":                  {"result=230", `unit="number"`, "difference=30", `direction="increase"`, "multiplier=1.15", `expression="200 + 15% = 230"`},
		"mode=decrease&value=200&percent=15":                  {"result=170", `unit="number"`, "difference=-30", `direction="decrease"`, "multiplier=0.85", `expression="200 - 15% = 170"`},
		"mode=original_before_decrease&value=850&percent=15":  {"result=1000", `unit="number"`, "difference=-150", `direction="decrease"`, "multiplier=0.85", `expression="850 = 1000 - 15%"`},
		"mode=original_before_increase&value=1150&percent=15": {"result=1000", "difference=150", `direction="increase"`, "multiplier=1.15", `expression="1150 = 1000 + 15%"`},
		// Negative baselines: the base is the absolute value (rill 2518, TSFrames.jl 105, readysteady/percentage 6).
		"from=-50&to=25":                                     {"result=150", "difference=75", `direction="increase"`, "multiplier=-0.5"},
		"from=-50&to=-100":                                   {"result=-100", `direction="decrease"`, "multiplier=2"},
		"from=-100&to=-50":                                   {"result=50", `direction="increase"`},
		"from=50&to=-50":                                     {"result=-200", `direction="decrease"`},
		"mode=what_percent&value=30&total=-200":              {"result=-15"},
		"mode=difference&from=40&to=-40":                     {"result=200", "difference=-80", "multiplier=-1"},
		"mode=difference&from=60&to=40":                      {"result=40", "difference=-20", `direction="decrease"`},
		"mode=difference&from=0&to=60":                       {"result=200", `direction="increase"`, "multiplier=null"},
		"mode=difference&from=-40&to=-60":                    {"result=40", `direction="decrease"`},
		"mode=increase&value=-100&percent=15":                {"result=-115", "difference=-15", `direction="decrease"`, "multiplier=1.15"},
		"mode=increase&value=100&percent=-15":                {"result=85", `expression="100 + -15% = 85"`},
		"mode=decrease&value=100&percent=250":                {"result=-150"},
		"mode=increase&value=0&percent=15":                   {"result=0", "difference=0", `direction="none"`, "multiplier=null"},
		"mode=original_before_decrease&value=50&percent=200": {"result=-50", "difference=100", "multiplier=-1"},
		"from=5&to=5":                                        {"result=0", "difference=0", `direction="none"`, "multiplier=1"},
		"from=5&to=0":                                        {"result=-100", "multiplier=0"},
		"value=0&total=5":                                    {"result=0"},
		"percent=0&value=-5":                                 {"result=0", `expression="0% of -5 = 0"`},
		"percent=-0.0&value=-0":                              {"result=0", `expression="0% of 0 = 0"`},
		// Spelling of modes, and the mode that the numbers would not say.
		"mode=Percent-Of&percent=5&value=10":   {`mode="percent_of"`, "result=0.5"},
		"mode=what%20percent&value=5&total=10": {"result=50"},
		"mode=change&from=4&to=5":              {"result=25"},
		// Precision: one rounding, half-even, of results that are never -0.
		"value=2&total=3&precision=0":                       {"result=67"},
		"value=2&total=3&precision=15":                      {"result=66.666666666666667"},
		"percent=50&value=5&precision=0":                    {"result=2", `expression="50% of 5 ≈ 2"`},
		"percent=50&value=7&precision=0":                    {"result=4"},
		"percent=-50&value=5&precision=0":                   {"result=-2"},
		"percent=-50&value=1&precision=0":                   {"result=0", `expression="-50% of 1 ≈ 0"`},
		"from=3&to=4&precision=2":                           {"result=33.33", "difference=1", "multiplier=1.33"},
		"from=1&to=1.0000000001":                            {"result=0", "difference=0", `direction="increase"`, "multiplier=1", `expression="change from 1 to 1.0000000001 ≈ 0%"`},
		"from=1&to=1.0000000001&precision=10":               {"result=0.00000001", "difference=0.0000000001", "multiplier=1.0000000001"},
		"mode=original_before_increase&value=100&percent=7": {"result=93.457944", `expression="100 ≈ 93.457944 + 7%"`},
		// The ceiling of C2 does not hold here: the digits are exact.
		"percent=50&value=12345678901234567890123456789012": {"result=6172839450617283945061728394506"},
		"percent=1e60&value=1e60":                           {"result=1" + strings.Repeat("0", 118)},
		"from=1e-60&to=1e60":                                {"result=" + strings.Repeat("9", 120) + "00"},
		"percent=1e-60&value=1e-60&precision=15":            {"result=0", `expression="0.` + strings.Repeat("0", 59) + `1% of 0.` + strings.Repeat("0", 59) + `1 ≈ 0"`},
		"value=0.1&total=0.3&precision=1":                   {"result=33.3"},
		"percent=4.35&value=100":                            {"result=4.35"}, // 4.3499999999999996 in binary
	}
	for query, want := range tests {
		t.Run(query, func(t *testing.T) { optest.Want(t, optest.Data(t, percentageID, op.Query(query)), want...) })
	}
}

func TestPercentageMembers(t *testing.T) {
	data := optest.Data(t, percentageID, op.Query("percent=15&value=200"))
	if got, want := optest.Keys(t, data, ""), "mode result unit expression difference direction multiplier"; got != want {
		t.Errorf("members are %s, want %s", got, want)
	}
}

func TestPercentageOracle(t *testing.T) {
	optest.RecordedTable(t, percentageID, "testdata/percentage_oracle.tsv")
}

func TestPercentageRefusals(t *testing.T) {
	tests := map[string]string{
		"":                               "percent:missing_one_of",
		"precision=2":                    "percent:missing_one_of",
		"percent=15":                     "value:missing_one_of",
		"value=15":                       "percent:missing_one_of",
		"total=15":                       "value:missing_one_of",
		"from=15":                        "to:missing_one_of",
		"to=15":                          "from:missing_one_of",
		"percent=15&total=200":           "value:missing_one_of",
		"percent=15&from=200":            "value:missing_one_of",
		"percent=15&value=200&total=3":   "total:conflict",
		"value=200&total=3&from=1":       "from:conflict",
		"from=1&to=2&percent=3":          "percent:conflict",
		"percent=1&value=2&from=3&to=4":  "from:conflict to:conflict",
		"percent=15&val=200":             "val:unknown_field value:missing_one_of",
		"percentage=15&value=200":        "percentage:unknown_field percent:missing_one_of",
		"mode=change":                    "from:required to:required",
		"mode=what_percent&value=30":     "total:required",
		"mode=reverse&value=30":          "percent:required",
		"mode=difference&from=1":         "to:required",
		"mode=change&percent=15&value=2": "from:required to:required percent:conflict value:conflict",
		"mode=percent_of&percent=15&value=2&total=4":            "total:conflict",
		"mode=ratio&percent=15":                                 "mode:not_allowed",
		"mode=percent_of&percent=15%25":                         "percent:invalid_number value:required",
		"mode=percent_of&percent=x&value=1e61":                  "percent:invalid_number value:invalid_number",
		"from=0&to=5":                                           "from:zero_base",
		"from=0&to=0":                                           "from:zero_base",
		"from=-0.0&to=5":                                        "from:zero_base",
		"value=5&total=0":                                       "total:zero_base",
		"value=0&total=0":                                       "total:zero_base",
		"mode=difference&from=0&to=0":                           "from:zero_base",
		"mode=reverse&value=5&percent=0":                        "percent:zero_base",
		"mode=original_before_decrease&value=5&percent=100":     "percent:zero_base",
		"mode=original_before_increase&value=5&percent=-100.00": "percent:zero_base",
		"percent=15&value=200&precision=16":                     "precision:out_of_range",
		"percent=15&value=200&precision=-1":                     "precision:out_of_range",
		"percent=15&value=200&precision=1.5":                    "precision:invalid_number",
		"percent=15&value=200&value=200":                        "value:duplicate_field",
		"percent=15&value=12345678901234567890123456789012345":  "value:invalid_number",
		"percent=1,5&value=.5":                                  "percent:invalid_number value:invalid_number",
	}
	for query, want := range tests {
		t.Run(query, func(t *testing.T) {
			if got := optest.Refusal(t, percentageID, op.Query(query)); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
	if got := optest.Refusal(t, percentageID, op.JSON([]byte(`{"percent":"15","value":200}`))); got != "percent:invalid_type" {
		t.Errorf("a number in quotes is refused with %s", got)
	}
	for query, want := range map[string]string{
		"mode=change&from=1":                                "the parameter 'to' is missing; mode change takes from and to",
		"percent=1&value=2&total=3":                         "'total' is one too many; mode percent_of takes percent and value",
		"mode=original_before_decrease&value=5&percent=100": "100 % leave 0 of any number, so mode original_before_decrease has no answer",
	} {
		if _, refused := optest.Call(t, percentageID, op.Query(query), op.SampleEnv()); refused.Violations[0].Message != want {
			t.Errorf("%s: %q, want %q", query, refused.Violations[0].Message, want)
		}
	}
}

// drawnNumber draws a number that is not 0, of up to 6 digits and 3 decimals.
func drawnNumber(t *rapid.T, label string) string {
	n := rapid.IntRange(1, 999_999).Draw(t, label)
	sign := rapid.SampledFrom([]string{"", "-"}).Draw(t, label)
	return sign + num.Scaled(int64(n), rapid.IntRange(0, 3).Draw(t, label)).String()
}

// Each question undoes another one, exactly where the way there was exact.
func TestPercentageInverse(t *testing.T) {
	result := func(t optest.T, query string, args ...any) string {
		return optest.At(optest.Data(t, percentageID, op.Query("precision=15&"+fmt.Sprintf(query, args...))), "result")
	}
	often(t, func(rt *rapid.T) {
		v, p := drawnNumber(rt, "value"), drawnNumber(rt, "percent")
		part := result(rt, "mode=percent_of&value=%s&percent=%s", v, p)
		rounds := []struct{ query, want string }{
			{"mode=what_percent&value=" + part + "&total=" + v, p},
			{"mode=reverse&value=" + part + "&percent=" + p, v},
		}
		for mode, sign := range map[string]string{"increase": "", "decrease": "-"} {
			to := result(rt, "mode=%s&value=%s&percent=%s", mode, v, p)
			if to != "0" {
				rounds = append(rounds, struct{ query, want string }{"mode=original_before_" + mode + "&value=" + to + "&percent=" + p, v})
			}
			change := num.D(p)
			if (sign == "-") != (v[0] == '-') { // measured against the absolute value
				change = change.Neg()
			}
			rounds = append(rounds, struct{ query, want string }{"mode=change&from=" + v + "&to=" + to, change.String()})
		}
		for _, r := range rounds {
			if got := result(rt, "%s", r.query); got != r.want {
				rt.Fatalf("%s is %s, want %s", r.query, got, r.want)
			}
		}
	})
}

// The percentage difference knows no order and is at most 200 %; a change has
// the sign of its direction, and its multiplier is the way from old to new.
func TestPercentageComparisons(t *testing.T) {
	often(t, func(rt *rapid.T) {
		a, b := drawnNumber(rt, "a"), drawnNumber(rt, "b")
		data := optest.Data(rt, percentageID, op.Query("mode=difference&from="+a+"&to="+b))
		turned := optest.Data(rt, percentageID, op.Query("mode=difference&from="+b+"&to="+a))
		if got := amountAt(rt, data, "result"); got.Cmp(amountAt(rt, turned, "result")) != 0 || got.Sign() < 0 || got.Cmp(num.D("200")) > 0 {
			rt.Fatalf("%s and %s", data, turned)
		}
		change := optest.Data(rt, percentageID, op.Query("precision=15&from="+a+"&to="+b))
		sign := map[string]int{`"increase"`: 1, `"none"`: 0, `"decrease"`: -1}[optest.At(change, "direction")]
		if amountAt(rt, change, "result").Sign() != sign || amountAt(rt, change, "difference").Sign() != sign {
			rt.Fatalf("the signs of %s differ", change)
		}
		sameAmount(rt, change, "from and difference", num.D(a).Add(amountAt(rt, change, "difference")), num.D(b))
		off := num.D(a).Mul(amountAt(rt, change, "multiplier")).Sub(num.D(b))
		if off.Cmp(num.D("1e-9")) > 0 || off.Cmp(num.D("-1e-9")) < 0 {
			rt.Fatalf("%s times the multiplier of %s is not %s", a, change, b)
		}
	})
}
