package account

import "time"

// Pool names what is drawn on: PoolCompute, PoolImage, PoolAI, or the request
// allowance of one operation (AllowancePool).
type Pool string

// The pools of units.
const (
	PoolCompute Pool = "compute"
	PoolImage   Pool = "image"
	PoolAI      Pool = "ai_tokens"
)

// AllowancePool is the pool of free requests that one operation has of its own.
func AllowancePool(operation string) Pool { return Pool("op:" + operation) }

// Class orders the grants of a pool: a charge uses them from the lowest up,
// and within a class the one that expires first, then the oldest.
type Class uint8

// The classes, in the order they are used.
const (
	ClassAllowance Class = iota // monthly free requests of one operation
	ClassFree                   // monthly free units
	ClassPromo                  // given, not bought
	ClassPrepaid                // bought; never expires
)

// Plan says what an account is given free each calendar month (UTC). All
// numbers are settings of the service.
type Plan struct {
	Free       map[Pool]int64 // units by pool
	Allowances map[Pool]int64 // requests by allowance pool
}

// Charge asks for one call to be paid.
type Charge struct {
	ID        string // ch_<ULID>; the same ID is charged once however often it is sent
	AccountID string
	KeyID     string
	Op        string // operation ID
	Pool      Pool
	Units     int64 // price in units of Pool, above 0
	Allowance Pool  // tried first: one request of it covers the whole call; "" = none
}

// Outcome is what the store decided about a charge.
type Outcome uint8

// The outcomes. Only Charged moved units.
const (
	Charged      Outcome = iota
	Insufficient         // the grants together cannot cover the price
	KeyGone              // the key was revoked, has expired, or does not exist
	Suspended            // the account is suspended
	CapReached           // the key's own monthly cap cannot cover the price
)

// Verdict is the outcome of one charge with what it took and what is left.
type Verdict struct {
	Outcome Outcome
	Taken   Taken
	Balance Balance // of Charge.Pool (and its allowance) after the charge
	At      time.Time
}

// Taken says where a charge's units came from.
type Taken struct {
	Allowance int64 // requests, 0 or 1
	Free      int64
	Promo     int64
	Prepaid   int64
}

// Units is what was charged in units of the pool; a call covered by an
// allowance costs none.
func (t Taken) Units() int64 { return t.Free + t.Promo + t.Prepaid }

// Balance is what an account has left of one pool in the current month.
type Balance struct {
	Pool           Pool
	FreeLimit      int64 // this month's free units
	Free           int64 // of them left
	Promo          int64
	Prepaid        int64
	EverPaid       bool  // a prepaid grant of this pool was ever made
	AllowanceLimit int64 // of the operation's own pool, when one was asked for
	Allowance      int64
	ResetsAt       time.Time // first instant of the next month, UTC
}

// Units is everything left, whatever its class.
func (b Balance) Units() int64 { return b.Free + b.Promo + b.Prepaid }

// Covers tells whether a call of the given price could be paid: by the
// operation's allowance if it has one left, else by units.
func (b Balance) Covers(units int64) bool { return b.Allowance > 0 || b.Units() >= units }

// Period is the calendar month, in UTC, that a charge at t belongs to, as YYYY-MM.
func Period(t time.Time) string { return t.UTC().Format("2006-01") }

// PeriodEnd is the first instant after the calendar month (UTC) of t.
func PeriodEnd(t time.Time) time.Time {
	y, m, _ := t.UTC().Date()
	return time.Date(y, m+1, 1, 0, 0, 0, 0, time.UTC)
}
