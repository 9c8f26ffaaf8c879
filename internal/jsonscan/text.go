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
		var n int
		out, n = AppendText(out, s.src[i:], nil)
		end, err := s.plain(i + n)
		if err != nil {
			return nil, err
		}
		out = append(out, s.src[i+n:end]...)
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

// AppendText appends src to dst and reads its escapes of one letter, or writes
// them: by the letters in written, where that is not nil. It returns how much of
// src that was: up to what needs another escape, the closing quote, or up to the
// last fifteen bytes. Eight bytes are copied while they are looked at: in most texts escapes are too
// near each other for a second pass, or a call for each, to be worth it.
func AppendText(dst, src []byte, written *[256]byte) ([]byte, int) {
	i, n := 0, len(dst)
	dst = dst[:cap(dst)]
	for i+16 <= len(src) {
		if n+24 > len(dst) {
			dst = slices.Grow(dst, 24)
			dst = dst[:cap(dst)]
		}
		// Two words, since their bounds are checked together.
		from, to := src[i:i+16], dst[n:n+16]
		word := binary.LittleEndian.Uint64(from)
		binary.LittleEndian.PutUint64(to, word)
		special := specials(word)
		if special == 0 {
			word = binary.LittleEndian.Uint64(from[8:])
			binary.LittleEndian.PutUint64(to[8:], word)
			special = specials(word)
			i, n = i+8, n+8
		}
		if special == 0 {
			i, n = i+8, n+8
			continue
		}
		plain := bits.TrailingZeros64(special) / 8
		i, n = i+plain, n+plain
		if written != nil {
			letter := written[src[i]]
			if letter == 0 {
				break
			}
			dst[n], dst[n+1] = '\\', letter
			i, n = i+1, n+2
			continue
		}
		if i+1 >= len(src) || src[i] != '\\' || letters[src[i+1]] == 0 {
			break
		}
		dst[n] = letters[src[i+1]]
		i, n = i+2, n+1
	}
	return dst[:n], i
}

// letters are what the escapes of one letter stand for.
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

// plain returns the offset of the next quote or backslash.
func (s *Scanner) plain(i int) (int, error) {
	i = ordinary(s.src, i)
	switch {
	case i == len(s.src):
		return 0, s.fail(UnexpectedEnd, i)
	case s.src[i] < ' ':
		return 0, s.fail(ControlCharacter, i)
	}
	return i, nil
}

// ordinary returns the offset of the first byte from i on that a string cannot
// have as it is, or the length of src, taking eight bytes at a time while there
// is nothing to see.
func ordinary(src []byte, i int) int {
	for i+8 <= len(src) {
		if special := specials(binary.LittleEndian.Uint64(src[i:])); special != 0 {
			return i + bits.TrailingZeros64(special)/8
		}
		i += 8
	}
	for i < len(src) && src[i] >= ' ' && src[i] != '"' && src[i] != '\\' {
		i++
	}
	return i
}

// specials sets the top bit of the bytes of w that a JSON string cannot have as
// they are: a quote, a backslash or what is below a space. A carry may set it for
// bytes above such a one too, but never below: the lowest bit set is exact.
func specials(w uint64) uint64 {
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
