package card

import (
	"image"
	"image/color"
	"math"
)

// inline is a thing in a row: a text, a picture or a pill.
type inline struct {
	width float64
	draw  func(x, middle float64)
}

// capMiddle is how far below the middle of capitals the baseline lies, in em.
const capMiddle = 0.36

// text is a line of text for a row, at most width wide.
func (p *page) text(name string, text []rune, r role, width float64, c color.NRGBA) []inline {
	if len(text) == 0 {
		return nil
	}
	b := p.set(text, r, width, math.Inf(1))
	if b.Truncated {
		p.warn(Cut, name, "the text was cut: it does not fit into its line")
	}
	return []inline{{b.Width(), func(x, middle float64) {
		p.put(b, x, middle+capMiddle*b.Size-b.Ascent, b.Width(), toLeft, c)
	}}}
}

// pill is a text on a rounded surface.
func (p *page) pill(name string, text []rune, width float64, ground, ink color.NRGBA) []inline {
	const padding, height = 22, 48
	inner := p.text(name, text, role{size: 24, bold: true, lines: 1, leading: 1.2}, width-2*padding*p.unit, ink)
	if inner == nil {
		return nil
	}
	w := inner[0].width + 2*padding*p.unit
	return []inline{{w, func(x, middle float64) {
		h := height * p.unit
		p.scene.fill(rounded(Rect{x, middle - h/2, w, h}, h/2), ground)
		inner[0].draw(x+padding*p.unit, middle)
	}}}
}

// logo is a picture of a height, whole, no wider than width.
func (p *page) logo(img image.Image, height, width float64) []inline {
	if img == nil {
		return nil
	}
	w := height * float64(img.Bounds().Dx()) / float64(img.Bounds().Dy())
	if w > width {
		w, height = width, height*width/w
	}
	return []inline{{w, func(x, middle float64) {
		p.scene.place(&placedPicture{image: img, box: Rect{x, middle - height/2, w, height}, whole: true})
	}}}
}

// portrait is a picture in a circle.
func (p *page) portrait(img image.Image, size float64) []inline {
	if img == nil {
		return nil
	}
	return []inline{{size, func(x, middle float64) {
		p.scene.place(&placedPicture{image: img, box: Rect{x, middle - size/2, size, size}, radius: size / 2})
	}}}
}

// dot is a filled circle.
func (p *page) dot(size float64, c color.NRGBA) []inline {
	return []inline{{size, func(x, middle float64) { p.scene.fill(circle(x+size/2, middle, size/2), c) }}}
}

// stacked is two lines of text as one thing.
func (p *page) stacked(first, second []inline) []inline {
	const gap = 37
	switch {
	case first == nil:
		return second
	case second == nil:
		return first
	}
	w := max(first[0].width, second[0].width)
	return []inline{{w, func(x, middle float64) {
		for i, line := range []inline{first[0], second[0]} {
			at := x
			if p.rtl && p.align != toCenter {
				at += w - line.width
			}
			line.draw(at, middle+(float64(i)-0.5)*gap*p.unit)
		}
	}}}
}

// row draws things in a row around a middle: the first ones from the start
// edge of a box, the last ones at its end edge; all in the middle of a card
// that is centred.
func (p *page) row(box Rect, middle float64, first, last []inline) {
	gap := 20 * p.unit
	width := func(list []inline) float64 {
		sum := float64(max(0, len(list)-1)) * gap
		for _, i := range list {
			sum += i.width
		}
		return sum
	}
	along := func(list []inline, distance float64) {
		for _, i := range list {
			i.draw(p.start(box, distance, i.width), middle)
			distance += i.width + gap
		}
	}
	if p.align == toCenter {
		all := append(first, last...)
		along(all, (box.Width-width(all))/2)
		return
	}
	along(first, 0)
	along(last, box.Width-width(last))
}

// join puts things side by side.
func join(lists ...[]inline) (all []inline) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}
