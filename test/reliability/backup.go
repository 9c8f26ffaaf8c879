package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// backups copies the data of a server that 64 callers are busy with, kills the
// server, removes everything it had, puts the copy back, and goes on with it:
// again and again.
func backups(t *trial) {
	b := &backing{t: t, place: t.onSQLite(), client: t.newClient(64)}
	b.who = b.place.callers(4, plenty)
	rounds, random, begin := of(t, 20, 2), t.rand(0), time.Now()
	for range rounds {
		b.copied(time.Duration(random.IntN(300)) * time.Millisecond)
		b.wiped()
		b.replayed()
	}
	d := t.did("%d copies of the data of a server under 64 callers, each put back after all else was lost, %s", rounds, short(time.Since(begin)))
	d.atLeast("results released before a copy began", b.before, rounds*of(t, 500, 64))
	d.atLeast("results released while it was made", b.during, rounds)
	d.exactly("of those before, not in what was put back", b.missing, 0)
	d.exactly("in it, though asked for only after it was made", b.foreign, 0)
	d.exactly("calls refused while it was made", b.refused, 0)
	d.exactly("kept answers that were not sent again to the byte, or not free", b.strange, 0)
	d.exactly("checks of the ledger that fail, after putting back and after going on", b.faults, 0)
	d.note("a copy took, half of the times", short(quantile(b.took, 0.5)))
	d.note("the slowest call meanwhile", short(quantile(b.waits, 1)))
}

// backing is the state of the trial.
type backing struct {
	t      *trial
	place  *place
	client *http.Client
	who    []caller
	copy   string            // the file of the last copy
	from   time.Time         // when that was begun
	until  time.Time         // and when it was done
	kept   map[string]answer // by Idempotency-Key, before the last copy began

	mu      sync.Mutex
	answers []answer // of the server that is killed

	before, during, missing, foreign, refused, strange, faults int
	took, waits                                                []time.Duration
}

// copied starts a server and callers, copies the data a while later, and kills
// the server.
func (b *backing) copied(after time.Duration) {
	n := b.place.start(unlimited...)
	b.answers, b.kept = nil, map[string]answer{}
	for i := range of(b.t, 50, 10) {
		r := b.asked(n, fmt.Sprint("kept-", i, "-", len(b.took)))
		a, err := send(b.t.ctx, b.client, r)
		b.t.must(err)
		b.kept[r.retry] = a
	}
	var calling sync.WaitGroup
	for i := range 64 {
		calling.Go(func() { b.call(plain(n, b.who[i%len(b.who)])) })
	}
	for b.had() < of(b.t, 500, 64) && b.t.ctx.Err() == nil {
		b.t.sleep(time.Millisecond)
	}
	b.t.sleep(after)
	b.copy = filepath.Join(b.t.folder(), "copy.db")
	b.from = time.Now()
	_, err := b.place.command("backup", b.copy)
	b.t.must(err)
	b.until = time.Now()
	b.took = append(b.took, b.until.Sub(b.from))
	b.t.sleep(after / 2)
	n.kill()
	calling.Wait()
}

// asked is a call whose answer is another each time, and is kept.
func (b *backing) asked(n *node, retry string) request {
	return request{base: n.url, path: "/v1/productivity/decide", post: decision, key: b.who[0].key, retry: retry}
}

// call calls until the server is gone.
func (b *backing) call(r request) {
	for b.t.ctx.Err() == nil {
		a, err := send(b.t.ctx, b.client, r)
		if err != nil {
			return
		}
		b.mu.Lock()
		b.answers = append(b.answers, a)
		b.mu.Unlock()
	}
}

func (b *backing) had() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.answers)
}

// wiped removes all data, puts the copy back, and compares it with what callers
// were told.
func (b *backing) wiped() {
	dir := filepath.Dir(b.place.source)
	b.t.must(os.RemoveAll(dir))
	_, err := b.place.command("restore", b.copy)
	b.t.must(err)
	b.faults += b.place.faults()
	ledger := b.place.charges()
	for _, a := range b.answers {
		if !a.ok() {
			b.refused++
			continue
		}
		c, found := ledger[a.id()]
		switch {
		case a.end.Before(b.from):
			b.before++
			if !found || c.units != 1 || c.moved != 1 {
				b.missing++
			}
		case a.start.After(b.until):
			if found {
				b.foreign++
			}
		default:
			b.during++
			b.waits = append(b.waits, a.took())
		}
	}
}

// replayed starts a server on what was put back, which sends the kept answers
// again, charges nothing for them, and charges what is new.
func (b *backing) replayed() {
	n := b.place.start(unlimited...)
	charges := b.place.count("SELECT count(*) FROM charges")
	for retry, was := range b.kept {
		a, err := send(b.t.ctx, b.client, b.asked(n, retry))
		b.t.must(err)
		if !was.ok() || !a.ok() || a.body != was.body || a.header.Get("Idempotent-Replayed") == "" {
			b.strange++
		}
	}
	a, err := send(b.t.ctx, b.client, plain(n, b.who[0]))
	b.t.must(err)
	if now := b.place.count("SELECT count(*) FROM charges"); !a.ok() || now != charges+1 {
		b.strange++
	}
	n.kill()
	b.faults += b.place.faults()
}
