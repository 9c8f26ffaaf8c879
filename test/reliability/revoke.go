package main

import (
	"fmt"
	"net/http"
	"sync"
	"time"

	"toolcrib/internal/account"
)

// ending is a command after which a key must open nothing.
type ending struct {
	name    string
	command func(caller) []string
	// usage tells that GET /v1/usage is refused too: the owner of a suspended
	// account may still look.
	usage bool
}

var endings = []ending{
	{"revoked", func(c caller) []string { return []string{"key", "revoke", c.keyID} }, true},
	{"disabled", func(c caller) []string { return []string{"key", "disable", c.keyID} }, true},
	{"suspended", func(c caller) []string { return []string{"account", "suspend", c.account} }, false},
}

// revocation ends keys by the commands while callers use them on every node.
func revocation(t *trial) {
	for _, c := range []struct {
		place *place
		nodes int
	}{{t.onSQLite(), 1}, {t.onPostgres(), 2}} {
		servers := make([]*node, c.nodes)
		for i := range servers {
			servers[i] = c.place.start(unlimited...)
		}
		for _, e := range endings {
			endKeys(t, c.place, servers, e)
		}
		t.did("%s", c.place.kind).exactly("checks of the ledger that fail", c.place.faults(), 0)
	}
}

func endKeys(t *trial, p *place, servers []*node, e ending) {
	rounds, before, later, opened := of(t, 20, 1), 0, 0, 0
	store := p.open(account.Plan{}, nil)
	client := t.newClient(64)
	begin := time.Now()
	for round := range rounds {
		who := makeCaller(t, store, fmt.Sprint(e.name, round), plenty)
		b, l, o := endKey(t, p, client, servers, e, who)
		before, later, opened = before+b, later+l, opened+o
	}
	t.must(store.Close())
	d := t.did("%d keys %s by the command, %d nodes on %s, 64 callers, %d results before, %s",
		rounds, e.name, len(servers), p.kind, before, short(time.Since(begin)))
	d.atLeast("requests that began after the command had returned", later, 64*rounds)
	d.exactly("of them answered with a result", opened, 0)
}

// endKey ends one key under load. It tells how many results there were before,
// how many requests began after the command had returned, and how many of
// those got a result.
func endKey(t *trial, p *place, client *http.Client, servers []*node, e ending, who caller) (before, later, opened int) {
	var mu sync.Mutex
	var answers []answer
	var wg sync.WaitGroup
	enough := make(chan struct{})
	for i := range 64 {
		wg.Go(func() {
			r := plain(servers[i%len(servers)], who)
			switch i % 8 {
			case 0: // answers that no charge stands behind
				if e.usage {
					r.path = "/v1/usage"
				}
			case 1, 2: // answers that are kept
				r.retry = fmt.Sprint("kept-", i)
			}
			for {
				select {
				case <-enough:
					return
				default:
				}
				a, err := send(t.ctx, client, r)
				t.must(err)
				mu.Lock()
				answers = append(answers, a)
				mu.Unlock()
			}
		})
	}
	t.sleep(150 * time.Millisecond)
	_, err := p.command(e.command(who)...)
	returned := time.Now()
	if err == nil {
		t.sleep(150 * time.Millisecond)
	}
	close(enough)
	wg.Wait()
	t.must(err)
	for i := range answers {
		a := &answers[i]
		switch {
		case a.start.After(returned):
			later++
			if a.ok() {
				opened++
			}
		case a.ok():
			before++
		}
	}
	return before, later, opened
}
