package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"toolcrib/internal/bench/goal"
)

// peers has test/peers, a module of its own since it needs other people's
// libraries, measure single operations and calls over HTTP. Its tables come
// first, its figures by a file.
func peers(ctx context.Context, o options, sheet *goal.Sheet) error {
	dir, err := os.MkdirTemp("", "toolcrib-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "figures")
	args := []string{"goals", "-figures", file}
	if o.quick {
		args = append(args, "-quick")
	}
	cmd := exec.CommandContext(ctx, "test/peers/run", args...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("test/peers/run: %w", err)
	}
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	return sheet.ReadJSON(f)
}
