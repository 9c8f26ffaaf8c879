package sqlite_test

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"toolcrib/internal/account"
	"toolcrib/internal/store/sqlite"
)

var plan = account.Plan{Free: map[account.Pool]int64{account.PoolCompute: 500}}

func open(t *testing.T, path string) *sqlite.Store {
	t.Helper()
	s, err := sqlite.OpenUnsynced(context.Background(), sqlite.Options{Path: path, Plan: plan})
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

// rawExec runs SQL on the file beside the store, as an operator with a shell
// could.
func rawExec(t *testing.T, path string, statements ...string) {
	t.Helper()
	if err := tryExec(path, statements...); err != nil {
		t.Fatal(err)
	}
}

func tryExec(path string, statements ...string) error {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	for _, s := range append([]string{"PRAGMA busy_timeout = 5000"}, statements...) {
		if _, err := db.Exec(s); err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
	}
	return nil
}

func TestOpenMakesPrivateFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "data")
	open(t, filepath.Join(dir, "toolcrib.db"))
	for path, want := range map[string]os.FileMode{
		dir:                                   0o700 | os.ModeDir,
		filepath.Join(dir, "toolcrib.db"):     0o600,
		filepath.Join(dir, "toolcrib.db-wal"): 0o600,
		filepath.Join(filepath.Dir(dir)):      0o700 | os.ModeDir,
		filepath.Join(dir, "toolcrib.db-shm"): 0o600,
	} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode() != want {
			t.Errorf("%s has mode %v, want %v", path, info.Mode(), want)
		}
	}
}

func TestOpenPathsWithMeaning(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"plain.db", "a b.db", "q?mode=memory.db", "h#h.db", "50%41.db", "ünï.db", "file:x.db", ":memory:"} {
		path := filepath.Join(dir, name)
		open(t, path)
		if info, err := os.Stat(path); err != nil || info.Size() == 0 {
			t.Errorf("%s was not made: %v, %v", path, info, err)
		}
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte(strings.Repeat("not a database\n", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	uid := fmt.Sprintf("user id %d", os.Getuid())
	for name, path := range map[string]string{
		"a folder":        dir,
		"below a file":    filepath.Join(file, "toolcrib.db"),
		"not a database":  file,
		"a device":        os.DevNull,
		"name too long":   filepath.Join(dir, strings.Repeat("x", 300)),
		"a missing mount": "/proc/none/toolcrib.db",
	} {
		t.Run(name, func(t *testing.T) {
			s, err := sqlite.Open(context.Background(), sqlite.Options{Path: path})
			if err == nil {
				s.Close()
				t.Fatal("opened")
			}
			for _, part := range []string{path, uid, "choose another path"} {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%q does not say %q", err, part)
				}
			}
		})
	}
	if _, err := sqlite.Open(context.Background(), sqlite.Options{}); err == nil {
		t.Error("opened no path")
	}
}

func TestOpenRefusesNewerSchema(t *testing.T) {
	path := filepath.Join(t.TempDir(), "toolcrib.db")
	if err := open(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	rawExec(t, path, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)")
	_, err := sqlite.Open(context.Background(), sqlite.Options{Path: path})
	if err == nil {
		t.Fatal("opened a schema of the future")
	}
	for _, part := range []string{path, "newer version", "9999"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
}

// TestOpenAtOnce: several processes may start on an empty folder together.
func TestOpenAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "toolcrib.db")
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() {
			s, err := sqlite.Open(context.Background(), sqlite.Options{Path: path})
			if err != nil {
				t.Errorf("open %d: %v", i, err)
				return
			}
			if _, err := s.CreateAccount(context.Background(), fmt.Sprint(i)); err != nil {
				t.Error(err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if list, err := open(t, path).Accounts(context.Background()); err != nil || len(list) != 6 {
		t.Errorf("%d accounts, %v; want 6", len(list), err)
	}
}
