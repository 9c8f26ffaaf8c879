package postgres

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5/pgxpool"

	"toolcrib/internal/account"
)

// wants is what a batch needs to know of the database.
type wants struct {
	ids      []string // of the charges
	accounts []string
	keys     []string
	pools    wantedPools
	replies  wantedReplies
}

// wantedPools are columns: what an account has of a pool, with the monthly
// grant of a class.
type wantedPools struct {
	accounts []string
	pools    []string
	classes  []int64
}

// wantedReplies are columns: idempotency keys of API keys.
type wantedReplies struct {
	keys   []string
	hashes [][]byte
}

func (s *Store) wantsOf(charges []account.Charge) *wants {
	w := new(wants)
	seen := make(map[poolKey]bool, len(charges))
	for i := range charges {
		ch := &charges[i]
		w.ids = append(w.ids, ch.ID)
		w.accounts = append(w.accounts, ch.AccountID)
		w.keys = append(w.keys, ch.KeyID)
		for _, key := range [...]poolKey{
			{ch.AccountID, ch.Pool, account.ClassFree},
			{ch.AccountID, ch.Allowance, account.ClassAllowance},
			{ch.AccountID, s.plan.Overflow[ch.Pool].Pool, account.ClassFree},
		} {
			if key.pool != "" && !seen[key] {
				seen[key] = true
				w.pools.add(key)
			}
		}
		if ch.Reply != nil {
			w.replies.keys = append(w.replies.keys, ch.KeyID)
			w.replies.hashes = append(w.replies.hashes, ch.Reply.Key[:])
		}
	}
	w.accounts, w.keys = distinct(w.accounts), distinct(w.keys)
	return w
}

func (w *wantedPools) add(key poolKey) {
	w.accounts = append(w.accounts, key.account)
	w.pools = append(w.pools, string(key.pool))
	w.classes = append(w.classes, int64(key.class))
}

func distinct(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

const (
	// lockAccounts locks in one order everywhere, so that no two batches wait
	// for each other.
	lockAccounts = `SELECT seq, id, suspended, last_at FROM accounts WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE`

	// readKeys sums what is held and the usage of keys that have a cap in the month of the
	// account's last charge: in a later month nothing has been used.
	readKeys = `SELECT k.seq, k.id, k.account, k.env,
			CASE WHEN k.revoked_at IS NULL AND k.disabled = 0 THEN 0 ELSE 1 END, coalesce(k.expires_at, 0), k.monthly_cap,
			CASE WHEN k.monthly_cap = 0 THEN 0 ELSE (SELECT CAST(coalesce(sum(u.units), 0) AS BIGINT) FROM usage_daily u
				WHERE u.key = k.seq AND u.day >= (SELECT CAST(to_char(to_timestamp(a.last_at / 1000) AT TIME ZONE 'UTC', 'YYYYMM01') AS BIGINT)
					FROM accounts a WHERE a.seq = k.account)) END,
			CASE WHEN k.monthly_cap = 0 THEN 0 ELSE (SELECT CAST(coalesce(sum(h.units), 0) AS BIGINT) FROM holds h
				WHERE h.key = k.seq AND h.state = 'held') END
		FROM api_keys k WHERE k.id = ANY($1)`

	// readGrants finds, for each pool wanted, the newest monthly grant, the
	// others that have units left, and one row of no grant where any was bought.
	// A month older than the newest cannot be wanted, since the account's time
	// never goes back.
	readGrants = `WITH w AS MATERIALIZED (
			SELECT w.n, (SELECT a.seq FROM accounts a WHERE a.id = w.account) AS account, w.pool, w.class
			FROM unnest(CAST($1 AS TEXT[]), CAST($2 AS TEXT[]), CAST($3 AS BIGINT[])) WITH ORDINALITY AS w (account, pool, class, n)
		)
		SELECT w.n, g.seq, g.class, g.period, g.amount, g.remaining, g.held FROM w CROSS JOIN LATERAL (
			(SELECT seq, class, period, amount, remaining, held FROM grants
				WHERE account = w.account AND pool = w.pool AND class = w.class AND class <= 1 ORDER BY period DESC LIMIT 1)
			UNION ALL
			(SELECT seq, class, period, amount, remaining, held FROM grants
				WHERE w.class = 1 AND account = w.account AND pool = w.pool AND class >= 2 AND NOT used_up)
			UNION ALL
			(SELECT 0, class, period, 0, 0, 0 FROM grants
				WHERE w.class = 1 AND account = w.account AND pool = w.pool AND class = 3 LIMIT 1)
		) g ORDER BY g.class, g.seq`

	readReplies = `SELECT i.key, i.hash, i.fingerprint, i.charge, i.body, i.expires_at
		FROM unnest(CAST($1 AS TEXT[]), CAST($2 AS BYTEA[])) AS w (key, hash)
		JOIN api_keys k ON k.id = w.key JOIN idempotency i ON i.key = k.seq AND i.hash = w.hash`

	readCharges = `SELECT id, key, at, overflow, overflow_pool FROM charges WHERE id = ANY($1)`

	readTransfers = `SELECT t.id, g.class, g.pool, t.units
		FROM transfers t JOIN grants g ON g.seq = t.from_acct WHERE t.id = ANY($1)`
)

// load begins the transaction, locks the accounts and reads what is wanted, in
// one round trip; in two where charges were made before.
func (s *Store) load(ctx context.Context, conn *pgxpool.Conn, w *wants) (*book, error) {
	b := newBook(w)
	var micros int64
	var p pipeline
	p.exec(beginWrite)
	p.query(lockAccounts, b.addAccount, w.accounts)
	s.readClock(&p, &micros)
	p.query(readKeys, b.addKey, w.keys)
	p.query(readGrants, b.addGrant, w.pools.accounts, w.pools.pools, w.pools.classes)
	p.query(readCharges, b.addMade, w.ids)
	if len(w.replies.keys) > 0 {
		p.query(readReplies, b.addReply, w.replies.keys, w.replies.hashes)
	}
	if err := p.run(ctx, conn); err != nil {
		return nil, err
	}
	b.settle(micros / 1000)
	if len(b.made) == 0 {
		return b, nil
	}
	var taken pipeline
	taken.query(readTransfers, b.addTaken, w.ids)
	return b, taken.run(ctx, conn)
}
