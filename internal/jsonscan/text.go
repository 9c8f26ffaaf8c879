package jsonscan

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"
)

// Text reads a string and returns its value: bytes of the document where the
// string has no escapes, else a new slice.
func (s *Scanner) Text() ([]byte, error) {
	start, err := s.quote()
	if err != nil {
		return nil, err
	}
	i, err := s.plain(start)
	if err != nil {
		return nil, err
	}
	if s.src[i] == '"' {
		s.pos = i + 1
		return s.src[start:i:i], nil
	}
	out := append(make([]byte, 0, i-start+64), s.src[start:i]...)
	for s.src[i] == '\\' {
		var r rune
		if r, i, err = s.escape(i); err != nil {
			return nil, err
		}
		out = utf8.AppendRune(out, r)
		run := i
		if i, err = s.plain(i); err != nil {
			return nil, err
		}
		out = append(out, s.src[run:i]...)
	}
	s.pos = i + 1
	return out, nil
}

// skipText reads a string without building its value.
func (s *Scanner) skipText() error {
	i, err := s.quote()
	for {
		if err != nil {
			return err
		}
		if i, err = s.plain(i); err != nil {
			return err
		}
		if s.src[i] == '"' {
			s.pos = i + 1
			return nil
		}
		_, i, err = s.escape(i)
	}
}

// quote expects an opening quote and returns the offset behind it.
func (s *Scanner) quote() (int, error) {
	s.space()
	if s.pos >= len(s.src) || s.src[s.pos] != '"' {
		return 0, s.valueFault()
	}
	return s.pos + 1, nil
}

// plain returns the offset of the next quote or backslash, taking eight bytes
// at a time while there is nothing to see.
func (s *Scanner) plain(i int) (int, error) {
	for i+8 <= len(s.src) {
		special := specials(binary.LittleEndian.Uint64(s.src[i:]))
		if special == 0 {
			i += 8
			continue
		}
		i += bits.TrailingZeros64(special) / 8
		break
	}
	for ; i < len(s.src); i++ {
		switch c := s.src[i]; {
		case c == '"' || c == '\\':
			return i, nil
		case c < ' ':
			return 0, s.fail(ControlCharacter, i)
		}
	}
	return 0, s.fail(UnexpectedEnd, i)
}

// specials sets the top bit of the bytes of w that are a quote, a backslash or
// below a space. A carry may set it for bytes above such a one too, but never
// below: the lowest bit set is exact.
func specials(w uint64) uint64 {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	quotes, backslashes := w^ones*'"', w^ones*'\\'
	return ((w-ones*' ')&^w | (quotes-ones)&^quotes | (backslashes-ones)&^backslashes) & tops
}

// escape reads the escape at i, joining surrogate pairs.
func (s *Scanner) escape(i int) (rune, int, error) {
	if i+1 >= len(s.src) {
		return 0, 0, s.fail(UnexpectedEnd, i+1)
	}
	switch c := s.src[i+1]; c {
	case '"', '\\', '/':
		return rune(c), i + 2, nil
	case 'b':
		return '\b', i + 2, nil
	case 'f':
		return '\f', i + 2, nil
	case 'n':
		return '\n', i + 2, nil
	case 'r':
		return '\r', i + 2, nil
	case 't':
		return '\t', i + 2, nil
	case 'u':
		return s.unicodeEscape(i)
	}
	return 0, 0, s.fail(BadEscape, i+1)
}

// unicodeEscape reads \uHHHH at i. A surrogate that has no other half is
// refused at the first byte at which that is certain.
func (s *Scanner) unicodeEscape(i int) (rune, int, error) {
	r, err := s.hex4(i+2, false)
	if err != nil || !utf16.IsSurrogate(r) {
		return r, i + 6, err
	}
	for k, want := range []byte(`\u`) {
		if at := i + 6 + k; at >= len(s.src) {
			return 0, 0, s.fail(UnexpectedEnd, at)
		} else if s.src[at] != want {
			return 0, 0, s.fail(LoneSurrogate, at)
		}
	}
	low, err := s.hex4(i+8, true)
	return utf16.DecodeRune(r, low), i + 12, err
}

// hex4 reads the four digits at i. low tells whether they have to be the
// second half of a surrogate pair, DC00 to DFFF; else they must not be.
func (s *Scanner) hex4(i int, low bool) (rune, error) {
	var r rune
	for k := range 4 {
		if i+k >= len(s.src) {
			return 0, s.fail(UnexpectedEnd, i+k)
		}
		digit, ok := hexDigit(s.src[i+k])
		if !ok {
			return 0, s.fail(BadEscape, i+k)
		}
		r = r<<4 | digit
		isLow := k == 0 && r == 0xd || k == 1 && r >= 0xdc && r <= 0xdf
		if low && k < 2 && !isLow || !low && k == 1 && isLow {
			return 0, s.fail(LoneSurrogate, i+k)
		}
	}
	return r, nil
}

func hexDigit(c byte) (rune, bool) {
	switch {
	case '0' <= c && c <= '9':
		return rune(c - '0'), true
	case 'a' <= c && c <= 'f':
		return rune(c - 'a' + 10), true
	case 'A' <= c && c <= 'F':
		return rune(c - 'A' + 10), true
	}
	return 0, false
}
