package date

import (
	"context"
	"fmt"
	"time"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/calendar"
	"toolcrib/internal/ops/isotime"
	"toolcrib/internal/ops/when"
	"toolcrib/internal/ops/zone"
)

var _ = op.Define(op.Def[TimezoneIn, TimezoneOut]{
	ID:      "timezone-converter",
	Route:   "POST /v1/date/timezone",
	Summary: "Convert a date and time to other time zones",
	Doc: "Converts a date-time to up to 50 time zones. Returns local times with offset, abbreviation, daylight saving " +
		"flag and day difference. A local time that clock changes skipped or repeated is reported as gap or fold, " +
		"with both instants; disambiguation chooses.",
	See:    []op.See{{When: "Unix time and other timestamps", ID: "epoch-converter"}, {When: "the time between two instants", ID: "time-duration-calculator"}},
	Words:  []string{"time zone", "what time is it", "time difference", "city", "meeting", "UTC", "GMT", "IST", "PST", "EST", "CET", "DST", "summer time"},
	Source: "IANA time zone database; gaps and folds: RFC 5545 section 3.3.5 and TC39 Temporal; RFC 3339",
	Since:  "1.0.0",
	Class:  op.T0,
	Examples: []op.Example{
		{Name: "one local time in several zones", In: `{"datetime":"2026-11-20T15:00","from":"Asia/Kolkata","to":["America/New_York","Asia/Tokyo","Europe/London"]}`},
		{Name: "an instant", In: `{"datetime":"2026-11-20T15:00:00+05:30","to":"Australia/Lord_Howe"}`},
		{Name: "a time that was skipped", In: `{"datetime":"2026-03-08T02:30","from":"America/New_York","to":"UTC"}`},
		{Name: "a time that occurs twice, the second one", In: `{"datetime":"2026-11-01T01:30","from":"America/New_York","to":"UTC","disambiguation":"later"}`},
		{Name: "a day that never was", In: `{"datetime":"2011-12-30T12:00","from":"Pacific/Apia","to":"-10:00"}`},
	},
	Run: convertTimezone,
})

// TimezoneIn is the input of timezone-converter.
type TimezoneIn struct {
	Datetime       string                      `json:"datetime" len:"1..64" aka:"time,date,date_time,timestamp" doc:"Date and time, RFC 3339; without an offset it is local to from." example:"2026-11-20T15:00"`
	From           *string                     `json:"from" len:"1..64" alias:"from_timezone" aka:"timezone,tz,source" doc:"Zone of a datetime without offset: an IANA name, UTC or ±HH:MM." example:"Asia/Kolkata"`
	To             op.Either[string, []string] `json:"to" len:"1..50" each:"1..50" alias:"to_timezone" aka:"target,timezones" doc:"Zone to convert to, or a list of at most 50." example:"America/New_York"`
	Disambiguation string                      `json:"disambiguation" enum:"compatible,earlier,later,reject" default:"compatible" doc:"What a local time that was skipped or occurs twice means; compatible is later for the skipped and earlier for the repeated ones."`
}

// TimezoneOut is the answer of timezone-converter.
type TimezoneOut struct {
	Source          TimezoneReading  `json:"source" doc:"The instant as the clocks of its own zone show it."`
	UTC             string           `json:"utc" doc:"The instant in UTC."`
	LocalTimeStatus string           `json:"local_time_status" doc:"unique, gap (clocks skipped it) or fold (it occurs twice)."`
	Candidates      *[]string        `json:"candidates" doc:"Both instants that could be meant, the earlier first; null when the local time is unique."`
	Results         []TimezoneResult `json:"results" doc:"The instant in each of the zones of to, in their order."`
	TzdataVersion   string           `json:"tzdata_version" doc:"Release of the IANA time zone database."`
}

// TimezoneReading is what the clocks of a zone show.
type TimezoneReading struct {
	Datetime     string `json:"datetime" doc:"Local date and time with its offset; seconds of an offset, as before standard time, are written."`
	Timezone     string `json:"timezone" doc:"The zone as the database spells it, or the offset."`
	UTCOffset    string `json:"utc_offset" doc:"Offset from UTC."`
	Abbreviation string `json:"abbreviation" doc:"As the database has it, such as IST or +0545."`
	IsDST        bool   `json:"is_dst" doc:"Whether daylight saving time is in force."`
}

// TimezoneResult is the reading in a zone asked for, against the source's.
type TimezoneResult struct {
	Timezone                string  `json:"timezone" doc:"The zone as the database spells it, or the offset."`
	Datetime                string  `json:"datetime" doc:"Local date and time with its offset."`
	UTCOffset               string  `json:"utc_offset" doc:"Offset from UTC."`
	Abbreviation            string  `json:"abbreviation" doc:"As the database has it, such as IST or +0545."`
	IsDST                   bool    `json:"is_dst" doc:"Whether daylight saving time is in force."`
	DayDifference           int     `json:"day_difference" doc:"Its date less that of the source, in days."`
	OffsetDifferenceMinutes num.Dec `json:"offset_difference_minutes" doc:"Its offset less that of the source."`
}

// Check refuses what is no date-time or zone, and local times that do not fit
// their zone.
func (in *TimezoneIn) Check(e *op.Invalid) { in.read(e) }

// conversion is an input that has been read.
type conversion struct {
	at    time.Time
	local zone.Resolution // what the local time alone could mean
	from  *zone.Zone
	to    []*zone.Zone
}

func (in *TimezoneIn) read(e *op.Invalid) (c conversion) {
	t, hasOffset, ok := when.LocalOrInstant(e, "datetime", in.Datetime)
	switch {
	case in.From != nil:
		c.from, _ = when.Zone(e, "from", *in.From)
	case hasOffset:
		c.from = zoneOf(t)
	case ok:
		e.Add("from", op.Required, "the datetime has no offset, so the field 'from' is needed").Hint = "send from, such as Asia/Kolkata, or a datetime with its offset"
	}
	c.to = in.targets(e)
	if e.Or() != nil {
		return c
	}
	c.local, c.at = c.from.Resolve(t), t
	if hasOffset {
		checkOffset(e, t, c.from)
	} else if c.at, ok = when.Resolve(e, "datetime", t, c.from, zone.Disambiguation(in.Disambiguation)); !ok {
		return c
	}
	for _, z := range append([]*zone.Zone{zoneOf(c.at.UTC()), c.from}, c.to...) {
		if !isotime.Writable(c.at.In(z.Location())) {
			e.Add("datetime", op.OutOfRange, "datetime falls outside of the years 0001 to 9999 in %s", z.Name())
			break
		}
	}
	return c
}

// checkOffset refuses an offset that the zone does not have at that instant.
func checkOffset(e *op.Invalid, t time.Time, z *zone.Zone) {
	sent, actual := isotime.Offset(t), isotime.Offset(t.In(z.Location()))
	if sent != actual {
		e.Add("datetime", op.Conflict, "the offset of datetime is %s, but that of %s at this instant is %s", sent, z.Name(), actual).Hint =
			"send datetime without an offset, or leave out from"
	}
}

// targets reads the zones to convert to.
func (in *TimezoneIn) targets(e *op.Invalid) (zones []*zone.Zone) {
	if in.To.A != nil {
		z, _ := when.Zone(e, "to", *in.To.A)
		return []*zone.Zone{z}
	}
	for i, name := range *in.To.B {
		z, _ := when.Zone(e, fmt.Sprintf("to[%d]", i), name)
		zones = append(zones, z)
	}
	return zones
}

// zoneOf is UTC, or the zone of the offset that a time was written with.
func zoneOf(t time.Time) *zone.Zone {
	name := isotime.Offset(t)
	if t.Location() == time.UTC {
		name = "UTC"
	}
	z, err := zone.Load(name)
	if err != nil {
		panic(err) // an offset that has been read is one of a zone
	}
	return z
}

func convertTimezone(_ context.Context, in TimezoneIn) (TimezoneOut, error) {
	c := in.read(&op.Invalid{})
	out := TimezoneOut{
		Source:          readClock(c.at, c.from),
		UTC:             isotime.Format(c.at.UTC()),
		LocalTimeStatus: string(c.local.Status),
		TzdataVersion:   zone.Version(),
	}
	if c.local.Status != zone.Unique {
		out.Candidates = &[]string{isotime.Format(c.local.Earlier.UTC()), isotime.Format(c.local.Later.UTC())}
	}
	for _, z := range c.to {
		out.Results = append(out.Results, c.result(z))
	}
	return out, nil
}

func (c conversion) result(z *zone.Zone) TimezoneResult {
	there, here := c.at.In(z.Location()), c.at.In(c.from.Location())
	_, offsetThere := there.Zone()
	_, offsetHere := here.Zone()
	r := readClock(c.at, z)
	return TimezoneResult{r.Timezone, r.Datetime, r.UTCOffset, r.Abbreviation, r.IsDST,
		calendar.Days(calendar.DateOf(here), calendar.DateOf(there)),
		num.Quotient(num.FromInt(int64(offsetThere-offsetHere)), num.FromInt(60)).Round(6, num.HalfEven)}
}

// readClock is what the clocks of a zone show at an instant.
func readClock(at time.Time, z *zone.Zone) TimezoneReading {
	local := at.In(z.Location())
	_, abbreviation, dst := z.At(at)
	return TimezoneReading{isotime.Format(local), z.Name(), isotime.Offset(local), abbreviation, dst}
}
