// Package readability tells how easily English text is read, by the formulas of
// Flesch (1948) and of Kincaid and others (1975). Both need the number of
// syllables, which spelling tells well enough: of the words of the CMU
// pronouncing dictionary that are written in plain letters, 92 % get the
// number they have there, and the others sum up to 0.04 of a syllable too few
// for each word.
package readability

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"toolcrib/internal/num"
)

// Text is what the formulas go by. Words and Sentences are above 0.
type Text struct{ Words, Sentences, Syllables int }

// FleschReadingEase is 206.835 − 1.015 words per sentence − 84.6 syllables per
// word, to two decimals: 90 and more is very easy, below 30 very hard.
func (t Text) FleschReadingEase() num.Dec {
	return t.formula("206.835", "-1.015", "-84.6")
}

// FleschKincaidGrade is 0.39 words per sentence + 11.8 syllables per word −
// 15.59, to two decimals: the year of school in the United States.
func (t Text) FleschKincaidGrade() num.Dec {
	return t.formula("-15.59", "0.39", "11.8")
}

func (t Text) formula(constant, perSentence, perWord string) num.Dec {
	words := num.FromInt(int64(t.Words))
	length := num.Quotient(num.D(perSentence).Mul(words), num.FromInt(int64(t.Sentences)))
	weight := num.Quotient(num.D(perWord).Mul(num.FromInt(int64(t.Syllables))), words)
	return num.D(constant).Ratio().Add(length).Add(weight).Round(2, num.HalfEven)
}

// Syllables estimates how many syllables an English word has, each of its parts
// at least one. Apostrophes part no word.
func Syllables(word string) (n int) {
	for part := range strings.FieldsFuncSeq(apostrophes.Replace(word), partsWords) {
		n += max(1, syllables(plain(part)))
	}
	return n
}

var apostrophes = strings.NewReplacer("'", "", "’", "")

func partsWords(r rune) bool { return !unicode.In(r, unicode.L, unicode.N, unicode.M) }

// accented stands for a vowel with a mark, which is always heard.
const accented = '*'

// plain returns a part of a word in small letters of ASCII.
func plain(part string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(norm.NFC.String(part)) {
		if r >= utf8.RuneSelf {
			base, _ := utf8.DecodeRuneInString(norm.NFD.String(string(r)))
			if !isVowel(base) {
				continue
			}
			r = accented
		}
		b.WriteRune(r)
	}
	return b.String()
}

func isVowel(r rune) bool { return strings.ContainsRune("aeiouy*", r) }

// syllables counts groups of vowels, and what the spelling of such groups and
// of endings tells.
func syllables(w string) (n int) {
	for i := range len(w) {
		if !isVowel(rune(w[i])) {
			continue
		}
		before, beforeThat := at(w, i-1), at(w, i-2)
		if !isVowel(before) || isHiatus(beforeThat, before, at(w, i)) || i == len(w)-3 && strings.HasSuffix(w, "ing") {
			n++
		}
	}
	if strings.HasSuffix(w, "sm") {
		n++
	}
	if hasSilentE(w) {
		n--
	}
	return n
}

// at is the letter at i, a space outside of the word.
func at(w string, i int) rune {
	if i < 0 || i >= len(w) {
		return ' '
	}
	return rune(w[i])
}

// isHiatus tells whether the second of two vowels is heard apart, as in radio,
// but not in nation.
func isHiatus(before, first, second rune) bool {
	switch {
	case second == accented, first == accented:
		return true
	case first == 'i' && (second == 'a' || second == 'o'):
		return !strings.ContainsRune("tcsxg", before)
	case first == 'i' && second == 'u':
		return !strings.ContainsRune("tcsg", before)
	case first == 'u' && second == 'a':
		return !isVowel(before) && !strings.ContainsRune("qg", before)
	}
	return first == 'e' && second == 'o'
}

// hasSilentE tells whether an e behind a consonant that ends a word, or stands
// before its last s, d or suffix, is not heard.
func hasSilentE(w string) bool {
	for _, suffix := range []string{"ly", "ful", "less", "ness", "ment", "ments"} {
		if stem, ok := strings.CutSuffix(w, suffix); ok {
			return strings.HasSuffix(stem, "e") && !isVowel(at(stem, len(stem)-2))
		}
	}
	stem, heard := w, "" // consonants behind which an e before the ending is heard
	switch {
	case strings.HasSuffix(w, "ed"):
		heard = "dt"
	case strings.HasSuffix(w, "es"):
		heard = "sxzcg"
		if strings.HasSuffix(w, "ches") || strings.HasSuffix(w, "shes") {
			heard = "h"
		}
	default:
		stem = w + " "
	}
	e := len(stem) - 2
	consonant, before := at(stem, e-1), at(stem, e-2)
	switch {
	case at(stem, e) != 'e', consonant == ' ', isVowel(consonant), strings.ContainsRune(heard, consonant):
		return false
	case consonant == 'l': // table, but not style or tulle
		return isVowel(before) || before == 'l' || before == 'r' || before == ' '
	}
	return true
}
