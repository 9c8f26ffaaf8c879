package service_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/store/sqlite"
)

// TestCrash kills the server, as a power cut would, in the middle of many
// callers, again and again on the same data. What must hold each time: every
// result that was released has its charge on disk, the ledger is clean, and
// the server is ready again within a second.
func TestCrash(t *testing.T) {
	const (
		kills   = 20
		callers = 32
	)
	binary := buildBinary(t)
	dir := t.TempDir()
	key, accountID := prepareAccount(t, binary, dir)
	var released []string
	var ready []time.Duration
	for kill := range kills {
		server := start(t, binary, dir)
		ready = append(ready, server.ready)
		released = append(released, hammer(t, server, key, callers, 60*time.Millisecond+time.Duration(kill)*7*time.Millisecond)...)
		verify(t, dir)
	}
	if len(released) < kills*callers {
		t.Fatalf("only %d results were released; the test proved little", len(released))
	}
	// The middle one: other tests use the processors at the same time.
	slices.Sort(ready)
	if ready[kills/2] > time.Second {
		t.Errorf("half of the restarts took more than %s, longer than a second", ready[kills/2])
	}
	t.Logf("%d results released over %d kills; ready after %s to %s", len(released), kills, ready[0], ready[kills-1])
	mustBeCharged(t, dir, accountID, released)
}

func buildBinary(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "toolcrib")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "toolcrib/cmd/toolcrib")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return binary
}

// prepareAccount makes an account with a key and units enough, by the commands.
func prepareAccount(t *testing.T, binary, dir string) (key, accountID string) {
	t.Helper()
	command := func(args ...string) string {
		out, err := exec.CommandContext(t.Context(), binary, append(args, "--data", dir)...).Output()
		if err != nil {
			t.Fatalf("toolcrib %q: %v", args, err)
		}
		return strings.TrimSpace(string(out))
	}
	accountID = command("account", "create", "--name", "crash")
	key = command("key", "create", "--name", "crash")
	command("grant", "--account", "crash", "--units", "10000000")
	return key, accountID
}

// process is a server under test.
type process struct {
	cmd   *exec.Cmd
	url   string
	ready time.Duration // from start to the first answer
}

func start(t *testing.T, binary, dir string) *process {
	t.Helper()
	ready := filepath.Join(t.TempDir(), "ready.json")
	cmd := exec.Command(binary, "serve", "--data", dir, "--listen", "127.0.0.1:0", "--ready-file", ready,
		"--rate-per-minute", "0", "--account-rate-per-minute", "0")
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	go func() {
		for s := bufio.NewScanner(stderr); s.Scan(); {
			t.Log(s.Text())
		}
	}()
	for time.Since(begin) < 20*time.Second {
		raw, err := os.ReadFile(ready)
		if errors.Is(err, os.ErrNotExist) {
			time.Sleep(2 * time.Millisecond)
			continue
		}
		var at struct {
			URL string `json:"url"`
			PID int    `json:"pid"`
		}
		if err := json.Unmarshal(raw, &at); err != nil || at.PID != cmd.Process.Pid {
			t.Fatalf("ready file: %s", raw)
		}
		return &process{cmd, at.URL, time.Since(begin)}
	}
	t.Fatal("the server did not become ready within 20 s")
	return nil
}

// hammer calls from many sides, kills the server after a while and returns the
// charges of the results that were released before it died.
func hammer(t *testing.T, p *process, key string, callers int, after time.Duration) []string {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: callers}, Timeout: 10 * time.Second}
	var mu sync.Mutex
	var released []string
	var wg sync.WaitGroup
	for range callers {
		wg.Go(func() {
			for {
				id, err := callOnce(client, p.url, key)
				if err != nil {
					return // the server is gone
				}
				mu.Lock()
				released = append(released, id)
				mu.Unlock()
			}
		})
	}
	time.Sleep(after)
	if err := p.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = p.cmd.Wait()
	wg.Wait()
	return released
}

// callOnce makes one call and reads its whole answer: only then is the result
// released.
func callOnce(client *http.Client, url, key string) (charge string, err error) {
	req, err := http.NewRequest("GET", url+"/v1/calculators/bmi?weight=70&height=175", nil)
	if err != nil {
		return "", err
	}
	req.Header.Set("Authorization", "Bearer "+key)
	resp, err := client.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return "", err
	}
	if resp.StatusCode != http.StatusOK {
		return "", fmt.Errorf("%s: %s", resp.Status, body)
	}
	return "ch_" + strings.TrimPrefix(resp.Header.Get("Request-Id"), "req_"), nil
}

func openFile(t *testing.T, dir string) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), sqlite.Options{Path: filepath.Join(dir, "toolcrib.db")})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func verify(t *testing.T, dir string) {
	t.Helper()
	s := openFile(t, dir)
	defer s.Close()
	report, err := s.Verify(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range report.Checks {
		for _, v := range c.Violations {
			t.Errorf("ledger: %s: %s", c.Name, v)
		}
	}
}

// mustBeCharged sends every released charge to the store once more: each must
// be known there, so that doing so changes nothing.
func mustBeCharged(t *testing.T, dir, accountID string, released []string) {
	t.Helper()
	s := openFile(t, dir)
	defer s.Close()
	ctx := context.WithoutCancel(t.Context())
	before, err := s.Balance(ctx, accountID, account.PoolCompute, "")
	if err != nil {
		t.Fatal(err)
	}
	keys, err := s.Keys(ctx, accountID)
	if err != nil {
		t.Fatal(err)
	}
	for len(released) > 0 {
		n := min(len(released), 256)
		batch := make([]account.Charge, n)
		for i, id := range released[:n] {
			batch[i] = account.Charge{ID: id, AccountID: accountID, KeyID: keys[0].ID, Op: "bmi-calculator", Pool: account.PoolCompute, Units: 1}
		}
		if _, err := s.ChargeBatch(ctx, batch); err != nil {
			t.Fatal(err)
		}
		released = released[n:]
	}
	after, err := s.Balance(ctx, accountID, account.PoolCompute, "")
	if err != nil {
		t.Fatal(err)
	}
	if lost := before.Units() - after.Units(); lost != 0 {
		t.Errorf("%d results were released without a charge on disk", lost)
	}
}
