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

const fdID = "fd-calculator"

// fd is an input of 100000 at 7 percent with more members.
func fdInput(rest string) op.Source {
	return op.JSON([]byte(`{"principal":100000,"annual_rate":7,` + rest + `}`))
}

// The worked examples of the contract, and cases of each of its sentences,
// computed with Python's decimal by the formula that stands beside them.
func TestFDExamples(t *testing.T) {
	tests := map[string][]string{
		`{"principal":100000,"annual_rate":7,"tenure_years":5}`:                                              {"maturity_amount=141477.82", "effective_annual_yield=7.1859", "tenure_days_equivalent=1825"},
		`{"principal":100000,"annual_rate":7.5,"tenure_years":5}`:                                            {"maturity_amount=144994.8"},
		`{"principal":100000,"annual_rate":7.1,"tenure_days":400}`:                                           {"maturity_amount=108021.75", "total_interest=8021.75"},
		`{"principal":1e5,"rate":7.1,"tenure_days":400.0,"broken_period":"Compound"}`:                        {"maturity_amount=108017.79", "annual_rate=7.1"},
		`{"principal":100000,"annual_rate":6.5,"tenure_days":45}`:                                            {"maturity_amount=100801.37"},
		`{"deposit_amount":250000,"interest_rate":7.25,"tenure_years":1,"tenure_months":2,"tenure_days":10}`: {"maturity_amount=272403.19", "tenure_days_equivalent=436", "principal=250000"},
		`{"principal":100000,"annual_rate":7,"tenure_months":5}`:                                             {"maturity_amount=102916.67", "tenure_days_equivalent=152"},
		`{"principal":100000,"annual_rate":7,"tenure_months":6}`:                                             {"maturity_amount=103530.62", "effective_annual_yield=7.1859", "tenure_days_equivalent=182"},
		`{"principal":100000,"annual_rate":7,"tenure_years":1,"payout":"monthly"}`:                           {"payout_amount=579.96", "payout_count=12", "maturity_amount=100000", "total_interest=6959.52"},
		`{"principal":100000,"annual_rate":7,"tenure_years":2,"payout":"quarterly"}`:                         {"payout_amount=1750", "payout_count=8", "maturity_amount=100000", "total_interest=14000"},
		`{"principal":100000,"annual_rate":7,"tenure_years":1,"payout":"half-yearly"}`:                       {"payout_amount=3500", "payout_count=2", "total_interest=7000", "effective_annual_yield=7"},
		`{"principal":100000,"annual_rate":7,"tenure_years":1,"payout":"yearly"}`:                            {"payout_amount=7000", "payout_count=1"},
		// Payouts go by quarterly rests, whatever compounding says.
		`{"principal":100000,"annual_rate":7,"tenure_years":1,"payout":"monthly","compounding":"simple"}`: {"payout_amount=579.96",
			`warnings=["compounding plays no part in payouts: monthly ones are discounted from quarterly rests, others are simple interest"]`},
		`{"principal":100000,"annual_rate":7,"tenure_years":1,"payout":"half_yearly","compounding":"yearly"}`: {"payout_amount=3500"},
		// The half-yearly payout, 0.5 · 0.01 · 101, is a half cent: to the even one, 0.5.
		`{"principal":101,"annual_rate":1,"tenure_years":1,"payout":"half_yearly"}`: {"payout_amount=0.5", "total_interest=1"},
		// Below half a year quarterly is simple, 1 + 0.073·181/365; above it is
		// 1.01825^2 · (1 + 0.073·(183/365 − 1/2)).
		`{"principal":100000,"annual_rate":7.3,"tenure_days":181}`: {"maturity_amount=103620", "effective_annual_yield=7.4343"},
		`{"principal":100000,"annual_rate":7.3,"tenure_days":183}`: {"maturity_amount=103693.67", "effective_annual_yield=7.5023"},
		// Monthly has no such floor: 1.01 · (1 + 0.12·5/365).
		`{"principal":100000,"annual_rate":12,"tenure_months":1,"tenure_days":5,"compounding":"monthly"}`: {"maturity_amount=101166.03", "effective_annual_yield=12.6825"},
		// Nor has the power formula, at any length: 1.0175^(1/3), 1.0175^4.
		`{"principal":100000,"annual_rate":7,"tenure_months":1,"broken_period":"compound"}`:   {"maturity_amount=100579.96", "effective_annual_yield=7.1859"},
		`{"principal":100000,"annual_rate":7,"tenure_months":12,"broken_period":"compound"}`:  {"maturity_amount=107185.9"},
		`{"principal":100000,"annual_rate":7,"tenure_months":18,"compounding":"half_yearly"}`: {"maturity_amount=110871.79"},
		`{"principal":100000,"annual_rate":7,"tenure_months":18,"compounding":"yearly"}`:      {"maturity_amount=110745", "effective_annual_yield=7"},
		`{"principal":100000,"annual_rate":7,"tenure_days":365,"compounding":"daily"}`:        {"maturity_amount=107250.1", "effective_annual_yield=7.2501"},
		`{"principal":100000,"annual_rate":7,"tenure_years":2,"compounding":"simple"}`:        {"maturity_amount=114000", "effective_annual_yield=6.7708"},
		// Added to the rate.
		`{"principal":100000,"annual_rate":6.5,"additional_rate":0.5,"tenure_years":5}`: {"maturity_amount=141477.82", "annual_rate=7"},
		// Tax on the interest. With payouts each has borne its own before maturity.
		`{"principal":100000,"annual_rate":7,"tenure_years":5,"tds_percent":10}`:                      {"tds_amount=4147.78", "net_maturity_amount=137330.04"},
		`{"principal":100000,"annual_rate":7,"tenure_years":2,"tds_percent":10,"payout":"quarterly"}`: {"tds_amount=1400", "net_maturity_amount=100000"},
		`{"principal":100000,"annual_rate":7.3,"tenure_months":3,"tenure_days":10,"tds_percent":10,"payout":"quarterly"}`: {"payout_count=1", "payout_amount=1825", "maturity_amount=100200",
			"total_interest=2025", "tds_amount=202.5", "net_maturity_amount=100180"},
		// Fifty paise go up, less goes down: 50·7.3/36500·50 is 0.5.
		`{"principal":50,"annual_rate":7.3,"tenure_days":50,"round_to":1}`:       {"maturity_amount=51", "total_interest=1"},
		`{"principal":50,"annual_rate":7.3,"tenure_days":49,"round_to":"1"}`:     {"maturity_amount=50"},
		`{"principal":100000,"annual_rate":7,"tenure_years":5,"round_to":1.0}`:   {"maturity_amount=141478"},
		`{"principal":100000,"annual_rate":7,"tenure_years":5,"round_to":0.010}`: {"maturity_amount=141477.82"},
		// No interest, no payout of a term shorter than its period, the longest term.
		`{"principal":100000.5,"annual_rate":0,"tenure_years":5,"payout":"monthly"}`:                                {"maturity_amount=100000.5", "total_interest=0", "effective_annual_yield=0", "payout_amount=0", "payout_count=60"},
		`{"principal":100000,"annual_rate":7.3,"tenure_days":10,"payout":"monthly"}`:                                {"payout_count=0", "payout_amount=null", "maturity_amount=100200"},
		`{"principal":100000,"annual_rate":0.3,"tenure_years":50,"tenure_months":600,"tenure_days":18300}`:          {"tenure_days_equivalent=54800", "warnings=absent"},
		`{"principal":100000,"annual_rate":0.29,"tenure_years":1,"additional_rate":2}`:                              {"annual_rate=2.29", `warnings=["annual_rate is a percentage; 0.29 means 0.29 %"]`},
		`{"principal":1e12,"annual_rate":50,"tenure_years":10,"payout":"yearly","schedule":"yearly"}`:               {"schedule.9.interest=500000000000", "schedule.10=absent"},
		`{"principal":100000,"annual_rate":7,"tenure_years":0,"tenure_months":0,"tenure_days":1,"payout":"yearly"}`: {"maturity_amount=100019.18", "payout_amount=null"},
	}
	for body, want := range tests {
		t.Run(body, func(t *testing.T) { optest.Want(t, optest.Data(t, fdID, op.JSON([]byte(body))), want...) })
	}
}

func TestFDMembers(t *testing.T) {
	data := optest.Data(t, fdID, op.JSON([]byte(`{"principal":1000,"annual_rate":0.1,"tenure_days":400,"schedule":"yearly"}`)))
	const members = "principal annual_rate tenure_days_equivalent maturity_amount total_interest effective_annual_yield payout_amount payout_count tds_amount net_maturity_amount maturity_date"
	for path, want := range map[string]string{
		"": members + " schedule rule warnings", "schedule.1": "year opening_balance interest closing_balance", "rule": "id effective_from source",
	} {
		if got := optest.Keys(t, data, path); got != want {
			t.Errorf("members of %q are %s, want %s", path, got, want)
		}
	}
	optest.Want(t, data, "payout_amount=null", "payout_count=null", "maturity_date=null", `rule.id="in.fd.quarterly-rests"`, `rule.effective_from="2016-03-03"`)
	if got := optest.Keys(t, optest.Data(t, fdID, fdInput(`"tenure_years":1`)), ""); got != members+" rule" {
		t.Errorf("members are %s", got)
	}
}

func TestFDDates(t *testing.T) {
	for rest, want := range map[string][]string{
		`"start_date":"2026-11-20","tenure_years":1,"tenure_months":2,"tenure_days":10`: {`maturity_date="2028-01-30"`, "tenure_days_equivalent=436"},
		// Months first, clamped to the month's end, then days.
		`"start_date":"2024-01-31","tenure_months":1,"tenure_days":1`:              {`maturity_date="2024-03-01"`},
		`"start_date":"2024-02-29","tenure_years":1`:                               {`maturity_date="2025-02-28"`},
		`"start_date":"9998-12-31","tenure_years":1`:                               {`maturity_date="9999-12-31"`},
		`"start_date":"2026-04-01","maturity_date":"2028-10-15"`:                   {`maturity_date="2028-10-15"`, "tenure_days_equivalent=926"},
		`"start_date":"2026-04-01","maturity_date":"2026-04-02"`:                   {"tenure_days_equivalent=1"},
		`"start_date":"2023-03-01","maturity_date":"2024-03-01"`:                   {"tenure_days_equivalent=365", "effective_annual_yield=7.1859"},
		`"start_date":"2024-01-31","maturity_date":"2024-02-29"`:                   {"tenure_days_equivalent=30", "maturity_amount=100583.33"},
		`"start_date":"2024-01-31","maturity_date":"2024-02-28"`:                   {"tenure_days_equivalent=28"},
		`"start_date":"2000-01-01","maturity_date":"2150-01-01","payout":"yearly"`: {"payout_count=150"},
	} {
		optest.Want(t, optest.Data(t, fdID, fdInput(rest)), want...)
	}
}

func TestFDOracle(t *testing.T) { optest.RecordedTable(t, fdID, "testdata/fd_oracle.tsv") }

func TestFDSpreadsheet(t *testing.T) { optest.RecordedTable(t, fdID, "testdata/fd_formulajs.tsv") }

func TestFDRefusals(t *testing.T) {
	for rest, want := range map[string]string{
		`"x":1`:                        "x:unknown_field tenure_years:missing_one_of",
		`"tenure":5`:                   "tenure:unknown_field tenure_years:missing_one_of",
		`"start_date":"2026-01-01"`:    "tenure_years:missing_one_of",
		`"maturity_date":"2026-01-01"`: "start_date:required",
		`"tenure_years":1,"maturity_date":"2026-01-01"`:                          "maturity_date:conflict start_date:required",
		`"tenure_days":1,"start_date":"2025-01-01","maturity_date":"2026-01-01"`: "maturity_date:conflict",
		`"tenure_years":1,"deposit_amount":1`:                                    "deposit_amount:conflict",
		`"tenure_years":1,"rate":1,"interest_rate":1`:                            "rate:conflict interest_rate:conflict",
		`"tenure_years":0`:                  "tenure_years:out_of_range",
		`"tenure_days":0,"tenure_months":0`: "tenure_months:out_of_range",
		`"tenure_days":0`:                   "tenure_days:out_of_range",
		`"tenure_years":51,"tenure_months":601,"tenure_days":18301`: "tenure_years:out_of_range tenure_months:out_of_range tenure_days:out_of_range",
		`"tenure_years":-1`:  "tenure_years:out_of_range",
		`"tenure_years":1.5`: "tenure_years:invalid_number",
		`"tenure_years":"5"`: "tenure_years:invalid_type",
		`"start_date":"2026-01-02","maturity_date":"2026-01-02"`:                        "maturity_date:order",
		`"start_date":"2026-01-02","maturity_date":"2025-12-31"`:                        "maturity_date:order",
		`"start_date":"2000-01-01","maturity_date":"2150-01-02"`:                        "maturity_date:out_of_range",
		`"start_date":"15/08/1990","maturity_date":"2026-02-29"`:                        "start_date:invalid_date maturity_date:invalid_date",
		`"start_date":"2026-02-30","tenure_days":0`:                                     "start_date:invalid_date tenure_days:out_of_range",
		`"start_date":"9999-01-01","tenure_years":1`:                                    "start_date:out_of_range",
		`"tenure_years":1,"additional_rate":2.01,"tds_percent":40.1`:                    "additional_rate:out_of_range tds_percent:out_of_range",
		`"tenure_years":1,"compounding":"weekly","payout":"daily","schedule":"monthly"`: "compounding:not_allowed payout:not_allowed schedule:not_allowed",
		`"tenure_years":1,"broken_period":"none","round_to":10`:                         "broken_period:not_allowed round_to:not_allowed",
		`"tenure_years":50,"additional_rate":2,"annual_rates":1`:                        "annual_rates:unknown_field",
	} {
		if got := optest.Refusal(t, fdID, fdInput(rest)); got != want {
			t.Errorf("%s: got %s, want %s", rest, got, want)
		}
	}
	for body, want := range map[string]string{
		`{}`: "principal:required annual_rate:required tenure_years:missing_one_of",
		`{"principal":0,"annual_rate":50.01,"tenure_years":1}`:                                         "principal:out_of_range annual_rate:out_of_range",
		`{"principal":1000000000000.01,"annual_rate":-1,"tenure_years":1}`:                             "principal:out_of_range annual_rate:out_of_range",
		`{"principal":"1","annual_rate":1e61,"tenure_years":1}`:                                        "principal:invalid_type annual_rate:invalid_number",
		`{"principal":1e12,"annual_rate":50,"tenure_years":50}`:                                        "annual_rate:result_out_of_range",
		`{"principal":1,"annual_rate":50,"tenure_years":50,"tenure_months":600,"compounding":"daily"}`: "annual_rate:result_out_of_range",
	} {
		if got := optest.Refusal(t, fdID, op.JSON([]byte(body))); got != want {
			t.Errorf("%s: got %s, want %s", body, got, want)
		}
	}
	_, refused := optest.Call(t, fdID, fdInput(`"tenure":5`), op.SampleEnv())
	if got := refused.Violations[0].Message; !strings.Contains(got, "use tenure_years or tenure_months or tenure_days") {
		t.Errorf("message is %q", got)
	}
}

// drawFD draws a deposit; rate and days are left to the caller.
func drawFD(t *rapid.T) (principal int, rest string) {
	principal = rapid.IntRange(100, 10_000_000).Draw(t, "principal")
	return principal, fmt.Sprintf(`"principal":%d,"compounding":%q,"payout":%q,"broken_period":%q,"round_to":%s,"tds_percent":%d,"schedule":"yearly"`, principal,
		rapid.SampledFrom([]string{"quarterly", "monthly", "half_yearly", "yearly", "daily", "simple"}).Draw(t, "compounding"),
		rapid.SampledFrom([]string{"cumulative", "monthly", "quarterly", "half_yearly", "yearly"}).Draw(t, "payout"),
		rapid.SampledFrom([]string{"simple", "compound"}).Draw(t, "broken"), rapid.SampledFrom([]string{"0.01", "1"}).Draw(t, "unit"),
		rapid.IntRange(0, 40).Draw(t, "tds"))
}

func fdDays(t *rapid.T, rest string, hundredths, days int) []byte {
	return optest.Data(t, fdID, op.JSON([]byte(fmt.Sprintf(`{%s,"annual_rate":%s,"tenure_days":%d}`, rest, num.Scaled(int64(hundredths), 2), days))))
}

// Years, payouts and tax add up to the totals.
func TestFDAddsUp(t *testing.T) {
	often(t, func(t *rapid.T) {
		principal, rest := drawFD(t)
		days := rapid.IntRange(1, 4000).Draw(t, "days")
		data := fdDays(t, rest, rapid.IntRange(0, 1500).Draw(t, "rate"), days)
		at := func(path string) num.Dec { return amountAt(t, data, path) }
		balance, interest := num.FromInt(int64(principal)), num.Dec{}
		years := (days + 364) / 365
		for k := range years {
			row := fmt.Sprintf("schedule.%d.", k)
			sameAmount(t, data, row+"opening_balance", at(row+"opening_balance"), balance)
			interest, balance = interest.Add(at(row+"interest")), at(row+"closing_balance")
			if at(row+"interest").Sign() < 0 {
				t.Fatalf("%s: interest below 0", data)
			}
		}
		sameAmount(t, data, "total_interest", at("total_interest"), interest)
		atMaturity := interest
		if optest.At(data, "payout_count") == "null" {
			sameAmount(t, data, "last closing_balance", balance, at("maturity_amount"))
		} else if optest.At(data, "payout_amount") != "null" {
			atMaturity = interest.Sub(at("payout_amount").Mul(at("payout_count")))
		}
		sameAmount(t, data, "maturity_amount", at("maturity_amount"), num.FromInt(int64(principal)).Add(atMaturity))
		if optest.At(data, fmt.Sprintf("schedule.%d", years)) != "absent" || at("tds_amount").Cmp(interest) > 0 || at("net_maturity_amount").Cmp(at("maturity_amount")) > 0 {
			t.Fatalf("%s", data)
		}
	})
}

// A higher rate never earns less, nor do more days of a cumulative deposit.
// (A discounted payout is less than simple interest for a day or two less.)
func TestFDGrows(t *testing.T) {
	often(t, func(t *rapid.T) {
		_, rest := drawFD(t)
		rate, days := rapid.IntRange(0, 5000).Draw(t, "rate"), rapid.IntRange(1, 2000).Draw(t, "days")
		interest := func(rate, days int) num.Dec { return amountAt(t, fdDays(t, rest, rate, days), "total_interest") }
		base := interest(rate, days)
		if more := interest(min(rate+rapid.IntRange(1, 100).Draw(t, "more"), 5000), days); more.Cmp(base) < 0 {
			t.Fatalf("at a higher rate %s, not %s", more, base)
		}
		longer := interest(rate, days+rapid.IntRange(1, 400).Draw(t, "longer"))
		if strings.Contains(rest, `"cumulative"`) && longer.Cmp(base) < 0 {
			t.Fatalf("after more days %s, not %s", longer, base)
		}
	})
}

// Over whole quarters the broken period does not matter, and the sum of months
// and years does not either.
func TestFDWholeQuarters(t *testing.T) {
	often(t, func(t *rapid.T) {
		principal, rate := rapid.IntRange(1, 10_000_000).Draw(t, "principal"), rapid.IntRange(0, 5000).Draw(t, "rate")
		quarters := rapid.IntRange(2, 60).Draw(t, "quarters")
		step := num.FromInt(1).Add(num.Scaled(int64(rate), 4).Mul(num.D("0.25"))).Ratio()
		want := step.Pow(quarters).Mul(num.FromInt(int64(principal)).Ratio()).Money()
		for _, rest := range []string{
			fmt.Sprintf(`"tenure_months":%d`, 3*quarters),
			fmt.Sprintf(`"tenure_months":%d,"broken_period":"compound"`, 3*quarters),
			fmt.Sprintf(`"tenure_years":%d,"tenure_months":%d`, quarters/4, quarters%4*3),
		} {
			data := optest.Data(t, fdID, op.JSON([]byte(fmt.Sprintf(`{"principal":%d,"annual_rate":%s,%s}`, principal, num.Scaled(int64(rate), 2), rest))))
			sameAmount(t, data, "maturity_amount", amountAt(t, data, "maturity_amount"), want)
		}
	})
}

// A deposit given by its two dates is the one given by months and days that
// matures on the same day.
func TestFDDatesAreTenure(t *testing.T) {
	often(t, func(t *rapid.T) {
		start := fmt.Sprintf("%d-%02d-%02d", rapid.IntRange(2020, 2030).Draw(t, "year"), rapid.IntRange(1, 12).Draw(t, "month"), rapid.IntRange(1, 28).Draw(t, "day"))
		if rapid.Bool().Draw(t, "month end") {
			start = rapid.SampledFrom([]string{"2024-01-31", "2023-01-30", "2024-02-29", "2025-08-31", "2026-11-30"}).Draw(t, "start")
		}
		months, days := rapid.IntRange(0, 60).Draw(t, "months"), rapid.IntRange(0, 27).Draw(t, "days")
		parts := optest.Data(t, fdID, fdInput(fmt.Sprintf(`"start_date":%q,"tenure_months":%d,"tenure_days":%d`, start, months, max(days, 1-months))))
		dates := optest.Data(t, fdID, fdInput(fmt.Sprintf(`"start_date":%q,"maturity_date":%s`, start, optest.At(parts, "maturity_date"))))
		if string(parts) != string(dates) {
			t.Fatalf("tenure: %s\ndates:  %s", parts, dates)
		}
	})
}

// With every number within bounds the answer is too, or a refusal says why.
func TestFDExtremes(t *testing.T) {
	for _, principal := range []string{"1e-60", "0.005", "1234567890.123456789012345678901234", "1e12"} {
		for _, rate := range []string{"0", "1e-60", "1.234567890123456789012345678901234", "50"} {
			for _, term := range []string{`"tenure_days":1`, `"tenure_days":183`, `"tenure_years":50,"tenure_months":600,"tenure_days":18300`, `"start_date":"0001-01-01","maturity_date":"0150-12-31"`} {
				for _, rest := range []string{"", `,"compounding":"daily"`, `,"broken_period":"compound","additional_rate":2`, `,"payout":"monthly","tds_percent":40`, `,"compounding":"simple"`} {
					body := fmt.Sprintf(`{"principal":%s,"annual_rate":%s,%s%s,"schedule":"yearly"}`, principal, rate, term, rest)
					data, refused := optest.Call(t, fdID, op.JSON([]byte(body)), op.SampleEnv())
					if refused != nil {
						if got := optest.Codes(refused); got != "annual_rate:result_out_of_range" {
							t.Errorf("%s: %s", body, got)
						}
						continue
					}
					for word := range strings.FieldsFuncSeq(string(data), func(r rune) bool { return strings.ContainsRune(`{}[]:,"`, r) }) {
						if d, err := num.Parse(word); err == nil && (d.Cmp(num.D("1e15")) > 0 || d.Sign() < 0) {
							t.Errorf("%s: answers %s", body, word)
						}
					}
				}
			}
		}
	}
}
