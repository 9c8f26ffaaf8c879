package deposit_test

import (
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/num"
	"toolcrib/internal/ops/deposit"
)

var one = num.FromInt(1)

func years(n, d int64) num.Ratio { return num.Quotient(num.FromInt(n), num.FromInt(d)) }

// often checks a property of at least a thousand inputs.
func often(t *testing.T, property func(*rapid.T)) {
	rapid.Check(t, func(t *rapid.T) {
		for range 10 {
			property(t)
		}
	})
}

// near wants two values within 10^-28 of each other, relative to their size.
func near(t *rapid.T, what string, got, want num.Dec) {
	t.Helper()
	size := max(want.Magnitude(), 0)
	off := got.Sub(want)
	if limit := num.Scaled(1, 28-size); off.Cmp(limit) > 0 || off.Cmp(limit.Neg()) < 0 {
		t.Fatalf("%s is %s, want %s", what, got, want)
	}
}

// percent draws a yearly rate in percent: 0, usual, or hardly above 0.
func percent(t *rapid.T) num.Dec {
	return num.Scaled(int64(rapid.IntRange(0, 9999).Draw(t, "rate")), rapid.SampledFrom([]int{2, 3, 40}).Draw(t, "places"))
}

func rests(t *rapid.T) int {
	return rapid.SampledFrom([]int{1, 2, 4, 12, 52, 365}).Draw(t, "rests")
}

// Growth over whole rests is a product, which exact fractions can have too.
func TestFactorOfWholeRests(t *testing.T) {
	often(t, func(t *rapid.T) {
		rate, n, k := percent(t), rests(t), rapid.IntRange(0, 60).Draw(t, "k")
		step := one.Ratio().Add(num.Quotient(rate, num.FromInt(int64(100*n))))
		want := step.Pow(k).Round(50, num.HalfEven)
		near(t, "factor", deposit.Compound(rate, n).Factor(years(int64(k), int64(n))), want)
	})
}

// Whatever way a time is parted, the parts grow to the same.
func TestFactorIsMultiplicative(t *testing.T) {
	often(t, func(t *rapid.T) {
		g := deposit.Compound(percent(t), rapid.SampledFrom([]int{deposit.Continuously, 1, 4, 12, 365}).Draw(t, "rests"))
		a := years(rapid.Int64Range(0, 4000).Draw(t, "a"), rapid.Int64Range(1, 400).Draw(t, "of"))
		b := years(rapid.Int64Range(0, 4000).Draw(t, "b"), 365)
		near(t, "product", deposit.Times(g.Factor(a), g.Factor(b)), g.Factor(a.Add(b)))
		if b.Sign() > 0 {
			near(t, "yield", deposit.Yield(g.Factor(b), b), g.Effective())
		}
	})
}

// More rests grow more, and continuous interest is their limit.
func TestFactorGrowsWithRests(t *testing.T) {
	often(t, func(t *rapid.T) {
		rate := num.Scaled(int64(rapid.IntRange(1, 9999).Draw(t, "rate")), 2)
		time := years(rapid.Int64Range(1, 4000).Draw(t, "time"), 365)
		last := one
		for _, n := range []int{1, 2, 4, 12, 52, 365, deposit.Continuously} {
			factor := deposit.Compound(rate, n).Factor(time)
			if factor.Cmp(last) <= 0 {
				t.Fatalf("with %d rests %s, with fewer %s", n, factor, last)
			}
			last = factor
		}
	})
}

func TestDoubling(t *testing.T) {
	often(t, func(t *rapid.T) {
		g := deposit.Compound(num.Scaled(int64(rapid.IntRange(1, 99999).Draw(t, "rate")), 3), rapid.SampledFrom([]int{0, 1, 12, 365}).Draw(t, "rests"))
		near(t, "factor", g.Factor(g.DoublingYears().Ratio()), num.FromInt(2))
	})
	// ln 2 over the rate, where the difference is beyond all digits.
	got := deposit.Compound(num.D("1e-40"), 12).DoublingYears().Round(0, num.HalfEven).String()
	if want := "693147180559945309417232121458176568075500"; got != want {
		t.Errorf("at 1e-40 %% an amount doubles in %s years, want %s", got, want)
	}
}

// Powers that are not whole can still be exact: 1.21^1.5 is 1.331. Half cents
// go to the even one.
func TestHalfCents(t *testing.T) {
	for amount, want := range map[string]string{"5": "6.66", "15": "19.96", "25": "33.28"} {
		if got := deposit.Money(deposit.Times(num.D(amount), deposit.Compound(num.D("21"), 1).Factor(years(3, 2)))).String(); got != want {
			t.Errorf("%s becomes %s, want %s", amount, got, want)
		}
	}
	// 365/365 computed as 38 digits of 1/365 times 365 is not quite 1.
	fixed := deposit.NewFixed(num.D("7.3"), 0, deposit.Practice{})
	for amount, want := range map[string]string{"1": "1", "3": "3.02", "555": "557.78"} { // 1.005, 3.015, 557.775
		if got := deposit.Money(deposit.Times(num.D(amount), fixed.Factor(years(25, 365)))).String(); got != want {
			t.Errorf("%s becomes %s, want %s", amount, got, want)
		}
	}
}

// A stretch is its periods one by one, in exact fractions.
func TestStretch(t *testing.T) {
	often(t, func(t *rapid.T) {
		period := one.Add(num.Scaled(int64(rapid.IntRange(0, 999).Draw(t, "rate")), rapid.SampledFrom([]int{4, 5, 45}).Draw(t, "places")))
		n, begin := rapid.IntRange(0, 70).Draw(t, "n"), rapid.Bool().Draw(t, "begin")
		opening, payment := num.FromInt(rapid.Int64Range(0, 1e6).Draw(t, "opening")), num.FromInt(rapid.Int64Range(0, 1e6).Draw(t, "payment"))
		want := opening.Ratio()
		for range n {
			if begin {
				want = want.Add(payment.Ratio())
			}
			want = want.Mul(period.Ratio())
			if !begin {
				want = want.Add(payment.Ratio())
			}
		}
		near(t, "balance", deposit.NewStretch(period, n, begin).Close(opening, payment), want.Round(60, num.HalfEven))
	})
}

// Payouts before a rest are worth, each reinvested at its own rate, the
// interest of that rest; others are simple interest.
func TestPayouts(t *testing.T) {
	often(t, func(t *rapid.T) {
		rate := percent(t)
		n := rapid.SampledFrom([]int{0, 1, 2, 4, 12, 365}).Draw(t, "rests")
		perYear := rapid.SampledFrom([]int{1, 2, 4, 12}).Draw(t, "payouts")
		days := rapid.Int64Range(1, 4000).Draw(t, "days")
		fixed := deposit.NewFixed(rate, n, deposit.Practice{})
		count, each, last := fixed.Payouts(perYear, years(days, 365))
		if int64(count) != days*int64(perYear)/365 {
			t.Fatalf("%d payouts in %d days", count, days)
		}
		if n > 0 && perYear > n {
			perRest := deposit.NewStretch(one.Add(each), perYear/n, false).Close(num.Dec{}, each)
			near(t, "interest of a rest", perRest, num.Quotient(rate, num.FromInt(int64(100*n))).Round(60, num.HalfEven))
			return
		}
		all := each.Mul(num.FromInt(int64(count))).Add(last)
		near(t, "all interest", all, num.Quotient(rate.Mul(num.FromInt(days)), num.FromInt(36500)).Round(60, num.HalfEven))
	})
}

// The least payment reaches the target, and a hundredth less does not.
func TestLeast(t *testing.T) {
	often(t, func(t *rapid.T) {
		period := one.Add(num.Scaled(rapid.Int64Range(0, 400).Draw(t, "rate"), 4))
		rise := one.Add(num.Scaled(rapid.Int64Range(0, 10000).Draw(t, "rise"), rapid.SampledFrom([]int{4, 6}).Draw(t, "places")))
		target := num.Scaled(rapid.Int64Range(1, 1e12).Draw(t, "target"), 3)
		plan := deposit.Plan{
			Initial: num.FromInt(rapid.Int64Range(0, 1e5).Draw(t, "initial")),
			Step:    func(payment num.Dec) num.Dec { return payment.Mul(rise).Money() },
		}
		for range rapid.IntRange(1, 50).Draw(t, "years") {
			plan.Stretches = append(plan.Stretches, deposit.NewStretch(period, 12, rapid.Bool().Draw(t, "begin")))
		}
		reached := func(first num.Dec) bool {
			_, balances := plan.Balances(first)
			return deposit.Round(balances[len(balances)-1], 17, num.HalfEven).Cmp(target) >= 0
		}
		least := plan.Least(target)
		if !reached(least) || least.Sign() > 0 && reached(least.Sub(num.D("0.01"))) || least.Round(2, num.Floor).Cmp(least) != 0 {
			t.Fatalf("least is %s", least)
		}
	})
}
