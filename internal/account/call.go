package account

import (
	"context"
	"time"
)

// MaxCalls is how many of the last calls of an account are kept.
const MaxCalls = 500

// Call is what is remembered of a call: never what was sent or answered.
type Call struct {
	ID        string // req_<ULID>; the same ID is kept once however often it is sent
	AccountID string
	KeyID     string
	At        time.Time // when it had been answered
	Op        string    // operation ID, or the path of a service endpoint
	Status    int       // HTTP status, or what it would have been
	Code      string    // of the problem, "" = none
	Units     int64
	Pool      Pool          // of the units
	Took      time.Duration // in microseconds; finer is cut off
}

// CallQuery selects calls.
type CallQuery struct {
	AccountID string
	KeyID     string // "" = every key
	Failed    bool   // only calls with a problem
	Limit     int    // 1 to MaxCalls
}

// Calls is the part of a Store that keeps the last calls of each account, for
// people to look at. They are written now and then: a crash loses some, and no
// rule reads them.
type Calls interface {
	// NoteCalls adds calls, and forgets those of the same accounts beyond
	// MaxCalls. Calls of unknown keys, or of keys of another account, are passed
	// over. It is not all or nothing: what it is given may be sent again.
	NoteCalls(ctx context.Context, calls []Call) error
	LastCalls(ctx context.Context, q CallQuery) ([]Call, error) // latest first
}
