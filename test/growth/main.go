// Command growth measures what a store costs as it grows: it fills SQLite and
// PostgreSQL with accounts, keys and charges, past the program but so that
// verify-ledger accepts them, and at each size times what requests, pages and
// upkeep ask of the store. It prints one table, each figure by size and the
// largest size against the smallest.
//
//	go run ./test/growth [--quick] [--stores sqlite,postgres] [--accounts 1000,100000,1000000] [--charges 100000,1000000,10000000]
//	go run ./test/growth fill --store sqlite --to FILE --accounts N --charges M [--secrets FILE]
//	go run ./test/growth fill --store postgres --to URL …
//
// fill leaves the store behind, with the texts of its keys in a file, for
// other programs to be driven with.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
)

// size is how much there is at one step.
type size struct{ accounts, charges int64 }

// options say what to measure.
type options struct {
	stores   []string
	sizes    []size // each larger than the one before
	samples  int    // of each figure
	synced   bool   // wait for the disk, as the program does
	out      io.Writer
	progress io.Writer
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	run := measureCommand
	args := os.Args[1:]
	if len(args) > 0 && args[0] == "fill" {
		run, args = fillCommand, args[1:]
	}
	if err := run(ctx, args); err != nil {
		fmt.Fprintln(os.Stderr, "growth:", err)
		os.Exit(1)
	}
}

// quick is small enough for every change.
func quick() options {
	return options{stores: []string{"sqlite", "postgres"}, sizes: []size{{100, 2_000}, {1_000, 20_000}}, samples: 8}
}

func measureCommand(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("growth", flag.ExitOnError)
	small := flags.Bool("quick", false, "small sizes, without waiting for the disk")
	stores := flags.String("stores", "sqlite,postgres", "which stores")
	accounts := flags.String("accounts", "1000,100000,1000000", "accounts at each size, each with one key and one user")
	charges := flags.String("charges", "100000,1000000,10000000", "charges at each size, a tenth of them of one account")
	samples := flags.Int("samples", 200, "how often each figure is measured")
	if err := flags.Parse(args); err != nil {
		return err
	}
	o := options{samples: *samples, synced: true}
	if *small {
		o = quick()
	} else {
		var err error
		if o.sizes, err = parseSizes(*accounts, *charges); err != nil {
			return err
		}
	}
	o.stores, o.out, o.progress = strings.Split(*stores, ","), os.Stdout, os.Stderr
	return measureAll(ctx, o)
}

func parseSizes(accounts, charges string) (list []size, err error) {
	a, c := strings.Split(accounts, ","), strings.Split(charges, ",")
	if len(a) != len(c) {
		return nil, errors.New("as many numbers of accounts as of charges are needed")
	}
	var last size
	for i := range a {
		var s size
		s.accounts, err = strconv.ParseInt(a[i], 10, 64)
		if err == nil {
			s.charges, err = strconv.ParseInt(c[i], 10, 64)
		}
		if err != nil {
			return nil, err
		}
		if s.accounts <= last.accounts || s.charges < last.charges || s.accounts > mostAccounts {
			return nil, fmt.Errorf("sizes grow from one to the next, up to %d accounts", int64(mostAccounts))
		}
		list, last = append(list, s), s
	}
	return list, nil
}

func fillCommand(ctx context.Context, args []string) (err error) {
	flags := flag.NewFlagSet("growth fill", flag.ExitOnError)
	store := flags.String("store", "sqlite", "sqlite or postgres")
	to := flags.String("to", "", "a new file, or the URL of an empty database")
	accounts := flags.Int64("accounts", 1_000_000, "accounts, each with one key and one user")
	charges := flags.Int64("charges", 0, "charges, a tenth of them of the first account")
	secrets := flags.String("secrets", "", "a file to write the texts of the keys to, one a line")
	if err := flags.Parse(args); err != nil {
		return err
	}
	place, err := openPlace(ctx, *store, *to)
	if err != nil {
		return err
	}
	f, err := newFiller(ctx, place, os.Stderr)
	if err != nil {
		return err
	}
	err = errors.Join(f.grow(ctx, size{*accounts, *charges}), f.close())
	if err == nil && *secrets != "" {
		err = writeSecrets(*secrets, *accounts)
	}
	return err
}

// writeSecrets writes the texts of the keys, that of the first account first.
func writeSecrets(path string, n int64) (err error) {
	out, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	w := bufio.NewWriter(out)
	for i := range n {
		if _, err := fmt.Fprintln(w, secretOf(i+1)); err != nil {
			return err
		}
	}
	return w.Flush()
}
