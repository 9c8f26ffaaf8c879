package cron_test

import (
	"strings"
	"testing"
	"time"

	"toolcrib/internal/ops/text/cron"
)

// Reading an expression, five runs and a description; the goal is 20 µs.
func BenchmarkParseRunsDescribe(b *testing.B) {
	zone, from := location(b, "America/New_York"), instant(b, "2026-01-01T00:00Z")
	for _, expression := range []string{"*/15 * * * *", "30 4 1,15 * 5", "0 9 * * MON-FRI", "30 2 * * *", "0 0 29 2 *", "0 0 31 2 *"} {
		b.Run(expression, func(b *testing.B) {
			for b.Loop() {
				s := parse(b, expression, cron.Standard)
				s.Runs(from, zone, 5, cron.Options{})
				s.Describe(cron.Clock12)
			}
		})
	}
}

// The last day of a leap year, where time.Time.ZoneBounds goes wrong.
func TestEndsOfLeapYears(t *testing.T) {
	s := parse(t, "0 */4 * * *", cron.Standard)
	for _, name := range []string{"America/New_York", "Australia/Sydney", "UTC"} {
		for _, year := range []string{"2036", "2040", "2044", "2096", "2100", "2400"} {
			runs := s.Runs(instant(t, year+"-12-30T10:00Z"), location(t, name), 18, cron.Options{}).Runs
			for i, run := range runs[1:] {
				if run.Sub(runs[i]) != 4*time.Hour {
					t.Errorf("%s: %s comes after %s", name, run, runs[i])
				}
			}
		}
	}
}

// Work is bounded: dates that never come, dates generations apart, jobs that
// only fall into gaps, and the longest lists.
func TestHostileSchedules(t *testing.T) {
	year := func(at time.Time) int { return at.Year() }
	from, zone := instant(t, "2026-01-01T00:00Z"), location(t, "America/New_York")
	began := time.Now()

	leapMondays := parse(t, "0 0 */40,29 2 1", cron.Vixie).Runs(from, zone, 100, cron.Options{})
	if n := len(leapMondays.Runs); n != 100 || year(leapMondays.Runs[n-1]) > 2700 {
		t.Errorf("%d Mondays", n)
	}
	rare := parse(t, "59 23 29 2 */9,1", cron.Vixie).Runs(from, zone, 100, cron.Options{})
	if n := len(rare.Runs); n != 100 || year(rare.Runs[n-1]) < 3000 || rare.Ended {
		t.Errorf("%d runs up to %v", n, rare.Runs[n-1])
	}
	for _, expression := range []string{"* * 30 2 *", "* * 31 2,4,6,9,11 */9"} {
		if f := parse(t, expression, cron.Vixie).Runs(from, zone, 100, cron.Options{}); !f.Never || !f.Ended || f.Runs != nil {
			t.Errorf("%s runs at %v", expression, f.Runs)
		}
	}

	inGap := parse(t, "0-59 2 8-14 3 */7", cron.Vixie) // on the second Sunday of March, from 02:00 to 02:59
	skipped := inGap.Runs(from, zone, 100, cron.Options{Gap: cron.SkipGap})
	if !skipped.Never || !skipped.Omitted || len(skipped.Adjustments) != cron.MaxAdjustments {
		t.Errorf("skipped: %d runs, %d adjustments", len(skipped.Runs), len(skipped.Adjustments))
	}
	moved := inGap.Runs(from, zone, 100, cron.Options{})
	if len(moved.Runs) != 100 || year(moved.Runs[99]) != 2125 || !moved.Omitted || moved.Ended {
		t.Errorf("moved: %d runs", len(moved.Runs))
	}
	if f := parse(t, "0 12 1 1 *", cron.Standard).Runs(instant(t, "9990-01-01T00:00Z"), zone, 100, cron.Options{}); len(f.Runs) != 10 || !f.Ended || f.Never {
		t.Errorf("%d runs up to the year 9999", len(f.Runs))
	}
	if f := parse(t, "0 0 29 2 *", cron.Standard).Runs(instant(t, "9997-01-01T00:00Z"), zone, 1, cron.Options{}); f.Runs != nil || !f.Ended || f.Never {
		t.Errorf("29 February after 9996: %+v", f)
	}
	if f := parse(t, "0 23 31 12 *", cron.Standard).Runs(instant(t, "9999-12-31T00:00Z"), location(t, "-01:00"), 1, cron.Options{}); f.Runs != nil || !f.Ended {
		t.Errorf("after the end of the year 9999 in UTC: %v", f.Runs)
	}

	list := strings.TrimSuffix(strings.Repeat("*/7,", 60), ",")
	if s := parse(t, list+" * * * *", cron.Standard); s.Normalized() != "*/7 * * * *" || len(s.Warnings()) != 1 {
		t.Errorf("%s", s.Normalized())
	}
	if _, errs := cron.Parse(strings.Repeat(",", 240)+" * * * *", cron.Standard); len(errs) != 241 {
		t.Errorf("%d errors", len(errs))
	}
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("took %v", took)
	}
}
