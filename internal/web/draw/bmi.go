package draw

import (
	"encoding/json"
	"html/template"
	"math"
)

// bmi draws the index on a scale whose middle is the healthy range, as the
// answer's own weights and height put it.
func bmi(s *Scene) template.HTML {
	var a struct {
		BMI     json.Number `json:"bmi"`
		Label   string      `json:"category_label"`
		Healthy *struct {
			Min json.Number `json:"min_kg"`
			Max json.Number `json:"max_kg"`
		} `json:"healthy_weight"`
		Height struct {
			M json.Number `json:"m"`
		} `json:"height"`
	}
	if !read(s.Data, &a) || a.Healthy == nil || number(a.Height.M) <= 0 {
		return ""
	}
	square := number(a.Height.M) * number(a.Height.M)
	low, high, at := number(a.Healthy.Min)/square, number(a.Healthy.Max)/square, number(a.BMI)
	const width, lo, hi = 720.0, 14.0, 42.0
	x := func(v float64) float64 { return 10 + (width-20)*(min(max(v, lo), hi)-lo)/(hi-lo) }
	var p page
	p.figure("scale")
	p.svg(int(width), 92, "bmi", s.T("tools.draw.bmi"), s.T("tools.draw.bmi_desc", a.BMI.String(), a.Label))
	for i, edge := range []float64{lo, low, high, hi} {
		if i == 3 {
			break
		}
		next := []float64{low, high, hi}[i]
		p.open("rect", "class", []string{"band low", "band good", "band high"}[i], "x", x(edge), "y", 36, "width", x(next)-x(edge), "height", 18)
		p.close("rect")
	}
	for v := math.Ceil(lo/5) * 5; v <= hi; v += 5 {
		p.element("text", value(v), "class", "axis", "x", x(v), "y", 76, "text-anchor", "middle")
		p.open("line", "class", "grid", "x1", x(v), "x2", x(v), "y1", 54, "y2", 60)
		p.close("line")
	}
	p.open("path", "class", "marker", "d", "M"+value(x(at))+" 38l-8-14h16z")
	p.close("path")
	p.element("text", a.BMI.String(), "class", "marker-text", "x", min(max(x(at), 30), width-30), "y", 18, "text-anchor", "middle")
	p.close("svg")
	p.open("figcaption", "class", "legend")
	for i, key := range []string{"tools.draw.below", "tools.draw.healthy", "tools.draw.above"} {
		p.open("span", "class", "legend-item")
		p.open("svg", "viewBox", "0 0 12 12", "width", 12, "height", 12, "aria-hidden", "true", "focusable", "false")
		p.open("rect", "class", []string{"band low", "band good", "band high"}[i], "width", 12, "height", 12, "rx", 2)
		p.close("rect")
		p.close("svg")
		p.text(s.T(key))
		p.close("span")
	}
	p.close("figcaption")
	p.close("figure")
	return p.html()
}
