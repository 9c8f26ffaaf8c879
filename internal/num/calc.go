package num

import (
	"github.com/cockroachdb/apd/v3"
)

// Calc is arithmetic at a fixed number of significant digits, for quotients,
// powers and roots, which seldom end. Results are rounded half-even at each
// step; with the usual Digits they are still good to far more than the 34
// digits that the contract asks for when the caller rounds once at the end.
type Calc struct{ ctx *apd.Context }

// Digits is the usual working precision.
const Digits = 60

// NewCalc returns a Calc of the given number of significant digits.
func NewCalc(digits int) Calc {
	ctx := exact.WithPrecision(uint32(digits))
	ctx.Rounding = apd.RoundHalfEven // apd's own default is half-up
	return Calc{ctx}
}

// Add returns x + y.
func (c Calc) Add(x, y Dec) Dec { return c.do(c.ctx.Add, x, y) }

// Sub returns x − y.
func (c Calc) Sub(x, y Dec) Dec { return c.do(c.ctx.Sub, x, y) }

// Mul returns x · y.
func (c Calc) Mul(x, y Dec) Dec { return c.do(c.ctx.Mul, x, y) }

// Quo returns x / y; y must not be 0.
func (c Calc) Quo(x, y Dec) Dec { return c.do(c.ctx.Quo, x, y) }

func (c Calc) do(f func(d, x, y *apd.Decimal) (apd.Condition, error), x, y Dec) Dec {
	var r Dec
	must(f(&r.d, &x.d, &y.d))
	return r
}

// PowInt returns x to the whole power n ≥ 0 by repeated squaring. It costs
// 2·log2(n) products; as each squaring doubles the error so far, the result is
// good to about n units in the last place.
func (c Calc) PowInt(x Dec, n int) Dec {
	r := FromInt(1)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			r = c.Mul(r, x)
		}
		if n > 1 {
			x = c.Mul(x, x)
		}
	}
	return r
}

// Magnitude is the power of ten of the first significant digit of x, 0 for 0.
func (x Dec) Magnitude() int {
	if x.d.IsZero() {
		return 0
	}
	return int(x.d.NumDigits()) + int(x.d.Exponent) - 1
}
