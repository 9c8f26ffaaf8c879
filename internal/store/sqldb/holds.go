package sqldb

import (
	"context"
	"errors"
	"fmt"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/store/ledger"
)

// book is the ledger.Book of one charge of an account that the transaction
// has locked.
type book struct {
	tx     Tx
	last   int64 // of the account's charges
	period string
}

func newBook(tx Tx, a *lockedAccount, at int64) *book {
	return &book{tx, a.lastCharge, account.Period(fromMillis(at))}
}

// Key finds a key; nil where there is none.
func (b *book) Key(id string) (*ledger.Key, error) {
	k, err := ReadKey(b.tx, id, b.period)
	if k != nil {
		k.NotBefore = b.last
	}
	return k, err
}

// Pool finds what an account has of a pool.
func (b *book) Pool(ref ledger.PoolRef, planned int64) (*ledger.Pool, error) {
	return ReadPool(b.tx, ref, planned)
}

// Reply finds the reply kept under an idempotency key.
func (b *book) Reply(key *ledger.Key, idempotencyKey [32]byte, at int64) (*account.Reply, error) {
	return ReadReply(b.tx, key.Seq, idempotencyKey, at)
}

// Made finds a charge that is stored; nil where there is none.
func (b *book) Made(id string) (*ledger.Made, error) { return ReadMade(b.tx, id) }

// Hold sets the price of a call aside.
func (s *Store) Hold(ctx context.Context, ch account.Charge, until time.Time) (v account.Verdict, err error) {
	if err := ledger.Validate(&ch); err != nil {
		return v, err
	}
	if ch.Allowance != "" {
		return v, errors.New("store: only units can be held, no requests of an allowance")
	}
	err = s.db.WriteLedger(ctx, func(tx Tx, now int64) (int64, error) {
		v = account.Verdict{}
		// A charge of an account that does not exist has no key either.
		acct, err := s.lockAccount(tx, ch.AccountID)
		if err != nil && !errors.Is(err, account.ErrNotFound) {
			return 0, err
		}
		at := acct.now(now)
		if found, err := s.heldBefore(tx, &ch, &acct, at, &v); err != nil || found {
			return 0, err
		}
		ends := until.UnixMilli()
		if ends <= at || ends > at+account.MaxHold.Milliseconds() {
			return 0, fmt.Errorf("a hold lasts for more than 0 and at most %v", account.MaxHold)
		}
		var b ledger.Batch
		b.Begin(newBook(tx, &acct, at), s.plan, at)
		if err := b.Decide(&ch, &v); err != nil || v.Outcome != account.Charged {
			return 0, err
		}
		return acct.seq, s.writeHold(tx, &b, ends)
	})
	return v, fail("hold", err)
}

// heldBefore answers a hold that was made before as it was.
func (s *Store) heldBefore(tx Tx, ch *account.Charge, acct *lockedAccount, at int64, v *account.Verdict) (bool, error) {
	h, err := readHold(tx, ch.ID)
	if err != nil {
		return false, err
	}
	if h == nil {
		var one int64
		charged, err := queryRow(tx, "SELECT 1 FROM charges WHERE id = $1", []any{&one}, ch.ID)
		if err == nil && charged {
			err = account.ErrEnded
		}
		return false, err
	}
	switch {
	case h.Charge.AccountID != ch.AccountID || h.Charge.KeyID != ch.KeyID:
		return false, fmt.Errorf("hold %s was made for another key", ch.ID)
	case h.state != open || h.ends <= at:
		return false, account.ErrEnded
	}
	*v = account.Verdict{Outcome: account.Charged, Taken: h.Taken(), At: fromMillis(h.at)}
	v.Balance, err = s.balance(tx, acct.seq, ch.Pool, "", at)
	return true, err
}

// Settle charges units of an open hold and gives the rest back.
func (s *Store) Settle(ctx context.Context, chargeID string, units int64, reply *account.Reply) (v account.Verdict, err error) {
	if units < 0 {
		return v, errors.New("store: a hold is settled at 0 units or more")
	}
	err = s.db.WriteLedger(ctx, func(tx Tx, now int64) (int64, error) {
		v = account.Verdict{}
		h, acct, err := s.lockHold(tx, chargeID)
		if errors.Is(err, account.ErrNotFound) {
			err = account.ErrEnded
		}
		if err != nil {
			return 0, err
		}
		at := acct.now(now)
		if err := s.settle(tx, h, newBook(tx, &acct, at), at, units, reply, &v); err != nil {
			return 0, err
		}
		if v.Outcome != account.KeyGone {
			v.Balance, err = s.balance(tx, acct.seq, h.Charge.Pool, "", at)
		}
		return acct.seq, err
	})
	return v, fail("settle", err)
}

func (s *Store) settle(tx Tx, h *holdRow, book *book, at, units int64, reply *account.Reply, v *account.Verdict) error {
	switch {
	case h.state == settled:
		made, err := book.Made(h.Charge.ID)
		if err == nil && (made == nil || made.Taken.Units() != units) {
			err = account.ErrEnded
		}
		if err != nil {
			return err
		}
		*v = account.Verdict{Outcome: account.Charged, Taken: made.Taken, At: fromMillis(made.At)}
		return nil
	case units == 0:
		v.At = fromMillis(at)
		return h.void(tx)
	case h.state != open || h.ends <= at:
		return account.ErrEnded
	case units > h.Charge.Units:
		return fmt.Errorf("hold %s is of %d units, not of %d", h.Charge.ID, h.Charge.Units, units)
	}
	h.Charge.Reply = reply
	var b ledger.Batch
	b.Begin(book, s.plan, at)
	if err := b.Settle(&h.Held, units, v); err != nil {
		return err
	}
	if v.Outcome != account.Charged {
		return h.void(tx)
	}
	if err := h.end(tx, settled); err != nil {
		return err
	}
	return s.writeCharge(tx, &b)
}

// Void gives a hold back.
func (s *Store) Void(ctx context.Context, chargeID string) error {
	err := s.db.WriteLedger(ctx, func(tx Tx, _ int64) (int64, error) {
		h, acct, err := s.lockHold(tx, chargeID)
		if errors.Is(err, account.ErrNotFound) {
			return 0, nil
		}
		if err != nil {
			return 0, err
		}
		return acct.seq, h.void(tx)
	})
	return fail("void", err)
}

// sweepHolds bounds the holds that one Sweep gives back, each in a transaction
// of its own, since each locks another account.
const sweepHolds = 100

// voidEnded gives back holds past their time, and returns how many. One that
// cannot be given back does not keep the others.
func (s *Store) voidEnded(ctx context.Context) (given int, err error) {
	var ids []string
	err = s.db.Read(ctx, func(tx Tx, now int64) (err error) {
		ids, err = queryTexts(tx, `SELECT h.id FROM holds h
			JOIN api_keys k ON k.seq = h.key JOIN accounts a ON a.seq = k.account
			WHERE h.state = 'held' AND (h.ends_at <= $1 OR h.ends_at <= `+s.dialect.LastCharge+`) LIMIT $2`, now, int64(sweepHolds))
		return err
	})
	for _, id := range ids {
		if e := s.Void(ctx, id); e != nil {
			err = errors.Join(err, e)
		} else {
			given++
		}
	}
	return given, err
}
