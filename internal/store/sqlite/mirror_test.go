package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"toolcrib/internal/account"
	"toolcrib/internal/store/sqldb"
)

func openInternal(t *testing.T) *Store {
	t.Helper()
	s, err := OpenUnsynced(context.Background(), Options{
		Path: filepath.Join(t.TempDir(), "toolcrib.db"),
		Plan: account.Plan{Free: map[account.Pool]int64{account.PoolCompute: 500}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func chargeNew(t *testing.T, s *Store, name string) account.Charge {
	t.Helper()
	ctx := context.Background()
	a, err := s.CreateAccount(ctx, name)
	if err != nil {
		t.Fatal(err)
	}
	k, err := s.CreateKey(ctx, account.Key{AccountID: a.ID, Name: name, Env: account.Live, Hash: account.HashKey(name)})
	if err != nil {
		t.Fatal(err)
	}
	ch := account.Charge{ID: "ch_" + name, AccountID: a.ID, KeyID: k.ID, Op: "emi", Pool: account.PoolCompute, Units: 1}
	if v, err := s.ChargeBatch(ctx, []account.Charge{ch}); err != nil || v[0].Outcome != account.Charged {
		t.Fatal(v, err)
	}
	return ch
}

// TestCommitsWaitForTheDisk: Open, and every connection it writes through, has
// what charges and answers rely on.
func TestCommitsWaitForTheDisk(t *testing.T) {
	s, err := Open(context.Background(), Options{Path: filepath.Join(t.TempDir(), "toolcrib.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for pragma, want := range map[string]string{
		"synchronous": "2", "journal_mode": "wal", "foreign_keys": "1", "busy_timeout": "1",
	} {
		var got sql.NullString
		err := s.writer.Query("PRAGMA "+pragma, func(scan func(...any) error) error { return scan(&got) })
		if err != nil || got.String != want {
			t.Errorf("%s is %q, %v; want %s", pragma, got.String, err, want)
		}
	}
	err = s.readers.read(context.Background(), func(c *conn) error {
		_, err := c.Exec("DELETE FROM accounts")
		return err
	})
	if err == nil {
		t.Error("a reader could write")
	}
}

// TestMirrorIsBounded: keys that call once do not stay in memory for ever.
func TestMirrorIsBounded(t *testing.T) {
	s := openInternal(t)
	s.mirror.limit = 6
	for i := range 20 {
		chargeNew(t, s, fmt.Sprint(i))
		if n := len(s.mirror.keys) + len(s.mirror.pools); n > s.mirror.limit+2 {
			t.Fatalf("%d rows in memory, want at most %d", n, s.mirror.limit+2)
		}
	}
	if report, err := s.Verify(context.Background()); err != nil || !report.OK() {
		t.Errorf("Verify: %+v, %v", report, err)
	}
}

// TestMirrorIgnoresUnknownKeys: inventing keys fills no memory.
func TestMirrorIgnoresUnknownKeys(t *testing.T) {
	s := openInternal(t)
	ch := chargeNew(t, s, "a")
	before := len(s.mirror.keys)
	for i := range 20 {
		ch.ID, ch.KeyID = fmt.Sprint("ch_x", i), fmt.Sprint("key_", i)
		if _, err := s.ChargeBatch(context.Background(), []account.Charge{ch}); err != nil {
			t.Fatal(err)
		}
	}
	if after := len(s.mirror.keys); after != before {
		t.Errorf("%d keys in memory, want %d", after, before)
	}
}

// TestMirrorLivesAsLongAsItIsTrue: the store's own batches keep it, so a
// batch of known keys reads no rows; any other connection's commit drops it.
func TestMirrorLivesAsLongAsItIsTrue(t *testing.T) {
	s := openInternal(t)
	ch := chargeNew(t, s, "a")
	known := s.mirror.keys[ch.KeyID]
	charge := func(id string) {
		t.Helper()
		ch.ID = id
		if _, err := s.ChargeBatch(context.Background(), []account.Charge{ch}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 2000 { // past several checkpoints
		charge(fmt.Sprint("ch_", i%400, "_", i))
	}
	if s.mirror.keys[ch.KeyID] != known {
		t.Error("the store's own commits dropped the mirror")
	}
	other, err := Open(context.Background(), Options{Path: s.path})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, err := other.CreateAccount(context.Background(), "elsewhere"); err != nil {
		t.Fatal(err)
	}
	charge("ch_last")
	if s.mirror.keys[ch.KeyID] == known {
		t.Error("another connection's commit left the mirror in place")
	}
}

// TestWriterIsReplaced: when a transaction cannot even be rolled back, the
// connection goes and the next write opens another.
func TestWriterIsReplaced(t *testing.T) {
	s := openInternal(t)
	broken := s.writer
	errFailed := errors.New("failed")
	err := s.write(context.Background(), func(c *conn) error {
		if _, err := c.Exec("ROLLBACK"); err != nil {
			return err
		}
		return errFailed
	})
	if !errors.Is(err, errFailed) {
		t.Fatal(err)
	}
	chargeNew(t, s, "a")
	if s.writer == broken {
		t.Error("the connection was kept")
	}
}

// TestWriteSurvivesPanic: a defect in one transaction does not lock the store.
func TestWriteSurvivesPanic(t *testing.T) {
	s := openInternal(t)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was swallowed")
			}
		}()
		_ = s.write(context.Background(), func(c *conn) error { panic("defect") })
	}()
	chargeNew(t, s, "a")
}

// TestOldestGrantFirst: within a class, grants are used up in the order they
// were made, whether the mirror held them or has just read them.
func TestOldestGrantFirst(t *testing.T) {
	ctx := context.Background()
	s := openInternal(t)
	ch := chargeNew(t, s, "a")
	for range 3 {
		_, err := s.Grant(ctx, account.Grant{
			AccountID: ch.AccountID, Pool: account.PoolCompute, Class: account.ClassPrepaid, Units: 10,
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for i, c := range []struct {
		units int64
		want  string // what remains of each grant, oldest first
	}{{499 + 4, "6 10 10"}, {8, "0 8 10"}, {9, "0 0 9"}} {
		ch.ID, ch.Units = fmt.Sprint("ch_", i), c.units
		if _, err := s.ChargeBatch(ctx, []account.Charge{ch}); err != nil {
			t.Fatal(err)
		}
		var got string
		err := db{s}.ReadLedger(ctx, "", func(tx sqldb.Tx, _ int64) error {
			return tx.Query(`SELECT group_concat(remaining, ' ')
				FROM (SELECT remaining FROM grants WHERE class = 3 ORDER BY seq)`,
				func(scan func(...any) error) error { return scan(&got) })
		})
		if err != nil || got != c.want {
			t.Errorf("after %d units: %q, %v; want %q", c.units, got, err, c.want)
		}
		if i == 0 {
			s.mirror.reset()
		}
	}
}
