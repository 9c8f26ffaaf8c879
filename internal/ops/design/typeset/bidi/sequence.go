package bidi

import (
	"slices"

	"golang.org/x/text/unicode/bidi"
)

// sequence is an isolating run sequence (BD13): places in the text that the
// rules treat as if they stood side by side.
type sequence struct {
	p        *Paragraph
	at       []int
	level    uint8
	sos, eos bidi.Class
}

// sequences applies rule X10.
func (p *Paragraph) sequences() []*sequence {
	var runs [][2]int          // of p.kept
	runOf := make(map[int]int) // of a PDI that closes something, the run it is in
	for k, i := range p.kept {
		if k == 0 || p.Levels[i] != p.Levels[p.kept[k-1]] {
			runs = append(runs, [2]int{k, k})
		}
		runs[len(runs)-1][1] = k + 1
		if p.opens[i] >= 0 {
			runOf[i] = len(runs) - 1
		}
	}
	taken := make([]bool, len(runs))
	var list []*sequence
	for r := range runs {
		if taken[r] {
			continue
		}
		s := &sequence{p: p, level: p.Levels[p.kept[runs[r][0]]]}
		last := r
		for {
			taken[last] = true
			s.at = append(s.at, p.kept[runs[last][0]:runs[last][1]]...)
			end := s.at[len(s.at)-1]
			if p.closes[end] < 0 || p.closes[end] == len(p.text) {
				break
			}
			last = runOf[p.closes[end]]
		}
		s.sos, s.eos = p.edge(s, runs[r][0]-1, false), p.edge(s, runs[last][1], true)
		list = append(list, s)
	}
	return list
}

// edge is the direction that a sequence has beside it, at place k of p.kept.
func (p *Paragraph) edge(s *sequence, k int, end bool) bidi.Class {
	level := p.Base
	if k >= 0 && k < len(p.kept) && (!end || !initiator(p.original[s.at[len(s.at)-1]])) {
		level = p.Levels[p.kept[k]]
	}
	return direction(max(level, s.level))
}

func direction(level uint8) bidi.Class {
	if level%2 == 1 {
		return bidi.R
	}
	return bidi.L
}

func (s *sequence) class(k int) *bidi.Class { return &s.p.classes[s.at[k]] }

// weak applies rules W1 to W7.
func (s *sequence) weak() {
	before, strong := s.sos, s.sos
	for k := range s.at {
		c := s.class(k)
		switch *c {
		case bidi.NSM: // W1
			*c = before
			if original := s.p.original[s.at[max(k-1, 0)]]; k > 0 && (initiator(original) || original == bidi.PDI) {
				*c = bidi.ON
			}
		case bidi.L, bidi.R, bidi.AL:
			strong = *c
		}
		if *c == bidi.EN && strong == bidi.AL { // W2
			*c = bidi.AN
		}
		before = *c
	}
	for k := range s.at {
		if c := s.class(k); *c == bidi.AL { // W3
			*c = bidi.R
		}
	}
	s.separators()
	s.terminators()
	strong = s.sos
	for k := range s.at {
		switch c := s.class(k); *c {
		case bidi.L, bidi.R:
			strong = *c
		case bidi.EN: // W7
			if strong == bidi.L {
				*c = bidi.L
			}
		}
	}
}

// separators applies W4: one between two numbers of a kind is of that kind.
func (s *sequence) separators() {
	for k := 1; k+1 < len(s.at); k++ {
		c, left, right := s.class(k), *s.class(k - 1), *s.class(k + 1)
		switch {
		case left != right:
		case left == bidi.EN && (*c == bidi.ES || *c == bidi.CS), left == bidi.AN && *c == bidi.CS:
			*c = left
		}
	}
}

// terminators applies W5 and W6.
func (s *sequence) terminators() {
	for k := 0; k < len(s.at); k++ {
		if *s.class(k) != bidi.ET {
			continue
		}
		end := k
		for end < len(s.at) && *s.class(end) == bidi.ET {
			end++
		}
		if k > 0 && *s.class(k - 1) == bidi.EN || end < len(s.at) && *s.class(end) == bidi.EN {
			s.set(k, end, bidi.EN)
		}
		k = end - 1
	}
	for k := range s.at {
		switch c := s.class(k); *c {
		case bidi.ET, bidi.ES, bidi.CS:
			*c = bidi.ON
		}
	}
}

func (s *sequence) set(from, to int, c bidi.Class) {
	for k := from; k < to; k++ {
		*s.class(k) = c
	}
}

// pair is two matching brackets, as places in the sequence.
type pair struct{ open, close int }

// maxOpen is how many brackets may be open (BD16).
const maxOpen = 63

// pairs lists the bracket pairs in the order of the opening ones.
func (s *sequence) pairs() (list []pair) {
	type bracket struct {
		closing rune
		at      int
	}
	var open []bracket
	for k, i := range s.at {
		if *s.class(k) != bidi.ON {
			continue
		}
		r := s.p.text[i]
		props, _ := bidi.LookupRune(r)
		switch {
		case !props.IsBracket():
		case props.IsOpeningBracket():
			if len(open) == maxOpen {
				return nil
			}
			open = append(open, bracket{canonical([]rune(bidi.ReverseString(string(r)))[0]), k})
		default:
			for n := len(open) - 1; n >= 0; n-- {
				if open[n].closing == canonical(r) {
					list = append(list, pair{open[n].at, k})
					open = open[:n]
					break
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b pair) int { return a.open - b.open })
	return list
}

// canonical folds the one bracket that has a canonical equivalent.
func canonical(closing rune) rune {
	if closing == 0x232A {
		return 0x3009
	}
	return closing
}

// brackets applies N0.
func (s *sequence) brackets() {
	embedding := direction(s.level)
	for _, b := range s.pairs() {
		found := bidi.ON
		for k := b.open + 1; k < b.close && found != embedding; k++ {
			if d := strongOf(*s.class(k)); d != bidi.ON {
				found = d
			}
		}
		if found != embedding && found != bidi.ON {
			found = embedding
			if s.before(b.open) != embedding {
				found = s.before(b.open)
			}
		}
		if found == bidi.ON {
			continue
		}
		for _, k := range []int{b.open, b.close} {
			*s.class(k) = found
			for n := k + 1; n < len(s.at) && s.p.original[s.at[n]] == bidi.NSM; n++ {
				*s.class(n) = found
			}
		}
	}
}

// before is the strong direction that stands before a place.
func (s *sequence) before(k int) bidi.Class {
	for k--; k >= 0; k-- {
		if d := strongOf(*s.class(k)); d != bidi.ON {
			return d
		}
	}
	return s.sos
}

// strongOf is the direction that neutrals see in a class, ON without one.
func strongOf(c bidi.Class) bidi.Class {
	switch c {
	case bidi.L:
		return bidi.L
	case bidi.R, bidi.EN, bidi.AN:
		return bidi.R
	}
	return bidi.ON
}

// neutral applies N1 and N2.
func (s *sequence) neutral() {
	for k := 0; k < len(s.at); k++ {
		if strongOf(*s.class(k)) != bidi.ON {
			continue
		}
		end := k
		for end < len(s.at) && strongOf(*s.class(end)) == bidi.ON {
			end++
		}
		left, right := s.sos, s.eos
		if k > 0 {
			left = strongOf(*s.class(k - 1))
		}
		if end < len(s.at) {
			right = strongOf(*s.class(end))
		}
		if left != right {
			left = direction(s.level)
		}
		s.set(k, end, left)
		k = end - 1
	}
}

// implicit applies I1 and I2.
func (s *sequence) implicit() {
	for k, i := range s.at {
		switch c := *s.class(k); {
		case s.level%2 == 0 && c == bidi.R, s.level%2 == 1 && c != bidi.R:
			s.p.Levels[i]++
		case s.level%2 == 0 && c != bidi.L:
			s.p.Levels[i] += 2
		}
	}
}
