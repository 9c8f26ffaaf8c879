package annuity

import "time"

// AddMonths is the day n months after a day: the same day of the month, or the
// last of a month that is too short for it. Always count from the original
// day, so that 31 January is followed by 28 February and then 31 March.
func AddMonths(day time.Time, n int) time.Time {
	y, m, d := day.Date()
	first := time.Date(y, m+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(d, last)-1)
}
