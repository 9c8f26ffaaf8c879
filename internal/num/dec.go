package num

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"
)

// Dec is an immutable decimal of any size and scale. Its zero value is 0.
type Dec struct{ d apd.Decimal }

// exact has no precision limit: sums and products are exact.
var exact = apd.BaseContext.WithPrecision(0)

// Parse reads a decimal written as a JSON number within MaxDigits,
// MaxExponent and MaxMagnitude. The error is ErrSyntax, ErrDigits or ErrRange.
// The cost is linear in the length of s, whatever is written there.
func Parse(s string) (Dec, error) {
	if s == "" || Scan(s) != len(s) {
		return Dec{}, ErrSyntax
	}
	digits, exp, err := significant(s)
	if err != nil || digits == "" {
		return Dec{}, err
	}
	var r Dec
	if n, err := strconv.ParseUint(digits, 10, 64); err == nil {
		r.d.Coeff.SetUint64(n)
	} else {
		r.d.Coeff.SetString(digits, 10)
	}
	r.d.Exponent = int32(exp)
	r.d.Negative = s[0] == '-'
	return r, nil
}

// significant returns the digits of a well-formed number without leading and
// trailing zeros, "" for zero, and the power of ten of the last of them.
func significant(s string) (digits string, exp int, err error) {
	mantissa := strings.TrimPrefix(s, "-")
	if i := strings.IndexAny(mantissa, "eE"); i >= 0 {
		if exp, err = exponent(mantissa[i+1:]); err != nil {
			return "", 0, err
		}
		mantissa = mantissa[:i]
	}
	whole, frac, _ := strings.Cut(mantissa, ".")
	whole, frac = strings.TrimLeft(whole, "0"), strings.TrimRight(frac, "0")
	exp -= len(frac)
	switch {
	case whole == "":
		digits = strings.TrimLeft(frac, "0")
	case frac == "":
		digits = strings.TrimRight(whole, "0")
		exp += len(whole) - len(digits)
	case len(whole)+len(frac) > MaxDigits:
		return "", 0, ErrDigits
	default:
		digits = whole + frac
	}
	switch {
	case digits == "":
		return "", 0, nil
	case len(digits) > MaxDigits:
		return "", 0, ErrDigits
	case exp < -MaxMagnitude || exp+len(digits) > MaxMagnitude:
		return "", 0, ErrRange
	}
	return digits, exp, nil
}

// exponent reads the exponent part behind the "e".
func exponent(s string) (int, error) {
	digits := strings.TrimLeft(strings.TrimLeft(s, "+-"), "0")
	if len(digits) > 2 {
		return 0, ErrRange
	}
	n := 0
	for _, c := range []byte(digits) {
		n = n*10 + int(c-'0')
	}
	if n > MaxExponent {
		return 0, ErrRange
	}
	if s[0] == '-' {
		n = -n
	}
	return n, nil
}

// D is Parse for constants; it panics on anything that is not a number.
func D(s string) Dec {
	d, err := Parse(s)
	if err != nil {
		panic("num: " + s + ": " + err.Error())
	}
	return d
}

// FromInt returns n as a decimal.
func FromInt(n int64) Dec {
	var r Dec
	r.d.SetInt64(n)
	return r
}

// Scaled returns n · 10^−places.
func Scaled(n int64, places int) Dec {
	r := FromInt(n)
	r.d.Exponent = int32(-places)
	return r
}

// Add returns x + y exactly.
func (x Dec) Add(y Dec) Dec {
	var r Dec
	must(exact.Add(&r.d, &x.d, &y.d))
	return r
}

// Sub returns x − y exactly.
func (x Dec) Sub(y Dec) Dec {
	var r Dec
	must(exact.Sub(&r.d, &x.d, &y.d))
	return r
}

// Mul returns x · y exactly.
func (x Dec) Mul(y Dec) Dec {
	var r Dec
	must(exact.Mul(&r.d, &x.d, &y.d))
	return r
}

// Neg returns −x.
func (x Dec) Neg() Dec {
	var r Dec
	r.d.Neg(&x.d)
	return r
}

// Cmp is −1, 0 or 1 as x is below, equal to or above y.
func (x Dec) Cmp(y Dec) int { return x.d.Cmp(&y.d) }

// Sign is −1, 0 or 1.
func (x Dec) Sign() int { return x.d.Sign() }

// IsInt tells whether x is a whole number.
func (x Dec) IsInt() bool {
	var r apd.Decimal
	must(exact.RoundToIntegralValue(&r, &x.d))
	return r.Cmp(&x.d) == 0
}

// Int64 returns x if it is whole and fits.
func (x Dec) Int64() (int64, bool) {
	if !x.IsInt() {
		return 0, false
	}
	n, err := x.d.Int64()
	return n, err == nil
}

// Rounding names a way to drop digits.
type Rounding = apd.Rounder

// The roundings used by the operations.
const (
	HalfEven Rounding = apd.RoundHalfEven
	HalfUp   Rounding = apd.RoundHalfUp
	Floor    Rounding = apd.RoundFloor
	Ceiling  Rounding = apd.RoundCeiling
)

// Round returns x with at most the given number of decimals.
func (x Dec) Round(places int, how Rounding) Dec {
	drop := -int(x.d.Exponent) - places
	if drop <= 0 {
		return x
	}
	var r Dec
	var unit, rest apd.BigInt
	unit.SetMathBigInt(tenTo(drop))
	r.d.Coeff.QuoRem(&x.d.Coeff, &unit, &rest)
	r.d.Exponent, r.d.Negative = int32(-places), x.d.Negative
	half := rest.Lsh(&rest, 1).CmpAbs(&unit)
	if rest.Sign() != 0 && how.ShouldAddOne(&r.d.Coeff, r.d.Negative, half) {
		r.d.Coeff.Add(&r.d.Coeff, apd.NewBigInt(1))
	}
	if r.d.IsZero() {
		return Dec{}
	}
	return r
}

// Money rounds half-even to two decimals, the default for amounts.
func (x Dec) Money() Dec { return x.Round(2, HalfEven) }

// Float returns the nearest binary64, for starting points only.
func (x Dec) Float() float64 {
	f, err := x.d.Float64()
	if err != nil {
		return 0
	}
	return f
}

// String writes x in plain notation without trailing zeros.
func (x Dec) String() string { return string(x.AppendJSON(nil)) }

// AppendJSON appends x as a JSON number in plain notation: no exponent, no
// trailing zeros, never "-0".
func (x Dec) AppendJSON(dst []byte) []byte {
	if x.d.IsZero() {
		return append(dst, '0')
	}
	start := len(dst)
	dst = x.d.Append(dst, 'f')
	if bytes.IndexByte(dst[start:], '.') < 0 {
		return dst
	}
	for dst[len(dst)-1] == '0' {
		dst = dst[:len(dst)-1]
	}
	if dst[len(dst)-1] == '.' {
		dst = dst[:len(dst)-1]
	}
	return dst
}

// MarshalJSON is AppendJSON for encoding/json.
func (x Dec) MarshalJSON() ([]byte, error) { return x.AppendJSON(nil), nil }

// must turns an arithmetic condition into a panic: with the bounds of Parse
// and unlimited precision none can arise, so one is a defect here.
func must(_ apd.Condition, err error) {
	if err != nil {
		panic("num: " + err.Error())
	}
}
