package calendar_test

import (
	"encoding/json"
	"os"
	"testing"
	"time"

	"pgregory.net/rapid"

	"toolcrib/internal/ops/calendar"
)

func date(t *testing.T, s string) time.Time {
	t.Helper()
	day, err := time.Parse(time.DateOnly, s)
	if err != nil {
		t.Fatal(err)
	}
	return day
}

// recorded reads the rows of a file, of which there must be at least so many.
func recorded(t *testing.T, file string, atLeast int) (rows [][]any) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &rows); err != nil || len(rows) < atLeast {
		t.Fatalf("%s is not whole: %v", file, err)
	}
	return rows
}

func number(v any) int { return int(v.(float64)) }

func TestAddMonthsRecorded(t *testing.T) {
	for _, c := range recorded(t, "months.json", 300) {
		if got := calendar.AddMonths(date(t, c[0].(string)), number(c[1])).Format(time.DateOnly); got != c[2] {
			t.Errorf("%s + %v months is %s, want %s", c[0], c[1], got, c[2])
		}
	}
}

func TestBetweenRecorded(t *testing.T) {
	for _, c := range recorded(t, "between.json", 1500) {
		from, to := date(t, c[0].(string)), date(t, c[1].(string))
		want := calendar.Span{Years: number(c[2]), Months: number(c[3]), Days: number(c[4])}
		if got := calendar.Between(from, to); got != want {
			t.Errorf("from %s to %s is %v, want %v", c[0], c[1], got, want)
		}
		if got := calendar.Days(from, to); got != number(c[5]) {
			t.Errorf("from %s to %s are %d days, want %v", c[0], c[1], got, c[5])
		}
	}
}

// Year 1 to 9999, both ends of each February.
func TestIsLeap(t *testing.T) {
	leap := 0
	for year := 1; year <= calendar.LastYear; year++ {
		day := time.Date(year, 3, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, -1)
		if calendar.IsLeap(year) != (day.Day() == 29) || calendar.IsLeapDay(day) != (day.Day() == 29) {
			t.Errorf("%d is wrong", year)
		}
		if calendar.IsLeap(year) {
			leap++
		}
	}
	if leap != 2424 { // 97 of 400 years; year 10000 would be the 2425th
		t.Errorf("%d leap years", leap)
	}
	for _, s := range []string{"2024-02-28", "2024-03-29", "2024-03-01"} {
		if calendar.IsLeapDay(date(t, s)) {
			t.Errorf("%s is no leap day", s)
		}
	}
}

func TestDateOf(t *testing.T) {
	at := time.Date(2026, 11, 20, 23, 59, 59, 999, time.FixedZone("", 14*3600))
	if got := calendar.DateOf(at); !got.Equal(date(t, "2026-11-20")) || got.Location() != time.UTC {
		t.Errorf("got %s", got)
	}
}

func TestWeekRecorded(t *testing.T) {
	for _, c := range recorded(t, "week.json", 400) {
		var days []int
		for _, n := range c[2].([]any) {
			days = append(days, number(n))
		}
		week := calendar.WeekOf(days...)
		if got := week.Count(date(t, c[0].(string)), date(t, c[1].(string))); got != number(c[3]) {
			t.Errorf("%v of [%s, %s) are %d, want %v", days, c[0], c[1], got, c[3])
		}
	}
}

func TestWeek(t *testing.T) {
	friday, first, last := date(t, "2026-11-20"), date(t, "0001-01-01"), date(t, "9999-12-31")
	if w := calendar.WeekOf(5); !w.Has(friday) || w.Has(friday.AddDate(0, 0, 1)) || calendar.WeekOf().Has(friday) {
		t.Error("2026-11-20 is a Friday, which is day 5")
	}
	if w := calendar.WeekOf(7); !w.Has(date(t, "2026-11-22")) {
		t.Error("2026-11-22 is a Sunday, which is day 7")
	}
	all := calendar.WeekOf(1, 2, 3, 4, 5, 6, 7)
	if got := all.Count(first, last); got != calendar.Days(first, last) {
		t.Errorf("all days of the calendar are %d", got)
	}
	if got := all.Count(last, first); got != 0 {
		t.Errorf("counted back: %d", got)
	}
}

// What Between says leads from the one date to the other, the months first,
// and its members agree in sign and are as large as they can be.
func TestBetweenLeadsThere(t *testing.T) {
	first := date(t, "0001-01-01")
	rapid.Check(t, func(t *rapid.T) {
		from := first.AddDate(0, 0, rapid.IntRange(0, 3_652_058).Draw(t, "from"))
		to := first.AddDate(0, 0, rapid.IntRange(0, 3_652_058).Draw(t, "to"))
		span := calendar.Between(from, to)
		if got := calendar.AddMonths(from, 12*span.Years+span.Months).AddDate(0, 0, span.Days); !got.Equal(to) {
			t.Fatalf("%s + %v is %s, not %s", from, span, got, to)
		}
		sign := to.Compare(from)
		for _, n := range []int{span.Years, span.Months, span.Days} {
			if n*sign < 0 {
				t.Fatalf("%v leads both ways", span)
			}
		}
		if span.Months*sign > 11 || span.Days*sign > 30 {
			t.Fatalf("%v is not carried", span)
		}
	})
}
