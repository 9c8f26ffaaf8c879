package csv

import "unicode/utf8"

// bom is the byte order mark, U+FEFF in UTF-8.
const bom = "\uFEFF"

// locator turns byte offsets into lines and columns. It remembers the last
// place, so that rising offsets cost one walk through the text in all.
type locator struct {
	text         string
	base         int // bytes removed before text
	offset       int
	line, column int
}

func newLocator(text string, base int) *locator {
	return &locator{text: text, base: base, line: 1, column: 1}
}

// locate returns the line and the column of the character at offset.
func (l *locator) locate(offset int) (line, column int) {
	if offset < l.offset {
		l.offset, l.line, l.column = 0, 1, 1
	}
	for ; l.offset < offset; l.offset++ {
		b := l.text[l.offset]
		switch {
		case b == '\n', b == '\r' && !l.lineFeedFollows():
			l.line++
			l.column = 1
		case b != '\r' && utf8.RuneStart(b):
			l.column++
		}
	}
	return l.line, l.column
}

func (l *locator) lineFeedFollows() bool {
	return l.offset+1 < len(l.text) && l.text[l.offset+1] == '\n'
}

// fail makes an error about the text at offset.
func (l *locator) fail(offset int, code Code, reason, message, hint string) *Error {
	line, column := l.locate(offset)
	return &Error{
		Code: code, Reason: reason, Field: "csv", Message: message, Hint: hint,
		Line: line, Column: column, ByteOffset: l.base + offset,
	}
}
