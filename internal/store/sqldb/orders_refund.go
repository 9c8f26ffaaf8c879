package sqldb

import (
	"context"
	"fmt"

	"toolcrib/internal/account"
)

// StartRefund takes units out of an order's grant and notes what they cost.
func (s *Store) StartRefund(ctx context.Context, orderID string, units int64) (r account.Refund, err error) {
	err = s.db.Write(ctx, func(tx Tx, now int64) error {
		o, err := s.lockOrder(tx, orderID)
		if err != nil {
			return err
		}
		if pending, err := hasPending(tx, o.seq); err != nil || pending {
			return orBusy(err)
		}
		units := min(units, o.Remaining)
		total := min(o.RefundedUnits+units, o.Units)
		paise := o.Share(total) - o.RefundedPaise
		if o.Status != account.OrderPaid || units <= 0 || paise <= 0 {
			return account.ErrNothing
		}
		r = account.Refund{Units: units, Paise: paise, Before: o.RefundedPaise}
		if r, err = insertRefund(tx, now, &o, &r); err != nil {
			return err
		}
		return s.record(ctx, tx, now, o.acct, "order.refund", o.ID,
			fmt.Sprintf("%s for %d units, %s", account.Rupees(paise), units, r.ID))
	})
	return r, fail("start refund", err)
}

func orBusy(err error) error {
	if err == nil {
		err = account.ErrBusy
	}
	return err
}

func hasPending(tx Tx, order int64) (bool, error) {
	var seq int64
	return queryRow(tx, "SELECT seq FROM refunds WHERE bought = $1 AND status = 'pending'", []any{&seq}, order)
}

// insertRefund stores a pending refund and takes its units.
func insertRefund(tx Tx, now int64, o *lockedOrder, r *account.Refund) (account.Refund, error) {
	r.ID, r.OrderID, r.Status, r.CreatedAt = account.NewID("rfd", fromMillis(now)), o.ID, account.RefundPending, fromMillis(now)
	if r.Units > 0 {
		if err := takeBack(tx, now, o.grant, string(o.Pool), r.Units); err != nil {
			return *r, err
		}
	}
	_, err := tx.Exec(`INSERT INTO refunds (id, bought, units, paise, before, status, external, created_at)
		VALUES ($1, $2, $3, $4, $5, 'pending', $6, $7)`, r.ID, o.seq, r.Units, r.Paise, r.Before, flag(r.External), now)
	return *r, err
}

const selectRefunds = `SELECT r.id, o.id, r.units, r.paise, r.before, r.status, r.external, r.provider_ref, r.created_at
	FROM refunds r JOIN orders o ON o.seq = r.bought `

func readRefunds(tx Tx, where string, args ...any) (list []account.Refund, err error) {
	err = tx.Query(selectRefunds+where, func(scan func(...any) error) error {
		var r account.Refund
		var status string
		var external, created int64
		err := scan(&r.ID, &r.OrderID, &r.Units, &r.Paise, &r.Before, &status, &external, &r.ProviderRef, &created)
		r.Status, r.External, r.CreatedAt = account.RefundStatus(status), external != 0, fromMillis(created)
		list = append(list, r)
		return err
	}, args...)
	return list, err
}

func (s *Store) refunds(ctx context.Context, where string, args ...any) (list []account.Refund, err error) {
	err = s.db.Read(ctx, func(tx Tx, _ int64) (err error) {
		list, err = readRefunds(tx, where, args...)
		return err
	})
	return list, fail("refunds", err)
}

// Refunds lists the refunds of an order, oldest first.
func (s *Store) Refunds(ctx context.Context, orderID string) ([]account.Refund, error) {
	return s.refunds(ctx, "WHERE o.id = $1 ORDER BY r.seq", orderID)
}

// PendingRefunds lists refunds that have not ended, oldest first. The sign in
// front of the order keeps SQLite from reading all refunds in that order.
func (s *Store) PendingRefunds(ctx context.Context, limit int) ([]account.Refund, error) {
	return s.refunds(ctx, "WHERE r.status = 'pending' ORDER BY +r.seq LIMIT $1", int64(limit))
}

// lockRefund finds a refund with its order locked.
func (s *Store) lockRefund(tx Tx, id string) (o lockedOrder, r account.Refund, err error) {
	list, err := readRefunds(tx, "WHERE r.id = $1", id)
	if err == nil && len(list) == 0 {
		err = account.ErrNotFound
	}
	if err != nil {
		return o, r, err
	}
	if o, err = s.lockOrder(tx, list[0].OrderID); err != nil {
		return o, r, err
	}
	// Read again: it may have ended while the lock was waited for.
	if list, err = readRefunds(tx, "WHERE r.id = $1", id); err != nil {
		return o, r, err
	}
	return o, list[0], nil
}

// FinishRefund ends a pending refund and writes its credit note.
func (s *Store) FinishRefund(ctx context.Context, refundID, providerRef string, t account.Tax) (note account.CreditNote, err error) {
	err = s.db.WriteAside(ctx, func(tx Tx, now int64) error {
		o, r, err := s.lockRefund(tx, refundID)
		if err != nil {
			return err
		}
		if r.Status == account.RefundPending {
			if err := s.finish(ctx, tx, now, &o, &r, providerRef, t); err != nil {
				return err
			}
		}
		notes, err := readCreditNotes(tx, "WHERE r.id = $1", refundID)
		if err == nil && len(notes) == 0 {
			err = account.ErrNotFound
		}
		if err == nil {
			note = notes[0]
		}
		return err
	})
	return note, fail("finish refund", err)
}

func (s *Store) finish(ctx context.Context, tx Tx, now int64, o *lockedOrder, r *account.Refund, providerRef string, t account.Tax) error {
	_, err := tx.Exec("UPDATE refunds SET status = 'done', provider_ref = $1 WHERE id = $2", providerRef, r.ID)
	if err != nil {
		return err
	}
	if o.Status == account.OrderPaid && r.Before+r.Paise == o.Paise {
		if err := o.become(tx, account.OrderRefunded); err != nil {
			return err
		}
	}
	number, err := insertCreditNote(tx, now, r, t)
	if err != nil {
		return err
	}
	return s.record(ctx, tx, now, o.acct, "order.refunded", o.ID,
		fmt.Sprintf("%s for %d units, %s, credit note %s", account.Rupees(r.Paise), r.Units, r.ID, number))
}

// FailRefund ends a pending refund that was refused and gives its units back.
func (s *Store) FailRefund(ctx context.Context, refundID string) (r account.Refund, err error) {
	err = s.db.Write(ctx, func(tx Tx, now int64) error {
		var o lockedOrder
		if o, r, err = s.lockRefund(tx, refundID); err != nil || r.Status != account.RefundPending {
			return err
		}
		r.Status = account.RefundFailed
		if _, err := tx.Exec("UPDATE refunds SET status = 'failed' WHERE id = $1", r.ID); err != nil {
			return err
		}
		// Of a disputed order everything is withdrawn, this too.
		if r.Units > 0 && o.Status != account.OrderDisputed {
			if err := giveBack(tx, now, &o, r.Units); err != nil {
				return err
			}
		}
		return s.record(ctx, tx, now, o.acct, "order.refund-failed", o.ID, fmt.Sprintf("%d units, %s", r.Units, r.ID))
	})
	return r, fail("fail refund", err)
}

// giveBack undoes takeBack.
func giveBack(tx Tx, now int64, o *lockedOrder, units int64) error {
	refunded, err := LedgerAccount(tx, o.Pool, "refunded")
	if err != nil {
		return err
	}
	if _, err := tx.Exec("UPDATE grants SET remaining = remaining + $1 WHERE seq = $2", units, o.grant); err != nil {
		return err
	}
	return transfer(tx, account.NewID("rv", fromMillis(now)), refunded, o.grant, units, now)
}
