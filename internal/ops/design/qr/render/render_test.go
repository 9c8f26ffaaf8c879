package render

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"toolcrib/internal/ops/design/qr"
)

var black = color.NRGBA{A: 0xff}

func drawing(t testing.TB, text string, code qr.Options, o Options) *Drawing {
	t.Helper()
	c, err := qr.Encode([]byte(text), code)
	if err != nil {
		t.Fatal(err)
	}
	d, err := New(c, o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// The one-pass PNG holds the same pixels as the picture, by the decoder of the
// standard library.
func TestPNG(t *testing.T) {
	colours := [][2]color.NRGBA{{black, white}, {{1, 2, 3, 255}, {250, 251, 252, 255}}, {{1, 2, 3, 4}, {}}}
	for i, size := range []int{32, 33, 39, 64, 100, 255, 256, 257, 300, 301, 777, 1024, 4096} {
		for version := 1; version <= 40; version += 13 {
			if size < 25+4*version {
				continue
			}
			pair := colours[i%len(colours)]
			d := drawing(t, "https://example.com"[:5+i], qr.Options{Level: qr.L, Version: version, Mask: qr.AnyMask},
				Options{Size: size, Margin: 4, Foreground: pair[0], Background: pair[1]})
			file, err := d.PNG()
			if err != nil {
				t.Fatal(err)
			}
			got, err := png.Decode(bytes.NewReader(file))
			if err != nil {
				t.Fatalf("size %d version %d: %v", size, version, err)
			}
			want := d.Picture()
			if got.Bounds() != want.Bounds() || got.Bounds().Dx() != size {
				t.Fatalf("size %d: %v", size, got.Bounds())
			}
			for y := range size {
				for x := range size {
					if color.NRGBAModel.Convert(got.At(x, y)) != want.At(x, y) {
						t.Fatalf("size %d version %d: pixel %d,%d is %v, want %v", size, version, x, y, got.At(x, y), want.At(x, y))
					}
				}
			}
		}
	}
}

// A reader that keeps to the places promised finds every module: whole pixels,
// with the leftover evenly around.
func TestPlaces(t *testing.T) {
	const size, margin = 300, 4
	d := drawing(t, "https://example.com", qr.Options{Level: qr.M, Mask: qr.AnyMask}, Options{Size: size, Margin: margin, Foreground: black, Background: white})
	if d.Module != 9 { // floor(300 / (25 + 8))
		t.Fatalf("modules have %d pixels", d.Module)
	}
	img := d.Picture()
	offset := (size - 25*9) / 2
	for y := range size {
		for x := range size {
			mx, my := (x-offset)/9, (y-offset)/9
			inside := x >= offset && y >= offset && mx < 25 && my < 25
			want := color.Color(white)
			if inside && d.code.Dark(mx, my) {
				want = black
			}
			if img.At(x, y) != want {
				t.Fatalf("pixel %d,%d is %v", x, y, img.At(x, y))
			}
		}
	}
}

func TestTooSmall(t *testing.T) {
	c, err := qr.Encode([]byte("1"), qr.Options{Version: 40})
	if err != nil {
		t.Fatal(err)
	}
	var small *TooSmallError
	if _, err := New(c, Options{Size: 184, Margin: 4}); !errors.As(err, &small) || small.Needed != 185 {
		t.Errorf("%v", err)
	}
	if d, err := New(c, Options{Size: 185, Margin: 4}); err != nil || d.Module != 1 {
		t.Errorf("%v", err)
	}
}

// Text and matrix say the same as the modules.
func TestTextAndMatrix(t *testing.T) {
	for _, margin := range []int{0, 1, 4} {
		d := drawing(t, "HELLO WORLD", qr.Options{Level: qr.Q, Mask: qr.AnyMask}, Options{Size: 300, Margin: margin})
		lines := strings.Split(d.Text(), "\n")
		if want := (21 + 2*margin + 1) / 2; len(lines) != want {
			t.Fatalf("%d lines, want %d", len(lines), want)
		}
		matrix := d.Matrix()
		for y := -margin; y < 21+margin; y++ {
			line := []rune(lines[(y+margin)/2])
			if len(line) != 21+2*margin {
				t.Fatalf("line of %d", len(line))
			}
			for x := -margin; x < 21+margin; x++ {
				half := "█▀"
				if (y+margin)%2 == 1 {
					half = "█▄"
				}
				inside := x >= 0 && y >= 0 && x < 21 && y < 21
				dark := inside && d.code.Dark(x, y)
				if strings.ContainsRune(half, line[x+margin]) != dark || inside && (matrix[y][x] == 1) != dark {
					t.Fatalf("margin %d: module %d,%d is %q", margin, x, y, line[x+margin])
				}
			}
		}
	}
}

// The path of the square style, followed by its numbers, covers the dark
// modules and no other.
func TestSVG(t *testing.T) {
	d := drawing(t, "https://example.com", qr.Options{Level: qr.H, Mask: qr.AnyMask},
		Options{Size: 300, Margin: 4, Foreground: color.NRGBA{1, 2, 3, 0x80}, Background: white})
	svg := wellFormed(t, d)
	for _, want := range []string{`width="300" height="300" viewBox="0 0 300 300"`, `transform="translate(34 34) scale(8)"`, `fill="#010203" fill-opacity="0.502"`, `fill="#ffffff"`} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %s in %.300s", want, svg)
		}
	}
	covered := map[[2]int]bool{}
	for _, m := range regexp.MustCompile(`M(\d+) (\d+)h(\d+)v1h-(\d+)z`).FindAllStringSubmatch(svg[strings.Index(svg, " d=\"M0 0")+9:], -1) {
		x, _ := strconv.Atoi(m[1])
		y, _ := strconv.Atoi(m[2])
		n, _ := strconv.Atoi(m[3])
		if m[3] != m[4] {
			t.Fatal(m[0])
		}
		for i := range n {
			covered[[2]int{x + i, y}] = true
		}
	}
	for y := range d.code.Size() {
		for x := range d.code.Size() {
			if covered[[2]int{x, y}] != d.code.Dark(x, y) {
				t.Fatalf("module %d,%d", x, y)
			}
		}
	}
	for _, style := range []Style{Rounded, Dots} {
		d.Style, d.Background = style, color.NRGBA{}
		if svg := wellFormed(t, d); strings.Contains(svg, "M0 0h") || strings.Contains(svg, "crispEdges") || !strings.Contains(svg, "a.5.5") {
			t.Errorf("style %d: %.200s", style, svg)
		}
	}
}

func wellFormed(t *testing.T, d *Drawing) string {
	t.Helper()
	svg, err := d.SVG()
	if err != nil {
		t.Fatal(err)
	}
	for dec := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := dec.Token(); errors.Is(err, io.EOF) {
			return svg
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// The cleared square keeps off finders, separators and format in every version.
func TestLogo(t *testing.T) {
	logo := image.NewNRGBA(image.Rect(5, 5, 45, 25))
	for i := range logo.Pix {
		logo.Pix[i] = 0x7f
	}
	for version := 1; version <= 40; version++ {
		for _, scale := range []float64{0.05, 0.2, 0.3} {
			d := drawing(t, "12345", qr.Options{Version: version, Level: qr.H, Mask: 0}, Options{Size: 1024, Margin: 4, Foreground: black, Background: white, Logo: logo, LogoScale: scale})
			n := d.code.Size()
			from := (n - d.cleared) / 2
			if d.cleared%2 != 1 || from < 9 || from+d.cleared > n-9 {
				t.Errorf("version %d scale %g: %d modules are cleared", version, scale, d.cleared)
			}
			box := d.logoBox()
			square := image.Rect(from, from, from+d.cleared, from+d.cleared)
			square = image.Rectangle{square.Min.Mul(d.Module), square.Max.Mul(d.Module)}.Add(image.Pt(d.offset, d.offset))
			if !box.In(square) || box.Dx() < 2*box.Dy()-2 || box.Dx() > 2*box.Dy()+2 {
				t.Errorf("version %d scale %g: the logo is at %v in %v", version, scale, box, square)
			}
			if version > 2 && (float64(box.Dx()) > scale*float64(n*d.Module)+1 || float64(box.Dx()) < scale*float64(n*d.Module)-1) {
				t.Errorf("version %d scale %g: the logo is %d pixels wide", version, scale, box.Dx())
			}
		}
	}
	d := drawing(t, "12345", qr.Options{Level: qr.H}, Options{Size: 210, Foreground: black, Background: white, Logo: logo, LogoScale: 0.3})
	if svg := wellFormed(t, d); !strings.Contains(svg, `href="data:image/png;base64,`) {
		t.Error("no logo in the SVG")
	}
}

// JPEG has no transparency: what lets something through is on white.
func TestJPEG(t *testing.T) {
	for _, pair := range [][2]color.NRGBA{{black, {}}, {{0xff, 0, 0, 0xff}, {0, 0, 0xff, 0x40}}} {
		d := drawing(t, "1", qr.Options{}, Options{Size: 290, Margin: 4, Foreground: pair[0], Background: pair[1]})
		file, err := d.JPEG()
		if err != nil {
			t.Fatal(err)
		}
		img, err := jpeg.Decode(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		r, g, b, _ := img.At(5, 5).RGBA()
		a := uint32(pair[1].A)
		for i, got := range []uint32{r, g, b} {
			want := (uint32([3]uint8{pair[1].R, pair[1].G, pair[1].B}[i])*a + 255*(255-a)) / 255
			if got>>8 > want+4 || got>>8+4 < want {
				t.Errorf("%v is shown as %d,%d,%d", pair[1], r>>8, g>>8, b>>8)
				break
			}
		}
	}
}

func BenchmarkPNG(b *testing.B) {
	text := []byte("https://example.com/item?id=123456789012345&ref=newsletter-2026")[:62]
	for b.Loop() {
		c, err := qr.Encode(text, qr.Options{Level: qr.M, Mask: qr.AnyMask})
		if err != nil {
			b.Fatal(err)
		}
		d, err := New(c, Options{Size: 300, Margin: 4, Foreground: black, Background: white})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := d.PNG(); err != nil {
			b.Fatal(err)
		}
	}
}
