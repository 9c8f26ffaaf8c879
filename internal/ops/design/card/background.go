package card

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"

	"toolcrib/internal/ops/design/picture"
)

// Background is what a card is painted on: a colour, or two or three in a
// linear gradient.
type Background struct {
	Angle  float64 // degrees as in CSS: 0 upwards, 90 to the right
	Colors []color.NRGBA
}

var errBackground = errors.New("is neither a colour nor linear(angle, colour, colour) with two or three colours")

// ParseBackground reads a colour or linear(angle, colour, colour[, colour]),
// with an angle in degrees from -360 to 360. The error continues a sentence
// that begins with the name of the field.
func ParseBackground(s string) (*Background, error) {
	inside, isGradient := strings.CutPrefix(strings.ToLower(strings.TrimSpace(s)), "linear(")
	if !isGradient {
		c, err := picture.Colour(s)
		if err != nil {
			return nil, err
		}
		return &Background{Colors: []color.NRGBA{c}}, nil
	}
	inside, closed := strings.CutSuffix(inside, ")")
	parts := strings.Split(inside, ",")
	if !closed || len(parts) < 3 || len(parts) > 4 {
		return nil, errBackground
	}
	angle, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(parts[0]), "deg"), 64)
	if err != nil || !(math.Abs(angle) <= 360) {
		return nil, errors.New("has no angle in degrees from -360 to 360 behind 'linear('")
	}
	b := &Background{Angle: angle}
	for i, part := range parts[1:] {
		c, err := picture.Colour(part)
		if err != nil {
			return nil, fmt.Errorf("has as colour %d what %w", i+1, err)
		}
		b.Colors = append(b.Colors, c)
	}
	return b, nil
}

// line is the gradient line of CSS Images 3 section 3.1.1, from its start to
// its end.
func (b *Background) line(width, height float64) (x1, y1, x2, y2 float64) {
	sin, cos := math.Sincos(b.Angle * math.Pi / 180)
	half := (math.Abs(width*sin) + math.Abs(height*cos)) / 2
	return width/2 - sin*half, height/2 + cos*half, width/2 + sin*half, height/2 - cos*half
}

// at is the colour at a part of the line, 0 to 1, premultiplied as CSS mixes.
func (b *Background) at(t float64) color.RGBA {
	t = min(max(t, 0), 1) * float64(len(b.Colors)-1)
	i := min(int(t), len(b.Colors)-2)
	from, to, f := b.Colors[i], b.Colors[i+1], t-float64(i)
	a := float64(from.A)*(1-f) + float64(to.A)*f
	mix := func(x, y uint8) uint8 {
		return uint8((float64(x)*float64(from.A)*(1-f)+float64(y)*float64(to.A)*f)/255 + 0.5)
	}
	return color.RGBA{mix(from.R, to.R), mix(from.G, to.G), mix(from.B, to.B), uint8(a + 0.5)}
}

func (b *Background) opaque() bool {
	for _, c := range b.Colors {
		if c.A != 0xff {
			return false
		}
	}
	return true
}

// middle is a colour to choose readable ones by: the mean of all.
func (b *Background) middle() color.NRGBA {
	var sum [4]int
	for _, c := range b.Colors {
		for i, v := range [4]uint8{c.R, c.G, c.B, c.A} {
			sum[i] += int(v)
		}
	}
	n := len(b.Colors)
	return color.NRGBA{uint8(sum[0] / n), uint8(sum[1] / n), uint8(sum[2] / n), uint8(sum[3] / n)}
}
