package draw

import (
	"encoding/json"
	"fmt"
	"html/template"
	"strconv"
	"strings"
)

// pixels are the absolute lengths of CSS Values and Units 4 section 6.2, and em
// and rem at the size that browsers begin with.
var pixels = map[string]float64{
	"px": 1, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 96 / 101.6, "pt": 4. / 3, "pc": 16, "em": 16, "rem": 16, "": 1,
}

// corners are the longhands in the order of the shorthand.
var corners = [4]string{"border-top-left-radius", "border-top-right-radius", "border-bottom-right-radius", "border-bottom-left-radius"}

// radius draws a box with the corners that a browser would give it: of the
// size that was sent, else of one that fits the page.
func radius(s *Scene) template.HTML {
	var a struct {
		Value     string            `json:"value"`
		Longhands map[string]string `json:"longhands"`
	}
	var in struct {
		Width  json.Number `json:"width"`
		Height json.Number `json:"height"`
	}
	if !read(s.Data, &a) || !read(s.Input, &in) {
		return ""
	}
	width, height := number(in.Width), number(in.Height)
	if width <= 0 || height <= 0 {
		width, height = 280, 160
	}
	var radii [4][2]float64
	for i, name := range corners {
		h, v, ok := lengths(a.Longhands[name], width, height)
		if !ok {
			return ""
		}
		radii[i] = [2]float64{h, v}
	}
	fit(&radii, width, height)
	// A box of any size is shown within the same picture.
	scale := min(300/width, 180/height)
	for i := range radii {
		radii[i][0], radii[i][1] = radii[i][0]*scale, radii[i][1]*scale
	}
	var p page
	p.figure("radius")
	p.svg(340, 220, "radius", s.T("tools.draw.radius"), s.T("tools.draw.radius_desc", a.Value))
	p.open("path", "class", "box", "d", outline(20+(300-width*scale)/2, 20+(180-height*scale)/2, width*scale, height*scale, radii))
	p.close("path")
	p.close("svg")
	p.close("figure")
	return p.html()
}

// lengths reads a longhand: one radius or two, percentages of the box's sides.
func lengths(text string, width, height float64) (h, v float64, ok bool) {
	parts := strings.Fields(text)
	if len(parts) == 0 || len(parts) > 2 {
		return 0, 0, false
	}
	h, ok = length(parts[0], width)
	if !ok {
		return 0, 0, false
	}
	v, ok = length(parts[len(parts)-1], height)
	return h, v, ok
}

// length reads one length; a unit that depends on fonts or the window is not
// drawn.
func length(text string, side float64) (float64, bool) {
	digits := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ%")
	n, err := strconv.ParseFloat(digits, 64)
	unit := strings.ToLower(text[len(digits):])
	if unit == "%" {
		return n * side / 100, err == nil
	}
	factor, ok := pixels[unit]
	return n * factor, ok && err == nil
}

// fit shrinks radii that overlap, all by one factor (CSS Backgrounds and
// Borders 3 section 5.5).
func fit(r *[4][2]float64, width, height float64) {
	f := 1.0
	for _, side := range [][2]float64{
		{r[0][0] + r[1][0], width}, {r[2][0] + r[3][0], width}, {r[0][1] + r[3][1], height}, {r[1][1] + r[2][1], height},
	} {
		if side[0] > side[1] {
			f = min(f, side[1]/side[0])
		}
	}
	for i := range r {
		r[i][0], r[i][1] = r[i][0]*f, r[i][1]*f
	}
}

// outline is the path of a box with rounded corners.
func outline(x, y, w, h float64, r [4][2]float64) string {
	var b strings.Builder
	arc := func(c [2]float64, toX, toY float64) {
		fmt.Fprintf(&b, "A%s %s 0 0 1 %s %s", value(c[0]), value(c[1]), value(toX), value(toY))
	}
	fmt.Fprintf(&b, "M%s %sH%s", value(x+r[0][0]), value(y), value(x+w-r[1][0]))
	arc(r[1], x+w, y+r[1][1])
	fmt.Fprintf(&b, "V%s", value(y+h-r[2][1]))
	arc(r[2], x+w-r[2][0], y+h)
	fmt.Fprintf(&b, "H%s", value(x+r[3][0]))
	arc(r[3], x, y+h-r[3][1])
	fmt.Fprintf(&b, "V%s", value(y+r[0][1]))
	arc(r[0], x+r[0][0], y)
	return b.String() + "Z"
}
