package prose

import (
	"iter"
	"strings"
	"unicode/utf8"

	"toolcrib/internal/ops/text/ucd"
)

// Sentences yields the sentences of a text in order, as start and end in
// bytes: with the marks that end them, and with the quotes and brackets around
// them, without the white space between them. There are as many as Count says.
func Sentences(text string) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		table := ucd.Load()
		f := sentenceFinder{table: table, text: text}
		found, start, last := false, 0, 0 // last is where the letters and numbers so far end
		for i, r := range text {
			p := table.Of(r)
			inside := f.started
			ended := f.next(i, r, p)
			if f.started && (ended || !inside) {
				end, next := part(table, text[last:i])
				if found && !yield(start, last+end) {
					return
				}
				found, start = true, last+next
			}
			if p.In(ucd.Letter | ucd.Number | ucd.Mark) {
				last = i + utf8.RuneLen(r)
			}
		}
		if found {
			end, _ := part(table, text[last:]+" ") // what touches the last sentence belongs to it
			yield(start, last+end)
		}
	}
}

// part finds, in what is between two sentences, where the first one ends and
// where the second one starts. What touches a sentence belongs to it, and so
// does a mark after a space, as in Hindi and French.
func part(table *ucd.Table, gap string) (end, start int) {
	space := strings.IndexFunc(gap, func(r rune) bool { return table.Of(r).In(ucd.Space) })
	if space < 0 {
		end = touching(table, gap)
		return end, end
	}
	for i, r := range gap {
		p := table.Of(r)
		switch {
		case p.In(ucd.Space):
			start = i + utf8.RuneLen(r)
		case i < space, i == start && endsSentence(r), i == end && i > space && (endsSentence(r) || closes(r, p)):
			end = i + utf8.RuneLen(r)
		}
	}
	return end, max(start, end)
}

// touching is where the marks and closing brackets of the first sentence end
// when no space is between two.
func touching(table *ucd.Table, gap string) (end int) {
	for i, r := range gap {
		if endsSentence(r) || i == end && i > 0 && closes(r, table.Of(r)) {
			end = i + utf8.RuneLen(r)
		}
	}
	return end
}

func endsSentence(r rune) bool {
	return endsAlways(r) || r == '.' || r == '!' || r == '?' || r == '…' || r == '‽'
}

func closes(r rune, p ucd.Props) bool { return r == '"' || r == '\'' || p.In(ucd.Pe|ucd.Pf) }
