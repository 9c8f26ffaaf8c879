package xml

import (
	"strings"
	"unicode/utf8"
)

// IsChar tells whether XML 1.0 allows the character anywhere in a document
// (production 2, Char). In UTF-8 only these are missing: most controls below
// U+0020, U+FFFE and U+FFFF.
func IsChar(r rune) bool {
	switch {
	case r < 0x20:
		return r == '\t' || r == '\n' || r == '\r'
	case r < 0xD800:
		return true
	default:
		return 0xE000 <= r && r <= utf8.MaxRune && r != 0xFFFE && r != 0xFFFF
	}
}

// class holds what a byte of UTF-8 may be. A run of bytes of one of the classes
// called so needs no further look.
type class uint8

const (
	nameStart  class = 1 << iota // ASCII that begins a Name
	nameChar                     // ASCII that stands in a Name
	space                        // white space, production 3
	textRun                      // plain, and of no meaning in text
	valueRun                     // plain, and of no meaning in an attribute's value
	commentRun                   // plain, and no hyphen
	plainRun                     // plain, and neither ] nor ?
	colon                        // :, which parts a prefix from a name
)

var classes = func() (t [256]class) {
	for i := range t {
		c := byte(i)
		switch {
		case c == ':' || c == '_' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z':
			t[c] = nameStart | nameChar
		case c == '-' || c == '.' || '0' <= c && c <= '9':
			t[c] = nameChar
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			t[c] = space
		}
		// 0xEF may begin U+FFFE or U+FFFF; the other bytes beyond ASCII belong to
		// characters that are allowed, since the text is known to be UTF-8.
		if c >= utf8.RuneSelf && c != 0xEF || IsChar(rune(c)) && c < utf8.RuneSelf {
			for run, special := range map[class]string{textRun: "<&]", valueRun: "<&\"'", commentRun: "-", plainRun: "]?"} {
				if strings.IndexByte(special, c) < 0 {
					t[c] |= run
				}
			}
		}
	}
	t[':'] |= colon
	return t
}()

// wideNameStarts are the ranges of production 4, NameStartChar, beyond ASCII.
var wideNameStarts = [...][2]rune{
	{0xC0, 0xD6}, {0xD8, 0xF6}, {0xF8, 0x2FF}, {0x370, 0x37D}, {0x37F, 0x1FFF}, {0x200C, 0x200D}, {0x2070, 0x218F},
	{0x2C00, 0x2FEF}, {0x3001, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFFD}, {0x10000, 0xEFFFF},
}

// IsNameStart tells whether a Name may begin with the character (production 4,
// NameStartChar, which has the colon).
func IsNameStart(r rune) bool {
	if uint32(r) < utf8.RuneSelf {
		return classes[r]&nameStart != 0
	}
	for _, w := range wideNameStarts {
		if r <= w[1] {
			return r >= w[0]
		}
	}
	return false
}

// IsNameChar tells whether a Name may go on with the character (production 4a,
// NameChar).
func IsNameChar(r rune) bool {
	if uint32(r) < utf8.RuneSelf {
		return classes[r]&nameChar != 0
	}
	return r == 0xB7 || 0x300 <= r && r <= 0x36F || r == 0x203F || r == 0x2040 || IsNameStart(r)
}

// nameEnd returns the offset behind the longest run of name characters that
// starts at i.
func nameEnd(s string, i int) int {
	for i < len(s) && classes[s[i]]&nameChar != 0 {
		i++
	}
	if i == len(s) || s[i] < utf8.RuneSelf {
		return i
	}
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !IsNameChar(r) || r == utf8.RuneError && size == 1 {
			break
		}
		i += size
	}
	return i
}

// startsName tells whether a Name begins at i.
func startsName(s string, i int) bool {
	if i < len(s) && s[i] < utf8.RuneSelf {
		return classes[s[i]]&nameStart != 0
	}
	r, size := utf8.DecodeRuneInString(s[i:])
	return IsNameStart(r) && (r != utf8.RuneError || size > 1)
}

// IsName tells whether the whole text is a Name (production 5): what elements,
// attributes, entities and processing instructions are called.
func IsName(s string) bool { return startsName(s, 0) && nameEnd(s, 0) == len(s) }
