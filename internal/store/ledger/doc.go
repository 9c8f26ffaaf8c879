// Package ledger decides charges: which grants pay for a call, and why one is
// refused. It is the one place with those rules, and knows no database: a
// store hands it a Book, which answers from the rows that the store's
// transaction has locked, and writes down afterwards what the Batch gathered.
package ledger

import "toolcrib/internal/account"

// Book is what a store knows inside the transaction of a batch. What it
// returns is shared between the charges of the batch, which change it.
type Book interface {
	// Key finds a key; nil where there is none.
	Key(id string) (*Key, error)
	// Pool finds what an account has of a pool. Where this month's grant has
	// not been made, Monthly is a Grant of planned units without ID, or nil
	// for 0.
	Pool(ref PoolRef, planned int64) (*Pool, error)
	// Reply finds the reply kept under an idempotency key; nil where there is
	// none that is still of use at the given time.
	Reply(key *Key, idempotencyKey [32]byte, at int64) (*account.Reply, error)
	// Made finds a charge that is stored; nil where there is none.
	Made(id string) (*Made, error)
}

// Made is a charge as it was made.
type Made struct {
	AccountID string
	KeyID     string
	At        int64 // milliseconds
	Taken     account.Taken
}

// Key is a key with what its account tells about it.
type Key struct {
	Seq       int64 // the store's own number of the key, and of its account
	Account   int64
	AccountID string
	Env       account.Env
	Suspended bool
	Ended     bool  // revoked or disabled
	ExpiresAt int64 // milliseconds, 0 = never
	Cap       int64 // units a month, 0 = none
	Used      int64 // units this month; like Held kept only where there is a cap
	Held      int64 // units of open holds
	NotBefore int64 // milliseconds: no charge of the account may be dated earlier
}

func (k *Key) active(at int64) bool {
	return !k.Ended && (k.ExpiresAt == 0 || at < k.ExpiresAt)
}

// PoolRef names what one account has of one pool in one month.
type PoolRef struct {
	Account int64
	Pool    account.Pool
	Monthly account.Class // of its monthly grant: free, or the allowance
	Period  string
}

// Pool is what one account has of one pool in one month.
type Pool struct {
	Ref      PoolRef
	Monthly  *Grant   // this month's free units or allowance; nil = none
	Grants   []*Grant // promo, then prepaid, each oldest first, with units left
	EverPaid bool     // a prepaid grant was ever made
}

// Grant is one grant. One that is new in this batch has no Seq.
type Grant struct {
	Seq       int64
	Class     account.Class
	Amount    int64
	Remaining int64
	Held      int64 // set aside by holds, not part of Remaining
	Taken     int64 // by the batch, not yet written
}

func (p *Pool) units() int64 {
	var n int64
	if p.Monthly != nil {
		n = p.Monthly.Remaining
	}
	for _, g := range p.Grants {
		n += g.Remaining
	}
	return n
}

// prepaid is what is left of what was bought. A nil pool has none.
func (p *Pool) prepaid() int64 {
	var n int64
	if p != nil {
		for _, g := range p.Grants {
			if g.Class == account.ClassPrepaid {
				n += g.Remaining
			}
		}
	}
	return n
}

// drop forgets grants that are used up.
func (p *Pool) drop() {
	for len(p.Grants) > 0 && p.Grants[0].Remaining == 0 {
		p.Grants = p.Grants[1:]
	}
}

func (p *Pool) fill(b *account.Balance) {
	b.EverPaid = p.EverPaid
	if p.Monthly != nil {
		b.FreeLimit, b.Free = p.Monthly.Amount, p.Monthly.Remaining
	}
	for _, g := range p.Grants {
		if g.Class == account.ClassPromo {
			b.Promo += g.Remaining
		} else {
			b.Prepaid += g.Remaining
		}
	}
}
