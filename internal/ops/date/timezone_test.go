package date_test

import (
	"fmt"
	"strings"
	"testing"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

const timezoneID = "timezone-converter"

// The worked examples of the contract, and clauses beside them.
func TestTimezoneExamples(t *testing.T) {
	for in, want := range map[string][]string{
		`{"datetime":"2026-11-20T15:00","from":"Asia/Kolkata","to":["America/New_York","Asia/Tokyo","Europe/London","Australia/Lord_Howe","Asia/Kathmandu"]}`: {
			`source.datetime="2026-11-20T15:00:00+05:30"`, `source.abbreviation="IST"`, `utc="2026-11-20T09:30:00Z"`, `local_time_status="unique"`, "candidates=null",
			`results.0.datetime="2026-11-20T04:30:00-05:00"`, `results.0.abbreviation="EST"`, "results.0.offset_difference_minutes=-630", "results.0.day_difference=0",
			`results.1.datetime="2026-11-20T18:30:00+09:00"`, `results.1.abbreviation="JST"`, `results.2.datetime="2026-11-20T09:30:00+00:00"`, `results.2.abbreviation="GMT"`,
			`results.3.datetime="2026-11-20T20:30:00+11:00"`, "results.3.is_dst=true", `results.3.utc_offset="+11:00"`,
			`results.4.datetime="2026-11-20T15:15:00+05:45"`, `results.4.abbreviation="+0545"`, "results.4.is_dst=false", "results.5=absent", `tzdata_version="2026f"`},
		`{"datetime":"2026-03-08T02:30","from":"America/New_York","to":"UTC"}`: {`local_time_status="gap"`, `utc="2026-03-08T07:30:00Z"`, `source.datetime="2026-03-08T03:30:00-04:00"`,
			`candidates=["2026-03-08T06:30:00Z","2026-03-08T07:30:00Z"]`, `results.0.datetime="2026-03-08T07:30:00Z"`},
		`{"datetime":"2026-03-08T02:30","from":"America/New_York","to":"UTC","disambiguation":"later"}`:   {`utc="2026-03-08T07:30:00Z"`},
		`{"datetime":"2026-03-08T02:30","from":"America/New_York","to":"UTC","disambiguation":"earlier"}`: {`utc="2026-03-08T06:30:00Z"`, `source.datetime="2026-03-08T01:30:00-05:00"`},
		`{"datetime":"2026-11-01T01:30","from":"America/New_York","to":"UTC"}`: {`local_time_status="fold"`, `utc="2026-11-01T05:30:00Z"`,
			`candidates=["2026-11-01T05:30:00Z","2026-11-01T06:30:00Z"]`},
		`{"datetime":"2026-11-01T01:30","from":"America/New_York","to":"UTC","disambiguation":"earlier"}`: {`utc="2026-11-01T05:30:00Z"`},
		`{"datetime":"2026-11-01T01:30","from":"America/New_York","to":"UTC","disambiguation":"later"}`:   {`utc="2026-11-01T06:30:00Z"`, `source.abbreviation="EST"`},
		`{"datetime":"2011-12-30T12:00","from":"Pacific/Apia","to":"UTC"}`:                                {`local_time_status="gap"`, `source.datetime="2011-12-31T12:00:00+14:00"`},
		// reject does not mind a time that is unique, nor one that its offset settles.
		`{"datetime":"2026-11-20T15:00","from":"Asia/Kolkata","to":"UTC","disambiguation":"reject"}`:           {`utc="2026-11-20T09:30:00Z"`},
		`{"datetime":"2026-11-01T01:30-05:00","from":"America/New_York","to":"UTC","disambiguation":"reject"}`: {`utc="2026-11-01T06:30:00Z"`, `local_time_status="fold"`},
		`{"datetime":"2026-11-01T01:30-04:00","from":"America/New_York","to":"UTC","disambiguation":"later"}`:  {`utc="2026-11-01T05:30:00Z"`},
		// An offset alone is a zone; names keep the database's letter case, and old ones are kept.
		`{"datetime":"2026-11-20T15:00:00.120+05:30","to":"asia/CALCUTTA"}`: {`source.timezone="+05:30"`, `source.abbreviation="+0530"`, `utc="2026-11-20T09:30:00.12Z"`,
			`results.0.timezone="Asia/Calcutta"`, `results.0.datetime="2026-11-20T15:00:00.12+05:30"`},
		`{"datetime":"2026-11-20T15:00Z","to":"-05:00"}`:                     {`source.timezone="UTC"`, `source.datetime="2026-11-20T15:00:00Z"`, `results.0.abbreviation="-05"`},
		`{"datetime":"2026-11-20T15:00z","from":"Europe/London","to":"UTC"}`: {`source.timezone="Europe/London"`, `source.datetime="2026-11-20T15:00:00+00:00"`},
		// Aliases, and a list of one.
		`{"datetime":"2026-11-20T15:00","from_timezone":"utc","to_timezone":["UTC","utc"]}`: {`results.0.timezone="UTC"`, `results.1.timezone="UTC"`},
		// Days apart, further than one at the far ends of the date line.
		`{"datetime":"2026-11-20T20:00","from":"America/New_York","to":["Asia/Tokyo","America/Los_Angeles"]}`: {"results.0.day_difference=1", "results.1.day_difference=0"},
		`{"datetime":"2026-11-20T01:00","from":"Asia/Tokyo","to":"America/New_York"}`:                         {"results.0.day_difference=-1"},
		`{"datetime":"2026-11-20T23:00-12:00","to":"Pacific/Kiritimati"}`:                                     {"results.0.day_difference=2", "results.0.offset_difference_minutes=1560"},
		// Dublin's winter time is the negative kind of daylight saving time; offsets once had seconds.
		`{"datetime":"2026-11-20T12:00Z","to":"Europe/Dublin"}`: {`results.0.abbreviation="GMT"`, "results.0.is_dst=true"},
		`{"datetime":"1971-12-31T23:15:30","from":"Africa/Monrovia","to":"UTC"}`: {`source.datetime="1971-12-31T23:15:30-00:44:30"`, `utc="1972-01-01T00:00:00Z"`,
			"results.0.offset_difference_minutes=44.5", "results.0.day_difference=1"},
		// The ends of the calendar.
		`{"datetime":"0001-01-01T00:00Z","to":"Asia/Tokyo"}`:                     {`utc="0001-01-01T00:00:00Z"`, `results.0.datetime="0001-01-01T09:18:59+09:18:59"`},
		`{"datetime":"9999-12-31T23:59:59.999999999Z","to":"America/Sao_Paulo"}`: {`results.0.datetime="9999-12-31T20:59:59.999999999-03:00"`},
	} {
		t.Run(in, func(t *testing.T) { optest.Want(t, optest.Data(t, timezoneID, op.JSON([]byte(in))), want...) })
	}
}

func TestTimezoneMembers(t *testing.T) {
	data := optest.Data(t, timezoneID, op.JSON([]byte(`{"datetime":"2026-11-20T15:00Z","to":"UTC"}`)))
	for path, want := range map[string]string{
		"":          "source utc local_time_status candidates results tzdata_version",
		"source":    "datetime timezone utc_offset abbreviation is_dst",
		"results.0": "timezone datetime utc_offset abbreviation is_dst day_difference offset_difference_minutes",
	} {
		if got := optest.Keys(t, data, path); got != want {
			t.Errorf("members of %q are %s, want %s", path, got, want)
		}
	}
}

func TestTimezoneRefusals(t *testing.T) {
	fifty := strings.Repeat(`"UTC",`, 50)
	for in, want := range map[string]string{
		`{}`:                              "datetime:required to:required",
		`{"datetime":"2026-11-20T15:00"}`: "to:required",
		`{"datetime":"2026-11-20T15:00","to":"UTC"}`:                                                       "from:required",
		`{"datetime":"2026-11-20T15:00","to":"EST"}`:                                                       "from:required to:invalid_timezone",
		`{"datetime":"2026-11-20","from":"UTC","to":"UTC"}`:                                                "datetime:invalid_datetime",
		`{"datetime":"2026-11-20T24:00","from":"UTC","to":"UTC"}`:                                          "datetime:invalid_datetime",
		`{"datetime":"2026-11-20T15:00:60","from":"UTC","to":"UTC"}`:                                       "datetime:invalid_datetime",
		`{"datetime":"2026-02-29T15:00","from":"UTC","to":"UTC"}`:                                          "datetime:invalid_datetime",
		`{"datetime":"2026-11-20T15:00:00.0000000001Z","to":"UTC"}`:                                        "datetime:invalid_datetime",
		`{"datetime":"x","from":"CST","to":["UTC","Mars","+0530","IST"]}`:                                  "datetime:invalid_datetime from:invalid_timezone to[1]:invalid_timezone to[2]:invalid_timezone to[3]:invalid_timezone",
		`{"datetime":"2026-11-20T15:00Z","from":"Asia/Kolkata","to":"UTC"}`:                                "datetime:conflict",
		`{"datetime":"2026-03-08T02:30-05:00","from":"America/New_York","to":"UTC"}`:                       "datetime:conflict",
		`{"datetime":"2026-11-20T15:00","from":"UTC","from_timezone":"UTC","to":"UTC"}`:                    "from_timezone:conflict",
		`{"datetime":"2026-11-20T15:00Z","to":"UTC","to_timezone":"UTC"}`:                                  "to_timezone:conflict",
		`{"datetime":"2026-03-08T02:30","from":"America/New_York","to":"UTC","disambiguation":"reject"}`:   "datetime:local_time_gap",
		`{"datetime":"2026-11-01T01:30","from":"America/New_York","to":"UTC","disambiguation":"reject"}`:   "datetime:local_time_ambiguous",
		`{"datetime":"2026-11-01T01:30","from":"America/New_York","to":"UTC","disambiguation":"standard"}`: "disambiguation:not_allowed",
		`{"datetime":"2026-11-20T15:00Z","to":[]}`:                                                         "to:too_short",
		`{"datetime":"2026-11-20T15:00Z","to":[` + fifty + `"UTC"]}`:                                       "to:too_many_items",
		`{"datetime":"2026-11-20T15:00Z","to":7}`:                                                          "to:invalid_type",
		`{"datetime":"2026-11-20T15:00Z","to":[7]}`:                                                        "to[0]:invalid_type",
		`{"datetime":"2026-11-20T15:00Z","to":null}`:                                                       "to:invalid_type",
		`{"datetime":1700000000,"to":"UTC"}`:                                                               "datetime:invalid_type",
		`{"datetime":"2026-11-20T15:00Z","to":"UTC","tz":"UTC"}`:                                           "tz:unknown_field",
		`{"datetime":"0001-01-01T00:00+00:01","to":"UTC"}`:                                                 "datetime:out_of_range",
		`{"datetime":"0001-01-01T00:00Z","to":["UTC","America/New_York"]}`:                                 "datetime:out_of_range",
		`{"datetime":"9999-12-31T23:00Z","to":"Asia/Tokyo"}`:                                               "datetime:out_of_range",
		`{"datetime":"9999-12-31T23:00","from":"America/New_York","to":"UTC"}`:                             "datetime:out_of_range",
		`{"datetime":"2026-11-20T15:00Z","to":"` + strings.Repeat("x", 51) + `"}`:                          "to:too_long",
		`{"datetime":"2026-11-20T15:00Z","to":"` + strings.Repeat("\u20ac", 50) + `","from":""}`:           "from:too_short",
	} {
		if got := optest.Refusal(t, timezoneID, op.JSON([]byte(in))); got != want {
			t.Errorf("%.120s: got %s, want %s", in, got, want)
		}
	}
	if data := optest.Data(t, timezoneID, op.JSON([]byte(`{"datetime":"2026-11-20T15:00Z","to":[`+strings.TrimSuffix(fifty, ",")+`]}`))); optest.At(data, "results.49") == "absent" {
		t.Error("fifty zones are not answered")
	}
}

func TestTimezoneMessages(t *testing.T) {
	for in, want := range map[string]string{
		`{"datetime":"2026-11-20T15:00","from":"IST","to":"UTC"}`: "from 'IST' is an abbreviation, not a time zone (send the zone that is meant: Europe/Dublin, Asia/Jerusalem, Asia/Kolkata)",
		`{"datetime":"2026-11-20T15:00Z","from":"Asia/Kolkata","to":"UTC"}`: "the offset of datetime is +00:00, but that of Asia/Kolkata at this instant is +05:30 " +
			"(send datetime without an offset, or leave out from)",
		`{"datetime":"2026-11-20T15:00","to":"UTC"}`: "the datetime has no offset, so the field 'from' is needed (send from, such as Asia/Kolkata, or a datetime with its offset)",
	} {
		_, refused := optest.Call(t, timezoneID, op.JSON([]byte(in)), op.SampleEnv())
		if v := refused.Violations[0]; fmt.Sprintf("%s (%s)", v.Message, v.Hint) != want {
			t.Errorf("%s: %s (%s)", in, v.Message, v.Hint)
		}
	}
}

func TestTimezoneOracle(t *testing.T) {
	optest.Recorded(t, timezoneID, "testdata/timezone_oracle.json")
	hashed(t, timezoneID, "testdata/timezone_oracle.tsv", func(s string) op.Source { return op.JSON([]byte(s)) })
}

func TestTimezoneTemporal(t *testing.T) {
	optest.Recorded(t, timezoneID, "testdata/timezone_temporal.json")
}
