package main

import (
	"fmt"
	"time"
)

// soaking says how soak is run.
type soaking struct {
	minutes  float64
	rate     int // calls a second, 0 = soakShare of what the machine sustains
	postgres bool
}

func (s soaking) length() time.Duration { return time.Duration(s.minutes * float64(time.Minute)) }

const (
	// soakShare is how much of what the machine sustains is asked of it: enough
	// to show growth, with room for the moments in which others have the machine.
	soakShare = 0.4
	// soakKeys is how many keys share the calls, each of its own account: at the
	// rate given to each, none comes near its limit of 60 a minute.
	soakKeys = 4000
	keyRate  = 0.5 // calls a second
)

// soak calls a server by every door for a long time, at a rate that does not
// wait for answers, beside callers who are slow, and looks what grows.
func soak(t *trial) {
	p := t.onSQLite()
	if t.soaking.postgres {
		p = t.onPostgres()
	}
	n := p.start("--metrics-listen", "127.0.0.1:0", "--trusted-proxies", "127.0.0.1/32", "--free-compute-units", "5", "--decide-free-requests", "0",
		"--admin-login", operator, "--admin-password-file", t.passwordFile())
	metrics := n.metrics()
	who := p.callers(of(t, soakKeys, 200), plenty)
	m := newMix(t, n, who[2:], who[0], p.callers(1, 0)[0])
	g := newGun(t, n, m)
	rate := t.soaking.rate
	switch {
	case t.quick:
		rate = 80
	case rate == 0:
		most := g.sustained(5 * time.Second)
		rate = min(max(int(soakShare*most), 50), soakKeys*keyRate)
		t.progressf("%.0f calls a second are sustained; soaking at %d", most, rate)
	}
	length := of(t, t.soaking.length(), 6*time.Second)
	stop := dawdle(t, n, who[1].key)
	s := &sampler{t: t, p: p, n: n, g: g, metrics: metrics, every: of(t, 10*time.Second, 300*time.Millisecond)}
	over := make(chan struct{})
	go func() { g.fire(rate, length); close(over) }()
	s.until(over)
	stop()
	d := t.did("%d calls in %s, %d a second whatever the answers do, by every door, %d keys, beside %d slow connections, on %s",
		g.sent, short(length), rate, len(who), dawdlers, p.kind)
	g.judge(d)
	judgeCharges(d, p, g)
	s.judge(d)
	s.table()
}

// judgeCharges compares what callers were told with what the ledger has. The
// check of the ledger comes first: it brings the daily usage up to date.
func judgeCharges(d deed, p *place, g *gun) {
	d.exactly("checks of the ledger that fail", p.faults(), 0)
	missing, foreign, units := g.against(p)
	d.exactly("results without a charge", missing, 0)
	d.exactly("charges without a result", foreign, 0)
	d.exactly("units charged less units told to callers", units-int(g.units.Load()), 0)
	d.exactly("requests in the daily usage less results", p.count("SELECT coalesce(sum(requests), 0) FROM usage_daily")-len(g.charges), 0)
	d.note("results, each charged once", fmt.Sprint(len(g.charges)))
}
