package annuity

import "toolcrib/internal/num"

// Timing tells whether a payment is made at the end or at the beginning of
// its period.
type Timing uint8

// The timings. An annuity paid in advance is also called annuity due.
const (
	InArrears Timing = iota
	InAdvance
)

// Rate is an exact rate of interest per period, above −100 %.
type Rate struct {
	interest num.Ratio // of one period, per unit of balance
	growth   num.Ratio // 1 + interest
}

// Nominal is the rate per period of a yearly rate in percent that is divided
// evenly: 12 percent and 12 periods a year are 1 percent per period.
func Nominal(percentPerYear num.Dec, perYear int) Rate {
	return rateOf(num.Quotient(percentPerYear, num.FromInt(100*int64(perYear))))
}

func rateOf(interest num.Ratio) Rate { return Rate{interest: interest, growth: one.Add(interest)} }

var one = num.FromInt(1).Ratio()

// Yearly is the rate in percent that Nominal divides into this one.
func (r Rate) Yearly(perYear int) num.Ratio { return r.interest.Mul(whole(100 * perYear)) }

func whole(n int) num.Ratio { return num.FromInt(int64(n)).Ratio() }

// Interest is what one period costs on a balance.
func (r Rate) Interest(balance num.Dec) num.Ratio { return r.interest.Mul(balance.Ratio()) }

// Effective is the rate that so many periods compound to, as a fraction: with
// the periods of one year, the effective annual rate.
func (r Rate) Effective(periods int) num.Ratio { return r.growth.Pow(periods).Sub(one) }

// Instalment is the level payment that repays a principal in n ≥ 1 periods:
// P·i / (1 − (1+i)^−n), P/n without interest, and one period's growth less
// when paid in advance.
func (r Rate) Instalment(principal num.Dec, n int, when Timing) num.Ratio {
	return principal.Ratio().Quo(r.perUnit(n, when))
}

// PresentValue is what n ≥ 1 level payments are worth one period before the
// first of them, or at the first when paid in advance.
func (r Rate) PresentValue(payment num.Dec, n int, when Timing) num.Ratio {
	return payment.Ratio().Mul(r.perUnit(n, when))
}

// perUnit is the present value of n payments of 1.
func (r Rate) perUnit(n int, when Timing) num.Ratio {
	value := r.arrears(n, r.discount(n))
	if when == InAdvance {
		value = value.Mul(r.growth)
	}
	return value
}

// arrears is perUnit in arrears from what discount says of n. Powers of the
// discount factor keep the terms of the fraction half as long as powers of
// the growth.
func (r Rate) arrears(n int, discount num.Ratio) num.Ratio {
	if r.interest.Sign() == 0 {
		return whole(n)
	}
	return one.Sub(discount).Quo(r.interest)
}

// discount is what 1 is worth n periods earlier.
func (r Rate) discount(n int) num.Ratio { return one.Quo(r.growth).Pow(n) }
