package text

import (
	"context"
	"fmt"
	"time"
	"unicode/utf8"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/isotime"
	"toolcrib/internal/ops/text/cron"
	"toolcrib/internal/ops/when"
	"toolcrib/internal/ops/zone"
)

var _ = op.Define(op.Def[CronIn, CronOut]{
	ID:      "cron-expression-parser",
	Route:   "POST /v1/text/cron/parse",
	Summary: "Explain a crontab line and list its next runs",
	Doc: "Reads a crontab expression (five fields or a nickname) and returns it in English, normalised and by field, " +
		"with its next runs in a time zone. Names runs that a change of clocks skips, moves or repeats. Warns where " +
		"dialects disagree about days or steps mislead. Impossible dates never run.",
	See:   []op.See{{When: "a run in other time zones", ID: "timezone-converter"}},
	Words: []string{"cron job", "schedule", "scheduler", "scheduled task", "recurring", "interval", "asterisk", "syntax"},
	Source: "Open Cron Pattern Specification 1.0 revision 2 (2026-06-07) with the nicknames of increment 1.1; days in dialect vixie and " +
		"changes of clocks as in cronie (entry.c, cron(8)); IANA time zone database",
	Since:  "1.0.0",
	Class:  op.T0,
	Varies: true,
	Examples: []op.Example{
		{Name: "every quarter of an hour", In: `{"expression":"*/15 * * * *","from":"2026-01-01T00:00:00Z"}`},
		{Name: "working days in a time zone", In: `{"expression":"0 9 * * MON-FRI","timezone":"Asia/Kolkata"}`},
		{Name: "day of month or weekday", In: `{"expression":"30 4 1,15 * 5","from":"2026-01-01T00:00:00Z"}`},
		{Name: "a time that clocks skip", In: `{"expression":"30 2 * * *","timezone":"America/New_York","from":"2026-03-07T12:00:00Z"}`},
		{Name: "days as cronie reads them", In: `{"expression":"0 0 */2 * 1","dialect":"vixie","from":"2026-01-01T00:00:00Z"}`},
		{Name: "a nickname on a 24-hour clock", In: `{"expression":"@monthly","count":2,"time_format":"24h"}`},
	},
	Run: parseCron,
})

// CronIn is the input of cron-expression-parser.
type CronIn struct {
	Expression string  `json:"expression" len:"..256" aka:"cron,pattern,schedule,input,text,value" doc:"Five fields (minute, hour, day of month, month, day of week) or a nickname such as @daily." example:"*/15 * * * *"`
	Timezone   string  `json:"timezone" len:"1..64" default:"UTC" aka:"tz,zone,time_zone" doc:"Zone whose clocks the schedule goes by: an IANA name, UTC or ±HH:MM." example:"America/New_York"`
	From       *string `json:"from" len:"1..64" aka:"after,start,now" doc:"List runs after this RFC 3339 date-time; without an offset it is local to timezone. Absent: now." example:"2026-01-01T00:00:00Z"`
	Count      int     `json:"count" min:"1" max:"100" default:"5" aka:"n,limit" doc:"How many runs to list."`
	Dialect    string  `json:"dialect" enum:"standard,vixie,posix" default:"standard" doc:"standard is OCPS 1.0; in vixie a day field that begins with * does not restrict; posix has no names, steps, 7 or nicknames."`
	DSTGap     string  `json:"dst_gap" enum:"next_valid,skip" default:"next_valid" doc:"A fixed time of day that clocks skip runs at the first instant after the gap, or not at all."`
	DSTFold    string  `json:"dst_fold" enum:"auto,first,both" default:"auto" doc:"A time of day that occurs twice runs at the first, at both, or (auto) at both only if minute or hour begins with *."`
	TimeFormat string  `json:"time_format" enum:"12h,24h" default:"12h" doc:"How the descriptions write times of day."`
}

// CronOut is the answer of cron-expression-parser.
type CronOut struct {
	Description    string           `json:"description" doc:"What the expression means, in English."`
	Normalized     string           `json:"normalized" doc:"The expression in numbers, Sunday as 0, a nickname written out."`
	Fields         *CronFields      `json:"fields" doc:"The five fields; null for @reboot, which has none."`
	DayMatch       *string          `json:"day_match" enum:"every_day,day_of_month,day_of_week,either,both" doc:"Which day fields decide whether a day matches; null for @reboot."`
	NextRuns       []string         `json:"next_runs" doc:"The next runs, with the zone's offset."`
	NextRunsUTC    []string         `json:"next_runs_utc" doc:"The same instants in UTC."`
	DSTAdjustments []CronAdjustment `json:"dst_adjustments" doc:"Runs up to the last listed one whose local time does not exist or occurs twice."`
	NeverRuns      bool             `json:"never_runs" doc:"No run will ever come, such as on 31 February."`
	Timezone       string           `json:"timezone" doc:"The zone as the database spells it, or the offset."`
	TzdbVersion    string           `json:"tzdb_version" doc:"Release of the IANA time zone database."`
	Warnings       []op.Warning     `json:"warnings,omitempty" doc:"What the expression may seem to mean but does not."`
}

// CronFields are the fields of an expression.
type CronFields struct {
	Minute     CronField `json:"minute" doc:"Minutes, 0 to 59."`
	Hour       CronField `json:"hour" doc:"Hours, 0 to 23."`
	DayOfMonth CronField `json:"day_of_month" doc:"Days of the month, 1 to 31."`
	Month      CronField `json:"month" doc:"Months, 1 to 12."`
	DayOfWeek  CronField `json:"day_of_week" doc:"Days of the week, 0 (Sunday) to 6."`
}

// CronField is one field.
type CronField struct {
	Expression  string `json:"expression" doc:"The field as written."`
	Values      []int  `json:"values" doc:"Its values in order."`
	IsWildcard  bool   `json:"is_wildcard" doc:"It is a lone *."`
	Description string `json:"description" doc:"What it means by itself."`
}

// CronAdjustment is what a change of clocks did to a run.
type CronAdjustment struct {
	Run          *string `json:"run" doc:"The run; null where it was skipped."`
	Kind         string  `json:"kind" doc:"What happened." enum:"gap_moved,gap_skipped,fold_first,fold_second"`
	NominalLocal string  `json:"nominal_local" doc:"The local time that the expression names, without offset."`
}

// Check refuses an expression, zone or instant that cannot be read.
func (in *CronIn) Check(e *op.Invalid) { in.read(e) }

// cronCall is an input that has been read.
type cronCall struct {
	schedule *cron.Schedule
	zone     *zone.Zone
	from     *time.Time
}

func (in *CronIn) read(e *op.Invalid) (c cronCall) {
	dialects := map[string]cron.Dialect{"standard": cron.Standard, "vixie": cron.Vixie, "posix": cron.POSIX}
	s, faults := cron.Parse(in.Expression, dialects[in.Dialect])
	for _, fault := range faults {
		refuseCron(e, in.Expression, fault)
	}
	c.schedule = s
	c.zone, _ = when.Zone(e, "timezone", in.Timezone)
	if in.From == nil {
		return c
	}
	from, hasOffset, ok := when.LocalOrInstant(e, "from", *in.From)
	if !ok || c.zone == nil {
		return c
	}
	if !hasOffset {
		from, _ = c.zone.Resolve(from).Pick(zone.Compatible)
	}
	if !isotime.Writable(from.UTC()) || !isotime.Writable(from.In(c.zone.Location())) {
		e.Add("from", op.OutOfRange, "from falls outside of the years 0001 to 9999 in %s", c.zone.Name())
	}
	c.from = &from
	return c
}

// refuseCron records a fault of an expression at its place.
func refuseCron(e *op.Invalid, expression string, fault cron.Error) {
	subject := fault.Field
	switch {
	case fault.Text != "" && subject != "":
		subject += " " + op.Quote(fault.Text)
	case fault.Text != "":
		subject = op.Quote(fault.Text)
	case subject == "":
		subject = "the expression"
	}
	v := e.Add("expression", "invalid_cron", "%s %s", subject, fault.Problem)
	v.Reason, v.Hint = fault.Reason, fault.Hint
	if fault.Field != "" {
		v.Details = op.Object{{Name: "cron_field", Value: fault.Field}}
	}
	if fault.Offset >= 0 {
		column := columnOf(expression, fault.Offset)
		v.Message += fmt.Sprintf(" (column %d)", column)
		v.Place = &op.Place{Line: 1, Column: column, Offset: fault.Offset}
	}
}

// columnOf is the column of a byte of a line.
func columnOf(line string, offset int) int { return 1 + utf8.RuneCountInString(line[:offset]) }

func parseCron(ctx context.Context, in CronIn) (CronOut, error) {
	c := in.read(&op.Invalid{})
	if c.from == nil {
		now := op.Now(ctx)
		c.from = &now
	}
	forecast := c.schedule.Runs(*c.from, c.zone.Location(), in.Count, in.options())
	out := CronOut{
		Description: c.schedule.Describe(in.clock()), Normalized: c.schedule.Normalized(),
		NextRuns: []string{}, NextRunsUTC: []string{}, DSTAdjustments: []CronAdjustment{},
		NeverRuns: forecast.Never, Timezone: c.zone.Name(), TzdbVersion: zone.Version(),
		Warnings: in.warnings(c.schedule, forecast),
	}
	if !c.schedule.Reboot() {
		match := string(c.schedule.DayMatch())
		out.Fields, out.DayMatch = in.fields(c.schedule), &match
	}
	for _, run := range forecast.Runs {
		out.NextRuns = append(out.NextRuns, isotime.Format(run))
		out.NextRunsUTC = append(out.NextRunsUTC, isotime.Format(run.UTC()))
	}
	for _, a := range forecast.Adjustments {
		adjustment := CronAdjustment{Kind: string(a.Kind), NominalLocal: a.Nominal.Format("2006-01-02T15:04:05")}
		if a.Kind != cron.GapSkipped {
			run := isotime.Format(a.Run)
			adjustment.Run = &run
		}
		out.DSTAdjustments = append(out.DSTAdjustments, adjustment)
	}
	return out, nil
}

func (in *CronIn) options() cron.Options {
	folds := map[string]cron.Fold{"auto": cron.FoldAuto, "first": cron.FoldFirst, "both": cron.FoldBoth}
	o := cron.Options{Fold: folds[in.DSTFold]}
	if in.DSTGap == "skip" {
		o.Gap = cron.SkipGap
	}
	return o
}

func (in *CronIn) clock() cron.Clock {
	if in.TimeFormat == "24h" {
		return cron.Clock24
	}
	return cron.Clock12
}

func (in *CronIn) fields(s *cron.Schedule) *CronFields {
	field := func(f cron.Field) CronField {
		return CronField{s.Expression(f), s.Values(f), s.Wildcard(f), s.DescribeField(f, in.clock())}
	}
	return &CronFields{field(cron.Minute), field(cron.Hour), field(cron.DayOfMonth), field(cron.Month), field(cron.DayOfWeek)}
}

func (in *CronIn) warnings(s *cron.Schedule, f cron.Forecast) (list []op.Warning) {
	for _, w := range s.Warnings() {
		warning := op.Warning{Code: w.Code, Message: w.Message, Field: "expression"}
		if w.Offset >= 0 {
			warning.Line, warning.Column = 1, columnOf(in.Expression, w.Offset)
		}
		list = append(list, warning)
	}
	switch {
	case s.Reboot():
		list = append(list, op.Warning{Code: "runs_at_startup", Message: "@reboot runs once when the scheduler starts; it has no times to list", Field: "expression"})
	case f.Ended && !f.Never:
		list = append(list, op.Warning{Code: "runs_end", Message: "there are no further runs up to the year 9999"})
	}
	if f.Omitted {
		list = append(list, op.Warning{Code: "adjustments_omitted", Message: fmt.Sprintf("only the first %d adjustments are listed", cron.MaxAdjustments)})
	}
	return list
}
