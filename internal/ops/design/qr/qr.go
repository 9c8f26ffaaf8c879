// Package qr writes QR codes, model 2, after ISO/IEC 18004:2015: texts are cut
// into numeric, alphanumeric and byte segments so that they take the fewest
// bits, hence the smallest version, and of the eight masks the one of the
// lowest penalty is taken. Kanji mode, structured append and FNC1 are not
// written.
//
// The package knows only modules; package render beside it makes pictures of
// them, and package read reads pictures with another library's tables.
package qr

import "fmt"

// Level is how much of a code may be lost before it cannot be read.
type Level uint8

// The levels: about 7, 15, 25 and 30 % of the codewords can be restored.
const (
	L Level = iota
	M
	Q
	H
)

func (l Level) String() string { return "LMQH"[l : l+1] }

// Mode is how characters become bits.
type Mode uint8

// The modes. Auto takes what is shortest; the others hold for the whole text.
const (
	Auto Mode = iota
	Numeric
	Alphanumeric
	Byte
)

func (m Mode) String() string {
	return [...]string{"auto", "numeric", "alphanumeric", "byte"}[m]
}

// AnyMask leaves the mask to the penalty.
const AnyMask = -1

// MaxVersion is the largest version: 177 modules a side.
const MaxVersion = 40

// maxCharacters is the most that any code holds: digits in version 40, level L.
const maxCharacters = 7089

// Options are what a code must be like.
type Options struct {
	Level   Level
	Boost   bool // take the highest level that the version has room for, Level at least
	Version int  // 0 is the smallest that holds the text
	Mask    int  // 0 to 7, or AnyMask
	Mode    Mode
	UTF8    bool // begin with the ECI designator 26, which says that bytes are UTF-8
}

// Segment is a run of the text in one mode.
type Segment struct {
	Mode Mode
	// Characters is what the segment's counter says: characters, in byte mode bytes.
	Characters int
}

// Code is a finished symbol, without its quiet zone.
type Code struct {
	Version  int
	Level    Level
	Mask     int
	Segments []Segment
	// Bits are those of headers and characters, Capacity all that there are for
	// them in this version and level.
	Bits, Capacity int

	symbol symbol
}

// Size is the number of modules on a side.
func (c *Code) Size() int { return sizeOf(c.Version) }

// Dark tells whether the module in column x and row y, from 0, is dark.
func (c *Code) Dark(x, y int) bool { return c.symbol.rows[y].has(x) }

// CapacityError says that a text does not fit.
type CapacityError struct {
	MaxBytes int // what fits in one segment of bytes, by the version asked for and the level
}

func (e *CapacityError) Error() string {
	return fmt.Sprintf("does not fit; at most %d bytes do", e.MaxBytes)
}

// ModeError says that a text cannot be written in the mode asked for.
type ModeError struct {
	Mode   Mode
	Offset int // in bytes, of the first character that cannot be
}

func (e *ModeError) Error() string {
	return fmt.Sprintf("the character at offset %d cannot be written in mode %s", e.Offset, e.Mode)
}

// Encode makes the code of some bytes. The error is a *CapacityError or a
// *ModeError. Options beyond their bounds are a mistake of the caller and
// panic.
func Encode(data []byte, o Options) (*Code, error) {
	if o.Version < 0 || o.Version > MaxVersion || o.Mask < AnyMask || o.Mask > 7 {
		panic(fmt.Sprintf("qr: no version %d or mask %d", o.Version, o.Mask))
	}
	if at := firstForeign(data, o.Mode); at >= 0 {
		return nil, &ModeError{o.Mode, at}
	}
	version, segments, bits := fit(data, o)
	if version == 0 {
		return nil, &CapacityError{maxBytes(o)}
	}
	level := o.Level
	for o.Boost && level < H && bits <= dataBits(version, level+1) {
		level++
	}
	c := &Code{Version: version, Level: level, Segments: segments, Bits: bits, Capacity: dataBits(version, level)}
	words := interleave(write(data, segments, version, level, o.UTF8), version, level)
	c.Mask, c.symbol = draw(words, version, level, o.Mask)
	return c, nil
}

// fit finds the smallest version that holds the text, 0 for none.
func fit(data []byte, o Options) (version int, segments []Segment, bits int) {
	if len(data) > maxCharacters {
		return 0, nil, 0
	}
	from, to := 1, MaxVersion
	if o.Version != 0 {
		from, to = o.Version, o.Version
	}
	for v := from; v <= to; v++ {
		if v == from || v == firstOf[1] || v == firstOf[2] {
			segments = segment(data, classOf(v), o.Mode)
			bits = length(segments, classOf(v), o.UTF8)
		}
		if bits <= dataBits(v, o.Level) {
			return v, segments, bits
		}
	}
	return 0, nil, 0
}

// maxBytes is how many bytes one segment in byte mode can have.
func maxBytes(o Options) int {
	version := o.Version
	if version == 0 {
		version = MaxVersion
	}
	return (dataBits(version, o.Level) - length([]Segment{{Byte, 0}}, classOf(version), o.UTF8)) / 8
}

// Pattern tells whether a module belongs to a pattern by which readers find and
// measure the symbol: finder, separator, timing or alignment; or to the version.
func (c *Code) Pattern(x, y int) bool {
	format := x == 8 && (y < 9 || y >= c.Size()-8) || y == 8 && (x < 9 || x >= c.Size()-8)
	return !format && !layouts[c.Version]().data.rows[y].has(x)
}
