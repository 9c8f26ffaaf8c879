package csv

import (
	"context"
	"strconv"
	"strings"
)

// checkEvery is how many cells are handled between looks at the context.
const checkEvery = 4096

// table is the text as a grid: row by row, each as wide as there are columns.
type table struct {
	scanner  *scanner
	options  *Options
	locator  *locator
	warnings *warningList

	columns   []Column
	extraName string
	hasHeader bool
	rows      int
	grid      []cell
	surplus   []surplus
	extra     []cell // the cells of all surplus, in order
}

// surplus is what a record has beyond the columns: extra[from:to].
type surplus struct {
	row, from, to int
}

// read fills the table from the scanner.
func (t *table) read(ctx context.Context) error {
	first, start, err := t.readNames()
	if err != nil {
		return err
	}
	t.reserve()
	if first != nil {
		t.grid = append(t.grid, first...)
		if err := t.endRow(start, 0); err != nil {
			return err
		}
	}
	checked := 0
	for t.scanner.next() {
		if t.options.MaxRows > 0 && t.rows == t.options.MaxRows {
			t.warnTruncated()
			return nil
		}
		if len(t.grid)-checked >= checkEvery {
			checked = len(t.grid)
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		start, before := t.scanner.pos, len(t.grid)
		if t.grid, err = t.scanner.record(t.grid); err != nil {
			return err
		}
		if err := t.endRow(start, before); err != nil {
			return err
		}
	}
	return nil
}

// readNames reads the first record where the names or their count depend on
// it. Without a header that record is data and returned.
func (t *table) readNames() (data []cell, start int, err error) {
	names, width := t.options.Columns, len(t.options.Columns)
	if !t.options.Header && width > 0 || !t.scanner.next() {
		t.name(names, nil)
		return nil, 0, nil
	}
	start = t.scanner.pos
	first, err := t.scanner.record(nil)
	if err != nil {
		return nil, 0, err
	}
	if !t.options.Header {
		for i := range first {
			names = append(names, numberedName(i))
		}
		t.name(names, nil)
		return first, start, nil
	}
	t.hasHeader = true
	if width == 0 {
		for _, c := range first {
			names = append(names, t.content(c))
		}
	} else if len(first) != width {
		if err := t.ragged(start, len(first), width); err != nil {
			return nil, 0, err
		}
	}
	t.name(names, first)
	return nil, 0, nil
}

// name makes the columns. header is the header record, if there is one.
func (t *table) name(names []string, header []cell) {
	at := func(i int) int {
		if i < len(header) {
			return t.offset(header[i])
		}
		return -1
	}
	columns, namer := nameColumns(names, at, t.locator, t.warnings)
	for i := range columns {
		original := names[i]
		if i < len(header) {
			original = t.content(header[i])
		}
		if original != columns[i].Name {
			columns[i].OriginalName = &original
		}
	}
	t.columns = columns
	t.extraName = namer.fresh(extraName)
}

// reserve makes room for the cells still to come, as far as counting their
// delimiters and terminators can tell.
func (t *table) reserve() {
	rest := t.scanner.text[t.scanner.pos:]
	lines := max(strings.Count(rest, "\n"), strings.Count(rest, "\r"))
	size := strings.Count(rest, t.scanner.delimiter) + lines + 1 + len(t.columns)
	if rows := t.options.MaxRows; rows > 0 {
		size = min(size, rows*len(t.columns))
	}
	t.grid = make([]cell, 0, min(size, t.options.Limits.Cells))
}

// endRow brings the record whose cells begin at grid[before] to the width of
// the table. start is the offset of the record.
func (t *table) endRow(start, before int) error {
	width, n := len(t.columns), len(t.grid)-before
	if n != width {
		if err := t.ragged(start, n, width); err != nil {
			return err
		}
	}
	if n > width {
		from := len(t.extra)
		t.extra = append(t.extra, t.grid[before+width:]...)
		t.surplus = append(t.surplus, surplus{row: t.rows, from: from, to: len(t.extra)})
		t.grid = t.grid[:before+width]
	}
	for ; n < width; n++ {
		t.grid = append(t.grid, cell{class: nullClass})
		t.columns[n].Nulls++
	}
	if len(t.grid)+len(t.extra) > t.options.Limits.Cells {
		return t.locator.fail(start, TooManyItems, "",
			"the text has more than "+strconv.Itoa(t.options.Limits.Cells)+" cells, missing ones included", "")
	}
	t.rows++
	return nil
}

// ragged refuses or reports a record of n cells where width are expected.
func (t *table) ragged(start, n, width int) error {
	if t.options.Ragged == RaggedError {
		return t.locator.fail(start, InvalidCSV, ReasonRaggedRow,
			"the record has "+cells(n)+", expected "+strconv.Itoa(width),
			"Repair the record, or send ragged_rows: pad.")
	}
	code, outcome := WarnMissingCells, "the missing ones are null"
	if n > width {
		code, outcome = WarnExtraCells, "the surplus is kept apart"
	}
	if t.warnings.wants(code) {
		line, _ := t.locator.locate(start)
		t.warnings.add(line, 0, code, "the record has %s, expected %d; %s", cells(n), width, outcome)
	}
	return nil
}

func cells(n int) string {
	if n == 1 {
		return "1 cell"
	}
	return strconv.Itoa(n) + " cells"
}

func (t *table) warnTruncated() {
	if t.warnings.wants(WarnRowsTruncated) {
		line, _ := t.locator.locate(t.scanner.pos)
		t.warnings.add(line, 0, WarnRowsTruncated,
			"max_rows is %d: the records from this line on were not read", t.options.MaxRows)
	}
}

// raw returns a cell as it is written, without its quotes.
func (t *table) raw(c cell) string {
	return t.scanner.text[c.start : c.start+c.size]
}

// content returns what a cell says.
func (t *table) content(c cell) string {
	raw := t.raw(c)
	if c.form&escapedForm == 0 {
		return raw
	}
	var b strings.Builder
	for piece := range t.scanner.pieces(raw) {
		b.WriteString(piece)
	}
	return b.String()
}

// offset returns where a cell begins in the text, its quote included.
func (t *table) offset(c cell) int {
	if c.form&quotedForm != 0 {
		return int(c.start) - len(t.scanner.quote)
	}
	return int(c.start)
}
