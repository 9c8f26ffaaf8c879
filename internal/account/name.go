package account

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxName is the most characters that the name of an account or key has.
const MaxName = 64

// ValidName tells whether a text may name an account or key: 1 to MaxName
// printable characters, without spaces at the ends, so that it fits into one
// cell of a table.
func ValidName(name string) bool {
	n := utf8.RuneCountInString(name)
	hidden := !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
	return n >= 1 && n <= MaxName && !hidden && strings.TrimSpace(name) == name
}
