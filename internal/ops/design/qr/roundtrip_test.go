package qr_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"toolcrib/internal/ops/design/qr"
	"toolcrib/internal/ops/design/qr/read"
	"toolcrib/internal/ops/design/qr/render"
)

// trial is a code in a picture, and what it must read as.
type trial struct {
	text []byte
	code *qr.Code
	look render.Options
	file []byte
}

func (c *trial) String() string {
	return fmt.Sprintf("%d bytes in version %d level %s mask %d, %d px a side, margin %d, style %d",
		len(c.text), c.code.Version, c.code.Level, c.code.Mask, c.look.Size, c.look.Margin, c.look.Style)
}

// alphabets are what texts are drawn from: digits, alphanumerics, bytes, UTF-8.
var alphabets = [][]string{
	{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"},
	{"A", "B", "Z", "0", "7", " ", "$", "%", "*", "+", "-", ".", "/", ":"},
	{"a", "z", "\x00", "\xff", "\x80", "~", "\n", ";", "9", "A"},
	{"é", "ह", "€", "👋", "漢", "x"},
}

// drawText makes a text of some bytes of one alphabet, or of all in turn.
func drawText(r *rand.Rand, size int) (text []byte) {
	for which := r.IntN(len(alphabets) + 1); len(text) < size; {
		alphabet := alphabets[r.IntN(len(alphabets))]
		if which < len(alphabets) {
			alphabet = alphabets[which]
		}
		text = append(text, alphabet[r.IntN(len(alphabet))]...)
	}
	return text[:size]
}

var (
	black = color.NRGBA{A: 0xff}
	white = color.NRGBA{0xff, 0xff, 0xff, 0xff}
)

// drawTrial makes trial i: every version comes with every level and mask, but a
// third of the trials take the smallest version; text and sizes are drawn.
func drawTrial(t *testing.T, r *rand.Rand, i int) *trial {
	t.Helper()
	o := qr.Options{Version: 1 + i%40, Level: qr.Level(i / 40 % 4), Mask: i/160%9 - 1}
	var full *qr.CapacityError
	if _, err := qr.Encode(make([]byte, 3000), o); !errors.As(err, &full) {
		t.Fatal(err)
	}
	c := &trial{text: drawText(r, 1+r.IntN(full.MaxBytes-1))}
	o.UTF8 = i%4 == 0 && utf8.Valid(c.text) && len(c.text) < full.MaxBytes-2
	if (i+i/1440)%3 == 0 { // 1440 trials are a round of all combinations
		o.Version = 0
	}
	var err error
	if c.code, err = qr.Encode(c.text, o); err != nil {
		t.Fatal(err)
	}
	c.look = render.Options{Foreground: black, Background: white, Margin: 2 + r.IntN(6)}
	across, most := c.code.Size()+2*c.look.Margin, 5
	if c.code.Size() > 57 {
		most = 2 // the pictures would take long
	}
	c.look.Size = max(32, across*(2+r.IntN(most-1))+r.IntN(across/2))
	return c
}

func (c *trial) png(t *testing.T) *trial {
	t.Helper()
	d, err := render.New(c.code, c.look)
	if err == nil {
		c.file, err = d.PNG()
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// readByZbar has Debian's zbar read pictures. It writes what it reads one after
// the other, without separators.
func readByZbar(t *testing.T, list []*trial) {
	t.Helper()
	if _, err := exec.LookPath("zbarimg"); err != nil {
		t.Fatal("zbarimg is missing, the independent reader of codes: apt-get install zbar-tools")
	}
	dir := t.TempDir()
	args := []string{"--raw", "--quiet", "--nodbus", "-Sdisable", "-Sqrcode.enable", "-Sbinary"}
	for i, c := range list {
		name := fmt.Sprint(i)
		if err := os.WriteFile(filepath.Join(dir, name), c.file, 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, name)
	}
	cmd := exec.CommandContext(t.Context(), "zbarimg", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil && len(out) == 0 {
		t.Fatal(err)
	}
	for _, c := range list {
		var ok bool
		if out, ok = bytes.CutPrefix(out, c.text); !ok {
			t.Errorf("zbar does not read %v", c)
		}
	}
	if len(out) > 0 {
		t.Errorf("zbar reads %d bytes more", len(out))
	}
}

// readByUs reads the picture with the reader beside this package, which shares
// no table with the writer.
func readByUs(t *testing.T, c *trial) {
	t.Helper()
	img, _, err := image.Decode(bytes.NewReader(c.file))
	if err != nil {
		t.Fatal(err)
	}
	codes, err := read.All(t.Context(), img)
	if err != nil || len(codes) != 1 {
		t.Errorf("%v: %d codes, %v", c, len(codes), err)
		return
	}
	got := codes[0]
	if !bytes.Equal(got.Bytes, c.text) || got.Version != c.code.Version || got.Level != c.code.Level.String() || got.Mask != c.code.Mask || got.Mirrored {
		t.Errorf("%v is read as version %d level %s mask %d, %d bytes", c, got.Version, got.Level, got.Mask, len(got.Bytes))
	}
}

// 3,200 payloads: each of the 40 versions with each level and mask, and with the
// automatic one, read back by zbar and by our own reader.
func TestReadBack(t *testing.T) {
	r := rand.New(rand.NewPCG(18004, 2015))
	const batch = 320
	for start := 0; start < 3200; start += batch {
		var list []*trial
		for i := start; i < start+batch; i++ {
			c := drawTrial(t, r, i).png(t)
			readByUs(t, c)
			list = append(list, c)
		}
		readByZbar(t, list)
	}
}

// Forms, colours, JPEG and logos. zbar 0.23 looks for every alignment pattern,
// and loses its way where a logo is in the place of one; such codes are answered
// with a warning, and read by our own reader only.
func TestStylesAreReadBack(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	logo := image.NewNRGBA(image.Rect(0, 0, 90, 60))
	for i := range logo.Pix {
		logo.Pix[i] = uint8(r.UintN(256))
	}
	colours := [][2]color.NRGBA{
		{black, white}, {{0x12, 0x34, 0x80, 0xff}, {0xff, 0xf0, 0xd0, 0xff}}, {{0xa0, 0, 0, 0xff}, white}, {{0, 0, 0, 0xc0}, {0xff, 0xff, 0xff, 0x80}},
	}
	var list []*trial
	for i := range 240 {
		c := &trial{text: drawText(r, 1+r.IntN(120))}
		o := qr.Options{Level: qr.Level(i % 4), Mask: qr.AnyMask}
		pair := colours[i/6%len(colours)]
		c.look = render.Options{Foreground: pair[0], Background: pair[1], Margin: 4, Style: render.Style(i % 3), Size: 300 + r.IntN(300)}
		if i%5 == 0 {
			o.Level, c.look.Logo, c.look.LogoScale = qr.H, logo, 0.05+r.Float64()/4
		}
		var err error
		if c.code, err = qr.Encode(c.text, o); err != nil {
			t.Fatal(err)
		}
		d, err := render.New(c.code, c.look)
		if err != nil {
			t.Fatal(err)
		}
		if i%2 == 0 {
			c.file, err = d.JPEG()
		} else {
			c.file, err = d.PNG()
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := png.DecodeConfig(bytes.NewReader(c.file)); err != nil && i%2 == 1 {
			t.Fatal(err)
		}
		readByUs(t, c)
		if !d.HidesAlignment() {
			list = append(list, c)
		}
	}
	if len(list) < 200 {
		t.Errorf("only %d pictures are left for zbar", len(list))
	}
	readByZbar(t, list)
}
