package translit

import "strings"

// Hangul is romanised jamo by jamo as ICU 72 Hangul-Latin does: the Revised
// Romanization of the spelling, not of the pronunciation, with l for every
// rieul. Where two syllables written together could be read as other ones, a
// hyphen parts them (언어 → eon-eo).
var (
	hangulInitials = strings.Split("g,kk,n,d,tt,l,m,b,pp,s,ss,,j,jj,ch,k,t,p,h", ",")
	hangulMedials  = strings.Split("a,ae,ya,yae,eo,e,yeo,ye,o,wa,wae,oe,yo,u,wo,we,wi,yu,eu,ui,i", ",")
	hangulFinals   = strings.Split(",g,kk,gs,n,nj,nh,d,l,lg,lm,lb,ls,lt,lp,lh,m,b,bs,s,ss,ng,j,ch,k,t,p,h", ",")
)

// Each rule names a final consonant or an open vowel, and the initials or the
// vowels from which a hyphen parts it.
var (
	partedConsonants = pairs("gs s ss,nj j jj,lg g,lb b,ls s ss,lt t,lp p,bs s ss,s s ss,ng g,j j,k kk k,t t,p p")
	partedVowels     = pairs("a e eo eu,ya e eo eu,wa e eo eu,o e eo eu,wo e eo eu,e o oe u ui,ye o oe,u i,eu i")
)

// pairs indexes rules such as "a e eo" by both letters.
func pairs(rules string) map[[2]string]bool {
	index := make(map[[2]string]bool)
	for rule := range strings.SplitSeq(rules, ",") {
		letters := strings.Fields(rule)
		for _, after := range letters[1:] {
			index[[2]string{letters[0], after}] = true
		}
	}
	return index
}

// Bounds and counts of the syllable arithmetic (The Unicode Standard, 3.12).
const (
	syllableFirst = 0xAC00
	syllableLast  = 0xD7A3
	initialFirst  = 0x1100
	medialFirst   = 0x1161
	finalBase     = 0x11A7
	medialCount   = 21
	finalCount    = 28
	rieulHieuh    = 0x111A // what NFKC makes of ㅀ
	pieupSios     = 0x1121 // what NFKC makes of ㅄ
	jamoBlockLast = 0x11FF
)

func isHangul(r rune) bool {
	return isSyllable(r) || r >= initialFirst && r <= jamoBlockLast
}

func isSyllable(r rune) bool { return r >= syllableFirst && r <= syllableLast }

// spell takes a syllable apart.
func spell(r rune) (initial, medial, final string) {
	s := int(r - syllableFirst)
	return hangulInitials[s/(medialCount*finalCount)], hangulMedials[s/finalCount%medialCount], hangulFinals[s%finalCount]
}

// hangul renders a syllable or a single jamo; archaic jamo have no rendering.
func (c *converter) hangul(r rune) bool {
	switch {
	case r >= syllableFirst:
		c.syllableBlock(r)
	case int(r-initialFirst) < len(hangulInitials):
		c.emit(hangulInitials[r-initialFirst], 1)
	case r >= medialFirst && int(r-medialFirst) < len(hangulMedials):
		c.emit(hangulMedials[r-medialFirst], 1)
	case r > finalBase && int(r-finalBase) < len(hangulFinals):
		c.emit(hangulFinals[r-finalBase], 1)
	case r == rieulHieuh:
		c.emit("lh", 1)
	case r == pieupSios:
		c.emit("bs", 1)
	default:
		return false
	}
	return true
}

func (c *converter) syllableBlock(r rune) {
	initial, medial, final := spell(r)
	if before := c.peek(-1); isSyllable(before) && c.parted(before, initial, medial) {
		c.emit("-", 0)
	}
	c.emit(initial, 0)
	c.emit(medial, 0)
	c.emit(final, 1)
}

// parted reports whether a hyphen stands between the syllable just written and
// the next one. An e after o, or o after e, has been read as one vowel with it
// (eo, oe) and needs none any more.
func (c *converter) parted(before rune, initial, medial string) bool {
	_, vowel, final := spell(before)
	switch {
	case final != "":
		return initial == "" || partedConsonants[[2]string{final, initial}]
	case initial != "" || !partedVowels[[2]string{vowel, medial}]:
		return false
	}
	joined := string(c.out[max(0, len(c.out)-2):])
	return vowel != "e" && vowel != "o" || joined != "oe" && joined != "eo"
}
