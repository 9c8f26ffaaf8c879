// Package vocabulary makes words comparable for the local model: it leaves out
// those that say little, and takes from the others the endings that grammar
// puts there.
//
// The stop words of some fifty languages come from the npm package
// stopwords-iso (MIT, © Gene Diaz), from which generate.mjs makes
// stopwords.txt.gz; those of package stopwords are added to them.
package vocabulary

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"maps"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"toolcrib/internal/ops/text/stopwords"
)

//go:embed stopwords.txt.gz
var packed []byte

var lists = sync.OnceValue(func() map[string]stopwords.List {
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic("vocabulary: " + err.Error()) // the file is part of the program
	}
	text, err := io.ReadAll(unpacked)
	if err != nil {
		panic("vocabulary: " + err.Error())
	}
	all := map[string]stopwords.List{}
	for line := range strings.Lines(string(text)) {
		code, words, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		list := stopwords.List{}
		maps.Copy(list, stopwords.Of(code))
		for w := range strings.FieldsSeq(words) {
			list[w] = true
		}
		all[code] = list
	}
	all["nn"] = all["nb"]
	return all
})

// Vocabulary is what is known of the words of a language.
type Vocabulary struct {
	language string
	stop     stopwords.List // nil = no list
}

// Of returns the vocabulary of a language, by its ISO 639-1 code. Any code
// will do; without a list, words of one to three letters are stop words in
// scripts with case.
func Of(language string) Vocabulary { return Vocabulary{language, lists()[language]} }

// Normal is the form in which words are compared: in NFC and lower case, with
// plain apostrophes.
func Normal(word string) string {
	return strings.ReplaceAll(strings.ToLower(norm.NFC.String(word)), "’", "'")
}

// Stops tells whether a word, in its normal form, says little. Numbers do.
func (v Vocabulary) Stops(word string) bool {
	if !strings.ContainsFunc(word, unicode.IsLetter) {
		return true
	}
	if v.stop != nil {
		base, _, _ := strings.Cut(word, "'")
		return v.stop.Has(word) || v.language == "en" && v.stop.Has(base)
	}
	first, _ := utf8.DecodeRuneInString(word)
	return unicode.IsLower(first) && utf8.RuneCountInString(word) <= 3
}

// Names tells whether a word, in its normal form, can be part of a name though
// it stops: New York. That is so for words that only the longer list has.
func (v Vocabulary) Names(word string) bool {
	short := stopwords.Of(v.language)
	return short != nil && v.Stops(word) && !short.Has(word) && strings.ContainsFunc(word, unicode.IsLetter)
}

// longestStem is what is kept of long words in languages that have no rules
// here: most inflection is at the end.
const longestStem = 6

// Stem takes the endings of inflection from a word in its normal form. It is
// for comparing, not for showing: what is left need not be a word.
func (v Vocabulary) Stem(word string) string {
	switch v.language {
	case "en":
		return english(word)
	case "hi":
		return hindi(word)
	}
	n := 0
	for i := range word {
		if n == longestStem {
			return word[:i]
		}
		n++
	}
	return word
}

// shortestStem is how many letters of a word endings leave.
const shortestStem = 3

// english takes away plurals, genitives and the endings of verbs.
func english(word string) string {
	word = strings.TrimSuffix(word, "'s")
	for _, e := range [][2]string{{"sses", "ss"}, {"ies", "y"}, {"ied", "y"}, {"ing", ""}, {"edly", ""}, {"ed", ""}, {"es", "e"}, {"ss", "ss"}, {"us", "us"}, {"is", "is"}, {"s", ""}} {
		stem, ok := strings.CutSuffix(word, e[0])
		if !ok || len(stem) < shortestStem {
			continue
		}
		word = stem + e[1]
		break
	}
	if n := len(word); n > shortestStem+1 && word[n-1] == word[n-2] && strings.IndexByte("bdgmnprt", word[n-1]) >= 0 {
		word = word[:n-1] // planned
	}
	if len(word) > shortestStem {
		word = strings.TrimSuffix(word, "e") // change, changing
	}
	return word
}

// hindi takes away the endings of number, gender and case.
func hindi(word string) string {
	for _, e := range []string{"ियों", "ियाँ", "ियां", "ाओं", "ाएँ", "ाएं", "ुओं", "ों", "ें", "ीं", "ा", "े", "ी", "ो"} {
		if stem, ok := strings.CutSuffix(word, e); ok && utf8.RuneCountInString(stem) >= 2 {
			return stem
		}
	}
	return word
}
