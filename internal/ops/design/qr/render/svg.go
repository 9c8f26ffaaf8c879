package render

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image/color"
	"image/png"
	"strconv"

	"toolcrib/internal/ops/design/picture"
)

// SVG writes the picture as SVG 1.1 in the same places as the pixels of the
// other forms. A logo is embedded as PNG.
func (d *Drawing) SVG() (string, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%[1]d" viewBox="0 0 %[1]d %[1]d"`, d.Size)
	if d.Style == Square {
		b.WriteString(` shape-rendering="crispEdges"`)
	}
	b.WriteString(">")
	if d.Background.A > 0 {
		fmt.Fprintf(&b, `<path d="M0 0h%dv%[1]dh-%[1]dz"%s/>`, d.Size, paint(d.Background))
	}
	fmt.Fprintf(&b, `<path transform="translate(%d %[1]d) scale(%d)"%s d="`, d.offset, d.Module, paint(d.Foreground))
	for y := range d.code.Size() {
		if d.Style == Square {
			d.runs(&b, y)
		} else {
			d.shapes(&b, y)
		}
	}
	b.WriteString(`"/>`)
	if d.Logo != nil {
		if err := d.embedLogo(&b); err != nil {
			return "", err
		}
	}
	b.WriteString("</svg>")
	return b.String(), nil
}

func paint(c color.NRGBA) string {
	fill := fmt.Sprintf(` fill="%s"`, picture.Hex(color.NRGBA{c.R, c.G, c.B, 0xff}))
	if c.A != 0xff {
		fill += ` fill-opacity="` + strconv.FormatFloat(float64(c.A)/255, 'f', 3, 64) + `"`
	}
	return fill
}

// runs draws the dark runs of a row.
func (d *Drawing) runs(b *bytes.Buffer, y int) {
	n := d.code.Size()
	for x := 0; x < n; x++ {
		from := x
		for x < n && d.dark(x, y) {
			x++
		}
		if x > from {
			fmt.Fprintf(b, "M%d %dh%dv1h-%[3]dz", from, y, x-from)
		}
	}
}

// shapes draws the dark modules of a row one by one: from the middle of the
// upper edge around, each corner as an arc or a right angle.
func (d *Drawing) shapes(b *bytes.Buffer, y int) {
	corners := [4]struct{ arc, angle string }{
		{"a.5.5 0 0 1 .5 .5", "h.5v.5"},   // top right
		{"a.5.5 0 0 1-.5 .5", "v.5h-.5"},  // bottom right
		{"a.5.5 0 0 1-.5-.5", "h-.5v-.5"}, // bottom left
		{"a.5.5 0 0 1 .5-.5", "v-.5h.5"},  // top left
	}
	for x := range d.code.Size() {
		if !d.dark(x, y) {
			continue
		}
		fmt.Fprintf(b, "M%d.5 %d", x, y)
		round := d.roundCorners(x, y)
		for i, c := range corners {
			if round[(i+1)%4] {
				b.WriteString(c.arc)
			} else {
				b.WriteString(c.angle)
			}
		}
		b.WriteByte('z')
	}
}

func (d *Drawing) embedLogo(b *bytes.Buffer) error {
	var logo bytes.Buffer
	if err := png.Encode(&logo, d.logo()); err != nil {
		return err
	}
	box := d.logoBox()
	fmt.Fprintf(b, `<image x="%d" y="%d" width="%d" height="%d" href="data:image/png;base64,%s"/>`,
		box.Min.X, box.Min.Y, box.Dx(), box.Dy(), base64.StdEncoding.EncodeToString(logo.Bytes()))
	return nil
}
