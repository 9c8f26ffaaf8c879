package main

import (
	"context"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/meter"
	"toolcrib/internal/op"
	"toolcrib/internal/service"
)

// ledger measures charges alone: so many callers, each charge durable before
// the next.
func ledger(ctx context.Context, o options) error {
	var rows []string
	for _, keys := range []int{1, o.keys} {
		perSec, err := charges(ctx, o, keys)
		if err != nil {
			return err
		}
		rows = append(rows, fmt.Sprintf("%d\t%d\t%.0f\t", o.conns, keys, perSec))
	}
	table("durable charges: callers\tkeys\tcharges/s\t", rows)
	return nil
}

func charges(ctx context.Context, o options, keys int) (float64, error) {
	dir, err := os.MkdirTemp("", "toolcrib-bench-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	if _, err := makeKeys(ctx, dir, keys); err != nil {
		return 0, err
	}
	store, err := openStore(ctx, dir)
	if err != nil {
		return 0, err
	}
	defer store.Close()
	list, err := store.Keys(ctx, "")
	if err != nil {
		return 0, err
	}
	m := meter.New(store, meter.Options{})
	var made atomic.Int64
	var wg sync.WaitGroup
	var failed atomic.Value
	begin := time.Now()
	for i := range o.conns {
		wg.Go(func() {
			for n := i; time.Since(begin) < 3*o.slice; n += 61 {
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

// parts measures decode, run and encode of typical operations in memory.
func parts() error {
	var rows []string
	for _, id := range []string{"uuid-generator", "bmi-calculator", "emi-calculator", "random-decision-maker", "text-to-slug", "csv-to-json"} {
		o := op.Find(id)
		in, err := o.Decode(op.JSON([]byte(o.Examples[0].In)), op.DefaultLimits())
		if err != nil {
			return err
		}
		ctx := service.Env().With(context.Background())
		out, err := o.Run(ctx, in)
		if err != nil {
			return err
		}
		var buf []byte
		decode := testing.Benchmark(func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = o.Decode(op.JSON([]byte(o.Examples[0].In)), op.DefaultLimits())
			}
		})
		run := testing.Benchmark(func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = o.Run(ctx, in)
			}
		})
		encode := testing.Benchmark(func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				buf = o.AppendData(buf[:0], out)
			}
		})
		rows = append(rows, fmt.Sprintf("%s\t%s\t%s\t%s\t", id, cost(decode), cost(run), cost(encode)))
	}
	table("operation\tdecode\trun\tencode\t", rows)
	return nil
}

func cost(r testing.BenchmarkResult) string {
	return fmt.Sprintf("%.2f µs, %d allocs", float64(r.NsPerOp())/1000, r.AllocsPerOp())
}
