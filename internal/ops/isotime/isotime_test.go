package isotime_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"toolcrib/internal/ops/isotime"
)

func TestDate(t *testing.T) {
	for _, s := range []string{"0001-01-01", "1582-10-10", "1900-02-28", "2000-02-29", "2024-02-29", "2026-11-20", "9999-12-31"} {
		if got, err := isotime.Date(s); err != nil || got.Format(time.DateOnly) != s || got.Location() != time.UTC || !got.Equal(got.Truncate(24*time.Hour)) {
			t.Errorf("%s is %s, %v", s, got, err)
		}
	}
	for s, want := range map[string]error{
		"": isotime.ErrDateForm, "15/08/1990": isotime.ErrDateForm, "2026-1-20": isotime.ErrDateForm, "20261120": isotime.ErrDateForm,
		"2026-11-20T00:00:00Z": isotime.ErrDateForm, " 2026-11-20": isotime.ErrDateForm, "2026-11-20\n": isotime.ErrDateForm, "+2026-11-20": isotime.ErrDateForm,
		"12026-11-20": isotime.ErrDateForm, "२०२६-११-२०": isotime.ErrDateForm, "2026–11–20": isotime.ErrDateForm,
		"0000-01-01": isotime.ErrDay, "2026-00-10": isotime.ErrDay, "2026-13-01": isotime.ErrDay, "2026-11-00": isotime.ErrDay, "2026-11-31": isotime.ErrDay,
		"2025-02-29": isotime.ErrDay, "1900-02-29": isotime.ErrDay, "2100-02-29": isotime.ErrDay, "2026-01-32": isotime.ErrDay, "2026-01-99": isotime.ErrDay,
	} {
		if got, err := isotime.Date(s); !errors.Is(err, want) {
			t.Errorf("%q is %s, %v; want %v", s, got, err, want)
		}
	}
}

// Instants by RFC 3339 section 5.8 and by hand, as package time writes them.
func TestDateTime(t *testing.T) {
	for s, want := range map[string]string{
		"1985-04-12T23:20:50.52Z":             "1985-04-12T23:20:50.52Z",
		"1996-12-19T16:39:57-08:00":           "1996-12-20T00:39:57Z",
		"1937-01-01T12:00:27.87+00:20":        "1937-01-01T11:40:27.87Z",
		"2026-11-20t09:00z":                   "2026-11-20T09:00:00Z",
		"2026-11-20T09:00+05:30":              "2026-11-20T03:30:00Z",
		"2026-11-20T09:00:00.123456789-00:00": "2026-11-20T09:00:00.123456789Z",
		"2026-11-20T23:59:59.999999999+23:59": "2026-11-20T00:00:59.999999999Z",
		"9999-12-31T23:59:59Z":                "9999-12-31T23:59:59Z",
		"0001-01-01T00:00:00Z":                "0001-01-01T00:00:00Z",
	} {
		if got, err := isotime.DateTime(s); err != nil || got.UTC().Format(time.RFC3339Nano) != want {
			t.Errorf("%s is %s, %v; want %s", s, got, err, want)
		}
	}
	for s, want := range map[string]error{
		"": isotime.ErrTimeForm, "2026-11-20": isotime.ErrTimeForm, "2026-11-20T09:00:00": isotime.ErrTimeForm, "2026-11-20 09:00:00Z": isotime.ErrTimeForm,
		"2026-11-20T9:00:00Z": isotime.ErrTimeForm, "2026-11-20T09:00:00,5Z": isotime.ErrTimeForm, "2026-11-20T09:00:00.Z": isotime.ErrTimeForm,
		"2026-11-20T09:00:00.1234567890Z": isotime.ErrTimeForm, "2026-11-20T09Z": isotime.ErrTimeForm, "2026-11-20T09:00.5Z": isotime.ErrTimeForm,
		"2026-11-20T09:00:00+0530": isotime.ErrTimeForm, "2026-11-20T09:00:00 UTC": isotime.ErrTimeForm, "2026-11-20T09:00:00+5:30": isotime.ErrTimeForm,
		"2026-11-20T24:00:00Z": isotime.ErrClock, "2026-11-20T23:60:00Z": isotime.ErrClock, "2016-12-31T23:59:60Z": isotime.ErrClock,
		"2026-11-31T09:00:00Z": isotime.ErrDay, "0000-11-20T09:00:00Z": isotime.ErrDay,
		"2026-11-20T09:00:00+24:00": isotime.ErrOffset, "2026-11-20T09:00:00-00:60": isotime.ErrOffset,
	} {
		if got, err := isotime.DateTime(s); !errors.Is(err, want) {
			t.Errorf("%q is %s, %v; want %v", s, got, err, want)
		}
	}
}

// Every instant that package time writes reads back.
func TestDateTimeReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		zone := time.FixedZone("", 60*rapid.IntRange(-1439, 1439).Draw(t, "offset"))
		at := time.Unix(rapid.Int64Range(-6e10, 2.5e11).Draw(t, "seconds"), rapid.Int64Range(0, 999_999_999).Draw(t, "nanos")).In(zone)
		got, err := isotime.DateTime(at.Format(time.RFC3339Nano))
		if err != nil || !got.Equal(at) || got.Format(time.RFC3339Nano) != at.Format(time.RFC3339Nano) {
			t.Fatalf("%s reads back as %s, %v", at, got, err)
		}
	})
}

// Whatever both this package and package time read is the same instant
// to both.
func FuzzDateTime(f *testing.F) {
	for _, s := range []string{"2026-11-20T09:00:00Z", "2026-11-20T09:00:00.5+05:30", "2026-11-20t09:00z", "x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := isotime.DateTime(s)
		if err != nil || strings.Count(s, ":") < 2 || len(s) < 20 {
			return
		}
		want, err := time.Parse(time.RFC3339Nano, strings.ToUpper(s))
		if err == nil && !got.Equal(want) {
			t.Errorf("%q is %s, want %s", s, got, want)
		}
	})
}
