package typeset

import (
	"math"

	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/language"
)

// Line is one line, laid out. Lengths are in em.
type Line struct {
	Text    string  // in the order of reading, without bidirectional controls
	Width   float64 // without spaces at its end
	Ascent  float64 // ink above the baseline
	Descent float64 // ink below it
	Left    float64 // from where the line begins to its first ink; may be negative
	Right   float64 // from its last ink to where it ends; may be negative

	runs []run // from left to right
}

// run is what one font draws.
type run struct {
	face   *face
	glyphs []placed
}

// line lays out a part of the text as one line. Sizes that break the text at
// the same places share it.
func (p *Paragraph) line(part span) Line {
	part = p.trim(part)
	l, made := p.lines[part]
	if !made {
		l = p.makeLine(part)
		p.lines[part] = l
	}
	return l
}

func (p *Paragraph) makeLine(part span) Line {
	l := Line{Text: Plain(p.text[part.start:part.end])}
	for _, r := range p.bidi.Line(part.start, part.end) {
		rtl := r.Level%2 == 1
		inside := p.itemsIn(span{r.Start, r.End})
		for k := range inside {
			it := inside[k]
			if rtl {
				it = inside[len(inside)-1-k]
			}
			it.level = r.Level // spaces at the end of a line have the paragraph's
			drawn := run{it.face, p.shape(it)}
			for _, g := range drawn.glyphs {
				l.Width += float64(g.advance)/it.face.upem + g.tracking
			}
			l.runs = append(l.runs, drawn)
		}
	}
	ink := noBounds
	l.Draw(&ink, 0, 0, 1)
	if ink.left <= ink.right {
		l.Ascent, l.Descent = max(0, -float64(ink.top)), max(0, float64(ink.bottom))
		l.Left, l.Right = float64(ink.left), l.Width-float64(ink.right)
	}
	return l
}

// itemsIn lists the items of a stretch, cut to it.
func (p *Paragraph) itemsIn(part span) (list []item) {
	for _, it := range p.items {
		it.start, it.end = max(it.start, part.start), min(it.end, part.end)
		if it.start < it.end {
			list = append(list, it)
		}
	}
	return list
}

// Pen takes outlines: in px, y downwards. Every contour is closed.
// *vector.Rasterizer is one.
type Pen interface {
	MoveTo(x, y float32)
	LineTo(x, y float32)
	QuadTo(bx, by, cx, cy float32)
	CubeTo(bx, by, cx, cy, dx, dy float32)
	ClosePath()
}

// Draw draws the line with its left end at x, on the baseline y, at a size
// in px.
func (l *Line) Draw(pen Pen, x, y, size float64) {
	for _, r := range l.runs {
		scale := size / r.face.upem
		for _, g := range r.glyphs {
			drawGlyph(pen, r.face.outline(g.id), x+float64(g.xOffset)*scale, y-float64(g.yOffset)*scale, scale)
			x += float64(g.advance)*scale + g.tracking*size
		}
	}
}

func drawGlyph(pen Pen, outline []opentype.Segment, x, y, scale float64) {
	at := func(p opentype.SegmentPoint) (float32, float32) {
		return float32(x + float64(p.X)*scale), float32(y - float64(p.Y)*scale)
	}
	open := false
	for _, s := range outline {
		ax, ay := at(s.Args[0])
		bx, by := at(s.Args[1])
		switch s.Op {
		case opentype.SegmentOpMoveTo:
			if open {
				pen.ClosePath()
			}
			open = true
			pen.MoveTo(ax, ay)
		case opentype.SegmentOpLineTo:
			pen.LineTo(ax, ay)
		case opentype.SegmentOpQuadTo:
			pen.QuadTo(ax, ay, bx, by)
		case opentype.SegmentOpCubeTo:
			cx, cy := at(s.Args[2])
			pen.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	if open {
		pen.ClosePath()
	}
}

// bounds is a Pen that measures ink. The points that bend a curve count as if
// they were on it.
type bounds struct{ left, top, right, bottom float32 }

// noBounds are those of nothing.
var noBounds = bounds{math.MaxFloat32, math.MaxFloat32, -math.MaxFloat32, -math.MaxFloat32}

func (b *bounds) MoveTo(x, y float32) {
	b.left, b.right = min(b.left, x), max(b.right, x)
	b.top, b.bottom = min(b.top, y), max(b.bottom, y)
}

func (b *bounds) LineTo(x, y float32) { b.MoveTo(x, y) }

func (b *bounds) QuadTo(bx, by, cx, cy float32) {
	b.MoveTo(bx, by)
	b.MoveTo(cx, cy)
}

func (b *bounds) CubeTo(bx, by, cx, cy, dx, dy float32) {
	b.QuadTo(bx, by, cx, cy)
	b.MoveTo(dx, dy)
}

func (b *bounds) ClosePath() {}

// metrics is the room that a script wants, in em: above the first baseline,
// below the last, and between baselines. The fonts' own figures have room for
// every mark there is; these are for text.
type metrics struct{ ascent, descent, leading float64 }

var (
	latin  = metrics{0.72, 0.2, 1.12}
	indic  = metrics{0.86, 0.3, 1.34}
	arabic = metrics{0.8, 0.34, 1.4}
	thai   = metrics{0.9, 0.28, 1.36}
	hebrew = metrics{0.72, 0.2, 1.18}
	wide   = metrics{0.88, 0.14, 1.22}
)

var metricsOf = map[language.Script]metrics{
	language.Latin: latin, language.Greek: latin, language.Cyrillic: latin, language.Common: latin,
	language.Arabic: arabic, language.Hebrew: hebrew, language.Thai: thai,
	language.Han: wide, language.Hiragana: wide, language.Katakana: wide, language.Hangul: wide,
}

// metrics is the room that the scripts of the text want.
func (p *Paragraph) metrics() metrics {
	m := latin
	for _, it := range p.items {
		own, known := metricsOf[it.script]
		if !known {
			own = indic
		}
		m = metrics{max(m.ascent, own.ascent), max(m.descent, own.descent), max(m.leading, own.leading)}
	}
	return m
}
