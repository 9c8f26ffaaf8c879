package isotime

import (
	"errors"
	"regexp"
	"strconv"
	"time"
)

// Errors of the parsers. Their texts continue a sentence that begins with the
// name of the field.
var (
	ErrDateForm = errors.New("is not a date of the form YYYY-MM-DD")
	ErrTimeForm = errors.New("is not an RFC 3339 date-time with offset, such as 2026-11-20T09:00:00Z")
	ErrAnyForm  = errors.New("is not a date-time such as 2026-11-20T09:00:00, with or without an offset")
	ErrDay      = errors.New("names a day that does not exist")
	ErrClock    = errors.New("names a time of day that does not exist; hours end at 23, minutes and seconds at 59")
	ErrOffset   = errors.New("has an offset beyond ±23:59")
)

var (
	dateForm = regexp.MustCompile(`^(\d{4})-(\d{2})-(\d{2})$`)
	timeForm = regexp.MustCompile(`^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:([Zz])|([+-])(\d{2}):(\d{2}))?$`)
)

// Date reads YYYY-MM-DD; the result is midnight UTC.
func Date(s string) (time.Time, error) {
	m := dateForm.FindStringSubmatch(s)
	if m == nil {
		return time.Time{}, ErrDateForm
	}
	return day(m[1], m[2], m[3])
}

func day(year, month, dayOfMonth string) (time.Time, error) {
	y, m, d := number(year), number(month), number(dayOfMonth)
	t := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	if y < 1 || m < 1 || m > 12 || t.Day() != d {
		return time.Time{}, ErrDay
	}
	return t, nil
}

// DateTime reads an RFC 3339 date-time, its seconds optional. The result has
// the offset that was written.
func DateTime(s string) (time.Time, error) {
	t, hasOffset, err := LocalOrInstant(s)
	if err == nil && !hasOffset || errors.Is(err, ErrAnyForm) {
		return time.Time{}, ErrTimeForm
	}
	return t, err
}

// LocalOrInstant reads a date-time as DateTime does, but the offset may be
// missing. Then it is a local time, whose zone the caller has to know: the
// result shows it as if it were UTC, and hasOffset is false.
func LocalOrInstant(s string) (t time.Time, hasOffset bool, err error) {
	m := timeForm.FindStringSubmatch(s)
	if m == nil {
		return time.Time{}, false, ErrAnyForm
	}
	date, err := day(m[1], m[2], m[3])
	if err != nil {
		return time.Time{}, false, err
	}
	hour, minute, second := number(m[4]), number(m[5]), number(m[6])
	if hour > 23 || minute > 59 || second > 59 {
		return time.Time{}, false, ErrClock
	}
	zone, err := offset(m[9], number(m[10]), number(m[11]))
	if err != nil {
		return time.Time{}, false, err
	}
	nanos := number((m[7] + "000000000")[:9])
	t = time.Date(date.Year(), date.Month(), date.Day(), hour, minute, second, nanos, zone)
	return t, m[8] != "" || m[9] != "", nil
}

func offset(sign string, hours, minutes int) (*time.Location, error) {
	if hours > 23 || minutes > 59 {
		return nil, ErrOffset
	}
	seconds := hours*3600 + minutes*60
	if sign == "-" {
		seconds = -seconds
	}
	if seconds == 0 {
		return time.UTC, nil
	}
	return time.FixedZone("", seconds), nil
}

// number reads what the patterns have found to be digits, "" being 0.
func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}
