package flatten

import (
	"bytes"
	"context"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"toolcrib/internal/jsonscan"
	"toolcrib/internal/ops/data/csv"
)

// reader builds a table.
type reader struct {
	ctx       context.Context
	o         Options
	table     *Table
	scan      *jsonscan.Scanner
	base      int           // where scan's document begins in the table's
	rows      jsonscan.Kind // the kind of all rows; scalars are String
	root      node
	columns   map[string]bool
	nameBytes int
}

func newReader(ctx context.Context, doc []byte, o Options) *reader {
	// Where there is a cell, there is a comma or the end of the last row.
	t := &Table{Named: true, doc: doc, cells: make([]cell, 0, bytes.Count(doc, []byte{','})+1)}
	return &reader{ctx: ctx, o: o, table: t, columns: map[string]bool{}}
}

// document reads a whole document by read.
func (r *reader) document(doc []byte, read func() error) (err error) {
	if r.scan, err = jsonscan.New(doc, MaxDepth); err != nil {
		return err
	}
	if err = read(); err != nil {
		return err
	}
	return r.scan.End()
}

// checkEvery is how many rows are read between looks at the context.
const checkEvery = 1024

// row reads one row.
func (r *reader) row() error {
	if len(r.table.ends)%checkEvery == 0 {
		if err := r.ctx.Err(); err != nil {
			return err
		}
	}
	k, err := r.scan.Peek()
	if err != nil {
		return err
	}
	if err := r.sameKind(k); err != nil {
		return err
	}
	switch k {
	case jsonscan.Object:
		_, err = r.object(&r.root)
	case jsonscan.Array:
		r.table.Named = false
		err = r.array(&r.root, func(i int) []byte { return strconv.AppendInt([]byte("column_"), int64(i)+1, 10) })
	default:
		var n *node
		if n, err = r.child(&r.root, []byte("value")); err == nil {
			err = r.value(n)
		}
	}
	r.table.ends = append(r.table.ends, len(r.table.cells))
	r.root.next = 0
	return err
}

// sameKind refuses a row that is not of the kind of the first.
func (r *reader) sameKind(k jsonscan.Kind) error {
	kind := k
	if k != jsonscan.Object && k != jsonscan.Array {
		kind = jsonscan.String
	}
	if r.rows == 0 {
		r.rows = kind
	}
	if kind == r.rows {
		return nil
	}
	want := map[jsonscan.Kind]string{jsonscan.Object: "an object", jsonscan.Array: "an array", jsonscan.String: "a scalar"}[r.rows]
	return &Error{InvalidType, r.table.Rows(), "expected " + want + ", as the first row is, got " + noun(k), "send rows of one kind"}
}

func noun(k jsonscan.Kind) string {
	switch k {
	case jsonscan.Object:
		return "an object"
	case jsonscan.Array:
		return "an array"
	case jsonscan.String:
		return "a string"
	case jsonscan.Number:
		return "a number"
	case jsonscan.Null:
		return "null"
	}
	return "a boolean"
}

// value reads a value into the column of a node, or into those below it.
func (r *reader) value(n *node) error {
	k, err := r.scan.Peek()
	if err != nil {
		return err
	}
	switch {
	case k == jsonscan.Object && r.o.Flatten:
		members, err := r.object(n)
		if err == nil && members == 0 {
			err = r.addMade(n, csv.Other, "{}")
		}
		return err
	case k == jsonscan.Array && r.o.Arrays != ArraysAsJSON:
		return r.elements(n)
	}
	start := r.scan.Offset()
	text, kind, err := r.text(k)
	if err != nil {
		return err
	}
	end := r.scan.Offset()
	if k == jsonscan.String {
		start, end = start+1, end-1 // the quotes
	}
	if k == jsonscan.Null || len(text) != end-start {
		return r.addMade(n, kind, string(text))
	}
	return r.add(n, cell{start: uint32(r.base + start), end: uint32(r.base + end), kind: kind})
}

// text reads a value and returns it as it stands in a cell. If the document has
// it otherwise, it is longer there; but for null.
func (r *reader) text(k jsonscan.Kind) (text []byte, kind csv.Kind, err error) {
	switch k {
	case jsonscan.String:
		text, err = r.scan.Text()
		return text, csv.Text, err
	case jsonscan.Number:
		text, err = r.scan.Number()
		return text, csv.Number, err
	case jsonscan.Null:
		_, err = r.scan.Literal()
		return []byte(r.o.Null), csv.Other, err
	}
	text, _, err = r.scan.Skip()
	return compact(text), csv.Other, err
}

// compact removes the white space between the tokens of a valid value.
func compact(value []byte) []byte {
	if !bytes.ContainsAny(value, " \t\r\n") {
		return value
	}
	short, _ := jsontext.AppendFormat(nil, value, jsontext.PreserveRawStrings(true), jsontext.AllowDuplicateNames(true))
	return short
}

// object reads the members of an object, and counts them.
func (r *reader) object(n *node) (members int, err error) {
	n.next = 0
	err = r.scan.Object(func(name []byte, _ int) error {
		members++
		child, err := r.child(n, name)
		if err != nil {
			return err
		}
		return r.value(child)
	})
	return members, err
}

// array reads the elements of an array as members with the names given.
func (r *reader) array(n *node, name func(i int) []byte) error {
	n.next = 0
	return r.scan.Array(func(i int) error {
		child, err := r.child(n, name(i))
		if err != nil {
			return err
		}
		return r.value(child)
	})
}

// elements reads an array into columns of its own or into one cell.
func (r *reader) elements(n *node) error {
	if r.o.Arrays == ArraysJoined {
		return r.join(n)
	}
	count := 0
	err := r.array(n, func(i int) []byte {
		count++
		return strconv.AppendInt(nil, int64(i), 10)
	})
	if err == nil && count == 0 {
		err = r.addMade(n, csv.Other, "[]")
	}
	return err
}

func (r *reader) join(n *node) error {
	t := r.table
	start := len(t.made)
	err := r.scan.Array(func(i int) error {
		k, err := r.scan.Peek()
		if err != nil {
			return err
		}
		text, _, err := r.text(k)
		if err != nil {
			return err
		}
		if i > 0 {
			t.made = append(t.made, r.o.JoinWith...)
		}
		if bytes.Contains(text, []byte(r.o.JoinWith)) {
			t.Ambiguous++
		}
		t.made = append(t.made, text...)
		return r.tooLarge(len(t.made), "the cells", "send a shorter join_with")
	})
	if err != nil {
		return err
	}
	return r.add(n, cell{start: uint32(start), end: uint32(len(t.made)), kind: csv.Text, made: true})
}

// tooLarge refuses a size beyond the limit.
func (r *reader) tooLarge(size int, what, hint string) error {
	if size <= r.o.Limit {
		return nil
	}
	return &Error{OutputTooLarge, -1, fmt.Sprintf("%s would have more than %d bytes", what, r.o.Limit), hint}
}

// addMade adds a cell whose text does not stand in the document.
func (r *reader) addMade(n *node, kind csv.Kind, text string) error {
	t := r.table
	start := len(t.made)
	t.made = append(t.made, text...)
	if err := r.tooLarge(len(t.made), "the cells", "send a shorter null_value"); err != nil {
		return err
	}
	return r.add(n, cell{start: uint32(start), end: uint32(len(t.made)), kind: kind, made: true})
}

// add adds a cell to the row.
func (r *reader) add(n *node, c cell) error {
	if n.column == 0 {
		if err := r.addColumn(n); err != nil {
			return err
		}
	}
	c.column = int32(n.column) - 1
	r.table.cells = append(r.table.cells, c)
	return nil
}
