// Package segment takes text apart for the other packages of the local model:
// into sentences and words by the rules of package prose, with what summaries
// and word lists need besides.
package segment

import (
	"cmp"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"toolcrib/internal/ops/text/prose"
	"toolcrib/internal/ops/text/ucd"
)

// Span is a part of a text, in bytes.
type Span struct{ Start, End int }

// Of is the text of the span.
func (s Span) Of(text string) string { return text[s.Start:s.End] }

// Longest is how many characters a sentence has at most: what is longer is
// taken apart at the ends of lines, else at white space, else anywhere between
// grapheme clusters.
const Longest = 1000

// Sentences returns the sentences of a text, which are those of package prose,
// except that the items of lists and headings, each on its line, are sentences
// of their own, and that the marks of Ethiopic, Khmer, Burmese and Tibetan end
// them too.
func Sentences(text string) []Span {
	table := ucd.Load()
	var all []Span
	for start, end := range prose.Sentences(text) {
		for _, s := range parts(text, Span{start, end}) {
			all = shorten(table, all, text, s)
		}
	}
	return all
}

// parts takes a sentence apart at items of lists and at further marks.
func parts(text string, s Span) (all []Span) {
	start := s.Start
	cut := func(end, next int) {
		if part := trim(text, Span{start, end}); part.Start < part.End {
			all = append(all, part)
		}
		start = next
	}
	for i, r := range s.Of(text) {
		at := s.Start + i
		switch {
		case r == '\n' || r == '\r':
			if n := bullet(text[at+1 : s.End]); n > 0 {
				cut(at, at+1+n)
			}
		case strings.ContainsRune("።፧፨។៕။།༎", r):
			cut(at+utf8.RuneLen(r), at+utf8.RuneLen(r))
		}
	}
	cut(s.End, s.End)
	return all
}

// bullet is the length of the mark of a list item or heading at the start of a
// line, with the space after it.
func bullet(line string) int {
	body := strings.TrimLeft(line[:min(len(line), 40)], " \t")
	indent := min(len(line), 40) - len(body)
	mark := 0
	for mark < len(body) && strings.IndexByte("#*-+>", body[mark]) >= 0 {
		mark++
	}
	if mark == 0 {
		for _, b := range []string{"•", "‣", "◦", "▪", "–", "—"} {
			if strings.HasPrefix(body, b) {
				mark = len(b)
			}
		}
	}
	if mark == 0 {
		for mark < len(body) && body[mark] >= '0' && body[mark] <= '9' {
			mark++
		}
		if mark == 0 || mark > 3 || mark == len(body) || body[mark] != '.' && body[mark] != ')' {
			return 0
		}
		mark++
	}
	if mark == len(body) || body[mark] != ' ' && body[mark] != '\t' {
		return 0
	}
	return indent + mark + 1
}

// trim leaves out white space on both sides.
func trim(text string, s Span) Span {
	part := strings.TrimLeftFunc(s.Of(text), unicode.IsSpace)
	start := s.End - len(part)
	return Span{start, start + len(strings.TrimRightFunc(part, unicode.IsSpace))}
}

// shorten adds a sentence in parts that are not too long.
func shorten(table *ucd.Table, all []Span, text string, s Span) []Span {
	add := func(end int) {
		if part := trim(text, Span{s.Start, end}); part.Start < part.End {
			all = append(all, part)
		}
		s.Start = end
	}
	for utf8.RuneCountInString(s.Of(text)[:min(s.End-s.Start, (Longest+1)*utf8.UTFMax)]) > Longest {
		end := cut(table, s.Of(text))
		if end < 0 {
			break
		}
		add(s.Start + end)
	}
	add(s.End)
	return all
}

// cut is where the first part of a long text ends, -1 if nowhere before its
// end.
func cut(table *ucd.Table, text string) int {
	n, line, space, cluster := 0, 0, 0, 0
	for i, r := range text {
		p := table.Of(r)
		if p.Starts() {
			if n > Longest {
				return i
			}
			cluster = i
		}
		if n == Longest {
			if end := cmp.Or(line, space, cluster); end > 0 {
				return end
			}
		}
		if r == '\n' || r == '\r' {
			line = i
		}
		if p.In(ucd.Space) {
			space = i
		}
		n++
	}
	return -1
}

// Words yields the words of a text, as start and end in bytes: those of package
// prose, taken apart at signs that join words without being part of them, such
// as dashes, slashes and runs of full stops. Addresses of the web and of mail
// are no words.
func Words(text string) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		table := ucd.Load()
		for start, end := range prose.Words(text) {
			word := text[start:end]
			if strings.Contains(word, "://") || strings.Contains(word, "@") || strings.HasPrefix(word, "www.") {
				continue
			}
			if !pieces(table, word, func(from, to int) bool { return yield(start+from, start+to) }) {
				return
			}
		}
	}
}

// pieces yields the parts of what white space sets apart.
func pieces(table *ucd.Table, word string, yield func(from, to int) bool) bool {
	from, to := -1, 0 // of the piece so far: to is after its last letter or number
	for i, r := range word {
		p := table.Of(r)
		switch {
		case p.In(ucd.Letter | ucd.Number):
			if from >= 0 && i > to && !joins(word[to:i]) {
				if !yield(from, to) {
					return false
				}
				from = -1
			}
			if from < 0 {
				from = i
			}
			to = i + utf8.RuneLen(r)
		case from >= 0 && to == i && (p.In(ucd.Mark) || r == '\u200C' || r == '\u200D'):
			to = i + utf8.RuneLen(r)
		}
	}
	return from < 0 || yield(from, to)
}

// joins tells whether what is between two letters or numbers leaves them one
// word.
func joins(between string) bool {
	switch between {
	case "-", "‐", "‑", "'", "’", ".", ",", ":", "_", "&", "·", "\u00AD":
		return true
	}
	return false
}
