package postgres

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"toolcrib/internal/account"
	"toolcrib/internal/store/sqldb"
	"toolcrib/internal/window"
)

const (
	lockWindows = `SELECT id, times FROM rate_windows WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE`

	makeWindows = `INSERT INTO rate_windows (id, times, last_at)
		SELECT DISTINCT id, CAST('' AS BYTEA), 0 FROM unnest(CAST($1 AS TEXT[])) AS n (id) ORDER BY id ON CONFLICT DO NOTHING`

	writeWindows = `UPDATE rate_windows w SET times = n.times, last_at = n.at
		FROM unnest(CAST($1 AS TEXT[]), CAST($2 AS BYTEA[]), CAST($3 AS BIGINT[])) AS n (id, times, at) WHERE w.id = n.id`

	// readAhead reads the clock in microseconds, and how far it has jumped.
	readAhead = `SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000000) AS BIGINT),
		coalesce((SELECT ahead FROM window_clock WHERE one = 1), 0)`

	// setAhead does nothing where another node was first.
	setAhead = `INSERT INTO window_clock AS c (one, ahead) VALUES (1, $1)
		ON CONFLICT (one) DO UPDATE SET ahead = excluded.ahead WHERE c.ahead = $2`

	// sweepWindows passes over windows that are in use.
	sweepWindows = `DELETE FROM rate_windows WHERE id IN
		(SELECT id FROM rate_windows WHERE last_at < $1 LIMIT 1000 FOR UPDATE SKIP LOCKED)`
)

// Admit decides requests by the windows that all nodes share, in two round
// trips for all of them.
func (s *Store) Admit(ctx context.Context, limits window.Limits, requests []window.Request) ([]window.Verdict, error) {
	a := &admission{limits: limits, requests: requests}
	for _, r := range requests {
		a.want(limits.PerKey, r.KeyID)
		a.want(limits.PerAccount, r.AccountID)
	}
	err := within(ctx, s.hot, func(conn *pgxpool.Conn) error {
		for {
			err := a.run(ctx, s, conn)
			var again *prepare
			if !errors.As(err, &again) {
				return err
			}
			// By itself, since who holds locks must not wait for others' rows.
			if _, err := conn.Exec(ctx, "ROLLBACK"); err != nil {
				return err
			}
			if _, err := conn.Exec(ctx, again.query, again.args...); err != nil {
				return err
			}
		}
	})
	if err != nil {
		if errors.Is(err, errLost) || leaving(err) {
			s.hot.Reset()
		}
		return nil, fmt.Errorf("postgres: windows: %w", err)
	}
	return a.verdicts, nil
}

// prepare is what has to be done before an admission can be decided.
type prepare struct {
	query string
	args  []any
}

func (*prepare) Error() string { return "the windows are not ready" }

// admission is one transaction over windows.
type admission struct {
	limits   window.Limits
	requests []window.Request
	ids      []string
	windows  map[string]*sharedWindow
	verdicts []window.Verdict
}

type sharedWindow struct {
	window.Window
	changed bool
}

func (a *admission) want(limit int, id string) {
	if limit > 0 {
		a.ids = append(a.ids, id)
	}
}

func (a *admission) run(ctx context.Context, s *Store, conn *pgxpool.Conn) error {
	times := make(map[string][]time.Duration, len(a.ids))
	var micros, ahead int64
	var p pipeline
	p.exec(beginWrite)
	// Losing the last windows in a crash forgives a minute at most.
	p.exec("SET LOCAL synchronous_commit = off")
	p.query(lockWindows, func(row pgx.Rows) error {
		var id string
		var packed []byte
		err := row.Scan(&id, &packed)
		if err == nil {
			times[id], err = unpack(packed)
		}
		return err
	}, a.ids)
	p.query(readAhead, func(row pgx.Rows) error { return row.Scan(&micros, &ahead) })
	sent := s.watch.begin()
	if err := p.run(ctx, conn); err != nil {
		return err
	}
	if s.clock != nil {
		micros = s.clock().UnixMicro()
	}
	now := time.Duration(micros-ahead) * time.Microsecond
	if by := s.watch.jumped(now, sent); by > 0 {
		return &prepare{setAhead, []any{ahead + by.Microseconds(), ahead}}
	}
	for _, id := range a.ids {
		if _, found := times[id]; !found {
			return &prepare{makeWindows, []any{a.ids}}
		}
	}
	a.open(times, now)
	a.decide(now)
	return a.write(ctx, conn)
}

// open makes the windows of the times read. Times to come were noted before
// the database's clock was set back: they count as of now, so that no more is
// admitted, and none waits for longer than a window.
func (a *admission) open(times map[string][]time.Duration, now time.Duration) {
	a.windows = make(map[string]*sharedWindow, len(times))
	for id, list := range times {
		w := new(sharedWindow)
		for i, t := range list {
			if t > now {
				list[i], w.changed = now, true
			}
		}
		w.Window = *window.From(list)
		a.windows[id] = w
	}
}

func (a *admission) decide(now time.Duration) {
	var none sharedWindow
	of := func(limit int, id string) *sharedWindow {
		if limit > 0 {
			return a.windows[id]
		}
		return &none
	}
	a.verdicts = make([]window.Verdict, len(a.requests))
	for i, r := range a.requests {
		key, acct := of(a.limits.PerKey, r.KeyID), of(a.limits.PerAccount, r.AccountID)
		v := window.Admit(&key.Window, &acct.Window, a.limits, now)
		key.changed, acct.changed = key.changed || v.Admitted, acct.changed || v.Admitted
		a.verdicts[i] = v
	}
}

func (a *admission) write(ctx context.Context, conn *pgxpool.Conn) error {
	var ids []string
	var packed [][]byte
	var last []int64
	for id, w := range a.windows {
		if !w.changed {
			continue
		}
		times := w.Times()
		ids, packed = append(ids, id), append(packed, pack(times))
		last = append(last, times[len(times)-1].Microseconds())
	}
	if ids == nil {
		return nil
	}
	var p pipeline
	p.exec(writeWindows, ids, packed, last)
	p.exec("COMMIT")
	return p.run(ctx, conn)
}

// pack writes times, in order, as the microseconds from each to the next, of
// which the first is its own (unsigned LEB128). A row of sixty takes a third
// of what an array would, and one of six hundred stays in its page.
func pack(times []time.Duration) []byte {
	b := make([]byte, 0, 16+3*len(times))
	last := int64(0)
	for _, t := range times {
		at := t.Microseconds()
		b = binary.AppendUvarint(b, uint64(at-last))
		last = at
	}
	return b
}

func unpack(b []byte) ([]time.Duration, error) {
	times := make([]time.Duration, 0, len(b)/3)
	var at uint64
	for len(b) > 0 {
		step, n := binary.Uvarint(b)
		if n <= 0 {
			return nil, errors.New("a window that cannot be read")
		}
		at += step
		times = append(times, time.Duration(at)*time.Microsecond)
		b = b[n:]
	}
	return slices.Clip(times), nil
}

// Sweep removes what may be forgotten, windows that nothing is in among it.
func (s *Store) Sweep(ctx context.Context) (account.Swept, error) {
	swept, err := s.Store.Sweep(ctx)
	if err != nil {
		return swept, err
	}
	err = database{s}.WriteAside(ctx, func(tx sqldb.Tx, now int64) error {
		n, err := tx.Exec(sweepWindows, (now-window.Period.Milliseconds())*1000)
		if err == nil {
			swept.Rows += int(n)
		}
		return err
	})
	return swept, err
}
