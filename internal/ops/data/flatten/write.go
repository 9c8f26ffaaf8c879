package flatten

import (
	"context"
	"fmt"

	"toolcrib/internal/ops/data/csv"
)

// MaxCells bounds rows times columns of what is written: rows of few members
// each can have very many columns in all.
const MaxCells = 2_000_000

// Write writes the columns with the given indexes, in that order, one record
// for each row, and before them the names where the columns have some and
// header asks for them. The error is an [*Error] where there are more than
// MaxCells or the text has more than limit bytes, or that of ctx.
func (t *Table) Write(ctx context.Context, w *csv.Writer, columns []int, header bool, limit int) error {
	if len(columns) == 0 {
		return nil
	}
	if n := t.Rows() * len(columns); n > MaxCells {
		return &Error{TooManyItems, -1,
			fmt.Sprintf("%d rows of %d columns are %d cells; at most %d are allowed", t.Rows(), len(columns), n, MaxCells),
			"name the columns that are needed in 'columns', or send fewer rows"}
	}
	if header && t.Named {
		w.Row()
		for _, c := range columns {
			w.Cell([]byte(t.Columns[c]), csv.Text)
		}
	}
	at := make([]int, len(t.Columns)) // index of a column's cell in the row plus 1, 0 for none
	begin := 0
	for row, end := range t.ends {
		if row%checkEvery == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		for i := begin; i < end; i++ {
			at[t.cells[i].column] = i + 1
		}
		if err := t.writeRow(w, columns, at, limit); err != nil {
			return err
		}
		for i := begin; i < end; i++ {
			at[t.cells[i].column] = 0
		}
		begin = end
	}
	return nil
}

func (t *Table) writeRow(w *csv.Writer, columns, at []int, limit int) error {
	w.Row()
	for _, c := range columns {
		if i := at[c]; i > 0 {
			found := &t.cells[i-1]
			w.Cell(t.text(found), found.kind)
		} else {
			w.Cell(nil, csv.Other)
		}
		if w.Len() > limit {
			return &Error{OutputTooLarge, -1, fmt.Sprintf("the CSV would have more than %d bytes", limit), "send fewer rows or columns"}
		}
	}
	return nil
}
