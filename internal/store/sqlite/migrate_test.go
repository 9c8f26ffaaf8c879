package sqlite_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/store/migrations"
	"toolcrib/internal/store/sqlite"
)

// released makes a file as the program of an earlier schema left it.
func released(t *testing.T, version int) (path string) {
	t.Helper()
	dump, err := os.ReadFile(fmt.Sprintf("testdata/released%d.sql", version))
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "toolcrib.db")
	rawExec(t, path, string(dump))
	return path
}

// TestUpgrade: a file of the first released schema keeps its data, which
// still adds up, and is charged on from where it was.
func TestUpgrade(t *testing.T) {
	ctx := context.Background()
	path := released(t, 1)
	s := open(t, path)
	for _, c := range verifyFile(t, path).Checks {
		if len(c.Violations) > 0 {
			t.Errorf("%s after the upgrade: %q", c.Name, c.Violations)
		}
	}
	keys, err := s.Keys(ctx, "")
	if err != nil || len(keys) != 2 {
		t.Fatalf("Keys = %+v, %v; want 2", keys, err)
	}
	live, revoked := keys[0], keys[1]
	if live.Hash != account.HashKey("a") || !live.RevokedAt.IsZero() || live.Disabled || live.NextID != "" || live.Allowed != nil {
		t.Errorf("a key has changed: %+v", live)
	}
	if revoked.RevokedAt.UnixMilli() != 1795314481480 {
		t.Errorf("a revoked key has changed: %+v", revoked)
	}
	u, err := s.KeyUsage(ctx, live.ID, "2026-11")
	if err != nil || u != (account.KeyUsage{Requests: 3, Units: 511}) {
		t.Errorf("KeyUsage = %+v, %v", u, err)
	}
	ch := account.Charge{ID: "ch_2", AccountID: live.AccountID, KeyID: live.ID, Op: "emi", Pool: account.PoolCompute, Units: 1}
	old, err := s.ChargeBatch(ctx, []account.Charge{ch})
	if err != nil || old[0].Outcome != account.Charged || old[0].Taken != (account.Taken{Prepaid: 1}) || old[0].Balance.Prepaid != 9 {
		t.Errorf("an old charge sent again: %+v, %v", old, err)
	}
	ch.ID = "ch_new"
	mustCharge(t, s, ch)
	if report := verifyFile(t, path); !report.OK() {
		t.Errorf("after a charge: %+v", report)
	}
}

// TestUpgradeAudit: the audit log of the second released schema is as it was,
// still cannot be changed, and tells which account each entry is about.
func TestUpgradeAudit(t *testing.T) {
	ctx := context.Background()
	path := released(t, 2)
	s := open(t, path)
	if report := verifyFile(t, path); !report.OK() {
		t.Errorf("after the upgrade: %+v", report)
	}
	accounts, err := s.Accounts(ctx)
	if err != nil || len(accounts) != 2 {
		t.Fatalf("Accounts = %+v, %v; want 2", accounts, err)
	}
	for i, want := range [][]int64{{8, 6, 5, 2, 1}, {7, 4, 3}} { // 9 is about all
		list, err := s.AccountAudit(ctx, accounts[i].ID, 0, 100)
		var got []int64
		for _, e := range list {
			got = append(got, e.Seq)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("entries about account %d: %v, %v; want %v", i, got, err, want)
		}
	}
	if err := tryExec(path, "UPDATE audit_log SET account = NULL"); err == nil {
		t.Error("the audit log can be changed")
	}
	if err := s.RenameAccount(ctx, accounts[1].ID, "renamed"); err != nil {
		t.Error(err)
	}
	if report := verifyFile(t, path); !report.OK() {
		t.Errorf("after another entry: %+v", report)
	}
}

// TestUpgradePools: charges of other pools than compute that an earlier schema
// holds are counted by day when the schema is brought up to date.
func TestUpgradePools(t *testing.T) {
	ctx := context.Background()
	path := released(t, 2)
	rawExec(t, path, `INSERT INTO charges (id, key, op, pool, units, allowance, at, overflow, overflow_pool, overflow_units)
		SELECT v.column1, (SELECT min(seq) FROM api_keys WHERE env = 'live'), 'qr-code-image', 'image', v.column2, 0, 1795000000000, v.column3, v.column4, v.column5
		FROM (VALUES ('ch_a', 2, 0, '', 0), ('ch_b', 3, 0, '', 0), ('ch_c', 4, 1, 'compute', 5)) v`)
	s := open(t, path)
	for _, c := range verifyFile(t, path).Checks {
		if c.Name == "pool-usage-equals-charges" && len(c.Violations) > 0 {
			t.Errorf("after the upgrade: %q", c.Violations)
		}
	}
	accounts, err := s.Accounts(ctx)
	if err != nil || len(accounts) == 0 {
		t.Fatal(accounts, err)
	}
	st, err := s.Statement(ctx, accounts[0].ID)
	st.Used = slices.DeleteFunc(st.Used, func(u account.UsedLine) bool { return u.Pool != account.PoolImage })
	day := account.Day(time.UnixMilli(1795000000000))
	if want := []account.UsedLine{
		{Day: 20261115, Pool: account.PoolImage, Requests: 1, Units: 2, Overflow: 2, From: account.PoolCompute, FromUsed: 10}, // of the dump
		{Day: day, Pool: account.PoolImage, Requests: 2, Units: 5},
		{Day: day, Pool: account.PoolImage, Requests: 1, Units: 4, Overflow: 1, From: account.PoolCompute, FromUsed: 5},
	}; err != nil || !slices.Equal(st.Used, want) {
		t.Errorf("what was used of images: %+v, %v; want %+v", st.Used, err, want)
	}
}

func TestVersions(t *testing.T) {
	files, err := fs.Glob(migrations.SQLite(), "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	newest := int64(len(files))
	ctx := context.Background()
	dir := t.TempDir()
	if _, _, err := sqlite.Versions(ctx, filepath.Join(dir, "none.db")); err == nil {
		t.Error("a missing file has a version")
	}
	empty := filepath.Join(dir, "empty.db")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	old := released(t, 1)
	current := filepath.Join(dir, "current.db")
	open(t, current)
	for _, c := range []struct {
		path string
		want int64
	}{{empty, 0}, {old, 1}, {current, newest}, {old, 1}} {
		have, known, err := sqlite.Versions(ctx, c.path)
		if err != nil || have != c.want || known != newest {
			t.Errorf("Versions(%s) = %d, %d, %v; want %d, %d", filepath.Base(c.path), have, known, err, c.want, newest)
		}
	}
}
