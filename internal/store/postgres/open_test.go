package postgres_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"toolcrib/internal/account"
	"toolcrib/internal/store/postgres"
)

// run runs a statement of the test's own.
func run(t *testing.T, url, query string) error {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	_, err = conn.Exec(ctx, query)
	return err
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestOpenTogether: many nodes start on an empty database at once.
func TestOpenTogether(t *testing.T) {
	url := server.Database(t)
	if have, known, err := postgres.Versions(context.Background(), url); have != 0 || known == 0 || err != nil {
		t.Errorf("Versions of an empty database = %d, %d, %v", have, known, err)
	}
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			s, err := postgres.Open(context.Background(), postgres.Options{URL: url})
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			if have, known, err := postgres.Versions(context.Background(), url); have != known || known == 0 || err != nil {
				t.Errorf("Versions = %d, %d, %v", have, known, err)
			}
		})
	}
	all.Wait()
}

func TestOpenRefuses(t *testing.T) {
	for _, c := range []struct{ name, prepare, says string }{
		{"newer schema", "INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, true)", "newer version of this program"},
		{"no synchronous commit", "ALTER DATABASE %s SET synchronous_commit = off", "synchronous_commit"},
		{"read only", "ALTER DATABASE %s SET default_transaction_read_only = on", "only be read"},
	} {
		t.Run(c.name, func(t *testing.T) {
			url := server.Database(t)
			must(t, open(t, postgres.Options{URL: url}).Close())
			config, err := pgx.ParseConfig(url)
			must(t, err)
			must(t, run(t, url, strings.ReplaceAll(c.prepare, "%s", config.Database)))
			s, err := postgres.Open(t.Context(), postgres.Options{URL: url})
			if err == nil {
				t.Errorf("opened: %v", s.Close())
			} else if !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v; want it to say %q", err, c.says)
			}
		})
	}
}

// TestOpenHidesThePassword: what Open says may be logged.
func TestOpenHidesThePassword(t *testing.T) {
	for _, url := range []string{
		"postgres://u:hush-hush@127.0.0.1:1/d",
		"postgres://u:hush-hush@127.0.0.1:one/d",
		"host=127.0.0.1 port=1 user=u password=hush-hush dbname=d",
	} {
		_, err := postgres.Open(t.Context(), postgres.Options{URL: url})
		if err == nil || strings.Contains(err.Error(), "hush-hush") {
			t.Errorf("Open(%q): %v", url, err)
		}
	}
}

func TestAppendOnly(t *testing.T) {
	url := server.Database(t)
	s := open(t, postgres.Options{URL: url})
	defer s.Close()
	a, err := s.CreateAccount(t.Context(), "a")
	must(t, err)
	_, err = s.Grant(t.Context(), account.Grant{AccountID: a.ID, Pool: account.PoolCompute, Class: account.ClassPromo, Units: 5})
	must(t, err)
	for _, query := range []string{
		"UPDATE transfers SET units = 6", "DELETE FROM transfers",
		"UPDATE audit_log SET detail = ''", "DELETE FROM audit_log",
	} {
		if err := run(t, url, query); err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("%s: %v; want it refused", query, err)
		}
	}
	if err := run(t, url, "UPDATE grants SET remaining = -1"); err == nil {
		t.Error("a balance below zero was accepted")
	}
}
