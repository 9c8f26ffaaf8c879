package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"toolcrib/internal/bench/goal"
	"toolcrib/internal/bench/load"
	"toolcrib/internal/bench/machine"
	"toolcrib/internal/bench/stats"
)

// settling is what a server is given to become idle: it gives back what
// starting took.
const settling = 5 * time.Second

// footprint measures the program as it is released: its size, its memory when
// it has nothing to do and with many keys, and how soon it answers.
func footprint(ctx context.Context, o options, sheet *goal.Sheet) error {
	dir, err := os.MkdirTemp("", "toolcrib-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program, err := buildRelease(ctx, dir)
	if err != nil {
		return err
	}
	info, err := os.Stat(program)
	if err != nil {
		return err
	}
	sheet.Put("binary", float64(info.Size())/1e6, runtime.GOOS+"/"+runtime.GOARCH+", as make release builds it")
	data := filepath.Join(dir, "data")
	if err := os.Mkdir(data, 0o700); err != nil {
		return err
	}
	keys, err := prepare(ctx, data, 1)
	if err != nil {
		return err
	}
	starts, idle, err := starts(ctx, o, program, data, keys)
	if err != nil {
		return err
	}
	sheet.Put("start", ms(stats.Median(starts)), fmt.Sprintf("median of %d starts, quartiles %.0f–%.0f", len(starts), ms(stats.Quantile(starts, .25)), ms(stats.Quantile(starts, .75))))
	sheet.Put("idle", idle, fmt.Sprintf("%s after the first answer, SQLite", settling))
	table("release program\tMB\tstart to first answer, ms\tidle RSS, MB\t", []string{
		fmt.Sprintf("%s/%s\t%.1f\t%.0f\t%.1f\t", runtime.GOOS, runtime.GOARCH, float64(info.Size())/1e6, ms(stats.Median(starts)), idle)})
	if o.stored == 0 {
		sheet.Missing("left out of a quick look", "keys")
		return nil
	}
	if err := manyKeys(ctx, o, program, dir, idle, sheet); err != nil {
		fmt.Printf("\nmany keys: %v\n", err)
		sheet.Missing(err.Error(), "keys")
	}
	return nil
}

// buildRelease makes a release for this system and returns its program.
func buildRelease(ctx context.Context, dir string) (string, error) {
	progress("building a release")
	out, here := filepath.Join(dir, "release"), runtime.GOOS+"/"+runtime.GOARCH
	if err := quietly(ctx, "go", "-C", "tools/release", "run", ".", "0.0.0", out, here); err != nil {
		return "", err
	}
	name := "toolcrib_0.0.0_" + strings.ReplaceAll(here, "/", "_")
	if err := quietly(ctx, "tar", "-xzf", filepath.Join(out, name+".tar.gz"), "-C", dir); err != nil {
		return "", err
	}
	return filepath.Join(dir, name, "toolcrib"), nil
}

// quietly runs a command and tells what it wrote only if it fails.
func quietly(ctx context.Context, name string, args ...string) error {
	out, err := exec.CommandContext(ctx, name, args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, lastLine(out))
	}
	return nil
}

func lastLine(out []byte) string {
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return lines[len(lines)-1]
}

// starts starts the program several times, and returns how long each took until
// a first call was answered, and the memory of the last once it was idle, in MB.
func starts(ctx context.Context, o options, program, data string, keys []string) (took []time.Duration, idle float64, err error) {
	n := 11
	if o.quick {
		n = 5
	}
	for i := range n {
		one, server, err := start(ctx, program, data, keys[0])
		if err != nil {
			return nil, 0, err
		}
		took = append(took, one)
		if i == n-1 {
			progress("waiting until the server is idle")
			time.Sleep(settling)
			idle, err = residentMB(server)
		}
		server.stop()
		if err != nil {
			return nil, 0, err
		}
	}
	return took, idle, nil
}

// start starts the program and asks until it answers.
func start(ctx context.Context, program, data, key string) (time.Duration, *running, error) {
	addr, err := freeAddress()
	if err != nil {
		return 0, nil, err
	}
	cmd := exec.CommandContext(ctx, program, "serve", "--data", data, "--listen", addr)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return 0, nil, err
	}
	server := &running{addr, cmd}
	request := load.Get("/v1/uuid", []string{key})[0]
	for time.Since(begin) < time.Minute {
		if _, err = load.Once(ctx, addr, request); err == nil {
			return time.Since(begin), server, nil
		}
		time.Sleep(time.Millisecond)
	}
	server.stop()
	return 0, nil, fmt.Errorf("no answer within a minute: %w", err)
}

// freeAddress is a port of loopback that was free a moment ago: the caller has
// to know it before the server is there.
func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

func residentMB(r *running) (float64, error) {
	n, err := machine.Resident(r.cmd.Process.Pid)
	return float64(n) / 1e6, err
}

// manyKeys fills a store with keys, calls with each of them once, and measures
// what the server's memory has grown by over an idle one without them.
func manyKeys(ctx context.Context, o options, program, dir string, idle float64, sheet *goal.Sheet) error {
	data, secrets := filepath.Join(dir, "many"), filepath.Join(dir, "keys")
	if err := os.Mkdir(data, 0o700); err != nil {
		return err
	}
	progress("filling a store with %d keys", o.stored)
	if err := quietly(ctx, "go", "run", "./test/growth", "fill", "-store", "sqlite", "-to", filepath.Join(data, "toolcrib.db"),
		"-accounts", fmt.Sprint(o.stored), "-charges", "0", "-secrets", secrets); err != nil {
		return err
	}
	text, err := os.ReadFile(secrets)
	if err != nil {
		return err
	}
	keys := strings.Fields(string(text))
	_, server, err := start(ctx, program, data, keys[0])
	if err != nil {
		return err
	}
	defer server.stop()
	time.Sleep(settling)
	before, err := residentMB(server)
	if err != nil {
		return err
	}
	progress("calling with each of %d keys", len(keys))
	plan := load.Plan{Addrs: []string{server.addr}, Requests: load.Get("/v1/uuid", keys), Conns: o.conns, Length: 5 * time.Minute, Each: true}
	if _, err := plan.Run(ctx); err != nil {
		return err
	}
	after, err := residentMB(server)
	if err != nil {
		return err
	}
	time.Sleep(settling)
	settled, err := residentMB(server)
	if err != nil {
		return err
	}
	table("keys in the store\tRSS at the start, MB\tafter a call with each\tthe same, idle\tgrowth over an idle one without keys\t", []string{
		fmt.Sprintf("%d\t%.0f\t%.0f\t%.0f\t%.0f\t", len(keys), before, after, settled, max(after, settled)-idle)})
	sheet.Put("keys", max(after, settled)-idle, fmt.Sprintf("%s keys, each called once; resident memory over idle", goal.Number(float64(len(keys)))))
	return nil
}
