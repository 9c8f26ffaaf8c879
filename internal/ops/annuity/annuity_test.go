package annuity_test

import (
	"encoding/json"
	"errors"
	"os"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/num"
	"toolcrib/internal/ops/annuity"
)

// recorded is what testdata/annuity.py wrote.
type recorded struct{ Yields, Instalments, Streams [][]any }

func load(t *testing.T) recorded {
	t.Helper()
	text, err := os.ReadFile("testdata/annuity.json")
	if err != nil {
		t.Fatal(err)
	}
	var r recorded
	if err := json.Unmarshal(text, &r); err != nil || len(r.Yields) < 300 || len(r.Instalments) < 200 || len(r.Streams) < 200 {
		t.Fatalf("annuity.json is not whole: %v", err)
	}
	return r
}

func timing(begin any) annuity.Timing {
	if begin.(bool) {
		return annuity.InAdvance
	}
	return annuity.InArrears
}

func TestYieldRecorded(t *testing.T) {
	for _, c := range load(t).Yields {
		a := annuity.Annuity{Amount: num.D(c[0].(string)), Payment: num.D(c[1].(string)), Periods: int(c[2].(float64)), When: timing(c[3])}
		got, err := a.Yield(int(c[4].(float64)), int(c[5].(float64)))
		if err != nil || got.String() != c[6] {
			t.Errorf("%v: got %s, %v", c, got, err)
		}
	}
}

func TestInstalmentRecorded(t *testing.T) {
	for _, c := range load(t).Instalments {
		exact := annuity.Nominal(num.D(c[1].(string)), int(c[3].(float64))).Instalment(num.D(c[0].(string)), int(c[2].(float64)), timing(c[4]))
		if exact.Money().String() != c[5] || exact.Round(20, num.HalfEven).String() != c[6] {
			t.Errorf("%v: got %s, %s", c, exact.Money(), exact.Round(20, num.HalfEven))
		}
	}
}

// One period at rate i repays A with A·(1+i), so the root is known exactly.
func TestYieldMidpoints(t *testing.T) {
	tests := []struct{ amount, payment, want string }{
		{"1200", "1200.125", "0.12"}, // 0.125: half to even
		{"1200", "1200.135", "0.14"}, // 0.135
		{"1200", "1200.115", "0.12"}, // 0.115
		{"1200", "1199.875", "-0.12"},
		{"1200", "1199.865", "-0.14"},
		{"1200", "1200.0050000000000000000001", "0.01"},
		{"1200", "1200.005", "0"},
		{"1200", "1200.0049999999999999999999", "0"},
		{"1200", "1200", "0"},
		{"1", "0.000001", "-1200"}, // -1199.9988
	}
	for _, test := range tests {
		got, err := annuity.Annuity{Amount: num.D(test.amount), Payment: num.D(test.payment), Periods: 1}.Yield(12, 2)
		if err != nil || got.String() != test.want {
			t.Errorf("%s for %s yields %s, %v; want %s", test.payment, test.amount, got, err, test.want)
		}
	}
}

func TestYieldWithoutRate(t *testing.T) {
	tests := map[string]struct {
		a    annuity.Annuity
		want error
	}{
		"nothing received":        {annuity.Annuity{Payment: num.D("1"), Periods: 2}, annuity.ErrNoRate},
		"nothing paid":            {annuity.Annuity{Amount: num.D("1"), Periods: 2}, annuity.ErrNoRate},
		"negative":                {annuity.Annuity{Amount: num.D("-1"), Payment: num.D("1"), Periods: 2}, annuity.ErrNoRate},
		"paid back at once":       {annuity.Annuity{Amount: num.D("1"), Payment: num.D("1"), Periods: 2, When: annuity.InAdvance}, annuity.ErrNoRate},
		"one payment, in advance": {annuity.Annuity{Amount: num.D("2"), Payment: num.D("1"), Periods: 1, When: annuity.InAdvance}, annuity.ErrNoRate},
		"beyond all measure":      {annuity.Annuity{Amount: num.D("1e-30"), Payment: num.D("1e12"), Periods: 3}, annuity.ErrTooLarge},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if _, err := test.a.Yield(12, 2); !errors.Is(err, test.want) {
				t.Errorf("got %v, want %v", err, test.want)
			}
		})
	}
}

// A yield paid as the nominal rate gives the instalment back.
func TestYieldInvertsInstalment(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		percent := num.Scaled(rapid.Int64Range(0, 20_000_000).Draw(t, "rate"), 4)
		n := rapid.IntRange(2, 600).Draw(t, "n")
		when := annuity.Timing(rapid.IntRange(0, 1).Draw(t, "when"))
		amount := num.FromInt(1_000_000)
		payment := annuity.Nominal(percent, 12).Instalment(amount, n, when).Round(60, num.HalfEven)
		got, err := annuity.Annuity{Amount: amount, Payment: payment, Periods: n, When: when}.Yield(12, 4)
		if err != nil || got.Cmp(percent) != 0 {
			t.Fatalf("got %s, %v, want %s", got, err, percent)
		}
	})
}

// PresentValue undoes Instalment exactly.
func TestPresentValueInvertsInstalment(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rate := annuity.Nominal(num.Scaled(rapid.Int64Range(-1000, 10_000).Draw(t, "rate"), 2), 12)
		n := rapid.IntRange(1, 100).Draw(t, "n")
		when := annuity.Timing(rapid.IntRange(0, 1).Draw(t, "when"))
		principal := num.Scaled(rapid.Int64Range(1, 1e12).Draw(t, "principal"), 2)
		one := rate.PresentValue(num.FromInt(1), n, when)
		if rate.Instalment(principal, n, when).Mul(one).Cmp(principal.Ratio()) != 0 {
			t.Fatal("the instalments are not worth the principal")
		}
	})
}

// The ledger adds up and ends at nothing, also where a cent compounds beyond
// the loan; its balance never grows and no row is negative.
func TestLedger(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rate := annuity.Nominal(num.Scaled(rapid.Int64Range(0, 10_000).Draw(t, "rate"), 2), 12)
		loan := annuity.Loan{
			Principal: num.Scaled(rapid.Int64Range(0, 1e10).Draw(t, "cents"), 2), Rate: rate,
			Periods: rapid.IntRange(1, 600).Draw(t, "n"), When: annuity.Timing(rapid.IntRange(0, 1).Draw(t, "when")),
		}
		loan.Payment = rate.Instalment(loan.Principal, loan.Periods, loan.When).Money()
		balance, repaid, count := loan.Principal, num.Dec{}, 0
		for row := range loan.Rows() {
			count++
			if row.Number != count || row.Opening.Cmp(balance) != 0 || row.Interest.Add(row.Principal).Cmp(row.Payment) != 0 ||
				row.Opening.Sub(row.Principal).Cmp(row.Closing) != 0 || row.Closing.Cmp(row.Opening) > 0 || row.Closing.Sign() < 0 {
				t.Fatalf("row %+v does not add up", row)
			}
			if count == 1 && row != loan.First() {
				t.Fatal("First is not the first row")
			}
			balance, repaid = row.Closing, repaid.Add(row.Principal)
		}
		if count != loan.Periods || balance.Sign() != 0 || repaid.Cmp(loan.Principal) != 0 {
			t.Fatalf("%d rows, left %s, repaid %s", count, balance, repaid)
		}
	})
}

func TestRowsCanStopEarly(t *testing.T) {
	loan := annuity.Loan{Principal: num.D("100"), Rate: annuity.Nominal(num.D("12"), 12), Periods: 12, Payment: num.D("8.88")}
	count := 0
	for range loan.Rows() {
		if count++; count == 3 {
			break
		}
	}
	if count != 3 {
		t.Errorf("%d rows", count)
	}
}
