// Package when reads the date and time fields of operations: it turns their
// texts into dates, instants and zones, and records what is wrong with them
// in the words and codes that all operations share.
package when

import (
	"time"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/isotime"
)

// Day reads a field of the form YYYY-MM-DD into midnight UTC of that date. A
// text that is none is recorded as invalid_date, and ok is false.
func Day(e *op.Invalid, field, text string) (day time.Time, ok bool) {
	day, err := isotime.Date(text)
	if err != nil {
		e.Add(field, op.InvalidDate, "%s %s", field, err).Hint = "use YYYY-MM-DD, such as 2026-01-31"
		return time.Time{}, false
	}
	return day, true
}

// Instant reads a field of RFC 3339, with its offset. A text that is none is
// recorded as invalid_datetime, and ok is false.
func Instant(e *op.Invalid, field, text string) (at time.Time, ok bool) {
	at, err := isotime.DateTime(text)
	if err != nil {
		e.Add(field, op.InvalidDateTime, "%s %s", field, err).Hint = "send an instant such as 2022-02-22T14:22:22-05:00"
		return time.Time{}, false
	}
	return at, true
}
