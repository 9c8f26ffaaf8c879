// Package fold makes texts comparable that differ only in case: full Unicode
// case folding, under which "Straße" equals "STRASSE" and "ΟΔΟΣ" equals
// "οδος". Folding depends on no language: in Turkish text too, I is i.
//
// The tables are those of golang.org/x/text, Unicode 15.
package fold

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// String returns toCasefold(s) of the Unicode Standard, section 3.13. It does
// not normalise: é as one code point differs from e with an accent.
func String(s string) string {
	if ascii(s) {
		return strings.ToLower(s)
	}
	return caseFold(s)
}

// Canonical returns a text that is the same for all texts that match
// canonically and caselessly (definition D145 there): toCasefold between two
// normalisations.
func Canonical(s string) string {
	if ascii(s) {
		return strings.ToLower(s)
	}
	return norm.NFC.String(caseFold(norm.NFD.String(s)))
}

var folder = cases.Fold() // stateless

func caseFold(s string) string { return folder.String(strings.Map(oneCherokee, s)) }

// oneCherokee makes small Cherokee letters capital, because x/text's Fold
// swaps the two instead of making them one.
func oneCherokee(r rune) rune {
	if 0x13F8 <= r && r <= 0x13FD || 0xAB70 <= r && r <= 0xABBF {
		return unicode.ToUpper(r)
	}
	return r
}

func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
