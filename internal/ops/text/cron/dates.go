package cron

import (
	"math/bits"
	"time"

	"toolcrib/internal/ops/calendar"
)

// Wall times are local times, counted in seconds as if they were UTC: those of
// 1970-01-01T00:00 are 0.
const (
	perMinute = 60
	perDay    = 24 * 60 * perMinute

	lastYear = 9999
	// cycleYears is when the Gregorian calendar repeats itself, weekdays included.
	cycleYears = 400

	everyWeekday = 1<<7 - 1
)

// next is the first wall time after another that the fields match; ok is false
// when there is none up to the end of lastYear.
func (s *Schedule) next(after int64) (wall int64, ok bool) {
	minutes := floorDiv(after, perMinute) + 1
	day := floorDiv(minutes, perDay/perMinute)
	found, ok := s.nextDay(day)
	if ok && found == day {
		if t, later := s.nextTime(int(minutes - day*perDay/perMinute)); later {
			return day*perDay + t, true
		}
		found, ok = s.nextDay(day + 1)
	}
	t, _ := s.nextTime(0)
	return found*perDay + t, ok
}

func floorDiv(a, b int64) int64 {
	if a < 0 {
		return (a+1)/b - 1
	}
	return a / b
}

func floorMod(a, b int64) int64 { return a - b*floorDiv(a, b) }

// nextTime is the first time of day that the fields match from a minute of the
// day on, in seconds.
func (s *Schedule) nextTime(from int) (seconds int64, ok bool) {
	hours, minutes := s.fields[Hour].set, s.fields[Minute].set
	hour := from / 60
	rest := minutes >> (from % 60) << (from % 60)
	if hours>>hour&1 == 0 || rest == 0 {
		hours, rest = hours>>(hour+1)<<(hour+1), minutes
		hour = bits.TrailingZeros64(hours)
	}
	return int64(hour)*3600 + int64(bits.TrailingZeros64(rest))*perMinute, hours != 0
}

// nextDay is the first day from another one on that the fields match. Days are
// counted from 1970-01-01.
func (s *Schedule) nextDay(from int64) (day int64, ok bool) {
	year, month, date := time.Unix(from*perDay, 0).UTC().Date()
	for last := min(year+cycleYears, lastYear); year <= last; {
		ahead := s.fields[Month].set >> month
		if ahead == 0 {
			year, month, date = year+1, time.January, 1
			continue
		}
		if skipped := bits.TrailingZeros64(ahead); skipped > 0 {
			month, date = month+time.Month(skipped), 1
		}
		if days := s.daysOf(year, month) >> date << date; days != 0 {
			return dayNumber(year, month, bits.TrailingZeros64(days)), true
		}
		month, date = month+1, 1
	}
	return 0, false
}

func dayNumber(year int, month time.Month, date int) int64 {
	return floorDiv(time.Date(year, month, date, 0, 0, 0, 0, time.UTC).Unix(), perDay)
}

// datesOf has a bit for each day of a month, bit 1 being the first.
func datesOf(year int, month time.Month) uint64 {
	length := [...]int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[month-1]
	if month == time.February && calendar.IsLeap(year) {
		length++
	}
	return 1<<(length+1) - 2
}

// daysOf has a bit for each day of a month that the day fields match.
func (s *Schedule) daysOf(year int, month time.Month) uint64 {
	all := datesOf(year, month)
	byDate, byWeek := s.fields[DayOfMonth].set&all, all
	if week := s.fields[DayOfWeek].set; week != everyWeekday {
		weekday := floorMod(dayNumber(year, month, 1)+4, 7) // 1970-01-01 was a Thursday
		week = week>>weekday | week<<(7-weekday)&everyWeekday
		byWeek &= week * (1<<1 | 1<<8 | 1<<15 | 1<<22 | 1<<29)
	}
	if s.days == EitherMatches {
		return byDate | byWeek
	}
	return byDate & byWeek // a field that is * has all bits
}

// never tells whether the fields match no day at all, such as 31 February.
func (s *Schedule) never() bool {
	_, ok := s.nextDay(0)
	return !ok
}
