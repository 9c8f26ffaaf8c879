package regex

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// escape reads a backslash outside a class.
func (s *scanner) escape() *Error {
	rest := s.pattern[s.pos:]
	if len(rest) == 1 {
		return s.trailingBackslash()
	}
	switch rest[1] {
	case 'A', 'z', 'b', 'B', 'd', 'D', 's', 'S', 'w', 'W':
		s.atom(s.pos + 2)
		return nil
	case 'Q':
		s.quoted()
		return nil
	case 'p', 'P':
		end, err := s.property(s.pos)
		if err == nil {
			s.atom(end)
		}
		return err
	case '<', '>':
		s.warn("literal_escape", s.pos, s.pos+2, fmt.Sprintf(`RE2 reads \%c as the character %c; write \b for the edge of a word`, rest[1], rest[1]))
	}
	_, end, err := s.character(s.pos, false)
	if err == nil {
		s.atom(end)
	}
	return err
}

func (s *scanner) trailingBackslash() *Error {
	return s.invalid(len(s.pattern)-1, len(s.pattern), "the pattern ends with a backslash", `write \\ for a backslash as text`)
}

// quoted reads \Q…\E, or to the end of the pattern without \E.
func (s *scanner) quoted() {
	text, rest, _ := strings.Cut(s.pattern[s.pos+2:], `\E`)
	end := len(s.pattern) - len(rest)
	if text == "" {
		s.pos, s.quantifier = end, -1
		return
	}
	s.atom(end)
}

// foreign is the value of an escape that RE2 lacks.
const foreign rune = -1

// character reads the escape of one character at start and returns its value
// and its end. An escape RE2 lacks is recorded, and its value is foreign.
func (s *scanner) character(start int, inClass bool) (value rune, end int, err *Error) {
	if start+1 == len(s.pattern) {
		return 0, 0, s.trailingBackslash()
	}
	c, n := utf8.DecodeRuneInString(s.pattern[start+1:])
	end = start + 1 + n
	switch {
	case c < utf8.RuneSelf && !isAlnum(byte(c)):
		return c, end, nil
	case '0' <= c && c <= '9':
		return s.digits(start, inClass)
	case c == 'x':
		return s.hex(start)
	}
	if i := strings.IndexRune("afnrtv", c); i >= 0 {
		return rune("\a\f\n\r\t\v"[i]), end, nil
	}
	if c < utf8.RuneSelf {
		if end := s.foreignEscape(start, byte(c), inClass); end > 0 {
			return foreign, end, nil
		}
	}
	return 0, 0, s.invalidEscape(start, end)
}

func (s *scanner) invalidEscape(start, end int) *Error {
	return s.invalid(start, end, "the escape sequence is not valid", `write \\ for a backslash as text`)
}

// digits reads an octal escape or a backreference. RE2 has \0 to \777 with
// 0 to 2 further octal digits, and no backreferences; a single digit from 1
// to 9 is always one.
func (s *scanner) digits(start int, inClass bool) (value rune, end int, err *Error) {
	end = start + 1
	for end < len(s.pattern) && end < start+4 && '0' <= s.pattern[end] && s.pattern[end] <= '7' {
		value = value*8 + rune(s.pattern[end]-'0')
		end++
	}
	digits := s.pattern[start+1 : end]
	if strings.HasPrefix(digits, "0") || len(digits) == 3 {
		return value, end, nil
	}
	if len(digits) == 2 {
		if number, convErr := strconv.Atoi(digits); convErr == nil && !inClass {
			s.octals = append(s.octals, octal{start, end, number})
		}
		return value, end, nil
	}
	if inClass {
		return 0, 0, s.invalidEscape(start, start+2)
	}
	end = start + 2
	for end < len(s.pattern) && '0' <= s.pattern[end] && s.pattern[end] <= '9' {
		end++
	}
	s.missing(backreference, start, end)
	return foreign, end, nil
}

// hex reads \xFF or \x{10FFFF}.
func (s *scanner) hex(start int) (value rune, end int, err *Error) {
	digits, braced := "", strings.HasPrefix(s.pattern[start+2:], "{")
	if braced {
		body, _, found := strings.Cut(s.pattern[start+3:], "}")
		digits, end = body, start+3+len(body)
		if found {
			end++
		}
		digits = strings.TrimLeft(digits, "0")
		if found && body != "" && digits == "" {
			return 0, end, nil
		}
	} else {
		end = min(len(s.pattern), start+4)
		digits = s.pattern[start+2 : end]
	}
	n, convErr := strconv.ParseUint(digits, 16, 32)
	if convErr != nil || n > unicode.MaxRune || !braced && len(digits) != 2 || braced && s.pattern[end-1] != '}' {
		return 0, 0, s.invalid(start, s.hexFragmentEnd(start), "the hexadecimal escape is not valid", `write \x with two hexadecimal digits, or \x{…} up to \x{10FFFF}`)
	}
	return rune(n), end, nil
}

// hexFragmentEnd returns where a malformed \x escape stops being one: after
// the first character that does not belong, or with the pattern.
func (s *scanner) hexFragmentEnd(start int) int {
	i, limit := start+2, 2
	if strings.HasPrefix(s.pattern[i:], "{") {
		i, limit = i+1, len(s.pattern)
	}
	for ; i < len(s.pattern) && limit > 0; limit-- {
		c, n := utf8.DecodeRuneInString(s.pattern[i:])
		i += n
		if !unicode.Is(unicode.ASCII_Hex_Digit, c) {
			break
		}
	}
	return i
}

// foreignEscape records an escape of another engine and returns its end, or 0
// where no engine knows it.
func (s *scanner) foreignEscape(start int, c byte, inClass bool) int {
	switch c {
	case 'u', 'U':
		return s.unicodeEscape(start)
	case 'c':
		return s.controlEscape(start)
	case 'k', 'g':
		if inClass {
			return 0
		}
		return s.groupEscape(start)
	case 'o':
		return s.octalBraces(start)
	case 'b':
		s.missing(backspace, start, start+2)
		return start + 2
	}
	f, ok := simpleEscapes[c]
	if !ok || inClass && strings.IndexByte("KGZXRC", c) >= 0 {
		return 0
	}
	end := start + 2
	if c == 'N' && strings.HasPrefix(s.pattern[end:], "{") {
		if n := strings.IndexByte(s.pattern[end:], '}'); n >= 0 {
			end += n + 1
		}
	}
	s.missing(f, start, end)
	return end
}

// unicodeEscape reads the \uHHHH and \u{…} of JavaScript and the \UHHHHHHHH of
// Python, a pair of surrogates as one character.
func (s *scanner) unicodeEscape(start int) int {
	size := 4
	if s.pattern[start+1] == 'U' {
		size = 8
	}
	digits, end := "", start+2+size
	if strings.HasPrefix(s.pattern[start:], `\u{`) {
		body, _, found := strings.Cut(s.pattern[start+3:], "}")
		if !found {
			return 0
		}
		digits, end = body, start+3+len(body)+1
	} else if end <= len(s.pattern) {
		digits = s.pattern[start+2 : end]
	}
	n, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || n > unicode.MaxRune {
		return 0
	}
	if low, lowEnd := s.lowSurrogate(end); utf16.IsSurrogate(rune(n)) && lowEnd > 0 {
		if r := utf16.DecodeRune(rune(n), low); r != unicode.ReplacementChar {
			n, end = uint64(r), lowEnd
		}
	}
	e := s.missing(unicodeEscape, start, end)
	e.Hint = fmt.Sprintf(`write \x{%X}`, n)
	return end
}

// lowSurrogate reads a \uDC00 to \uDFFF at start.
func (s *scanner) lowSurrogate(start int) (r rune, end int) {
	if !strings.HasPrefix(s.pattern[start:], `\u`) || start+6 > len(s.pattern) {
		return 0, 0
	}
	n, err := strconv.ParseUint(s.pattern[start+2:start+6], 16, 32)
	if err != nil {
		return 0, 0
	}
	return rune(n), start + 6
}

// controlEscape reads \cA to \cZ, the control characters U+0001 to U+001A.
func (s *scanner) controlEscape(start int) int {
	end := start + 3
	if end > len(s.pattern) || !unicode.IsLetter(rune(s.pattern[end-1])) || s.pattern[end-1] >= utf8.RuneSelf {
		return 0
	}
	e := s.missing(controlChar, start, end)
	e.Hint = fmt.Sprintf(`write \x%02X`, s.pattern[end-1]&0x1F)
	return end
}

// groupEscape reads the references \k<n>, \k'n', \k{n}, \g1, \g-1, \g{1} and
// the subroutine calls \g<n> and \g'n'.
func (s *scanner) groupEscape(start int) int {
	body := s.pattern[start+2:]
	closing := map[byte]string{'<': ">", '\'': "'", '{': "}"}
	if body == "" {
		return 0
	}
	f := namedBackreference
	if s.pattern[start+1] == 'g' {
		f = recursion
		if body[0] == '{' {
			f = relativeBackreference
		}
	}
	if mark, ok := closing[body[0]]; ok {
		n := strings.Index(body[1:], mark)
		if n < 1 {
			return 0
		}
		end := start + 2 + 1 + n + 1
		s.missing(f, start, end)
		return end
	}
	digits := strings.TrimLeft(strings.TrimPrefix(body, "-"), "0123456789")
	end := len(s.pattern) - len(digits)
	if s.pattern[start+1] == 'k' || !isAlnum(s.pattern[end-1]) || end == start+2 {
		return 0
	}
	s.missing(relativeBackreference, start, end)
	return end
}

// octalBraces reads the \o{…} of PCRE.
func (s *scanner) octalBraces(start int) int {
	body, _, found := strings.Cut(s.pattern[start+2:], "}")
	digits := strings.TrimPrefix(body, "{")
	n, err := strconv.ParseUint(digits, 8, 32)
	if !found || digits == body || err != nil || n > unicode.MaxRune {
		return 0
	}
	end := start + 2 + len(body) + 1
	e := s.missing(octalEscape, start, end)
	e.Hint = fmt.Sprintf(`write \x{%X}`, n)
	return end
}
