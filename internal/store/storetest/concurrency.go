package storetest

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"toolcrib/internal/account"
)

// testExactPool: 32 callers at once spend a pool to its last unit and no more.
func testExactPool(t *testing.T, open Open) {
	for _, c := range []struct {
		name  string
		price int64
	}{{"price 1", 1}, {"price 3", 3}, {"price 7", 7}} {
		t.Run(c.name, func(t *testing.T) {
			f := newFixture(t, open)
			who := f.caller()
			charged := spend(f, who, c.price, f.Store)
			equal(t, "units charged", charged, 500/c.price*c.price)
			equal(t, "units left", f.balance(who.account, account.PoolCompute, "").Units(), 500%c.price)
			f.verify()
		})
	}
}

// testExactPoolTwoHandles does the same through two handles on the same data.
func testExactPoolTwoHandles(t *testing.T, open Open) {
	f := newFixture(t, open)
	who := f.caller()
	equal(t, "units charged", spend(f, who, 3, f.Store, f.handle()), 498)
	equal(t, "usage", f.usage(who.key, "2026-11"), account.KeyUsage{Requests: 166, Units: 498})
	f.verify()
}

// spend charges from 32 goroutines, in batches of 1 to 4, until each has been
// refused, and returns the units charged.
func spend(f *fixture, who caller, price int64, handles ...account.Store) int64 {
	var charged atomic.Int64
	var wg sync.WaitGroup
	for i := range 32 {
		wg.Go(func() {
			for refused := false; !refused; {
				batch := make([]account.Charge, 1+i%4)
				for j := range batch {
					batch[j] = who.compute(price)
				}
				verdicts, err := handles[i%len(handles)].ChargeBatch(f.ctx, batch)
				if err != nil {
					f.t.Errorf("ChargeBatch: %v", err)
					return
				}
				for _, v := range verdicts {
					charged.Add(v.Taken.Units())
					refused = refused || v.Outcome == account.Insufficient
				}
			}
		})
	}
	wg.Wait()
	return charged.Load()
}

// testRevocationIsExact: a charge that starts after RevokeKey has returned is
// refused, whichever handle revoked and whichever charges.
func testRevocationIsExact(t *testing.T, open Open) {
	for _, c := range []struct {
		name            string
		revoker, others int // index of the handle
	}{{"same handle", 0, 0}, {"another handle", 1, 0}} {
		t.Run(c.name, func(t *testing.T) {
			f := newFixture(t, open)
			handles := []account.Store{f.Store, f.handle()}
			for range 3 {
				who := f.caller()
				f.grant(who.account, account.PoolCompute, account.ClassPromo, 1_000_000)
				revokeUnderLoad(f, who, handles[c.revoker], handles[c.others])
			}
			f.verify()
		})
	}
}

func revokeUnderLoad(f *fixture, who caller, revoker, charger account.Store) {
	ctx, stop := context.WithCancel(f.ctx)
	defer stop()
	var revoked atomic.Bool
	var before, after atomic.Int64
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for ctx.Err() == nil && after.Load() < 20 {
				startedAfter := revoked.Load()
				verdicts, err := charger.ChargeBatch(f.ctx, []account.Charge{who.compute(1), who.compute(1)})
				if err != nil {
					f.t.Errorf("ChargeBatch: %v", err)
					return
				}
				for _, v := range verdicts {
					if startedAfter && v.Outcome != account.KeyGone {
						f.t.Errorf("charged after the revocation: %+v", v)
					}
				}
				if startedAfter {
					after.Add(1)
				} else {
					before.Add(1)
				}
			}
		})
	}
	for before.Load() < 20 && !f.t.Failed() {
		f.clock.add(time.Millisecond)
		time.Sleep(time.Millisecond)
	}
	if _, err := revoker.RevokeKey(f.ctx, who.key); err != nil {
		f.t.Errorf("RevokeKey: %v", err)
		stop()
	}
	revoked.Store(true)
	wg.Wait()
}

// testSecondHandle: what one handle changes, the next charge of another knows.
func testSecondHandle(t *testing.T, open Open) {
	f := newFixture(t, open)
	server, cli := f.Store, f.handle()
	who := f.caller()
	expect := func(name string, want account.Outcome, units int64) {
		t.Helper()
		equal(t, name, f.chargeOn(server, who.compute(units))[0].Outcome, want)
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	expect("first", account.Charged, 500)
	expect("used up", account.Insufficient, 1)
	_, err := cli.Grant(f.ctx, account.Grant{AccountID: who.account, Pool: account.PoolCompute, Class: account.ClassPromo, Units: 5})
	must(err)
	expect("granted elsewhere", account.Charged, 2)
	equal(t, "charged elsewhere", f.chargeOn(cli, who.compute(2))[0].Outcome, account.Charged)
	expect("charged elsewhere, so too little", account.Insufficient, 2)
	must(cli.SetSuspended(f.ctx, who.account, true))
	expect("suspended elsewhere", account.Suspended, 1)
	must(cli.SetSuspended(f.ctx, who.account, false))
	expect("lifted elsewhere", account.Charged, 1)
	made, err := cli.CreateKey(f.ctx, account.Key{AccountID: who.account, Name: "new", Env: account.Live, Hash: testHash()})
	must(err)
	_, err = cli.RevokeKey(f.ctx, who.key)
	must(err)
	f.grant(who.account, account.PoolCompute, account.ClassPrepaid, 1)
	expect("revoked elsewhere", account.KeyGone, 1)
	who.key = made.ID
	expect("key made elsewhere", account.Charged, 1)
	b, err := cli.Balance(f.ctx, who.account, account.PoolCompute, "")
	if err != nil || b.Units() != 0 || !b.EverPaid {
		t.Errorf("Balance elsewhere = %+v, %v", b, err)
	}
	if found, err := server.KeyByHash(f.ctx, made.Hash); err != nil || found.ID != made.ID {
		t.Errorf("KeyByHash = %+v, %v", found, err)
	}
	f.verify()
}

// testReopen: everything is still there, and a closed store says so.
func testReopen(t *testing.T, open Open) {
	f := newFixture(t, open)
	who := f.caller()
	f.outcome(account.Charged, who.compute(123))
	if err := f.Ping(f.ctx); err != nil {
		t.Errorf("Ping: %v", err)
	}
	for range 2 { // closing twice is harmless
		if err := f.Close(); err != nil {
			t.Fatalf("Close: %v", err)
		}
	}
	if v, err := f.ChargeBatch(f.ctx, []account.Charge{who.compute(1)}); err == nil {
		t.Errorf("ChargeBatch of a closed store = %+v", v)
	}
	if err := f.Ping(f.ctx); err == nil {
		t.Error("Ping of a closed store succeeded")
	}
	f.Store = f.handle()
	equal(t, "balance", f.balance(who.account, account.PoolCompute, "").Free, 377)
	equal(t, "usage", f.usage(who.key, "2026-11"), account.KeyUsage{Requests: 1, Units: 123})
	equal(t, "next charge", f.outcome(account.Charged, who.compute(1)).Balance.Free, 376)
	ctx, cancel := context.WithCancel(f.ctx)
	cancel()
	if v, err := f.ChargeBatch(ctx, []account.Charge{who.compute(1)}); err == nil {
		// A store may finish what it has begun, but a batch that succeeds must count.
		equal(t, "charged in spite of the context", v[0].Balance.Free, 375)
	}
	f.verify()
}
