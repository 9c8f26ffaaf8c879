package sqldb

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"toolcrib/internal/account"
)

// callRows bounds the calls, or uses of keys, that one transaction writes, so
// that charges do not wait long for it.
const callRows = 128

// callChunks are the numbers of calls that one statement writes.
var callChunks = [...]int{64, 8, 1}

// NoteCalls adds calls, and forgets those of the same accounts beyond MaxCalls.
func (s *Store) NoteCalls(ctx context.Context, calls []account.Call) error {
	// In one order everywhere, so that two processes do not wait for each
	// other, and an account is seen to once.
	calls = slices.SortedStableFunc(slices.Values(calls), func(a, b account.Call) int {
		return cmp.Or(strings.Compare(a.AccountID, b.AccountID), strings.Compare(a.ID, b.ID))
	})
	for part := range slices.Chunk(calls, callRows) {
		err := s.db.WriteAside(ctx, func(tx Tx, _ int64) error { return noteCalls(tx, part) })
		if err != nil {
			return fail("note calls", err)
		}
	}
	return nil
}

func noteCalls(tx Tx, calls []account.Call) error {
	rest := calls
	for _, n := range callChunks {
		for ; len(rest) >= n; rest = rest[n:] {
			if err := insertCalls(tx, rest[:n]); err != nil {
				return err
			}
		}
	}
	for i, c := range calls {
		if i > 0 && calls[i-1].AccountID == c.AccountID {
			continue
		}
		_, err := tx.Exec(`DELETE FROM calls WHERE account = (SELECT seq FROM accounts WHERE id = $1) AND (at, id) < (
			SELECT at, id FROM calls WHERE account = (SELECT seq FROM accounts WHERE id = $1)
			ORDER BY at DESC, id DESC LIMIT 1 OFFSET $2)`, c.AccountID, int64(account.MaxCalls-1))
		if err != nil {
			return err
		}
	}
	return nil
}

func insertCalls(tx Tx, calls []account.Call) error {
	args := make([]any, 0, callColumns*len(calls))
	for _, c := range calls {
		args = append(args, c.ID, c.AccountID, c.KeyID, c.At.UnixMilli(), c.Op, int64(c.Status), c.Code, c.Units, string(c.Pool), c.Took.Microseconds())
	}
	_, err := tx.Exec(insertCallsSQL[len(calls)], args...)
	return err
}

// callColumns is the number of values of one call in insertCallsSQL.
const callColumns = 10

// insertCallsSQL adds calls, by their number. Those of unknown keys find
// nothing to join.
var insertCallsSQL = makeInsertCalls()

func makeInsertCalls() map[int]string {
	made := make(map[int]string)
	for _, n := range callChunks {
		rows := make([]string, n)
		for i := range rows {
			var p [callColumns]any
			for column := range p {
				p[column] = i*callColumns + column + 1
			}
			rows[i] = fmt.Sprintf(`SELECT CAST($%d AS TEXT) AS id, CAST($%d AS TEXT) AS account, CAST($%d AS TEXT) AS key,
				CAST($%d AS BIGINT) AS at, CAST($%d AS TEXT) AS op, CAST($%d AS BIGINT) AS status, CAST($%d AS TEXT) AS code,
				CAST($%d AS BIGINT) AS units, CAST($%d AS TEXT) AS pool, CAST($%d AS BIGINT) AS took`, p[:]...)
		}
		made[n] = `INSERT INTO calls (id, account, key, at, op, status, code, units, pool, took)
			SELECT v.id, a.seq, k.seq, v.at, v.op, v.status, v.code, v.units, v.pool, v.took
			FROM (` + strings.Join(rows, " UNION ALL ") + `) v JOIN api_keys k ON k.id = v.key JOIN accounts a ON a.seq = k.account
			WHERE a.id = v.account ON CONFLICT (id) DO NOTHING`
	}
	return made
}

// LastCalls lists the last calls of an account, latest first.
func (s *Store) LastCalls(ctx context.Context, q account.CallQuery) (list []account.Call, err error) {
	if q.Limit < 1 || q.Limit > account.MaxCalls {
		return nil, fmt.Errorf("store: 1 to %d calls are listed", account.MaxCalls)
	}
	where := "a.id = $1"
	args := []any{q.AccountID, int64(q.Limit)}
	if q.KeyID != "" {
		where += " AND k.id = $3"
		args = append(args, q.KeyID)
	}
	if q.Failed {
		where += " AND c.code <> ''"
	}
	err = s.db.Read(ctx, func(tx Tx, _ int64) error {
		list = nil
		return tx.Query(`SELECT c.id, a.id, k.id, c.at, c.op, c.status, c.code, c.units, c.pool, c.took
			FROM accounts a JOIN calls c ON c.account = a.seq JOIN api_keys k ON k.seq = c.key
			WHERE `+where+" ORDER BY c.at DESC, c.id DESC LIMIT $2", func(scan func(...any) error) error {
			var c account.Call
			var pool string
			var at, status, took int64
			err := scan(&c.ID, &c.AccountID, &c.KeyID, &at, &c.Op, &status, &c.Code, &c.Units, &pool, &took)
			c.At, c.Status, c.Pool = fromMillis(at), int(status), account.Pool(pool)
			c.Took = time.Duration(took) * time.Microsecond
			list = append(list, c)
			return err
		}, args...)
	})
	return list, fail("calls", err)
}
