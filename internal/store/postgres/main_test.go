package postgres_test

import (
	"context"
	"flag"
	"os"
	"testing"
	"time"

	"toolcrib/internal/store/postgres"
	"toolcrib/internal/store/postgres/pgtest"
)

// server is for the tests that do not need one of their own.
var server *pgtest.Server

func TestMain(m *testing.M) {
	// Histories of the model take ten times as long as in SQLite, which has the
	// same rules from the same package; -rapid.checks asks for more.
	if err := flag.Set("rapid.checks", "25"); err != nil {
		panic(err)
	}
	os.Exit(pgtest.Main(m, &server, pgtest.Options{Unsynced: true}))
}

// open opens a store, which whoever asked for it closes.
func open(t testing.TB, o postgres.Options) *postgres.Store {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	s, err := postgres.Open(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
