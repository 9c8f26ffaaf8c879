// Package typeset sets short texts of any script: bidirectional order (UAX
// #9), line breaks (UAX #14), shaping as HarfBuzz does it, fonts by script,
// and fitting into a box. It knows no pictures: a Block is drawn into a Pen.
//
// Fonts are Google's Noto fonts, embedded (see fonts/OFL.txt and fonts/build),
// unpacked when first used; an operator may add a folder of others. The
// package opens no file itself and has no state that shows: the same text
// gives the same outlines.
//
// Lengths are in em, multiples of the font size, unless they say px. A text
// is bounded by MaxRunes; a grapheme cluster by MaxMarks combining marks.
package typeset
