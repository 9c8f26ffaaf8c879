package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"

	"toolcrib/internal/account"
	"toolcrib/internal/store/ledger"
)

// ChargeBatch decides every charge in one durable transaction of two round
// trips. A charge whose ID is stored already is answered as it was charged,
// with the balance of now; that is also what makes it right to send a batch
// again whose COMMIT was not answered. An error means that none was made, or,
// where the connection broke each time, that it is not known; then too each
// was made once or not at all.
func (s *Store) ChargeBatch(ctx context.Context, charges []account.Charge) (verdicts []account.Verdict, err error) {
	for i := range charges {
		if err := ledger.Validate(&charges[i]); err != nil {
			return nil, err
		}
	}
	if len(charges) == 0 {
		return nil, nil
	}
	w := s.wantsOf(charges)
	err = again(ctx, s.hot, func(conn *pgxpool.Conn) error {
		verdicts = make([]account.Verdict, len(charges))
		return s.charge(ctx, conn, w, charges, verdicts)
	})
	if err != nil {
		return nil, fmt.Errorf("postgres: charge: %w", err)
	}
	return verdicts, nil
}

func (s *Store) charge(ctx context.Context, conn *pgxpool.Conn, w *wants, charges []account.Charge, verdicts []account.Verdict) error {
	pairs, err := s.pairsOf(ctx, conn, w.pools.pools)
	if err != nil {
		return err
	}
	book, err := s.load(ctx, conn, w)
	if err != nil {
		return err
	}
	var b ledger.Batch
	b.Begin(book, s.plan, book.at)
	for i := range charges {
		if err := b.DecideAny(&charges[i], &verdicts[i]); err != nil {
			return err
		}
	}
	if len(b.Charges) == 0 {
		return nil
	}
	return flush(ctx, conn, &b, pairs)
}
