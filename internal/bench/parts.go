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
	"toolcrib/internal/engine"
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

// paying is a ledger that has always enough and writes nothing: what is left
// is the engine itself.
type paying struct{}

func (paying) Balance(_ context.Context, _ string, pool, _ account.Pool) (account.Balance, error) {
	return account.Balance{Pool: pool, Prepaid: 1e15}, nil
}

func (paying) KeyUsage(context.Context, string, string) (account.KeyUsage, error) {
	return account.KeyUsage{}, nil
}

func (p paying) ChargeBatch(ctx context.Context, charges []account.Charge) ([]account.Verdict, error) {
	verdicts := make([]account.Verdict, len(charges))
	for i, c := range charges {
		verdicts[i].Balance, _ = p.Balance(ctx, c.AccountID, c.Pool, c.Allowance)
		verdicts[i].Taken.Prepaid = c.Units
	}
	return verdicts, nil
}

// newEngine is the engine of the service over a ledger that writes nothing.
func newEngine() (*engine.Engine, error) {
	s, err := settings()
	if err != nil {
		return nil, err
	}
	return engine.New(engine.Options{
		Input: op.DefaultLimits(), Output: s.OutputLimit, Compute: s.ComputeTimeout, Env: service.Env(),
		Meter: meter.New(paying{}, meter.Options{PerKey: s.RatePerMinute}),
	}), nil
}

// parts measures decode, run and encode of typical operations in memory, and
// the engine around them: window, funds, queue.
func parts() error {
	whole, err := newEngine()
	if err != nil {
		return err
	}
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
		all := testing.Benchmark(func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				call := engine.Call{ID: "1", Key: &account.Key{ID: "k", AccountID: "a"}, Op: o, Source: op.JSON([]byte(o.Examples[0].In))}
				if _, p := whole.Do(context.Background(), call); p != nil {
					b.Fatal(p)
				}
			}
		})
		rows = append(rows, fmt.Sprintf("%s\t%s\t%s\t%s\t%s\t", id, cost(decode), cost(run), cost(encode), cost(all)))
	}
	table("operation\tdecode\trun\tencode\tengine, all of it\t", rows)
	return nil
}

func cost(r testing.BenchmarkResult) string {
	return fmt.Sprintf("%.2f µs, %d allocs", float64(r.NsPerOp())/1000, r.AllocsPerOp())
}
