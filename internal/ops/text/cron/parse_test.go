package cron_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"toolcrib/internal/ops/text/cron"
)

// parse reads an expression that must be sound.
func parse(t rapid.TB, expression string, d cron.Dialect) *cron.Schedule {
	t.Helper()
	s, errs := cron.Parse(expression, d)
	if errs != nil {
		t.Fatalf("%q: %v", expression, errs)
	}
	return s
}

var allFields = []cron.Field{cron.Minute, cron.Hour, cron.DayOfMonth, cron.Month, cron.DayOfWeek}

// What OCPS 1.0 section 6.2 and increment 1.1 refuse, and what other schedulers
// have, each with its place and a hint.
func TestRefused(t *testing.T) {
	tests := []struct{ expression, want string }{
		{"", "-1 field_count: is empty, but crontab has five fields: minute, hour, day_of_month, month, day_of_week; send * for a field that does not matter, such as 0 9 * * 1-5"},
		{" \t", "-1 field_count: is empty"},
		{"*", "-1 field_count: has one field, but"},
		{"0 9 * *", "-1 field_count: has 4 fields, but"},
		{"0 0 12 * * ?", "; seconds and years, as in Quartz and Spring, are not accepted"},
		{"0 0 9 * * MON", "; seconds and years"},
		{"0 0 9 ? * MON 2026", "-1 field_count: has 7 fields"},
		{"0 0 * * * /bin/true", "; send the five fields alone, without the command"},
		{"0 0 * * * root backup -v", "; send the five fields alone, without the command"},
		{"CRON_TZ=UTC 0 0 * * *", "; send the time zone as timezone"},

		{"60 * * * *", "minute 60 0 out_of_range: is not from 0 to 59"},
		{"* 24 * * *", "hour 24 2 out_of_range: is not from 0 to 23; midnight is hour 0"},
		{"* * 0 * *", "day_of_month 0 4 out_of_range: is not from 1 to 31"},
		{"* * 32 * *", "day_of_month 32 4 out_of_range"},
		{"* * * 0 *", "month 0 6 out_of_range"},
		{"* * * 13 *", "month 13 6 out_of_range"},
		{"* * * * 8", "day_of_week 8 8 out_of_range: is not from 0 to 7"},
		{"* * * * 1-8", "day_of_week 8 10 out_of_range"},
		{"99999999999999999999 * * * *", "out_of_range"},
		{"60,61 24 * * *", "minute 60 0 out_of_range: is not from 0 to 59\nminute 61 3 out_of_range: is not from 0 to 59\nhour 24 6 out_of_range"},

		{"30-5 * * * *", "minute 30-5 0 reversed_range: ends before it begins; send 30-59,0-5"},
		{"0 22-2/2 * * *", "hour 22-2 2 reversed_range: ends before it begins; send 22-23,0-2"},
		{"0 0 * NOV-FEB *", "month NOV-FEB 6 reversed_range: ends before it begins; send 11-12,1-2"},
		{"0 0 * * FRI-MON", "day_of_week FRI-MON 8 reversed_range: ends before it begins; send 5-6,0-1"},
		{"0 0 * * SAT-MON", "; send 6,0-1"},
		{"0 0 * * 7-2", "; send 0-2"},

		{"5/15 * * * *", "minute 5/15 0 invalid_step: has a step without a range; send 5-59/15"},
		{"0 10/10 * * *", "; send 10-23/10"},
		{"0 0 * * MON/2", "; send 1-6/2"},
		{"0 0 * * 7/2", "; send 0-6/2"},
		{"/30 * * * *", "minute /30 0 invalid_step: has a step without a range; put * or a range before the slash"},
		{"*/0 * * * *", "minute */0 0 invalid_step: has a step of 0, which never moves on; send a step of 1 or more"},
		{"1-5/00 * * * *", "invalid_step: has a step of 0"},
		{"*/ * * * *", "minute */ 0 invalid_step: has a step that is not a whole number"},
		{"*/5/5 * * * *", "minute */5/5 0 invalid_step: has a step that is not a whole number"},
		{"*/-5 * * * *", "invalid_step: has a step that is not a whole number"},
		{"*/1000000000 * * * *", "minute */1000000000 0 out_of_range: has a step beyond 999999999"},
		{"*/99999999999999999999 * * * *", "out_of_range: has a step beyond 999999999"},

		{"* * L * *", "day_of_month L 4 unsupported: is not crontab syntax; L (last) is of Quartz"},
		{"* * L-3 * *", "day_of_month L 4 unsupported"},
		{"* * * * 5L", "day_of_week 5L 8 unsupported: is not crontab syntax; L (last)"},
		{"* * 15W * *", "day_of_month 15W 4 unsupported: is not crontab syntax; W (nearest weekday)"},
		{"* * * * MON#2", "day_of_week MON#2 8 unsupported: is not crontab syntax; # (n-th weekday)"},
		{"* * ? * *", "day_of_month ? 4 unsupported: is not crontab syntax; ? is of Quartz: send *"},
		{"H * * * *", "minute H 0 unsupported: is not crontab syntax; H (hash) is of Jenkins"},
		{"0~30 * * * *", "minute 0~30 0 unsupported: is not crontab syntax; ~ (random)"},
		{"* * * * +1", "day_of_week +1 8 unsupported: is not crontab syntax; + (both days)"},
		{"1.5 * * * *", "minute 1.5 0 unsupported: is not crontab syntax; use only digits, names and * , - /"},

		{"1,,2 * * * *", "minute  2 empty_element: has an empty element in its list; leave out the comma"},
		{"1,2, * * * *", "minute  4 empty_element"},
		{"-5 * * * *", "minute -5 0 incomplete_range: has a range without both ends; send both, such as 1-5"},
		{"0 5-/2 * * *", "hour 5- 2 incomplete_range"},
		{"1-2-3 * * * *", "minute 2-3 2 invalid_value: is not a number; this field takes numbers only"},
		{"MON * * * *", "minute MON 0 invalid_value: is not a number"},
		{"* * * MON *", "month MON 6 invalid_value: is neither a number nor the name of a month; send 1 to 12 or JAN to DEC"},
		{"* * * * JAN", "day_of_week JAN 8 invalid_value: is neither a number nor the name of a weekday; send 0 to 7 or SUN to SAT"},
		{"* * * July Tues", "month July 6 invalid_value: is neither a number nor the name of a month; names have three letters: send JUL\nday_of_week Tues 11 invalid_value: is neither a number nor the name of a weekday; names have three letters: send TUE"},
		{"** * * * *", "minute ** 0 invalid_value"},
		{"*-5 * * * *", "minute * 0 invalid_value"},

		{"0 9 * * *\n", "9 invalid_character: has no place in a crontab line"},
		{"0\u00a09 * * *", "1 invalid_character: has no place in a crontab line; part the fields by spaces"},
		{"０ 9 * * *", "0 invalid_character"},
		{"0 9 * * *\x00", "9 invalid_character"},

		{"@Daily", "@Daily 0 unknown_nickname: is no nickname of crontab; nicknames are written in lower case: send @daily"},
		{"@REBOOT", "; nicknames are written in lower case: send @reboot"},
		{"@every 5m", "@every 0 unknown_nickname: is no nickname of crontab; crontab has no intervals"},
		{"@dayly", "; send @yearly, @monthly, @weekly, @daily, @hourly, @reboot or five fields"},
		{" @daily * * * *", "@daily 1 field_count: stands for all five fields, and nothing may follow it; send @daily alone"},
		{"@", "unknown_nickname"},
	}
	for _, tt := range tests {
		if got := refused(tt.expression, cron.Standard); !strings.Contains(got, tt.want) {
			t.Errorf("%q:\n%s\nwant %s", tt.expression, got, tt.want)
		}
	}
}

// refused lists what is wrong with an expression, a line each.
func refused(expression string, d cron.Dialect) string {
	s, errs := cron.Parse(expression, d)
	var lines []string
	for _, e := range errs {
		line := strings.TrimPrefix(fmt.Sprintf("%s %s %d %s: %s", e.Field, e.Text, e.Offset, e.Reason, e.Problem), " ")
		if e.Hint != "" {
			line += "; " + e.Hint
		}
		lines = append(lines, line)
	}
	if (s == nil) == (errs == nil) {
		lines = append(lines, "both or neither of schedule and errors")
	}
	return strings.Join(lines, "\n")
}

// POSIX.1-2024, crontab, STDIN and the grammar of elements and ranges.
func TestPOSIX(t *testing.T) {
	for _, expression := range []string{"* * * * *", "0,30 8-17 1,15 1-12 0-6", "00 09 * * 1"} {
		if got := refused(expression, cron.POSIX); got != "" {
			t.Errorf("%q: %s", expression, got)
		}
	}
	for expression, want := range map[string]string{
		"*/15 * * * *":    "minute */15 0 not_posix: has a step, which POSIX has not; send 0,15,30,45, or dialect standard",
		"0 9 * JAN *":     "month JAN 6 not_posix: is written with names, which POSIX has not; send 1,",
		"0 9 * * MON-WED": "; send 1,2,3, or dialect standard",
		"0 9 * * 7":       "day_of_week 7 8 not_posix: goes to 7, but POSIX knows Sunday as 0 only; send 0, or dialect standard",
		"0 9 * * 5-7":     "; send 0,5,6, or dialect standard",
		"0 9 * * 5-0":     "day_of_week 5-0 8 reversed_range: ends before it begins; send 5-6,0",
		"*,5 * * * *":     "minute * 0 not_posix: stands in a list, which POSIX allows for numbers only; send * alone",
		"@daily":          "@daily 0 not_posix: is a nickname, which POSIX has not; send 0 0 * * *, or dialect standard",
		"@reboot":         "; send dialect standard",
	} {
		if got := refused(expression, cron.POSIX); !strings.Contains(got, want) {
			t.Errorf("%q: %s, want %s", expression, got, want)
		}
	}
}

func TestValues(t *testing.T) {
	tests := []struct {
		expression string
		field      cron.Field
		want       []int
	}{
		{"5-59/15 * * * *", cron.Minute, []int{5, 20, 35, 50}}, // OCPS 1.0 section 5
		{"*/15 * * * *", cron.Minute, []int{0, 15, 30, 45}},
		{"*/90 * * * *", cron.Minute, []int{0}},
		{"7,1-3,2,1 * * * *", cron.Minute, []int{1, 2, 3, 7}},
		{"007 * * * *", cron.Minute, []int{7}},
		{"59 * * * *", cron.Minute, []int{59}},
		{"0 */23 * * *", cron.Hour, []int{0, 23}}, // crontab(5) of cronie
		{"0 9-17/4 * * *", cron.Hour, []int{9, 13, 17}},
		{"0 0 */10 * *", cron.DayOfMonth, []int{1, 11, 21, 31}},
		{"0 0 * jan-Mar,DEC *", cron.Month, []int{1, 2, 3, 12}},
		{"0 0 * * 0", cron.DayOfWeek, []int{0}},
		{"0 0 * * 7", cron.DayOfWeek, []int{0}},
		{"0 0 * * 0-7", cron.DayOfWeek, []int{0, 1, 2, 3, 4, 5, 6}},
		{"0 0 * * 5-7", cron.DayOfWeek, []int{0, 5, 6}},
		{"0 0 * * FRI-SUN", cron.DayOfWeek, []int{0, 5, 6}}, // get_range() of cronie: a range down to 0 ends at 7
		{"0 0 * * 5-0", cron.DayOfWeek, []int{0, 5, 6}},
		{"0 0 * * Mon-sun/2", cron.DayOfWeek, []int{0, 1, 3, 5}},
		{"0 0 * * SUN-SUN", cron.DayOfWeek, []int{0}},
		{"0 0 * * 0-0", cron.DayOfWeek, []int{0}},
		{"0 0 * * sun-tue", cron.DayOfWeek, []int{0, 1, 2}},
		{"0 0 * * */3", cron.DayOfWeek, []int{0, 3, 6}},
		{"0 0 * * */7", cron.DayOfWeek, []int{0}},
		{"@weekly", cron.DayOfWeek, []int{0}},
		{" \t0  0 \t * * 6  ", cron.DayOfWeek, []int{6}},
	}
	for _, tt := range tests {
		if got := parse(t, tt.expression, cron.Standard).Values(tt.field); !slices.Equal(got, tt.want) {
			t.Errorf("%q has %s %v, want %v", tt.expression, tt.field, got, tt.want)
		}
	}
}

func TestNormalized(t *testing.T) {
	for expression, want := range map[string]string{
		"*/15 09-17 * JAN-mar Mon,WED": "*/15 9-17 * 1-3 1,3",
		"0 0 * * 7":                    "0 0 * * 0",
		"0 0 * * 5-7":                  "0 0 * * 5-6,0",
		"0 0 * * SAT-SUN":              "0 0 * * 6,0",
		"0 0 * * 0-7":                  "0 0 * * 0-6",
		"0 0 * * 0-7/7":                "0 0 * * 0",
		"0 0 * * 1-7/2":                "0 0 * * 1-5/2,0",
		"0 0 * * 2-7/2":                "0 0 * * 2-6/2",
		"0 0 * * 5-7/9":                "0 0 * * 5",
		"0 0 * * 7,0-1/2,2-7":          "0 0 * * 0,2-6",
		"0 0 * * 7-7":                  "0 0 * * 0",
		"0 0 * * 0,7,SUN":              "0 0 * * 0",
		"5-5,5,3-9/1 0 */1 *,1 *":      "5,3-9 0 */1 *,1 *",
		"*/1 *,* */1,* */1 *,*/1":      "*/1 */1 */1 */1 */1",
		"@yearly":                      "0 0 1 1 *",
		"@annually":                    "0 0 1 1 *",
		"@monthly":                     "0 0 1 * *",
		"@weekly":                      "0 0 * * 0",
		"@daily":                       "0 0 * * *",
		"@midnight":                    "0 0 * * *",
		" @hourly ":                    "0 * * * *",
		"@reboot":                      "@reboot",
	} {
		if s := parse(t, expression, cron.Standard); s.Normalized() != want {
			t.Errorf("%q is normalised to %q, want %q", expression, s.Normalized(), want)
		}
	}
}

func TestDayMatch(t *testing.T) {
	for days, want := range map[string][2]cron.DayMatch{ // by OCPS 1.0 section 6.1, by entry.c and find_jobs() of cronie
		"* * *":    {cron.EveryDay, cron.EveryDay},
		"1 * *":    {cron.ByDayOfMonth, cron.ByDayOfMonth},
		"*/2 * *":  {cron.ByDayOfMonth, cron.ByDayOfMonth},
		"* * 1":    {cron.ByDayOfWeek, cron.ByDayOfWeek},
		"* * */2":  {cron.ByDayOfWeek, cron.ByDayOfWeek},
		"1 * 1":    {cron.EitherMatches, cron.EitherMatches},
		"*/2 * 1":  {cron.EitherMatches, cron.BothMatch},
		"1 * */2":  {cron.EitherMatches, cron.BothMatch},
		"*,3 * 1":  {cron.EitherMatches, cron.BothMatch},
		"1,* * 1":  {cron.EitherMatches, cron.EitherMatches},
		"1-31 * 1": {cron.EitherMatches, cron.EitherMatches},
	} {
		for d, dialect := range []cron.Dialect{cron.Standard, cron.Vixie} {
			if got := parse(t, "0 0 "+days, dialect).DayMatch(); got != want[d] {
				t.Errorf("%s is matched by %s, want %s", days, got, want[d])
			}
		}
	}
}

func TestWarnings(t *testing.T) {
	for expression, want := range map[string]string{
		"*/15 */12 * */6 1": "",
		"* * */1 * *":       "",
		"0 0 * * */7":       "",
		"*/90 * * * *":      "step_exceeds_range 0: a step of 90 leaves only the first value of minute, 0, once in each hour",
		"*/60 * * * *":      "step_exceeds_range 0: ", // as get_range() of cronie: 60 > 59 - 0
		"*/59 * * * *":      "uneven_step 0: ",
		"0 9-17/9 * * *":    "step_exceeds_range 2: a step of 9 leaves only the first value of hour, 9, once in each day",
		"0 9-17/8 * * *":    "",
		"0 0 */31 * *":      "step_exceeds_range 4: a step of 31 leaves only the first value of day_of_month, 1, once in each month",
		"0 0 * */12 *":      "step_exceeds_range 6: a step of 12 leaves only the first value of month, 1, once in each year",
		"0 0 * * */8":       "step_exceeds_range 8: a step of 8 leaves only the first value of day_of_week, 0, once in each week",
		"5,*/7 * * * *":     "uneven_step 2: the steps of minute begin anew in each hour: after 56 comes 0",
		"0 */5 * * *":       "uneven_step 2: the steps of hour begin anew in each day: after 20 comes 0",
		"0 0 */2 * *":       "uneven_step 4: the steps of day_of_month begin anew in each month: after 31 comes 1",
		"0 0 * */5 *":       "uneven_step 6: the steps of month begin anew in each year: after 11 comes 1",
		"0 0 * * */2":       "uneven_step 8: the steps of day_of_week begin anew in each week: after 6 comes 0",
		"5-59/15 * * * *":   "",
		"0 0 1 * 1":         "",
		"0 0 */1 * 1":       "dialect_dependent_days -1",
		"0 0 1 * *,3":       "dialect_dependent_days -1",
		"0 0 */1 * */1":     "", // every day either way
		"0 0 *,1 * 0-6":     "",
		"0 0 1-29 2 */1":    "", // so is this, in February
		"0 0 1-28 2 */1":    "dialect_dependent_days -1",
		"0 0 1-29 2,4 */1":  "dialect_dependent_days -1",
		"@reboot":           "",
	} {
		for _, d := range []cron.Dialect{cron.Standard, cron.Vixie} {
			var got []string
			for _, w := range parse(t, expression, d).Warnings() {
				got = append(got, fmt.Sprintf("%s %d: %s", w.Code, w.Offset, w.Message))
			}
			if all := strings.Join(got, "\n"); !strings.HasPrefix(all, want) || want == "" && all != "" || len(got) > 1 {
				t.Errorf("%q in dialect %d warns %q, want %q", expression, d, got, want)
			}
		}
	}
}

// anyField draws a field as people and machines write them.
func anyField(f cron.Field) *rapid.Generator[string] {
	limits := [...][2]int{{0, 59}, {0, 23}, {1, 31}, {1, 12}, {0, 7}}[f]
	return rapid.Custom(func(t *rapid.T) string {
		var list []string
		for range rapid.IntRange(1, 3).Draw(t, "elements") {
			low := rapid.IntRange(limits[0], limits[1]).Draw(t, "low")
			high := rapid.IntRange(low, limits[1]).Draw(t, "high")
			step := rapid.IntRange(1, 70).Draw(t, "step")
			list = append(list, rapid.SampledFrom([]string{"*", fmt.Sprint(low), fmt.Sprintf("%02d", low), fmt.Sprintf("%d-%d", low, high),
				fmt.Sprintf("*/%d", step), fmt.Sprintf("%d-%d/%d", low, high, step)}).Draw(t, "element"))
		}
		return strings.Join(list, ",")
	})
}

func anyExpression(t *rapid.T) string {
	var fields []string
	for _, f := range allFields {
		fields = append(fields, anyField(f).Draw(t, f.String()))
	}
	return strings.Join(fields, " ")
}

func TestNormalizedReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkNormalized(t, anyExpression(t), rapid.SampledFrom([]cron.Dialect{cron.Standard, cron.Vixie}).Draw(t, "dialect"))
	})
}

// checkNormalized: what is normalised means the same, and stays as it is.
func checkNormalized(t rapid.TB, expression string, d cron.Dialect) {
	s, errs := cron.Parse(expression, d)
	if errs != nil || s.Reboot() {
		return
	}
	again, errs := cron.Parse(s.Normalized(), d)
	if errs != nil || again.Normalized() != s.Normalized() || again.DayMatch() != s.DayMatch() || strings.ContainsAny(s.Normalized(), "abcdefghijklmnopqrstuvwxyz@") {
		t.Fatalf("%q is normalised to %q: %v", expression, s.Normalized(), errs)
	}
	for _, f := range allFields {
		if !slices.Equal(s.Values(f), again.Values(f)) || s.Wildcard(f) != again.Wildcard(f) || strings.HasPrefix(s.Expression(f), "*") != strings.HasPrefix(again.Expression(f), "*") {
			t.Fatalf("%q is normalised to %q: %s differs", expression, s.Normalized(), f)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"*/15 * * * *", "30 4 1,15 * 5", "0 0 * jan-mar FRI-SUN/2", "@daily", "@reboot", "5/15 60 L ? 7-2", "0 0 12 * * ?", "0\u00a09 * * *", "*,*/2,1-5/9 1-1 */40 */13 0-7/7"} {
		f.Add(seed, uint8(0))
	}
	from := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, expression string, dialect uint8) {
		d := cron.Dialect(dialect % 3)
		s, errs := cron.Parse(expression, d)
		if (s == nil) == (errs == nil) {
			t.Fatalf("%q: %v, %v", expression, s, errs)
		}
		for _, e := range errs {
			if e.Problem == "" || e.Reason == "" || e.Offset > len(expression) || e.Offset >= 0 && !strings.HasPrefix(expression[e.Offset:], e.Text) {
				t.Fatalf("%q: %+v", expression, e)
			}
		}
		if errs != nil {
			return
		}
		checkNormalized(t, expression, d)
		if s.Describe(cron.Clock12) == "" || s.Describe(cron.Clock24) == "" {
			t.Fatalf("%q has no description", expression)
		}
		for _, w := range s.Warnings() {
			if w.Offset >= len(expression) || w.Message == "" {
				t.Fatalf("%q: %+v", expression, w)
			}
		}
		if forecast := s.Runs(from, time.UTC, 3, cron.Options{}); s.Reboot() != (forecast.Ended && !forecast.Never) || forecast.Never != (forecast.Runs == nil && !s.Reboot()) {
			t.Fatalf("%q: %+v", expression, forecast)
		}
	})
}
