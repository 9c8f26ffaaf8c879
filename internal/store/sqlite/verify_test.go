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

// corruptions break a sound ledger in the way that each check is there for.
var corruptions = []struct {
	check, name string
	sql         []string
}{
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
		"INSERT INTO charges SELECT 'ch_x', key, op, pool, units, allowance, at FROM charges WHERE id = 'ch_1'"}},
	{"charge-transfers", "paid by another account", []string{
		"UPDATE charges SET key = (SELECT key FROM charges WHERE id = 'ch_other') WHERE id = 'ch_1'"}},
	{"charge-transfers", "paid from another pool", []string{"UPDATE charges SET pool = 'image' WHERE id = 'ch_1'"}},
	{"charge-transfers", "not consumed but expired", []string{
		"DROP TRIGGER transfers_no_update",
		"INSERT INTO ledger_accounts (pool, kind) VALUES ('compute', 'expired')",
		"UPDATE transfers SET to_acct = (SELECT seq FROM ledger_accounts WHERE kind = 'expired') WHERE id = 'ch_1'"}},
	{"transfer-origin", "transfer of no charge", []string{
		"INSERT INTO transfers SELECT 'ch_x', part, from_acct, to_acct, units, at FROM transfers WHERE id = 'ch_1'"}},
	{"transfer-origin", "charge lost", []string{"DELETE FROM charges WHERE id = 'ch_1'"}},
	{"transfer-origin", "issued twice", []string{
		"INSERT INTO transfers SELECT id, part + 1, from_acct, to_acct, units, at FROM transfers WHERE id LIKE 'gr_%'"}},
	{"pool-total", "units from nowhere", []string{
		"DROP TRIGGER transfers_no_delete", "DELETE FROM transfers WHERE id LIKE 'gr_%'"}},
	{"pool-total", "units to another pool", []string{
		"DROP TRIGGER transfers_no_update",
		"INSERT INTO ledger_accounts (pool, kind) VALUES ('image', 'consumed')",
		"UPDATE transfers SET to_acct = last_insert_rowid() WHERE id = 'ch_1'"}},
	{"no-overdraft", "below zero", []string{
		"PRAGMA ignore_check_constraints = ON", "UPDATE grants SET remaining = -1 WHERE class = 1"}},
	{"no-overdraft", "above what was given", []string{
		"PRAGMA ignore_check_constraints = ON", "UPDATE grants SET remaining = amount + 1 WHERE class = 1"}},
	{"one-monthly-grant", "given twice", []string{
		"DROP INDEX grants_monthly",
		"INSERT INTO ledger_accounts (pool, kind) VALUES ('compute', 'grant')",
		`INSERT INTO grants SELECT last_insert_rowid(), 'gr_x', account, pool, class, period, amount, amount, created_at
			FROM grants WHERE class = 1 LIMIT 1`}},
	{"usage-equals-charges", "request added", []string{"UPDATE usage_daily SET requests = requests + 1"}},
	{"usage-equals-charges", "units lost", []string{"UPDATE usage_daily SET units = units - 1 WHERE units > 0"}},
	{"usage-equals-charges", "row lost", []string{"DELETE FROM usage_daily WHERE op = 'decide'"}},
	{"usage-equals-charges", "row added", []string{"INSERT INTO usage_daily VALUES (1, 20261101, 'x', 1, 1)"}},
	{"usage-equals-charges", "another day", []string{"UPDATE usage_daily SET day = day + 1"}},
	{"no-charge-after-end", "revoked before", []string{
		"UPDATE api_keys SET revoked_at = (SELECT at FROM charges WHERE id = 'ch_1')"}},
	{"no-charge-after-end", "expired before", []string{
		"UPDATE api_keys SET expires_at = (SELECT at FROM charges WHERE id = 'ch_1')"}},
	{"no-charge-after-end", "no such key", []string{"UPDATE charges SET key = 999 WHERE id = 'ch_1'"}},
	{"ledger-accounts", "of another kind", []string{"UPDATE ledger_accounts SET kind = 'refunded' WHERE seq = (SELECT min(seq) FROM grants)"}},
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
	for i, c := range corruptions {
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

// TestTransfersAreAppendOnly: the file itself refuses to rewrite history.
func TestTransfersAreAppendOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "toolcrib.db")
	makeLedger(t, path)
	for _, statement := range []string{"UPDATE transfers SET units = 1", "DELETE FROM transfers"} {
		if err := tryExec(path, statement); err == nil {
			t.Errorf("%s succeeded", statement)
		}
	}
}

// makeLedger makes a closed file with charges of every kind: ch_1 split over
// two grants, ch_2 of one, ch_3 from an allowance, ch_other of another account.
func makeLedger(t *testing.T, path string) {
	t.Helper()
	ctx := context.Background()
	s, err := sqlite.OpenUnsynced(ctx, sqlite.Options{
		Path: path,
		Plan: account.Plan{
			Free:       map[account.Pool]int64{account.PoolCompute: 500},
			Allowances: map[account.Pool]int64{account.AllowancePool("decide"): 5},
		},
		Clock: func() time.Time { return time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC) },
	})
	if err != nil {
		t.Fatal(err)
	}
	a, b := newCaller(t, s, "a"), newCaller(t, s, "b")
	_, err = s.Grant(ctx, account.Grant{AccountID: a.AccountID, Pool: account.PoolCompute, Class: account.ClassPrepaid, Units: 20})
	if err != nil {
		t.Fatal(err)
	}
	split, plain, allowed, other := a, a, a, b
	split.ID, split.Units = "ch_1", 510
	plain.ID = "ch_2"
	allowed.ID, allowed.Op, allowed.Allowance = "ch_3", "decide", account.AllowancePool("decide")
	other.ID = "ch_other"
	mustCharge(t, s, split, plain, allowed, other)
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
