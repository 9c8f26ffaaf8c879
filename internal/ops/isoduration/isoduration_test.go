package isoduration_test

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/ops/isoduration"
)

// By hand, from ISO 8601-1.
func TestParse(t *testing.T) {
	const day, hour = 86400, 3600
	for text, want := range map[string]isoduration.Duration{
		"P1Y2M3W4DT5H6M7.5S":    {Months: 14, Days: 25, Seconds: 5*hour + 6*60 + 7, Nanos: 500_000_000},
		"P1M2DT3H":              {Months: 1, Days: 2, Seconds: 3 * hour},
		"-P1D":                  {Negative: true, Days: 1},
		"P1M":                   {Months: 1},
		"PT1M":                  {Seconds: 60},
		"P0D":                   {},
		"PT0.000000001S":        {Nanos: 1},
		"PT0,5S":                {Nanos: 500_000_000},
		"PT1.5H":                {Seconds: 5400},
		"PT0.5M":                {Seconds: 30},
		"PT0.000000001H":        {Nanos: 3600},
		"PT0.999999999H":        {Seconds: 3599, Nanos: 999_996_400},
		"PT36H":                 {Seconds: 36 * hour},
		"P007D":                 {Days: 7},
		"P10000Y":               {Months: isoduration.MaxMonths},
		"P3652425DT87658200H":   {Days: isoduration.MaxDays, Seconds: isoduration.MaxSeconds},
		"P521775W":              {Days: isoduration.MaxDays},
		"PT315569519999.9S":     {Seconds: isoduration.MaxSeconds - 1, Nanos: 900_000_000},
		"P119999M":              {Months: 119_999},
		"PT" + zeros(60) + "1S": {Seconds: 1},
	} {
		if got, err := isoduration.Parse(text); err != nil || got != want {
			t.Errorf("%s is %+v, %v; want %+v", text, got, err, want)
		}
	}
	if isoduration.MaxSeconds != 10_000*31_556_952 || isoduration.MaxDays != isoduration.MaxSeconds/day {
		t.Error("10,000 mean Gregorian years are 315,569,520,000 s")
	}
}

func zeros(n int) string { return strings.Repeat("0", n) }

func TestParseFaults(t *testing.T) {
	for text, want := range map[string]isoduration.Error{
		"":                    {Reason: isoduration.NoPeriod},
		"-":                   {Reason: isoduration.NoPeriod, Offset: 1},
		"2h30m":               {Reason: isoduration.NoPeriod},
		"p1d":                 {Reason: isoduration.NoPeriod},
		"+P1D":                {Reason: isoduration.NoPeriod},
		"−P1D":                {Reason: isoduration.NoPeriod},
		" P1D":                {Reason: isoduration.NoPeriod},
		"--P1D":               {Reason: isoduration.NoPeriod, Offset: 1},
		"P":                   {Reason: isoduration.Empty, Offset: 1},
		"-P":                  {Reason: isoduration.Empty, Offset: 2},
		"PT":                  {Reason: isoduration.Empty, Offset: 2},
		"P1DT":                {Reason: isoduration.Empty, Offset: 4},
		"PD":                  {Reason: isoduration.NoNumber, Offset: 1},
		"P-1D":                {Reason: isoduration.NoNumber, Offset: 1},
		"PT1H ":               {Reason: isoduration.NoNumber, Offset: 4},
		"P1D\n":               {Reason: isoduration.NoNumber, Offset: 3},
		"P.5D":                {Reason: isoduration.NoNumber, Offset: 1},
		"P٣D":                 {Reason: isoduration.NoNumber, Offset: 1},
		"P1DT1HT1M":           {Reason: isoduration.NoNumber, Offset: 6},
		"PTT1H":               {Reason: isoduration.Empty, Offset: 2},
		"P1":                  {Reason: isoduration.NoUnit, Offset: 2},
		"PT1H30":              {Reason: isoduration.NoUnit, Offset: 6},
		"P1T1H":               {Reason: isoduration.NoUnit, Offset: 2},
		"P1d":                 {Reason: isoduration.UnknownUnit, Offset: 2},
		"P1 D":                {Reason: isoduration.UnknownUnit, Offset: 2},
		"P2003-02-15T00:00":   {Reason: isoduration.UnknownUnit, Offset: 5},
		"P2H":                 {Reason: isoduration.UnitOrder, Offset: 2},
		"PT2D":                {Reason: isoduration.UnitOrder, Offset: 3},
		"P1D1Y":               {Reason: isoduration.UnitOrder, Offset: 4},
		"P1M1M":               {Reason: isoduration.UnitOrder, Offset: 4},
		"PT1S1M":              {Reason: isoduration.UnitOrder, Offset: 5},
		"P0.5Y":               {Reason: isoduration.Fraction, Offset: 5},
		"P1.5D":               {Reason: isoduration.Fraction, Offset: 5},
		"PT1.5H30M":           {Reason: isoduration.Fraction, Offset: 6},
		"PT1.S":               {Reason: isoduration.Decimals, Offset: 4},
		"PT1.0123456789S":     {Reason: isoduration.Decimals, Offset: 14},
		"PT1.2.3S":            {Reason: isoduration.UnknownUnit, Offset: 5},
		"P10001Y":             {Reason: isoduration.Range},
		"P9999Y13M":           {Reason: isoduration.Range},
		"P521775W1D":          {Reason: isoduration.Range},
		"PT315569520000.1S":   {Reason: isoduration.Range},
		"PT87658200H1S":       {Reason: isoduration.Range},
		"P" + nines(99) + "Y": {Reason: isoduration.Range},
		"P" + nines(99) + "W" + nines(99) + "DT" + nines(99) + "H" + nines(99) + "M" + nines(99) + "." + nines(9) + "S": {Reason: isoduration.Range},
	} {
		var got *isoduration.Error
		if d, err := isoduration.Parse(text); !errors.As(err, &got) || got.Reason != want.Reason || got.Offset != want.Offset || got.Error() == "" {
			t.Errorf("%q is %+v, %+v; want %s at %d", text, d, got, want.Reason, want.Offset)
		}
	}
}

func nines(n int) string { return strings.Repeat("9", n) }

func TestString(t *testing.T) {
	for want, d := range map[string]isoduration.Duration{
		"PT0S":                  {},
		"P1Y2M25DT5H6M7.5S":     {Months: 14, Days: 25, Seconds: 18367, Nanos: 500_000_000},
		"-PT0.000000001S":       {Negative: true, Nanos: 1},
		"PT1M0.1S":              {Seconds: 60, Nanos: 100_000_000},
		"P10000Y":               {Months: isoduration.MaxMonths},
		"-P3652425DT87658200H":  {Negative: true, Days: isoduration.MaxDays, Seconds: isoduration.MaxSeconds},
		"P11M":                  {Months: 11},
		"PT1H1S":                {Seconds: 3601},
		"P400DT25H":             {Days: 400, Seconds: 25 * 3600},
		"PT59M59.999999999S":    {Seconds: 3599, Nanos: 999_999_999},
		"P1Y":                   {Months: 12},
		"P1DT0.00000101S":       {Days: 1, Nanos: 1010},
		"-P1M":                  {Negative: true, Months: 1},
		"P9999Y11M30DT23H59M8S": {Months: 119_999, Days: 30, Seconds: 86348},
	} {
		if got := d.String(); got != want {
			t.Errorf("%+v is %s, want %s", d, got, want)
		}
	}
	if got := (isoduration.Duration{Negative: true}).String(); got != "PT0S" {
		t.Errorf("minus nothing is %s", got)
	}
}

func TestParseRecorded(t *testing.T) {
	text, err := os.ReadFile("testdata/durations.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]any
	if err := json.Unmarshal(text, &rows); err != nil || len(rows) < 1200 {
		t.Fatalf("durations.json is not whole: %v", err)
	}
	for _, row := range rows {
		d, err := isoduration.Parse(row[0].(string))
		if len(row) == 1 {
			if err == nil {
				t.Errorf("%q is %+v, must be refused", row[0], d)
			}
			continue
		}
		number := func(i int) int { return int(row[i].(float64)) }
		want := isoduration.Duration{Negative: row[0].(string)[0] == '-', Months: number(2), Days: number(3), Seconds: number(4), Nanos: number(5)}
		var fault *isoduration.Error
		if want.Months > isoduration.MaxMonths || want.Days > isoduration.MaxDays || want.Seconds >= isoduration.MaxSeconds {
			if !errors.As(err, &fault) || fault.Reason != isoduration.Range {
				t.Errorf("%q is %+v, %v; must be out of range", row[0], d, err)
			}
		} else if err != nil || d != want {
			t.Errorf("%q is %+v, %v; want %+v", row[0], d, err, want)
		}
	}
}

// What is written reads back as the same duration.
func TestStringReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := isoduration.Duration{
			Months: rapid.IntRange(0, isoduration.MaxMonths).Draw(t, "months"), Days: rapid.IntRange(0, isoduration.MaxDays).Draw(t, "days"),
			Seconds: rapid.IntRange(0, isoduration.MaxSeconds-1).Draw(t, "seconds"), Nanos: rapid.IntRange(0, 999_999_999).Draw(t, "nanos"),
		}
		d.Negative = d != isoduration.Duration{} && rapid.Bool().Draw(t, "negative")
		if got, err := isoduration.Parse(d.String()); err != nil || got != d {
			t.Fatalf("%+v is written %s, which reads as %+v, %v", d, d, got, err)
		}
	})
}

// No text panics, and what is accepted is stable once written.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"P1Y2M3W4DT5H6M7.5S", "-PT0,5S", "P", "PT1.5H30M"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, err := isoduration.Parse(s)
		if err != nil {
			return
		}
		again, err := isoduration.Parse(d.String())
		if err != nil || again.String() != d.String() {
			t.Errorf("%q is written %s, which reads as %+v, %v", s, d, again, err)
		}
	})
}
