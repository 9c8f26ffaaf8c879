package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"
)

// TestQuick fills and measures both stores at small sizes. The ledgers that were
// filled past the program must be sound, with what was charged since.
func TestQuick(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	o := quick()
	var out bytes.Buffer
	o.out, o.progress = &out, t.Output()
	if err := measureAll(ctx, o); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"SQLite", "PostgreSQL", "| verify-ledger |"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the table lacks %s:\n%s", want, out.Bytes())
		}
	}
}
