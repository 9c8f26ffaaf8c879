package sqldb

import (
	"toolcrib/internal/account"
	"toolcrib/internal/store/ledger"
)

// What follows reads what charges are decided by, inside their transaction.

// ReadKey finds a key, with what it has used in the period and holds where it has a cap;
// nil where there is none. NotBefore is not filled in.
func ReadKey(tx Tx, id, period string) (*ledger.Key, error) {
	var k ledger.Key
	var env string
	var suspended, ended int64
	found, err := queryRow(tx, `SELECT k.seq, k.account, a.id, k.env, a.suspended,
			CASE WHEN k.revoked_at IS NULL AND k.disabled = 0 THEN 0 ELSE 1 END, coalesce(k.expires_at, 0), k.monthly_cap
		FROM api_keys k JOIN accounts a ON a.seq = k.account WHERE k.id = $1`,
		[]any{&k.Seq, &k.Account, &k.AccountID, &env, &suspended, &ended, &k.ExpiresAt, &k.Cap}, id)
	if err != nil || !found {
		return nil, err
	}
	k.Env, k.Suspended, k.Ended = account.Env(env), suspended != 0, ended != 0
	if k.Cap > 0 {
		first, last, err := MonthDays(period)
		if err != nil {
			return nil, err
		}
		if _, k.Used, err = sumUsage(tx, k.Seq, first, last); err != nil {
			return nil, err
		}
		k.Held, err = queryInt(tx, "SELECT CAST(coalesce(sum(units), 0) AS BIGINT) FROM holds WHERE key = $1 AND state = 'held'", k.Seq)
		if err != nil {
			return nil, err
		}
	}
	return &k, nil
}

// ReadPool finds what an account has of a pool, as ledger.Book asks for it.
func ReadPool(tx Tx, ref ledger.PoolRef, planned int64) (*ledger.Pool, error) {
	p := &ledger.Pool{Ref: ref}
	err := tx.Query(`SELECT seq, class, amount, remaining, held FROM grants
		WHERE account = $1 AND pool = $2 AND (class >= 2 OR class = $3 AND period = $4)
		ORDER BY class, seq`,
		func(scan func(...any) error) error {
			g := new(ledger.Grant)
			var class int64
			if err := scan(&g.Seq, &class, &g.Amount, &g.Remaining, &g.Held); err != nil {
				return err
			}
			g.Class = account.Class(class)
			p.EverPaid = p.EverPaid || g.Class == account.ClassPrepaid
			switch {
			case g.Class == ref.Monthly:
				p.Monthly = g
			case g.Remaining > 0:
				p.Grants = append(p.Grants, g)
			}
			return nil
		}, ref.Account, string(ref.Pool), int64(ref.Monthly), ref.Period)
	if err != nil {
		return nil, err
	}
	if p.Monthly == nil && planned > 0 {
		p.Monthly = &ledger.Grant{Class: ref.Monthly, Amount: planned, Remaining: planned}
	}
	return p, nil
}

// ReadMade finds a charge that was made; nil where there is none.
func ReadMade(tx Tx, id string) (*ledger.Made, error) {
	var m ledger.Made
	var over string
	found, err := queryRow(tx, `SELECT k.id, a.id, c.at, c.overflow, c.overflow_pool FROM charges c
		JOIN api_keys k ON k.seq = c.key JOIN accounts a ON a.seq = k.account WHERE c.id = $1`,
		[]any{&m.KeyID, &m.AccountID, &m.At, &m.Taken.Overflow, &over}, id)
	if err != nil || !found {
		return nil, err
	}
	err = tx.Query("SELECT g.class, g.pool, t.units FROM transfers t JOIN grants g ON g.seq = t.from_acct WHERE t.id = $1",
		func(scan func(...any) error) error {
			var class, units int64
			var pool string
			err := scan(&class, &pool, &units)
			if err == nil && pool != over {
				ledger.AddTaken(&m.Taken, account.Class(class), units)
			}
			return err
		}, id)
	return &m, err
}
