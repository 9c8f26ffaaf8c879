package account

import (
	"encoding/csv"
	"io"
	"strconv"
	"time"
)

// DayTime is the beginning of a day of usage, which is yyyymmdd.
func DayTime(day int64) time.Time {
	return time.Date(int(day/10000), time.Month(day/100%100), int(day%100), 0, 0, 0, 0, time.UTC)
}

// DayText writes a day of usage as yyyy-mm-dd.
func DayText(day int64) string { return DayTime(day).Format(time.DateOnly) }

// WriteUsageCSV writes usage as CSV (RFC 4180) with a line of names. Every
// value is a day, an ID or a number: none can be a formula to a spreadsheet.
func WriteUsageCSV(out io.Writer, rows []UsageRow) error {
	w := csv.NewWriter(out)
	w.UseCRLF = true
	_ = w.Write([]string{"day", "account", "key", "operation", "requests", "units", "errors", "replays"}) // kept until Flush, as are its errors
	for _, u := range rows {
		row := []string{DayText(u.Day), u.AccountID, u.KeyID, u.Op}
		for _, n := range []int64{u.Requests, u.Units, u.Errors, u.Replays} {
			row = append(row, strconv.FormatInt(n, 10))
		}
		_ = w.Write(row)
	}
	w.Flush()
	return w.Error()
}
