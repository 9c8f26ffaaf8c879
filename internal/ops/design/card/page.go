package card

import (
	"image"
	"image/color"
	"math"

	"github.com/go-text/typesetting/language"

	"toolcrib/internal/ops/design/typeset"
)

// page is a card while it is laid out.
type page struct {
	card    *Card
	fonts   *typeset.Fonts
	shaped  map[shaping]*typeset.Paragraph
	colours palette
	scene   scene
	behind  int         // how many marks of the scene lie behind the title
	base    *image.RGBA // those, once they are painted
	unit    float64
	safe    Rect
	rtl     bool
	align   alignment

	title                                            []rune
	subtitle, eyebrow, author, date, siteName, badge []rune

	solid      *color.NRGBA // the one colour behind the title
	titleBlock *typeset.Block
	titleBox   Rect
	titleInk   color.NRGBA
	deckBlock  *typeset.Block // nil without a subtitle
	deckTop    float64
	missing    []typeset.Missing
	warnings   []Warning
}

// alignment of lines in their box.
type alignment uint8

const (
	toLeft alignment = iota
	toRight
	toCenter
)

// unit is what lengths of the templates are multiplied by: 1 for 1200 × 630.
func unit(width, height int) float64 {
	w, h := float64(width)/1200, float64(height)/630
	return min(math.Sqrt(w*h), 1.6*min(w, h))
}

func newPage(c *Card, fonts *typeset.Fonts) *page {
	w, h := float64(c.Width), float64(c.Height)
	p := &page{card: c, fonts: fonts, shaped: map[shaping]*typeset.Paragraph{}, colours: c.palette(), unit: unit(c.Width, c.Height)}
	p.scene.width, p.scene.height = w, h
	x, y := safeShare*w, max(safeShare*h, min(safeShare*w, 0.095*h))
	p.safe = Rect{x, y, w - 2*x, h - 2*y}
	for _, f := range []struct {
		name string
		from string
		to   *[]rune
	}{
		{"title", c.Title, &p.title}, {"subtitle", c.Subtitle, &p.subtitle}, {"eyebrow", c.Eyebrow, &p.eyebrow},
		{"author", c.Author, &p.author}, {"date", c.Date, &p.date}, {"site_name", c.SiteName, &p.siteName}, {"badge", c.Badge, &p.badge},
	} {
		cleaned := typeset.Clean(f.from, f.name == "subtitle" && c.Template == Code)
		*f.to = cleaned.Text
		if cleaned.Marks > 0 {
			p.warn(MarksRemoved, f.name, "more than 8 combining marks stood on one character; the others were taken out")
		}
	}
	p.direct()
	return p
}

// direct decides the direction of the page, and how its lines are aligned.
func (p *page) direct() {
	switch p.card.Direction {
	case typeset.FromRight:
		p.rtl = true
	case typeset.Auto:
		// A title without letters, such as a figure, goes with what explains it.
		for _, text := range [][]rune{p.title, p.subtitle, p.eyebrow, p.author, p.siteName, p.badge, p.date} {
			rtl, known := typeset.RightToLeft(text)
			if p.rtl = rtl; known {
				break
			}
		}
	}
	switch {
	case p.card.Center:
		p.align = toCenter
	case p.rtl:
		p.align = toRight
	}
}

// direction is that of a text: its own, unless the caller said one; the
// page's, where it has no letters.
func (p *page) direction(text []rune) typeset.Direction {
	rtl := p.rtl
	if p.card.Direction == typeset.Auto {
		if own, known := typeset.RightToLeft(text); known {
			rtl = own
		}
	}
	if rtl {
		return typeset.FromRight
	}
	return typeset.FromLeft
}

func (p *page) titleText() string { return typeset.Plain(p.title) }

func (p *page) warn(code, field, message string) {
	p.warnings = append(p.warnings, Warning{code, message, field})
}

// role is how one of the texts looks.
type role struct {
	size, least float64 // px at unit 1; least is 0 for 60 % of size
	bold        bool
	lines       int
	leading     float64
	balance     bool
	mono        bool
	source      bool // from left to right whatever it says: a program's text
	tracking    float64
}

// as is the role at another size, without shrinking, in a number of lines.
func (r role) as(size float64, lines int) role {
	r.size, r.least, r.lines = size, size, lines
	return r
}

// shrinkTo is how far a text shrinks before it is cut.
const shrinkTo = 0.6

// The roles that templates share.
var (
	headline  = role{size: 80, bold: true, lines: 5, leading: 1.1, balance: true, tracking: -0.018}
	deck      = role{size: 32, least: 25, lines: 4, leading: 1.4, balance: true}
	label     = role{size: 27, bold: true, lines: 1, leading: 1.2}
	small     = role{size: 26, lines: 1, leading: 1.3}
	smallBold = role{size: 26, bold: true, lines: 1, leading: 1.3}
)

// set fits a text into a box.
func (p *page) set(text []rune, r role, width, height float64) *typeset.Block {
	style := typeset.Style{Family: p.card.Family, Bold: r.bold, Tracking: r.tracking}
	if r.mono {
		style.Family = typeset.Mono
	}
	if style.Family == typeset.Mono {
		style.Tracking = 0
	}
	if p.card.Locale != "" {
		style.Language = language.NewLanguage(p.card.Locale)
	}
	least := r.least
	switch {
	case p.card.Unshrunk:
		least = r.size
	case least == 0:
		least = r.size * shrinkTo
	}
	direction := p.direction(text)
	if r.source {
		direction = typeset.FromLeft
	}
	return p.paragraph(string(text), style, direction).Fit(typeset.Box{
		Width: width, Height: height, MaxLines: r.lines,
		Size: r.size * p.unit, MinSize: least * p.unit, Leading: r.leading, Balance: r.balance,
	})
}

// shaping is what a paragraph's shape follows from.
type shaping struct {
	text      string
	style     typeset.Style
	direction typeset.Direction
}

// paragraph shapes a text once, however often it is fitted.
func (p *page) paragraph(text string, style typeset.Style, direction typeset.Direction) *typeset.Paragraph {
	key := shaping{text, style, direction}
	made := p.shaped[key]
	if made == nil {
		made = p.fonts.New([]rune(text), style, direction)
		p.shaped[key] = made
	}
	return made
}

// put draws a block whose box begins at x, y.
func (p *page) put(b *typeset.Block, x, y, width float64, align alignment, c color.NRGBA) {
	shape := &path{}
	y += b.Ascent
	for _, l := range b.Lines {
		// The ink is aligned, not the space that letters have beside them:
		// large and small lines then begin at one edge.
		at := x - l.Left*b.Size
		switch ink := (l.Width - l.Left - l.Right) * b.Size; align {
		case toRight:
			at += width - ink
		case toCenter:
			at += (width - ink) / 2
		}
		l.Draw(shape, at, y, b.Size)
		y += b.Leading
	}
	p.scene.fill(shape, c)
	p.note(b)
}

// note keeps what a block has to report.
func (p *page) note(b *typeset.Block) {
	for _, m := range b.Missing {
		known := false
		for _, have := range p.missing {
			known = known || have.Text == m.Text
		}
		if !known {
			p.missing = append(p.missing, m)
		}
	}
}

// putTitle draws the title and remembers it for the report.
func (p *page) putTitle(b *typeset.Block, x, y, width float64, c color.NRGBA) {
	p.titleBlock, p.titleBox, p.titleInk = b, Rect{x, y, width, b.Height()}, c
	if b.Truncated {
		p.warn(Cut, "title", "the title was cut: it does not fit at 60 % of its size")
	}
	p.put(b, x, y, width, p.align, c)
}

// start is where something begins that lies a distance from the start edge of
// a box: its left, or in a page from right to left its right.
func (p *page) start(box Rect, distance, width float64) float64 {
	if p.rtl {
		return box.X + box.Width - distance - width
	}
	return box.X + distance
}

// ground paints what lies behind everything.
func (p *page) ground() {
	b := p.card.Background
	if b == nil {
		b = &Background{Colors: []color.NRGBA{p.colours.ground}}
	}
	p.scene.marks = append(p.scene.marks, mark{ground: b})
	if len(b.Colors) == 1 && b.opaque() {
		p.solid = &b.Colors[0]
	}
	if p.card.Picture != nil && p.card.Template != Product {
		p.solid = nil
		p.scene.place(&placedPicture{image: p.card.Picture, box: Rect{0, 0, p.scene.width, p.scene.height}})
		veil := p.colours.ground
		veil.A = veilLight
		if p.card.Dark {
			veil.A = veilDark
		}
		p.scene.marks = append(p.scene.marks, mark{ground: &Background{Colors: []color.NRGBA{veil}}})
		p.colours.muted = mix(p.colours.ink, p.colours.muted, 0.75)
		p.colours.line = p.colours.ink
		p.colours.line.A = ruleOnPicture
	}
	p.behind = len(p.scene.marks)
}

// How much of a picture a veil of the ground's colour hides, of 255, so that
// text is readable on any.
const (
	veilLight = 206
	veilDark  = 178

	ruleOnPicture = 80
)

// paper is what shows through a transparent ground.
func (p *page) paper() color.NRGBA {
	if p.card.Dark {
		return darkInk
	}
	return lightInk
}
