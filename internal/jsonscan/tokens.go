package jsonscan

import (
	"encoding/binary"
)

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
// colon is missing. Names and strings are read here where nothing is unusual
// about them: the calls would cost as much as the reading.
func (t *Tokens) Next() (Token, error) {
	s, src := &t.s, t.s.src
	i := skipSpace(src, s.pos)
	s.pos, t.comma = i, -1
	if t.next != aValue {
		last := len(t.open) - 1
		if last < 0 || i >= len(src) {
			return t.end()
		}
		c, closing := src[i], byte(t.open[last])
		if c == closing {
			t.open, t.next, s.pos = t.open[:last], aComma, i+1
			return Token{Kind(c), i, i + 1}, nil
		}
		if t.next == aComma {
			if c != ',' {
				return Token{}, s.punctuationFault()
			}
			t.comma = i
			i = skipSpace(src, i+1)
			if s.pos = i; i < len(src) && src[i] == closing {
				return Token{}, s.fail(TrailingComma, i)
			}
		}
		if closing == byte(EndObject) {
			if i < len(src) && src[i] == '"' {
				if end := ordinary(src, i+1) + 1; end < len(src) && src[end-1] == '"' && src[end] == ':' {
					s.pos, t.escaped, t.next = end+1, false, aValue
					return Token{Name, i, end}, nil
				}
			}
			return t.name(i)
		}
	}
	if i < len(src) && src[i] == '"' {
		if end := ordinary(src, i+1); end < len(src) && src[end] == '"' {
			s.pos, t.escaped, t.next = end+1, false, aComma
			return Token{String, i, end + 1}, nil
		}
	}
	return t.value(i)
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

// name reads the member's name at i and the colon.
func (t *Tokens) name(i int) (Token, error) {
	s := &t.s
	if i >= len(s.src) {
		return Token{}, s.fail(UnexpectedEnd, i)
	}
	if s.src[i] != '"' {
		return Token{}, s.keyFault(i)
	}
	end, err := t.text(i)
	if err != nil {
		return Token{}, err
	}
	token := Token{Name, i, end}
	t.next = aValue
	if i = skipSpace(s.src, end); i >= len(s.src) || s.src[i] != ':' {
		s.pos = i
		return token, s.punctuationFault()
	}
	s.pos = i + 1
	return token, nil
}

// text reads the string at i and returns where it ends.
func (t *Tokens) text(i int) (end int, err error) {
	s := &t.s
	end = ordinary(s.src, i+1)
	if t.escaped = end == len(s.src) || s.src[end] != '"'; !t.escaped {
		return end + 1, nil
	}
	err = s.skipText()
	return s.pos, err
}

// value reads the scalar or the beginning of a container at i.
func (t *Tokens) value(i int) (token Token, err error) {
	s := &t.s
	t.next = aValue // for InValue, until it has been read
	if i >= len(s.src) {
		return Token{}, s.valueFault()
	}
	k := kinds[s.src[i]]
	switch k {
	case String:
		s.pos, err = t.text(i)
	case Object, Array:
		return t.enter(k)
	case Number:
		_, err = s.Number()
	case 0:
		err = s.valueFault()
	default:
		_, err = s.Literal()
	}
	if err == nil {
		t.next = aComma
	}
	return Token{k, i, s.pos}, err
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
