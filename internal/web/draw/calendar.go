package draw

import (
	"html/template"
	"slices"
	"strconv"
	"strings"
	"time"
)

// maxMonths bounds the months that are drawn.
const maxMonths = 6

// calendar shows on which days a schedule runs, month by month, in the time
// zone that the runs are written in.
func calendar(s *Scene) template.HTML {
	var a struct {
		Runs []string `json:"next_runs"`
	}
	if !read(s.Data, &a) {
		return ""
	}
	times := map[string][]string{} // by day
	var months []time.Time
	for _, run := range a.Runs {
		// A run in years beyond 9999 is not drawn.
		at, err := time.Parse(time.RFC3339, run)
		if err != nil {
			continue
		}
		day := at.Format(time.DateOnly)
		times[day] = append(times[day], at.Format("15:04"))
		first := time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, time.UTC)
		if !slices.Contains(months, first) {
			months = append(months, first)
		}
	}
	if len(months) == 0 {
		return ""
	}
	var p page
	p.figure("calendar")
	p.open("div", "class", "months")
	for _, m := range months[:min(len(months), maxMonths)] {
		p.month(s, m, times)
	}
	p.close("div")
	p.element("figcaption", s.T("tools.draw.runs", len(a.Runs)), "class", "legend")
	p.close("figure")
	return p.html()
}

// month writes a month as a table that begins on Monday.
func (p *page) month(s *Scene, first time.Time, times map[string][]string) {
	names := strings.Split(s.T("tools.draw.months"), ",")
	p.open("table", "class", "month")
	p.element("caption", names[first.Month()-1]+" "+strconv.Itoa(first.Year()))
	p.open("thead")
	p.open("tr")
	for d := range strings.SplitSeq(s.T("tools.draw.days"), ",") {
		p.element("th", d, "scope", "col")
	}
	p.close("tr")
	p.close("thead")
	p.open("tbody")
	before := (int(first.Weekday()) + 6) % 7
	days := first.AddDate(0, 1, -1).Day()
	for cell := 0; cell < before+days || cell%7 != 0; cell++ {
		if cell%7 == 0 {
			p.open("tr")
		}
		p.day(s, first, cell-before+1, days, times)
		if cell%7 == 6 {
			p.close("tr")
		}
	}
	p.close("tbody")
	p.close("table")
}

func (p *page) day(s *Scene, first time.Time, n, days int, times map[string][]string) {
	if n < 1 || n > days {
		p.element("td", "")
		return
	}
	at := times[first.AddDate(0, 0, n-1).Format(time.DateOnly)]
	if len(at) == 0 {
		p.element("td", strconv.Itoa(n))
		return
	}
	p.open("td", "class", "run", "title", strings.Join(at[:min(len(at), 24)], ", "))
	p.text(strconv.Itoa(n))
	p.element("small", shortTimes(at), "class", "run-times")
	p.close("td")
}

// shortTimes is what fits into a day's cell: the only time, or how many.
func shortTimes(at []string) string {
	if len(at) == 1 {
		return at[0]
	}
	return "×" + strconv.Itoa(len(at))
}
