package css

import (
	"strconv"
	"unicode/utf8"
)

// escapes tells whether a valid escape stands at i: a backslash that no
// newline follows.
func (z *Tokenizer) escapes(i int) bool {
	return z.at(i) == '\\' && class[z.at(i+1)]&newlineByte == 0
}

// letter returns the size of a character beyond ASCII that may stand in a
// name, 0 if that at i may not.
func (z *Tokenizer) letter(i int) int {
	if i >= len(z.text) || z.text[i] < utf8.RuneSelf {
		return 0
	}
	if r, size := utf8.DecodeRuneInString(z.text[i:]); nonASCII(r) {
		return size
	}
	return 0
}

// beginsName tells whether a name begins at i ("would start an ident sequence").
func (z *Tokenizer) beginsName(i int) bool {
	c := z.at(i)
	if c == '-' {
		i++
		if z.at(i) == '-' {
			return true
		}
		c = z.at(i)
	}
	return class[c]&nameStartByte != 0 || c == '\\' && z.escapes(i) || z.letter(i) > 0
}

// name reads the name that begins at i and ends a token with it.
func (z *Tokenizer) name(kind Kind, i int) Token {
	start := z.pos
	z.pos = i
	z.skip(nameByte)
	if class[z.at(z.pos)]&moreByte == 0 {
		return z.token(kind, start, 0)
	}
	end, f := z.pos, flags(0)
	for {
		c := z.at(z.pos)
		switch {
		case class[c]&nameByte != 0:
			z.skip(nameByte)
			end, f = z.pos, 0
		case z.letter(z.pos) > 0:
			z.pos += z.letter(z.pos)
			end, f = z.pos, 0
		case c == '\\' && z.escapes(z.pos):
			end, f = z.escape()
		default:
			return Token{uint32(start), uint32(end), kind, f}
		}
	}
}

// escape moves past an escape and tells where it ends, the white space after
// hexadecimal digits not counted in, and what kind it is.
func (z *Tokenizer) escape() (end int, f flags) {
	z.pos++
	if z.pos == len(z.text) {
		return z.pos, faulty
	}
	digits := z.pos
	for z.pos < digits+6 && class[z.at(z.pos)]&hexByte != 0 {
		z.pos++
	}
	if end = z.pos; end > digits {
		if !z.newline() && class[z.at(end)]&spaceByte != 0 {
			z.pos++
		}
		return end, openHex
	}
	_, size := utf8.DecodeRuneInString(z.text[z.pos:])
	z.pos += size
	return z.pos, 0
}

// identLike reads a name and finds out whether it is that of a function or of
// an unquoted URL.
func (z *Tokenizer) identLike() Token {
	start := z.pos
	t := z.name(Ident, start)
	if z.at(z.pos) != '(' {
		return t
	}
	z.pos++
	t = z.token(Function, start, 0)
	if !isURL(z.text[start : z.pos-1]) {
		return t
	}
	z.skip(spaceByte)
	if c := z.at(z.pos); c != '"' && c != '\'' {
		return z.url(start)
	}
	z.pos = int(t.End)
	return t
}

// isURL tells whether a name is "url", in any case and with or without escapes.
func isURL(name string) bool {
	for _, letter := range []byte("url") {
		if name == "" {
			return false
		}
		c, size := rune(name[0]), 1
		if c == '\\' {
			c, size = unescape(name)
		}
		if c|0x20 != rune(letter) {
			return false
		}
		name = name[size:]
	}
	return name == ""
}

// unescape reads the escape at the beginning of a text.
func unescape(s string) (r rune, size int) {
	z := Tokenizer{text: s}
	end, f := z.escape()
	if f != openHex {
		r, _ = utf8.DecodeRuneInString(s[1:])
		return r, z.pos
	}
	n, _ := strconv.ParseUint(s[1:end], 16, 32) // at most six hexadecimal digits
	return rune(n), z.pos
}

// url reads the rest of an unquoted URL from its first character.
func (z *Tokenizer) url(start int) Token {
	for z.pos < len(z.text) {
		switch c := z.text[z.pos]; {
		case c == ')':
			z.pos++
			return z.token(URL, start, 0)
		case class[c]&spaceByte != 0:
			z.skip(spaceByte)
			if z.pos < len(z.text) && z.text[z.pos] != ')' {
				return z.badURL(start)
			}
		case c == '\\' && z.escapes(z.pos):
			z.escape()
		case c == '"' || c == '\'' || c == '(' || c == '\\' || unprintable(c):
			return z.badURL(start)
		default:
			z.pos++
		}
	}
	return z.token(URL, start, faulty)
}

// unprintable tells whether a URL without quotes may not hold a character;
// U+0000 stands for U+FFFD, which it may.
func unprintable(c byte) bool {
	return c > 0 && c <= 8 || c == 0x0B || c >= 0x0E && c <= 0x1F || c == 0x7F
}

// badURL moves past the remnants of a URL, up to its parenthesis.
func (z *Tokenizer) badURL(start int) Token {
	for z.pos < len(z.text) {
		switch c := z.text[z.pos]; {
		case c == ')':
			z.pos++
			return z.token(BadURL, start, faulty)
		case c == '\\' && z.escapes(z.pos):
			z.escape()
		default:
			z.pos++
		}
	}
	return z.token(BadURL, start, faulty)
}
