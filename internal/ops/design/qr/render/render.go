// Package render makes pictures of QR codes: PNG, JPEG, SVG, half blocks of
// text, and rows of modules. Modules are whole pixels; what is left over of the
// picture widens the quiet zone.
package render

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"toolcrib/internal/ops/design/qr"
)

// Style is the form of the dark modules. Finder and alignment patterns stay
// square in all of them but Rounded, so that readers find them.
type Style uint8

// The styles.
const (
	Square  Style = iota
	Rounded       // corners without neighbours are round
	Dots
)

// Options are what a picture is to look like.
type Options struct {
	Size                   int // pixels on a side
	Margin                 int // modules of the quiet zone on each side
	Foreground, Background color.NRGBA
	Style                  Style
	Logo                   image.Image // nil for none; drawn into a cleared square at the centre
	LogoScale              float64     // longest side of the logo by that of the symbol
}

// TooSmallError says that modules would have less than a pixel.
type TooSmallError struct{ Needed int }

func (e *TooSmallError) Error() string { return fmt.Sprintf("must be at least %d", e.Needed) }

// Drawing is a code laid out in a picture.
type Drawing struct {
	Options
	Module int // pixels on a side of a module
	code   *qr.Code
	offset int // pixels before the first module, in both directions
	// cleared is the side in modules of the square that is left to the logo.
	cleared int
}

// New lays a code out. The error is a *TooSmallError.
func New(code *qr.Code, o Options) (*Drawing, error) {
	across := code.Size() + 2*o.Margin
	d := &Drawing{Options: o, code: code, Module: o.Size / across}
	if d.Module == 0 {
		return nil, &TooSmallError{across}
	}
	d.offset = (o.Size - d.Module*code.Size()) / 2
	if o.Logo != nil {
		d.cleared = clearedSide(code.Size(), o.LogoScale)
	}
	return d, nil
}

// besideFinders is how many modules finders, separators and format take on two
// sides together.
const besideFinders = 18

// clearedSide is the side of the square for a logo: room for half a module
// around it, odd so that it is centred, and clear of finders and format.
func clearedSide(size int, scale float64) int {
	side := int(math.Ceil(scale*float64(size) + 1))
	side += 1 - side%2
	return min(side, size-besideFinders)
}

// HidesAlignment tells whether the logo is in the place of an alignment pattern.
// The error correction makes good what it hides, but readers that look for the
// pattern, such as zbar, may go astray.
func (d *Drawing) HidesAlignment() bool {
	from := (d.code.Size() - d.cleared) / 2
	for y := from; y < from+d.cleared; y++ {
		for x := from; x < from+d.cleared; x++ {
			if d.code.Pattern(x, y) {
				return true // no other pattern is this far from the edges
			}
		}
	}
	return false
}

// dark tells whether a module is drawn; those outside the symbol are not.
func (d *Drawing) dark(x, y int) bool {
	n := d.code.Size()
	if x < 0 || y < 0 || x >= n || y >= n {
		return false
	}
	if from := (n - d.cleared) / 2; d.cleared > 0 && min(x, y) >= from && max(x, y) < from+d.cleared {
		return false
	}
	return d.code.Dark(x, y)
}

// roundCorners tells which corners of a dark module are round: top left, top
// right, bottom right, bottom left.
func (d *Drawing) roundCorners(x, y int) (round [4]bool) {
	switch {
	case d.Style == Dots && !d.code.Pattern(x, y):
		return [4]bool{true, true, true, true}
	case d.Style == Rounded:
		up, down, left, right := d.dark(x, y-1), d.dark(x, y+1), d.dark(x-1, y), d.dark(x+1, y)
		return [4]bool{!up && !left, !up && !right, !down && !right, !down && !left}
	}
	return round
}

// Matrix is the modules row by row, 1 for dark, without the quiet zone.
func (d *Drawing) Matrix() [][]int {
	rows := make([][]int, d.code.Size())
	for y := range rows {
		rows[y] = make([]int, len(rows))
		for x := range rows[y] {
			if d.dark(x, y) {
				rows[y][x] = 1
			}
		}
	}
	return rows
}

// Text is the modules and the quiet zone in half blocks, two rows to a line,
// blocks for dark ones; lines are separated by line feeds.
func (d *Drawing) Text() string {
	var out []rune
	n := d.code.Size() + d.Margin
	for y := -d.Margin; y < n; y += 2 {
		if y > -d.Margin {
			out = append(out, '\n')
		}
		for x := -d.Margin; x < n; x++ {
			switch up, down := d.dark(x, y), d.dark(x, y+1); {
			case up && down:
				out = append(out, '█')
			case up:
				out = append(out, '▀')
			case down:
				out = append(out, '▄')
			default:
				out = append(out, ' ')
			}
		}
	}
	return string(out)
}
