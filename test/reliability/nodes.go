package main

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// freeUnits are the free units of the month in trials that have some.
const freeUnits = 7

// nodes spends accounts of exactly N units on several servers with one
// database.
func nodes(t *trial) {
	for _, count := range []int{2, 4} {
		p := t.onPostgres()
		servers := make([]*node, count)
		for i := range servers {
			servers[i] = p.start(append(unlimited, "--free-compute-units", fmt.Sprint(freeUnits))...)
		}
		for _, units := range of(t, []int{freeUnits, 100, 1000, 10_000}, []int{freeUnits, 150}) {
			spendAll(t, p, servers, units)
		}
	}
}

// spending counts how calls of one account ended.
type spending struct{ paid, short, later, other atomic.Int64 }

func spendAll(t *trial, p *place, servers []*node, units int) {
	const callers = 256
	who := p.callers(1, int64(units-freeUnits))[0]
	client := t.newClient(callers)
	var s spending
	var wg sync.WaitGroup
	begin := time.Now()
	for i := range callers {
		wg.Go(func() { s.untilRefused(t, client, plain(servers[i%len(servers)], who)) })
	}
	wg.Wait()
	d := t.did("%d nodes, one account of %d units, %d callers until each was refused, %s",
		len(servers), units, callers, short(time.Since(begin)))
	d.exactly("calls that succeeded", int(s.paid.Load()), units)
	d.exactly("charges in the ledger", p.count(`SELECT count(*) FROM charges c JOIN api_keys k ON k.seq = c.key WHERE k.id = $1`, who.keyID), units)
	d.exactly("callers refused for want of units", int(s.short.Load()), callers)
	d.exactly("answers that are none of these", int(s.other.Load()), 0)
	d.note("told to come again (503, 504)", fmt.Sprint(s.later.Load()))
	d.exactly("checks of the ledger that fail", p.faults(), 0)
}

// untilRefused calls until the account is told to have nothing left.
func (s *spending) untilRefused(t *trial, client *http.Client, r request) {
	for t.ctx.Err() == nil {
		a, err := send(t.ctx, client, r)
		switch {
		case err != nil:
			s.other.Add(1)
			return
		case a.ok():
			s.paid.Add(1)
		case a.status == http.StatusPaymentRequired || a.status == http.StatusTooManyRequests:
			s.short.Add(1)
			return
		case a.status == http.StatusServiceUnavailable || a.status == http.StatusGatewayTimeout:
			s.later.Add(1)
		default:
			s.other.Add(1)
			return
		}
	}
}
