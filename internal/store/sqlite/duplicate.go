package sqlite

import (
	"database/sql/driver"
	"fmt"

	"toolcrib/internal/account"
)

// decideNew decides a charge taken to be new. That it is not shows when its
// row is written; a charge that is refused writes none, so it is looked for.
func (b *batch) decideNew(ch *account.Charge, v *account.Verdict) error {
	err := b.decide(ch, v)
	if err != nil || v.Outcome == account.Charged {
		return err
	}
	_, found, err := b.c.queryInt("SELECT 1 FROM charges WHERE id = ?", ch.ID)
	if err == nil && (found || b.pending(ch.ID) != nil) {
		err = errDuplicate
	}
	return err
}

// decideAny decides a charge that may have been made before, by an earlier
// batch or by this one.
func (b *batch) decideAny(ch *account.Charge, v *account.Verdict) error {
	if r := b.pending(ch.ID); r != nil {
		if err := sameCharge(ch, r.charge.AccountID, r.charge.KeyID); err != nil {
			return err
		}
		v.At = b.time
		for _, t := range b.transfers {
			if t.id == ch.ID {
				addTaken(&v.Taken, t.from.class, t.units)
			}
		}
		return b.fillBalance(ch, r.account, v)
	}
	made, err := b.stored(ch, v)
	if err != nil || made {
		return err
	}
	return b.decide(ch, v)
}

func (b *batch) pending(id string) *chargeRow {
	for i := range b.charges {
		if b.charges[i].charge.ID == id {
			return &b.charges[i]
		}
	}
	return nil
}

// stored tells whether the charge is in the file, and fills its verdict if so.
func (b *batch) stored(ch *account.Charge, v *account.Verdict) (bool, error) {
	var keyID, accountID string
	var acct, at int64
	err := b.c.query(`SELECT k.id, a.id, a.seq, c.at FROM charges c
		JOIN api_keys k ON k.seq = c.key JOIN accounts a ON a.seq = k.account WHERE c.id = ?`,
		func(row []driver.Value) {
			keyID, accountID = row[0].(string), row[1].(string)
			acct, at = row[2].(int64), row[3].(int64)
		}, ch.ID)
	if err != nil || keyID == "" {
		return false, err
	}
	if err := sameCharge(ch, accountID, keyID); err != nil {
		return false, err
	}
	v.At = fromMillis(at)
	err = b.c.query("SELECT g.class, t.units FROM transfers t JOIN grants g ON g.seq = t.from_acct WHERE t.id = ?",
		func(row []driver.Value) { addTaken(&v.Taken, account.Class(row[0].(int64)), row[1].(int64)) }, ch.ID)
	if err == nil {
		err = b.fillBalance(ch, acct, v)
	}
	return true, err
}

func (b *batch) fillBalance(ch *account.Charge, acct int64, v *account.Verdict) error {
	pool, allowance, err := b.pools(acct, ch)
	if err != nil {
		return err
	}
	v.Outcome = account.Charged
	v.Balance = account.Balance{Pool: ch.Pool, ResetsAt: b.resetsAt}
	pool.fill(&v.Balance)
	allowance.fillAllowance(&v.Balance)
	return nil
}

// sameCharge keeps one caller's charge from paying for another's call.
func sameCharge(ch *account.Charge, accountID, keyID string) error {
	if ch.AccountID != accountID || ch.KeyID != keyID {
		return fmt.Errorf("charge %s was made for another key", ch.ID)
	}
	return nil
}
