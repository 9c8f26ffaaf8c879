package converters

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"toolcrib/internal/op"
)

// numeral is a whole number as it was written, taken apart.
type numeral struct {
	negative bool
	base     int
	digits   string // at least one
}

func (n numeral) number() *big.Int {
	x, _ := new(big.Int).SetString(n.digits, n.base)
	if n.negative {
		x.Neg(x)
	}
	return x
}

// read takes the value apart; ok is false after recording what is wrong.
func (in BaseIn) read(e *op.Invalid) (n numeral, ok bool) {
	unsigned, negative := strings.CutPrefix(in.Value, "-")
	base, prefixed := in.base(unsigned)
	if base == 0 {
		prefix := unsigned[:2]
		e.Add("from", op.Conflict, "the value begins with %s, but base %s was stated, which has no digit '%s'", prefix, in.From, prefix[1:]).Hint =
			"leave out 'from', or the prefix"
		return n, false
	}
	start := len(in.Value) - len(unsigned)
	if prefixed {
		start += 2
	}
	digits, bad := scan(in.Value, start, base)
	if bad >= 0 {
		refuseDigit(e, in.Value, bad, base)
		return n, false
	}
	return numeral{negative, base, digits}, true
}

// base is that of a number without its sign, and whether it has a prefix to be left
// out: where the letter is a digit of the base stated, it is one. It is 0 for
// a prefix of another base than the one stated.
func (in BaseIn) base(unsigned string) (base int, prefixed bool) {
	stated, err := strconv.Atoi(in.From)
	auto := err != nil
	meant := 0
	for b, prefix := range prefixes {
		if len(unsigned) >= 2 && strings.EqualFold(unsigned[:2], prefix) {
			meant = b
		}
	}
	switch {
	case meant != 0 && (auto || meant == stated):
		return meant, true
	case auto:
		return 10, false
	case meant != 0 && digit(rune(unsigned[1])) >= stated:
		return 0, false
	}
	return stated, false
}

// scan returns the digits of a text from an index on without what parts
// them, or else the index of what does not belong there.
func scan(s string, start, base int) (digits string, bad int) {
	found := make([]byte, 0, len(s)-start)
	between := false // the last character was a digit
	for i := start; i < len(s); i++ {
		switch c := s[i]; {
		case digit(rune(c)) < base:
			found = append(found, c)
			between = true
		case (c == '_' || c == ' ') && between && i+1 < len(s):
			between = false
		default:
			return "", i
		}
	}
	if len(found) == 0 {
		return "", len(s)
	}
	return string(found), -1
}

// digit is the value of a digit, beyond every base when it is none.
func digit(c rune) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'z':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'Z':
		return int(c-'A') + 10
	}
	return big.MaxBase
}

// refuseDigit records what stands at an index of a value. All before it is
// ASCII, so that bytes are characters there.
func refuseDigit(e *op.Invalid, value string, at, base int) {
	place := &op.Place{Line: 1, Column: at + 1, Offset: at}
	if at == len(value) {
		v := e.Add("value", op.InvalidDigit, "the number ends at position %d, where its digits should begin", at+1)
		v.Place, v.Hint = place, "send at least one digit"
		return
	}
	c, size := utf8.DecodeRuneInString(value[at:])
	v := e.Add("value", op.InvalidDigit, "%s at position %d is not a digit of base %d", op.Quote(value[at:at+size]), at+1, base)
	v.Place = place
	switch {
	case c == '.' || c == ',':
		v.Hint = "send a whole number without separators, or with _ between digits"
	case c == '_' || c == ' ':
		v.Hint = "send single _ or spaces, only between digits"
	case c == '+':
		v.Hint = "leave out the +"
	case digit(c) < big.MaxBase && base < 36:
		v.Hint = fmt.Sprintf("send the base in 'from'; '%c' is a digit from base %d on", c, digit(c)+1)
	default:
		v.Hint = "digits are 0-9 and a-z"
	}
}
