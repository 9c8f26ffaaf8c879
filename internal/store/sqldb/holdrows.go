package sqldb

import (
	"toolcrib/internal/account"
	"toolcrib/internal/store/ledger"
)

// The states of a hold.
const (
	open    = "held"
	settled = "settled"
	voided  = "voided"
)

// holdRow is a hold as it is stored.
type holdRow struct {
	ledger.Held
	state    string
	at, ends int64 // milliseconds
}

// lockHold finds a hold with its account locked. ErrNotFound.
func (s *Store) lockHold(tx Tx, id string) (h *holdRow, acct lockedAccount, err error) {
	seq, err := queryInt(tx, "SELECT k.account FROM holds h JOIN api_keys k ON k.seq = h.key WHERE h.id = $1", id)
	if err != nil {
		return nil, acct, err
	}
	if acct, err = s.lockAccountWhere(tx, "a.seq = $1", seq); err != nil {
		return nil, acct, err
	}
	if h, err = readHold(tx, id); err == nil && h == nil {
		err = account.ErrNotFound // it was forgotten while the lock was waited for
	}
	return h, acct, err
}

// readHold finds a hold; nil where there is none.
func readHold(tx Tx, id string) (*holdRow, error) {
	h := new(holdRow)
	ch := &h.Charge
	ch.ID = id
	var pool, over string
	found, err := queryRow(tx, `SELECT a.id, k.id, h.op, h.pool, h.units, h.overflow, h.overflow_pool, h.overflow_units, h.state, h.at, h.ends_at
		FROM holds h JOIN api_keys k ON k.seq = h.key JOIN accounts a ON a.seq = k.account WHERE h.id = $1`,
		[]any{&ch.AccountID, &ch.KeyID, &ch.Op, &pool, &ch.Units, &h.Overflow, &over, &h.OverflowUnits, &h.state, &h.at, &h.ends}, id)
	if err != nil || !found {
		return nil, err
	}
	ch.Pool, h.OverflowPool = account.Pool(pool), account.Pool(over)
	err = tx.Query(`SELECT g.seq, g.account, g.pool, g.class, g.period, g.amount, g.remaining, g.held, p.units
		FROM hold_parts p JOIN grants g ON g.seq = p.from_acct WHERE p.hold = $1 ORDER BY p.part`,
		func(scan func(...any) error) error {
			p := ledger.Part{Grant: new(ledger.Grant)}
			g := p.Grant
			var class int64
			err := scan(&g.Seq, &p.Ref.Account, &pool, &class, &p.Ref.Period, &g.Amount, &g.Remaining, &g.Held, &p.Units)
			g.Class, p.Ref.Pool, p.Ref.Monthly = account.Class(class), account.Pool(pool), account.ClassFree
			h.Parts = append(h.Parts, p)
			return err
		}, id)
	return h, err
}

// writeHold writes the one charge that was decided as a hold.
func (s *Store) writeHold(tx Tx, b *ledger.Batch, ends int64) error {
	for i := range b.Touched {
		if err := setAside(tx, &b.Touched[i]); err != nil {
			return err
		}
	}
	r := &b.Charges[0]
	_, err := tx.Exec(`INSERT INTO holds (id, key, op, pool, units, overflow, overflow_pool, overflow_units, state, at, ends_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'held', $9, $10)`, r.Charge.ID, r.Key.Seq, r.Charge.Op, string(r.Charge.Pool),
		r.Units, r.Overflow, string(r.OverflowPool), r.OverflowUnits, r.At, ends)
	if err != nil {
		return err
	}
	for i := range b.Transfers {
		t := &b.Transfers[i]
		if _, err := tx.Exec("INSERT INTO hold_parts (hold, part, from_acct, units) VALUES ($1, $2, $3, $4)",
			t.ID, t.Part, t.From.Seq, t.Units); err != nil {
			return err
		}
	}
	return s.dialect.SetLastCharge(tx, r.Key.Account, r.At)
}

// setAside moves what was taken of a grant from what remains to what is held,
// making this month's grant the first time.
func setAside(tx Tx, t *ledger.TouchedGrant) error {
	g := t.Grant
	if g.Seq > 0 {
		_, err := tx.Exec("UPDATE grants SET remaining = remaining - $1, held = held + $1 WHERE seq = $2", g.Taken, g.Seq)
		return err
	}
	ref := &t.Pool.Ref
	issued, err := LedgerAccount(tx, ref.Pool, "issued")
	if err != nil {
		return err
	}
	g.Seq, _, err = Issue(tx, issued, GrantRow{
		Account: ref.Account, Pool: ref.Pool, Class: ref.Monthly, Period: ref.Period,
		Amount: g.Amount, Remaining: g.Remaining, Held: g.Taken, At: t.At,
	})
	return err
}

// void gives back all of a hold that is open, and lets another be.
func (h *holdRow) void(tx Tx) error {
	if h.state != open {
		return nil
	}
	return h.end(tx, voided)
}

// end gives back what of a hold was not spent.
func (h *holdRow) end(tx Tx, state string) error {
	for i := range h.Parts {
		p := &h.Parts[i]
		_, err := tx.Exec("UPDATE grants SET remaining = remaining + $1, held = held - $2 WHERE seq = $3", p.Units-p.Spent, p.Units, p.Grant.Seq)
		if err != nil {
			return err
		}
	}
	if _, err := tx.Exec("DELETE FROM hold_parts WHERE hold = $1", h.Charge.ID); err != nil {
		return err
	}
	_, err := tx.Exec("UPDATE holds SET state = $1 WHERE id = $2", state, h.Charge.ID)
	return err
}

// voidHoldsOn gives back the open holds that have set units of a grant aside.
// The grant's account must be locked.
func voidHoldsOn(tx Tx, grant int64) error {
	ids, err := queryTexts(tx, "SELECT hold FROM hold_parts WHERE from_acct = $1", grant)
	if err != nil {
		return err
	}
	for _, id := range ids {
		h, err := readHold(tx, id)
		if err != nil {
			return err
		}
		if err := h.void(tx); err != nil {
			return err
		}
	}
	return nil
}

// writeCharge writes the one charge of a batch; what it took of grants has
// been written.
func (s *Store) writeCharge(tx Tx, b *ledger.Batch) error {
	r, u := &b.Charges[0], b.Usage[0]
	_, err := tx.Exec(`INSERT INTO charges (id, key, op, pool, units, allowance, at, overflow, overflow_pool, overflow_units)
		VALUES ($1, $2, $3, $4, $5, 0, $6, $7, $8, $9)`, r.Charge.ID, r.Key.Seq, r.Charge.Op, string(r.Charge.Pool),
		r.Units, r.At, r.Overflow, string(r.OverflowPool), r.OverflowUnits)
	if err != nil {
		return err
	}
	for i := range b.Transfers {
		t := &b.Transfers[i]
		consumed, err := LedgerAccount(tx, t.Pool, "consumed")
		if err != nil {
			return err
		}
		if err := transferPart(tx, t.ID, t.Part, t.From.Seq, consumed, t.Units, t.At); err != nil {
			return err
		}
	}
	_, err = tx.Exec(`INSERT INTO usage_daily (key, day, op, requests, units) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (key, day, op) DO UPDATE SET
			requests = usage_daily.requests + excluded.requests, units = usage_daily.units + excluded.units`,
		u.Key, u.Day, u.Op, u.Requests, u.Units)
	if err != nil {
		return err
	}
	if r.Charge.Reply != nil {
		if err := KeepReply(tx, r); err != nil {
			return err
		}
	}
	for i := range b.Events {
		if err := InsertEvent(tx, &b.Events[i]); err != nil {
			return err
		}
	}
	return s.dialect.SetLastCharge(tx, r.Key.Account, r.At)
}
