package main

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"

	"toolcrib/internal/account/accounttest"
)

// clockJumps moves the clock of two nodes about while they charge.
func clockJumps(t *trial) {
	jumping(t, t.onSQLite())
	jumping(t, t.onPostgres())
}

// pivots are the moments around which the clock jumps: ends of months and of
// years, the end of February in a common year, the leap day, and the end of
// February in a century that has none.
var pivots = []string{
	"2026-11-30T23:59:59.999Z", "2026-12-31T23:59:59.999Z", "2027-02-28T23:59:59.999Z",
	"2028-02-28T23:59:59.999Z", "2028-02-29T23:59:59.999Z", "2100-02-28T23:59:59.999Z",
}

// reaches are how far from its pivot the clock jumps at most.
var reaches = []time.Duration{2 * time.Millisecond, time.Second, time.Hour, 26 * time.Hour, 40 * 24 * time.Hour}

// pay is a result that was released.
type pay struct {
	start, end time.Time
	account    string
	charge     string
}

// Free units, and free requests of the operation that has some, in each month.
const (
	monthUnits    = 20
	monthRequests = 15
)

func jumping(t *trial, p *place) {
	clock := accounttest.NewClock(pivots[0])
	s := t.settings(map[string]string{
		"rate-per-minute": "0", "account-rate-per-minute": "0",
		"free-compute-units": fmt.Sprint(monthUnits), "decide-free-requests": fmt.Sprint(monthRequests),
	})
	first := p.inProcess(s, clock.Now)
	second := p.inProcess(s, clock.Now)
	who := append(p.callers(4, 0), p.callers(2, plenty)...)
	enough, done := make(chan struct{}), make(chan []pay)
	go func() { done <- spendFree(t, []*node{first, second}, who, enough) }()
	jumps, random, begin := 0, t.rand(0), time.Now()
	for _, at := range pivots {
		pivot, err := time.Parse(time.RFC3339Nano, at)
		t.must(err)
		for range of(t, 1000, 40) {
			clock.Add(pivot.Add(jump(random)).Sub(clock.Now()))
			jumps++
			t.sleep(4 * time.Millisecond)
		}
	}
	close(enough)
	paid := <-done
	d := t.did("%d jumps of the clock around %d ends of months and the leap day, forward and back up to 40 days, 2 nodes on %s, 32 callers, %d results, %s",
		jumps, len(pivots), p.kind, len(paid), short(time.Since(begin)))
	months, overspent, misplaced := freeUse(p)
	d.atLeast("months of an account that free units were used in", months, of(t, 20, 10))
	d.exactly("of them with more than its free units or requests", overspent, 0)
	d.exactly("free units used outside of their month", misplaced, 0)
	d.exactly("months given twice", p.count(`SELECT count(*) FROM
		(SELECT 1 FROM grants WHERE class <= 1 GROUP BY account, pool, class, period HAVING count(*) > 1) AS twice`), 0)
	d.exactly("charges dated before an earlier one of the account", backdated(p, paid), 0)
	d.exactly("checks of the ledger that fail", p.faults(), 0)
}

func jump(random *rand.Rand) time.Duration {
	reach := reaches[random.IntN(len(reaches))]
	return time.Duration(random.Int64N(int64(2*reach))) - reach
}

// spendFree calls on both nodes until it is enough, and returns what was paid.
func spendFree(t *trial, servers []*node, who []caller, enough <-chan struct{}) (paid []pay) {
	const callers = 32
	client := t.newClient(callers)
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := range callers {
		wg.Go(func() {
			for n := i; ; n++ {
				select {
				case <-enough:
					return
				default:
				}
				c := who[n%len(who)]
				r := plain(servers[i%len(servers)], c)
				if n%3 == 0 {
					r.path, r.post = "/v1/productivity/decide", decision
				}
				a, err := send(t.ctx, client, r)
				t.must(err)
				switch {
				case a.ok():
					mu.Lock()
					paid = append(paid, pay{a.start, a.end, c.account, a.id()})
					mu.Unlock()
				case a.status != http.StatusTooManyRequests:
					t.Fatalf("status %d: %s", a.status, a.body)
				}
			}
		})
	}
	wg.Wait()
	return paid
}

// freeUse reads from the ledger in how many months accounts used free units of
// a pool, in how many of those too many, and how many from a grant that is not
// of the month in which the transfer is dated.
func freeUse(p *place) (months, overspent, misplaced int) {
	type use struct{ account, pool, month string }
	used := map[use]int{}
	p.query(`SELECT a.id, g.pool, g.period, t.at, t.units FROM transfers t
			JOIN grants g ON g.seq = t.from_acct JOIN accounts a ON a.seq = g.account WHERE g.class <= 1`,
		func(rows *sql.Rows) error {
			var u use
			var period string
			var at int64
			var units int
			err := rows.Scan(&u.account, &u.pool, &period, &at, &units)
			u.month = time.UnixMilli(at).UTC().Format("2006-01")
			used[u] += units
			if u.month != period {
				misplaced += units
			}
			return err
		})
	for u, units := range used {
		limit := monthUnits
		if u.pool != "compute" {
			limit = monthRequests
		}
		if units > limit {
			overspent++
		}
	}
	return len(used), overspent, misplaced
}

// backdated counts the charges that the ledger dates before another one of the
// account, though that had been answered when their request began.
func backdated(p *place, paid []pay) (n int) {
	ledger := p.charges()
	byEnd := slices.Clone(paid)
	slices.SortFunc(byEnd, func(a, b pay) int { return a.end.Compare(b.end) })
	slices.SortFunc(paid, func(a, b pay) int { return a.start.Compare(b.start) })
	latest := map[string]int64{} // of what was answered before, by account
	for _, b := range paid {
		for len(byEnd) > 0 && byEnd[0].end.Before(b.start) {
			a := byEnd[0]
			latest[a.account] = max(latest[a.account], ledger[a.charge].at)
			byEnd = byEnd[1:]
		}
		if ledger[b.charge].at < latest[b.account] {
			n++
		}
	}
	return n
}
