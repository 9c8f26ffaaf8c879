package productivity_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

const focusID = "focus-timer"

const nine = "start=2026-11-20T09:00%2B05:30"

// The worked examples of the contract, and what it says of each member.
func TestFocusExamples(t *testing.T) {
	for query, want := range map[string][]string{
		nine: {`starts_at="2026-11-20T09:00:00+05:30"`, `ends_at="2026-11-20T10:55:00+05:30"`, "total_minutes=115", "focus_minutes=100", "break_minutes=15",
			"sessions=4", "unused_minutes=null", "current=null", "plan.7=absent",
			`plan.0={"index":0,"type":"work","session":1,"start":"2026-11-20T09:00:00+05:30","end":"2026-11-20T09:25:00+05:30","duration_minutes":25}`,
			`plan.1={"index":1,"type":"short_break","session":1,"start":"2026-11-20T09:25:00+05:30","end":"2026-11-20T09:30:00+05:30","duration_minutes":5}`,
			`plan.5.type="short_break"`, `plan.6={"index":6,"type":"work","session":4,"start":"2026-11-20T10:30:00+05:30","end":"2026-11-20T10:55:00+05:30","duration_minutes":25}`},
		nine + "&at=2026-11-20T09:31:30%2B05:30": {`current={"phase":"work","session":2,"elapsed_seconds":90,"remaining_seconds":1410,"next_phase":"short_break","next_at":"2026-11-20T09:55:00+05:30"}`},
		nine + "&sessions=6": {"total_minutes=185", `plan.7.type="long_break"`, "plan.7.duration_minutes=15", "plan.7.session=4",
			`plan.9.type="short_break"`, `plan.10.type="work"`, "plan.11=absent"},
		nine + "&available_minutes=180": {"sessions=5", "total_minutes=155", "unused_minutes=25"},
		nine + "&end_with_break=true":   {"total_minutes=130", `plan.7.type="long_break"`, `ends_at="2026-11-20T11:10:00+05:30"`},
		nine + "&cycles=1":              {"total_minutes=25", "break_minutes=0", "plan.1=absent"},
		nine + "&sessions=48&work_minutes=240&short_break_minutes=120&long_break_minutes=240&sessions_before_long_break=1&end_with_break=true": {"total_minutes=23040"},
		nine + "&available_minutes=23040&work_minutes=1&short_break_minutes=0&long_break_minutes=0":                                            {"sessions=48", "total_minutes=48", "unused_minutes=22992", "plan.48=absent"},
		nine + "&available_minutes=25":                     {"sessions=1", "unused_minutes=0"},
		nine + "&available_minutes=30&end_with_break=true": {"sessions=1", "unused_minutes=0"},
		// Presets, with C13's long breaks; what is sent wins.
		nine + "&preset=pomodoro&sessions=8":               {"plan.0.duration_minutes=25", "plan.1.duration_minutes=5", "plan.7.duration_minutes=15"},
		nine + "&preset=50_10&sessions=8":                  {"plan.0.duration_minutes=50", "plan.1.duration_minutes=10", "plan.7.duration_minutes=30"},
		nine + "&preset=52-17&sessions=8":                  {"plan.0.duration_minutes=52", "plan.1.duration_minutes=17", "plan.7.duration_minutes=17"},
		nine + "&preset=90/20&sessions=8":                  {"plan.0.duration_minutes=90", "plan.1.duration_minutes=20", "plan.7.duration_minutes=20"},
		nine + "&preset=90_20&work_minutes=10&sessions=8":  {"plan.0.duration_minutes=10", "plan.1.duration_minutes=20"},
		nine + "&short_break_minutes=0&sessions=5":         {"plan.1.type=\"work\"", `plan.4.type="long_break"`, "total_minutes=140"},
		nine + "&long_break_minutes=0&sessions=5":          {"total_minutes=140", "plan.7.session=5"},
		nine + "&sessions_before_long_break=1&sessions=3":  {`plan.1.type="long_break"`, `plan.3.type="long_break"`, "total_minutes=105"},
		nine + "&sessions_before_long_break=12&sessions=8": {"total_minutes=235"},
		// Now, by the sample clock, in UTC or a zone.
		"":                      {`starts_at="2026-11-20T09:00:00Z"`, `ends_at="2026-11-20T10:55:00Z"`},
		"timezone=asia/kolkata": {`starts_at="2026-11-20T14:30:00+05:30"`},
		"at=2026-11-20T09:00Z":  {`current.phase="work"`, "current.elapsed_seconds=0", "current.remaining_seconds=1500"},
		nine + "&timezone=UTC":  {`starts_at="2026-11-20T03:30:00Z"`},
		"start=2026-11-20T09:00&timezone=%2B05:30&at=2026-11-20T09:31:30": {`starts_at="2026-11-20T09:00:00+05:30"`, "current.elapsed_seconds=90"},
		// Clocks go back at 02:00, and forward: minutes go on, 02:30 does not exist.
		"start=2026-11-01T01:30&timezone=America/New_York": {`starts_at="2026-11-01T01:30:00-04:00"`, `ends_at="2026-11-01T02:25:00-05:00"`, "total_minutes=115"},
		"start=2026-03-08T01:30&timezone=America/New_York": {`ends_at="2026-03-08T04:25:00-04:00"`},
		"start=2026-03-08T02:30&timezone=America/New_York": {`starts_at="2026-03-08T03:30:00-04:00"`},
	} {
		t.Run(query, func(t *testing.T) { optest.Want(t, optest.Data(t, focusID, op.Query(query)), want...) })
	}
}

// Phases include their start and exclude their end, to the fraction of a second.
func TestFocusEdges(t *testing.T) {
	const start = "2026-11-20T09:00:00"
	for at, want := range map[string]string{
		"0001-01-01T00:00:00":    `{"phase":"not_started","session":null,"elapsed_seconds":0,"remaining_seconds":63930762000,"next_phase":"work","next_at":"2026-11-20T09:00:00Z"}`,
		"2026-11-20T08:59:59.9":  `{"phase":"not_started","session":null,"elapsed_seconds":0,"remaining_seconds":1,"next_phase":"work","next_at":"2026-11-20T09:00:00Z"}`,
		"2026-11-20T09:00:00":    `{"phase":"work","session":1,"elapsed_seconds":0,"remaining_seconds":1500,"next_phase":"short_break","next_at":"2026-11-20T09:25:00Z"}`,
		"2026-11-20T09:24:59.99": `{"phase":"work","session":1,"elapsed_seconds":1499,"remaining_seconds":1,"next_phase":"short_break","next_at":"2026-11-20T09:25:00Z"}`,
		"2026-11-20T09:25":       `{"phase":"short_break","session":1,"elapsed_seconds":0,"remaining_seconds":300,"next_phase":"work","next_at":"2026-11-20T09:30:00Z"}`,
		"2026-11-20T10:54:59":    `{"phase":"work","session":4,"elapsed_seconds":1499,"remaining_seconds":1,"next_phase":"finished","next_at":"2026-11-20T10:55:00Z"}`,
		"2026-11-20T10:55:00":    `{"phase":"finished","session":null,"elapsed_seconds":0,"remaining_seconds":0,"next_phase":null,"next_at":null}`,
		"9999-12-31T23:59:59.5":  `{"phase":"finished","session":null,"elapsed_seconds":251607128699,"remaining_seconds":0,"next_phase":null,"next_at":null}`,
	} {
		data := optest.Data(t, focusID, op.Query("start="+start+"Z&at="+at+"Z"))
		if got := optest.At(data, "current"); got != want {
			t.Errorf("at %s: got  %s\nwant %s", at, got, want)
		}
	}
	// A clock with fractions of a second starts the plan on the second.
	env := op.SampleEnv()
	env.Now = func() time.Time { return time.Date(2026, 11, 20, 9, 0, 0, 999_999_999, time.UTC) }
	data, _ := optest.Call(t, focusID, op.Query(""), env)
	optest.Want(t, data, `starts_at="2026-11-20T09:00:00Z"`)
}

func TestFocusMembers(t *testing.T) {
	data := optest.Data(t, focusID, op.Query(nine+"&at=2026-11-20T09:31:30%2B05:30"))
	for path, want := range map[string]string{
		"":        "plan starts_at ends_at total_minutes focus_minutes break_minutes sessions unused_minutes current",
		"plan.0":  "index type session start end duration_minutes",
		"current": "phase session elapsed_seconds remaining_seconds next_phase next_at",
	} {
		if got := optest.Keys(t, data, path); got != want {
			t.Errorf("members of %q are %s, want %s", path, got, want)
		}
	}
}

func TestFocusOracle(t *testing.T) { optest.Recorded(t, focusID, "testdata/focus_oracle.json") }

func TestFocusRefusals(t *testing.T) {
	for query, want := range map[string]string{
		"work_minutes=0&short_break_minutes=-1&long_break_minutes=-1&sessions=0&sessions_before_long_break=0":       "work_minutes:out_of_range short_break_minutes:out_of_range long_break_minutes:out_of_range sessions:out_of_range sessions_before_long_break:out_of_range",
		"work_minutes=241&short_break_minutes=121&long_break_minutes=241&sessions=49&sessions_before_long_break=13": "work_minutes:out_of_range short_break_minutes:out_of_range long_break_minutes:out_of_range sessions:out_of_range sessions_before_long_break:out_of_range",
		"work_minutes=12.5":                           "work_minutes:invalid_number",
		"preset=25":                                   "preset:not_allowed",
		"sessions=4&cycles=4":                         "cycles:conflict",
		"sessions=4&available_minutes=100":            "available_minutes:conflict",
		"available_minutes=0":                         "available_minutes:out_of_range",
		"available_minutes=23041":                     "available_minutes:out_of_range",
		"available_minutes=24":                        "available_minutes:does_not_fit",
		"available_minutes=29&end_with_break=true":    "available_minutes:does_not_fit",
		"start=2026-11-20":                            "start:invalid_datetime",
		"start=09:00":                                 "start:invalid_datetime",
		"start=2026-11-20T09:00":                      "start:invalid_datetime",
		"start=2026-11-20T24:00Z":                     "start:invalid_datetime",
		"start=2026-02-30T09:00Z":                     "start:invalid_datetime",
		"at=2026-11-20T09:00":                         "at:invalid_datetime",
		"start=2026-11-20T09:00Z&at=2026-11-20T09:00": "at:invalid_datetime",
		"timezone=IST":                                "timezone:invalid_timezone",
		"timezone=":                                   "timezone:invalid_timezone",
		"timezone=IST&start=2026-11-20T09:00&at=x&available_minutes=1": "timezone:invalid_timezone at:invalid_datetime available_minutes:does_not_fit",
		"start=9999-12-31T22:05:00Z":                                   "start:out_of_range",
		"start=9999-12-31T18:00:00Z&timezone=Asia/Kolkata":             "start:out_of_range",
		"start=9999-12-31T12:00:00Z&timezone=%2B12:00":                 "start:out_of_range",
		"start=0001-01-01T00:00:00Z&timezone=-05:00":                   "start:out_of_range",
		"start=0001-01-01T00:00:00%2B01:00&timezone=UTC":               "start:out_of_range",
		"end_with_break=1": "end_with_break:invalid_type",
		"long_break=5":     "long_break:unknown_field",
	} {
		t.Run(query, func(t *testing.T) {
			if got := optest.Refusal(t, focusID, op.Query(query)); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
	optest.Want(t, optest.Data(t, focusID, op.Query("start=9999-12-31T22:04:59Z")), `ends_at="9999-12-31T23:59:59Z"`)
	optest.Want(t, optest.Data(t, focusID, op.Query("start=0001-01-01T00:00:00Z")), `starts_at="0001-01-01T00:00:00Z"`)
}

type focusPlan struct {
	Plan []struct {
		Index, Session  int
		Type            string
		Start, End      time.Time
		DurationMinutes int `json:"duration_minutes"`
	}
	StartsAt      time.Time `json:"starts_at"`
	EndsAt        time.Time `json:"ends_at"`
	TotalMinutes  int       `json:"total_minutes"`
	FocusMinutes  int       `json:"focus_minutes"`
	BreakMinutes  int       `json:"break_minutes"`
	Sessions      int
	UnusedMinutes *int `json:"unused_minutes"`
}

func planOf(t *rapid.T, query url.Values) (p focusPlan) {
	if err := json.Unmarshal(optest.Data(t, focusID, op.Query(query.Encode())), &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// drawFocus draws settings of a plan.
func drawFocus(t *rapid.T) url.Values {
	query := url.Values{"start": {"2026-10-24T22:00:00"}, "timezone": {rapid.SampledFrom([]string{"Europe/Berlin", "UTC", "+05:30"}).Draw(t, "timezone")}}
	for name, most := range map[string]int{"work_minutes": 240, "short_break_minutes": 120, "long_break_minutes": 240, "sessions_before_long_break": 12} {
		if rapid.Bool().Draw(t, name+"?") {
			query.Set(name, fmt.Sprint(rapid.IntRange(0, most).Draw(t, name)))
			if query.Get(name) == "0" && (name[0] == 'w' || name[1] == 'e') {
				query.Set(name, "1")
			}
		}
	}
	query.Set("end_with_break", fmt.Sprint(rapid.Bool().Draw(t, "end")))
	return query
}

// Phases follow each other without gap from start to end, their minutes add
// up, and breaks are where they belong.
func TestFocusAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		query := drawFocus(t)
		query.Set("sessions", fmt.Sprint(rapid.IntRange(1, 48).Draw(t, "sessions")))
		p := planOf(t, query)
		every := 4
		if s := query.Get("sessions_before_long_break"); s != "" {
			fmt.Sscan(s, &every)
		}
		at, work, pause, sessions := p.StartsAt, 0, 0, 0
		for i, phase := range p.Plan {
			if phase.Index != i || !phase.Start.Equal(at) || phase.End.Sub(phase.Start) != time.Duration(phase.DurationMinutes)*time.Minute || phase.DurationMinutes < 1 {
				t.Fatalf("phase %d of %v: %+v", i, query, phase)
			}
			at = phase.End
			switch {
			case phase.Type == "work":
				work += phase.DurationMinutes
				sessions++
			case (phase.Type == "long_break") != (sessions%every == 0), p.Plan[i-1].Type != "work":
				t.Fatalf("phase %d of %v: %+v", i, query, phase)
			default:
				pause += phase.DurationMinutes
			}
			if phase.Session != sessions {
				t.Fatalf("phase %d of %v: %+v", i, query, phase)
			}
		}
		if !at.Equal(p.EndsAt) || work != p.FocusMinutes || pause != p.BreakMinutes || work+pause != p.TotalMinutes || sessions != p.Sessions || p.UnusedMinutes != nil {
			t.Fatalf("%v: %+v", query, p)
		}
		if query.Get("end_with_break") == "false" && p.Plan[len(p.Plan)-1].Type != "work" {
			t.Fatalf("%v ends with a break", query)
		}
	})
}

// What fits is what fits: the plan of so many sessions is within the time, and
// that of one more is not.
func TestFocusFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		query := drawFocus(t)
		available := rapid.IntRange(480, 6000).Draw(t, "available")
		query.Set("available_minutes", fmt.Sprint(available))
		p := planOf(t, query)
		query.Del("available_minutes")
		query.Set("sessions", fmt.Sprint(p.Sessions))
		same := planOf(t, query)
		if *p.UnusedMinutes != available-p.TotalMinutes || *p.UnusedMinutes < 0 || same.TotalMinutes != p.TotalMinutes || len(same.Plan) != len(p.Plan) {
			t.Fatalf("%v: %+v", query, p)
		}
		if p.Sessions == 48 {
			return
		}
		query.Set("sessions", fmt.Sprint(p.Sessions+1))
		if more := planOf(t, query); more.TotalMinutes <= available {
			t.Fatalf("%v fits too into %d minutes", query, available)
		}
	})
}

// At any second, where the plan stands agrees with the plan.
func TestFocusStands(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		query := drawFocus(t)
		p := planOf(t, query)
		at := p.StartsAt.Add(time.Duration(rapid.IntRange(-100, p.TotalMinutes*60+100).Draw(t, "second")) * time.Second)
		query.Set("at", at.Format(time.RFC3339))
		want, next, left := "finished", "null", 0
		if at.Before(p.StartsAt) {
			want, next, left = "not_started", p.StartsAt.Format(time.RFC3339), int(p.StartsAt.Sub(at).Seconds())
		}
		for _, phase := range p.Plan {
			if !at.Before(phase.Start) && at.Before(phase.End) {
				want, next, left = phase.Type, phase.End.Format(time.RFC3339), int(phase.End.Sub(at).Seconds())
			}
		}
		data := optest.Data(t, focusID, op.Query(query.Encode()))
		optest.Want(t, data, `current.phase="`+want+`"`, fmt.Sprint("current.remaining_seconds=", left))
		if got := strings.Trim(optest.At(data, "current.next_at"), `"`); got != next {
			t.Fatalf("at %s the next phase is at %s, want %s", at, got, next)
		}
	})
}
