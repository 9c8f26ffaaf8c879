package qr

import (
	"bytes"
	"math"
)

// Versions fall into three classes by the width of the counters (table 3).
const classes = 3

// firstOf is the first version of each class.
var firstOf = [classes]int{1, 10, 27}

func classOf(version int) int {
	switch {
	case version < firstOf[1]:
		return 0
	case version < firstOf[2]:
		return 1
	}
	return 2
}

// counterBits is the width of a segment's counter by mode and class (table 3).
var counterBits = [...][classes]int{
	Numeric:      {10, 12, 14},
	Alphanumeric: {9, 11, 13},
	Byte:         {8, 16, 16},
}

// indicator is what begins a segment of a mode (table 2).
var indicator = [...]uint{Numeric: 1, Alphanumeric: 2, Byte: 4}

const (
	indicatorBits = 4
	eciIndicator  = 7
	eciUTF8       = 26 // of the AIM registry; below 128, so that it takes 8 bits
	eciBits       = indicatorBits + 8
)

// A character costs this many sixths of a bit: three digits are 10 bits, two
// alphanumeric characters 11, a byte 8.
var sixths = [...]int{Numeric: 20, Alphanumeric: 33, Byte: 48}

const alphanumerics = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"

// takes tells whether a mode has a byte.
func (m Mode) takes(b byte) bool {
	switch m {
	case Numeric:
		return '0' <= b && b <= '9'
	case Alphanumeric:
		return alphanumericValue[b] >= 0
	}
	return true
}

// alphanumericValue is the value of a character (table 5), -1 for any other.
var alphanumericValue = func() (values [256]int8) {
	for b := range values {
		values[b] = int8(bytes.IndexByte([]byte(alphanumerics), byte(b)))
	}
	return values
}()

// firstForeign is the offset of the first byte that a mode has not, -1 for none.
func firstForeign(data []byte, m Mode) int {
	for i, b := range data {
		if !m.takes(b) {
			return i
		}
	}
	return -1
}

// segment cuts a text into segments of the least bits in a class of versions.
// It goes through the characters once and keeps, for each mode, the least cost
// of all so far when the next character is in that mode. Costs are in sixths of
// a bit and rounded up where a segment ends, so none is lost by rounding.
func segment(data []byte, class int, forced Mode) []Segment {
	if forced != Auto {
		return []Segment{{forced, len(data)}}
	}
	if len(data) == 0 {
		return nil
	}
	var head, cost [Byte + 1]int
	for m := Numeric; m <= Byte; m++ {
		head[m] = 6 * (indicatorBits + counterBits[m][class])
		cost[m] = head[m]
	}
	// modes[i][m] is the mode of character i when character i+1 is in mode m.
	modes := make([][Byte + 1]Mode, len(data))
	const never = math.MaxInt32
	for i, b := range data {
		next := [Byte + 1]int{never, never, never, never}
		for m := Numeric; m <= Byte; m++ {
			if m.takes(b) && cost[m] < never {
				next[m], modes[i][m] = cost[m]+sixths[m], m
			}
		}
		cost = next
		for m := Numeric; m <= Byte; m++ {
			for from := Numeric; from <= Byte; from++ {
				if c := (next[from]+5)/6*6 + head[m]; next[from] < never && c < cost[m] {
					cost[m], modes[i][m] = c, from
				}
			}
		}
	}
	m := Byte
	for other := Numeric; other < Byte; other++ {
		if cost[other] < cost[m] {
			m = other
		}
	}
	return collect(modes, m)
}

// collect goes back through the modes chosen, from the last one, and joins
// equal neighbours.
func collect(modes [][Byte + 1]Mode, last Mode) []Segment {
	chosen := make([]Mode, len(modes))
	for i := len(modes) - 1; i >= 0; i-- {
		last = modes[i][last]
		chosen[i] = last
	}
	var segments []Segment
	for i, m := range chosen {
		if i == 0 || m != chosen[i-1] {
			segments = append(segments, Segment{Mode: m})
		}
		segments[len(segments)-1].Characters++
	}
	return segments
}

// length is how many bits segments take, headers included.
func length(segments []Segment, class int, utf8 bool) int {
	bits := 0
	if utf8 {
		bits = eciBits
	}
	for _, s := range segments {
		bits += indicatorBits + counterBits[s.Mode][class] + (s.Characters*sixths[s.Mode]+5)/6
	}
	return bits
}
