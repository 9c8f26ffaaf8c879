package date

import (
	"context"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/calendar"
	"toolcrib/internal/ops/isoduration"
)

var _ = op.Define(op.Def[DurationIn, DurationOut]{
	ID:      "time-duration-calculator",
	Route:   "POST /v1/date/duration",
	Summary: "Time between two points, or a point so far from another",
	Doc: "Finds the third of start, end and duration. Returns the difference by calendar, exact time elapsed, days and " +
		"business days; a day on which clocks change is one day and 23 or 25 hours. Negative answers have sign -1 and " +
		"negative totals; calendar parts stay positive.",
	See:   []op.See{{When: "ages", ID: "age-calculator"}, {When: "one instant in several zones", ID: "timezone-converter"}},
	Words: []string{"datediff", "days between dates", "working days", "workdays", "weekdays", "deadline", "countdown", "add days", "subtract", "hours worked", "interval"},
	Source: "TC39 Temporal ZonedDateTime.until with largestUnit years, add and subtract; ISO 8601-1 durations; RFC 5545 for " +
		"local times skipped or repeated; IANA time zone database",
	Since: "1.0.0",
	Class: op.T0,
	Examples: []op.Example{
		{Name: "a day on which clocks go forward", In: `{"start":"2026-03-07T12:00","end":"2026-03-08T12:00","timezone":"America/New_York"}`},
		{Name: "a flight", In: `{"start":"2026-07-01T02:30","end":"2026-07-01T06:45","timezone":"Asia/Kolkata","end_timezone":"Europe/London"}`},
		{Name: "a shift over midnight with a break", In: `{"start":"22:00","end":"06:30","break_minutes":30}`},
		{Name: "when it will be over", In: `{"start":"2026-01-31T22:00","duration":"P1M2DT3H","timezone":"Asia/Kolkata"}`},
		{Name: "business days of a month, its last day included", In: `{"start":"2026-11-01","end":"2026-11-30","include_end_date":true,"business":{"weekend":[6,7],"holidays":["2026-11-26"]}}`},
		{Name: "when it must begin", In: `{"end":"2026-03-31","duration":"P1M"}`},
	},
	Run: duration,
})

// DurationIn is the input of time-duration-calculator.
type DurationIn struct {
	Start          *string           `json:"start" aka:"from,begin,start_date,start_time" doc:"A date, a date-time with or without offset, or a bare time HH:MM[:SS]." example:"2026-03-07T12:00"`
	End            *string           `json:"end" aka:"to,until,end_date,end_time" doc:"The same; of two bare times an earlier end is on the next day." example:"2026-03-08T12:00"`
	Duration       *string           `json:"duration" aka:"length,period" doc:"ISO 8601 duration, such as P1M2DT3H or -PT90M." example:"P1M2DT3H"`
	Timezone       string            `json:"timezone" aka:"tz,zone,start_timezone" default:"UTC" doc:"Zone of start and of the calendar: an IANA name, UTC or an offset." example:"America/New_York"`
	EndTimezone    *string           `json:"end_timezone" aka:"to_timezone" doc:"Zone of end, when it is another." example:"Europe/London"`
	Disambiguation string            `json:"disambiguation" enum:"compatible,earlier,later,reject" default:"compatible" doc:"Which instant is meant by a local time that clocks skip or show twice; compatible is the later one of a skipped time and the earlier of two."`
	IncludeEndDate bool              `json:"include_end_date" aka:"inclusive,include_end" default:"false" doc:"Count the end date among calendar_days and business_days; for dates only."`
	Business       *DurationBusiness `json:"business" aka:"weekend,holidays" doc:"Which days are no business days; Saturday and Sunday when it is left out." example:"{\"weekend\":[6,7],\"holidays\":[\"2026-11-26\"]}"`
	BreakMinutes   num.Dec           `json:"break_minutes" aka:"break,pause" min:"0" default:"0" doc:"Minutes taken off for net_seconds." example:"30"`
}

// DurationBusiness says which days are not worked.
type DurationBusiness struct {
	Weekend  []int    `json:"weekend" min:"1" max:"7" len:"0..7" default:"[6,7]" doc:"Days off each week, ISO 8601: 1 is Monday, 7 is Sunday."`
	Holidays []string `json:"holidays,omitempty" len:"0..400" doc:"Further days off, YYYY-MM-DD."`
}

// DurationOut is the answer of time-duration-calculator.
type DurationOut struct {
	Start           string           `json:"start" doc:"Start, RFC 3339 in timezone; bare times as HH:MM:SS."`
	End             string           `json:"end" doc:"End, RFC 3339 in end_timezone; bare times as HH:MM:SS."`
	Sign            int              `json:"sign" doc:"-1 if the end is before the start, 0 if they are the same, else 1."`
	Calendar        DurationCalendar `json:"calendar" doc:"Difference by calendar and wall clock in timezone, never negative."`
	ISO8601         string           `json:"iso8601" doc:"The same as an ISO 8601 duration, with a minus sign if it is negative."`
	Text            string           `json:"text" doc:"The same in words, without the parts that are 0."`
	TotalSeconds    num.Dec          `json:"total_seconds" doc:"Exact time elapsed, 6 decimals as all totals; negative if sign is."`
	TotalMinutes    num.Dec          `json:"total_minutes" doc:"The same in minutes."`
	TotalHours      num.Dec          `json:"total_hours" doc:"The same in hours."`
	TotalDays       num.Dec          `json:"total_days" doc:"The same in days of 24 hours."`
	TotalWeeks      num.Dec          `json:"total_weeks" doc:"The same in weeks of 168 hours."`
	Clock           string           `json:"clock" doc:"Time elapsed as hours, minutes and whole seconds, such as 26:30:00."`
	CalendarDays    *int             `json:"calendar_days" doc:"Days from the start date to the end date; null for bare times."`
	BusinessDays    *int             `json:"business_days" doc:"Those of them that are business days, the start date counted and the end date not; null for bare times."`
	UTCOffsetChange *int             `json:"utc_offset_change_seconds" doc:"UTC offset at the end less that at the start; null for bare times."`
	NetSeconds      num.Dec          `json:"net_seconds" doc:"total_seconds brought nearer to 0 by break_minutes."`
}

// DurationCalendar is a difference by calendar and wall clock.
type DurationCalendar struct {
	Years   int     `json:"years" doc:"Whole years."`
	Months  int     `json:"months" doc:"Whole months left, 0 to 11."`
	Days    int     `json:"days" doc:"Days left."`
	Hours   int     `json:"hours" doc:"Hours left."`
	Minutes int     `json:"minutes" doc:"Minutes left, 0 to 59."`
	Seconds num.Dec `json:"seconds" doc:"Seconds left, with a fraction if need be."`
}

// CheckSent wants exactly two of the three that determine each other.
func (in *DurationIn) CheckSent(e *op.Invalid) {
	sent, missing := 0, ""
	for _, f := range []struct {
		name  string
		value *string
	}{{"duration", in.Duration}, {"end", in.End}, {"start", in.Start}} {
		if f.value != nil {
			sent++
		} else {
			missing = f.name
		}
	}
	const hint = "send two of start, end and duration; the third is computed"
	switch {
	case sent < 2:
		e.Add(missing, op.MissingOneOf, "exactly two of 'start', 'end' and 'duration' are needed; %d was sent", sent).Hint = hint
	case sent > 2:
		e.Add("duration", op.Conflict, "was sent together with 'start' and 'end', which already fix it").Hint = hint
	}
}

// Check reads all that was sent and refuses what cannot be answered.
func (in *DurationIn) Check(e *op.Invalid) { in.read(e) }

func duration(_ context.Context, in DurationIn) (DurationOut, error) {
	e := &op.Invalid{}
	s := in.read(e)
	if err := e.Or(); err != nil {
		return DurationOut{}, err
	}
	elapsed, sign := s.elapsed(), num.FromInt(int64(s.sign()))
	per := func(seconds int64) num.Dec {
		return num.Quotient(elapsed.Mul(sign), num.FromInt(seconds)).Round(6, num.HalfEven)
	}
	d := s.between()
	out := DurationOut{
		Start:        s.written(s.start, s.zone),
		End:          s.written(s.end, s.endZone),
		Sign:         s.sign(),
		Calendar:     inCalendar(d),
		ISO8601:      d.String(),
		TotalSeconds: per(1),
		TotalMinutes: per(60),
		TotalHours:   per(3600),
		TotalDays:    per(86400),
		TotalWeeks:   per(604800),
		Clock:        s.clock(),
		NetSeconds:   elapsed.Sub(in.pause()).Mul(sign).Round(6, num.HalfEven),
	}
	out.Text = out.Calendar.inWords()
	if d.Negative {
		out.Text = "minus " + out.Text
	}
	if !s.bare {
		from, to, sign := s.dates(in.IncludeEndDate)
		days, worked, change := sign*calendar.Days(from, to), sign*s.businessDays(from, to, in.weekend()), s.offsetChange()
		out.CalendarDays, out.BusinessDays, out.UTCOffsetChange = &days, &worked, &change
	}
	return out, nil
}

// pause is the break in seconds.
func (in *DurationIn) pause() num.Dec { return in.BreakMinutes.Mul(num.FromInt(60)) }

func (in *DurationIn) weekend() calendar.Week {
	if in.Business == nil {
		return calendar.WeekOf(6, 7)
	}
	return calendar.WeekOf(in.Business.Weekend...)
}

func inCalendar(d isoduration.Duration) DurationCalendar {
	return DurationCalendar{
		Years: d.Months / 12, Months: d.Months % 12, Days: d.Days,
		Hours: d.Seconds / 3600, Minutes: d.Seconds / 60 % 60,
		Seconds: num.FromInt(int64(d.Seconds % 60)).Add(num.Scaled(int64(d.Nanos), 9)),
	}
}

func (c DurationCalendar) inWords() string {
	return inWords(whole(c.Years, "year"), whole(c.Months, "month"), whole(c.Days, "day"),
		whole(c.Hours, "hour"), whole(c.Minutes, "minute"), quantity{c.Seconds, "second"})
}
