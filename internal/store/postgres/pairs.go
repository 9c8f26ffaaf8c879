package postgres

import (
	"context"
	"maps"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"toolcrib/internal/account"
)

// pair is what the units of a pool come from and go to: ledger accounts, which
// never change once they are made.
type pair struct{ issued, consumed int64 }

const (
	makePairs = `INSERT INTO ledger_accounts (pool, kind)
		SELECT DISTINCT p.pool, k.kind FROM unnest(CAST($1 AS TEXT[])) AS p (pool), (VALUES ('consumed'), ('issued')) AS k (kind)
		ORDER BY p.pool, k.kind ON CONFLICT (pool, kind) WHERE kind <> 'grant' DO NOTHING`
	readPairs = `SELECT i.pool, i.seq, c.seq FROM ledger_accounts i JOIN ledger_accounts c ON c.pool = i.pool
		WHERE i.kind = 'issued' AND c.kind = 'consumed' AND i.pool = ANY($1)`
)

// pairsOf finds the ledger accounts of the pools that a batch may draw on. The
// first time a pool is seen they are made, before the batch begins.
func (s *Store) pairsOf(ctx context.Context, conn *pgxpool.Conn, pools []string) (map[account.Pool]pair, error) {
	known := *s.pairs.Load()
	var missing []string
	for _, pool := range pools {
		if _, ok := known[account.Pool(pool)]; !ok {
			missing = append(missing, pool)
		}
	}
	if missing == nil {
		return known, nil
	}
	if _, err := conn.Exec(ctx, makePairs, missing); err != nil {
		return nil, err
	}
	known = maps.Clone(known)
	var p pipeline
	p.query(readPairs, func(row pgx.Rows) error {
		var pool string
		var found pair
		err := row.Scan(&pool, &found.issued, &found.consumed)
		known[account.Pool(pool)] = found
		return err
	}, missing)
	if err := p.run(ctx, conn); err != nil {
		return nil, err
	}
	s.pairs.Store(&known)
	return known, nil
}
