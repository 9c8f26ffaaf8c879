// Package tally keeps what no charge records: counts of calls that were refused
// or answered again, when each key was last used, and the last calls of each
// account. It keeps them in memory and writes every few seconds, so that a
// refusal costs no transaction; what came since the last write is lost when the
// process is killed.
package tally

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/engine"
)

// Store is the part of a store that a Tally writes to.
type Store interface {
	CountRefused(ctx context.Context, rows []account.RefusedRow) error
	Touch(ctx context.Context, uses []account.Use) error
	NoteCalls(ctx context.Context, calls []account.Call) error
}

// Every how often counts and calls, and last uses, are written.
const (
	CountsEvery = 10 * time.Second
	UsesEvery   = time.Minute
)

// maxRows bounds the memory of each kind of count between two writes. What
// comes beyond it, from tens of thousands of keys at once, is not counted.
const maxRows = 50_000

// writeTimeout bounds one write, so that a store that is away is tried again
// with more counts rather than waited for.
const writeTimeout = 5 * time.Second

// Tally counts. It is safe for concurrent use.
type Tally struct {
	store Store
	now   func() time.Time
	log   *slog.Logger

	mu     sync.Mutex
	counts map[countRef]*account.RefusedRow
	uses   map[string]account.Use
	calls  callLog
}

type countRef struct {
	key, op string
	day     int64
}

// New returns a Tally that counts nothing yet.
func New(store Store, now func() time.Time, log *slog.Logger) *Tally {
	return &Tally{
		store: store, now: now, log: log,
		counts: map[countRef]*account.RefusedRow{}, uses: map[string]account.Use{}, calls: newCallLog(),
	}
}

// Observe counts one call, and notes it where it has an ID.
func (t *Tally) Observe(o engine.Observed) {
	at := t.now()
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, known := t.uses[o.Key.ID]; known || len(t.uses) < maxRows {
		t.uses[o.Key.ID] = account.Use{KeyID: o.Key.ID, At: at, Op: o.Op, Network: account.Network(o.From)}
	}
	if o.Refused || o.Replay {
		t.count(o, account.Day(at))
	}
	if o.ID != "" {
		t.calls.add(account.Call{
			ID: "req_" + o.ID, AccountID: o.Key.AccountID, KeyID: o.Key.ID, At: at, Op: o.Op,
			Status: o.Status, Code: string(o.Code), Units: o.Units, Pool: o.Pool, Took: o.Took,
		})
	}
}

func (t *Tally) count(o engine.Observed, day int64) {
	ref := countRef{o.Key.ID, o.Op, day}
	row := t.counts[ref]
	if row == nil {
		if len(t.counts) >= maxRows {
			return
		}
		row = &account.RefusedRow{KeyID: ref.key, Day: day, Op: ref.op}
		t.counts[ref] = row
	}
	if o.Replay {
		row.Replays++
	} else {
		row.Errors++
	}
}

// Run writes until ctx ends, and once more then.
func (t *Tally) Run(ctx context.Context) {
	counts, uses := time.NewTicker(CountsEvery), time.NewTicker(UsesEvery)
	defer counts.Stop()
	defer uses.Stop()
	// What is being written when ctx ends would have to be written again.
	whole := context.WithoutCancel(ctx)
	for {
		select {
		case <-counts.C:
			t.writeCounts(whole)
			t.writeCalls(whole)
		case <-uses.C:
			t.writeUses(whole)
		case <-ctx.Done():
			t.writeCounts(whole)
			t.writeUses(whole)
			t.writeCalls(whole)
			return
		}
	}
}

func (t *Tally) writeCounts(ctx context.Context) {
	t.mu.Lock()
	counts := t.counts
	t.counts = map[countRef]*account.RefusedRow{}
	t.mu.Unlock()
	rows := make([]account.RefusedRow, 0, len(counts))
	for _, row := range counts {
		rows = append(rows, *row)
	}
	if t.write(ctx, len(rows), func(ctx context.Context) error { return t.store.CountRefused(ctx, rows) }) {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for ref, row := range counts {
		if since := t.counts[ref]; since != nil {
			since.Errors += row.Errors
			since.Replays += row.Replays
		} else if len(t.counts) < maxRows {
			t.counts[ref] = row
		}
	}
}

func (t *Tally) writeUses(ctx context.Context) {
	t.mu.Lock()
	uses := t.uses
	t.uses = map[string]account.Use{}
	t.mu.Unlock()
	rows := make([]account.Use, 0, len(uses))
	for _, use := range uses {
		rows = append(rows, use)
	}
	if t.write(ctx, len(rows), func(ctx context.Context) error { return t.store.Touch(ctx, rows) }) {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for key, use := range uses {
		if _, since := t.uses[key]; !since {
			t.uses[key] = use
		}
	}
}

// write tells whether there was nothing to write or it was written.
func (t *Tally) write(ctx context.Context, rows int, f func(context.Context) error) bool {
	if rows == 0 {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	err := f(ctx)
	if err != nil {
		t.log.LogAttrs(ctx, slog.LevelWarn, "counts of refused calls, last uses or last calls were not written; they are kept and tried again",
			slog.Int("rows", rows), slog.Any("cause", err))
	}
	return err == nil
}
