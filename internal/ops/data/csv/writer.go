package csv

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// QuoteStyle says which cells a [Writer] puts in quotes.
type QuoteStyle string

const (
	// QuoteMinimal quotes what would be read as something else without: cells
	// with a delimiter, quote, CR or LF in them, with a space or tab at an end,
	// and the empty cell of a table of one column, which would be an empty line.
	QuoteMinimal QuoteStyle = "minimal"
	// QuoteAll quotes every cell.
	QuoteAll QuoteStyle = "all"
	// QuoteNonNumeric quotes every cell that is not a number.
	QuoteNonNumeric QuoteStyle = "nonnumeric"
)

// Kind is what a cell to be written is.
type Kind uint8

const (
	// Text is a cell that a spreadsheet could take for a formula.
	Text Kind = iota
	// Number is a cell that [QuoteNonNumeric] leaves bare.
	Number
	// Other is neither: a boolean, null or JSON.
	Other
)

// Layout says how a [Writer] writes.
type Layout struct {
	// Delimiter separates cells: any character but the quotation mark, CR, LF.
	Delimiter rune
	Quotes    QuoteStyle
	// LineEnding separates records; there is none behind the last.
	LineEnding string
	// BOM begins the text with a byte order mark.
	BOM bool
	// EscapeFormulas writes an apostrophe before the texts that [IsFormula]
	// finds.
	EscapeFormulas bool
}

// Writer writes records of one table by RFC 4180, with the quotation mark as
// quote, so that [Convert] gives back the same cells.
type Writer struct {
	layout     Layout
	delimiter  []byte
	special    [256]bool // bytes that may make quotes necessary
	single     bool      // the table has one column
	out        []byte
	start      int // where the first cell begins
	rows       int
	cells      int // of the record being written
	formulas   int
	apostrophe []byte // the cell being escaped
}

// NewWriter returns a writer of a table of so many columns.
func NewWriter(l Layout, columns int) *Writer {
	w := &Writer{layout: l, delimiter: utf8.AppendRune(nil, l.Delimiter), single: columns == 1}
	for _, b := range []byte{'"', '\r', '\n', w.delimiter[0]} {
		w.special[b] = true
	}
	if l.BOM {
		w.out = append(w.out, bom...)
		w.start = len(w.out)
	}
	return w
}

// Row begins a record.
func (w *Writer) Row() {
	if w.rows > 0 {
		w.out = append(w.out, w.layout.LineEnding...)
	}
	w.rows++
	w.cells = 0
}

// Cell writes the next cell of the record.
func (w *Writer) Cell(text []byte, kind Kind) {
	if w.cells > 0 {
		w.out = append(w.out, w.delimiter...)
	}
	w.cells++
	if kind == Text && IsFormula(text) {
		w.formulas++
		if w.layout.EscapeFormulas {
			w.apostrophe = append(append(w.apostrophe[:0], '\''), text...)
			text = w.apostrophe
		}
	}
	if !w.quoted(text, kind) {
		w.out = append(w.out, text...)
		return
	}
	w.out = slices.Grow(w.out, len(text)+2)
	w.out = append(w.out, '"')
	for {
		i := bytes.IndexByte(text, '"')
		if i < 0 {
			break
		}
		w.out = append(append(w.out, text[:i+1]...), '"')
		text = text[i+1:]
	}
	w.out = append(append(w.out, text...), '"')
}

func (w *Writer) quoted(text []byte, kind Kind) bool {
	switch w.layout.Quotes {
	case QuoteAll:
		return true
	case QuoteNonNumeric:
		return kind != Number || w.breaks(text)
	}
	if len(text) == 0 {
		return w.single
	}
	return isBlank(text[0]) || isBlank(text[len(text)-1]) || w.breaks(text)
}

// breaks tells whether a cell without quotes would not be read as itself,
// because of what is in it or, at the start of the text, as a byte order mark.
func (w *Writer) breaks(text []byte) bool {
	for i, b := range text {
		if w.special[b] && (b < utf8.RuneSelf || bytes.HasPrefix(text[i:], w.delimiter)) {
			return true
		}
	}
	return len(w.out) == w.start && bytes.HasPrefix(text, []byte(bom))
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' }

// IsFormula tells whether a spreadsheet may take a text for a formula: it
// begins with = + - @ TAB or CR and is no number by [IsNumber] (OWASP, CSV
// Injection).
func IsFormula(text []byte) bool {
	if len(text) == 0 {
		return false
	}
	switch text[0] {
	case '=', '+', '-', '@', '\t', '\r':
		return !IsNumber(string(text))
	}
	return false
}

// Len is the size of the text so far, in bytes.
func (w *Writer) Len() int { return len(w.out) }

// Formulas counts the cells that [IsFormula] found.
func (w *Writer) Formulas() int { return w.formulas }

// String returns the text.
func (w *Writer) String() string { return string(w.out) }
