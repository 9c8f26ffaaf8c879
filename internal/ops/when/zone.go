package when

import (
	"cmp"
	"errors"
	"strings"
	"time"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/isotime"
	"toolcrib/internal/ops/zone"
)

// Zone reads a field that names a time zone. A text that names none is
// recorded as invalid_timezone, with what to send instead, and ok is false.
func Zone(e *op.Invalid, field, text string) (z *zone.Zone, ok bool) {
	z, err := zone.Load(text)
	if err != nil {
		e.Add(field, op.InvalidTimezone, "%s %s %s", field, op.Quote(text), err).Hint = instead(text, err)
		return nil, false
	}
	return z, true
}

// instead says what to send in place of a text that is no zone.
func instead(text string, err error) string {
	var no *zone.Error
	errors.As(err, &no)
	switch {
	case no.Kind == zone.Abbreviation:
		return "send the zone that is meant: " + strings.Join(no.Candidates, ", ")
	case no.Kind == zone.Offset && len(no.Candidates) == 1:
		return "send " + no.Candidates[0] + " (in a query, + is written %2B)"
	}
	if name := nearest(text); name != "" {
		return "did you mean " + name + "?"
	}
	return "send a name such as America/New_York, UTC or an offset such as +05:30"
}

// nearest is the zone whose last part, such as New_York, resembles that of a
// text most, "" if none does. The first letter must be right: comparing lists
// of fifty texts with all names takes too long.
func nearest(text string) string {
	place := lastPart(text)
	zones := map[string][]string{}
	var places []string
	for _, name := range zone.Names() {
		if p := lastPart(name); place != "" && strings.EqualFold(p[:1], place[:1]) {
			places = append(places, p)
			zones[p] = append(zones[p], name)
		}
	}
	found := zones[op.Nearest(place, places)]
	if found == nil {
		return ""
	}
	return cmp.Or(op.Nearest(text, found), found[0])
}

func lastPart(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

// LocalOrInstant reads a field of RFC 3339 whose offset may be missing; what t
// is then says isotime.LocalOrInstant. A text that is none is recorded as
// invalid_datetime, and ok is false.
func LocalOrInstant(e *op.Invalid, field, text string) (t time.Time, hasOffset, ok bool) {
	t, hasOffset, err := isotime.LocalOrInstant(text)
	if err != nil {
		e.Add(field, op.InvalidDateTime, "%s %s", field, err).Hint = "send a date-time such as 2026-11-20T09:00:00, or with its offset 2026-11-20T09:00:00+05:30"
		return time.Time{}, false, false
	}
	return t, hasOffset, true
}

// Resolve turns a local time into the instant that is meant. Under
// zone.Reject, one that does not exist or exists twice is recorded as
// local_time_gap or local_time_ambiguous, and ok is false.
func Resolve(e *op.Invalid, field string, local time.Time, z *zone.Zone, d zone.Disambiguation) (at time.Time, ok bool) {
	r := z.Resolve(local)
	if at, ok = r.Pick(d); ok {
		return at, true
	}
	code, fault := op.LocalTimeGap, "does not exist"
	if r.Status == zone.Fold {
		code, fault = op.LocalTimeAmbiguous, "exists twice"
	}
	e.Add(field, code, "%s %s in %s: clocks were changed", field, fault, z.Name()).Hint =
		"send " + isotime.Format(r.Earlier) + " or " + isotime.Format(r.Later) + ", or another disambiguation"
	return time.Time{}, false
}
