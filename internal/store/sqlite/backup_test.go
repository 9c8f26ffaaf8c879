package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"toolcrib/internal/account"
)

// charging runs charges of one key until stop is called, which returns those
// that were acknowledged before mark was called, and all.
func charging(t *testing.T, s *Store, k account.Key) (mark func() int, stop func() int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var mu sync.Mutex
	var acknowledged int
	var done sync.WaitGroup
	for range 4 {
		done.Go(func() {
			for ctx.Err() == nil {
				v, err := s.ChargeBatch(context.WithoutCancel(ctx), []account.Charge{{
					ID: account.NewID("ch", time.Now()), AccountID: k.AccountID, KeyID: k.ID, Op: "uuid-generator", Pool: account.PoolCompute, Units: 1,
				}})
				if err != nil || v[0].Outcome != account.Charged {
					t.Error(v, err)
					return
				}
				mu.Lock()
				acknowledged++
				mu.Unlock()
			}
		})
	}
	count := func() int { mu.Lock(); defer mu.Unlock(); return acknowledged }
	return count, func() int { cancel(); done.Wait(); return count() }
}

func openAt(t *testing.T, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), Options{Path: path, Plan: account.Plan{Free: map[account.Pool]int64{account.PoolCompute: 1_000_000}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func requests(t *testing.T, s *Store, keyID string) int {
	t.Helper()
	u, err := s.KeyUsage(t.Context(), keyID, account.Period(time.Now()))
	if err != nil {
		t.Fatal(err)
	}
	report, err := s.Verify(t.Context())
	if err != nil || !report.OK() {
		t.Fatalf("%+v %v", report, err)
	}
	return int(u.Requests)
}

// What was acknowledged before a backup began is in it, whatever is charged
// meanwhile; restored, the ledger is sound and goes on.
func TestBackupUnderLoadLosesNothingAcknowledged(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "live.db")
	s := openAt(t, path)
	a, err := s.CreateAccount(t.Context(), "shop")
	if err != nil {
		t.Fatal(err)
	}
	k, err := s.CreateKey(t.Context(), account.Key{AccountID: a.ID, Name: "k", Env: account.Live, Hash: account.HashKey("x"), Scopes: []account.Scope{account.ScopeCompute}})
	if err != nil {
		t.Fatal(err)
	}
	mark, stop := charging(t, s, k)
	var backups []string
	var least []int
	for i := range 5 {
		for before := mark(); mark() < before+50; {
			time.Sleep(time.Millisecond)
		}
		least = append(least, mark())
		backups = append(backups, filepath.Join(dir, fmt.Sprintf("copy-%d.db", i)))
		if _, err := Backup(t.Context(), path, backups[i]); err != nil {
			t.Fatal(err)
		}
	}
	all := stop()
	if _, err := Restore(t.Context(), backups[4], path); !errors.Is(err, ErrInUse) {
		t.Fatalf("a database in use was replaced: %v", err)
	}
	if got := requests(t, s, k.ID); got != all {
		t.Fatalf("%d charges are in the ledger, %d were acknowledged", got, all)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for i, backup := range backups {
		aside, err := Restore(t.Context(), backup, path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(aside); err != nil {
			t.Error("the database that was replaced is gone:", err)
		}
		restored := openAt(t, path)
		if got := requests(t, restored, k.ID); got < least[i] || got > all {
			t.Errorf("backup %d has %d charges; %d were acknowledged before it, %d in all", i, got, least[i], all)
		}
		if err := restored.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestBackupAndRestoreRefuse(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "live.db")
	s := openAt(t, path)
	if _, err := s.CreateAccount(t.Context(), "shop"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(dir, "copy.db")
	if _, err := Backup(t.Context(), path, copied); err != nil {
		t.Fatal(err)
	}
	if _, err := Backup(t.Context(), path, copied); !errors.Is(err, fs.ErrExist) {
		t.Errorf("an older backup was written over: %v", err)
	}
	if _, err := Backup(t.Context(), filepath.Join(dir, "none.db"), filepath.Join(dir, "x.db")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	info, err := os.Stat(copied)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("a backup holds secrets and others may read it: %v %v", info.Mode(), err)
	}
	whole, err := os.ReadFile(copied)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{
		"empty": {}, "text": []byte("hello, I am not a database"), "half": whole[:len(whole)/2],
		"torn": append(append([]byte{}, whole[:8192]...), make([]byte, len(whole)-8192)...),
	} {
		bad := filepath.Join(dir, name)
		if err := os.WriteFile(bad, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if aside, err := Restore(t.Context(), bad, path); err == nil || aside != "" {
			t.Errorf("a backup that is %s was restored", name)
		}
	}
	again := openAt(t, path)
	if list, err := again.Accounts(t.Context()); err != nil || len(list) != 1 {
		t.Errorf("refusing a backup changed the data: %v %v", list, err)
	}
}
