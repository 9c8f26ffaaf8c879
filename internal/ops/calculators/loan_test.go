package calculators_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

const loanID = "loan-calculator"

func loanData(t optest.T, body string) []byte {
	t.Helper()
	return optest.Data(t, loanID, op.JSON([]byte(body)))
}

// The worked examples of the contract.
func TestLoanExamples(t *testing.T) {
	tests := map[string][]string{
		`{"principal":1000000,"annual_rate":8.5,"tenure_months":240,"prepayments":[{"number":12,"amount":100000}]}`: {"payment=8678.23", "new_payment=null",
			"number_of_payments=192", "total_interest=762038.08", "savings.interest_saved=320738.55", "baseline.total_interest=1082776.63",
			"final_payment=4496.15", "total_payment=1762038.08", "savings.payments_saved=48", "baseline.final_payment=8679.66", "tenure_months=240"},
		`{"principal":1000000,"annual_rate":8.5,"tenure_years":20,"prepayments":[{"number":12,"amount":100000,"strategy":"reduce_payment"}]}`: {"payment=8678.23",
			"new_payment=7792.79", "total_interest=980893.11", "number_of_payments=240", "savings.payments_saved=0"},
		`{"principal":1000000,"annual_rate":8.5,"payment":10000}`: {"number_of_payments=175", "tenure_months=175", "final_payment=5658.99", "total_interest=745658.99",
			"baseline=null", "savings=null", "schedule=absent", "warnings=absent", "payoff_date=null"},
		`{"payment":25000,"annual_rate":9,"tenure_months":240}`:                                               {"principal=2778623.85", "payment=25000"},
		`{"principal":1000000,"tenure_months":240,"payment":9000}`:                                            {"annual_rate=9.0043", "number_of_payments=240"},
		`{"principal":100000,"annual_rate":10,"tenure_months":24,"interest_method":"flat"}`:                   {"payment=5000", "total_interest=20000", "flat_rate_equivalent=10", "apr=18.16"},
		`{"principal":100000,"payment":5000,"tenure_months":24}`:                                              {"annual_rate=18.157", "flat_rate_equivalent=10"},
		`{"principal":1000000,"annual_rate":8.5,"tenure_years":20,"payment_frequency":"biweekly"}`:            {"payment=4002.44", "number_of_payments=520", "tenure_months=240"},
		`{"principal":1000000,"interest_rate":8.5,"tenure_months":240,"payment_timing":"begin"}`:              {"payment=8617.19"},
		`{"principal":1000000,"rate":8.5,"tenure_months":240,"solve_for":"payment"}`:                          {"payment=8678.23", "annual_rate=8.5", "effective_annual_rate=8.8391", "apr=8.5"},
		`{"principal":20000,"annual_rate":15,"tenure_months":24,"fees":[{"name":"processing","amount":400}]}`: {"payment=969.73", "apr=17.07", "total_fees=400"},
	}
	for body, want := range tests {
		t.Run(body, func(t *testing.T) { optest.Want(t, loanData(t, body), want...) })
	}
}

func TestLoanMembers(t *testing.T) {
	data := loanData(t, `{"principal":1000,"annual_rate":0.1,"tenure_months":12,"prepayments":[{"number":2,"amount":10}],"schedule":"period"}`)
	yearly := loanData(t, `{"principal":1000,"annual_rate":9,"tenure_months":12,"schedule":"yearly"}`)
	for _, test := range []struct {
		data       []byte
		path, want string
	}{
		{data, "", "principal annual_rate tenure_months payment new_payment payment_frequency number_of_payments final_payment total_payment total_interest " +
			"total_fees total_cost apr effective_annual_rate flat_rate_equivalent payoff_date baseline savings schedule warnings"},
		{data, "baseline", "number_of_payments final_payment total_payment total_interest payoff_date"},
		{data, "savings", "interest_saved payments_saved"},
		{data, "schedule.0", "number date opening_balance payment interest principal prepayment closing_balance"},
		{yearly, "schedule.0", "year opening_balance payment interest principal prepayment closing_balance"},
	} {
		if got := optest.Keys(t, test.data, test.path); got != test.want {
			t.Errorf("members of %q are %s, want %s", test.path, got, test.want)
		}
	}
	optest.Want(t, data, `warnings=["annual_rate is a percentage; 0.1 means 0.1 %"]`, "schedule.0.date=null", "baseline.payoff_date=null")
}

// loanObject is an answer taken apart once, for paths of any number of steps.
func loanObject(t *testing.T, data []byte) func(path string) string {
	t.Helper()
	var top map[string]json.RawMessage
	if err := json.Unmarshal(data, &top); err != nil {
		t.Fatal(err)
	}
	return func(path string) string {
		name, rest, nested := strings.Cut(path, ".")
		raw, ok := top[name]
		switch {
		case !ok:
			return "absent"
		case !nested:
			return string(raw)
		}
		return optest.At(raw, rest)
	}
}

// Exact fractions and decimals of another program agree to the last digit.
func TestLoanOracle(t *testing.T) {
	text, err := os.ReadFile("testdata/loan_oracle.json")
	if err != nil {
		t.Fatal(err)
	}
	var lines [][]json.RawMessage
	if err := json.Unmarshal(text, &lines); err != nil || len(lines) < 1000 {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	for _, line := range lines[1:] {
		var want []string
		if err := json.Unmarshal(line[1], &want); err != nil {
			t.Fatal(err)
		}
		at := loanObject(t, loanData(t, string(line[0])))
		for i, path := range lines[0] {
			if got := at(strings.Trim(string(path), `"`)); got != want[i] {
				t.Errorf("%s: %s is %s, want %s", line[0], path, got, want[i])
			}
		}
	}
}

// What a spreadsheet solves agrees as far as its floats reach.
func TestLoanSpreadsheet(t *testing.T) {
	text, err := os.ReadFile("testdata/loan_formulajs.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows [][3]json.RawMessage
	if err := json.Unmarshal(text, &rows); err != nil || len(rows) < 500 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, row := range rows {
		member := strings.Trim(string(row[1]), `"`)
		var got, want float64
		if err := json.Unmarshal([]byte(optest.At(loanData(t, string(row[0])), member)), &got); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(row[2], &want); err != nil {
			t.Fatal(err)
		}
		ok := false
		switch member {
		case "number_of_payments":
			ok = got == math.Ceil(want)
		case "principal":
			ok = got <= want+1e-6 && want-got < 0.01+1e-6 // rounded down
		case "payment":
			ok = math.Abs(got-want) <= 0.005+1e-6
		case "annual_rate":
			ok = math.Abs(got-want) <= 0.00005+1e-6
		}
		if !ok {
			t.Errorf("%s: %s is %v, the spreadsheet has %v", row[0], member, got, want)
		}
	}
}

// Each of the four unknowns may be named, by any name that the field has.
func TestLoanSolveFor(t *testing.T) {
	for body, names := range map[string]string{
		`{"annual_rate":8.5,"tenure_months":240,"payment":8678.23`:   "principal",
		`{"principal":1000000,"tenure_months":240,"payment":8678.23`: "annual_rate rate interest_rate Annual-Rate",
		`{"principal":1000000,"annual_rate":8.5,"payment":8678.24`:   "tenure tenure_months tenure_years",
		`{"principal":1000000,"annual_rate":8.5,"tenure_years":20`:   "payment",
	} {
		for name := range strings.FieldsSeq(names) {
			optest.Want(t, loanData(t, fmt.Sprintf(`%s,"solve_for":%q}`, body, name)), "number_of_payments=240", "tenure_months=240", "apr=8.5")
		}
	}
}

func TestLoanRefusals(t *testing.T) {
	const loan = `{"principal":100000,"annual_rate":12,`
	tests := map[string]string{
		`{}`:                                    "principal:missing_one_of",
		`{"solve_for":"payment"}`:               "principal:missing_one_of",
		`{"principal":100000}`:                  "annual_rate:missing_one_of",
		`{"principal":100000,"annual_rate":12}`: "tenure_months:missing_one_of",
		`{"principal":100000,"annual_rate":12,"solve_for":"tenure"}`:      "payment:missing_one_of",
		`{"principal":100000,"annual_rate":12,"solve_for":"principal"}`:   "solve_for:conflict tenure_months:missing_one_of",
		loan + `"tenure_months":12,"solve_for":"principal"}`:              "solve_for:conflict",
		loan + `"tenure_months":12,"payment":9000}`:                       "payment:conflict",
		loan + `"tenure_months":12,"payment":9000,"solve_for":"payment"}`: "solve_for:conflict",
		loan + `"tenure_months":12,"solve_for":"emi"}`:                    "solve_for:not_allowed",
		loan + `"tenure":1}`:                                                                                               "tenure:unknown_field tenure_months:missing_one_of",
		loan + `"tenure_months":12,"tenure_years":1}`:                                                                      "tenure_years:conflict",
		loan + `"tenure_months":12,"rate":12}`:                                                                             "rate:conflict",
		loan + `"tenure_months":"12"}`:                                                                                     "tenure_months:invalid_type",
		loan + `"tenure_months":601}`:                                                                                      "tenure_months:out_of_range",
		loan + `"tenure_months":0}`:                                                                                        "tenure_months:out_of_range",
		loan + `"tenure_years":1.1}`:                                                                                       "tenure_years:does_not_fit",
		loan + `"tenure_years":1.5,"payment_frequency":"yearly"}`:                                                          "tenure_years:does_not_fit",
		loan + `"tenure_months":7,"payment_frequency":"weekly"}`:                                                           "tenure_months:does_not_fit",
		loan + `"tenure_months":9,"payment_frequency":"biweekly"}`:                                                         "tenure_months:does_not_fit",
		loan + `"tenure_months":2,"payment_frequency":"quarterly"}`:                                                        "tenure_months:does_not_fit",
		loan + `"tenure_months":3,"payment_frequency":"half_yearly"}`:                                                      "tenure_months:does_not_fit",
		loan + `"tenure_months":12,"payment_frequency":"daily"}`:                                                           "payment_frequency:not_allowed",
		loan + `"tenure_months":12,"interest_method":"rule78"}`:                                                            "interest_method:not_allowed",
		loan + `"tenure_months":12,"payment_timing":"middle"}`:                                                             "payment_timing:not_allowed",
		loan + `"tenure_months":12,"payment_rounding":5}`:                                                                  "payment_rounding:not_allowed",
		loan + `"tenure_months":12,"schedule":"monthly"}`:                                                                  "schedule:not_allowed",
		loan + `"tenure_months":12,"extra_payment":-1}`:                                                                    "extra_payment:out_of_range",
		loan + `"tenure_months":12,"extra_payment":0.001}`:                                                                 "extra_payment:invalid_number",
		loan + `"tenure_months":12,"start_date":"2025-02-29"}`:                                                             "start_date:invalid_date",
		loan + `"tenure_months":13,"start_date":"9999-01-31"}`:                                                             "start_date:out_of_range",
		loan + `"payment":1500,"start_date":"9999-01-31"}`:                                                                 "start_date:out_of_range",
		loan + `"tenure_months":12,"emi":5}`:                                                                               "emi:unknown_field",
		`{"principal":0,"annual_rate":-1,"tenure_months":12}`:                                                              "principal:out_of_range annual_rate:out_of_range",
		`{"principal":1000000000001,"annual_rate":100.01,"tenure_months":12}`:                                              "principal:out_of_range annual_rate:out_of_range",
		`{"principal":100.001,"annual_rate":12,"payment":50.001}`:                                                          "principal:invalid_number payment:invalid_number",
		`{"principal":1e999,"annual_rate":12,"payment":50}`:                                                                "principal:invalid_number",
		`{"principal":100,"annual_rate":12,"payment":0}`:                                                                   "payment:out_of_range",
		`{"principal":100,"annual_rate":12,"payment":1000000000001}`:                                                       "payment:out_of_range",
		loan + `"tenure_months":12,"fees":[{"name":"x"}]}`:                                                                 "fees[0].amount:missing_one_of",
		loan + `"tenure_months":12,"fees":[{"amount":1,"percent":1}]}`:                                                     "fees[0].percent:conflict",
		loan + `"tenure_months":12,"fees":[{"amount":0.001}]}`:                                                             "fees[0].amount:invalid_number",
		loan + `"tenure_months":12,"fees":[{"amount":-1},{"percent":101}]}`:                                                "fees[0].amount:out_of_range fees[1].percent:out_of_range",
		loan + `"tenure_months":12,"fees":[{"amount":1,"name":""}]}`:                                                       "fees[0].name:too_short",
		loan + `"tenure_months":12,"fees":[{"amount":60000},{"percent":40}]}`:                                              "fees:out_of_range",
		loan + `"tenure_months":12,"fees":[` + repeat(`{"amount":1}`, 21) + `]}`:                                           "fees:too_many_items",
		loan + `"tenure_months":12,"prepayments":[{"amount":5}]}`:                                                          "prepayments[0].number:missing_one_of",
		loan + `"tenure_months":12,"prepayments":[{"number":1}]}`:                                                          "prepayments[0].amount:required",
		loan + `"tenure_months":12,"prepayments":[{"number":0,"amount":5}]}`:                                               "prepayments[0].number:out_of_range",
		loan + `"tenure_months":12,"prepayments":[{"number":1,"amount":0}]}`:                                               "prepayments[0].amount:out_of_range",
		loan + `"tenure_months":12,"prepayments":[{"number":1,"amount":0.001}]}`:                                           "prepayments[0].amount:invalid_number",
		loan + `"tenure_months":12,"prepayments":[{"number":1,"amount":5,"strategy":"reduce_rate"}]}`:                      "prepayments[0].strategy:not_allowed",
		loan + `"tenure_months":12,"prepayments":[{"date":"2026-01-31","amount":5}]}`:                                      "start_date:required",
		loan + `"tenure_months":12,"start_date":"2026-01-31","prepayments":[{"date":"31/01/2026","amount":5}]}`:            "prepayments[0].date:invalid_date",
		loan + `"tenure_months":12,"start_date":"2026-01-31","prepayments":[{"number":1,"date":"2026-01-31","amount":5}]}`: "prepayments[0].date:conflict",
		loan + `"tenure_months":12,"prepayments":[` + repeat(`{"number":1,"amount":1}`, 101) + `]}`:                        "prepayments:too_many_items",
		loan + `"tenure_months":12,"interest_method":"flat","extra_payment":5,"prepayments":[{"number":1,"amount":5}]}`:    "prepayments:conflict extra_payment:conflict",
		// Violations of all kinds are listed together.
		`{"principal":-5,"tenure":2,"fees":[{}],"prepayments":[{"number":1,"date":"x","amount":-1}]}`: "principal:out_of_range tenure:unknown_field prepayments[0].amount:out_of_range " +
			"annual_rate:missing_one_of fees[0].amount:missing_one_of prepayments[0].date:conflict start_date:required",
		// What cannot be solved.
		`{"principal":1000000,"annual_rate":8.5,"payment":7083.33}`:                                                  "payment:does_not_amortize",
		`{"principal":1000000,"annual_rate":8.5,"payment":7100}`:                                                     "payment:out_of_range",
		`{"principal":1000000,"annual_rate":0,"payment":1666.66}`:                                                    "payment:out_of_range",
		`{"principal":1000000,"annual_rate":8.5,"payment":7033.51,"payment_timing":"begin"}`:                         "payment:does_not_amortize",
		`{"principal":100000,"annual_rate":12,"payment":1000,"interest_method":"flat"}`:                              "payment:does_not_amortize",
		`{"principal":1000000,"tenure_months":240,"payment":4166.66}`:                                                "payment:does_not_amortize",
		`{"principal":1000000,"tenure_months":240,"payment":4166.66,"interest_method":"flat"}`:                       "payment:does_not_amortize",
		`{"principal":1000,"tenure_months":2,"payment":1000,"payment_timing":"begin"}`:                               "payment:out_of_range",
		`{"annual_rate":12,"tenure_months":12,"payment":100,"fees":[{"amount":2000,"financed":true}]}`:               "payment:out_of_range",
		`{"annual_rate":12,"tenure_months":12,"payment":100,"fees":[{"amount":2000}]}`:                               "fees:out_of_range",
		`{"annual_rate":100,"tenure_months":12,"payment":0.01,"payment_frequency":"yearly"}`:                         "payment:out_of_range",
		`{"annual_rate":0,"tenure_months":600,"payment":1000000000000,"payment_frequency":"weekly"}`:                 "payment:result_out_of_range",
		`{"principal":0.01,"tenure_months":1,"payment":1000000000000}`:                                               "payment:result_out_of_range",
		`{"principal":0.01,"tenure_months":1,"payment":1000000000000,"interest_method":"flat"}`:                      "payment:result_out_of_range",
		`{"principal":1,"tenure_months":3,"payment":400,"payment_frequency":"weekly"}`:                               "payment:result_out_of_range",
		`{"principal":1000000000000,"annual_rate":10,"tenure_months":1,"fees":[{"amount":999999999999.99}]}`:         "fees:result_out_of_range",
		`{"principal":1000000,"annual_rate":8.5,"tenure_years":50,"payment_frequency":"weekly","schedule":"period"}`: "schedule:too_many_items",
	}
	for body, want := range tests {
		if got := optest.Refusal(t, loanID, op.JSON([]byte(body))); got != want {
			t.Errorf("%s: got %s, want %s", body, got, want)
		}
	}
}

func repeat(item string, times int) string {
	return strings.TrimSuffix(strings.Repeat(item+",", times), ",")
}

// A refusal names the minimum, and the minimum is accepted.
func TestLoanMinimumPayment(t *testing.T) {
	for body, want := range map[string]string{
		`{"principal":1000000,"annual_rate":8.5,"payment":7000}`: "a payment of 7000 does not exceed the interest of a period and never repays the 1000000 owed; the minimum is 7083.34" +
			" / send at least 7187.41 to repay it within 600 months",
		`{"principal":1000000,"annual_rate":12,"payment":10000,"payment_frequency":"monthly"}`: "a payment of 10000 does not exceed the interest of a period and never repays the 1000000 owed; the minimum is 10000.01" +
			" / send at least 10025.61 to repay it within 600 months",
		`{"principal":1000000,"annual_rate":8.5,"payment":7187.40}`: "a payment of 7187.4 repays the 1000000 owed only after more than 600 months; the minimum is 7187.41 / ",
		`{"principal":1000000,"tenure_months":240,"payment":4000}`:  "240 payments of 4000 repay 960000, less than the 1000000 owed; the minimum is 4166.67 / ",
	} {
		_, refused := optest.Call(t, loanID, op.JSON([]byte(body)), op.SampleEnv())
		if v := refused.Violations[0]; v.Message+" / "+v.Hint != want {
			t.Errorf("%s: %s / %s, want %s", body, v.Message, v.Hint, want)
		}
	}
	optest.Want(t, loanData(t, `{"principal":1000000,"annual_rate":8.5,"payment":7187.41}`), "tenure_months=600")
	optest.Want(t, loanData(t, `{"principal":1000000,"tenure_months":240,"payment":4166.67}`), "annual_rate=0", "number_of_payments=240")
	_, refused := optest.Call(t, loanID, op.JSON([]byte(`{"principal":1000000,"annual_rate":8.5,"tenure_years":50,"payment_frequency":"weekly","schedule":"period"}`)), op.SampleEnv())
	if v := refused.Violations[0]; !strings.Contains(v.Message, "2600 rows; at most 600") || !strings.Contains(v.Hint, "schedule=yearly") {
		t.Errorf("%s / %s", v.Message, v.Hint)
	}
	_, refused = optest.Call(t, loanID, op.JSON([]byte(`{"principal":1000000,"annual_rate":8.5,"tenure_months":7,"payment_frequency":"weekly"}`)), op.SampleEnv())
	if v := refused.Violations[0]; v.Hint != "send tenure_months=6 or 9" {
		t.Errorf("%s / %s", v.Message, v.Hint)
	}
}
