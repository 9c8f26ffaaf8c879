// Command bench measures the whole call against a bare net/http handler, in
// one run and in turn, and beside it the parts: charges a second, and the time
// and allocations of decode, engine and encode.
//
//	go run ./internal/bench [-rounds 8] [-slice 1s]
//
// Servers run on one processor, the load on another, with 64 connections. Trust
// the ratios; figures depend on the machine and on what else it does.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"text/tabwriter"
	"time"
)

// options are the flags.
type options struct {
	rounds int
	slice  time.Duration
	conns  int
	keys   int
}

func main() {
	if len(os.Args) > 2 && os.Args[1] == "child" {
		exit(child(os.Args[2:]))
	}
	var o options
	flag.IntVar(&o.rounds, "rounds", 8, "rounds; each measures every server once")
	flag.DurationVar(&o.slice, "slice", time.Second, "length of one measurement")
	flag.IntVar(&o.conns, "conns", 64, "connections, and callers of the ledger")
	flag.IntVar(&o.keys, "keys", 1000, "distinct keys, each of its own account")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
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

func run(ctx context.Context, o options) error {
	fmt.Printf("%s %s/%s, %d processors\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	if err := wholeCalls(ctx, o); err != nil {
		return err
	}
	if err := ledger(ctx, o); err != nil {
		return err
	}
	return parts()
}

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
