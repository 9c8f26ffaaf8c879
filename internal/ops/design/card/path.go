package card

import "math"

// path is a recorded outline; it is a typeset.Pen.
type path struct {
	verbs  []verb
	points []float32
}

type verb byte

const (
	moveTo verb = iota
	lineTo
	quadTo
	cubeTo
	closePath
)

// coordinates is how many numbers a verb takes.
var coordinates = [...]int{moveTo: 2, lineTo: 2, quadTo: 4, cubeTo: 6, closePath: 0}

func (p *path) add(v verb, points ...float32) {
	p.verbs = append(p.verbs, v)
	p.points = append(p.points, points...)
}

func (p *path) MoveTo(x, y float32)                   { p.add(moveTo, x, y) }
func (p *path) LineTo(x, y float32)                   { p.add(lineTo, x, y) }
func (p *path) QuadTo(bx, by, cx, cy float32)         { p.add(quadTo, bx, by, cx, cy) }
func (p *path) CubeTo(bx, by, cx, cy, dx, dy float32) { p.add(cubeTo, bx, by, cx, cy, dx, dy) }
func (p *path) ClosePath()                            { p.add(closePath) }

// each calls do with every verb and its numbers.
func (p *path) each(do func(v verb, at []float32)) {
	points := p.points
	for _, v := range p.verbs {
		n := coordinates[v]
		do(v, points[:n])
		points = points[n:]
	}
}

// bounds is a rectangle that holds all points.
func (p *path) bounds() (left, top, right, bottom float32) {
	if len(p.points) == 0 {
		return 0, 0, 0, 0
	}
	left, top, right, bottom = math.MaxFloat32, math.MaxFloat32, -math.MaxFloat32, -math.MaxFloat32
	for i := 0; i < len(p.points); i += 2 {
		left, right = min(left, p.points[i]), max(right, p.points[i])
		top, bottom = min(top, p.points[i+1]), max(bottom, p.points[i+1])
	}
	return left, top, right, bottom
}

// arc is how far the points that bend a quarter of a circle lie from its ends,
// in radii: the cubic curve then strays from the circle by 0.03 %.
const arc = 0.5522847498

// rounded is a rectangle with round corners; a radius of half its sides makes
// a circle.
func rounded(r Rect, radius float64) *path {
	p := &path{}
	radius = min(radius, r.Width/2, r.Height/2)
	l, t, w, h := float32(r.X), float32(r.Y), float32(r.X+r.Width), float32(r.Y+r.Height)
	if radius <= 0 {
		p.MoveTo(l, t)
		p.LineTo(w, t)
		p.LineTo(w, h)
		p.LineTo(l, h)
		p.ClosePath()
		return p
	}
	c, k := float32(radius), float32(radius*(1-arc))
	p.MoveTo(l+c, t)
	p.LineTo(w-c, t)
	p.CubeTo(w-k, t, w, t+k, w, t+c)
	p.LineTo(w, h-c)
	p.CubeTo(w, h-k, w-k, h, w-c, h)
	p.LineTo(l+c, h)
	p.CubeTo(l+k, h, l, h-k, l, h-c)
	p.LineTo(l, t+c)
	p.CubeTo(l, t+k, l+k, t, l+c, t)
	p.ClosePath()
	return p
}

func circle(x, y, radius float64) *path {
	return rounded(Rect{x - radius, y - radius, 2 * radius, 2 * radius}, radius)
}
