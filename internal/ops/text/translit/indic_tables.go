package translit

import (
	"strings"
	"unicode"
)

// Offsets within a block that the scripts share (The Unicode Standard, 12.1:
// the blocks follow ISCII 1988).
const (
	offCandrabindu = 0x01
	offAnusvara    = 0x02
	offVisarga     = 0x03
	offVowels      = 0x05
	offConsonants  = 0x15
	offNukta       = 0x3C
	offAvagraha    = 0x3D
	offSigns       = 0x3E
	offVirama      = 0x4D
	offOm          = 0x50
)

// The shared layout in ISO 15919 without diacritics.
var (
	sharedVowels     = strings.Fields("a a i i u u r l e e e ai o o o au")
	sharedConsonants = strings.Fields(`k kh g gh n c ch j jh n t th d dh n t th d dh n
		n p ph b bh m y r r l l l v s s s h`)
	sharedSigns = strings.Fields("a i i u u r r e e e ai o o o au")
)

// nuktaLetters are the consonants whose letter changes under a nukta, by
// offset: q, z, the flapped r, rh and f of ISO 15919, ž for jha and ẇ for va.
var nuktaLetters = map[int]string{
	0x15: "q", 0x1C: "z", 0x1D: "z", 0x21: "r", 0x22: "rh", 0x2B: "f", 0x35: "w",
}

// indicTable holds the ten blocks U+0900..U+0DFF.
var indicTable = buildIndicTable()

func buildIndicTable() *[indicScripts][indicBlock]indicChar {
	var table [indicScripts][indicBlock]indicChar
	for i := range table {
		if i < sinhalaBlock {
			table[i] = sharedBlock()
		}
		for _, row := range indicOverrides[i] {
			row.apply(&table[i])
		}
		dropUnassigned(&table[i], rune(indicFirst+i*indicBlock))
	}
	return &table
}

// dropUnassigned clears the places of the shared layout that a script leaves
// empty.
func dropUnassigned(block *[indicBlock]indicChar, first rune) {
	for off := range block {
		if !unicode.In(first+rune(off), unicode.L, unicode.M, unicode.N) {
			block[off] = indicChar{}
		}
	}
}

func sharedBlock() (block [indicBlock]indicChar) {
	block[offCandrabindu] = indicChar{class: indicOther, ascii: "m"}
	block[offAnusvara] = indicChar{class: indicNasal}
	block[offVisarga] = indicChar{class: indicOther, ascii: "h"}
	for i, ascii := range sharedVowels {
		block[offVowels+i] = indicChar{class: indicVowel, ascii: ascii}
	}
	for i, ascii := range sharedConsonants {
		block[offConsonants+i] = consonant(offConsonants+i, ascii)
	}
	block[offNukta] = indicChar{class: indicNukta}
	block[offAvagraha] = indicChar{class: indicOther}
	for i, ascii := range sharedSigns {
		block[offSigns+i] = indicChar{class: indicSign, ascii: ascii}
	}
	block[offVirama] = indicChar{class: indicVirama}
	block[offOm] = indicChar{class: indicVowel, ascii: "om"}
	// Length marks stand alone only in defective text: NFC joins them to the
	// vowel they belong to.
	for off := 0x51; off <= 0x57; off++ {
		block[off] = indicChar{class: indicOther}
	}
	block[0x60] = indicChar{class: indicVowel, ascii: "r"}
	block[0x61] = indicChar{class: indicVowel, ascii: "l"}
	block[0x62] = indicChar{class: indicSign, ascii: "l"}
	block[0x63] = indicChar{class: indicSign, ascii: "l"}
	return block
}

// consonant makes the entry of the consonant at an offset of the shared layout.
// The nasal does not assimilate to the three letters of the South that ICU
// leaves out of its classes: ṉ, ṟ and ḻ.
func consonant(off int, ascii string) indicChar {
	return indicChar{
		class:      indicConsonant,
		ascii:      ascii,
		nukta:      nuktaLetters[off],
		keepsNasal: off == 0x29 || off == 0x31 || off == 0x34,
	}
}

// indicRow changes entries of one script: each pair is an offset and its ASCII.
type indicRow struct {
	class indicClass
	chars map[int]string
}

func (row indicRow) apply(block *[indicBlock]indicChar) {
	for off, ascii := range row.chars {
		block[off] = indicChar{class: row.class, ascii: ascii}
	}
}
