// Command reliability does to the product what machines, networks and callers
// do to a service, counts what becomes of its promises, and prints each figure
// beside what it must be.
//
//	go run ./test/reliability [--quick] [--seed N] [NAME...]
//	go run ./test/reliability soak [--minutes N] [--rate N] [--postgres]
//
// Every trial stands alone: it makes its own data, starts the real program
// where a promise is one of whole processes, and removes all of it. It ends
// with 1 when a figure is not what it must be, or could not be had.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	_ "toolcrib/internal/ops"
	"toolcrib/internal/store/postgres/pgtest"
)

// trials are all there are, in the order in which they run.
var trials = []struct {
	name string
	run  func(*trial)
	long bool // in full only when asked for by name
}{
	{"kills", kills, false},
	{"nodes", nodes, false},
	{"clock", clockJumps, false},
	{"database", databaseFaults, false},
	{"revoke", revocation, false},
	{"rate", rates, false},
	{"idempotent", idempotent, false},
	{"credentials", credentials, false},
	{"slow", slowCallers, false},
	{"backup", backups, false},
	{"hostile", hostile, false},
	{"full", diskFull, false},
	{"soak", soak, true},
}

// options say what to run and how.
type options struct {
	quick    bool
	seed     uint64
	names    []string // none = all
	soaking  soaking
	out      io.Writer
	progress io.Writer
}

func main() {
	o := options{out: os.Stdout, progress: os.Stderr}
	flag.BoolVar(&o.quick, "quick", false, "small counts, for every change; the full run takes about twenty minutes")
	flag.Uint64Var(&o.seed, "seed", 1, "of everything random")
	flag.Float64Var(&o.soaking.minutes, "minutes", 30, "of soak")
	flag.IntVar(&o.soaking.rate, "rate", 0, "calls a second of soak; 0 = two fifths of what the machine sustains")
	flag.BoolVar(&o.soaking.postgres, "postgres", false, "soak on PostgreSQL")
	flag.Parse()
	for flag.NArg() > 0 { // a name may stand before flags
		o.names = append(o.names, flag.Arg(0))
		_ = flag.CommandLine.Parse(flag.Args()[1:]) // it exits at a fault
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	ok, err := run(ctx, o)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "reliability:", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

// lab is what the trials of one run share.
type lab struct {
	options
	binary   string
	dir      string
	postgres *pgtest.Server
}

// run runs the trials named and tells whether every figure was as it must be.
func run(ctx context.Context, o options) (ok bool, err error) {
	if err := known(o.names); err != nil {
		return false, err
	}
	l := &lab{options: o}
	if l.dir, err = os.MkdirTemp("", "toolcrib-reliability-"); err != nil {
		return false, err
	}
	defer os.RemoveAll(l.dir)
	l.binary = filepath.Join(l.dir, "toolcrib")
	build := exec.CommandContext(ctx, "go", "build", "-o", l.binary, "toolcrib/cmd/toolcrib")
	if out, err := build.CombinedOutput(); err != nil {
		return false, fmt.Errorf("%w\n%s", err, out)
	}
	if l.postgres, err = pgtest.Start(pgtest.Options{Unsynced: o.quick}); err != nil {
		return false, err
	}
	defer func() { err = cmp.Or(err, l.postgres.Stop()) }()
	fmt.Fprintf(o.out, "| trial | done | figure | measured | must be | |\n|---|---|---|---|---|---|\n")
	ok = true
	for _, each := range trials {
		if len(o.names) == 0 && (o.quick || !each.long) || slices.Contains(o.names, each.name) {
			ok = l.try(ctx, each.name, each.run) && ok
		}
	}
	return ok, ctx.Err()
}

func known(names []string) error {
	var all []string
	for _, each := range trials {
		all = append(all, each.name)
	}
	for _, name := range names {
		if !slices.Contains(all, name) {
			return fmt.Errorf("there is no trial %q; there are %s", name, strings.Join(all, ", "))
		}
	}
	return nil
}

// trialTime bounds one trial, soak but for its minutes of load.
const trialTime = 10 * time.Minute
