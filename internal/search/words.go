package search

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// stopWords are in every request and tell operations apart in none.
var stopWords = set(`a about after all am an and any are as at be been before between by can could do does done down each for
	from get give given go had has have help her his how i if in into is it its just let like make makes making many me more most much my need
	needs of on one only or other our out over per please should show since so some such tell than that the their them then there these
	they this those to tool too up us use used using very want was way we were what when where whether which who why will with within would
	you your`)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// spoken are the signs that people type for a word.
var spoken = strings.NewReplacer("%", " percent ", "*", " asterisk ")

// split returns the words of a text in lower case, without stop words and
// single letters.
func split(text string) []string {
	words := strings.FieldsFunc(spoken.Replace(strings.ToLower(text)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
	})
	kept := words[:0]
	for _, w := range words {
		if !stopWords[w] && (len(w) > 1 || isNumber(w)) {
			kept = append(kept, w)
		}
	}
	return kept
}

// head is the part of a query that is looked at.
func head(query string) string {
	n := 0
	for i := range query {
		if n++; n > maxQuery {
			return query[:i]
		}
	}
	return query
}

func isNumber(w string) bool {
	return strings.IndexFunc(w, func(r rune) bool { return !unicode.IsNumber(r) }) < 0
}

// endings are taken off words, the first that leaves a stem with a vowel; those
// of verbs in -ate only behind a consonant, since repeat is none of them.
var endings = []string{"ation", "ator", "ating", "ated", "ate", "ion", "ing", "er", "or", "ed", "able", "al", "ly"}

const vowels = "aeiou"

// stem takes off what grammar adds, so that convert, converter and converting
// are one word. It need not find the dictionary's form, only the same one for
// query and index.
func stem(w string) string {
	if len(w) < 4 {
		return w
	}
	w = singular(strings.Replace(w, "rsion", "rtion", 1)) // conversion is of convert
	for _, end := range endings {
		s, ok := strings.CutSuffix(w, end)
		if ok && len(s) > 2 && strings.ContainsAny(s, vowels+"y") && !(strings.HasPrefix(end, "at") && strings.ContainsRune(vowels, rune(s[len(s)-1]))) {
			w = s
			break
		}
	}
	if n := len(w); n > 3 && w[n-1] == w[n-2] && w[n-1] != 's' && w[n-1] < utf8.RuneSelf {
		w = w[:n-1] // formatted is of format
	}
	if s, ok := strings.CutSuffix(w, "e"); ok && len(s) > 2 {
		w = s
	}
	if s, ok := strings.CutSuffix(w, "y"); ok && len(s) > 2 {
		w = s + "i"
	}
	return w
}

func singular(w string) string {
	switch s, ok := strings.CutSuffix(w, "s"); {
	case strings.HasSuffix(w, "ies") && len(w) > 4:
		return w[:len(w)-3] + "y"
	case ok && !strings.HasSuffix(s, "s") && !strings.HasSuffix(s, "u") && !strings.HasSuffix(s, "i"):
		return s
	}
	return w
}
