package design

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/design/picture"
	"toolcrib/internal/ops/design/qr/read"
	"toolcrib/internal/ops/design/qr/render"
)

// reads decodes a finished picture and compares what it says with the content.
// It starts from the bytes that will be answered; only of an SVG it starts from
// the same drawing in pixels.
func reads(ctx context.Context, answer op.Image, d *render.Drawing, content []byte) (bool, error) {
	var img image.Image
	var err error
	switch answer.ContentType {
	case "image/png":
		img, err = png.Decode(bytes.NewReader(answer.Body))
	case "image/jpeg":
		img, err = jpeg.Decode(bytes.NewReader(answer.Body))
	case "image/svg+xml":
		img = d.Picture()
	default:
		img = fromText(string(answer.Body))
	}
	if err != nil {
		return false, err
	}
	codes, err := read.All(ctx, img)
	return len(codes) == 1 && bytes.Equal(codes[0].Bytes, content), err
}

// cell is the pixels on a side of a module of a text.
const cell = 3

// fromText makes pixels of half blocks or of lines of digits.
func fromText(text string) image.Image {
	lines := strings.Split(text, "\n")
	width := len([]rune(lines[0]))
	img := image.NewPaletted(image.Rect(0, 0, cell*width, 2*cell*len(lines)), color.Palette{color.White, color.Black})
	rows := 0
	row := func(line []rune, dark string) {
		for x, r := range line {
			if !strings.ContainsRune(dark, r) {
				continue
			}
			for i := range cell * cell {
				img.SetColorIndex(cell*x+i%cell, cell*rows+i/cell, 1)
			}
		}
		rows++
	}
	for _, line := range lines {
		if strings.ContainsAny(text, "01") {
			row([]rune(line), "1")
			continue
		}
		row([]rune(line), "█▀")
		row([]rune(line), "█▄")
	}
	return img
}

// notScannable refuses a picture that was not read back, and says what is
// likeliest to blame.
func (in *QRCodeIn) notScannable(d *render.Drawing) error {
	field, hint := "verify", "send verify false to have it all the same"
	dark := picture.Over(in.Dark, picture.Over(in.Light, whiteGround))
	switch contrast := picture.Contrast(dark, picture.Over(in.Light, whiteGround)); {
	case contrast < scanContrast:
		field, hint = "foreground", "send colours of more contrast"
	case in.LogoBase64 != nil:
		field, hint = "logo_base64", "send a smaller logo_scale, or a logo without patterns"
	case d.Module < scanPixels:
		field, hint = "size", "send a larger size"
	}
	e := &op.Invalid{}
	e.Add(field, NotScannable, "the finished picture was decoded and does not read back").Hint = hint
	return e
}
