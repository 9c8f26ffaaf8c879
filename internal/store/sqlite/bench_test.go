package sqlite_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/store/sqlite"
)

// BenchmarkChargeBatch reports charges a second, each batch durable on disk,
// by the number of charges in a batch and of keys (each of its own account)
// they come from in turn.
func BenchmarkChargeBatch(b *testing.B) {
	for _, keys := range []int{1, 64, 10_000} {
		for _, size := range []int{1, 16, 64, 256} {
			b.Run(fmt.Sprintf("keys=%d/batch=%d", keys, size), func(b *testing.B) {
				benchmarkChargeBatch(b, keys, size)
			})
		}
	}
}

func benchmarkChargeBatch(b *testing.B, keys, size int) {
	ctx := context.Background()
	s := openBench(b, filepath.Join(b.TempDir(), "bench.db"))
	callers := makeCallers(b, s, keys)
	next := 0
	batch := func() []account.Charge {
		charges := make([]account.Charge, size)
		for i := range charges {
			charges[i] = callers[next%keys]
			charges[i].ID = account.NewID("ch", time.Now())
			next++
		}
		return charges
	}
	for next < keys {
		if _, err := s.ChargeBatch(ctx, batch()); err != nil {
			b.Fatal(err)
		}
	}
	b.ResetTimer()
	for range b.N {
		verdicts, err := s.ChargeBatch(ctx, batch())
		if err != nil || verdicts[size-1].Outcome != account.Charged {
			b.Fatal(verdicts, err)
		}
	}
	b.ReportMetric(float64(b.N*size)/b.Elapsed().Seconds(), "charges/s")
}

// BenchmarkNoteCalls reports the last calls noted a second, 20,000 at a time, of
// as many keys, each of its own account.
func BenchmarkNoteCalls(b *testing.B) {
	for _, keys := range []int{1, 1000} {
		b.Run(fmt.Sprintf("keys=%d", keys), func(b *testing.B) {
			const size = 20_000
			s := openBench(b, filepath.Join(b.TempDir(), "bench.db"))
			callers := makeCallers(b, s, keys)
			calls := make([]account.Call, size)
			for b.Loop() {
				b.StopTimer()
				for i := range calls {
					of := callers[i%keys]
					calls[i] = account.Call{ID: account.NewID("req", time.Now()), AccountID: of.AccountID, KeyID: of.KeyID, At: time.Now(),
						Op: of.Op, Status: 200, Units: 1, Pool: of.Pool, Took: time.Millisecond}
				}
				b.StartTimer()
				if err := s.NoteCalls(b.Context(), calls); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N*size)/b.Elapsed().Seconds(), "calls/s")
		})
	}
}

func openBench(b *testing.B, path string) *sqlite.Store {
	b.Helper()
	s, err := sqlite.Open(context.Background(), sqlite.Options{
		Path: path,
		Plan: account.Plan{Free: map[account.Pool]int64{account.PoolCompute: 1 << 40}},
	})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	return s
}

// makeCallers makes n accounts with a key each, as charges that lack an ID.
func makeCallers(b *testing.B, s *sqlite.Store, n int) []account.Charge {
	b.Helper()
	ctx := context.Background()
	callers := make([]account.Charge, n)
	for i := range callers {
		name := fmt.Sprint("caller ", i)
		a, err := s.CreateAccount(ctx, name)
		if err != nil {
			b.Fatal(err)
		}
		k, err := s.CreateKey(ctx, account.Key{
			AccountID: a.ID, Name: name, Env: account.Live, Hash: account.HashKey(name),
		})
		if err != nil {
			b.Fatal(err)
		}
		callers[i] = account.Charge{
			AccountID: a.ID, KeyID: k.ID, Op: "emi-calculator-finance", Pool: account.PoolCompute, Units: 1,
		}
	}
	return callers
}
