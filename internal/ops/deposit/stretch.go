package deposit

import (
	"math/bits"

	"toolcrib/internal/num"
)

// Stretch is a time in which equal payments are made at equal distances.
type Stretch struct {
	growth   num.Dec // of a unit that is there from the beginning
	payments num.Dec // worth of all payments of 1 at the end
}

// NewStretch is n periods of the given growth each, with a payment at the end
// or at the beginning of every one.
func NewStretch(period num.Dec, n int, begin bool) Stretch {
	growth, payments := series(period, n)
	if begin {
		payments = calc.Mul(payments, period)
	}
	return Stretch{growth, payments}
}

// Idle is a stretch without payments.
func Idle(growth num.Dec) Stretch { return Stretch{growth: growth} }

// Close is the balance at the end of the stretch.
func (s Stretch) Close(opening, payment num.Dec) num.Dec {
	return calc.Add(opening.Mul(s.growth), payment.Mul(s.payments))
}

// series is g^n and 1 + g + … + g^(n−1). The sum is doubled, not taken from
// (g^n − 1)/(g − 1): that loses its digits where g is hardly more than 1, and
// has no value at 1.
func series(g num.Dec, n int) (power, sum num.Dec) {
	power = one
	for bit := bits.Len(uint(n)) - 1; bit >= 0; bit-- {
		sum = calc.Mul(sum, one.Add(power))
		power = calc.Mul(power, power)
		if n>>bit&1 == 1 {
			sum = sum.Add(power)
			power = calc.Mul(power, g)
		}
	}
	return power, sum
}
