package finance_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

const sipID = "sip-calculator-finance"

// The worked examples of the contract, and cases of each of its sentences
// computed with Python's decimal.
func TestSIPExamples(t *testing.T) {
	const base = "monthly_investment=5000&annual_rate=12&years=10"
	tests := map[string][]string{
		base: {"maturity_value=1161695.38", "invested_amount=600000", "estimated_returns=561695.38", "absolute_return=93.62",
			"effective_annual_rate=12.6825", "monthly_rate=1", "final_monthly_investment=5000", `rate_basis="nominal"`, "real_value=null"},
		base + "&rate_basis=effective":                              {"maturity_value=1120179.45", "effective_annual_rate=12", "monthly_rate=0.948879", `rate_basis="effective"`},
		base + "&rate_basis=nominal&timing=begin":                   {"maturity_value=1161695.38"},
		base + "&timing=end":                                        {"maturity_value=1150193.45"},
		base + "&step_up_percent=10":                                {"invested_amount=956245.2", "maturity_value=1687162.78", "final_monthly_investment=11789.73"},
		base + "&step_up_percent=10&schedule=yearly":                {"maturity_value=1687162.78", "schedule.6.monthly_investment=8857.8", "schedule.9.closing_balance=1687162.78"},
		base + "&step_up_percent=0":                                 {"maturity_value=1161695.38"},
		"amount=1000&rate=12&months=12":                             {"maturity_value=12809.33", "monthly_investment=1000"},
		"amount=1000&interest_rate=12&months=12":                    {"maturity_value=12809.33"},
		"amount=1000&expected_return=12&years=1":                    {"maturity_value=12809.33"},
		"amount=1000&annual_rate=12&months=12&rate_basis=Effective": {"maturity_value=12766.5"},
		"target_amount=10000000&annual_rate=12&years=15":            {"monthly_investment=19818.63", "maturity_value=10000005.04"},
		"monthly_investment=2000&annual_rate=0&months=24":           {"maturity_value=48000", "absolute_return=0", "effective_annual_rate=0", "monthly_rate=0", "estimated_returns=0"},
		// 2000 in year 1, 2500 in year 2, 3000 in the last month.
		"monthly_investment=2000&annual_rate=0&months=25&step_up_amount=500": {"maturity_value=57000", "final_monthly_investment=3000"},
		"monthly_investment=2000&annual_rate=0&months=12&step_up_amount=500": {"maturity_value=24000", "final_monthly_investment=2000"},
		// One month at 1 %: at its beginning, at its end, and 50000 beside it.
		"monthly_investment=100&annual_rate=12&months=1":                                           {"maturity_value=101"},
		"monthly_investment=100&annual_rate=12&months=1&timing=end":                                {"maturity_value=100"},
		"monthly_investment=100&annual_rate=12&months=1&initial_investment=50000&inflation_rate=0": {"maturity_value=50601", "invested_amount=50100", "real_value=50601"},
		"monthly_investment=100&annual_rate=0&years=2&inflation_rate=10":                           {"maturity_value=2400", "real_value=1983.47"},
		"monthly_investment=100&annual_rate=0&months=6&inflation_rate=21":                          {"real_value=545.45"},
		// Stepping up rounds half to even: 0.05 · 1.5 is 0.075, 0.08 then 0.12.
		"monthly_investment=0.05&annual_rate=0&months=36&step_up_percent=50&schedule=yearly": {"schedule.1.monthly_investment=0.08", "schedule.2.monthly_investment=0.12", "maturity_value=3"},
		// A target of whole months of whole cents, and one cent more.
		"target_amount=1200&annual_rate=0&months=12":    {"monthly_investment=100", "maturity_value=1200"},
		"target_amount=1200.01&annual_rate=0&months=12": {"monthly_investment=100.01", "maturity_value=1200.12"},
		"target_amount=0.001&annual_rate=0&months=1":    {"monthly_investment=0.01"},
		// Reached without any investment.
		"target_amount=1010&initial_investment=1000&annual_rate=12&months=1":    {"monthly_investment=0", "maturity_value=1010", "absolute_return=1"},
		"target_amount=1010.01&initial_investment=1000&annual_rate=12&months=1": {"monthly_investment=0.01", "maturity_value=1010.01"},
		// With the first year's investment at 0 the steps alone reach it.
		"target_amount=12&annual_rate=0&months=13&step_up_amount=12": {"monthly_investment=0", "final_monthly_investment=12"},
	}
	for query, want := range tests {
		t.Run(query, func(t *testing.T) { optest.Want(t, optest.Data(t, sipID, op.Query(query)), want...) })
	}
}

func TestSIPMembers(t *testing.T) {
	data := optest.Data(t, sipID, op.Query("monthly_investment=1000&annual_rate=0.1&months=13&initial_investment=5&schedule=yearly"))
	const members = "monthly_investment invested_amount estimated_returns maturity_value absolute_return effective_annual_rate monthly_rate real_value final_monthly_investment rate_basis"
	for path, want := range map[string]string{
		"": members + " schedule warnings", "schedule.1": "year monthly_investment opening_balance invested_amount estimated_returns closing_balance",
	} {
		if got := optest.Keys(t, data, path); got != want {
			t.Errorf("members of %q are %s, want %s", path, got, want)
		}
	}
	optest.Want(t, data, "schedule.0.year=1", "schedule.0.opening_balance=0", "schedule.0.invested_amount=12005", "schedule.1.invested_amount=1000", "schedule.2=absent",
		`warnings=["annual_rate is a percentage; 0.1 means 0.1 %"]`)
	if got := optest.Keys(t, optest.Data(t, sipID, op.Query("monthly_investment=1000&annual_rate=0.3&years=2")), ""); got != members {
		t.Errorf("members are %s", got)
	}
}

func TestSIPOracle(t *testing.T) { optest.RecordedTable(t, sipID, "testdata/sip_oracle.tsv") }

func TestSIPSpreadsheet(t *testing.T) { optest.RecordedTable(t, sipID, "testdata/sip_formulajs.tsv") }

func TestSIPRefusals(t *testing.T) {
	const base = "monthly_investment=5000&annual_rate=12&"
	for query, want := range map[string]string{
		"":                               "annual_rate:required monthly_investment:missing_one_of years:missing_one_of",
		"annual_rate=12&years=1":         "monthly_investment:missing_one_of",
		base + "tenure=5":                "tenure:unknown_field years:missing_one_of",
		base + "years=1&months=12":       "months:conflict",
		base + "years=1&target_amount=5": "target_amount:conflict",
		base + "years=1&amount=5":        "amount:conflict",
		base + "years=1&rate=5&expected_return=5":           "rate:conflict expected_return:conflict",
		base + "years=1&step_up_percent=5&step_up_amount=5": "step_up_amount:conflict",
		base + "years=1&step_up=5":                          "step_up:unknown_field",
		base + "years=1.1":                                  "years:does_not_fit",
		base + "years=0.01":                                 "years:does_not_fit",
		base + "years=0":                                    "years:out_of_range",
		base + "years=50.5":                                 "years:out_of_range",
		base + "months=0":                                   "months:out_of_range",
		base + "months=601":                                 "months:out_of_range",
		base + "months=1.5":                                 "months:invalid_number",
		base + "months=1&step_up_percent=100.1&inflation_rate=51":            "step_up_percent:out_of_range inflation_rate:out_of_range",
		base + "months=1&step_up_amount=-1&initial_investment=-1":            "step_up_amount:out_of_range initial_investment:out_of_range",
		base + "months=1&rate_basis=real&timing=middle&schedule=monthly":     "rate_basis:not_allowed timing:not_allowed schedule:not_allowed",
		"monthly_investment=0&annual_rate=100.1&months=1":                    "monthly_investment:out_of_range annual_rate:out_of_range",
		"monthly_investment=1000000000000.01&annual_rate=-1&months=1":        "monthly_investment:out_of_range annual_rate:out_of_range",
		"target_amount=0&annual_rate=1,5&months=1":                           "target_amount:out_of_range annual_rate:invalid_number",
		"target_amount=1000000000000.01&annual_rate=1&months=1":              "target_amount:out_of_range",
		"monthly_investment=1e12&annual_rate=100&years=50":                   "annual_rate:result_out_of_range",
		"monthly_investment=1e12&annual_rate=0&years=50&step_up_percent=100": "annual_rate:result_out_of_range",
		"monthly_investment=1e-60&annual_rate=100&years=50":                  "annual_rate:result_out_of_range", // its absolute_return
	} {
		if got := optest.Refusal(t, sipID, op.Query(query)); got != want {
			t.Errorf("%s: got %s, want %s", query, got, want)
		}
	}
	_, refused := optest.Call(t, sipID, op.Query(base+"years=1.1"), op.SampleEnv())
	if got := refused.Violations[0].Hint; got != "send months=13" {
		t.Errorf("hint is %q", got)
	}
}

// sipTerms draws what a plan has beside its amounts and rate.
func sipTerms(t *rapid.T) string {
	query := fmt.Sprintf("months=%d&rate_basis=%s&timing=%s&initial_investment=%s", rapid.IntRange(1, 200).Draw(t, "months"),
		rapid.SampledFrom([]string{"nominal", "effective"}).Draw(t, "basis"), rapid.SampledFrom([]string{"begin", "end"}).Draw(t, "timing"),
		num.Scaled(rapid.Int64Range(0, 1e6).Draw(t, "initial"), 2))
	switch rapid.IntRange(0, 2).Draw(t, "step") {
	case 1:
		query += fmt.Sprintf("&step_up_percent=%s", num.Scaled(rapid.Int64Range(0, 3000).Draw(t, "percent"), 2))
	case 2:
		query += fmt.Sprintf("&step_up_amount=%s", num.Scaled(rapid.Int64Range(0, 1e5).Draw(t, "amount"), 2))
	}
	return query
}

func TestSIPAddsUp(t *testing.T) {
	often(t, func(t *rapid.T) {
		query := fmt.Sprintf("monthly_investment=%s&annual_rate=%s&schedule=yearly&%s", num.Scaled(rapid.Int64Range(1, 1e7).Draw(t, "investment"), 2),
			num.Scaled(int64(rapid.IntRange(0, 3000).Draw(t, "rate")), 2), sipTerms(t))
		data := optest.Data(t, sipID, op.Query(query))
		addUp(t, data, num.Dec{}, "invested_amount", "invested_amount", "estimated_returns", "estimated_returns", "maturity_value")
		if amountAt(t, data, "invested_amount").Add(amountAt(t, data, "estimated_returns")).Cmp(amountAt(t, data, "maturity_value")) != 0 {
			t.Fatalf("%s: %s", query, data)
		}
	})
}

// A target is reached with the investment that is answered, and not with a
// cent less.
func TestSIPTarget(t *testing.T) {
	often(t, func(t *rapid.T) {
		target := num.Scaled(rapid.Int64Range(1, 1e10).Draw(t, "target"), 2)
		terms := fmt.Sprintf("annual_rate=%s&%s", num.Scaled(int64(rapid.IntRange(0, 3000).Draw(t, "rate")), 2), sipTerms(t))
		solved := optest.Data(t, sipID, op.Query("target_amount="+target.String()+"&"+terms))
		if amountAt(t, solved, "maturity_value").Cmp(target) < 0 {
			t.Fatalf("%s is short of %s", solved, target)
		}
		least := amountAt(t, solved, "monthly_investment")
		if least.Sign() > 0 {
			if same := optest.Data(t, sipID, op.Query("monthly_investment="+least.String()+"&"+terms)); string(same) != string(solved) {
				t.Fatalf("solved %s\ngiven  %s", solved, same)
			}
		}
		less := least.Sub(num.D("0.01"))
		if less.Sign() <= 0 {
			return
		}
		// What is shown is rounded: a value less than half a cent short looks the same.
		value := amountAt(t, optest.Data(t, sipID, op.Query("monthly_investment="+less.String()+"&"+terms)), "maturity_value")
		if value.Cmp(target) > 0 {
			t.Fatalf("%s less one cent reaches %s: %s", least, target, value)
		}
	})
}

// A higher rate, a month more and investing earlier never give less.
func TestSIPGrows(t *testing.T) {
	often(t, func(t *rapid.T) {
		rate, months := rapid.IntRange(0, 3000).Draw(t, "rate"), rapid.IntRange(1, 300).Draw(t, "months")
		step, basis := rapid.IntRange(0, 100).Draw(t, "step"), rapid.SampledFrom([]string{"nominal", "effective"}).Draw(t, "basis")
		value := func(rate, months, step int, timing string) num.Dec {
			return amountAt(t, optest.Data(t, sipID, op.Query(fmt.Sprintf("monthly_investment=12.34&annual_rate=%s&months=%d&rate_basis=%s&step_up_percent=%d&timing=%s",
				num.Scaled(int64(rate), 2), months, basis, step, timing))), "maturity_value")
		}
		base := value(rate, months, step/2, "end")
		for what, other := range map[string]num.Dec{
			"a higher rate": value(rate+1, months, step/2, "end"), "a month more": value(rate, months+1, step/2, "end"),
			"a higher step": value(rate, months, step/2+step%2, "end"), "an earlier investment": value(rate, months, step/2, "begin"),
		} {
			if other.Cmp(base) < 0 {
				t.Fatalf("%s: %s, not %s", what, other, base)
			}
		}
	})
}

// With every number within bounds the answer is too, or a refusal says why.
func TestSIPExtremes(t *testing.T) {
	for _, amount := range []string{"monthly_investment=1e-60", "monthly_investment=0.005", "monthly_investment=1e12", "target_amount=1e-60", "target_amount=123.4567890123456789012345678901", "target_amount=1e12"} {
		for _, rate := range []string{"0", "1e-60", "1.234567890123456789012345678901234", "100"} {
			for _, step := range []string{"", "&step_up_percent=0.001", "&step_up_percent=100", "&step_up_amount=1e-60", "&step_up_amount=1e12"} {
				for _, months := range []string{"1", "13", "600"} {
					for _, rest := range []string{"", "&rate_basis=effective&timing=end&schedule=yearly&initial_investment=1e-60&inflation_rate=1e-60"} {
						checkBounds(t, sipID, amount+"&annual_rate="+rate+step+"&months="+months+rest)
					}
				}
			}
		}
	}
}
