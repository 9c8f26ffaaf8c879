package postgres_test

import (
	"sync"
	"testing"

	"toolcrib/internal/account"
	"toolcrib/internal/store/postgres"
	"toolcrib/internal/store/storetest"
)

func TestContract(t *testing.T) {
	// Each test has a copy of one database whose schema is there already.
	migrated := server.Database(t)
	if err := open(t, postgres.Options{URL: migrated}).Close(); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	urls := map[string]string{} // by the name of the database
	storetest.Run(t, func(t *testing.T, o storetest.Options) account.Store {
		mu.Lock()
		defer mu.Unlock()
		if urls[o.Database] == "" {
			urls[o.Database] = server.Copy(t, migrated)
		}
		return open(t, postgres.Options{URL: urls[o.Database], Plan: o.Plan, Clock: o.Clock})
	})
}
