package card

import (
	"bytes"
	"encoding/base64"
	"image/color"
	"image/png"
	"strconv"

	"toolcrib/internal/ops/design/picture"
)

// svg writes the scene. Nothing in it is the caller's but the title, escaped,
// and pictures, encoded anew.
func (s *scene) svg(scale int, title string) ([]byte, error) {
	w := &svgWriter{}
	width, height := int(s.width), int(s.height)
	w.text(`<svg xmlns="http://www.w3.org/2000/svg" width="`, strconv.Itoa(width*scale), `" height="`, strconv.Itoa(height*scale),
		`" viewBox="0 0 `, strconv.Itoa(width), ` `, strconv.Itoa(height), `" role="img"><title>`, escape(title), `</title>`)
	for i, m := range s.marks {
		switch {
		case m.ground != nil:
			w.ground(s, m.ground)
		case m.picture != nil:
			if err := w.picture(m.picture, "p"+strconv.Itoa(i)); err != nil {
				return nil, err
			}
		default:
			w.text(`<path`)
			w.fill("fill", m.colour)
			w.text(` d="`)
			w.path(m.shape)
			w.text(`"/>`)
		}
	}
	w.text("</svg>\n")
	return w.Bytes(), nil
}

type svgWriter struct{ bytes.Buffer }

func (w *svgWriter) text(parts ...string) {
	for _, p := range parts {
		w.WriteString(p)
	}
}

// fill writes a colour as attributes.
func (w *svgWriter) fill(name string, c color.NRGBA) {
	opaque := c
	opaque.A = 0xff
	w.text(` `, name, `="`, picture.Hex(opaque), `"`)
	if c.A != 0xff {
		opacity := map[string]string{"fill": "fill-opacity", "stop-color": "stop-opacity"}[name]
		w.text(` `, opacity, `="`, strconv.FormatFloat(float64(c.A)/255, 'f', 3, 64), `"`)
	}
}

func (w *svgWriter) ground(s *scene, b *Background) {
	if len(b.Colors) == 1 {
		w.text(`<rect width="100%" height="100%"`)
		w.fill("fill", b.Colors[0])
		w.text(`/>`)
		return
	}
	x1, y1, x2, y2 := b.line(s.width, s.height)
	w.text(`<linearGradient id="g" gradientUnits="userSpaceOnUse"`)
	for i, v := range []float64{x1, y1, x2, y2} {
		w.text(` `, []string{"x1", "y1", "x2", "y2"}[i], `="`)
		w.number(v)
		w.text(`"`)
	}
	w.text(`>`)
	for i, c := range b.Colors {
		w.text(`<stop offset="`)
		w.number(float64(i) / float64(len(b.Colors)-1))
		w.text(`"`)
		w.fill("stop-color", c)
		w.text(`/>`)
	}
	w.text(`</linearGradient><rect width="100%" height="100%" fill="url(#g)"/>`)
}

// pictureScale is how many pixels a px of a picture in an SVG has.
const pictureScale = 2

func (w *svgWriter) picture(p *placedPicture, id string) error {
	box := p.pixels(pictureScale)
	var body bytes.Buffer
	if err := png.Encode(&body, p.fitted(box.Size())); err != nil {
		return err
	}
	w.text(`<clipPath id="`, id, `"><path d="`)
	w.path(rounded(p.box, p.radius))
	w.text(`"/></clipPath><image clip-path="url(#`, id, `)"`)
	for i, v := range []int{box.Min.X, box.Min.Y, box.Dx(), box.Dy()} {
		w.text(` `, []string{"x", "y", "width", "height"}[i], `="`)
		w.number(float64(v) / pictureScale)
		w.text(`"`)
	}
	w.text(` href="data:image/png;base64,`, base64.StdEncoding.EncodeToString(body.Bytes()), `"/>`)
	return nil
}

var verbLetters = [...]string{moveTo: "M", lineTo: "L", quadTo: "Q", cubeTo: "C", closePath: "Z"}

func (w *svgWriter) path(p *path) {
	p.each(func(v verb, at []float32) {
		w.text(verbLetters[v])
		for i, x := range at {
			if i > 0 {
				w.WriteByte(' ')
			}
			w.number(float64(x))
		}
	})
}

// number writes two decimals at most: a hundredth of a px.
func (w *svgWriter) number(x float64) {
	b := strconv.AppendFloat(w.AvailableBuffer(), x, 'f', 2, 64)
	w.Write(bytes.TrimRight(bytes.TrimRight(b, "0"), "."))
}
