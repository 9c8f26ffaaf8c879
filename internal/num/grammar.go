package num

import "errors"

// Bounds on a number as callers may write it. They keep every later step
// cheap: no input costs more than a few dozen digits.
const (
	MaxDigits   = 34 // digits between the first and the last that is not 0
	MaxExponent = 60 // magnitude of the exponent behind the "e"

	// MaxMagnitude bounds numbers written out with zeros: they lie below
	// 10^MaxMagnitude and their last digit is worth at least 10^-MaxMagnitude.
	// That is what MaxDigits with MaxExponent can reach, so plain notation of
	// anything read can be read again.
	MaxMagnitude = MaxExponent + MaxDigits
)

// Errors of the number grammar.
var (
	ErrSyntax = errors.New("num: not a JSON number")
	ErrDigits = errors.New("num: too many significant digits")
	ErrRange  = errors.New("num: too large or too small")
)

// Scan returns the length of the JSON number (RFC 8259 section 6) that s
// begins with, 0 if it begins with none. What follows it is not looked at.
func Scan[T string | []byte](s T) int {
	i := 0
	if i < len(s) && s[i] == '-' {
		i++
	}
	switch {
	case i >= len(s) || s[i] < '0' || s[i] > '9':
		return 0
	case s[i] == '0':
		i++
	default:
		i = digits(s, i)
	}
	if i+1 < len(s) && s[i] == '.' && isDigit(s[i+1]) {
		i = digits(s, i+1)
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		j := i + 1
		if j < len(s) && (s[j] == '+' || s[j] == '-') {
			j++
		}
		if j < len(s) && isDigit(s[j]) {
			i = digits(s, j)
		}
	}
	return i
}

func digits[T string | []byte](s T, i int) int {
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return i
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
