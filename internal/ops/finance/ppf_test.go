package finance_test

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

const ppfID = "ppf-calculator-finance"

func ppfInput(body string) op.Source { return op.JSON([]byte(body)) }

// The worked examples of the contract.
func TestPPFExamples(t *testing.T) {
	tests := map[string][]string{
		`{"annual_deposit":150000}`: {"maturity_amount=4068209.22", "total_deposits=2250000", "total_interest=1818209.22", "annual_rate=7.1", "years=15",
			"maturity_date=null", `rule.id="in.ppf.scheme-2019"`, `rule.effective_from="2020-04-01"`, "schedule.15=absent",
			"schedule.2.loan_limit=40162.5", "schedule.6.withdrawal_limit=258489.14"},
		`{"yearly_investment":90000}`:                                      {"maturity_amount=2440925.53"},
		`{"monthly_deposit":12500}`:                                        {"maturity_amount=3944599.22", "total_deposits=2250000"},
		`{"monthly_deposit":12500,"deposit_timing":"monthly_by_5th"}`:      {"maturity_amount=3944599.22"},
		`{"monthly_deposit":12500,"deposit_timing":"Monthly After 5th"}`:   {"maturity_amount=3922124.68"},
		`{"annual_deposit":150000,"deposit_timing":"monthly_by_5th"}`:      {"maturity_amount=3944599.22"},
		`{"annual_deposit":150000,"deposit_timing":"monthly_after_5th"}`:   {"maturity_amount=3922124.68"},
		`{"annual_deposit":150000,"deposit_timing":"end_of_year"}`:         {"maturity_amount=3798514.68"},
		`{"annual_deposit":150000,"years":20}`:                             {"maturity_amount=6658288.17", "total_deposits=3000000", "years=20"},
		`{"annual_deposit":150000,"years":20,"extension_deposits":false}`:  {"maturity_amount=5732586.73", "total_deposits=2250000", "schedule.15.deposits=0"},
		`{"annual_deposit":150000,"rate":7.1,"years":15}`:                  {"maturity_amount=4068209.22"},
		`{"annual_deposit":150000,"interest_rate":8}`:                      {"annual_rate=8", "maturity_amount=4398642.46"}, // FJ: FV(8%,15,-150000,0,1)
		`{"annual_deposit":500,"rates":[7,7,7,7,7,7,7,7,7,7,7,7,7,7,7.1]}`: {"annual_rate=null", "rule.effective_from=\"2020-04-01\""},
		`{"annual_deposit":500,"annual_rate":0}`:                           {"maturity_amount=7500", "total_interest=0", "warnings=absent"},
		`{"annual_deposit":500,"annual_rate":0.071}`:                       {`warnings=["annual_rate is a percentage; 0.071 means 0.071 %"]`},
		`{"annual_deposit":500,"annual_rate":0,"opening_balance":1000.25}`: {"maturity_amount=8500.25", "total_deposits=7500", "total_interest=0", "schedule.0.opening_balance=1000.25"},
		`{"annual_deposit":150000,"schedule":"none"}`:                      {"schedule=absent"},
		`{"annual_deposit":500,"years":50}`:                                {"schedule.49.year=50", "schedule.50=absent"},
	}
	for body, want := range tests {
		t.Run(body, func(t *testing.T) { optest.Want(t, optest.Data(t, ppfID, ppfInput(body)), want...) })
	}
}

func TestPPFMembers(t *testing.T) {
	data := optest.Data(t, ppfID, ppfInput(`{"annual_deposit":500,"annual_rate":0.1}`))
	for path, want := range map[string]string{
		"":           "maturity_amount total_deposits total_interest annual_rate years maturity_date schedule rule warnings notes",
		"schedule.0": "year financial_year opening_balance deposits interest closing_balance loan_limit withdrawal_limit",
		"rule":       "id effective_from source",
	} {
		if got := optest.Keys(t, data, path); got != want {
			t.Errorf("members of %q are %s, want %s", path, got, want)
		}
	}
}

// The interest of year 1 on one deposit of 1200 at 10 % is 10 for each month
// that it is there by the 5th.
func TestPPFInterestByMonth(t *testing.T) {
	for month := 1; month <= 12; month++ {
		for _, by := range []bool{true, false} {
			months := 12 - month
			if by {
				months++
			}
			body := fmt.Sprintf(`{"annual_rate":10,"deposits":[{"year":1,"month":%d,"amount":1200,"by_fifth":%t}]}`, month, by)
			optest.Want(t, optest.Data(t, ppfID, ppfInput(body)), fmt.Sprintf("schedule.0.interest=%d", 10*months), "total_deposits=1200")
		}
	}
	// by_fifth is the default, and deposits of one month add up.
	data := optest.Data(t, ppfID, ppfInput(`{"annual_rate":10,"deposits":[{"year":2,"month":12,"amount":600},{"year":2,"month":12,"amount":600},{"year":2,"month":12,"amount":1200,"by_fifth":false}]}`))
	optest.Want(t, data, "schedule.0.interest=0", "schedule.1.interest=10", "schedule.1.deposits=2400", "schedule.2.interest=241")
}

func TestPPFLimits(t *testing.T) {
	data := optest.Data(t, ppfID, ppfInput(`{"annual_deposit":100000,"annual_rate":0,"years":20}`))
	for year := 1; year <= 20; year++ {
		loan, withdrawal := "null", "null"
		if year >= 3 && year <= 6 {
			loan = fmt.Sprint(25000 * (year - 2))
		}
		if year >= 7 && year <= 15 {
			withdrawal = fmt.Sprint(50000 * (year - 4))
		}
		row := fmt.Sprintf("schedule.%d.", year-1)
		optest.Want(t, data, row+"loan_limit="+loan, row+"withdrawal_limit="+withdrawal)
	}
}

func TestPPFDates(t *testing.T) {
	tests := map[string][3]string{ // maturity, first and last financial year
		`"2026-04-01"`:            {`"2042-04-01"`, `"2026-27"`, `"2040-41"`},
		`"2027-03-31"`:            {`"2042-04-01"`, `"2026-27"`, `"2040-41"`},
		`"1999-12-31"`:            {`"2015-04-01"`, `"1999-00"`, `"2013-14"`},
		`"0001-01-01"`:            {`"0016-04-01"`, `"0000-01"`, `"0014-15"`},
		`"9984-03-31"`:            {`"9999-04-01"`, `"9983-84"`, `"9997-98"`},
		`"2026-04-06","years":20`: {`"2047-04-01"`, `"2026-27"`, `"2040-41"`},
	}
	for date, want := range tests {
		data := optest.Data(t, ppfID, ppfInput(`{"annual_deposit":500,"opening_date":`+date+`}`))
		optest.Want(t, data, "maturity_date="+want[0], "schedule.0.financial_year="+want[1], "schedule.14.financial_year="+want[2])
	}
}

func TestPPFNotes(t *testing.T) {
	tests := map[string][]string{ // words of each note
		`{"annual_deposit":500}`:                                                             {"16th deposit"},
		`{"annual_deposit":500,"years":25}`:                                                  {"16th deposit", "withdrawals after year 15 follow PPF Scheme 2019, paras 11 and 12"},
		`{"annual_deposit":500,"opening_date":"2026-04-05"}`:                                 {"16th deposit"},
		`{"annual_deposit":500,"opening_date":"2026-04-06"}`:                                 {"16th deposit", "opened after 5 April"},
		`{"annual_deposit":500,"opening_date":"2027-02-01","schedule":"none"}`:               {"16th deposit", "opened after 5 April"},
		`{"deposits":[{"year":1,"month":1,"amount":500},{"year":3,"month":1,"amount":500}]}`: {"16th deposit", "without 500 in a year, as in year 2"},
	}
	for body, want := range tests {
		var notes []string
		if err := json.Unmarshal([]byte(optest.At(optest.Data(t, ppfID, ppfInput(body)), "notes")), &notes); err != nil || len(notes) != len(want) {
			t.Errorf("%s: notes are %q", body, notes)
			continue
		}
		for i := range want {
			if !strings.Contains(notes[i], want[i]) {
				t.Errorf("%s: note %q does not speak of %q", body, notes[i], want[i])
			}
		}
	}
}

func TestPPFOracle(t *testing.T) { optest.Recorded(t, ppfID, "testdata/ppf_oracle.json") }

// What a spreadsheet shows agrees to the paisa, its own noise aside.
func TestPPFSpreadsheet(t *testing.T) {
	text, err := os.ReadFile("testdata/ppf_formulajs.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows [][6]float64 // deposit, rate, years, opening balance, due, FV
	if err := json.Unmarshal(text, &rows); err != nil || len(rows) < 400 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, r := range rows {
		timing := map[float64]string{0: "end_of_year", 1: "start_of_year"}[r[4]]
		body := fmt.Sprintf(`{"annual_deposit":%.0f,"annual_rate":%v,"years":%.0f,"opening_balance":%v,"deposit_timing":%q,"schedule":"none"}`, r[0], r[1], r[2], r[3], timing)
		var got float64
		data := optest.Data(t, ppfID, ppfInput(body))
		if err := json.Unmarshal([]byte(optest.At(data, "maturity_amount")), &got); err != nil || math.Abs(got-r[5]) > 0.005001+r[5]*1e-12 {
			t.Errorf("%s: %v, the spreadsheet has %v", body, got, r[5])
		}
	}
}
