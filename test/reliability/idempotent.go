package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// idempotent sends calls again and again under one Idempotency-Key each, while
// servers are killed, callers hang up in the middle, and several send the same
// call to both nodes at once.
func idempotent(t *trial) {
	retrying(t, t.onSQLite(), 1)
	retrying(t, t.onPostgres(), 2)
}

// matter is one call that is to be paid once, with all that was said about it.
type matter struct {
	request
	mu      sync.Mutex
	bodies  map[string]int
	charges map[string]int
	fresh   int // answers that were not marked as sent again
	dear    int // answers sent again that were not free
}

func (m *matter) note(a answer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	id, rest, _ := strings.Cut(a.header.Get("Toolcrib-Charge"), ";")
	m.bodies[a.body]++
	m.charges[strings.Trim(id, `"`)]++
	if a.header.Get("Idempotent-Replayed") == "" {
		m.fresh++
	} else if !strings.HasPrefix(rest, "units=0;") {
		m.dear++
	}
}

func (m *matter) answered() (n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, count := range m.bodies {
		n += count
	}
	return n
}

// retries is a run of many matters.
type retries struct {
	t       *trial
	client  *http.Client
	nodes   []*phoenix
	who     caller
	enough  atomic.Bool
	mu      sync.Mutex
	matters []*matter
	sent    atomic.Int64
	strange atomic.Int64
}

func retrying(t *trial, p *place, count int) {
	const callers = 24
	r := &retries{t: t, client: t.newClient(2 * callers), who: p.callers(1, plenty)[0]}
	flags := append([]string{"--decide-free-requests", "0"}, unlimited...)
	for range count {
		node := &phoenix{place: p, flags: flags}
		node.rise()
		r.nodes = append(r.nodes, node)
	}
	var wg sync.WaitGroup
	for i := range callers {
		wg.Go(func() { r.work(i) })
	}
	kills, begin, random := of(t, 40, 3), time.Now(), t.rand(-1)
	for range kills {
		t.sleep(time.Duration(150+random.IntN(700)) * time.Millisecond)
		victim := r.nodes[random.IntN(count)]
		victim.now().kill()
		victim.rise()
	}
	r.enough.Store(true)
	wg.Wait()
	r.confirm()
	d := t.did("%d calls under a key each, sent %d times, %d nodes on %s, %d kills, every third attempt cut off, %s",
		len(r.matters), r.sent.Load(), count, p.kind, kills, short(time.Since(begin)))
	r.judge(d, p)
}

// work takes one matter after another until each is answered twice.
func (r *retries) work(worker int) {
	random := r.t.rand(worker)
	for n := 0; !r.enough.Load() && r.t.ctx.Err() == nil; n++ {
		m := &matter{bodies: map[string]int{}, charges: map[string]int{}}
		m.key, m.retry, m.path = r.who.key, fmt.Sprintf("matter-%d-%d", worker, n), "/v1/uuid"
		if n%2 == 0 {
			m.path, m.post = "/v1/productivity/decide", decision
		}
		r.mu.Lock()
		r.matters = append(r.matters, m)
		r.mu.Unlock()
		for m.answered() < 2 && r.t.ctx.Err() == nil {
			r.attempt(m, random)
		}
	}
}

// attempt sends the call once, or to every node at the same time.
func (r *retries) attempt(m *matter, random *rand.Rand) {
	var wg sync.WaitGroup
	together := random.IntN(2) == 0
	one := random.IntN(len(r.nodes))
	for i := range max(len(r.nodes), 2) {
		if i%len(r.nodes) != one && !together {
			continue
		}
		patience := 10 * time.Second
		if random.IntN(3) == 0 {
			patience = time.Duration(random.IntN(12_000)) * time.Microsecond
		}
		wg.Go(func() { r.send(m, r.nodes[i%len(r.nodes)].now(), patience) })
	}
	wg.Wait()
}

// send sends the call, and hangs up when patience ends. Nothing is learnt from
// a connection that broke, and 409 and 503 are there to be tried again.
func (r *retries) send(m *matter, to *node, patience time.Duration) {
	ctx, cancel := context.WithTimeout(r.t.ctx, patience)
	defer cancel()
	req := m.request
	req.base = to.url
	r.sent.Add(1)
	a, err := send(ctx, r.client, req)
	switch {
	case err != nil:
		r.t.sleep(2 * time.Millisecond)
	case a.ok():
		m.note(a)
	case a.status != http.StatusConflict && a.status != http.StatusServiceUnavailable:
		r.strange.Add(1)
	}
}

// confirm asks every node for every answer once more, when no server is killed.
func (r *retries) confirm() {
	var wg sync.WaitGroup
	for _, n := range r.nodes {
		for part := range 8 {
			wg.Go(func() {
				for i := part; i < len(r.matters); i += 8 {
					r.send(r.matters[i], n.now(), time.Minute)
				}
			})
		}
	}
	wg.Wait()
}

func (r *retries) judge(d deed, p *place) {
	ledger := p.charges()
	var unanswered, bodies, charges, absent, fresh, dear int
	for _, m := range r.matters {
		switch {
		case m.answered() < len(r.nodes):
			unanswered++
		case len(m.bodies) != 1:
			bodies++
		}
		if len(m.charges) != 1 {
			charges++
		}
		for id := range m.charges {
			if c := ledger[id]; c.moved != 1 {
				absent++
			}
		}
		if m.fresh > 1 {
			fresh++
		}
		dear += m.dear
	}
	d.atLeast("calls", len(r.matters), of(r.t, 1000, 50))
	d.exactly("charges in the ledger less calls", len(ledger)-len(r.matters), 0)
	d.exactly("calls with more than one charge named, or one not in the ledger", charges+absent, 0)
	d.exactly("calls whose answers are not the same to the byte", bodies, 0)
	d.exactly("calls left without an answer", unanswered, 0)
	d.exactly("calls answered twice as if for the first time", fresh, 0)
	d.exactly("answers sent again that cost units", dear, 0)
	d.exactly("answers other than 200, 409 and 503", int(r.strange.Load()), 0)
	d.exactly("checks of the ledger that fail", p.faults(), 0)
}
