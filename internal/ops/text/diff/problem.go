package diff

import (
	"context"
	"slices"
)

// none is the number of no key.
const none = -1

// problem is two sequences of keys, each given as its number, and what is found
// out: which of them are in no pair of equal ones.
type problem struct {
	a, b              []int32
	keys              int   // numbers are below this
	ignored           int32 // the number of what may come and go, or none
	deleted, inserted []bool
}

func newProblem(a, b []int32, keys int, ignored int32) *problem {
	return &problem{a, b, keys, ignored, make([]bool, len(a)), make([]bool, len(b))}
}

// usualKeys is room for the keys of most texts: characters have far fewer than
// tokens.
const usualKeys = 1 << 14

// pose numbers the keys of two texts, from 0 in the order in which they first
// occur.
func pose(a, b Text, ig Ignore) *problem {
	numbers := make(map[string]int32, min(max(a.Len(), b.Len()), usualKeys))
	sequence := func(t Text) []int32 {
		list := make([]int32, 0, t.Len())
		ig.keys(t, func(key string) {
			n, ok := numbers[key]
			if !ok {
				n = int32(len(numbers))
				numbers[key] = n
			}
			list = append(list, n)
		})
		return list
	}
	p := newProblem(sequence(a), sequence(b), 0, none)
	p.keys = len(numbers)
	if n, ok := numbers[""]; ok && ig.drops(a.unit) {
		p.ignored = n
	}
	if a.unterminated() {
		p.tellLast()
	}
	return p
}

// tellLast gives the last of a, a line without terminator, a number that only
// the last of b has too, and that if they are equal. Where it equals another
// line because terminators are ignored, lines written behind it would continue
// it.
func (p *problem) tellLast() {
	last := &p.a[len(p.a)-1]
	if *last == p.ignored {
		return
	}
	j := len(p.b) - 1
	for j >= 0 && p.b[j] == p.ignored {
		j--
	}
	if j >= 0 && p.b[j] == *last {
		p.b[j] = int32(p.keys)
	}
	*last = int32(p.keys)
	p.keys++
}

// region is a part of a problem: a[a0:a1] and b[b0:b1].
type region struct{ a0, a1, b0, b1 int }

func (p *problem) whole() region { return region{0, len(p.a), 0, len(p.b)} }

// mark makes everything in a region a change.
func (p *problem) mark(r region) {
	for i := r.a0; i < r.a1; i++ {
		p.deleted[i] = true
	}
	for j := r.b0; j < r.b1; j++ {
		p.inserted[j] = true
	}
}

// trim leaves out what is equal at both ends of a region of two sequences.
func trim(a, b []int32, r region) region {
	for r.a0 < r.a1 && r.b0 < r.b1 && a[r.a0] == b[r.b0] {
		r.a0, r.b0 = r.a0+1, r.b0+1
	}
	for r.a0 < r.a1 && r.b0 < r.b1 && a[r.a1-1] == b[r.b1-1] {
		r.a1, r.b1 = r.a1-1, r.b1-1
	}
	return r
}

// oneSided tells whether a region has nothing that could be paired.
func (r region) oneSided() bool { return r.a0 == r.a1 || r.b0 == r.b1 }

// solve finds a script, and tells whether it is known to be a shortest one.
func (p *problem) solve(ctx context.Context, o Options) (minimal bool, err error) {
	s := newSearch(ctx, p, o)
	err = s.run(p.whole())
	return s.minimal, err
}

// solveCounted is solve where something may come and go: what counts is paired
// first, and the rest between those pairs.
func (p *problem) solveCounted(ctx context.Context, o Options) (minimal bool, err error) {
	a, b := p.counted(p.a), p.counted(p.b)
	counted := newProblem(a.numbers, b.numbers, p.keys, none)
	if minimal, err = counted.solve(ctx, o); err != nil {
		return false, err
	}
	s := newSearch(ctx, p, o)
	gap, j := region{}, 0
	for i, at := range a.at {
		if counted.deleted[i] {
			continue
		}
		for counted.inserted[j] {
			j++
		}
		gap.a1, gap.b1 = int(at), int(b.at[j])
		if err := s.run(gap); err != nil {
			return false, err
		}
		gap.a0, gap.b0 = gap.a1+1, gap.b1+1
		j++
	}
	gap.a1, gap.b1 = len(p.a), len(p.b)
	return minimal, s.run(gap)
}

// counted picks what may not come and go.
func (p *problem) counted(numbers []int32) (kept picked) {
	for i, n := range numbers {
		if n != p.ignored {
			kept.add(n, i)
		}
	}
	return kept
}

// picked is part of a sequence of numbers, with where each number stands in it.
type picked struct{ numbers, at []int32 }

func (s *picked) add(number int32, at int) {
	s.numbers, s.at = append(s.numbers, number), append(s.at, int32(at))
}

// blocks lists the changes found.
func (p *problem) blocks() (list []Block) {
	for i, j := 0, 0; i < len(p.a) || j < len(p.b); {
		b := Block{A0: i, B0: j}
		for i < len(p.a) && p.deleted[i] {
			i++
		}
		for j < len(p.b) && p.inserted[j] {
			j++
		}
		if b.A1, b.B1 = i, j; b.A0 < i || b.B0 < j {
			list = append(list, b)
			continue
		}
		i, j = i+1, j+1
	}
	list = p.slide(list)
	for i := range list {
		list[i].Ignored = p.ignores(list[i])
	}
	return list
}

// ignores tells whether all of a change may come and go.
func (p *problem) ignores(b Block) bool {
	counts := func(n int32) bool { return n != p.ignored }
	return !slices.ContainsFunc(p.a[b.A0:b.A1], counts) && !slices.ContainsFunc(p.b[b.B0:b.B1], counts)
}

// slide moves changes that only delete or only insert as far to the end as
// equal tokens allow, as GNU diff does, so that what is inserted behind
// something equal reads as such; changes that meet become one.
func (p *problem) slide(list []Block) []Block {
	next := Block{A0: len(p.a), B0: len(p.b)}
	kept := len(list) // list[kept:] is done
	for n := len(list) - 1; n >= 0; n-- {
		b := list[n]
		switch {
		case b.A0 == b.A1:
			for b.B1 < next.B0 && p.b[b.B0] == p.b[b.B1] {
				b.shift()
			}
		case b.B0 == b.B1:
			for b.A1 < next.A0 && p.a[b.A0] == p.a[b.A1] {
				b.shift()
			}
		}
		if b.A1 == next.A0 && b.B1 == next.B0 && kept < len(list) {
			b.A1, b.B1 = next.A1, next.B1
			kept++
		}
		kept--
		list[kept], next = b, b
	}
	return list[kept:]
}

func (b *Block) shift() {
	b.A0, b.A1, b.B0, b.B1 = b.A0+1, b.A1+1, b.B0+1, b.B1+1
}

// leastDistance is a number of changes below which no script can stay: that of
// the keys that occur more often on one side.
func (p *problem) leastDistance() (n int) {
	count := make([]int, p.keys)
	for _, k := range p.a {
		count[k]++
	}
	for _, k := range p.b {
		count[k]--
	}
	for _, c := range count {
		n += max(c, -c)
	}
	return n
}
