package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"image/color"
	"image/png"
	"io"
	"os"
	"path/filepath"

	"toolcrib/internal/ops/design/card"
	"toolcrib/internal/ops/design/qr"
	"toolcrib/internal/ops/design/qr/read"
	"toolcrib/internal/ops/design/qr/render"
	"toolcrib/internal/ops/design/typeset"
)

// pictureJobs are those whose answers are pictures. The verified QR code is
// decoded from the finished PNG, as the operation does by default.
var pictureJobs = []job{
	{
		name: "qr", title: "QR code, 62 characters, PNG of 300 px", counted: 1, check: checkQR, makeInput: one((*maker).link),
		peers: goQRWriters, nodes: []string{"qrcode png", "qr-image png", "bwip-js png"},
	}, {
		name: "qr-verified", title: "the same, read back", counted: 1, check: checkQR, makeInput: one((*maker).link),
		peers: []contestant{inProcess("gozxing, written and read", gozxingVerified)},
	}, {
		name: "card", title: "social card, 1200 × 630, PNG", counted: 1, check: checkCard, makeInput: (*maker).card,
		peers: []contestant{inProcess("fogleman/gg, no shaping", ggCard)},
		nodes: []string{"napi canvas", "satori resvg", "satori sharp", "vercel og"},
	},
}

const (
	qrSide   = 300 // pixels
	qrMargin = 4   // modules
)

// link is a text of 62 characters, in version 4 at level M.
func (m *maker) link() []byte {
	return []byte("https://example.com/item?id=123456789012345&ref=newsletter-202")
}

func drawQR(in input) (any, error) { return qrPNG(in) }

func qrPNG(in input) ([]byte, error) {
	code, err := qr.Encode(in.bytes[0], qr.Options{Level: qr.M, Mask: qr.AnyMask})
	if err != nil {
		return nil, err
	}
	o := render.Options{Size: qrSide, Margin: qrMargin, Foreground: color.NRGBA{A: 255}, Background: color.NRGBA{255, 255, 255, 255}}
	d, err := render.New(code, o)
	if err != nil {
		return nil, err
	}
	return d.PNG()
}

var errNotRead = errors.New("the picture does not read back")

func drawVerifiedQR(in input) (any, error) {
	file, err := qrPNG(in)
	if err != nil {
		return nil, err
	}
	img, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	codes, err := read.All(context.Background(), img)
	if err == nil && (len(codes) != 1 || !bytes.Equal(codes[0].Bytes, in.bytes[0])) {
		err = errNotRead
	}
	return file, err
}

// cardInput is a card as peers are told it. Places and sizes, in pixels, and
// colours are those that our template finds for the texts.
type cardInput struct {
	Title    string  `json:"title"`
	Subtitle string  `json:"subtitle"`
	Width    int     `json:"width"`
	Height   int     `json:"height"`
	TitlePx  float64 `json:"titlePx"`
	DeckPx   float64 `json:"subtitlePx"`
	Left     float64 `json:"left"`
	Inner    float64 `json:"inner"` // width of lines
	Edge     float64 `json:"edge"`  // width of the coloured edge
	Ground   string  `json:"ground"`
	Ink      string  `json:"ink"`
	Muted    string  `json:"muted"`
	Panel    string  `json:"panel"`
}

// card is the texts of a card, and the fonts that everybody draws them with.
func (m *maker) card(o options) ([][]byte, error) {
	c := cardInput{
		Title: "Metered utilities for every developer", Subtitle: "One key, sixty operations, and a bill that you can check.",
		Width: 1200, Height: 630, DeckPx: 32, Edge: 16, Ground: "#ffffff", Ink: "#10131c", Muted: "#565d6d", Panel: "#2647e0",
	}
	ours, err := c.render()
	if err != nil {
		return nil, err
	}
	c.TitlePx, c.Left, c.Inner = ours.TitleSize, ours.SafeArea.X, ours.SafeArea.Width
	text, err := json.Marshal(c)
	files := [][]byte{text}
	for _, name := range []string{"NotoSans-Regular", "NotoSans-Bold"} {
		var font []byte
		if err == nil {
			font, err = unpacked(filepath.Join(o.fonts, name+".ttf.gz"))
		}
		files = append(files, font)
	}
	return files, err
}

func unpacked(file string) ([]byte, error) {
	packed, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

var embedded = typeset.Embedded()

func (c *cardInput) render() (*card.Result, error) {
	return card.Render(context.Background(), card.Card{
		Title: c.Title, Subtitle: c.Subtitle, Template: card.Basic, Width: c.Width, Height: c.Height, Scale: 1, Format: card.PNG,
	}, embedded)
}

func drawCard(in input) (any, error) {
	var c cardInput
	if err := json.Unmarshal(in.bytes[0], &c); err != nil {
		return nil, err
	}
	r, err := c.render()
	if err != nil {
		return nil, err
	}
	return r.Body, nil
}
