package translit

import "strings"

const (
	indicFirst     = 0x0900
	indicLast      = 0x0DFF
	indicBlock     = 0x80
	devanagariLast = 0x097F
	indicScripts   = (indicLast + 1 - indicFirst) / indicBlock
)

// indicClass says how a character of an Indic script takes part in a syllable.
type indicClass uint8

const (
	indicNone      indicClass = iota // no rendering: symbols, punctuation, unassigned
	indicConsonant                   // has the inherent vowel unless a sign follows
	indicVowel                       // independent vowel
	indicSign                        // dependent vowel, replaces the inherent one
	indicVirama                      // removes the inherent vowel
	indicNukta                       // changes the consonant before it
	indicNasal                       // anusvara, tippi: n or m by what follows
	indicDouble                      // addak: doubles the consonant that follows
	indicOther                       // written as it is: visarga, chillu, silent marks
)

// indicChar is the entry of one character.
type indicChar struct {
	class indicClass
	ascii string
	nukta string // the consonant with nukta, "" if the nukta changes nothing
	// keepsNasal is set on the consonants before which an anusvara stays m.
	keepsNasal bool
}

func indicAt(r rune) indicChar {
	if r < indicFirst || r > indicLast {
		return indicChar{}
	}
	i := r - indicFirst
	return indicTable[i/indicBlock][i%indicBlock]
}

// indic renders one character, or a consonant with its nukta and inherent
// vowel.
func (c *converter) indic(r rune) bool {
	ch := indicAt(r)
	switch ch.class {
	case indicNone:
		c.wordHasVowel = false
		return false
	case indicConsonant:
		c.indicConsonant(ch)
	case indicNasal:
		c.emit(c.nasal(), 1)
	case indicDouble:
		c.emit(c.doubled(), 1)
	case indicVowel, indicSign:
		c.emit(ch.ascii, 1)
		c.wordHasVowel = true
	default:
		c.emit(ch.ascii, 1)
	}
	return true
}

func (c *converter) indicConsonant(ch indicChar) {
	ascii, n := ch.ascii, 1
	if indicAt(c.peek(1)).class == indicNukta {
		n++
		if ch.nukta != "" {
			ascii = ch.nukta
		}
	}
	hindi := c.loc == Hi && c.src[c.pos] <= devanagariLast
	c.emit(ascii, n)
	switch indicAt(c.peek(0)).class {
	case indicSign, indicVirama:
		return
	case indicNone:
		if hindi && c.wordHasVowel {
			return
		}
	}
	c.emit("a", 0)
	c.wordHasVowel = true
}

// nasal renders an anusvara by the consonant after it, as ICU does: m before
// labials, n before other consonants, m before vowels and at the end.
func (c *converter) nasal() string {
	next := indicAt(c.peek(1))
	if next.class != indicConsonant || next.keepsNasal || strings.ContainsRune("pbm", rune(next.ascii[0])) {
		return "m"
	}
	return "n"
}

// doubled gives the first letter of the consonant after an addak: kkh for kh.
func (c *converter) doubled() string {
	next := indicAt(c.peek(1))
	if next.class != indicConsonant {
		return ""
	}
	ascii := next.ascii
	if next.nukta != "" && indicAt(c.peek(2)).class == indicNukta {
		ascii = next.nukta
	}
	return ascii[:1]
}
