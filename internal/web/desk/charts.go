package desk

import (
	"cmp"
	"html/template"
	"math"
	"slices"
	"strconv"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/op"
	"toolcrib/internal/web/draw"
)

// usageChart is usage to be drawn as bars.
type usageChart struct {
	Rows    []account.UsageRow
	Days    []int64
	By      string
	Measure string
	Names   func(string) string // nil = operations
}

// maxSeries is how many operations or keys have a colour of their own; the
// others are drawn together.
const maxSeries = 5

// daysOf lists the days from one to another.
func daysOf(from, to time.Time) (days []int64) {
	for t := from; !t.After(to); t = t.AddDate(0, 0, 1) {
		days = append(days, account.Day(t))
	}
	return days
}

// bar is which bar a day belongs to: itself, or its month where there are too
// many days to tell apart.
func bar(day int64, monthly bool) string {
	text := account.DayText(day)
	if monthly {
		return text[:len("2006-01")]
	}
	return text[len("2006-"):]
}

// chart draws usage, a bar for each day or month; "" where there is none.
func (v *visit) chart(c usageChart) template.HTML {
	if c.Names == nil {
		c.Names = v.names(byOp, nil)
	}
	monthly := len(c.Days) > draw.MaxBars
	var labels []string
	at := map[int64]int{}
	for _, day := range c.Days {
		if label := bar(day, monthly); len(labels) == 0 || labels[len(labels)-1] != label {
			labels = append(labels, label)
		}
		at[day] = len(labels) - 1
	}
	count := func(u account.UsageRow) float64 {
		if c.Measure == measureRequests {
			return float64(u.Requests)
		}
		return float64(u.Units)
	}
	sum := map[string]float64{}
	for _, u := range c.Rows {
		sum[group(u, c.By)] += count(u)
	}
	var ids []string
	for id, n := range sum {
		if n > 0 {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b string) int { return cmp.Or(cmp.Compare(sum[b], sum[a]), cmp.Compare(a, b)) })
	series := make([]draw.Series, min(len(ids), maxSeries+1))
	of := map[string]int{}
	for i, id := range ids {
		of[id] = min(i, maxSeries)
	}
	for i := range series {
		series[i] = draw.Series{Values: make([]float64, len(labels))}
		if series[i].Name = v.t("account.usage.others"); i < maxSeries || len(ids) == maxSeries+1 {
			series[i].Name = c.Names(ids[i])
		}
	}
	for _, u := range c.Rows {
		if k, drawn := of[group(u, c.By)]; drawn {
			series[k].Values[at[u.Day]] += count(u)
		}
	}
	return draw.Bars(draw.Chart{
		ID: "usage", Title: v.t("account.usage.chart_" + c.Measure), Description: v.t("account.usage.chart_desc", len(labels)),
		Labels: labels, Series: series, Whole: true, Number: v.written,
	})
}

// written is a number of a chart as the reader writes it.
func (v *visit) written(n float64) string { return v.number(int64(math.Round(n))) }

// pool is what is left of one pool.
type pool struct {
	account.Balance
	Name      string // key of its message, "" = an allowance
	Op        string // of an allowance
	Limit     int64
	Left      int64 // of the free part
	Chart     template.HTML
	Used      int64  // by the keys this month
	RunsOut   string // day on which it will be empty at this pace, "" = not this month
	Remaining int64  // expected at the end of the month
}

// Gone is the used part of what is free.
func (p pool) Gone() int64 { return p.Limit - p.Left }

// Low and High are where the meter changes colour.
func (p pool) Low() int64 { return p.Limit / 2 }

// High is where little is left.
func (p pool) High() int64 { return p.Limit * 4 / 5 }

// burn draws how the units of a pool were used up this month and where that
// leads. What was there at first is what is left and what was used since: units
// that were given or bought meanwhile count as there from the beginning.
func (v *visit) burn(p *pool, rows []account.UsageRow, now time.Time) {
	start := monthStart(now)
	days := daysOf(start, account.PeriodEnd(now).AddDate(0, 0, -1))
	used := make([]int64, now.UTC().Day())
	for _, u := range rows {
		if i := int(u.Day%100) - 1; i < len(used) && poolOf(u.Op) == p.Pool {
			used[i] += u.Units
			p.Used += u.Units
		}
	}
	if p.Used == 0 {
		return
	}
	left := make([]float64, len(used))
	rest := p.Units()
	for i := len(used) - 1; i >= 0; i-- {
		left[i] = float64(rest)
		rest += used[i]
	}
	// A first day that has only begun would make a wild guess.
	gone := max(now.Sub(start), 24*time.Hour)
	pace := float64(p.Used) / gone.Hours()
	forecast := float64(p.Units()) - pace*account.PeriodEnd(now).Sub(now).Hours()
	p.Remaining = max(0, int64(math.Round(forecast)))
	if forecast < 0 {
		hours := float64(p.Units()) / pace
		p.RunsOut = now.UTC().Add(time.Duration(hours * float64(time.Hour))).Format(time.DateOnly)
	}
	labels := make([]string, len(days))
	for i := range days {
		labels[i] = strconv.Itoa(i + 1)
	}
	p.Chart = draw.Burndown(draw.Burn{
		ID: "burn-" + string(p.Pool), Title: v.t("account.overview.burn", v.t(p.Name)),
		Description: v.t("account.overview.burn_desc", rest, p.Units(), p.Remaining),
		Days:        labels, Start: float64(rest), Left: left, Forecast: forecast,
		Now: v.t("account.overview.now"), Sofar: v.t("account.overview.left"), Ahead: v.t("account.overview.ahead"), Number: v.written,
	})
}

// poolOf is the pool that an operation draws on.
func poolOf(id string) account.Pool {
	if o := op.Find(id); o != nil {
		return account.Pool(o.Pool)
	}
	return account.PoolCompute
}
