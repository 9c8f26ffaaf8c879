package annuity_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/num"
	"toolcrib/internal/ops/annuity"
)

func TestStreamRecorded(t *testing.T) {
	for _, c := range load(t).Streams {
		s := annuity.Stream{Amount: num.D(c[0].(string)), When: timing(c[2])}
		for _, run := range c[1].([]any) {
			for range int(run.([]any)[1].(float64)) {
				s.Pay(num.D(run.([]any)[0].(string)))
			}
		}
		perYear := int(c[3].(float64))
		got, err := s.Yield(perYear, 2)
		if err != nil || got.String() != c[4] {
			t.Errorf("%v: got %s, %v", c, got, err)
		}
		if root := s.Refine(got, perYear).Round(30, num.HalfEven); root.String() != c[5] {
			t.Errorf("%v: refined to %s", c, root)
		}
	}
}

// A rate of up to 34 digits comes back whole from the instalment it makes.
func TestRefineInvertsInstalment(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		percent := num.Scaled(rapid.Int64Range(1, 1e12).Draw(t, "rate"), 10).Add(num.Scaled(rapid.Int64Range(0, 1e15).Draw(t, "digits"), 30))
		n, perYear := rapid.IntRange(2, 2600).Draw(t, "n"), rapid.SampledFrom([]int{1, 12, 52}).Draw(t, "perYear")
		a := annuity.Annuity{Amount: num.FromInt(1_000_000), Periods: n, When: annuity.Timing(rapid.IntRange(0, 1).Draw(t, "when"))}
		a.Payment = annuity.Nominal(percent, perYear).Instalment(a.Amount, n, a.When).Round(60, num.HalfEven)
		yield, err := a.Yield(perYear, 2)
		if err != nil {
			t.Fatal(err)
		}
		if root := a.Stream().Refine(yield, perYear).Round(30, num.HalfEven); root.Cmp(percent) != 0 {
			t.Fatalf("got %s, want %s", root, percent)
		}
	})
}

// Roots that are finite decimals are found exactly, midpoints among them.
func TestRefineExact(t *testing.T) {
	for payment, want := range map[string]string{"1200.125": "0.125", "1200": "0", "1199.865": "-0.135", "1200.0050000000000000000001": "0.0050000000000000000001"} {
		a := annuity.Annuity{Amount: num.FromInt(1200), Payment: num.D(payment), Periods: 1}
		yield, err := a.Yield(12, 2)
		if root := a.Stream().Refine(yield, 12); err != nil || root.String() != want {
			t.Errorf("%s for 1200 yields %s, %v; want %s", payment, root, err, want)
		}
	}
}

func TestStreamWithoutRate(t *testing.T) {
	s := annuity.Stream{Amount: num.FromInt(10)}
	if _, err := s.Yield(12, 2); !errors.Is(err, annuity.ErrNoRate) {
		t.Errorf("no payments: %v", err)
	}
	s.Pay(num.Dec{})
	if _, err := s.Yield(12, 2); !errors.Is(err, annuity.ErrNoRate) {
		t.Errorf("payments of nothing: %v", err)
	}
	s.Pay(num.FromInt(10))
	if got, err := s.Yield(12, 2); err != nil || got.Sign() != 0 {
		t.Errorf("paid back whole: %s, %v", got, err)
	}
	s.When = annuity.InAdvance
	s.Pay(num.FromInt(5)) // 10 for 10 and 5: the yield solves 10v + 5v² = 10 after 0 on the first day
	if got, err := s.Yield(1, 4); err != nil || got.String() != "36.6025" {
		t.Errorf("nothing at first: %s, %v", got, err)
	}
}
