package deposit

import "toolcrib/internal/num"

// Fixed is the interest of a fixed deposit as Indian banks compute it: it is
// added at rests, counted from the day of the deposit, and what is left of the
// term behind the last whole one earns simple interest.
type Fixed struct {
	rate     num.Ratio // a year, as a fraction
	rests    int       // 0 for simple interest
	growth   Growth
	practice Practice
}

// Practice is how a bank treats terms that are not whole rests.
type Practice struct {
	SimpleBelow   num.Ratio // shorter terms, in years, earn simple interest
	CompoundParts bool      // a part of a rest compounds too, at every length of term
}

// NewFixed is a deposit at a yearly rate in percent, ≥ 0. Interest is added so
// many times a year; 0 is never.
func NewFixed(percent num.Dec, rests int, practice Practice) Fixed {
	f := Fixed{rate: percent.Mul(hundredth).Ratio(), rests: rests, practice: practice}
	if rests > 0 {
		f.growth = Compound(percent, rests)
	}
	return f
}

// compounds tells whether a deposit of this length is one of compound interest.
func (f Fixed) compounds(years num.Ratio) bool {
	return f.rests > 0 && (f.practice.CompoundParts || years.Cmp(f.practice.SimpleBelow) >= 0)
}

// Factor is what a unit has become when it matures after so many years > 0.
func (f Fixed) Factor(years num.Ratio) num.Dec {
	switch {
	case !f.compounds(years):
		return f.simple(years)
	case f.practice.CompoundParts:
		return f.growth.Factor(years)
	}
	perYear := num.FromInt(int64(f.rests)).Ratio()
	_, part := split(years.Mul(perYear))
	part = part.Quo(perYear)
	return calc.Mul(f.growth.Factor(years.Sub(part)), f.simple(part))
}

// simple is 1 + r·t.
func (f Fixed) simple(years num.Ratio) num.Dec { return decimal(one.Ratio().Add(f.rate.Mul(years))) }

// Yield is the effective annual yield, as a fraction, of a deposit that
// matures after so many years > 0. Compound interest yields the same for every
// length.
func (f Fixed) Yield(years num.Ratio) num.Dec {
	if f.compounds(years) {
		return f.growth.Effective()
	}
	return Yield(f.simple(years), years)
}

// Payouts is the interest of a unit that is paid out so many times a year
// instead of being added: how often in so many years, how much each time, and
// how much is left at maturity for the part of a payout period behind the last.
//
// A payout is the simple interest of its period. Where it comes before the
// rest at which interest would be due, it is the discounted value of that: so
// much that, were it left on deposit, the same would be there at the rest.
func (f Fixed) Payouts(perYear int, years num.Ratio) (count int, each, last num.Dec) {
	n := num.FromInt(int64(perYear)).Ratio()
	count, part := split(years.Mul(n))
	period, part := one.Ratio().Quo(n), part.Quo(n)
	return count, f.earned(period, f.rests > 0 && perYear > f.rests), f.earned(part, f.rests > 0 && f.practice.CompoundParts)
}

// earned is the interest of a unit in a part of a year.
func (f Fixed) earned(years num.Ratio, compound bool) num.Dec {
	if compound {
		return calc.Sub(f.growth.Factor(years), one)
	}
	return decimal(f.rate.Mul(years))
}
