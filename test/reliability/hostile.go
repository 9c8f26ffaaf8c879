package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// hostile meets a server with callers who want it harm, beyond those of slow
// and credentials.
func hostile(t *trial) {
	p := t.onSQLite().frugal()
	who := p.callers(1, plenty)[0]
	n := p.start(unlimited...)
	shaped(t, p, n, who)
	fielded(t, n, who)
	n.kill()
	unread(t, p, who)
	idle(t, p, who)
	pipelined(t, p)
	sessions(t, p, who)
	metricsHeld(t, p)
	streamsLeft(t, p)
	foreign(t, p)
	t.did("all of that").exactly("checks of the ledger that fail", p.faults(), 0)
}

// deaf connects with next to no room for what comes, so that what is not read
// waits in the server and not in the kernel.
func (t *trial) deaf(n *node) net.Conn {
	d := net.Dialer{Control: func(_, _ string, c syscall.RawConn) error {
		return c.Control(func(fd uintptr) { _ = unix.SetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_RCVBUF, 4096) })
	}}
	conn, err := d.DialContext(t.ctx, "tcp", n.host())
	t.must(err)
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// unread asks for large answers and does not read them.
func unread(t *trial, p *place, who caller) {
	n := p.start(append([]string{"--metrics-listen", "127.0.0.1:0"}, unlimited...)...)
	defer n.kill()
	warm(t, n, who)
	s := &sampler{t: t, n: n, metrics: n.metrics()}
	client := t.newClient(1)
	quiet := beside(t, client, plain(n, who), of(t, 2*time.Second, 100*time.Millisecond))
	routines, before, peak := s.scrape()["go_goroutines"], n.memory(), n.watch()
	lines := of(t, 30, 2)
	wide := posted("/v1/data/csv-to-json", who.key, `{"csv":"`+strings.Repeat("h", 2000)+strings.Repeat(`\n1`, 4000)+`"}`)
	for range lines {
		_, err := io.WriteString(t.deaf(n), wide)
		t.must(err)
		t.sleep(pouring) // what computing them does to others is not asked here
	}
	t.sleep(of(t, 3*time.Second, 200*time.Millisecond)) // until they are computed, and wait
	under := beside(t, client, plain(n, who), of(t, 3*time.Second, 100*time.Millisecond))
	grown := peak() - before
	d := t.did("an answer of 8 MiB that is not read, on %d connections", lines)
	d.note("growth of the server's memory, for each", mib(grown/lines))
	d.compare(quiet, under)
	d.exactly("not cut off by the server in time", s.settled(func(v map[string]float64) bool { return v["go_goroutines"] <= routines+1 }), 0)
}

func posted(path, key, body string) string {
	return fmt.Sprintf("POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n%s", path, key, len(body), body)
}

// idleRoom is what a connection may take that waits for its next request: its
// buffers and the stack of its goroutine, and as much again until the collector
// looks.
const idleRoom = 32 << 10

// idle keeps connections open on which one good call was answered.
func idle(t *trial, p *place, who caller) {
	n := p.start(unlimited...)
	defer n.kill()
	warm(t, n, who)
	client := t.newClient(1)
	quiet := beside(t, client, plain(n, who), of(t, 2*time.Second, 100*time.Millisecond))
	before, peak := n.memory(), n.watch()
	lines := make([]net.Conn, of(t, 2000, 100))
	for i := range lines {
		conn, err := net.Dial("tcp", n.host())
		t.must(err)
		t.Cleanup(func() { _ = conn.Close() })
		_, err = io.WriteString(conn, "GET "+cheap+" HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "+who.key+"\r\n\r\n")
		t.must(err)
		_, err = http.ReadResponse(bufio.NewReader(conn), nil)
		t.must(err)
		lines[i] = conn
	}
	under := beside(t, client, plain(n, who), of(t, 3*time.Second, 100*time.Millisecond))
	grown := peak() - before
	d := t.did("%d connections kept open after a good call", len(lines))
	each := grown / len(lines)
	d.bound("growth of the server's memory, for each", fmt.Sprintf("%d KiB", each>>10), fmt.Sprintf("%d KiB", idleRoom>>10), each <= idleRoom)
	d.compare(quiet, under)
}

// pipelined sends thousands of calls at once on one connection, to a server
// with its limits on.
func pipelined(t *trial, p *place) {
	n := p.start()
	defer n.kill()
	who := p.callers(1, plenty)[0]
	count := of(t, 5000, 500)
	conn, err := net.Dial("tcp", n.host())
	t.must(err)
	defer conn.Close()
	t.must(conn.SetDeadline(time.Now().Add(50 * time.Second))) // less than the window
	one := "GET " + cheap + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + who.key + "\r\n\r\n"
	go func() { _, _ = io.WriteString(conn, strings.Repeat(one, count)) }()
	got := map[int]int{}
	for r := bufio.NewReader(conn); got[200]+got[429] < count; {
		resp, err := http.ReadResponse(r, nil)
		t.must(err)
		_, err = io.Copy(io.Discard, resp.Body)
		t.must(err)
		got[resp.StatusCode]++
	}
	d := t.did("%d calls of one key sent at once on one connection", count)
	d.exactly("answered 200", got[200], 60)
	d.exactly("answered 429", got[429], count-60)
}

// sessions opens sessions of agents and leaves them.
func sessions(t *trial, p *place, who caller) {
	n := p.start(append([]string{"--metrics-listen", "127.0.0.1:0"}, unlimited...)...)
	defer n.kill()
	warm(t, n, who)
	client := t.newClient(16)
	s := &sampler{t: t, n: n, metrics: n.metrics()}
	routines, before, peak := s.scrape()["go_goroutines"], n.memory(), n.watch()
	count := of(t, 5000, 200)
	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`
	var mu sync.Mutex
	var opened, streams, odd int
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			for range count / 16 {
				for _, method := range []string{http.MethodPost, http.MethodGet} {
					req, err := http.NewRequestWithContext(t.ctx, method, n.url+"/mcp", strings.NewReader(hello))
					t.must(err)
					req.Header.Set("Authorization", "Bearer "+who.key)
					req.Header.Set("Content-Type", "application/json")
					req.Header.Set("Accept", "application/json, text/event-stream")
					req.Header.Set("Mcp-Session-Id", fmt.Sprint("left-", i))
					resp, err := client.Do(req)
					t.must(err)
					_, _ = io.Copy(io.Discard, resp.Body)
					_ = resp.Body.Close()
					mu.Lock()
					switch resp.StatusCode {
					case http.StatusOK:
						opened++
					case http.StatusMethodNotAllowed:
						streams++
					default:
						odd++
					}
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	client.CloseIdleConnections()
	grown := peak() - before
	d := t.did("%d sessions of agents opened and left", opened)
	d.exactly("streams that were held open for them", opened-streams, 0)
	d.exactly("answered other than they must be", odd, 0)
	d.show("growth of the server's memory", mib(grown), "at most "+mib(memoryRoom), grown <= memoryRoom)
	left := s.settled(func(v map[string]float64) bool { return v["go_goroutines"] <= routines+20 })
	d.exactly("goroutines left behind, beyond 20", left, 0)
}

// settled is 0 once a look at the metrics is as it should be, 1 when it is not
// within twenty seconds.
func (s *sampler) settled(ok func(map[string]float64) bool) int {
	for begin := time.Now(); time.Since(begin) < 20*time.Second; s.t.sleep(20 * time.Millisecond) {
		if ok(s.scrape()) {
			return 0
		}
	}
	return 1
}

// metricsHeld holds the address of the metrics with headers that never end.
func metricsHeld(t *trial, p *place) {
	n := p.start("--metrics-listen", "127.0.0.1:0")
	defer n.kill()
	s := &sampler{t: t, n: n, metrics: n.metrics()}
	host, _, _ := strings.Cut(strings.TrimPrefix(s.metrics, "http://"), "/")
	before, peak := n.memory(), n.watch()
	lines := make([]net.Conn, of(t, 1000, 50))
	for i := range lines {
		conn, err := net.Dial("tcp", host)
		t.must(err)
		t.Cleanup(func() { _ = conn.Close() })
		_, err = io.WriteString(conn, "GET /metrics HTTP/1.1\r\nHost: x\r\nX: ")
		t.must(err)
		lines[i] = conn
	}
	looks, empty := 20, 0
	for range looks {
		if s.scrape()["go_goroutines"] == 0 {
			empty++
		}
	}
	grown := peak() - before
	d := t.did("%d connections to the metrics, each with half of the headers", len(lines))
	d.exactly(fmt.Sprintf("of %d looks at the metrics that got none", looks), empty, 0)
	d.show("growth of the server's memory", mib(grown), "at most "+mib(memoryRoom), grown <= memoryRoom)
	if !t.quick {
		d.within("cut off by the server, the last after", cutOff(t, lines), 20*time.Second)
	}
}

// bulk is a request made of very many parts.
type bulk struct {
	name   string
	method string
	path   string
	media  string
	body   string
	status int
}

func bulks() []bulk {
	const form, words = "application/x-www-form-urlencoded", "/v1/text/word-counter"
	many := func(n int, each string) string { return strings.Repeat(each, n) }
	var parts strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&parts, "--b\r\nContent-Disposition: form-data; name=\"f%d\"\r\n\r\nx\r\n", i)
	}
	members := &strings.Builder{}
	for i := range 150_000 {
		fmt.Fprintf(members, `"m%d":1,`, i)
	}
	return []bulk{
		{"10,000 parameters", "GET", "/v1/uuid?" + many(10_000, "a=&"), "", "", 422},
		{"40,000 parameters", "GET", "/v1/uuid?" + many(40_000, "a=&"), "", "", 431},
		{"JSON of 150,000 members", "POST", words, "", "{" + members.String() + `"text":"a"}`, 422},
		{"JSON of one member 150,000 times", "POST", words, "", "{" + many(150_000, `"text":"a",`) + `"text":"a"}`, 422},
		{"JSON of 600,000 items", "POST", "/v1/productivity/decide", "", `{"options":[` + many(600_000, "1,") + "1]}", 400},
		{"a multipart body of 10,000 parts for an operation", "POST", words, "multipart/form-data; boundary=b", parts.String() + "--b--\r\n", 415},
		{"a multipart body of 10,000 parts for a page", "POST", "/login", "multipart/form-data; boundary=b", parts.String() + "--b--\r\n", 415},
		{"a form of 20,000 fields", "POST", "/login", form, many(20_000, "a=&"), 400},
		{"a form of 100,000 fields", "POST", "/login", form, many(100_000, "a=&"), 413},
	}
}

// fielded sends requests made of very many parts.
func fielded(t *trial, n *node, who caller) {
	client := t.newClient(1)
	before, peak := n.memory(), n.watch()
	var slowest time.Duration
	odd, all := 0, bulks()
	for _, b := range all {
		req, err := http.NewRequestWithContext(t.ctx, b.method, n.url+b.path, strings.NewReader(b.body))
		t.must(err)
		req.Header.Set("Content-Type", "application/json")
		if b.media != "" {
			req.Header.Set("Content-Type", b.media)
		}
		if strings.HasPrefix(b.path, "/v1/") {
			req.Header.Set("Authorization", "Bearer "+who.key)
		}
		begin := time.Now()
		resp, err := client.Do(req)
		t.must(err)
		text, err := io.ReadAll(resp.Body)
		t.must(err)
		_ = resp.Body.Close()
		slowest = max(slowest, time.Since(begin))
		if resp.StatusCode != b.status || len(text) > 100<<10 {
			odd++
			t.progressf("%s: status %d, %d bytes", b.name, resp.StatusCode, len(text))
		}
	}
	grown := peak() - before
	d := t.did("%d requests of 10,000 to 600,000 parameters, members, items, fields or parts", len(all))
	d.exactly("answered other than they must be, or at more than 100 KiB", odd, 0)
	d.within("slowest answer", slowest, 2*time.Second)
	d.note("growth of the server's memory", mib(grown))
}

// streamsLeft asks a model for texts that come in parts, reads none of them and
// leaves.
func streamsLeft(t *trial, p *place) {
	m := startModel(t)
	n := p.start(append([]string{"--ai-base-url", m.url, "--ai-model", "m", "--ai-rates", "0 1 1", "--ai-private", "yes"}, unlimited...)...)
	defer n.kill()
	who := p.modelCaller()
	warm(t, n, who)
	client := t.newClient(1)
	quiet := beside(t, client, plain(n, who), of(t, 2*time.Second, 100*time.Millisecond))
	before, peak := n.memory(), n.watch()
	lines := make([]net.Conn, of(t, 200, 10))
	ask := strings.Replace(posted("/v1/text/ai/generate", who.key, `{"prompt":"a poem","max_output_tokens":500}`), "Host: x", "Host: x\r\nAccept: text/event-stream", 1)
	for i := range lines {
		lines[i] = t.deaf(n)
		_, err := io.WriteString(lines[i], ask)
		t.must(err)
	}
	asked := m.until(t, func() bool { return m.open.Load() == int64(len(lines)) })
	under := beside(t, client, plain(n, who), of(t, 3*time.Second, 100*time.Millisecond))
	for _, conn := range lines {
		_ = conn.Close()
	}
	left := m.until(t, func() bool { return m.open.Load() == 0 })
	grown := peak() - before
	d := t.did("%d texts asked of a model part by part, none of it read, callers gone", len(lines))
	d.exactly("not asked of the model", asked, 0)
	d.exactly("still asked of the model after the caller had left", left, 0)
	d.exactly("units still set aside", m.until(t, func() bool { return p.count("SELECT sum(held) FROM grants") == 0 }), 0)
	d.show("growth of the server's memory", mib(grown), "at most "+mib(memoryRoom), grown <= memoryRoom)
	d.compare(quiet, under)
}

// until is 0 once something is so, 1 when it is not within fifteen seconds.
func (m *model) until(t *trial, so func() bool) int {
	ctx, cancel := context.WithTimeout(t.ctx, 15*time.Second)
	defer cancel()
	for ctx.Err() == nil {
		if so() {
			return 0
		}
		t.sleep(10 * time.Millisecond)
	}
	return 1
}
