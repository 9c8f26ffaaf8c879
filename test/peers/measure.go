package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"time"

	"toolcrib/internal/bench/stats"
)

// match is one job on one input, done by us and by peers.
type match struct {
	name, title string
	goal        string
	in          input
	check       check
	validates   bool    // says yes or no, so that it must say no as well
	varies      bool    // answers are never the same twice
	amount      float64 // what one job works through, in the unit of its speed
	us          contestant
	peers       []contestant
}

// result is what a match measured of a peer, or of us where ratios is empty.
type result struct {
	name, remark string
	took         time.Duration // processor time of one job, the median of the rounds
	ratios       []float64     // its time over ours, by round
}

// measured is a match with its results, ours first.
type measured struct {
	match
	results   []result
	disturbed int // rounds that others disturbed and that were kept for want of better
}

// side is a contestant in its match.
type side struct {
	contestant
	times  int // jobs in one measurement
	answer [sha256.Size]byte
	remark string
	rounds []time.Duration // processor time of one job, by round
}

// warm runs a contestant until its code is compiled and its answer checked, and
// finds how many jobs fill a slice.
func (m *match) warm(dir string, c contestant, slice time.Duration) (*side, error) {
	s := &side{contestant: c}
	answer, took, err := c.do(m.in, 1)
	if err == nil {
		s.remark, err = m.check(m.in, answer)
	}
	if err == nil && m.validates {
		s.remark, err = refuses(dir, c)
	}
	if err != nil {
		return nil, fmt.Errorf("%s, %s: %w", m.title, c.name, err)
	}
	s.answer = sha256.Sum256(answer)
	for total := took.processor; total < max(5*slice, c.warming); total += took.processor {
		if _, took, err = c.do(m.in, 1); err != nil {
			return nil, err
		}
	}
	s.times = max(1, int(slice/max(took.processor, time.Microsecond)))
	return s, nil
}

// measure runs one slice. The answer must be that which was checked.
func (m *match) measure(s *side) (cost, error) {
	answer, took, err := s.do(m.in, s.times)
	if err == nil && m.varies {
		_, err = m.check(m.in, answer)
	} else if err == nil && sha256.Sum256(answer) != s.answer {
		err = fmt.Errorf("another answer than before")
	}
	if err != nil {
		err = fmt.Errorf("%s, %s: %w", m.title, s.name, err)
	}
	return took, err
}

// leastShare of the time by the clock must be a contestant's own, or the
// round was disturbed by others.
const leastShare = 0.9

// round measures everybody twice, A B … B A.
func (m *match) round(sides []*side) (disturbed bool, times []time.Duration, err error) {
	costs := make([]cost, len(sides))
	order := make([]int, 0, 2*len(sides))
	for i := range sides {
		order = append(order, i)
	}
	for i := range sides {
		order = append(order, len(sides)-1-i)
	}
	for _, i := range order {
		c, err := m.measure(sides[i])
		if err != nil {
			return false, nil, err
		}
		costs[i].add(c)
	}
	times = make([]time.Duration, len(sides))
	for i, c := range costs {
		times[i] = c.processor / time.Duration(2*sides[i].times)
		idle := time.Duration(2*sides[i].times) * sides[i].idle
		disturbed = disturbed || float64(c.processor) < leastShare*float64(c.clock-idle)
	}
	return disturbed, times, nil
}

// run measures a match. At most as many rounds as were asked for are measured
// again because others disturbed them.
func (m *match) run(dir string, rounds int, slice time.Duration) (measured, error) {
	out := measured{match: *m}
	var sides []*side
	for _, c := range append([]contestant{m.us}, m.peers...) {
		s, err := m.warm(dir, c, slice)
		if err != nil {
			return out, err
		}
		sides = append(sides, s)
	}
	for done, again := 0, 0; done < rounds; {
		disturbed, times, err := m.round(sides)
		if err != nil {
			return out, err
		}
		if disturbed && again < rounds {
			again++
			continue
		}
		if disturbed {
			out.disturbed++
		}
		for i, t := range times {
			sides[i].rounds = append(sides[i].rounds, t)
		}
		done++
		fmt.Fprintf(os.Stderr, "\r%s: round %d of %d \033[K", m.title, done, rounds)
	}
	fmt.Fprintln(os.Stderr)
	for _, s := range sides {
		r := result{name: s.name, remark: s.remark, took: stats.Median(s.rounds)}
		for k, t := range s.rounds {
			r.ratios = append(r.ratios, float64(t)/float64(sides[0].rounds[k]))
		}
		out.results = append(out.results, r)
	}
	return out, nil
}
