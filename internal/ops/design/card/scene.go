package card

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	xdraw "golang.org/x/image/draw"
	"golang.org/x/image/vector"
)

// scene is a drawing: marks, the lowest first.
type scene struct {
	width, height float64
	marks         []mark
}

// mark is one thing drawn. One of the three is set: shape with colour, ground
// (which fills the scene), or picture.
type mark struct {
	shape   *path
	colour  color.NRGBA
	ground  *Background
	picture *placedPicture
}

// placedPicture is a picture that fills a rectangle: cut, never stretched.
// Where whole is set all of it is seen, and the rectangle has its proportions.
type placedPicture struct {
	image  image.Image
	box    Rect
	radius float64
	whole  bool
	scaled *image.RGBA // as it was last painted
}

func (s *scene) fill(shape *path, c color.NRGBA) {
	if c.A > 0 && len(shape.points) > 0 {
		s.marks = append(s.marks, mark{shape: shape, colour: c})
	}
}

func (s *scene) place(p *placedPicture) { s.marks = append(s.marks, mark{picture: p}) }

// flat tells whether the scene covers all it lies on and has no picture in it.
func (s *scene) flat() bool {
	for _, m := range s.marks {
		if m.picture != nil || m.ground != nil && !m.ground.opaque() {
			return false
		}
	}
	return true
}

// blank is a raster for the scene, scale pixels for a px.
func (s *scene) blank(scale int) *image.RGBA {
	return image.NewRGBA(image.Rect(0, 0, int(s.width)*scale, int(s.height)*scale))
}

// paint paints marks on each other.
func paint(dst *image.RGBA, marks []mark, scale int) {
	var r vector.Rasterizer
	for _, m := range marks {
		switch {
		case m.ground != nil:
			m.ground.paint(dst)
		case m.picture != nil:
			m.picture.paint(dst, &r, float64(scale))
		default:
			paintShape(dst, &r, m.shape, float32(scale), image.NewUniform(m.colour), image.Point{})
		}
	}
}

// paintShape fills a shape from a source, whose point sp lies at the top left
// of dst.
func paintShape(dst *image.RGBA, r *vector.Rasterizer, shape *path, scale float32, src image.Image, sp image.Point) {
	left, top, right, bottom := shape.bounds()
	box := image.Rect(floor(left*scale), floor(top*scale), ceil(right*scale), ceil(bottom*scale)).Intersect(dst.Rect)
	if box.Empty() {
		return
	}
	r.Reset(box.Dx(), box.Dy())
	dx, dy := float32(box.Min.X), float32(box.Min.Y)
	shape.each(func(v verb, at []float32) {
		var p [6]float32
		for i := 0; i < len(at); i += 2 {
			p[i], p[i+1] = at[i]*scale-dx, at[i+1]*scale-dy
		}
		switch v {
		case moveTo:
			r.MoveTo(p[0], p[1])
		case lineTo:
			r.LineTo(p[0], p[1])
		case quadTo:
			r.QuadTo(p[0], p[1], p[2], p[3])
		case cubeTo:
			r.CubeTo(p[0], p[1], p[2], p[3], p[4], p[5])
		default:
			r.ClosePath()
		}
	})
	r.Draw(dst, box, src, sp.Add(box.Min))
}

func floor(x float32) int { return int(math.Floor(float64(max(x, -1)))) }
func ceil(x float32) int  { return int(math.Ceil(float64(min(x, 2*2*MaxSide)))) }

// paint fills dst: a colour lies over what is there, a gradient replaces it.
func (b *Background) paint(dst *image.RGBA) {
	if len(b.Colors) == 1 {
		draw.Draw(dst, dst.Rect, image.NewUniform(b.Colors[0]), image.Point{}, draw.Over)
		return
	}
	x1, y1, x2, y2 := b.line(float64(dst.Rect.Dx()), float64(dst.Rect.Dy()))
	length := (x2-x1)*(x2-x1) + (y2-y1)*(y2-y1)
	for y := range dst.Rect.Dy() {
		row := dst.Pix[y*dst.Stride:]
		for x := range dst.Rect.Dx() {
			c := b.at(((float64(x)+0.5-x1)*(x2-x1) + (float64(y)+0.5-y1)*(y2-y1)) / length)
			row[4*x], row[4*x+1], row[4*x+2], row[4*x+3] = c.R, c.G, c.B, c.A
		}
	}
}

func (p *placedPicture) paint(dst *image.RGBA, r *vector.Rasterizer, scale float64) {
	box := p.pixels(scale)
	if p.radius == 0 {
		draw.Draw(dst, box, p.fitted(box.Size()), image.Point{}, draw.Over)
		return
	}
	paintShape(dst, r, rounded(p.box, p.radius), float32(scale), p.fitted(box.Size()), image.Point{}.Sub(box.Min))
}

// pixels is the box in whole pixels, around it.
func (p *placedPicture) pixels(scale float64) image.Rectangle {
	return image.Rect(int(math.Floor(p.box.X*scale)), int(math.Floor(p.box.Y*scale)),
		int(math.Ceil((p.box.X+p.box.Width)*scale)), int(math.Ceil((p.box.Y+p.box.Height)*scale)))
}

// fitted scales the middle of the picture to a size. It is bilinear: the
// pictures are small for what they become, or so large that no more is worth
// its time.
func (p *placedPicture) fitted(size image.Point) *image.RGBA {
	if p.scaled != nil && p.scaled.Rect.Size() == size {
		return p.scaled
	}
	from := p.image.Bounds()
	if !p.whole {
		from = middle(from, size)
	}
	p.scaled = image.NewRGBA(image.Rectangle{Max: size})
	xdraw.BiLinear.Scale(p.scaled, p.scaled.Rect, p.image, from, xdraw.Src, nil)
	return p.scaled
}

// middle cuts a rectangle to the proportions of a size.
func middle(r image.Rectangle, size image.Point) image.Rectangle {
	if w := r.Dy() * size.X / size.Y; w < r.Dx() {
		w = max(w, 1)
		r.Min.X += (r.Dx() - w) / 2
		r.Max.X = r.Min.X + w
		return r
	}
	h := max(r.Dx()*size.Y/size.X, 1)
	r.Min.Y += (r.Dy() - h) / 2
	r.Max.Y = r.Min.Y + h
	return r
}
