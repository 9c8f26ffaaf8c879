package main

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/account/accounttest"
	"toolcrib/internal/config"
	"toolcrib/internal/engine"
	"toolcrib/internal/meter"
	"toolcrib/internal/metrics"
	"toolcrib/internal/op"
	"toolcrib/internal/service"
	"toolcrib/internal/tally"
	"toolcrib/internal/window"
)

// timed is a service on a clock that the trial moves: the windows' clock is the
// monotonic one, and wall is the one that may jump.
type timed struct {
	t       *trial
	clock   *accounttest.Clock
	wall    func() time.Time
	servers []*node
	client  *http.Client
}

// simulate makes two nodes, or the one that SQLite has, on a clock that stands
// still but for what the trial adds.
func (t *trial) simulate(p *place, nodes int, wall func(time.Time) time.Time) *timed {
	clock := accounttest.NewClock("2026-11-15T12:00:00Z")
	s := &timed{t: t, clock: clock, client: t.newClient(1), wall: func() time.Time { return wall(clock.Now()) }}
	settings := t.settings(nil)
	for range nodes {
		store := p.open(service.Plan(settings), s.wall)
		t.Cleanup(func() { _ = store.Close() })
		s.servers = append(s.servers, t.serve(settings, store, s.parts(settings, store), s.wall))
	}
	return s
}

// parts are those of service.Build, with a monotonic clock that can be moved.
func (s *timed) parts(c config.Settings, store account.Store) service.Parts {
	shared, _ := store.(window.Shared)
	m := meter.New(store, meter.Options{
		PerKey: c.RatePerMinute, PerAccount: c.AccountRatePerMinute, Monotonic: s.clock.Since, Now: s.wall, Shared: shared,
	})
	env := service.Env()
	env.Now = s.wall
	return service.Parts{
		Metrics: metrics.New("", ""), Meter: m, Tally: tally.New(store, s.wall, silent), Keys: account.NewKeyring(store, s.wall),
		Engine: engine.New(engine.Options{
			Input: op.Limits{Document: c.DocumentLimit}, Output: c.OutputLimit, Compute: c.ComputeTimeout, Env: env, Meter: m,
		}),
	}
}

// call makes the n-th call at the time that the clock shows.
func (s *timed) call(n int, c caller) (admission, answer) {
	a, err := send(context.WithoutCancel(s.t.ctx), s.client, plain(s.servers[n%len(s.servers)], c))
	s.t.must(err)
	at := s.clock.Since()
	return admission{at, at}, a
}

// simulated drives the limits in time that is not waited for.
func simulated(t *trial) {
	still := func(at time.Time) time.Time { return at }
	alone, shared := t.onSQLite(), t.onPostgres()
	for _, c := range []struct {
		where string
		place *place
		sim   *timed
	}{
		{"one node on SQLite", alone, t.simulate(alone, 1, still)},
		{"2 nodes on PostgreSQL", shared, t.simulate(shared, 2, still)},
	} {
		for i, who := range c.place.callers(len(rhythms), plenty) {
			c.sim.adversary(c.where, who, rhythms[i])
		}
		c.sim.metronome(c.where, c.place.callers(1, plenty)[0])
		c.sim.obedient(c.where, c.place.callers(1, plenty)[0])
	}
	wallJumps(t, alone)
	databaseClock(t, shared)
}

// simulatedTime is how long every simulated caller goes on.
const simulatedTime = 130 * time.Second

func (s *timed) adversary(where string, who caller, r rhythm) {
	saw := new(flood)
	begin := s.clock.Since()
	for n := 0; s.clock.Since()-begin < simulatedTime; n++ {
		at, a := s.call(n, who)
		saw.note(at, a.status != http.StatusTooManyRequests)
		s.clock.Add(r.pause(n, of(s.t, 50*time.Millisecond, 200*time.Millisecond)))
	}
	saw.judge(s.t.did("%s, calls %s for %s of simulated time", where, r.name, simulatedTime), perKey)
}

func (s *timed) metronome(where string, who caller) {
	refused := 0
	const calls = 180
	for n := range calls {
		if _, a := s.call(n, who); a.status == http.StatusTooManyRequests {
			refused++
		}
		s.clock.Add(time.Second)
	}
	s.t.did("%s, %d calls, one each second of simulated time", where, calls).exactly("refused", refused, 0)
}

func (s *timed) obedient(where string, who caller) {
	random, obeyed, refused, waited := s.t.rand(1), 0, 0, false
	for n := 0; obeyed < of(s.t, 50, 5); n++ {
		_, a := s.call(n, who)
		tooMany := a.status == http.StatusTooManyRequests
		if waited {
			obeyed++
			if tooMany {
				refused++
			}
		}
		pause := time.Duration(random.IntN(600)) * time.Millisecond
		if waited = tooMany; waited {
			pause = retryAfter(s.t, a)
		}
		s.clock.Add(pause)
	}
	s.t.did("%s, a caller who waits as Retry-After says, %d times in simulated time", where, obeyed).exactly("refused after that wait", refused, 0)
}

// wallJumps has the wall clock of a node jump, which its windows do not follow.
func wallJumps(t *trial, p *place) {
	random := t.rand(2)
	s := t.simulate(p, 1, func(at time.Time) time.Time { return at.Add(jump(random)) })
	s.adversary("one node on SQLite whose wall clock jumps up to 40 days at every reading", p.callers(1, plenty)[0], rhythms[0])
}

// databaseClock sets the clock of the database forward, and back: the windows
// that nodes share are on that clock, which a node cannot look behind.
func databaseClock(t *trial, p *place) {
	for _, by := range []time.Duration{time.Hour, -time.Hour} {
		moved := false
		s := t.simulate(p, 2, func(at time.Time) time.Time {
			if moved {
				return at.Add(by)
			}
			return at
		})
		who, admitted, again := p.callers(1, plenty)[0], 0, 0
		for n := range 2 * perKey {
			if _, a := s.call(n, who); a.status != http.StatusTooManyRequests {
				admitted++
			}
		}
		moved = true
		for n := range 2 * perKey {
			if _, a := s.call(n, who); a.status != http.StatusTooManyRequests {
				again++
			}
		}
		if by < 0 {
			t.did("2 nodes, the clock of PostgreSQL set back by an hour after %d were admitted", admitted).
				exactly("admitted at once after it", again, 0)
			continue
		}
		t.did("2 nodes, the clock of PostgreSQL set forward by an hour after %d were admitted", admitted).
			note("admitted at once after it: the windows end, once", fmt.Sprint(again))
	}
}
