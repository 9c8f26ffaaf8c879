package sqldb

import (
	"context"

	"toolcrib/internal/account"
	"toolcrib/internal/store/ledger"
)

// KeepReply writes the reply of a charge within its transaction. It may take
// the place of one that is past its time.
func KeepReply(tx Tx, r *ledger.ChargeRow) error {
	reply := r.Charge.Reply
	var body any
	if reply.Body != nil {
		body = reply.Body
	}
	_, err := tx.Exec(`INSERT INTO idempotency (key, hash, fingerprint, charge, body, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (key, hash) DO UPDATE SET
			fingerprint = excluded.fingerprint, charge = excluded.charge, body = excluded.body, expires_at = excluded.expires_at`,
		r.Key.Seq, reply.Key[:], reply.Fingerprint[:], r.Charge.ID, body, reply.Until.UnixMilli())
	return err
}

// ReadReply finds the reply kept for an idempotency key of an API key, as
// ledger.Book asks for it. at is in milliseconds.
func ReadReply(tx Tx, key int64, idempotencyKey [32]byte, at int64) (*account.Reply, error) {
	r := account.Reply{Key: idempotencyKey}
	var fingerprint []byte
	var until int64
	found, err := queryRow(tx, `SELECT fingerprint, charge, body, expires_at FROM idempotency
		WHERE key = $1 AND hash = $2 AND expires_at > $3`,
		[]any{&fingerprint, &r.ChargeID, &r.Body, &until}, key, idempotencyKey[:], at)
	if err != nil || !found {
		return nil, err
	}
	copy(r.Fingerprint[:], fingerprint)
	r.Until = fromMillis(until)
	return &r, nil
}

// Reply finds the reply kept for an idempotency key of an API key that may
// still be used.
func (s *Store) Reply(ctx context.Context, keyID string, idempotencyKey [32]byte) (r *account.Reply, err error) {
	err = s.db.Read(ctx, func(tx Tx, now int64) error {
		var seq, stopped, expires, last int64
		found, err := queryRow(tx, `SELECT k.seq, CASE WHEN k.revoked_at IS NULL AND k.disabled = 0 AND a.suspended = 0 THEN 0 ELSE 1 END,
				coalesce(k.expires_at, 0), `+s.dialect.LastCharge+`
			FROM api_keys k JOIN accounts a ON a.seq = k.account WHERE k.id = $1`,
			[]any{&seq, &stopped, &expires, &last}, keyID)
		if err != nil {
			return err
		}
		at := max(now, last)
		if !found || stopped != 0 || expires != 0 && expires <= at {
			return account.ErrEnded
		}
		r, err = ReadReply(tx, seq, idempotencyKey, at)
		return err
	})
	return r, fail("reply", err)
}
