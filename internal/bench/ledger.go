package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/bench/goal"
	"toolcrib/internal/meter"
	"toolcrib/internal/store/postgres/pgtest"
)

// measured is a store whose charges are measured.
type measured struct {
	name, goal string
	open       func(context.Context) (_ account.Store, done func(), _ error)
}

// ledger measures charges alone, on both stores: so many callers, each charge
// durable before the next of its caller.
func ledger(ctx context.Context, o options, sheet *goal.Sheet) error {
	stores := []measured{{"SQLite", "charges-sqlite", openTemporary}}
	server, err := pgtest.Start(pgtest.Options{})
	if err != nil {
		sheet.Missing(err.Error(), "charges-postgres")
	} else {
		defer func() { _ = server.Stop() }()
		stores = append(stores, measured{"PostgreSQL", "charges-postgres", func(ctx context.Context) (account.Store, func(), error) {
			return openPrivate(ctx, server)
		}})
	}
	var rows []string
	for _, s := range stores {
		for _, keys := range []int{1, o.keys} {
			found, err := charges(ctx, o, s.open, keys)
			if err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
			for _, f := range found {
				if f.callers == o.conns && keys > 1 {
					sheet.Put(s.goal, f.perSec, fmt.Sprintf("%d keys, each of its own account", keys))
				}
				rows = append(rows, fmt.Sprintf("%s\t%d\t%d\t%.0f\t", s.name, keys, f.callers, f.perSec))
			}
		}
	}
	table("durable charges: store\tkeys\tcallers\tcharges/s\t", rows)
	return nil
}

func openTemporary(ctx context.Context) (account.Store, func(), error) {
	dir, err := os.MkdirTemp("", "toolcrib-bench-")
	if err != nil {
		return nil, nil, err
	}
	store, err := openStore(ctx, dir)
	if err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(dir))
	}
	return store, func() { _, _ = store.Close(), os.RemoveAll(dir) }, nil
}

// openPrivate opens the one database of a private server, which is made anew
// each time.
func openPrivate(ctx context.Context, server *pgtest.Server) (account.Store, func(), error) {
	url, err := server.NewDatabase(ctx)
	if err != nil {
		return nil, nil, err
	}
	store, err := openPostgres(ctx, url)
	if err != nil {
		return nil, nil, err
	}
	return store, func() { _ = store.Close() }, nil
}

type chargeRate struct {
	callers int
	perSec  float64
}

// charges measures one store with growing numbers of callers.
func charges(ctx context.Context, o options, open func(context.Context) (account.Store, func(), error), keys int) ([]chargeRate, error) {
	store, done, err := open(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	_, list, err := makeKeys(ctx, store, keys)
	if err != nil {
		return nil, err
	}
	m := meter.New(store, meter.Options{})
	var found []chargeRate
	for _, callers := range []int{1, 16, 64, 256} {
		perSec, err := chargeFor(ctx, m, list, callers, 3*o.slice)
		if err != nil {
			return nil, err
		}
		found = append(found, chargeRate{callers, perSec})
	}
	return found, nil
}

func chargeFor(ctx context.Context, m *meter.Meter, list []account.Key, callers int, length time.Duration) (float64, error) {
	var made atomic.Int64
	var wg sync.WaitGroup
	var failed atomic.Value
	begin := time.Now()
	for i := range callers {
		wg.Go(func() {
			for n := i; time.Since(begin) < length; n += 61 {
				if err := chargeOnce(ctx, m, list[n%len(list)]); err != nil {
					failed.Store(err)
					return
				}
				made.Add(1)
			}
		})
	}
	wg.Wait()
	if err, ok := failed.Load().(error); ok {
		return 0, err
	}
	return float64(made.Load()) / time.Since(begin).Seconds(), nil
}

func chargeOnce(ctx context.Context, m *meter.Meter, k account.Key) error {
	hold, err := m.Reserve(ctx, account.Charge{
		ID: account.NewID("ch", time.Now()), AccountID: k.AccountID, KeyID: k.ID, Op: "uuid-generator", Pool: account.PoolCompute, Units: 1,
	})
	if err != nil {
		return err
	}
	v, err := hold.Charge()
	if err == nil && v.Outcome != account.Charged {
		err = fmt.Errorf("verdict %d", v.Outcome)
	}
	return err
}
