package jsonscan

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"unicode/utf16"
	"unicode/utf8"
)

// Text reads a string and returns its value: bytes of the document where the
// string has no escapes, else a new slice.
func (s *Scanner) Text() ([]byte, error) { return s.TextIn(new([]byte)) }

// TextIn is Text for a caller who reads many: the value of a string that has
// escapes is built in room, which grows as needed, and is good until room is
// used again.
func (s *Scanner) TextIn(room *[]byte) ([]byte, error) {
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
	*room = append((*room)[:0], s.src[start:i]...)
	*room, err = s.unescape(*room, i)
	return *room, err
}

// unescape reads the rest of a string, from i on, and appends its value to out.
func (s *Scanner) unescape(out []byte, i int) ([]byte, error) {
	for {
		out, i = s.words(out, i)
		end, err := s.plain(i)
		if err != nil {
			return nil, err
		}
		out = append(out, s.src[i:end]...)
		if s.src[end] == '"' {
			s.pos = end + 1
			return out, nil
		}
		var r rune
		if r, i, err = s.escape(end); err != nil {
			return nil, err
		}
		out = utf8.AppendRune(out, r)
	}
}

// words appends what stands from i on to out while that is plain or an escape of
// one letter, and returns where it is not. Eight bytes are copied while they are
// looked at: in most texts escapes are too near each other for a second pass to
// be worth it.
func (s *Scanner) words(out []byte, i int) ([]byte, int) {
	src, n := s.src, len(out)
	out = out[:cap(out)]
	for i+16 <= len(src) {
		if n+16 > len(out) {
			out = slices.Grow(out, 16)
			out = out[:cap(out)]
		}
		// Two words, since their bounds are checked together.
		from, to := src[i:i+16], out[n:n+16]
		word := binary.LittleEndian.Uint64(from)
		binary.LittleEndian.PutUint64(to, word)
		special := Specials(word)
		if special == 0 {
			word = binary.LittleEndian.Uint64(from[8:])
			binary.LittleEndian.PutUint64(to[8:], word)
			special = Specials(word)
			i, n = i+8, n+8
		}
		if special == 0 {
			i, n = i+8, n+8
			continue
		}
		plain := bits.TrailingZeros64(special) / 8
		i, n = i+plain, n+plain
		if i+1 >= len(src) || src[i] != '\\' || letters[src[i+1]] == 0 {
			break
		}
		out[n] = letters[src[i+1]]
		i, n = i+2, n+1
	}
	return out[:n], i
}

// letters are the escapes of one letter.
var letters = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

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
		special := Specials(binary.LittleEndian.Uint64(s.src[i:]))
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

// Specials sets the top bit of the bytes of w that a JSON string cannot have as
// they are: a quote, a backslash or what is below a space. A carry may set it for
// bytes above such a one too, but never below: the lowest bit set is exact.
func Specials(w uint64) uint64 {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	// With its second bit turned a quote is a space, and what is below a space
	// stays there.
	return (((w ^ ones*2) - ones*'!') | ((w ^ ones*'\\') - ones)) &^ w & tops
}

// escape reads the escape at i, joining surrogate pairs.
func (s *Scanner) escape(i int) (rune, int, error) {
	if i+1 >= len(s.src) {
		return 0, 0, s.fail(UnexpectedEnd, i+1)
	}
	c := s.src[i+1]
	if letter := letters[c]; letter != 0 {
		return rune(letter), i + 2, nil
	}
	if c == 'u' {
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
