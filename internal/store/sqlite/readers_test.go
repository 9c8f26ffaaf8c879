package sqlite

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"toolcrib/internal/account"
)

// TestReaderIsGivenBack: whatever becomes of a read, the next one works.
func TestReaderIsGivenBack(t *testing.T) {
	s := openInternal(t)
	ctx := context.Background()
	errFailed := errors.New("failed")
	for range cap(s.readers.free) + 1 {
		if err := s.readers.read(ctx, func(*conn) error { return errFailed }); !errors.Is(err, errFailed) {
			t.Fatal(err)
		}
		// A transaction that cannot be ended takes its connection with it.
		err := s.readers.read(ctx, func(c *conn) error {
			_, err := c.Exec("ROLLBACK")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		func() {
			defer func() { _ = recover() }()
			_ = s.readers.read(ctx, func(*conn) error { panic("defect") })
		}()
	}
	if err := s.Ping(ctx); err != nil {
		t.Error(err)
	}
}

// TestContextEndsRead: a query that would take for ever ends with its caller,
// and so does the wait for a connection.
func TestContextEndsRead(t *testing.T) {
	s := openInternal(t)
	const forEver = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	done := make(chan error)
	for range cap(s.readers.free) + 1 { // one more than there are connections
		go func() {
			done <- s.readers.read(ctx, func(c *conn) error {
				_, _, err := c.queryInt(forEver)
				return err
			})
		}()
	}
	for range cap(s.readers.free) + 1 {
		if err := <-done; err == nil {
			t.Error("a query without end ended")
		}
	}
	if err := s.Ping(context.Background()); err != nil {
		t.Error(err)
	}
}

// TestRowsAreChecked: a column that is not what the code takes it for is an
// error and not a zero.
func TestRowsAreChecked(t *testing.T) {
	s := openInternal(t)
	err := s.readers.read(context.Background(), func(c *conn) error {
		for query, dest := range map[string][]any{
			"SELECT 'text'": {new(int64)}, "SELECT NULL": {new(string)}, "SELECT 1": {new([]byte)},
			"SELECT 1, 2": {new(int64)}, "SELECT 3": {new(float64)},
		} {
			if err := c.Query(query, func(scan func(...any) error) error { return scan(dest...) }); err == nil {
				t.Errorf("%s went into %T", query, dest[0])
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestWhatDropsTheMirror: changes of what charges are decided by do, others
// do not.
func TestWhatDropsTheMirror(t *testing.T) {
	s := openInternal(t)
	ctx := context.Background()
	ch := chargeNew(t, s, "a")
	known := func() bool { return s.mirror.keys[ch.KeyID] != nil }
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(s.Touch(ctx, []account.Use{{KeyID: ch.KeyID, At: time.Now()}}))
	must(s.CountRefused(ctx, []account.RefusedRow{{KeyID: ch.KeyID, Day: 20261115, Op: "emi", Errors: 1}}))
	must(s.Record(ctx, "test", "", ""))
	_, err := s.Sweep(ctx)
	must(err)
	if !known() {
		t.Error("a row that no charge is decided by dropped the mirror")
	}
	for i, change := range []func() error{
		func() error { return s.SetSuspended(ctx, ch.AccountID, false) },
		func() error { _, err := s.SetKeyDisabled(ctx, ch.KeyID, false); return err },
		func() error {
			_, err := s.Grant(ctx, account.Grant{AccountID: ch.AccountID, Pool: ch.Pool, Class: account.ClassPromo, Units: 1})
			return err
		},
	} {
		must(change())
		if known() {
			t.Errorf("change %d left the mirror in place", i)
		}
		ch.ID = fmt.Sprint("ch_", i)
		if _, err := s.ChargeBatch(ctx, []account.Charge{ch}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestClaimOfNothingWritesNothing: a server that looks for events all the time
// leaves the file alone.
func TestClaimOfNothingWritesNothing(t *testing.T) {
	s := openInternal(t)
	chargeNew(t, s, "a")
	watcher, err := openConn(s.readers.dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer watcher.close()
	version := func() int64 { // changes with every commit of another connection
		v, _, err := watcher.queryInt("PRAGMA data_version")
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	before := version()
	for range 20 {
		if list, err := s.ClaimEvents(context.Background(), 10, time.Minute); err != nil || len(list) != 0 {
			t.Fatal(list, err)
		}
	}
	if after := version(); after != before {
		t.Error("the file was written to")
	}
	chargeNew(t, s, "b")
	if version() == before {
		t.Error("a write went unseen: the test shows nothing")
	}
}
