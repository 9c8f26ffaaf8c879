package sqlite_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/store/sqlite"
)

// holdForEver holds 10 units and settles 3 of them, over and over, and prints
// the ID of each once it has been answered. One hold it never ends.
func holdForEver(path string, ch account.Charge) {
	s := openChild(path)
	hold := func(ch account.Charge) account.Charge {
		ch.ID = account.NewID("ch", time.Now())
		v, err := s.Hold(context.Background(), ch, time.Now().Add(time.Minute))
		if err != nil || v.Outcome != account.Charged {
			fmt.Fprintln(os.Stderr, v, err)
			os.Exit(1)
		}
		return ch
	}
	hold(ch)
	for range 4 {
		go func() {
			for {
				ch := hold(ch)
				if _, err := s.Settle(context.Background(), ch.ID, 3, nil); err != nil {
					fmt.Fprintln(os.Stderr, err)
					os.Exit(1)
				}
				fmt.Println(ch.ID)
			}
		}()
	}
	select {}
}

// TestKilledBetweenHoldAndSettle: what a process had settled when it was killed
// is charged, and what it held comes back when the holds are past their time.
func TestKilledBetweenHoldAndSettle(t *testing.T) {
	const bought = 1 << 40
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "toolcrib.db")
	s := open(t, path)
	ch := newCaller(t, s, "a")
	ch.Pool = account.PoolAI
	_, err := s.Grant(ctx, account.Grant{AccountID: ch.AccountID, Pool: ch.Pool, Class: account.ClassPrepaid, Units: bought})
	if err != nil {
		t.Fatal(err)
	}
	var answered []string
	for range 3 {
		answered = append(answered, killed(t, "hold", path, ch)...)
	}
	if report := verifyFile(t, path); !report.OK() {
		t.Errorf("with holds open: %+v", report)
	}
	later, err := sqlite.Open(ctx, sqlite.Options{Path: path, Plan: plan, Clock: func() time.Time { return time.Now().Add(2 * time.Minute) }})
	if err != nil {
		t.Fatal(err)
	}
	defer later.Close()
	swept, err := later.Sweep(ctx)
	// Each process left the one, and at most one of each of its callers.
	if err != nil || swept.Holds < 3 || swept.Holds > 15 {
		t.Errorf("Sweep = %+v, %v; want 3 to 15 holds", swept, err)
	}
	for _, id := range answered {
		if v, err := s.Settle(ctx, id, 3, nil); err != nil || v.Taken.Prepaid != 3 {
			t.Errorf("an answered call settled again: %+v, %v", v, err)
		}
	}
	rows, err := s.Usage(ctx, account.UsageQuery{To: 99991231})
	var used int64
	for _, r := range rows {
		used += r.Units
	}
	if err != nil || used < int64(3*len(answered)) {
		t.Errorf("%d answered calls, used are %d units, %v", len(answered), used, err)
	}
	if left := units(t, s, ch); left != bought-used {
		t.Errorf("%d units were used, but %d are gone", used, bought-left)
	}
	if report := verifyFile(t, path); !report.OK() {
		t.Errorf("Verify: %+v", report)
	}
}
