package read

import (
	"bytes"
	"cmp"
	"math"
	"slices"
)

type point struct{ x, y float64 }

func (p point) minus(q point) point { return point{p.x - q.x, p.y - q.y} }

func (p point) length() float64 { return math.Hypot(p.x, p.y) }

// finder is what looks like a finder pattern: its centre, a seventh of its width
// along rows and columns, and on how many rows it was seen.
type finder struct {
	centre point
	module float64
	seen   int
}

// Bounds on what is looked at in a picture.
const (
	maxFinders = 400  // found at all; a page full of patterns holds no more that are looked at
	maxTried   = 60   // finders that are combined, those seen most often
	maxThrees  = 200  // combinations that are decoded
	maxModules = 200  // between two centres; 170 in version 40
	minModules = 12.0 // 14 in version 1
)

// finders looks for dark, light, dark, light, dark in the ratio 1:1:3:1:1 along
// rows, then up and down through the centre, then along the row again.
func finders(b *bitmap) (found []*finder) {
	for y := range b.height {
		row := b.dark[y*b.width : (y+1)*b.width]
		var runs [5]int // the last five, of which the newest is dark
		for start := 0; start < len(row); {
			end := len(row)
			if n := bytes.IndexByte(row[start:], row[start]^1); n >= 0 {
				end = start + n
			}
			copy(runs[:], runs[1:])
			runs[4] = end - start
			if row[start] == 1 && inRatio(runs) {
				centre := float64(end) - float64(runs[4]+runs[3]) - float64(runs[2])/2
				if found = confirm(b, found, centre, y, runs); len(found) == maxFinders {
					return found
				}
			}
			start = end
		}
	}
	return found
}

// inRatio allows each run to be off by half a module, the middle one by half
// its width.
func inRatio(runs [5]int) bool {
	total := 0
	for _, n := range runs {
		if n == 0 {
			return false
		}
		total += n
	}
	if total < 7 {
		return false
	}
	module := float64(total) / 7
	for i, n := range runs {
		want := module
		if i == 2 {
			want = 3 * module
		}
		if math.Abs(float64(n)-want) >= want/2+0.01 {
			return false
		}
	}
	return true
}

// confirm looks at a pattern in both directions and adds it to what was found.
func confirm(b *bitmap, found []*finder, x float64, y int, runs [5]int) []*finder {
	width := runs[0] + runs[1] + runs[2] + runs[3] + runs[4]
	cy, height, ok := across(b, int(x), y, 0, 1, width)
	if !ok {
		return found
	}
	cx, width, ok := across(b, int(x), int(cy), 1, 0, width)
	if !ok || width > 2*height || height > 2*width {
		return found
	}
	module := float64(width+height) / 14
	for _, f := range found {
		if math.Abs(f.centre.x-cx) <= 2*module && math.Abs(f.centre.y-cy) <= 2*module && f.module < 2*module && module < 2*f.module {
			n := float64(f.seen)
			f.centre = point{(f.centre.x*n + cx) / (n + 1), (f.centre.y*n + cy) / (n + 1)}
			f.module = (f.module*n + module) / (n + 1)
			f.seen++
			return found
		}
	}
	return append(found, &finder{point{cx, cy}, module, 1})
}

// across measures the runs through a dark pixel in one direction and its
// opposite: the centre in that direction and the width of all five.
func across(b *bitmap, x, y, dx, dy, limit int) (centre float64, width int, ok bool) {
	if !b.at(x, y) {
		return 0, 0, false
	}
	var runs [5]int
	count := func(direction int) (end int) {
		px, py := x, y
		if direction > 0 {
			px, py = x+dx, y+dy
		}
		for i, dark := range [3]bool{true, false, true} {
			for b.inside(px, py) && b.at(px, py) == dark && runs[2+i*direction] <= 2*limit {
				runs[2+i*direction]++
				px, py = px+direction*dx, py+direction*dy
			}
		}
		return px*dx + py*dy
	}
	count(-1)
	end := count(1)
	for _, n := range runs {
		width += n
	}
	centre = float64(end) - float64(runs[4]+runs[3]) - float64(runs[2])/2
	return centre, width, inRatio(runs) && width <= 2*limit && limit <= 2*width
}

func (b *bitmap) inside(x, y int) bool { return x >= 0 && y >= 0 && x < b.width && y < b.height }

// three are finder patterns that may be those of one code.
type three struct {
	topLeft, topRight, bottomLeft *finder
	module                        float64 // pixels on a side of a module
	strain                        float64 // how far from a square, 0 for one
}

// threes combines finders to right angles with equal sides, the best first.
func threes(found []*finder) (list []three) {
	slices.SortStableFunc(found, func(a, b *finder) int { return cmp.Compare(b.seen, a.seen) })
	found = found[:min(len(found), maxTried)]
	for _, corner := range found {
		for i, a := range found {
			for _, b := range found[:i] {
				if a == corner || b == corner {
					continue
				}
				if t, ok := combine(corner, a, b); ok {
					list = append(list, t)
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b three) int { return cmp.Compare(a.strain, b.strain) })
	return list[:min(len(list), maxThrees)]
}

func combine(corner, a, b *finder) (three, bool) {
	u, v := a.centre.minus(corner.centre), b.centre.minus(corner.centre)
	long, short := max(u.length(), v.length()), min(u.length(), v.length())
	slant := max(math.Abs(u.x), math.Abs(u.y)) / u.length() // what a line across a turned square is too long by
	large := max(corner.module, a.module, b.module) * slant
	small := min(corner.module, a.module, b.module) * slant
	if large > 1.6*small || long > 1.4*short || short < minModules*small || long > maxModules*large {
		return three{}, false
	}
	cosine := math.Abs(u.x*v.x+u.y*v.y) / (long * short)
	if cosine > 0.3 {
		return three{}, false
	}
	if u.x*v.y-u.y*v.x < 0 { // rows go down
		a, b = b, a
	}
	return three{corner, a, b, (large + small) / 2, cosine + long/short - 1 + large/small - 1}, true
}
