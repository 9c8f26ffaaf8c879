package account

import (
	"context"
	"time"
)

// MaxHold is the longest that a hold may last: units set aside for a call that
// nobody ends come back no later.
const MaxHold = time.Hour

// Holds is the part of a Store that sets units aside for calls whose price is
// known only when they have been answered. What is held neither remains nor
// is spent: no balance counts it, no charge or refund takes it, and it counts
// against the cap of its key. A hold ends by Settle or Void, or by a Sweep
// after its time; of those that end without a charge everything is given back.
type Holds interface {
	// Hold decides c as a charge would be, and sets c.Units aside from the
	// grants that would pay for them. c.Units are above 0 and there is no
	// c.Allowance; of c.Reply only Key and Fingerprint are read. Charged means
	// held: Verdict.Taken says from where. until is after now by at most MaxHold.
	// The same hold asked for again is answered as it was made, with the balance
	// of now; ErrEnded where it is over.
	Hold(ctx context.Context, c Charge, until time.Time) (Verdict, error)
	// Settle charges units of an open hold and gives the rest back: those that
	// would have been taken last. The charge has the hold's ID and belongs to
	// the day and month of now, whatever month the units were of; reply, where
	// not nil, is kept with it.
	//
	// Where a charge would be refused by now (KeyGone, Suspended) or the
	// idempotency key has been charged for meanwhile (Replayed, KeyReused), that
	// is the outcome, nothing is charged and the hold is given back. 0 units are
	// as Void: Charged with nothing taken, and no reply kept.
	//
	// ErrEnded where the hold is unknown, past its time, given back, or settled
	// at another amount; at the same it is answered as it was charged, with the
	// balance of now. Units above what is held are an error that changes nothing.
	Settle(ctx context.Context, chargeID string, units int64, reply *Reply) (Verdict, error)
	// Void gives a hold back. Nothing happens where it is over or unknown.
	Void(ctx context.Context, chargeID string) error
}
