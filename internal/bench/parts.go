package main

import (
	"context"
	"fmt"
	"testing"

	"toolcrib/internal/account"
	"toolcrib/internal/engine"
	"toolcrib/internal/meter"
	"toolcrib/internal/op"
	"toolcrib/internal/service"
)

// paying is a ledger that has always enough and writes nothing: what is left
// is the engine itself. Nothing measured with it holds units.
type paying struct{ account.Holds }

func (paying) Balance(_ context.Context, _ string, pool, _ account.Pool) (account.Balance, error) {
	return account.Balance{Pool: pool, Prepaid: 1e15}, nil
}

func (paying) KeyUsage(context.Context, string, string) (account.KeyUsage, error) {
	return account.KeyUsage{}, nil
}

func (paying) Reply(context.Context, string, [32]byte) (*account.Reply, error) { return nil, nil }

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
