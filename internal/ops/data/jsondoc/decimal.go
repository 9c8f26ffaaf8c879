package jsondoc

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

// Decimal is the exact value of a JSON number, 0.Digits × 10^Exponent. Digits
// has no zero at either end and is empty for zero. Exponents beyond ±10^15 are
// taken for that.
type Decimal struct {
	Negative bool
	Digits   string
	Exponent int64
}

const maxExponent = 1_000_000_000_000_000

// ParseDecimal reads a valid JSON number, in time linear in its length.
func ParseDecimal(number string) Decimal {
	mantissa, exponent, _ := strings.Cut(number, "e")
	if len(mantissa) == len(number) {
		mantissa, exponent, _ = strings.Cut(number, "E")
	}
	mantissa, negative := strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	all := strings.TrimLeft(whole+fraction, "0")
	digits := strings.TrimRight(all, "0")
	if digits == "" {
		return Decimal{}
	}
	return Decimal{negative, digits, power(exponent) + int64(len(all)-len(fraction))}
}

// power reads an exponent, "" being 0.
func power(exponent string) int64 {
	if exponent == "" {
		return 0
	}
	n, _ := strconv.ParseInt(exponent, 10, 64) // the nearest int64 where there is none
	return min(max(n, -maxExponent), maxExponent)
}

// IsInteger tells whether the value is a whole number, however it is written.
func (d Decimal) IsInteger() bool { return int64(len(d.Digits)) <= d.Exponent || d.Digits == "" }

// Cmp compares two values as numbers: -1, 0 or 1.
func (d Decimal) Cmp(e Decimal) int {
	sign := d.sign()
	switch {
	case sign != e.sign():
		return compare(sign, e.sign())
	case d.Exponent != e.Exponent:
		return sign * compare(d.Exponent, e.Exponent)
	}
	return sign * strings.Compare(d.Digits, e.Digits)
}

func (d Decimal) sign() int {
	switch {
	case d.Digits == "":
		return 0
	case d.Negative:
		return -1
	}
	return 1
}

func compare[T int | int64](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// Why binary64, the number of JavaScript and of most JSON readers, does not
// hold a number.
const (
	Beyond2To53 = "beyond_2_53" // a whole number that is not a binary64
	Overflow    = "overflow"    // beyond the largest
	Underflow   = "underflow"   // so small that it becomes 0
	Precision   = "precision"   // more digits than it keeps
)

// safeLength is the length up to which a number without exponent is sure to
// survive: 15 significant digits always do (IEEE 754, DBL_DIG).
const safeLength = 15

// Loss says why binary64 does not hold a number, "" if it does. A number written
// as an integer must be held exactly; of any other it is enough that the
// shortest spelling of the nearest binary64, which is what programs print, has
// the same value.
func Loss(number []byte) string {
	plain := !hasExponent(number)
	if plain && len(number) <= safeLength {
		return ""
	}
	f, _ := strconv.ParseFloat(string(number), 64)
	if plain && math.Abs(f) < 1<<53 && bytes.Equal(number, strconv.AppendFloat(make([]byte, 0, 32), f, 'f', -1, 64)) {
		return "" // as programs print it
	}
	integer := plain && bytes.IndexByte(number, '.') < 0
	switch d := ParseDecimal(string(number)); {
	case d.Digits == "":
		return ""
	case math.IsInf(f, 0):
		return Overflow
	case f == 0:
		return Underflow
	case !integer && d == shortest(f) || isExact(d, f):
		return ""
	case d.IsInteger():
		return Beyond2To53
	}
	return Precision
}

// isExact tells whether f is d itself and not only near it.
func isExact(d Decimal, f float64) bool {
	n := int64(f)
	switch {
	case math.Abs(f) < 1<<62 && float64(n) == f:
		return d == ParseDecimal(strconv.FormatInt(n, 10))
	case !d.IsInteger() && !strings.HasSuffix(d.Digits, "5"):
		return false // what a binary64 between two whole numbers holds ends in 5
	}
	return d == ParseDecimal(strconv.FormatFloat(f, 'e', 766, 64)) // it has at most 767 significant digits
}

func hasExponent(number []byte) bool {
	for _, c := range number {
		if c|' ' == 'e' {
			return true
		}
	}
	return false
}

func shortest(f float64) Decimal { return ParseDecimal(strconv.FormatFloat(f, 'e', -1, 64)) }

// representable tells whether ECMAScript's spelling of a number has the same
// value as the number.
func representable(number []byte) bool {
	if isShortInteger(number) {
		return true
	}
	f, err := strconv.ParseFloat(string(number), 64)
	return err == nil && ParseDecimal(string(number)) == shortest(f)
}

// appendECMAScript appends a representable number as Number::toString of
// ECMA-262 spells it, which RFC 8785 section 3.2.2.3 demands.
func appendECMAScript(dst, number []byte) []byte {
	if isShortInteger(number) {
		return append(dst, number...)
	}
	d := ParseDecimal(string(number))
	if d.Digits == "" {
		return append(dst, '0')
	}
	if d.Negative {
		dst = append(dst, '-')
	}
	switch k, n := len(d.Digits), int(d.Exponent); {
	case k <= n && n <= 21:
		return append(append(dst, d.Digits...), zeros[:n-k]...)
	case 0 < n && n <= 21:
		return append(append(append(dst, d.Digits[:n]...), '.'), d.Digits[n:]...)
	case -6 < n && n <= 0:
		return append(append(append(dst, "0."...), zeros[:-n]...), d.Digits...)
	default:
		dst = append(dst, d.Digits[0])
		if k > 1 {
			dst = append(append(dst, '.'), d.Digits[1:]...)
		}
		dst = append(dst, 'e')
		if n > 0 {
			dst = append(dst, '+')
		}
		return strconv.AppendInt(dst, int64(n-1), 10)
	}
}

// isShortInteger tells whether a number is a whole number of at most
// safeLength digits and sign, as it is always spelt.
func isShortInteger(number []byte) bool {
	for _, c := range number[1:] {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(number) <= safeLength && string(number) != "-0"
}

const zeros = "000000000000000000000"
