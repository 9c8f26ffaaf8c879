package jsondoc

import (
	"bytes"
	"errors"
	"slices"
	"unicode/utf8"

	"toolcrib/internal/jsonscan"
)

// MaxDepth is the number of containers that may stand in one another.
const MaxDepth = 1000

// Dialect is the grammar of a document.
type Dialect string

// The dialects.
const (
	JSON  Dialect = "json"
	JSONC Dialect = "jsonc" // with comments and trailing commas
)

// Source is a document to be read, any number of times. The text must not
// change.
type Source struct {
	text   []byte // as sent
	clean  []byte // the same without what JSON does not have, up to broken
	extras []extra
	broken *jsonscan.Error // what ends clean before the end of text
	bom    bool
	utf8   bool
}

// extra is something of the text that clean lacks: a comment, or the comma
// before a closing bracket.
type extra struct {
	kind       extraKind
	start, end int
}

func (e extra) isComma() bool { return e.kind == trailingComma }

type extraKind uint8

const (
	lineComment extraKind = iota
	blockComment
	trailingComma
)

const byteOrderMark = "\ufeff"

// NewSource looks through a text for what is not JSON but allowed: a byte order
// mark, and what the dialect adds. It takes one pass, and a copy of the text
// where there is such a thing.
func NewSource(text []byte, dialect Dialect) *Source {
	s := &Source{text: text, clean: text, utf8: utf8.Valid(text)}
	if !s.utf8 {
		s.broken = &jsonscan.Error{Reason: jsonscan.InvalidUTF8, Offset: invalidUTF8(text)}
		s.clean = text[:s.broken.Offset]
	}
	if bytes.HasPrefix(text, []byte(byteOrderMark)) {
		s.bom = true
		s.clean = bytes.Clone(s.clean)
		copy(s.clean, "   ")
	}
	if dialect == JSONC {
		if !s.bom {
			s.clean = bytes.Clone(s.clean)
		}
		s.blankExtras()
		slices.SortFunc(s.extras, func(a, b extra) int { return a.start - b.start })
	}
	return s
}

// HasBOM tells whether the text begins with a byte order mark.
func (s *Source) HasBOM() bool { return s.bom }

// IsUTF8 tells whether the text is UTF-8.
func (s *Source) IsUTF8() bool { return s.utf8 }

func invalidUTF8(text []byte) int {
	i := 0
	for i < len(text) {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		i += size
	}
	return i
}

// fault decides between an error met in clean, nil at its end, and what broke
// the text off there: what comes first counts.
func (s *Source) fault(err error) error {
	if s.broken == nil {
		return err
	}
	var e *jsonscan.Error
	if err == nil || errors.As(err, &e) && e.Reason == jsonscan.UnexpectedEnd {
		return s.broken
	}
	return err
}

// blankExtras replaces comments and trailing commas in clean by spaces.
func (s *Source) blankExtras() {
	// The last two bytes that are neither space nor comment, and where the last is.
	var before, last byte
	lastAt := 0
	for i := 0; i < len(s.clean); i++ {
		switch c := s.clean[i]; c {
		case ' ', '\n', '\r', '\t':
			continue
		case '"':
			i = stringEnd(s.clean, i)
		case '/':
			i = s.blankComment(i)
			continue
		case ']', '}':
			if last == ',' && endsValue(before) {
				s.blank(trailingComma, lastAt, lastAt+1)
			}
		}
		before, last, lastAt = last, s.clean[i], i
	}
}

// endsValue tells whether a value can end in that byte, so that a comma may
// follow.
func endsValue(c byte) bool {
	return c != 0 && c != ',' && c != ':' && c != '[' && c != '{'
}

// stringEnd returns the offset of the quote that ends the string at i, or of
// the last byte.
func stringEnd(text []byte, i int) int {
	for i++; i < len(text); i++ {
		switch text[i] {
		case '"':
			return i
		case '\\':
			i++
		}
	}
	return len(text) - 1
}

// blankComment blanks the comment at i and returns the offset of its last
// byte. Where there is none, or it does not end, clean ends at i.
func (s *Source) blankComment(i int) int {
	rest := s.clean[i+1:]
	kind, end := blockComment, -1
	switch {
	case len(rest) > 0 && rest[0] == '/':
		kind, end = lineComment, bytes.IndexAny(rest, "\r\n")
		if end < 0 {
			end = len(rest)
		}
	case len(rest) > 0 && rest[0] == '*':
		if end = bytes.Index(rest[1:], []byte("*/")); end >= 0 {
			end += len("**/")
		}
	}
	if end >= 0 {
		s.blank(kind, i, i+1+end)
		return i + end
	}
	switch {
	case len(rest) > 0 && rest[0] != '*':
		s.broken = &jsonscan.Error{Reason: jsonscan.UnexpectedCharacter, Offset: i + 1}
	case s.broken == nil:
		s.broken = &jsonscan.Error{Reason: jsonscan.UnexpectedEnd, Offset: len(s.clean)}
	}
	s.clean = s.clean[:i]
	return i
}

func (s *Source) blank(kind extraKind, start, end int) {
	s.extras = append(s.extras, extra{kind, start, end})
	for i := start; i < end; i++ {
		s.clean[i] = ' '
	}
}

// tokens returns a reader of the document.
func (s *Source) tokens() *jsonscan.Tokens { return jsonscan.NewTokens(s.clean, MaxDepth) }
