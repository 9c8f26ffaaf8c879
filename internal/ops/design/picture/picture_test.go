package picture

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math"
	"testing"
	"time"
)

func TestColour(t *testing.T) {
	for s, want := range map[string]color.NRGBA{
		"#123": {0x11, 0x22, 0x33, 0xff}, "123": {0x11, 0x22, 0x33, 0xff}, "#1234": {0x11, 0x22, 0x33, 0x44}, "AbCdEf": {0xab, 0xcd, 0xef, 0xff},
		"#01020304": {1, 2, 3, 4}, " Red ": {0xff, 0, 0, 0xff}, "rebeccapurple": {0x66, 0x33, 0x99, 0xff}, "transparent": {}, "lightgoldenrodyellow": {0xfa, 0xfa, 0xd2, 0xff},
		"grey": {0x80, 0x80, 0x80, 0xff}, "fade": {0xff, 0xaa, 0xdd, 0xee},
	} {
		if got, err := Colour(s); err != nil || got != want {
			t.Errorf("%q is %v, %v", s, got, err)
		}
	}
	for _, s := range []string{"", "#", "#12", "#12345", "#1234567", "#123456789", "##123", "#gggggg", "+12345", "0x1234", "#1_2", "reddish", "rgb(0,0,0)", "url(x)", "currentcolor"} {
		if got, err := Colour(s); err == nil {
			t.Errorf("%q is %v", s, got)
		}
	}
}

func TestHex(t *testing.T) {
	for want, c := range map[string]color.NRGBA{"#010203": {1, 2, 3, 255}, "#01020304": {1, 2, 3, 4}} {
		if got := Hex(c); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// WCAG 2.2: black on white is 21; #777 on white is 4.48, the well-known failure
// of AA, and #767676 4.54, the lightest grey that passes.
func TestContrast(t *testing.T) {
	white := color.NRGBA{255, 255, 255, 255}
	for c, want := range map[color.NRGBA]float64{{0, 0, 0, 255}: 21, white: 1, {0x77, 0x77, 0x77, 255}: 4.48, {0x76, 0x76, 0x76, 255}: 4.54, {255, 0, 0, 255}: 4.00} {
		if got := Contrast(c, white); math.Abs(got-want) > 0.005 || got != Contrast(white, c) {
			t.Errorf("%v: %v, want %v", c, got, want)
		}
	}
	if got := Over(color.NRGBA{0, 0, 0, 0x80}, white); got != (color.NRGBA{127, 127, 127, 255}) {
		t.Errorf("half black on white is %v", got)
	}
}

func encoded(t testing.TB, kind string, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	err := map[string]func() error{
		"png":  func() error { return png.Encode(&b, img) },
		"jpeg": func() error { return jpeg.Encode(&b, img, nil) },
		"gif":  func() error { return gif.Encode(&b, img, nil) },
	}[kind]()
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestDecode(t *testing.T) {
	for _, kind := range []string{"png", "jpeg", "gif"} {
		file := encoded(t, kind, image.NewGray(image.Rect(0, 0, 30, 20)))
		img, err := Decode(t.Context(), file)
		if err != nil || img.Bounds().Size() != image.Pt(30, 20) {
			t.Errorf("%s: %v", kind, err)
		}
		if _, err := Decode(t.Context(), file[:len(file)*2/3]); !errors.Is(err, ErrBroken) {
			t.Errorf("%s cut short: %v", kind, err)
		}
		if _, err := Decode(t.Context(), file[:9]); !errors.Is(err, ErrBroken) {
			t.Errorf("%s of nine bytes: %v", kind, err)
		}
	}
	for _, file := range []string{"", "GIF", "BM......", "RIFF....WEBP", "<svg/>", "\x89PNG"} {
		if _, err := Decode(t.Context(), []byte(file)); !errors.Is(err, ErrFormat) {
			t.Errorf("%q: %v", file, err)
		}
	}
}

func TestFirstFrame(t *testing.T) {
	frame := func(index uint8) *image.Paletted {
		p := image.NewPaletted(image.Rect(0, 0, 4, 4), color.Palette{color.Black, color.White})
		for i := range p.Pix {
			p.Pix[i] = index
		}
		return p
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, &gif.GIF{Image: []*image.Paletted{frame(1), frame(0)}, Delay: []int{1, 1}}); err != nil {
		t.Fatal(err)
	}
	img, err := Decode(t.Context(), b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if r, _, _, _ := img.At(1, 1).RGBA(); r != 0xffff {
		t.Error("not the first frame")
	}
}

// bomb is a PNG that says it is large, and whose pixels are zeros.
func bomb(t *testing.T, width, height int) []byte {
	t.Helper()
	var b bytes.Buffer
	b.WriteString("\x89PNG\r\n\x1a\n")
	chunk := func(name string, body []byte) {
		head := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
		b.Write(head)
		b.WriteString(name)
		b.Write(body)
		b.Write(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(append([]byte(name), body...))))
	}
	head := binary.BigEndian.AppendUint32(nil, uint32(width))
	head = binary.BigEndian.AppendUint32(head, uint32(height))
	chunk("IHDR", append(head, 8, 0, 0, 0, 0))
	var z bytes.Buffer
	w := zlib.NewWriter(&z)
	if _, err := w.Write(make([]byte, min((width+1)*height, 1<<20))); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	chunk("IDAT", z.Bytes())
	chunk("IEND", nil)
	return b.Bytes()
}

// What is too large is refused by its header: no more is allocated than the
// header takes.
func TestTooLarge(t *testing.T) {
	for _, size := range [][2]int{{4001, 4000}, {100_000, 100_000}, {16_000_001, 1}, {50_000, 50_000}} {
		file := bomb(t, size[0], size[1])
		var large *TooLargeError
		allocated := testing.AllocsPerRun(1, func() {
			if _, err := Decode(t.Context(), file); !errors.As(err, &large) || large.Width != size[0] {
				t.Errorf("%v: %v", size, err)
			}
		})
		if allocated > 200 {
			t.Errorf("%v: %v allocations", size, allocated)
		}
	}
	var large *TooLargeError
	if _, err := Decode(t.Context(), make([]byte, MaxBytes+1)); !errors.As(err, &large) || large.Bytes != MaxBytes+1 {
		t.Errorf("%v", err)
	}
	if img, err := Decode(t.Context(), encoded(t, "png", image.NewGray(image.Rect(0, 0, 4000, 4000)))); err != nil || img.Bounds().Dx() != 4000 {
		t.Errorf("16 million pixels: %v", err)
	}
}

// A progressive JPEG can go over its pixels again with every few bytes.
func TestManyScans(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if _, err := Decode(ctx, manyScans()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

// manyScans is a progressive JPEG of 15 million pixels with scans that each end
// all blocks at once, as many as fit.
func manyScans() []byte {
	file := []byte("\xff\xd8")
	file = append(file, "\xff\xdb\x00\x43\x00"...)
	file = append(file, bytes.Repeat([]byte{1}, 64)...)
	file = append(file, "\xff\xc2\x00\x0b\x08\x0f\x00\x0f\x00\x01\x01\x11\x00"...) // SOF2, 3840 × 3840, one component
	// A Huffman table for AC whose one-bit code is EOB14: 16384 blocks and more.
	file = append(file, "\xff\xc4\x00\x14\x10\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xe0"...)
	for len(file) < MaxBytes-100 {
		file = append(file, "\xff\xda\x00\x08\x01\x01\x00\x01\x3f\x00"...)
		file = append(file, bytes.Repeat([]byte{0}, 30)...)
	}
	return append(file, "\xff\xd9"...)
}

func TestEndOfContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Decode(ctx, encoded(t, "png", image.NewGray(image.Rect(0, 0, 2, 2)))); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func FuzzColour(f *testing.F) {
	f.Add("#fff")
	f.Fuzz(func(t *testing.T, s string) {
		c, err := Colour(s)
		if err != nil {
			return
		}
		if again, err := Colour(Hex(c)); err != nil || again != c {
			t.Fatalf("%q is %v, which is written %s", s, c, Hex(c))
		}
	})
}
