package op

import (
	"encoding/base64"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"toolcrib/internal/num"
)

// number reads a number's text into dst and checks its bounds. An enum whose
// values look like numbers takes them unquoted too.
func (d *decoder) number(n *node, dst reflect.Value, s string) {
	x, err := num.Parse(s)
	if n.kind == kString {
		if err == nil {
			s = x.String() // 4.0 is 4 to JSON Schema
		}
		d.string(n, dst, s)
		return
	}
	if err != nil {
		d.badNumber(n, s, err)
		return
	}
	if n.kind != kDec && !x.IsInt() {
		d.add(InvalidNumber, "%s is not a whole number", Quote(s)).Hint = "round it first"
		return
	}
	if !d.inBounds(n, x) {
		return
	}
	switch n.kind {
	case kDec:
		*dst.Addr().Interface().(*num.Dec) = x
	case kBig:
		*dst.Addr().Interface().(*num.Int), _ = x.AsInt()
	default:
		i, ok := x.Int64()
		if !ok || dst.OverflowInt(i) {
			d.add(OutOfRange, "must be between %d and %d", math.MinInt64, math.MaxInt64)
			return
		}
		dst.SetInt(i)
	}
}

func (d *decoder) inBounds(n *node, x num.Dec) bool {
	under := n.min != nil && (x.Cmp(*n.min) < 0 || n.minOpen && x.Cmp(*n.min) == 0)
	over := n.max != nil && (x.Cmp(*n.max) > 0 || n.maxOpen && x.Cmp(*n.max) == 0)
	if under || over {
		d.add(OutOfRange, "must be %s, got %s", n.bounds(), show(x.String(), 40))
	}
	return !under && !over
}

// bounds puts the bounds of a number in words.
func (n *node) bounds() string {
	var lo, hi string
	if n.min != nil {
		lo = map[bool]string{false: "at least ", true: "above "}[n.minOpen] + n.min.String()
	}
	if n.max != nil {
		hi = map[bool]string{false: "at most ", true: "below "}[n.maxOpen] + n.max.String()
	}
	if lo != "" && hi != "" {
		return lo + " and " + hi
	}
	return lo + hi
}

func (d *decoder) badNumber(n *node, s string, err error) {
	switch {
	case errors.Is(err, num.ErrDigits):
		d.add(InvalidNumber, "has more than %d significant digits", num.MaxDigits).Hint = "round it first"
	case errors.Is(err, num.ErrRange):
		d.add(InvalidNumber, "%s is too large or too small; exponents go from -%d to %[2]d", Quote(s), num.MaxExponent).Hint = "send a number of ordinary size"
	default:
		v := d.add(InvalidNumber, "%s is not a number: %s", Quote(s), numberAdvice(s))
		v.Hint = "send digits, as in 100000 or 8.5"
	}
}

// numberAdvice says what to remove from a number that was written in another
// way than JSON's.
func numberAdvice(s string) string {
	switch t := strings.TrimSpace(s); {
	case s == "":
		return "it is empty"
	case t != s:
		return "remove the space (in a query '+' means a space)"
	case strings.HasSuffix(s, "%"):
		return "remove the percent sign"
	case strings.ContainsAny(s, ",_' "):
		return "remove the separators between digits; the decimal sign is '.'"
	case len(s) > 1 && s[0] == '0' && strings.ContainsAny(s[1:2], "xXbBoO"):
		return "send it in decimal"
	case s[0] == '+':
		return "remove the '+'"
	case s[0] == '.' || strings.HasPrefix(s, "-."):
		return "write a digit before the point, as in 0.5"
	case strings.HasSuffix(s, "."):
		return "remove the final point"
	case strings.Trim(strings.TrimPrefix(s, "-"), "0123456789.") == "":
		return "remove the leading zeros"
	}
	if r, n := utf8.DecodeRuneInString(s); n > 1 || r == '$' {
		return "remove the currency sign; digits are 0 to 9"
	}
	return "it must be written in digits"
}

// string reads a text into dst and checks its length, values and pattern.
func (d *decoder) string(n *node, dst reflect.Value, s string) {
	if n.enum != nil {
		d.enumValue(n, dst, s)
		return
	}
	if !d.size(n, len(s)) {
		return
	}
	// A character has one to four bytes: mostly there is no need to count.
	if n.maxLen > 0 && len(s) > n.maxLen || len(s) < utf8.UTFMax*n.minLen {
		switch chars := utf8.RuneCountInString(s); {
		case n.maxLen > 0 && chars > n.maxLen:
			d.add(TooLong, "has %d characters; at most %d are allowed", chars, n.maxLen)
			return
		case chars < n.minLen:
			d.add(TooShort, "has %d characters; at least %d needed", chars, n.minLen)
			return
		}
	}
	if n.pattern != nil && !n.pattern.MatchString(s) {
		d.add(InvalidFormat, "%s does not have the form %s", Quote(s), n.pattern)
		return
	}
	dst.SetString(s)
}

// size checks the bytes of a text or document.
func (d *decoder) size(n *node, bytes int) bool {
	limit := d.limits.Document
	if n.base64 {
		limit = base64.StdEncoding.EncodedLen(limit)
	}
	if bytes > limit {
		d.add(TooLong, "has %d bytes; at most %d are allowed", bytes, limit).Hint = "send it in parts"
		return false
	}
	return true
}

func (d *decoder) enumValue(n *node, dst reflect.Value, s string) {
	value, ok := n.enumValue(s)
	if ok {
		dst.SetString(value)
		return
	}
	if d.invalid.full() {
		d.invalid.omit()
		return
	}
	v := d.add(NotAllowed, "%s is not one of %s", Quote(s), list(n.enum, 30))
	if near := Nearest(s, n.enum); near != "" {
		v.Hint = "did you mean '" + near + "'?"
	}
}

// enumValue finds the value that a spelling stands for. A number is compared
// by its value: 4.0 is 4, and -4 is not.
func (n *node) enumValue(s string) (string, bool) {
	if x, err := num.Parse(s); n.numeric && err == nil {
		i := slices.IndexFunc(n.enum, func(e string) bool { return isNumber(e) && num.D(e).Cmp(x) == 0 })
		if i >= 0 {
			return n.enum[i], true
		}
		if s[0] == '-' {
			return "", false // folding would drop the sign
		}
	}
	value, ok := n.folded[fold(s)]
	return value, ok
}

// isNumber tells whether a text is a number by JSON's grammar.
func isNumber(s string) bool { return s != "" && num.Scan(s) == len(s) }
