package diff

import (
	"context"
	"strings"

	"toolcrib/internal/ops/text/lines"
)

// Segment is a part of a changed line: equal, or what the line's own operation is.
type Segment struct {
	Op   Op
	Text string
}

// Beyond inlineWork steps for all pairs of lines together, the segments are no
// longer the fewest.
const (
	inlineWork          = 1 << 27
	leastInlineDistance = 64
)

// AddSegments compares the changed lines of hunks with what they became, word by
// word or in another unit: in each change the first line deleted with the first
// one inserted, and so on. The segments of a line are its text without the
// final line feed. Lines with nothing but white space in common get none.
func (s *Script) AddSegments(ctx context.Context, hunks []Hunk, unit Unit, ig Ignore) error {
	size := 0
	for _, b := range s.Blocks {
		n := min(b.A1-b.A0, b.B1-b.B0)
		size += len(s.A.Slice(b.A0, b.A0+n)) + len(s.B.Slice(b.B0, b.B0+n))
	}
	o := Options{Ignore: ig, MaxDistance: max(leastInlineDistance, min(inlineWork/(size+1), maxDistance))}
	for _, h := range hunks {
		for rest := h.Rows; len(rest) > 0; {
			deleted := leading(rest, Delete)
			inserted := leading(rest[len(deleted):], Insert)
			for i := range min(len(deleted), len(inserted)) {
				if err := s.compareRows(ctx, &deleted[i], &inserted[i], unit, o); err != nil {
					return err
				}
			}
			rest = rest[max(1, len(deleted)+len(inserted)):]
		}
	}
	return nil
}

// leading returns the rows of one operation at the start of rows.
func leading(rows []Row, op Op) []Row {
	n := 0
	for n < len(rows) && rows[n].Op == op {
		n++
	}
	return rows[:n]
}

func (s *Script) compareRows(ctx context.Context, deleted, inserted *Row, unit Unit, o Options) error {
	line, err := Compare(ctx, Split(s.Text(*deleted), unit), Split(s.Text(*inserted), unit), o)
	if err != nil {
		return err
	}
	common := false
	for c := range line.Changes() {
		common = common || c.Op == Equal && !lines.Blank(c.Text)
	}
	if !common {
		return nil
	}
	deleted.Segments = line.segments(Delete)
	inserted.Segments = line.segments(Insert)
	return nil
}

// segments cuts the side of a script between two lines that an operation is
// about.
func (s *Script) segments(op Op) (list []Segment) {
	t, from := s.A, 0
	if op == Insert {
		t = s.B
	}
	add := func(op Op, from, end int) {
		// Of its line feeds a line shows none: it has one, at its end.
		if text := strings.TrimSuffix(t.Slice(from, end), "\n"); text != "" {
			list = append(list, Segment{op, text})
		}
	}
	for b := range s.counted() {
		start, end := b.A0, b.A1
		if op == Insert {
			start, end = b.B0, b.B1
		}
		if start < end {
			add(Equal, from, start)
			add(op, start, end)
			from = end
		}
	}
	add(Equal, from, t.Len())
	return list
}
