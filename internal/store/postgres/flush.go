package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"toolcrib/internal/account"
	"toolcrib/internal/store/ledger"
	"toolcrib/internal/store/sqldb"
)

// What a batch changes is written a table at a time, as columns.
const (
	nextAccounts = `SELECT nextval('ledger_accounts_seq') FROM generate_series(1, CAST($1 AS BIGINT))`

	insertAccounts = `INSERT INTO ledger_accounts (seq, pool, kind)
		SELECT seq, pool, 'grant' FROM unnest(CAST($1 AS BIGINT[]), CAST($2 AS TEXT[])) AS n (seq, pool)`

	insertGrants = `INSERT INTO grants (seq, id, account, pool, class, period, amount, remaining, created_at)
		SELECT * FROM unnest(CAST($1 AS BIGINT[]), CAST($2 AS TEXT[]), CAST($3 AS BIGINT[]), CAST($4 AS TEXT[]),
			CAST($5 AS SMALLINT[]), CAST($6 AS TEXT[]), CAST($7 AS BIGINT[]), CAST($8 AS BIGINT[]), CAST($9 AS BIGINT[]))`

	// lowerGrants is relative, so that the row's own CHECK stands guard.
	lowerGrants = `UPDATE grants g SET remaining = g.remaining - n.taken
		FROM unnest(CAST($1 AS BIGINT[]), CAST($2 AS BIGINT[])) AS n (seq, taken) WHERE g.seq = n.seq`

	insertCharges = `INSERT INTO charges (id, key, op, pool, units, allowance, at, overflow, overflow_pool, overflow_units)
		SELECT * FROM unnest(CAST($1 AS TEXT[]), CAST($2 AS BIGINT[]), CAST($3 AS TEXT[]), CAST($4 AS TEXT[]),
			CAST($5 AS BIGINT[]), CAST($6 AS SMALLINT[]), CAST($7 AS BIGINT[]),
			CAST($8 AS BIGINT[]), CAST($9 AS TEXT[]), CAST($10 AS BIGINT[]))`

	insertTransfers = `INSERT INTO transfers (id, part, from_acct, to_acct, units, at)
		SELECT * FROM unnest(CAST($1 AS TEXT[]), CAST($2 AS BIGINT[]), CAST($3 AS BIGINT[]),
			CAST($4 AS BIGINT[]), CAST($5 AS BIGINT[]), CAST($6 AS BIGINT[]))`

	addUsage = `INSERT INTO usage_daily AS u (key, day, op, requests, units)
		SELECT * FROM unnest(CAST($1 AS BIGINT[]), CAST($2 AS BIGINT[]), CAST($3 AS TEXT[]), CAST($4 AS BIGINT[]), CAST($5 AS BIGINT[]))
		ON CONFLICT (key, day, op) DO UPDATE SET requests = u.requests + excluded.requests, units = u.units + excluded.units`

	setLast = `UPDATE accounts a SET last_at = n.at
		FROM unnest(CAST($1 AS BIGINT[]), CAST($2 AS BIGINT[])) AS n (seq, at) WHERE a.seq = n.seq AND a.last_at < n.at`

	// keepReplies writes over replies past their time, which are not swept yet.
	keepReplies = `INSERT INTO idempotency (key, hash, fingerprint, charge, body, expires_at)
		SELECT * FROM unnest(CAST($1 AS BIGINT[]), CAST($2 AS BYTEA[]), CAST($3 AS BYTEA[]),
			CAST($4 AS TEXT[]), CAST($5 AS BYTEA[]), CAST($6 AS BIGINT[]))
		ON CONFLICT (key, hash) DO UPDATE SET fingerprint = excluded.fingerprint,
			charge = excluded.charge, body = excluded.body, expires_at = excluded.expires_at`
)

// flush writes what the batch decided and commits it, in one round trip. The
// first charges of a month, and those that make an event, take one more.
func flush(ctx context.Context, conn *pgxpool.Conn, b *ledger.Batch, pairs map[account.Pool]pair) error {
	for i := range b.Events {
		if err := sqldb.InsertEvent(tx{ctx, conn.Conn()}, &b.Events[i]); err != nil {
			return err
		}
	}
	var p pipeline
	var moves transfers
	if err := issueMonthly(ctx, conn, &p, b, pairs, &moves); err != nil {
		return err
	}
	queueGrants(&p, b)
	queueCharges(&p, b)
	for i := range b.Transfers {
		t := &b.Transfers[i]
		moves.add(t.ID, t.Part, t.From.Seq, pairs[t.Pool].consumed, t.Units, t.At)
	}
	moves.queue(&p)
	queueUsage(&p, b)
	queueReplies(&p, b)
	queueLast(&p, b)
	p.exec("COMMIT")
	return p.run(ctx, conn)
}

// transfers are columns.
type transfers struct {
	ids                      []string
	parts, from, to, n, when []int64
}

func (t *transfers) add(id string, part, from, to, units, at int64) {
	t.ids = append(t.ids, id)
	t.parts, t.from, t.to = append(t.parts, part), append(t.from, from), append(t.to, to)
	t.n, t.when = append(t.n, units), append(t.when, at)
}

func (t *transfers) queue(p *pipeline) {
	p.exec(insertTransfers, t.ids, t.parts, t.from, t.to, t.n, t.when)
}

// issueMonthly numbers the monthly grants that were drawn on for the first
// time and queues them. The lock of the account keeps others from making them.
func issueMonthly(
	ctx context.Context, conn *pgxpool.Conn, p *pipeline, b *ledger.Batch, pairs map[account.Pool]pair, moves *transfers,
) error {
	var fresh []ledger.TouchedGrant
	for _, t := range b.Touched {
		if t.Grant.Seq == 0 {
			fresh = append(fresh, t)
		}
	}
	if fresh == nil {
		return nil
	}
	var seqs []int64
	var numbers pipeline
	numbers.query(nextAccounts, func(row pgx.Rows) error {
		var seq int64
		err := row.Scan(&seq)
		seqs = append(seqs, seq)
		return err
	}, int64(len(fresh)))
	if err := numbers.run(ctx, conn); err != nil {
		return err
	}
	if len(seqs) != len(fresh) {
		return errors.New("the sequence of ledger accounts gave too few numbers")
	}
	var ids, pools, periods []string
	var accounts, classes, amounts, remaining, at []int64
	for i, t := range fresh {
		t.Grant.Seq = seqs[i]
		id := account.NewID("gr", time.UnixMilli(t.At))
		ref := &t.Pool.Ref
		ids, pools, periods = append(ids, id), append(pools, string(ref.Pool)), append(periods, ref.Period)
		accounts, classes = append(accounts, ref.Account), append(classes, int64(ref.Monthly))
		amounts, remaining, at = append(amounts, t.Grant.Amount), append(remaining, t.Grant.Remaining), append(at, t.At)
		t.Grant.Taken = 0 // written with the grant
		moves.add(id, 0, pairs[ref.Pool].issued, t.Grant.Seq, t.Grant.Amount, t.At)
	}
	p.exec(insertAccounts, seqs, pools)
	p.exec(insertGrants, seqs, ids, accounts, pools, classes, periods, amounts, remaining, at)
	return nil
}

func queueGrants(p *pipeline, b *ledger.Batch) {
	var seqs, taken []int64
	for _, t := range b.Touched {
		if t.Grant.Taken > 0 {
			seqs, taken = append(seqs, t.Grant.Seq), append(taken, t.Grant.Taken)
		}
	}
	if seqs != nil {
		p.exec(lowerGrants, seqs, taken)
	}
}

func queueCharges(p *pipeline, b *ledger.Batch) {
	n := len(b.Charges)
	ids, ops, pools, overPools := make([]string, n), make([]string, n), make([]string, n), make([]string, n)
	keys, units, allowances, at := make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n)
	over, overUnits := make([]int64, n), make([]int64, n)
	for i := range b.Charges {
		r := &b.Charges[i]
		ids[i], ops[i], pools[i] = r.Charge.ID, r.Charge.Op, string(r.Charge.Pool)
		keys[i], units[i], allowances[i], at[i] = r.Key.Seq, r.Units, r.Allowance, r.At
		over[i], overPools[i], overUnits[i] = r.Overflow, string(r.OverflowPool), r.OverflowUnits
	}
	p.exec(insertCharges, ids, keys, ops, pools, units, allowances, at, over, overPools, overUnits)
}

func queueUsage(p *pipeline, b *ledger.Batch) {
	n := len(b.Usage)
	keys, days, requests, units := make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n)
	ops := make([]string, n)
	for i, u := range b.Usage {
		keys[i], days[i], ops[i], requests[i], units[i] = u.Key, u.Day, u.Op, u.Requests, u.Units
	}
	p.exec(addUsage, keys, days, ops, requests, units)
}

// queueReplies keeps one reply of each idempotency key: where a batch charged
// twice under it, the first was past its time.
func queueReplies(p *pipeline, b *ledger.Batch) {
	last := map[replyKey]int{}
	for i := range b.Charges {
		if r := b.Charges[i].Charge.Reply; r != nil {
			last[replyKey{b.Charges[i].Key.Seq, r.Key}] = i
		}
	}
	if len(last) == 0 {
		return
	}
	var keys, until []int64
	var hashes, fingerprints, bodies [][]byte
	var charges []string
	for key, i := range last {
		r := b.Charges[i].Charge.Reply
		keys, charges = append(keys, key.key), append(charges, b.Charges[i].Charge.ID)
		hashes, fingerprints = append(hashes, r.Key[:]), append(fingerprints, r.Fingerprint[:])
		bodies, until = append(bodies, r.Body), append(until, r.Until.UnixMilli())
	}
	p.exec(keepReplies, keys, hashes, fingerprints, charges, bodies, until)
}

// queueLast moves the clocks of the accounts on.
func queueLast(p *pipeline, b *ledger.Batch) {
	last := map[int64]int64{}
	for i := range b.Charges {
		r := &b.Charges[i]
		last[r.Key.Account] = max(last[r.Key.Account], r.At)
	}
	var accounts, at []int64
	for acct, t := range last {
		accounts, at = append(accounts, acct), append(at, t)
	}
	p.exec(setLast, accounts, at)
}
