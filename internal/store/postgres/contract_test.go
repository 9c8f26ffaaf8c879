package postgres_test

import (
	"sync"
	"testing"

	"toolcrib/internal/account"
	"toolcrib/internal/store/postgres"
	"toolcrib/internal/store/storetest"
)

// TestContract also looks at how every statement of the suite finds its rows.
func TestContract(t *testing.T) {
	// Each test has a copy of one database whose schema is there already.
	migrated := server.Database(t)
	if err := open(t, postgres.Options{URL: migrated}).Close(); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	urls := map[string]string{} // by the name of the database
	asked := gathered{texts: map[string]bool{}}
	storetest.Run(t, func(t *testing.T, o storetest.Options) account.Store {
		mu.Lock()
		defer mu.Unlock()
		if urls[o.Database] == "" {
			urls[o.Database] = server.Copy(t, migrated)
		}
		return gathering{open(t, postgres.Options{URL: urls[o.Database], Plan: o.Plan, Clock: o.Clock}), &asked}
	})
	t.Run("Plans", func(t *testing.T) { checkPlans(t, server.Copy(t, migrated), asked.texts) })
}
