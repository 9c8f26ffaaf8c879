// Package dedupe finds equal lines: which lines form a group, and which of
// each group to keep.
package dedupe

import (
	"cmp"
	"hash/maphash"
	"math/bits"
	"slices"

	"toolcrib/internal/ops/text/lines"
)

// Blank is what becomes of blank lines.
type Blank uint8

// The ways to treat blank lines.
const (
	CompareBlank Blank = iota // as any other line
	KeepBlank                 // each is kept and equals no other
	DropBlank                 // none is kept, none parts two neighbours
)

// Group is a set of at least one equal line.
type Group struct {
	First, Last int // indexes of lines
	Count       int
}

// Groups are the groups of a list of lines in the order of their first lines.
type Groups struct {
	List  []Group
	of    []int32 // by line: index in List, or none
	blank Blank
}

const none = -1

// Find groups the lines whose keys are equal, wherever they are. It takes time
// proportional to the bytes of the keys, whatever these are: the hash is
// seeded at random, which the result does not show.
func Find(keys []string, blank Blank) Groups {
	g := Groups{of: make([]int32, len(keys)), blank: blank}
	seed := maphash.MakeSeed()
	table := make([]slot, 1<<bits.Len(uint(2*len(keys))))
	mask := uint64(len(table) - 1)
	for i, key := range keys {
		if blank != CompareBlank && lines.Blank(key) {
			g.of[i] = none
			continue
		}
		h := maphash.String(seed, key)
		at := h & mask
		tag := uint32(h >> 32)
		for table[at].next != 0 && (table[at].tag != tag || keys[g.List[table[at].next-1].First] != key) {
			at = (at + 1) & mask
		}
		if table[at].next == 0 {
			g.List = append(g.List, Group{First: i})
			table[at] = slot{tag, int32(len(g.List))}
		}
		g.add(i, table[at].next-1)
	}
	return g
}

// slot is a place of the hash table: half of a hash, and the index of a group
// plus 1, 0 while it is free. At most half the slots are taken.
type slot struct {
	tag  uint32
	next int32
}

// Runs groups the neighbouring lines whose keys are equal.
func Runs(keys []string, blank Blank) Groups {
	g := Groups{of: make([]int32, len(keys)), blank: blank}
	open := false // whether the last group can still grow
	for i, key := range keys {
		if blank != CompareBlank && lines.Blank(key) {
			g.of[i] = none
			open = open && blank == DropBlank
			continue
		}
		if !open || keys[g.List[len(g.List)-1].First] != key {
			g.List = append(g.List, Group{First: i})
		}
		g.add(i, int32(len(g.List)-1))
		open = true
	}
	return g
}

func (g *Groups) add(line int, group int32) {
	g.of[line] = group
	g.List[group].Last = line
	g.List[group].Count++
}

// Choice is which lines to keep.
type Choice struct {
	Last       bool // the last line of a group instead of the first
	Unique     bool // only of groups of one line
	Duplicates bool // only of groups of more
}

// Keep tells whether a choice keeps a line, given by its index.
func (g *Groups) Keep(line int, c Choice) bool {
	if g.of[line] == none {
		return g.blank == KeepBlank
	}
	group := &g.List[g.of[line]]
	switch {
	case c.Unique && group.Count > 1, c.Duplicates && group.Count == 1:
		return false
	case c.Last:
		return line == group.Last
	}
	return line == group.First
}

// Repeated is a group of several lines.
type Repeated struct {
	Group
	Lines []int // indexes of its lines
}

// Repeated returns at most limit of the groups that have several lines, those
// with the most lines first, then in the order of their first lines.
func (g *Groups) Repeated(limit int) []Repeated {
	var list []int32
	for i, group := range g.List {
		if group.Count > 1 {
			list = append(list, int32(i))
		}
	}
	slices.SortStableFunc(list, func(a, b int32) int { return cmp.Compare(g.List[b].Count, g.List[a].Count) })
	list = list[:min(limit, len(list))]
	place := make([]int32, 1+len(g.List)) // by group + 1: index in out + 1, or 0
	out := make([]Repeated, len(list))
	size := 0
	for i, group := range list {
		place[group+1] = int32(i + 1)
		size += g.List[group].Count
	}
	indexes := make([]int, size) // of the lines of all groups, one after the other
	for i, group := range list {
		n := g.List[group].Count
		out[i] = Repeated{Group: g.List[group], Lines: indexes[:0:n]}
		indexes = indexes[n:]
	}
	for line, group := range g.of {
		if i := place[group+1]; i > 0 {
			out[i-1].Lines = append(out[i-1].Lines, line)
		}
	}
	return out
}
