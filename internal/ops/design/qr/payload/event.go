package payload

import (
	"strings"
	"time"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/isotime"
)

// Event is an appointment: the VEVENT of RFC 5545 alone, which is what phones
// read from codes. (A whole calendar would need an identifier and the time of
// writing, and tell nobody more.)
type Event struct {
	Summary     string  `json:"summary" doc:"What it is." len:"1..200" aka:"title,name" example:"Board meeting"`
	Start       string  `json:"start" doc:"When it begins: a date for a whole day, or a date-time, local where it has no offset." aka:"begin,from" example:"2026-12-01T09:00:00+05:30"`
	End         *string `json:"end" doc:"When it ends, of the same kind as start; of whole days the last one." aka:"to,until"`
	Location    *string `json:"location" doc:"Where it is." len:"1..200" aka:"place"`
	Description *string `json:"description" doc:"More about it." len:"1..1000" aka:"note"`
}

// moment is a start or end.
type moment struct {
	at   time.Time
	kind momentKind
}

type momentKind uint8

const (
	wholeDay momentKind = iota
	local
	instant
)

func readMoment(e *op.Invalid, field, s string) (m moment, ok bool) {
	if day, err := isotime.Date(s); err == nil {
		return moment{day, wholeDay}, true
	}
	at, offset, err := isotime.LocalOrInstant(s)
	if err != nil {
		e.Add(field, op.InvalidDateTime, "%s %s", op.Quote(s), err).Hint = "send a date such as 2026-12-01, or a date-time such as 2026-12-01T09:00:00+05:30"
		return moment{}, false
	}
	if offset {
		return moment{at.UTC(), instant}, true
	}
	return moment{at, local}, true
}

// property writes the moment as a property's parameters and value.
func (m moment) property() string {
	switch m.kind {
	case wholeDay:
		return ";VALUE=DATE:" + m.at.Format("20060102")
	case local:
		return ":" + m.at.Format("20060102T150405")
	}
	return ":" + m.at.Format("20060102T150405Z")
}

// Content implements Payload.
func (v *Event) Content(e *op.Invalid, field string) string {
	var b strings.Builder
	b.WriteString("BEGIN:VEVENT\r\n" + contentLine("SUMMARY", &v.Summary))
	start, ok := readMoment(e, field+".start", v.Start)
	b.WriteString("DTSTART" + start.property() + "\r\n")
	if v.End != nil {
		end, endOK := readMoment(e, field+".end", *v.End)
		switch {
		case !ok || !endOK: // recorded
		case end.kind != start.kind:
			e.Add(field+".end", op.Conflict, "is not of the same kind as start").Hint = "send both as dates, both without an offset or both with one"
		case end.at.Before(start.at) || end.kind != wholeDay && end.at.Equal(start.at):
			e.Add(field+".end", op.Order, "is not after start")
		}
		if end.kind == wholeDay {
			end.at = end.at.AddDate(0, 0, 1) // RFC 5545 has the day after the last
		}
		b.WriteString("DTEND" + end.property() + "\r\n")
	}
	b.WriteString(contentLine("LOCATION", v.Location) + contentLine("DESCRIPTION", v.Description) + "END:VEVENT\r\n")
	return b.String()
}
