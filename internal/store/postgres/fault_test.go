package postgres_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/store/postgres"
	"toolcrib/internal/store/postgres/pgtest"
)

// deadline is what the meter gives one batch.
const deadline = 900 * time.Millisecond

// node is a store with one caller who has plenty.
type node struct {
	*postgres.Store
	t      testing.TB
	url    string
	caller account.Charge // lacks an ID
	n      atomic.Int64
}

// newNode opens a store on a new database of a server, by way of a proxy
// where one is given.
func newNode(t testing.TB, s *pgtest.Server, p *pgtest.Proxy) *node {
	t.Helper()
	n := &node{t: t, url: s.Database(t)}
	via := n.url
	if p != nil {
		via = p.URL(t, n.url)
	}
	n.Store = n.open(via)
	ctx := context.Background()
	a, err := n.CreateAccount(ctx, "caller")
	if err != nil {
		t.Fatal(err)
	}
	k, err := n.CreateKey(ctx, account.Key{AccountID: a.ID, Name: "key", Env: account.Live, Hash: account.HashKey(a.ID)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := n.Grant(ctx, account.Grant{AccountID: a.ID, Pool: account.PoolCompute, Class: account.ClassPrepaid, Units: 1e9}); err != nil {
		t.Fatal(err)
	}
	n.caller = account.Charge{AccountID: a.ID, KeyID: k.ID, Op: "emi-calculator-finance", Pool: account.PoolCompute, Units: 1}
	return n
}

func (n *node) open(url string) *postgres.Store {
	n.t.Helper()
	s := open(n.t, postgres.Options{URL: url})
	n.t.Cleanup(func() {
		if err := s.Close(); err != nil {
			n.t.Error(err)
		}
	})
	return s
}

// next is a charge that was not sent before.
func (n *node) next() account.Charge {
	ch := n.caller
	ch.ID = fmt.Sprintf("ch_%026d", n.n.Add(1))
	return ch
}

// send charges within the meter's deadline and tells whether it was answered.
// How long an error took must leave room for one batch more in two seconds.
func (n *node) send(charges ...account.Charge) bool {
	n.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), deadline)
	defer cancel()
	begun := time.Now()
	verdicts, err := n.ChargeBatch(ctx, charges)
	if err != nil {
		if took := time.Since(begun); took > 2*deadline {
			n.t.Errorf("an error took %v", took)
		}
		return false
	}
	for _, v := range verdicts {
		if v.Outcome != account.Charged {
			n.t.Errorf("outcome %d", v.Outcome)
		}
	}
	return true
}

// used requires the number of charges that the ledger holds, and that all of
// it agrees.
func (n *node) used(least, most int64) {
	n.t.Helper()
	s := n.open(n.url)
	rows, err := s.Usage(context.Background(), account.UsageQuery{From: 0, To: 99991231})
	if err != nil {
		n.t.Fatal(err)
	}
	var requests int64
	for _, r := range rows {
		requests += r.Requests
	}
	if requests < least || requests > most {
		n.t.Errorf("%d charges in the ledger; want %d to %d", requests, least, most)
	}
	verify(n.t, s)
}

func verify(t testing.TB, s *postgres.Store) {
	t.Helper()
	report, err := s.Verify(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range report.Checks {
		for _, v := range c.Violations {
			t.Errorf("%s: %s", c.Name, v)
		}
	}
}

func TestAnswerToCommitLost(t *testing.T) {
	p := pgtest.NewProxy(t, server)
	n := newNode(t, server, p)
	if !n.send(n.next()) {
		t.Fatal("not charged")
	}
	// Reset: the batch is sent again, and answered as it was charged.
	p.LoseCommit(pgtest.Reset)
	first := n.next()
	if !n.send(first, n.next()) || !p.Lost() {
		t.Error("a batch whose answer was lost was not charged again within its time")
	}
	n.used(3, 3)
	// Silence: no time is left, so it is an error, though the charge was made.
	p.LoseCommit(pgtest.Stall)
	unknown := n.next()
	if n.send(unknown) || !p.Lost() {
		t.Error("a charge was told made without an answer")
	}
	p.Mend()
	n.used(4, 4)
	// Whoever sends them again pays nothing more.
	if !n.send(first, unknown) {
		t.Error("a charge that was made is refused when it is sent again")
	}
	n.used(4, 4)
}

func TestDatabaseAway(t *testing.T) {
	for _, c := range []struct {
		name string
		away func(*pgtest.Proxy)
	}{
		{"cut", (*pgtest.Proxy).Cut},
		{"stalled", (*pgtest.Proxy).Stall},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := pgtest.NewProxy(t, server)
			n := newNode(t, server, p)
			ch := n.next()
			c.away(p)
			if n.send(ch) {
				t.Error("charged without a database")
			}
			ctx, cancel := context.WithTimeout(t.Context(), deadline)
			defer cancel()
			if err := n.Ping(ctx); err == nil {
				t.Error("Ping of a database that is away succeeded")
			}
			p.Mend()
			if !n.send(n.next()) {
				t.Error("not charged once it was back")
			}
			// What a stall held back may come late; that charge is made, or not.
			n.used(1, 2)
			if !n.send(ch) {
				t.Error("not charged when it was sent again")
			}
			n.used(2, 2)
		})
	}
}

func TestConnectionsReset(t *testing.T) {
	p := pgtest.NewProxy(t, server)
	n := newNode(t, server, p)
	for range 3 {
		p.Reset()
		if !n.send(n.next()) {
			t.Error("not charged on a fresh connection")
		}
		p.Reset()
		if _, err := n.Key(t.Context(), n.caller.KeyID); err != nil {
			t.Errorf("not read on a fresh connection: %v", err)
		}
	}
	n.used(3, 3)
}

// load charges from several callers until stop, and returns how many charges
// were told made and how many were sent.
func (n *node) load(stop <-chan struct{}) (made, sent int64) {
	var charged, tried atomic.Int64
	var callers sync.WaitGroup
	for range 8 {
		callers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				tried.Add(2)
				if n.send(n.next(), n.next()) {
					charged.Add(2)
				}
			}
		})
	}
	callers.Wait()
	return charged.Load(), tried.Load()
}

// TestFaultsUnderLoad: whatever becomes of the line, a charge that was told
// made is in the ledger, and none is there twice.
func TestFaultsUnderLoad(t *testing.T) {
	p := pgtest.NewProxy(t, server)
	n := newNode(t, server, p)
	made, sent := n.load(faults(p))
	t.Logf("%d of %d charges answered", made, sent)
	if made == 0 {
		t.Error("nothing was charged between the faults")
	}
	n.used(made, sent)
}

// faults does to the line what can become of one, and closes what it returns
// when the line is whole again for good.
func faults(p *pgtest.Proxy) <-chan struct{} {
	over := make(chan struct{})
	go func() {
		defer close(over)
		random := rand.New(rand.NewPCG(5, 7))
		for range 40 {
			switch random.IntN(5) {
			case 0:
				p.Reset()
			case 1:
				p.LoseCommit(pgtest.Reset)
			case 2:
				p.LoseCommit(pgtest.Stall)
			case 3:
				p.Cut()
			case 4:
				p.Stall()
			}
			time.Sleep(time.Duration(random.IntN(40)) * time.Millisecond)
			p.Mend()
			time.Sleep(20 * time.Millisecond)
		}
	}()
	return over
}

// TestServerCrash ends the server at once, three times under load.
func TestServerCrash(t *testing.T) {
	own := pgtest.New(t, pgtest.Options{})
	n := newNode(t, own, nil)
	stop := make(chan struct{})
	go func() {
		defer close(stop)
		for range 3 {
			before := n.n.Load()
			for n.n.Load() < before+100 && !t.Failed() {
				time.Sleep(time.Millisecond)
			}
			if err := own.Crash(); err != nil {
				t.Error(err)
			}
			if err := own.Restart(); err != nil {
				t.Error(err)
				return
			}
		}
	}()
	made, sent := n.load(stop)
	t.Logf("%d of %d charges answered", made, sent)
	if !n.send(n.next()) {
		t.Error("not charged after the last crash")
	}
	n.used(made+1, sent+1)
}
