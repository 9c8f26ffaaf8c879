package draw

import (
	"html/template"
	"strings"
)

// Burn is how something is used up over a month: what was left at the end of
// each day so far, and where that leads.
type Burn struct {
	ID          string
	Title       string
	Description string
	Days        []string  // all days of the month, as they are labelled
	Start       float64   // what there was before the first day
	Left        []float64 // at the end of each day so far; the last is now
	Forecast    float64   // what will be left at the end of the last day; below 0, it runs out before
	Now         string    // the word beside the last point
	Ahead       string    // the legend's word for what is only expected
	Sofar       string    // the legend's word for what was
	Number      func(v float64) string
}

// Burndown draws it; "" where there was nothing to use.
func Burndown(b Burn) template.HTML {
	most := b.Start
	for _, v := range b.Left {
		most = max(most, v)
	}
	if most <= 0 || len(b.Left) == 0 || len(b.Left) > len(b.Days) {
		return ""
	}
	s := newScale(most, true)
	slot := float64(width-leftEdge-rightEdge) / float64(len(b.Days))
	x := func(day int) float64 { return leftEdge + slot*float64(day) } // 0 = the beginning
	var p page
	p.open("figure", "class", "picture chart", "tabindex", 0) // it scrolls where it is narrow
	p.svg(width, height, b.ID, b.Title, b.Description)
	p.grid(s, b.Number)
	line := "M" + value(x(0)) + " " + value(s.y(b.Start))
	for i, v := range b.Left {
		line += "L" + value(x(i+1)) + " " + value(s.y(v))
	}
	at, left := len(b.Left), b.Left[len(b.Left)-1]
	p.shape("burn-area", line+"L"+value(x(at))+" "+value(s.y(0))+"L"+value(x(0))+" "+value(s.y(0))+"Z")
	p.shape("burn-line", line)
	if at < len(b.Days) {
		endX, endY := x(len(b.Days)), b.Forecast
		if endY < 0 { // the line ends where it meets the ground
			endX, endY = x(at)+(endX-x(at))*left/(left-endY), 0
		}
		p.shape("burn-ahead", "M"+value(x(at))+" "+value(s.y(left))+"L"+value(endX)+" "+value(s.y(endY)))
	}
	p.open("circle", "class", "burn-now", "cx", x(at), "cy", s.y(left), "r", 4)
	p.element("title", b.Now+": "+b.Number(left))
	p.close("circle")
	for i, day := range b.Days {
		p.label(day, i, len(b.Days), x(i)+slot/2)
	}
	p.close("svg")
	p.open("figcaption", "class", "legend")
	p.key("burn-line", b.Sofar)
	p.key("burn-ahead", b.Ahead)
	p.close("figcaption")
	p.close("figure")
	return p.html()
}

// shape is a path of a class.
func (p *page) shape(class, d string) {
	p.open("path", "class", class, "d", strings.TrimSpace(d))
	p.close("path")
}

// key is a line of the legend.
func (p *page) key(class, name string) {
	p.open("span", "class", "legend-item")
	p.open("svg", "viewBox", "0 0 20 12", "width", 20, "height", 12, "aria-hidden", "true", "focusable", "false")
	p.shape(class, "M0 6L20 6")
	p.close("svg")
	p.text(name)
	p.close("span")
}
