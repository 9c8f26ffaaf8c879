package jsonscan

import "encoding/binary"

// Kinds that only a Token has.
const (
	Name      Kind = ':' // a string that names a member
	EndObject Kind = '}'
	EndArray  Kind = ']'
	End       Kind = 0 // of the document
)

// Token is one token of a document, src[Start:End]. The comma before it and
// the colon behind a name are not tokens of their own.
type Token struct {
	Kind       Kind
	Start, End int
}

// Tokens reads a document token by token, for callers that look at all of it
// and do something else with each kind: no recursion, no call back, and nothing
// kept of what was read. It accepts what Scanner accepts and names the same
// faults.
type Tokens struct {
	s       Scanner
	open    []Kind // what ends the containers that the reader is in, innermost last
	next    expectation
	comma   int
	escaped bool
}

type expectation uint8

const (
	aValue expectation = iota
	aFirst             // element or name, or the end of the container
	aComma             // or the end of the container or document
)

// NewTokens returns a reader over src, refusing containers nested deeper than
// maxDepth. That src is valid UTF-8 is for the caller to check.
func NewTokens(src []byte, maxDepth int) *Tokens {
	return &Tokens{s: Scanner{src: src, maxDepth: maxDepth}}
}

// Depth is the number of containers that the reader is in.
func (t *Tokens) Depth() int { return len(t.open) }

// Comma is the offset of the comma before the last token, -1 if it has none.
func (t *Tokens) Comma() int { return t.comma }

// Escaped tells whether the last String or Name has an escape in it.
func (t *Tokens) Escaped() bool { return t.escaped }

// InValue tells whether a value is due or, after an error, was: whether the
// fault is that of a member's value or an array's element, and not one of the
// container around it.
func (t *Tokens) InValue() bool {
	return t.next == aValue || t.next == aFirst && t.open[len(t.open)-1] == EndArray
}

// Next reads the next token, and End where the document is complete. With an
// error, which is an *Error, the token is only of use if it is a Name: then a
// colon is missing.
func (t *Tokens) Next() (Token, error) {
	s := &t.s
	s.pos = skipSpace(s.src, s.pos)
	t.comma = -1
	if t.next == aValue {
		return t.value()
	}
	last := len(t.open) - 1
	if last < 0 || s.pos >= len(s.src) {
		return t.end()
	}
	c := s.src[s.pos]
	if c == byte(t.open[last]) {
		return t.close(), nil
	}
	if t.next == aComma {
		if c != ',' {
			return Token{}, s.punctuationFault()
		}
		t.comma = s.pos
		s.pos = skipSpace(s.src, s.pos+1)
		if s.pos < len(s.src) && s.src[s.pos] == byte(t.open[last]) {
			return Token{}, s.fail(TrailingComma, s.pos)
		}
	}
	if t.open[last] == EndObject {
		return t.name()
	}
	t.next = aValue
	return t.value()
}

// skipSpace returns the offset of the first byte from i on that is not white
// space. Indentation is passed over eight bytes at a time.
func skipSpace(src []byte, i int) int {
	const spaces = 0x2020202020202020
	for i < len(src) {
		if c := src[i]; c > ' ' || c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return i
		}
		i++
		for i+8 <= len(src) && binary.LittleEndian.Uint64(src[i:]) == spaces {
			i += 8
		}
	}
	return i
}

// end reads the end of the document.
func (t *Tokens) end() (Token, error) {
	s := &t.s
	switch {
	case len(t.open) > 0:
		return Token{}, s.fail(UnexpectedEnd, s.pos)
	case s.pos < len(s.src):
		return Token{}, s.fail(TrailingData, s.pos)
	}
	return Token{Kind: End, Start: s.pos, End: s.pos}, nil
}

// close reads the end of the innermost container.
func (t *Tokens) close() Token {
	last := len(t.open) - 1
	token := Token{Kind: t.open[last], Start: t.s.pos, End: t.s.pos + 1}
	t.open = t.open[:last]
	t.next = aComma
	t.s.pos++
	return token
}

// name reads a member's name and the colon.
func (t *Tokens) name() (Token, error) {
	s := &t.s
	if s.pos >= len(s.src) {
		return Token{}, s.fail(UnexpectedEnd, s.pos)
	}
	if s.src[s.pos] != '"' {
		return Token{}, s.keyFault(s.pos)
	}
	token, err := t.text()
	if err != nil {
		return Token{}, err
	}
	token.Kind = Name
	t.next = aValue
	if s.pos = skipSpace(s.src, s.pos); s.pos >= len(s.src) || s.src[s.pos] != ':' {
		return token, s.punctuationFault()
	}
	s.pos++
	return token, nil
}

func (t *Tokens) text() (Token, error) {
	s := &t.s
	start := s.pos
	i, err := s.plain(start + 1)
	if err != nil {
		return Token{}, err
	}
	if t.escaped = s.src[i] == '\\'; !t.escaped {
		s.pos = i + 1
		return Token{String, start, s.pos}, nil
	}
	err = s.skipText()
	return Token{String, start, s.pos}, err
}

// value reads a scalar or the beginning of a container.
func (t *Tokens) value() (token Token, err error) {
	s := &t.s
	if s.pos >= len(s.src) {
		return Token{}, s.valueFault()
	}
	start := s.pos
	k := kinds[s.src[start]]
	switch k {
	case String:
		token, err = t.text()
	case Object, Array:
		return t.enter(k)
	case Number:
		_, err = s.Number()
		token = Token{k, start, s.pos}
	case 0:
		err = s.valueFault()
	default:
		_, err = s.Literal()
		token = Token{k, start, s.pos}
	}
	if err == nil {
		t.next = aComma
	}
	return token, err
}

func (t *Tokens) enter(k Kind) (Token, error) {
	s := &t.s
	if len(t.open) >= s.maxDepth {
		return Token{}, s.fail(DepthExceeded, s.pos)
	}
	t.open = append(t.open, k+2) // in ASCII a closing bracket is two after its opening one
	t.next = aFirst
	s.pos++
	return Token{k, s.pos - 1, s.pos}, nil
}
