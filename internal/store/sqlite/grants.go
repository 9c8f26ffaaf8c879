package sqlite

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
func (s *Store) Grant(ctx context.Context, g account.Grant) (string, error) {
	if err := validGrant(g); err != nil {
		return "", err
	}
	var id string
	err := s.write(ctx, func(c *conn) error {
		seq, err := accountSeq(c, g.AccountID)
		if err != nil {
			return err
		}
		_, id, err = issue(c, &s.mirror, grantRow{
			account: seq, pool: g.Pool, class: g.Class,
			amount: g.Units, remaining: g.Units, at: s.now(),
		})
		if err != nil {
			return fmt.Errorf("sqlite: grant: %w", err)
		}
		s.mirror.forgetPool(seq, g.Pool)
		return nil
	})
	if err != nil {
		return "", err
	}
	return id, nil
}

func validGrant(g account.Grant) error {
	switch {
	case g.Class != account.ClassPromo && g.Class != account.ClassPrepaid:
		return errors.New("sqlite: only promotional and prepaid units can be granted")
	case g.Units <= 0 || g.Units > MaxGrantUnits:
		return fmt.Errorf("sqlite: a grant is of 1 to %d units", int64(MaxGrantUnits))
	case g.Pool == "":
		return errors.New("sqlite: a grant needs a pool")
	case strings.HasPrefix(string(g.Pool), string(account.AllowancePool(""))):
		return errors.New("sqlite: the free requests of an operation cannot be granted; grant units of its pool")
	}
	return nil
}

type grantRow struct {
	account   int64
	pool      account.Pool
	class     account.Class
	period    string // "" unless monthly
	amount    int64
	remaining int64 // below amount where the same transaction has drawn on it
	at        int64
}

// issue makes a grant with its ledger account and the transfer that fills it.
func issue(c *conn, m *mirror, g grantRow) (seq int64, id string, err error) {
	ledger, err := m.pair(c, g.pool)
	if err != nil {
		return 0, "", err
	}
	seq, err = c.insert("INSERT INTO ledger_accounts (pool, kind) VALUES (?, 'grant')", string(g.pool))
	if err != nil {
		return 0, "", err
	}
	id = account.NewID("gr", fromMillis(g.at))
	_, err = c.exec(`INSERT INTO grants (seq, id, account, pool, class, period, amount, remaining, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		seq, id, g.account, string(g.pool), int64(g.class), g.period, g.amount, g.remaining, g.at)
	if err != nil {
		return 0, "", err
	}
	_, err = c.exec("INSERT INTO transfers (id, part, from_acct, to_acct, units, at) VALUES (?, 0, ?, ?, ?, ?)",
		id, ledger.issued, seq, g.amount, g.at)
	return seq, id, err
}
