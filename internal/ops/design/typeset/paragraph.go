package typeset

import (
	"slices"

	"github.com/go-text/typesetting/segmenter"

	"toolcrib/internal/ops/design/typeset/bidi"
)

// Paragraph is a text that is ready to be broken into lines.
type Paragraph struct {
	Missing []Missing // what no font has

	fonts    *Fonts
	style    Style
	text     []rune
	clusters []span
	bidi     *bidi.Paragraph
	items    []item // in the order of the text

	width  []float64     // in em, of each rune: a cluster of glyphs has its width at its first
	breaks []breakKind   // what may happen before each rune, and before the end
	lines  map[span]Line // that were laid out
}

// breakKind tells how good it is to break a line at a place; more is better.
type breakKind uint8

const (
	noBreak     breakKind = iota
	forcedBreak           // between clusters, where nothing else helps
	fairBreak             // between Thai clusters: perhaps inside a word, never inside a syllable
	goodBreak             // by UAX #14, or before a Thai vowel that begins a syllable
	mustBreak
)

// Direction is that of a paragraph's text.
type Direction = bidi.Direction

const (
	Auto      = bidi.Auto
	FromLeft  = bidi.LeftToRight
	FromRight = bidi.RightToLeft
)

// New shapes a cleaned text.
func (fs *Fonts) New(text []rune, style Style, dir Direction) *Paragraph {
	p := &Paragraph{fonts: fs, style: style, text: text, clusters: clusters(text), bidi: bidi.Resolve(text, dir), lines: map[span]Line{}}
	p.itemize()
	p.measure()
	p.findBreaks()
	return p
}

// measure shapes every item and notes how wide each cluster is.
func (p *Paragraph) measure() {
	p.width = make([]float64, len(p.text))
	for _, it := range p.items {
		for _, g := range p.shape(it) {
			p.width[g.cluster] += float64(g.advance)/it.face.upem + g.tracking
		}
	}
}

// placed is a glyph with the tracking behind it, in em.
type placed struct {
	glyph
	tracking float64
}

// shape shapes an item, or the part of one that is in a line.
func (p *Paragraph) shape(it item) []placed {
	glyphs := it.face.shape(p.text, it.start, it.end, it.level%2 == 1, it.script, p.style.Language)
	if glyphs == nil {
		p.miss(p.text[it.start:it.end])
	}
	list := make([]placed, len(glyphs))
	for i, g := range glyphs {
		list[i].glyph = g
		if p.style.Tracking != 0 && isLetter(it.script) && (i+1 == len(glyphs) || glyphs[i+1].cluster != g.cluster) {
			list[i].tracking = p.style.Tracking
		}
	}
	return list
}

// findBreaks applies UAX #14, and thaiBreak where that leaves it open.
func (p *Paragraph) findBreaks() {
	p.breaks = make([]breakKind, len(p.text)+1)
	if len(p.text) == 0 {
		return
	}
	for _, c := range p.clusters {
		if p.width[c.start] > 0 {
			p.breaks[c.start] = p.thaiBreak(c.start)
		}
	}
	var s segmenter.Segmenter
	s.Init(p.text)
	for it := s.LineIterator(); it.Next(); {
		line := it.Line()
		switch end := line.Offset + len(line.Text); {
		case p.text[end-1] == '\n':
			p.breaks[end] = mustBreak
		case p.boundary(end): // UAX #14 may divide a space from a mark on it
			p.breaks[end] = goodBreak
		}
	}
	p.breaks[0] = noBreak
}

// boundary tells whether a cluster begins at a place, or the text ends there.
func (p *Paragraph) boundary(at int) bool {
	_, found := slices.BinarySearchFunc(p.clusters, at, func(c span, at int) int { return c.start - at })
	return found || at == len(p.text)
}

// hanging tells what takes no room at the end of a line.
func hanging(r rune) bool { return r == ' ' || r == '\n' || r == '\u3000' }

// wrap breaks the text greedily into lines of at most width em. forced tells
// that a word had to be divided.
func (p *Paragraph) wrap(width float64) (lines []span, forced bool) {
	const slack = 1e-9 // sums of the same widths in another order may differ
	start := 0
	for start < len(p.text) {
		best, kind := len(p.text), goodBreak
		length, solid := 0.0, 0.0 // up to here, and without the spaces at the end
		soft, any := -1, -1
		for i := start; i < len(p.text); i++ {
			if i > start && p.breaks[i] == mustBreak {
				best = i
				break
			}
			if i > start && p.breaks[i] == goodBreak {
				soft = i
			}
			if i > start && (p.breaks[i] == forcedBreak || p.breaks[i] == fairBreak) {
				any = i
			}
			length += p.width[i]
			if !hanging(p.text[i]) {
				solid = length
			}
			if solid > width+slack && (soft > start || any > start) {
				if best = soft; soft < 0 {
					best, kind = any, p.breaks[any]
				}
				break
			}
		}
		forced = forced || kind == forcedBreak || p.widthOf(start, best) > width+slack
		lines = append(lines, span{start, best})
		start = best
	}
	return lines, forced
}

// trim leaves out the white space that a line ends with.
func (p *Paragraph) trim(line span) span {
	for line.end > line.start && hanging(p.text[line.end-1]) {
		line.end--
	}
	return line
}

// widthOf is how wide a line is, in em, without the spaces at its end.
func (p *Paragraph) widthOf(start, end int) float64 {
	line := p.trim(span{start, end})
	sum := 0.0
	for _, w := range p.width[line.start:line.end] {
		sum += w
	}
	return sum
}

// balance breaks into as few lines as wrap does, of lengths as equal as
// that allows.
func (p *Paragraph) balance(width float64) (lines []span, forced bool) {
	lines, forced = p.wrap(width)
	if len(lines) < 2 || slices.Contains(p.breaks, mustBreak) {
		return lines, forced
	}
	low, high := 0.0, width
	for range 20 {
		middle := (low + high) / 2
		if tried, divided := p.wrap(middle); divided == forced && len(tried) == len(lines) {
			high = middle
		} else {
			low = middle
		}
	}
	lines, _ = p.wrap(high)
	return lines, forced
}
