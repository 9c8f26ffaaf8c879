package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"
)

// TestQuick runs every trial in its quick form. Without PostgreSQL it fails,
// and says which script installs it.
func TestQuick(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 6*time.Minute)
	defer cancel()
	var out bytes.Buffer
	ok, err := run(ctx, options{quick: true, seed: 1, out: &out, progress: t.Output()})
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		if strings.Contains(line, "FAILED") {
			t.Error(line)
		}
	}
	if !ok && !t.Failed() {
		t.Errorf("a trial failed without saying so:\n%s", out.Bytes())
	}
}
