package prose

import (
	"iter"
	"unicode/utf8"

	"toolcrib/internal/ops/text/ucd"
)

// Words yields the words of a text in order, as start and end in bytes.
func Words(text string) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		table := ucd.Load()
		w := newWordFinder(table)
		for i, r := range text {
			if w.next(i, r, table.Of(r)) && !yield(w.start, w.end) {
				return
			}
		}
		if w.close() {
			yield(w.start, w.end)
		}
	}
}

// wordFinder finds words in characters that it is given one by one.
type wordFinder struct {
	han, hiragana, katakana ucd.Script

	start, end int // of the word found last

	open     bool // a word has begun, at from; what belongs to it so far ends at to
	single   bool // it is a character of a script without spaces
	from, to int

	pieces  int  // what white space parts
	inPiece bool // the last character was no white space
}

func newWordFinder(table *ucd.Table) wordFinder {
	return wordFinder{han: table.ScriptOf("Han"), hiragana: table.ScriptOf("Hiragana"), katakana: table.ScriptOf("Katakana")}
}

// next takes the character at offset i and tells whether it shows that a word
// has ended, which is then at start and end.
func (w *wordFinder) next(i int, r rune, p ucd.Props) (found bool) {
	space := p.In(ucd.Space)
	if !space && !w.inPiece {
		w.pieces++
	}
	w.inPiece = !space
	script := p.Script()
	single := script == w.han || script == w.hiragana || script == w.katakana
	switch {
	case single || space:
		found = w.close()
	case w.single && !p.In(ucd.Mark):
		found = w.close()
	}
	switch {
	case single:
		w.open, w.single, w.from = true, true, i
	case p.In(ucd.Letter | ucd.Number):
		if !w.open {
			w.open, w.from = true, i
		}
	case !p.In(ucd.Mark) || !w.open || w.to != i:
		return found
	}
	w.to = i + utf8.RuneLen(r)
	return found
}

// close ends the word that is open, if there is one.
func (w *wordFinder) close() (found bool) {
	found = w.open
	w.start, w.end = w.from, w.to
	w.open, w.single = false, false
	return found
}
