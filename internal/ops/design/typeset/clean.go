package typeset

import (
	"slices"
	"strings"
	"unicode"

	"github.com/go-text/typesetting/segmenter"
)

// Bounds of a text.
const (
	MaxRunes = 2000 // code points that Clean accepts; further ones are cut off
	MaxMarks = 8    // combining marks in a grapheme cluster; further ones are taken out
)

// Cleaned is a text as it is set.
type Cleaned struct {
	Text  []rune
	Marks int // combining marks that were taken out
}

// Clean makes a text fit to be set on its own or between others. White space
// becomes single spaces, and is gone at both ends; with keepLines, lines stay
// and so do the spaces in them; each is then a text of its own. Control characters and noncharacters are
// taken out. Bidirectional embeddings, overrides and isolates are closed where
// they were left open, and what closes none is taken out, so that none reaches
// what stands beside the text. A cluster keeps MaxMarks combining marks.
func Clean(s string, keepLines bool) Cleaned {
	text := spaces([]rune(strings.ReplaceAll(s, "\r\n", "\n")), keepLines)
	text = balanceLines(text[:min(len(text), MaxRunes)])
	kept, marks := limitMarks(text)
	return Cleaned{kept, marks}
}

// spaces keeps what can be set and makes white space plain.
func spaces(text []rune, keepLines bool) []rune {
	out := make([]rune, 0, len(text))
	for _, r := range text {
		last := rune('\n')
		if len(out) > 0 {
			last = out[len(out)-1]
		}
		switch {
		case keepLines && (r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029'):
			out = append(out, '\n')
		case keepLines && r == '\t':
			out = append(out, ' ', ' ')
		case keepLines && r == ' ':
			out = append(out, ' ')
		case r == '\u00a0' || r == '\u202f': // they hold words together
			out = append(out, r)
		case unicode.IsSpace(r):
			if last != ' ' && last != '\n' {
				out = append(out, ' ')
			}
		case settable(r):
			out = append(out, r)
		}
	}
	for len(out) > 0 && (out[len(out)-1] == ' ' || out[len(out)-1] == '\n') {
		out = out[:len(out)-1]
	}
	for keepLines && len(out) > 0 && out[0] == '\n' {
		out = out[1:]
	}
	return out
}

// settable tells what is neither a control, nor a noncharacter, nor a mark of
// annotations, object replacement or byte order. Soft hyphens are not: a
// line is never broken inside a word to be hyphenated.
func settable(r rune) bool {
	switch {
	case unicode.IsControl(r), r == '\u00ad', r == '\ufeff', r >= '\ufff9' && r <= '\ufffc':
		return false
	case r&0xfffe == 0xfffe, r >= '\ufdd0' && r <= '\ufdef':
		return false
	}
	return true
}

// Bidirectional controls.
const (
	embedLeft, embedRight         = '\u202a', '\u202b'
	endEmbedding                  = '\u202c'
	overrideLeft, overrideRight   = '\u202d', '\u202e'
	isolateLeft, isolateRight     = '\u2066', '\u2067'
	isolateAuto, endIsolate       = '\u2068', '\u2069'
	firstIsolate, lastIsolate     = isolateLeft, isolateAuto
	firstEmbedding, lastEmbedding = embedLeft, overrideRight
)

// balanceLines balances every line of a text.
func balanceLines(text []rune) []rune {
	at := slices.Index(text, '\n')
	if at < 0 {
		return balance(text)
	}
	return slices.Concat(balance(text[:at]), []rune{'\n'}, balanceLines(text[at+1:]))
}

// balance closes what is open and takes out what closes nothing.
func balance(text []rune) []rune {
	if !slices.ContainsFunc(text, isBidiControl) {
		return text
	}
	var out, ends []rune
	for _, r := range text {
		switch {
		case r == endEmbedding:
			if len(ends) == 0 || ends[len(ends)-1] != endEmbedding {
				continue
			}
			ends = ends[:len(ends)-1]
		case r == endIsolate:
			at := lastIndex(ends, endIsolate)
			if at < 0 {
				continue
			}
			ends = ends[:at] // it closes the embeddings inside it too
		case r >= firstIsolate && r <= lastIsolate:
			ends = append(ends, endIsolate)
		case r >= firstEmbedding && r <= lastEmbedding:
			ends = append(ends, endEmbedding)
		}
		out = append(out, r)
	}
	slices.Reverse(ends)
	return append(out, ends...)
}

func lastIndex(list []rune, r rune) int {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i] == r {
			return i
		}
	}
	return -1
}

// isBidiControl tells embeddings, overrides and isolates; marks (LRM, RLM,
// ALM) reach nobody else.
func isBidiControl(r rune) bool {
	return r >= embedLeft && r <= overrideRight || r >= isolateLeft && r <= endIsolate
}

// Blank tells whether a cleaned text shows nothing.
func Blank(text []rune) bool {
	return !slices.ContainsFunc(text, func(r rune) bool { return !invisible(r) && !unicode.IsSpace(r) })
}

// Plain is a text without bidirectional controls, for where it is read on and
// a part of it could hold only one end.
func Plain(text []rune) string {
	return string(slices.DeleteFunc(slices.Clone(text), isBidiControl))
}

// Isolate sets a cleaned text apart from its neighbours in a line.
func Isolate(text []rune) []rune {
	return slices.Concat([]rune{isolateAuto}, text, []rune{endIsolate})
}

// limitMarks keeps MaxMarks combining marks in each cluster.
func limitMarks(text []rune) (kept []rune, removed int) {
	kept = make([]rune, 0, len(text))
	for _, cluster := range clusters(text) {
		marks := 0
		for _, r := range text[cluster.start:cluster.end] {
			if unicode.Is(unicode.M, r) && !invisible(r) {
				if marks++; marks > MaxMarks {
					removed++
					continue
				}
			}
			kept = append(kept, r)
		}
	}
	return kept, removed
}

// span is a stretch of a text.
type span struct{ start, end int }

// clusters divides a text by UAX #29 into extended grapheme clusters.
func clusters(text []rune) []span {
	if len(text) == 0 {
		return nil
	}
	var s segmenter.Segmenter
	s.Init(text)
	list := make([]span, 0, len(text))
	for it := s.GraphemeIterator(); it.Next(); {
		g := it.Grapheme()
		list = append(list, span{g.Offset, g.Offset + len(g.Text)})
	}
	return list
}

// Graphemes counts what a reader takes for characters.
func Graphemes(text []rune) int { return len(clusters(text)) }
