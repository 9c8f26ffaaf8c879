package csv

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// cell is the content of one cell: a piece of the text, without its quotes.
type cell struct {
	start, size uint32
	form        form
	class       class
}

// form says how a cell is written.
type form uint8

const (
	quotedForm  form = 1 << iota // stood in quotes
	escapedForm                  // holds escapes that are still to be undone
	specialForm                  // may hold a character that JSON escapes
)

// class says what a cell was found to hold; text until it is looked at.
type class uint8

const (
	textClass class = iota
	nullClass
	numberClass
	booleanClass
)

// The record terminators met, as a set.
const (
	sawLF uint8 = 1 << iota
	sawCRLF
	sawCR
)

// scanner splits a text into records. It never copies: cells point into the
// text.
type scanner struct {
	text string
	pos  int

	delimiter, quote, comment string // comment may be empty
	delimiterRune, quoteRune  rune
	backslash                 bool
	trim, skipEmpty           bool
	maxColumns                int

	endOfBare   stops // what may end a cell without quotes
	endOfQuoted stops // what may end a quoted cell or begin an escape

	terminators uint8
	locator     *locator
	warnings    *warningList // nil when the reading is a trial
}

// newScanner makes a scanner of text, before which base bytes were removed.
// It has a locator of its own: its places rise while those that others ask
// for go back to the beginning of the record.
func newScanner(text string, base int, delimiter rune, o *Options, w *warningList) *scanner {
	s := &scanner{
		text:          text,
		delimiter:     string(delimiter),
		quote:         string(o.Quote),
		delimiterRune: delimiter,
		quoteRune:     o.Quote,
		backslash:     o.Escape == EscapeBackslash,
		trim:          o.Trim,
		skipEmpty:     o.SkipEmptyLines,
		maxColumns:    o.Limits.Columns,
		locator:       newLocator(text, base),
		warnings:      w,
	}
	if o.Comment != NoComment {
		s.comment = string(o.Comment)
	}
	s.endOfBare = stopAt(s.delimiter[0], '\r', '\n')
	s.endOfQuoted = stopAt(s.quote[0], s.quote[0], s.quote[0])
	if s.backslash {
		s.endOfQuoted = stopAt(s.quote[0], '\\', '\\')
	}
	return s
}

// next passes over empty lines and comments and reports whether a record
// follows.
func (s *scanner) next() bool {
	for s.pos < len(s.text) {
		switch {
		case s.skipEmpty && (s.text[s.pos] == '\n' || s.text[s.pos] == '\r'):
			s.takeTerminator()
		case s.comment != "" && s.startsWith(s.pos, s.comment):
			if end := strings.IndexAny(s.text[s.pos:], "\r\n"); end >= 0 {
				s.pos += end
				s.takeTerminator()
			} else {
				s.pos = len(s.text)
			}
		default:
			return true
		}
	}
	return false
}

// record appends the cells of the record that begins here and moves past its
// terminator.
func (s *scanner) record(dst []cell) ([]cell, error) {
	first := len(dst)
	for {
		if len(dst)-first == s.maxColumns {
			return dst, s.locator.fail(s.pos, TooManyItems, "", "the record has more cells than the limit of columns", "")
		}
		if s.trim {
			s.skipSpace()
		}
		var c cell
		if s.startsWith(s.pos, s.quote) {
			var err error
			if c, err = s.quotedCell(); err != nil {
				return dst, err
			}
		} else {
			c = s.bareCell()
		}
		dst = append(dst, c)
		if s.pos == len(s.text) {
			return dst, nil
		}
		if b := s.text[s.pos]; b == '\n' || b == '\r' {
			s.takeTerminator()
			return dst, nil
		}
		s.pos += len(s.delimiter)
	}
}

// bareCell reads a cell without quotes up to the delimiter or terminator
// after it.
func (s *scanner) bareCell() cell {
	start := s.pos
	end, special := find(s.text, start, s.endOfBare)
	for end < len(s.text) && !s.endsCell(end) {
		var more bool
		end, more = find(s.text, end+1, s.endOfBare)
		special = special || more
	}
	s.pos = end
	if s.trim {
		end = start + len(strings.TrimRightFunc(s.text[start:end], unicode.IsSpace))
	}
	c := cell{start: uint32(start), size: uint32(end - start)}
	if special {
		c.form = specialForm
	}
	return c
}

// endsCell reports whether a delimiter or a terminator, and not only the
// first byte of one, is at i.
func (s *scanner) endsCell(i int) bool {
	return len(s.delimiter) == 1 || s.text[i] == '\r' || s.text[i] == '\n' || s.startsWith(i, s.delimiter)
}

// quotedCell reads a quoted cell and what may stand between it and the
// delimiter or terminator after it.
func (s *scanner) quotedCell() (cell, error) {
	opened := s.pos
	start := opened + len(s.quote)
	c := cell{start: uint32(start), form: quotedForm}
	for i := start; ; {
		at, special := find(s.text, i, s.endOfQuoted)
		if special {
			c.form |= specialForm
		}
		if at == len(s.text) {
			break
		}
		after, closed := s.quotedStop(at, &c)
		if closed {
			c.size = uint32(at - start)
			s.pos = after
			return c, s.checkAfterQuote()
		}
		i = after
	}
	return c, s.locator.fail(opened, InvalidCSV, ReasonUnclosedQuote,
		"the quote that opens this cell is never closed",
		"Close the quote; a quote that is data stands inside a quoted cell and is escaped.")
}

// quotedStop handles a byte that may be a quote or begin an escape. It
// returns the place after it, and whether it closed the cell.
func (s *scanner) quotedStop(i int, c *cell) (after int, closed bool) {
	if s.backslash && s.text[i] == '\\' {
		switch next := i + 1; {
		case s.startsWith(next, s.quote):
			c.form |= escapedForm
			return next + len(s.quote), false
		case s.startsWith(next, `\`):
			c.form |= escapedForm
			return next + 1, false
		default:
			c.form |= specialForm
			s.warnUnknownEscape(i)
			return next, false
		}
	}
	if !s.startsWith(i, s.quote) {
		return i + 1, false
	}
	after = i + len(s.quote)
	if !s.backslash && s.startsWith(after, s.quote) {
		c.form |= escapedForm
		return after + len(s.quote), false
	}
	return after, true
}

func (s *scanner) warnUnknownEscape(at int) {
	if s.warnings == nil || at+1 == len(s.text) || !s.warnings.wants(WarnUnknownEscape) {
		return
	}
	line, column := s.locator.locate(at)
	s.warnings.add(line, column, WarnUnknownEscape,
		"a backslash before neither quote nor backslash is no escape; it was kept")
}

// checkAfterQuote requires a delimiter, a terminator or the end of the text.
func (s *scanner) checkAfterQuote() error {
	if s.trim {
		s.skipSpace()
	}
	if s.pos == len(s.text) || s.text[s.pos] == '\r' || s.text[s.pos] == '\n' || s.startsWith(s.pos, s.delimiter) {
		return nil
	}
	hint := "A quote that is data is doubled inside a quoted cell."
	if s.backslash {
		hint = `A quote that is data is written \" inside a quoted cell.`
	}
	return s.locator.fail(s.pos, InvalidCSV, ReasonTextAfterQuote,
		"text follows the closing quote of a cell; expected the delimiter or the end of the line", hint)
}

// skipSpace moves past white space that is neither structure nor terminator.
func (s *scanner) skipSpace() {
	for s.pos < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[s.pos:])
		if !unicode.IsSpace(r) || r == '\r' || r == '\n' || r == s.delimiterRune || r == s.quoteRune {
			return
		}
		s.pos += size
	}
}

// takeTerminator moves past the CRLF, LF or CR here.
func (s *scanner) takeTerminator() {
	switch {
	case s.text[s.pos] == '\n':
		s.terminators |= sawLF
		s.pos++
	case s.startsWith(s.pos, "\r\n"):
		s.terminators |= sawCRLF
		s.pos += 2
	default:
		s.terminators |= sawCR
		s.pos++
	}
}

func (s *scanner) startsWith(i int, prefix string) bool {
	return i < len(s.text) && s.text[i] == prefix[0] && strings.HasPrefix(s.text[i:], prefix)
}

// lineEnding names the terminators met: lf when there were none.
func (s *scanner) lineEnding() string {
	switch s.terminators {
	case 0, sawLF:
		return "lf"
	case sawCRLF:
		return "crlf"
	case sawCR:
		return "cr"
	default:
		return "mixed"
	}
}

// pieces yields the content of a quoted cell piece by piece, its escapes
// undone.
func (s *scanner) pieces(raw string) iter.Seq[string] {
	escape := s.quote
	if s.backslash {
		escape = `\`
	}
	return func(yield func(string) bool) {
		for {
			before, after, found := strings.Cut(raw, escape)
			if !yield(before) || !found {
				return
			}
			literal := escape
			if strings.HasPrefix(after, s.quote) {
				literal = s.quote
			}
			if !yield(literal) {
				return
			}
			// What no escape begins is not consumed: the backslash is data.
			raw = strings.TrimPrefix(after, literal)
		}
	}
}
