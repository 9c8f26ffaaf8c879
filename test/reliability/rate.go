package main

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"toolcrib/internal/account"
)

// The limits of the contract, on any 60 seconds.
const (
	perKey     = 60
	perAccount = 600
	minute     = time.Minute
)

// rates measures the rate limits: in simulated time always, and with the clock
// on the wall in the full run.
func rates(t *trial) {
	simulated(t)
	if !t.quick {
		onTheWall(t)
	}
}

// rhythm is how an adversary calls: the pause after the n-th call, where those
// in a row are a step apart.
type rhythm struct {
	name  string
	pause func(n int, step time.Duration) time.Duration
}

// rhythms are those that make the usual limiters admit up to twice the limit.
var rhythms = []rhythm{
	{"without a break", func(_ int, step time.Duration) time.Duration { return step }},
	{"in bursts", func(n int, _ time.Duration) time.Duration {
		if n%perKey == perKey-1 {
			return 14900 * time.Millisecond
		}
		return 2 * time.Millisecond
	}},
	{"with a late burst", func(n int, step time.Duration) time.Duration {
		if n == 0 {
			return 57 * time.Second
		}
		return step / 2
	}},
}

// admission is a request that was let in, at some time of the server between
// the two.
type admission struct{ start, end time.Duration }

// most is the most admissions that were surely made within one window: those
// begun after its begin and answered before its end. The server's own times lie
// between, so a server that keeps the limit cannot be blamed, whatever the
// network does. One that breaks it by less than an answer takes may pass;
// spread tells how near to that it came.
func most(in []admission) (n int) {
	for _, first := range in {
		count := 0
		for _, a := range in {
			if a.start >= first.start && a.end < first.start+minute {
				count++
			}
		}
		n = max(n, count)
	}
	return n
}

// spread is the least time, from begin to answer, in which one more than the
// limit were admitted; an hour where there were not so many.
func spread(in []admission, limit int) time.Duration {
	in = slices.Clone(in)
	slices.SortFunc(in, func(a, b admission) int { return int(a.start - b.start) })
	least := time.Hour
	for i := limit; i < len(in); i++ {
		end := time.Duration(0)
		for _, a := range in[i-limit : i+1] {
			end = max(end, a.end)
		}
		least = min(least, end-in[i-limit].start)
	}
	return least
}

// flood is what callers with one key saw.
type flood struct {
	mu       sync.Mutex
	admitted []admission
	refused  int
}

func (f *flood) note(a admission, admitted bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if admitted {
		f.admitted = append(f.admitted, a)
	} else {
		f.refused++
	}
}

func (f *flood) judge(d deed, limit int) {
	d.atLeast("requests refused", f.refused, limit)
	d.atLeast("requests admitted", len(f.admitted), limit+1)
	d.atMost(fmt.Sprintf("most admitted in any %s", minute), most(f.admitted), limit)
	d.note(fmt.Sprintf("shortest time in which %d were admitted", limit+1), short(spread(f.admitted, limit)))
}

// retryAfter is how long a refused caller is told to wait.
func retryAfter(t *trial, a answer) time.Duration {
	d, err := time.ParseDuration(a.header.Get("Retry-After") + "s")
	t.must(err)
	return d
}

// field is where the limits are tried by the clock on the wall.
type field struct {
	t      *trial
	client *http.Client
	begin  time.Time
	until  time.Duration
	all    sync.WaitGroup
	judge  []func() // figures, once all is done
}

// onTheWall runs all at the same time, since every one takes two windows.
func onTheWall(t *trial) {
	f := &field{t: t, client: t.newClient(256), until: 130 * time.Second}
	alone, shared := t.onSQLite(), t.onPostgres()
	one := []*node{alone.start()}
	two := []*node{shared.start(), shared.start()}
	brief := &phoenix{place: shared}
	brief.rise()
	f.begin = time.Now()
	f.adversaries(alone, "one node on SQLite", func(int) *node { return one[0] })
	f.adversaries(shared, "2 nodes on PostgreSQL", func(n int) *node { return two[n%2] })
	f.adversaries(shared, "2 nodes on PostgreSQL, one of them killed and started again 3 times", func(n int) *node {
		if n%2 == 0 {
			return two[0]
		}
		return brief.now()
	})
	for _, p := range []struct {
		place *place
		where string
		node  func(int) *node
	}{{alone, "one node on SQLite", func(int) *node { return one[0] }}, {shared, "2 nodes on PostgreSQL", func(n int) *node { return two[n%2] }}} {
		f.ceiling(p.place, p.where, p.node)
		f.obedient(p.place, p.where, p.node, 1)
		f.obedient(p.place, p.where, p.node, 12)
		f.steady(p.place, p.where, p.node)
	}
	for _, at := range []time.Duration{30, 64, 95} {
		t.sleep(time.Until(f.begin.Add(at * time.Second)))
		brief.now().kill()
		brief.rise()
		t.progressf("%s of %s", short(time.Since(f.begin)), f.until)
	}
	f.all.Wait()
	for _, judge := range f.judge {
		judge()
	}
}

func (f *field) over() bool { return f.t.ctx.Err() != nil || time.Since(f.begin) > f.until }

// call makes one call. A server that is not there admits nothing.
func (f *field) call(n *node, c caller) (admission, answer, bool) {
	a, err := send(f.t.ctx, f.client, plain(n, c))
	if err != nil {
		return admission{}, a, false
	}
	return admission{a.start.Sub(f.begin), a.end.Sub(f.begin)}, a, true
}

// adversaries call with a key for each rhythm, two callers with each.
func (f *field) adversaries(p *place, where string, to func(int) *node) {
	for i, c := range p.callers(len(rhythms), plenty) {
		saw := new(flood)
		for side := range 2 {
			f.all.Go(func() {
				for n := 0; !f.over(); n++ {
					if at, a, ok := f.call(to(n+side), c); ok {
						saw.note(at, a.status != http.StatusTooManyRequests)
					}
					f.t.sleep(rhythms[i].pause(n, 50*time.Millisecond))
				}
			})
		}
		f.judge = append(f.judge, func() {
			saw.judge(f.t.did("%s, calls %s for %s", where, rhythms[i].name, f.until), perKey)
		})
	}
}

// keysOf makes several keys of one account.
func keysOf(p *place, n int) []caller {
	first := p.callers(1, plenty)[0]
	keys := []caller{first}
	s := p.open(account.Plan{}, nil)
	for len(keys) < n {
		keys = append(keys, makeKey(p.t, s, account.Key{AccountID: first.account}))
	}
	p.t.must(s.Close())
	return keys
}

// ceiling calls with twelve keys of one account.
func (f *field) ceiling(p *place, where string, to func(int) *node) {
	saw := new(flood)
	for i, c := range keysOf(p, 12) {
		f.all.Go(func() {
			for n := i; !f.over(); n++ {
				if at, a, ok := f.call(to(n), c); ok {
					saw.note(at, a.status != http.StatusTooManyRequests)
				}
				f.t.sleep(100 * time.Millisecond)
			}
		})
	}
	f.judge = append(f.judge, func() {
		saw.judge(f.t.did("%s, calls with 12 keys of one account for %s", where, f.until), perAccount)
	})
}

// obedient calls as it likes until it is told to wait, waits exactly that long,
// and calls again. It is the only caller of its account, with so many keys.
func (f *field) obedient(p *place, where string, to func(int) *node, keys int) {
	var obeyed, refused int
	who, random := keysOf(p, keys), f.t.rand(keys)
	f.all.Go(func() {
		waited := false
		for n := 0; !f.over(); n++ {
			_, a, ok := f.call(to(n), who[n%keys])
			if !ok {
				f.t.Fatal("a server that nobody killed is gone")
			}
			tooMany := a.status == http.StatusTooManyRequests
			if waited {
				obeyed++
				if tooMany {
					refused++
				}
			}
			if waited = tooMany; waited {
				f.t.sleep(retryAfter(f.t, a))
			} else {
				f.t.sleep(time.Duration(random.IntN(600/keys)) * time.Millisecond)
			}
		}
	})
	f.judge = append(f.judge, func() {
		d := f.t.did("%s, a caller with %d keys who waits as Retry-After says, %d times", where, keys, obeyed)
		d.atLeast("waits", obeyed, 1)
		d.exactly("refused after that wait", refused, 0)
	})
}

// steady waits a second after each answer. A caller who begins a request every
// second by its own clock is another thing: where the network delays one more
// than the sixtieth after it, the two are less than a minute apart for the
// server.
func (f *field) steady(p *place, where string, to func(int) *node) {
	who := p.callers(2, plenty)
	var sent, refused, ticks, late int
	f.all.Go(func() {
		for n := 0; !f.over(); n++ {
			_, a, ok := f.call(to(n), who[0])
			sent++
			if !ok || a.status == http.StatusTooManyRequests {
				refused++
			}
			f.t.sleep(time.Second)
		}
	})
	f.all.Go(func() {
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for n := 0; !f.over(); n++ {
			_, a, ok := f.call(to(n), who[1])
			ticks++
			if !ok || a.status == http.StatusTooManyRequests {
				late++
			}
			<-tick.C
		}
	})
	f.judge = append(f.judge, func() {
		d := f.t.did("%s, a caller who waits a second after each answer, %d requests", where, sent)
		d.exactly("refused", refused, 0)
		f.t.did("%s, a request on each second of the caller's clock, %d requests", where, ticks).
			note("refused, since the sixtieth later one was a little quicker on its way", fmt.Sprint(late))
	})
}
