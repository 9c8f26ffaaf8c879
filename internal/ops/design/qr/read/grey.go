package read

import (
	"image"
	"image/color"
)

// grey is a picture in shades: 0 is black, 255 white.
type grey struct {
	width, height int
	pix           []uint8
}

// luminance reduces a picture to its shades on a ground of one shade, and tells
// whether it lets any through.
func luminance(img image.Image, ground uint8) (g *grey, transparent bool) {
	bounds := img.Bounds()
	g = &grey{bounds.Dx(), bounds.Dy(), make([]uint8, bounds.Dx()*bounds.Dy())}
	switch img := img.(type) {
	case *image.Paletted:
		transparent = g.fromPalette(img, ground)
	case *image.Gray:
		for y := range g.height {
			copy(g.row(y), img.Pix[y*img.Stride:])
		}
	case *image.YCbCr:
		for y := range g.height {
			for x := range g.width {
				g.pix[y*g.width+x] = img.Y[img.YOffset(bounds.Min.X+x, bounds.Min.Y+y)]
			}
		}
	default:
		for y := range g.height {
			for x := range g.width {
				shade, through := shadeOf(img.At(bounds.Min.X+x, bounds.Min.Y+y), ground)
				g.pix[y*g.width+x] = shade
				transparent = transparent || through
			}
		}
	}
	return g, transparent
}

func (g *grey) fromPalette(img *image.Paletted, ground uint8) (transparent bool) {
	var shades [256]uint8
	for i, c := range img.Palette {
		var through bool
		shades[i], through = shadeOf(c, ground)
		transparent = transparent || through
	}
	for y := range g.height {
		row := g.row(y)
		for x, index := range img.Pix[y*img.Stride : y*img.Stride+g.width] {
			row[x] = shades[index]
		}
	}
	return transparent
}

func (g *grey) row(y int) []uint8 { return g.pix[y*g.width : (y+1)*g.width] }

// shadeOf weighs red, green and blue as JPEG does.
func shadeOf(c color.Color, ground uint8) (shade uint8, through bool) {
	r, g, b, a := c.RGBA()
	y := (299*r+587*g+114*b)/1000 + (0xffff-a)*uint32(ground)/255
	return uint8(min(y, 0xffff) >> 8), a < 0xffff
}

// reduced is the picture with squares of so many pixels as one.
func (g *grey) reduced(factor int) *grey {
	if factor <= 1 {
		return g
	}
	small := &grey{g.width / factor, g.height / factor, nil}
	small.pix = make([]uint8, small.width*small.height)
	sums := make([]int, small.width)
	for y := range small.height {
		clear(sums)
		for dy := range factor {
			row := g.row(y*factor + dy)
			for x := range sums {
				for _, v := range row[x*factor : (x+1)*factor] {
					sums[x] += int(v)
				}
			}
		}
		for x, sum := range sums {
			small.pix[y*small.width+x] = uint8(sum / (factor * factor))
		}
	}
	return small
}

// bitmap tells dark pixels (1) from light ones.
type bitmap struct {
	width, height int
	dark          []uint8
}

func (b *bitmap) at(x, y int) bool {
	return x >= 0 && y >= 0 && x < b.width && y < b.height && b.dark[y*b.width+x] != 0
}

func (b *bitmap) invert() {
	for i := range b.dark {
		b.dark[i] ^= 1
	}
}

// minContrast is by how many of 255 shades dark and light must differ on
// average, as in ZXing.
const minContrast = 24

// byThreshold splits the shades where the variance between the two sides is
// largest (Otsu 1979); nil where they hardly differ.
func (g *grey) byThreshold() *bitmap {
	histogram := g.histogram()
	total, sum := len(g.pix), 0
	for v, n := range histogram {
		sum += v * n
	}
	best, threshold, contrast := 0.0, 0, 0.0
	below, sumBelow := 0, 0
	for v, n := range histogram[:255] {
		below += n
		sumBelow += v * n
		if below == 0 || below == total {
			continue
		}
		difference := float64(sum-sumBelow)/float64(total-below) - float64(sumBelow)/float64(below)
		if between := float64(below) * float64(total-below) * difference * difference; between > best {
			best, threshold, contrast = between, v, difference
		}
	}
	if contrast < minContrast {
		return nil
	}
	// Of a gap in the shades the middle is taken.
	next := threshold + 1
	for histogram[next] == 0 {
		next++
	}
	var dark [256]uint8
	for v := range (threshold+next)/2 + 1 {
		dark[v] = 1
	}
	b := &bitmap{g.width, g.height, make([]uint8, len(g.pix))}
	for i, v := range g.pix {
		b.dark[i] = dark[v]
	}
	return b
}

// histogram counts the shades. Neighbours are mostly equal; they are counted in
// different places, so that no addition waits for the one before.
func (g *grey) histogram() (counts [256]int) {
	var lanes [4][256]int
	for i, v := range g.pix {
		lanes[i&3][v]++
	}
	for v := range counts {
		counts[v] = lanes[0][v] + lanes[1][v] + lanes[2][v] + lanes[3][v]
	}
	return counts
}

// byNeighbourhood calls dark what is darker than the mean around it, for
// pictures that are lit unevenly.
func (g *grey) byNeighbourhood() *bitmap {
	// sums[y][x] is the sum of all shades above and to the left.
	stride := g.width + 1
	sums := make([]uint32, stride*(g.height+1))
	for y := range g.height {
		row := uint32(0)
		for x, v := range g.row(y) {
			row += uint32(v)
			sums[(y+1)*stride+x+1] = sums[y*stride+x+1] + row
		}
	}
	b := &bitmap{g.width, g.height, make([]uint8, len(g.pix))}
	radius := max(max(g.width, g.height)/16, 8)
	for y := range g.height {
		top, bottom := max(y-radius, 0), min(y+radius+1, g.height)
		for x, v := range g.row(y) {
			left, right := max(x-radius, 0), min(x+radius+1, g.width)
			area := uint32((bottom - top) * (right - left))
			sum := sums[bottom*stride+right] - sums[top*stride+right] - sums[bottom*stride+left] + sums[top*stride+left]
			if (uint32(v)+minContrast/3)*area < sum {
				b.dark[y*g.width+x] = 1
			}
		}
	}
	return b
}
