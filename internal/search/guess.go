package search

import (
	"strings"
	"unicode/utf8"
)

// A word that no operation has may be the beginning of one, as it is while
// somebody types, or a misspelling of one.
const (
	minPrefix = 3 // bytes of a beginning
	minTypo   = 5 // bytes of a word in which one mistake leaves no doubt
)

// guesses lists the known words that an unknown one may have been meant to be:
// those it begins, else those one mistake away. Mistakes are looked for behind
// the first letter, which people get right.
func (x *Index) guesses(s string) (found []string) {
	if len(s) >= minPrefix {
		for _, known := range x.vocab[s[0]] {
			if strings.HasPrefix(known, s) {
				found = append(found, known)
			}
		}
	}
	if found != nil || len(s) < minTypo {
		return found
	}
	for _, known := range x.vocab[s[0]] {
		if len(known) >= minTypo-1 && nearly(s, known) {
			found = append(found, known)
		}
	}
	return found
}

// nearly tells whether two different words are one mistake apart: a letter
// too many, missing or wrong, or two neighbours swapped.
func nearly(a, b string) bool {
	if len(a)-len(b) > utf8.UTFMax || len(b)-len(a) > utf8.UTFMax {
		return false
	}
	x, y := []rune(a), []rune(b)
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	return len(x) <= 1 && len(y) <= 1 || len(x) == 2 && len(y) == 2 && x[0] == y[1] && x[1] == y[0]
}
