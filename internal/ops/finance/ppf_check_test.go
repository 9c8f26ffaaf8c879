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

func TestPPFRefusals(t *testing.T) {
	deposit := func(items ...string) string { return `{"deposits":[` + strings.Join(items, ",") + `]}` }
	list := func(n int, item string) string { return strings.TrimSuffix(strings.Repeat(item+",", n), ",") }
	const one = `{"year":1,"month":1,"amount":3000}`
	tests := map[string]string{
		`{}`:                                                         "annual_deposit:missing_one_of",
		`{"deposit":5000}`:                                           "deposit:unknown_field annual_deposit:missing_one_of",
		`{"annual_deposit":450}`:                                     "annual_deposit:out_of_range",
		`{"annual_deposit":0}`:                                       "annual_deposit:out_of_range",
		`{"annual_deposit":-500}`:                                    "annual_deposit:out_of_range",
		`{"annual_deposit":150050}`:                                  "annual_deposit:out_of_range",
		`{"annual_deposit":1e13}`:                                    "annual_deposit:out_of_range",
		`{"annual_deposit":1025}`:                                    "annual_deposit:out_of_range",
		`{"annual_deposit":500.5}`:                                   "annual_deposit:out_of_range",
		`{"annual_deposit":160001}`:                                  "annual_deposit:out_of_range annual_deposit:out_of_range",
		`{"annual_deposit":"500"}`:                                   "annual_deposit:invalid_type",
		`{"annual_deposit":500,"yearly_investment":500}`:             "yearly_investment:conflict",
		`{"annual_deposit":500,"monthly_deposit":500}`:               "monthly_deposit:conflict",
		`{"annual_deposit":500,"deposits":[` + one + `]}`:            "deposits:conflict",
		`{"monthly_deposit":12550}`:                                  "monthly_deposit:out_of_range",
		`{"monthly_deposit":0}`:                                      "monthly_deposit:out_of_range",
		`{"monthly_deposit":75}`:                                     "monthly_deposit:out_of_range",
		`{"monthly_deposit":500,"deposit_timing":"start_of_year"}`:   "deposit_timing:conflict",
		`{"monthly_deposit":500,"deposit_timing":"end_of_year"}`:     "deposit_timing:conflict",
		`{"deposits":[` + one + `],"deposit_timing":"end_of_year"}`:  "deposit_timing:conflict",
		`{"deposits":[]}`:                                            "deposits:too_short",
		deposit(list(51, one)):                                       "deposits:too_many_items",
		deposit(`{"year":0,"month":13,"amount":0}`):                  "deposits[0].year:out_of_range deposits[0].month:out_of_range deposits[0].amount:out_of_range",
		deposit(`{"year":51,"month":0,"amount":1e13}`):               "deposits[0].year:out_of_range deposits[0].month:out_of_range deposits[0].amount:out_of_range",
		deposit(`{"month":1,"amount":500}`):                          "deposits[0].year:required",
		deposit(`{"year":1,"month":1,"amount":450}`):                 "deposits:out_of_range",
		deposit(one, `{"year":1,"month":1,"amount":525}`):            "deposits[1].amount:out_of_range",
		deposit(list(50, one), `{"year":1,"month":1,"amount":50}`):   "deposits:too_many_items",
		deposit(list(49, one), `{"year":1,"month":1,"amount":3050}`): "deposits:out_of_range",
		deposit(`{"year":16,"month":1,"amount":500}`):                "deposits[0].year:out_of_range",
		`{"deposits":[{"year":16,"month":1,"amount":500}],"years":20,"extension_deposits":false}`: "deposits[0].year:conflict",
		`{"annual_deposit":500,"years":14}`:                                                      "years:out_of_range",
		`{"annual_deposit":500,"years":16}`:                                                      "years:out_of_range",
		`{"annual_deposit":500,"years":55}`:                                                      "years:out_of_range",
		`{"annual_deposit":500,"years":-9223372036854775808}`:                                    "years:out_of_range",
		`{"annual_deposit":500,"years":15.5}`:                                                    "years:invalid_number",
		`{"annual_deposit":500,"annual_rate":-1}`:                                                "annual_rate:out_of_range",
		`{"annual_deposit":500,"annual_rate":50.1}`:                                              "annual_rate:out_of_range",
		`{"annual_deposit":500,"annual_rate":7,"rates":[7]}`:                                     "rates:conflict",
		`{"annual_deposit":500,"rates":[7,7]}`:                                                   "rates:does_not_fit",
		`{"annual_deposit":500,"rates":[]}`:                                                      "rates:too_short",
		`{"annual_deposit":500,"rates":[-1,51]}`:                                                 "rates[0]:out_of_range rates[1]:out_of_range",
		`{"annual_deposit":500,"opening_balance":-1}`:                                            "opening_balance:out_of_range",
		`{"annual_deposit":500,"opening_balance":0.001}`:                                         "opening_balance:invalid_number",
		`{"annual_deposit":500,"opening_date":"05/04/2026"}`:                                     "opening_date:invalid_date",
		`{"annual_deposit":500,"opening_date":"2026-02-29"}`:                                     "opening_date:invalid_date",
		`{"annual_deposit":500,"opening_date":"9984-04-01"}`:                                     "opening_date:out_of_range",
		`{"annual_deposit":500,"schedule":"monthly"}`:                                            "schedule:not_allowed",
		`{"annual_deposit":500,"deposit_timing":"daily"}`:                                        "deposit_timing:not_allowed",
		`{"annual_deposit":500,"opening_balance":1e12,"annual_rate":50}`:                         "",
		`{"annual_deposit":500,"opening_balance":1e12,"annual_rate":50,"years":20}`:              "opening_balance:result_out_of_range",
		`{"annual_deposit":1,"years":16,"opening_balance":0.001,"rates":[1],"opening_date":"x"}`: "annual_deposit:out_of_range annual_deposit:out_of_range opening_balance:invalid_number years:out_of_range opening_date:invalid_date",
		`{"annual_deposit":1,"opening_balance":0.001,"rates":[1],"opening_date":"x"}`:            "annual_deposit:out_of_range annual_deposit:out_of_range opening_balance:invalid_number rates:does_not_fit opening_date:invalid_date",
	}
	for body, want := range tests {
		t.Run(body, func(t *testing.T) {
			if want == "" {
				optest.Data(t, ppfID, ppfInput(body))
			} else if got := optest.Refusal(t, ppfID, ppfInput(body)); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

// Refusals of amounts and years name the paragraph of the scheme.
func TestPPFMessages(t *testing.T) {
	tests := map[string]string{
		`{"annual_deposit":160000}`:                        "annual_deposit is 160000; the scheme takes 500 to 150000 in a financial year (PPF Scheme 2019, para 4)",
		`{"monthly_deposit":20000}`:                        "12 times monthly_deposit is 240000; the scheme takes 500 to 150000 in a financial year (PPF Scheme 2019, para 4)",
		`{"annual_deposit":1025}`:                          "1025 is not a multiple of 50 (PPF Scheme 2019, para 4)",
		`{"deposits":[{"year":3,"month":1,"amount":100}]}`: "the sum of year 3 is 100; the scheme takes 500 to 150000 in a financial year (PPF Scheme 2019, para 4)",
		`{"annual_deposit":500,"years":18}`:                "18 years are not 15, alone or with extensions of 5 up to 50 (PPF Scheme 2019, paras 11 and 12)",
	}
	for body, want := range tests {
		_, refused := optest.Call(t, ppfID, ppfInput(body), op.SampleEnv())
		if refused == nil || len(refused.Violations) != 1 || refused.Violations[0].Message != want {
			t.Errorf("%s: %v", body, refused)
		}
	}
}

// ppfAnswer is an answer with its numbers as written.
type ppfAnswer struct {
	Maturity json.Number `json:"maturity_amount"`
	Deposits json.Number `json:"total_deposits"`
	Interest json.Number `json:"total_interest"`
	Schedule []map[string]json.Number
}

// drawPPF draws an account; early gives it deposits that earn longer.
func drawPPF(t *rapid.T) (early, late string) {
	rest := fmt.Sprintf(`"years":%d,"extension_deposits":%t,"opening_balance":%d.%02d,"annual_rate":%d.%d`,
		rapid.SampledFrom([]int{15, 20, 25, 50}).Draw(t, "years"), rapid.Bool().Draw(t, "extension"),
		rapid.IntRange(0, 10_000_000).Draw(t, "opening"), rapid.IntRange(0, 99).Draw(t, "paise"),
		rapid.IntRange(0, 20).Draw(t, "rate"), rapid.IntRange(0, 999).Draw(t, "thousandths"))
	amount := 50 * rapid.IntRange(10, 3000).Draw(t, "amount")
	timings := []string{"start_of_year", "monthly_by_5th", "monthly_after_5th", "end_of_year"}
	i := rapid.IntRange(0, 2).Draw(t, "timing")
	body := func(timing string) string {
		return fmt.Sprintf(`{"annual_deposit":%d,"deposit_timing":%q,%s}`, amount, timing, rest)
	}
	return body(timings[i]), body(timings[i+1])
}

// Each row adds up as shown and opens where the last one closed; the totals
// are the sums of the rows; no interest is negative; who pays later gets less.
func TestPPFAddsUp(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		early, late := drawPPF(rt)
		var a, b ppfAnswer
		for body, answer := range map[string]*ppfAnswer{early: &a, late: &b} {
			if err := json.Unmarshal(optest.Data(rt, ppfID, ppfInput(body)), answer); err != nil {
				rt.Fatal(err)
			}
		}
		var deposits, interest num.Dec
		balance := num.D(string(a.Schedule[0]["opening_balance"]))
		for _, row := range a.Schedule {
			opening, paid, earned, closing := num.D(string(row["opening_balance"])), num.D(string(row["deposits"])), num.D(string(row["interest"])), num.D(string(row["closing_balance"]))
			if opening.Cmp(balance) != 0 || opening.Add(paid).Add(earned).Cmp(closing) != 0 || earned.Sign() < 0 {
				rt.Fatalf("%s: row %v does not add up", early, row)
			}
			deposits, interest, balance = deposits.Add(paid), interest.Add(earned), closing
		}
		if deposits.String() != string(a.Deposits) || interest.String() != string(a.Interest) || balance.String() != string(a.Maturity) {
			rt.Fatalf("%s: totals %s %s %s are not those of the rows", early, a.Maturity, a.Deposits, a.Interest)
		}
		if num.D(string(b.Maturity)).Cmp(balance) > 0 || b.Deposits != a.Deposits {
			rt.Fatalf("%s brings more than %s", late, early)
		}
	})
}

// A list of the same deposits, or of the same rates, is the same account.
func TestPPFListsAreTheSame(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		amount, rate := 50*rapid.IntRange(10, 3000).Draw(rt, "amount"), rapid.IntRange(0, 5000).Draw(rt, "rate")
		year := func(i int) string { return fmt.Sprintf(`{"year":%d,"month":1,"amount":%d}`, i, amount) }
		var years, rates []string
		for i := range 15 {
			years, rates = append(years, year(i+1)), append(rates, fmt.Sprintf("%d.%02d", rate/100, rate%100))
		}
		plain := fmt.Sprintf(`{"annual_deposit":%d,"annual_rate":%s}`, amount, rates[0])
		lists := fmt.Sprintf(`{"deposits":[%s],"rates":[%s]}`, strings.Join(years, ","), strings.Join(rates, ","))
		one, two := optest.Data(rt, ppfID, ppfInput(plain)), optest.Data(rt, ppfID, ppfInput(lists))
		for _, member := range []string{"maturity_amount", "total_deposits", "total_interest", "schedule", "rule"} {
			if optest.At(one, member) != optest.At(two, member) {
				rt.Fatalf("%s and %s differ in %s", plain, lists, member)
			}
		}
	})
}

// The longest numbers over the longest term are answered, and soon.
func TestPPFExtremes(t *testing.T) {
	for _, rate := range []string{"1e-60", "1.234567890123456789012345678901234e-26", "7.100000000000000000000000000000001", "49.99999999999999999999999999999999"} {
		body := fmt.Sprintf(`{"monthly_deposit":12500,"years":50,"opening_balance":0.01,"annual_rate":%s}`, rate)
		optest.Want(t, optest.Data(t, ppfID, ppfInput(body)), "schedule.49.year=50", "total_deposits=7500000")
	}
}
