package sqlite_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/store/sqlite"
)

// holdCorruptions break what makeHolds made.
var holdCorruptions = []corruption{
	{"grant-balance", "held units lost", []string{"UPDATE grants SET held = 0 WHERE held > 0"}},
	{"no-overdraft", "more held than given", []string{
		"PRAGMA ignore_check_constraints = ON", "UPDATE grants SET held = amount - remaining + 1"}},
	{"free-use", "held in another month", []string{"UPDATE holds SET at = at - 20 * 86400000 WHERE id = 'ch_settled'"}},
	{"quota-events", "reached by what is held", []string{"UPDATE grants SET held = amount WHERE class = 1 AND remaining = 0 AND held = 0"}},
	{"held-units", "held by nobody", []string{"UPDATE grants SET held = held + 1 WHERE held > 0 AND pool = 'image'"}},
	{"held-units", "parts lost", []string{"DELETE FROM hold_parts"}},
	{"held-units", "not given back", []string{"UPDATE holds SET state = 'voided' WHERE state = 'held'"}},
	{"hold-parts", "too little set aside", []string{"UPDATE hold_parts SET units = units - 1 WHERE part = 0"}},
	{"hold-parts", "too little of the other pool", []string{"UPDATE holds SET overflow_units = overflow_units + 1 WHERE state = 'held'"}},
	{"hold-parts", "of another account", []string{
		"UPDATE hold_parts SET from_acct = (SELECT max(seq) FROM grants WHERE class = 3) WHERE part = 1"}},
	{"hold-parts", "of another pool", []string{"UPDATE holds SET pool = 'ai_tokens' WHERE state = 'held'"}},
	{"hold-parts", "of one that is over", []string{"INSERT INTO hold_parts SELECT 'ch_void', part, from_acct, units FROM hold_parts"}},
	{"settled-holds", "charge lost", []string{"DELETE FROM charges WHERE id = 'ch_settled'"}},
	{"settled-holds", "never charged", []string{"UPDATE holds SET state = 'settled' WHERE state = 'held'"}},
	{"settled-holds", "charged and open", []string{"UPDATE holds SET state = 'held' WHERE id = 'ch_settled'"}},
	{"settled-holds", "charged and given back", []string{"UPDATE holds SET state = 'voided' WHERE id = 'ch_settled'"}},
	{"settled-holds", "above what was held", []string{"UPDATE holds SET units = 19 WHERE id = 'ch_settled'"}},
	{"settled-holds", "by another key", []string{"UPDATE holds SET key = (SELECT min(seq) FROM api_keys) WHERE id = 'ch_settled'"}},
	{"settled-holds", "for another operation", []string{"UPDATE holds SET op = 'another' WHERE id = 'ch_settled'"}},
	{"settled-holds", "of another pool", []string{"UPDATE holds SET pool = 'ai_tokens' WHERE id = 'ch_settled'"}},
	{"settled-holds", "before it was made", []string{"UPDATE holds SET at = at + 1 WHERE id = 'ch_settled'"}},
	{"settled-holds", "after its time", []string{"UPDATE holds SET at = 1, ends_at = 2 WHERE id = 'ch_settled'"}},
	{"hold-expiry", "long over", []string{"UPDATE holds SET at = 1, ends_at = 2 WHERE state = 'held'"}},
}

// makeHolds makes ch_open, of one caller's units of two pools, and of another's
// free units ch_settled and ch_void.
func makeHolds(t *testing.T, s *sqlite.Store, one, two account.Charge, now time.Time) {
	t.Helper()
	ctx := context.Background()
	_, err := s.Grant(ctx, account.Grant{AccountID: one.AccountID, Pool: account.PoolImage, Class: account.ClassPromo, Units: 50})
	if err != nil {
		t.Fatal(err)
	}
	before, opened, settled, voided := one, one, two, two
	before.ID, before.Pool, before.Units = "ch_before", account.PoolImage, 5
	mustCharge(t, s, before)
	opened.ID, opened.Pool, opened.Units = "ch_open", account.PoolImage, 47
	settled.ID, settled.Units = "ch_settled", 30
	voided.ID = "ch_void"
	for _, ch := range []account.Charge{opened, settled, voided} {
		if v, err := s.Hold(ctx, ch, now.Add(time.Minute)); err != nil || v.Outcome != account.Charged {
			t.Fatal(v, err)
		}
	}
	if v, err := s.Settle(ctx, settled.ID, 20, nil); err != nil || v.Outcome != account.Charged {
		t.Fatal(v, err)
	}
	if err := s.Void(ctx, voided.ID); err != nil {
		t.Fatal(err)
	}
}

// TestSweepGoesOn: a hold that cannot be given back is told of, and keeps no
// other from being given back.
func TestSweepGoesOn(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "toolcrib.db")
	s := open(t, path)
	for i, name := range []string{"a", "b", "c"} {
		ch := newCaller(t, s, name)
		ch.ID = fmt.Sprint("ch_", i)
		if v, err := s.Hold(ctx, ch, time.Now().Add(time.Minute)); err != nil || v.Outcome != account.Charged {
			t.Fatal(v, err)
		}
	}
	rawExec(t, path, "UPDATE grants SET held = 0 WHERE account = (SELECT account FROM api_keys WHERE name = 'b')")
	later, err := sqlite.Open(ctx, sqlite.Options{Path: path, Plan: plan, Clock: func() time.Time { return time.Now().Add(2 * time.Minute) }})
	if err != nil {
		t.Fatal(err)
	}
	defer later.Close()
	for _, want := range []int{2, 0} {
		if swept, err := later.Sweep(ctx); swept != (account.Swept{Holds: want}) || err == nil {
			t.Errorf("Sweep = %+v, %v; want %d holds and an error", swept, err, want)
		}
	}
}
