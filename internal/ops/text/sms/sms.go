// Package sms tells how a text is sent as short messages: in which alphabet,
// and in how many segments of which size (3GPP TS 23.038, the default alphabet
// with its extension table; TS 23.040, 6 octets of header in each part of a
// concatenated message).
package sms

import "unicode/utf16"

// Encoding is an alphabet and what fits into a message of it.
type Encoding struct {
	Name   string
	Single int // units in a message of one segment
	Part   int // units in each of several segments
}

// The encodings: septets of the default alphabet, and 16-bit units.
var (
	GSM7 = Encoding{"gsm7", 160, 153}
	UCS2 = Encoding{"ucs2", 70, 67}
)

// Message is how a text is sent.
type Message struct {
	Encoding
	Units     int // septets or UTF-16 units
	Segments  int // 0 for an empty text
	Remaining int // units free in the last segment
	Culprits  []Culprit
}

// PerSegment is how many units each segment holds.
func (m Message) PerSegment() int {
	if m.Segments > 1 {
		return m.Part
	}
	return m.Single
}

// Culprit is a character that the default alphabet lacks, where it first
// occurs.
type Culprit struct {
	Char  rune
	Index int // in code points, from 0
}

// The default alphabet but for ESC, and its extension, each character of which
// is sent as two septets.
const (
	alphabet = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?" +
		"¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
	extension = "\f^{}\\[~]|€"
)

// septets are the lengths of characters in the default alphabet, up to the
// euro sign; 0 is none.
var septets = func() (n ['€' + 1]uint8) {
	for _, r := range alphabet {
		n[r] = 1
	}
	for _, r := range extension {
		n[r] = 2
	}
	return n
}()

func septetLen(r rune) int {
	if int(r) < len(septets) {
		return int(septets[r])
	}
	return 0
}

// Encode tells how a text is sent, and lists the first distinct characters, at
// most as many as given, that keep it from being sent in the default alphabet.
func Encode(text string, most int) Message {
	m := Message{Encoding: GSM7, Culprits: culprits(text, most)}
	length := septetLen
	if len(m.Culprits) > 0 {
		m.Encoding, length = UCS2, utf16.RuneLen
	}
	used := 0 // in the last segment, when cut into parts
	for _, r := range text {
		n := length(r)
		m.Units += n
		if used += n; used > m.Part || m.Segments == 0 {
			m.Segments++ // a pair of units is never parted
			used = n
		}
	}
	if m.Units <= m.Single {
		m.Segments, used = min(m.Units, 1), m.Units
	}
	m.Remaining = m.PerSegment() - used
	return m
}

func culprits(text string, most int) (list []Culprit) {
	seen := map[rune]bool{}
	index := 0
	for _, r := range text {
		if septetLen(r) == 0 && !seen[r] {
			seen[r] = true
			list = append(list, Culprit{r, index})
			if len(list) == most {
				break
			}
		}
		index++
	}
	return list
}
