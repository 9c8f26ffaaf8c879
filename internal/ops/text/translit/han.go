package translit

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
)

// hanReadings has the commonest Mandarin reading of each CJK Unified Ideograph,
// in order, "-" for none: those of ICU 72, which are Unihan's kMandarin.
// testdata/record_han.py writes it.
//
//go:embed han.txt
var hanReadings string

const (
	hanFirst = 0x4E00
	hanLast  = 0x9FFF
)

// readings cuts the table apart the first time a text needs it.
var readings = sync.OnceValue(func() []string { return strings.Fields(hanReadings) })

// han renders a Han character by its commonest reading. It is not the reading
// of Japanese, nor always that of a name, but a slug that can be read and
// typed. As in ICU, two such characters in a row are parted by a space.
func (c *converter) han(r rune) bool {
	if r < hanFirst || r > hanLast {
		return false
	}
	reading := readings()[r-hanFirst]
	if reading == "-" {
		return false
	}
	if c.attached && unicode.Is(unicode.Han, c.peek(-1)) {
		c.out = append(c.out, ' ')
	}
	c.emit(reading, 1)
	return true
}
