package draw

import (
	"html/template"
	"math"
	"strconv"
)

// Chart is a row of bars, each made of a part of every series.
type Chart struct {
	ID          string // tells the drawings of one page apart; letters and hyphens
	Title       string
	Description string // what is to be seen, for who does not see it
	Labels      []string
	Series      []Series
	Whole       bool                         // the values are whole numbers
	Number      func(v float64) string       // a value as readers write it
	Mark        func(v, step float64) string // a mark of the scale; nil = Number
}

// Series is one part of every bar. Its colour is that of .part-<n>.
type Series struct {
	Name   string
	Values []float64 // one for each label, none below 0
}

// Layout of a chart, in the units of its view box.
const (
	width, height = 720, 280
	leftEdge      = 84
	rightEdge     = 8
	topEdge       = 12
	bottomEdge    = 34
	// MaxBars is the most bars that can be told apart.
	MaxBars = 120
)

// scale is the height of values.
type scale struct{ step, ceiling float64 }

func newScale(most float64, whole bool) scale {
	step := tick(most)
	if whole {
		step = max(1, step)
	}
	return scale{step, math.Ceil(most/step) * step}
}

func (s scale) y(v float64) float64 {
	return topEdge + (height-topEdge-bottomEdge)*(1-v/s.ceiling)
}

// grid draws the lines of a scale and its marks.
func (p *page) grid(s scale, mark func(v float64) string) {
	for v := 0.0; v <= s.ceiling+s.step/2; v += s.step {
		p.open("line", "class", "grid", "x1", leftEdge, "x2", width-rightEdge, "y1", s.y(v), "y2", s.y(v))
		p.close("line")
		p.element("text", mark(v), "class", "axis", "x", leftEdge-8, "y", s.y(v)+4, "text-anchor", "end")
	}
}

// Bars draws a chart with its legend; "" where all is 0 or there are more than
// MaxBars.
func Bars(c Chart) template.HTML { return bars(c, func(*page) {}) }

// bars is Bars with something more below the legend.
func bars(c Chart, more func(*page)) template.HTML {
	most := 0.0
	for i := range c.Labels {
		sum := 0.0
		for _, s := range c.Series {
			sum += s.Values[i]
		}
		most = max(most, sum)
	}
	if most <= 0 || len(c.Labels) > MaxBars {
		return ""
	}
	var p page
	p.open("figure", "class", "picture chart", "tabindex", 0) // it scrolls where it is narrow
	p.bars(c, newScale(most, c.Whole))
	p.names(c.Series)
	more(&p)
	p.close("figure")
	return p.html()
}

func (p *page) bars(c Chart, s scale) {
	p.svg(width, height, c.ID, c.Title, c.Description)
	p.grid(s, func(v float64) string {
		if c.Mark != nil {
			return c.Mark(v, s.step)
		}
		return c.Number(v)
	})
	slot := float64(width-leftEdge-rightEdge) / float64(len(c.Labels))
	bar := min(slot*0.72, 48)
	for i, label := range c.Labels {
		middle, base := leftEdge+slot*(float64(i)+0.5), 0.0
		said := label
		for _, part := range c.Series {
			if part.Values[i] > 0 {
				said += "\n" + part.Name + ": " + c.Number(part.Values[i])
			}
		}
		p.open("g")
		p.element("title", said)
		for k, part := range c.Series {
			v := part.Values[i]
			if v > 0 {
				p.open("rect", "class", "part-"+strconv.Itoa(k), "x", middle-bar/2, "y", s.y(base+v), "width", bar, "height", s.y(base)-s.y(base+v))
				p.close("rect")
			}
			base += v
		}
		p.close("g")
		p.label(label, i, len(c.Labels), middle)
	}
	p.close("svg")
}

// labels is how many labels stand below a chart at most.
const labels = 12

// label writes the i-th of n labels where there is room for it.
func (p *page) label(text string, i, n int, x float64) {
	if every := (n + labels - 1) / labels; i%every == 0 {
		p.element("text", text, "class", "axis", "x", x, "y", height-bottomEdge+20, "text-anchor", "middle")
	}
}

// names is the legend: the series beside their colours.
func (p *page) names(all []Series) {
	p.open("figcaption", "class", "legend")
	for k, s := range all {
		p.open("span", "class", "legend-item")
		p.open("svg", "viewBox", "0 0 12 12", "width", 12, "height", 12, "aria-hidden", "true", "focusable", "false")
		p.open("rect", "class", "part-"+strconv.Itoa(k), "width", 12, "height", 12, "rx", 2)
		p.close("rect")
		p.close("svg")
		p.text(s.Name)
		p.close("span")
	}
	p.close("figcaption")
}

// Spark draws a short row of bars without scale, for a cell of a table. said
// is what it shows in words.
func Spark(values []int64, said string) template.HTML {
	const slot, tall = 4, 24
	most := int64(1)
	for _, v := range values {
		most = max(most, v)
	}
	var p page
	p.open("svg", "viewBox", "0 0 "+strconv.Itoa(slot*len(values))+" "+strconv.Itoa(tall), "class", "spark", "role", "img", "aria-label", said, "focusable", "false")
	p.open("line", "class", "grid", "x1", 0, "x2", slot*len(values), "y1", tall-0.5, "y2", tall-0.5)
	p.close("line")
	for i, v := range values {
		if v > 0 {
			h := max(2, (tall-2)*float64(v)/float64(most))
			p.open("rect", "class", "part-0", "x", slot*i, "y", tall-h, "width", slot-1, "height", h)
			p.close("rect")
		}
	}
	p.close("svg")
	return p.html()
}
