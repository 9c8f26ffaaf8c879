package card

import (
	"image/color"

	"toolcrib/internal/ops/design/picture"
)

// palette is the colours of a card.
type palette struct {
	ground  color.NRGBA
	ink     color.NRGBA // the title
	muted   color.NRGBA // what is secondary
	line    color.NRGBA // hairlines, quiet surfaces
	accent  color.NRGBA
	panel   color.NRGBA // a large surface of the accent's colour
	onPanel color.NRGBA // text on it
	surface color.NRGBA // a raised surface with text in ink
}

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 0xff}
}

// shades makes a palette of ground, ink, muted, line, accent, panel, onPanel and surface.
func shades(ground, ink, muted, line, accent, panel, onPanel, surface uint32) palette {
	return palette{rgb(ground), rgb(ink), rgb(muted), rgb(line), rgb(accent), rgb(panel), rgb(onPanel), rgb(surface)}
}

// themes are the palettes of each template, light and dark. The dark ones are
// made by eye, not by inversion: grounds keep a trace of the accent's hue, and
// the accent is lighter and softer.
var themes = map[Template][2]palette{
	Basic: {
		shades(0xffffff, 0x10131c, 0x565d6d, 0xe4e7ee, 0x2647e0, 0x2647e0, 0xffffff, 0xf5f6fa),
		shades(0x0d1018, 0xf3f5fa, 0xa0a8b9, 0x272d3b, 0x8ea6ff, 0x2a3f9e, 0xffffff, 0x171b26),
	},
	Article: {
		shades(0xfbf8f2, 0x1d1916, 0x675f56, 0xe2dacd, 0xb03812, 0xb03812, 0xffffff, 0xf3ede3),
		shades(0x171411, 0xf6f1e9, 0xb0a698, 0x37302a, 0xff9a6c, 0x7a2c12, 0xffffff, 0x211d19),
	},
	Product: {
		shades(0xffffff, 0x0f1f19, 0x53635b, 0xdfe8e3, 0x0a6b4c, 0x0b6e4f, 0xffffff, 0xf2f7f4),
		shades(0x0b1411, 0xeef7f2, 0x9cb2a8, 0x22322b, 0x54d6a6, 0x0f4c38, 0xffffff, 0x13201b),
	},
	Quote: {
		shades(0xf6f3fc, 0x1c1730, 0x635c78, 0xe0daf0, 0x6539cf, 0x6539cf, 0xffffff, 0xede7fa),
		shades(0x141020, 0xf3effc, 0xada4c4, 0x312a45, 0xbda4ff, 0x46288f, 0xffffff, 0x1e182e),
	},
	Event: {
		shades(0xfff9f5, 0x24130f, 0x6f5a53, 0xf0e2da, 0xb3222c, 0xb3222c, 0xffffff, 0xfbeee7),
		shades(0x170f0e, 0xfbf1ee, 0xb9a49d, 0x382724, 0xff8f84, 0x86202a, 0xffffff, 0x221716),
	},
	Code: {
		shades(0xe9eef4, 0x121a23, 0x556272, 0xdbe3ec, 0x086b7d, 0x0a7285, 0xffffff, 0xffffff),
		shades(0x080c11, 0xe9f0f7, 0x93a2b2, 0x243040, 0x5cc9de, 0x0d5563, 0xffffff, 0x121a24),
	},
	Stat: {
		shades(0xf3f6ff, 0x0f1733, 0x565f7c, 0xdce3f7, 0x1d43d0, 0x1d43d0, 0xffffff, 0xe8eefe),
		shades(0x0b1020, 0xeff2fe, 0x9fa9c6, 0x252d49, 0xa3b7ff, 0x263a8f, 0xffffff, 0x141b31),
	},
	Minimal: {
		shades(0xfaf9f6, 0x151513, 0x64625c, 0xe5e3dc, 0xc93c18, 0xc93c18, 0xffffff, 0xf1efe9),
		shades(0x121210, 0xf5f4ef, 0xa5a39b, 0x2e2d2a, 0xff7d57, 0x8c2c12, 0xffffff, 0x1c1c19),
	},
}

// palette takes what the caller chose into the template's colours. A ground of
// the caller's decides which ink is readable on it; an accent of the
// template's that would vanish on it becomes the ink.
func (c *Card) palette() palette {
	p := themes[c.Template][0]
	if c.Dark {
		p = themes[c.Template][1]
	}
	if c.Background != nil {
		p.ground = picture.Over(c.Background.middle(), p.ground)
		p.ink = readable(p.ground, p.ink)
	}
	if c.Text != nil {
		p.ink = *c.Text
	}
	if c.Background != nil || c.Text != nil {
		p.muted, p.line = mix(p.ink, p.ground, 0.74), mix(p.ink, p.ground, 0.16)
		p.surface = mix(p.ink, p.ground, 0.06)
		if picture.Contrast(p.accent, p.ground) < 3 {
			p.accent = p.ink
		}
	}
	if c.Accent != nil {
		p.accent, p.panel = *c.Accent, *c.Accent
		p.onPanel = readable(picture.Over(p.panel, p.ground), p.onPanel)
	}
	return p
}

// Inks for grounds of the caller's.
var (
	darkInk  = rgb(0x000000)
	lightInk = rgb(0xffffff)
)

// readable is the ink preferred, or where that has too little contrast the
// better of a dark and a light one.
func readable(ground, preferred color.NRGBA) color.NRGBA {
	const easy = 7
	if picture.Contrast(preferred, ground) >= easy {
		return preferred
	}
	if picture.Contrast(darkInk, ground) > picture.Contrast(lightInk, ground) {
		return darkInk
	}
	return lightInk
}

// mix is a part of one colour in another.
func mix(c, into color.NRGBA, part float64) color.NRGBA {
	c.A = uint8(float64(c.A)*part + 0.5)
	return picture.Over(c, into)
}
