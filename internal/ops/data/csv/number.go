package csv

import (
	"strconv"
	"strings"
)

const (
	// maxSafeInteger is 2^53−1, ECMA-262 Number.MAX_SAFE_INTEGER: up to it
	// every integer has a binary64 of its own.
	maxSafeInteger = "9007199254740991"
	// exactDigits is DBL_DIG of ISO C: two decimals of so many significant
	// digits in the normal range never share a binary64, so the shortest
	// spelling of each is the decimal itself.
	exactDigits = 15
	// maxShortestDigits is the most digits that a shortest binary64 spelling
	// has (DBL_DECIMAL_DIG of ISO C).
	maxShortestDigits = 17
	// normalExponent keeps well inside the exponents of normal binary64.
	normalExponent = 290
)

// IsNumber reports whether a cell is written as a number that every JSON
// reader gives back unchanged: it matches -?(0|[1-9][0-9]*)(\.[0-9]+)?, is
// not a negative zero, and is an integer within ±(2^53−1) or a decimal whose
// value is that of its binary64 in the shortest spelling (trailing
// fractional zeros do not count). So codes with leading zeros, long
// identifiers, +5, .5, 1e5, 0x1F and NaN are no numbers.
func IsNumber(cell string) bool {
	digits, negative := cell, false
	if cell != "" && cell[0] == '-' {
		digits, negative = cell[1:], true
	}
	n := leadingDigits(digits)
	if n == 0 || n > 1 && digits[0] == '0' {
		return false
	}
	whole := digits[:n]
	if n == len(digits) {
		return isSafeInteger(whole) && !(negative && whole == "0")
	}
	fraction := digits[n+1:]
	if digits[n] != '.' || fraction == "" || leadingDigits(fraction) != len(fraction) {
		return false
	}
	return isExactDecimal(cell, whole, fraction, negative)
}

// leadingDigits counts the ASCII digits that s begins with.
func leadingDigits(s string) int {
	i := 0
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	return i
}

func isSafeInteger(whole string) bool {
	if len(whole) != len(maxSafeInteger) {
		return len(whole) < len(maxSafeInteger)
	}
	return whole <= maxSafeInteger
}

// isExactDecimal reports whether the shortest binary64 spelling of a decimal
// has its value. numeral is the whole of it, with the sign.
func isExactDecimal(numeral, whole, fraction string, negative bool) bool {
	fraction = strings.TrimRight(fraction, "0")
	digits, exponent := magnitude(whole, fraction)
	switch {
	case digits == 0:
		return !negative
	case digits > maxShortestDigits:
		return false
	case digits <= exactDigits && -normalExponent < exponent && exponent < normalExponent:
		return true
	}
	value, err := strconv.ParseFloat(numeral, 64)
	if err != nil {
		return false
	}
	shortest := strconv.FormatFloat(value, 'e', -1, 64)
	mantissa, power, _ := strings.Cut(strings.TrimPrefix(shortest, "-"), "e")
	shortestExponent, err := strconv.Atoi(power)
	return err == nil && shortestExponent == exponent &&
		strings.Replace(mantissa, ".", "", 1) == strings.Trim(whole+fraction, "0")
}

// magnitude counts the significant digits of whole.fraction and returns the
// power of ten of the first of them. fraction has no zeros at its end.
func magnitude(whole, fraction string) (digits, exponent int) {
	if whole == "0" {
		digits = len(strings.TrimLeft(fraction, "0"))
		return digits, digits - len(fraction) - 1
	}
	if fraction == "" {
		return len(strings.TrimRight(whole, "0")), len(whole) - 1
	}
	return len(whole) + len(fraction), len(whole) - 1
}

// jsonNumeral returns a decimal numeral in the grammar of RFC 8259: the text
// itself where it fits, otherwise with its digits kept but a plus sign and
// needless leading zeros dropped and a bare point completed or dropped. It
// reports false for what is no decimal numeral, such as 1,000 or 0x1F.
func jsonNumeral(cell string) (string, bool) {
	unsigned, negative := strings.CutPrefix(cell, "-")
	if !negative {
		unsigned = strings.TrimPrefix(cell, "+")
	}
	whole := unsigned[:leadingDigits(unsigned)]
	rest, pointed := strings.CutPrefix(unsigned[len(whole):], ".")
	fraction := ""
	if pointed {
		fraction = rest[:leadingDigits(rest)]
	}
	exponent := rest[len(fraction):]
	if whole == "" && fraction == "" || !isExponent(exponent) {
		return "", false
	}
	if cell[0] != '+' && (whole == "0" || whole != "" && whole[0] != '0') && pointed == (fraction != "") {
		return cell, true
	}
	spelling := strings.TrimLeft(whole, "0")
	if spelling == "" {
		spelling = "0"
	}
	if negative {
		spelling = "-" + spelling
	}
	if fraction != "" {
		spelling += "." + fraction
	}
	return spelling + exponent, true
}

// isExponent reports whether s is empty or the exponent of a JSON number.
func isExponent(s string) bool {
	if s == "" {
		return true
	}
	if s[0] != 'e' && s[0] != 'E' {
		return false
	}
	digits := s[1:]
	if digits != "" && (digits[0] == '+' || digits[0] == '-') {
		digits = digits[1:]
	}
	return digits != "" && leadingDigits(digits) == len(digits)
}
