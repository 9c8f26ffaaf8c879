package lettercase

import (
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/words"

	"toolcrib/internal/ops/text/prose"
	"toolcrib/internal/ops/text/ucd"
)

// Title returns s with each word (UAX #29) in title case: its first letter,
// number or symbol mapped to title case, what follows to lower case.
func (c *Caser) Title(s string) string {
	dst := make([]byte, 0, len(s))
	for from, to := range tokens(s) {
		dst = c.appendTitled(dst, s, from, to)
	}
	return string(dst)
}

// smallWords are those that AP style leaves in lower case.
var smallWords = func() map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq("a an and as at but by for if in nor of on or so the to up yet via") {
		set[w] = true
	}
	return set
}()

// TitleAP is Title with articles, conjunctions and short prepositions in lower
// case, unless one is the first or the last word.
func (c *Caser) TitleAP(s string) string {
	first, last := -1, -1
	for from, to := range tokens(s) {
		r, _ := utf8.DecodeRuneInString(s[c.titleAt(s, from, to):to])
		if c.table.Of(r).In(ucd.Letter | ucd.Number) {
			if last = from; first < 0 {
				first = from
			}
		}
	}
	dst := make([]byte, 0, len(s))
	for from, to := range tokens(s) {
		if from != first && from != last && to-from <= len("via") && smallWords[strings.ToLower(s[from:to])] {
			dst = c.appendLower(dst, s, from, to)
		} else {
			dst = c.appendTitled(dst, s, from, to)
		}
	}
	return string(dst)
}

// Capitalize returns s with the first letter of each word in title case, as CSS
// text-transform does; all else stays.
func (c *Caser) Capitalize(s string) string {
	dst := make([]byte, 0, len(s))
	for from, to := range tokens(s) {
		at := c.titleAt(s, from, to)
		dst = append(dst, s[from:at]...)
		if at < to {
			var n int
			dst, n = c.appendTitle(dst, s[at:])
			dst = append(dst, s[at+n:to]...)
		}
	}
	return string(dst)
}

// Sentence returns s in lower case but for the first letter of each sentence.
func (c *Caser) Sentence(s string) string {
	dst := make([]byte, 0, len(s))
	done := 0
	for at := range prose.SentenceStarts(s) {
		var n int
		dst = c.appendLower(dst, s, done, at)
		dst, n = c.appendTitle(dst, s[at:])
		done = at + n
	}
	return string(c.appendLower(dst, s, done, len(s)))
}

// Swap returns s with upper case in lower and lower case in upper case; letters
// that are both in one, such as ǅ, stay.
func (c *Caser) Swap(s string) string {
	dst := make([]byte, 0, len(s))
	var now mapping // of the letters since done, as far as it is of one kind
	done := 0
	flush := func(end int) {
		switch {
		case (now.lower != "") == (now.upper != ""):
			dst = append(dst, s[done:end]...)
		case now.lower != "":
			dst = c.appendLower(dst, s, done, end)
		default:
			dst = c.appendUpper(dst, s, done, end)
		}
		done = end
	}
	for i, r := range s {
		m, ok := c.mappings[r]
		if !ok {
			continue // marks go with their letter
		}
		if (m.lower != "") != (now.lower != "") || (m.upper != "") != (now.upper != "") {
			flush(i)
			now = m
		}
	}
	flush(len(s))
	return string(dst)
}

// Alternate returns s with the letters of each word in lower and upper case by
// turns.
func (c *Caser) Alternate(s string) string {
	dst := make([]byte, 0, len(s))
	for from, to := range tokens(s) {
		upper, done := true, from
		flush := func(end int) {
			if upper {
				dst = c.appendUpper(dst, s, done, end)
			} else {
				dst = c.appendLower(dst, s, done, end)
			}
			upper, done = !upper, end
		}
		for i, r := range s[from:to] {
			if c.table.Of(r).In(ucd.Letter) {
				flush(from + i)
			}
		}
		flush(to)
	}
	return string(dst)
}

// tokens yields the pieces of s between word boundaries, spaces and all.
func tokens(s string) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		for it := words.FromString(s); it.Next(); {
			if !yield(it.Start(), it.End()) {
				return
			}
		}
	}
}

// appendTitled appends s[from:to], a word, in title case.
func (c *Caser) appendTitled(dst []byte, s string, from, to int) []byte {
	at := c.titleAt(s, from, to)
	dst = append(dst, s[from:at]...)
	if at == to {
		return dst
	}
	dst, n := c.appendTitle(dst, s[at:])
	return c.appendLower(dst, s, at+n, to)
}

// titleAt returns where in s[from:to] the first letter, number or symbol is,
// which takes title case; to if there is none.
func (c *Caser) titleAt(s string, from, to int) int {
	for i, r := range s[from:to] {
		p := c.table.Of(r)
		if p.In(ucd.Letter|ucd.Number|ucd.Symbol|ucd.Co) && (!p.In(ucd.Lm) || p.Cased()) {
			return from + i
		}
	}
	return to
}
