package card

import "math"

// Template is one of the designs.
type Template string

// The templates.
const (
	Basic   Template = "basic"   // an edge in the accent's colour
	Article Template = "article" // paper, a rule, who wrote it and when
	Product Template = "product" // half of it a picture or a pattern
	Quote   Template = "quote"   // a large quotation mark, who said it
	Event   Template = "event"   // a band with the date
	Code    Template = "code"    // the window of an editor
	Stat    Template = "stat"    // a figure, as large as it goes
	Minimal Template = "minimal" // nothing but the words
)

// Templates lists them.
var Templates = []Template{Basic, Article, Product, Quote, Event, Code, Stat, Minimal}

func (t Template) draw(p *page) {
	map[Template]func(*page){
		Basic: (*page).basic, Article: (*page).article, Product: (*page).product, Quote: (*page).quote,
		Event: (*page).event, Code: (*page).code, Stat: (*page).stat, Minimal: (*page).minimal,
	}[t](p)
}

// rowHeight is that of headers and footers; the gaps lie between them and the
// story; px at unit 1.
const (
	rowHeight   = 48
	gapBelow    = 56 // a header, which would else be read as part of the story
	gapToFooter = 42
)

// split takes a header and a footer off a box, where there is something in
// them and room for them.
func (p *page) split(box Rect, header, footer bool, footerHeight float64) (story Rect, headerMiddle, footerMiddle float64) {
	h, f := rowHeight*p.unit, footerHeight*p.unit
	headerMiddle, footerMiddle = box.Y+h/2, box.Y+box.Height-f/2
	if header {
		taken := h + gapBelow*p.unit
		box.Y, box.Height = box.Y+taken, box.Height-taken
	}
	if footer {
		box.Height -= f + gapToFooter*p.unit
	}
	return box, headerMiddle, footerMiddle
}

// brand is the logo and the name of the site.
func (p *page) brand(width float64) []inline {
	return join(p.logo(p.card.Logo, 44*p.unit, width/2), p.text("site_name", p.siteName, smallBold, width*0.6, p.colours.ink))
}

// byline is who wrote it, and when, in one line.
func (p *page) byline(width float64) []inline {
	return join(p.portrait(p.card.Avatar, 48*p.unit),
		p.text("author", p.author, smallBold, width*0.5, p.colours.ink),
		p.text("date", p.date, small, width*0.4, p.colours.muted))
}

// signature is the same in two lines beside a larger portrait.
func (p *page) signature(width float64) []inline {
	return join(p.portrait(p.card.Avatar, 72*p.unit), p.stacked(
		p.text("author", p.author, smallBold, width, p.colours.ink),
		p.text("date", p.date, small, width, p.colours.muted)))
}

func (p *page) badgePill(width float64) []inline {
	return p.pill("badge", p.badge, width, p.colours.panel, p.colours.onPanel)
}

func (p *page) basic() {
	edge := 16 * p.unit
	if p.align == toCenter {
		p.scene.fill(rounded(Rect{0, 0, p.scene.width, edge}, 0), p.colours.panel)
	} else {
		p.scene.fill(rounded(Rect{p.start(Rect{0, 0, p.scene.width, 0}, 0, edge), 0, edge, p.scene.height}, 0), p.colours.panel)
	}
	w := p.safe.Width
	brand, badge, byline := p.brand(0.6*w), p.badgePill(0.35*w), p.byline(w)
	box, top, bottom := p.split(p.safe, len(brand)+len(badge) > 0, len(byline) > 0, rowHeight)
	p.row(p.safe, top, brand, badge)
	p.row(p.safe, bottom, byline, nil)
	p.tell(story{box: box, title: headline, display: headline.as(108, 2), deck: deck, anchor: 0.5})
}

func (p *page) article() {
	w := p.safe.Width
	topic := p.text("eyebrow", p.eyebrow, label, 0.6*w, p.colours.accent)
	if topic != nil {
		topic = join(p.dot(14*p.unit, p.colours.accent), topic)
	}
	badge, signature, brand := p.badgePill(0.35*w), p.signature(0.5*w), p.brand(0.45*w)
	const footer, aboveRule = 104, 20 // the rule stands above the footer
	box, top, _ := p.split(p.safe, len(topic)+len(badge) > 0, len(signature)+len(brand) > 0, footer+aboveRule)
	p.row(p.safe, top, topic, badge)
	if len(signature)+len(brand) > 0 {
		end := p.safe.Y + p.safe.Height
		p.scene.fill(rounded(Rect{p.safe.X, end - footer*p.unit, w, 2 * p.unit}, 0), p.colours.line)
		p.row(p.safe, end-40*p.unit, signature, brand)
	}
	p.tell(story{box: box, title: headline, display: headline.as(96, 2), deck: deck, anchor: 0, bare: true})
}

func (p *page) minimal() {
	w := p.safe.Width
	brand, badge, byline := p.brand(0.6*w), p.badgePill(0.35*w), p.byline(w)
	mark := p.dot(26*p.unit, p.colours.accent)
	box, top, bottom := p.split(p.safe, true, len(byline) > 0, rowHeight)
	p.row(p.safe, top, join(mark, brand), badge)
	p.row(p.safe, bottom, byline, nil)
	title := headline
	title.bold, title.leading, title.tracking = false, 1.14, -0.022
	p.tell(story{box: box, title: title, display: title.as(104, 2), deck: deck, anchor: 1})
}

func (p *page) stat() {
	w := p.safe.Width
	brand, badge, byline := p.brand(0.6*w), p.badgePill(0.35*w), p.byline(w)
	box, top, bottom := p.split(p.safe, len(brand)+len(badge) > 0, len(byline) > 0, rowHeight)
	p.row(p.safe, top, brand, badge)
	p.row(p.safe, bottom, byline, nil)
	title := headline
	figure := title.as(230, 1)
	figure.least, figure.tracking = 120, -0.03
	words := deck
	words.size = 36
	p.tell(story{box: box, title: title, display: figure, deck: words, anchor: 0.5, accented: true})
}

func (p *page) event() {
	const middle, below = 30, 44 // of the band's content above the safe area's end; free above the band
	line := p.safe.Y + p.safe.Height - middle*p.unit
	h := 2 * (p.scene.height - line)
	strip := Rect{0, p.scene.height - h, p.scene.width, h}
	p.scene.fill(rounded(strip, 0), p.colours.panel)
	w := p.safe.Width
	when := p.text("date", p.date, role{size: 42, bold: true, lines: 1, leading: 1.2}, 0.62*w, p.colours.onPanel)
	who := join(p.portrait(p.card.Avatar, 56*p.unit), p.text("author", p.author, small, 0.34*w, p.colours.onPanel))
	p.row(p.safe, line, when, who)
	kind := p.text("eyebrow", p.eyebrow, label, 0.4*w, p.colours.accent)
	brand := join(p.badgePill(0.25*w), p.brand(0.3*w))
	box := p.safe
	box.Height = strip.Y - below*p.unit - box.Y
	box, top, _ := p.split(box, len(kind)+len(brand) > 0, false, 0)
	p.row(p.safe, top, kind, brand)
	p.tell(story{box: box, title: headline, display: headline.as(96, 2), deck: deck, anchor: 0.5, bare: true})
}

func (p *page) quote() {
	w := p.safe.Width
	signature, brand := p.signature(0.5*w), p.brand(0.45*w)
	mark := '“'
	if p.rtl {
		mark = '”'
	}
	marks := p.set([]rune{mark}, role{size: 300, least: 300, bold: true, lines: 1, leading: 1}, w, math.Inf(1))
	ink := marks.Lines[0]
	height, width := (ink.Ascent+inkBottom)*marks.Size, (ink.Width-ink.Left-ink.Right)*marks.Size
	x := p.start(p.safe, 0, width)
	if p.align == toCenter {
		x = p.safe.X + (w-width)/2
	}
	p.put(marks, x, p.safe.Y-(marks.Ascent-ink.Ascent*marks.Size), width, toLeft, p.colours.accent)
	p.row(p.safe, p.safe.Y+24*p.unit, nil, p.badgePill(0.35*w))
	box, _, bottom := p.split(p.safe, false, len(signature)+len(brand) > 0, 80)
	p.row(p.safe, bottom, signature, brand)
	top := height + 40*p.unit
	box.Y, box.Height = box.Y+top, box.Height-top
	words := role{size: 62, lines: 6, leading: 1.24, balance: true, tracking: -0.012}
	p.tell(story{box: box, title: words, display: words.as(76, 2), deck: deck, anchor: 0.4})
}

// inkBottom is where a quotation mark ends, in em above the baseline, as a
// negative descent.
const inkBottom = -0.45
