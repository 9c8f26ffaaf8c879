package draw

import (
	"encoding/json"
	"html/template"
	"math"
	"strconv"
)

// schedule reads the rows of a schedule, numbers as they are written.
func schedule(data []byte) (rows []map[string]json.Number, base map[string]json.RawMessage) {
	var answer struct {
		Schedule []map[string]json.RawMessage `json:"schedule"`
	}
	if !read(data, &answer) || !read(data, &base) {
		return nil, nil
	}
	for _, raw := range answer.Schedule {
		r := map[string]json.Number{}
		for name, v := range raw {
			var n json.Number
			if json.Unmarshal(v, &n) == nil {
				r[name] = n
			}
		}
		rows = append(rows, r)
	}
	return rows, base
}

// series is one part of a stack: its message and its value in each row.
type series struct {
	key    string
	values []float64
}

// loan draws what each year or instalment pays: interest on top of principal.
func loan(s *Scene) template.HTML {
	rows, _ := schedule(s.Data)
	if len(rows) < 2 {
		return ""
	}
	parts := []series{{"tools.draw.principal", nil}, {"tools.draw.interest", nil}}
	for _, r := range rows {
		parts[0].values = append(parts[0].values, number(r["principal"])+number(r["prepayment"]))
		parts[1].values = append(parts[1].values, number(r["interest"]))
	}
	return stacked(s, rows, parts, "loan", "tools.draw.loan")
}

// growth draws what a balance is made of at the end of each year: what was
// paid in, and what it earned. start names the field paid in at the beginning,
// paid that of each row.
func growth(start string, paid ...string) func(*Scene) template.HTML {
	return func(s *Scene) template.HTML {
		rows, base := schedule(s.Data)
		if len(rows) < 2 {
			return ""
		}
		total := number(rows[0]["opening_balance"])
		if start != "" {
			var n json.Number
			if json.Unmarshal(base[start], &n) == nil {
				total = number(n)
			}
		}
		parts := []series{{"tools.draw.paid", nil}, {"tools.draw.earned", nil}}
		for _, r := range rows {
			for _, name := range paid {
				total += number(r[name])
			}
			parts[0].values = append(parts[0].values, total)
			parts[1].values = append(parts[1].values, max(0, number(r["closing_balance"])-total))
		}
		return stacked(s, rows, parts, "growth", "tools.draw.growth")
	}
}

// stacked draws bars of two parts with a scale, a legend and the table of
// what they show.
func stacked(s *Scene, rows []map[string]json.Number, parts []series, class, title string) template.HTML {
	c := Chart{ID: class, Title: s.T(title), Description: s.T(title+"_desc", len(rows)), Number: s.money, Mark: s.axis}
	for _, r := range rows {
		c.Labels = append(c.Labels, label(r))
	}
	for _, p := range parts {
		c.Series = append(c.Series, Series{s.T(p.key), p.values})
	}
	return bars(c, func(p *page) { numbers(p, s, rows, parts) })
}

// label is the number of a row's year or payment.
func label(r map[string]json.Number) string {
	if y := r["year"]; y != "" {
		return y.String()
	}
	return r["number"].String()
}

// axis writes a mark of the scale; marks below one have decimals.
func (s *Scene) axis(v, step float64) string {
	if step < 1 {
		return strconv.FormatFloat(v, 'f', 2, 64)
	}
	return s.N(int64(math.Round(v)))
}

// money writes an amount to the whole unit, or as it is where it is small.
func (s *Scene) money(v float64) string {
	if math.Abs(v) < 100 {
		return strconv.FormatFloat(v, 'f', 2, 64)
	}
	return s.N(int64(math.Round(v)))
}

// tick is the distance of a scale's marks: 1, 2 or 5 times a power of ten, for
// four to eight of them.
func tick(most float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(most/4)))
	for _, m := range []float64{1, 2, 5, 10} {
		if most/(m*power) <= 8 {
			return m * power
		}
	}
	return 10 * power
}

// numbers is the chart as a table, folded away.
func numbers(p *page, s *Scene, rows []map[string]json.Number, parts []series) {
	p.open("details", "class", "numbers")
	p.element("summary", s.T("tools.draw.numbers"))
	p.open("div", "class", "table", "tabindex", 0)
	p.open("table")
	p.open("thead")
	p.open("tr")
	p.element("th", s.T("tools.draw.step"), "scope", "col")
	for _, part := range parts {
		p.element("th", s.T(part.key), "scope", "col", "class", "num")
	}
	p.element("th", s.T("tools.draw.balance"), "scope", "col", "class", "num")
	p.close("tr")
	p.close("thead")
	p.open("tbody")
	for i, r := range rows {
		p.open("tr")
		p.element("th", label(r), "scope", "row")
		for _, part := range parts {
			p.element("td", s.money(part.values[i]), "class", "num")
		}
		p.element("td", r["closing_balance"].String(), "class", "num")
		p.close("tr")
	}
	p.close("tbody")
	p.close("table")
	p.close("div")
	p.close("details")
}
