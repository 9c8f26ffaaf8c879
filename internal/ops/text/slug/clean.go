package slug

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// outside changes what lies between preserved characters and leaves those as
// they are.
func outside(s, preserve string, change func(string) string) string {
	if preserve == "" {
		return change(s)
	}
	var b strings.Builder
	for s != "" {
		i := strings.IndexAny(s, preserve)
		if i < 0 {
			i = len(s)
		}
		b.WriteString(change(s[:i]))
		_, kept := utf8.DecodeRuneInString(s[i:])
		b.WriteString(s[i : i+kept])
		s = s[i+kept:]
	}
	return b.String()
}

// compatible is NFKC where that reads well: a fraction behind a digit becomes
// a word of its own, with a plain slash, and the acute accent that is typed
// for an apostrophe does not become a space with a mark.
func compatible(s string) string {
	if isASCII(s) {
		return s
	}
	var b strings.Builder
	digit := false
	for _, r := range s {
		switch {
		case r == '´':
			r = '\''
		case digit && isFraction(r):
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		digit = unicode.IsDigit(r)
	}
	return strings.ReplaceAll(norm.NFKC.String(b.String()), "⁄", "/")
}

// isFraction reports the vulgar fractions, from ¼ to ↉.
func isFraction(r rune) bool {
	return r >= '¼' && r <= '¾' || r >= '⅐' && r <= '⅟' || r == '↉'
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// decamelize opens a gap before an upper-case letter that follows a lower-case
// letter or a digit, and before the last upper-case letter of a run that goes
// on in lower case: XMLHttpRequest is XML Http Request. Marks belong to the
// letter before them.
func decamelize(s string) string {
	var b strings.Builder
	var before rune // the last character that is no mark
	for i, r := range s {
		if unicode.IsUpper(r) {
			lowerNext := unicode.IsUpper(before) && unicode.IsLower(skipMarks(s[i+utf8.RuneLen(r):]))
			if unicode.IsLower(before) || unicode.IsDigit(before) || lowerNext {
				b.WriteByte(' ')
			}
		}
		b.WriteRune(r)
		if !isMark(r) {
			before = r
		}
	}
	return b.String()
}

// skipMarks returns the first character that is no mark. Long runs of marks,
// which no word has, end the search, so that its cost stays bounded.
func skipMarks(s string) rune {
	const most = 32
	n := 0
	for _, r := range s {
		if n++; !isMark(r) || n > most {
			return r
		}
	}
	return 0
}

func isMark(r rune) bool { return unicode.Is(unicode.M, r) || ignorable(r) }

// isApostrophe reports the characters written between the letters of one word:
// don’t is dont, not don-t. The Armenian and Hebrew ones mark abbreviations
// and foreign sounds.
func isApostrophe(r rune) bool {
	switch r {
	case '\'', '`', '’', '‘', '‛', 'ʼ', 'ʻ', '՚', '׳', '״':
		return true
	}
	return false
}

// ignorable characters steer the shaping of letters or hide in text; a gap in
// their place would tear words of Persian or Hindi apart. The zero width
// space is a gap, and the Arabic number signs do show.
func ignorable(r rune) bool {
	if r < '\u00AD' || r == '\u200B' {
		return false
	}
	return unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) &&
		!unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

// tidy removes what stands inside words without being part of them, and
// spells out the ampersand.
func tidy(s string) string {
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
	for _, r := range s {
		switch {
		case r == '&':
			b.WriteString(" and ")
		case isApostrophe(r) || ignorable(r):
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// split cuts s into words, runs of characters that a slug may hold, and counts
// what is lost between them.
func (m *Maker) split(s string) (words []string, dropped []Dropped) {
	index := map[rune]int{}
	start := -1
	for i, r := range s {
		if m.keeps(r, start >= 0) {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 {
			words = append(words, s[start:i])
			start = -1
		}
		// Normalisation puts an ignorable character into long runs of marks.
		if !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.S) || ignorable(r) {
			continue
		}
		at, seen := index[r]
		if !seen {
			at = len(dropped)
			index[r] = at
			dropped = append(dropped, Dropped{Char: r})
		}
		dropped[at].Count++
	}
	if start >= 0 {
		words = append(words, s[start:])
	}
	return words, dropped
}

// keeps reports whether a slug may hold a character. A mark needs a letter to
// stand on.
func (m *Maker) keeps(r rune, inWord bool) bool {
	if m.preserve != "" && strings.ContainsRune(m.preserve, r) {
		return true
	}
	if m.options.ASCII || r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	return unicode.In(r, unicode.L, unicode.N) || inWord && unicode.Is(unicode.M, r)
}
