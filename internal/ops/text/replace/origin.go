package replace

import "sort"

// history leads back from the text that the last rule made to the input: the
// edits of each rule in order, oldest first.
type history [][]edit

// span returns the range of the input that text[start:end] comes from. A range
// that touches what a rule put in has all of what that rule took out there.
func (h history) span(start, end int) Span {
	for i := len(h) - 1; i >= 0; i-- {
		start, end = before(h[i], start, end)
	}
	return Span{start, end}
}

// before returns the range that became [start, end) by the edits. Between the
// edits text only moves.
func before(edits []edit, start, end int) (int, int) {
	next := sort.Search(len(edits), func(i int) bool { return edits[i].newFrom > start })
	from := start
	if next > 0 {
		if e := edits[next-1]; start < e.newTo {
			from = e.from
		} else {
			from = e.to + start - e.newTo
		}
	}
	next = sort.Search(len(edits), func(i int) bool { return edits[i].newFrom >= end })
	to := end
	if next > 0 {
		if e := edits[next-1]; end <= e.newTo {
			to = e.to
		} else {
			to = e.to + end - e.newTo
		}
	}
	return from, max(from, to)
}
