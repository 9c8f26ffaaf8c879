package sqldb

import (
	"context"
	"errors"
	"time"

	"toolcrib/internal/account"
)

const (
	// sweepRows bounds what one Sweep removes of each kind.
	sweepRows = 1000
	// keepEvents is how long an event is kept after it was delivered or given up.
	keepEvents = 30 * 24 * time.Hour
	// keepCalls is how long a call is kept, where no later ones replace it.
	keepCalls = 30 * 24 * time.Hour
	// keepVoided is how long a hold that was given back is known after its time.
	keepVoided = 30 * 24 * time.Hour
)

// Sweep gives back holds past their time and removes replies past their time,
// events that ended long ago, sessions and links that have run out, and old
// calls. A session of full age is found when it has not been used for so long as
// ends one.
func (s *Store) Sweep(ctx context.Context) (swept account.Swept, err error) {
	var voidErr error
	swept.Holds, voidErr = s.voidEnded(ctx)
	err = s.db.WriteAside(ctx, func(tx Tx, now int64) error {
		swept.Rows = 0
		for _, old := range []struct {
			query  string
			before int64
		}{
			{"DELETE FROM idempotency WHERE seq IN (SELECT seq FROM idempotency WHERE expires_at <= $1 LIMIT $2)", now},
			{"DELETE FROM events WHERE seq IN (SELECT seq FROM events WHERE settled_at <= $1 LIMIT $2)", now - keepEvents.Milliseconds()},
			{"DELETE FROM sessions WHERE seq IN (SELECT seq FROM sessions WHERE seen_at <= $1 LIMIT $2)", now - account.SessionIdle.Milliseconds()},
			{"DELETE FROM links WHERE seq IN (SELECT seq FROM links WHERE expires_at <= $1 LIMIT $2)", now},
			{"DELETE FROM calls WHERE id IN (SELECT id FROM calls WHERE at <= $1 LIMIT $2)", now - keepCalls.Milliseconds()},
			{"DELETE FROM holds WHERE id IN (SELECT id FROM holds WHERE state = 'voided' AND ends_at <= $1 LIMIT $2)", now - keepVoided.Milliseconds()},
		} {
			n, err := tx.Exec(old.query, old.before, int64(sweepRows))
			if err != nil {
				return err
			}
			swept.Rows += int(n)
		}
		return nil
	})
	if err != nil {
		swept.Rows = 0
	}
	return swept, fail("sweep", errors.Join(voidErr, err))
}

// Backlog counts open holds and waiting events.
func (s *Store) Backlog(ctx context.Context) (b account.Backlog, err error) {
	err = s.db.Read(ctx, func(tx Tx, _ int64) error {
		_, err := queryRow(tx, `SELECT (SELECT count(*) FROM holds WHERE state = 'held'),
			(SELECT count(*) FROM events WHERE settled_at IS NULL)`, []any{&b.Holds, &b.Events})
		return err
	})
	return b, fail("backlog", err)
}
