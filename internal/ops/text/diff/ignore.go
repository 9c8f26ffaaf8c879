package diff

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"toolcrib/internal/ops/text/fold"
	"toolcrib/internal/ops/text/lines"
)

// Whitespace is which differences of white space are ignored. White space is
// what Unicode calls so (White_Space).
type Whitespace uint8

// The ways to ignore white space, each of which ignores more than the one
// before. Lines stay lines under all of them; whether the last one has a
// terminator counts only under Exact. In other units a line break is white
// space like any other.
const (
	Exact    Whitespace = iota
	Trailing            // white space at the ends of lines (git's --ignore-space-at-eol)
	Amount              // and how long and of what a run of white space is (diff -b)
	All                 // and where there is any (diff -w)
)

// Ignore says which differences do not count.
type Ignore struct {
	Whitespace  Whitespace
	BlankLines  bool // lines with nothing in them, as Whitespace has it, come and go
	Case        bool // by full Unicode case folding
	LineEndings bool // CRLF, CR and LF are the same (diff --strip-trailing-cr)
}

// drops tells whether some tokens of a unit may come and go.
func (ig Ignore) drops(unit Unit) bool {
	if unit == Line || unit == PatchLine {
		return ig.BlankLines
	}
	return ig.BlankLines || ig.Whitespace != Exact
}

// keys calls yield with what each token of t is compared by. It is "" for a
// token that may come and go.
func (ig Ignore) keys(t Text, yield func(key string)) {
	if ig == (Ignore{}) {
		for i := range t.Len() {
			yield(t.Token(i))
		}
		return
	}
	f, buf := folder{Ignore: ig, s: t.s}, []byte(nil)
	for i := range t.Len() {
		if t.unit == Line || t.unit == PatchLine {
			buf = ig.appendLine(buf[:0], t.Token(i))
		} else {
			buf = f.append(buf[:0], t.Start(i+1))
		}
		key := string(buf)
		if ig.Case {
			key = fold.String(key)
		}
		yield(key)
	}
}

// appendLine appends the key of a line.
func (ig Ignore) appendLine(dst []byte, line string) []byte {
	content := strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
	terminator := line[len(content):]
	f := folder{Ignore: ig, s: content}
	start := len(dst)
	dst = f.append(dst, len(content))
	switch {
	case ig.Whitespace != Exact, ig.BlankLines && len(dst) == start, terminator == "":
		return dst
	case ig.LineEndings:
		return append(dst, '\n')
	}
	return append(dst, terminator...)
}

// folder writes a text, piece by piece, without the white space that is
// ignored.
type folder struct {
	Ignore
	s                string
	at               int
	runStart, runEnd int  // the white space around at
	blankEnd         int  // where the blanks around at end: white space without line breaks
	inLine           bool // something of the line was written
}

// append appends what counts of the text from where the last call ended to end.
func (f *folder) append(dst []byte, end int) []byte {
	for f.at < end {
		if n := f.space(); n > 0 {
			dst = f.appendSpace(dst, n)
			f.at += n
			continue
		}
		start := f.at
		_, n := utf8.DecodeRuneInString(f.s[start:])
		for f.at += n; f.at < end && '!' <= f.s[f.at] && f.s[f.at] < utf8.RuneSelf; {
			f.at++
		}
		dst = append(dst, f.s[start:f.at]...)
		f.inLine = true
	}
	return dst
}

// space returns the size of the white space character at the current place, of
// both characters of a CRLF, and 0 if there is another character.
func (f *folder) space() int {
	if strings.HasPrefix(f.s[f.at:], "\r\n") {
		return 2
	}
	r, n := utf8.DecodeRuneInString(f.s[f.at:])
	if unicode.IsSpace(r) {
		return n
	}
	return 0
}

// appendSpace appends what counts of the white space character of n bytes at
// the current place.
func (f *folder) appendSpace(dst []byte, n int) []byte {
	if f.at >= f.runEnd {
		f.runStart, f.runEnd = f.at, len(f.s)-len(strings.TrimLeftFunc(f.s[f.at:], unicode.IsSpace))
	}
	char := f.s[f.at : f.at+n]
	lineBreak := char[0] == '\n' || char[0] == '\r'
	switch {
	case f.Whitespace == All:
		return dst
	case f.Whitespace == Amount:
		if f.at > f.runStart || f.runEnd == len(f.s) || f.BlankLines && f.runStart == 0 && lines.EndsTerminated(f.s[:f.runEnd]) {
			return dst
		}
		return append(dst, ' ')
	case lineBreak:
		return f.appendBreak(dst, char)
	case f.Whitespace == Trailing && f.trailing():
		return dst
	}
	f.inLine = true
	return append(dst, char...)
}

// appendBreak appends what counts of a line break.
func (f *folder) appendBreak(dst []byte, char string) []byte {
	blank := !f.inLine
	f.inLine = false
	switch {
	case f.BlankLines && blank, f.Whitespace == Trailing && f.at+len(char) == len(f.s):
		return dst
	case f.Whitespace == Trailing || f.LineEndings:
		return append(dst, '\n')
	}
	return append(dst, char...)
}

// trailing tells whether only white space stands between the current place and
// the end of its line.
func (f *folder) trailing() bool {
	if f.at >= f.blankEnd {
		f.blankEnd = f.runEnd
		if i := strings.IndexAny(f.s[f.at:f.runEnd], "\r\n"); i >= 0 {
			f.blankEnd = f.at + i
		}
	}
	return f.blankEnd < f.runEnd || f.runEnd == len(f.s)
}
