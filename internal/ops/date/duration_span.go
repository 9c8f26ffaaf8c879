package date

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
	"toolcrib/internal/ops/calendar"
	"toolcrib/internal/ops/date/wallclock"
	"toolcrib/internal/ops/isoduration"
	"toolcrib/internal/ops/isotime"
	"toolcrib/internal/ops/when"
	"toolcrib/internal/ops/zone"
)

// span is a start and an end. Both count by the wall clock of one zone; the
// end may be written in another.
type span struct {
	start, end    wallclock.Moment
	zone, endZone *zone.Zone
	bare          bool // bare times, which stand on bareDate and know no zone
	holidays      []time.Time
}

// bareDate carries bare times; it is never shown.
const bareDate = "2000-01-01"

// reading is an input on its way to a span; what is wrong with it is recorded.
type reading struct {
	span
	in      *DurationIn
	invalid *op.Invalid
}

// point is a start or an end as it was sent.
type point struct {
	field string
	form  form
	time  time.Time // as if in UTC, unless fixed
	fixed bool      // by an offset of its own
}

// form says how much of a time a text names.
type form uint8

const (
	dateOnly form = iota
	dateTime
	bareTime
)

// read reads an input with two of start, end and duration. Where something is
// recorded as wrong, the span means nothing.
func (in *DurationIn) read(e *op.Invalid) span {
	r := reading{in: in, invalid: e}
	r.readZones()
	start, end, d := r.point("start", in.Start), r.point("end", in.End), r.duration()
	r.readHolidays()
	if r.sound() {
		r.match(start, end, d)
	}
	if r.sound() {
		r.solve(start, end, d)
	}
	if r.sound() {
		r.checkSpan()
	}
	return r.span
}

func (r *reading) sound() bool { return r.invalid.Or() == nil }

func (r *reading) readZones() {
	r.zone, _ = when.Zone(r.invalid, "timezone", r.in.Timezone)
	r.endZone = r.zone
	if r.in.EndTimezone == nil {
		return
	}
	if other, ok := when.Zone(r.invalid, "end_timezone", *r.in.EndTimezone); ok && r.zone != nil && other.Name() != r.zone.Name() {
		r.endZone = other
	}
}

func (r *reading) readHolidays() {
	if r.in.Business == nil {
		return
	}
	for i, text := range r.in.Business.Holidays {
		day, _ := when.Day(r.invalid, "business.holidays["+strconv.Itoa(i)+"]", text)
		r.holidays = append(r.holidays, day)
	}
}

// point reads a date, a date-time or a bare time, nil if none was sent.
func (r *reading) point(field string, text *string) *point {
	if text == nil {
		return nil
	}
	p := point{field: field}
	switch {
	case strings.ContainsAny(*text, "Tt") || strings.Contains(*text, ":") && strings.Contains(*text, "-"):
		p.form = dateTime
		p.time, p.fixed, _ = when.LocalOrInstant(r.invalid, field, *text)
	case strings.Contains(*text, ":"):
		p.form = bareTime
		p.time = readBareTime(r.invalid, field, *text)
	default:
		p.time, _ = when.Day(r.invalid, field, *text)
	}
	return &p
}

func readBareTime(e *op.Invalid, field, text string) time.Time {
	t, hasOffset, err := isotime.LocalOrInstant(bareDate + "T" + text)
	switch {
	case errors.Is(err, isotime.ErrClock):
		e.Add(field, op.InvalidDateTime, "%s %s", field, err)
	case err != nil || hasOffset:
		e.Add(field, op.InvalidDateTime, "%s is not a time of day of the form HH:MM or HH:MM:SS", field).Hint = "send 22:00, or with its date 2026-11-20T22:00"
	}
	return t
}

// duration reads the duration, nil if none was sent.
func (r *reading) duration() *isoduration.Duration {
	if r.in.Duration == nil {
		return nil
	}
	d, err := isoduration.Parse(*r.in.Duration)
	var fault *isoduration.Error
	switch {
	case errors.As(err, &fault) && fault.Reason == isoduration.Range:
		r.invalid.Add("duration", op.OutOfRange, "duration %s", err)
	case errors.As(err, &fault):
		v := r.invalid.Add("duration", op.InvalidFormat, "duration %s", err)
		v.Hint = "send ISO 8601: P1Y2M3DT4H5M6S, parts of 0 left out; 2h30m is PT2H30M"
		v.Reason, v.Place = string(fault.Reason), &op.Place{Line: 1, Column: fault.Offset + 1, Offset: fault.Offset}
	}
	return &d
}

// match refuses what does not go together; each of the pointers may be nil.
func (r *reading) match(start, end *point, d *isoduration.Duration) {
	first, second := start, end
	if first == nil {
		first = end
	}
	if second == nil {
		second = start
	}
	e := r.invalid
	r.bare = first.form == bareTime
	if r.bare != (second.form == bareTime) {
		e.Add("end", op.InvalidDateTime, "of start and end one has a date and the other is a bare time").Hint = "send both with a date, or both without"
		return
	}
	if r.in.IncludeEndDate && (first.form != dateOnly || second.form != dateOnly || d != nil && hasTime(*d)) {
		e.Add("include_end_date", op.Conflict, "is for dates without times").Hint = "send dates such as 2026-11-30, or leave it out"
	}
	if !r.bare {
		return
	}
	const hint = "send start and end with their dates"
	if d != nil && d.Months > 0 {
		e.Add(first.field, op.InvalidDateTime, "%s is a bare time, but months and years have a length only from a date on", first.field).Hint = hint
	}
	if r.zone != r.endZone {
		e.Add("end_timezone", op.Conflict, "bare times of two zones cannot be compared: offsets depend on the date").Hint = hint
	}
	if r.in.Business != nil {
		e.Add("business", op.Conflict, "bare times have no business days").Hint = hint
	}
}

func hasTime(d isoduration.Duration) bool { return d.Seconds > 0 || d.Nanos > 0 }

// solve finds start and end.
func (r *reading) solve(start, end *point, d *isoduration.Duration) {
	if start != nil {
		r.start = r.moment(*start, r.zone)
	}
	if end != nil {
		r.end = r.moment(*end, r.endZone)
	}
	switch {
	case d == nil && r.bare && r.end.At.Before(r.start.At):
		r.end.At = r.end.At.AddDate(0, 0, 1)
	case d != nil && end == nil:
		r.end = r.add(r.start, start.form, *d)
	case d != nil:
		d.Negative = !d.Negative
		r.start = r.add(r.end, end.form, *d)
	}
}

// moment is when a point is, by the wall clock of the zone of the span; its own
// local time counts in z.
func (r *reading) moment(p point, z *zone.Zone) wallclock.Moment {
	at := p.time
	switch {
	case p.form == bareTime:
		return wallclock.Moment{At: at, Local: at}
	case p.form == dateOnly && z == r.zone:
		return wallclock.StartOf(p.time, z)
	case p.form == dateOnly:
		at = wallclock.StartOf(p.time, z).At
	case !p.fixed:
		at, _ = when.Resolve(r.invalid, p.field, p.time, z, zone.Disambiguation(r.in.Disambiguation))
	}
	return wallclock.Of(at, r.zone)
}

// add is the moment a duration away from another of some form: its months and
// days on the wall clock, then its exact time.
func (r *reading) add(from wallclock.Moment, f form, d isoduration.Duration) wallclock.Moment {
	at, landing := from.At, wallclock.AddDate(from, d)
	switch {
	case f == bareTime:
		return wallclock.Moment{At: wallclock.AddTime(landing, d)}
	case f == dateOnly && !hasTime(d):
		return wallclock.StartOf(landing, r.zone)
	case d.Months > 0 || d.Days > 0:
		at = r.land(landing)
	}
	return wallclock.Of(wallclock.AddTime(at, d), r.zone)
}

// land is the instant of the local time to which months and days lead.
func (r *reading) land(landing time.Time) time.Time {
	at, ok := when.Resolve(r.invalid, "duration", landing, r.zone, zone.Disambiguation(r.in.Disambiguation))
	if !ok {
		v := &r.invalid.Violations[len(r.invalid.Violations)-1]
		v.Message = "duration leads to " + landing.Format("2006-01-02T15:04:05.999999999") + ", which" + strings.TrimPrefix(v.Message, "duration")
		v.Hint = "send compatible, earlier or later as disambiguation"
	}
	return at
}

// checkSpan refuses what cannot be written and a break that is too long.
func (r *reading) checkSpan() {
	for _, p := range []struct {
		field string
		sent  *string
		at    time.Time
	}{{"start", r.in.Start, r.start.At.In(r.zone.Location())}, {"end", r.in.End, r.end.At.In(r.endZone.Location())}} {
		if r.bare || isotime.Writable(p.at) {
			continue
		}
		field := p.field
		if p.sent == nil {
			field = "duration"
		}
		r.invalid.Add(field, op.OutOfRange, "%s would fall outside the years 0001 to 9999 in its time zone", p.field)
	}
	if r.in.pause().Cmp(r.elapsed()) > 0 {
		r.invalid.Add("break_minutes", op.OutOfRange, "the break is longer than the time elapsed")
	}
}

func (s span) sign() int { return s.end.At.Compare(s.start.At) }

// passed is the exact time elapsed, without its sign.
func (s span) passed() (seconds, nanos int) {
	seconds, nanos = wallclock.Passed(s.start.At, s.end.At)
	return seconds * s.sign(), nanos * s.sign()
}

// elapsed is the same in seconds.
func (s span) elapsed() num.Dec {
	seconds, nanos := s.passed()
	return num.FromInt(int64(seconds)).Add(num.Scaled(int64(nanos), 9))
}

// between is the difference by calendar and wall clock. Bare times have days
// of 24 hours, and no months.
func (s span) between() isoduration.Duration {
	if !s.bare {
		return wallclock.Until(s.start, s.end, s.zone)
	}
	seconds, nanos := s.passed()
	return isoduration.Duration{Negative: s.sign() < 0, Days: seconds / secondsPerDay, Seconds: seconds % secondsPerDay, Nanos: nanos}
}

const secondsPerDay = 24 * 60 * 60

// clock writes the whole seconds elapsed as hours, minutes and seconds.
func (s span) clock() string {
	seconds, _ := s.passed()
	minus := ""
	if s.sign() < 0 && seconds > 0 {
		minus = "-"
	}
	return fmt.Sprintf("%s%02d:%02d:%02d", minus, seconds/3600, seconds/60%60, seconds%60)
}

func (s span) written(m wallclock.Moment, z *zone.Zone) string {
	if s.bare {
		return m.At.Format("15:04:05.999999999")
	}
	return isotime.Format(m.At.In(z.Location()))
}

// offsetChange is by how much the offset from UTC is greater at the end.
func (s span) offsetChange() int {
	start, _, _ := s.zone.At(s.start.At)
	end, _, _ := s.endZone.At(s.end.At)
	return end - start
}

// dates are the days of the span, from the first up to but not including the
// second: its start date counts and its end date does not, unless it is to be
// included. Where the span leads back, sign is -1.
func (s span) dates(includeEnd bool) (from, to time.Time, sign int) {
	from, to = calendar.DateOf(s.start.Local), calendar.DateOf(s.end.Local)
	extra := 0
	if includeEnd {
		extra = 1
	}
	if to.Before(from) {
		return to.AddDate(0, 0, 1-extra), from.AddDate(0, 0, 1), -1
	}
	return from, to.AddDate(0, 0, extra), 1
}

// businessDays counts those of the dates from one up to but not including
// another that are neither on a weekend nor a holiday.
func (s span) businessDays(from, to time.Time, weekend calendar.Week) int {
	n := calendar.Days(from, to) - weekend.Count(from, to)
	free := map[time.Time]bool{}
	for _, day := range s.holidays {
		if !free[day] && !weekend.Has(day) && !day.Before(from) && day.Before(to) {
			n--
		}
		free[day] = true
	}
	return n
}
