package sqlite

import (
	"database/sql/driver"
	"fmt"
	"strings"
)

// usageRef names a row of usage_daily within a batch, which has one day.
type usageRef struct {
	key int64
	op  string
}

type usageRow struct {
	usageRef
	requests int64
	units    int64
}

// flush writes what the batch decided. Nothing is written, and no time
// passes, when every charge was refused.
func (b *batch) flush() error {
	if len(b.charges) == 0 {
		return nil
	}
	for _, step := range []func() error{
		b.writeGrants, b.writeCharges, b.writeTransfers, b.writeUsage, b.writeClock,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	b.mirror.lastAt = b.at
	return nil
}

// writeGrants lowers each grant once by all that was taken from it, and makes
// the monthly grants that were drawn on for the first time.
func (b *batch) writeGrants() error {
	for _, t := range b.touched {
		g := t.grant
		var err error
		if g.seq == 0 {
			g.seq, err = b.issueMonthly(t.pool.ref, g)
		} else {
			err = b.lower(g)
		}
		if err != nil {
			return err
		}
		g.taken = 0
	}
	return nil
}

// lower is relative, so that the row's own CHECK stands guard over the mirror.
func (b *batch) lower(g *mirrorGrant) error {
	n, err := b.c.exec("UPDATE grants SET remaining = remaining - ? WHERE seq = ?", g.taken, g.seq)
	if err == nil && n != 1 {
		err = fmt.Errorf("grant %d is missing", g.seq)
	}
	return err
}

func (b *batch) issueMonthly(ref poolRef, g *mirrorGrant) (int64, error) {
	row := grantRow{
		account: ref.account, pool: ref.pool, class: ref.monthly, period: b.mirror.period,
		amount: g.amount, remaining: g.remaining, at: b.at,
	}
	seq, _, err := issue(b.c, b.mirror, row)
	return seq, err
}

func (b *batch) writeCharges() error {
	const insert = "INSERT INTO charges (id, key, op, pool, units, allowance, at) VALUES "
	return insertRows(b, insert, "", b.charges, func(args []driver.Value, r *chargeRow) []driver.Value {
		return append(args, r.charge.ID, r.key, r.charge.Op, string(r.charge.Pool), r.units, r.allowance, b.at)
	})
}

func (b *batch) writeTransfers() error {
	const insert = "INSERT INTO transfers (id, part, from_acct, to_acct, units, at) VALUES "
	return insertRows(b, insert, "", b.transfers, func(args []driver.Value, r *transferRow) []driver.Value {
		return append(args, r.id, r.part, r.from.seq, r.consumed, r.units, b.at)
	})
}

func (b *batch) writeUsage() error {
	const insert = "INSERT INTO usage_daily (key, day, op, requests, units) VALUES "
	const merge = ` ON CONFLICT (key, day, op) DO UPDATE
		SET requests = requests + excluded.requests, units = units + excluded.units`
	today := day(b.time)
	return insertRows(b, insert, merge, b.usageRows, func(args []driver.Value, r **usageRow) []driver.Value {
		u := *r
		return append(args, u.key, today, u.op, u.requests, u.units)
	})
}

func (b *batch) writeClock() error {
	if b.at == b.mirror.lastAt {
		return nil
	}
	_, err := b.c.exec("UPDATE ledger_clock SET at = ?", b.at)
	return err
}

// insertChunks are the row counts for which a statement is kept prepared.
var insertChunks = [...]int{64, 16, 4, 1}

// insertRows writes rows with as few statements as the chunk sizes allow.
// columns appends the values of one row.
func insertRows[T any](b *batch, insert, suffix string, rows []T, columns func([]driver.Value, *T) []driver.Value) error {
	for _, n := range insertChunks {
		for len(rows) >= n {
			b.args = b.args[:0]
			for i := range rows[:n] {
				b.args = columns(b.args, &rows[i])
			}
			if _, err := b.c.exec(insertSQL(insert, suffix, n, len(b.args)/n), b.args...); err != nil {
				return err
			}
			rows = rows[n:]
		}
	}
	return nil
}

func insertSQL(insert, suffix string, rows, columns int) string {
	row := "(?" + strings.Repeat(", ?", columns-1) + ")"
	return insert + row + strings.Repeat(", "+row, rows-1) + suffix
}
