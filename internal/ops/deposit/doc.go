// Package deposit is the mathematics of money that earns interest: growth at
// compound interest over any time, equal payments along the way, the fixed
// deposit of Indian banks, and investment plans whose payments step up.
//
// Amounts and rates come in as exact decimals, times in years as exact
// fractions. Results are factors and amounts of 38 significant digits, of
// which steps without an exact value cost up to five of the last; Round, Money
// and Percent bring them to the decimals that are shown, once, at the end.
//
// The theory is that of any text on compound interest, such as S. G. Kellison,
// The Theory of Interest, chapters 1 to 4.
package deposit

import "toolcrib/internal/num"

var (
	calc      = num.NewCalc(digits)
	zero      = num.Dec{}
	one       = num.FromInt(1)
	hundred   = num.FromInt(100)
	hundredth = num.D("0.01")
)

// digits is the working precision: contract C3 asks for 34, and 38 still fit
// into 128 bits, where arithmetic costs half of what one digit more does.
const digits = 38

// noise is the number of decimals behind which a result is not to be relied
// on: the largest that is answered, 10^15, after a hundred years of daily rests
// is off by less than 10^15 · 36,500 · 10^-38. Without dropping them, 0.00499…9
// computed for an exact half cent would go the wrong way.
const noise = 17

func settled(x num.Dec) num.Dec { return x.Round(noise, num.HalfEven) }

// Round brings a result of this package to at most so many decimals.
func Round(x num.Dec, places int, how num.Rounding) num.Dec { return settled(x).Round(places, how) }

// Money rounds a result half-even to two decimals, the default for amounts.
func Money(x num.Dec) num.Dec { return Round(x, 2, num.HalfEven) }

// Percent turns a fraction into a percentage of so many decimals, half-even.
func Percent(fraction num.Dec, places int) num.Dec {
	return Round(fraction.Mul(hundred), places, num.HalfEven)
}

// Times is a product of results.
func Times(x, y num.Dec) num.Dec { return calc.Mul(x, y) }

// Over is a quotient of results; y must not be 0.
func Over(x, y num.Dec) num.Dec { return calc.Quo(x, y) }

// decimal is a quotient as a decimal, good to noise in any product with an
// amount.
func decimal(q num.Ratio) num.Dec { return q.Round(digits, num.HalfEven) }

// split parts a quotient ≥ 0 into its whole number and the rest.
func split(q num.Ratio) (whole int, rest num.Ratio) {
	floor := q.Round(0, num.Floor)
	n, _ := floor.Int64()
	return int(n), q.Sub(floor.Ratio())
}

// power is x^y for x > 0, y ≥ 0; most of it by products, which cost less than
// logarithms and are exact while they have room.
func power(x num.Dec, y num.Ratio) num.Dec {
	whole, rest := split(y)
	p := calc.PowInt(x, whole)
	if rest.Sign() == 0 {
		return p
	}
	return calc.Mul(p, calc.Pow(x, decimal(rest)))
}
