package postgres

import (
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"toolcrib/internal/account"
	"toolcrib/internal/store/ledger"
)

// book is what a transaction has read behind its locks, as a ledger.Book.
type book struct {
	at       int64                    // time of the transaction, milliseconds
	accounts map[int64]*lockedAccount // by number
	keys     map[string]*ledger.Key   // by ID
	keyIDs   map[int64]string
	wanted   []poolRows // in the order of wantedPools
	rows     map[poolKey]*poolRows
	pools    map[ledger.PoolRef]*ledger.Pool
	made     map[string]*madeRow // by ID
	replies  map[replyKey]*account.Reply
}

type lockedAccount struct {
	seq       int64
	id        string
	suspended bool
	lastAt    int64
}

type poolKey struct {
	account string
	pool    account.Pool
	class   account.Class
}

// poolRows are the grants of one pool as the database has them.
type poolRows struct {
	monthly  *ledger.Grant // the newest
	period   string        // of monthly
	open     []*ledger.Grant
	everPaid bool
}

type madeRow struct {
	ledger.Made
	key          int64
	overflowPool string
}

type replyKey struct {
	key  int64
	hash [32]byte
}

func newBook(w *wants) *book {
	n := len(w.pools.pools)
	b := &book{
		accounts: make(map[int64]*lockedAccount, len(w.accounts)),
		keys:     make(map[string]*ledger.Key, len(w.keys)),
		keyIDs:   make(map[int64]string, len(w.keys)),
		wanted:   make([]poolRows, n),
		rows:     make(map[poolKey]*poolRows, n),
		pools:    make(map[ledger.PoolRef]*ledger.Pool, n),
		made:     make(map[string]*madeRow),
		replies:  make(map[replyKey]*account.Reply),
	}
	for i := range b.wanted {
		b.rows[poolKey{w.pools.accounts[i], account.Pool(w.pools.pools[i]), account.Class(w.pools.classes[i])}] = &b.wanted[i]
	}
	return b
}

func (b *book) addAccount(row pgx.Rows) error {
	a := new(lockedAccount)
	var suspended int64
	err := row.Scan(&a.seq, &a.id, &suspended, &a.lastAt)
	a.suspended = suspended != 0
	b.accounts[a.seq] = a
	return err
}

// addKey passes over a key of an account that is not locked: the charge that
// named it was for another account than the key's.
func (b *book) addKey(row pgx.Rows) error {
	k := new(ledger.Key)
	var id, env string
	var ended int64
	if err := row.Scan(&k.Seq, &id, &k.Account, &env, &ended, &k.ExpiresAt, &k.Cap, &k.Used, &k.Held); err != nil {
		return err
	}
	if a := b.accounts[k.Account]; a != nil {
		k.AccountID, k.Suspended, k.NotBefore = a.id, a.suspended, a.lastAt
		k.Env, k.Ended = account.Env(env), ended != 0
		b.keys[id], b.keyIDs[k.Seq] = k, id
	}
	return nil
}

func (b *book) addGrant(row pgx.Rows) error {
	g := new(ledger.Grant)
	var n, class int64
	var period string
	if err := row.Scan(&n, &g.Seq, &class, &period, &g.Amount, &g.Remaining, &g.Held); err != nil {
		return err
	}
	g.Class = account.Class(class)
	switch p := &b.wanted[n-1]; {
	case g.Class <= account.ClassFree:
		p.monthly, p.period = g, period
	case g.Seq == 0:
		p.everPaid = true
	default:
		p.open = append(p.open, g)
	}
	return nil
}

func (b *book) addMade(row pgx.Rows) error {
	m := new(madeRow)
	var id string
	err := row.Scan(&id, &m.key, &m.At, &m.Taken.Overflow, &m.overflowPool)
	b.made[id] = m
	return err
}

func (b *book) addTaken(row pgx.Rows) error {
	var id, pool string
	var class, units int64
	err := row.Scan(&id, &class, &pool, &units)
	if m := b.made[id]; m != nil && pool != m.overflowPool {
		ledger.AddTaken(&m.Taken, account.Class(class), units)
	}
	return err
}

func (b *book) addReply(row pgx.Rows) error {
	r := new(account.Reply)
	var key, until int64
	var hash, fingerprint []byte
	err := row.Scan(&key, &hash, &fingerprint, &r.ChargeID, &r.Body, &until)
	copy(r.Key[:], hash)
	copy(r.Fingerprint[:], fingerprint)
	r.Until = time.UnixMilli(until).UTC()
	b.replies[replyKey{key, r.Key}] = r
	return err
}

// settle fills in what follows from the time of the transaction and from one
// row about another.
func (b *book) settle(at int64) {
	b.at = at
	for _, k := range b.keys {
		if k.NotBefore < at && period(k.NotBefore) != period(at) {
			k.Used = 0 // it was of an earlier month
		}
	}
	for _, m := range b.made {
		if m.KeyID = b.keyIDs[m.key]; m.KeyID != "" {
			m.AccountID = b.keys[m.KeyID].AccountID
		}
	}
}

func period(at int64) string { return account.Period(time.UnixMilli(at)) }

// Key finds a key; nil where there is none.
func (b *book) Key(id string) (*ledger.Key, error) { return b.keys[id], nil }

// Pool finds what an account has of a pool.
func (b *book) Pool(ref ledger.PoolRef, planned int64) (*ledger.Pool, error) {
	if p := b.pools[ref]; p != nil {
		return p, nil
	}
	rows := b.rows[poolKey{b.accounts[ref.Account].id, ref.Pool, ref.Monthly}]
	if rows == nil {
		return nil, fmt.Errorf("postgres: pool %s was not read", ref.Pool)
	}
	p := &ledger.Pool{Ref: ref, Grants: rows.open, EverPaid: rows.everPaid}
	switch {
	case rows.monthly != nil && rows.period == ref.Period:
		p.Monthly = rows.monthly
	case planned > 0:
		p.Monthly = &ledger.Grant{Class: ref.Monthly, Amount: planned, Remaining: planned}
	}
	b.pools[ref] = p
	return p, nil
}

// Reply finds the reply kept under an idempotency key.
func (b *book) Reply(key *ledger.Key, idempotencyKey [32]byte, at int64) (*account.Reply, error) {
	if r := b.replies[replyKey{key.Seq, idempotencyKey}]; r != nil && r.Until.UnixMilli() > at {
		return r, nil
	}
	return nil, nil
}

// Made finds a charge that is stored; nil where there is none.
func (b *book) Made(id string) (*ledger.Made, error) {
	if m := b.made[id]; m != nil {
		return &m.Made, nil
	}
	return nil, nil
}
