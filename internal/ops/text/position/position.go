// Package position turns byte offsets of a text into the positions that
// results report: an offset counted in code points, UTF-16 code units or
// bytes, and a line with a column.
//
// Go code works in byte offsets; callers of the API do not. JavaScript and the
// Language Server Protocol count UTF-16 code units, Python and people count
// code points. Counting from the start of the text for every match would make
// a result with m matches cost m times the text, so an [Index] counts once, in
// one pass, and then answers any offset, in any order, at a cost that does not
// depend on the length of the text.
//
// Lines and columns start at 1, columns count code points. A line ends at
// CRLF, LF or CR, and its terminator still belongs to it: in "a\r\nb" the LF
// is at line 1, column 3. The position after a final terminator is column 1 of
// the following line, where an editor puts the cursor, although that line is
// empty and not counted as one of the text's lines.
package position

import (
	"sort"
	"unicode/utf8"
)

// Unit is what an offset counts.
type Unit uint8

// The units of an offset, 0-based in all three.
const (
	// CodePoint counts Unicode code points (Python, this API's default).
	CodePoint Unit = iota
	// UTF16 counts UTF-16 code units (JavaScript, Java, .NET, LSP): a code
	// point above U+FFFF counts 2.
	UTF16
	// Byte counts bytes of UTF-8 (Go, Rust, C).
	Byte
)

var unitNames = [...]string{CodePoint: "code_point", UTF16: "utf16", Byte: "byte"}

// String returns the unit's name in the API: code_point, utf16 or byte.
func (u Unit) String() string {
	if int(u) >= len(unitNames) {
		return ""
	}
	return unitNames[u]
}

// ParseUnit returns the unit of that exact name and whether there is one.
func ParseUnit(name string) (Unit, bool) {
	for u, n := range unitNames {
		if n == name {
			return Unit(u), true
		}
	}
	return CodePoint, false
}

// blockBytes is the distance between two counted marks: a lookup scans at most
// this many bytes, and the marks take an eighth of the size of the text.
const blockBytes = 64

// mark holds how many code points start before a block of the text, and how
// many of those need two UTF-16 units.
type mark struct {
	codePoints uint32
	wide       uint32
}

// An Index answers positions of one text. It is immutable and safe for
// concurrent use. The text must be valid UTF-8 of at most 2 GiB; for other
// texts every answer is still within bounds.
type Index struct {
	text       string
	ascii      bool
	marks      []mark
	lineStarts []int32
}

// New counts text once, in time and memory proportional to its length.
func New(text string) *Index {
	x := &Index{text: text, lineStarts: lineStarts(text)}
	x.marks = make([]mark, 0, len(text)/blockBytes+1)
	var m mark
	for start := 0; start < len(text); start += blockBytes {
		x.marks = append(x.marks, m)
		m = m.add(text[start:min(start+blockBytes, len(text))])
	}
	x.ascii = int(m.codePoints) == len(text)
	return x
}

// lineStarts lists the byte offset at which every line starts.
func lineStarts(text string) []int32 {
	starts := []int32{0}
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\r':
			if i+1 < len(text) && text[i+1] == '\n' {
				i++
			}
		case '\n':
		default:
			continue
		}
		starts = append(starts, int32(i+1))
	}
	return starts
}

// add counts the code points that start in s: every byte of UTF-8 but the
// continuation bytes 10xxxxxx starts one, and the bytes from 0xF0 on start one
// above U+FFFF.
func (m mark) add(s string) mark {
	for i := 0; i < len(s); i++ {
		if s[i]&0xC0 != 0x80 {
			m.codePoints++
		}
		if s[i] >= 0xF0 {
			m.wide++
		}
	}
	return m
}

// at counts the text before a byte offset within its bounds.
func (x *Index) at(offset int) mark {
	if offset == 0 {
		return mark{}
	}
	if x.ascii {
		return mark{codePoints: uint32(offset)}
	}
	block := (offset - 1) / blockBytes
	return x.marks[block].add(x.text[block*blockBytes : offset])
}

// clamp keeps an offset within the text and moves one that points into the
// middle of a code point back to its start.
func (x *Index) clamp(offset int) int {
	offset = max(0, min(offset, len(x.text)))
	for n := 1; n < utf8.UTFMax && offset > 0 && offset < len(x.text) && !utf8.RuneStart(x.text[offset]); n++ {
		offset--
	}
	return offset
}

// Offset converts a byte offset of the text to the unit. An offset outside the
// text is moved to its nearest end, one inside a code point to its start.
func (x *Index) Offset(byteOffset int, unit Unit) int {
	offset := x.clamp(byteOffset)
	switch unit {
	case CodePoint:
		return int(x.at(offset).codePoints)
	case UTF16:
		m := x.at(offset)
		return int(m.codePoints + m.wide)
	default:
		return offset
	}
}

// LineColumn returns the line and the column, both 1-based, the column in code
// points, of a byte offset of the text.
func (x *Index) LineColumn(byteOffset int) (line, column int) {
	offset := x.clamp(byteOffset)
	line = sort.Search(len(x.lineStarts), func(i int) bool { return int(x.lineStarts[i]) > offset })
	start := int(x.lineStarts[line-1])
	return line, int(x.at(offset).codePoints-x.at(start).codePoints) + 1
}
