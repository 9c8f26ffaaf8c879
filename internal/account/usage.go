package account

import "time"

// KeyUsage is what one key has used in one calendar month.
type KeyUsage struct {
	Requests int64
	Units    int64
}

// UsageQuery selects rows of usage. Days are of the UTC calendar, yyyymmdd,
// both ends included.
type UsageQuery struct {
	AccountID string // "" = every account
	KeyID     string // "" = every key
	From, To  int64
}

// UsageRow is what one key used of one operation on one day.
type UsageRow struct {
	AccountID string
	KeyID     string
	Day       int64 // yyyymmdd, UTC
	Op        string
	Requests  int64 // calls charged
	Units     int64
	Errors    int64 // calls refused or failed; counted in memory first, a crash may lose some
	Replays   int64 // answers sent again for an idempotency key; counted likewise
}

// RefusedRow counts calls of one key, day and operation that were not charged.
type RefusedRow struct {
	KeyID   string
	Day     int64
	Op      string
	Errors  int64
	Replays int64
}

// Day is the UTC calendar day of a time as yyyymmdd.
func Day(t time.Time) int64 {
	y, m, d := t.UTC().Date()
	return int64(y)*10000 + int64(m)*100 + int64(d)
}
