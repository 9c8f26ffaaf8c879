package diff

// Row is a line of a hunk. A is its index in the original, B that in the
// modified text, and -1 where it is in none.
type Row struct {
	Op       Op
	A, B     int
	Segments []Segment // of a changed line, once added
}

// Hunk is a part of the texts around changes, with lines numbered from 1 as in
// the unified format: where a side has no lines, its start is the line before.
type Hunk struct {
	OriginalStart, OriginalLines int
	ModifiedStart, ModifiedLines int
	Rows                         []Row
}

// Hunks groups the changes, each with up to context equal tokens before and
// behind it. Changes between which at most twice as many stand share a hunk. In
// a change, what is deleted comes before what is inserted. Changes that are
// ignored are shown as the original has them.
func (s *Script) Hunks(context int) (hunks []Hunk) {
	for first := 0; first < len(s.Blocks); first++ {
		if s.Blocks[first].Ignored {
			continue
		}
		last := first
		for next := first + 1; next < len(s.Blocks) && s.Blocks[next].A0-s.Blocks[last].A1 <= 2*context; next++ {
			if !s.Blocks[next].Ignored {
				last = next
			}
		}
		hunks = append(hunks, s.hunk(first, last, context))
		first = last
	}
	return hunks
}

// hunk makes one of the changes from first to last.
func (s *Script) hunk(first, last, context int) (h Hunk) {
	a0 := max(s.Blocks[first].A0-context, 0)
	a1 := min(s.Blocks[last].A1+context, s.A.Len())
	for first > 0 && s.Blocks[first-1].A1 > a0 {
		first--
	}
	for last+1 < len(s.Blocks) && s.Blocks[last+1].A0 < a1 {
		last++
	}
	blocks := s.Blocks[first : last+1]
	h.OriginalStart, h.ModifiedStart = a0+1, blocks[0].B0-(blocks[0].A0-a0)+1
	if blocks[0].A0 < a0 {
		h.ModifiedStart = blocks[0].B1 + 1
	}
	for _, b := range blocks {
		h.equal(&a0, b.A0, b.B0-b.A0)
		if b.Ignored {
			h.original(Equal, &a0, min(b.A1, a1))
			continue
		}
		h.original(Delete, &a0, b.A1)
		for j := b.B0; j < b.B1; j++ {
			h.Rows = append(h.Rows, Row{Op: Insert, A: none, B: j})
			h.ModifiedLines++
		}
	}
	behind := blocks[len(blocks)-1]
	h.equal(&a0, a1, behind.B1-behind.A1)
	if h.OriginalLines == 0 {
		h.OriginalStart--
	}
	if h.ModifiedLines == 0 {
		h.ModifiedStart--
	}
	return h
}

// equal adds the equal rows up to end, whose index in the modified text is
// greater by offset.
func (h *Hunk) equal(i *int, end, offset int) {
	for ; *i < end; *i++ {
		h.Rows = append(h.Rows, Row{Op: Equal, A: *i, B: *i + offset})
		h.OriginalLines++
		h.ModifiedLines++
	}
}

// original adds rows up to end that only the original has.
func (h *Hunk) original(op Op, i *int, end int) {
	for ; *i < end; *i++ {
		h.Rows = append(h.Rows, Row{Op: op, A: *i, B: none})
		h.OriginalLines++
		if op == Equal {
			h.ModifiedLines++
		}
	}
}
