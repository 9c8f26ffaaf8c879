package sqlite

import (
	"strings"

	"toolcrib/internal/store/ledger"
	"toolcrib/internal/store/sqldb"
)

// flush writes what the batch of charges decided. Nothing is written, and no
// time passes, when every charge was refused.
func (s *Store) flush(c *conn, at int64) error {
	if len(s.batch.Charges) == 0 {
		return nil
	}
	taken, err := s.takeGrants(c)
	if err != nil {
		return err
	}
	for _, step := range []func(*conn) error{s.writeCharges, s.writeTransfers, s.writeReplies, s.writeEvents} {
		if err := step(c); err != nil {
			return err
		}
	}
	s.mirror.lastAt = at
	return s.writeDeltas(c, taken, at)
}

// takeGrants gathers what was taken from each grant, and makes the monthly
// grants that were drawn on for the first time, already lowered.
func (s *Store) takeGrants(c *conn) (taken [][2]int64, err error) {
	for _, t := range s.batch.Touched {
		g := t.Grant
		if g.Seq != 0 {
			taken = append(taken, [2]int64{g.Seq, g.Taken})
		} else if g.Seq, err = s.issueMonthly(c, &t); err != nil {
			return nil, err
		}
		g.Taken = 0
	}
	return taken, nil
}

func (s *Store) issueMonthly(c *conn, t *ledger.TouchedGrant) (int64, error) {
	ref := t.Pool.Ref
	pair, err := s.mirror.pair(ref.Pool)
	if err != nil {
		return 0, err
	}
	seq, _, err := sqldb.Issue(c, pair.issued, sqldb.GrantRow{
		Account: ref.Account, Pool: ref.Pool, Class: ref.Monthly, Period: ref.Period,
		Amount: t.Grant.Amount, Remaining: t.Grant.Remaining, At: t.At,
	})
	return seq, err
}

// writeCharges leaves what an overflow covered, which is rare, to a second
// statement: as columns of the first it took a tenth of the time of a batch.
func (s *Store) writeCharges(c *conn) error {
	err := insertRows(s, c, &insertCharges, s.batch.Charges, func(args []any, r *ledger.ChargeRow) ([]any, error) {
		return append(args, r.Charge.ID, r.Key.Seq, r.Charge.Op, string(r.Charge.Pool), r.Units, r.Allowance, r.At), nil
	})
	for i := range s.batch.Charges {
		if r := &s.batch.Charges[i]; err == nil && r.Overflow > 0 {
			_, err = c.Exec("UPDATE charges SET overflow = $1, overflow_pool = $2, overflow_units = $3 WHERE id = $4",
				r.Overflow, string(r.OverflowPool), r.OverflowUnits, r.Charge.ID)
		}
	}
	return err
}

func (s *Store) writeTransfers(c *conn) error {
	return insertRows(s, c, &insertTransfers, s.batch.Transfers, func(args []any, r *ledger.TransferRow) ([]any, error) {
		pair, err := s.mirror.pair(r.Pool)
		return append(args, r.ID, r.Part, r.From.Seq, pair.consumed, r.Units, r.At), err
	})
}

// writeReplies keeps the replies of the charges that were made. One may take
// the place of another that is past its time.
func (s *Store) writeReplies(c *conn) error {
	for i := range s.batch.Charges {
		if r := &s.batch.Charges[i]; r.Charge.Reply != nil {
			if err := sqldb.KeepReply(c, r); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Store) writeEvents(c *conn) error {
	for i := range s.batch.Events {
		if err := sqldb.InsertEvent(c, &s.batch.Events[i]); err != nil {
			return err
		}
	}
	return nil
}

// insertChunks are the row counts for which a statement is kept prepared.
var insertChunks = [...]int{64, 32, 16, 8, 4, 2, 1}

// rowsInsert is a statement that writes several rows: its text for each of insertChunks.
type rowsInsert [len(insertChunks)]string

var (
	insertCharges   = newRowsInsert("INSERT INTO charges (id, key, op, pool, units, allowance, at)", "")
	insertTransfers = newRowsInsert("INSERT INTO transfers (id, part, from_acct, to_acct, units, at)", "")
	mergeUsage      = newRowsInsert("INSERT INTO usage_daily (key, day, op, requests, units)", ` ON CONFLICT (key, day, op) DO UPDATE
		SET requests = requests + excluded.requests, units = units + excluded.units`)
)

func newRowsInsert(into, suffix string) (sql rowsInsert) {
	row := "(?" + strings.Repeat(", ?", strings.Count(into, ",")) + ")"
	for i, n := range insertChunks {
		sql[i] = into + " VALUES " + row + strings.Repeat(", "+row, n-1) + suffix
	}
	return sql
}

// insertRows writes rows with as few statements as the chunk sizes allow.
// columns appends the values of one row.
func insertRows[T any](s *Store, c *conn, insert *rowsInsert, rows []T, columns func([]any, *T) ([]any, error)) (err error) {
	for chunk, n := range insertChunks {
		for len(rows) >= n {
			s.args = s.args[:0]
			for i := range rows[:n] {
				if s.args, err = columns(s.args, &rows[i]); err != nil {
					return err
				}
			}
			if _, err := c.Exec(insert[chunk], s.args...); err != nil {
				return err
			}
			rows = rows[n:]
		}
	}
	return nil
}
