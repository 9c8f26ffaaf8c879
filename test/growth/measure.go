package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/store/postgres/pgtest"
)

// measureAll fills and measures each store in its own temporary place.
func measureAll(ctx context.Context, o options) error {
	for _, name := range o.stores {
		if err := measureStore(ctx, name, o); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func measureStore(ctx context.Context, name string, o options) (err error) {
	var to string
	switch name {
	case "sqlite":
		dir, err := os.MkdirTemp("", "toolcrib-growth-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		to = filepath.Join(dir, "toolcrib.db")
	case "postgres":
		server, err := pgtest.Start(pgtest.Options{Unsynced: !o.synced})
		if err != nil {
			return err
		}
		defer func() { _ = server.Stop() }()
		if to, err = server.NewDatabase(ctx); err != nil {
			return err
		}
	}
	place, err := openPlace(ctx, name, to)
	if err != nil {
		return err
	}
	f, err := newFiller(ctx, place, o.progress)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.close()) }()
	t := table{name: place.name, sizes: o.sizes}
	for _, s := range o.sizes {
		if err := atSize(ctx, f, s, o, &t); err != nil {
			return err
		}
	}
	return t.print(o.out)
}

// atSize grows the store to a size and measures it.
func atSize(ctx context.Context, f *filler, s size, o options, t *table) error {
	before, err := f.size(ctx, f.db)
	if err == nil {
		err = f.growAccounts(ctx, s.accounts)
	}
	if err != nil {
		return err
	}
	added := s.charges - f.have.charges
	between, err := f.size(ctx, f.db)
	if err == nil {
		err = f.growCharges(ctx, s.charges)
	}
	if err != nil {
		return err
	}
	after, err := f.size(ctx, f.db)
	if err != nil {
		return err
	}
	t.add("disk of an account, its key, user and rest", "bytes", float64(between-before)/float64(max(s.accounts-t.accounts, 1)))
	t.add("disk of a charge with all that follows", "bytes", float64(after-between)/float64(max(added, 1)))
	t.add("disk in all", "MB", float64(after)/1e6)
	t.accounts = s.accounts
	r := &run{filler: f, size: s, samples: o.samples, table: t, random: rand.New(rand.NewPCG(1, uint64(s.accounts)))}
	return r.all(ctx)
}

// run measures a store at one size.
type run struct {
	*filler
	size
	store   store
	samples int
	table   *table
	random  *rand.Rand
}

// all measures everything. What was charged for it must add up in the end.
func (r *run) all(ctx context.Context) (err error) {
	for _, part := range []func(context.Context) error{r.start, r.figures, r.memory, r.verify} {
		if err = part(ctx); err != nil {
			break
		}
	}
	if r.store != nil {
		err = errors.Join(err, r.store.Close())
	}
	return err
}

// start measures from nothing to the first answer, and leaves the store open.
func (r *run) start(ctx context.Context) error {
	var took []time.Duration
	for range 5 {
		if r.store != nil {
			if err := r.store.Close(); err != nil {
				return err
			}
		}
		begin := time.Now()
		var err error
		if r.store, err = r.open(ctx); err != nil {
			return err
		}
		if _, err = r.store.KeyByHash(ctx, account.HashKey(secretOf(r.anyone()))); err != nil {
			return err
		}
		took = append(took, time.Since(begin))
	}
	r.table.add("start of the store to the first key found", "ms", undisturbed(took)*1e3)
	return nil
}

// anyone draws an account.
func (r *run) anyone() int64 { return 1 + r.random.Int64N(r.accounts) }

// figures measures what is asked for again and again.
func (r *run) figures(ctx context.Context) error {
	for _, f := range slices.Concat(requestFigures(r), pageFigures(r), upkeepFigures(r)) {
		samples := max(r.samples/max(f.heavy, 1), 3)
		took := make([]time.Duration, 0, samples)
		for i := range samples + 1 {
			if f.before != nil {
				if err := f.before(ctx); err != nil {
					return fmt.Errorf("before %s: %w", f.name, err)
				}
			}
			begin := time.Now()
			if err := f.do(ctx); err != nil {
				return fmt.Errorf("%s: %w", f.name, err)
			}
			if i > 0 { // the first prepares statements
				took = append(took, time.Since(begin))
			}
		}
		r.table.add(f.name, "µs", undisturbed(took)*1e6)
		fmt.Fprintf(r.progress, "growth: %s: %d accounts: %s: %.0f µs\n", r.name, r.accounts, f.name, undisturbed(took)*1e6)
	}
	return nil
}

// undisturbed is the time that a tenth of the samples stay below, in seconds:
// other work on the machine hardly moves it.
func undisturbed(took []time.Duration) float64 {
	slices.Sort(took)
	return took[len(took)/10].Seconds()
}

// memoryKeys is how many keys the keyring is asked for: more than it holds.
const memoryKeys = 250_000

// memory measures the heap of this program with the keyring full.
func (r *run) memory(ctx context.Context) error {
	ring := account.NewKeyring(r.store, time.Now)
	for n := range min(r.accounts, memoryKeys) {
		if _, err := ring.Lookup(ctx, secretOf(n+1)); err != nil {
			return err
		}
	}
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	r.table.add("heap with the cache of keys, after asking for all or 250,000 of them", "MB", float64(m.HeapAlloc)/1e6)
	runtime.KeepAlive(ring)
	return nil
}

// verify measures the check of the whole ledger, which must find it sound.
func (r *run) verify(ctx context.Context) error {
	fmt.Fprintf(r.progress, "growth: %s: %d charges: verify\n", r.name, r.charges)
	begin := time.Now()
	report, err := r.store.Verify(ctx)
	if err != nil {
		return err
	}
	for _, c := range report.Checks {
		if len(c.Violations) > 0 {
			return fmt.Errorf("the ledger is not sound: %s: %s", c.Name, c.Violations[0])
		}
	}
	r.table.add("verify-ledger, a charge", "µs", time.Since(begin).Seconds()*1e6/float64(r.charges))
	r.table.add("verify-ledger", "s", time.Since(begin).Seconds())
	return nil
}
