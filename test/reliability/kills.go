package main

import (
	"fmt"
	"net/http"
	"sync"
	"time"
)

// kills ends a server as a power cut would, in the middle of many callers,
// again and again on the same data: alone on SQLite, and as one of two nodes
// on PostgreSQL.
func kills(t *trial) {
	killing(t, t.onSQLite(), 0)
	killing(t, t.onPostgres(), 16)
}

// harvest is what callers got.
type harvest struct {
	mu      sync.Mutex
	charges []string // of the results released
	refused int
}

// reap calls until the server is gone or enough is told.
func (h *harvest) reap(t *trial, client *http.Client, r request, enough <-chan struct{}) {
	for {
		select {
		case <-enough:
			return
		case <-t.ctx.Done():
			return
		default:
		}
		a, err := send(t.ctx, client, r)
		h.mu.Lock()
		switch {
		case err == nil && a.ok():
			h.charges = append(h.charges, a.id())
		case err == nil || enough != nil:
			h.refused++
		}
		h.mu.Unlock()
		if err != nil && enough == nil {
			return
		}
	}
}

// killing kills one node again and again, beside one that bystanders call.
func killing(t *trial, p *place, bystanders int) {
	const callers = 64
	rounds, random := of(t, 50, 5), t.rand(bystanders)
	who := p.callers(4, plenty)
	client := t.newClient(callers + bystanders)
	var other *node
	if bystanders > 0 {
		other = p.start(unlimited...)
	}
	var all, beside harvest
	var ready []time.Duration
	undelivered, most, unclean, begin := 0, 0, 0, time.Now()
	for round := range rounds {
		before := p.count("SELECT count(*) FROM charges")
		victim := p.start(unlimited...)
		ready = append(ready, victim.ready)
		had := len(all.charges) + len(beside.charges)
		var calling, watching sync.WaitGroup
		enough := make(chan struct{})
		for i := range callers {
			calling.Go(func() { all.reap(t, client, plain(victim, who[i%len(who)]), nil) })
		}
		for i := range bystanders {
			watching.Go(func() { beside.reap(t, client, plain(other, who[i%len(who)]), enough) })
		}
		t.sleep(time.Duration(20+random.IntN(280)) * time.Millisecond)
		victim.kill()
		calling.Wait()
		close(enough)
		watching.Wait()
		unclean += min(p.faults(), 1)
		lost := p.count("SELECT count(*) FROM charges") - before - (len(all.charges) + len(beside.charges) - had)
		undelivered, most = undelivered+lost, max(most, lost)
		if round%10 == 9 {
			t.progressf("%s: %d kills, %d results", p.kind, round+1, len(all.charges))
		}
	}
	d := t.did("%d kills of a server under %d callers on %s, %d results, %s",
		rounds, callers, p.kind, len(all.charges)+len(beside.charges), short(time.Since(begin)))
	d.atLeast("results released", len(all.charges), rounds*callers)
	d.exactly("of them without a charge in the ledger", uncharged(p, append(all.charges, beside.charges...)), 0)
	d.exactly("refused though the server was up", all.refused, 0)
	d.atMost("charges never delivered, most of one kill", most, callers)
	d.note("charges never delivered, on average", fmt.Sprintf("%.1f", float64(undelivered)/float64(rounds)))
	d.exactly("kills after which the ledger was not clean", unclean, 0)
	if other != nil {
		d.exactly("calls of the other node that were refused", beside.refused, 0)
	}
	d.within("ready again, half of the times", quantile(ready, 0.5), time.Second)
	d.within("ready again, slowest", quantile(ready, 1), time.Second)
}

// uncharged is how many of the charges are not in the ledger as one unit that
// was moved.
func uncharged(p *place, ids []string) (n int) {
	ledger := p.charges()
	for _, id := range ids {
		if c, found := ledger[id]; !found || c.units != 1 || c.moved != 1 {
			n++
		}
	}
	return n
}
