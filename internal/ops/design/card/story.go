package card

import (
	"math"

	"toolcrib/internal/ops/design/typeset"
)

// story is how eyebrow, title and subtitle stand on each other.
type story struct {
	box      Rect
	title    role
	display  role // larger, tried first; its size is 0 where there is none
	deck     role
	anchor   float64 // where the free room goes: 0 below, 1 above, 0.5 both
	bare     bool    // without the eyebrow
	accented bool    // the title has the accent's colour
}

// Gaps of a story, in px at unit 1.
const (
	gapBelowEyebrow = 24
	gapAboveDeck    = 30
	deckShare       = 0.92 // of the width: lines of small text are shorter
)

// tell lays a story out and draws it. Where there is no room for all of it,
// first the subtitle and then the eyebrow are left out; the title never is.
func (p *page) tell(s story) {
	eyebrow, subtitle := p.eyebrow, p.subtitle
	if s.bare {
		eyebrow = nil
	}
	for {
		t := p.tellOf(s, eyebrow, subtitle)
		switch {
		case t.height <= s.box.Height+0.5 && !t.title.Truncated || len(eyebrow)+len(subtitle) == 0 || t.height <= s.box.Height+0.5 && t.roomy:
			p.drawStory(s, t)
			return
		case len(subtitle) > 0:
			subtitle = nil
			p.warn(LeftOut, "subtitle", "there was no room for it")
		default:
			eyebrow = nil
			p.warn(LeftOut, "eyebrow", "there was no room for it")
		}
	}
}

// told is a story in blocks.
type told struct {
	eyebrow, title, deck *typeset.Block
	height               float64
	roomy                bool // nothing is gained by leaving more out
}

// tellOf gives the subtitle as many lines as leave the title whole, at least one.
func (p *page) tellOf(s story, eyebrow, subtitle []rune) told {
	t := told{eyebrow: &typeset.Block{}, deck: &typeset.Block{}}
	left := s.box.Height
	if len(eyebrow) > 0 {
		t.eyebrow = p.set(eyebrow, label, s.box.Width, math.Inf(1))
		left -= t.eyebrow.Height() + gapBelowEyebrow*p.unit
	}
	for lines := s.deck.lines; ; lines-- {
		room := left
		if len(subtitle) > 0 {
			deck := s.deck
			deck.lines = lines
			t.deck = p.set(subtitle, deck, s.box.Width*deckShare, math.Inf(1))
			room -= t.deck.Height() + gapAboveDeck*p.unit
		}
		t.title = p.setTitle(s, room)
		if t.height = s.box.Height - room + t.title.Height(); lines <= 1 || len(subtitle) == 0 || !t.title.Truncated && t.height <= s.box.Height {
			t.roomy = room > 0.5*s.box.Height
			return t
		}
	}
}

func (p *page) setTitle(s story, room float64) *typeset.Block {
	if s.display.size > 0 {
		if b := p.set(p.title, s.display, s.box.Width, room); !b.Truncated && !b.Divided && b.Height() <= room {
			return b
		}
	}
	return p.set(p.title, s.title, s.box.Width, room)
}

func (p *page) drawStory(s story, t told) {
	x, y := s.box.X, s.box.Y+max(0, s.box.Height-t.height)*s.anchor
	if len(t.eyebrow.Lines) > 0 {
		p.warnCut(t.eyebrow, "eyebrow")
		p.put(t.eyebrow, x, y, s.box.Width, p.align, p.colours.accent)
		y += t.eyebrow.Height() + gapBelowEyebrow*p.unit
	}
	ink := p.colours.ink
	if s.accented {
		ink = p.colours.accent
	}
	p.putTitle(t.title, x, y, s.box.Width, ink)
	if y += t.title.Height() + gapAboveDeck*p.unit; len(t.deck.Lines) > 0 {
		p.warnCut(t.deck, "subtitle")
		p.putDeck(s, t.deck, y)
	}
}

// putDeck draws the subtitle. The lines of a program begin at one edge, and
// all of it stands where the page's texts do.
func (p *page) putDeck(s story, b *typeset.Block, y float64) {
	x, width, align := s.box.X, s.box.Width, p.align
	if s.deck.source {
		switch width = b.Width(); align {
		case toRight:
			x += s.box.Width - width
		case toCenter:
			x += (s.box.Width - width) / 2
		}
		align = toLeft
	}
	p.deckBlock, p.deckTop = b, y
	p.put(b, x, y, width, align, p.colours.muted)
}

func (p *page) warnCut(b *typeset.Block, field string) {
	if b.Truncated {
		p.warn(Cut, field, "the text was cut: there is no room for all of it")
	}
}
