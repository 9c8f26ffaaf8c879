package sqlite_test

import (
	"context"
	"database/sql"
	"path/filepath"
	"testing"
	"time"

	"toolcrib/internal/account"
)

// failures make the file refuse a charge of operation "boom" at different
// moments of the transaction.
var failures = map[string][]string{
	"first table": {
		`CREATE TRIGGER boom BEFORE INSERT ON charges WHEN NEW.op = 'boom' BEGIN SELECT RAISE(ABORT, 'boom'); END`,
	},
	"last table": {
		`CREATE TRIGGER boom BEFORE INSERT ON ledger_deltas WHEN NEW.changes LIKE '%"boom"%' BEGIN SELECT RAISE(ABORT, 'boom'); END`,
	},
	"rolled back by SQLite itself": {
		`CREATE TRIGGER boom BEFORE INSERT ON ledger_deltas WHEN NEW.changes LIKE '%"boom"%' BEGIN SELECT RAISE(ROLLBACK, 'boom'); END`,
	},
	"at commit": {
		`CREATE TABLE bomb (key INTEGER REFERENCES api_keys (seq) DEFERRABLE INITIALLY DEFERRED)`,
		`CREATE TRIGGER boom AFTER INSERT ON ledger_deltas WHEN NEW.changes LIKE '%"boom"%' BEGIN INSERT INTO bomb VALUES (999); END`,
	},
}

// TestFailureChargesNothing: an error anywhere in the transaction undoes all
// of the batch, in the file and in memory, and the next batch works.
func TestFailureChargesNothing(t *testing.T) {
	for name, trigger := range failures {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "toolcrib.db")
			s := open(t, path)
			ch := newCaller(t, s, "a")
			ch.Units = 100
			send := func(id, op string) error {
				first, second := ch, ch
				first.ID, second.ID, second.Op = id+"1", id+"2", op
				_, err := s.ChargeBatch(context.Background(), []account.Charge{first, second})
				return err
			}
			rawExec(t, path, trigger...)
			for _, id := range []string{"ch_a", "ch_b"} { // before the month's grant, and again
				if err := send(id, "boom"); err == nil {
					t.Fatal("the batch did not fail")
				}
			}
			if got := units(t, s, ch); got != 500 {
				t.Errorf("%d units left after a failed batch, want 500", got)
			}
			rawExec(t, path, "DROP TRIGGER boom")
			if err := send("ch_a", "emi"); err != nil {
				t.Errorf("the batch after the failure: %v", err)
			}
			rawExec(t, path, trigger[len(trigger)-1])
			if err := send("ch_b", "boom"); err == nil { // with the grants in memory
				t.Fatal("the batch did not fail")
			}
			rawExec(t, path, "DROP TRIGGER boom")
			if err := send("ch_b", "boom"); err != nil {
				t.Errorf("the batch after the failure: %v", err)
			}
			if got := units(t, s, ch); got != 100 {
				t.Errorf("%d units left, want 100", got)
			}
			if report, err := s.Verify(context.Background()); err != nil || !report.OK() {
				t.Errorf("Verify: %+v, %v", report, err)
			}
		})
	}
}

// TestWaitsForAnotherWriter: a command that writes holds a charge up but does
// not fail it.
func TestWaitsForAnotherWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "toolcrib.db")
	s := open(t, path)
	ch := newCaller(t, s, "a")
	db, err := sql.Open("sqlite", path+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() {
		ch.ID = "ch_1"
		_, err := s.ChargeBatch(context.Background(), []account.Charge{ch})
		done <- err
	}()
	select {
	case err := <-done:
		t.Fatalf("charged while another writer held the lock: %v", err)
	case <-time.After(100 * time.Millisecond):
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Errorf("after the other writer: %v", err)
	}
}

// TestContextEndsTheWait: a caller that goes away while others write is let go
// without being charged.
func TestContextEndsTheWait(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "toolcrib.db"))
	ch := newCaller(t, s, "a")
	ch.ID = "ch_1"
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	charged := 0
	for range 50 {
		if _, err := s.ChargeBatch(ctx, []account.Charge{ch}); err == nil {
			charged++
		}
	}
	if charged > 0 {
		t.Errorf("charged %d times for a caller that had gone", charged)
	}
}
