package postgres_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/store/postgres"
)

// TestExactPoolOverNodes: four nodes spend what one account has bought to the
// last unit and no more, in batches with the calls of other accounts.
func TestExactPoolOverNodes(t *testing.T) {
	const units = 3000
	url := server.Database(t)
	ctx := context.Background()
	plan := account.Plan{Free: map[account.Pool]int64{account.PoolCompute: 100}}
	nodes := make([]*postgres.Store, 4)
	for i := range nodes {
		nodes[i] = open(t, postgres.Options{URL: url, Plan: plan})
		defer nodes[i].Close()
	}
	callers := make([]account.Charge, 5)
	for i := range callers {
		a, err := nodes[0].CreateAccount(ctx, fmt.Sprint("account ", i))
		must(t, err)
		k, err := nodes[0].CreateKey(ctx, account.Key{AccountID: a.ID, Name: "key", Env: account.Live, Hash: account.HashKey(a.ID)})
		must(t, err)
		callers[i] = account.Charge{AccountID: a.ID, KeyID: k.ID, Op: "emi-calculator-finance", Pool: account.PoolCompute, Units: 3}
	}
	_, err := nodes[0].Grant(ctx, account.Grant{AccountID: callers[0].AccountID, Pool: account.PoolCompute, Class: account.ClassPrepaid, Units: units - 100})
	must(t, err)

	var charged [5]atomic.Int64
	var refused, ids atomic.Int64
	var all sync.WaitGroup
	for worker := range 16 {
		all.Go(func() {
			for refused.Load() < 400 {
				batch := make([]account.Charge, 1+worker)
				for i := range batch {
					of := 0
					if i%4 == 3 {
						of = 1 + (i+worker)%4
					}
					batch[i] = callers[of]
					batch[i].ID = fmt.Sprintf("ch_%026d", ids.Add(1))
				}
				verdicts, err := nodes[worker%4].ChargeBatch(ctx, batch)
				if err != nil {
					t.Error(err)
					return
				}
				for i, v := range verdicts {
					for of, c := range callers {
						if c.KeyID == batch[i].KeyID {
							charged[of].Add(v.Taken.Units())
						}
					}
					if v.Outcome == account.Insufficient {
						refused.Add(1)
					}
				}
			}
		})
	}
	all.Wait()
	if got := charged[0].Load(); got != units {
		t.Errorf("%d units were charged to the account with %d", got, units)
	}
	for i := 1; i < 5; i++ {
		// Its 100 free units pay for 33 calls of 3.
		if got := charged[i].Load(); got > 99 {
			t.Errorf("%d units were charged to account %d with 100", got, i)
		}
	}
	verify(t, nodes[0])
}

// TestDisabledAndSuspendedAtOnce: a charge that begins when SetKeyDisabled or
// SetSuspended has returned on another node is refused.
func TestDisabledAndSuspendedAtOnce(t *testing.T) {
	n := newNode(t, server, nil)
	other := n.open(n.url)
	for _, c := range []struct {
		name string
		want account.Outcome
		set  func(bool) error
	}{
		{"disabled", account.KeyGone, func(on bool) error {
			_, err := other.SetKeyDisabled(t.Context(), n.caller.KeyID, on)
			return err
		}},
		{"suspended", account.Suspended, func(on bool) error {
			return other.SetSuspended(t.Context(), n.caller.AccountID, on)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for range 10 {
				var out atomic.Bool
				var all sync.WaitGroup
				for range 4 {
					all.Go(func() {
						for done := false; !done; {
							done = out.Load()
							v, err := n.ChargeBatch(t.Context(), []account.Charge{n.next()})
							if err != nil {
								t.Error(err)
								return
							}
							if done && v[0].Outcome != c.want {
								t.Errorf("outcome %d, want %d", v[0].Outcome, c.want)
							}
						}
					})
				}
				time.Sleep(2 * time.Millisecond)
				if err := c.set(true); err != nil {
					t.Error(err)
				}
				out.Store(true)
				all.Wait()
				must(t, c.set(false))
			}
		})
	}
	verify(t, other)
}
