package main

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os/exec"
)

// checkQR wants a PNG that zbar reads as the text. What it is smaller than
// asked for, and a quiet zone below the standard's four modules, are remarked.
func checkQR(in input, answer []byte) (string, error) {
	img, err := png.Decode(bytes.NewReader(answer))
	if err != nil {
		return "", err
	}
	cmd := exec.Command("zbarimg", "--quiet", "--raw", "--oneshot", "-Sdisable", "-Sqrcode.enable", "-")
	cmd.Stdin = bytes.NewReader(answer)
	text, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("zbarimg: %w", err)
	}
	if got := string(bytes.TrimSuffix(text, []byte("\n"))); got != in.texts[0] {
		return "", fmt.Errorf("it says %q", got)
	}
	side, box := img.Bounds().Dx(), darkBox(img)
	module := finderWidth(img, box.Min) / 7
	remark := fmt.Sprintf("version %d, %d bytes", versionOf(box.Dx()/module), len(answer))
	if side != qrSide {
		remark += fmt.Sprintf(", %d px", side)
	}
	if zone := box.Min.X / module; zone < qrMargin {
		remark += fmt.Sprintf(", quiet zone of %d modules", zone)
	}
	return remark, nil
}

func versionOf(modules int) int { return (modules - 17) / 4 }

func isDark(c color.Color) bool { return color.GrayModel.Convert(c).(color.Gray).Y < 128 }

// darkBox holds all dark pixels: those of the symbol.
func darkBox(img image.Image) (box image.Rectangle) {
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			if isDark(img.At(x, y)) {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}

// finderWidth is the pixels of the dark run from the corner of a symbol, which
// is seven modules.
func finderWidth(img image.Image, corner image.Point) (n int) {
	for isDark(img.At(corner.X+n, corner.Y)) {
		n++
	}
	return n
}

// checkCard wants a PNG of the size asked for with a coloured edge, and beside
// it ink on the ground as texts leave it.
func checkCard(in input, answer []byte) (string, error) {
	img, err := png.Decode(bytes.NewReader(answer))
	if err != nil {
		return "", err
	}
	if got := img.Bounds().Size(); got != image.Pt(1200, 630) {
		return "", fmt.Errorf("%d × %d pixels", got.X, got.Y)
	}
	const edge = 16
	if r, _, b, _ := img.At(edge/2, edge).RGBA(); b < 2*r {
		return "", errors.New("no edge in its colour")
	}
	ink := 0
	for y := range 630 {
		for x := edge; x < 1200; x++ {
			if isDark(img.At(x, y)) {
				ink++
			}
		}
	}
	if share := float64(ink) / (1200 * 630); share < 0.03 || share > 0.12 {
		return "", fmt.Errorf("%.1f %% of it is dark", 100*share)
	}
	return fmt.Sprintf("%d kB", (len(answer)+500)/1000), nil
}
