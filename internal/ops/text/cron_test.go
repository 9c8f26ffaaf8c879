package text_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
	"toolcrib/internal/ops/zone"
)

func TestCronExpressionParser(t *testing.T) {
	const (
		contract = "contract 3.5"
		id       = "cron-expression-parser"
	)
	optest.Table(t, id, []optest.Case{
		{Name: "every quarter", In: `{"expression":"*/15 * * * *","from":"2026-01-01T00:00:00Z"}`, Source: "cronstrue, croner",
			Want: `{"description":"Every 15 minutes","normalized":"*/15 * * * *","day_match":"every_day",
			"next_runs":["2026-01-01T00:15:00Z","2026-01-01T00:30:00Z","2026-01-01T00:45:00Z","2026-01-01T01:00:00Z","2026-01-01T01:15:00Z"],
			"dst_adjustments":[],"never_runs":false,"timezone":"UTC",
			"fields.minute":{"expression":"*/15","values":[0,15,30,45],"is_wildcard":false,"description":"every 15 minutes"},
			"fields.month":{"expression":"*","values":[1,2,3,4,5,6,7,8,9,10,11,12],"is_wildcard":true,"description":"every month"}}`, Absent: []string{"warnings"}},
		{Name: "either day", In: `{"expression":"30 4 1,15 * 5","from":"2026-01-01T00:00:00Z"}`, Source: "cronstrue, croner",
			Want: `{"description":"At 04:30 AM, on day 1 and 15 of the month, and on Friday","day_match":"either",
			"next_runs":["2026-01-01T04:30:00Z","2026-01-02T04:30:00Z","2026-01-09T04:30:00Z","2026-01-15T04:30:00Z","2026-01-16T04:30:00Z"]}`},
		{Name: "working days", In: `{"expression":"0 9 * * 1-5","timezone":"Asia/Kolkata","from":"2026-01-01T00:00:00Z"}`, Source: "cronstrue, croner",
			Want: `{"description":"At 09:00 AM, Monday through Friday","day_match":"day_of_week","timezone":"Asia/Kolkata",
			"next_runs":["2026-01-01T09:00:00+05:30","2026-01-02T09:00:00+05:30","2026-01-05T09:00:00+05:30","2026-01-06T09:00:00+05:30","2026-01-07T09:00:00+05:30"],
			"next_runs_utc.0":"2026-01-01T03:30:00Z"}`},
		{Name: "gap", In: `{"expression":"30 2 * * *","timezone":"America/New_York","from":"2026-03-07T12:00:00Z","count":2}`, Source: "croner; cron(8) of cronie",
			Want: `{"next_runs":["2026-03-08T03:00:00-04:00","2026-03-09T02:30:00-04:00"],"next_runs_utc":["2026-03-08T07:00:00Z","2026-03-09T06:30:00Z"],
			"dst_adjustments":[{"run":"2026-03-08T03:00:00-04:00","kind":"gap_moved","nominal_local":"2026-03-08T02:30:00"}]}`},
		{Name: "gap skipped", In: `{"expression":"30 2 * * *","timezone":"america/new_york","from":"2026-03-07T12:00:00Z","count":1,"dst_gap":"Skip"}`, Source: "OCPS increment 1.4, 4.3.1",
			Want: `{"timezone":"America/New_York","next_runs":["2026-03-09T02:30:00-04:00"],"dst_adjustments":[{"run":null,"kind":"gap_skipped","nominal_local":"2026-03-08T02:30:00"}]}`},
		{Name: "two times in one gap", In: `{"expression":"0,30 2,3 * * *","timezone":"America/New_York","from":"2026-03-08T06:00:00Z","count":2}`, Source: "cron(8) of cronie",
			Want: `{"next_runs":["2026-03-08T03:00:00-04:00","2026-03-08T03:30:00-04:00"],"dst_adjustments":[
			{"run":"2026-03-08T03:00:00-04:00","kind":"gap_moved","nominal_local":"2026-03-08T02:00:00"},
			{"run":"2026-03-08T03:00:00-04:00","kind":"gap_moved","nominal_local":"2026-03-08T02:30:00"}]}`},
		{Name: "real time in a gap", In: `{"expression":"*/30 2 * * *","timezone":"America/New_York","from":"2026-03-08T06:00:00Z","count":1}`, Source: "contract 0.6; croner",
			Want: `{"next_runs":["2026-03-09T02:00:00-04:00"],"dst_adjustments":[]}`},
		{Name: "fold", In: `{"expression":"30 1 * * *","timezone":"America/New_York","from":"2026-10-31T12:00:00Z","count":2}`, Source: "croner, cron-parser",
			Want: `{"next_runs":["2026-11-01T01:30:00-04:00","2026-11-02T01:30:00-05:00"],
			"dst_adjustments":[{"run":"2026-11-01T01:30:00-04:00","kind":"fold_first","nominal_local":"2026-11-01T01:30:00"}]}`},
		{Name: "fold, both", In: `{"expression":"30 1 * * *","timezone":"America/New_York","from":"2026-10-31T12:00:00Z","count":2,"dst_fold":"both"}`, Source: contract,
			Want: `{"next_runs":["2026-11-01T01:30:00-04:00","2026-11-01T01:30:00-05:00"],"dst_adjustments.1.kind":"fold_second"}`},
		{Name: "fold, real time", In: `{"expression":"0 * * * *","timezone":"America/New_York","from":"2026-11-01T04:00:00Z","count":3}`, Source: "croner",
			Want: `{"next_runs":["2026-11-01T01:00:00-04:00","2026-11-01T01:00:00-05:00","2026-11-01T02:00:00-05:00"],"dst_adjustments":[
			{"run":"2026-11-01T01:00:00-04:00","kind":"fold_first","nominal_local":"2026-11-01T01:00:00"},
			{"run":"2026-11-01T01:00:00-05:00","kind":"fold_second","nominal_local":"2026-11-01T01:00:00"}]}`},
		{Name: "fold, real time, first only", In: `{"expression":"0 * * * *","timezone":"America/New_York","from":"2026-11-01T04:00:00Z","count":2,"dst_fold":"first"}`, Source: contract,
			Want: `{"next_runs":["2026-11-01T01:00:00-04:00","2026-11-01T02:00:00-05:00"]}`},
		{Name: "leap days", In: `{"expression":"0 0 29 2 *","from":"2026-01-01T00:00:00Z"}`, Source: "croner",
			Want: `{"next_runs":["2028-02-29T00:00:00Z","2032-02-29T00:00:00Z","2036-02-29T00:00:00Z","2040-02-29T00:00:00Z","2044-02-29T00:00:00Z"]}`},
		{Name: "starred days", In: `{"expression":"0 0 */2 * 1","from":"2026-01-01T00:00:00Z","count":3}`, Source: "croner, cron-parser",
			Want: `{"day_match":"either","next_runs":["2026-01-03T00:00:00Z","2026-01-05T00:00:00Z","2026-01-07T00:00:00Z"],"warnings.0.code":"uneven_step","warnings.1.code":"dialect_dependent_days"}`},
		{Name: "starred days in cronie", In: `{"expression":"0 0 */2 * 1","from":"2026-01-01T00:00:00Z","count":2,"dialect":"vixie"}`, Source: "entry.c and find_jobs() of cronie",
			Want: `{"description":"At 12:00 AM, every 2 days in a month, but only on Monday","day_match":"both","next_runs":["2026-01-05T00:00:00Z","2026-01-19T00:00:00Z"],"warnings.1.code":"dialect_dependent_days"}`},
		{Name: "posix", In: `{"expression":"0,30 8-17 * * 1-5","dialect":"posix","count":1}`, Source: "POSIX crontab", Want: `{"next_runs":["2026-11-20T09:30:00Z"]}`},
		{Name: "posix refuses", In: `{"expression":"*/15 * * JAN 7","dialect":"posix"}`, Source: contract,
			Wrong: []string{"expression invalid_cron", "expression invalid_cron", "expression invalid_cron"}},

		{Name: "now by default", In: `{"expression":"0 9 * * *"}`, Source: "the clock of op.SampleEnv is 2026-11-20T09:00Z, exclusive",
			Want: `{"next_runs":["2026-11-21T09:00:00Z","2026-11-22T09:00:00Z","2026-11-23T09:00:00Z","2026-11-24T09:00:00Z","2026-11-25T09:00:00Z"]}`},
		{Name: "just before", In: `{"expression":"0 9 * * *","from":"2026-11-20T08:59:59.999Z","count":1}`, Source: contract, Want: `{"next_runs":["2026-11-20T09:00:00Z"]}`},
		{Name: "just after", In: `{"expression":"0 9 * * *","from":"2026-11-20T09:00:00.001Z","count":1}`, Source: contract, Want: `{"next_runs":["2026-11-21T09:00:00Z"]}`},
		{Name: "from in another offset", In: `{"expression":"0 9 * * *","from":"2026-11-20T14:29:00+05:30","count":1}`, Source: contract, Want: `{"next_runs":["2026-11-20T09:00:00Z"]}`},
		{Name: "from in local time", In: `{"expression":"0 9 * * *","timezone":"Asia/Tokyo","from":"2026-11-20T09:00","count":1}`, Source: "operations-a C6", Want: `{"next_runs":["2026-11-21T09:00:00+09:00"]}`},
		{Name: "offset as zone", In: `{"expression":"0 9 * * *","timezone":"-03:30","count":1}`, Source: "operations-a C6", Want: `{"timezone":"-03:30","next_runs":["2026-11-20T09:00:00-03:30"]}`},
		{Name: "first of January of the year 1", In: `{"expression":"0 0 * * *","from":"0001-01-01T00:00:00Z","count":1}`, Source: "operations-a C6", Want: `{"next_runs":["0001-01-02T00:00:00Z"]}`},
		{Name: "end of the calendar", In: `{"expression":"0 0 1 1 *","from":"9998-06-01T00:00:00Z"}`, Source: "operations-a C6",
			Want: `{"next_runs":["9999-01-01T00:00:00Z"],"never_runs":false,"warnings.0.code":"runs_end"}`},
		{Name: "year 0 in its zone", In: `{"expression":"0 0 * * *","timezone":"America/New_York","from":"0001-01-01T00:00:00Z"}`, Source: "operations-a C6", Wrong: []string{"from out_of_range"}},
		{Name: "year 10000 in UTC", In: `{"expression":"0 0 * * *","from":"9999-12-31T23:00:00-05:00"}`, Source: "operations-a C6", Wrong: []string{"from out_of_range"}},

		{Name: "24-hour clock", In: `{"expression":"*/5 9-17 * * *","time_format":"24h"}`, Source: "cronstrue",
			Want: `{"description":"Every 5 minutes, between 09:00 and 17:59","fields.hour.description":"between 09:00 and 17:59"}`},
		{Name: "names and Sunday", In: `{"expression":" 0  0 * jan-Mar MON,sun ","from":"2026-01-01T00:00:00Z","count":1}`, Source: "OCPS 1.0, 4",
			Want: `{"normalized":"0 0 * 1-3 1,0","fields.month.expression":"jan-Mar","fields.day_of_week":{"expression":"MON,sun","values":[0,1],"is_wildcard":false,"description":"only on Sunday and Monday"}}`},
		{Name: "range to Sunday", In: `{"expression":"0 0 * * FRI-SUN"}`, Source: "get_range() of cronie", Want: `{"normalized":"0 0 * * 5-6,0","fields.day_of_week.values":[0,5,6]}`},
		{Name: "nickname", In: `{"expression":"@monthly","count":1}`, Source: "OCPS increment 1.1",
			Want: `{"description":"At 12:00 AM, on day 1 of the month","normalized":"0 0 1 * *","fields.day_of_month.expression":"1","day_match":"day_of_month","next_runs":["2026-12-01T00:00:00Z"]}`, Absent: []string{"warnings"}},
		{Name: "reboot", In: `{"expression":"@reboot"}`, Source: "OCPS increment 1.1, 4.2",
			Want: `{"description":"Run once, at startup","normalized":"@reboot","fields":null,"day_match":null,"next_runs":[],"next_runs_utc":[],"dst_adjustments":[],"never_runs":false,"warnings.0.code":"runs_at_startup"}`},
		{Name: "impossible date", In: `{"expression":"0 0 31 2 *"}`, Source: "OCPS 1.0, 6.2",
			Want: `{"description":"At 12:00 AM, on day 31 of the month, only in February","next_runs":[],"next_runs_utc":[],"never_runs":true}`, Absent: []string{"warnings"}},
		{Name: "step too large", In: `{"expression":"5,*/90 * * * *","count":1}`, Source: contract,
			Want: `{"next_runs":["2026-11-20T09:05:00Z"],"warnings.0.code":"step_exceeds_range","warnings.0.line":1,"warnings.0.column":3,"warnings.0.field":"expression"}`},
		{Name: "ninety minutes", In: `{"expression":"*/90 * * * *"}`, Source: "cronstrue", Want: `{"description":"Every 90 minutes","warnings.0.code":"step_exceeds_range","next_runs.0":"2026-11-20T10:00:00Z","next_runs.1":"2026-11-20T11:00:00Z"}`},
		{Name: "adjustments bounded", In: `{"expression":"0-59 2 8-14 3 */7","dialect":"vixie","timezone":"America/New_York","dst_gap":"skip","count":100}`, Source: "second Sundays of March",
			Want: `{"never_runs":true,"next_runs":[],"warnings.1.code":"adjustments_omitted","dst_adjustments.99.kind":"gap_skipped"}`, Absent: []string{"dst_adjustments.100"}},

		{Name: "six fields", In: `{"expression":"0 0 12 * * ?"}`, Source: contract, Wrong: []string{"expression invalid_cron"}},
		{Name: "all faults at once", In: `{"expression":"60 9-5 L 1/2 8","timezone":"IST","from":"tomorrow"}`, Source: contract, Wrong: []string{"expression invalid_cron",
			"expression invalid_cron", "expression invalid_cron", "expression invalid_cron", "expression invalid_cron", "timezone invalid_timezone", "from invalid_datetime"}},
		{Name: "empty", In: `{"expression":""}`, Source: contract, Wrong: []string{"expression invalid_cron"}},
		{Name: "missing", In: `{}`, Source: contract, Wrong: []string{"expression required"}},
		{Name: "names of other APIs", In: `{"cron":"* * * * *","tz":"UTC"}`, Source: contract, Wrong: []string{"cron unknown_field", "tz unknown_field", "expression required"}},
		{Name: "longest", In: `{"expression":"0 0 * * ` + strings.Repeat("1,", 123) + `12"}`, Source: contract, Wrong: []string{"expression invalid_cron"}},
		{Name: "too long", In: `{"expression":"0 0 * * ` + strings.Repeat("1,", 124) + `1"}`, Source: contract, Wrong: []string{"expression too_long"}},
		{Name: "count 0", In: `{"expression":"* * * * *","count":0}`, Source: contract, Wrong: []string{"count out_of_range"}},
		{Name: "count 101", In: `{"expression":"* * * * *","count":101}`, Source: contract, Wrong: []string{"count out_of_range"}},
		{Name: "count 100", In: `{"expression":"* * * * *","count":100}`, Source: contract, Want: `{"next_runs.99":"2026-11-20T10:40:00Z"}`, Absent: []string{"next_runs.100"}},
		{Name: "enums", In: `{"expression":"* * * * *","dialect":"quartz","dst_gap":"later","dst_fold":"second","time_format":"am"}`, Source: contract,
			Wrong: []string{"dialect not_allowed", "dst_gap not_allowed", "dst_fold not_allowed", "time_format not_allowed"}},
	})
}

func TestCronMemberOrder(t *testing.T) {
	data, err := run(t, op.SampleEnv().With(context.Background()), "cron-expression-parser", map[string]any{"expression": "30 1 */2 * 1", "timezone": "America/New_York", "from": "2026-11-01T00:00:00Z"})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"":                  "description normalized fields day_match next_runs next_runs_utc dst_adjustments never_runs timezone tzdb_version warnings",
		"fields":            "minute hour day_of_month month day_of_week",
		"fields.hour":       "expression values is_wildcard description",
		"dst_adjustments.0": "run kind nominal_local",
		"warnings.1":        "code message field",
	} {
		if got := optest.Keys(t, data, path); got != want {
			t.Errorf("members of %q: %s", path, got)
		}
	}
	optest.Want(t, data, `tzdb_version="`+zone.Version()+`"`)
}

// What a refusal says beside its code: the field of the expression, the place,
// the reason and what to send instead.
func TestCronRefusals(t *testing.T) {
	for expression, want := range map[string]string{
		"* 5/15 * * *":   `{"field":"expression","code":"invalid_cron","message":"hour '5/15' has a step without a range (column 3)","hint":"send 5-23/15","reason":"invalid_step","line":1,"column":3,"byte_offset":2,"cron_field":"hour"}`,
		"1,,2 * * * *":   `{"field":"expression","code":"invalid_cron","message":"minute has an empty element in its list (column 3)","hint":"leave out the comma","reason":"empty_element","line":1,"column":3,"byte_offset":2,"cron_field":"minute"}`,
		"* * *\u00a0* *": `{"field":"expression","code":"invalid_cron","message":"'\\u{a0}' has no place in a crontab line (column 6)","hint":"part the fields by spaces, and use only digits, names and * , - /","reason":"invalid_character","line":1,"column":6,"byte_offset":5}`,
		"* * *":          `{"field":"expression","code":"invalid_cron","message":"the expression has 3 fields, but crontab has five fields: minute, hour, day_of_month, month, day_of_week","hint":"send * for a field that does not matter, such as 0 9 * * 1-5","reason":"field_count"}`,
		"@Daily":         `{"field":"expression","code":"invalid_cron","message":"'@Daily' is no nickname of crontab (column 1)","hint":"nicknames are written in lower case: send @daily","reason":"unknown_nickname","line":1,"column":1,"byte_offset":0}`,
	} {
		v := refusal(t, "cron-expression-parser", map[string]any{"expression": expression})[0]
		if got := string(v.Object().AppendJSON(nil)); got != want {
			t.Errorf("%q: %s", expression, got)
		}
	}
}

// An ordinary call, and the dearest: a hundred runs a generation apart.
func TestCronIsQuick(t *testing.T) {
	for expression, limit := range map[string]time.Duration{"0 9 * * 1-5": 20 * time.Millisecond, "0 0 */40,29 2 1": 200 * time.Millisecond} {
		began := time.Now()
		data, err := run(t, context.Background(), "cron-expression-parser", map[string]any{
			"expression": expression, "timezone": "America/New_York", "from": "2026-01-01T00:00:00Z", "count": 100, "dialect": "vixie"})
		var out struct {
			NextRuns []string `json:"next_runs"`
		}
		if err != nil || json.Unmarshal(data, &out) != nil || len(out.NextRuns) != 100 {
			t.Fatalf("%s: %d runs, %v", expression, len(out.NextRuns), err)
		}
		if took := time.Since(began); took > 10*limit {
			t.Errorf("%s took %v", expression, took)
		}
	}
}
