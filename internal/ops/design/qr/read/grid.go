package read

import (
	"cmp"
	"math"
	"slices"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/common"
)

// located is a code with the corners of its symbol in the bitmap.
type located struct {
	Code
	corners [4]point
}

// maxSizes is how many sizes of a symbol are tried for three patterns.
const maxSizes = 3

// read tries the sizes that a symbol with these patterns may have, flat first
// and then with the perspective that an alignment pattern shows.
func (t three) read(b *bitmap) (located, bool) {
	for _, size := range t.sizes(b) {
		flat := t.grid(size, t.opposite(), float64(size)-3.5)
		if c, ok := flat.decode(b); ok {
			return c, true
		}
		if size == 21 {
			continue // version 1 has no alignment pattern
		}
		if at, ok := flat.alignment(b); ok {
			if c, ok := t.grid(size, at, float64(size)-6.5).decode(b); ok {
				return c, true
			}
		}
	}
	return located{}, false
}

// opposite is the fourth corner of the square of the centres.
func (t three) opposite() point {
	return point{t.topRight.centre.x + t.bottomLeft.centre.x - t.topLeft.centre.x, t.topRight.centre.y + t.bottomLeft.centre.y - t.topLeft.centre.y}
}

// sizes are the likeliest numbers of modules on a side, near what the width of
// the finders suggests: those whose timing lines alternate best.
func (t three) sizes(b *bitmap) []int {
	side := (t.topRight.centre.minus(t.topLeft.centre).length() + t.bottomLeft.centre.minus(t.topLeft.centre).length()) / 2
	guess := side/t.module + 7
	type candidate struct {
		size  int
		share float64
	}
	var list []candidate
	for version := 1; version <= 40; version++ {
		size := 17 + 4*version
		if off := math.Abs(float64(size) - guess); off <= max(4, guess/4) {
			g := t.grid(size, t.opposite(), float64(size)-3.5)
			list = append(list, candidate{size, g.alternation(b) - off/1000})
		}
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(b.share, a.share) })
	var sizes []int
	for _, c := range list[:min(len(list), maxSizes)] {
		if c.share > 0.6 {
			sizes = append(sizes, c.size)
		}
	}
	return sizes
}

// grid says where the modules of a symbol are in the bitmap.
type grid struct {
	size      int
	transform *common.PerspectiveTransform
}

// grid spans the modules by the centres of the patterns and a fourth point,
// which is at the given distance along both sides.
func (t three) grid(size int, fourth point, at float64) grid {
	near, far := 3.5, float64(size)-3.5
	return grid{size, common.PerspectiveTransform_QuadrilateralToQuadrilateral(
		near, near, far, near, at, at, near, far,
		t.topLeft.centre.x, t.topLeft.centre.y, t.topRight.centre.x, t.topRight.centre.y,
		fourth.x, fourth.y, t.bottomLeft.centre.x, t.bottomLeft.centre.y)}
}

// at is the pixel of a place, in modules from the top left corner.
func (g grid) at(x, y float64) point {
	p := [2]float64{x, y}
	g.transform.TransformPoints(p[:])
	return point{p[0], p[1]}
}

func (g grid) dark(b *bitmap, x, y float64) bool {
	p := g.at(x, y)
	return b.at(int(math.Floor(p.x)), int(math.Floor(p.y)))
}

// alternation is how many of the modules of the timing lines are as they should
// be, from 0 to 1.
func (g grid) alternation(b *bitmap) float64 {
	right, all := 0, 0
	for i := 8; i < g.size-8; i++ {
		for _, dark := range [2]bool{g.dark(b, float64(i)+0.5, 6.5), g.dark(b, 6.5, float64(i)+0.5)} {
			if all++; dark == (i%2 == 0) {
				right++
			}
		}
	}
	return float64(right) / float64(all)
}

// alignment looks around the place of the last alignment pattern for the best
// match of its 25 modules, of which three may be wrong.
func (g grid) alignment(b *bitmap) (point, bool) {
	centre := float64(g.size) - 6.5
	reach := 2.0 + float64(g.size)/20 // perspective moves it further in larger codes
	best, where := 0, point{}
	for dy := -reach; dy <= reach; dy += 0.5 {
		for dx := -reach; dx <= reach; dx += 0.5 {
			if n := g.matches(b, centre+dx, centre+dy); n > best {
				best, where = n, g.at(centre+dx, centre+dy)
			}
		}
	}
	return where, best >= 22
}

func (g grid) matches(b *bitmap, x, y float64) (n int) {
	for dy := -2; dy <= 2; dy++ {
		for dx := -2; dx <= 2; dx++ {
			ring := max(dx, -dx, dy, -dy)
			if g.dark(b, x+float64(dx), y+float64(dy)) == (ring != 1) {
				n++
			}
		}
	}
	return n
}

// decode takes the module at the middle of each place of the grid, and reads
// the symbol, as it is or mirrored.
func (g grid) decode(b *bitmap) (located, bool) {
	for _, mirrored := range [2]bool{false, true} {
		modules, err := gozxing.NewSquareBitMatrix(g.size)
		if err != nil {
			return located{}, false
		}
		for y := range g.size {
			for x := range g.size {
				if !g.dark(b, float64(x)+0.5, float64(y)+0.5) {
					continue
				}
				if mirrored {
					modules.Set(y, x)
				} else {
					modules.Set(x, y)
				}
			}
		}
		if code, ok := decodeModules(modules); ok {
			code.Mirrored = mirrored
			return located{code, g.corners(mirrored)}, true
		}
	}
	return located{}, false
}

func (g grid) corners(mirrored bool) [4]point {
	far := float64(g.size)
	c := [4]point{g.at(0, 0), g.at(far, 0), g.at(far, far), g.at(0, far)}
	if mirrored {
		c[1], c[3] = c[3], c[1]
	}
	return c
}

// inReadingOrder sorts codes by their top left corners, downwards and then to
// the right.
func inReadingOrder(codes []Code) {
	slices.SortStableFunc(codes, func(a, b Code) int {
		return cmp.Or(cmp.Compare(a.Corners[0].Y, b.Corners[0].Y), cmp.Compare(a.Corners[0].X, b.Corners[0].X))
	})
}
