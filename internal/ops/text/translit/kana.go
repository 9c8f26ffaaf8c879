package translit

import "strings"

const (
	kanaFirst       = 0x3041
	kanaLast        = 0x30FF
	hiraganaFirst   = 0x3041
	hiraganaLast    = 0x3096
	hiraganaIterate = 0x309D // ゝ; the voiced ゞ follows
	katakanaFirst   = 0x30A1
	katakanaLast    = 0x30FA
	prolongedSound  = 0x30FC
	katakanaIterate = 0x30FD // ヽ; the voiced ヾ follows
	smallKanaFirst  = 0x31F0
	smallKanaLast   = 0x31FF
	smallTsu        = 'ッ'
)

// romaji gives the syllables of U+30A1..U+30FA in modified Hepburn as ICU 72
// Katakana-Latin has it: ぢ dji and づ dzu, n before every consonant. The mark
// for a long vowel, a macron in ICU, has no letter.
var romaji = strings.Fields(`a a i i u u e e o o
	ka ga ki gi ku gu ke ge ko go sa za shi ji su zu se ze so zo
	ta da chi dji tsu tsu dzu te de to do na ni nu ne no
	ha ba pa hi bi pi fu bu pu he be pe ho bo po ma mi mu me mo
	ya ya yu yu yo yo ra ri ru re ro wa wa wi we wo n vu ka ke va vi ve vo`)

// ainuFinals are the small letters for final consonants of Ainu, which ICU
// lacks.
var ainuFinals = strings.Fields("k sh s t n h h f h h m r r r r r")

// foreignSyllables are the letter pairs for foreign sounds whose consonant is
// not simply that of the first letter. ICU writes most of them with a tilde
// (vu~a); these are the Hepburn spellings.
var foreignSyllables = map[string]string{
	"fua": "fa", "fui": "fi", "fue": "fe", "fuo": "fo",
	"vua": "va", "vui": "vi", "vue": "ve", "vuo": "vo",
	"tsua": "tsa", "tsui": "tsi", "tsue": "tse", "tsuo": "tso",
	"kua": "kwa", "kui": "kwi", "kue": "kwe", "kuo": "kwo", "kuwa": "kwa",
	"gua": "gwa", "gui": "gwi", "gue": "gwe", "guo": "gwo", "guwa": "gwa",
	"ua": "wa", "ui": "wi", "ue": "we", "uo": "wo", "ie": "ye",
	"tei": "ti", "teu": "tu", "tou": "tu", "dei": "di", "deu": "du", "dou": "du",
	"sei": "si", "sui": "si", "zei": "zi", "zui": "zi", "heu": "hu",
	"shie": "she", "jie": "je", "chie": "che", "djie": "dje",
	"teyu": "tyu", "deyu": "dyu", "fuyu": "fyu", "vuyu": "vyu",
	"fuya": "fya", "fuyo": "fyo", "vuya": "vya", "vuyo": "vyo",
}

func isKana(r rune) bool {
	return r >= kanaFirst && r <= kanaLast || r >= smallKanaFirst && r <= smallKanaLast
}

// syllable returns the romaji of a kana letter and its katakana code point; ok
// is false for marks and punctuation.
func syllable(r rune) (s string, kata rune, ok bool) {
	if r >= hiraganaFirst && r <= hiraganaLast {
		r += katakanaFirst - hiraganaFirst
	}
	if r < katakanaFirst || r > katakanaLast {
		return "", r, false
	}
	return romaji[r-katakanaFirst], r, true
}

func (c *converter) kana(r rune) bool {
	s, kata, ok := syllable(r)
	switch {
	case r >= smallKanaFirst:
		c.emit(ainuFinals[r-smallKanaFirst], 1)
	case ok && kata == smallTsu:
		c.emit(c.geminate(), 1)
	case ok:
		c.kanaSyllable(s)
	case r == prolongedSound && c.attached:
		c.emit("", 1)
	case r == hiraganaIterate || r == katakanaIterate:
		c.emit(c.repeated(false), 1)
	case r == hiraganaIterate+1 || r == katakanaIterate+1:
		c.emit(c.repeated(true), 1)
	default:
		return false
	}
	return true
}

// kanaSyllable writes a syllable, merged with a small vowel or y that follows
// (きゃ → kya, ファ → fa).
func (c *converter) kanaSyllable(s string) {
	small, kata, ok := syllable(c.peek(1))
	if !ok || !isSmallKana(kata) {
		c.emit(s, 1)
		return
	}
	if merged, ok := foreignSyllables[s+small]; ok {
		c.emit(merged, 2)
		return
	}
	if consonant, ok := strings.CutSuffix(s, "i"); ok && consonant != "" {
		if glide, ok := palatal(consonant, small); ok {
			c.emit(consonant+glide, 2)
			return
		}
	}
	c.emit(s, 1)
}

// palatal gives what a small kana adds to the consonant of an i syllable:
// ki+ya → kya, ki+e → kye, but shi+ya → sha.
func palatal(consonant, small string) (string, bool) {
	y := small[0] == 'y'
	switch consonant {
	case "sh", "ch", "j", "dj":
		return small[1:], y
	case "v", "w":
		return "", false
	}
	if y {
		return small, true
	}
	return "y" + small, small == "i" || small == "e"
}

// isSmallKana reports the small a, i, u, e, o, ya, yu, yo and wa.
func isSmallKana(kata rune) bool {
	switch kata {
	case 'ァ', 'ィ', 'ゥ', 'ェ', 'ォ', 'ャ', 'ュ', 'ョ', 'ヮ':
		return true
	}
	return false
}

// geminate is the small tsu: it doubles the consonant that follows (t before
// ch). Before anything else ICU writes it out.
func (c *converter) geminate() string {
	next, kata, ok := syllable(c.peek(1))
	if !ok || kata == smallTsu || isSmallKana(kata) || strings.ContainsRune("aiueo", rune(next[0])) {
		return "tsu"
	}
	if next[0] == 'c' {
		return "t"
	}
	return next[:1]
}

// repeated renders an iteration mark by the letter before it, voiced if asked
// (いすゞ → isuzu). Without a letter it is nothing.
func (c *converter) repeated(voiced bool) string {
	s, kata, ok := syllable(c.peek(-1))
	if !ok {
		return ""
	}
	if voiced && canVoice(kata) {
		return romaji[kata+1-katakanaFirst]
	}
	return s
}

// canVoice reports the letters whose voiced form is the next code point.
func canVoice(kata rune) bool {
	return strings.ContainsRune("カキクケコサシスセソタチツテトハヒフヘホ", kata)
}
