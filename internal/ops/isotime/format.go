package isotime

import "time"

// Format writes a time as RFC 3339 with as many digits of its fraction as it
// needs: with Z if it is in time.UTC, else with its offset. An offset with
// seconds, as before standard time, is written with them; rounding it would
// name another instant.
func Format(t time.Time) string {
	const clock = "2006-01-02T15:04:05.999999999"
	if t.Location() == time.UTC {
		return t.Format(clock + "Z")
	}
	return t.Format(clock) + Offset(t)
}

// Offset writes the offset of a time from UTC: +05:30, or -00:44:30.
func Offset(t time.Time) string {
	if _, seconds := t.Zone(); seconds%60 != 0 {
		return t.Format("-07:00:00")
	}
	return t.Format("-07:00")
}

// Writable tells whether the year of a time has four digits, from 0001 to
// 9999. An instant on an edge of that range may leave it in another zone.
func Writable(t time.Time) bool { return t.Year() >= 1 && t.Year() <= 9999 }
