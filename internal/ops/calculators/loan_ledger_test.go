package calculators_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

// An interest-free loan of 1200 in 12 payments of 100 shows where amounts go.
func TestLoanPrepayments(t *testing.T) {
	tests := map[string][]string{
		`"extra_payment":20`: {"number_of_payments=10", "final_payment=120", "schedule.0.payment=120", "schedule.0.prepayment=20", "payment=100", "new_payment=null",
			"baseline.number_of_payments=12", "savings.payments_saved=2", "savings.interest_saved=0"},
		`"extra_payment":5000`: {"number_of_payments=1", "final_payment=1200", "schedule.0.prepayment=1100"},
		// Two after one payment, and one after a payment that is not reached any more.
		`"prepayments":[{"number":3,"amount":150},{"number":11,"amount":5},{"number":3,"amount":250}]`: {"number_of_payments=8", "schedule.2.payment=500",
			"schedule.2.prepayment=400", "schedule.2.closing_balance=500", "total_payment=1200", "warnings.0=" +
				`"prepayments[1] of 5 is ignored: payment 8 has already cleared the loan"`, "warnings.1=absent"},
		// The same, lowering what is paid: 500 over the 9 payments left.
		`"prepayments":[{"number":3,"amount":400,"strategy":"reduce_payment"}]`: {"number_of_payments=12", "new_payment=55.56", "schedule.3.payment=55.56", "final_payment=55.52"},
		// The first leaves 5 payments, and the second spreads its balance over these.
		`"prepayments":[{"number":3,"amount":400},{"number":3,"amount":100,"strategy":"reduce_payment"}]`: {"number_of_payments=8", "new_payment=80", "final_payment=80"},
		// In this order the payment is lowered to 800/9 first, and then paid to the end.
		`"prepayments":[{"number":3,"amount":100,"strategy":"reduce_payment"},{"number":3,"amount":400}]`: {"number_of_payments=8", "new_payment=88.89", "final_payment=44.44"},
		// Each lowers what the one before it left.
		`"prepayments":[{"number":10,"amount":40,"strategy":"reduce_payment"},{"number":6,"amount":60,"strategy":"reduce_payment"}]`: {"schedule.6.payment=90", "new_payment=70", "final_payment=70"},
		// Larger than what is owed: the rest is not taken, and nothing follows.
		`"prepayments":[{"number":10,"amount":900,"strategy":"reduce_payment"}]`: {"number_of_payments=10", "final_payment=300", "new_payment=null", "total_payment=1200",
			`warnings=["prepayments[0] of 900 exceeds the balance; only 200 of it is used"]`},
		`"prepayments":[{"number":10,"amount":150},{"number":10,"amount":60},{"number":10,"amount":1}]`: {"number_of_payments=10", "final_payment=300",
			`warnings=["prepayments[1] of 60 exceeds the balance; only 50 of it is used","prepayments[2] of 1 is ignored: payment 10 has already cleared the loan"]`},
		// Exactly what is owed.
		`"prepayments":[{"number":10,"amount":200}]`: {"number_of_payments=10", "warnings=absent"},
		// The last payment clears the loan, so that nothing can follow it.
		`"prepayments":[{"number":12,"amount":50}]`:   {"number_of_payments=12", "final_payment=100", `warnings=["prepayments[0] of 50 is ignored: payment 12 has already cleared the loan"]`},
		`"prepayments":[{"number":2600,"amount":50}]`: {`warnings=["prepayments[0] of 50 is ignored: payment 12 has already cleared the loan"]`, "savings.payments_saved=0"},
		// Extra payments do not enter a payment derived anew: 10·100 − 100 are spread over 10 − 2·20/100 payments.
		`"extra_payment":20,"prepayments":[{"number":2,"amount":60,"strategy":"reduce_payment"}]`: {"new_payment=90", "schedule.2.payment=110"},
		// Dates: the payment due that day, otherwise the next one; before the first is with the first.
		`"start_date":"2026-01-31","prepayments":[{"date":"2026-02-28","amount":1},{"date":"2026-03-01","amount":2},{"date":"2000-01-01","amount":3},{"date":"2030-01-01","amount":4}]`: {
			"schedule.0.prepayment=3", "schedule.1.prepayment=1", "schedule.2.prepayment=2", `schedule.1.date="2026-02-28"`, `payoff_date="2026-12-31"`,
			`warnings=["prepayments[3] of 4 is ignored: payment 12 has already cleared the loan"]`},
		// Nothing beside the regular payments.
		`"prepayments":[],"fees":[]`: {"baseline=null", "savings=null", "number_of_payments=12"},
	}
	for extra, want := range tests {
		t.Run(extra, func(t *testing.T) {
			optest.Want(t, loanData(t, `{"principal":1200,"annual_rate":0,"tenure_months":12,"schedule":"period",`+extra+`}`), want...)
		})
	}
}

// The first payment in advance repays without interest, and a payment derived
// later stands a whole period away: 1000 at 12 %, 3 payments of 336.66; then
// 663.34 − 100 at 1 % over two periods are 285.90.
func TestLoanInAdvance(t *testing.T) {
	optest.Want(t, loanData(t, `{"principal":1000,"annual_rate":12,"tenure_months":3,"payment_timing":"begin","schedule":"period",
		"prepayments":[{"number":1,"amount":100,"strategy":"reduce_payment"}]}`),
		"payment=336.66", "schedule.0.interest=0", "schedule.0.closing_balance=563.34", "new_payment=285.9", "final_payment=285.9", "schedule.1.interest=5.63", "apr=11.99")
	optest.Want(t, loanData(t, `{"principal":100,"annual_rate":12,"tenure_months":1,"payment_timing":"begin"}`), "payment=100", "apr=null", "effective_annual_rate=12.6825")
	optest.Want(t, loanData(t, `{"principal":100,"annual_rate":0,"tenure_months":1,"payment_timing":"begin","interest_method":"flat"}`), "payment=100", "apr=null", "effective_annual_rate=null")
}

// Payments that are worked out are rounded to nearest, halves up; those sent stay.
func TestLoanRounding(t *testing.T) {
	for body, want := range map[string]string{
		`"principal":100.05,"tenure_months":2`:                                                      "50.03",
		`"principal":101,"tenure_months":2,"payment_rounding":1`:                                    "51",
		`"principal":50,"tenure_months":2,"payment_rounding":10`:                                    "30",
		`"principal":49.98,"tenure_months":2,"payment_rounding":"10"`:                               "20",
		`"principal":101,"tenure_months":2,"payment_rounding":0.010`:                                "50.5",
		`"principal":101,"payment":33.33,"payment_rounding":10`:                                     "33.33",
		`"principal":101,"tenure_months":2,"payment_rounding":1,"interest_method":"flat"`:           "51",
		`"principal":101,"tenure_months":2,"payment_rounding":1,"payment_timing":"begin"`:           "51",
		`"principal":101,"tenure_months":24,"payment_rounding":1,"payment_frequency":"half_yearly"`: "25",
	} {
		optest.Want(t, loanData(t, `{"annual_rate":0,`+body+`}`), "payment="+want)
	}
	optest.Want(t, loanData(t, `{"principal":101,"annual_rate":0,"tenure_months":4,"payment_rounding":10,"prepayments":[{"number":1,"amount":26,"strategy":"reduce_payment"}]}`),
		"payment=30", "new_payment=20", "number_of_payments=4", "final_payment=5")
	// What rounding leaves to the last payment is named when it is a large one.
	optest.Want(t, loanData(t, `{"principal":100,"annual_rate":0,"tenure_months":24,"payment_rounding":10}`), "payment=0", "number_of_payments=24", "final_payment=100",
		`warnings=["the last payment of 100 is more than twice the regular 0, because of what rounding leaves to it"]`)
	optest.Want(t, loanData(t, `{"principal":100000,"annual_rate":100,"tenure_months":600}`), "payment=8333.33", "final_payment=108333.33",
		`warnings=["the last payment of 108333.33 is more than twice the regular 8333.33, because of what rounding leaves to it"]`)
}

func TestLoanFees(t *testing.T) {
	const fees = `"fees":[{"name":"processing","percent":1},{"amount":300.5},{"percent":2,"financed":true},{"amount":700,"financed":true}]`
	optest.Want(t, loanData(t, `{"principal":10000,"annual_rate":0,"tenure_months":12,"schedule":"yearly",`+fees+`}`), "principal=10000", "total_fees=1300.5",
		"schedule.0.opening_balance=10900", "total_payment=10900", "total_interest=0", "total_cost=1300.5", "payment=908.33")
	// 12 payments of 908.34 repay 10900.08: less 700, without 2 %.
	optest.Want(t, loanData(t, `{"payment":908.34,"annual_rate":0,"tenure_months":12,`+fees+`}`), "principal=10000.07", "total_payment=10900.07")
	// A fee kept back leaves the rate alone; one that is financed is repaid with interest.
	optest.Want(t, loanData(t, `{"principal":47000,"annual_rate":21,"tenure_months":24,"fees":[{"amount":1386.5}]}`), "payment=2415.13", "apr=24.15", "effective_annual_rate=23.1439")
	optest.Want(t, loanData(t, `{"principal":10000,"tenure_months":12,"payment":1000,"fees":[{"amount":500,"financed":true}]}`), "total_interest=1500.01", "total_cost=2000.01")
	optest.Want(t, loanData(t, `{"principal":100,"annual_rate":0,"tenure_months":12,"interest_method":"flat","fees":[{"percent":100,"financed":true}]}`), "total_payment=200", "total_interest=0", "flat_rate_equivalent=0")
}

func TestLoanFrequencies(t *testing.T) {
	for frequency, want := range map[string][]string{
		"monthly":     {"number_of_payments=24", `payoff_date="2025-12-31"`, `schedule.1.date="2024-02-29"`, `schedule.13.date="2025-02-28"`},
		"biweekly":    {"number_of_payments=52", `payoff_date="2026-01-14"`, `schedule.1.date="2024-02-14"`},
		"weekly":      {"number_of_payments=104", `payoff_date="2026-01-21"`, `schedule.1.date="2024-02-07"`},
		"quarterly":   {"number_of_payments=8", `payoff_date="2025-10-31"`, `schedule.1.date="2024-04-30"`},
		"half_yearly": {"number_of_payments=4", `payoff_date="2025-07-31"`, `schedule.1.date="2024-07-31"`},
		"yearly":      {"number_of_payments=2", `payoff_date="2025-01-31"`, `schedule.1.date="2025-01-31"`},
	} {
		body := fmt.Sprintf(`{"principal":31200,"annual_rate":0,"tenure_months":24,"payment_frequency":%q,"start_date":"2024-01-31"`, frequency)
		optest.Want(t, loanData(t, body+`,"schedule":"period"}`), append(want, "tenure_months=24", fmt.Sprintf("payment_frequency=%q", frequency))...)
		optest.Want(t, loanData(t, body+`,"schedule":"yearly"}`), "schedule.1.year=2", "schedule.0.closing_balance=15600", "schedule.2=absent")
	}
	// Solved in weeks, a term need not be whole months.
	optest.Want(t, loanData(t, `{"principal":1000,"annual_rate":0,"payment":90,"payment_frequency":"weekly"}`), "number_of_payments=12", "tenure_months=2.77", "final_payment=10")
	optest.Want(t, loanData(t, `{"principal":1000,"annual_rate":0,"payment":90,"payment_frequency":"quarterly"}`), "tenure_months=36")
	// As many rows as are answered, and the last day that can be.
	optest.Want(t, loanData(t, `{"principal":6000,"annual_rate":0,"tenure_months":600,"schedule":"period","start_date":"9950-01-31"}`), "schedule.599.number=600", `payoff_date="9999-12-31"`)
}

func TestLoanFlat(t *testing.T) {
	// 100.01 at 10 % for 3 months: 2.50 interest in payments of 34.17.
	optest.Want(t, loanData(t, `{"principal":100.01,"annual_rate":10,"tenure_months":3,"interest_method":"flat","schedule":"period"}`), "payment=34.17", "total_interest=2.5",
		"schedule.0.interest=0.83", "schedule.1.interest=0.84", "schedule.2.interest=0.83", "schedule.2.payment=34.17", "schedule.2.closing_balance=0", "new_payment=null")
	// Rounded up, the loan ends sooner and its interest stays.
	optest.Want(t, loanData(t, `{"principal":100,"annual_rate":12,"tenure_months":24,"interest_method":"flat","payment_rounding":10}`), "payment=10", "number_of_payments=13", "total_interest=24", "final_payment=4")
	// The other unknowns: 5000·24 = P·1.2; 120000 for 100000 in 2 years; 24 = 100000/(5000 − 833.33…).
	optest.Want(t, loanData(t, `{"payment":5000,"annual_rate":10,"tenure_months":24,"interest_method":"flat"}`), "principal=100000")
	optest.Want(t, loanData(t, `{"payment":5000,"principal":100000,"tenure_months":24,"interest_method":"flat"}`), "annual_rate=10")
	optest.Want(t, loanData(t, `{"payment":5000,"principal":100000,"annual_rate":10,"interest_method":"flat"}`), "tenure_months=24", "final_payment=5000")
	optest.Want(t, loanData(t, `{"payment":4999.99,"principal":100000,"annual_rate":10,"interest_method":"flat"}`), "tenure_months=25")
	// The rate that the same payments have on the balance, compounded: 18.1569… % a year.
	optest.Want(t, loanData(t, `{"principal":100000,"annual_rate":10,"tenure_months":24,"interest_method":"flat","fees":[{"amount":1000}]}`), "effective_annual_rate=19.7469", "apr=19.2")
}

// loanAnswer is what the properties look at.
type loanAnswer struct {
	Count         int         `json:"number_of_payments"`
	Final         json.Number `json:"final_payment"`
	Total         json.Number `json:"total_payment"`
	TotalInterest json.Number `json:"total_interest"`
	Schedule      []map[string]json.Number
}

// drawLoan draws a body of any kind that has a schedule by period.
func drawLoan(t *rapid.T) string {
	frequency := rapid.SampledFrom([]string{"monthly", "biweekly", "weekly", "quarterly", "half_yearly", "yearly"}).Draw(t, "frequency")
	step := map[string]int{"monthly": 1, "biweekly": 6, "weekly": 3, "quarterly": 3, "half_yearly": 6, "yearly": 12}[frequency]
	most := map[string]int{"monthly": 600, "biweekly": 45, "weekly": 46, "quarterly": 200, "half_yearly": 100, "yearly": 50}[frequency]
	flat := rapid.IntRange(0, 5).Draw(t, "flat") == 0
	parts := []string{
		fmt.Sprintf(`"principal":%s,"annual_rate":%s,"tenure_months":%d`, num.Scaled(rapid.Int64Range(1, 1e11).Draw(t, "cents"), 2),
			num.Scaled(rapid.Int64Range(0, 10000).Draw(t, "rate"), 2), step*rapid.IntRange(1, most).Draw(t, "periods")),
		fmt.Sprintf(`"payment_frequency":%q,"schedule":"period"`, frequency),
		fmt.Sprintf(`"payment_timing":%q`, rapid.SampledFrom([]string{"end", "begin"}).Draw(t, "timing")),
		fmt.Sprintf(`"payment_rounding":%s`, rapid.SampledFrom([]string{"0.01", "1", "10"}).Draw(t, "rounding")),
		fmt.Sprintf(`"fees":[{"percent":%d,"financed":true}]`, rapid.IntRange(0, 20).Draw(t, "fee")),
	}
	if flat {
		return "{" + strings.Join(append(parts, `"interest_method":"flat"`), ",") + "}"
	}
	var prepayments []string
	for range rapid.IntRange(0, 6).Draw(t, "prepayments") {
		prepayments = append(prepayments, fmt.Sprintf(`{"number":%d,"amount":%s,"strategy":%q}`, rapid.IntRange(1, 60).Draw(t, "number"),
			num.Scaled(rapid.Int64Range(1, 1e9).Draw(t, "amount"), 2), rapid.SampledFrom([]string{"reduce_tenure", "reduce_payment"}).Draw(t, "strategy")))
	}
	parts = append(parts, `"prepayments":[`+strings.Join(prepayments, ",")+"]")
	if rapid.Bool().Draw(t, "extra") {
		parts = append(parts, fmt.Sprintf(`"extra_payment":%s`, num.Scaled(rapid.Int64Range(0, 1e6).Draw(t, "extra cents"), 2)))
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// A ledger adds up to the cent, whatever the loan, and years sum up its periods.
func TestLoanLedgerAddsUp(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		body := drawLoan(rt)
		var a, yearly loanAnswer
		if err := json.Unmarshal(loanData(rt, body), &a); err != nil {
			rt.Fatal(err)
		}
		if err := json.Unmarshal(loanData(rt, strings.Replace(body, `"schedule":"period"`, `"schedule":"yearly"`, 1)), &yearly); err != nil {
			rt.Fatal(err)
		}
		for _, rows := range [][]map[string]json.Number{a.Schedule, yearly.Schedule} {
			balance, sums := dec(rt, rows[0]["opening_balance"]), map[string]num.Dec{}
			booked := balance
			for i, row := range rows {
				if dec(rt, row["opening_balance"]).Cmp(balance) != 0 || dec(rt, row["interest"]).Sign() < 0 || dec(rt, row["prepayment"]).Cmp(dec(rt, row["payment"])) > 0 {
					rt.Fatalf("%s: row %d opens with %v, not %s", body, i, row, balance)
				}
				for _, name := range []string{"payment", "interest", "principal", "prepayment"} {
					sums[name] = sums[name].Add(dec(rt, row[name]))
				}
				balance = balance.Sub(dec(rt, row["principal"]))
				if dec(rt, row["closing_balance"]).Cmp(balance) != 0 || dec(rt, row["interest"]).Add(dec(rt, row["principal"])).Cmp(dec(rt, row["payment"])) != 0 {
					rt.Fatalf("%s: row %d does not add up: %v", body, i, row)
				}
			}
			if balance.Sign() != 0 || sums["principal"].Cmp(booked) != 0 || sums["payment"].Cmp(dec(rt, a.Total)) != 0 || sums["interest"].Cmp(dec(rt, a.TotalInterest)) != 0 {
				rt.Fatalf("%s: sums %v, left %s", body, sums, balance)
			}
		}
		if last := a.Schedule[len(a.Schedule)-1]; len(a.Schedule) != a.Count || dec(rt, last["payment"]).Cmp(dec(rt, a.Final)) != 0 {
			rt.Fatalf("%s: %d rows, the last %v", body, len(a.Schedule), last)
		}
	})
}

// Solving for principal or rate from a payment that was solved leads back.
func TestLoanRoundTrip(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		principal := num.Scaled(rapid.Int64Range(1e6, 1e11).Draw(rt, "cents"), 2)
		rate := num.Scaled(rapid.Int64Range(100, 4000).Draw(rt, "rate"), 2)
		rest := fmt.Sprintf(`"tenure_months":%d,"payment_frequency":%q,"payment_timing":%q}`, 12*rapid.IntRange(1, 20).Draw(rt, "years"),
			rapid.SampledFrom([]string{"monthly", "biweekly", "quarterly", "half_yearly"}).Draw(rt, "frequency"), rapid.SampledFrom([]string{"end", "begin"}).Draw(rt, "timing"))
		payment := optest.At(loanData(rt, fmt.Sprintf(`{"principal":%s,"annual_rate":%s,%s`, principal, rate, rest)), "payment")
		for member, want := range map[string]num.Dec{"principal": principal, "annual_rate": rate} {
			body := fmt.Sprintf(`{"payment":%s,"annual_rate":%s,%s`, payment, rate, rest)
			if member == "annual_rate" {
				body = fmt.Sprintf(`{"payment":%s,"principal":%s,%s`, payment, principal, rest)
			}
			// Half a cent of 520 payments is 2.60; of the smallest loan, 0.02 % a year.
			if off := dec(rt, json.Number(optest.At(loanData(rt, body), member))).Sub(want); off.Cmp(num.D("2.6")) > 0 || off.Cmp(num.D("-2.61")) < 0 ||
				member == "annual_rate" && (off.Cmp(num.D("0.02")) > 0 || off.Cmp(num.D("-0.02")) < 0) {
				rt.Fatalf("%s: %s is off by %s", body, member, off)
			}
		}
	})
}

// The tenure solved is the least in which the payment suffices.
func TestLoanLeastTenure(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		rest := fmt.Sprintf(`{"principal":%s,"annual_rate":%s,"payment_timing":%q,`, num.Scaled(rapid.Int64Range(1e5, 1e10).Draw(rt, "cents"), 2),
			num.Scaled(rapid.Int64Range(0, 4000).Draw(rt, "rate"), 2), rapid.SampledFrom([]string{"end", "begin"}).Draw(rt, "timing"))
		least := func(months int) num.Dec {
			return dec(rt, json.Number(optest.At(loanData(rt, fmt.Sprintf(`%s"tenure_months":%d}`, rest, months)), "payment")))
		}
		payment := least(rapid.IntRange(1, 599).Draw(rt, "months")).Add(num.Scaled(rapid.Int64Range(2, 1e6).Draw(rt, "more"), 2))
		var months int
		if err := json.Unmarshal([]byte(optest.At(loanData(rt, fmt.Sprintf(`%s"payment":%s}`, rest, payment)), "tenure_months")), &months); err != nil {
			rt.Fatal(err)
		}
		if least(months).Cmp(payment) > 0 || months > 1 && least(months-1).Cmp(payment) < 0 {
			rt.Fatalf("%s: %s a month takes %d months", rest, payment, months)
		}
	})
}

// A call that is over stops in the midst of a ledger.
func TestLoanCancelled(t *testing.T) {
	o := op.Find(loanID)
	in, err := o.Decode(op.JSON([]byte(o.Examples[0].In)), op.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := o.Run(ctx, in); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// Whatever is accepted is answered or refused with a reason, with every number
// within bounds: no panic, no endless search.
func TestLoanExtremes(t *testing.T) {
	for _, rate := range []string{"", `"annual_rate":0,`, `"annual_rate":1e-60,`, `"annual_rate":8.512345678901234567890123456789012,`, `"annual_rate":100,`} {
		for _, principal := range []string{"", `"principal":0.01,`, `"principal":1000000000000,`} {
			for _, payment := range []string{"", `"payment":0.01,`, `"payment":123456.78,`, `"payment":1000000000000,`} {
				for _, tenure := range []string{"", `"tenure_months":12,`, `"tenure_months":600,`} {
					for _, rest := range []string{`"payment_timing":"begin"`, `"interest_method":"flat"`, `"payment_frequency":"weekly","extra_payment":0.01`, `"payment_frequency":"yearly","fees":[{"amount":0.01},{"percent":99.99,"financed":true}]`} {
						body := "{" + rate + principal + payment + tenure + rest + "}"
						data, refused := optest.Call(t, loanID, op.JSON([]byte(body)), op.SampleEnv())
						if refused != nil && len(refused.Violations) != 1 {
							t.Errorf("%s: %s", body, optest.Codes(refused))
						}
						for word := range strings.FieldsFuncSeq(string(data), func(r rune) bool { return strings.ContainsRune(`{}[]:,"`, r) }) {
							if d, err := num.Parse(word); err == nil && d.Cmp(num.D("1e15")) > 0 {
								t.Errorf("%s: answers %s", body, word)
							}
						}
					}
				}
			}
		}
	}
}
