package sorter

import (
	"encoding/binary"
	"strings"
	"unicode"
)

// Number orders by the decimal number that a line starts with, as sort -n
// does, at any length and without a binary float. White space before it and
// anything behind it is passed over. It may have a sign, a fraction (".5" and
// "5." too) and an exponent ("1e3"). A line that starts with none has no key.
func Number(dst []byte, line string) ([]byte, bool) {
	n, ok := scanNumber(strings.TrimLeftFunc(line, unicode.IsSpace))
	if !ok {
		return dst, false
	}
	return n.append(dst), true
}

// decimal is 0.whole+fraction · 10^magnitude, digits without zeros at either
// end. A zero has no digits.
type decimal struct {
	negative        bool
	whole, fraction string
	magnitude       int64
}

func scanNumber(s string) (n decimal, ok bool) {
	if s != "" && (s[0] == '-' || s[0] == '+') {
		n.negative = s[0] == '-'
		s = s[1:]
	}
	n.whole, s = cutDigits(s)
	if strings.HasPrefix(s, ".") {
		n.fraction, s = cutDigits(s[1:])
	}
	if n.whole == "" && n.fraction == "" {
		return n, false
	}
	n.normalize()
	n.magnitude += exponent(s)
	return n, true
}

// normalize drops zeros at both ends of the digits and sets the magnitude.
func (n *decimal) normalize() {
	n.fraction = strings.TrimRight(n.fraction, "0")
	if n.fraction == "" {
		n.whole = strings.TrimLeft(n.whole, "0")
		n.magnitude = int64(len(n.whole))
		n.whole = strings.TrimRight(n.whole, "0")
		return
	}
	n.whole = strings.TrimLeft(n.whole, "0")
	n.magnitude = int64(len(n.whole))
	if n.whole == "" {
		digits := strings.TrimLeft(n.fraction, "0")
		n.magnitude = -int64(len(n.fraction) - len(digits))
		n.fraction = digits
	}
}

// exponent reads the exponent that s starts with, 0 if there is none. One
// beyond 18 digits is taken for the largest of 18.
func exponent(s string) int64 {
	if s == "" || s[0] != 'e' && s[0] != 'E' {
		return 0
	}
	s = s[1:]
	negative := strings.HasPrefix(s, "-")
	if negative || strings.HasPrefix(s, "+") {
		s = s[1:]
	}
	digits, _ := cutDigits(s)
	digits = strings.TrimLeft(digits, "0")
	var e int64
	for i := range min(len(digits), 18) {
		e = e*10 + int64(digits[i]-'0')
	}
	if len(digits) > 18 {
		e = 1e18 - 1
	}
	if negative {
		return -e
	}
	return e
}

func cutDigits(s string) (digits, rest string) {
	i := 0
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	return s[:i], s[i:]
}

// append writes the sign, the magnitude and the digits, so that bytes compare
// as the numbers do. Behind the sign of a negative number all is inverted, and
// closed by a byte above any inverted digit: of two, the one with more digits
// is less.
func (n decimal) append(dst []byte) []byte {
	if n.whole == "" && n.fraction == "" {
		return append(dst, isZero)
	}
	if !n.negative {
		return n.appendSize(append(dst, isPositive))
	}
	dst = append(dst, isNegative)
	start := len(dst)
	dst = n.appendSize(dst)
	for i := range dst[start:] {
		dst[start+i] ^= 0xff
	}
	return append(dst, 0xff)
}

const isNegative, isZero, isPositive = 0, 1, 2

func (n decimal) appendSize(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(dst, uint64(n.magnitude)+1<<63)
	return append(append(dst, n.whole...), n.fraction...)
}
