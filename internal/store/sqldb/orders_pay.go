package sqldb

import (
	"context"
	"fmt"

	"toolcrib/internal/account"
)

// entry is a line of the audit log that a transaction is going to add.
type entry struct{ action, target, detail string }

// settling is a payment being applied to an order.
type settling struct {
	*lockedOrder
	tx      Tx
	now     int64
	entries []entry
}

func (s *settling) note(action, target, format string, args ...any) {
	s.entries = append(s.entries, entry{action, target, fmt.Sprintf(format, args...)})
}

// ApplyPayment brings an order to what its provider says.
func (s *Store) ApplyPayment(ctx context.Context, p account.Payment, b account.Bill) (account.Order, error) {
	var o lockedOrder
	err := s.db.Write(ctx, func(tx Tx, now int64) (err error) {
		if o, err = s.lockOrder(tx, p.OrderID); err != nil {
			return err
		}
		if o.Provider != p.Provider || o.Ref != "" && o.Ref != p.Ref || p.Ref == "" {
			return account.ErrForeign
		}
		step := settling{lockedOrder: &o, tx: tx, now: now}
		if err := step.apply(&p, &b); err != nil {
			return err
		}
		if len(step.entries) > 0 && p.Event != "" {
			_, err := tx.Exec(`INSERT INTO payment_events (provider, event, bought, at) VALUES ($1, $2, $3, $4)
				ON CONFLICT (provider, event) DO NOTHING`, p.Provider, p.Event, o.seq, now)
			if err != nil {
				return err
			}
		}
		if err := o.read(tx); err != nil {
			return err
		}
		for _, e := range step.entries {
			if err := s.record(ctx, tx, now, o.acct, e.action, e.target, e.detail); err != nil {
				return err
			}
		}
		return nil
	})
	return o.Order, fail("apply payment", err)
}

func (s *settling) apply(p *account.Payment, b *account.Bill) error {
	if s.Ref == "" {
		// The checkout was made, and we ended before noting it.
		if _, err := s.tx.Exec("UPDATE orders SET ref = $1 WHERE seq = $2", p.Ref, s.seq); err != nil {
			return err
		}
	}
	switch {
	case s.Status.Granted() || p.State == account.PaymentOpen:
	case p.State == account.PaymentExpired:
		if s.Status == account.OrderOpen {
			s.note("order.expire", s.ID, "")
			return s.become(s.tx, account.OrderExpired)
		}
	case p.Paise != s.Paise || p.Currency != account.Currency:
		return s.hold(p)
	default:
		if err := s.pay(p, b); err != nil {
			return err
		}
	}
	if !s.Status.Granted() {
		return nil
	}
	if err := s.refundedElsewhere(p); err != nil {
		return err
	}
	if p.Disputed && s.Status != account.OrderDisputed {
		return s.dispute()
	}
	return nil
}

// hold keeps an order that was not paid as it should have been for somebody to
// look at.
func (s *settling) hold(p *account.Payment) error {
	if s.Status == account.OrderHeld {
		return nil
	}
	s.note("order.hold", s.ID, "paid %d minor units of %q, not %d of %s", p.Paise, p.Currency, s.Paise, account.Currency)
	return s.become(s.tx, account.OrderHeld)
}

// pay grants the order and writes its invoice.
func (s *settling) pay(p *account.Payment, b *account.Bill) error {
	_, err := s.tx.Exec("UPDATE orders SET status = 'paid', paid_at = $1, payment_ref = $2 WHERE seq = $3", s.now, p.PaymentRef, s.seq)
	if err != nil {
		return err
	}
	issued, err := LedgerAccount(s.tx, s.Pool, "issued")
	if err != nil {
		return err
	}
	grant, id, err := Issue(s.tx, issued, GrantRow{
		Account: s.acct, Pool: s.Pool, Class: account.ClassPrepaid, Amount: s.Units, Remaining: s.Units, At: s.now,
	})
	if err != nil {
		return err
	}
	if _, err := s.tx.Exec("UPDATE grants SET bought = $1 WHERE seq = $2", s.seq, grant); err != nil {
		return err
	}
	number, err := insertInvoice(s.tx, s.now, s.lockedOrder, b)
	if err != nil {
		return err
	}
	s.note("order.pay", s.ID, "%s by %s, invoice %s", account.Rupees(s.Paise), p.PaymentRef, number)
	s.note("grant.create", id, "%d prepaid units of %s to %s for %s", s.Units, s.Pool, s.AccountID, s.ID)
	return s.read(s.tx)
}

// refundedElsewhere makes a pending refund of money that was given back at the
// provider. While one of ours is pending nobody can tell whose money it was.
func (s *settling) refundedElsewhere(p *account.Payment) error {
	back := min(p.Refunded, s.Paise) - s.RefundedPaise
	if back <= 0 {
		return nil
	}
	pending, err := hasPending(s.tx, s.seq)
	if err != nil || pending {
		return err
	}
	due := s.Units*(s.RefundedPaise+back)/s.Paise - s.RefundedUnits
	units := max(min(due, s.Remaining), 0)
	r := account.Refund{Units: units, Paise: back, Before: s.RefundedPaise, External: true}
	if _, err = insertRefund(s.tx, s.now, s.lockedOrder, &r); err != nil {
		return err
	}
	s.note("order.refund", s.ID, "%s given back at the provider, %d units taken", account.Rupees(back), units)
	return s.read(s.tx)
}

// dispute withdraws what is left, and suspends the account where some was used.
// Calls under way that hold units of it go unpaid, so are not answered.
func (s *settling) dispute() error {
	if err := voidHoldsOn(s.tx, s.grant); err != nil {
		return err
	}
	if err := s.read(s.tx); err != nil {
		return err
	}
	if s.Remaining > 0 {
		if err := takeBack(s.tx, s.now, s.grant, string(s.Pool), s.Remaining); err != nil {
			return err
		}
	}
	used := s.Units - s.RefundedUnits - s.Remaining
	s.note("order.dispute", s.ID, "%d units withdrawn, %d were used", s.Remaining, used)
	if used > 0 {
		n, err := s.tx.Exec("UPDATE accounts SET suspended = 1 WHERE seq = $1 AND suspended = 0", s.acct)
		if err != nil {
			return err
		}
		if n > 0 {
			s.note("account.suspend", s.AccountID, "units of the disputed order %s were used", s.ID)
		}
	}
	return s.become(s.tx, account.OrderDisputed)
}
