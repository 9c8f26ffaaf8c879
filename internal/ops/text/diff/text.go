package diff

import (
	"strings"
	"unicode"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"github.com/clipperhouse/uax29/v2/sentences"
	"github.com/clipperhouse/uax29/v2/words"

	"toolcrib/internal/ops/text/lines"
)

// Unit is what a text is cut into.
type Unit uint8

// The units. All tokens of a text together are the text.
const (
	// Line ends at CRLF, LF or CR and includes what ends it.
	Line Unit = iota
	// PatchLine ends at LF alone, as lines do for patch and in the unified format.
	PatchLine
	// Word is a word of UAX #29, a run of white space, or what UAX #29 leaves
	// beside those, such as a punctuation mark.
	Word
	// Character is an extended grapheme cluster of UAX #29.
	Character
	// Sentence is a sentence of UAX #29 with the white space behind it, unless
	// there is very much of that.
	Sentence
)

// Text is a text of at most 2 GiB cut into tokens.
type Text struct {
	s    string
	ends []int32 // where tokens end
	unit Unit
}

// Split cuts a text into units.
func Split(s string, unit Unit) Text {
	return Text{s, splitters[unit](s), unit}
}

var splitters = [...]func(string) []int32{
	Line: splitLines, PatchLine: splitPatchLines, Word: splitWords, Character: splitCharacters, Sentence: splitSentences,
}

// Len is the number of tokens.
func (t Text) Len() int { return len(t.ends) }

// Start is the byte offset at which token i starts; that of Len is the size of
// the text.
func (t Text) Start(i int) int {
	if i == 0 {
		return 0
	}
	return int(t.ends[i-1])
}

// Token returns token i.
func (t Text) Token(i int) string { return t.Slice(i, i+1) }

// Slice returns the text of the tokens [i, j).
func (t Text) Slice(i, j int) string { return t.s[t.Start(i):t.Start(j)] }

// forPatch tells whether the tokens are lines for patch too: no carriage return
// by itself ends one.
func (t Text) forPatch() bool {
	return t.unit == PatchLine || t.unit == Line && strings.Count(t.s, "\r") == strings.Count(t.s, "\r\n")
}

// unterminated tells whether the text is one of lines and the last has no
// terminator.
func (t Text) unterminated() bool {
	return t.s != "" && (t.unit == PatchLine && !strings.HasSuffix(t.s, "\n") || t.unit == Line && !lines.EndsTerminated(t.s))
}

func splitLines(s string) []int32 {
	if strings.IndexByte(s, '\r') < 0 {
		return splitPatchLines(s)
	}
	ends, at := make([]int32, 0, lines.Count(s)), 0
	for line, terminator := range lines.Terminated(s) {
		at += len(line) + len(terminator)
		ends = append(ends, int32(at))
	}
	return ends
}

func splitPatchLines(s string) []int32 {
	ends, at := make([]int32, 0, strings.Count(s, "\n")+1), 0
	for at < len(s) {
		n := strings.IndexByte(s[at:], '\n')
		if n < 0 {
			n = len(s) - at - 1
		}
		at += n + 1
		ends = append(ends, int32(at))
	}
	return ends
}

func splitWords(s string) []int32 {
	ends, inSpace := make([]int32, 0, len(s)/4), false
	for it := words.FromString(s); it.Next(); {
		space := lines.Blank(it.Value())
		if space && inSpace {
			ends = ends[:len(ends)-1]
		}
		ends, inSpace = append(ends, int32(it.End())), space
	}
	return ends
}

func splitCharacters(s string) []int32 {
	ends := make([]int32, 0, len(s))
	for it := graphemes.FromString(s); it.Next(); {
		ends = append(ends, int32(it.End()))
	}
	return ends
}

// longestGap is how many characters that are no letters and no numbers may
// follow each other in a sentence: the iterator looks back over them at each.
const longestGap = 128

func splitSentences(s string) []int32 {
	ends := make([]int32, 0, len(s)/64)
	for start := 0; start < len(s); {
		end := start + gapEnd(s[start:])
		for it := sentences.FromString(s[start:end]); it.Next(); {
			ends = append(ends, int32(start+it.End()))
		}
		start = end
	}
	return ends
}

// gapEnd returns where the first gap gets too long, or the size of the text.
func gapEnd(s string) int {
	gap := 0
	for i, r := range s {
		switch {
		case unicode.IsLetter(r) || unicode.IsNumber(r):
			gap = 0
		case gap == longestGap:
			return i
		default:
			gap++
		}
	}
	return len(s)
}
