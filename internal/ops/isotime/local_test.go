package isotime_test

import (
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"toolcrib/internal/ops/isotime"
)

func TestLocalOrInstant(t *testing.T) {
	for s, want := range map[string]struct {
		at        string
		hasOffset bool
	}{
		"2026-11-20T15:00":                    {"2026-11-20T15:00:00Z", false},
		"2026-11-20t15:00:01":                 {"2026-11-20T15:00:01Z", false},
		"2026-11-20T15:00:01.123456789":       {"2026-11-20T15:00:01.123456789Z", false},
		"0001-01-01T00:00":                    {"0001-01-01T00:00:00Z", false},
		"9999-12-31T23:59:59.999999999":       {"9999-12-31T23:59:59.999999999Z", false},
		"2026-11-20T15:00Z":                   {"2026-11-20T15:00:00Z", true},
		"2026-11-20T15:00z":                   {"2026-11-20T15:00:00Z", true},
		"2026-11-20T15:00:00.5+05:30":         {"2026-11-20T15:00:00.5+05:30", true},
		"2026-11-20T15:00-00:00":              {"2026-11-20T15:00:00Z", true},
		"2026-11-20T15:00:00.000000001-23:59": {"2026-11-20T15:00:00.000000001-23:59", true},
	} {
		got, hasOffset, err := isotime.LocalOrInstant(s)
		if err != nil || isotime.Format(got) != want.at || hasOffset != want.hasOffset {
			t.Errorf("%s is %s, %t, %v; want %v", s, isotime.Format(got), hasOffset, err, want)
		}
	}
	for s, want := range map[string]error{
		"": isotime.ErrAnyForm, "2026-11-20": isotime.ErrAnyForm, "2026-11-20 15:00": isotime.ErrAnyForm, "2026-11-20T15": isotime.ErrAnyForm,
		"2026-11-20T15:00:00.1234567890": isotime.ErrAnyForm, "2026-11-20T15:00 05:30": isotime.ErrAnyForm, "2026-11-20T15:00:00+0530": isotime.ErrAnyForm,
		"2026-11-20T15:00[Asia/Kolkata]": isotime.ErrAnyForm, "2026-11-20T15:00\n": isotime.ErrAnyForm,
		"2026-11-20T24:00": isotime.ErrClock, "2026-11-20T23:59:60": isotime.ErrClock, "2026-02-29T00:00": isotime.ErrDay, "0000-11-20T15:00": isotime.ErrDay,
		"2026-11-20T15:00+24:00": isotime.ErrOffset,
	} {
		if got, _, err := isotime.LocalOrInstant(s); !errors.Is(err, want) {
			t.Errorf("%q is %s, %v; want %v", s, got, err, want)
		}
	}
}

func TestFormat(t *testing.T) {
	at := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	for want, got := range map[string]time.Time{
		"2026-07-01T12:00:00Z":           at,
		"2026-07-01T12:00:00.00000001Z":  at.Add(10),
		"2026-07-01T12:00:00+00:00":      at.In(time.FixedZone("GMT", 0)),
		"2026-07-01T17:30:00+05:30":      at.In(time.FixedZone("IST", 19800)),
		"2026-07-01T11:15:30-00:44:30":   at.In(time.FixedZone("MMT", -2670)),
		"0001-01-01T00:00:00Z":           time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC),
		"9999-12-31T23:59:59.999999999Z": time.Date(9999, 12, 31, 23, 59, 59, 999_999_999, time.UTC),
		"1883-11-18T12:03:57.5-04:56:02": time.Date(1883, 11, 18, 16, 59, 59, 5e8, time.UTC).In(time.FixedZone("LMT", -17762)),
		"2026-07-01T12:00:00.123456789Z": at.Add(123456789),
		"2026-07-02T11:59:00.1+23:59":    at.Add(1e8).In(time.FixedZone("", 86340)),
	} {
		if s := isotime.Format(got); s != want {
			t.Errorf("%s is written %s", want, s)
		}
	}
}

// What is written reads back, except for offsets with seconds.
func TestFormatReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		zone := time.FixedZone("", 60*rapid.IntRange(-1439, 1439).Draw(t, "offset"))
		at := time.Unix(rapid.Int64Range(-62135596800, 253402300799).Draw(t, "seconds"), rapid.Int64Range(0, 999_999_999).Draw(t, "nanos")).In(zone)
		got, err := isotime.DateTime(isotime.Format(at))
		if isotime.Writable(at) && (err != nil || !got.Equal(at)) || !isotime.Writable(at) && err == nil {
			t.Fatalf("%s reads back as %s, %v", at, got, err)
		}
	})
}
