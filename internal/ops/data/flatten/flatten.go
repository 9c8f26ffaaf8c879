// Package flatten makes a table out of a JSON document: rows of cells under
// named columns, where each cell has the text that a CSV file would have.
//
// A row is an object, an array or a scalar; all rows of a table are of one of
// these. The members of an object are its cells, under their names; the
// members of an object inside it have names joined by a separator, and so on.
// The columns are the union of all names in the order in which they were first
// seen. Nothing is lost and no digit is changed: arrays become their JSON text
// unless asked otherwise, and so do objects without members.
//
// Only the cells that are there are kept, so the memory of a table depends on
// the size of its document and not on rows times columns.
package flatten

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"toolcrib/internal/jsonscan"
	"toolcrib/internal/ops/data/csv"
)

// MaxDepth is the number of containers that may stand in one another.
const MaxDepth = 64

// Arrays says what becomes of an array inside a row.
type Arrays string

const (
	// ArraysAsJSON makes it one cell with its compact JSON text.
	ArraysAsJSON Arrays = "json"
	// ArraysByIndex makes each element a cell, named by its index from 0.
	ArraysByIndex Arrays = "index"
	// ArraysJoined makes it one cell with its elements joined.
	ArraysJoined Arrays = "join"
)

// Options say how a document becomes a table.
type Options struct {
	// Flatten takes objects inside a row apart; without it they become their
	// compact JSON text.
	Flatten   bool
	Separator string // between the names of a member and of what it is in
	Arrays    Arrays
	JoinWith  string // between elements, under ArraysJoined
	Null      string // the text of null
	// Limit bounds the names of the columns, and what has to be written anew of the
	// cells, in bytes.
	Limit int
}

// Table is a document as rows and columns.
type Table struct {
	// Columns are the names, in the order in which they were first seen.
	Columns []string
	// Named is false where the rows are arrays: their columns have numbers only.
	Named bool
	// Ambiguous counts joined elements that contain the text that joins them.
	Ambiguous int

	doc   []byte
	made  []byte // texts that do not stand in doc
	cells []cell
	ends  []int // for each row, the index behind its last cell
}

// cell is a text with its column: without pointers, because there are many.
type cell struct {
	column     int32
	start, end uint32 // in doc, or in made
	kind       csv.Kind
	made       bool
}

func (t *Table) text(c *cell) []byte {
	if c.made {
		return t.made[c.start:c.end]
	}
	return t.doc[c.start:c.end]
}

// Rows is the number of rows.
func (t *Table) Rows() int { return len(t.ends) }

// Code classes an [Error].
type Code string

// The codes.
const (
	InvalidType    Code = "invalid_type"     // the document, or a row, is no row or not of the kind of the first
	Conflict       Code = "column_conflict"  // two members would have one column
	Duplicate      Code = "duplicate_field"  // a name occurs twice in one object
	TooManyItems   Code = "too_many_items"   // there are more than MaxCells
	OutputTooLarge Code = "output_too_large" // the names, the cells or the CSV exceed the limit
)

// Error says why a document is no table. What is not JSON, and what is nested
// too deeply, is a *jsonscan.Error instead.
type Error struct {
	Code    Code
	Row     int // index of the row at fault, -1 where it is the whole document
	Message string
	Hint    string
}

func (e *Error) Error() string { return fmt.Sprintf("%s: row %d: %s", e.Code, e.Row, e.Message) }

// Read makes a table of a document: an array of rows, or an object, which is
// its own only row. The error is an [*Error], a *jsonscan.Error or that of ctx.
func Read(ctx context.Context, doc []byte, o Options) (*Table, error) {
	r := newReader(ctx, doc, o)
	err := r.document(doc, func() error {
		switch k, err := r.scan.Peek(); {
		case err != nil:
			return err
		case k == jsonscan.Object:
			return r.row()
		case k == jsonscan.Array:
			return r.scan.Array(func(int) error { return r.row() })
		default:
			return &Error{InvalidType, -1, "expected an array of rows or one object, got " + noun(k), "send [{…}, {…}]"}
		}
	})
	return r.table, err
}

// ReadLines makes a table of a text that has one row, a document of its own, on
// each line that is not blank (NDJSON). Offsets of errors count the whole text.
func ReadLines(ctx context.Context, text []byte, o Options) (*Table, error) {
	r := newReader(ctx, text, o)
	for line := range bytes.Lines(text) {
		if row := bytes.TrimRight(line, " \t\r\n"); len(row) > 0 {
			if err := r.document(row, r.row); err != nil {
				var fault *jsonscan.Error
				if errors.As(err, &fault) {
					return nil, &jsonscan.Error{Reason: fault.Reason, Offset: r.base + fault.Offset}
				}
				return nil, err
			}
		}
		r.base += len(line)
	}
	return r.table, nil
}
