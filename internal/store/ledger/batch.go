package ledger

import (
	"time"

	"toolcrib/internal/account"
)

// Batch gathers what the charges of one transaction change, so that a store
// writes each row once however many charges touched it. Its slices are reused.
type Batch struct {
	Charges   []ChargeRow
	Transfers []TransferRow
	Touched   []TouchedGrant
	Usage     []*UsageRow
	Events    []EventRow

	book  Book
	plan  account.Plan
	at    int64
	last  moment // the one that moment was last asked for
	usage map[usageRef]*UsageRow
}

// moment is a time with what follows from it.
type moment struct {
	at       int64 // milliseconds
	time     time.Time
	period   string
	day      int64
	resetsAt time.Time
}

// moment is worked out once for all charges of the same time.
func (b *Batch) moment(at int64) *moment {
	if b.last.at != at || b.last.period == "" {
		t := time.UnixMilli(at).UTC()
		b.last = moment{at, t, account.Period(t), account.Day(t), account.PeriodEnd(t)}
	}
	return &b.last
}

// ChargeRow is a charge that was made.
type ChargeRow struct {
	Charge    *account.Charge
	Key       *Key
	At        int64 // milliseconds
	Units     int64 // in units of Charge.Pool
	Allowance int64 // requests, 0 or 1

	// Of Units, those that the overflow covered, and what that took of which pool.
	Overflow      int64
	OverflowPool  account.Pool
	OverflowUnits int64

	first int // of its transfers in Batch.Transfers, which are together
}

// TransferRow moves units from a grant to what is consumed of its pool.
type TransferRow struct {
	ID    string // the charge's
	Part  int64  // numbers the transfers of one charge from 0
	From  *Grant
	Pool  account.Pool
	Units int64
	At    int64
}

// TouchedGrant is a grant that was drawn on; one without Seq is to be made.
type TouchedGrant struct {
	Grant *Grant
	Pool  *Pool
	At    int64
}

type usageRef struct {
	key int64
	day int64
	op  string
}

// UsageRow is what the batch adds to the usage of a key, day and operation.
type UsageRow struct {
	Key      int64
	Day      int64
	Op       string
	Requests int64
	Units    int64
}

// EventRow tells that a charge used up a part of a month's free units.
type EventRow struct {
	Account   int64
	AccountID string
	Pool      account.Pool
	Period    string
	Percent   int64
	Limit     int64
	Used      int64
	At        int64
}

// Begin makes the batch empty. at is the time of the transaction in
// milliseconds.
func (b *Batch) Begin(book Book, plan account.Plan, at int64) {
	*b = Batch{
		Charges: b.Charges[:0], Transfers: b.Transfers[:0], Touched: b.Touched[:0], Usage: b.Usage[:0], Events: b.Events[:0],
		book: book, plan: plan, at: at, usage: b.usage,
	}
	if b.usage == nil {
		b.usage = make(map[usageRef]*UsageRow)
	}
	clear(b.usage)
}

// Pending finds the charge of this batch with the given ID; nil where there
// is none.
func (b *Batch) Pending(id string) *ChargeRow {
	for i := range b.Charges {
		if b.Charges[i].Charge.ID == id {
			return &b.Charges[i]
		}
	}
	return nil
}

// Taken adds up the transfers of a charge of this batch.
func (b *Batch) Taken(r *ChargeRow) account.Taken {
	t := account.Taken{Overflow: r.Overflow}
	for i := r.first; i < len(b.Transfers) && b.Transfers[i].ID == r.Charge.ID; i++ {
		if m := &b.Transfers[i]; m.Pool != r.OverflowPool {
			AddTaken(&t, m.From.Class, m.Units)
		}
	}
	return t
}

// AddTaken enters n units of a class.
func AddTaken(t *account.Taken, class account.Class, n int64) {
	switch class {
	case account.ClassAllowance:
		t.Allowance += n
	case account.ClassFree:
		t.Free += n
	case account.ClassPromo:
		t.Promo += n
	case account.ClassPrepaid:
		t.Prepaid += n
	}
}

// take moves units out of a grant, in memory.
func (b *Batch) take(r *ChargeRow, part int64, pool *Pool, g *Grant, n int64) {
	if g.Taken == 0 {
		b.Touched = append(b.Touched, TouchedGrant{g, pool, r.At})
	}
	g.Remaining -= n
	g.Taken += n
	b.Transfers = append(b.Transfers, TransferRow{r.Charge.ID, part, g, pool.Ref.Pool, n, r.At})
	b.announce(r, &pool.Ref, g, n)
}

// announce makes the events of free units that n more have now been used of.
// Test keys make none.
func (b *Batch) announce(r *ChargeRow, ref *PoolRef, g *Grant, n int64) {
	if g.Class != account.ClassFree || r.Key.Env == account.Test {
		return
	}
	used := g.Amount - g.Remaining - g.Held
	for _, percent := range account.QuotaParts {
		at := (g.Amount*percent + 99) / 100
		if used-n < at && at <= used {
			b.Events = append(b.Events, EventRow{
				r.Key.Account, r.Key.AccountID, ref.Pool, ref.Period, percent, g.Amount, used, r.At,
			})
		}
	}
}

func (b *Batch) note(r ChargeRow) {
	b.Charges = append(b.Charges, r)
	r.Key.Used += r.Units
	ref := usageRef{r.Key.Seq, b.moment(r.At).day, r.Charge.Op}
	u := b.usage[ref]
	if u == nil {
		u = &UsageRow{Key: ref.key, Day: ref.day, Op: ref.op}
		b.usage[ref] = u
		b.Usage = append(b.Usage, u)
	}
	u.Requests++
	u.Units += r.Units
}
