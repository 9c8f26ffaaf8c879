package date_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

const durationID = "time-duration-calculator"

func body(format string, args ...any) op.Source { return op.JSON(fmt.Appendf(nil, format, args...)) }

// The worked examples of the contract.
func TestDurationExamples(t *testing.T) {
	tests := map[string][]string{
		`{"start":"2026-03-07T12:00","end":"2026-03-08T12:00","timezone":"America/New_York"}`: {`start="2026-03-07T12:00:00-05:00"`, `end="2026-03-08T12:00:00-04:00"`, "sign=1",
			`calendar={"years":0,"months":0,"days":1,"hours":0,"minutes":0,"seconds":0}`, `iso8601="P1D"`, `text="1 day"`, "total_hours=23", "total_seconds=82800", "total_minutes=1380",
			"total_days=0.958333", "total_weeks=0.136905", `clock="23:00:00"`, "calendar_days=1", "business_days=0", "utc_offset_change_seconds=3600", "net_seconds=82800"},
		`{"start":"2026-10-31T12:00","end":"2026-11-01T12:00","timezone":"America/New_York"}`: {`iso8601="P1D"`, "total_hours=25", `clock="25:00:00"`, "utc_offset_change_seconds=-3600"},
		`{"start":"2023-11-15T08:30:15","end":"2026-11-20T06:15:00","timezone":"Asia/Kolkata"}`: {`iso8601="P3Y4DT21H44M45S"`, "total_seconds=95118285",
			`calendar={"years":3,"months":0,"days":4,"hours":21,"minutes":44,"seconds":45}`, `text="3 years, 4 days, 21 hours, 44 minutes, 45 seconds"`, `clock="26421:44:45"`},
		`{"start":"2026-07-01T02:30","end":"2026-07-01T06:45","timezone":"Asia/Kolkata","end_timezone":"Europe/London"}`: {`iso8601="PT8H45M"`, `end="2026-07-01T06:45:00+01:00"`, "utc_offset_change_seconds=-16200"},
		`{"start":"22:00","end":"06:30"}`:                                                 {`iso8601="PT8H30M"`, `start="22:00:00"`, `end="06:30:00"`, "sign=1", "calendar_days=null", "business_days=null", "utc_offset_change_seconds=null"},
		`{"start":"2026-01-31T22:00","duration":"P1M2DT3H","timezone":"Asia/Kolkata"}`:    {`end="2026-03-03T01:00:00+05:30"`, `iso8601="P1M2DT3H"`},
		`{"start":"2026-03-07T02:30","duration":"P1D","timezone":"America/New_York"}`:     {`end="2026-03-08T03:30:00-04:00"`, "total_hours=24", `iso8601="P1D"`},
		`{"start":"2026-11-01","end":"2026-11-30"}`:                                       {"business_days=20", "calendar_days=29", `iso8601="P29D"`, `start="2026-11-01T00:00:00Z"`},
		`{"start":"2026-11-01","end":"2026-11-30","include_end_date":true}`:               {"business_days=21", "calendar_days=30", `iso8601="P29D"`, "total_days=29"},
		`{"start":"2026-11-20","end":"2026-11-10"}`:                                       {"sign=-1", "calendar.days=10", `iso8601="-P10D"`, `text="minus 10 days"`, "total_days=-10", `clock="-240:00:00"`, "calendar_days=-10", "business_days=-8"},
		`{"start":"2026-11-20","end":"2026-11-10","include_end_date":true}`:               {"calendar_days=-11", "business_days=-9", "total_days=-10"},
		`{"start":"2026-11-20","end":"2026-11-20"}`:                                       {"sign=0", `iso8601="PT0S"`, `text="0 seconds"`, `clock="00:00:00"`, "calendar_days=0", "total_seconds=0"},
		`{"start":"2026-11-20","end":"2026-11-20","include_end_date":true}`:               {"sign=0", "calendar_days=1", "business_days=1"},
		`{"start":"2026-11-20","duration":"P9D","include_end_date":true}`:                 {"calendar_days=10", `end="2026-11-29T00:00:00Z"`},
		`{"start":"2026-11-20T08:00:00.25Z","end":"2026-11-20T08:00:00Z"}`:                {"sign=-1", "total_seconds=-0.25", "calendar.seconds=0.25", `iso8601="-PT0.25S"`, `clock="00:00:00"`, `text="minus 0.25 seconds"`, "calendar_days=0"},
		`{"start":"2026-11-20T08:00:00.0000005Z","end":"2026-11-20T08:00:00.000002Z"}`:    {"total_seconds=0.000002", "calendar.seconds=0.0000015", `iso8601="PT0.0000015S"`},
		`{"start":"2026-11-20T08:00+05:30","end":"2026-11-20T02:30Z"}`:                    {"sign=0", `start="2026-11-20T02:30:00Z"`},
		`{"start":"2026-11-20","end":"2026-11-20T18:00"}`:                                 {`iso8601="PT18H"`, "calendar_days=0"},
		`{"start":"0001-01-01","end":"9999-12-31","include_end_date":true}`:               {"calendar_days=3652059", `iso8601="P9998Y11M30D"`, "business_days=2608615", "total_seconds=315537811200", `clock="87649392:00:00"`},
		`{"start":"1867-10-18T12:00:00Z","end":"1867-10-19T12:00:00Z"}`:                   {`iso8601="P1D"`},
		`{"start":"2026-11-20T09:00","end":"2026-11-20T09:00","timezone":"europe/paris"}`: {`start="2026-11-20T09:00:00+01:00"`, "sign=0"},
	}
	for in, want := range tests {
		t.Run(in, func(t *testing.T) { optest.Want(t, optest.Data(t, durationID, op.JSON([]byte(in))), want...) })
	}
}

// What the contract says in words.
func TestDurationRules(t *testing.T) {
	tests := map[string][]string{
		// Minus a month goes back on the wall clock first, then by the time.
		`{"end":"2026-03-31T10:00","duration":"P1MT3H"}`:                                                               {`start="2026-02-28T07:00:00Z"`, `iso8601="P1M3DT3H"`},
		`{"end":"2026-03-09T02:30","duration":"P1DT1H","timezone":"America/New_York"}`:                                 {`start="2026-03-08T01:30:00-05:00"`},
		`{"end":"2026-03-08T03:30","duration":"PT24H","timezone":"America/New_York"}`:                                  {`start="2026-03-07T02:30:00-05:00"`},
		`{"end":"2026-03-31","duration":"P1M"}`:                                                                        {`start="2026-02-28T00:00:00Z"`},
		`{"start":"2026-01-31","duration":"P1M"}`:                                                                      {`end="2026-02-28T00:00:00Z"`, `iso8601="P28D"`},
		`{"start":"2026-03-31","duration":"-P1M"}`:                                                                     {`end="2026-02-28T00:00:00Z"`, "sign=-1", `iso8601="-P1M"`},
		`{"end":"2026-03-31","duration":"-P1M"}`:                                                                       {`start="2026-04-30T00:00:00Z"`, "sign=-1"},
		`{"start":"2026-01-30","duration":"-P0D"}`:                                                                     {"sign=0", `iso8601="PT0S"`},
		`{"start":"2026-03-07T12:00","duration":"PT24H","timezone":"America/New_York"}`:                                {`end="2026-03-08T13:00:00-04:00"`},
		`{"start":"2026-03-08T02:30","duration":"PT0S","timezone":"America/New_York"}`:                                 {`start="2026-03-08T03:30:00-04:00"`},
		`{"start":"2026-03-08T02:30","duration":"PT0S","timezone":"America/New_York","disambiguation":"EARLIER"}`:      {`start="2026-03-08T01:30:00-05:00"`},
		`{"start":"2026-11-01T01:30","duration":"PT0S","timezone":"America/New_York"}`:                                 {`start="2026-11-01T01:30:00-04:00"`},
		`{"start":"2026-11-01T01:30","duration":"PT1H","timezone":"America/New_York","disambiguation":"later"}`:        {`start="2026-11-01T01:30:00-05:00"`, `end="2026-11-01T02:30:00-05:00"`},
		`{"start":"2026-10-31T01:30","duration":"P1D","timezone":"America/New_York","disambiguation":"later"}`:         {`end="2026-11-01T01:30:00-05:00"`},
		`{"start":"2026-11-01T01:30-05:00","duration":"PT0S","timezone":"America/New_York","disambiguation":"reject"}`: {`end="2026-11-01T01:30:00-05:00"`},
		`{"start":"2026-10-31T22:00","duration":"PT9H","timezone":"Asia/Kolkata","end_timezone":"+00:00"}`:             {`end="2026-11-01T01:30:00+00:00"`},
		`{"start":"2026-07-01","end":"2026-07-03","timezone":"Asia/Tokyo","end_timezone":"America/New_York"}`:          {`end="2026-07-03T00:00:00-04:00"`, `iso8601="P2DT13H"`, "calendar_days=2"},
		// A date whose midnight is skipped begins at one, and still is a day.
		`{"start":"2026-09-06","end":"2026-09-07","timezone":"America/Santiago"}`:                         {`start="2026-09-06T01:00:00-03:00"`, `iso8601="P1D"`, "total_hours=23", "calendar_days=1", "utc_offset_change_seconds=0"},
		`{"start":"2026-09-05","end":"2026-09-06","timezone":"America/Santiago"}`:                         {`end="2026-09-06T01:00:00-03:00"`, `iso8601="P1D"`, "total_hours=24"},
		`{"start":"2026-09-06","duration":"P1D","timezone":"America/Santiago"}`:                           {`end="2026-09-07T00:00:00-03:00"`, `iso8601="P1D"`},
		`{"start":"2026-09-05","duration":"P1D","timezone":"America/Santiago","disambiguation":"reject"}`: {`end="2026-09-06T01:00:00-03:00"`, `iso8601="P1D"`},
		`{"start":"2011-12-29","end":"2011-12-31","timezone":"Pacific/Apia"}`:                             {`iso8601="P2D"`, "total_hours=24", "utc_offset_change_seconds=86400"},
		// Less than a day from a time shown twice is what has passed, as within one date.
		`{"start":"2026-11-01T01:00:35-05:00","end":"2026-10-31T01:54-04:00","timezone":"America/New_York"}`: {`iso8601="-PT24H6M35S"`, "total_seconds=-86795"},
		`{"start":"2026-11-01T01:54-04:00","end":"2026-11-01T01:00:35-05:00","timezone":"America/New_York"}`: {`iso8601="PT6M35S"`, "total_seconds=395"},
		// Bare times.
		`{"start":"09:00","end":"09:00"}`:                              {"sign=0", "total_seconds=0", "calendar_days=null"},
		`{"start":"09:00","end":"17:30:15","break_minutes":30}`:        {"total_hours=8.504167", "net_seconds=28815"},
		`{"start":"06:30","duration":"-PT8H30M"}`:                      {`end="22:00:00"`, "sign=-1", `iso8601="-PT8H30M"`, `clock="-08:30:00"`},
		`{"end":"06:30","duration":"PT8H30M","timezone":"Asia/Tokyo"}`: {`start="22:00:00"`, "sign=1"},
		`{"start":"22:00","duration":"P1W1DT2.5H"}`:                    {`end="00:30:00"`, `iso8601="P8DT2H30M"`, "calendar.months=0"},
		`{"start":"22:00","duration":"PT1000H"}`:                       {`iso8601="P41DT16H"`, `clock="1000:00:00"`},
		`{"start":"22:00","end":"23:00","end_timezone":"utc"}`:         {"total_hours=1"},
		`{"end":"22:00","duration":"PT80000000H30M"}`:                  {`start="13:30:00"`, `iso8601="P3333333DT8H30M"`},
		// Business days.
		`{"start":"2026-11-23","end":"2026-11-30","business":{}}`:                                                                              {"business_days=5"},
		`{"start":"2026-11-23","end":"2026-11-30","business":{"weekend":[]}}`:                                                                  {"business_days=7"},
		`{"start":"2026-11-23","end":"2026-11-30","business":{"weekend":[7,7]}}`:                                                               {"business_days=6"},
		`{"start":"2026-11-23","end":"2026-11-30","business":{"weekend":[1,2,3,4,5,6,7]}}`:                                                     {"business_days=0", "calendar_days=7"},
		`{"start":"2026-11-23","end":"2026-11-30","business":{"holidays":["2026-11-26","2026-11-26","2026-11-28","2026-11-30","2026-11-22"]}}`: {"business_days=4"},
		`{"start":"2026-11-23","end":"2026-11-30","include_end_date":true,"business":{"holidays":["2026-11-30"]}}`:                             {"business_days=5"},
		`{"start":"2026-11-20T09:00","end":"2026-11-23T17:00"}`:                                                                                {"business_days=1", "calendar_days=3"},
		// Breaks bring the net time nearer to 0.
		`{"start":"2026-11-20T17:00","end":"2026-11-20T09:00","break_minutes":45}`: {"total_seconds=-28800", "net_seconds=-26100"},
		`{"start":"09:00","end":"09:00:30","break_minutes":0.5}`:                   {"net_seconds=0"},
		`{"start":"09:00","end":"09:00:30","break_minutes":0.0000001}`:             {"net_seconds=29.999994"},
	}
	for in, want := range tests {
		t.Run(in, func(t *testing.T) { optest.Want(t, optest.Data(t, durationID, op.JSON([]byte(in))), want...) })
	}
}

func TestDurationMembers(t *testing.T) {
	const want = "start end sign calendar iso8601 text total_seconds total_minutes total_hours total_days total_weeks clock calendar_days business_days utc_offset_change_seconds net_seconds"
	for _, in := range []string{`{"start":"22:00","end":"06:30"}`, `{"start":"2026-11-20","duration":"P1D"}`} {
		data := optest.Data(t, durationID, body("%s", in))
		if got := optest.Keys(t, data, ""); got != want {
			t.Errorf("members of %s are %s, want %s", in, got, want)
		}
		if got := optest.Keys(t, data, "calendar"); got != "years months days hours minutes seconds" {
			t.Errorf("members of calendar are %s", got)
		}
	}
}

func TestDurationRefusals(t *testing.T) {
	tests := map[string]string{
		`{}`:                                "start:missing_one_of",
		`{"foo":1}`:                         "foo:unknown_field start:missing_one_of",
		`{"start":"2026-11-20"}`:            "end:missing_one_of",
		`{"end":"2026-11-20"}`:              "start:missing_one_of",
		`{"duration":"P1D"}`:                "start:missing_one_of",
		`{"start":1,"end":true}`:            "start:invalid_type end:invalid_type",
		`{"start":"2026-11-20","end":null}`: "end:invalid_type",
		`{"start":"2026-11-20","end":"2026-11-21","duration":"P1D"}`: "duration:conflict",
		`{"from":"2026-11-20","to":"2026-11-21"}`:                    "from:unknown_field to:unknown_field start:missing_one_of",
		// Texts.
		`{"start":"15/08/1990","end":"2026-02-30"}`:                          "start:invalid_date end:invalid_date",
		`{"start":"","end":"20261120"}`:                                      "start:invalid_date end:invalid_date",
		`{"start":"2026-11-20 09:00","end":"2026-11-20T24:00"}`:              "start:invalid_datetime end:invalid_datetime",
		`{"start":"tomorrow","end":"2026-02-30T09:00"}`:                      "start:invalid_datetime end:invalid_datetime",
		`{"start":"9:00","end":"24:00"}`:                                     "start:invalid_datetime end:invalid_datetime",
		`{"start":"09:00Z","end":"09:00+05:30"}`:                             "start:invalid_datetime end:invalid_datetime",
		`{"start":"09:60","end":"5:30 pm"}`:                                  "start:invalid_datetime end:invalid_datetime",
		`{"start":"2026-11-20","duration":"2h30m"}`:                          "duration:invalid_format",
		`{"start":"2026-11-20","duration":""}`:                               "duration:invalid_format",
		`{"start":"2026-11-20","duration":"P1.5D"}`:                          "duration:invalid_format",
		`{"start":"x","duration":"y","timezone":"IST","end_timezone":""}`:    "timezone:invalid_timezone end_timezone:invalid_timezone start:invalid_date duration:invalid_format",
		`{"start":"2026-11-20","end":"2026-11-21","disambiguation":"first"}`: "disambiguation:not_allowed",
		// Bare times.
		`{"start":"09:00","end":"2026-11-20"}`:                                    "end:invalid_datetime",
		`{"start":"2026-11-20T09:00","end":"09:00"}`:                              "end:invalid_datetime",
		`{"start":"09:00","duration":"P1M"}`:                                      "start:invalid_datetime",
		`{"end":"09:00","duration":"P1Y","business":{}}`:                          "end:invalid_datetime business:conflict",
		`{"start":"09:00","end":"10:00","end_timezone":"Europe/London"}`:          "end_timezone:conflict",
		`{"start":"09:00","end":"10:00","include_end_date":true}`:                 "include_end_date:conflict",
		`{"start":"2026-11-20","end":"2026-11-21T00:00","include_end_date":true}`: "include_end_date:conflict",
		`{"start":"2026-11-20","duration":"P1DT1H","include_end_date":true}`:      "include_end_date:conflict",
		// Times that clocks skip or show twice.
		`{"start":"2026-03-08T02:30","end":"2026-11-01T01:30","timezone":"America/New_York","disambiguation":"reject"}`: "start:local_time_gap end:local_time_ambiguous",
		`{"start":"2026-03-07T02:30","duration":"P1D","timezone":"America/New_York","disambiguation":"reject"}`:         "duration:local_time_gap",
		`{"end":"2026-11-02T01:30","duration":"P1D","timezone":"America/New_York","disambiguation":"reject"}`:           "duration:local_time_ambiguous",
		// Ranges.
		`{"start":"2026-11-20","duration":"P10001Y"}`:                             "duration:out_of_range",
		`{"start":"2026-11-20","duration":"P7974Y"}`:                              "duration:out_of_range",
		`{"start":"2026-11-20","duration":"-P10000Y"}`:                            "duration:out_of_range",
		`{"end":"2026-11-20","duration":"PT315569520000S"}`:                       "duration:out_of_range",
		`{"start":"0001-01-01T00:00+05:30","end":"9999-12-31T23:59-01:00"}`:       "start:out_of_range end:out_of_range",
		`{"start":"9999-12-31","duration":"PT23H","end_timezone":"Asia/Kolkata"}`: "duration:out_of_range",
		`{"start":"09:00","end":"17:00","break_minutes":480.01}`:                  "break_minutes:out_of_range",
		`{"start":"09:00","end":"09:00","break_minutes":1e-60}`:                   "break_minutes:out_of_range",
		`{"start":"09:00","end":"17:00","break_minutes":1e60}`:                    "break_minutes:out_of_range",
		`{"start":"09:00","end":"17:00","break_minutes":-1}`:                      "break_minutes:out_of_range",
		`{"start":"09:00","end":"17:00","break_minutes":"30"}`:                    "break_minutes:invalid_type",
		`{"start":"09:00","end":"17:00","break_minutes":1e999}`:                   "break_minutes:invalid_number",
		// Business.
		`{"start":"2026-11-20","end":"2026-11-21","business":{"weekend":[0,8,1.5]}}`:                                                   "business.weekend[0]:out_of_range business.weekend[1]:out_of_range business.weekend[2]:invalid_number",
		`{"start":"2026-11-20","end":"2026-11-21","business":{"weekend":[1,2,3,4,5,6,7,1]}}`:                                           "business.weekend:too_many_items",
		`{"start":"2026-11-20","end":"2026-11-21","business":{"holidays":["2026-11-31","26/11/2026"]}}`:                                "business.holidays[0]:invalid_date business.holidays[1]:invalid_date",
		`{"start":"2026-11-20","end":"2026-11-21","business":{"holidays":[` + strings.Repeat(`"2026-11-20",`, 400) + `"2026-11-20"]}}`: "business.holidays:too_many_items",
		`{"start":"2026-11-20","end":"2026-11-21","business":{"holiday":[]}}`:                                                          "business.holiday:unknown_field",
		`{"start":"2026-11-20","end":"2026-11-21","holidays":[]}`:                                                                      "holidays:unknown_field",
	}
	for in, want := range tests {
		t.Run(in[:min(len(in), 120)], func(t *testing.T) {
			if got := optest.Refusal(t, durationID, op.JSON([]byte(in))); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

// A fault inside a duration has its place and reason.
func TestDurationPlace(t *testing.T) {
	_, refused := optest.Call(t, durationID, body(`{"start":"2026-11-20","duration":"P1DT5X"}`), op.SampleEnv())
	if refused == nil {
		t.Fatal("answered")
	}
	v := refused.Violations[0]
	if v.Reason != "unknown_unit" || v.Place == nil || *v.Place != (op.Place{Line: 1, Column: 6, Offset: 5}) || !strings.Contains(v.Hint, "PT2H30M") {
		t.Errorf("%+v", v)
	}
}

// A duration that leads into a gap says where, for nobody sent that time.
func TestDurationLanding(t *testing.T) {
	_, refused := optest.Call(t, durationID, body(`{"start":"2026-03-07T02:30","duration":"P1D","timezone":"America/New_York","disambiguation":"reject"}`), op.SampleEnv())
	if refused == nil || !strings.HasPrefix(refused.Violations[0].Message, "duration leads to 2026-03-08T02:30:00, which does not exist in America/New_York") {
		t.Errorf("%+v", refused)
	}
}

// Differences and sums by two implementations of Temporal; see
// testdata/duration_oracle.mjs.
func TestDurationTemporal(t *testing.T) {
	text, err := os.ReadFile("testdata/duration_oracle.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]json.RawMessage
	if err := json.Unmarshal(text, &rows); err != nil || len(rows) < 1500 {
		t.Fatalf("duration_oracle.json is not whole: %v", err)
	}
	members := []string{"start", "end", "sign", "iso8601", "total_seconds", "utc_offset_change_seconds", "calendar_days"}
	for _, row := range rows {
		data := optest.Data(t, durationID, op.JSON(row[0]))
		for i, name := range members {
			want := string(row[i+1])
			if name == "total_seconds" {
				want = strings.Trim(want, `"`)
			}
			if got := optest.At(data, name); got != want {
				t.Errorf("%s: %s is %s, want %s", row[0], name, got, want)
			}
		}
	}
}

// Business days, totals and bare times by Python's datetime.
func TestDurationRecorded(t *testing.T) {
	optest.Recorded(t, durationID, "testdata/duration_days.json")
}

// The duration answered leads from the start to the end when it is sent back;
// swapped, the totals change their sign; and days and time add up to the total
// where no clock changes.
func TestDurationAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		zone := rapid.SampledFrom([]string{"UTC", "America/New_York", "Europe/Berlin", "Asia/Kolkata"}).Draw(t, "zone")
		at := time.Unix(rapid.Int64Range(-1e10, 1e11).Draw(t, "start"), rapid.Int64Range(0, 999).Draw(t, "millis")*1e6).UTC()
		then := at.AddDate(0, rapid.IntRange(-1, 1).Draw(t, "months"), 0).Add(time.Duration(rapid.Int64Range(-1e15, 1e15).Draw(t, "span")).Truncate(time.Millisecond))
		start, end := at.Format(time.RFC3339Nano), then.Format(time.RFC3339Nano)
		data := optest.Data(t, durationID, body(`{"start":%q,"end":%q,"timezone":%q}`, start, end, zone))
		there := optest.Data(t, durationID, body(`{"start":%q,"duration":%s,"timezone":%q}`, start, optest.At(data, "iso8601"), zone))
		if string(there) != string(data) {
			t.Fatalf("sent back:\n%s\n%s", there, data)
		}
		back := optest.Data(t, durationID, body(`{"start":%q,"end":%q,"timezone":%q}`, end, start, zone))
		for _, name := range []string{"total_seconds", "total_weeks", "calendar_days", "sign"} {
			if a, b := optest.At(data, name), optest.At(back, name); strings.TrimPrefix(a, "-") != strings.TrimPrefix(b, "-") || a != "0" && a == b {
				t.Fatalf("%s is %s there and %s back", name, a, b)
			}
		}
		var a struct {
			Sign     float64
			Calendar struct{ Years, Months, Days, Hours, Minutes, Seconds float64 }
			Total    float64 `json:"total_seconds"`
			Change   float64 `json:"utc_offset_change_seconds"`
		}
		if err := json.Unmarshal(data, &a); err != nil {
			t.Fatal(err)
		}
		c := a.Calendar
		sum := a.Sign * (86400*c.Days + 3600*c.Hours + 60*c.Minutes + c.Seconds)
		if c.Years == 0 && c.Months == 0 && a.Change == 0 && math.Abs(sum-a.Total) > 1e-6 {
			t.Fatalf("%s: parts add up to %v", data, sum)
		}
	})
}
