package productivity

import (
	"context"
	"time"

	"toolcrib/internal/op"
	"toolcrib/internal/ops/isotime"
	"toolcrib/internal/ops/when"
	"toolcrib/internal/ops/zone"
)

var _ = op.Define(op.Def[FocusIn, FocusOut]{
	ID:      "focus-timer",
	Route:   "GET /v1/productivity/focus-timer",
	Summary: "Plan of a Pomodoro timer, and where it stands",
	Doc: "Lays out work sessions and breaks from a start, by a preset or your own minutes, for a number of sessions or " +
		"as many as fit. With at it tells the phase at that time and what is left of it, so a timer needs no state. " +
		"Phases exclude their end.",
	See:   []op.See{{When: "times in other zones", ID: "timezone-converter"}},
	Words: []string{"tomato", "study", "concentrate", "countdown", "interval", "pause"},
	Source: "F. Cirillo, The Pomodoro Technique: 25 minutes of work, 5 of break, a longer break after every fourth session; " +
		"RFC 3339, IANA time zone database",
	Since:  "1.0.0",
	Class:  op.T0,
	Varies: true,
	Rules:  []op.Rule{op.AtMostOne("sessions", "available_minutes")},
	Examples: []op.Example{
		{Name: "four sessions of 25 minutes", In: `{"start":"2026-11-20T09:00:00+05:30"}`},
		{Name: "where am I?", In: `{"start":"2026-11-20T09:00:00+05:30","at":"2026-11-20T09:31:30+05:30"}`},
		{Name: "what fits into three hours", In: `{"available_minutes":180,"start":"2026-11-20T14:00","timezone":"Europe/Berlin"}`},
		{Name: "long sessions, from now", In: `{"preset":"90_20","sessions":3,"end_with_break":true}`},
	},
	Run: focus,
})

// FocusIn is the input of focus-timer.
type FocusIn struct {
	Preset                  string  `json:"preset" enum:"pomodoro,50_10,52_17,90_20" same:"50/10=50_10,52/17=52_17,90/20=90_20" default:"pomodoro" doc:"Minutes of work, short and long break, for those not sent: pomodoro 25, 5, 15; 50_10 50, 10, 30; 52_17 52, 17, 17; 90_20 90, 20, 20."`
	WorkMinutes             *int    `json:"work_minutes" min:"1" max:"240" aka:"work,focus_minutes,duration" doc:"Minutes of a work session." example:"25"`
	ShortBreakMinutes       *int    `json:"short_break_minutes" min:"0" max:"120" aka:"short_break,break_minutes,break" doc:"Minutes of a short break; 0 for none." example:"5"`
	LongBreakMinutes        *int    `json:"long_break_minutes" min:"0" max:"240" aka:"long_break" doc:"Minutes of a long break; 0 for none." example:"15"`
	Sessions                *int    `json:"sessions" alias:"cycles" min:"1" max:"48" aka:"rounds,pomodoros,count" doc:"Work sessions, 4 unless sent." example:"4"`
	SessionsBeforeLongBreak int     `json:"sessions_before_long_break" min:"1" max:"12" default:"4" aka:"long_break_after,long_break_interval" doc:"After every so many sessions the break is long."`
	AvailableMinutes        *int    `json:"available_minutes" min:"1" max:"23040" aka:"total_minutes,minutes" doc:"Time to fill instead of sessions: as many as fit, at most 48." example:"180"`
	Start                   *string `json:"start" aka:"starts_at,start_time,begin" doc:"When the first session starts, RFC 3339, without offset where timezone is sent; now when it is left out." example:"2026-11-20T09:00:00+05:30"`
	At                      *string `json:"at" aka:"now,time" doc:"Time for which to tell the phase, written like start." example:"2026-11-20T09:31:30+05:30"`
	Timezone                *string `json:"timezone" aka:"tz,zone" doc:"Where times without offset are, and in which the answer is: an IANA name, UTC or an offset. When it is left out, the answer has the offset of start." example:"Asia/Kolkata"`
	EndWithBreak            bool    `json:"end_with_break" default:"false" doc:"Also take the break after the last session."`
}

// FocusOut is the answer of focus-timer.
type FocusOut struct {
	Plan          []FocusPhase  `json:"plan" doc:"Sessions and breaks in order, each starting where the last one ends; breaks of 0 minutes are left out."`
	StartsAt      string        `json:"starts_at" doc:"Start of the plan."`
	EndsAt        string        `json:"ends_at" doc:"End of the plan."`
	TotalMinutes  int           `json:"total_minutes" doc:"Minutes from start to end."`
	FocusMinutes  int           `json:"focus_minutes" doc:"Those of work."`
	BreakMinutes  int           `json:"break_minutes" doc:"Those of breaks."`
	Sessions      int           `json:"sessions" doc:"Number of work sessions."`
	UnusedMinutes *int          `json:"unused_minutes" doc:"What is left of available_minutes; null without it."`
	Current       *FocusCurrent `json:"current" doc:"Where the plan stands at the time asked for; null without at."`
}

// FocusPhase is a work session or a break.
type FocusPhase struct {
	Index           int    `json:"index" doc:"Place in the plan, from 0."`
	Type            string `json:"type" doc:"work, short_break or long_break."`
	Session         int    `json:"session" doc:"Number of the work session, from 1; of a break, the session before it."`
	Start           string `json:"start" doc:"When it starts."`
	End             string `json:"end" doc:"When it ends, and the next one starts."`
	DurationMinutes int    `json:"duration_minutes" doc:"Minutes it takes."`
}

// FocusCurrent is where a plan stands.
type FocusCurrent struct {
	Phase            string  `json:"phase" doc:"not_started, work, short_break, long_break or finished."`
	Session          *int    `json:"session" doc:"As in the plan; null before and after it."`
	ElapsedSeconds   int64   `json:"elapsed_seconds" doc:"Whole seconds of the phase that have passed; after the plan, those since its end; before it, 0."`
	RemainingSeconds int64   `json:"remaining_seconds" doc:"Seconds until the phase ends; before the plan, until it starts; after it, 0."`
	NextPhase        *string `json:"next_phase" doc:"What comes next, finished after the last; null after the plan."`
	NextAt           *string `json:"next_at" doc:"When that starts; null after the plan."`
}

// The phases of a plan and the states beside it.
const (
	work       = "work"
	shortBreak = "short_break"
	longBreak  = "long_break"
	notStarted = "not_started"
	finished   = "finished"
)

// mostSessions bounds a plan.
const mostSessions = 48

// rhythm is how work and breaks take turns.
type rhythm struct {
	work, short, long int // minutes
	every             int // sessions before a long break
	endWithBreak      bool
}

var presets = map[string]rhythm{
	"pomodoro": {work: 25, short: 5, long: 15},
	"50_10":    {work: 50, short: 10, long: 30},
	"52_17":    {work: 52, short: 17, long: 17},
	"90_20":    {work: 90, short: 20, long: 20},
}

func (in *FocusIn) rhythm() rhythm {
	r := presets[in.Preset]
	r.every, r.endWithBreak = in.SessionsBeforeLongBreak, in.EndWithBreak
	for _, own := range []struct{ minutes, sent *int }{
		{&r.work, in.WorkMinutes}, {&r.short, in.ShortBreakMinutes}, {&r.long, in.LongBreakMinutes},
	} {
		if own.sent != nil {
			*own.minutes = *own.sent
		}
	}
	return r
}

// phase is one of a plan, so many minutes from its start.
type phase struct {
	kind              string
	session           int
	from, to, minutes int
}

// plan lays out a number of sessions.
func (r rhythm) plan(sessions int) (list []phase) {
	end := 0
	add := func(kind string, session, minutes int) {
		if minutes > 0 {
			list = append(list, phase{kind, session, end, end + minutes, minutes})
			end += minutes
		}
	}
	for k := 1; k <= sessions; k++ {
		add(work, k, r.work)
		switch {
		case k == sessions && !r.endWithBreak:
		case k%r.every == 0:
			add(longBreak, k, r.long)
		default:
			add(shortBreak, k, r.short)
		}
	}
	return list
}

// minutes is how long a number of sessions takes.
func (r rhythm) minutes(sessions int) int {
	breaks := sessions - 1
	if r.endWithBreak {
		breaks = sessions
	}
	long := breaks / r.every
	return sessions*r.work + long*r.long + (breaks-long)*r.short
}

// sessions is the number asked for, or that fits.
func (in *FocusIn) sessions() int {
	switch {
	case in.Sessions != nil:
		return *in.Sessions
	case in.AvailableMinutes == nil:
		return 4
	}
	n := 0
	for n < mostSessions && in.rhythm().minutes(n+1) <= *in.AvailableMinutes {
		n++
	}
	return n
}

// focusTimes are the times of an input, nil where not sent or unsound.
type focusTimes struct {
	start, at *time.Time
	location  *time.Location // of the answer
}

// Check reads the times, and refuses what holds no session and what would
// leave the years that can be written.
func (in *FocusIn) Check(e *op.Invalid) {
	t, r, sessions := in.times(e), in.rhythm(), in.sessions()
	if sessions == 0 {
		e.Add("available_minutes", op.DoesNotFit, "%d minutes do not hold one session, which takes %d", *in.AvailableMinutes, r.minutes(1)).Hint =
			"send more minutes, or a shorter work_minutes"
	}
	if t.start == nil || t.location == nil {
		return
	}
	end := t.start.Add(time.Duration(r.minutes(max(sessions, 1))) * time.Minute)
	if !isotime.Writable(t.start.In(t.location)) || !isotime.Writable(end.In(t.location)) {
		e.Add("start", op.OutOfRange, "the plan would leave the years 0001 to 9999 in its time zone")
	}
}

// times reads the times that were sent.
func (in *FocusIn) times(e *op.Invalid) (t focusTimes) {
	var z *zone.Zone
	if in.Timezone != nil {
		z, _ = when.Zone(e, "timezone", *in.Timezone)
	}
	t.start = in.time(e, "start", in.Start, z)
	t.at = in.time(e, "at", in.At, z)
	switch {
	case z != nil:
		t.location = z.Location()
	case in.Timezone != nil:
	case t.start != nil:
		t.location = t.start.Location()
	default:
		t.location = time.UTC
	}
	return t
}

// time reads a time that may leave its offset to the zone.
func (in *FocusIn) time(e *op.Invalid, field string, text *string, z *zone.Zone) *time.Time {
	if text == nil {
		return nil
	}
	t, hasOffset, ok := when.LocalOrInstant(e, field, *text)
	switch {
	case !ok || hasOffset:
	case z != nil:
		t, ok = when.Resolve(e, field, t, z, zone.Compatible)
	default:
		ok = false
		if in.Timezone == nil {
			e.Add(field, op.InvalidDateTime, "%s has no offset from UTC", field).Hint = "send one, as in 2026-11-20T09:00:00+05:30, or send timezone"
		}
	}
	if !ok {
		return nil
	}
	return &t
}

func focus(ctx context.Context, in FocusIn) (FocusOut, error) {
	e := &op.Invalid{}
	t := in.times(e)
	if err := e.Or(); err != nil {
		return FocusOut{}, err
	}
	if t.start == nil {
		now := op.Now(ctx).Truncate(time.Second)
		t.start = &now
	}
	r := in.rhythm()
	out := FocusOut{Sessions: in.sessions()}
	list := r.plan(out.Sessions)
	for i, p := range list {
		out.Plan = append(out.Plan, FocusPhase{i, p.kind, p.session, t.written(p.from), t.written(p.to), p.minutes})
	}
	out.TotalMinutes = r.minutes(out.Sessions)
	out.FocusMinutes = r.work * out.Sessions
	out.BreakMinutes = out.TotalMinutes - out.FocusMinutes
	out.StartsAt, out.EndsAt = t.written(0), t.written(out.TotalMinutes)
	if in.AvailableMinutes != nil {
		unused := *in.AvailableMinutes - out.TotalMinutes
		out.UnusedMinutes = &unused
	}
	if t.at != nil {
		out.Current = t.current(list)
	}
	return out, nil
}

// written is the time so many minutes after the start.
func (t focusTimes) written(minutes int) string {
	return isotime.Format(t.start.Add(time.Duration(minutes) * time.Minute).In(t.location))
}

// current is where the plan stands.
func (t focusTimes) current(plan []phase) *FocusCurrent {
	next := func(kind string, minutes int) (*string, *string) {
		at := t.written(minutes)
		return &kind, &at
	}
	passed := seconds(*t.start, *t.at)
	c := &FocusCurrent{Phase: finished}
	if passed < 0 {
		c.Phase, c.RemainingSeconds = notStarted, -passed
		c.NextPhase, c.NextAt = next(work, 0)
		return c
	}
	for i, p := range plan {
		c.ElapsedSeconds = passed - int64(p.from)*60
		if c.RemainingSeconds = int64(p.to)*60 - passed; c.RemainingSeconds > 0 {
			c.Phase, c.Session = p.kind, &p.session
			following := finished
			if i+1 < len(plan) {
				following = plan[i+1].kind
			}
			c.NextPhase, c.NextAt = next(following, p.to)
			return c
		}
	}
	c.ElapsedSeconds, c.RemainingSeconds = -c.RemainingSeconds, 0
	return c
}

// seconds is the number of whole seconds from one instant to another, rounded
// down. It does not overflow, as a time.Duration would after 292 years.
func seconds(from, to time.Time) int64 {
	whole := to.Unix() - from.Unix()
	if to.Nanosecond() < from.Nanosecond() {
		whole--
	}
	return whole
}
