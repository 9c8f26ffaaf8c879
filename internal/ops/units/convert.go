package units

import "toolcrib/internal/num"

// Amount is how much of a dimension a value in a unit is: an exact quotient
// in the base unit.
type Amount struct {
	num, den num.Dec
	unit     *Unit
}

// Amount takes a value in u. The error is ErrStandstill for a pace that is
// not above 0, and ErrTooCold for a temperature that does not exist.
func (u *Unit) Amount(value num.Dec) (Amount, error) {
	switch u.kind {
	case pace:
		if value.Sign() <= 0 {
			return Amount{}, ErrStandstill
		}
		return Amount{u.num, value.Mul(u.den), u}, nil
	case thermometer:
		above := value.Sub(u.Zero).Mul(u.num)
		if above.Sign() < 0 {
			return Amount{}, ErrTooCold
		}
		return Amount{above, u.den, u}, nil
	}
	return Amount{value.Mul(u.num), u.den, u}, nil
}

// Result is a converted value: an exact quotient, not yet rounded.
type Result struct {
	num, den num.Dec
	inexact  bool // the size of a unit is not exact, whatever the digits
}

// In takes an amount to another unit of the same dimension. The error is
// ErrStandstill for the pace of a speed that is not above 0.
func (a Amount) In(u *Unit) (Result, error) {
	r := Result{num: a.num.Mul(u.den), den: a.den.Mul(u.num)}
	switch u.kind {
	case pace:
		if a.num.Sign() <= 0 {
			return Result{}, ErrStandstill
		}
		r.num, r.den = r.den, r.num
	case thermometer:
		r.num = r.num.Add(u.Zero.Mul(r.den))
	}
	r.inexact = (a.unit.measured || u.measured) && a.unit != u && r.num.Sign() != 0
	return r, nil
}

// Factor is what a value is multiplied by to take it from one unit to the
// other, to 15 significant digits; ok is false where no number does that.
func Factor(from, to *Unit) (factor num.Dec, ok bool) {
	if from.kind != to.kind || from.kind == thermometer {
		return num.Dec{}, false
	}
	one, _ := from.Amount(num.FromInt(1)) // neither too cold nor a standstill
	r, _ := one.In(to)
	factor, _ = r.Significant()
	return factor, true
}

// fifteen digits are what every client that reads numbers as binary floats
// keeps.
var fifteen = num.NewCalc(15)

// Significant rounds half-even to 15 significant digits; exact tells whether
// that is the true value.
func (r Result) Significant() (rounded num.Dec, exact bool) {
	rounded = fifteen.Quo(r.num, r.den)
	return rounded, r.is(rounded)
}

// Decimals rounds half-even to so many decimals; exact tells whether that is
// the true value.
func (r Result) Decimals(places int) (rounded num.Dec, exact bool) {
	rounded = r.num.Ratio().Quo(r.den.Ratio()).Round(places, num.HalfEven)
	return rounded, r.is(rounded)
}

func (r Result) is(rounded num.Dec) bool { return !r.inexact && rounded.Mul(r.den).Cmp(r.num) == 0 }
