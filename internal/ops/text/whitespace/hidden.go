package whitespace

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// Hidden is a character that looks like a plain space, or like nothing.
type Hidden struct {
	Rune rune
	Name string // by the Unicode Character Database; controls by their alias
}

// hidden are the white space outside ASCII and the invisible characters, in
// the order of their code points.
var hidden = [...]Hidden{
	{0x0085, "NEXT LINE"}, {0x00A0, "NO-BREAK SPACE"}, {0x00AD, "SOFT HYPHEN"}, {0x061C, "ARABIC LETTER MARK"},
	{0x1680, "OGHAM SPACE MARK"}, {0x2000, "EN QUAD"}, {0x2001, "EM QUAD"}, {0x2002, "EN SPACE"}, {0x2003, "EM SPACE"},
	{0x2004, "THREE-PER-EM SPACE"}, {0x2005, "FOUR-PER-EM SPACE"}, {0x2006, "SIX-PER-EM SPACE"}, {0x2007, "FIGURE SPACE"},
	{0x2008, "PUNCTUATION SPACE"}, {0x2009, "THIN SPACE"}, {0x200A, "HAIR SPACE"}, {0x200B, "ZERO WIDTH SPACE"},
	{0x200E, "LEFT-TO-RIGHT MARK"}, {0x200F, "RIGHT-TO-LEFT MARK"}, {0x2028, "LINE SEPARATOR"}, {0x2029, "PARAGRAPH SEPARATOR"},
	{0x202A, "LEFT-TO-RIGHT EMBEDDING"}, {0x202B, "RIGHT-TO-LEFT EMBEDDING"}, {0x202C, "POP DIRECTIONAL FORMATTING"},
	{0x202D, "LEFT-TO-RIGHT OVERRIDE"}, {0x202E, "RIGHT-TO-LEFT OVERRIDE"}, {0x202F, "NARROW NO-BREAK SPACE"},
	{0x205F, "MEDIUM MATHEMATICAL SPACE"}, {0x2060, "WORD JOINER"}, {0x2066, "LEFT-TO-RIGHT ISOLATE"},
	{0x2067, "RIGHT-TO-LEFT ISOLATE"}, {0x2068, "FIRST STRONG ISOLATE"}, {0x2069, "POP DIRECTIONAL ISOLATE"},
	{0x3000, "IDEOGRAPHIC SPACE"}, {0xFEFF, "ZERO WIDTH NO-BREAK SPACE"},
}

// find returns the place of a character among the hidden ones.
func find(r rune) (int, bool) {
	return slices.BinarySearchFunc(hidden[:], r, func(h Hidden, r rune) int { return int(h.Rune - r) })
}

// dropInvisible is for strings.Map.
func dropInvisible(r rune) rune {
	if _, ok := find(r); ok && !unicode.IsSpace(r) {
		return -1
	}
	return r
}

// Found is a hidden character with how often it occurs.
type Found struct {
	Hidden
	Count int
}

// Find lists the white space outside ASCII and the invisible characters of a
// text, in the order of their code points.
func Find(text string) (list []Found) {
	var counts [len(hidden)]int
	for _, r := range text {
		if r < utf8.RuneSelf {
			continue
		}
		if i, ok := find(r); ok {
			counts[i]++
		}
	}
	for i, n := range counts {
		if n > 0 {
			list = append(list, Found{hidden[i], n})
		}
	}
	return list
}
