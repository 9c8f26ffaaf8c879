package lettercase

import (
	"strings"
	"unicode/utf8"

	"toolcrib/internal/ops/text/ucd"
)

// Words splits s into the words that an identifier is made of: at everything
// that is no letter, mark or number, before an upper-case letter that follows a
// lower-case letter or a digit, and before the last of several upper-case
// letters that a lower-case letter follows. Apostrophes and soft hyphens between
// letters are dropped, joiners there stay, and marks stay with their letter.
// With splitNumbers numbers are words of their own.
func Words(s string, splitNumbers bool) []string {
	w := splitter{s: s, table: ucd.Load(), start: -1, splitNumbers: splitNumbers}
	for i, r := range s {
		w.next(i, r)
	}
	w.cut(len(s))
	return w.words
}

type splitter struct {
	s            string
	table        *ucd.Table
	splitNumbers bool
	words        []string

	start   int  // of the word, -1 outside of one
	dropped bool // there are characters to leave out

	last    ucd.Props // the last character of the word that is no mark
	upperAt int       // where the last upper-case letter of the word is
	uppers  int       // how many upper-case letters end the word so far
}

const (
	upper = ucd.Lu | ucd.Lt
	word  = ucd.Letter | ucd.Mark | ucd.Number
)

func (w *splitter) next(i int, r rune) {
	p := w.table.Of(r)
	switch {
	case !p.In(word):
		if w.start < 0 || !w.joins(i, r) {
			w.cut(i)
		}
		return
	case w.start < 0:
		w.start, w.last, w.uppers = i, 0, 0
	case p.In(ucd.Mark):
		return
	case p.In(upper) && w.last.In(ucd.Ll|ucd.Nd), w.splitNumbers && p.In(ucd.Number) != w.last.In(ucd.Number):
		w.cut(i)
		w.start = i
	case p.In(ucd.Ll) && w.uppers > 1:
		w.cut(w.upperAt)
		w.start = w.upperAt
	}
	if p.In(upper) {
		w.upperAt = i
		w.uppers++
	} else {
		w.uppers = 0
	}
	w.last = p
}

// joins tells whether a character that is not part of words does not part them
// either: it stands between letters.
func (w *splitter) joins(i int, r rune) bool {
	switch r {
	case '\'', '’', '\u00AD':
		w.dropped = true
	case '\u200C', '\u200D':
	default:
		return false
	}
	next, _ := utf8.DecodeRuneInString(w.s[i+utf8.RuneLen(r):])
	return w.last.In(ucd.Letter) && w.table.Of(next).In(ucd.Letter|ucd.Mark)
}

var dropped = strings.NewReplacer("'", "", "’", "", "\u00AD", "")

// cut ends the word, if there is one.
func (w *splitter) cut(end int) {
	if w.start < 0 {
		return
	}
	one := w.s[w.start:end]
	if w.dropped {
		one = dropped.Replace(one)
	}
	w.words = append(w.words, one)
	w.start, w.uppers = -1, 0
}
