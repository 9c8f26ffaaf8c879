package sqlite

import (
	"errors"
	"maps"

	"toolcrib/internal/account"
	"toolcrib/internal/store/ledger"
	"toolcrib/internal/store/sqldb"
)

// mirrorLimit bounds the keys and pools held in memory (about 200 bytes each).
// When it is passed the mirror is dropped as a whole: simpler than choosing,
// and rare enough to cost nothing.
const mirrorLimit = 200_000

// mirror is what the holder of the write lock knows of the file's rows: the
// ledger.Book of its charges. See the package documentation for why none of it
// can be stale.
type mirror struct {
	deltas  *deltas                // what the rows do not show yet
	c       *conn                  // of the transaction in progress
	limit   int                    // mirrorLimit, lower in tests of the bound
	valid   bool                   // false until refresh has read what follows
	version int64                  // PRAGMA data_version it is true for
	lastAt  int64                  // time of the last charge
	period  string                 // the month that keys and pools are of
	keys    map[string]*ledger.Key // by key ID
	pools   map[ledger.PoolRef]*ledger.Pool
	pairs   map[account.Pool]ledgerPair
}

var _ ledger.Book = (*mirror)(nil)

// ledgerPair holds the ledger accounts every pool has from its first unit on.
type ledgerPair struct{ issued, consumed int64 }

func (m *mirror) reset() {
	*m = mirror{
		deltas: m.deltas, limit: m.limit,
		keys:  make(map[string]*ledger.Key),
		pools: make(map[ledger.PoolRef]*ledger.Pool),
		pairs: make(map[account.Pool]ledgerPair),
	}
}

// refresh drops what may be out of date.
func (m *mirror) refresh(c *conn, version int64) error {
	if m.valid && version == m.version && len(m.keys)+len(m.pools) <= m.limit {
		return nil
	}
	m.reset()
	at, found, err := c.queryInt("SELECT at FROM ledger_applied")
	if err != nil {
		return err
	}
	if !found {
		return errors.New("sqlite: the row of ledger_applied is missing")
	}
	m.valid, m.version, m.lastAt = true, version, max(at, m.deltas.at)
	return nil
}

// enter makes the mirror one of the given month, for the transaction on c:
// what it knew of the monthly grants and caps of another no longer holds.
func (m *mirror) enter(c *conn, period string) {
	m.c = c
	if m.period != period {
		m.period = period
		clear(m.keys)
		clear(m.pools)
	}
}

// forget drops what is known of an account.
func (m *mirror) forget(acct int64) {
	maps.DeleteFunc(m.keys, func(_ string, k *ledger.Key) bool { return k.Account == acct })
	maps.DeleteFunc(m.pools, func(ref ledger.PoolRef, _ *ledger.Pool) bool { return ref.Account == acct })
}

// Key returns the key with the given ID, or nil when there is none. Unknown
// keys are not remembered, so that inventing them fills no memory.
func (m *mirror) Key(id string) (*ledger.Key, error) {
	if k, ok := m.keys[id]; ok {
		return k, nil
	}
	k, err := sqldb.ReadKey(m.c, id, m.period)
	if err != nil || k == nil {
		return nil, err
	}
	if k.Cap > 0 {
		more, err := m.deltas.used(k.Seq, m.period)
		if err != nil {
			return nil, err
		}
		k.Used += more
	}
	m.keys[id] = k
	return k, nil
}

// Pool returns what an account has of a pool.
func (m *mirror) Pool(ref ledger.PoolRef, planned int64) (*ledger.Pool, error) {
	if p, ok := m.pools[ref]; ok {
		return p, nil
	}
	p, err := sqldb.ReadPool(m.c, ref, planned)
	if err != nil {
		return nil, err
	}
	if p.Monthly != nil {
		p.Monthly.Remaining -= m.deltas.taken(p.Monthly.Seq)
	}
	for _, g := range p.Grants {
		g.Remaining -= m.deltas.taken(g.Seq)
	}
	m.pools[ref] = p
	return p, nil
}

// Reply returns the reply kept under an idempotency key.
func (m *mirror) Reply(key *ledger.Key, idempotencyKey [32]byte, at int64) (*account.Reply, error) {
	return sqldb.ReadReply(m.c, key.Seq, idempotencyKey, at)
}

// Made returns a charge that is stored.
func (m *mirror) Made(id string) (*ledger.Made, error) { return sqldb.ReadMade(m.c, id) }

// pair returns the ledger accounts of a pool, making them the first time.
func (m *mirror) pair(pool account.Pool) (l ledgerPair, err error) {
	l, ok := m.pairs[pool]
	if ok {
		return l, nil
	}
	if l.issued, err = sqldb.LedgerAccount(m.c, pool, "issued"); err != nil {
		return l, err
	}
	if l.consumed, err = sqldb.LedgerAccount(m.c, pool, "consumed"); err != nil {
		return l, err
	}
	m.pairs[pool] = l
	return l, nil
}
