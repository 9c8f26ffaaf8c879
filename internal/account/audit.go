package account

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"time"
)

// Actor is who makes a change.
type Actor struct {
	Name    string // "cli:<user>", "user_<ULID>", "key_<ULID>", "system"
	Address string // network address, "" where there is none
}

type actorKey struct{}

// WithActor returns a context whose changes are made in the name of a.
func WithActor(ctx context.Context, a Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, a)
}

// ActorOf is the actor of a context, "system" where none was named.
func ActorOf(ctx context.Context) Actor {
	if a, ok := ctx.Value(actorKey{}).(Actor); ok {
		return a
	}
	return Actor{Name: "system"}
}

// AuditEntry is one line of the audit log. The log is only ever added to, and
// each entry holds the hash of the one before, so that a line changed, left
// out or put in shows.
type AuditEntry struct {
	Seq    int64 // from 1, without gap
	At     time.Time
	Actor  Actor
	Action string // such as "key.revoke"
	Target string // the ID of what was changed
	Detail string // what it was changed to, in words; never a secret
	Prev   [sha256.Size]byte
	Hash   [sha256.Size]byte
}

// Sum is the hash that the entry must have: SHA-256 over the hash before it
// and its fields, each text preceded by its length so that no two entries
// read the same.
func (e *AuditEntry) Sum() [sha256.Size]byte {
	b := append([]byte{}, e.Prev[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(e.Seq))
	b = binary.BigEndian.AppendUint64(b, uint64(e.At.UnixMilli()))
	for _, text := range []string{e.Actor.Name, e.Actor.Address, e.Action, e.Target, e.Detail} {
		b = binary.BigEndian.AppendUint32(b, uint32(len(text)))
		b = append(b, text...)
	}
	return sha256.Sum256(b)
}

// AuditLog is the part of a Store that keeps the audit log.
type AuditLog interface {
	// Record enters something that changed nothing in the store itself.
	Record(ctx context.Context, action, target, detail string) error
	// Audit lists up to limit entries with Seq above after, in order.
	Audit(ctx context.Context, after int64, limit int) ([]AuditEntry, error)
	// AccountAudit lists up to limit entries about one account, "" being all of
	// the log, latest first: those with Seq below before, or with 0 from the
	// latest on.
	AccountAudit(ctx context.Context, accountID string, before int64, limit int) ([]AuditEntry, error)
}
