package annuity

import (
	"slices"

	"toolcrib/internal/num"
)

// refinedPlaces is to how many decimals of a percent Refine answers. It works
// with so many more digits that a root of fewer decimals comes out exactly.
const (
	refinedPlaces = 40
	workingDigits = 80
	maxRefinings  = 100
)

// Refine returns the rate that Yield has rounded, to 40 decimals of a percent,
// for computing on with it.
//
// It takes secants from two rates close to the root. The worth of payments
// falls smoothly as the rate rises, so each brings more than half as many
// digits again.
func (s Stream) Refine(yield num.Dec, perYear int) num.Dec {
	s, err := s.inArrears()
	if err != nil {
		return yield
	}
	c := num.NewCalc(workingDigits)
	x0, x1 := yield, yield.Add(num.Scaled(1, 4))
	y0, y1 := s.excess(c, x0, perYear), s.excess(c, x1, perYear)
	for range maxRefinings {
		rise := c.Sub(y1, y0)
		if y1.Sign() == 0 || rise.Sign() == 0 {
			break
		}
		step := c.Quo(c.Mul(y1, c.Sub(x1, x0)), rise)
		x0, y0 = x1, y1
		x1 = c.Sub(x1, step)
		if step.Magnitude() < -refinedPlaces-5 {
			break
		}
		y1 = s.excess(c, x1, perYear)
	}
	return x1.Round(refinedPlaces, num.HalfEven)
}

// excess is by how much the payments are worth more than the amount at a
// yearly rate in percent.
func (s Stream) excess(c num.Calc, percent num.Dec, perYear int) num.Dec {
	one := num.FromInt(1)
	rate := c.Quo(percent, num.FromInt(100*int64(perYear)))
	discount := c.Quo(one, c.Add(one, rate))
	var worth num.Dec
	for _, r := range slices.Backward(s.runs) {
		later := c.PowInt(discount, r.count)
		unit := num.FromInt(int64(r.count))
		if rate.Sign() != 0 {
			unit = c.Quo(c.Sub(one, later), rate)
		}
		worth = c.Add(c.Mul(r.payment, unit), c.Mul(worth, later))
	}
	return c.Sub(worth, s.Amount)
}
