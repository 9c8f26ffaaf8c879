package card

import (
	"image/color"
	"math"
	"strconv"

	"toolcrib/internal/ops/design/typeset"
)

// product gives the end side to a picture, a logo or a pattern; in upright
// cards the upper part.
func (p *page) product() {
	full := Rect{0, 0, p.scene.width, p.scene.height}
	panel, text := full, p.safe
	if p.scene.width >= 1.2*p.scene.height {
		panel.Width = math.Round(0.4 * full.Width)
		panel.X = p.start(full, full.Width-panel.Width, panel.Width)
		text.Width = full.Width - panel.Width - p.safe.X - 64*p.unit
		text.X = p.start(p.safe, 0, text.Width)
	} else {
		panel.Height = math.Round(0.42 * full.Height)
		text.Y = panel.Height + 48*p.unit
		text.Height = p.safe.Y + p.safe.Height - text.Y
	}
	p.showcase(panel)
	w := text.Width
	badge, byline := p.badgePill(w), p.byline(w)
	brand := p.text("site_name", p.siteName, smallBold, w, p.colours.ink)
	if p.card.Picture != nil {
		brand = p.brand(w)
	}
	box, top, bottom := p.split(text, len(badge) > 0, len(byline)+len(brand) > 0, rowHeight)
	p.row(text, top, badge, nil)
	if len(byline) > 0 && len(brand) > 0 {
		const second = 52
		p.row(text, bottom-second*p.unit, brand, nil)
		box.Height -= second * p.unit
		brand = nil
	}
	p.row(text, bottom, join(byline, brand), nil)
	title := headline
	title.size = 66
	p.tell(story{box: box, title: title, display: title.as(84, 2), deck: deck, anchor: 0.5})
}

// showcase fills the panel of a product.
func (p *page) showcase(panel Rect) {
	if p.card.Picture != nil {
		p.scene.place(&placedPicture{image: p.card.Picture, box: panel})
		return
	}
	p.scene.fill(rounded(panel, 0), p.colours.panel)
	if p.card.Logo != nil {
		size := 0.5 * min(panel.Width, panel.Height)
		logo := p.logo(p.card.Logo, size, size)[0]
		logo.draw(panel.X+(panel.Width-logo.width)/2, panel.Y+panel.Height/2)
		return
	}
	p.pattern(panel)
}

// pattern is quarters of circles on a grid, in two tints of the panel.
func (p *page) pattern(panel Rect) {
	columns := 3
	side := panel.Width / float64(columns)
	if panel.Width > panel.Height {
		side = panel.Height / 3
		columns = int(math.Ceil(panel.Width / side))
	}
	rows := int(math.Ceil(panel.Height / side))
	for row := range rows {
		for column := range columns {
			corner := [...]int{0, 2, 1, 3, 3, 1, 0, 2, 2, 0, 3, 1}[(row*5+column*7)%12]
			tint := tintOf(p.colours, [...]float64{0.1, 0.2, 0.06, 0.14}[(row*3+column)%4])
			box := Rect{panel.X + float64(column)*side, panel.Y + float64(row)*side, side, side}
			p.scene.fill(quarter(box, corner, panel), tint)
		}
	}
}

// tintOf is a part of the colour of text in the panel's.
func tintOf(c palette, part float64) color.NRGBA { return mix(c.onPanel, c.panel, part) }

// quarter is a quarter of a circle around a corner of a square (0 top left,
// clockwise), or the square's other shape where the panel ends before it.
func quarter(box Rect, corner int, panel Rect) *path {
	x, y := box.X, box.Y
	r := box.Width
	dx, dy := 1.0, 1.0
	if corner == 1 || corner == 2 {
		x, dx = x+r, -1
	}
	if corner >= 2 {
		y, dy = y+r, -1
	}
	at := func(u, v float64) (float32, float32) {
		return float32(x + dx*u*r), float32(min(y+dy*v*r, panel.Y+panel.Height))
	}
	p := &path{}
	ax, ay := at(0, 0)
	p.MoveTo(ax, ay)
	bx, by := at(1, 0)
	p.LineTo(bx, by)
	cx, cy := at(1, arc)
	ex, ey := at(arc, 1)
	fx, fy := at(0, 1)
	p.CubeTo(cx, cy, ex, ey, fx, fy)
	p.ClosePath()
	return p
}

// code is the window of an editor: the title is what is written in it, the
// eyebrow the file's name.
func (p *page) code() {
	const bar, padding = 68, 44
	window, u := p.safe, p.unit
	brand, byline, badge := p.brand(0.5*window.Width), p.byline(0.5*window.Width), p.badgePill(0.35*window.Width)
	bottom := window.Y + window.Height
	if len(brand)+len(byline) > 0 {
		window.Height -= (rowHeight + 28) * u
		p.row(p.safe, bottom-rowHeight/2*u, byline, brand)
	}
	p.scene.fill(rounded(Rect{window.X - u, window.Y - u, window.Width + 2*u, window.Height + 2*u}, 21*u), p.colours.line)
	p.scene.fill(rounded(window, 20*u), p.colours.surface)
	p.scene.fill(rounded(Rect{window.X, window.Y + bar*u, window.Width, 2 * u}, 0), p.colours.line)
	p.solid = &p.colours.surface

	inside := Rect{window.X + padding*u, window.Y, window.Width - 2*padding*u, window.Height}
	lights := join(p.dot(16*u, p.colours.accent), p.dot(16*u, mix(p.colours.accent, p.colours.surface, 0.55)), p.dot(16*u, mix(p.colours.accent, p.colours.surface, 0.25)))
	name := p.text("eyebrow", p.eyebrow, role{size: 24, lines: 1, leading: 1.2, mono: true}, 0.5*inside.Width, p.colours.muted)
	if p.align == toCenter {
		p.row(inside, window.Y+bar/2*u, name, nil)
	} else {
		p.row(inside, window.Y+bar/2*u, join(lights, name), badge)
	}
	p.listing(Rect{inside.X, window.Y + (bar+padding)*u, inside.Width, window.Height - (bar+2*padding)*u})
}

// listing is the title and the subtitle as code below it, with the numbers of
// their lines.
func (p *page) listing(box Rect) {
	const wide = 60
	gutter := wide * p.unit
	text := box
	if p.align != toCenter {
		text.Width -= gutter
		text.X = p.start(box, gutter, text.Width)
	}
	title, source := headline, role{size: 31, lines: 7, leading: 1.5, mono: true, source: true}
	title.size = 66
	p.tell(story{box: text, title: title, display: title.as(78, 2), deck: source, anchor: 0.5, bare: true})
	if p.align == toCenter {
		return
	}
	quiet := mix(p.colours.muted, p.colours.surface, 0.7)
	n := 0
	count := func(b *typeset.Block, top float64) {
		for i := range b.Lines {
			n++
			number := p.text("", []rune(strconv.Itoa(n)), role{size: 24, lines: 1, leading: 1, mono: true}, gutter, quiet)[0]
			number.draw(p.start(box, 0, number.width), top+b.Ascent+float64(i)*b.Leading-capMiddle*24*p.unit)
		}
	}
	count(p.titleBlock, p.titleBox.Y)
	if p.deckBlock != nil {
		count(p.deckBlock, p.deckTop)
	}
}
