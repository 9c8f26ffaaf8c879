// Package calendar counts in the proleptic Gregorian calendar, by dates alone:
// a date is a time.Time at midnight UTC, as isotime.Date reads it, and no time
// zone plays a part.
package calendar

import "time"

// LastYear is the last that a date can be written in (RFC 3339: four digits).
const LastYear = 9999

// AddMonths is the day n months after a day: the same day of the month, or the
// last of a month that is too short for it. Always count from the original
// day, so that 31 January is followed by 28 February and then 31 March.
func AddMonths(day time.Time, n int) time.Time {
	y, m, d := day.Date()
	first := time.Date(y, m+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(d, last)-1)
}

// Span is a length of time in calendar units: whole years, then whole months
// (0 to 11), then days.
type Span struct{ Years, Months, Days int }

// Between is the span from one date to a later or equal one: as many whole
// months as fit, counted from the first date and clamped to the ends of short
// months, and the days that are left. It is Temporal's
// from.until(to, {largestUnit: "years"}) and java.time.Period.between.
func Between(from, to time.Time) Span {
	n := 12*(to.Year()-from.Year()) + int(to.Month()) - int(from.Month())
	if to.Day() < from.Day() {
		n--
	}
	return Span{Years: n / 12, Months: n % 12, Days: Days(AddMonths(from, n), to)}
}

// Days is the number of days from one date to another, negative when that is
// earlier. It does not overflow, as a time.Duration would after 292 years.
func Days(from, to time.Time) int { return int((to.Unix() - from.Unix()) / secondsPerDay) }

const secondsPerDay = 24 * 60 * 60
