package translit

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Locale selects the few renderings that depend on the language of the text.
type Locale uint8

const (
	// Und is the default: no language is assumed.
	Und Locale = iota
	// De writes umlauts in the German way: ä → ae, Ö → Oe, or OE where no
	// lower-case letter follows (CLDR de-ASCII).
	De
	// Tr is Turkish and Azerbaijani. Both dotted İ and dotless ı become an ASCII
	// i of the same case, as under Und; lower-casing I to ı is left to the
	// caller, who has to do it before or after for the whole text.
	Tr
	// Hi is Hindi: the inherent a that ends a Devanagari word of more than one
	// syllable is not pronounced and is dropped (भारत → bharat, न → na).
	Hi
)

// Result is the outcome of [Convert].
type Result struct {
	// Text is the transliteration. It is ASCII but for the characters in Kept.
	Text string
	// Converted tells whether a letter, mark or digit outside ASCII was
	// rendered, be it by nothing (Hebrew alef, Cyrillic soft sign).
	Converted bool
	// Kept lists the characters outside ASCII that remain in Text, in the order
	// of their first occurrence: letters without a rendering, but punctuation
	// and symbols too.
	Kept []Kept
}

// Kept is one character that was left as it is.
type Kept struct {
	Char  rune
	Count int
}

// ASCII transliterates s, keeping what has no rendering. ASCII text is
// returned unchanged; bytes that are not UTF-8 become U+FFFD.
func ASCII(s string, loc Locale) string {
	return Convert(s, loc).Text
}

// Convert transliterates s as [ASCII] does and reports what happened.
func Convert(s string, loc Locale) Result {
	if isASCII(s) {
		return Result{Text: s}
	}
	c := converter{
		src:       []rune(norm.NFC.String(strings.Map(dropInvisible, s))),
		out:       make([]byte, 0, len(s)+len(s)/4),
		loc:       loc,
		keptIndex: make(map[rune]int),
	}
	c.run()
	return Result{Text: string(c.out), Converted: c.converted, Kept: c.kept}
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// converter holds one conversion. Script rules look at src around pos, append
// to out, and move pos past what they have consumed.
type converter struct {
	src []rune
	pos int
	out []byte
	loc Locale

	converted bool
	kept      []Kept
	keptIndex map[rune]int

	// attached is true when the previous character was rendered or is an ASCII
	// letter or digit: a combining mark here belongs to it and vanishes with it.
	attached bool
	// bareVowelEnd is the position after the last Greek vowel that carries no
	// accent; an upsilon right there is the second half of a diphthong.
	bareVowelEnd int
	// wordHasVowel is true once the current run of Indic text has a vowel.
	wordHasVowel bool
}

func (c *converter) run() {
	c.bareVowelEnd = -1
	for c.pos < len(c.src) {
		r := c.src[c.pos]
		switch {
		case r < utf8.RuneSelf:
			c.passASCII(r)
		case c.script(r) || c.letter(r):
		case c.attached && unicode.In(r, unicode.Mn, unicode.Me):
			c.emit("", 1)
		default:
			c.keep(r)
		}
	}
}

func (c *converter) passASCII(r rune) {
	c.out = append(c.out, byte(r))
	c.attached = isASCIIAlnum(r)
	c.wordHasVowel = false
	c.pos++
}

// script applies the rules of the scripts that need context. It reports false,
// with nothing consumed, when none of them covers r.
func (c *converter) script(r rune) bool {
	if r >= indicFirst && r <= indicLast {
		return c.indic(r)
	}
	c.wordHasVowel = false
	switch {
	case r >= greekFirst && r <= greekLast || r >= greekExtendedFirst && r <= greekExtendedLast:
		return c.greek()
	case r >= arabicFirst && r <= arabicLast:
		return c.arabic(r)
	case isKana(r):
		return c.kana(r)
	case isHangul(r):
		return c.hangul(r)
	}
	return c.han(r)
}

// letter applies the context-free rules: the tables of single letters, and
// decimal digits.
func (c *converter) letter(r rune) bool {
	if c.loc == De && c.umlaut(r) {
		return true
	}
	if ascii := findLetter(letterPages, r); ascii != nil {
		c.emit(*ascii, 1)
		return true
	}
	if d, ok := decimalDigit(r); ok {
		c.emit(d, 1)
		return true
	}
	return false
}

// emit writes the rendering of the next n characters and consumes them.
func (c *converter) emit(ascii string, n int) {
	c.out = append(c.out, ascii...)
	c.pos += n
	c.attached = true
	c.converted = true
}

func (c *converter) keep(r rune) {
	c.out = utf8.AppendRune(c.out, r)
	c.attached = false
	c.pos++
	i, seen := c.keptIndex[r]
	if !seen {
		i = len(c.kept)
		c.keptIndex[r] = i
		c.kept = append(c.kept, Kept{Char: r})
	}
	c.kept[i].Count++
}

// peek returns the character at distance n from the current one, or 0.
func (c *converter) peek(n int) rune {
	if i := c.pos + n; i >= 0 && i < len(c.src) {
		return c.src[i]
	}
	return 0
}

// lowerFollows reports whether the next letter, after any combining marks at
// position i, is a lower-case letter. It decides between Th and TH, Ae and AE.
func (c *converter) lowerFollows(i int) bool {
	for i < len(c.src) && unicode.Is(unicode.Mn, c.src[i]) {
		i++
	}
	return i < len(c.src) && unicode.IsLower(c.src[i])
}

func isASCIIAlnum(r rune) bool {
	return '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z'
}

// dropInvisible removes the format characters that neither show nor separate:
// joiners, direction marks, variation selectors, soft hyphen, Hangul fillers.
// U+200B, which is a word break, stays.
func dropInvisible(r rune) rune {
	switch {
	case r < 0x00AD:
		return r
	case r == 0x00AD, r == 0x034F, r == 0x061C, r == 0x115F, r == 0x1160, r == 0xFEFF:
		return -1
	case r >= 0x200C && r <= 0x200F, r >= 0x202A && r <= 0x202E:
		return -1
	case r >= 0x2060 && r <= 0x206F, r >= 0xFE00 && r <= 0xFE0F, r >= 0xE0100 && r <= 0xE01EF:
		return -1
	}
	return r
}
