package css

import "unicode/utf8"

// fuses tells whether two tokens would be read as others if they stood
// together: CSS Syntax 3 section 9, with what its table leaves out ("--" before
// ">", "<" before "!--"). About a combinator it is exact; elsewhere, where it
// decides only whether an empty comment stays, it may err on the side of yes.
func fuses(text string, a, b Token) bool {
	c := text[b.Start]
	name := class[c]&nameByte != 0 || c >= utf8.RuneSelf || c == '\\' && b.Kind != Delim
	switch a.Kind {
	case Ident:
		return name || c == '(' || c == '>' && text[a.Start:a.End] == "--"
	case AtKeyword, Hash:
		return name
	case Dimension: // 1e and +5 are 1e+5
		return name || c == '+' && b.Kind != Delim && text[a.End-1]|0x20 == 'e'
	case Number:
		return name || c == '%' || c == '.'
	case Delim:
		number := (class[c]&digitByte != 0 || c == '.') && b.Kind != Delim
		switch text[a.Start] {
		case '#', '@':
			return name
		case '-':
			return name || number
		case '+', '.':
			return number
		case '/':
			return c == '*'
		case '<':
			return c == '!'
		case '!':
			return c == '-'
		}
	}
	return false
}
