package main

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	_ "modernc.org/sqlite"             // the driver "sqlite"

	"toolcrib/internal/account"
	"toolcrib/internal/store/postgres"
	"toolcrib/internal/store/postgres/pgtest"
	"toolcrib/internal/store/sqlite"
)

// place is where the servers of a trial keep their data.
type place struct {
	t      *trial
	kind   string   // as figures name it
	flags  []string // that lead the program there
	driver string   // of database/sql
	source string
	env    []string // of the servers, beside that of this program
}

// frugal makes servers keep no more garbage than Go's collector leaves by
// itself, and not the 64 MiB that they may (GOGC): what they grow by is then
// what their callers make them keep.
func (p *place) frugal() *place {
	p.env = []string{"GOGC=100"}
	return p
}

// onSQLite is an empty folder.
func (t *trial) onSQLite() *place {
	dir := t.folder()
	return &place{t: t, kind: "SQLite", flags: []string{"--data", dir}, driver: "sqlite", source: filepath.Join(dir, "toolcrib.db")}
}

// onPostgres is an empty database of the server that all trials share.
func (t *trial) onPostgres() *place { return t.inPostgres(t.postgres) }

func (t *trial) inPostgres(s *pgtest.Server) *place {
	url := s.Database(t)
	return &place{t: t, kind: "PostgreSQL", flags: []string{"--database-url", url}, driver: "pgx", source: url}
}

// by is the place as seen by way of a proxy.
func (p *place) by(proxy *pgtest.Proxy) *place {
	through := *p
	through.flags = []string{"--database-url", proxy.URL(p.t, p.source)}
	return &through
}

// command runs the program and returns what it printed.
func (p *place) command(args ...string) (string, error) {
	out, err := exec.CommandContext(p.t.ctx, p.t.binary, append(args, p.flags...)...).Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("toolcrib %q: %w: %s%s", args, err, out, exit.Stderr)
	}
	return strings.TrimSpace(string(out)), err
}

// faults is how many checks of the ledger fail: by the program itself.
func (p *place) faults() int {
	out, err := p.command("verify-ledger")
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 {
		p.t.progressf("%s", out)
		return max(strings.Count(out, "VIOLATED"), 1)
	}
	p.t.must(err)
	return 0
}

// open opens the store in this process.
func (p *place) open(plan account.Plan, clock func() time.Time) account.Store {
	var s account.Store
	var err error
	if p.driver == "sqlite" {
		s, err = sqlite.Open(p.t.ctx, sqlite.Options{Path: p.source, Plan: plan, Clock: clock})
	} else {
		s, err = postgres.Open(p.t.ctx, postgres.Options{URL: p.source, Plan: plan, Clock: clock})
	}
	p.t.must(err)
	return s
}

// caller is an account with a key.
type caller struct{ account, keyID, key string }

// plenty is more units than any trial can use.
const plenty = 1_000_000_000

// callers makes accounts with one key and some prepaid units each.
func (p *place) callers(n int, units int64) []caller {
	s := p.open(account.Plan{}, nil)
	out := make([]caller, n)
	for i := range out {
		out[i] = makeCaller(p.t, s, fmt.Sprint("account ", i), units)
	}
	p.t.must(s.Close())
	return out
}

func makeCaller(t *trial, s account.Store, name string, units int64) caller {
	ctx := context.WithoutCancel(t.ctx)
	a, err := s.CreateAccount(ctx, name)
	t.must(err)
	if units > 0 {
		_, err = s.Grant(ctx, account.Grant{AccountID: a.ID, Pool: account.PoolCompute, Class: account.ClassPrepaid, Units: units})
		t.must(err)
	}
	return makeKey(t, s, account.Key{AccountID: a.ID})
}

// makeKey adds a key to an account.
func makeKey(t *trial, s account.Store, k account.Key) caller {
	secret, err := account.NewSecret(account.Live, rand.Reader)
	t.must(err)
	k.Name, k.Env, k.Scopes = "trial", account.Live, []account.Scope{account.ScopeCompute}
	k.Hash, k.Hint = account.HashKey(secret), account.Hint(secret)
	made, err := s.CreateKey(context.WithoutCancel(t.ctx), k)
	t.must(err)
	return caller{made.AccountID, made.ID, secret}
}

// charge is a row of the ledger, read from the database itself.
type charge struct {
	account string
	at      int64 // milliseconds since 1970
	units   int64 // as the charge says
	moved   int64 // as its transfers say
}

// charges reads the ledger past the program: each charge by its ID.
func (p *place) charges() map[string]charge {
	out := map[string]charge{}
	p.query(`SELECT c.id, a.id, c.at, c.units + c.allowance,
			(SELECT coalesce(sum(t.units), 0) FROM transfers t WHERE t.id = c.id)
		FROM charges c JOIN api_keys k ON k.seq = c.key JOIN accounts a ON a.seq = k.account`,
		func(rows *sql.Rows) error {
			var id string
			var c charge
			err := rows.Scan(&id, &c.account, &c.at, &c.units, &c.moved)
			out[id] = c
			return err
		})
	return out
}

// count runs a query that counts.
func (p *place) count(query string, args ...any) (n int) {
	p.query(query, func(rows *sql.Rows) error { return rows.Scan(&n) }, args...)
	return n
}

func (p *place) query(query string, each func(*sql.Rows) error, args ...any) {
	db, err := sql.Open(p.driver, p.source)
	p.t.must(err)
	defer db.Close()
	rows, err := db.QueryContext(context.WithoutCancel(p.t.ctx), query, args...)
	p.t.must(err)
	defer rows.Close()
	for rows.Next() {
		p.t.must(each(rows))
	}
	p.t.must(rows.Err())
}
