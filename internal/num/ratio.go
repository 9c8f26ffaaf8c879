package num

import (
	"math/big"

	"github.com/cockroachdb/apd/v3"
)

// Ratio is an immutable exact quotient of two whole numbers, for results that
// have no finite decimal and must be rounded only once. Its zero value is 0.
//
// Unlike big.Rat it is not brought to lowest terms after each step: the terms
// of a power are as large as they must be anyway, and searching them for a
// common divisor costs more than all the rest.
type Ratio struct{ n, d *big.Int } // d > 0; both nil for the zero value

// Quotient returns x / y; y must not be 0.
func Quotient(x, y Dec) Ratio { return x.Ratio().Quo(y.Ratio()).reduce() }

// Ratio returns x as a quotient.
func (x Dec) Ratio() Ratio {
	n := x.d.Coeff.MathBigInt()
	if x.d.Negative {
		n.Neg(n)
	}
	d := big.NewInt(1)
	if e := x.d.Exponent; e >= 0 {
		n.Mul(n, tenTo(int(e)))
	} else {
		d = tenTo(int(-e))
	}
	return Ratio{n, d}
}

// tens are the powers of ten up to those of numbers as callers may write them.
var tens = func() (powers [MaxMagnitude + MaxDigits]*big.Int) {
	powers[0] = big.NewInt(1)
	for e := 1; e < len(powers); e++ {
		powers[e] = new(big.Int).Mul(powers[e-1], big.NewInt(10))
	}
	return powers
}()

// tenTo returns a power of ten, for reading only.
func tenTo(e int) *big.Int {
	if e < len(tens) {
		return tens[e]
	}
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(e)), nil)
}

// terms returns numerator and denominator, for reading only.
func (q Ratio) terms() (n, d *big.Int) {
	if q.d == nil {
		return new(big.Int), big.NewInt(1)
	}
	return q.n, q.d
}

// Fraction returns copies of numerator and denominator, the latter above 0,
// for loops over whole numbers.
func (q Ratio) Fraction() (n, d *big.Int) {
	n, d = q.terms()
	return new(big.Int).Set(n), new(big.Int).Set(d)
}

// reduce brings q to lowest terms.
func (q Ratio) reduce() Ratio {
	g := new(big.Int).GCD(nil, nil, new(big.Int).Abs(q.n), q.d)
	return Ratio{new(big.Int).Quo(q.n, g), g.Quo(q.d, g)}
}

// Add returns q + r.
func (q Ratio) Add(r Ratio) Ratio {
	qn, qd := q.terms()
	rn, rd := r.terms()
	n := new(big.Int).Mul(qn, rd)
	return Ratio{n.Add(n, new(big.Int).Mul(rn, qd)), new(big.Int).Mul(qd, rd)}
}

// Sub returns q − r.
func (q Ratio) Sub(r Ratio) Ratio {
	n, d := r.terms()
	return q.Add(Ratio{new(big.Int).Neg(n), d})
}

// Mul returns q · r.
func (q Ratio) Mul(r Ratio) Ratio {
	qn, qd := q.terms()
	rn, rd := r.terms()
	return Ratio{new(big.Int).Mul(qn, rn), new(big.Int).Mul(qd, rd)}
}

// Quo returns q / r; r must not be 0.
func (q Ratio) Quo(r Ratio) Ratio {
	n, d := r.terms()
	switch n.Sign() {
	case 0:
		panic("num: division by zero")
	case -1:
		return q.Mul(Ratio{new(big.Int).Neg(d), new(big.Int).Neg(n)})
	}
	return q.Mul(Ratio{d, n})
}

// Pow returns q to the whole power k ≥ 0; 0 to the power 0 is 1.
func (q Ratio) Pow(k int) Ratio {
	n, d := q.terms()
	e := big.NewInt(int64(k))
	return Ratio{new(big.Int).Exp(n, e, nil), new(big.Int).Exp(d, e, nil)}
}

// Sign is −1, 0 or 1.
func (q Ratio) Sign() int {
	n, _ := q.terms()
	return n.Sign()
}

// Cmp is −1, 0 or 1 as q is below, equal to or above r.
func (q Ratio) Cmp(r Ratio) int {
	qn, qd := q.terms()
	rn, rd := r.terms()
	return new(big.Int).Mul(qn, rd).Cmp(new(big.Int).Mul(rn, qd))
}

// Round returns q with at most the given number of decimals, rounded once
// from its exact value.
func (q Ratio) Round(places int, how Rounding) Dec {
	n, d := q.terms()
	whole, rest := new(big.Int).Mul(new(big.Int).Abs(n), tenTo(places)), new(big.Int)
	whole.QuoRem(whole, d, rest)
	var r Dec
	r.d.Coeff.SetMathBigInt(whole)
	r.d.Exponent = int32(-places)
	r.d.Negative = n.Sign() < 0
	half := rest.Lsh(rest, 1).CmpAbs(d)
	if rest.Sign() != 0 && how.ShouldAddOne(&r.d.Coeff, r.d.Negative, half) {
		r.d.Coeff.Add(&r.d.Coeff, apd.NewBigInt(1))
	}
	if r.d.IsZero() {
		return Dec{}
	}
	return r
}

// Money rounds half-even to two decimals, the default for amounts.
func (q Ratio) Money() Dec { return q.Round(2, HalfEven) }
