package sqlite

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"toolcrib/internal/account"
	"toolcrib/internal/store/sqldb"
)

// count asks the file itself, as it is.
func count(t *testing.T, s *Store, query string) (n int64) {
	t.Helper()
	err := s.readers.read(context.Background(), func(c *conn) (err error) {
		n, _, err = c.queryInt(query)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func exec(t *testing.T, s *Store, statement string) {
	t.Helper()
	err := s.write(context.Background(), func(c *conn) error {
		_, err := c.Exec(statement)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// outcome charges once more.
func outcome(t *testing.T, s *Store, ch account.Charge, id string) account.Outcome {
	t.Helper()
	ch.ID = id
	v, err := s.ChargeBatch(context.Background(), []account.Charge{ch})
	if err != nil {
		t.Fatal(err)
	}
	return v[0].Outcome
}

func left(t *testing.T, s *Store, ch account.Charge) int64 {
	t.Helper()
	b, err := s.Balance(context.Background(), ch.AccountID, ch.Pool, "")
	if err != nil {
		t.Fatal(err)
	}
	return b.Units()
}

func mustVerify(t *testing.T, s *Store) {
	t.Helper()
	if report, err := s.Verify(context.Background()); err != nil || !report.OK() {
		t.Errorf("Verify: %+v, %v", report, err)
	}
}

// TestDeltasAreBounded: they are applied by themselves, and no charge goes
// missing when they are.
func TestDeltasAreBounded(t *testing.T) {
	s := openInternal(t)
	ch := chargeNew(t, s, "a")
	if _, err := s.Grant(context.Background(), account.Grant{
		AccountID: ch.AccountID, Pool: ch.Pool, Class: account.ClassPrepaid, Units: 10_000,
	}); err != nil {
		t.Fatal(err)
	}
	const charges = maxDeltaBatches + 200
	most := int64(0)
	for i := range charges {
		if o := outcome(t, s, ch, fmt.Sprint("ch_", i)); o != account.Charged {
			t.Fatal(i, o)
		}
		if i%100 == 0 || i >= maxDeltaBatches-2 {
			most = max(most, count(t, s, "SELECT count(*) FROM ledger_deltas"))
		}
	}
	if most != maxDeltaBatches {
		t.Errorf("at most %d rows were kept, want %d", most, maxDeltaBatches)
	}
	if got := left(t, s, ch); got != 500+10_000-1-charges {
		t.Errorf("%d units left", got)
	}
	mustVerify(t, s)
}

// TestDeltasCorrectWhatIsRead: rows that the mirror reads again while deltas
// wait are spent no further than to their end, cap and grants alike.
func TestDeltasCorrectWhatIsRead(t *testing.T) {
	for name, c := range map[string]struct {
		limit int64
		end   account.Outcome
	}{"cap": {100, account.CapReached}, "grants": {0, account.Insufficient}} {
		t.Run(name, func(t *testing.T) {
			s := openInternal(t)
			ch := chargeNew(t, s, "a")
			exec(t, s, fmt.Sprint("UPDATE api_keys SET monthly_cap = ", c.limit))
			want := c.limit
			if want == 0 {
				want = 500
			}
			made := int64(1)
			for o := account.Charged; o == account.Charged; made++ {
				s.mirror.reset()
				o = outcome(t, s, ch, fmt.Sprint("ch_", made))
				if o != account.Charged && o != c.end || made > want {
					t.Fatal(made, o)
				}
			}
			if made-1 != want || s.deltas.batches == 0 {
				t.Errorf("%d charges, want %d; %d batches wait", made-1, want, s.deltas.batches)
			}
			mustVerify(t, s)
		})
	}
}

// TestDeltasOfAnotherWriter: whoever opens the file, or has it open, reads and
// spends what another process has left to be applied, also in a backup.
func TestDeltasOfAnotherWriter(t *testing.T) {
	ctx := context.Background()
	s := openInternal(t)
	ch := chargeNew(t, s, "a")
	again := func(path string) *Store {
		other, err := OpenUnsynced(ctx, Options{Path: path, Plan: s.plan})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { other.Close() })
		return other
	}
	other := again(s.path)
	next := 0
	charge := func(by *Store, n int) {
		t.Helper()
		for range n {
			if o := outcome(t, by, ch, fmt.Sprint("ch_", next)); o != account.Charged {
				t.Fatal(next, o)
			}
			next++
		}
	}
	check := func(of *Store) {
		t.Helper()
		if got, want := left(t, of, ch), int64(500-1-next); got != want {
			t.Errorf("%d units left, want %d", got, want)
		}
		u, err := of.KeyUsage(ctx, ch.KeyID, account.Period(of.clock()))
		if err != nil || u.Requests != int64(next+1) {
			t.Errorf("usage %+v, %v; want %d requests", u, err, next+1)
		}
	}
	charge(s, 7)
	check(other)
	charge(s, 3)
	charge(other, 5)
	check(s)
	charge(other, 2)
	charge(s, 1)
	if n := count(t, s, "SELECT count(DISTINCT writer) FROM ledger_deltas"); n != 1 {
		t.Errorf("rows of %d writers, want 1", n)
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	if _, err := Backup(ctx, s.path, copied); err != nil {
		t.Fatal(err)
	}
	restored := again(copied)
	check(restored)
	mustVerify(t, restored)
	check(other)
	mustVerify(t, s)
}

// TestDeltasOutliveAFailure: what cannot be applied stays, and is applied when
// it can be; no reading shows half of it.
func TestDeltasOutliveAFailure(t *testing.T) {
	ctx := context.Background()
	s := openInternal(t)
	ch := chargeNew(t, s, "a")
	outcome(t, s, ch, "ch_1")
	exec(t, s, "CREATE TRIGGER boom BEFORE UPDATE ON grants BEGIN SELECT RAISE(ABORT, 'boom'); END")
	if _, err := s.Balance(ctx, ch.AccountID, ch.Pool, ""); err == nil {
		t.Error("a balance was read that could not be known")
	}
	if _, err := s.CreateAccount(ctx, "b"); err == nil {
		t.Error("written beside deltas that could not be applied")
	}
	if o := outcome(t, s, ch, "ch_2"); o != account.Charged { // needs none of it
		t.Error(o)
	}
	exec(t, s, "DROP TRIGGER boom")
	if got := left(t, s, ch); got != 497 {
		t.Errorf("%d units left, want 497", got)
	}
	mustVerify(t, s)
}

// TestReadLedgerAppliesWhatItMust: a balance that nobody charged lately costs
// no transaction, so that a first look at the funds holds up no charges.
func TestReadLedgerAppliesWhatItMust(t *testing.T) {
	s := openInternal(t)
	idle, busy := chargeNew(t, s, "idle"), chargeNew(t, s, "busy")
	if err := (db{s}).ReadLedger(context.Background(), "", func(sqldb.Tx, int64) error { return nil }); err != nil {
		t.Fatal(err)
	}
	outcome(t, s, busy, "ch_1")
	for _, c := range []struct {
		of    account.Charge
		units int64
		wait  int64 // batches that still wait then
	}{{idle, 499, 1}, {busy, 498, 0}, {idle, 499, 0}} {
		if got := left(t, s, c.of); got != c.units {
			t.Errorf("%d units left, want %d", got, c.units)
		}
		if n := count(t, s, "SELECT count(*) FROM ledger_deltas"); n != c.wait {
			t.Errorf("%d batches wait, want %d", n, c.wait)
		}
	}
}
