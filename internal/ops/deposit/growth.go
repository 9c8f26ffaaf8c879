package deposit

import "toolcrib/internal/num"

// Continuously is the number of rests of interest that is added at every
// moment.
const Continuously = 0

// Growth is compound interest: after t years a unit has become (1+r/n)^(n·t)
// at the yearly rate r with n rests, times at which interest is added, a year;
// with continuous interest e^(r·t).
type Growth struct {
	rate  num.Dec // a year, as a fraction
	rests int
	rest  num.Dec // growth from one rest to the next
	year  num.Dec // growth of one year
}

// Compound is growth at a yearly rate in percent, ≥ 0, with so many rests a
// year, or Continuously.
func Compound(percent num.Dec, rests int) Growth {
	g := Growth{rate: percent.Mul(hundredth), rests: rests}
	if rests == Continuously {
		g.year = calc.Exp(g.rate)
		return g
	}
	g.rest = calc.Add(one, calc.Quo(percent, num.FromInt(100*int64(rests))))
	g.year = calc.PowInt(g.rest, rests)
	return g
}

// Factor is what a unit becomes in a time ≥ 0, whole rests or not.
func (g Growth) Factor(years num.Ratio) num.Dec {
	whole, part := split(years)
	factor := calc.PowInt(g.year, whole)
	switch {
	case part.Sign() == 0:
		return factor
	case g.rests == Continuously:
		return calc.Mul(factor, calc.Exp(decimal(part.Mul(g.rate.Ratio()))))
	}
	return calc.Mul(factor, power(g.rest, part.Mul(num.FromInt(int64(g.rests)).Ratio())))
}

// Effective is the effective annual rate as a fraction.
func (g Growth) Effective() num.Dec { return calc.Sub(g.year, one) }

// DoublingYears is the time in which any amount doubles; the rate must be
// above 0.
func (g Growth) DoublingYears() num.Dec {
	perYear := g.rate
	// Where 1+r/n is hardly more than 1 its logarithm is r/n.
	if g.rests != Continuously && perYear.Cmp(tiny) > 0 {
		n := num.FromInt(int64(g.rests))
		perYear = wide.Mul(n, wide.Ln(wide.Add(one, wide.Quo(g.rate, n))))
	}
	return wide.Quo(ln2, perYear)
}

// The logarithm of what is hardly more than 1 loses the digits in which both
// agree, so it is taken of a longer number.
var (
	wide = num.NewCalc(num.Digits)
	tiny = num.D("1e-30")
	ln2  = wide.Ln(num.FromInt(2))
)

// Yield is the effective annual rate, as a fraction, of what has grown by a
// factor in so many years: factor^(1/years) − 1.
func Yield(factor num.Dec, years num.Ratio) num.Dec {
	return calc.Sub(power(factor, one.Ratio().Quo(years)), one)
}
