package account

import (
	"maps"
	"strings"
	"time"
)

// Pool names what is drawn on: PoolCompute, PoolImage, PoolAI, or the request
// allowance of one operation (AllowancePool).
type Pool string

// The pools of units.
const (
	PoolCompute Pool = "compute"
	PoolImage   Pool = "image"
	PoolAI      Pool = "ai_tokens"
)

// testPrefix begins the name of every pool that test keys draw on.
const testPrefix = "test:"

// AllowancePool is the pool of free requests that one operation has of its own.
func AllowancePool(operation string) Pool { return Pool("op:" + operation) }

// For is the pool that keys of the environment draw on in place of p: p itself
// for live keys; for test keys one beside it, which is given the same each
// month, cannot be bought for, and never touches the account's own units.
func (p Pool) For(env Env) Pool {
	if env == Test && p != "" {
		return testPrefix + p
	}
	return p
}

// Name is what callers are told the pool is called, the same for test keys.
func (p Pool) Name() string { return strings.TrimPrefix(string(p), testPrefix) }

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
	Free       map[Pool]int64    // units by pool
	Allowances map[Pool]int64    // requests by allowance pool
	Overflow   map[Pool]Overflow // by the pool that runs out
}

// Overflow lets a pool that cannot cover a price draw the rest from what was
// bought for another pool, never from what that one is given free.
type Overflow struct {
	Pool Pool
	Rate int64 // units of Pool for one unit of the pool that runs out
}

// WithTest is the plan with the same for the pools of test keys, which have
// no overflow because nothing is bought for them.
func (p Plan) WithTest() Plan {
	double := func(m map[Pool]int64) map[Pool]int64 {
		out := maps.Clone(m)
		for pool, n := range m {
			out[pool.For(Test)] = n
		}
		return out
	}
	return Plan{double(p.Free), double(p.Allowances), maps.Clone(p.Overflow)}
}

// Charge asks for one call to be paid.
type Charge struct {
	ID        string // ch_<ULID>; the same ID is charged once however often it is sent
	AccountID string
	KeyID     string
	Op        string // operation ID
	Pool      Pool
	Units     int64  // price in units of Pool, above 0
	Allowance Pool   // tried first: one request of it covers the whole call; "" = none
	Reply     *Reply // the answer to keep in the same transaction, nil = none
}

// Reply is the answer to a call that carried an idempotency key, kept so that
// the same call sent again gets the same answer and costs nothing.
type Reply struct {
	Key         [32]byte  // SHA-256 of the caller's idempotency key
	Fingerprint [32]byte  // of the request
	ChargeID    string    // of the charge that paid for it; filled in by the store
	Body        []byte    // sealed by whoever made it; nil = not kept, to be computed again
	Until       time.Time // when it may be forgotten
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
	Replayed             // an earlier call had this idempotency key and request; Verdict.Reply is its answer
	KeyReused            // an earlier call had this idempotency key for another request
)

// Verdict is the outcome of one charge with what it took and what is left.
type Verdict struct {
	Outcome Outcome
	Taken   Taken
	Balance Balance // of Charge.Pool (and its allowance) after the charge
	At      time.Time
	Reply   *Reply // of Replayed
}

// Taken says where a charge's units came from.
type Taken struct {
	Allowance int64 // requests, 0 or 1
	Free      int64
	Promo     int64
	Prepaid   int64
	Overflow  int64 // units of the pool that its overflow covered
}

// Units is what was charged in units of the pool; a call covered by an
// allowance costs none.
func (t Taken) Units() int64 { return t.Free + t.Promo + t.Prepaid + t.Overflow }

// Balance is what an account has left of one pool in the current month.
type Balance struct {
	Pool           Pool
	FreeLimit      int64 // this month's free units
	Free           int64 // of them left
	Promo          int64
	Prepaid        int64
	Overflow       int64 // units that the prepaid units of the overflow pool stand for
	EverPaid       bool  // a prepaid grant of this pool, or of its overflow, was ever made
	AllowanceLimit int64 // of the operation's own pool, when one was asked for
	Allowance      int64
	ResetsAt       time.Time // first instant of the next month, UTC
}

// Units is everything left, whatever its class.
func (b Balance) Units() int64 { return b.Free + b.Promo + b.Prepaid + b.Overflow }

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
