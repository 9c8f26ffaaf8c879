package read_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"math"
	"testing"

	"toolcrib/internal/ops/design/qr"
	"toolcrib/internal/ops/design/qr/read"
	"toolcrib/internal/ops/design/qr/render"

	scale "golang.org/x/image/draw"
	"golang.org/x/image/math/f64"
)

var (
	black = color.NRGBA{A: 0xff}
	white = color.NRGBA{0xff, 0xff, 0xff, 0xff}
)

func picture(t testing.TB, text string, code qr.Options, look render.Options) image.Image {
	t.Helper()
	c, err := qr.Encode([]byte(text), code)
	if err != nil {
		t.Fatal(err)
	}
	if look.Foreground == look.Background {
		look.Foreground, look.Background = black, white
	}
	d, err := render.New(c, look)
	if err != nil {
		t.Fatal(err)
	}
	return d.Picture()
}

func all(t testing.TB, img image.Image) []read.Code {
	t.Helper()
	codes, err := read.All(context.Background(), img)
	if err != nil {
		t.Fatal(err)
	}
	return codes
}

func one(t testing.TB, img image.Image, want string) read.Code {
	t.Helper()
	codes := all(t, img)
	if len(codes) != 1 || codes[0].Text != want {
		t.Fatalf("read %+v, want %q", codes, want)
	}
	return codes[0]
}

// warped is a picture under an affine map about its middle, on white, with
// smooth edges.
func warped(src image.Image, a, b, c, d float64, width, height int) image.Image {
	dst := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(dst, dst.Bounds(), image.White, image.Point{}, draw.Src)
	mid := float64(src.Bounds().Dx()) / 2
	m := f64.Aff3{a, b, float64(width)/2 - a*mid - b*mid, c, d, float64(height)/2 - c*mid - d*mid}
	scale.BiLinear.Transform(dst, m, src, src.Bounds(), draw.Src, nil)
	return dst
}

func TestTurned(t *testing.T) {
	src := picture(t, "https://example.com/turned", qr.Options{Level: qr.M, Mask: qr.AnyMask}, render.Options{Size: 300, Margin: 4})
	for degrees := 0; degrees < 360; degrees += 11 {
		sin, cos := math.Sincos(float64(degrees) * math.Pi / 180)
		one(t, warped(src, cos, -sin, sin, cos, 460, 470), "https://example.com/turned")
	}
}

func TestScaledSheared(t *testing.T) {
	for _, version := range []int{1, 2, 6, 7, 14, 25, 40} {
		src := picture(t, "scaled", qr.Options{Version: version, Mask: qr.AnyMask}, render.Options{Size: 4 * (25 + 4*version), Margin: 4})
		side := src.Bounds().Dx()
		for _, factor := range []float64{0.63, 0.9, 1.37, 2.2} {
			n := int(float64(side)*factor) + 20
			one(t, warped(src, factor, 0, 0, factor, n, n), "scaled")
		}
		one(t, warped(src, 1, 0.08, 0, 1, side*5/4, side*5/4), "scaled")
		one(t, warped(src, 1, 0, 0.05, 0.94, side*5/4, side*5/4), "scaled")
	}
}

// A sheet that is seen from the side: the far edge is shorter than the near one,
// so that only the alignment pattern tells where the fourth corner is.
func TestPerspective(t *testing.T) {
	for _, version := range []int{2, 5, 10} {
		src := picture(t, "from the side", qr.Options{Version: version, Level: qr.M, Mask: qr.AnyMask}, render.Options{Size: 8 * (25 + 4*version), Margin: 4})
		side := src.Bounds().Dx()
		dst := image.NewGray(image.Rect(0, 0, side, side))
		for y := range side {
			for x := range side {
				// One point is w = 1 + 0.08·y/side times as near as those at the top.
				fy := float64(y) / float64(side)
				w := 1 + 0.08*fy
				sx, sy := (float64(x)-float64(side)/2)/w+float64(side)/2, float64(y)*1.08/w
				dst.Set(x, y, src.At(min(max(int(sx), 0), side-1), min(int(sy), side-1)))
			}
		}
		one(t, dst, "from the side")
	}
}

func TestCorners(t *testing.T) {
	src := picture(t, "1", qr.Options{Mask: 0}, render.Options{Size: 290, Margin: 4}) // modules of 10 pixels
	want := [4]image.Point{{40, 40}, {250, 40}, {250, 250}, {40, 250}}
	got := one(t, src, "1").Corners
	for i := range want {
		if d := got[i].Sub(want[i]); max(d.X, -d.X, d.Y, -d.Y) > 3 {
			t.Fatalf("corners %v, want %v", got, want)
		}
	}
}

func TestMirroredAndInverted(t *testing.T) {
	src := picture(t, "mirror", qr.Options{Version: 3, Mask: 2}, render.Options{Size: 300, Margin: 4})
	if c := one(t, warped(src, -1, 0, 0, 1, 320, 320), "mirror"); !c.Mirrored || c.Corners[0].X < c.Corners[1].X {
		t.Errorf("%+v", c)
	}
	if c := one(t, picture(t, "inverse", qr.Options{}, render.Options{Size: 200, Margin: 4, Foreground: white, Background: black}), "inverse"); c.Mirrored {
		t.Error("is not mirrored")
	}
}

func TestTransparent(t *testing.T) {
	for _, ink := range []color.NRGBA{black, white} {
		one(t, picture(t, "ink", qr.Options{}, render.Options{Size: 200, Margin: 4, Foreground: ink, Background: color.NRGBA{}}), "ink")
	}
}

func TestContrast(t *testing.T) {
	grey := func(v uint8) color.NRGBA { return color.NRGBA{v, v, v, 0xff} }
	one(t, picture(t, "pale", qr.Options{}, render.Options{Size: 200, Margin: 4, Foreground: grey(120), Background: grey(150)}), "pale")
	if codes := all(t, picture(t, "pale", qr.Options{}, render.Options{Size: 200, Margin: 4, Foreground: grey(120), Background: grey(135)})); len(codes) > 0 {
		t.Errorf("%+v", codes)
	}
}

// A shadow over half of the picture.
func TestShadow(t *testing.T) {
	src := picture(t, "in the shade", qr.Options{Level: qr.M}, render.Options{Size: 400, Margin: 4})
	img := image.NewGray(src.Bounds())
	for y := range 400 {
		for x := range 400 {
			light := 255 - 200*x/400
			if src.At(x, y) == color.Color(black) {
				light /= 3
			}
			img.Pix[y*img.Stride+x] = uint8(light)
		}
	}
	one(t, img, "in the shade")
}

func TestSeveral(t *testing.T) {
	sheet := image.NewRGBA(image.Rect(0, 0, 900, 620))
	draw.Draw(sheet, sheet.Bounds(), image.White, image.Point{}, draw.Src)
	for i, text := range []string{"one", "two", "two", "four", "five", "six"} {
		code := picture(t, text, qr.Options{Version: 1 + i, Level: qr.Q, Mask: qr.AnyMask}, render.Options{Size: 280, Margin: 4})
		at := image.Pt(i%3*300+5, i/3*310+5)
		draw.Draw(sheet, code.Bounds().Add(at), code, image.Point{}, draw.Src)
	}
	codes := all(t, sheet)
	texts := ""
	for _, c := range codes {
		texts += c.Text + " "
	}
	if len(codes) != 6 {
		t.Errorf("read %s", texts)
	}
}

// Modules that are lost are restored, up to what the level promises.
func TestDamage(t *testing.T) {
	src := picture(t, "https://example.com/damage", qr.Options{Level: qr.H, Mask: qr.AnyMask}, render.Options{Size: 410, Margin: 4}).(*image.Paletted)
	for y := 170; y < 240; y++ {
		for x := 170; x < 240; x++ {
			src.Pix[y*src.Stride+x] = uint8((x/7 + y/7) % 2 * 15)
		}
	}
	one(t, src, "https://example.com/damage")
}

func TestLarge(t *testing.T) {
	one(t, picture(t, "large", qr.Options{}, render.Options{Size: 4096, Margin: 4}), "large")
	// A small code in a large picture shows only in full size.
	sheet := image.NewGray(image.Rect(0, 0, 4000, 4000))
	draw.Draw(sheet, sheet.Bounds(), image.White, image.Point{}, draw.Src)
	code := picture(t, "small", qr.Options{}, render.Options{Size: 58, Margin: 4})
	draw.Draw(sheet, code.Bounds().Add(image.Pt(3001, 2003)), code, image.Point{}, draw.Src)
	one(t, sheet, "small")
}

func TestNothing(t *testing.T) {
	for _, img := range []image.Image{
		image.NewRGBA(image.Rect(0, 0, 1, 1)), image.NewGray(image.Rect(0, 0, 500, 3)), image.NewGray(image.Rect(0, 0, 0, 0)),
	} {
		if codes := all(t, img); len(codes) > 0 {
			t.Errorf("%+v", codes)
		}
	}
}

// A page of finder patterns: what is tried is bounded.
func TestManyFinders(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 1500, 1500))
	for i := range img.Pix {
		x, y := i%1500%9, i/1500%9
		ring := min(x, y, 6-x, 6-y)
		img.Pix[i] = 255
		if ring == 0 || ring >= 2 {
			img.Pix[i] = 0
		}
	}
	if codes := all(t, img); len(codes) > 0 {
		t.Errorf("%+v", codes)
	}
}

func TestEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	img := picture(t, "x", qr.Options{}, render.Options{Size: 100, Margin: 4})
	if _, err := read.All(ctx, img); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func FuzzAll(f *testing.F) {
	f.Add([]byte{0, 255}, 21)
	img := picture(f, "seed", qr.Options{}, render.Options{Size: 42, Margin: 2}).(*image.Paletted)
	f.Add(img.Pix, 42)
	f.Fuzz(func(t *testing.T, pix []byte, width int) {
		if width < 1 || width > 400 || len(pix) > 160000 {
			return
		}
		g := image.NewGray(image.Rect(0, 0, width, len(pix)/width))
		for i := range g.Pix {
			g.Pix[i] = pix[i] * 17 // the seed has 16 shades
		}
		for _, c := range all(t, g) {
			if c.Version < 1 || c.Version > 40 || bytes.Contains([]byte(c.Text), []byte{0xff}) {
				t.Fatalf("%+v", c)
			}
		}
	})
}

func BenchmarkAll(b *testing.B) {
	img := picture(b, "https://example.com/item?id=123456789012345&ref=newsletter-202", qr.Options{Level: qr.M, Mask: qr.AnyMask}, render.Options{Size: 300, Margin: 4})
	for b.Loop() {
		one(b, img, "https://example.com/item?id=123456789012345&ref=newsletter-202")
	}
}
