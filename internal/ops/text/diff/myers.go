package diff

// myers is what the search by Myers' algorithm needs: An O(ND) Difference
// Algorithm and Its Variations, Algorithmica 1 (1986), section 4b, in linear
// space. Two frontiers of paths, from the start and from the end of a region,
// grow by one change at a time; where they meet, a shortest path has a point,
// at which the region is divided.
type myers struct {
	limit    int // changes from either end before the search gives up on a shortest path
	x, y     picked
	seen     []int32 // by number: the last round in which it was met
	round    int32
	forward  frontier
	backward frontier
	steps    int // by which paths grew, in all
}

// A shortest script of maxDistance changes takes half the square of that in
// steps, however it is divided into regions, hence less than mostSteps. Once a
// region has too many changes, what is left of the problem takes restOfSteps.
const (
	mostSteps   = 1 << 26
	restOfSteps = 1 << 25
	leastLimit  = 16
)

// byMyers marks the changes of a trimmed region. Tokens that only one side has
// are changes, whatever the others are: they do not take part in the search.
func (s *search) byMyers(r region) error {
	m := &s.myers
	if m.seen == nil {
		m.seen = make([]int32, s.keys)
	}
	m.x = m.common(m.x, s.a, r.a0, r.a1, s.b[r.b0:r.b1], s.deleted)
	m.y = m.common(m.y, s.b, r.b0, r.b1, s.a[r.a0:r.a1], s.inserted)
	return s.divide(region{0, len(m.x.numbers), 0, len(m.y.numbers)})
}

// common picks the numbers of from[start:end] that other has too, and marks the
// rest as changed. The picked numbers are written over reuse.
func (m *myers) common(reuse picked, from []int32, start, end int, other []int32, changed []bool) picked {
	m.round++
	for _, n := range other {
		m.seen[n] = m.round
	}
	kept := picked{reuse.numbers[:0], reuse.at[:0]}
	for i := start; i < end; i++ {
		if n := from[i]; m.seen[n] == m.round {
			kept.add(n, i)
		} else {
			changed[i] = true
		}
	}
	return kept
}

// divide marks the changes of a region of what was picked.
func (s *search) divide(r region) error {
	x, y := s.myers.x, s.myers.y
	for {
		if r = trim(x.numbers, y.numbers, r); r.oneSided() {
			for _, i := range x.at[r.a0:r.a1] {
				s.deleted[i] = true
			}
			for _, j := range y.at[r.b0:r.b1] {
				s.inserted[j] = true
			}
			return nil
		}
		a, b, err := s.middle(r)
		if err != nil {
			return err
		}
		if err := s.divide(region{r.a0, a, r.b0, b}); err != nil {
			return err
		}
		r.a0, r.b0 = a, b
	}
}

// middle returns the point at which to divide a region, whose ends differ.
func (s *search) middle(r region) (a, b int, err error) {
	m := &s.myers
	if m.steps > mostSteps {
		m.limit = min(m.limit, leastLimit)
	}
	limit := min(m.limit, r.a1-r.a0+r.b1-r.b0)
	m.forward.start(r.a0, r.b0, limit, -1)
	m.backward.start(r.a1, r.b1, limit, r.a1+1)
	for changes := range limit {
		if changes%16 == 0 && s.ctx.Err() != nil {
			return 0, 0, s.ctx.Err()
		}
		if a, b, met := m.advance(r); met {
			return a, b, nil
		}
		if a, b, met := m.retreat(r); met {
			return a, b, nil
		}
	}
	s.minimal = false
	m.limit = min(m.limit, max(leastLimit, restOfSteps/(len(s.a)+len(s.b))))
	a, b = m.farthest(r)
	return a, b, nil
}

// frontier holds how far the paths of one number of changes get, by diagonal:
// on diagonal d, which is the place in x less the place in y, the place in x.
type frontier struct {
	places   []int32
	zero     int // where in places diagonal 0 would be
	min, max int // the outermost diagonals
	outside  int32
}

// start sets a frontier to one point.
func (f *frontier) start(a, b, limit, outside int) {
	if n := 2*limit + 3; cap(f.places) < n {
		f.places = make([]int32, n)
	}
	f.places = f.places[:cap(f.places)]
	f.min, f.max, f.outside = a-b, a-b, int32(outside)
	f.zero = limit + 1 - (a - b)
	f.places[limit+1] = int32(a)
}

func (f *frontier) at(diagonal int) int { return int(f.places[f.zero+diagonal]) }

// widen makes room for one more change, and returns the number of paths then.
// Diagonals that leave the region are left behind.
func (f *frontier) widen(r region) int {
	if f.min > r.a0-r.b1 {
		f.min--
		f.places[f.zero+f.min-1] = f.outside
	} else {
		f.min++
	}
	if f.max < r.a1-r.b0 {
		f.max++
		f.places[f.zero+f.max+1] = f.outside
	} else {
		f.max--
	}
	return (f.max-f.min)/2 + 1
}

func (f *frontier) has(diagonal int) bool { return f.min <= diagonal && diagonal <= f.max }

// advance adds a change to the paths from the start and follows what is equal
// behind it. It tells where they meet the paths from the end.
func (m *myers) advance(r region) (a, b int, met bool) {
	f, back := &m.forward, &m.backward
	x, y := m.x.numbers[:r.a1], m.y.numbers[:r.b1]
	m.steps += f.widen(r)
	places, other := f.places[f.zero+f.min-1:], (f.min-back.min)%2 == 0
	for d := f.max; d >= f.min; d -= 2 {
		k := d - f.min + 1
		i := int(max(places[k-1]+1, places[k+1]))
		for j := i - d; i < len(x) && j < len(y) && x[i] == y[j]; j++ {
			i++
		}
		places[k] = int32(i)
		if other && back.has(d) && back.at(d) <= i {
			return i, i - d, true
		}
	}
	return 0, 0, false
}

// retreat is advance for the paths from the end.
func (m *myers) retreat(r region) (a, b int, met bool) {
	f, ahead := &m.backward, &m.forward
	x, y := m.x.numbers, m.y.numbers
	m.steps += f.widen(r)
	places, other := f.places[f.zero+f.min-1:], (f.min-ahead.min)%2 == 0
	for d := f.max; d >= f.min; d -= 2 {
		k := d - f.min + 1
		i := int(min(places[k-1], places[k+1]-1))
		for j := i - d; i > r.a0 && j > r.b0 && x[i-1] == y[j-1]; j-- {
			i--
		}
		places[k] = int32(i)
		if other && ahead.has(d) && i <= ahead.at(d) {
			return i, i - d, true
		}
	}
	return 0, 0, false
}

// farthest returns the end of the path that got farthest, from either end.
func (m *myers) farthest(r region) (a, b int) {
	best := 0
	for d := m.forward.min; d <= m.forward.max; d += 2 {
		i := min(m.forward.at(d), r.a1, r.b1+d)
		if got := i - r.a0 + i - d - r.b0; got > best {
			best, a, b = got, i, i-d
		}
	}
	for d := m.backward.min; d <= m.backward.max; d += 2 {
		i := max(m.backward.at(d), r.a0, r.b0+d)
		if got := r.a1 - i + r.b1 - (i - d); got > best {
			best, a, b = got, i, i-d
		}
	}
	return a, b
}
