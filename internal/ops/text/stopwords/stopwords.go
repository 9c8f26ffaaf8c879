// Package stopwords lists the words of a language that say little of what a text
// is about: articles, pronouns, conjunctions, auxiliaries, postpositions.
package stopwords

import (
	_ "embed"
	"strings"
)

//go:embed en.txt
var english string

//go:embed hi.txt
var hindi string

var lists = map[string]map[string]bool{"en": set(english), "hi": set(hindi)}

func set(list string) map[string]bool {
	words := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		words[w] = true
	}
	return words
}

// List is the words of a language.
type List map[string]bool

// Of returns the list of a language, by its ISO 639-1 code, nil if there is
// none.
func Of(language string) List { return lists[language] }

// Has tells whether a word, in lower case and NFC, is in the list; its
// apostrophes may be typographic.
func (l List) Has(word string) bool { return l[word] || l[strings.ReplaceAll(word, "’", "'")] }
