package sentiment

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"
)

// packedEnglish is made by generate.mjs.
//
//go:embed en.txt.gz
var packedEnglish []byte

//go:embed en-more.txt
var moreEnglish string

//go:embed hi.txt
var hindiWords string

//go:embed emoji.txt
var emojis string

// list is words and phrases with their values in hundredths. The words of a
// phrase are tied by _.
type list struct {
	values map[string]int
	heads  map[string]bool // the first words of phrases
}

// longestPhrase is the most words of a phrase.
const longestPhrase = 5

// add reads lines of a value in tenths and the words that have it. Later lines
// win.
func (l *list) add(text string, forms func(string) []string) {
	for line := range strings.Lines(text) {
		head, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if head == "#" {
			continue
		}
		tenths, err := strconv.Atoi(head)
		if err != nil {
			panic("sentiment: " + err.Error()) // the file is part of the program
		}
		for entry := range strings.FieldsSeq(rest) {
			for _, word := range forms(entry) {
				l.values[word] = tenths * 10
				if first, _, ok := strings.Cut(word, "_"); ok && first != "" {
					l.heads[first] = true
				}
			}
		}
	}
}

func newList() *list { return &list{values: map[string]int{}, heads: map[string]bool{}} }

func itself(word string) []string { return []string{word} }

var english = sync.OnceValue(func() *list {
	unpacked, err := gzip.NewReader(bytes.NewReader(packedEnglish))
	if err != nil {
		panic("sentiment: " + err.Error())
	}
	text, err := io.ReadAll(unpacked)
	if err != nil {
		panic("sentiment: " + err.Error())
	}
	l := newList()
	l.add(string(text), itself)
	l.add(moreEnglish, itself)
	return l
})

var hindi = sync.OnceValue(func() *list {
	l := newList()
	l.add(hindiWords, hindiForms)
	return l
})

// pictures holds emoji without variation selectors.
var pictures = sync.OnceValue(func() *list {
	l := newList()
	l.add(emojis, itself)
	return l
})

// hindiForms are the forms that an entry of hi.txt stands for.
func hindiForms(entry string) []string {
	entry = foldHindi(entry)
	if stem, ok := strings.CutSuffix(entry, "ा*"); ok {
		return []string{stem + "ा", stem + "े", stem + "ी"}
	}
	if stem, ok := strings.CutSuffix(entry, "*"); ok {
		return []string{stem, stem + "ा", stem + "े", stem + "ी"}
	}
	if stem, ok := strings.CutSuffix(entry, "~"); ok {
		var all []string
		for ending := range strings.FieldsSeq("ना ने नी ता ते ती कर ेगा ेगी ेंगे") {
			all = append(all, stem+ending)
		}
		return all
	}
	return []string{entry}
}

// foldHindi makes the spellings of a Hindi word one: without nukta, with
// anusvara for chandrabindu and for a nasal before a consonant of its place.
func foldHindi(word string) string { return hindiSpelling.Replace(norm.NFD.String(word)) }

var hindiSpelling = func() *strings.Replacer {
	pairs := []string{"\u093C", "", "ँ", "ं", "\u200D", "", "\u200C", ""}
	for _, row := range [][2]string{{"ङ्", "कखगघ"}, {"ञ्", "चछजझ"}, {"ण्", "टठडढ"}, {"न्", "तथदध"}, {"म्", "पफबभ"}} {
		for _, r := range row[1] {
			pairs = append(pairs, row[0]+string(r), "ं"+string(r))
		}
	}
	return strings.NewReplacer(pairs...)
}()

// hindiEndings are the endings of cases and numbers, and what they stand for
// in the form that the list has.
var hindiEndings = [][2]string{
	{"ियों", "ी"}, {"ियां", "ी"}, {"ाओं", "ा"}, {"ाएं", "ा"}, {"ुओं", "ु"}, {"ों", "ा"}, {"ों", ""}, {"ें", ""}, {"े", "ा"},
}

// ofHindi is the value of a Hindi word in the spelling of foldHindi.
func (l *list) ofHindi(word string) int {
	if v, ok := l.values[word]; ok {
		return v
	}
	for _, e := range hindiEndings {
		if stem, ok := strings.CutSuffix(word, e[0]); ok {
			if v := l.values[stem+e[1]]; v != 0 {
				return v
			}
		}
	}
	return 0
}
