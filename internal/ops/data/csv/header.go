package csv

import "strconv"

// extraName is where surplus cells go in objects and columns.
const extraName = "_extra"

// Column describes one column of the result.
type Column struct {
	// Name is the column's name in the result, unlike every other.
	Name string
	// Type is what its values are: string, number, boolean, json or mixed.
	Type Type
	// Nulls counts its null values.
	Nulls int
	// OriginalName is the name in the header (without one, in the names
	// given) where that is not Name; nil otherwise.
	OriginalName *string
}

// namer gives out names so that no two are equal. Names that occur as they
// are keep themselves: in a,a,a_2 it is the second a that moves on, to a_3.
type namer struct {
	taken map[string]bool // true once given out
	next  map[string]int  // the number to try next for a name
}

func newNamer(names []string) *namer {
	n := &namer{taken: make(map[string]bool, len(names)), next: make(map[string]int)}
	for _, name := range names {
		if name != "" {
			n.taken[name] = false
		}
	}
	return n
}

// unique returns name itself the first time, then name_2, name_3 and so on.
func (n *namer) unique(name string) string {
	if given, known := n.taken[name]; !given && known {
		n.taken[name] = true
		return name
	}
	return n.fresh(name)
}

// fresh returns name if nobody has it or will have it, else a numbered form.
func (n *namer) fresh(name string) string {
	candidate := name
	for {
		if _, known := n.taken[candidate]; !known {
			n.taken[candidate] = true
			return candidate
		}
		n.next[name] = max(n.next[name]+1, 2)
		candidate = name + "_" + strconv.Itoa(n.next[name])
	}
}

// nameColumns makes the columns out of names; at gives the offset of a name
// in the text, or -1.
func nameColumns(names []string, at func(int) int, loc *locator, w *warningList) ([]Column, *namer) {
	n := newNamer(names)
	columns := make([]Column, len(names))
	for i, name := range names {
		column, code, message := Column{}, "", ""
		if name == "" {
			column.Name = n.fresh(numberedName(i))
			code, message = WarnEmptyHeader, "column "+strconv.Itoa(i+1)+" has no name and is called "+strconv.Quote(column.Name)
		} else if column.Name = n.unique(name); column.Name != name {
			code, message = WarnDuplicateHeader, "the name "+strconv.Quote(clip(name))+" occurs again and is now "+strconv.Quote(clip(column.Name))
		}
		if code != "" && w.wants(code) {
			line, col := 0, 0
			if offset := at(i); offset >= 0 {
				line, col = loc.locate(offset)
			}
			w.add(line, col, code, "%s", message)
		}
		columns[i] = column
	}
	return columns, n
}

// numberedName is the name of the column at index i when nobody names it.
func numberedName(i int) string { return "column_" + strconv.Itoa(i+1) }
