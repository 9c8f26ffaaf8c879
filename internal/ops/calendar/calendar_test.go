package calendar_test

import (
	"encoding/json"
	"os"
	"testing"
	"time"

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

func TestAddMonthsRecorded(t *testing.T) {
	text, err := os.ReadFile("testdata/months.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows [][3]any
	if err := json.Unmarshal(text, &rows); err != nil || len(rows) < 300 {
		t.Fatalf("months.json is not whole: %v", err)
	}
	for _, c := range rows {
		if got := calendar.AddMonths(date(t, c[0].(string)), int(c[1].(float64))).Format(time.DateOnly); got != c[2] {
			t.Errorf("%s + %v months is %s, want %s", c[0], c[1], got, c[2])
		}
	}
}
