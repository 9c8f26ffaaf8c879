// Package keywords finds the words and phrases that a text is about, without
// knowing any other text. Candidates are found as in RAKE (S. Rose and others:
// Automatic Keyword Extraction from Individual Documents, 2010): runs of words
// between stop words, numbers and punctuation, and what is in them. They are
// ranked much as in YAKE (R. Campos and others: YAKE! Keyword Extraction from
// Single Documents, 2020): by how often, how early and in how many sentences
// they occur, and by capitals.
package keywords

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"toolcrib/internal/ops/text/ai/local/segment"
	"toolcrib/internal/ops/text/ai/local/vocabulary"
)

// Keyword is a word or phrase of a text.
type Keyword struct {
	Text  string // as it is written first
	Score int    // from 1 to 1000; the best one has 1000
	Count int    // how often it occurs, in any inflection
}

// longest is how many words a phrase has at most.
const longest = 4

// Of returns up to n keywords of a text, the best first.
func Of(text, language string, n int) []Keyword {
	v := vocabulary.Of(language)
	f := &finder{vocabulary: v, text: text, terms: map[string]*term{}, phrases: map[string]*phrase{}}
	for i, s := range segment.Sentences(text) {
		f.read(i, s)
		f.sentences++
	}
	return f.best(n)
}

// term is a word in all its inflections.
type term struct {
	count    int
	capitals int // occurrences with a capital, other than at the start of a sentence
	inside   int // occurrences other than at the start of a sentence
	spread   int // sentences that have it
	last     int // sentence
	first    int // sentence
}

// phrase is a candidate.
type phrase struct {
	order    int // of its first occurrence
	text     string
	stems    []string
	count    int
	proper   int // occurrences in which all words have capitals
	score    float64
	absorbed bool // it occurs only in a longer one
}

type finder struct {
	vocabulary vocabulary.Vocabulary
	text       string
	sentences  int
	terms      map[string]*term
	phrases    map[string]*phrase
	order      []*phrase
}

// occurrence is a word where it stands.
type occurrence struct {
	segment.Span
	stem    string
	capital bool
}

// read takes the candidates of a sentence.
func (f *finder) read(number int, s segment.Span) {
	var run []occurrence
	sentence := s.Of(f.text)
	last, first := 0, true
	for start, end := range segment.Words(sentence) {
		word := sentence[start:end]
		normal := vocabulary.Normal(word)
		if !adjoins(sentence[last:start]) {
			f.take(run)
			run = run[:0]
		}
		last = end
		named := !first && capital(word) && f.vocabulary.Names(normal)
		if f.vocabulary.Stops(normal) && !named || !tells(normal) {
			f.take(run)
			run, first = run[:0], false
			continue
		}
		o := occurrence{segment.Span{Start: s.Start + start, End: s.Start + end}, f.vocabulary.Stem(normal), capital(word)}
		f.count(number, o, first)
		run = append(run, o)
		first = false
	}
	f.take(run)
}

// tells tells whether a word can be a keyword: not a lone letter of an
// alphabet, and nothing too long to be a word.
func tells(word string) bool {
	n := utf8.RuneCountInString(word)
	r, _ := utf8.DecodeRuneInString(word)
	return n <= 40 && (n > 1 || unicode.Is(unicode.Han, r))
}

func capital(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(r) || unicode.IsTitle(r)
}

// adjoins tells whether what is between two words leaves them in one phrase.
func adjoins(gap string) bool {
	return gap == "" || gap == " " || gap == "\n" || gap == "\r\n" || gap == "\u00A0"
}

func (f *finder) count(number int, o occurrence, first bool) {
	t := f.terms[o.stem]
	if t == nil {
		t = &term{first: number, last: -1}
		f.terms[o.stem] = t
	}
	t.count++
	if t.last != number {
		t.spread++
		t.last = number
	}
	if !first {
		t.inside++
		if o.capital {
			t.capitals++
		}
	}
}

// take counts all phrases in a run of words.
func (f *finder) take(run []occurrence) {
	for i := range run {
		for n := 1; n <= longest && i+n <= len(run); n++ {
			words := run[i : i+n]
			stems := make([]string, n)
			proper := 1
			for j, o := range words {
				stems[j] = o.stem
				if !o.capital {
					proper = 0
				}
			}
			key := strings.Join(stems, " ")
			p := f.phrases[key]
			if p == nil {
				p = &phrase{order: len(f.order), text: f.text[words[0].Start:words[n-1].End], stems: stems}
				f.phrases[key] = p
				f.order = append(f.order, p)
			}
			p.count++
			p.proper += proper
		}
	}
}

// best ranks the candidates and leaves out those that repeat a better one.
func (f *finder) best(n int) []Keyword {
	f.absorb()
	var candidates []*phrase
	for _, p := range f.order {
		if p.score = f.score(p); p.score > 0 && !p.absorbed {
			candidates = append(candidates, p)
		}
	}
	slices.SortFunc(candidates, func(a, b *phrase) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.order, b.order))
	})
	var all []Keyword
	var chosen []*phrase
	for _, p := range candidates {
		if len(all) == n {
			break
		}
		if repeats(p, chosen) {
			continue
		}
		chosen = append(chosen, p)
		score := max(1, int(math.Round(1000*p.score/candidates[0].score)))
		all = append(all, Keyword{shown(p.text), score, p.count})
	}
	return all
}

// shown is a phrase on one line, without the ending of an English genitive.
func shown(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return strings.TrimSuffix(strings.TrimSuffix(text, "'s"), "’s")
}

// absorb marks the phrases that occur nowhere but in one that is a word longer.
func (f *finder) absorb() {
	for _, p := range f.order {
		n := len(p.stems)
		if n == 1 || p.count == 1 && p.proper == 0 {
			continue
		}
		for _, part := range [][]string{p.stems[1:], p.stems[:n-1]} {
			if q := f.phrases[strings.Join(part, " ")]; q.count == p.count {
				q.absorbed = true
			}
		}
	}
}

// precision is how finely scores are compared: machines may differ beyond it.
const precision = 1e6

// score is 0 for a phrase that is no keyword: one that occurs once without
// being a name, where a text is long enough for phrases to occur again.
func (f *finder) score(p *phrase) float64 {
	n := len(p.stems)
	length := lengths[n]
	if n > 1 && p.count == 1 && p.proper == 0 {
		if f.sentences > few {
			return 0
		}
		length = 1
	}
	sum := 0.0
	for _, stem := range p.stems {
		sum += f.weight(f.terms[stem])
	}
	s := sum / float64(n) * float64(p.count) * length
	return math.Round(s*precision) / precision
}

// few is how many sentences a text has in which a phrase need not occur twice.
const few = 5

// lengths is what phrases of one to four words are worth.
var lengths = [longest + 1]float64{0, 1, 3, 3.5, 3.5}

// weight is what a word says about what the text is about.
func (f *finder) weight(t *term) float64 {
	w := math.Sqrt(float64(t.count))
	w *= 1 + float64(t.spread)/float64(f.sentences)
	w *= 1 + 1/math.Sqrt(float64(1+t.first))
	if t.inside > 0 {
		w *= 1 + float64(t.capitals)/float64(t.inside)
	}
	return w
}

// repeats tells whether a phrase is part of a chosen one and hardly occurs
// elsewhere, or has one as a part without occurring often itself.
func repeats(p *phrase, chosen []*phrase) bool {
	for _, c := range chosen {
		if within(p.stems, c.stems) && p.count <= 3*c.count || within(c.stems, p.stems) && p.count*3 < c.count {
			return true
		}
	}
	return false
}

// within tells whether all words of a are in b, in their order and together.
func within(a, b []string) bool {
	for i := 0; i+len(a) <= len(b); i++ {
		if slices.Equal(a, b[i:i+len(a)]) {
			return true
		}
	}
	return false
}
