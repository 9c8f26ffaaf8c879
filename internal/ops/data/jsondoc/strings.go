package jsondoc

import (
	"unicode/utf16"
	"unicode/utf8"
)

const hexDigits = "0123456789abcdef"

// appendUnit appends the escape of a UTF-16 code unit.
func appendUnit(dst []byte, u rune) []byte {
	return append(dst, '\\', 'u', hexDigits[u>>12&15], hexDigits[u>>8&15], hexDigits[u>>4&15], hexDigits[u&15])
}

// appendASCII appends a string with the characters beyond ASCII as escapes.
func appendASCII(dst, quoted []byte) []byte {
	for len(quoted) > 0 {
		if c := quoted[0]; c < utf8.RuneSelf {
			dst = append(dst, c)
			quoted = quoted[1:]
			continue
		}
		r, size := utf8.DecodeRune(quoted)
		if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
			dst = appendUnit(appendUnit(dst, high), low)
		} else {
			dst = appendUnit(dst, r)
		}
		quoted = quoted[size:]
	}
	return dst
}

// appendUnescaped appends a string without the escapes that RFC 8259 section 7
// does not demand. Those of quotes, backslashes and control characters stay as
// they are.
func appendUnescaped(dst, quoted []byte) []byte {
	for i := 0; i < len(quoted); {
		size := escapeLength(quoted[i:])
		if size > 1 {
			r, _ := utf8.DecodeRune(Unquote(append(append([]byte{'"'}, quoted[i:i+size]...), '"')))
			if r >= ' ' && r != '"' && r != '\\' {
				dst = utf8.AppendRune(dst, r)
				i += size
				continue
			}
		}
		dst = append(dst, quoted[i:i+size]...)
		i += size
	}
	return dst
}

// escapeLength is the length of the escape that a valid string goes on with, 1
// if it is none. A surrogate pair is one escape.
func escapeLength(rest []byte) int {
	switch {
	case rest[0] != '\\':
		return 1
	case rest[1] != 'u':
		return 2
	case (rest[2] == 'd' || rest[2] == 'D') && rest[3] >= '8':
		return 12
	}
	return 6
}

// appendMinimal appends a string with the escapes of RFC 8785 section 3.2.2.2.
func appendMinimal(dst, value []byte) []byte {
	dst = append(dst, '"')
	for _, c := range value {
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c >= ' ':
			dst = append(dst, c)
		case shortEscapes[c] != 0:
			dst = append(dst, '\\', shortEscapes[c])
		default:
			dst = appendUnit(dst, rune(c))
		}
	}
	return append(dst, '"')
}

var shortEscapes = [' ']byte{'\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'}
