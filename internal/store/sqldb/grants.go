package sqldb

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"toolcrib/internal/account"
)

// MaxGrantUnits bounds one grant, so that no sum of balances can overflow: it
// would take nine thousand of the largest grants in one pool.
const MaxGrantUnits = 1_000_000_000_000_000

// Grant gives units to an account: the grant and the transfer that issues it.
func (s *Store) Grant(ctx context.Context, g account.Grant) (id string, err error) {
	if err := validGrant(g); err != nil {
		return "", err
	}
	err = s.db.Write(ctx, func(tx Tx, now int64) error {
		acct, err := s.lockAccount(tx, g.AccountID)
		if err != nil {
			return err
		}
		issued, err := LedgerAccount(tx, g.Pool, "issued")
		if err != nil {
			return err
		}
		_, id, err = Issue(tx, issued, GrantRow{
			Account: acct.seq, Pool: g.Pool, Class: g.Class, Amount: g.Units, Remaining: g.Units, At: now,
		})
		if err != nil {
			return err
		}
		return s.record(ctx, tx, now, acct.seq, "grant.create", id,
			fmt.Sprintf("%d %s units of %s to %s", g.Units, givenClass(g.Class), g.Pool, g.AccountID))
	})
	if err != nil {
		return "", fail("grant", err)
	}
	return id, nil
}

func givenClass(c account.Class) string {
	if c == account.ClassPromo {
		return "promotional"
	}
	return "prepaid"
}

func validGrant(g account.Grant) error {
	switch {
	case g.Class != account.ClassPromo && g.Class != account.ClassPrepaid:
		return errors.New("store: only promotional and prepaid units can be granted")
	case g.Units <= 0 || g.Units > MaxGrantUnits:
		return fmt.Errorf("store: a grant is of 1 to %d units", int64(MaxGrantUnits))
	case g.Pool == "":
		return errors.New("store: a grant needs a pool")
	case g.Pool.Name() != string(g.Pool):
		return errors.New("store: nothing can be granted for test keys")
	case strings.HasPrefix(string(g.Pool), string(account.AllowancePool(""))):
		return errors.New("store: the free requests of an operation cannot be granted; grant units of its pool")
	}
	return nil
}

// GrantRow is a grant to be made.
type GrantRow struct {
	Account   int64
	Pool      account.Pool
	Class     account.Class
	Period    string // "" unless monthly
	Amount    int64
	Remaining int64 // below Amount where the same transaction has drawn on it
	Held      int64 // by a hold of the same transaction
	At        int64 // milliseconds
}

// Issue makes a grant with its ledger account and the transfer that fills it
// from issued, the ledger account of that kind of the pool.
func Issue(tx Tx, issued int64, g GrantRow) (seq int64, id string, err error) {
	seq, err = queryInt(tx, "INSERT INTO ledger_accounts (pool, kind) VALUES ($1, 'grant') RETURNING seq", string(g.Pool))
	if err != nil {
		return 0, "", err
	}
	id = account.NewID("gr", fromMillis(g.At))
	_, err = tx.Exec(`INSERT INTO grants (seq, id, account, pool, class, period, amount, remaining, held, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		seq, id, g.Account, string(g.Pool), int64(g.Class), g.Period, g.Amount, g.Remaining, g.Held, g.At)
	if err != nil {
		return 0, "", err
	}
	return seq, id, transfer(tx, id, issued, seq, g.Amount, g.At)
}

// LedgerAccount finds the ledger account that a pool has of a kind other than
// 'grant', making it the first time.
func LedgerAccount(tx Tx, pool account.Pool, kind string) (int64, error) {
	// The last condition lets the index of those accounts be used.
	const find = "SELECT seq FROM ledger_accounts WHERE pool = $1 AND kind = $2 AND kind <> 'grant'"
	seq, err := queryInt(tx, find, string(pool), kind)
	if !errors.Is(err, account.ErrNotFound) {
		return seq, err
	}
	// Another process may make it at the same moment.
	if _, err := tx.Exec("INSERT INTO ledger_accounts (pool, kind) VALUES ($1, $2) ON CONFLICT DO NOTHING", string(pool), kind); err != nil {
		return 0, err
	}
	return queryInt(tx, find, string(pool), kind)
}

func transfer(tx Tx, id string, from, to, units, at int64) error {
	return transferPart(tx, id, 0, from, to, units, at)
}

func transferPart(tx Tx, id string, part, from, to, units, at int64) error {
	_, err := tx.Exec("INSERT INTO transfers (id, part, from_acct, to_acct, units, at) VALUES ($1, $2, $3, $4, $5, $6)",
		id, part, from, to, units, at)
	return err
}

// Grants lists the grants of an account, oldest first.
func (s *Store) Grants(ctx context.Context, accountID string) (list []account.GrantState, err error) {
	err = s.db.ReadLedger(ctx, accountID, func(tx Tx, _ int64) error {
		list = nil
		acct, err := queryInt(tx, "SELECT seq FROM accounts WHERE id = $1", accountID)
		if err != nil {
			return err
		}
		return tx.Query("SELECT id, pool, class, period, amount, remaining, held, created_at FROM grants WHERE account = $1 ORDER BY seq",
			func(scan func(...any) error) error {
				var g account.GrantState
				var pool string
				var class, created int64
				err := scan(&g.ID, &pool, &class, &g.Period, &g.Amount, &g.Remaining, &g.Held, &created)
				g.Pool, g.Class, g.CreatedAt = account.Pool(pool), account.Class(class), fromMillis(created)
				list = append(list, g)
				return err
			}, acct)
	})
	return list, fail("grants", err)
}

// Refund takes up to units that remain of a promotional or prepaid grant out
// of it, and returns how many it took.
func (s *Store) Refund(ctx context.Context, grantID string, units int64) (taken int64, err error) {
	if units <= 0 {
		return 0, errors.New("store: a refund is of 1 unit or more")
	}
	err = s.db.Write(ctx, func(tx Tx, now int64) error {
		acct, err := queryInt(tx, "SELECT account FROM grants WHERE id = $1", grantID)
		if err != nil {
			return err
		}
		if _, err := s.lockAccountWhere(tx, "a.seq = $1", acct); err != nil {
			return err
		}
		taken, err = s.refund(ctx, tx, now, acct, grantID, units)
		return err
	})
	if err != nil {
		return 0, fail("refund", err)
	}
	return taken, nil
}

func (s *Store) refund(ctx context.Context, tx Tx, now, acct int64, grantID string, units int64) (int64, error) {
	var seq, class, remaining int64
	var pool string
	_, err := queryRow(tx, "SELECT seq, pool, class, remaining FROM grants WHERE id = $1",
		[]any{&seq, &pool, &class, &remaining}, grantID)
	if err != nil {
		return 0, err
	}
	if account.Class(class) < account.ClassPromo {
		return 0, errors.New("the free units of a month cannot be refunded")
	}
	units = min(units, remaining)
	if units == 0 {
		return 0, nil
	}
	if err := takeBack(tx, now, seq, pool, units); err != nil {
		return 0, err
	}
	return units, s.record(ctx, tx, now, acct, "grant.refund", grantID, fmt.Sprintf("%d units of %s", units, pool))
}

// takeBack moves units that remain of a grant to what was refunded of its pool.
func takeBack(tx Tx, now, grant int64, pool string, units int64) error {
	refunded, err := LedgerAccount(tx, account.Pool(pool), "refunded")
	if err != nil {
		return err
	}
	if _, err := tx.Exec("UPDATE grants SET remaining = remaining - $1 WHERE seq = $2", units, grant); err != nil {
		return err
	}
	return transfer(tx, account.NewID("rf", fromMillis(now)), grant, refunded, units, now)
}
