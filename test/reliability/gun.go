package main

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/oklog/ulid/v2"
)

// gunners is how many calls can be under way at a time.
const gunners = 256

// gun sends the requests of a mix, and keeps what must be known of the answers.
type gun struct {
	t      *trial
	to     *node
	mix    *mix
	client *http.Client
	sent   int // by fire
	late   int // not sent, since too many were waiting
	units  atomic.Int64

	mu      sync.Mutex
	times   []time.Duration     // of the calls since they were last taken
	charges []ulid.ULID         // of the results released
	strange map[string]int      // answers that were not meant
	doors   map[string]int      // answers
	bodies  map[string][32]byte // first answers, by Idempotency-Key
	differ  int                 // answers sent again with another body
	dear    int                 // or for units
	buffers sync.Pool
}

func newGun(t *trial, n *node, m *mix) *gun {
	return &gun{t: t, to: n, mix: m, client: t.newClient(gunners), strange: map[string]int{}, doors: map[string]int{}, bodies: map[string][32]byte{},
		buffers: sync.Pool{New: func() any { return new(bytes.Buffer) }}}
}

// sustained is how many calls a second are answered when each caller of 32
// waits for the answer before.
func (g *gun) sustained(d time.Duration) float64 {
	end, before := time.Now().Add(d), g.answered()
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 32 {
		wg.Go(func() {
			for time.Now().Before(end) && g.t.ctx.Err() == nil {
				mu.Lock()
				s := g.mix.draw()
				mu.Unlock()
				g.shoot(s, time.Now())
			}
		})
	}
	wg.Wait()
	return float64(g.answered()-before) / d.Seconds()
}

func (g *gun) answered() (n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, count := range g.doors {
		n += count
	}
	return n
}

// round is a request with the moment at which it is to be sent.
type round struct {
	shot
	due time.Time
}

// fire sends so many requests a second for a while, whatever becomes of them. A
// call counts from the moment at which it was to be sent, so that a server that
// stands still is not spared.
func (g *gun) fire(rate int, length time.Duration) {
	queue := make(chan round, 8*gunners)
	var wg sync.WaitGroup
	for range gunners {
		wg.Go(func() {
			for r := range queue {
				g.shoot(r.shot, r.due)
			}
		})
	}
	begin := time.Now()
	total := int(length.Seconds() * float64(rate))
	for i := 0; i < total && g.t.ctx.Err() == nil; i++ {
		due := begin.Add(time.Duration(float64(i) / float64(rate) * float64(time.Second)))
		if wait := time.Until(due); wait > time.Millisecond {
			g.t.sleep(wait)
		}
		select {
		case queue <- round{g.mix.draw(), due}:
			g.sent++
		default:
			g.late++
		}
	}
	close(queue)
	wg.Wait()
}

// shoot sends one request and reads its whole answer.
func (g *gun) shoot(s shot, due time.Time) {
	req, err := http.NewRequestWithContext(g.t.ctx, s.method, g.to.url+s.path, strings.NewReader(s.body))
	if err != nil {
		g.note(s, due, nil, nil, err)
		return
	}
	set := func(name, value string) {
		if value != "" {
			req.Header.Set(name, value)
		}
	}
	if s.key != "" {
		req.Header.Set("Authorization", "Bearer "+s.key)
	}
	if s.body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	set("Content-Type", s.media)
	set("Cookie", s.cookie)
	set("X-Forwarded-For", s.from)
	set("Idempotency-Key", s.retry)
	for h := range slices.Chunk(s.header, 2) {
		req.Header.Set(h[0], h[1])
	}
	resp, err := g.client.Do(req)
	if err != nil {
		g.note(s, due, nil, nil, err)
		return
	}
	defer resp.Body.Close()
	body := g.buffers.Get().(*bytes.Buffer)
	defer g.buffers.Put(body)
	body.Reset()
	_, err = body.ReadFrom(resp.Body)
	g.note(s, due, resp, body.Bytes(), err)
}

// note keeps what is to be known of an answer.
func (g *gun) note(s shot, due time.Time, resp *http.Response, body []byte, err error) {
	took := time.Since(due)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.doors[s.door]++
	g.times = append(g.times, took)
	switch {
	case err != nil:
		g.strange[fmt.Sprintf("%s: %T", s.door, err)]++
		return
	case !slices.Contains(s.want, resp.StatusCode):
		g.strange[fmt.Sprintf("%s %s: %d", s.door, s.path, resp.StatusCode)]++
		return
	}
	replayed := resp.Header.Get("Idempotent-Replayed") != ""
	id, units, charged := receipt(resp, body, s.path == "/mcp")
	if s.retry != "" {
		sum := sha256.Sum256(body)
		if !s.again {
			g.bodies[s.retry] = sum
		} else {
			if first, found := g.bodies[s.retry]; found && first != sum {
				g.differ++
			}
			delete(g.bodies, s.retry)
		}
		if replayed && units != 0 {
			g.dear++
		}
	}
	if charged && !replayed {
		g.charges = append(g.charges, id)
		g.units.Add(units)
	}
}

// receipt is what the answer says was charged: in headers, or in a tool's
// answer.
func receipt(resp *http.Response, body []byte, tool bool) (id ulid.ULID, units int64, charged bool) {
	var name, count string
	if tool {
		name, count = after(body, `"toolcrib/request_id":"req_`, 26), after(body, `"toolcrib/units":`, 6)
		count, _, _ = strings.Cut(strings.ReplaceAll(count, "}", ","), ",")
	} else {
		text, rest, _ := strings.Cut(resp.Header.Get("Toolcrib-Charge"), ";units=")
		name = strings.TrimPrefix(strings.Trim(text, `"`), "ch_")
		count, _, _ = strings.Cut(rest, ";")
	}
	units, _ = strconv.ParseInt(count, 10, 64) // 0 where nothing was charged
	id, err := ulid.ParseStrict(name)
	return id, units, err == nil && (units > 0 || !tool)
}

// after is up to n bytes behind a mark.
func after(body []byte, mark string, n int) string {
	_, rest, _ := bytes.Cut(body, []byte(mark))
	return string(rest[:min(n, len(rest))])
}

// taken are the times of the calls that ended since it was asked before.
func (g *gun) taken() (times []time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	times, g.times = g.times, make([]time.Duration, 0, len(g.times))
	return times
}

func (g *gun) judge(d deed) {
	var odd int
	for _, what := range slices.Sorted(maps.Keys(g.strange)) {
		odd += g.strange[what]
		g.t.progressf("%d × %s", g.strange[what], what)
	}
	var doors []string
	for _, door := range slices.Sorted(maps.Keys(g.doors)) {
		doors = append(doors, fmt.Sprintf("%s %d", door, g.doors[door]))
	}
	d.note("calls, by door", strings.Join(doors, ", "))
	d.exactly("answers that were not meant, or did not arrive", odd, 0)
	d.exactly("calls that could not be sent, since too many waited", g.late, 0)
	d.exactly("answers to an Idempotency-Key that differ in a byte, or cost again", g.differ+g.dear, 0)
}

// against compares the results with the ledger: results without a charge,
// charges without a result, and the units that the ledger has.
func (g *gun) against(p *place) (missing, foreign, units int) {
	slices.SortFunc(g.charges, ulid.ULID.Compare)
	told := g.charges
	p.query("SELECT id, units FROM charges ORDER BY id", func(rows *sql.Rows) error {
		var name string
		var n int
		if err := rows.Scan(&name, &n); err != nil {
			return err
		}
		id, err := ulid.ParseStrict(strings.TrimPrefix(name, "ch_"))
		if err != nil {
			return err
		}
		for len(told) > 0 && told[0].Compare(id) < 0 {
			missing, told = missing+1, told[1:]
		}
		if len(told) > 0 && told[0] == id {
			told = told[1:]
		} else {
			foreign++
		}
		units += n
		return nil
	})
	return missing + len(told), foreign, units
}
