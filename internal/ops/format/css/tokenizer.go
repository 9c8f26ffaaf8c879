package css

import (
	"strings"
	"unicode/utf8"
)

// Tokenizer splits a text into tokens. The text is not preprocessed: U+0000
// counts as U+FFFD, and CR, CRLF and form feed as newlines, where they stand.
type Tokenizer struct {
	text string
	pos  int
}

// NewTokenizer returns a Tokenizer of a text of less than 4 GiB.
func NewTokenizer(text string) *Tokenizer { return &Tokenizer{text: text} }

// at returns a byte of the text, and beyond its end one that nothing is made of.
func (z *Tokenizer) at(i int) byte {
	if i < len(z.text) {
		return z.text[i]
	}
	return 0xFF
}

// token ends a token at the current position.
func (z *Tokenizer) token(kind Kind, start int, f flags) Token {
	return Token{uint32(start), uint32(z.pos), kind, f}
}

// skip moves past the bytes of a class.
func (z *Tokenizer) skip(of uint8) {
	text, i := z.text, z.pos
	for i < len(text) && class[text[i]]&of != 0 {
		i++
	}
	z.pos = i
}

// Next returns the next token, at the end of the text one of kind EOF.
func (z *Tokenizer) Next() Token {
	start := z.pos
	if start == len(z.text) {
		return z.token(EOF, start, 0)
	}
	c := z.text[start]
	switch k := class[c]; {
	case k&nameStartByte != 0:
		z.skip(nameByte)
		if c := z.at(z.pos); c != '(' && class[c]&moreByte == 0 {
			return z.token(Ident, start, 0)
		}
		z.pos = start
		return z.identLike()
	case k&spaceByte != 0:
		z.skip(spaceByte)
		return z.token(Whitespace, start, 0)
	case single[c] != 0:
		z.pos++
		return z.token(single[c], start, 0)
	case k&digitByte != 0:
		return z.numeric()
	}
	return z.mark(c)
}

// mark reads a token that begins with a mark or a character beyond ASCII.
func (z *Tokenizer) mark(c byte) Token {
	start := z.pos
	next := z.at(start + 1)
	switch c {
	case '.', '+':
		if z.beginsNumber(start) {
			return z.numeric()
		}
	case '-':
		switch {
		case strings.HasPrefix(z.text[start:], "-->"):
			z.pos += 3
			return z.token(CDC, start, 0)
		case z.beginsName(start):
			return z.identLike()
		case z.beginsNumber(start):
			return z.numeric()
		}
	case '#':
		if class[next]&nameByte != 0 || z.escapes(start+1) || z.letter(start+1) > 0 {
			return z.name(Hash, start+1)
		}
	case '@':
		if z.beginsName(start + 1) {
			return z.name(AtKeyword, start+1)
		}
	case '"', '\'':
		return z.string(c)
	case '/':
		if next == '*' {
			return z.comment()
		}
	case '<':
		if strings.HasPrefix(z.text[start:], "<!--") {
			z.pos += 4
			return z.token(CDO, start, 0)
		}
	case '\\':
		if !z.escapes(start) {
			z.pos++
			return z.token(Delim, start, faulty)
		}
		return z.identLike()
	default:
		if z.letter(start) > 0 {
			return z.identLike()
		}
	}
	_, size := utf8.DecodeRuneInString(z.text[start:])
	z.pos += size
	return z.token(Delim, start, 0)
}

// newline moves past a newline if there is one.
func (z *Tokenizer) newline() bool {
	c := z.at(z.pos)
	if class[c]&newlineByte == 0 {
		return false
	}
	z.pos++
	if c == '\r' && z.at(z.pos) == '\n' {
		z.pos++
	}
	return true
}

func (z *Tokenizer) comment() Token {
	start := z.pos
	if n := strings.Index(z.text[start+2:], "*/"); n >= 0 {
		z.pos = start + 2 + n + 2
		return z.token(Comment, start, 0)
	}
	z.pos = len(z.text)
	return z.token(Comment, start, faulty)
}

// string reads a string up to its quote, an unescaped newline or the end.
func (z *Tokenizer) string(quote byte) Token {
	start := z.pos
	for z.pos++; z.pos < len(z.text); {
		switch c := z.text[z.pos]; {
		case c == quote:
			z.pos++
			return z.token(String, start, 0)
		case c == '\\' && z.escapes(z.pos):
			z.escape()
		case c == '\\':
			z.pos++
			z.newline()
		case class[c]&newlineByte != 0:
			return z.token(BadString, start, faulty)
		default:
			z.pos++
		}
	}
	return z.token(String, start, faulty)
}

// beginsNumber tells whether a number stands at i ("would start a number").
func (z *Tokenizer) beginsNumber(i int) bool {
	if c := z.at(i); c == '+' || c == '-' {
		i++
	}
	if z.at(i) == '.' {
		i++
	}
	return class[z.at(i)]&digitByte != 0
}

// numeric reads a number with the unit or percent sign behind it.
func (z *Tokenizer) numeric() Token {
	start := z.pos
	z.pos++ // a sign, a point before digits, or a digit
	z.skip(digitByte)
	if z.at(z.pos) == '.' && z.text[start] != '.' && class[z.at(z.pos+1)]&digitByte != 0 {
		z.pos++
		z.skip(digitByte)
	}
	z.exponent()
	switch c := z.at(z.pos); {
	case c == '%':
		z.pos++
		return z.token(Percentage, start, 0)
	case class[c]&(nameByte|moreByte) != 0 && z.beginsName(z.pos):
		t := z.name(Dimension, z.pos)
		t.Start = uint32(start)
		return t
	}
	return z.token(Number, start, 0)
}

// exponent moves past an exponent if there is one; "e" alone begins a unit.
func (z *Tokenizer) exponent() {
	if c := z.at(z.pos); c != 'e' && c != 'E' {
		return
	}
	i := z.pos + 1
	if c := z.at(i); c == '+' || c == '-' {
		i++
	}
	if class[z.at(i)]&digitByte != 0 {
		z.pos = i
		z.skip(digitByte)
	}
}
