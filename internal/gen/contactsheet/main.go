// Contactsheet draws every template of the social cards in four scripts, light
// and dark, into one PNG, to be looked at:
//
//	go run ./internal/gen/contactsheet sheet.png
package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"

	"golang.org/x/image/draw"

	"toolcrib/internal/ops/design/card"
	"toolcrib/internal/ops/design/typeset"
)

// The sheet: cards of 1200 × 630 are shown at this width, with a gap.
const (
	shown = 600
	tall  = shown * 630 / 1200
	gap   = 20
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: contactsheet FILE.png")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "contactsheet:", err)
		os.Exit(1)
	}
}

func write(name string) error {
	sheet, err := draws()
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := png.Encode(&out, sheet); err != nil {
		return err
	}
	return os.WriteFile(name, out.Bytes(), 0o644)
}

// draws fills the sheet: a row for each template, a pair of columns for each
// script.
func draws() (image.Image, error) {
	columns, rows := 2*len(scripts), len(card.Templates)
	sheet := image.NewRGBA(image.Rect(0, 0, columns*(shown+gap)+gap, rows*(tall+gap)+gap))
	draw.Draw(sheet, sheet.Rect, image.NewUniform(color.NRGBA{0x8a, 0x8f, 0x98, 0xff}), image.Point{}, draw.Src)
	fonts := typeset.Embedded()
	for row, template := range card.Templates {
		for column := range columns {
			c := scripts[column/2][template]
			c.Template, c.Dark = template, column%2 == 1
			c.Width, c.Height, c.Scale, c.Format = 1200, 630, 1, card.PNG
			if c.Author != "" && template != card.Event {
				c.Avatar = portrait()
			}
			r, err := card.Render(context.Background(), c, fonts)
			if err != nil {
				return nil, err
			}
			for _, w := range r.Warnings {
				fmt.Fprintf(os.Stderr, "%s, %q: %s: %s\n", template, c.Title, w.Code, w.Message)
			}
			drawn, err := png.Decode(bytes.NewReader(r.Body))
			if err != nil {
				return nil, err
			}
			at := image.Pt(gap+column*(shown+gap), gap+row*(tall+gap))
			draw.CatmullRom.Scale(sheet, image.Rectangle{at, at.Add(image.Pt(shown, tall))}, drawn, drawn.Bounds(), draw.Src, nil)
		}
	}
	return sheet, nil
}

// portrait stands for a face.
func portrait() image.Image {
	img := image.NewRGBA(image.Rect(0, 0, 96, 96))
	for y := range 96 {
		for x := range 96 {
			img.SetRGBA(x, y, color.RGBA{uint8(90 + x), uint8(120 + y/2), uint8(190 - y/2), 0xff})
		}
	}
	return img
}
