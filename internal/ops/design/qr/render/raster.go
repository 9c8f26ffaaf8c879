package render

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"math"

	scale "golang.org/x/image/draw"

	"toolcrib/internal/ops/design/picture"
)

// shades is the number of steps from background to foreground with which edges
// are smoothed: as many as four bits a pixel can have.
const shades = 16

// jpegQuality keeps the edges of modules clean.
const jpegQuality = 92

// Picture is the picture in pixels: with a palette from background to
// foreground, or with a logo in full colour.
func (d *Drawing) Picture() image.Image {
	img := image.NewPaletted(image.Rect(0, 0, d.Size, d.Size), d.palette())
	corner := roundCorner(d.Module)
	for y := range d.code.Size() {
		for x := range d.code.Size() {
			if d.dark(x, y) {
				d.module(img, x, y, corner)
			}
		}
	}
	if d.Logo == nil {
		return img
	}
	full := image.NewNRGBA(img.Bounds())
	draw.Draw(full, full.Bounds(), img, image.Point{}, draw.Src)
	logo := d.logo()
	draw.Draw(full, d.logoBox(), logo, image.Point{}, draw.Over)
	return full
}

// JPEG writes the picture as JPEG, on white where it lets something through.
func (d *Drawing) JPEG() ([]byte, error) {
	img := d.Picture()
	if p, ok := img.(*image.Paletted); ok {
		img = opaque(p)
	} else {
		full := image.NewRGBA(img.Bounds())
		draw.Draw(full, full.Bounds(), image.White, image.Point{}, draw.Src)
		draw.Draw(full, full.Bounds(), img, image.Point{}, draw.Over)
		img = full
	}
	var b bytes.Buffer
	err := jpeg.Encode(&b, img, &jpeg.Options{Quality: jpegQuality})
	return b.Bytes(), err
}

// white is what pictures without transparency stand on.
var white = color.NRGBA{0xff, 0xff, 0xff, 0xff}

// opaque puts a picture on white; where it has only greys the result is smaller
// and quicker to write.
func opaque(p *image.Paletted) image.Image {
	var seen [shades]color.NRGBA
	grey := true
	for i, c := range p.Palette {
		seen[i] = picture.Over(c.(color.NRGBA), white)
		grey = grey && seen[i].R == seen[i].G && seen[i].G == seen[i].B
	}
	if grey {
		img := image.NewGray(p.Rect)
		for i, index := range p.Pix {
			img.Pix[i] = seen[index].R
		}
		return img
	}
	img := image.NewRGBA(p.Rect)
	for i, index := range p.Pix {
		c := seen[index]
		copy(img.Pix[4*i:], []uint8{c.R, c.G, c.B, c.A})
	}
	return img
}

// palette goes from background to foreground.
func (d *Drawing) palette() color.Palette {
	p := make(color.Palette, shades)
	for i := range p {
		p[i] = between(d.Background, d.Foreground, i)
	}
	return p
}

// between is a colour of which some of shades-1 parts are to and the others
// from; colours weigh as much as they are opaque.
func between(from, to color.NRGBA, part int) color.NRGBA {
	a, b := int(from.A)*(shades-1-part), int(to.A)*part
	if a+b == 0 {
		return color.NRGBA{}
	}
	mix := func(x, y uint8) uint8 { return uint8((int(x)*a + int(y)*b + (a+b)/2) / (a + b)) }
	return color.NRGBA{mix(from.R, to.R), mix(from.G, to.G), mix(from.B, to.B), uint8((a + b + (shades-1)/2) / (shades - 1))}
}

// module fills a module, its round corners by a mask of the top left one.
func (d *Drawing) module(img *image.Paletted, x, y int, corner [][]uint8) {
	round := d.roundCorners(x, y)
	last := d.Module - 1
	for dy := range d.Module {
		row := img.Pix[(d.offset+y*d.Module+dy)*img.Stride+d.offset+x*d.Module:][:d.Module]
		for dx := range row {
			right, below := 2*dx > last, 2*dy > last
			shade := uint8(shades - 1)
			if round[quarter(right, below)] {
				mx, my := dx, dy
				if right {
					mx = last - dx
				}
				if below {
					my = last - dy
				}
				shade = corner[my][mx]
			}
			row[dx] = shade
		}
	}
}

func quarter(right, below bool) int {
	switch {
	case right && below:
		return 2
	case right:
		return 1
	case below:
		return 3
	}
	return 0
}

// samples is how often an edge pixel is looked at in each direction.
const samples = 4

// roundCorner is how much of each pixel of the top left quarter of a module is
// inside the circle within it, in shades.
func roundCorner(module int) [][]uint8 {
	rows := make([][]uint8, (module+1)/2)
	radius := float64(module) / 2
	for y := range rows {
		rows[y] = make([]uint8, len(rows))
		for x := range rows[y] {
			inside := 0
			for i := range samples * samples {
				px := float64(x) + (float64(i%samples)+0.5)/samples
				py := float64(y) + (float64(i/samples)+0.5)/samples
				if math.Hypot(px-radius, py-radius) <= radius {
					inside++
				}
			}
			rows[y][x] = uint8((inside*(shades-1) + samples*samples/2) / (samples * samples))
		}
	}
	return rows
}

// logoBox is the place of the logo in pixels: as large as asked for where that
// leaves half a module of the cleared square around it, in its own proportions.
func (d *Drawing) logoBox() image.Rectangle {
	side := min(d.LogoScale*float64(d.code.Size()), float64(d.cleared-1)) * float64(d.Module)
	bounds := d.Logo.Bounds()
	long := float64(max(bounds.Dx(), bounds.Dy()))
	w := max(int(math.Round(side*float64(bounds.Dx())/long)), 1)
	h := max(int(math.Round(side*float64(bounds.Dy())/long)), 1)
	centre := d.offset + d.Module*d.code.Size()/2
	return image.Rect(0, 0, w, h).Add(image.Pt(centre-w/2, centre-h/2))
}

// logo is the logo in the size of its box.
func (d *Drawing) logo() *image.NRGBA {
	box := d.logoBox()
	img := image.NewNRGBA(image.Rect(0, 0, box.Dx(), box.Dy()))
	scale.BiLinear.Scale(img, img.Bounds(), d.Logo, d.Logo.Bounds(), draw.Src, nil)
	return img
}
