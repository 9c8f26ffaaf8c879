package translit

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// rendering gives the ASCII form shared by every letter of a string.
type rendering struct {
	ascii   string
	letters string
}

// letterPage holds the renderings of 256 consecutive characters; nil stands for
// none, since a letter may be rendered by nothing.
type letterPage [256]*string

// letterPages holds the rules that need no context, of all scripts, by the high
// byte of the character.
var letterPages = indexLetters(
	latinLetters, latinGaps, modifierLetters,
	cyrillicLetters, cyrillicGaps,
	arabicLetters, arabicGaps,
	hebrewLetters,
)

func indexLetters(tables ...[]rendering) *[256]*letterPage {
	var pages [256]*letterPage
	for _, table := range tables {
		for i := range table {
			for _, letter := range table[i].letters {
				setLetter(&pages, letter, &table[i].ascii)
			}
		}
	}
	indexComposed(&pages)
	return &pages
}

// composedBlocks are the blocks of letters that Unicode composes with their
// diacritics: Latin, Cyrillic, Arabic, Latin Extended Additional.
var composedBlocks = [][2]rune{{0x00C0, 0x024F}, {0x0400, 0x052F}, {0x0620, 0x06FF}, {0x1E00, 0x1EFF}}

// indexComposed renders letters with diacritics (ắ, ё, ئ) by their base letter
// where no table has an entry of their own (й).
func indexComposed(pages *[256]*letterPage) {
	for _, block := range composedBlocks {
		for r := block[0]; r <= block[1]; r++ {
			d := decompose(r)
			if d == nil || findLetter(pages, r) != nil {
				continue
			}
			base, size := utf8.DecodeRune(d)
			ascii := string(d[:size])
			if base < utf8.RuneSelf {
				setLetter(pages, r, &ascii)
			} else if known := findLetter(pages, base); known != nil {
				setLetter(pages, r, known)
			}
		}
	}
}

func setLetter(pages *[256]*letterPage, r rune, ascii *string) {
	if pages[r>>8] == nil {
		pages[r>>8] = new(letterPage)
	}
	pages[r>>8][r&0xFF] = ascii
}

// findLetter returns the rendering of r, nil if there is none.
func findLetter(pages *[256]*letterPage, r rune) *string {
	if r > 0xFFFF || pages[r>>8] == nil {
		return nil
	}
	return pages[r>>8][r&0xFF]
}

// decompose returns the full canonical decomposition of r in UTF-8, nil if r
// has none.
func decompose(r rune) []byte {
	var buf [utf8.UTFMax]byte
	n := utf8.EncodeRune(buf[:], r)
	return norm.NFD.Properties(buf[:n]).Decomposition()
}

// decimalDigit gives the value of a decimal digit of any script. Unicode lays
// the digits of a script out in order from zero (The Unicode Standard, 4.6), so
// the distance from the start of a range of Nd tells the value.
func decimalDigit(r rune) (string, bool) {
	const digits = "0123456789"
	if !unicode.Is(unicode.Nd, r) {
		return "", false
	}
	for _, set := range unicode.Nd.R16 {
		if first := rune(set.Lo); r >= first && r <= rune(set.Hi) {
			d := (r - first) % 10
			return digits[d : d+1], true
		}
	}
	for _, set := range unicode.Nd.R32 {
		if first := rune(set.Lo); r >= first && r <= rune(set.Hi) {
			d := (r - first) % 10
			return digits[d : d+1], true
		}
	}
	return "", false
}
