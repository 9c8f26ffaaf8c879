package csv

import "math/bits"

// Eight bytes are looked at in one step, as the lanes of a word: a bit of
// highs marks a lane that has what is sought. In each test the lowest mark is
// right; a borrow can set false ones above it. (H. S. Warren, Hacker's
// Delight, 6-1.)
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
	lanes = 8
)

// stops are up to three bytes to look for, each in every lane of a word.
type stops struct{ a, b, c uint64 }

func stopAt(a, b, c byte) stops {
	return stops{ones * uint64(a), ones * uint64(b), ones * uint64(c)}
}

// find returns the first place from i on where one of the stops is, or the
// length of the text. It also reports whether what it passed over may hold a
// byte that a JSON string must escape.
func find(text string, i int, stop stops) (at int, special bool) {
	seen := uint64(0)
	for ; i+lanes <= len(text); i += lanes {
		word := load(text[i : i+lanes])
		found := equal(word, stop.a) | equal(word, stop.b) | equal(word, stop.c)
		escaped := specials(word)
		if found != 0 {
			before := found&-found - 1
			return i + bits.TrailingZeros64(found)/lanes, seen|escaped&before != 0
		}
		seen |= escaped
	}
	special = seen != 0
	for ; i < len(text); i++ {
		b := text[i]
		if b == byte(stop.a) || b == byte(stop.b) || b == byte(stop.c) {
			return i, special
		}
		special = special || isSpecial(b)
	}
	return i, special
}

// plainPrefix returns the length of what s begins with that stands for itself
// in a JSON string.
func plainPrefix(s string) int {
	i := 0
	for ; i+lanes <= len(s); i += lanes {
		if found := specials(load(s[i : i+lanes])); found != 0 {
			return i + bits.TrailingZeros64(found)/lanes
		}
	}
	for i < len(s) && !isSpecial(s[i]) {
		i++
	}
	return i
}

// specials marks the lanes that a JSON string must escape.
func specials(word uint64) uint64 {
	return below(word, 0x20) | equal(word, ones*'"') | equal(word, ones*'\\')
}

func isSpecial(b byte) bool { return b < 0x20 || b == '"' || b == '\\' }

// load makes a word of eight bytes, the first one lowest.
func load(s string) uint64 {
	_ = s[lanes-1]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// equal marks the lanes where word is as pattern.
func equal(word, pattern uint64) uint64 {
	difference := word ^ pattern
	return (difference - ones) &^ difference & highs
}

// below marks the lanes less than limit, which is at most 0x80.
func below(word, limit uint64) uint64 {
	return (word - ones*limit) &^ word & highs
}
