package date

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/calendar"
	"toolcrib/internal/ops/isotime"
	"toolcrib/internal/ops/when"
	"toolcrib/internal/ops/zone"
)

var _ = op.Define(op.Def[EpochIn, EpochOut]{
	ID:      "epoch-converter",
	Route:   "GET /v1/date/epoch",
	Summary: "Convert Unix and other timestamps, exact to the nanosecond",
	Doc: "Converts a timestamp to a date or a date to timestamps, without either now: Unix seconds to nanoseconds, " +
		"FILETIME, .NET ticks, NTP, Excel, Cocoa, Julian day. Size tells the Unix unit: below 10^11 s, 10^14 ms, " +
		"10^17 µs, else ns. Years 0001 to 9999, no leap seconds; counts round down.",
	See:   []op.See{{When: "local times in several zones", ID: "timezone-converter"}},
	Words: []string{"epoch time", "Unix time", "POSIX", "human readable", "ISO 8601", "millis", "milliseconds", "microseconds", "log"},
	Source: "POSIX.1-2024 seconds since the Epoch; RFC 3339, RFC 9110 section 5.6.7, RFC 2822; ISO 8601 weeks; Microsoft FILETIME and " +
		"DateTime.Ticks; RFC 5905; Excel 1900 date system; Julian day",
	Since:  "1.0.0",
	Class:  op.T0,
	Varies: true,
	Rules:  []op.Rule{op.AtMostOne("timestamp", "datetime")},
	Examples: []op.Example{
		{Name: "seconds", In: `{"timestamp":"1700000000"}`},
		{Name: "in a time zone", In: `{"timestamp":"1700000000","timezone":"Asia/Kolkata"}`},
		{Name: "nanoseconds, told by size", In: `{"timestamp":"1784694237438743460"}`},
		{Name: "from a date", In: `{"datetime":"2026-11-20T09:00:00+05:30"}`},
		{Name: "Windows FILETIME", In: `{"timestamp":"133444736000000000","unit":"filetime"}`},
		{Name: "now", In: `{}`},
	},
	Run: epoch,
})

// EpochIn is the input of epoch-converter.
type EpochIn struct {
	Timestamp  *op.Either[string, num.Dec] `json:"timestamp" alias:"epoch" aka:"ts,time,unix,value" doc:"Number of units since their epoch, as text or as a number; s, ms and cocoa may have decimals down to nanoseconds, excel and julian_day any." example:"1700000000"`
	Datetime   *string                     `json:"datetime" len:"1..64" alias:"date" aka:"date_time,iso" doc:"Date and time instead, RFC 3339; without an offset it is local to timezone." example:"2026-11-20T09:00:00+05:30"`
	Unit       string                      `json:"unit" enum:"auto,s,ms,us,ns,filetime,dotnet_ticks,excel,ntp,cocoa,julian_day" default:"auto" doc:"Unit of timestamp; auto tells s, ms, us and ns by size."`
	Timezone   string                      `json:"timezone" len:"1..64" default:"UTC" aka:"tz,zone" doc:"Zone of the local time: an IANA name, UTC or ±HH:MM." example:"Asia/Kolkata"`
	RelativeTo *string                     `json:"relative_to" len:"1..64" doc:"Instant to compare with instead of now, RFC 3339 with offset." example:"2026-11-20T09:00:00Z"`
}

// EpochOut is the answer of epoch-converter.
type EpochOut struct {
	DetectedUnit *string       `json:"detected_unit" doc:"Unit in which timestamp was read; null without one."`
	Seconds      int64         `json:"seconds" doc:"Unix time in whole seconds, rounded down."`
	Milliseconds int64         `json:"milliseconds" doc:"Unix time in whole milliseconds, rounded down."`
	Microseconds string        `json:"microseconds" doc:"Unix time in whole microseconds, rounded down."`
	Nanoseconds  string        `json:"nanoseconds" doc:"Unix time in nanoseconds."`
	Fraction     string        `json:"fraction" doc:"Digits of the second after the point, without trailing zeros; they count upwards from seconds, also before 1970."`
	UTC          string        `json:"utc" doc:"The instant in UTC, RFC 3339."`
	Local        string        `json:"local" doc:"The same in timezone."`
	Timezone     string        `json:"timezone" doc:"The zone as the database spells it, or the offset."`
	UTCOffset    string        `json:"utc_offset" doc:"Its offset from UTC."`
	Abbreviation string        `json:"abbreviation" doc:"As the database has it, such as IST or +0545."`
	IsDST        bool          `json:"is_dst" doc:"Whether daylight saving time is in force."`
	HTTPDate     string        `json:"http_date" doc:"As in HTTP headers, always GMT."`
	RFC2822      string        `json:"rfc2822" doc:"As in mail headers, in timezone; in UTC where its offset has seconds."`
	Weekday      string        `json:"weekday" doc:"Day of the week in timezone, in English."`
	DayOfYear    int           `json:"day_of_year" doc:"1 to 366, in timezone."`
	ISOWeek      string        `json:"iso_week" doc:"ISO 8601 week date in timezone; its year may differ around New Year."`
	IsLeapYear   bool          `json:"is_leap_year" doc:"Whether the year in timezone has 366 days."`
	Relative     EpochRelative `json:"relative" doc:"Distance from relative_to."`
	Formats      EpochFormats  `json:"formats" doc:"The instant in other systems."`
}

// EpochRelative is the distance of an instant from another.
type EpochRelative struct {
	Seconds num.Dec `json:"seconds" doc:"The instant less relative_to."`
	Text    string  `json:"text" doc:"The same in the largest unit that fits, rounded down."`
}

// EpochFormats is an instant in systems other than Unix time.
type EpochFormats struct {
	FileTime    string  `json:"filetime" doc:"Windows FILETIME: 100 ns since 1601, rounded down."`
	DotnetTicks string  `json:"dotnet_ticks" doc:".NET DateTime.Ticks: 100 ns since 0001, rounded down."`
	NTP         string  `json:"ntp" doc:"Whole seconds since 1900, rounded down."`
	Excel       num.Dec `json:"excel" doc:"Serial number of the 1900 date system, 11 decimals; below 61 one more than Excel shows, which counts a 29 February 1900."`
	Cocoa       num.Dec `json:"cocoa" doc:"Seconds since 2001."`
	JulianDay   num.Dec `json:"julian_day" doc:"Julian day, 11 decimals."`
}

// Check refuses what is no timestamp, date-time or zone, and what lies outside
// of the years 0001 to 9999.
func (in *EpochIn) Check(e *op.Invalid) { in.read(e, time.Unix(0, 0)) }

// moment is an input that has been read.
type moment struct {
	at, relativeTo time.Time
	unit           *string
	zone           *zone.Zone
}

// read reads the input. Where it names no instant, that is now.
func (in *EpochIn) read(e *op.Invalid, now time.Time) (m moment) {
	m.at, m.relativeTo = now, now
	m.zone, _ = when.Zone(e, "timezone", in.Timezone)
	if in.RelativeTo != nil {
		m.relativeTo, _ = when.Instant(e, "relative_to", *in.RelativeTo)
	}
	switch {
	case in.Timestamp != nil:
		m.at, m.unit = in.timestamp(e)
	case in.Datetime != nil:
		m.at = in.datetime(e, m.zone)
	}
	if e.Or() == nil && !isotime.Writable(m.at.In(m.zone.Location())) {
		e.Add("timezone", op.OutOfRange, "in %s the instant falls outside of the years 0001 to 9999", m.zone.Name()).Hint = "use UTC"
	}
	return m
}

// timestamp reads the field of that name and tells its unit.
func (in *EpochIn) timestamp(e *op.Invalid) (at time.Time, unit *string) {
	v, ok := in.number(e)
	if !ok {
		return at, nil
	}
	u := detectUnit(v)
	if in.Unit != "auto" {
		u = unitNamed(in.Unit)
	}
	if u.sent >= 0 && v.Cmp(v.Round(u.sent, num.Floor)) != 0 {
		e.Add("timestamp", op.InvalidNumber, "a timestamp in %s has no more than %d decimals", u.name, u.sent).Hint = "round it, or send the unit it is in; s has up to 9 decimals, ms up to 6"
		return at, nil
	}
	at, ok = timeOf(u.read(v))
	if !ok {
		first, last := nanosOf(time.Unix(firstSecond, 0)), nanosOf(time.Unix(lastSecond, 999_999_999))
		e.Add("timestamp", op.OutOfRange, "in %s, the years 0001 to 9999 are the timestamps from %s to %s", u.name, u.write(first), u.write(last)).Hint =
			"send the unit it is in, or unit=auto"
	}
	return at, &u.name
}

// number is the timestamp as a number, however it was sent.
func (in *EpochIn) number(e *op.Invalid) (v num.Dec, ok bool) {
	if in.Timestamp.B != nil {
		return *in.Timestamp.B, true
	}
	v, err := num.Parse(*in.Timestamp.A)
	if err != nil {
		e.Add("timestamp", op.InvalidNumber, "%s is not a number of at most %d digits", op.Quote(*in.Timestamp.A), num.MaxDigits).Hint =
			"send digits such as 1700000000; a date goes to datetime"
	}
	return v, err == nil
}

// datetime reads the field of that name, by the zone (nil if it was none) if it
// has no offset.
func (in *EpochIn) datetime(e *op.Invalid, z *zone.Zone) time.Time {
	if in.Unit != "auto" {
		e.Add("unit", op.Conflict, "unit belongs to timestamp; a datetime has none")
	}
	t, hasOffset, ok := when.LocalOrInstant(e, "datetime", *in.Datetime)
	if ok && !hasOffset && z != nil {
		t, _ = when.Resolve(e, "datetime", t, z, zone.Compatible)
	}
	if ok && !isotime.Writable(t.UTC()) {
		e.Add("datetime", op.OutOfRange, "datetime falls outside of the years 0001 to 9999 in UTC")
	}
	return t
}

func epoch(ctx context.Context, in EpochIn) (EpochOut, error) {
	m := in.read(&op.Invalid{}, op.Now(ctx))
	nanos, local := nanosOf(m.at), m.at.In(m.zone.Location())
	clock := readClock(m.at, m.zone)
	year, week := local.ISOWeek()
	return EpochOut{
		DetectedUnit: m.unit,
		Seconds:      m.at.Unix(),
		Milliseconds: m.at.UnixMilli(),
		Microseconds: strconv.FormatInt(m.at.UnixMicro(), 10),
		Nanoseconds:  nanos.String(),
		Fraction:     strings.TrimRight(fmt.Sprintf("%09d", m.at.Nanosecond()), "0"),
		UTC:          isotime.Format(m.at.UTC()),
		Local:        clock.Datetime,
		Timezone:     clock.Timezone,
		UTCOffset:    clock.UTCOffset,
		Abbreviation: clock.Abbreviation,
		IsDST:        clock.IsDST,
		HTTPDate:     m.at.UTC().Format("Mon, 02 Jan 2006 15:04:05 GMT"),
		RFC2822:      mailDate(local),
		Weekday:      local.Weekday().String(),
		DayOfYear:    local.YearDay(),
		ISOWeek:      fmt.Sprintf("%04d-W%02d-%d", year, week, (local.Weekday()+6)%7+1),
		IsLeapYear:   calendar.IsLeap(local.Year()),
		Relative:     EpochRelative{nanos.Sub(nanosOf(m.relativeTo)).Mul(second.perNano), distance(m.at.UTC(), m.relativeTo.UTC())},
		Formats: EpochFormats{
			FileTime:    unitNamed("filetime").write(nanos).String(),
			DotnetTicks: unitNamed("dotnet_ticks").write(nanos).String(),
			NTP:         unitNamed("ntp").write(nanos).String(),
			Excel:       unitNamed("excel").write(nanos),
			Cocoa:       unitNamed("cocoa").write(nanos),
			JulianDay:   unitNamed("julian_day").write(nanos),
		},
	}, nil
}

// mailDate is a time as RFC 2822 has it, whose offsets have no seconds.
func mailDate(t time.Time) string {
	if _, offset := t.Zone(); offset%60 != 0 {
		t = t.UTC()
	}
	return t.Format("Mon, 02 Jan 2006 15:04:05 -0700")
}

// distance puts the time between two instants in words, such as "in 3 days" or
// "2 years ago": years, months and days by the calendar of UTC.
func distance(at, from time.Time) string {
	if at.Before(from) {
		return largest(at, from) + " ago"
	}
	if text := largest(from, at); text != "0 seconds" {
		return "in " + text
	}
	return "now"
}

// largest is the time from one instant to a later one in the largest unit that
// fits, rounded down.
func largest(from, to time.Time) string {
	midnight := calendar.DateOf(from)
	to = to.Add(midnight.Sub(from))
	span, day := calendar.Between(midnight, calendar.DateOf(to)), to.Sub(calendar.DateOf(to))
	for _, q := range []struct {
		n    int
		unit string
	}{{span.Years, "year"}, {span.Months, "month"}, {span.Days, "day"}, {int(day / time.Hour), "hour"}, {int(day / time.Minute), "minute"}} {
		if q.n > 0 {
			return inWords(whole(q.n, q.unit))
		}
	}
	return inWords(whole(int(day/time.Second), "second"))
}
