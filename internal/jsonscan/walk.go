package jsonscan

import (
	"bytes"
	"unicode/utf8"
)

// Object reads an object, calling member for each name in order; member must
// read exactly the value. at is the offset of the name's opening quote.
func (s *Scanner) Object(member func(name []byte, at int) error) error {
	if err := s.open(); err != nil {
		return err
	}
	for first := true; ; first = false {
		name, at, done, err := s.member(first)
		if err != nil || done {
			return err
		}
		if err := member(name, at); err != nil {
			return err
		}
	}
}

// member reads up to a member's value, or the end of the object.
func (s *Scanner) member(first bool) (name []byte, at int, done bool, err error) {
	if done, err = s.separator('}', first); err != nil || done {
		return nil, 0, done, err
	}
	if at = s.pos; s.src[at] != '"' {
		return nil, 0, false, s.keyFault(at)
	}
	if name, err = s.Text(); err != nil {
		return nil, 0, false, err
	}
	if s.space(); s.pos >= len(s.src) || s.src[s.pos] != ':' {
		return nil, 0, false, s.punctuationFault()
	}
	s.pos++
	return name, at, false, nil
}

// punctuationFault says what is wrong where a comma, colon or bracket should
// stand.
func (s *Scanner) punctuationFault() error {
	switch {
	case s.pos >= len(s.src):
		return s.fail(UnexpectedEnd, s.pos)
	case s.src[s.pos] == '/':
		return s.fail(Comment, s.pos)
	}
	return s.fail(UnexpectedCharacter, s.pos)
}

func (s *Scanner) keyFault(at int) error {
	switch c := s.src[at]; {
	case c == '\'':
		return s.fail(SingleQuotes, at)
	case c == '/':
		return s.fail(Comment, at)
	case c == '_' || c == '$' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= utf8.RuneSelf:
		return s.fail(UnquotedKey, at)
	}
	return s.fail(UnexpectedCharacter, at)
}

// Array reads an array, calling element before each value with its index;
// element must read exactly that value.
func (s *Scanner) Array(element func(i int) error) error {
	if err := s.open(); err != nil {
		return err
	}
	for i := 0; ; i++ {
		done, err := s.separator(']', i == 0)
		if err != nil || done {
			return err
		}
		if err := element(i); err != nil {
			return err
		}
	}
}

func (s *Scanner) open() error {
	s.space()
	if s.depth++; s.depth > s.maxDepth {
		return s.fail(DepthExceeded, s.pos)
	}
	s.pos++
	return nil
}

// separator reads what stands between members: nothing before the first, a
// comma between two, the closing bracket at the end.
func (s *Scanner) separator(closing byte, first bool) (done bool, err error) {
	if s.space(); s.pos >= len(s.src) {
		return false, s.fail(UnexpectedEnd, s.pos)
	}
	switch c := s.src[s.pos]; {
	case c == closing:
		s.pos++
		s.depth--
		return true, nil
	case first:
		return false, nil
	case c != ',':
		return false, s.punctuationFault()
	}
	s.pos++
	if s.space(); s.pos >= len(s.src) {
		return false, s.fail(UnexpectedEnd, s.pos)
	}
	if s.src[s.pos] == closing {
		return false, s.fail(TrailingComma, s.pos)
	}
	return false, nil
}

// Duplicate is a member name that occurs twice in one object.
type Duplicate struct {
	Name   string
	Offset int // of the second one's opening quote
}

// Skip reads one value of any kind and returns its bytes, with the first
// repeated member name met inside it, if any.
func (s *Scanner) Skip() (raw []byte, dup *Duplicate, err error) {
	if _, err = s.Peek(); err != nil {
		return nil, nil, err
	}
	start := s.pos
	err = s.skip(&dup)
	return s.src[start:s.pos:s.pos], dup, err
}

func (s *Scanner) skip(dup **Duplicate) error {
	k, err := s.Peek()
	if err != nil {
		return err
	}
	switch k {
	case Object:
		return s.skipObject(dup)
	case Array:
		return s.skipArray(dup)
	case String:
		return s.skipText()
	case Number:
		_, err = s.Number()
	default:
		_, err = s.Literal()
	}
	return err
}

// maxListed is the number of names of one object that are compared one by one;
// objects with more get a map.
const maxListed = 16

func (s *Scanner) skipObject(dup **Duplicate) error {
	if err := s.open(); err != nil {
		return err
	}
	base := len(s.names)
	var many map[string]struct{}
	for first := true; ; first = false {
		name, at, done, err := s.member(first)
		if err != nil || done {
			s.names = s.names[:base]
			return err
		}
		if *dup == nil && s.repeated(name, base, &many) {
			*dup = &Duplicate{string(name), at}
		}
		if err := s.skip(dup); err != nil {
			return err
		}
	}
}

// repeated notes a name of the object whose names begin at base and tells
// whether it has been noted before.
func (s *Scanner) repeated(name []byte, base int, many *map[string]struct{}) bool {
	if *many != nil {
		_, had := (*many)[string(name)]
		if !had {
			(*many)[string(name)] = struct{}{}
		}
		return had
	}
	for _, have := range s.names[base:] {
		if bytes.Equal(have, name) {
			return true
		}
	}
	if s.names = append(s.names, name); len(s.names)-base > maxListed {
		*many = make(map[string]struct{}, 4*maxListed)
		for _, have := range s.names[base:] {
			(*many)[string(have)] = struct{}{}
		}
	}
	return false
}

func (s *Scanner) skipArray(dup **Duplicate) error {
	if err := s.open(); err != nil {
		return err
	}
	for first := true; ; first = false {
		done, err := s.separator(']', first)
		if err != nil || done {
			return err
		}
		if err := s.skip(dup); err != nil {
			return err
		}
	}
}

// Locate turns a byte offset into a line and a column, both 1-based; columns
// count code points, and CRLF, LF and CR each end a line.
func Locate(src []byte, offset int) (line, column int) {
	line, start := 1, 0
	for i := 0; i < offset && i < len(src); i++ {
		if src[i] == '\n' || src[i] == '\r' && (i+1 >= len(src) || src[i+1] != '\n') {
			line, start = line+1, i+1
		}
	}
	return line, utf8.RuneCount(src[start:min(offset, len(src))]) + 1
}
