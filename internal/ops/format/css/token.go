package css

// Kind is the type of a token, as CSS Syntax 3 section 4 names them. Comments,
// which that section drops, are tokens here.
type Kind uint8

// The kinds of tokens.
const (
	EOF Kind = iota
	Whitespace
	Comment
	Ident
	Function // with its "("
	AtKeyword
	Hash
	String
	BadString // ends before a newline
	URL
	BadURL
	Number
	Percentage
	Dimension
	Delim // any other character
	CDO   // <!--
	CDC   // -->
	Colon
	Semicolon
	Comma
	OpenSquare
	CloseSquare
	OpenParen
	CloseParen
	OpenBrace
	CloseBrace
	kinds // how many there are
)

// Token is a token of a text: the bytes from Start to End. The white space
// that ends a hexadecimal escape is not counted in; so between the end of a
// token and the start of the next there may be such a space.
type Token struct {
	Start, End uint32
	Kind       Kind
	flags      flags
}

// flags are what else was noticed of a token.
type flags uint8

const (
	spaced  flags = 1 << iota // white space stands before it (set by the formatter)
	openHex                   // ends with a hexadecimal escape, which takes in one white space after it
	faulty                    // an error of syntax: bad, or ended by the end of the text
)

// Classes of bytes.
const (
	nameByte      = 1 << iota // may stand in a name; bytes from 0x80 on are looked at as characters
	nameStartByte             // may begin a name
	digitByte
	hexByte
	spaceByte
	newlineByte
	moreByte // may go on with a name, but needs a closer look
)

// class has the classes of each byte.
var class = func() (t [256]uint8) {
	for c := range t {
		switch {
		case c >= 'a' && c <= 'f', c >= 'A' && c <= 'F':
			t[c] = nameByte | nameStartByte | hexByte
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_':
			t[c] = nameByte | nameStartByte
		case c == 0: // stands for U+FFFD
			t[c] = nameByte | nameStartByte
		case c >= '0' && c <= '9':
			t[c] = nameByte | digitByte | hexByte
		case c == '-':
			t[c] = nameByte
		case c == ' ', c == '\t':
			t[c] = spaceByte
		case c == '\n', c == '\r', c == '\f':
			t[c] = spaceByte | newlineByte
		case c == '\\', c >= 0x80:
			t[c] = moreByte
		}
	}
	return t
}()

// single has the kinds of the characters that are tokens by themselves.
var single = [256]Kind{
	':': Colon, ';': Semicolon, ',': Comma,
	'(': OpenParen, ')': CloseParen, '[': OpenSquare, ']': CloseSquare, '{': OpenBrace, '}': CloseBrace,
}

// nonASCII tells whether a character beyond ASCII may stand in a name:
// "non-ASCII ident code point" of CSS Syntax 3.
func nonASCII(r rune) bool {
	switch {
	case r >= 0x10000, r == 0xB7, r == 0x200C, r == 0x200D, r == 0x203F, r == 0x2040:
		return true
	case r < 0x2070:
		return r >= 0xC0 && r <= 0x1FFF && r != 0xD7 && r != 0xF7 && r != 0x37E
	default:
		return r <= 0x218F || r >= 0x2C00 && r <= 0x2FEF || r >= 0x3001 && r <= 0xD7FF ||
			r >= 0xF900 && r <= 0xFDCF || r >= 0xFDF0 && r <= 0xFFFD
	}
}
