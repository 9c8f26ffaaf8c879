package account

import (
	"fmt"
	"time"
)

// india is Indian Standard Time, which has had no other offset since 1945.
var india = time.FixedZone("IST", (5*60+30)*60)

// Series of papers. A number has at most 16 characters of A–Z, 0–9, - and /
// (CGST Rules, rules 46(b) and 53(1A)(c)).
const (
	InvoiceSeries = "TC"
	CreditSeries  = "CN"
)

// maxNumber is the highest number for which "TC/2627/n" has 16 characters.
const maxNumber = 99_999_999

// SeriesOf names the series of a financial year, which runs from April to
// March in Indian Standard Time: TC/2627 from 1 April 2026 to 31 March 2027.
func SeriesOf(kind string, t time.Time) string {
	t = t.In(india)
	year := t.Year()
	if t.Month() < time.April {
		year--
	}
	return fmt.Sprintf("%s/%02d%02d", kind, year%100, (year+1)%100)
}

// PaperNumber is the nth number of a series, from 1, such as TC/2627/000001.
func PaperNumber(series string, n int64) (string, error) {
	if n < 1 || n > maxNumber {
		return "", fmt.Errorf("account: the series %s has no number %d", series, n)
	}
	return fmt.Sprintf("%s/%06d", series, n), nil
}

// IndianDate is the date of a time in India, as YYYY-MM-DD.
func IndianDate(t time.Time) string { return t.In(india).Format(time.DateOnly) }
