package sqlite_test

import (
	"context"
	"path/filepath"
	"testing"

	"toolcrib/internal/account"
	"toolcrib/internal/store/sqlite"
	"toolcrib/internal/store/storetest"
)

// TestContract also looks at how every statement of the suite finds its rows.
func TestContract(t *testing.T) {
	root := t.TempDir()
	asked := gathered{texts: map[string]bool{}}
	storetest.Run(t, func(t *testing.T, o storetest.Options) account.Store {
		s, err := sqlite.OpenUnsynced(context.Background(), sqlite.Options{
			Path: filepath.Join(root, o.Database, "toolcrib.db"), Plan: o.Plan, Clock: o.Clock,
		})
		if err != nil {
			t.Fatal(err)
		}
		return gathering{s, &asked}
	})
	t.Run("Plans", func(t *testing.T) { checkPlans(t, asked.texts) })
}
