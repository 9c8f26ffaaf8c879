package postgres_test

import (
	"context"
	"fmt"
	"testing"

	"toolcrib/internal/account"
	"toolcrib/internal/store/postgres"
	"toolcrib/internal/store/postgres/pgtest"
	"toolcrib/internal/window"
)

// benchStore is a store on a server that syncs, with accounts of one key and
// plenty of units each. Its plan is the service's.
func benchStore(b *testing.B, accounts int) (*postgres.Store, []account.Charge) {
	b.Helper()
	ctx := context.Background()
	s := open(b, postgres.Options{URL: pgtest.New(b, pgtest.Options{}).Database(b), Plan: account.Plan{
		Free:     map[account.Pool]int64{account.PoolCompute: 500, account.PoolImage: 50},
		Overflow: map[account.Pool]account.Overflow{account.PoolImage: {Pool: account.PoolCompute, Rate: 5}},
	}})
	b.Cleanup(func() { _ = s.Close() })
	callers := make([]account.Charge, accounts)
	for i := range callers {
		a, err := s.CreateAccount(ctx, fmt.Sprint("account ", i))
		if err != nil {
			b.Fatal(err)
		}
		k, err := s.CreateKey(ctx, account.Key{
			AccountID: a.ID, Name: "key", Env: account.Live, Hash: account.HashKey(a.ID), Scopes: []account.Scope{account.ScopeCompute},
		})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := s.Grant(ctx, account.Grant{AccountID: a.ID, Pool: account.PoolCompute, Class: account.ClassPrepaid, Units: 1e12}); err != nil {
			b.Fatal(err)
		}
		callers[i] = account.Charge{AccountID: a.ID, KeyID: k.ID, Op: "emi-calculator-finance", Pool: account.PoolCompute, Units: 1}
	}
	return s, callers
}

// BenchmarkChargeBatch measures charges one batch after the other, as the
// meter's queue sends them. An operation is a charge.
func BenchmarkChargeBatch(b *testing.B) {
	ctx := context.Background()
	for _, accounts := range []int{1, 1000} {
		b.Run(fmt.Sprintf("accounts=%d", accounts), func(b *testing.B) {
			s, callers := benchStore(b, accounts)
			n := 0
			for _, size := range []int{1, 16, 64, 256} {
				b.Run(fmt.Sprintf("batch=%d", size), func(b *testing.B) {
					b.ReportAllocs()
					for done := 0; done < b.N; done += size {
						batch := make([]account.Charge, min(size, b.N-done))
						for i := range batch {
							n++
							// 7919 is prime: neighbours in a batch are of accounts far apart.
							batch[i] = callers[n*7919%accounts]
							batch[i].ID = fmt.Sprintf("ch_%026d", n)
						}
						verdicts, err := s.ChargeBatch(ctx, batch)
						if err != nil || verdicts[0].Outcome != account.Charged {
							b.Fatal(verdicts, err)
						}
					}
					b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "charges/s")
				})
			}
		})
	}
}

// BenchmarkAdmit measures requests asked for in batches, under the service's
// limits: nearly all are refused with one account, and few with a thousand.
func BenchmarkAdmit(b *testing.B) {
	ctx := context.Background()
	limits := window.Limits{PerKey: 60, PerAccount: 600}
	for _, accounts := range []int{1, 1000, 20000} {
		b.Run(fmt.Sprintf("accounts=%d", accounts), func(b *testing.B) {
			s := open(b, postgres.Options{URL: pgtest.New(b, pgtest.Options{}).Database(b)})
			b.Cleanup(func() { _ = s.Close() })
			n, admitted := 0, 0
			for _, size := range []int{1, 16, 64, 256} {
				b.Run(fmt.Sprintf("batch=%d", size), func(b *testing.B) {
					b.ReportAllocs()
					admitted = 0
					for done := 0; done < b.N; done += size {
						batch := make([]window.Request, min(size, b.N-done))
						for i := range batch {
							n++
							of := n * 7919 % accounts
							batch[i] = window.Request{KeyID: fmt.Sprint("key_", of), AccountID: fmt.Sprint("acc_", of)}
						}
						verdicts, err := s.Admit(ctx, limits, batch)
						if err != nil {
							b.Fatal(err)
						}
						for _, v := range verdicts {
							if v.Admitted {
								admitted++
							}
						}
					}
					b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "requests/s")
					b.ReportMetric(100*float64(admitted)/float64(b.N), "%admitted")
				})
			}
		})
	}
}
