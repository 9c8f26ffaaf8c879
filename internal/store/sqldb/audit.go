package sqldb

import (
	"context"
	"errors"
	"math"
	"time"

	"toolcrib/internal/account"
)

// Record enters something that changed nothing in the store itself.
func (s *Store) Record(ctx context.Context, action, target, detail string) error {
	return fail("audit", s.db.WriteAside(ctx, func(tx Tx, now int64) error {
		acct, err := queryInt(tx, "SELECT seq FROM accounts WHERE id = $1", target)
		if err != nil && !errors.Is(err, account.ErrNotFound) {
			return err
		}
		return s.record(ctx, tx, now, acct, action, target, detail)
	}))
}

// record adds to the audit log within a transaction. It is the last thing the
// transaction does: from here on it keeps out all others that add to the log.
// acct is the number of the account that the entry is about, 0 where it is
// about none alone.
func (s *Store) record(ctx context.Context, tx Tx, now, acct int64, action, target, detail string) error {
	e := account.AuditEntry{At: fromMillis(now), Actor: account.ActorOf(ctx), Action: action, Target: target, Detail: detail}
	var prev []byte
	found, err := queryRow(tx, "SELECT seq, hash FROM audit_head"+s.dialect.Lock, []any{&e.Seq, &prev})
	if err != nil {
		return err
	}
	if !found {
		return errors.New("the row of audit_head is missing")
	}
	e.Seq++
	copy(e.Prev[:], prev)
	e.Hash = e.Sum()
	var of any
	if acct != 0 {
		of = acct
	}
	_, err = tx.Exec(`INSERT INTO audit_log (seq, at, actor, address, action, target, detail, prev, hash, account)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		e.Seq, now, e.Actor.Name, e.Actor.Address, e.Action, e.Target, e.Detail, e.Prev[:], e.Hash[:], of)
	if err == nil {
		_, err = tx.Exec("UPDATE audit_head SET seq = $1, hash = $2", e.Seq, e.Hash[:])
	}
	return err
}

const selectAudit = "SELECT seq, at, actor, address, action, target, detail, prev, hash FROM audit_log "

// Audit lists up to limit entries with Seq above after, in order.
func (s *Store) Audit(ctx context.Context, after int64, limit int) ([]account.AuditEntry, error) {
	return s.audit(ctx, "WHERE seq > $1 ORDER BY seq LIMIT $2", after, int64(limit))
}

// AccountAudit lists up to limit entries about one account, or with "" about
// any, latest first, with Seq below before where that is above 0.
func (s *Store) AccountAudit(ctx context.Context, accountID string, before int64, limit int) ([]account.AuditEntry, error) {
	if before <= 0 {
		before = math.MaxInt64
	}
	if accountID == "" {
		return s.audit(ctx, "WHERE seq < $1 ORDER BY seq DESC LIMIT $2", before, int64(limit))
	}
	return s.audit(ctx, `WHERE account = (SELECT seq FROM accounts WHERE id = $1) AND seq < $2
		ORDER BY seq DESC LIMIT $3`, accountID, before, int64(limit))
}

func (s *Store) audit(ctx context.Context, where string, args ...any) (list []account.AuditEntry, err error) {
	err = s.db.Read(ctx, func(tx Tx, _ int64) error {
		list = nil
		return eachAudit(tx, where, func(e account.AuditEntry) { list = append(list, e) }, args...)
	})
	return list, fail("audit", err)
}

func eachAudit(tx Tx, where string, each func(account.AuditEntry), args ...any) error {
	return tx.Query(selectAudit+where, func(scan func(...any) error) error {
		var e account.AuditEntry
		var at int64
		var prev, hash []byte
		err := scan(&e.Seq, &at, &e.Actor.Name, &e.Actor.Address, &e.Action, &e.Target, &e.Detail, &prev, &hash)
		if err != nil {
			return err
		}
		e.At = fromMillis(at)
		copy(e.Prev[:], prev)
		copy(e.Hash[:], hash)
		each(e)
		return nil
	}, args...)
}

// formatTime is how the audit log writes a time.
func formatTime(t time.Time) string { return t.UTC().Format(time.RFC3339) }
