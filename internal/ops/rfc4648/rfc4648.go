// Package rfc4648 reads base64 texts, strictly or with the lapses that occur in
// practice, and says what is wrong with a text and where. (Writing base64 needs
// no more than encoding/base64.)
//
// Two alphabets are read, that of RFC 4648 section 4 (+ and /) and that of
// section 5 (- and _), but not both in one text.
package rfc4648

import (
	"encoding/base64"
	"fmt"
	"strings"
)

// Reason says why a text is not base64.
type Reason string

// The reasons, in the order in which they are found.
const (
	ForeignCharacter Reason = "foreign_character"
	PaddingInside    Reason = "padding_inside"
	MixedAlphabets   Reason = "mixed_alphabets"
	Incomplete       Reason = "incomplete"    // one digit is left over
	WrongPadding     Reason = "wrong_padding" // more than there is room for, or, strictly, less
	// StrayBits, where strictness asks for it: the last digit has bits of no byte.
	StrayBits Reason = "noncanonical_bits"
)

var faults = map[Reason]string{
	ForeignCharacter: "a character that base64 does not have",
	PaddingInside:    "padding before the end",
	MixedAlphabets:   "a character of the other base64 alphabet",
	Incomplete:       "a last character that no byte is made of",
	WrongPadding:     "the wrong amount of padding",
	StrayBits:        "a last character with bits that belong to no byte",
}

// Error is what is wrong with a text, at a 0-based byte offset. It does not show
// the text.
type Error struct {
	Reason Reason
	Offset int
}

// Fault puts the reason in words.
func (e *Error) Fault() string { return faults[e.Reason] }

func (e *Error) Error() string { return fmt.Sprintf("%s at offset %d", e.Fault(), e.Offset) }

// Variant is the alphabet of a text.
type Variant string

// The variants.
const (
	Standard Variant = "standard"
	URLSafe  Variant = "url_safe"
	Either   Variant = "either" // no digit is one of the two that differ
)

// Lapse is something that RFC 4648 does not allow and that changes no byte.
type Lapse struct {
	Kind   LapseKind
	Offset int // of the first such byte; of the end of the digits for MissingPadding
}

// LapseKind is a kind of lapse.
type LapseKind string

// The kinds of lapses, in the order in which a Text lists them.
const (
	MissingPadding   LapseKind = "missing_padding"
	Whitespace       LapseKind = "whitespace" // space, TAB, FF
	LineBreaks       LapseKind = "line_breaks"
	NoncanonicalBits LapseKind = "noncanonical_bits" // section 3.5
)

// Text is a base64 text that was read.
type Text struct {
	Bytes   []byte
	Variant Variant
	Padded  bool // it has a padding character
	Lapses  []Lapse
}

// Read decodes a text as it comes: ASCII white space is passed over, padding may
// be left out in part or whole, and the last digit may have stray bits. The
// error is an *Error.
func Read(text string) (Text, error) {
	s := scanned{text: text, foreign: -1, blank: -1, lineBreak: -1, pad: -1, inside: -1, plus: -1, minus: -1, last: -1}
	s.scan()
	if e := s.fault(); e != nil {
		return Text{}, e
	}
	return s.decode()
}

// Decode decodes a text that keeps to the letter: nothing but digits of one
// alphabet, padding all there or left out, no stray bits; so that bytes have one
// spelling in each alphabet and padding. The error is an *Error.
func Decode(text string) ([]byte, error) {
	for i := range len(text) {
		if !classes[text[i]].significant() {
			return nil, &Error{ForeignCharacter, i}
		}
	}
	read, err := Read(text)
	if err != nil {
		return nil, err
	}
	for _, l := range read.Lapses {
		switch {
		case l.Kind == NoncanonicalBits:
			return nil, &Error{StrayBits, l.Offset}
		case read.Padded:
			return nil, &Error{WrongPadding, strings.IndexByte(text, '=')}
		}
	}
	return read.Bytes, nil
}

// class is what a byte means.
type class uint8

const (
	foreign class = iota
	digit         // of both alphabets
	plus          // + and /
	minus         // - and _
	padding
	blank
	lineBreak
)

func (c class) significant() bool { return foreign < c && c < blank }

const common = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

var classes = func() (t [256]class) {
	for chars, c := range map[string]class{common: digit, "+/": plus, "-_": minus, "=": padding, " \t\f": blank, "\r\n": lineBreak} {
		for _, b := range []byte(chars) {
			t[b] = c
		}
	}
	return t
}()

// scanned is what one look at every byte finds: the offsets of the first byte of
// each class, -1 for none.
type scanned struct {
	text                                        string
	digits, pads                                int
	last                                        int // offset of the last digit
	foreign, blank, lineBreak, pad, plus, minus int
	inside                                      int // of padding with a digit behind it
}

func (s *scanned) scan() {
	for i := 0; i < len(s.text); i++ {
		start := i
		for i < len(s.text) && classes[s.text[i]] == digit {
			i++
		}
		if i > start {
			s.sawDigits(i-start, i-1)
		}
		if i == len(s.text) {
			return
		}
		switch classes[s.text[i]] {
		case plus:
			first(&s.plus, i)
			s.sawDigits(1, i)
		case minus:
			first(&s.minus, i)
			s.sawDigits(1, i)
		case padding:
			first(&s.pad, i)
			s.pads++
		case blank:
			first(&s.blank, i)
		case lineBreak:
			first(&s.lineBreak, i)
		default:
			s.foreign = i
			return
		}
	}
}

// sawDigits notes n digits, the last one at offset last.
func (s *scanned) sawDigits(n, last int) {
	s.digits += n
	s.last = last
	if s.pad >= 0 {
		first(&s.inside, s.pad)
	}
}

// first notes an offset unless there is one.
func first(offset *int, i int) {
	if *offset < 0 {
		*offset = i
	}
}

func (s *scanned) fault() *Error {
	switch {
	case s.foreign >= 0:
		return &Error{ForeignCharacter, s.foreign}
	case s.inside >= 0:
		return &Error{PaddingInside, s.inside}
	case s.plus >= 0 && s.minus >= 0:
		return &Error{MixedAlphabets, max(s.plus, s.minus)}
	case s.digits%4 == 1:
		return &Error{Incomplete, s.last}
	case s.pads > s.room():
		return &Error{WrongPadding, s.pad}
	}
	return nil
}

// room is the number of padding characters that complete the text.
func (s *scanned) room() int { return -s.digits & 3 }

func (s *scanned) decode() (t Text, err error) {
	t = Text{Variant: Either, Padded: s.pads > 0}
	encoding := base64.RawStdEncoding
	switch {
	case s.plus >= 0:
		t.Variant = Standard
	case s.minus >= 0:
		t.Variant, encoding = URLSafe, base64.RawURLEncoding
	}
	digits := s.text[:s.last+1]
	if s.blank >= 0 || s.lineBreak >= 0 {
		digits = withoutBlanks(digits, s.digits)
	}
	t.Bytes, err = encoding.DecodeString(digits)
	if s.pads < s.room() {
		t.lapse(MissingPadding, s.last+1)
	}
	t.lapse(Whitespace, s.blank)
	t.lapse(LineBreaks, s.lineBreak)
	if encoding.EncodeToString(t.Bytes[len(t.Bytes)/3*3:]) != digits[len(digits)&^3:] {
		t.lapse(NoncanonicalBits, s.last)
	}
	return t, err
}

// lapse notes a lapse unless the offset is -1.
func (t *Text) lapse(kind LapseKind, offset int) {
	if offset >= 0 {
		t.Lapses = append(t.Lapses, Lapse{kind, offset})
	}
}

func withoutBlanks(text string, size int) string {
	var b strings.Builder
	b.Grow(size)
	for i := range len(text) {
		if classes[text[i]].significant() {
			b.WriteByte(text[i])
		}
	}
	return b.String()
}
