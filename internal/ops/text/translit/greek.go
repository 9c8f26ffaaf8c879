package translit

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	greekFirst         = 0x0370
	greekLast          = 0x03FF
	greekExtendedFirst = 0x1F00
	greekExtendedLast  = 0x1FFF

	roughBreathing  = 0x0314
	smoothBreathing = 0x0313
	iotaSubscript   = 0x0345
)

// greekLetters renders the letters as ICU 72 Greek-Latin does, beta as b and
// eta as e also in modern Greek. Capitals that become two letters are written
// here in title case. Gamma, upsilon and rho depend on their neighbours.
var greekLetters = map[rune]string{
	'α': "a", 'β': "b", 'γ': "g", 'δ': "d", 'ε': "e", 'ζ': "z", 'η': "e",
	'θ': "th", 'ι': "i", 'κ': "k", 'λ': "l", 'μ': "m", 'ν': "n", 'ξ': "x",
	'ο': "o", 'π': "p", 'ρ': "r", 'ς': "s", 'σ': "s", 'τ': "t", 'υ': "y",
	'φ': "ph", 'χ': "ch", 'ψ': "ps", 'ω': "o",
	'Α': "A", 'Β': "B", 'Γ': "G", 'Δ': "D", 'Ε': "E", 'Ζ': "Z", 'Η': "E",
	'Θ': "Th", 'Ι': "I", 'Κ': "K", 'Λ': "L", 'Μ': "M", 'Ν': "N", 'Ξ': "X",
	'Ο': "O", 'Π': "P", 'Ρ': "R", 'Σ': "S", 'Τ': "T", 'Υ': "Y",
	'Φ': "Ph", 'Χ': "Ch", 'Ψ': "Ps", 'Ω': "O",
	'ϳ': "j", 'Ϸ': "S", 'ϸ': "s", 'Ϻ': "S", 'ϻ': "s",

	// Letters that ICU 72 lacks, by their customary values: heta, digamma,
	// stigma, koppa, sampi, yot, the kai sign, rho with stroke.
	'Ͱ': "H", 'ͱ': "h", 'Ϝ': "W", 'ϝ': "w", 'Ͷ': "W", 'ͷ': "w",
	'Ϛ': "St", 'ϛ': "st", 'Ϙ': "Q", 'ϙ': "q", 'Ϟ': "Q", 'ϟ': "q",
	'Ϡ': "S", 'ϡ': "s", 'Ͳ': "S", 'ͳ': "s", 'Ϳ': "J",
	'Ϗ': "Kai", 'ϗ': "kai", 'ϼ': "r",
}

// greekLetter is a letter with what its marks mean for the transliteration.
type greekLetter struct {
	ascii  string // rendering of the base, "" if it has none
	base   rune
	size   int32 // characters of src, marks included
	vowel  bool
	marked bool // a mark stays on the letter in ICU: accent, dieresis, macron
	rough  bool // rough breathing: an h
	iota   bool // iota subscript: an i
}

// bare reports a vowel that ICU leaves without diacritic, so that an upsilon
// after it makes a diphthong. Eta and omega get a macron there.
func (g greekLetter) bare() bool {
	switch g.base {
	case 'η', 'Η', 'ω', 'Ω':
		return g.iota
	}
	return g.iota || !g.marked
}

// greekAt reads the letter at position i with its marks; base is 0 when there
// is none.
func (c *converter) greekAt(i int) greekLetter {
	if i >= len(c.src) {
		return greekLetter{}
	}
	g := decomposeGreek(c.src[i])
	for i++; i < len(c.src) && c.src[i] >= 0x0300 && c.src[i] <= 0x036F; i++ {
		g.addMark(c.src[i])
		g.size++
	}
	return g
}

// decomposeGreek looks a letter up in the two Greek blocks.
func decomposeGreek(r rune) greekLetter {
	switch {
	case r >= greekFirst && r <= greekLast:
		return greekBlock[r-greekFirst]
	case r >= greekExtendedFirst && r <= greekExtendedLast:
		return greekExtended[r-greekExtendedFirst]
	}
	return greekLetter{base: r, size: 1}
}

var (
	greekBlock    = decomposeBlock(greekFirst, greekLast)
	greekExtended = decomposeBlock(greekExtendedFirst, greekExtendedLast)
)

func decomposeBlock(first, last rune) []greekLetter {
	block := make([]greekLetter, 0, last-first+1)
	for r := first; r <= last; r++ {
		g := greekLetter{base: r, size: 1}
		if d := decompose(r); d != nil {
			base, n := utf8.DecodeRune(d)
			g.base = base
			for _, mark := range string(d[n:]) {
				g.addMark(mark)
			}
		}
		g.ascii = greekLetters[g.base]
		g.vowel = strings.ContainsRune("αεηιουωΑΕΗΙΟΥΩ", g.base)
		block = append(block, g)
	}
	return block
}

// addMark notes a mark. Breathings do not count: the smooth one is dropped
// and the rough one moves away before ICU looks at the letter.
func (g *greekLetter) addMark(mark rune) {
	switch mark {
	case roughBreathing:
		g.rough = true
	case smoothBreathing:
	case iotaSubscript:
		g.iota = true
	default:
		g.marked = true
	}
}

func (c *converter) greek() bool {
	g := c.greekAt(c.pos)
	ascii := g.ascii
	switch {
	case ascii == "":
		return false
	case g.vowel:
		c.greekVowels(g)
		return true
	// Gamma is nasal before gamma, kappa, xi and chi.
	case (g.base == 'γ' || g.base == 'Γ') && strings.ContainsRune("γκξχΓΚΞΧ", c.peek(1)):
		ascii = matchCase("n", g.base)
	case len(ascii) > 1 && unicode.IsUpper(g.base) && !c.lowerFollows(c.pos+int(g.size)):
		ascii = strings.ToUpper(ascii)
	}
	c.emit(ascii, int(g.size))
	if g.rough {
		c.emit(c.aspiration(g.base), 0)
	}
	return true
}

// aspiration is the h after a consonant with rough breathing: ῥ → rh, Ῥό → Rho.
func (c *converter) aspiration(base rune) string {
	if unicode.IsUpper(base) && !c.lowerFollows(c.pos) {
		return "H"
	}
	return "h"
}

// greekVowels renders vowels up to and including the first one that carries a
// mark. A rough breathing there is an h before all of them (αὑ → hau).
func (c *converter) greekVowels(first greekLetter) {
	last, count, end := first, 1, c.pos+int(first.size)
	for !last.marked && !last.rough && !last.iota {
		next := c.greekAt(end)
		if !next.vowel {
			break
		}
		last, count, end = next, count+1, end+int(next.size)
	}
	lowerFirst := false
	if last.rough {
		lowerFirst = c.writeAspirate(first, last, count, end)
	}
	if lowerFirst {
		first.base, first.ascii = unicode.ToLower(first.base), strings.ToLower(first.ascii)
	}
	c.greekVowel(first)
	for c.pos < end {
		c.greekVowel(c.greekAt(c.pos))
	}
}

// writeAspirate writes the h of a rough breathing. It reports whether a capital
// first vowel passes its case on to the h (Ἁγ → Hag, Αἱ → Hai).
func (c *converter) writeAspirate(first, last greekLetter, count, end int) bool {
	c.bareVowelEnd = -1
	upper := unicode.IsUpper(first.base)
	if !upper && !unicode.IsUpper(last.base) {
		c.emit("h", 0)
		return false
	}
	c.emit("H", 0)
	if count == 1 {
		return c.lowerFollows(end)
	}
	return upper && count == 2 && unicode.IsLower(last.base)
}

// greekVowel renders one vowel. Upsilon is u after a bare vowel, y elsewhere.
func (c *converter) greekVowel(g greekLetter) {
	ascii := g.ascii
	if (g.base == 'υ' || g.base == 'Υ') && c.bareVowelEnd == c.pos {
		ascii = matchCase("u", g.base)
	}
	if g.iota {
		ascii += matchCase("i", g.base)
	}
	c.emit(ascii, int(g.size))
	if g.bare() {
		c.bareVowelEnd = c.pos
	}
}

func matchCase(ascii string, like rune) string {
	if unicode.IsUpper(like) {
		return strings.ToUpper(ascii)
	}
	return ascii
}
