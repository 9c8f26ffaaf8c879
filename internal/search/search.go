// Package search finds operations by the words people use for them. One index
// over the registry serves every door, so that all give the same answer.
package search

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"toolcrib/internal/op"
)

// What a word of a query is worth where it is found, before it is multiplied
// by how rare it is among the operations.
const (
	asID      = 5.0 // the query is the operation's id
	inName    = 2.5 // the words of its id and path
	inWords   = 2.0 // what people call it
	inText    = 1.5 // what it says of itself, and others of it
	inParams  = 1.0 // names and values of its parameters
	asPhrase  = 0.5 // two neighbouring words, of the worth of a single one
	asGuess   = 0.7 // a beginning or a misspelling of the word, likewise
	leastPart = 0.2 // of the best score; what has less is left out
)

// maxQuery is the number of characters of a query that are looked at.
const maxQuery = 200

// Index answers searches over a fixed list of operations. It may be used by
// many at once.
type Index struct {
	ops   []*op.Op
	ids   map[string]int
	terms map[string]*term
	vocab map[byte][]string // the single words, by their first byte
}

// term is a stem, or two neighbouring words written as one.
type term struct {
	rarity float64
	in     []place
}

// place is an operation that has the term, with the most it is worth there.
type place struct {
	op     int
	weight float64
}

// Hit is an operation that a query may mean. Scores compare hits of one
// search only.
type Hit struct {
	Op    *op.Op
	Score float64
}

// New indexes operations, in the order that decides between equal scores. An
// operation that repeats another (Twin) is found by its id alone: it has
// nothing of its own to say, and would only push others down.
func New(ops []*op.Op) *Index {
	x := &Index{ops: ops, ids: map[string]int{}, terms: map[string]*term{}, vocab: map[byte][]string{}}
	told := map[string][]string{} // what operations say that another is better for
	for _, o := range ops {
		for _, s := range o.Siblings() {
			told[s.ID] = append(told[s.ID], s.When)
		}
	}
	originals := 0
	for i, o := range ops {
		x.ids[idOf(split(o.ID))] = i
		if o.Twin != "" {
			continue
		}
		originals++
		x.add(i, inName, o.ID, strings.TrimPrefix(o.Path, "/v1"))
		x.add(i, inWords, o.Summary)
		x.add(i, inWords, o.Words...)
		x.add(i, inText, o.About())
		x.add(i, inText, told[o.ID]...)
		for _, p := range o.Params() {
			x.add(i, inParams, p.Name, p.Doc)
			x.add(i, inParams, p.Aliases...)
			x.add(i, inParams, p.Enum...)
		}
	}
	for _, t := range x.terms {
		n := float64(len(t.in))
		t.rarity = math.Log(1 + (float64(originals)-n+0.5)/(n+0.5))
	}
	return x
}

// add enters the words of texts under an operation, and pairs of neighbours;
// among parameters neighbours mean nothing.
func (x *Index) add(i int, weight float64, texts ...string) {
	for _, text := range texts {
		before := ""
		for _, w := range split(text) {
			if before != "" && weight > inParams {
				x.enter(i, weight*asPhrase, stem(before+w))
			}
			if before = w; isNumber(w) {
				continue // what a text counts says nothing of what is asked
			}
			s := stem(w)
			if x.terms[s] == nil {
				x.vocab[s[0]] = append(x.vocab[s[0]], s)
			}
			x.enter(i, weight, s)
		}
	}
}

func (x *Index) enter(i int, weight float64, s string) {
	t := x.terms[s]
	if t == nil {
		t = &term{}
		x.terms[s] = t
	}
	if last := len(t.in) - 1; last >= 0 && t.in[last].op == i {
		t.in[last].weight = max(t.in[last].weight, weight)
		return
	}
	t.in = append(t.in, place{i, weight})
}

// Search returns the operations that a query may mean, best first, at most n
// of them; n below 1 is no limit. Equal scores keep the order of the index.
// What lies far below the best is left out; nothing that fits is no hits. A
// query is read up to its 200th character.
func (x *Index) Search(query string, n int) []Hit {
	words := split(head(query))
	scores := make([]float64, len(x.ops))
	seen := map[string]bool{}
	total := 0.0
	for i, w := range words {
		if i > 0 {
			x.count(scores, seen, stem(words[i-1]+w), 1)
		}
		if !isNumber(w) {
			total += x.word(scores, seen, stem(w))
		}
	}
	if i, ok := x.ids[idOf(words)]; ok {
		scores[i] += asID * (1 + total)
	}
	return x.hits(scores, n)
}

// word counts a single word, or what it may have been meant to be, and tells
// how rare it is.
func (x *Index) word(scores []float64, seen map[string]bool, s string) float64 {
	if x.terms[s] != nil {
		return x.count(scores, seen, s, 1)
	}
	best := 0.0
	for _, near := range x.guesses(s) {
		best = max(best, x.count(scores, seen, near, asGuess))
	}
	return best
}

// count adds what a term is worth to the operations that have it, once a query.
func (x *Index) count(scores []float64, seen map[string]bool, s string, part float64) float64 {
	t := x.terms[s]
	if t == nil || seen[s] {
		return 0
	}
	seen[s] = true
	for _, p := range t.in {
		scores[p.op] += part * p.weight * t.rarity
	}
	return t.rarity
}

// idOf is the form in which ids are compared: however its words are parted.
func idOf(words []string) string { return strings.Join(words, "-") }

func (x *Index) hits(scores []float64, n int) []Hit {
	var found []Hit
	least := slices.Max(append(scores, 0)) * leastPart
	for i, s := range scores {
		if s > 0 && s >= least {
			found = append(found, Hit{x.ops[i], s})
		}
	}
	slices.SortStableFunc(found, func(a, b Hit) int { return cmp.Compare(b.Score, a.Score) })
	if n > 0 && len(found) > n {
		found = found[:n]
	}
	return found
}
