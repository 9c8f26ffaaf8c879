package main

import (
	"fmt"
	"net/http"
	"sync"
	"time"

	"toolcrib/internal/store/postgres/pgtest"
)

// fault is what happens to the database of a service under load.
type fault struct {
	name string
	// down tells that no charge can be made from the end of begin to the
	// begin of mend.
	down  bool
	begin func(*pgtest.Proxy, *pgtest.Server) error
	mend  func(*pgtest.Proxy, *pgtest.Server) error
}

func (t *trial) faults() []fault {
	whole := func(p *pgtest.Proxy, _ *pgtest.Server) error { p.Mend(); return nil }
	lose := func(how pgtest.Loss) func(*pgtest.Proxy, *pgtest.Server) error {
		return func(p *pgtest.Proxy, _ *pgtest.Server) error {
			p.LoseCommit(how)
			for !p.Lost() && t.ctx.Err() == nil {
				t.sleep(time.Millisecond)
			}
			return nil
		}
	}
	return []fault{
		{"the line cut", true, func(p *pgtest.Proxy, _ *pgtest.Server) error { p.Cut(); return nil }, whole},
		{"the line stalled", true, func(p *pgtest.Proxy, _ *pgtest.Server) error { p.Stall(); return nil }, whole},
		{"all connections reset", false, func(p *pgtest.Proxy, _ *pgtest.Server) error { p.Reset(); return nil }, whole},
		{"the answer to a COMMIT lost by a reset", false, lose(pgtest.Reset), whole},
		{"the answer to a COMMIT lost by a stall", true, lose(pgtest.Stall), whole},
		{"the database crashed", true,
			func(_ *pgtest.Proxy, s *pgtest.Server) error { return s.Crash() },
			func(_ *pgtest.Proxy, s *pgtest.Server) error { return s.Restart() }},
	}
}

// databaseFaults takes the database away from two nodes under load, in every
// way that a network and a machine can.
func databaseFaults(t *trial) {
	server, err := pgtest.Start(pgtest.Options{Unsynced: t.quick})
	t.must(err)
	t.Cleanup(func() { _ = server.Stop() })
	proxy := pgtest.NewProxy(t, server)
	p := t.inPostgres(server)
	through := p.by(proxy)
	// The rate windows stay on, since they too are in the database.
	limits := []string{"--rate-per-minute", "1200", "--account-rate-per-minute", "1200"}
	servers := []*node{through.start(limits...), through.start(limits...)}
	l := newLoad(t, servers, p.callers(64, plenty))
	var faults []spell
	for round := range of(t, 6, 1) {
		for _, f := range t.faults() {
			t.sleep(of(t, 1500*time.Millisecond, 200*time.Millisecond))
			t.must(f.begin(proxy, server))
			s := spell{fault: f, begin: time.Now()}
			if f.down {
				t.sleep(3 * time.Second) // longer than the service waits for its store, twice
			}
			s.end = time.Now()
			t.must(f.mend(proxy, server))
			s.mended = time.Now()
			faults = append(faults, s)
			l.untilPaid(s.mended)
		}
		t.progressf("%d rounds", round+1)
	}
	t.sleep(500 * time.Millisecond)
	answers := l.finish()
	for _, f := range t.faults() {
		judgeFault(t, f, faults, answers)
	}
	judgeLedger(t, p, answers, len(faults))
}

// spell is one fault as it was.
type spell struct {
	fault
	begin, end, mended time.Time
}

func judgeFault(t *trial, f fault, spells []spell, answers []answer) {
	var touched, paid, unavailable int
	var slowest, back time.Duration
	n := 0
	for _, s := range spells {
		if s.name != f.name {
			continue
		}
		n++
		first := time.Hour
		for i := range answers {
			a := &answers[i]
			if a.start.After(s.mended) && a.ok() {
				first = min(first, a.end.Sub(s.mended))
			}
			if a.end.Before(s.begin) || a.start.After(s.mended) {
				continue
			}
			touched++
			slowest = max(slowest, a.took())
			if a.status == http.StatusServiceUnavailable {
				unavailable++
			}
			if f.down && a.ok() && a.start.After(s.begin) && a.end.Before(s.end) {
				paid++
			}
		}
		back = max(back, first)
	}
	d := t.did("%s, %d times, 2 nodes, 64 callers, %d requests meanwhile, %d of them answered 503", f.name, n, touched, unavailable)
	if f.down {
		d.atLeast("answered 503", unavailable, n)
		d.exactly("results released while it was away", paid, 0)
	}
	d.within("slowest answer", slowest, 2*time.Second)
	d.within("first result after the end of it", back, 5*time.Second)
}

// judgeLedger compares every answer with what the ledger has.
func judgeLedger(t *trial, p *place, answers []answer, faults int) {
	ledger := p.charges()
	var paid, unpaid, twice, told, strange int
	for i := range answers {
		a := &answers[i]
		c, charged := ledger[a.id()]
		delete(ledger, a.id())
		switch {
		case a.ok():
			paid++
			if !charged {
				unpaid++
			}
		case a.status != http.StatusServiceUnavailable:
			strange++
		case charged:
			told++
		}
		if charged && (c.units != 1 || c.moved != 1) {
			twice++
		}
	}
	d := t.did("%d requests in all, %d results, %d faults", len(answers), paid, faults)
	d.exactly("results without a charge", unpaid, 0)
	d.exactly("requests charged more than once", twice, 0)
	d.exactly("charges that belong to no request", len(ledger), 0)
	d.exactly("answers other than 200 and 503", strange, 0)
	d.note("charged, though told 503, since the answer to COMMIT was lost", fmt.Sprint(told))
	d.exactly("checks of the ledger that fail", p.faults(), 0)
}

// load is many callers at work, each with a key of its own.
type load struct {
	t       *trial
	mu      sync.Mutex
	answers []answer
	latest  time.Time // begin of the latest request that was paid
	enough  chan struct{}
	callers sync.WaitGroup
}

func newLoad(t *trial, servers []*node, who []caller) *load {
	l := &load{t: t, enough: make(chan struct{})}
	client := t.newClient(len(who))
	for i, c := range who {
		l.callers.Go(func() { l.call(client, plain(servers[i%len(servers)], c)) })
	}
	return l
}

func (l *load) call(client *http.Client, r request) {
	for l.t.ctx.Err() == nil {
		select {
		case <-l.enough:
			return
		case <-time.After(60 * time.Millisecond): // the key's rate allows that
		}
		a, err := send(l.t.ctx, client, r)
		l.t.must(err)
		l.mu.Lock()
		l.answers = append(l.answers, a)
		if a.ok() && a.start.After(l.latest) {
			l.latest = a.start
		}
		l.mu.Unlock()
	}
}

// untilPaid waits until a request that began after some moment was paid.
func (l *load) untilPaid(moment time.Time) {
	for l.t.ctx.Err() == nil && time.Since(moment) < 20*time.Second {
		l.mu.Lock()
		paid := l.latest.After(moment)
		l.mu.Unlock()
		if paid {
			return
		}
		l.t.sleep(time.Millisecond)
	}
}

func (l *load) finish() []answer {
	close(l.enough)
	l.callers.Wait()
	return l.answers
}
