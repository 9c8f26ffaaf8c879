package cron_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"toolcrib/internal/ops/text/cron"
	"toolcrib/internal/ops/zone"
)

// rows reads a recorded table.
func rows(t *testing.T, file string, columns, least int) (list [][]string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(row) != columns {
			t.Fatalf("%s: %q", file, line)
		}
		list = append(list, row)
	}
	if len(list) < least {
		t.Fatalf("%s has only %d rows", file, len(list))
	}
	return list
}

var (
	dialects = map[string]cron.Dialect{"standard": cron.Standard, "vixie": cron.Vixie}
	gaps     = map[string]cron.Gap{"next_valid": cron.MoveToGapEnd, "skip": cron.SkipGap}
	folds    = map[string]cron.Fold{"auto": cron.FoldAuto, "first": cron.FoldFirst, "both": cron.FoldBoth}
)

func location(t rapid.TB, name string) *time.Location {
	t.Helper()
	z, err := zone.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return z.Location()
}

func instant(t rapid.TB, text string) time.Time {
	t.Helper()
	at, err := time.Parse("2006-01-02T15:04Z07:00", text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func minutes(from time.Time, at ...time.Time) string {
	var list []string
	for _, t := range at {
		list = append(list, strconv.FormatFloat(t.Sub(from).Minutes(), 'f', -1, 64))
	}
	return strings.Join(list, " ")
}

// Every minute of real time, looked at by Python: both dialects and all
// treatments of gaps and folds, around changes of clocks.
func TestAsWalkingMinutes(t *testing.T) {
	adjusted := 0
	for _, row := range rows(t, "testdata/walk.tsv", 9, 2000) {
		from, days := instant(t, row[5]), number(t, row[6])
		s := parse(t, row[3], dialects[row[0]])
		f := s.Runs(from, location(t, row[4]), 10, cron.Options{Gap: gaps[row[1]], Fold: folds[row[2]]})
		f.Runs = slices.DeleteFunc(f.Runs, func(run time.Time) bool { return !run.Before(from.AddDate(0, 0, days)) })
		var changes []string
		for _, a := range f.Adjustments {
			shown, at, last := minutes(from, a.Run), a.Run, time.Time{}
			if len(f.Runs) > 0 {
				last = f.Runs[len(f.Runs)-1]
			}
			if a.Kind == cron.GapSkipped {
				shown, at, last = "-", a.Nominal, wall(last)
			}
			if !at.After(last) {
				changes = append(changes, fmt.Sprintf("%s %s %s", a.Kind, shown, minutes(from, a.Nominal)))
			}
		}
		if row[8] != "" {
			adjusted++
		}
		if got := minutes(from, f.Runs...); got != row[7] || strings.Join(changes, " ") != row[8] {
			t.Errorf("%q:\nruns %s\nadjustments %s", row, got, changes)
		}
	}
	if adjusted < 250 {
		t.Errorf("only %d rows with adjustments", adjusted)
	}
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Every day of 400 years, looked at by Python.
func TestAsTryingDays(t *testing.T) {
	for _, row := range rows(t, "testdata/dates.tsv", 6, 1200) {
		from := instant(t, row[4]+"T00:00Z")
		f := parse(t, strings.Join([]string{"0 0", row[1], row[2], row[3]}, " "), dialects[row[0]]).Runs(from, time.UTC, 5, cron.Options{})
		var got []string
		for _, run := range f.Runs {
			got = append(got, run.Format(time.DateOnly))
		}
		if strings.Join(got, " ") != row[5] || f.Never != (row[5] == "") {
			t.Errorf("%q: %s, never %t", row, got, f.Never)
		}
	}
}

// croner and cron-parser agree with each other and with us wherever clocks are
// not changed. Where they are, croner does what our options can say too: it
// moves and dedupes only jobs whose minute and hour are one number each, and no
// job over a whole day; what cron-parser does there follows no rule.
func TestAsPeers(t *testing.T) {
	plain := 0
	for _, row := range rows(t, "testdata/peers.tsv", 5, 1600) {
		from, zone := instant(t, row[2]), location(t, row[1])
		s, fields := parse(t, row[0], cron.Standard), strings.Fields(row[0])
		f := s.Runs(from, zone, 5, cron.Options{})
		o := cron.Options{}
		_, err := strconv.Atoi(fields[0] + fields[1])
		if starred := fields[0][0] == '*' || fields[1][0] == '*'; err != nil && !starred {
			o = cron.Options{Gap: cron.SkipGap, Fold: cron.FoldBoth}
		}
		if row[1] == "Pacific/Apia" {
			o.Gap = cron.SkipGap
		}
		if got := minutes(from, s.Runs(from, zone, 5, o).Runs...); got != row[3] {
			t.Errorf("%q: %s", row, got)
		}
		last := f.Runs[len(f.Runs)-1]
		if _, end := from.AddDate(0, 0, -2).In(zone).ZoneBounds(); !end.IsZero() && end.Before(last.AddDate(0, 0, 2)) {
			continue
		}
		plain++
		if got := minutes(from, f.Runs...); got != row[3] || row[4] != "=" {
			t.Errorf("%q, no change of clocks: %s", row, got)
		}
	}
	if plain < 350 {
		t.Errorf("only %d rows without changes of clocks", plain)
	}
}

// anyStart draws an instant, mostly near a change of clocks.
func anyStart(t *rapid.T, zone *time.Location) time.Time {
	start := time.Unix(rapid.Int64Range(-3e9, 6e9).Draw(t, "start"), 0).In(zone)
	if _, end := start.ZoneBounds(); !end.IsZero() && rapid.IntRange(0, 9).Draw(t, "near") > 0 {
		start = end.Add(time.Duration(rapid.IntRange(-40*3600, 3*3600).Draw(t, "seconds")) * time.Second)
	}
	return start
}

// Every zone of the database, any year from 1875 to 2160: the runs of two days
// are those that looking at every minute of them finds.
func TestNoRunIsMissed(t *testing.T) {
	names := zone.Names()
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom(names).Draw(t, "zone")
		loc := location(t, name)
		start := anyStart(t, loc)
		expression := strings.Join([]string{anyField(cron.Minute).Draw(t, "minute"), rapid.SampledFrom([]string{"*", "*/2", "0", "1,2", "0-3", "22-23", "12"}).Draw(t, "hour"), "* *",
			rapid.SampledFrom([]string{"*", "*/2", "1-5"}).Draw(t, "weekday")}, " ")
		o := cron.Options{Gap: cron.Gap(rapid.IntRange(0, 1).Draw(t, "gap")), Fold: cron.Fold(rapid.IntRange(0, 2).Draw(t, "fold"))}
		s := parse(t, expression, cron.Standard)
		got := slices.DeleteFunc(s.Runs(start, loc, 100, o).Runs, func(run time.Time) bool { return !run.Before(start.Add(48 * time.Hour)) })
		if want := look(s, expression, start, o); !slices.EqualFunc(got, want, time.Time.Equal) {
			t.Fatalf("%s in %s after %s, %+v:\n%v\nwant\n%v", expression, name, start, o, got, want)
		}
	})
}

// look finds the runs of two days, but no more than a hundred, by looking at
// each minute with the clocks of the start's zone.
func look(s *cron.Schedule, expression string, start time.Time, o cron.Options) (runs []time.Time) {
	fixed := expression[0] != '*' && strings.Fields(expression)[1][0] != '*'
	step, first, end := time.Minute, start.Add(-25*time.Hour).Truncate(time.Minute), start.Add(49*time.Hour)
	_, before := first.Zone()
	if _, after := end.Zone(); before%60 != 0 || after%60 != 0 {
		step = time.Second // local times before standard time
	}
	var clock []time.Time
	for at := first; at.Before(end); at = at.Add(step) {
		clock = append(clock, at)
	}
	matches, seen := matcher(s), map[int64]bool{}
	add := func(at time.Time) {
		if at.After(start) && at.Before(start.Add(48*time.Hour)) && len(runs) < 100 && (len(runs) == 0 || runs[len(runs)-1].Before(at)) {
			runs = append(runs, at)
		}
	}
	for i, at := range clock {
		if i > 0 && fixed && o.Gap == cron.MoveToGapEnd {
			for lost := wall(clock[i-1]).Add(step); lost.Before(wall(at)); lost = lost.Add(step) {
				if matches(lost) {
					add(at)
				}
			}
		}
		shown := wall(at).Unix()
		if matches(at) && (!seen[shown] || o.Fold == cron.FoldBoth || o.Fold == cron.FoldAuto && !fixed) {
			add(at)
		}
		seen[shown] = true
	}
	return runs
}

func wall(at time.Time) time.Time {
	_, offset := at.Zone()
	return at.Add(time.Duration(offset) * time.Second).UTC()
}

// Runs strictly increase after the start, and each is what the fields say on
// its own clock, or is named as an adjustment that they say.
func TestRunsAreWhatTheFieldsSay(t *testing.T) {
	names := zone.Names()
	rapid.Check(t, func(t *rapid.T) {
		loc := location(t, rapid.SampledFrom(names).Draw(t, "zone"))
		start, expression := anyStart(t, loc), anyExpression(t)
		s := parse(t, expression, cron.Standard)
		f := s.Runs(start, loc, 20, cron.Options{})
		matches, moved := matcher(s), map[int64]bool{}
		for _, a := range f.Adjustments {
			if a.Kind == cron.GapMoved {
				moved[a.Run.Unix()] = matches(a.Nominal)
			}
		}
		before := start
		for _, run := range f.Runs {
			if !run.After(before) || !matches(run) && !moved[run.Unix()] {
				t.Fatalf("%s after %s: %s", expression, before, run)
			}
			before = run
		}
		if len(f.Runs) < 20 && !f.Ended {
			t.Fatalf("%s: %d runs", expression, len(f.Runs))
		}
	})
}

// matcher tells whether the fields match what a clock shows.
func matcher(s *cron.Schedule) func(at time.Time) bool {
	var sets [5][60]bool
	for _, f := range allFields {
		for _, v := range s.Values(f) {
			sets[f][v] = true
		}
	}
	return func(at time.Time) bool {
		date, weekday := sets[cron.DayOfMonth][at.Day()], sets[cron.DayOfWeek][at.Weekday()]
		day := date && weekday || s.DayMatch() == cron.EitherMatches && (date || weekday)
		return day && at.Second() == 0 && sets[cron.Minute][at.Minute()] && sets[cron.Hour][at.Hour()] && sets[cron.Month][at.Month()]
	}
}
