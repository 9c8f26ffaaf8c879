// Package jsonscan reads JSON (RFC 8259) strictly and in place: one pass over
// the bytes, no tree, every value's own bytes at hand, every fault named with
// the offset of the first byte that cannot continue any valid document.
//
// It is stricter than encoding/json, which replaces invalid UTF-8 and lone
// surrogates by U+FFFD and keeps the last of two members of one name: here
// the first two are faults, and members are handed over in their order, so
// that the caller sees a repeated name.
package jsonscan

import (
	"strconv"
	"unicode/utf8"
)

// Reason says what is wrong at an offset.
type Reason string

// The reasons.
const (
	UnexpectedEnd       Reason = "unexpected_end"
	UnexpectedCharacter Reason = "unexpected_character"
	TrailingData        Reason = "trailing_data"
	TrailingComma       Reason = "trailing_comma"
	SingleQuotes        Reason = "single_quotes"
	UnquotedKey         Reason = "unquoted_key"
	Comment             Reason = "comment"
	LeadingZero         Reason = "leading_zero"
	BadNumber           Reason = "bad_number"
	BadLiteral          Reason = "bad_literal"
	BadEscape           Reason = "bad_escape"
	ControlCharacter    Reason = "control_character"
	LoneSurrogate       Reason = "lone_surrogate"
	InvalidUTF8         Reason = "invalid_utf8"
	DepthExceeded       Reason = "depth_exceeded"
)

// Error is a fault of the document. Offset, 0-based and in bytes, is that of
// the first byte that cannot continue any valid document, and the length of
// the document where more was expected. InvalidUTF8 is found before all else
// and is placed at the first byte of the malformed sequence; DepthExceeded is
// placed at the bracket that opens one level too many.
type Error struct {
	Reason Reason
	Offset int
}

func (e *Error) Error() string {
	return "jsonscan: " + string(e.Reason) + " at byte " + strconv.Itoa(e.Offset)
}

// Kind is the kind of a value, named by the byte it begins with; every number
// is '0'.
type Kind byte

// The kinds.
const (
	Object Kind = '{'
	Array  Kind = '['
	String Kind = '"'
	Number Kind = '0'
	True   Kind = 't'
	False  Kind = 'f'
	Null   Kind = 'n'
)

// Scanner walks one document. After an error it must not be used further.
// Peek tells what comes next; the method that reads that kind is to follow.
// Byte slices it returns alias the document unless said otherwise, and are
// clipped, so that appending to one cannot reach the document.
type Scanner struct {
	src      []byte
	pos      int
	depth    int
	maxDepth int
	names    [][]byte // of the objects that Skip is in, innermost last
}

// New returns a Scanner over src, refusing containers nested deeper than
// maxDepth. The whole of src is checked for valid UTF-8 at once.
func New(src []byte, maxDepth int) (*Scanner, error) {
	if !utf8.Valid(src) {
		return nil, &Error{InvalidUTF8, invalidAt(src)}
	}
	return &Scanner{src: src, maxDepth: maxDepth}, nil
}

func invalidAt(src []byte) int {
	i := 0
	for i < len(src) {
		r, n := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		i += n
	}
	return i
}

// Offset is the position of the next byte to be read.
func (s *Scanner) Offset() int { return s.pos }

func (s *Scanner) fail(r Reason, at int) error { return &Error{r, at} }

func (s *Scanner) space() {
	for s.pos < len(s.src) {
		if c := s.src[s.pos]; c > ' ' || c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return
		}
		s.pos++
	}
}

// kinds maps the first byte of a value to its kind.
var kinds = [256]Kind{
	'{': Object, '[': Array, '"': String, 't': True, 'f': False, 'n': Null, '-': Number,
	'0': Number, '1': Number, '2': Number, '3': Number, '4': Number,
	'5': Number, '6': Number, '7': Number, '8': Number, '9': Number,
}

// Peek skips white space and tells the kind of the value that follows.
func (s *Scanner) Peek() (Kind, error) {
	if s.space(); s.pos < len(s.src) {
		if k := kinds[s.src[s.pos]]; k != 0 {
			return k, nil
		}
	}
	return 0, s.valueFault()
}

// valueFault says what is wrong where a value should begin.
func (s *Scanner) valueFault() error {
	if s.pos >= len(s.src) {
		return s.fail(UnexpectedEnd, s.pos)
	}
	switch c := s.src[s.pos]; {
	case c == '\'':
		return s.fail(SingleQuotes, s.pos)
	case c == '/':
		return s.fail(Comment, s.pos)
	case c == '+' || c == '.' || c == 'N' || c == 'I':
		return s.fail(BadNumber, s.pos)
	case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_':
		return s.fail(BadLiteral, s.pos)
	}
	return s.fail(UnexpectedCharacter, s.pos)
}

// End checks that nothing but white space follows.
func (s *Scanner) End() error {
	if s.space(); s.pos < len(s.src) {
		return s.fail(TrailingData, s.pos)
	}
	return nil
}

// Literal reads true, false or null.
func (s *Scanner) Literal() (Kind, error) {
	k, err := s.Peek()
	if err != nil {
		return 0, err
	}
	word := "null"
	switch k {
	case True:
		word = "true"
	case False:
		word = "false"
	}
	for i := range len(word) {
		if s.pos+i >= len(s.src) {
			return 0, s.fail(UnexpectedEnd, s.pos+i)
		}
		if s.src[s.pos+i] != word[i] {
			return 0, s.fail(BadLiteral, s.pos+i)
		}
	}
	s.pos += len(word)
	return k, s.boundary(UnexpectedCharacter)
}

// boundary refuses a value that runs on, as "nullx" or "12a" do. What may
// follow where is not its concern.
func (s *Scanner) boundary(r Reason) error {
	if s.pos >= len(s.src) {
		return nil
	}
	switch s.src[s.pos] {
	case ',', ']', '}', '\n', ' ', '\r', '\t', ':', '/', '{', '[', '"':
		return nil
	}
	return s.fail(r, s.pos)
}

// Number reads a number and returns its bytes.
func (s *Scanner) Number() ([]byte, error) {
	s.space()
	start := s.pos
	i := start
	if i < len(s.src) && s.src[i] == '-' {
		i++
	}
	digits, end := s.digits(i)
	switch {
	case digits == 0:
		return nil, s.numberFault(i)
	case digits > 1 && s.src[i] == '0':
		return nil, s.fail(LeadingZero, i+1)
	}
	i = end
	if i < len(s.src) && s.src[i] == '.' {
		if digits, end = s.digits(i + 1); digits == 0 {
			return nil, s.numberFault(i + 1)
		}
		i = end
	}
	if i < len(s.src) && (s.src[i] == 'e' || s.src[i] == 'E') {
		i++
		if i < len(s.src) && (s.src[i] == '+' || s.src[i] == '-') {
			i++
		}
		if digits, end = s.digits(i); digits == 0 {
			return nil, s.numberFault(i)
		}
		i = end
	}
	s.pos = i
	return s.src[start:i:i], s.boundary(BadNumber)
}

func (s *Scanner) digits(i int) (n, end int) {
	start := i
	for i < len(s.src) && '0' <= s.src[i] && s.src[i] <= '9' {
		i++
	}
	return i - start, i
}

func (s *Scanner) numberFault(at int) error {
	if at >= len(s.src) {
		return s.fail(UnexpectedEnd, at)
	}
	return s.fail(BadNumber, at)
}
