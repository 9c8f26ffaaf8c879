// Package picture is what the operations that make pictures share: colours as
// callers write them, contrast, and pictures that callers send.
package picture

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/colornames"
)

// Colour reads a colour: #rgb, #rgba, #rrggbb or #rrggbbaa, with or without the
// #, a colour name of CSS, or transparent. Case and white space around it do
// not matter. The alpha channel is not multiplied into the others.
func Colour(s string) (color.NRGBA, error) {
	name := strings.ToLower(strings.TrimSpace(s))
	if name == "transparent" {
		return color.NRGBA{}, nil
	}
	if c, ok := named(name); ok {
		return c, nil
	}
	digits := strings.TrimPrefix(name, "#")
	if len(digits) == 3 || len(digits) == 4 {
		var doubled []byte
		for i := range len(digits) {
			doubled = append(doubled, digits[i], digits[i])
		}
		digits = string(doubled)
	}
	if len(digits) == 6 {
		digits += "ff"
	}
	value, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || len(digits) != 8 {
		return color.NRGBA{}, fmt.Errorf("is no colour of the form #rgb, #rgba, #rrggbb or #rrggbbaa, and no colour name of CSS")
	}
	return color.NRGBA{uint8(value >> 24), uint8(value >> 16), uint8(value >> 8), uint8(value)}, nil
}

// named finds a colour name. SVG 1.1 has all of CSS Color 4 but one.
func named(name string) (color.NRGBA, bool) {
	if name == "rebeccapurple" {
		return color.NRGBA{0x66, 0x33, 0x99, 0xff}, true
	}
	c, ok := colornames.Map[name]
	return color.NRGBA(c), ok
}

// Hex writes a colour as #rrggbb, or #rrggbbaa where it lets something through.
func Hex(c color.NRGBA) string {
	if c.A == 0xff {
		return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
	}
	return fmt.Sprintf("#%02x%02x%02x%02x", c.R, c.G, c.B, c.A)
}

// Over is what is seen of a colour on an opaque ground.
func Over(c, ground color.NRGBA) color.NRGBA {
	mix := func(a, b uint8) uint8 {
		return uint8((int(a)*int(c.A) + int(b)*(255-int(c.A)) + 127) / 255)
	}
	return color.NRGBA{mix(c.R, ground.R), mix(c.G, ground.G), mix(c.B, ground.B), 0xff}
}

// Luminance is the relative luminance of an opaque colour, 0 for black to 1 for
// white (WCAG 2.2).
func Luminance(c color.NRGBA) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// Contrast is the contrast ratio of two opaque colours, 1 to 21 (WCAG 2.2).
func Contrast(a, b color.NRGBA) float64 {
	light, dark := Luminance(a), Luminance(b)
	if light < dark {
		light, dark = dark, light
	}
	return (light + 0.05) / (dark + 0.05)
}
