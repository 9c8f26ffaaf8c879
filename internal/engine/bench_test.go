package engine_test

import (
	"context"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/account/accounttest"
	"toolcrib/internal/engine"
	"toolcrib/internal/meter"
	"toolcrib/internal/op"
)

// paying is a ledger that has always enough and writes nothing, so that what is
// measured is the engine.
type paying struct{ *accounttest.Ledger }

func (paying) Balance(_ context.Context, _ string, pool, _ account.Pool) (account.Balance, error) {
	return account.Balance{Pool: pool, Prepaid: 1e15}, nil
}

func (p paying) ChargeBatch(ctx context.Context, charges []account.Charge) ([]account.Verdict, error) {
	verdicts := make([]account.Verdict, len(charges))
	for i, c := range charges {
		verdicts[i].Balance, _ = p.Balance(ctx, c.AccountID, c.Pool, c.Allowance)
		verdicts[i].Taken.Prepaid = c.Units
	}
	return verdicts, nil
}

// BenchmarkDo is one call from its JSON to its answer: window, decode, look at
// the funds, run, encode and the queue.
func BenchmarkDo(b *testing.B) {
	e := engine.New(engine.Options{
		Input: op.DefaultLimits(), Output: 1 << 20, Compute: 2 * time.Second,
		Env:   op.Env{Now: time.Now},
		Meter: meter.New(paying{}, meter.Options{PerKey: 1e9, PerAccount: 1e9}),
	})
	key := &account.Key{ID: "key_1", AccountID: "acc_1", Env: account.Live}
	body := []byte(`{"text":"hello"}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, p := e.Do(b.Context(), engine.Call{ID: "call", Key: key, Op: cheap, Source: op.JSON(body)}); p != nil {
			b.Fatal(p)
		}
	}
}
