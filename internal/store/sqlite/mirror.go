package sqlite

import (
	"database/sql/driver"
	"errors"

	"toolcrib/internal/account"
)

// mirrorLimit bounds the keys and pools held in memory (about 200 bytes each).
// When it is passed the mirror is dropped as a whole: simpler than choosing,
// and rare enough to cost nothing.
const mirrorLimit = 200_000

// mirror is what the holder of the write lock knows of the file's rows. See
// the package documentation for why none of it can be stale.
type mirror struct {
	limit   int                   // mirrorLimit, lower in tests of the bound
	valid   bool                  // false until refresh has read what follows
	version int64                 // PRAGMA data_version it is true for
	lastAt  int64                 // time of the last charge
	period  string                // the month that keys and pools are of
	keys    map[string]*mirrorKey // by key ID
	pools   map[poolRef]*mirrorPool
	ledger  map[account.Pool]ledgerPair
}

type mirrorKey struct {
	seq       int64
	account   int64
	accountID string
	suspended bool
	revoked   bool
	expiresAt int64 // 0 = never
	cap       int64 // 0 = none
	used      int64 // units this month; kept only where there is a cap
}

func (k *mirrorKey) active(at int64) bool {
	return !k.revoked && (k.expiresAt == 0 || at < k.expiresAt)
}

type poolRef struct {
	account int64
	pool    account.Pool
	monthly account.Class // of its monthly grant: free, or the allowance
}

// mirrorPool is what one account has of one pool in the mirror's month.
type mirrorPool struct {
	ref      poolRef
	monthly  *mirrorGrant   // this month's free units or allowance; nil = none
	grants   []*mirrorGrant // promo, then prepaid, each oldest first
	everPaid bool
}

// mirrorGrant is one grant. A monthly grant that no charge has drawn on yet
// has no row: its seq is 0 until then.
type mirrorGrant struct {
	seq       int64
	class     account.Class
	amount    int64
	remaining int64
	taken     int64 // by the batch in progress, not yet written
}

// ledgerPair holds the ledger accounts every pool has from its first unit on.
type ledgerPair struct{ issued, consumed int64 }

func (m *mirror) reset() {
	*m = mirror{
		limit:  m.limit,
		keys:   make(map[string]*mirrorKey),
		pools:  make(map[poolRef]*mirrorPool),
		ledger: make(map[account.Pool]ledgerPair),
	}
}

// refresh drops what may be out of date. It must run inside a transaction:
// data_version then belongs to the snapshot the transaction works on.
func (m *mirror) refresh(c *conn) error {
	version, _, err := c.queryInt("PRAGMA data_version")
	if err != nil {
		return err
	}
	if m.valid && version == m.version && len(m.keys)+len(m.pools) <= m.limit {
		return nil
	}
	m.reset()
	at, found, err := c.queryInt("SELECT at FROM ledger_clock")
	if err != nil {
		return err
	}
	if !found {
		return errors.New("sqlite: the row of ledger_clock is missing")
	}
	m.valid, m.version, m.lastAt = true, version, at
	return nil
}

// enter makes the mirror one of the given month: what it knew of the monthly
// grants and caps of another no longer holds.
func (m *mirror) enter(period string) {
	if m.period != period {
		m.period = period
		clear(m.keys)
		clear(m.pools)
	}
}

// key returns the key with the given ID, or nil when there is none. Unknown
// keys are not remembered, so that inventing them fills no memory.
func (m *mirror) key(c *conn, id string) (*mirrorKey, error) {
	if k, ok := m.keys[id]; ok {
		return k, nil
	}
	var k *mirrorKey
	err := c.query(`SELECT k.seq, k.account, a.id, a.suspended, k.revoked_at IS NOT NULL,
			coalesce(k.expires_at, 0), k.monthly_cap
		FROM api_keys k JOIN accounts a ON a.seq = k.account WHERE k.id = ?`,
		func(row []driver.Value) {
			k = &mirrorKey{
				seq:       row[0].(int64),
				account:   row[1].(int64),
				accountID: row[2].(string),
				suspended: row[3].(int64) != 0,
				revoked:   row[4].(int64) != 0,
				expiresAt: row[5].(int64),
				cap:       row[6].(int64),
			}
		}, id)
	if err != nil || k == nil {
		return nil, err
	}
	if k.cap > 0 {
		if k.used, err = m.unitsUsed(c, k.seq); err != nil {
			return nil, err
		}
	}
	m.keys[id] = k
	return k, nil
}

func (m *mirror) unitsUsed(c *conn, key int64) (int64, error) {
	first, last, err := monthDays(m.period)
	if err != nil {
		return 0, err
	}
	units, _, err := c.queryInt(
		"SELECT sum(units) FROM usage_daily WHERE key = ? AND day BETWEEN ? AND ?", key, first, last)
	return units, err
}

// pool returns what an account has of a pool. planned is the month's grant of
// it by the plan, used while this month's grant has not been made.
func (m *mirror) pool(c *conn, ref poolRef, planned int64) (*mirrorPool, error) {
	if p, ok := m.pools[ref]; ok {
		return p, nil
	}
	p := &mirrorPool{ref: ref}
	err := c.query(`SELECT seq, class, amount, remaining FROM grants
		WHERE account = ? AND pool = ? AND (class >= 2 OR class = ? AND period = ?)
		ORDER BY class, seq`,
		func(row []driver.Value) {
			g := &mirrorGrant{
				seq:       row[0].(int64),
				class:     account.Class(row[1].(int64)),
				amount:    row[2].(int64),
				remaining: row[3].(int64),
			}
			p.everPaid = p.everPaid || g.class == account.ClassPrepaid
			switch {
			case g.class == ref.monthly:
				p.monthly = g
			case g.remaining > 0:
				p.grants = append(p.grants, g)
			}
		}, ref.account, string(ref.pool), int64(ref.monthly), m.period)
	if err != nil {
		return nil, err
	}
	if p.monthly == nil && planned > 0 {
		p.monthly = &mirrorGrant{class: ref.monthly, amount: planned, remaining: planned}
	}
	m.pools[ref] = p
	return p, nil
}

// pair returns the ledger accounts of a pool, making them the first time.
func (m *mirror) pair(c *conn, pool account.Pool) (ledgerPair, error) {
	if l, ok := m.ledger[pool]; ok {
		return l, nil
	}
	var l ledgerPair
	for kind, seq := range map[string]*int64{"issued": &l.issued, "consumed": &l.consumed} {
		n, found, err := c.queryInt("SELECT seq FROM ledger_accounts WHERE pool = ? AND kind = ?", string(pool), kind)
		if err == nil && !found {
			n, err = c.insert("INSERT INTO ledger_accounts (pool, kind) VALUES (?, ?)", string(pool), kind)
		}
		if err != nil {
			return ledgerPair{}, err
		}
		*seq = n
	}
	m.ledger[pool] = l
	return l, nil
}

// The following forget what a change of this process has just made untrue.

func (m *mirror) forgetKey(id string) { delete(m.keys, id) }

func (m *mirror) forgetPool(acct int64, pool account.Pool) {
	delete(m.pools, poolRef{acct, pool, account.ClassFree})
	delete(m.pools, poolRef{acct, pool, account.ClassAllowance})
}

func (m *mirror) forgetKeysOf(accountID string) {
	for id, k := range m.keys {
		if k.accountID == accountID {
			delete(m.keys, id)
		}
	}
}
