package finance_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

const compoundID = "compound-interest-finance"

// The worked examples of the contract, and cases of each of its sentences
// computed with Python's decimal.
func TestCompoundExamples(t *testing.T) {
	const base = "principal=10000&annual_rate=5&years=10"
	tests := map[string][]string{
		base:                                                                          {"future_value=16288.95", "total_interest=6288.95", "total_contributions=0", "effective_annual_rate=5", "simple_interest=5000", "real_future_value=null"},
		base + "&compounding=annually":                                                {"future_value=16288.95"},
		base + "&compounding=Yearly":                                                  {"future_value=16288.95"},
		base + "&compounding=half-yearly":                                             {"future_value=16386.16", "effective_annual_rate=5.0625"},
		base + "&compounding=quarterly":                                               {"future_value=16436.19"},
		base + "&compounding=monthly":                                                 {"future_value=16470.09", "effective_annual_rate=5.1162"},
		base + "&compounding=weekly":                                                  {"future_value=16483.25", "effective_annual_rate=5.1246"},
		base + "&compounding=daily":                                                   {"future_value=16486.65"},
		base + "&compounding=continuous":                                              {"future_value=16487.21", "effective_annual_rate=5.1271", "doubling_time_years=13.8629"},
		"principal=10000&annual_rate=8&months=18":                                     {"future_value=11223.69", "doubling_time_years=9.0065"},
		"principal=10000&rate=8&months=20&compounding=quarterly":                      {"future_value=11411.28", "simple_interest=1333.33"},
		"principal=10000&interest_rate=8&years=1.5":                                   {"future_value=11223.69", "principal=10000"},
		base + "&compounding=monthly&contribution=200":                                {"future_value=47526.55", "total_contributions=24000", "total_interest=13526.55", "simple_interest=5000"},
		base + "&compounding=monthly&contribution=200&contribution_timing=begin":      {"future_value=47655.95"},
		base + "&compounding=monthly&contribution=200&contribution_frequency=monthly": {"future_value=47526.55"},
		base + "&contribution=600&contribution_frequency=quarterly":                   {"future_value=47036.14", "total_contributions=24000"},
		base + "&contribution=2400&contribution_frequency=annually":                   {"future_value=46475.89"},
		"principal=0&annual_rate=12&months=3&compounding=monthly&contribution=100":    {"future_value=303.01", "total_interest=3.01"},
		// Contributions of other lengths than rests earn the equivalent rate.
		"principal=0&annual_rate=21&months=12&contribution=1000&contribution_frequency=quarterly": {"future_value=4302.5"},
		// Nothing grows at 0 %.
		"principal=10000&annual_rate=0&years=10&compounding=continuous": {"future_value=10000", "doubling_time_years=null", "effective_annual_rate=0", "simple_interest=0"},
		"principal=10000&annual_rate=0&months=7&contribution=0.01":      {"future_value=10000.07", "total_interest=0"},
		"principal=0&annual_rate=7&years=10":                            {"future_value=0", "total_interest=0"},
		"principal=1e12&annual_rate=0&months=1200&contribution=1":       {"future_value=1000000001200"},
		"principal=1000000&annual_rate=6&years=10&inflation_rate=6":     {"real_future_value=1000000"},
		"principal=1000000&annual_rate=6&years=10&inflation_rate=0":     {"real_future_value=1790847.7"},
		"principal=1000000&annual_rate=6&years=0.5&inflation_rate=21":   {"future_value=1029563.01", "real_future_value=935966.38"},
	}
	for query, want := range tests {
		t.Run(query, func(t *testing.T) { optest.Want(t, optest.Data(t, compoundID, op.Query(query)), want...) })
	}
}

func TestCompoundMembers(t *testing.T) {
	data := optest.Data(t, compoundID, op.Query("principal=1000&annual_rate=0.1&years=2.25&contribution=10&schedule=yearly"))
	const members = "future_value principal total_contributions total_interest effective_annual_rate simple_interest doubling_time_years real_future_value"
	for path, want := range map[string]string{"": members + " schedule warnings", "schedule.2": "year opening_balance contributions interest closing_balance"} {
		if got := optest.Keys(t, data, path); got != want {
			t.Errorf("members of %q are %s, want %s", path, got, want)
		}
	}
	optest.Want(t, data, "schedule.0.contributions=120", "schedule.2.year=3", "schedule.2.contributions=30", "schedule.3=absent",
		`warnings=["annual_rate is a percentage; 0.1 means 0.1 %"]`)
	if got := optest.Keys(t, optest.Data(t, compoundID, op.Query("principal=1000&annual_rate=0.3&years=2")), ""); got != members {
		t.Errorf("members are %s", got)
	}
}

func TestCompoundOracle(t *testing.T) {
	optest.RecordedTable(t, compoundID, "testdata/compound_interest_oracle.tsv")
}

func TestCompoundSpreadsheet(t *testing.T) {
	optest.RecordedTable(t, compoundID, "testdata/compound_interest_formulajs.tsv")
}

func TestCompoundRefusals(t *testing.T) {
	const base = "principal=10000&annual_rate=5&"
	for query, want := range map[string]string{
		"":                           "principal:required annual_rate:required years:missing_one_of",
		base + "tenure=5":            "tenure:unknown_field years:missing_one_of",
		base + "years=1&months=1":    "months:conflict",
		base + "years=0":             "years:out_of_range",
		base + "years=100.01":        "years:out_of_range",
		base + "months=0":            "months:out_of_range",
		base + "months=1201":         "months:out_of_range",
		base + "months=1.5":          "months:invalid_number",
		base + "years=1&rate=5":      "rate:conflict",
		base + "years=1&principal=5": "principal:duplicate_field",
		base + "years=1&inflation=5": "inflation:unknown_field",
		base + "years=1&contribution=-1&inflation_rate=50.1":                      "contribution:out_of_range inflation_rate:out_of_range",
		base + "years=1&contribution=1000000000000.01":                            "contribution:out_of_range",
		base + "years=1&compounding=hourly&schedule=monthly":                      "compounding:not_allowed schedule:not_allowed",
		base + "years=1&contribution_frequency=weekly&contribution_timing=middle": "contribution_frequency:not_allowed contribution_timing:not_allowed",
		base + "years=1&contribution_frequency=yearly":                            "contribution_frequency:not_allowed",
		base + "years=1.05&contribution=1":                                        "years:does_not_fit",
		base + "months=8&contribution=1&contribution_frequency=quarterly":         "months:does_not_fit",
		base + "years=1.5&contribution=1&contribution_frequency=annually":         "years:does_not_fit",
		"principal=-1&annual_rate=100.01&years=1":                                 "principal:out_of_range annual_rate:out_of_range",
		"principal=1000000000000.01&annual_rate=5%25&years=1":                     "principal:out_of_range annual_rate:invalid_number",
		"principal=1&annual_rate=100&years=100&compounding=daily":                 "annual_rate:result_out_of_range",
		"principal=1&annual_rate=1e-14&years=1":                                   "annual_rate:result_out_of_range",
		"principal=1&annual_rate=1e-60&years=1":                                   "annual_rate:result_out_of_range",
		"principal=0&annual_rate=0&months=1200&contribution=1000000000000":        "contribution:result_out_of_range",
	} {
		if got := optest.Refusal(t, compoundID, op.Query(query)); got != want {
			t.Errorf("%s: got %s, want %s", query, got, want)
		}
	}
	for query, want := range map[string]string{
		base + "years=1.05&contribution=1":                                "send months=13, or another contribution_frequency",
		base + "months=8&contribution=1&contribution_frequency=quarterly": "send months=9, or another contribution_frequency",
	} {
		_, refused := optest.Call(t, compoundID, op.Query(query), op.SampleEnv())
		if got := refused.Violations[0].Hint; got != want {
			t.Errorf("%s: hint is %q", query, got)
		}
	}
	// The edges of what fits, and a broken term where nothing is contributed.
	for _, query := range []string{"years=0.25&contribution=1&contribution_frequency=quarterly", "years=1.05&contribution=0", "years=100", "months=1200", "years=1e-60"} {
		optest.Data(t, compoundID, op.Query("principal=10&annual_rate=5&"+query))
	}
}

// often checks a property of at least a thousand inputs.
func often(t *testing.T, property func(*rapid.T)) {
	rapid.Check(t, func(t *rapid.T) {
		for range 10 {
			property(t)
		}
	})
}

// amountAt is a number of an answer.
func amountAt(t optest.T, data []byte, path string) num.Dec {
	d, err := num.Parse(optest.At(data, path))
	if err != nil {
		t.Fatalf("%s of %s: %v", path, data, err)
	}
	return d
}

// addUp wants the rows of a schedule to follow on each other and to sum up to
// the totals: what is put in, what is earned, and the last balance.
func addUp(t *rapid.T, data []byte, opening num.Dec, in, inTotal, earned, earnedTotal, closingTotal string) {
	t.Helper()
	var answer struct{ Schedule []map[string]json.Number }
	if err := json.Unmarshal(data, &answer); err != nil {
		t.Fatal(err)
	}
	var paid, interest num.Dec
	balance := opening
	for _, row := range answer.Schedule {
		at := func(name string) num.Dec { return num.D(row[name].String()) }
		if at("opening_balance").Cmp(balance) != 0 || balance.Add(at(in)).Add(at(earned)).Cmp(at("closing_balance")) != 0 || at(earned).Sign() < 0 {
			t.Fatalf("row %s of %s", row, data)
		}
		balance, paid, interest = at("closing_balance"), paid.Add(at(in)), interest.Add(at(earned))
	}
	for path, sum := range map[string]num.Dec{inTotal: paid, earnedTotal: interest, closingTotal: balance} {
		if amountAt(t, data, path).Cmp(sum) != 0 {
			t.Fatalf("%s is not %s in %s", path, sum, data)
		}
	}
}

func TestCompoundAddsUp(t *testing.T) {
	often(t, func(t *rapid.T) {
		principal, contribution := num.Scaled(rapid.Int64Range(0, 1e8).Draw(t, "principal"), 2), num.Scaled(rapid.Int64Range(0, 1e6).Draw(t, "contribution"), 2)
		query := fmt.Sprintf("principal=%s&annual_rate=%s&months=%d&compounding=%s&contribution=%s&contribution_timing=%s&inflation_rate=%d&schedule=yearly",
			principal, num.Scaled(int64(rapid.IntRange(1, 2000).Draw(t, "rate")), 2), rapid.IntRange(1, 200).Draw(t, "months"),
			rapid.SampledFrom([]string{"annually", "monthly", "weekly", "daily", "continuous"}).Draw(t, "compounding"), contribution,
			rapid.SampledFrom([]string{"begin", "end"}).Draw(t, "timing"), rapid.IntRange(0, 50).Draw(t, "inflation"))
		data := optest.Data(t, compoundID, op.Query(query))
		addUp(t, data, principal, "contributions", "total_contributions", "interest", "total_interest", "future_value")
		if amountAt(t, data, "real_future_value").Cmp(amountAt(t, data, "future_value")) > 0 {
			t.Fatalf("%s: inflation makes rich: %s", query, data)
		}
	})
}

// A higher rate, a longer term, more rests and earlier contributions never
// give less.
func TestCompoundGrows(t *testing.T) {
	often(t, func(t *rapid.T) {
		rate, months := rapid.IntRange(0, 3000).Draw(t, "rate"), rapid.IntRange(1, 300).Draw(t, "months")
		rests := []string{"annually", "half_yearly", "quarterly", "monthly", "weekly", "daily", "continuous"}
		n := rapid.IntRange(0, len(rests)-1).Draw(t, "rests")
		contribution := rapid.IntRange(0, 1000).Draw(t, "contribution")
		value := func(rate, months, n int, timing string) num.Dec {
			return amountAt(t, optest.Data(t, compoundID, op.Query(fmt.Sprintf("principal=5000&annual_rate=%s&months=%d&compounding=%s&contribution=%d&contribution_timing=%s",
				num.Scaled(int64(rate), 2), months, rests[n], contribution, timing))), "future_value")
		}
		base := value(rate, months, n, "end")
		for what, other := range map[string]num.Dec{
			"a higher rate": value(rate+1, months, n, "end"), "a month more": value(rate, months+1, n, "end"),
			"more rests": value(rate, months, min(n+1, len(rests)-1), "end"), "earlier contributions": value(rate, months, n, "begin"),
		} {
			if other.Cmp(base) < 0 {
				t.Fatalf("%s: %s, not %s", what, other, base)
			}
		}
	})
}

// With every number within bounds the answer is too, or a refusal says why.
func TestCompoundExtremes(t *testing.T) {
	for _, principal := range []string{"0", "1e-60", "0.005", "1234567890.123456789012345678901234", "1e12"} {
		for _, rate := range []string{"0", "1e-60", "1e-13", "1.234567890123456789012345678901234", "100"} {
			for _, term := range []string{"years=1e-60", "years=33.33333333333333333333333333333333", "months=1", "years=100", "years=50&contribution=1e-60", "years=100&contribution=1e12&contribution_timing=begin"} {
				for _, compounding := range []string{"daily", "annually", "continuous"} {
					query := fmt.Sprintf("principal=%s&annual_rate=%s&%s&compounding=%s&inflation_rate=50&schedule=yearly", principal, rate, term, compounding)
					checkBounds(t, compoundID, query)
				}
			}
		}
	}
}

func checkBounds(t *testing.T, id, query string) {
	t.Helper()
	data, refused := optest.Call(t, id, op.Query(query), op.SampleEnv())
	if refused != nil {
		if code := refused.Violations[0].Code; code != "result_out_of_range" {
			t.Errorf("%s: %s", query, optest.Codes(refused))
		}
		return
	}
	for word := range strings.FieldsFuncSeq(string(data), func(r rune) bool { return strings.ContainsRune(`{}[]:,"`, r) }) {
		if d, err := num.Parse(word); err == nil && (d.Cmp(num.D("1e15")) > 0 || d.Sign() < 0) {
			t.Errorf("%s: answers %s", query, word)
		}
	}
}
