// Command bench measures what the design asks of speed and size (design,
// Performance) in one run, and prints every goal beside its figure.
//
//	go run ./internal/bench [-quick] [-rounds 6] [-slice 600ms]
//
// It starts the servers that it measures on one processor and sends the load
// from another. What is measured against other libraries and over HTTP is done
// by test/peers, which it runs. Progress goes to standard error. Trust the
// ratios; figures depend on the machine and on what else it does.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"toolcrib/internal/bench/goal"
	"toolcrib/internal/bench/machine"
)

// longest is how long a run may take; what was not measured by then says so.
// On two processors that do nothing else it takes half of that.
const longest = 30 * time.Minute

// options are the flags.
type options struct {
	rounds int
	slice  time.Duration
	conns  int
	keys   int
	stored int // keys of the store whose memory is measured
	quick  bool
}

func main() {
	if len(os.Args) > 2 && os.Args[1] == "child" {
		exit(child(os.Args[2:]))
	}
	var o options
	flag.IntVar(&o.rounds, "rounds", 6, "rounds; each measures every server twice")
	flag.DurationVar(&o.slice, "slice", 600*time.Millisecond, "length of one measurement")
	flag.IntVar(&o.conns, "conns", 64, "connections, and callers of the ledger")
	flag.IntVar(&o.keys, "keys", 1000, "distinct keys, each of its own account")
	flag.IntVar(&o.stored, "stored", 1_000_000, "keys of the store whose memory is measured")
	flag.BoolVar(&o.quick, "quick", false, "a look in a few minutes: few and short rounds, no store full of keys")
	testing.Init() // parts are measured by testing.Benchmark
	flag.Parse()
	each := "300ms"
	if o.quick {
		o.rounds, o.slice, o.stored, each = 2, 300*time.Millisecond, 0, "20ms"
	}
	if err := flag.Set("test.benchtime", each); err != nil {
		exit(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	exit(run(ctx, o))
}

func exit(err error) {
	if err != nil && !errors.Is(err, context.Canceled) {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// run measures part by part. A part that cannot be measured here says why
// beside its goals, and the others are measured all the same.
func run(ctx context.Context, o options) error {
	begin := time.Now()
	fmt.Println(here(ctx))
	sheet := goal.NewSheet()
	for _, part := range []struct {
		name    string
		measure func(context.Context, options, *goal.Sheet) error
		goals   []string
	}{
		{"whole calls", wholeCalls, []string{"share-many", "share-many-aim", "share-one", "share-one-aim", "half-p99", "alone-p50"}},
		{"charges", ledger, []string{"charges-sqlite", "charges-postgres"}},
		{"two nodes", twoNodes, []string{"two-nodes"}},
		{"other libraries", peers, append(goal.Section(2), goal.Section(3)...)},
		{"footprint", footprint, goal.Section(4)},
		{"parts", func(context.Context, options, *goal.Sheet) error { return parts() }, nil},
	} {
		progress("%s", part.name)
		if err := part.measure(ctx, o, sheet); err != nil {
			if errors.Is(ctx.Err(), context.Canceled) {
				return ctx.Err()
			}
			fmt.Printf("\n%s: %v\n", part.name, err)
			sheet.Missing(err.Error(), part.goals...)
		}
	}
	progress("done in %s", time.Since(begin).Round(time.Second))
	fmt.Printf("\nGoals (design, Performance); load average %s at the end\n\n", machine.Load())
	sheet.Write(os.Stdout)
	return nil
}

// here says what is measured on what.
func here(ctx context.Context) string {
	commit := "unknown"
	if out, err := exec.CommandContext(ctx, "git", "rev-parse", "--short", "HEAD").Output(); err == nil {
		commit = strings.TrimSpace(string(out))
	}
	return fmt.Sprintf("%s %s/%s, %d processors, commit %s, %s, load average %s",
		runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), commit, time.Now().UTC().Format(time.DateOnly), machine.Load())
}

// progress tells on standard error what is done.
func progress(format string, args ...any) { fmt.Fprintf(os.Stderr, "bench: "+format+"\n", args...) }

// table prints rows in columns.
func table(head string, rows []string) {
	fmt.Println()
	t := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, head)
	for _, r := range rows {
		fmt.Fprintln(t, r)
	}
	_ = t.Flush()
}
