package qr

import "sync"

// line is a row or column of modules, the first in the lowest bit; the last
// word stays 0, so that shifting has something to take from.
type line [4]uint64

func (l *line) set(i int)      { l[i>>6] |= 1 << (i & 63) }
func (l *line) has(i int) bool { return l[i>>6]>>(i&63)&1 != 0 }

// symbol is a square of modules, kept by rows and by columns, because the
// penalty looks at both.
type symbol struct{ rows, cols []line }

func newSymbol(size int) symbol { return symbol{make([]line, size), make([]line, size)} }

func (s symbol) size() int { return len(s.rows) }

func (s symbol) set(x, y int) {
	s.rows[y].set(x)
	s.cols[x].set(y)
}

// layout is what all codes of a version share.
type layout struct {
	patterns symbol    // the dark modules of the patterns and of the version
	data     symbol    // the modules that hold codewords
	masks    [8]symbol // the modules that each mask turns
	order    []module  // of the bits of the codewords
}

type module struct{ x, y uint8 }

// layouts are made once, when a version is first asked for.
var layouts = func() (all [MaxVersion + 1]func() *layout) {
	for version := 1; version <= MaxVersion; version++ {
		all[version] = sync.OnceValue(func() *layout { return newLayout(version) })
	}
	return all
}()

func newLayout(version int) *layout {
	size := sizeOf(version)
	p := &plan{newSymbol(size), newSymbol(size)}
	p.patterns(version)
	l := &layout{patterns: p.dark, data: newSymbol(size)}
	for y := range size {
		for x := range size {
			if !p.taken.rows[y].has(x) {
				l.data.set(x, y)
			}
		}
	}
	for i := range l.masks {
		l.masks[i] = newSymbol(size)
		for y := range size {
			for x := range size {
				if l.data.rows[y].has(x) && turns(i, x, y) {
					l.masks[i].set(x, y)
				}
			}
		}
	}
	l.order = order(l.data)
	return l
}

// order goes through the data modules in pairs of columns, from the right, up
// and down in turn, past the vertical timing line (section 7.7.3).
func order(data symbol) []module {
	size := data.size()
	list := make([]module, 0, size*size)
	up := true
	for right := size - 1; right > 0; right -= 2 {
		if right == 6 {
			right--
		}
		for i := range size {
			y := i
			if up {
				y = size - 1 - i
			}
			for _, x := range [2]int{right, right - 1} {
				if data.rows[y].has(x) {
					list = append(list, module{uint8(x), uint8(y)})
				}
			}
		}
		up = !up
	}
	return list
}

// turns tells whether a mask turns a module (table 10).
func turns(mask, x, y int) bool {
	switch mask {
	case 0:
		return (x+y)%2 == 0
	case 1:
		return y%2 == 0
	case 2:
		return x%3 == 0
	case 3:
		return (x+y)%3 == 0
	case 4:
		return (x/3+y/2)%2 == 0
	case 5:
		return x*y%2+x*y%3 == 0
	case 6:
		return (x*y%2+x*y%3)%2 == 0
	}
	return ((x+y)%2+x*y%3)%2 == 0
}

// plan is a symbol that is being laid out.
type plan struct{ dark, taken symbol }

func (p *plan) put(x, y int, dark bool) {
	p.taken.set(x, y)
	if dark {
		p.dark.set(x, y)
	}
}

func (p *plan) patterns(version int) {
	size := sizeOf(version)
	for i := range size {
		p.put(6, i, i%2 == 0)
		p.put(i, 6, i%2 == 0)
	}
	// Finders hide the ends of the timing lines.
	for _, corner := range [3]module{{0, 0}, {uint8(size - 7), 0}, {0, uint8(size - 7)}} {
		p.finder(int(corner.x), int(corner.y))
	}
	centres := alignmentCentres(version)
	for _, x := range centres {
		for _, y := range centres {
			last := size - 7
			if x == 6 && y == 6 || x == 6 && y == last || x == last && y == 6 {
				continue // a finder is there
			}
			p.square(x-2, y-2, 5, func(ring int) bool { return ring != 1 })
		}
	}
	for i := range 9 { // room for the format
		p.taken.set(i, 8)
		p.taken.set(8, i)
	}
	for i := range 8 {
		p.taken.set(size-1-i, 8)
		p.taken.set(8, size-1-i)
	}
	p.put(8, size-8, true)
	if version >= firstWithVersion {
		p.version(version)
	}
}

// finder draws a finder pattern with its separator.
func (p *plan) finder(left, top int) {
	size := p.dark.size()
	for y := max(top-1, 0); y < min(top+8, size); y++ {
		for x := max(left-1, 0); x < min(left+8, size); x++ {
			p.taken.set(x, y)
			p.dark.rows[y].unset(x)
			p.dark.cols[x].unset(y)
		}
	}
	p.square(left, top, 7, func(ring int) bool { return ring != 1 })
}

// square draws rings from the outside, counted from 0.
func (p *plan) square(left, top, side int, dark func(ring int) bool) {
	for y := range side {
		for x := range side {
			p.put(left+x, top+y, dark(min(x, y, side-1-x, side-1-y)))
		}
	}
}

func (l *line) unset(i int) { l[i>>6] &^= 1 << (i & 63) }

// version draws the number of the version twice, with its BCH(18,6) code
// (section 7.10).
func (p *plan) version(version int) {
	bits := version << 12
	bits |= bchRemainder(bits, 0x1f25)
	for i := range 18 {
		near, far := i/3, p.dark.size()-11+i%3
		p.put(near, far, bits>>i&1 != 0)
		p.put(far, near, bits>>i&1 != 0)
	}
}
