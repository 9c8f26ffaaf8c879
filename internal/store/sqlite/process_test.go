package sqlite_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/store/sqlite"
)

// childEnv makes the test program act as a second process on the same file:
// its value is the action, and the arguments follow the program's name.
const childEnv = "TOOLCRIB_STORE_TEST_CHILD"

func TestMain(m *testing.M) {
	switch os.Getenv(childEnv) {
	case "":
		os.Exit(m.Run())
	case "charge":
		chargeForEver(os.Args[1], account.Charge{
			AccountID: os.Args[2], KeyID: os.Args[3], Op: "emi", Pool: account.PoolCompute, Units: 1,
		})
	case "hold":
		holdForEver(os.Args[1], account.Charge{
			AccountID: os.Args[2], KeyID: os.Args[3], Op: "ai-summarize", Pool: account.PoolAI, Units: 10,
		})
	case "revoke":
		revoke(os.Args[1], os.Args[2])
	}
}

func child(t *testing.T, action string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), childEnv+"="+action)
	cmd.Stderr = os.Stderr
	return cmd
}

func openChild(path string) *sqlite.Store {
	s, err := sqlite.Open(context.Background(), sqlite.Options{Path: path, Plan: plan})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return s
}

// chargeForEver prints the ID of every charge once it has been answered.
func chargeForEver(path string, ch account.Charge) {
	s := openChild(path)
	var out sync.Mutex
	for range 8 {
		go func() {
			for {
				batch := []account.Charge{ch, ch, ch, ch}
				for i := range batch {
					batch[i].ID = account.NewID("ch", time.Now())
					batch[i].Reply = &account.Reply{Key: account.HashKey(batch[i].ID), Until: time.Now().Add(time.Hour)}
				}
				verdicts, err := s.ChargeBatch(context.Background(), batch)
				if err != nil {
					fmt.Fprintln(os.Stderr, err)
					os.Exit(1)
				}
				out.Lock()
				for i, v := range verdicts {
					if v.Outcome == account.Charged {
						fmt.Println(batch[i].ID)
					}
				}
				out.Unlock()
			}
		}()
	}
	select {}
}

func revoke(path, keyID string) {
	s := openChild(path)
	if _, err := s.RevokeKey(context.Background(), keyID); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if err := s.Close(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// TestKilledProcessLosesNothing: whatever a process had answered before it was
// killed is charged, and the ledger it leaves is sound.
func TestKilledProcessLosesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "toolcrib.db")
	s := open(t, path)
	ch := newCaller(t, s, "a")
	_, err := s.Grant(context.Background(), account.Grant{
		AccountID: ch.AccountID, Pool: account.PoolCompute, Class: account.ClassPrepaid, Units: 1 << 40,
	})
	if err != nil {
		t.Fatal(err)
	}
	answered := make(map[string]bool)
	for range 4 {
		for _, id := range killedCharges(t, path, ch) {
			answered[id] = true
		}
	}
	report, err := s.Verify(context.Background())
	if err != nil || !report.OK() {
		t.Errorf("Verify: %+v, %v", report, err)
	}
	before := units(t, s, ch)
	for id := range answered {
		ch.ID = id
		mustCharge(t, s, ch)
		if r, err := s.Reply(context.Background(), ch.KeyID, account.HashKey(id)); err != nil || r == nil || r.ChargeID != id {
			t.Errorf("the reply of an answered charge is %+v, %v", r, err)
		}
	}
	if after := units(t, s, ch); after != before {
		t.Errorf("%d of %d answered charges had not been made", before-after, len(answered))
	}
}

func units(t *testing.T, s *sqlite.Store, ch account.Charge) int64 {
	t.Helper()
	b, err := s.Balance(context.Background(), ch.AccountID, ch.Pool, "")
	if err != nil {
		t.Fatal(err)
	}
	return b.Units()
}

// killedCharges lets a process charge, kills it in the middle and returns what
// it had answered.
func killedCharges(t *testing.T, path string, ch account.Charge) (ids []string) {
	t.Helper()
	return killed(t, "charge", path, ch)
}

func killed(t *testing.T, action, path string, ch account.Charge) (ids []string) {
	t.Helper()
	cmd := child(t, action, path, ch.AccountID, ch.KeyID)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		ids = append(ids, lines.Text())
		if len(ids) == 500 {
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := cmd.Wait(); err == nil || len(ids) < 500 {
		t.Fatalf("the process ended by itself after %d charges: %v", len(ids), err)
	}
	// The last line may have been cut short.
	if last := len(ids) - 1; len(ids[last]) != len(ids[0]) {
		ids = ids[:last]
	}
	return ids
}

// TestRevokedByAnotherProcess: when a command that revokes a key has ended, no
// later charge of the server passes.
func TestRevokedByAnotherProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "toolcrib.db")
	s := open(t, path)
	ch := newCaller(t, s, "a")
	stop := make(chan struct{})
	var wg sync.WaitGroup
	other := newCaller(t, s, "b")
	wg.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			other.ID = fmt.Sprint("ch_other_", i)
			if _, err := s.ChargeBatch(context.Background(), []account.Charge{other}); err != nil {
				t.Error(err)
				return
			}
		}
	})
	ch.ID = "ch_before"
	mustCharge(t, s, ch)
	if err := child(t, "revoke", path, ch.KeyID).Run(); err != nil {
		t.Fatal(err)
	}
	ch.ID = "ch_after"
	verdicts, err := s.ChargeBatch(context.Background(), []account.Charge{ch})
	if err != nil || verdicts[0].Outcome != account.KeyGone {
		t.Errorf("charged after the revocation: %+v, %v", verdicts, err)
	}
	close(stop)
	wg.Wait()
	if report, err := s.Verify(context.Background()); err != nil || !report.OK() {
		t.Errorf("Verify: %+v, %v", report, err)
	}
}
