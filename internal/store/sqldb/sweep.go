package sqldb

import (
	"context"
	"time"
)

const (
	// sweepRows bounds what one Sweep removes of each kind.
	sweepRows = 1000
	// keepEvents is how long an event is kept after it was delivered or given up.
	keepEvents = 30 * 24 * time.Hour
)

// Sweep removes replies past their time and events that ended long ago.
func (s *Store) Sweep(ctx context.Context) (removed int, err error) {
	err = s.db.WriteAside(ctx, func(tx Tx, now int64) error {
		removed = 0
		for _, old := range []struct {
			query  string
			before int64
		}{
			{"DELETE FROM idempotency WHERE seq IN (SELECT seq FROM idempotency WHERE expires_at <= $1 LIMIT $2)", now},
			{"DELETE FROM events WHERE seq IN (SELECT seq FROM events WHERE settled_at <= $1 LIMIT $2)", now - keepEvents.Milliseconds()},
		} {
			n, err := tx.Exec(old.query, old.before, int64(sweepRows))
			if err != nil {
				return err
			}
			removed += int(n)
		}
		return nil
	})
	return removed, fail("sweep", err)
}
