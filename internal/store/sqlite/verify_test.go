package sqlite_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/store/sqlite"
)

type corruption struct {
	check, name string
	sql         []string
}

// corruptions break a sound ledger in the way that each check is there for.
var corruptions = []corruption{
	{"grant-balance", "balance raised", []string{
		"UPDATE grants SET remaining = remaining + 1 WHERE class = 1 AND remaining < amount"}},
	{"grant-balance", "transfer lost", []string{
		"DROP TRIGGER transfers_no_delete", "DELETE FROM transfers WHERE id = 'ch_1' AND part = 0"}},
	{"grant-balance", "grant never issued", []string{
		"DROP TRIGGER transfers_no_delete", "DELETE FROM transfers WHERE id LIKE 'gr_%'"}},
	{"charge-transfers", "price changed", []string{"UPDATE charges SET units = units + 1 WHERE id = 'ch_1'"}},
	{"charge-transfers", "transfers lost", []string{
		"DROP TRIGGER transfers_no_delete", "DELETE FROM transfers WHERE id = 'ch_2'"}},
	{"charge-transfers", "request lost", []string{
		"DROP TRIGGER transfers_no_delete", "DELETE FROM transfers WHERE id = 'ch_3'"}},
	{"charge-transfers", "charge without transfers", []string{
		"INSERT INTO charges SELECT 'ch_x', key, op, pool, units, allowance, at, 0, '', 0 FROM charges WHERE id = 'ch_1'"}},
	{"charge-transfers", "paid by another account", []string{
		"UPDATE charges SET key = (SELECT key FROM charges WHERE id = 'ch_other') WHERE id = 'ch_1'"}},
	{"charge-transfers", "paid from another pool", []string{"UPDATE charges SET pool = 'image' WHERE id = 'ch_1'"}},
	{"charge-transfers", "not consumed but expired", []string{
		"DROP TRIGGER transfers_no_update",
		"INSERT INTO ledger_accounts (pool, kind) VALUES ('compute', 'expired')",
		"UPDATE transfers SET to_acct = (SELECT seq FROM ledger_accounts WHERE kind = 'expired') WHERE id = 'ch_1'"}},
	{"charge-transfers", "overflow at another rate", []string{
		"UPDATE charges SET overflow_units = overflow_units + 1 WHERE id = 'ch_over'"}},
	{"charge-transfers", "overflow forgotten", []string{
		"UPDATE charges SET overflow = 0, overflow_units = 0, overflow_pool = '' WHERE id = 'ch_over'"}},
	{"charge-transfers", "overflow for nothing", []string{
		"UPDATE charges SET units = 0, allowance = 1, overflow = 0 WHERE id = 'ch_over'"}},
	{"charge-transfers", "overflow from free units", []string{
		"DROP TRIGGER transfers_no_update",
		"UPDATE transfers SET from_acct = (SELECT min(seq) FROM grants WHERE class = 1) WHERE id = 'ch_over'"}},
	{"transfer-origin", "refund of free units", []string{
		"DROP TRIGGER transfers_no_update",
		"UPDATE transfers SET from_acct = (SELECT min(seq) FROM grants WHERE class = 1) WHERE id LIKE 'rf_%'"}},
	{"transfer-origin", "refund that is none", []string{
		"DROP TRIGGER transfers_no_update", "UPDATE transfers SET id = 'ch_x' || id WHERE id LIKE 'rf_%'"}},
	{"transfer-origin", "refund not taken out", []string{
		"DROP TRIGGER transfers_no_update",
		"UPDATE transfers SET to_acct = (SELECT seq FROM ledger_accounts WHERE kind = 'consumed' AND pool = 'compute') WHERE id LIKE 'rf_%'"}},
	{"transfer-origin", "transfer of no charge", []string{
		"INSERT INTO transfers SELECT 'ch_x', part, from_acct, to_acct, units, at FROM transfers WHERE id = 'ch_1'"}},
	{"transfer-origin", "charge lost", []string{"DELETE FROM charges WHERE id = 'ch_1'"}},
	{"transfer-origin", "issued twice", []string{
		"INSERT INTO transfers SELECT id, part + 1, from_acct, to_acct, units, at FROM transfers WHERE id LIKE 'gr_%'"}},
	{"pool-total", "units from nowhere", []string{
		"DROP TRIGGER transfers_no_delete", "DELETE FROM transfers WHERE id LIKE 'gr_%'"}},
	{"pool-total", "units to another pool", []string{
		"DROP TRIGGER transfers_no_update",
		"INSERT INTO ledger_accounts (pool, kind) VALUES ('ai_tokens', 'consumed')",
		"UPDATE transfers SET to_acct = last_insert_rowid() WHERE id = 'ch_1'"}},
	{"no-overdraft", "below zero", []string{
		"PRAGMA ignore_check_constraints = ON", "UPDATE grants SET remaining = -1 WHERE class = 1"}},
	{"no-overdraft", "above what was given", []string{
		"PRAGMA ignore_check_constraints = ON", "UPDATE grants SET remaining = amount + 1 WHERE class = 1"}},
	{"one-monthly-grant", "given twice", []string{
		"DROP INDEX grants_monthly",
		"INSERT INTO ledger_accounts (pool, kind) VALUES ('compute', 'grant')",
		`INSERT INTO grants (seq, id, account, pool, class, period, amount, remaining, created_at)
			SELECT last_insert_rowid(), 'gr_x', account, pool, class, period, amount, amount, created_at
			FROM grants WHERE class = 1 LIMIT 1`}},
	{"free-use", "in another month", []string{"UPDATE grants SET period = '2026-10' WHERE class = 1"}},
	{"free-use", "after the month", []string{
		"DROP TRIGGER transfers_no_update", "UPDATE transfers SET at = at + 16 * 86400000 WHERE id = 'ch_2' OR id = 'ch_3'"}},
	{"free-use", "more than given", []string{"UPDATE grants SET amount = amount - 1 WHERE class = 1 AND remaining = 0"}},
	{"usage-equals-charges", "request added", []string{"UPDATE usage_daily SET requests = requests + 1"}},
	{"usage-equals-charges", "units lost", []string{"UPDATE usage_daily SET units = units - 1 WHERE units > 0"}},
	{"usage-equals-charges", "row lost", []string{"DELETE FROM usage_daily WHERE op = 'decide'"}},
	{"usage-equals-charges", "row added", []string{"INSERT INTO usage_daily VALUES (1, 20261101, 'x', 1, 1)"}},
	{"usage-equals-charges", "another day", []string{"UPDATE usage_daily SET day = day + 1"}},
	{"pool-usage-equals-charges", "request added", []string{"UPDATE usage_pool SET requests = requests + 1"}},
	{"pool-usage-equals-charges", "row lost", []string{"DELETE FROM usage_pool WHERE overflow > 0"}},
	{"pool-usage-equals-charges", "overflow lost", []string{"UPDATE usage_pool SET overflow = 0"}},
	{"pool-usage-equals-charges", "another day", []string{"UPDATE usage_pool SET day = day + 1"}},
	{"pool-usage-equals-charges", "charge lost", []string{"DELETE FROM charges WHERE id = 'ch_over'"}},
	{"no-charge-after-end", "revoked before", []string{
		"UPDATE api_keys SET revoked_at = (SELECT at FROM charges WHERE id = 'ch_1')"}},
	{"no-charge-after-end", "expired before", []string{
		"UPDATE api_keys SET expires_at = (SELECT at FROM charges WHERE id = 'ch_1')"}},
	{"no-charge-after-end", "no such key", []string{"UPDATE charges SET key = 999 WHERE id = 'ch_1'"}},
	{"replies", "of no charge", []string{"UPDATE idempotency SET charge = 'ch_none'"}},
	{"replies", "of another key's charge", []string{"UPDATE idempotency SET charge = 'ch_other'"}},
	{"quota-events", "not reached", []string{
		"UPDATE events SET account = (SELECT account FROM grants WHERE class = 1 AND remaining > 400)"}},
	{"quota-events", "of no free units", []string{"UPDATE events SET pool = 'ai_tokens' WHERE percent = 80"}},
	{"quota-events", "of another month", []string{"UPDATE events SET period = '2026-10' WHERE percent = 80"}},
	{"account-owner", "no owner", []string{
		"INSERT INTO users (id, login, login_key, password, created_at) VALUES ('user_x', 'x', 'x', '', 0)",
		"INSERT INTO members (account, person, role, since) VALUES (1, (SELECT seq FROM users), 'admin', 0)"}},
	{"audit-chain", "text changed", []string{
		"DROP TRIGGER audit_log_no_update", "UPDATE audit_log SET detail = 'another' WHERE seq = 2"}},
	{"audit-chain", "time changed", []string{
		"DROP TRIGGER audit_log_no_update", "UPDATE audit_log SET at = at + 1 WHERE seq = 2"}},
	{"audit-chain", "hash changed", []string{
		"DROP TRIGGER audit_log_no_update", "UPDATE audit_log SET hash = zeroblob(32) WHERE seq = 2"}},
	{"audit-chain", "link changed", []string{
		"DROP TRIGGER audit_log_no_update", "UPDATE audit_log SET prev = zeroblob(32) WHERE seq = 2"}},
	{"audit-chain", "first entry lost", []string{"DROP TRIGGER audit_log_no_delete", "DELETE FROM audit_log WHERE seq = 1"}},
	{"audit-chain", "entry lost", []string{"DROP TRIGGER audit_log_no_delete", "DELETE FROM audit_log WHERE seq = 3"}},
	{"audit-chain", "last entry lost", []string{
		"DROP TRIGGER audit_log_no_delete", "DELETE FROM audit_log WHERE seq = (SELECT max(seq) FROM audit_log)"}},
	{"audit-chain", "all entries lost", []string{"DROP TRIGGER audit_log_no_delete", "DELETE FROM audit_log"}},
	{"audit-chain", "entry put in", []string{
		`INSERT INTO audit_log SELECT seq + 1, at, actor, address, action, target, detail, prev, hash, account
			FROM audit_log ORDER BY seq DESC LIMIT 1`}},
	{"audit-chain", "head lost", []string{"DELETE FROM audit_head"}},
	{"ledger-accounts", "of another kind", []string{"UPDATE ledger_accounts SET kind = 'expired' WHERE seq = (SELECT min(seq) FROM grants)"}},
	{"ledger-accounts", "missing", []string{
		"PRAGMA foreign_keys = OFF", "DELETE FROM ledger_accounts WHERE kind = 'grant'"}},
	{"ledger-accounts", "of another pool", []string{"UPDATE ledger_accounts SET pool = 'image' WHERE kind = 'grant'"}},
}

// TestVerifyFindsCorruption: each check holds for a sound ledger and fails for
// one broken in its way.
func TestVerifyFindsCorruption(t *testing.T) {
	dir := t.TempDir()
	sound := filepath.Join(dir, "sound.db")
	makeLedger(t, sound)
	untested := make(map[string]bool)
	for _, c := range verifyFile(t, sound).Checks {
		untested[c.Name] = true
		if len(c.Violations) > 0 {
			t.Errorf("%s fails for a sound ledger: %q", c.Name, c.Violations)
		}
	}
	for i, c := range slices.Concat(corruptions, orderCorruptions, holdCorruptions) {
		delete(untested, c.check)
		t.Run(c.check+"/"+c.name, func(t *testing.T) {
			path := filepath.Join(dir, fmt.Sprint("corrupt", i, ".db"))
			copyFile(t, sound, path)
			rawExec(t, path, c.sql...)
			report := verifyFile(t, path)
			i := slices.IndexFunc(report.Checks, func(have account.Check) bool { return have.Name == c.check })
			if i < 0 || len(report.Checks[i].Violations) == 0 || report.OK() {
				t.Errorf("not found: %+v", report)
			}
		})
	}
	if len(untested) > 0 {
		t.Errorf("no corruption shows that these checks can fail: %v", untested)
	}
}

// TestVerifyIsBounded: a ruined ledger does not fill memory with its faults.
func TestVerifyIsBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "toolcrib.db")
	makeLedger(t, path)
	rawExec(t, path, `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
		INSERT INTO usage_daily SELECT 1, 20250101, 'op' || i, 1, 1 FROM n`)
	for _, c := range verifyFile(t, path).Checks {
		if c.Name == "usage-equals-charges" && len(c.Violations) != 100 {
			t.Errorf("%d violations reported, want 100", len(c.Violations))
		}
	}
}

// TestHistoryIsAppendOnly: the file itself refuses to rewrite it.
func TestHistoryIsAppendOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "toolcrib.db")
	makeLedger(t, path)
	for _, statement := range []string{
		"UPDATE transfers SET units = 1", "DELETE FROM transfers", "UPDATE audit_log SET detail = ''", "DELETE FROM audit_log",
		"UPDATE invoices SET cgst = 0", "DELETE FROM invoices", "UPDATE credit_notes SET cgst = 0", "DELETE FROM credit_notes",
	} {
		if err := tryExec(path, statement); err == nil {
			t.Errorf("%s succeeded", statement)
		}
	}
}

// makeLedger makes a closed file with charges of every kind: ch_1 split over
// two grants and kept with its reply, ch_2 of one, ch_3 from an allowance,
// ch_over by another pool, ch_other of another account; a refund, orders and
// holds.
func makeLedger(t *testing.T, path string) {
	t.Helper()
	ctx := context.Background()
	now := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	s, err := sqlite.OpenUnsynced(ctx, sqlite.Options{
		Path: path,
		Plan: account.Plan{
			Free:       map[account.Pool]int64{account.PoolCompute: 500},
			Allowances: map[account.Pool]int64{account.AllowancePool("decide"): 5},
			Overflow:   map[account.Pool]account.Overflow{account.PoolImage: {Pool: account.PoolCompute, Rate: 5}},
		},
		Clock: func() time.Time { return now },
	})
	if err != nil {
		t.Fatal(err)
	}
	a, b := newCaller(t, s, "a"), newCaller(t, s, "b")
	grant, err := s.Grant(ctx, account.Grant{AccountID: a.AccountID, Pool: account.PoolCompute, Class: account.ClassPrepaid, Units: 40})
	if err != nil {
		t.Fatal(err)
	}
	split, plain, allowed, over, other := a, a, a, a, b
	split.ID, split.Units = "ch_1", 510
	split.Reply = &account.Reply{Key: [32]byte{1}, Body: []byte("sealed"), Until: time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC)}
	plain.ID = "ch_2"
	allowed.ID, allowed.Op, allowed.Allowance = "ch_3", "decide", account.AllowancePool("decide")
	over.ID, over.Pool, over.Units = "ch_over", account.PoolImage, 2
	other.ID = "ch_other"
	mustCharge(t, s, split, plain, allowed, over, other)
	if n, err := s.Refund(ctx, grant, 7); err != nil || n != 7 {
		t.Fatal(n, err)
	}
	makeOrders(t, s, b.AccountID)
	makeHolds(t, s, a, b, now)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// newCaller makes an account with a key, as a charge of 1 unit that lacks an ID.
func newCaller(t *testing.T, s *sqlite.Store, name string) account.Charge {
	t.Helper()
	ctx := context.Background()
	a, err := s.CreateAccount(ctx, name)
	if err != nil {
		t.Fatal(err)
	}
	k, err := s.CreateKey(ctx, account.Key{
		AccountID: a.ID, Name: name, Env: account.Live, Hash: account.HashKey(name),
	})
	if err != nil {
		t.Fatal(err)
	}
	return account.Charge{AccountID: a.ID, KeyID: k.ID, Op: "emi", Pool: account.PoolCompute, Units: 1}
}

func mustCharge(t *testing.T, s *sqlite.Store, charges ...account.Charge) {
	t.Helper()
	verdicts, err := s.ChargeBatch(context.Background(), charges)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range verdicts {
		if v.Outcome != account.Charged {
			t.Fatalf("charge %d: %+v", i, v)
		}
	}
}

func verifyFile(t *testing.T, path string) account.Report {
	t.Helper()
	report, err := open(t, path).Verify(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}
