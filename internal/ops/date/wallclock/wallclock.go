// Package wallclock adds and compares times the way people do: years, months
// and days by the calendar on the wall, hours and less by the time that passes.
// It does what Temporal's ZonedDateTime does, so a day on which clocks are
// changed is one day, and 23 or 25 hours.
package wallclock

import (
	"time"

	"toolcrib/internal/ops/calendar"
	"toolcrib/internal/ops/isoduration"
	"toolcrib/internal/ops/zone"
)

// Moment is an instant and the date and time of day by which it counts in some
// time zone, written as if that were UTC. That is what clocks there show, but
// for a day whose midnight was skipped: it counts from 00:00 and begins later.
type Moment struct{ At, Local time.Time }

// Of is the moment of an instant.
func Of(at time.Time, z *zone.Zone) Moment {
	local := at.In(z.Location())
	return Moment{at, calendar.DateOf(local).Add(timeOfDay(local))}
}

// StartOf is the moment at which a date begins.
func StartOf(day time.Time, z *zone.Zone) Moment { return Moment{first(day, z), day} }

// first is the instant of a local time by the rule of RFC 5545: what is skipped
// is moved on by the gap, of two the first counts.
func first(local time.Time, z *zone.Zone) time.Time {
	at, _ := z.Resolve(local).Pick(zone.Compatible)
	return at
}

// timeOfDay is the time that a clock shows, as if the day had no change of
// clocks before it.
func timeOfDay(clock time.Time) time.Duration {
	hour, minute, second := clock.Clock()
	return time.Duration(hour*3600+minute*60+second)*time.Second + time.Duration(clock.Nanosecond())
}

// Passed is the exact time from one instant to another. It does not overflow,
// as a time.Duration would after 292 years; both parts have the same sign.
func Passed(from, to time.Time) (seconds, nanos int) {
	seconds, nanos = int(to.Unix()-from.Unix()), to.Nanosecond()-from.Nanosecond()
	switch {
	case seconds > 0 && nanos < 0:
		return seconds - 1, nanos + int(time.Second)
	case seconds < 0 && nanos > 0:
		return seconds + 1, nanos - int(time.Second)
	}
	return seconds, nanos
}

// Until is the time from one moment to another in a zone: the years, months
// and days between the dates as calendar.Between has them, from the first
// moment's time of day to that same time on the last day possible, and the
// exact time left. An earlier second moment gives a negative duration, counted
// back from the first. Within one date it is exact time alone, and so it is
// where dates ran backwards, as in Alaska in 1867. Adding it to the first
// moment always gives the second; Temporal's until fails at that for less than
// a day from the second showing of a time that clocks show twice.
func Until(from, to Moment, z *zone.Zone) isoduration.Duration {
	a, b := calendar.DateOf(from.Local), calendar.DateOf(to.Local)
	sign := to.At.Compare(from.At)
	if sign == 0 || b.Compare(a) != sign {
		return duration(sign, calendar.Span{}, from.At, to.At)
	}
	day, clock := b, timeOfDay(from.Local)
	if (timeOfDay(to.Local)-clock)*time.Duration(sign) < 0 {
		day = day.AddDate(0, 0, -sign)
	}
	at := first(day.Add(clock), z)
	for at.Compare(to.At) == sign {
		day = day.AddDate(0, 0, -sign)
		at = first(day.Add(clock), z)
	}
	if day.Equal(a) {
		at = from.At
	}
	return duration(sign, calendar.Between(a, day), at, to.At)
}

// duration joins a span of dates with the exact time left; neither has another
// sign than the one given.
func duration(sign int, dates calendar.Span, from, to time.Time) isoduration.Duration {
	seconds, nanos := Passed(from, to)
	return isoduration.Duration{
		Negative: sign < 0,
		Months:   sign * (12*dates.Years + dates.Months),
		Days:     sign * dates.Days,
		Seconds:  sign * seconds,
		Nanos:    sign * nanos,
	}
}

// AddDate is the local time at which the months and days of a duration arrive:
// months first, clamped to the end of a short month.
func AddDate(from Moment, d isoduration.Duration) time.Time {
	sign := signOf(d)
	day := calendar.AddMonths(calendar.DateOf(from.Local), sign*d.Months)
	return day.AddDate(0, 0, sign*d.Days).Add(timeOfDay(from.Local))
}

// AddTime is the instant at which the exact time of a duration has passed.
func AddTime(at time.Time, d isoduration.Duration) time.Time {
	sign := signOf(d)
	return time.Unix(at.Unix()+int64(sign*d.Seconds), int64(at.Nanosecond()+sign*d.Nanos)).UTC()
}

func signOf(d isoduration.Duration) int {
	if d.Negative {
		return -1
	}
	return 1
}
