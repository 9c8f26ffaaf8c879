package cron

import "time"

// Options say what becomes of the times of day that a change of clocks skips
// or repeats.
type Options struct {
	Gap  Gap
	Fold Fold
}

// Gap is what becomes of a job whose time of day was skipped. Jobs that follow
// real time are not concerned.
type Gap uint8

// The ways to treat gaps.
const (
	MoveToGapEnd Gap = iota // it runs once, at the first instant after the gap (cronie)
	SkipGap                 // it does not run (OCPS 1.4)
)

// Fold is what becomes of a job whose time of day occurs twice.
type Fold uint8

// The ways to treat folds.
const (
	FoldAuto  Fold = iota // both times if the job follows real time, else the first (cronie)
	FoldFirst             // the first time only
	FoldBoth              // both times
)

// Kind says what a change of clocks did to a run.
type Kind string

// The kinds of adjustments.
const (
	GapMoved   Kind = "gap_moved"
	GapSkipped Kind = "gap_skipped"
	FoldOne    Kind = "fold_first"  // a run at the first of two times
	FoldTwo    Kind = "fold_second" // a run at the second of two times
)

// Adjustment tells of a run whose local time does not exist or occurs twice.
type Adjustment struct {
	Run     time.Time // zero for GapSkipped
	Kind    Kind
	Nominal time.Time // the local time that the fields match, as if it were UTC
}

// MaxAdjustments is how many adjustments are listed.
const MaxAdjustments = 100

// Forecast is what lies ahead of a schedule.
type Forecast struct {
	Runs        []time.Time // in the zone asked for, strictly increasing
	Adjustments []Adjustment
	Omitted     bool // there are more adjustments, which are not listed
	Ended       bool // there are no more runs, or none before the year 10000
	Never       bool // there never was nor will be a run
}

// Runs lists the next count runs after an instant, to the second, in a zone.
// The work does not depend on how far apart they are, but for a job that runs
// only at times that are skipped: for that, 400 years are searched.
func (s *Schedule) Runs(from time.Time, zone *time.Location, count int, o Options) Forecast {
	if s.reboot {
		return Forecast{Ended: true}
	}
	w := walker{s: s, zone: zone, count: count, realTime: s.realTime(), skip: o.Gap == SkipGap}
	w.once = o.Fold == FoldFirst || o.Fold == FoldAuto && !w.realTime
	w.walk(from.Unix())
	return w.out
}

const (
	// margin is more than any offset or change of clocks.
	margin = 2 * perDay
	// horizon is how long a search goes on after the last run, in seconds.
	horizon = 146097 * perDay

	endOfTime = 253402300800 // 10000-01-01T00:00:00Z
)

// season is a stretch of time without a change of clocks; instants and offset
// are in seconds. It may end before clocks are changed.
type season struct{ start, end, offset int64 }

// seasonAt finds the season of an instant.
func seasonAt(zone *time.Location, at int64) season {
	t := time.Unix(at, 0).In(zone)
	_, offset := t.Zone()
	s := season{-endOfTime, 2 * endOfTime, int64(offset)}
	start, end := t.ZoneBounds()
	if !start.IsZero() {
		s.start = start.Unix()
	}
	if !end.IsZero() {
		s.end = end.Unix()
	}
	if s.end <= at { // Go 1.26 ends the last year of every four a day early
		s.end += perDay
	}
	return s
}

// walker goes from season to season; in each, local time is real time.
type walker struct {
	s        *Schedule
	zone     *time.Location
	count    int
	realTime bool  // the job keeps to real time when a time of day is skipped
	once     bool  // of two equal times of day, only the first counts
	skip     bool  // a time of day that is skipped is not made up for
	limit    int64 // the instant at which to give up
	out      Forecast
}

// walk lists the runs after an instant. In the season now, all wall times up to
// done have been dealt with.
func (w *walker) walk(from int64) {
	now := seasonAt(w.zone, from)
	done := from + now.offset
	w.limit = from + horizon
	if before := w.offsetBefore(now); w.once && before > now.offset {
		done = max(done, now.start+before-1) // the first pass is over
	}
	for len(w.out.Runs) < w.count {
		wall, ok := w.s.next(done)
		at := wall - now.offset
		switch {
		case !ok || at >= min(w.limit, endOfTime):
			w.out.Ended = true
			w.out.Never = w.s.never() || ok && at >= w.limit && w.out.Runs == nil
			return
		case at < now.end:
			w.fold(w.run(at), wall, now)
			done = wall
		case now.end-(done-now.offset) > margin && at-now.end > 2*margin:
			now = seasonAt(w.zone, wall-margin) // nothing happens in between
		default:
			now, done = w.cross(now, done)
		}
	}
}

func (w *walker) offsetBefore(s season) int64 { return seasonAt(w.zone, s.start-1).offset }

// cross goes to the following season.
func (w *walker) cross(now season, done int64) (season, int64) {
	next := seasonAt(w.zone, now.end)
	last, first := now.end+now.offset, now.end+next.offset // wall times where one ends and the other begins
	switch {
	case first < last && !w.once:
		done = first - 1
	case first > last && w.realTime:
		done = first - 1
	case first > last:
		done = w.gap(next.start, done, first)
	}
	return next, done
}

// gap deals with the times of day that do not exist, those up to first.
func (w *walker) gap(at, done, first int64) int64 {
	var run time.Time
	moved := false
	for {
		wall, ok := w.s.next(done)
		if !ok || wall >= first {
			break
		}
		done = wall
		if w.skip {
			w.adjust(time.Time{}, GapSkipped, wall)
			continue
		}
		if !moved {
			run = w.run(at)
		}
		moved = true
		w.adjust(run, GapMoved, wall)
	}
	if moved {
		return first // a run at the end of the gap is the same one
	}
	return max(done, first-1)
}

// run lists a run.
func (w *walker) run(at int64) time.Time {
	run := time.Unix(at, 0).In(w.zone)
	w.out.Runs = append(w.out.Runs, run)
	w.limit = at + horizon
	return run
}

// fold looks whether the local time of a run occurs twice.
func (w *walker) fold(run time.Time, wall int64, now season) {
	at := run.Unix()
	if now.end-at <= perDay && wall >= now.end+seasonAt(w.zone, now.end).offset {
		w.adjust(run, FoldOne, wall)
	} else if at-now.start < perDay && wall < now.start+w.offsetBefore(now) {
		w.adjust(run, FoldTwo, wall)
	}
}

func (w *walker) adjust(run time.Time, k Kind, wall int64) {
	if len(w.out.Adjustments) == MaxAdjustments {
		w.out.Omitted = true
		return
	}
	w.out.Adjustments = append(w.out.Adjustments, Adjustment{run, k, time.Unix(wall, 0).UTC()})
}
