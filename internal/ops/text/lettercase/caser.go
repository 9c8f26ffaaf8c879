// Package lettercase changes the case of text in any script, and splits text
// into the words that identifiers are made of.
//
// # Mappings
//
// Letters change by the full mappings of Unicode 17, whatever the toolchain,
// with the conditions of SpecialCasing.txt: ß becomes SS, and Σ at the end of a
// word becomes ς. Turkish and Azerbaijani have their i and ı, Lithuanian keeps
// the dot of an i under accents, and Greek loses its accents in upper case as
// ICU does it. Title case follows ICU: the first letter, number or symbol of
// each word (UAX #29) gets its title case and the rest of the word is lower
// case; in Dutch ij is one letter.
//
// golang.org/x/text/cases is not used for three reasons: its tables are those
// of Unicode 15 with Go 1.26, its Greek drops the diaeresis and its Lithuanian
// doubles the dot of İ, and it cannot map a part of a text in the context of
// the whole.
//
// # Cost
//
// Time and memory are linear in the length of the text.
package lettercase

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"toolcrib/internal/ops/text/ucd"
)

// tailoring is a set of rules of languages.
type tailoring uint8

const (
	root tailoring = iota
	turkic
	lithuanian
	greek
	dutch
)

// Caser changes case by the rules of a language. It is immutable.
type Caser struct {
	table    *ucd.Table
	mappings map[rune]mapping
	rules    tailoring
}

// New returns a Caser for a language.
func New(tag language.Tag) *Caser {
	c := &Caser{table: ucd.Load(), mappings: loadMappings()}
	base, _, _ := tag.Raw()
	switch base.String() {
	case "tr", "az":
		c.rules = turkic
	case "lt":
		c.rules = lithuanian
	case "el":
		c.rules = greek
	case "nl":
		c.rules = dutch
	}
	return c
}

// Lower returns s in lower case.
func (c *Caser) Lower(s string) string {
	return string(c.appendLower(make([]byte, 0, len(s)), s, 0, len(s)))
}

// Upper returns s in upper case.
func (c *Caser) Upper(s string) string {
	return string(c.appendUpper(make([]byte, 0, len(s)+len(s)/16), s, 0, len(s)))
}

// appendLower appends s[from:to] in lower case, in the context of s.
func (c *Caser) appendLower(dst []byte, s string, from, to int) []byte {
	for i := from; i < to; {
		if b := s[i]; b < utf8.RuneSelf && (c.rules == root || b != 'I' && b != 'J') {
			if 'A' <= b && b <= 'Z' {
				b += 'a' - 'A'
			}
			dst = append(dst, b)
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if special, ok := c.specialLower(s, i, i+size, r); ok {
			dst = append(dst, special...)
		} else if lower := c.mappings[r].lower; lower != "" {
			dst = append(dst, lower...)
		} else {
			dst = append(dst, s[i:i+size]...)
		}
		i += size
	}
	return dst
}

// specialLower is the lower case of the character from i to end where that
// depends on language or context.
func (c *Caser) specialLower(s string, i, end int, r rune) (lower string, ok bool) {
	switch {
	case r == 'Σ':
		return "ς", c.casedBefore(s[:i]) && !c.casedAfter(s[end:])
	case c.rules == turkic:
		switch r {
		case 'İ':
			return "i", true
		case 'I':
			return "ı", markAfter(s[end:]) != dotAbove
		case dotAbove:
			return "", baseBefore(s[:i]) == 'I'
		}
	case c.rules == lithuanian:
		switch r {
		case 'I', 'J', 'Į':
			return c.mappings[r].lower + string(dotAbove), markAfter(s[end:]) != 0
		case 'Ì':
			return "i\u0307\u0300", true
		case 'Í':
			return "i\u0307\u0301", true
		case 'Ĩ':
			return "i\u0307\u0303", true
		}
	}
	return "", false
}

// appendUpper appends s[from:to] in upper case, in the context of s.
func (c *Caser) appendUpper(dst []byte, s string, from, to int) []byte {
	if c.rules == greek {
		return c.appendGreekUpper(dst, s, from, to)
	}
	for i := from; i < to; {
		if b := s[i]; b < utf8.RuneSelf && (b != 'i' || c.rules != turkic) {
			if 'a' <= b && b <= 'z' {
				b -= 'a' - 'A'
			}
			dst = append(dst, b)
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch upper := c.mappings[r].upper; {
		case r == 'i': // Turkish
			dst = append(dst, "İ"...)
		case r == dotAbove && c.rules == lithuanian && unicode.Is(unicode.Soft_Dotted, baseBefore(s[:i])):
		case upper != "":
			dst = append(dst, upper...)
		default:
			dst = append(dst, s[i:i+size]...)
		}
		i += size
	}
	return dst
}

// appendTitle appends the title case of the first character of s and returns
// how much of s that is.
func (c *Caser) appendTitle(dst []byte, s string) ([]byte, int) {
	r, size := utf8.DecodeRuneInString(s)
	title := c.mappings[r].title
	switch {
	case r == 'i' && c.rules == turkic:
		title = "İ"
	case title == "":
		title = s[:size]
	}
	dst = append(dst, title...)
	if c.rules == dutch {
		if ij, n := dutchIJ(title, s[size:]); n > 0 {
			return append(dst, ij...), size + n
		}
	}
	return dst, size
}

// dutchIJ is the rest of the letter IJ behind an I, both with an acute accent
// or both without, and the length of what it comes from.
func dutchIJ(first, rest string) (ij string, n int) {
	const acute = "\u0301"
	accent := ""
	switch {
	case first == "Í":
		accent = acute
	case first == "I" && strings.HasPrefix(rest, acute):
		accent, ij, rest = acute, acute, rest[len(acute):]
	case first != "I":
		return "", 0
	}
	if rest == "" || rest[0]|0x20 != 'j' || !strings.HasPrefix(rest[1:], accent) {
		return "", 0
	}
	n = len(ij) + 1 + len(accent)
	if r, _ := utf8.DecodeRuneInString(rest[1+len(accent):]); unicode.Is(unicode.M, r) {
		return "", 0
	}
	return ij + "J" + accent, n
}

// casedBefore tells whether a cased letter is the last character of s that is
// not ignored.
func (c *Caser) casedBefore(s string) bool {
	for s != "" {
		r, size := utf8.DecodeLastRuneInString(s)
		if p := c.table.Of(r); !p.CaseIgnorable() {
			return p.Cased()
		}
		s = s[:len(s)-size]
	}
	return false
}

// casedAfter tells whether a cased letter is the first character of s that is
// not ignored.
func (c *Caser) casedAfter(s string) bool {
	for _, r := range s {
		if p := c.table.Of(r); !p.CaseIgnorable() {
			return p.Cased()
		}
	}
	return false
}

const dotAbove = '\u0307'

// above is the combining class of marks above a letter.
const above = 230

// markAfter returns the first mark above in the marks that s starts with, 0 if
// there is none.
func markAfter(s string) rune {
	for i, r := range s {
		switch class(s[i:]) {
		case 0:
			return 0
		case above:
			return r
		}
	}
	return 0
}

// baseBefore returns the letter that a mark above at the end of s would stand
// on, 0 if another is there already.
func baseBefore(s string) rune {
	for s != "" {
		r, size := utf8.DecodeLastRuneInString(s)
		last := s[len(s)-size:]
		s = s[:len(s)-size]
		switch class(last) {
		case 0:
			return r
		case above:
			return 0
		}
	}
	return 0
}

func class(s string) uint8 { return norm.NFD.PropertiesString(s).CCC() }
