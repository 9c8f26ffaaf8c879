package postgres_test

import (
	"context"
	"database/sql"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"toolcrib/internal/account"
	"toolcrib/internal/store/migrations"
	"toolcrib/internal/store/postgres"
)

// TestUpgrade: a database of the first released schema keeps its audit log,
// which still cannot be changed, and tells which account each entry is about.
func TestUpgrade(t *testing.T) {
	ctx := context.Background()
	url := server.Database(t)
	config, err := pgx.ParseConfig(url)
	must(t, err)
	db := stdlib.OpenDB(*config)
	provider, err := goose.NewProvider(goose.DialectPostgres, db, migrations.Postgres(), goose.WithDisableGlobalRegistry(true))
	must(t, err)
	_, err = provider.UpTo(ctx, 1)
	must(t, err)
	_, err = db.Exec(`INSERT INTO accounts (id, name, created_at) VALUES ('acc_1', 'a', 0), ('acc_2', 'b', 0)`)
	must(t, err)
	_, err = db.Exec(`INSERT INTO api_keys (id, account, name, env, hash, hint, scopes, created_at)
		SELECT 'key_1', seq, 'k', 'live', decode(repeat('ab', 32), 'hex'), '', '', 0 FROM accounts WHERE id = 'acc_1'`)
	must(t, err)
	addEntries(t, db, "account.create acc_1", "account.create acc_2", "key.create key_1", "ledger.verify all")
	must(t, db.Close())

	s := open(t, postgres.Options{URL: url})
	defer s.Close()
	for accountID, want := range map[string]string{"acc_1": "key.create key_1, account.create acc_1", "acc_2": "account.create acc_2"} {
		list, err := s.AccountAudit(ctx, accountID, 0, 10)
		must(t, err)
		var got []string
		for _, e := range list {
			got = append(got, e.Action+" "+e.Target)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("entries about %s: %q, want %q", accountID, got, want)
		}
	}
	if err := run(t, url, "UPDATE audit_log SET account = NULL"); err == nil || !strings.Contains(err.Error(), "append-only") {
		t.Errorf("changing the audit log: %v; want it refused", err)
	}
	must(t, s.RenameAccount(ctx, "acc_2", "renamed"))
	if report, err := s.Verify(ctx); err != nil || !report.OK() {
		t.Errorf("Verify: %+v, %v", report, err)
	}
}

// addEntries writes an audit log as the first released schema holds it.
func addEntries(t *testing.T, db *sql.DB, entries ...string) {
	t.Helper()
	var e account.AuditEntry
	for i, entry := range entries {
		e.Seq, e.At, e.Prev = int64(i+1), time.UnixMilli(int64(i)), e.Hash
		e.Action, e.Target, _ = strings.Cut(entry, " ")
		e.Hash = e.Sum()
		_, err := db.Exec(`INSERT INTO audit_log (seq, at, actor, address, action, target, detail, prev, hash)
			VALUES ($1, $2, '', '', $3, $4, '', $5, $6)`, e.Seq, e.At.UnixMilli(), e.Action, e.Target, e.Prev[:], e.Hash[:])
		must(t, err)
	}
	_, err := db.Exec("UPDATE audit_head SET seq = $1, hash = $2", e.Seq, e.Hash[:])
	must(t, err)
}
