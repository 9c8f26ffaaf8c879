package main

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"sync"

	"github.com/boombuler/barcode"
	boombuler "github.com/boombuler/barcode/qr"
	"github.com/fogleman/gg"
	"github.com/golang/freetype/truetype"
	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
	skip2 "github.com/skip2/go-qrcode"
	rsc "rsc.io/qr"
)

// What one draws in Go without us.

var goQRWriters = []contestant{
	inProcess("rsc.io/qr", rscQR),
	inProcess("boombuler/barcode", boombulerQR),
	inProcess("gozxing", func(in input) (any, error) { return gozxingQR(in) }),
	inProcess("skip2/go-qrcode", func(in input) (any, error) { return skip2.Encode(in.texts[0], skip2.Medium, qrSide) }),
}

// rscQR has whole pixels and no border: 7 px for each of 41 modules.
func rscQR(in input) (any, error) {
	code, err := rsc.Encode(in.texts[0], rsc.M)
	if err != nil {
		return nil, err
	}
	code.Scale = qrSide / (code.Size + 2*qrMargin)
	return code.PNG(), nil
}

func boombulerQR(in input) (any, error) {
	code, err := boombuler.Encode(in.texts[0], boombuler.M, boombuler.Auto)
	if err != nil {
		return nil, err
	}
	scaled, err := barcode.Scale(code, qrSide, qrSide)
	if err != nil {
		return nil, err
	}
	return encodePNG(scaled)
}

func encodePNG(img image.Image) ([]byte, error) {
	var b bytes.Buffer
	err := png.Encode(&b, img)
	return b.Bytes(), err
}

func gozxingQR(in input) ([]byte, error) {
	hints := map[gozxing.EncodeHintType]any{gozxing.EncodeHintType_ERROR_CORRECTION: "M", gozxing.EncodeHintType_MARGIN: qrMargin}
	modules, err := qrcode.NewQRCodeWriter().Encode(in.texts[0], gozxing.BarcodeFormat_QR_CODE, qrSide, qrSide, hints)
	if err != nil {
		return nil, err
	}
	return encodePNG(modules)
}

// gozxingVerified reads its own picture back with the reader beside the writer.
func gozxingVerified(in input) (any, error) {
	file, err := gozxingQR(in)
	if err != nil {
		return nil, err
	}
	img, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	bitmap, err := gozxing.NewBinaryBitmapFromImage(img)
	if err != nil {
		return nil, err
	}
	result, err := qrcode.NewQRCodeReader().DecodeWithoutHints(bitmap)
	if err == nil && result.GetText() != in.texts[0] {
		err = errNotRead
	}
	return file, err
}

// ggFonts are parsed once, as ours are.
var ggFonts struct {
	sync.Once
	regular, bold *truetype.Font
	err           error
}

func ggCard(in input) (any, error) {
	var c cardInput
	if err := json.Unmarshal(in.bytes[0], &c); err != nil {
		return nil, err
	}
	f := &ggFonts
	f.Do(func() {
		if f.regular, f.err = truetype.Parse(in.bytes[1]); f.err == nil {
			f.bold, f.err = truetype.Parse(in.bytes[2])
		}
	})
	if f.err != nil {
		return nil, f.err
	}
	dc := gg.NewContext(c.Width, c.Height)
	dc.SetHexColor(c.Ground)
	dc.Clear()
	dc.SetHexColor(c.Panel)
	dc.DrawRectangle(0, 0, c.Edge, float64(c.Height))
	dc.Fill()
	const leading = 1.1 // font heights
	y := float64(c.Height) / 4
	for _, t := range []struct {
		text, colour string
		font         *truetype.Font
		size         float64
	}{{c.Title, c.Ink, f.bold, c.TitlePx}, {c.Subtitle, c.Muted, f.regular, c.DeckPx}} {
		dc.SetFontFace(truetype.NewFace(t.font, &truetype.Options{Size: t.size}))
		dc.SetHexColor(t.colour)
		dc.DrawStringWrapped(t.text, c.Left, y, 0, 0, c.Inner, leading, gg.AlignLeft)
		y += leading * dc.FontHeight() * float64(len(dc.WordWrap(t.text, c.Inner)))
	}
	var b bytes.Buffer
	err := dc.EncodePNG(&b)
	return b.Bytes(), err
}
