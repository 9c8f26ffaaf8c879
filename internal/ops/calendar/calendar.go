// Package calendar counts in the proleptic Gregorian calendar, by dates alone:
// a date is a time.Time at midnight UTC, as isotime.Date reads it, and no time
// zone plays a part.
package calendar

import "time"

// LastYear is the last that a date can be written in (RFC 3339: four digits).
const LastYear = 9999

// IsLeap tells whether a year has a 29 February.
func IsLeap(year int) bool { return year%4 == 0 && (year%100 != 0 || year%400 == 0) }

// IsLeapDay tells whether a date is a 29 February.
func IsLeapDay(day time.Time) bool { return day.Month() == time.February && day.Day() == 29 }

// DateOf is the date that a clock shows, whatever its zone and time of day.
func DateOf(clock time.Time) time.Time {
	y, m, d := clock.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

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
// (0 to 11), then days. One that leads back in time has no member above 0.
type Span struct{ Years, Months, Days int }

// Between is the span from one date to another: as many whole months as fit,
// counted from the first date and clamped to the ends of short months, and the
// days that are left. An earlier second date gives a negative span, counted
// back from the first date in the same way. It is Temporal's
// from.until(to, {largestUnit: "years"}) and java.time.Period.between.
func Between(from, to time.Time) Span {
	n := 12*(to.Year()-from.Year()) + int(to.Month()) - int(from.Month())
	switch {
	case to.After(from) && to.Day() < from.Day():
		n--
	case to.Before(from) && to.Day() > from.Day():
		n++
	}
	return Span{Years: n / 12, Months: n % 12, Days: Days(AddMonths(from, n), to)}
}

// Days is the number of days from one date to another, negative when that is
// earlier. It does not overflow, as a time.Duration would after 292 years.
func Days(from, to time.Time) int { return int((to.Unix() - from.Unix()) / secondsPerDay) }

const secondsPerDay = 24 * 60 * 60

// Week is a set of days of the week.
type Week [7]bool

// WeekOf is the set of the days with the given numbers of ISO 8601: Monday is
// 1 and Sunday 7.
func WeekOf(days ...int) (week Week) {
	for _, n := range days {
		week[n%7] = true
	}
	return week
}

// Has tells whether a date falls on a day of the set.
func (w Week) Has(day time.Time) bool { return w[day.Weekday()] }

// Count is the number of dates from one on, up to but not including another,
// that fall on days of the set; 0 when the other is not later.
func (w Week) Count(from, to time.Time) int {
	span := max(Days(from, to), 0)
	perWeek, rest := 0, 0
	for i := range w {
		if w[(int(from.Weekday())+i)%7] {
			perWeek++
			if i < span%7 {
				rest++
			}
		}
	}
	return span/7*perWeek + rest
}
