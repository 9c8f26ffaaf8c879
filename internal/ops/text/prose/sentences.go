package prose

import (
	"iter"
	"strings"
	"unicode/utf8"

	"toolcrib/internal/ops/text/ucd"
)

// abbreviations are the words whose full stop ends no sentence, by their last
// letter.
var abbreviations = func() (by [utf8.RuneSelf][]string) {
	for a := range strings.FieldsSeq("Mr Mrs Ms Dr Prof Sr Jr St vs etc e.g i.e No Inc Ltd Co Fig Vol pp a.m p.m U.S") {
		last := a[len(a)-1]
		by[last] = append(by[last], a)
	}
	return by
}()

// SentenceStarts yields the offset of the first letter or number of each
// sentence. Case is what callers are about to change, so a lower-case letter
// may start one here.
func SentenceStarts(text string) iter.Seq[int] {
	return func(yield func(int) bool) {
		table := ucd.Load()
		f := sentenceFinder{table: table, text: text, anyCase: true}
		for i, r := range text {
			p := table.Of(r)
			inside := f.started
			ended := f.next(i, r, p)
			if f.started && (ended || !inside) && !yield(i) {
				return
			}
		}
	}
}

// sentenceFinder finds the ends of sentences in characters that it is given
// one by one. It never looks ahead: whether a full stop ends a sentence shows
// at the next letter or number.
type sentenceFinder struct {
	table   *ucd.Table
	text    string
	greek   bool // a semicolon is a question mark
	anyCase bool // a lower-case letter may start a sentence

	started bool // the current sentence has a letter or number
	pending bool // it has ended unless the text goes on in lower case

	inStop   bool // in a run of marks, and closing brackets, that may end it
	loneStop bool // the run has but one mark, a full stop
	stopAt   int  // where the run starts

	blank bool // the current line has only white space so far
}

// next takes the character at offset i and tells whether it shows that a
// sentence has ended. The last one ends with the text: that is f.started.
func (f *sentenceFinder) next(i int, r rune, p ucd.Props) (ended bool) {
	switch {
	case p.In(ucd.Letter | ucd.Number):
		ended = f.pending && (f.anyCase || !p.In(ucd.Ll))
		f.started, f.pending, f.inStop, f.blank = true, false, false, false
		return ended
	case p.In(ucd.Space):
		return f.space(i, r)
	}
	f.blank = false
	switch {
	case endsAlways(r):
		return f.end()
	case f.mayEnd(r):
		f.loneStop = !f.inStop && r == '.'
		if !f.inStop {
			f.stopAt = i
		}
		f.inStop = true
	case r != '"' && r != '\'' && !p.In(ucd.Pe|ucd.Pf|ucd.Pi):
		f.inStop = false
	}
	return false
}

// space takes white space, which ends a sentence after a mark and, as a blank
// line, always.
func (f *sentenceFinder) space(i int, r rune) (ended bool) {
	if f.inStop && f.started && !(f.loneStop && f.abbreviated()) {
		f.pending = true
	}
	f.inStop = false
	if r == '\r' || r == '\n' && (i == 0 || f.text[i-1] != '\r') {
		if f.blank {
			ended = f.end()
		}
		f.blank = true
	}
	return ended
}

// end ends the current sentence, if one has started.
func (f *sentenceFinder) end() (ended bool) {
	ended = f.started
	f.started, f.pending, f.inStop = false, false, false
	return ended
}

func endsAlways(r rune) bool {
	switch r {
	case '。', '！', '？', '｡', '।', '॥', '۔', '؟':
		return true
	}
	return false
}

func (f *sentenceFinder) mayEnd(r rune) bool {
	switch r {
	case '.', '!', '?', '…', '‽':
		return true
	case ';', '\u037E':
		return f.greek
	}
	return false
}

// abbreviated tells whether the full stop at stopAt belongs to an abbreviation
// or an initial. A number may stand right before the former: 10a.m.
func (f *sentenceFinder) abbreviated() bool {
	before := f.text[:f.stopAt]
	last, size := utf8.DecodeLastRuneInString(before)
	if last < utf8.RuneSelf {
		for _, a := range abbreviations[last] {
			if strings.HasSuffix(before, a) && !f.endsIn(ucd.Letter|ucd.Mark, before[:len(before)-len(a)]) {
				return true
			}
		}
	}
	return f.table.Of(last).In(ucd.Lu|ucd.Lt) && !f.endsIn(ucd.Letter|ucd.Mark|ucd.Number, before[:len(before)-size])
}

func (f *sentenceFinder) endsIn(set ucd.Set, s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return s != "" && f.table.Of(r).In(set)
}
