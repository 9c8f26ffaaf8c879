// Package bidi orders text of mixed directions by the Unicode Bidirectional
// Algorithm (UAX #9, revision of Unicode 17), explicit controls, isolates and
// paired brackets included. Character classes come from golang.org/x/text.
//
// It exists because that package and go-text/typesetting give runs of one
// direction and drop the levels: neighbours at levels 0 and 2, such as a Latin
// word and an Arabic number, become one run, and "abc ١٢٣ سلام" is laid out in
// the wrong order. UAX #9 rule L2 needs the levels.
package bidi

import (
	"slices"

	"golang.org/x/text/unicode/bidi"
)

// Direction is that of a paragraph.
type Direction uint8

const (
	Auto        Direction = iota // of the first strong character, left to right without one (rules P2 and P3)
	LeftToRight                  // whatever the text is
	RightToLeft                  // whatever the text is
)

// maxDepth is the deepest explicit level (BD2).
const maxDepth = 125

// Paragraph is one paragraph, resolved.
type Paragraph struct {
	Base   uint8   // level of the paragraph: 0 or 1
	Levels []uint8 // of every rune, before the rules of lines; odd is right to left

	original []bidi.Class
	text     []rune
	classes  []bidi.Class // as the rules change them
	closes   []int        // of an isolate initiator, where its PDI is; len(text) without one; -1 elsewhere
	opens    []int        // of a PDI, where its initiator is; -1 elsewhere
	kept     []int        // the runes that X9 leaves
}

// Resolve finds the levels of a paragraph. A paragraph separator inside it
// keeps what is before it from what is behind it; both have the same base. Time is linear in its length but
// for nested brackets, of which 63 are open at most.
func Resolve(text []rune, dir Direction) *Paragraph {
	p := &Paragraph{text: text, Levels: make([]uint8, len(text)), original: make([]bidi.Class, len(text))}
	for i, r := range text {
		props, _ := bidi.LookupRune(r)
		p.original[i] = class(r, props)
	}
	p.classes = slices.Clone(p.original)
	p.matchIsolates()
	switch dir {
	case Auto:
		p.Base = p.firstStrong(0, len(text))
	case RightToLeft:
		p.Base = 1
	}
	p.explicit()
	for _, s := range p.sequences() {
		s.weak()
		s.brackets()
		s.neutral()
		s.implicit()
	}
	p.fillRemoved()
	return p
}

// class splits what x/text calls one class, Control.
func class(r rune, props bidi.Properties) bidi.Class {
	if c := props.Class(); c != bidi.Control {
		return c
	}
	switch r {
	case 0x202A:
		return bidi.LRE
	case 0x202B:
		return bidi.RLE
	case 0x202C:
		return bidi.PDF
	case 0x202D:
		return bidi.LRO
	case 0x202E:
		return bidi.RLO
	case 0x2066:
		return bidi.LRI
	case 0x2067:
		return bidi.RLI
	case 0x2068:
		return bidi.FSI
	case 0x2069:
		return bidi.PDI
	}
	return bidi.BN
}

func initiator(c bidi.Class) bool { return c == bidi.LRI || c == bidi.RLI || c == bidi.FSI }

func (p *Paragraph) matchIsolates() {
	p.closes, p.opens = make([]int, len(p.text)), make([]int, len(p.text))
	var open []int
	for i, c := range p.original {
		p.closes[i], p.opens[i] = -1, -1
		switch {
		case initiator(c):
			p.closes[i] = len(p.text)
			open = append(open, i)
		case c == bidi.PDI && len(open) > 0:
			at := open[len(open)-1]
			open = open[:len(open)-1]
			p.closes[at], p.opens[i] = i, at
		}
	}
}

// firstStrong is the level that rules P2 and P3 give to a stretch of text.
func (p *Paragraph) firstStrong(start, end int) uint8 {
	for i := start; i < end; i++ {
		switch c := p.original[i]; {
		case c == bidi.L:
			return 0
		case c == bidi.R || c == bidi.AL:
			return 1
		case initiator(c):
			i = min(p.closes[i], end)
		}
	}
	return 0
}

// status is an entry of the directional status stack.
type status struct {
	level    uint8
	override bidi.Class // L, R or ON
	isolate  bool
}

// explicit applies rules X1 to X9.
func (p *Paragraph) explicit() {
	stack := []status{{p.Base, bidi.ON, false}}
	badIsolates, badEmbeddings, isolates := 0, 0, 0
	for i, c := range p.original {
		top := stack[len(stack)-1]
		switch {
		case initiator(c) || c == bidi.PDI || !removed(c):
			if c == bidi.PDI {
				stack, badIsolates, badEmbeddings, isolates = closeIsolate(stack, badIsolates, badEmbeddings, isolates)
				top = stack[len(stack)-1]
			}
			p.kept = append(p.kept, i)
			p.Levels[i] = top.level
			switch {
			case c == bidi.B:
				p.classes[i] = direction(p.Base)
			case top.override != bidi.ON:
				p.classes[i] = top.override
			}
			if !initiator(c) {
				continue
			}
			next := nextLevel(top.level, c == bidi.RLI || c == bidi.FSI && p.firstStrong(i+1, p.closes[i]) == 1)
			if next > maxDepth || badIsolates+badEmbeddings > 0 {
				badIsolates++
				continue
			}
			isolates++
			stack = append(stack, status{next, bidi.ON, true})
		case c == bidi.PDF:
			switch {
			case badIsolates > 0:
			case badEmbeddings > 0:
				badEmbeddings--
			case !top.isolate && len(stack) > 1:
				stack = stack[:len(stack)-1]
			}
		case c != bidi.BN:
			next := nextLevel(top.level, c == bidi.RLE || c == bidi.RLO)
			switch {
			case next <= maxDepth && badIsolates+badEmbeddings == 0:
				stack = append(stack, status{next, overrides(c), false})
			case badIsolates == 0:
				badEmbeddings++
			}
		}
	}
}

func closeIsolate(stack []status, badIsolates, badEmbeddings, isolates int) ([]status, int, int, int) {
	switch {
	case badIsolates > 0:
		return stack, badIsolates - 1, badEmbeddings, isolates
	case isolates == 0:
		return stack, badIsolates, badEmbeddings, isolates
	}
	for !stack[len(stack)-1].isolate {
		stack = stack[:len(stack)-1]
	}
	return stack[:len(stack)-1], 0, 0, isolates - 1
}

func overrides(c bidi.Class) bidi.Class {
	switch c {
	case bidi.LRO:
		return bidi.L
	case bidi.RLO:
		return bidi.R
	}
	return bidi.ON
}

// nextLevel is the next higher odd or even level.
func nextLevel(level uint8, rtl bool) uint8 {
	if rtl {
		return (level + 1) | 1
	}
	return (level + 2) &^ 1
}

// removed tells what rule X9 takes out.
func removed(c bidi.Class) bool {
	switch c {
	case bidi.LRE, bidi.RLE, bidi.LRO, bidi.RLO, bidi.PDF, bidi.BN:
		return true
	}
	return false
}

// fillRemoved gives what X9 took out the level of what stands before it, as
// section 5.2 proposes, so that it never divides a run.
func (p *Paragraph) fillRemoved() {
	last := p.Base
	for i, c := range p.original {
		if removed(c) {
			p.Levels[i] = last
		}
		last = p.Levels[i]
	}
}

// Run is a stretch of text at one level.
type Run struct {
	Start, End int
	Level      uint8
}

// Line gives the runs of text[start:end] from left to right, as the line they
// make is drawn (rules L1 and L2).
func (p *Paragraph) Line(start, end int) []Run {
	levels := slices.Clone(p.Levels[start:end])
	p.resetSpace(levels, start)
	var runs []Run
	var highest uint8
	lowest := uint8(maxDepth + 1)
	for i, level := range levels {
		if n := len(runs); n > 0 && runs[n-1].Level == level {
			runs[n-1].End++
		} else {
			runs = append(runs, Run{start + i, start + i + 1, level})
		}
		highest = max(highest, level)
		if level%2 == 1 {
			lowest = min(lowest, level)
		}
	}
	for level := highest; level >= lowest; level-- {
		for i := 0; i < len(runs); i++ {
			j := i
			for j < len(runs) && runs[j].Level >= level {
				j++
			}
			slices.Reverse(runs[i:j])
			i = max(i, j-1)
		}
	}
	return runs
}

// resetSpace applies L1: separators, and white space before them or at the
// end of the line, stand at the paragraph's level.
func (p *Paragraph) resetSpace(levels []uint8, start int) {
	trailing := true
	for i := len(levels) - 1; i >= 0; i-- {
		switch c := p.original[start+i]; {
		case c == bidi.S || c == bidi.B:
			levels[i], trailing = p.Base, true
		case c == bidi.WS || initiator(c) || c == bidi.PDI || removed(c):
			if trailing {
				levels[i] = p.Base
			}
		default:
			trailing = false
		}
	}
}
