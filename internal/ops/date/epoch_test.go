package date_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
)

const epochID = "epoch-converter"

// The worked examples of the contract, and clauses beside them.
func TestEpochExamples(t *testing.T) {
	for query, want := range map[string][]string{
		"timestamp=1700000000": {`detected_unit="s"`, `utc="2023-11-14T22:13:20Z"`, `local="2023-11-14T22:13:20Z"`, `weekday="Tuesday"`, "day_of_year=318", `iso_week="2023-W46-2"`,
			`formats.filetime="133444736000000000"`, `formats.dotnet_ticks="638355968000000000"`, `formats.excel=45244.92592592593`, `fraction=""`, "is_leap_year=false",
			"milliseconds=1700000000000", `microseconds="1700000000000000"`, `nanoseconds="1700000000000000000"`, `timezone="UTC"`, `abbreviation="UTC"`},
		"timestamp=1700000000&timezone=Asia/Kolkata": {`local="2023-11-15T03:43:20+05:30"`, `utc="2023-11-14T22:13:20Z"`, `weekday="Wednesday"`, `rfc2822="Wed, 15 Nov 2023 03:43:20 +0530"`,
			`http_date="Tue, 14 Nov 2023 22:13:20 GMT"`, `utc_offset="+05:30"`, `abbreviation="IST"`, "is_dst=false", "day_of_year=319"},
		"timestamp=1784694237438743460":        {`detected_unit="ns"`, `utc="2026-07-22T04:23:57.43874346Z"`, `fraction="43874346"`, "seconds=1784694237"},
		"timestamp=-1":                         {`utc="1969-12-31T23:59:59Z"`, "seconds=-1"},
		"timestamp=1653050156458":              {`detected_unit="ms"`, `utc="2022-05-20T12:35:56.458Z"`},
		"timestamp=253402300799":               {`detected_unit="ms"`, `utc="1978-01-11T21:31:40.799Z"`},
		"timestamp=253402300799&unit=s":        {`detected_unit="s"`, `utc="9999-12-31T23:59:59Z"`},
		"datetime=2026-11-20T09:00:00%2B05:30": {"seconds=1795145400", "detected_unit=null", `iso_week="2026-W47-5"`},
		// Now, and other names of the fields.
		"":                            {"detected_unit=null", "seconds=1795165200", `relative.text="now"`, "relative.seconds=0"},
		"unit=ms&timezone=Asia/Tokyo": {"detected_unit=null", `local="2026-11-20T18:00:00+09:00"`},
		"epoch=0":                     {"seconds=0", `utc="1970-01-01T00:00:00Z"`, `formats.ntp="2208988800"`, "formats.julian_day=2440587.5", "formats.cocoa=-978307200", "formats.excel=25569"},
		"date=1970-01-01T00:00Z":      {"seconds=0"},
		// Local times: of the zone, the earlier one in a fold and the later one in a gap.
		"datetime=2026-11-20T09:00&timezone=asia/kolkata":     {"seconds=1795145400", `timezone="Asia/Kolkata"`},
		"datetime=2026-03-08T02:30&timezone=America/New_York": {`utc="2026-03-08T07:30:00Z"`},
		"datetime=2026-11-01T01:30&timezone=America/New_York": {`utc="2026-11-01T05:30:00Z"`, "is_dst=true"},
		// The units that auto tells, at both sides of each limit.
		"timestamp=99999999999":                  {`detected_unit="s"`, `utc="5138-11-16T09:46:39Z"`},
		"timestamp=-99999999999.5&unit=ms":       {"milliseconds=-100000000000", `fraction="0005"`},
		"timestamp=100000000000":                 {`detected_unit="ms"`, `utc="1973-03-03T09:46:40Z"`},
		"timestamp=-100000000000":                {`detected_unit="ms"`, `utc="1966-10-31T14:13:20Z"`},
		"timestamp=99999999999999":               {`detected_unit="ms"`},
		"timestamp=99999999999.999999999":        {`detected_unit="s"`, `fraction="999999999"`},
		"timestamp=100000000000000":              {`detected_unit="us"`, "seconds=100000000"},
		"timestamp=99999999999999999":            {`detected_unit="us"`},
		"timestamp=100000000000000000":           {`detected_unit="ns"`, "seconds=100000000"},
		"timestamp=1e9":                          {"seconds=1000000000"},
		"timestamp=1700000000.50":                {`fraction="5"`, `utc="2023-11-14T22:13:20.5Z"`},
		"timestamp=1700000000123.456789&unit=ms": {`fraction="123456789"`},
		// Parts of a second count from the second before.
		"timestamp=-0.000000001": {"seconds=-1", "milliseconds=-1", `microseconds="-1"`, `nanoseconds="-1"`, `fraction="999999999"`, `formats.filetime="116444735999999999"`, `formats.ntp="2208988799"`},
		"timestamp=-0.5":         {"seconds=-1", "milliseconds=-500", `fraction="5"`, "formats.cocoa=-978307200.5"},
		// Other systems: their zeros and what they read.
		"timestamp=0&unit=filetime":                       {`utc="1601-01-01T00:00:00Z"`, `formats.filetime="0"`},
		"timestamp=133444736000000001&unit=filetime":      {`utc="2023-11-14T22:13:20.0000001Z"`, `detected_unit="filetime"`},
		"timestamp=0&unit=dotnet_ticks":                   {`utc="0001-01-01T00:00:00Z"`},
		"timestamp=3155378975999999999&unit=dotnet_ticks": {`utc="9999-12-31T23:59:59.9999999Z"`},
		"timestamp=0&unit=ntp":                            {`utc="1900-01-01T00:00:00Z"`},
		"timestamp=-1&unit=ntp":                           {`utc="1899-12-31T23:59:59Z"`},
		"timestamp=0&unit=cocoa":                          {`utc="2001-01-01T00:00:00Z"`},
		"timestamp=721692800.25&unit=cocoa":               {`utc="2023-11-14T22:13:20.25Z"`},
		"timestamp=2.5&unit=excel":                        {`utc="1900-01-01T12:00:00Z"`},
		"timestamp=45244&unit=excel":                      {`utc="2023-11-14T00:00:00Z"`},
		"timestamp=2451545&unit=julian_day":               {`utc="2000-01-01T12:00:00Z"`},
		"timestamp=1721425.5&unit=julian_day":             {`utc="0001-01-01T00:00:00Z"`},
		"timestamp=0.00000000000001&unit=excel":           {`nanoseconds="-2209161599999999999"`}, // 0.864 ns go to the nearest
		// The ends, in units that reach there.
		"timestamp=-62135596800&unit=s":                     {`utc="0001-01-01T00:00:00Z"`, `formats.dotnet_ticks="0"`, `iso_week="0001-W01-1"`, `http_date="Mon, 01 Jan 0001 00:00:00 GMT"`},
		"timestamp=253402300799.999999999&unit=s":           {`utc="9999-12-31T23:59:59.999999999Z"`, `nanoseconds="253402300799999999999"`, "milliseconds=253402300799999"},
		"timestamp=253402300799999999999":                   {`detected_unit="ns"`, `iso_week="9999-W52-5"`},
		"timestamp=-62135596800000000000":                   {`detected_unit="ns"`, `utc="0001-01-01T00:00:00Z"`},
		"timestamp=-62135596800&unit=s&timezone=Asia/Tokyo": {`local="0001-01-01T09:18:59+09:18:59"`, `rfc2822="Mon, 01 Jan 0001 00:00:00 +0000"`},
		// ISO weeks belong to the year of their Thursday; leap years are those of the zone.
		"datetime=2027-01-01T00:00Z":                     {`iso_week="2026-W53-5"`, "day_of_year=1"},
		"datetime=2024-12-30T00:00Z":                     {`iso_week="2025-W01-1"`, "day_of_year=365", "is_leap_year=true"},
		"datetime=2024-12-31T23:00Z&timezone=Asia/Tokyo": {`iso_week="2025-W01-3"`, "is_leap_year=false", "day_of_year=1"},
		"datetime=2000-12-31T00:00Z":                     {"day_of_year=366"}, "datetime=1900-03-01T00:00Z": {"is_leap_year=false", "day_of_year=60"},
	} {
		t.Run(query, func(t *testing.T) { optest.Want(t, optest.Data(t, epochID, op.Query(query)), want...) })
	}
}

// A timestamp is text or a number, with the same bytes for an answer.
func TestEpochNumberOrText(t *testing.T) {
	text := optest.Data(t, epochID, op.JSON([]byte(`{"timestamp":"1784694237438743460"}`)))
	for _, src := range []op.Source{op.JSON([]byte(`{"timestamp":1784694237438743460}`)), op.Query("timestamp=1784694237438743460")} {
		if got := optest.Data(t, epochID, src); string(got) != string(text) {
			t.Errorf("got  %s\nwant %s", got, text)
		}
	}
}

func TestEpochRelative(t *testing.T) {
	const base = "2026-11-20T09:00:00Z"
	for at, want := range map[string]string{
		"2026-11-20T09:00:00Z": "now", "2026-11-20T09:00:00.999Z": "now", "2026-11-20T09:00:01Z": "in 1 second", "2026-11-20T09:00:59.9Z": "in 59 seconds",
		"2026-11-20T09:01:00Z": "in 1 minute", "2026-11-20T09:59:59Z": "in 59 minutes", "2026-11-20T10:00:00Z": "in 1 hour", "2026-11-21T08:59:59Z": "in 23 hours",
		"2026-11-21T09:00:00Z": "in 1 day", "2026-12-20T08:59:59Z": "in 29 days", "2026-12-20T09:00:00Z": "in 1 month", "2027-11-20T08:59:59Z": "in 11 months",
		"2027-11-20T09:00:00Z": "in 1 year", "9999-12-31T23:59:59Z": "in 7973 years",
		"2026-11-20T08:59:59Z": "1 second ago", "2026-11-20T08:00:00Z": "1 hour ago", "2026-11-19T09:00:00Z": "1 day ago", "2026-11-19T09:00:01Z": "23 hours ago",
		"2025-11-20T09:00:00Z": "1 year ago", "2025-11-20T09:00:01Z": "11 months ago", "0001-01-01T00:00:00Z": "2025 years ago",
	} {
		data := optest.Data(t, epochID, op.Query("datetime="+at+"&relative_to="+base))
		optest.Want(t, data, `relative.text="`+want+`"`)
	}
	optest.Want(t, optest.Data(t, epochID, op.Query("timestamp=0.1&relative_to=1970-01-01T00:00:00.3Z")), "relative.seconds=-0.2", `relative.text="0 seconds ago"`)
	optest.Want(t, optest.Data(t, epochID, op.Query("timestamp=0&relative_to=1970-01-01T05:30:01%2B05:30")), "relative.seconds=-1")
}

func TestEpochMembers(t *testing.T) {
	data := optest.Data(t, epochID, op.Query("timestamp=0"))
	for path, want := range map[string]string{
		"": "detected_unit seconds milliseconds microseconds nanoseconds fraction utc local timezone utc_offset abbreviation is_dst " +
			"http_date rfc2822 weekday day_of_year iso_week is_leap_year relative formats",
		"relative": "seconds text",
		"formats":  "filetime dotnet_ticks ntp excel cocoa julian_day",
	} {
		if got := optest.Keys(t, data, path); got != want {
			t.Errorf("members of %q are %s, want %s", path, got, want)
		}
	}
}

func TestEpochRefusals(t *testing.T) {
	for query, want := range map[string]string{
		"timestamp=1&datetime=2026-11-20T09:00Z": "datetime:conflict", "timestamp=1&epoch=1": "epoch:conflict", "datetime=2026-11-20T09:00Z&date=2026-11-20T09:00Z": "date:conflict",
		"datetime=2026-11-20T09:00Z&unit=ms": "unit:conflict",
		"timestamp=":                         "timestamp:invalid_number", "timestamp=x": "timestamp:invalid_number", "timestamp=1,700,000,000": "timestamp:invalid_number",
		"timestamp=0x10": "timestamp:invalid_number", "timestamp=NaN": "timestamp:invalid_number", "timestamp=%2B5": "timestamp:invalid_number", "timestamp=.5": "timestamp:invalid_number",
		"timestamp=1e999": "timestamp:invalid_number", "timestamp=2026-11-20": "timestamp:invalid_number", "timestamp=0.12345678901234567890123456789012345": "timestamp:invalid_number",
		"timestamp=true": "timestamp:invalid_number", "timestamp=[1]": "timestamp:invalid_number", "timestamp=" + strings.Repeat("9", 100000): "timestamp:invalid_number",
		"timestamp=1.0000000001": "timestamp:invalid_number", "timestamp=100000000000.0000001": "timestamp:invalid_number", "timestamp=100000000000000.5": "timestamp:invalid_number",
		"timestamp=1.5&unit=us": "timestamp:invalid_number", "timestamp=1.5&unit=ns": "timestamp:invalid_number", "timestamp=1.5&unit=filetime": "timestamp:invalid_number",
		"timestamp=1.5&unit=dotnet_ticks": "timestamp:invalid_number", "timestamp=1.5&unit=ntp": "timestamp:invalid_number", "timestamp=1.0000000001&unit=cocoa": "timestamp:invalid_number",
		"timestamp=253402300800&unit=s": "timestamp:out_of_range", "timestamp=-62135596801&unit=s": "timestamp:out_of_range", "timestamp=-62135596800.000000001&unit=s": "timestamp:out_of_range",
		"timestamp=1700000000000&unit=s": "timestamp:out_of_range", "timestamp=1e60": "timestamp:out_of_range", "timestamp=-1e60&unit=julian_day": "timestamp:out_of_range",
		"timestamp=-1&unit=dotnet_ticks": "timestamp:out_of_range", "timestamp=3155378976000000000&unit=dotnet_ticks": "timestamp:out_of_range",
		"timestamp=2958466&unit=excel": "timestamp:out_of_range", "timestamp=-693594&unit=excel": "timestamp:out_of_range",
		"unit=minutes": "unit:not_allowed", "timezone=IST": "timezone:invalid_timezone", "timezone=": "timezone:too_short", "timezone=%2B25:00": "timezone:invalid_timezone",
		"datetime=2026-11-20": "datetime:invalid_datetime", "datetime=tomorrow&timezone=X": "timezone:invalid_timezone datetime:invalid_datetime",
		"datetime=0001-01-01T00:00%2B00:01": "datetime:out_of_range", "datetime=9999-12-31T23:59-00:01": "datetime:out_of_range",
		"datetime=9999-12-31T23:59&timezone=America/New_York": "datetime:out_of_range",
		"timestamp=253402300799&unit=s&timezone=Asia/Kolkata": "timezone:out_of_range", "timestamp=-62135596800&unit=s&timezone=America/New_York": "timezone:out_of_range",
		"relative_to=2026-11-20T09:00": "relative_to:invalid_datetime", "relative_to=now": "relative_to:invalid_datetime",
		"timestamp=1&timestamp=2": "timestamp:duplicate_field", "ts=1": "ts:unknown_field",
		"timestamp=x&timezone=EST&relative_to=x": "timezone:invalid_timezone relative_to:invalid_datetime timestamp:invalid_number",
	} {
		if got := optest.Refusal(t, epochID, op.Query(query)); got != want {
			t.Errorf("%.100s: got %s, want %s", query, got, want)
		}
	}
	if got := optest.Refusal(t, epochID, op.JSON([]byte(`{"timestamp":true}`))); got != "timestamp:invalid_type" {
		t.Errorf("true: %s", got)
	}
}

// What an answer says in one unit is the same instant when it is sent back,
// down to what the unit can hold.
func TestEpochRoundTrip(t *testing.T) {
	members := map[string]string{"s": "seconds", "ms": "milliseconds", "us": "microseconds", "ns": "nanoseconds", "filetime": "formats.filetime",
		"dotnet_ticks": "formats.dotnet_ticks", "ntp": "formats.ntp", "excel": "formats.excel", "cocoa": "formats.cocoa", "julian_day": "formats.julian_day"}
	rapid.Check(t, func(rt *rapid.T) {
		first := optest.Data(rt, epochID, op.Query(fmt.Sprintf("unit=s&timestamp=%d.%09d",
			rapid.Int64Range(0, 253402300799).Draw(rt, "seconds"), rapid.Int64Range(0, 999_999_999).Draw(rt, "nanos"))))
		for unit, member := range members {
			value := strings.Trim(optest.At(first, member), `"`)
			if unit == "excel" && value == "2958466" || unit == "julian_day" && value == "5373484.5" {
				continue // the last half microsecond is rounded up to the year 10000
			}
			again := optest.Data(rt, epochID, op.Query("unit="+unit+"&timestamp="+value))
			if got := strings.Trim(optest.At(again, member), `"`); got != value {
				rt.Fatalf("%s %s becomes %s", unit, value, got)
			}
		}
		for _, member := range []string{"utc", "local"} {
			again := optest.Data(rt, epochID, op.Query("datetime="+url.QueryEscape(strings.Trim(optest.At(first, member), `"`))))
			if got, want := optest.At(again, "nanoseconds"), optest.At(first, "nanoseconds"); got != want {
				rt.Fatalf("%s leads to %s, not %s", member, got, want)
			}
		}
	})
}

func TestEpochOracle(t *testing.T) {
	optest.Recorded(t, epochID, "testdata/epoch_oracle.json")
	hashed(t, epochID, "testdata/epoch_oracle.tsv", op.Query)
}

// hashed compares the bytes of many answers with the beginnings of their
// recorded SHA-256.
func hashed(t *testing.T, id, file string, source func(string) op.Source) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(string(text)) {
		in, want, _ := strings.Cut(strings.TrimSpace(line), "\t")
		data := optest.Data(t, id, source(in))
		if got := sha256.Sum256(data); hex.EncodeToString(got[:8]) != want {
			t.Errorf("%s: answers %s", in, data)
		}
		rows++
	}
	if rows < 1000 {
		t.Errorf("%s has %d rows", file, rows)
	}
}

func TestEpochTemporal(t *testing.T) { optest.Recorded(t, epochID, "testdata/epoch_temporal.json") }
