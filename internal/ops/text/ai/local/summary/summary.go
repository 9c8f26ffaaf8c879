// Package summary picks the sentences of a text that say most of what it says.
//
// It is TextRank (R. Mihalcea, P. Tarau: TextRank: Bringing Order into Texts,
// EMNLP 2004; LexRank of G. Erkan and D. Radev is alike) with sentences and
// words as the two sides of one graph: a walk goes from a sentence to one of its
// words and from there to a sentence that has it. So the time of a step is
// linear in the length of the text, where a graph of sentences alone is
// quadratic. Words of one sentence only lead nowhere. The walk starts anew, now and then, at the beginning of the text
// or of a paragraph. From the sentences so ranked those are taken that add most
// to what has been taken already.
//
// Nothing is written anew: a summary is sentences of the text, in their order.
package summary

import (
	"math"
	"slices"
	"strings"

	"toolcrib/internal/ops/text/ai/local/segment"
	"toolcrib/internal/ops/text/ai/local/vocabulary"
)

// Length says how much a summary may hold.
type Length string

// The lengths.
const (
	Short  Length = "short"  // a tenth of the sentences, one to three
	Medium Length = "medium" // a quarter, three to eight
	Long   Length = "long"   // two fifths, five to twenty
)

// Sentences is how many sentences of so many a summary has.
func (l Length) Sentences(total int) int {
	share, least, most := 0.25, 3, 8
	switch l {
	case Short:
		share, least, most = 0.1, 1, 3
	case Long:
		share, least, most = 0.4, 5, 20
	}
	return min(total, max(least, min(most, int(math.Round(share*float64(total))))))
}

// What the rank of a sentence depends on, as tried on texts with abstracts.
const (
	steps      = 30   // of the walk
	damping    = 0.85 // how likely it goes on
	brevity    = 0.2  // the power of its number of words by which a score is divided
	fewest     = 6    // words that a sentence is taken to have at least
	lead       = 0.1  // how much more a sentence is worth where the walk starts twice as often
	redundancy = 0.6  // how much known words take from a score
)

// Rank returns up to n sentences of a text in the order in which they should be
// taken: the first k of them are the summary of k sentences. Put in the order
// of the text they can be read.
func Rank(text, language string, spans []segment.Span, n int) []segment.Span {
	g := read(text, spans, vocabulary.Of(language))
	var ranked []segment.Span
	for _, i := range g.choose(g.rank(prior(text, spans)), min(n, len(spans))) {
		ranked = append(ranked, spans[i])
	}
	return ranked
}

// use is a word in a sentence, with the weight that it has there.
type use struct {
	term   int
	weight float64
}

// graph is the sentences and what they have of each word.
type graph struct {
	sentences [][]use
	weights   []float64 // of the sentences: the sums of their uses
	terms     []float64 // the sums over all sentences
	found     []int     // how many sentences have the term
}

func read(text string, spans []segment.Span, v vocabulary.Vocabulary) *graph {
	g := &graph{sentences: make([][]use, len(spans)), weights: make([]float64, len(spans))}
	index := map[string]int{}
	var found []int // sentences that have the term
	for i, span := range spans {
		counts := map[int]int{}
		sentence := span.Of(text)
		for start, end := range segment.Words(sentence) {
			word := vocabulary.Normal(sentence[start:end])
			if v.Stops(word) {
				continue
			}
			stem := v.Stem(word)
			t, ok := index[stem]
			if !ok {
				t = len(found)
				index[stem] = t
				found = append(found, 0)
			}
			if counts[t]++; counts[t] == 1 {
				found[t]++
				g.sentences[i] = append(g.sentences[i], use{term: t})
			}
		}
		for j := range g.sentences[i] {
			u := &g.sentences[i][j]
			u.weight = math.Sqrt(float64(counts[u.term]))
		}
	}
	g.found = found
	g.terms = make([]float64, len(found))
	for i, uses := range g.sentences {
		for j := range uses {
			u := &uses[j]
			u.weight *= float64(found[u.term])
			g.weights[i] += u.weight
			g.terms[u.term] += u.weight
		}
	}
	return g
}

// rank walks, then returns the scores of the sentences.
func (g *graph) rank(prior []float64) []float64 {
	scores := slices.Clone(prior)
	terms := make([]float64, len(g.terms))
	for range steps {
		clear(terms)
		for i, uses := range g.sentences {
			for _, u := range uses {
				terms[u.term] += float64(scores[i] * u.weight / g.weights[i])
			}
		}
		for i, uses := range g.sentences {
			sum := 0.0
			for _, u := range uses {
				if g.found[u.term] > 1 {
					sum += float64(terms[u.term] * u.weight / g.terms[u.term])
				}
			}
			scores[i] = float64((1-damping)*prior[i]) + float64(damping*sum)
		}
	}
	for i, uses := range g.sentences {
		scores[i] *= float64(1+float64(lead*prior[i]*float64(len(prior)))) / math.Pow(float64(max(len(uses), fewest)), brevity)
	}
	return scores
}

// prior is how likely the walk starts at each sentence: the first of the text
// most, then the first of each paragraph, then all others, less and less.
func prior(text string, spans []segment.Span) []float64 {
	all := make([]float64, len(spans))
	sum := 0.0
	for i, s := range spans {
		all[i] = 1 + 3/float64(i+1)
		if i > 0 && strings.Count(text[spans[i-1].End:s.Start], "\n") > 1 {
			all[i]++
		}
		sum += all[i]
	}
	for i := range all {
		all[i] /= sum
	}
	return all
}

// precision is how finely scores are compared: machines may differ beyond it.
const precision = 1e9

// choose takes n sentences: each time the one whose score, less what is known
// already of its words, is the highest; the earlier of two equal ones. Those
// that say nothing new come last.
func (g *graph) choose(scores []float64, n int) []int {
	known := make([]bool, len(g.terms))
	taken := make([]bool, len(scores))
	var all []int
	for range n {
		best, most := -1, 0.0
		for i, uses := range g.sentences {
			if taken[i] {
				continue
			}
			s, old, isNew := scores[i], 0.0, false
			for _, u := range uses {
				if known[u.term] {
					old += u.weight
				} else {
					isNew = true
				}
			}
			if isNew {
				s *= 1 - float64(redundancy*old/g.weights[i])
			} else {
				s = 0
			}
			if s = math.Round(s*precision) / precision; best < 0 || s > most {
				best, most = i, s
			}
		}
		taken[best] = true
		all = append(all, best)
		for _, u := range g.sentences[best] {
			known[u.term] = true
		}
	}
	return all
}
