package typeset

import "strings"

// Thai is written without spaces, and UAX #14 leaves its words to
// dictionaries. Without one, lines end where a syllable surely begins, before
// a vowel that is written in front of its consonant; where that does not
// suffice they are divided between clusters, never inside what is one
// syllable to the eye (the character clusters of Theeramunkong et al., 2000).
// A zero-width space in the text is a break as good as any.
const (
	thaiFrontVowels = "เแโใไ"
	thaiHolding     = "ะาำๅๆฯ"            // belong to what stands before them
	thaiWaiting     = "\u0e31\u0e47เแโใไ" // want something behind them
	thaiSilencer    = '\u0e4c'            // makes its consonant the end of a syllable
	thaiTones       = "\u0e48\u0e49\u0e4a\u0e4b"
)

func isThai(r rune) bool { return r >= '\u0e01' && r <= '\u0e5b' }

// thaiBreak tells whether a line may end before a cluster: forcedBreak in all
// scripts but Thai.
func (p *Paragraph) thaiBreak(at int) breakKind {
	if at == 0 || !isThai(p.text[at]) || !isThai(p.text[at-1]) {
		return forcedBreak
	}
	before := at - 1
	for before > 0 && strings.ContainsRune(thaiTones, p.text[before]) {
		before--
	}
	switch {
	case strings.ContainsRune(thaiWaiting, p.text[before]), strings.ContainsRune(thaiHolding, p.text[at]),
		at+1 < len(p.text) && p.text[at+1] == thaiSilencer:
		return noBreak
	case strings.ContainsRune(thaiFrontVowels, p.text[at]):
		return goodBreak
	}
	return fairBreak
}
