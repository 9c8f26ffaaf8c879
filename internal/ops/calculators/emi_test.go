package calculators_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

const emiID = "emi-calculator"

// The worked examples of the contract.
func TestEMIExamples(t *testing.T) {
	tests := map[string][]string{
		"principal=1000000&annual_rate=8.5&tenure_months=240&schedule=yearly": {"emi=8678.23", "total_payment=2082775.76", "total_interest=1082775.76",
			"effective_annual_rate=8.8391", "first_payment.interest=7083.33", "first_payment.principal=1594.9",
			"schedule_totals.payment=2082776.63", "schedule_totals.final_payment=8679.66", "schedule.19.closing_balance=0", "schedule.20=absent"},
		"principal=1000000&annual_rate=8.5&tenure_months=240&payment_timing=begin": {"emi=8617.19", "first_payment.interest=0", "first_payment.principal=8617.19"},
		"principal=500000&annual_rate=0&tenure_months=60&schedule=monthly": {"emi=8333.33", "total_payment=500000", "total_interest=0", "apr=0",
			"schedule_totals.final_payment=8333.53", "schedule_totals.interest=0", "effective_annual_rate=0"},
		"principal=20000&annual_rate=15&tenure_months=24&processing_fee=400":    {"emi=969.73", "apr=17.07", "net_disbursed=19600"},
		"principal=47000&annual_rate=21&tenure_months=24&processing_fee=1386.5": {"emi=2415.13", "apr=24.15"},
		"principal=500000&annual_rate=8.5&tenure_months=240":                    {"emi=4339.12"},
		// The same by other names and forms.
		"loan_amount=1e5&rate=12.0&tenure_years=1":           {"emi=8884.88", "principal=100000", "annual_rate=12", "tenure_months=12"},
		"principal=100000&interest_rate=12&tenure_years=1.5": {"tenure_months=18"},
		// Both fees add: 1 % of 100000 and 500.
		"principal=100000&annual_rate=12&tenure_months=12&processing_fee=500&processing_fee_percent=1": {"processing_fee=1500", "net_disbursed=98500"},
		// Half cents are exact: interest 0.005 of 600 at 0.01 % for one month goes to the even cent.
		"principal=600&annual_rate=0.01&tenure_months=1":  {"emi=600", "total_payment=600", "first_payment.interest=0"},
		"principal=1800&annual_rate=0.01&tenure_months=1": {"emi=1800.02", "total_interest=0.02"},
		// Below half a cent a month there is nothing to pay, hence no rate.
		"principal=1&annual_rate=0&tenure_months=600": {"emi=0", "apr=null", "total_payment=1"},
		// The first instalment in advance returns all that was paid out.
		"principal=100&annual_rate=12&tenure_months=1&payment_timing=begin": {"emi=100", "apr=null"},
	}
	for query, want := range tests {
		t.Run(query, func(t *testing.T) { optest.Want(t, optest.Data(t, emiID, op.Query(query)), want...) })
	}
}

// The full shape that section 0 of the contract prints.
func TestEMIShape(t *testing.T) {
	const want = `{"principal":100000,"annual_rate":12,"tenure_months":12,"emi":8884.88,"total_interest":6618.55,"total_payment":106618.55,` +
		`"monthly_rate":1,"effective_annual_rate":12.6825,"interest_share":6.21,"first_payment":{"interest":1000,"principal":7884.88},` +
		`"processing_fee":0,"net_disbursed":100000,"apr":12,"end_date":null}`
	if got := optest.Data(t, emiID, op.Query("principal=100000&annual_rate=12&tenure_months=12")); string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestEMIScheduleMembers(t *testing.T) {
	monthly := optest.Data(t, emiID, op.Query("principal=3000&annual_rate=0.1&tenure_months=13&schedule=monthly"))
	yearly := optest.Data(t, emiID, op.Query("principal=3000&annual_rate=0.1&tenure_months=13&schedule=yearly"))
	for _, test := range []struct {
		data       []byte
		path, want string
	}{
		{monthly, "", "principal annual_rate tenure_months emi total_interest total_payment monthly_rate effective_annual_rate interest_share " +
			"first_payment processing_fee net_disbursed apr end_date schedule schedule_totals warnings"},
		{monthly, "schedule.0", "number date opening_balance payment interest principal closing_balance"},
		{yearly, "schedule.1", "year opening_balance payment interest principal closing_balance"},
		{yearly, "schedule_totals", "payment interest final_payment"},
	} {
		if got := optest.Keys(t, test.data, test.path); got != test.want {
			t.Errorf("members of %q are %s, want %s", test.path, got, test.want)
		}
	}
	optest.Want(t, yearly, "schedule.1.year=2", "schedule.2=absent", `warnings.0="annual_rate is a percentage; 0.1 means 0.1 %"`)
	optest.Want(t, monthly, "schedule.12.number=13", "schedule.13=absent", "schedule.0.date=null")
}

func TestEMIWarnsOfFractions(t *testing.T) {
	for rate, want := range map[string]string{"0": "absent", "0.3": "absent", "12": "absent",
		"0.085": `["annual_rate is a percentage; 0.085 means 0.085 %"]`, "0.29": `["annual_rate is a percentage; 0.29 means 0.29 %"]`} {
		data := optest.Data(t, emiID, op.Query("principal=1000&tenure_months=12&annual_rate="+rate))
		if got := optest.At(data, "warnings"); got != want {
			t.Errorf("warnings at %s are %s, want %s", rate, got, want)
		}
	}
}

func TestEMIDates(t *testing.T) {
	data := optest.Data(t, emiID, op.Query("principal=1000&annual_rate=12&tenure_months=14&schedule=monthly&start_date=2023-12-31"))
	optest.Want(t, data, `schedule.0.date="2023-12-31"`, `schedule.1.date="2024-01-31"`, `schedule.2.date="2024-02-29"`, `schedule.3.date="2024-03-31"`,
		`schedule.4.date="2024-04-30"`, `schedule.13.date="2025-01-31"`, `end_date="2025-01-31"`)
	data = optest.Data(t, emiID, op.Query("principal=1000&annual_rate=12&tenure_months=12&start_date=9999-01-31"))
	optest.Want(t, data, `end_date="9999-12-31"`)
	data = optest.Data(t, emiID, op.Query("principal=1000&annual_rate=12&tenure_months=2&start_date=0001-01-31"))
	optest.Want(t, data, `end_date="0001-02-28"`)
}

func TestEMIOracle(t *testing.T) { optest.Recorded(t, emiID, "testdata/emi_oracle.json") }

// What a spreadsheet shows agrees to the cent, its own noise aside.
func TestEMISpreadsheet(t *testing.T) {
	text, err := os.ReadFile("testdata/emi_formulajs.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct {
		Principal, Rate                  float64
		N                                int
		Begin                            bool
		PMT, Effect, CUMIPMT, IPMT, PPMT float64
		Fee                              *float64
		Rate12                           float64
	}
	if err := json.Unmarshal(text, &rows); err != nil || len(rows) < 400 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, r := range rows {
		query := fmt.Sprintf("principal=%.2f&annual_rate=%.2f&tenure_months=%d&payment_timing=%s", r.Principal, r.Rate, r.N, map[bool]string{true: "begin", false: "end"}[r.Begin])
		if r.Fee != nil {
			query += fmt.Sprintf("&processing_fee=%.0f", *r.Fee)
		}
		data := optest.Data(t, emiID, op.Query(query))
		near := func(path string, want, half float64) {
			var got float64
			if err := json.Unmarshal([]byte(optest.At(data, path)), &got); err != nil || math.Abs(got-want) > half*1.001+math.Abs(want)*1e-12 {
				t.Errorf("%s: %s is %v, the spreadsheet has %v", query, path, got, want)
			}
		}
		near("emi", r.PMT, 0.005)
		near("effective_annual_rate", r.Effect, 0.00005)
		if !r.Begin {
			near("total_interest", r.CUMIPMT, 0.005)
			near("first_payment.interest", r.IPMT, 0.005)
			near("first_payment.principal", r.PPMT, 0.01)
		}
		if r.Fee != nil {
			near("apr", r.Rate12, 0.005)
		}
	}
}

func TestEMIRefusals(t *testing.T) {
	const loan = "principal=100000&annual_rate=12&"
	tests := map[string]string{
		"":                                               "principal:required annual_rate:required tenure_months:missing_one_of",
		loan + "tenure=1":                                "tenure:unknown_field tenure_months:missing_one_of",
		loan + "term=1":                                  "term:unknown_field tenure_months:missing_one_of",
		loan + "tenure_months=12&tenure_years=1":         "tenure_years:conflict",
		loan + "tenure_months=0":                         "tenure_months:out_of_range",
		loan + "tenure_months=601":                       "tenure_months:out_of_range",
		loan + "tenure_months=12.5":                      "tenure_months:invalid_number",
		loan + "tenure_months=1e400":                     "tenure_months:invalid_number",
		loan + "tenure_years=0":                          "tenure_years:out_of_range",
		loan + "tenure_years=50.5":                       "tenure_years:out_of_range",
		loan + "tenure_years=1.1":                        "tenure_years:does_not_fit",
		loan + "tenure_years=0.05":                       "tenure_years:does_not_fit",
		loan + "tenure_years=1.083333333333":             "tenure_years:does_not_fit",
		loan + "tenure_months=12&loan_amount=1":          "loan_amount:conflict",
		loan + "tenure_months=12&rate=1&interest_rate=1": "rate:conflict interest_rate:conflict",
		"principal=0&annual_rate=12&tenure_months=1":     "principal:out_of_range",
		"principal=-5&annual_rate=-1&tenure_months=1":    "principal:out_of_range annual_rate:out_of_range",
		"principal=1000000000000.01&annual_rate=100.01&tenure_months=1":          "principal:out_of_range annual_rate:out_of_range",
		"principal=1,00,000&annual_rate=12%25&tenure_months=12":                  "principal:invalid_number annual_rate:invalid_number",
		"principal=₹500&annual_rate=NaN&tenure_months=0x10":                      "principal:invalid_number annual_rate:invalid_number tenure_months:invalid_number",
		loan + "tenure_months=12&schedule=weekly":                                "schedule:not_allowed",
		loan + "tenure_months=12&payment_timing=middle":                          "payment_timing:not_allowed",
		loan + "tenure_months=12&start_date=15/08/1990":                          "start_date:invalid_date",
		loan + "tenure_months=12&start_date=2025-02-29":                          "start_date:invalid_date",
		loan + "tenure_months=12&start_date=0000-01-01":                          "start_date:invalid_date",
		loan + "tenure_months=13&start_date=9999-01-31":                          "start_date:out_of_range",
		loan + "tenure_months=12&processing_fee=100000":                          "processing_fee:out_of_range",
		loan + "tenure_months=12&processing_fee=90000&processing_fee_percent=10": "processing_fee:out_of_range",
		loan + "tenure_months=12&processing_fee_percent=20.1":                    "processing_fee_percent:out_of_range",
		loan + "tenure_months=12&processing_fee=-1":                              "processing_fee:out_of_range",
		loan + "tenure_months=12&principle=5":                                    "principle:unknown_field",
		loan + "tenure_years=1.1&start_date=x&processing_fee=1e6":                "tenure_years:does_not_fit start_date:invalid_date processing_fee:out_of_range",
	}
	for query, want := range tests {
		t.Run(query, func(t *testing.T) {
			if got := optest.Refusal(t, emiID, op.Query(query)); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
	_, refused := optest.Call(t, emiID, op.Query(loan+"tenure=1"), op.SampleEnv())
	if got := refused.Violations[0].Message; got != "unknown parameter 'tenure'; use tenure_months or tenure_years" {
		t.Errorf("message is %q", got)
	}
	_, refused = optest.Call(t, emiID, op.Query(loan+"tenure_years=1.1"), op.SampleEnv())
	if got := refused.Violations[0].Hint; got != "send tenure_months=13" {
		t.Errorf("hint is %q", got)
	}
}

// emiAnswer is an answer with amounts in hundredths.
type emiAnswer struct {
	Principal, EMI json.Number
	Schedule       []map[string]json.Number
	Totals         map[string]json.Number `json:"schedule_totals"`
}

func dec(t *rapid.T, n json.Number) num.Dec {
	d, err := num.Parse(string(n))
	if err != nil {
		t.Fatalf("%q: %v", n, err)
	}
	return d
}

// A ledger adds up to the cent, whatever the terms.
func TestEMILedgerAddsUp(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		query := fmt.Sprintf("principal=%d.%02d&annual_rate=%d.%02d&tenure_months=%d&payment_timing=%s&schedule=%s",
			rapid.IntRange(1, 10_000_000).Draw(rt, "principal"), rapid.IntRange(0, 99).Draw(rt, "cents"),
			rapid.IntRange(0, 40).Draw(rt, "rate"), rapid.IntRange(0, 99).Draw(rt, "hundredths"), rapid.IntRange(1, 360).Draw(rt, "months"),
			rapid.SampledFrom([]string{"end", "begin"}).Draw(rt, "timing"), rapid.SampledFrom([]string{"monthly", "yearly"}).Draw(rt, "schedule"))
		var a emiAnswer
		if err := json.Unmarshal(optest.Data(rt, emiID, op.Query(query)), &a); err != nil {
			rt.Fatal(err)
		}
		balance, sums := dec(rt, a.Principal), map[string]num.Dec{}
		for i, row := range a.Schedule {
			if dec(rt, row["opening_balance"]).Cmp(balance) != 0 {
				rt.Fatalf("%s: row %d opens with %s, not %s", query, i, row["opening_balance"], balance)
			}
			for _, name := range []string{"payment", "interest", "principal"} {
				sums[name] = sums[name].Add(dec(rt, row[name]))
			}
			balance = balance.Sub(dec(rt, row["principal"]))
			if dec(rt, row["closing_balance"]).Cmp(balance) != 0 || dec(rt, row["interest"]).Add(dec(rt, row["principal"])).Cmp(dec(rt, row["payment"])) != 0 {
				rt.Fatalf("%s: row %d does not add up: %v", query, i, row)
			}
		}
		if balance.Sign() != 0 || sums["principal"].Cmp(dec(rt, a.Principal)) != 0 ||
			sums["payment"].Cmp(dec(rt, a.Totals["payment"])) != 0 || sums["interest"].Cmp(dec(rt, a.Totals["interest"])) != 0 {
			rt.Fatalf("%s: totals %v, sums %v, left %s", query, a.Totals, sums, balance)
		}
	})
}

// Whatever is accepted is answered or refused with a reason, with every number
// within bounds: no panic, no endless search.
func TestEMIExtremes(t *testing.T) {
	for _, principal := range []string{"1e-60", "0.004", "0.01", "1", "1e12"} {
		for _, rate := range []string{"0", "1e-60", "1.234567890123456789012345678901234e-30", "36", "99.99999999999999999999999999999999", "100"} {
			for _, n := range []string{"1", "2", "599", "600"} {
				for _, rest := range []string{"", "&payment_timing=begin", "&processing_fee=0.99999999", "&processing_fee=999999999999.99&payment_timing=begin"} {
					query := "schedule=monthly&principal=" + principal + "&annual_rate=" + rate + "&tenure_months=" + n + rest
					data, refused := optest.Call(t, emiID, op.Query(query), op.SampleEnv())
					if refused != nil {
						if code := refused.Violations[0].Code; code != "out_of_range" && code != "result_out_of_range" {
							t.Errorf("%s: %s", query, optest.Codes(refused))
						}
						continue
					}
					for word := range strings.FieldsFuncSeq(string(data), func(r rune) bool { return strings.ContainsRune(`{}[]:,"`, r) }) {
						if d, err := num.Parse(word); err == nil && d.Cmp(num.D("1e15")) > 0 {
							t.Errorf("%s: answers %s", query, word)
						}
					}
				}
			}
		}
	}
}
