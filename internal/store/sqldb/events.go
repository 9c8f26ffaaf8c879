package sqldb

import (
	"context"
	"encoding/json"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/store/ledger"
)

// EventData is the data of a quota event, a JSON object.
func EventData(e *ledger.EventRow) string {
	text, err := json.Marshal(struct {
		Account  string    `json:"account"`
		Pool     string    `json:"pool"`
		Month    string    `json:"month"`
		Percent  int64     `json:"percent"`
		Limit    int64     `json:"limit"`
		Used     int64     `json:"used"`
		ResetsAt time.Time `json:"resets_at"`
	}{e.AccountID, string(e.Pool), e.Period, e.Percent, e.Limit, e.Used, account.PeriodEnd(fromMillis(e.At))})
	if err != nil {
		// Marshal fails for kinds of values that are not among these.
		panic(err)
	}
	return string(text)
}

// InsertEvent writes a quota event within the transaction of its charge. A
// month's part is told of once, whatever happens. It is due at once, also
// where the clock has gone back since the charge.
func InsertEvent(tx Tx, e *ledger.EventRow) error {
	_, err := tx.Exec(`INSERT INTO events (id, account, kind, pool, period, percent, data, created_at, due_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0) ON CONFLICT (account, pool, period, percent) DO NOTHING`,
		account.NewID("evt", fromMillis(e.At)), e.Account, account.QuotaEvent,
		string(e.Pool), e.Period, e.Percent, EventData(e), e.At)
	return err
}

// ClaimEvents returns up to n events that are due and puts each off by lease.
// It is called all the time, so it writes nothing where none is due.
func (s *Store) ClaimEvents(ctx context.Context, n int, lease time.Duration) (list []account.Delivery, err error) {
	var due bool
	err = s.db.Read(ctx, func(tx Tx, now int64) (err error) {
		var seq int64
		due, err = queryRow(tx, "SELECT seq FROM events WHERE settled_at IS NULL AND due_at <= $1 LIMIT 1", []any{&seq}, now)
		return err
	})
	if err != nil || !due {
		return nil, fail("claim events", err)
	}
	err = s.db.WriteAside(ctx, func(tx Tx, now int64) error {
		list = nil
		_, err := tx.Exec(`UPDATE events SET settled_at = $1 WHERE settled_at IS NULL AND due_at <= $1
			AND NOT EXISTS (SELECT 1 FROM webhooks w WHERE w.account = events.account)`, now)
		if err != nil {
			return err
		}
		due, err := s.dueEvents(tx, n, now)
		if err != nil {
			return err
		}
		for _, seq := range due {
			d, err := claim(tx, seq, now+lease.Milliseconds())
			if err != nil {
				return err
			}
			list = append(list, d)
		}
		return nil
	})
	if err != nil {
		return nil, fail("claim events", err)
	}
	return list, nil
}

func (s *Store) dueEvents(tx Tx, n int, now int64) (due []int64, err error) {
	err = tx.Query(`SELECT seq FROM events
		WHERE settled_at IS NULL AND due_at <= $1 AND EXISTS (SELECT 1 FROM webhooks w WHERE w.account = events.account)
		ORDER BY due_at, seq LIMIT $2`+s.dialect.Lock+s.dialect.SkipLocked,
		func(scan func(...any) error) error {
			var seq int64
			err := scan(&seq)
			due = append(due, seq)
			return err
		}, now, int64(n))
	return due, err
}

func claim(tx Tx, seq, until int64) (d account.Delivery, err error) {
	if _, err := tx.Exec("UPDATE events SET due_at = $1 WHERE seq = $2", until, seq); err != nil {
		return d, err
	}
	var created, tries int64
	_, err = queryRow(tx, `SELECT e.id, a.id, w.url, w.secret, e.kind, e.created_at, e.data, e.tries
		FROM events e JOIN accounts a ON a.seq = e.account JOIN webhooks w ON w.account = e.account WHERE e.seq = $1`,
		[]any{&d.EventID, &d.Webhook.AccountID, &d.Webhook.URL, &d.Webhook.Secret, &d.Kind, &created, &d.Data, &tries}, seq)
	d.CreatedAt, d.Tries = fromMillis(created), int(tries)
	return d, err
}

// SettleEvent ends an event that was delivered, or given up. One that has
// ended already stays as it is.
func (s *Store) SettleEvent(ctx context.Context, eventID string, delivered bool) error {
	return fail("settle event", s.db.WriteAside(ctx, func(tx Tx, now int64) error {
		_, err := tx.Exec("UPDATE events SET settled_at = $1, delivered = $2 WHERE id = $3 AND settled_at IS NULL",
			now, flag(delivered), eventID)
		return err
	}))
}

// RetryEvent counts a try that failed and puts the event off until at.
func (s *Store) RetryEvent(ctx context.Context, eventID string, at time.Time) error {
	return fail("retry event", s.db.WriteAside(ctx, func(tx Tx, _ int64) error {
		_, err := tx.Exec("UPDATE events SET tries = tries + 1, due_at = $1 WHERE id = $2 AND settled_at IS NULL",
			at.UnixMilli(), eventID)
		return err
	}))
}
