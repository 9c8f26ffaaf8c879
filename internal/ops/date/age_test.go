package date_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
	_ "toolcrib/internal/ops/date"
)

const ageID = "age-calculator"

// The worked examples of the contract.
func TestAgeExamples(t *testing.T) {
	tests := map[string][]string{
		"birth_date=1990-08-15&as_of=2026-11-20": {`age={"years":36,"months":3,"days":5}`, `text="36 years, 3 months, 5 days"`, "total_days=13246", "total_months=435",
			`total_weeks={"weeks":1892,"days":2}`, "total_hours=317904", "total_minutes=19074240", "total_seconds=1144454400", "decimal_years=36.2658",
			`birth_weekday="Wednesday"`, "is_leap_day_birth=false",
			`next_birthday={"date":"2027-08-15","weekday":"Sunday","turning":37,"days_until":268,"months":8,"days":26,"is_today":false}`,
			`next_milestone={"days":14000,"date":"2028-12-13"}`},
		"birth_date=2004-02-29&as_of=2025-02-28":                      {`age={"years":20,"months":11,"days":30}`, "is_leap_day_birth=true", "next_birthday.turning=21", "next_birthday.days_until=1"},
		"birth_date=2004-02-29&as_of=2025-02-28&leap_day_rule=feb_28": {`age={"years":21,"months":0,"days":0}`, `text="21 years"`, "next_birthday.is_today=true", "decimal_years=21"},
		"birth_date=2004-02-29&as_of=2025-03-01":                      {`age={"years":21,"months":0,"days":1}`, "next_birthday.is_today=true", "next_birthday.days_until=0", "decimal_years=21"},
		"birth_date=2005-03-01&as_of=2024-02-29":                      {`age={"years":18,"months":11,"days":28}`},
		"birth_date=2024-01-31&as_of=2024-02-29":                      {`age={"years":0,"months":0,"days":29}`, `text="29 days"`},
		"birth_date=1996-02-29&as_of=2026-11-20":                      {`age={"years":30,"months":8,"days":22}`, `next_birthday.date="2027-03-01"`, `next_birthday.weekday="Monday"`, "next_birthday.days_until=101"},
		"birth_date=1996-02-29&as_of=2026-11-20&leap_day_rule=feb_28": {`age={"years":30,"months":8,"days":22}`, `next_birthday.date="2027-02-28"`, "next_birthday.days_until=100"},
		"birth_date=2000-12-31&as_of=2026-11-30":                      {`age={"years":25,"months":10,"days":30}`},
		// feb_28 changes one day of the year only, and nobody else.
		"birth_date=2004-02-29&as_of=2025-02-27&leap_day_rule=feb_28": {`age={"years":20,"months":11,"days":29}`},
		"birth_date=2004-02-29&as_of=2025-03-01&leap_day_rule=Feb-28": {`age={"years":21,"months":0,"days":1}`, `next_birthday.date="2026-02-28"`},
		"birth_date=2004-02-29&as_of=2024-02-28&leap_day_rule=feb_28": {`age={"years":19,"months":11,"days":30}`, `next_birthday.date="2024-02-29"`},
		"birth_date=2005-02-28&as_of=2025-02-28&leap_day_rule=feb_28": {`age={"years":20,"months":0,"days":0}`},
		"birth_date=2004-01-31&as_of=2005-02-28&leap_day_rule=feb_28": {`age={"years":1,"months":0,"days":28}`},
		// Clause C13: on the birth date the next birthday is a year away, at 1000 days the milestone is the next one.
		"birth_date=2024-02-29&as_of=2024-02-29": {`age={"years":0,"months":0,"days":0}`, `text="0 days"`, "total_days=0", "decimal_years=0",
			`next_birthday={"date":"2025-03-01","weekday":"Saturday","turning":1,"days_until":366,"months":12,"days":1,"is_today":false}`, `next_milestone={"days":1000,"date":"2026-11-25"}`},
		"birth_date=2024-02-29&as_of=2026-11-25": {"total_days=1000", `next_milestone={"days":2000,"date":"2029-08-21"}`},
		"birth_date=2024-02-29&as_of=2026-11-24": {"total_days=999", `next_milestone={"days":1000,"date":"2026-11-25"}`},
		// Other names, and the ends of the calendar.
		"dob=1990-08-15&as_of=1991-08-14":           {`text="11 months, 30 days"`, "decimal_years=0.9973"},
		"date_of_birth=1990-08-15&as_of=1991-09-16": {`text="1 year, 1 month, 1 day"`, `birth_date="1990-08-15"`, `as_of="1991-09-16"`},
		"dob=0001-01-01&as_of=9999-12-31":           {"total_days=3652058", "total_seconds=315537811200", "next_birthday=null", "next_milestone=null", "decimal_years=9998.9973"},
		"dob=1990-12-31&as_of=9999-12-31":           {"next_birthday.turning=8009", "next_birthday.is_today=true", "next_milestone=null"},
		"dob=9999-12-31&as_of=9999-12-31":           {"next_birthday=null", "next_milestone=null", "total_days=0"},
	}
	for query, want := range tests {
		t.Run(query, func(t *testing.T) { optest.Want(t, optest.Data(t, ageID, op.Query(query)), want...) })
	}
}

func TestAgeMembers(t *testing.T) {
	data := optest.Data(t, ageID, op.Query("dob=2000-01-01"))
	for path, want := range map[string]string{
		"": "birth_date as_of age text total_months total_weeks total_days total_hours total_minutes total_seconds decimal_years " +
			"birth_weekday is_leap_day_birth next_birthday next_milestone",
		"age": "years months days", "total_weeks": "weeks days", "next_milestone": "days date",
		"next_birthday": "date weekday turning days_until months days is_today",
	} {
		if got := optest.Keys(t, data, path); got != want {
			t.Errorf("members of %q are %s, want %s", path, got, want)
		}
	}
}

func TestAgeRefusals(t *testing.T) {
	tests := map[string]string{
		"":                                     "birth_date:required",
		"brith_date=1990":                      "brith_date:unknown_field birth_date:required",
		"birthday=1990-08-15":                  "birthday:unknown_field birth_date:required",
		"dob=1990-02-30":                       "birth_date:invalid_date",
		"dob=15/08/1990":                       "birth_date:invalid_date",
		"dob=0000-01-01":                       "birth_date:invalid_date",
		"dob=10000-01-01":                      "birth_date:invalid_date",
		"dob=1900-02-29":                       "birth_date:invalid_date",
		"dob=":                                 "birth_date:invalid_date",
		"dob=1990-08-15&as_of":                 "as_of:invalid_date",
		"dob=1990-08-15&birth_date=1990-08-15": "birth_date:conflict",
		"dob=1990-08-15&dob=1990-08-15":        "dob:duplicate_field",
		"dob=1990-08-15&as_of=1990-08-14":      "as_of:order",
		"dob=2026-11-21":                       "birth_date:order",
		"dob=2026-11-21&timezone=-12:00":       "birth_date:order",
		"dob=1990-08-15&as_of=2026-11-20T09:00:00Z":            "as_of:invalid_date",
		"dob=x&as_of=y&timezone=z":                             "birth_date:invalid_date as_of:invalid_date timezone:invalid_timezone",
		"dob=1990-08-15&timezone=IST":                          "timezone:invalid_timezone",
		"dob=1990-08-15&as_of=2026-11-20&timezone=EST":         "timezone:invalid_timezone",
		"dob=1990-08-15&leap_day_rule=feb_29":                  "leap_day_rule:not_allowed",
		"dob=1990-08-15&timezone=" + strings.Repeat("A", 9999): "timezone:invalid_timezone",
		"dob=" + strings.Repeat("1", 9999):                     "birth_date:invalid_date",
	}
	for query, want := range tests {
		t.Run(query, func(t *testing.T) {
			if got := optest.Refusal(t, ageID, op.Query(query)); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
	if got := optest.Refusal(t, ageID, op.JSON([]byte(`{"birth_date":19900815}`))); got != "birth_date:invalid_type" {
		t.Errorf("a number as date: %s", got)
	}
	_, refused := optest.Call(t, ageID, op.Query("dob=15/08/1990"), op.SampleEnv())
	if refused == nil || !strings.Contains(refused.Violations[0].Hint, "use YYYY-MM-DD") {
		t.Errorf("contract C6 has the hint of a date in another form: %+v", refused)
	}
}

// Contract C7: today is what a calendar in the zone shows.
func TestAgeToday(t *testing.T) {
	for _, test := range []struct{ now, zone, asOf string }{
		{"2026-11-20T23:59:59Z", "UTC", "2026-11-20"},
		{"2026-11-20T23:59:59Z", "Asia/Kolkata", "2026-11-21"},
		{"2026-11-20T09:59:59Z", "Pacific/Kiritimati", "2026-11-20"},
		{"2026-11-20T10:00:00Z", "pacific/kiritimati", "2026-11-21"},
		{"2026-11-20T04:59:59Z", "America/New_York", "2026-11-19"},
		{"2026-03-08T07:00:00Z", "America/New_York", "2026-03-08"},
		{"2026-11-20T18:29:59Z", "+05:30", "2026-11-20"},
		{"2026-11-20T18:30:00Z", "+05:30", "2026-11-21"},
	} {
		now, err := time.Parse(time.RFC3339, test.now)
		if err != nil {
			t.Fatal(err)
		}
		env := op.Env{Now: func() time.Time { return now }}
		body := fmt.Sprintf(`{"dob":"1990-08-15","timezone":%q}`, test.zone)
		data, refused := optest.Call(t, ageID, op.JSON([]byte(body)), env)
		if got := optest.At(data, "as_of"); got != strconv.Quote(test.asOf) {
			t.Errorf("at %s in %s it is %s (%v), want %s", test.now, test.zone, got, refused, test.asOf)
		}
	}
	optest.Want(t, optest.Data(t, ageID, op.Query("dob=1990-08-15")), `as_of="2026-11-20"`)
}

// Every member, as testdata/age_oracle.py found it day by day.
func TestAgeRecorded(t *testing.T) {
	text, err := os.ReadFile("testdata/age_oracle.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]any
	if err := json.Unmarshal(text, &rows); err != nil || len(rows) < 1300 {
		t.Fatalf("age_oracle.json is not whole: %v", err)
	}
	for _, row := range rows {
		query := fmt.Sprintf("birth_date=%s&as_of=%s&leap_day_rule=%s", row[0], row[1], row[2])
		years, months, days, total := number(row[3]), number(row[4]), number(row[5]), number(row[6])
		want := []string{
			fmt.Sprintf(`age={"years":%d,"months":%d,"days":%d}`, years, months, days), fmt.Sprintf("total_months=%d", 12*years+months),
			fmt.Sprintf("total_days=%d", total), fmt.Sprintf(`total_weeks={"weeks":%d,"days":%d}`, total/7, total%7),
			fmt.Sprintf("total_hours=%d", total*24), fmt.Sprintf("total_minutes=%d", total*1440), fmt.Sprintf("total_seconds=%d", total*86400),
			fmt.Sprintf("birth_weekday=%q", row[7]), fmt.Sprintf("is_leap_day_birth=%t", strings.HasSuffix(row[0].(string), "-02-29")),
		}
		if row[8] != nil {
			want = append(want, fmt.Sprintf("decimal_years=%s", row[8]))
		}
		if next, ok := row[9].([]any); ok {
			want = append(want, fmt.Sprintf("next_birthday.date=%q", next[0]), fmt.Sprintf("next_birthday.weekday=%q", next[1]),
				fmt.Sprintf("next_birthday.months=%d", number(next[2])), fmt.Sprintf("next_birthday.days=%d", number(next[3])),
				fmt.Sprintf("next_birthday.is_today=%t", next[0] == row[1]))
		} else {
			want = append(want, "next_birthday=null")
		}
		if row[10] != nil {
			want = append(want, fmt.Sprintf(`next_milestone={"days":%d,"date":%q}`, total/1000*1000+1000, row[10]))
		} else {
			want = append(want, "next_milestone=null")
		}
		data := optest.Data(t, ageID, op.Query(query))
		optest.Want(t, data, want...)
		if t.Failed() {
			t.Fatalf("%s: %s", query, data)
		}
	}
}

func number(v any) int { return int(v.(float64)) }

// PostgreSQL's age() finds the same years and months. It borrows days from
// another month than Temporal, so days are compared where none are borrowed.
func TestAgePostgres(t *testing.T) {
	text, err := os.ReadFile("testdata/age_postgres.tsv")
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(rows) != 700 {
		t.Fatalf("age_postgres.tsv holds %d cases", len(rows))
	}
	for _, row := range rows {
		c := strings.Split(row, "\t")
		data := optest.Data(t, ageID, op.Query("dob="+c[0]+"&as_of="+c[1]))
		want := []string{"age.years=" + c[2], "age.months=" + c[3], "age.days=" + c[4]}
		if c[0][8:] > c[1][8:] {
			want = want[:2]
		}
		optest.Want(t, data, want...)
	}
}

// A day later nobody is younger, by no measure; and the days to the next
// birthday lead there.
func TestAgeGrows(t *testing.T) {
	first := time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)
	rapid.Check(t, func(t *rapid.T) {
		birth := first.AddDate(0, 0, rapid.IntRange(0, 3_650_000).Draw(t, "birth"))
		if rapid.Bool().Draw(t, "leap") {
			birth = time.Date(birth.Year()/4*4+4, 2, 29, 0, 0, 0, 0, time.UTC)
		}
		rule := rapid.SampledFrom([]string{"mar_1", "feb_28"}).Draw(t, "rule")
		day := birth.AddDate(0, 0, rapid.IntRange(0, 40_000).Draw(t, "age"))
		if day.Year() > 9998 || birth.Year() > 9998 {
			return
		}
		at := func(day time.Time) ageAnswer {
			var a ageAnswer
			query := fmt.Sprintf("dob=%s&as_of=%s&leap_day_rule=%s", birth.Format(time.DateOnly), day.Format(time.DateOnly), rule)
			if err := json.Unmarshal(optest.Data(t, ageID, op.Query(query)), &a); err != nil {
				t.Fatal(err)
			}
			return a
		}
		a, b := at(day), at(day.AddDate(0, 0, 1))
		if slices.Compare(a.span(), b.span()) >= 0 || a.Decimal > b.Decimal || b.Decimal < float64(b.Age.Years) || b.Decimal >= float64(b.Age.Years+1) {
			t.Fatalf("%s to the next day of %s: %+v then %+v", day, birth, a, b)
		}
		next := day.AddDate(0, 0, a.Next.DaysUntil)
		if next.Format(time.DateOnly) != a.Next.Date || a.Next.Turning != next.Year()-birth.Year() || a.Next.DaysUntil > 366 {
			t.Fatalf("the next birthday of %s after %s: %+v", birth, day, a)
		}
		if then := at(next); !then.Next.Today || then.Age.Years != a.Next.Turning || then.Decimal != float64(a.Next.Turning) {
			t.Fatalf("on the birthday %s of %s: %+v", next, birth, then)
		}
	})
}

type ageAnswer struct {
	Age     struct{ Years, Months, Days int }
	Decimal float64 `json:"decimal_years"`
	Next    struct {
		Date      string
		Turning   int
		DaysUntil int  `json:"days_until"`
		Today     bool `json:"is_today"`
	} `json:"next_birthday"`
}

func (a ageAnswer) span() []int { return []int{a.Age.Years, a.Age.Months, a.Age.Days} }
