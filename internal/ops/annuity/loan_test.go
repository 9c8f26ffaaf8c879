package annuity_test

import (
	"iter"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/num"
	"toolcrib/internal/ops/annuity"
)

// drawMethod draws a method of charging interest.
func drawMethod(t *rapid.T) annuity.Method {
	rate := annuity.Nominal(num.Scaled(rapid.Int64Range(0, 10_000).Draw(t, "rate"), 2), rapid.SampledFrom([]int{1, 12, 52}).Draw(t, "perYear"))
	if rapid.Bool().Draw(t, "flat") {
		return annuity.Flat{Rate: rate}
	}
	return annuity.Reducing{Rate: rate, When: annuity.Timing(rapid.IntRange(0, 1).Draw(t, "when"))}
}

// Principal undoes Instalment, which falls with the term but never to Floor;
// Periods finds the least term in which a payment suffices.
func TestMethods(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, n := drawMethod(t), rapid.IntRange(1, 120).Draw(t, "n")
		principal := num.Scaled(rapid.Int64Range(1, 1e10).Draw(t, "cents"), 2)
		instalment := m.Instalment(principal, n)
		if instalment.Mul(m.Principal(num.FromInt(1), n)).Cmp(principal.Ratio()) != 0 {
			t.Fatal("the instalments do not repay the principal")
		}
		if instalment.Cmp(m.Floor(principal)) <= 0 || m.Instalment(principal, n+1).Cmp(instalment) >= 0 {
			t.Fatal("the instalment does not fall towards the floor")
		}
		payment := instalment.Round(2, num.Ceiling)
		got := annuity.Periods(m, principal, payment, 200)
		for k := 1; k <= 200; k++ {
			if enough := m.Instalment(principal, k).Cmp(payment.Ratio()) <= 0; enough != (k >= got) {
				t.Fatalf("%d periods, but %d are enough: %v", got, k, enough)
			}
		}
		if got := annuity.Periods(m, principal, payment, n-1); n > 1 && m.Principal(payment, n-1).Cmp(principal.Ratio()) < 0 && got != n {
			t.Fatalf("%d of at most %d", got, n-1)
		}
	})
}

func TestFlatRate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		principal, n := num.Scaled(rapid.Int64Range(1, 1e10).Draw(t, "cents"), 2), rapid.IntRange(1, 600).Draw(t, "n")
		payment := num.Scaled(rapid.Int64Range(1, 1e10).Draw(t, "payment"), 2)
		m := annuity.Flat{Rate: annuity.FlatRate(principal, payment, n)}
		if m.Instalment(principal, n).Cmp(payment.Ratio()) != 0 {
			t.Fatal("the rate does not make the payment")
		}
	})
	if got := annuity.FlatRate(num.D("100000"), num.D("5000"), 24).Yearly(12).Round(4, num.HalfEven); got.String() != "10" {
		t.Errorf("got %s percent a year", got)
	}
}

// repaid checks that rows add up and repay a principal, and returns their
// payments and interest.
func repaid(t *rapid.T, rows iter.Seq[annuity.Row], principal num.Dec, most int) (paid, interest num.Dec) {
	balance, count := principal, 0
	for row := range rows {
		count++
		if row.Number != count || row.Opening.Cmp(balance) != 0 || row.Interest.Add(row.Principal).Cmp(row.Payment) != 0 ||
			row.Opening.Sub(row.Principal).Cmp(row.Closing) != 0 || row.Closing.Sign() < 0 || row.Interest.Sign() < 0 ||
			row.Principal.Sign() < 0 || row.Extra.Add(row.Prepaid).Cmp(row.Payment) > 0 {
			t.Fatalf("row %+v does not add up", row)
		}
		balance = row.Closing
		paid, interest = paid.Add(row.Payment), interest.Add(row.Interest)
	}
	if balance.Sign() != 0 || count > most || paid.Cmp(principal.Add(interest)) != 0 {
		t.Fatalf("%d rows, left %s", count, balance)
	}
	return paid, interest
}

func TestFlatLoan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		loan := annuity.FlatLoan{
			Principal: num.Scaled(rapid.Int64Range(1, 1e8).Draw(t, "cents"), 2), Payment: num.Scaled(rapid.Int64Range(0, 1e7).Draw(t, "payment"), 2),
			Rate: annuity.Nominal(num.Scaled(rapid.Int64Range(0, 10_000).Draw(t, "rate"), 2), 12), Periods: rapid.IntRange(1, 300).Draw(t, "n"),
		}
		_, interest := repaid(t, loan.Repayment(), loan.Principal, loan.Periods)
		if want := loan.Rate.Interest(loan.Principal).Mul(num.FromInt(int64(loan.Periods)).Ratio()).Money(); interest.Cmp(want) != 0 {
			t.Fatalf("interest %s, want %s", interest, want)
		}
	})
	for range (annuity.FlatLoan{Principal: num.D("100"), Payment: num.D("10"), Periods: 10}).Repayment() {
		break
	}
}

// With extra payments and prepayments a loan adds up, takes no more payments,
// and costs no more interest than without, roundings of the new payment aside:
// each can take up to a cent off every payment to come, which then grows.
func TestLoanPrepaid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		loan := annuity.Loan{
			Principal: num.Scaled(rapid.Int64Range(1, 1e10).Draw(t, "cents"), 2), Rate: annuity.Nominal(num.Scaled(rapid.Int64Range(0, 4000).Draw(t, "rate"), 2), 12),
			Periods: rapid.IntRange(1, 360).Draw(t, "n"), When: annuity.Timing(rapid.IntRange(0, 1).Draw(t, "when")),
			Round: func(q num.Ratio) num.Dec { return q.Round(2, num.Ceiling) },
		}
		loan.Payment = loan.Round(loan.Rate.Instalment(loan.Principal, loan.Periods, loan.When))
		_, plain := repaid(t, loan.Repayment(), loan.Principal, loan.Periods)
		loan.Extra = num.Scaled(rapid.Int64Range(0, 1e5).Draw(t, "extra"), 2)
		for after := 1; after < loan.Periods && len(loan.Prepayments) < 5; after += rapid.IntRange(0, 20).Draw(t, "later") {
			loan.Prepayments = append(loan.Prepayments, annuity.Prepayment{After: after, Amount: num.Scaled(rapid.Int64Range(1, 1e9).Draw(t, "amount"), 2),
				Relevel: rapid.Bool().Draw(t, "relevel")})
		}
		_, interest := repaid(t, loan.Repayment(), loan.Principal, loan.Periods)
		cents := num.Scaled(int64(len(loan.Prepayments)*loan.Periods), 2).Ratio()
		bound := num.D("0.05").Ratio().Add(cents.Mul(loan.Rate.Effective(loan.Periods)))
		if more := interest.Sub(plain); more.Ratio().Cmp(bound) > 0 {
			t.Fatalf("prepaying costs %s more", more)
		}
	})
}
