package cron_test

import (
	"regexp"
	"strings"
	"testing"

	"toolcrib/internal/ops/text/cron"
)

// unlike are the expressions whose description is not cronstrue's, on purpose:
// where both day fields restrict, a weekday range or step is "and" too; a */1
// in a day field restricts; a * in a list is everything; a range of one value
// is that value, and a repeated value is said once.
var unlike = []*regexp.Regexp{
	regexp.MustCompile(`^0 9 [^*]\S* \* (1-5|5-7|\*/2|1-5/2|\*/1)$`),
	regexp.MustCompile(`^0 9 \*/2 \* (1-5|5-7|\*/2|1-5/2|\*/1)$`),
	regexp.MustCompile(`^0 9 \*/1 \* [^*]\S*$`),
	regexp.MustCompile(`^0 9 \*/1 \* \*/.$`),
	regexp.MustCompile(`^(5-5|1,1|\*,5) `),
	regexp.MustCompile(`^0 0 1,1 `),
}

// The wording that users know, of the common forms in all pairings.
func TestAsCronstrue(t *testing.T) {
	same := 0
	for _, row := range rows(t, "testdata/cronstrue.tsv", 3, 600) {
		expression, twelve, day := row[0], row[1], row[2]
		if day == "" {
			day = twelve
		}
		s := parse(t, expression, cron.Standard)
		meant := false
		for _, u := range unlike {
			meant = meant || u.MatchString(expression)
		}
		if equal := s.Describe(cron.Clock12) == twelve && s.Describe(cron.Clock24) == day; equal == meant {
			t.Errorf("%s: %q, %q; cronstrue %q", expression, s.Describe(cron.Clock12), s.Describe(cron.Clock24), twelve)
		} else if equal {
			same++
		}
	}
	if same < 580 {
		t.Errorf("only %d are the same", same)
	}
}

func TestDescribe(t *testing.T) {
	for expression, want := range map[string]string{
		"*/15 * * * *":            "Every 15 minutes",
		"0 9 1 * 1-5":             "At 09:00 AM, on day 1 of the month, and Monday through Friday",
		"0 9 1 * */2":             "At 09:00 AM, on day 1 of the month, and every 2 days of the week",
		"0 9 1 * MON,3-6/2":       "At 09:00 AM, on day 1 of the month, and on Monday and every 2 days of the week, Wednesday through Saturday",
		"0 9 */1 * 1":             "At 09:00 AM, every day",
		"0 9 1 * *,2":             "At 09:00 AM, every day",
		"0 9 *,1 2 *":             "At 09:00 AM, only in February",
		"*,5 9 * * *":             "Every minute, between 09:00 AM and 09:59 AM",
		"5-5 9-9 3-3 4-4 5-5":     "At 09:05 AM, on day 3 of the month, and on Friday, only in April",
		"3,1,3,2 * * * *":         "At 1, 2, and 3 minutes past the hour",
		"*/7,5 */5,7 * * *":       "At 5 minutes past the hour and every 7 minutes, at 07:00 AM and every 5 hours",
		"0 0 1,10-20/2,*/9 * *":   "At 12:00 AM, on day 1 of the month, every 9 days in a month, and every 2 days in a month, between day 10 and 20 of the month",
		"0 0 * * 7,6":             "At 12:00 AM, only on Saturday and Sunday",
		"0 12 * * 0,7":            "At 12:00 PM, only on Sunday",
		"0 0 * * SAT-SUN":         "At 12:00 AM, Saturday through Sunday",
		"0 0,1,2,3 * * *":         "At 12:00 AM, 01:00 AM, 02:00 AM and 03:00 AM",
		"1,10-20/2 */2,5 3 4,5 *": "At 1 minute past the hour and every 2 minutes, minutes 10 through 20 past the hour, at 05:00 AM and every 2 hours, on day 3 of the month, only in April and May",
		"@reboot":                 "Run once, at startup",
	} {
		if got := parse(t, expression, cron.Standard).Describe(cron.Clock12); got != want {
			t.Errorf("%s: %q, want %q", expression, got, want)
		}
	}
	for expression, want := range map[string]string{
		"0 9 */2 * 1":    "At 09:00 AM, every 2 days in a month, but only on Monday",
		"0 9 1-7 * */7":  "At 09:00 AM, between day 1 and 7 of the month, but only on Sunday",
		"0 9 */2 * 1-5":  "At 09:00 AM, every 2 days in a month, but only Monday through Friday",
		"0 9 1 * */2":    "At 09:00 AM, on day 1 of the month, but only on Sunday, Tuesday, Thursday, and Saturday",
		"0 9 */1 * 1":    "At 09:00 AM, only on Monday",
		"0 9 1 * */1":    "At 09:00 AM, on day 1 of the month",
		"0 9 */1 1 */1":  "At 09:00 AM, only in January",
		"0 9 1,15 * 1,2": "At 09:00 AM, on day 1 and 15 of the month, and on Monday and Tuesday",
	} {
		if got := parse(t, expression, cron.Vixie).Describe(cron.Clock12); got != want {
			t.Errorf("%s in dialect vixie: %q, want %q", expression, got, want)
		}
	}
}

func TestDescribeField(t *testing.T) {
	for expression, want := range map[string]string{
		"* * * * *":                     "every minute; every hour; every day of the month; every month; every day of the week",
		"0 9 1 1 1":                     "at 0 minutes past the hour; between 09:00 and 09:59; on day 1 of the month; only in January; only on Monday",
		"*/5 9-17 */2 */3 1-5":          "every 5 minutes; between 09:00 and 17:59; every 2 days in a month; every 3 months; Monday through Friday",
		"1 9,17 1-7 1,7 */2":            "at 1 minute past the hour; at 09:00 and 17:00; between day 1 and 7 of the month; only in January and July; every 2 days of the week",
		"0-30/10 0-12/3 2-8/3 2-12/2 7": "every 10 minutes, minutes 0 through 30 past the hour; every 3 hours, between 00:00 and 12:59; every 3 days in a month, between day 2 and 8 of the month; every 2 months, February through December; only on Sunday",
	} {
		s := parse(t, expression, cron.Standard)
		var got []string
		for _, f := range allFields {
			got = append(got, s.DescribeField(f, cron.Clock24))
		}
		if all := strings.Join(got, "; "); all != want {
			t.Errorf("%s: %q", expression, all)
		}
	}
}
