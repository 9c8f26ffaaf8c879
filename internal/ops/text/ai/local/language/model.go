package language

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// packed is made by generate.mjs. For each language it has a line "=hi
// Devanagari" and lines of a level and the n-grams of that level, in which _ is
// the edge of a word.
//
//go:embed model.txt.gz
var packed []byte

const (
	longestGram = 4  // letters of an n-gram
	longestWord = 12 // letters, with its two edges, of a word that is a feature by itself
)

// weight is what an n-gram speaks for a language: its level, which is its
// frequency against that of what is never seen, in quarters of a nat.
type weight struct {
	language uint8 // index in the group
	level    uint8
}

// group is the languages of one script.
type group struct {
	languages []string
	grams     map[uint64][]weight
}

var groups = sync.OnceValue(func() map[string]*group {
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic("language: " + err.Error()) // the file is part of the program
	}
	text, err := io.ReadAll(unpacked)
	if err != nil {
		panic("language: " + err.Error())
	}
	all := map[string]*group{}
	var g *group
	for line := range strings.Lines(string(text)) {
		head, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if code, ok := strings.CutPrefix(head, "="); ok {
			if g = all[rest]; g == nil {
				g = &group{grams: map[uint64][]weight{}}
				all[rest] = g
			}
			g.languages = append(g.languages, code)
			continue
		}
		level, err := strconv.ParseUint(head, 10, 8)
		if err != nil {
			panic("language: " + err.Error())
		}
		for gram := range strings.SplitSeq(rest, " ") {
			h := hash(gram)
			g.grams[h] = append(g.grams[h], weight{uint8(len(g.languages) - 1), uint8(level)})
		}
	}
	return all
})

// FNV-1a over code points.
const (
	basis = 14695981039346656037
	prime = 1099511628211
)

func hash(gram string) uint64 {
	h := uint64(basis)
	for _, r := range gram {
		h = (h ^ uint64(r)) * prime
	}
	return h
}

// read adds what the words of a text, in lower case and each between edges,
// speak for the languages of a group. It returns how many n-grams were known.
func (g *group) read(words string, scores []int) (known int) {
	for word := range strings.FieldsSeq(words) {
		known += g.readWord(word, scores)
	}
	return known
}

func (g *group) readWord(word string, scores []int) (known int) {
	runes := utf8.RuneCountInString(word)
	count := func(h uint64) {
		weights := g.grams[h]
		for _, w := range weights {
			scores[w.language] += int(w.level)
		}
		if len(weights) > 0 {
			known++
		}
	}
	for i, first := range word {
		h := uint64(basis)
		n := 0
		for _, r := range word[i:] {
			h = (h ^ uint64(r)) * prime
			if n++; n > 1 || first != '_' {
				count(h)
			}
			if n == longestGram {
				break
			}
		}
	}
	if runes > longestGram && runes <= longestWord {
		count(hash(word))
	}
	return known
}

// Languages lists the codes of all languages that Detect knows, sorted.
func Languages() []string {
	all := []string{"as"}
	for _, g := range groups() {
		all = append(all, g.languages...)
	}
	for _, code := range alone {
		all = append(all, code)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
