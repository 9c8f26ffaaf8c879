package when_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/when"
	"toolcrib/internal/ops/zone"
)

// fault is the only violation recorded, as "field code: message (hint)".
func fault(e *op.Invalid) string {
	if len(e.Violations) != 1 {
		return fmt.Sprint(e.Violations)
	}
	v := e.Violations[0]
	return fmt.Sprintf("%s %s: %s (%s)", v.Field, v.Code, v.Message, v.Hint)
}

func TestZone(t *testing.T) {
	e := &op.Invalid{}
	if z, ok := when.Zone(e, "timezone", "asia/calcutta"); !ok || z.Name() != "Asia/Calcutta" || e.Or() != nil {
		t.Errorf("%v %v", z, e)
	}
	for text, want := range map[string]string{
		"IST":                   "timezone invalid_timezone: timezone 'IST' is an abbreviation, not a time zone (send the zone that is meant: Europe/Dublin, Asia/Jerusalem, Asia/Kolkata)",
		"+0530":                 "timezone invalid_timezone: timezone '+0530' is not an offset of the form ±HH:MM, up to ±23:59 (send +05:30 (in a query, + is written %2B))",
		"+99:00":                "timezone invalid_timezone: timezone '+99:00' is not an offset of the form ±HH:MM, up to ±23:59 (send a name such as America/New_York, UTC or an offset such as +05:30)",
		"America/NewYork":       "timezone invalid_timezone: timezone 'America/NewYork' is no time zone of the IANA database (did you mean America/New_York?)",
		"Asia/Calcuta":          "timezone invalid_timezone: timezone 'Asia/Calcuta' is no time zone of the IANA database (did you mean Asia/Calcutta?)",
		"us/eastrn":             "timezone invalid_timezone: timezone 'us/eastrn' is no time zone of the IANA database (did you mean US/Eastern?)",
		"Europe/Tokyo":          "timezone invalid_timezone: timezone 'Europe/Tokyo' is no time zone of the IANA database (did you mean Asia/Tokyo?)",
		"Asia/":                 "timezone invalid_timezone: timezone 'Asia/' is no time zone of the IANA database (send a name such as America/New_York, UTC or an offset such as +05:30)",
		"Tokio":                 "timezone invalid_timezone: timezone 'Tokio' is no time zone of the IANA database (did you mean Asia/Tokyo?)",
		"new york":              "timezone invalid_timezone: timezone 'new york' is no time zone of the IANA database (did you mean America/New_York?)",
		"":                      "timezone invalid_timezone: timezone '' is no time zone of the IANA database (send a name such as America/New_York, UTC or an offset such as +05:30)",
		strings.Repeat("x", 99): "timezone invalid_timezone: timezone '" + strings.Repeat("x", 60) + "…' is no time zone of the IANA database (send a name such as America/New_York, UTC or an offset such as +05:30)",
	} {
		e := &op.Invalid{}
		if z, ok := when.Zone(e, "timezone", text); ok || z != nil || fault(e) != want {
			t.Errorf("%q: got  %s\nwant %s", text, fault(e), want)
		}
	}
}

func TestLocalOrInstant(t *testing.T) {
	e := &op.Invalid{}
	if at, hasOffset, ok := when.LocalOrInstant(e, "start", "2026-11-20T15:00+05:30"); !ok || !hasOffset || at.UTC().Hour() != 9 {
		t.Errorf("%s %t %t", at, hasOffset, ok)
	}
	if at, hasOffset, ok := when.LocalOrInstant(e, "start", "2026-11-20T15:00"); !ok || hasOffset || at.Hour() != 15 {
		t.Errorf("%s %t %t", at, hasOffset, ok)
	}
	if _, _, ok := when.LocalOrInstant(e, "start", "tomorrow"); ok || !strings.HasPrefix(fault(e), "start invalid_datetime: start is not a date-time such as") {
		t.Errorf("%s", fault(e))
	}
}

func TestResolve(t *testing.T) {
	z, err := zone.Load("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		local string
		d     zone.Disambiguation
		want  string
	}{
		{"2026-03-08T02:30", zone.Compatible, "2026-03-08T07:30:00Z"},
		{"2026-03-08T02:30", zone.Earlier, "2026-03-08T06:30:00Z"},
		{"2026-11-01T01:30", zone.Later, "2026-11-01T06:30:00Z"},
		{"2026-11-20T01:30", zone.Reject, "2026-11-20T06:30:00Z"},
		{"2026-03-08T02:30", zone.Reject, "start local_time_gap: start does not exist in America/New_York: clocks were changed (send 2026-03-08T01:30:00-05:00 or 2026-03-08T03:30:00-04:00, or another disambiguation)"},
		{"2026-11-01T01:30", zone.Reject, "start local_time_ambiguous: start exists twice in America/New_York: clocks were changed (send 2026-11-01T01:30:00-04:00 or 2026-11-01T01:30:00-05:00, or another disambiguation)"},
	} {
		e := &op.Invalid{}
		local, err := time.Parse("2006-01-02T15:04", test.local)
		if err != nil {
			t.Fatal(err)
		}
		at, ok := when.Resolve(e, "start", local, z, test.d)
		got := at.UTC().Format(time.RFC3339)
		if !ok {
			got = fault(e)
		}
		if got != test.want {
			t.Errorf("%s %s: got  %s\nwant %s", test.local, test.d, got, test.want)
		}
	}
}
