// Package lines cuts texts into lines and puts them together again: the one
// rule of what a line is, for all operations that work on lines.
//
// A line ends at CRLF, LF or CR. A final terminator ends the last line and
// opens no other: "a\nb\n" has two lines, "" has none. NEL, LS, PS, VT and FF
// end no line. (Package position, which places a cursor, has one more line
// behind a final terminator.)
//
// An operation that moves lines writes them with one terminator, the one that
// most lines of the input had, and ends its text as the input ended:
//
//	style := lines.StyleOf(text).With(lineEnding)
//	text = style.Join(change(lines.Split(text)))
package lines

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// All yields the lines of text in order, without their terminators.
func All(text string) iter.Seq[string] {
	return func(yield func(line string) bool) {
		hasCR := strings.IndexByte(text, '\r') >= 0
		for pos := 0; pos < len(text); {
			end, next := cut(text, pos, hasCR)
			if !yield(text[pos:end]) {
				return
			}
			pos = next
		}
	}
}

// Terminated yields the lines of text in order, each with its terminator,
// which is empty for a last line that has none.
func Terminated(text string) iter.Seq2[string, string] {
	return func(yield func(line, terminator string) bool) {
		hasCR := strings.IndexByte(text, '\r') >= 0
		for pos := 0; pos < len(text); {
			end, next := cut(text, pos, hasCR)
			if !yield(text[pos:end], text[end:next]) {
				return
			}
			pos = next
		}
	}
}

// cut returns where the line that starts at pos ends, and where the next one
// starts. Text without CR is searched with vector instructions.
func cut(text string, pos int, hasCR bool) (end, next int) {
	if !hasCR {
		if i := strings.IndexByte(text[pos:], '\n'); i >= 0 {
			return pos + i, pos + i + 1
		}
		return len(text), len(text)
	}
	for i := pos; i < len(text); i++ {
		switch text[i] {
		case '\n':
			return i, i + 1
		case '\r':
			if i+1 < len(text) && text[i+1] == '\n' {
				return i, i + 2
			}
			return i, i + 1
		}
	}
	return len(text), len(text)
}

// Split returns the lines of text without their terminators; the lines share
// the memory of text.
func Split(text string) []string {
	list := make([]string, 0, Count(text))
	for line := range All(text) {
		list = append(list, line)
	}
	return list
}

// Count returns the number of lines of text.
func Count(text string) int {
	crlf, lf, cr := terminators(text)
	n := crlf + lf + cr
	if text != "" && !EndsTerminated(text) {
		n++
	}
	return n
}

// terminators counts the terminators of text by kind.
func terminators(text string) (crlf, lf, cr int) {
	lf, cr = strings.Count(text, "\n"), strings.Count(text, "\r")
	if lf > 0 && cr > 0 {
		crlf = strings.Count(text, "\r\n")
	}
	return crlf, lf - crlf, cr - crlf
}

// EndsTerminated tells whether the last line of text has a terminator.
func EndsTerminated(text string) bool {
	return strings.HasSuffix(text, "\n") || strings.HasSuffix(text, "\r")
}

// Blank tells whether a line holds nothing but White_Space, or nothing.
func Blank(line string) bool {
	for i := 0; i < len(line); i++ {
		if line[i] >= utf8.RuneSelf {
			return strings.TrimLeftFunc(line[i:], unicode.IsSpace) == ""
		}
		if line[i] != ' ' && (line[i] < '\t' || '\r' < line[i]) {
			return false
		}
	}
	return true
}

// Style is how the lines of a text are put together.
type Style struct {
	Terminator string // what ends a line
	Final      bool   // whether it also ends the last line
}

// StyleOf returns the terminator that most lines of text have, LF on a tie or
// where there is none, and whether the last line has one.
func StyleOf(text string) Style {
	crlf, lf, cr := terminators(text)
	s := Style{"\n", EndsTerminated(text)}
	switch {
	case crlf > lf && crlf > cr:
		s.Terminator = "\r\n"
	case cr > lf && cr > crlf:
		s.Terminator = "\r"
	}
	return s
}

// With returns the style with the terminator that the option line_ending of
// the API asks for: lf, crlf, or anything else to keep it.
func (s Style) With(lineEnding string) Style {
	switch lineEnding {
	case "lf":
		s.Terminator = "\n"
	case "crlf":
		s.Terminator = "\r\n"
	}
	return s
}

// Join puts lines together. An empty last line of a text that does not end in
// a terminator cannot be told from a terminator of the line before.
func (s Style) Join(list []string) string {
	if !s.Final {
		return strings.Join(list, s.Terminator)
	}
	size := len(list) * len(s.Terminator)
	for _, line := range list {
		size += len(line)
	}
	var b strings.Builder
	b.Grow(size)
	for _, line := range list {
		b.WriteString(line)
		b.WriteString(s.Terminator)
	}
	return b.String()
}
