// Package read finds and decodes QR codes in pictures. It shares nothing with
// the writer beside it: format, version, codewords and their correction are
// read with the tables of gozxing, so that a picture that is read back has been
// read by someone else.
//
// gozxing's own detector is not used: its time grows with the cube of what
// looks like a finder pattern, it takes small modules of large versions for
// another version, and it finds one code. The one here looks at the pixels only:
// nothing tells it where a code is, how large its modules are or what it says.
// Every loop over what a picture holds is bounded.
package read

import (
	"context"
	"image"
	"math"
)

// Code is a code that was found.
type Code struct {
	Text     string // Bytes as text, by their ECI or, where none is given, UTF-8 or else Latin-1
	Bytes    []byte // what the segments hold; characters of kanji mode in Shift_JIS
	Version  int    // 1 to 40
	Level    string // L, M, Q or H
	Mask     int    // 0 to 7
	Mirrored bool
	// Corners are those of the symbol without its quiet zone, in pixels: top
	// left, top right, bottom right and bottom left as the code is read.
	Corners [4]image.Point
}

// workingSide is the longest side of the picture that is looked at first:
// larger ones are reduced, and looked at in full where that finds nothing.
const workingSide = 1600

// All finds the codes of a picture, light on dark ones and mirrored ones too,
// from the top of the picture down. Where a picture is transparent it is read as
// on white, and on black where that finds nothing. The error is the context's.
func All(ctx context.Context, img image.Image) ([]Code, error) {
	for _, ground := range []uint8{255, 0} {
		g, transparent := luminance(img, ground)
		codes, err := inGrey(ctx, g)
		if err != nil || len(codes) > 0 || !transparent {
			return codes, err
		}
	}
	return nil, nil
}

// inGrey tries ways of telling dark from light, until one finds a code.
func inGrey(ctx context.Context, g *grey) ([]Code, error) {
	factor := (max(g.width, g.height) + workingSide - 1) / workingSide
	small := g.reduced(factor)
	attempts := []func() *bitmap{small.byThreshold, small.byNeighbourhood}
	if factor > 1 {
		attempts = append(attempts, g.byThreshold)
	}
	for i, binarize := range attempts {
		b := binarize()
		if b == nil {
			continue
		}
		scale := factor
		if i == 2 {
			scale = 1
		}
		for range 2 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			codes, err := inBitmap(ctx, b, float64(scale))
			if err != nil || len(codes) > 0 {
				return codes, err
			}
			b.invert()
		}
	}
	return nil, nil
}

// inBitmap reads the codes at all threes of finder patterns that may belong
// together, the likeliest first; each pattern is of one code at most.
func inBitmap(ctx context.Context, b *bitmap, scale float64) (codes []Code, err error) {
	used := map[*finder]bool{}
	for _, three := range threes(finders(b)) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if used[three.topLeft] || used[three.topRight] || used[three.bottomLeft] {
			continue
		}
		c, found := three.read(b)
		if !found {
			continue
		}
		used[three.topLeft], used[three.topRight], used[three.bottomLeft] = true, true, true
		for i := range c.corners {
			c.Corners[i] = image.Pt(int(math.Round(c.corners[i].x*scale)), int(math.Round(c.corners[i].y*scale)))
		}
		codes = append(codes, c.Code)
	}
	inReadingOrder(codes)
	return codes, nil
}
