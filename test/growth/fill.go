package main

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"toolcrib/internal/account"
)

// Bounds of what is filled.
const (
	// mostAccounts keeps the numbers that spread charges over accounts within 63 bits.
	mostAccounts = 8_000_000
	// chunk is the rows of each kind that one transaction adds.
	chunk = 100_000
	// days is how far back charges go.
	days      = 180
	dayMillis = 24 * 60 * 60 * 1000
)

// filler adds to a store, past the program.
type filler struct {
	*place
	db       *sql.DB
	conn     *sql.Conn // what fills, with its settings and transaction
	progress io.Writer
	now      int64 // milliseconds; all that is filled is of before
	have     size
	entry    account.AuditEntry // the last
}

// newFiller makes the schema of an empty store.
func newFiller(ctx context.Context, p *place, progress io.Writer) (*filler, error) {
	s, err := p.open(ctx)
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		return nil, err
	}
	f := &filler{place: p, progress: progress, now: time.Now().UnixMilli()}
	if f.db, err = p.raw(); err != nil {
		return nil, err
	}
	if f.conn, err = f.db.Conn(ctx); err != nil {
		return nil, errors.Join(err, f.db.Close())
	}
	err = f.exec(ctx, append(f.setup,
		"CREATE TEMP TABLE numbers (i BIGINT PRIMARY KEY)",
		fmt.Sprintf("INSERT INTO numbers WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT i FROM n", chunk),
		`INSERT INTO ledger_accounts (seq, pool, kind) VALUES (1, 'compute', 'issued'), (2, 'compute', 'consumed'),
			(3, 'image', 'issued'), (4, 'image', 'consumed'), (5, 'ai_tokens', 'issued'), (6, 'ai_tokens', 'consumed')`)...)
	if err != nil {
		return nil, errors.Join(err, f.close())
	}
	return f, nil
}

func (f *filler) close() error { return errors.Join(f.conn.Close(), f.db.Close()) }

func (f *filler) exec(ctx context.Context, queries ...string) error {
	for _, q := range queries {
		if _, err := f.conn.ExecContext(ctx, q); err != nil {
			return fmt.Errorf("%w, in %.200s", err, q)
		}
	}
	return nil
}

// within runs queries in one transaction.
func (f *filler) within(ctx context.Context, queries ...string) error {
	err := f.exec(ctx, "BEGIN")
	if err == nil {
		err = f.exec(ctx, queries...)
	}
	if err != nil {
		return errors.Join(err, f.exec(ctx, "ROLLBACK"))
	}
	return f.exec(ctx, "COMMIT")
}

// grow adds what is missing of a size.
func (f *filler) grow(ctx context.Context, to size) error {
	if err := f.growAccounts(ctx, to.accounts); err != nil {
		return err
	}
	return f.growCharges(ctx, to.charges)
}

func (f *filler) growAccounts(ctx context.Context, to int64) error {
	for f.have.accounts < to {
		from, until := f.have.accounts, min(f.have.accounts+chunk, to)
		if err := f.within(ctx, f.accountRows(from, until)...); err != nil {
			return err
		}
		f.have.accounts = until
		fmt.Fprintf(f.progress, "growth: %s: %d accounts\n", f.name, until)
	}
	return f.exec(ctx, f.finish...)
}

func (f *filler) growCharges(ctx context.Context, to int64) error {
	for f.have.charges < to {
		from, until := f.have.charges, min(f.have.charges+chunk, to)
		if err := f.within(ctx, f.chargeRows(from, until)...); err != nil {
			return err
		}
		f.have.charges = until
		if until%(10*chunk) == 0 {
			fmt.Fprintf(f.progress, "growth: %s: %d charges\n", f.name, until)
		}
	}
	return f.exec(ctx, f.finish...)
}

// accountRows adds accounts, numbered after from up to until: each with a key,
// a user who owns it, a session of that user, a call, and units that it bought;
// each tenth with units of other pools, an order that expired, and an entry in
// the audit log. The first has as many calls as are kept, and more orders.
func (f *filler) accountRows(from, until int64) []string {
	begun := f.now - (days+1)*dayMillis
	of := func(offset int64) string { return fmt.Sprintf(" FROM numbers WHERE %d + i <= %d", from+offset, until) }
	n := fmt.Sprintf("(%d + i)", from)
	id := func(prefix string) string { return f.padded(prefix, n) }
	list := []string{
		fmt.Sprintf("INSERT INTO accounts (seq, id, name, created_at) SELECT %s, %s, 'account ' || %[1]s, %[3]d", n, id("acc"), begun) + of(0),
	}
	list = append(list, f.keyRows(from, until, begun)...)
	list = append(list,
		fmt.Sprintf("INSERT INTO key_use (key, at, op, network) SELECT %s, %d, 'base64', '192.0.2.0/24'", n, f.now)+of(0),
		fmt.Sprintf(`INSERT INTO users (seq, id, login, login_key, password, created_at)
			SELECT %s, %s, 'user' || %[1]s || '@example.org', 'user' || %[1]s || '@example.org', '', %[3]d`, n, id("user"), begun)+of(0),
		fmt.Sprintf("INSERT INTO members (account, person, role, since) SELECT %s, %[1]s, 'owner', %[2]d", n, begun)+of(0),
		fmt.Sprintf(`INSERT INTO sessions (id, hash, person, pending, agent, network, created_at, seen_at, sure_at)
			SELECT %s, %s, %s, 0, 'a browser', '', %d, %[4]d, %[4]d`, id("ses"), f.bytes(n), n, f.now)+of(0),
		fmt.Sprintf(`INSERT INTO calls (id, account, key, at, op, status, code, units, pool, took)
			SELECT %s, %s, %[2]s, %[3]d, 'base64', 200, '', 1, 'compute', 900`, id("req"), n, f.now)+of(0))
	for i, pool := range []string{"compute", "image", "ai_tokens"} {
		list = append(list, f.grantRows(from, until, int64(i), pool, begun)...)
	}
	tenth := of(0) + " AND " + n + " % 10 = 1"
	list = append(list, f.orderRows(id("ord"), n, begun)+tenth)
	if from == 0 {
		extra := " FROM numbers WHERE i <= 499"
		list = append(list,
			fmt.Sprintf(`INSERT INTO calls (id, account, key, at, op, status, code, units, pool, took)
				SELECT %s, 1, 1, %d - i, 'base64', 200, '', 1, 'compute', 900`, f.padded("req_hot", "i"), f.now)+extra,
			f.orderRows(f.padded("ord_hot", "i"), "1", begun)+extra)
	}
	return append(append(list, f.auditRows(from, until, begun)...), fmt.Sprintf(f.clock, f.now))
}

func (f *filler) orderRows(id, acct string, at int64) string {
	return fmt.Sprintf(`INSERT INTO orders (id, account, sku, pool, units, paise, buyer, provider, status, created_at)
		SELECT %s, %s, 'compute-10000', 'compute', 10000, 9900, '{}', 'manual', 'expired', %d`, id, acct, at)
}

// grantSeq is the number, in SQL, of what an account bought of the pool-th pool.
func grantSeq(acct string, pool int64) string { return fmt.Sprintf("(10 + 3 * %s + %d)", acct, pool) }

// bought is more than anybody uses here.
const bought = 1_000_000_000_000

func (f *filler) grantRows(from, until, pool int64, name string, at int64) []string {
	n := fmt.Sprintf("(%d + i)", from)
	who := fmt.Sprintf(" FROM numbers WHERE %d + i <= %d", from, until)
	if pool > 0 {
		who += " AND " + n + " % 10 = 1"
	}
	seq := grantSeq(n, pool)
	return []string{
		fmt.Sprintf("INSERT INTO ledger_accounts (seq, pool, kind) SELECT %s, '%s', 'grant'", seq, name) + who,
		fmt.Sprintf(`INSERT INTO grants (seq, id, account, pool, class, period, amount, remaining, created_at)
			SELECT %s, %s, %s, '%s', 3, '', %d, %[5]d, %[6]d`, seq, f.padded("gr", seq), n, name, int64(bought), at) + who,
		fmt.Sprintf("INSERT INTO transfers (id, part, from_acct, to_acct, units, at) SELECT %s, 0, %d, %s, %d, %d",
			f.padded("gr", seq), 1+2*pool, seq, int64(bought), at) + who,
	}
}

// secretOf is the text of the key of the n-th account.
func secretOf(n int64) string {
	var seed [32]byte
	binary.LittleEndian.PutUint64(seed[:], uint64(n))
	secret, err := account.NewSecret(account.Live, rand.NewChaCha8(seed))
	if err != nil {
		panic(err) // this source never fails
	}
	return secret
}
