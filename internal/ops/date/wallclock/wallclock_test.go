package wallclock_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"toolcrib/internal/ops/calendar"
	"toolcrib/internal/ops/date/wallclock"
	"toolcrib/internal/ops/isoduration"
	"toolcrib/internal/ops/zone"
)

type fataler interface {
	Helper()
	Fatal(...any)
}

func load(t fataler, name string) *zone.Zone {
	t.Helper()
	z, err := zone.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func instant(t fataler, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// By hand from the changes of clocks in tzdata, where two zones' dates are odd.
func TestUntil(t *testing.T) {
	for _, c := range []struct{ zone, from, to, want string }{
		{"America/New_York", "2026-03-07T12:00:00-05:00", "2026-03-08T12:00:00-04:00", "P1D"},
		{"America/New_York", "2026-03-08T01:59:00-05:00", "2026-03-08T03:01:00-04:00", "PT2M"},
		// Within the hour that is shown twice.
		{"America/New_York", "2026-11-01T01:54:00-04:00", "2026-11-01T01:00:35-05:00", "PT6M35S"},
		{"America/New_York", "2026-11-01T01:00:35-05:00", "2026-11-01T01:54:00-04:00", "-PT6M35S"},
		{"America/New_York", "2026-10-31T01:54:00-04:00", "2026-11-01T01:00:35-05:00", "PT24H6M35S"},
		{"America/New_York", "2026-11-01T01:00:35-05:00", "2026-10-31T01:54:00-04:00", "-PT24H6M35S"},
		// Samoa had no 30 December 2011; Alaska had 18 October 1867 twice.
		{"Pacific/Apia", "2011-12-29T12:00:00-10:00", "2011-12-31T12:00:00+14:00", "P2D"},
		{"Pacific/Apia", "2011-12-29T12:00:00-10:00", "2011-12-31T11:00:00+14:00", "PT23H"},
		{"America/Juneau", "1867-10-18T18:00:00Z", "1867-10-19T04:00:00Z", "PT10H"},
		{"America/Juneau", "1867-10-19T04:00:00Z", "1867-10-18T18:00:00Z", "-PT10H"},
		{"UTC", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z", "P9998Y11M30DT23H59M59.999999999S"},
		{"UTC", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z", "PT0S"},
		{"UTC", "2026-01-01T00:00:00.5Z", "2025-12-31T23:59:59.25Z", "-PT1.25S"},
	} {
		z := load(t, c.zone)
		from, to := wallclock.Of(instant(t, c.from), z), wallclock.Of(instant(t, c.to), z)
		if got := wallclock.Until(from, to, z).String(); got != c.want {
			t.Errorf("%s: from %s to %s is %s, want %s", c.zone, c.from, c.to, got, c.want)
		}
	}
}

func TestStartOf(t *testing.T) {
	day := time.Date(2026, 9, 6, 0, 0, 0, 0, time.UTC)
	for name, want := range map[string]string{"America/Santiago": "2026-09-06T01:00:00-03:00", "UTC": "2026-09-06T00:00:00Z", "Asia/Kolkata": "2026-09-06T00:00:00+05:30"} {
		m := wallclock.StartOf(day, load(t, name))
		if !m.At.Equal(instant(t, want)) || !m.Local.Equal(day) {
			t.Errorf("%s: %v, want %s", name, m, want)
		}
	}
}

func TestPassed(t *testing.T) {
	for _, c := range []struct {
		from, to       string
		seconds, nanos int
	}{
		{"2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z", 0, 0},
		{"2026-01-01T00:00:00.9Z", "2026-01-01T00:00:02.1Z", 1, 200_000_000},
		{"2026-01-01T00:00:02.1Z", "2026-01-01T00:00:00.9Z", -1, -200_000_000},
		{"2026-01-01T00:00:00.9Z", "2026-01-01T00:00:01.1Z", 0, 200_000_000},
		{"2026-01-01T00:00:01.1Z", "2026-01-01T00:00:00.9Z", 0, -200_000_000},
		{"0001-01-01T00:00:00Z", "9999-12-31T23:59:59.5Z", 315_537_897_599, 500_000_000},
		{"9999-12-31T23:59:59.5Z", "0001-01-01T00:00:00Z", -315_537_897_599, -500_000_000},
	} {
		if s, n := wallclock.Passed(instant(t, c.from), instant(t, c.to)); s != c.seconds || n != c.nanos {
			t.Errorf("from %s to %s passed %d s %d ns, want %d, %d", c.from, c.to, s, n, c.seconds, c.nanos)
		}
	}
}

func TestAdd(t *testing.T) {
	for _, c := range []struct{ from, duration, date, at string }{
		{"2026-01-31T22:00:00Z", "P1M2D", "2026-03-02T22:00:00Z", "2026-01-31T22:00:00Z"},
		{"2026-03-31T22:00:00Z", "-P1M2DT1H", "2026-02-26T22:00:00Z", "2026-03-31T21:00:00Z"},
		{"2024-02-29T00:00:00.5Z", "P1YT0.5S", "2025-02-28T00:00:00.5Z", "2024-02-29T00:00:01Z"},
		{"2024-02-29T00:00:00.25Z", "-P4YT0.5S", "2020-02-29T00:00:00.25Z", "2024-02-28T23:59:59.75Z"},
		{"0001-01-01T00:00:00Z", "PT315537897599S", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"},
	} {
		d, err := isoduration.Parse(c.duration)
		if err != nil {
			t.Fatal(err)
		}
		from := wallclock.Of(instant(t, c.from), load(t, "UTC"))
		if date, at := wallclock.AddDate(from, d), wallclock.AddTime(from.At, d); !date.Equal(instant(t, c.date)) || !at.Equal(instant(t, c.at)) {
			t.Errorf("%s and %s are %s and %s, want %s and %s", c.from, c.duration, date, at, c.date, c.at)
		}
	}
}

var zones = []string{"UTC", "America/New_York", "Europe/London", "Australia/Lord_Howe", "America/Santiago", "America/Havana", "Asia/Kathmandu", "Pacific/Apia", "Africa/Casablanca", "+05:30"}

// near draws an instant, mostly close to a change of clocks.
func near(t *rapid.T, z *zone.Zone, label string) time.Time {
	at := time.Unix(rapid.Int64Range(-3e9, 8e9).Draw(t, label), 0).In(z.Location())
	if _, change := at.ZoneBounds(); !change.IsZero() && rapid.IntRange(0, 3).Draw(t, label+" near") > 0 {
		at = change.AddDate(0, 0, rapid.IntRange(-1, 1).Draw(t, label+" days"))
	}
	return at.Add(time.Duration(rapid.Int64Range(-2e4, 2e4).Draw(t, label+" seconds")) * time.Second).UTC()
}

// The months and days on the wall clock, then the exact time, lead from the
// first moment to the second, and each part is as large as it can be.
func TestUntilLeadsThere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		z := load(t, rapid.SampledFrom(zones).Draw(t, "zone"))
		from := near(t, z, "from")
		to := near(t, z, "to")
		if rapid.Bool().Draw(t, "close") {
			to = from.AddDate(0, rapid.IntRange(-3, 3).Draw(t, "months"), rapid.IntRange(-2, 2).Draw(t, "days")).Add(time.Duration(rapid.IntRange(-9000, 9000).Draw(t, "span")) * time.Second)
		}
		a, b := wallclock.Of(from, z), wallclock.Of(to, z)
		d := wallclock.Until(a, b, z)
		if d.Negative != to.Before(from) || d.Months < 0 || d.Days < 0 || d.Seconds < 0 || d.Nanos < 0 {
			t.Fatalf("from %s to %s is %+v", from, to, d)
		}
		at := from
		if d.Months > 0 || d.Days > 0 {
			at, _ = z.Resolve(wallclock.AddDate(a, d)).Pick(zone.Compatible)
		}
		if got := wallclock.AddTime(at, d); !got.Equal(to) {
			t.Fatalf("%s + %s is %s, not %s", from, d, got, to)
		}
		// A day of the database has at most 48 hours, and what is left at most a day.
		if d.Seconds >= 49*3600 || d.Days > 31 {
			t.Fatalf("from %s to %s is %s", from, to, d)
		}
		days := calendar.Days(calendar.DateOf(a.Local), calendar.DateOf(b.Local))
		if d.Months == 0 && (d.Days > max(days, -days) || d.Days < max(days, -days)-2) {
			t.Fatalf("from %s to %s are %d dates, but %s", from, to, days, d)
		}
	})
}
