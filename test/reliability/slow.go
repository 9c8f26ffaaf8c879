package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// memoryRoom is what the server may grow by in each of these trials.
const memoryRoom = 32 << 20

// slowCallers keeps a server busy with callers that send slowly, too much, or
// what grows when it is read, beside one that calls as it should.
func slowCallers(t *trial) {
	p := t.onSQLite().frugal()
	who := p.callers(1, plenty)[0]
	halfOpen(t, p, who)
	for _, f := range floods() {
		flooded(t, p, who, f)
	}
	t.did("all of that").exactly("checks of the ledger that fail", p.faults(), 0)
}

// hold is a way to hold a connection open.
type hold struct {
	name string
	text string // what is sent before the caller falls silent
}

func holds(key string) []hold {
	head := "POST /v1/text/word-counter HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\nAuthorization: Bearer "
	return []hold{
		{"nothing at all", ""},
		{"half of the headers", "GET /v1/calculators/bmi?weight=70&height=175 HTTP/1.1\r\nHost: x\r\nAuthoriz"},
		{"half of a body, with a good key", head + key + "\r\n\r\n{\"text\":\"to be"},
	}
}

// halfOpen holds thousands of connections open: of all kinds together, and in
// the full run of each, every time on a server of its own.
func halfOpen(t *trial, p *place, who caller) {
	all := holds(who.key)
	d, n, lines, grown := holding(t, p, who, "of three kinds", all)
	d.show("growth of the server's memory", mib(grown), "at most "+mib(memoryRoom), grown <= memoryRoom)
	if !t.quick {
		d.within("cut off by the server, the last after", cutOff(t, lines), 70*time.Second)
	}
	n.kill()
	for _, h := range all {
		if t.quick {
			return
		}
		d, n, lines, grown := holding(t, p, who, "on which callers have sent "+h.name, []hold{h})
		d.note("growth of the server's memory, for each", fmt.Sprintf("%d KiB", grown/len(lines)>>10))
		n.kill()
	}
}

// holding opens connections to a new server and looks how a good caller fares
// beside them.
func holding(t *trial, p *place, who caller, which string, kinds []hold) (d deed, n *node, lines []net.Conn, grown int) {
	client := t.newClient(1)
	n = p.start(unlimited...)
	warm(t, n, who)
	quiet := beside(t, client, plain(n, who), of(t, 3*time.Second, 300*time.Millisecond))
	before, peak := n.memory(), n.watch()
	lines = make([]net.Conn, of(t, 2000, 300))
	for i := range lines {
		conn, err := net.Dial("tcp", n.host())
		t.must(err)
		t.Cleanup(func() { _ = conn.Close() })
		_, err = io.WriteString(conn, kinds[i%len(kinds)].text)
		t.must(err)
		lines[i] = conn
	}
	under := beside(t, client, plain(n, who), of(t, 5*time.Second, 500*time.Millisecond))
	grown = peak() - before
	d = t.did("%d connections held open, %s", len(lines), which)
	d.compare(quiet, under)
	return d, n, lines, grown
}

// cutOff waits until the server has closed every line, and tells how long that
// took.
func cutOff(t *trial, lines []net.Conn) time.Duration {
	begin := time.Now()
	for _, conn := range lines {
		t.must(conn.SetReadDeadline(begin.Add(2 * time.Minute)))
		_, err := io.Copy(io.Discard, conn)
		if e, ok := err.(net.Error); ok && e.Timeout() {
			return time.Since(begin)
		}
	}
	return time.Since(begin)
}

// compare shows what the others did to a good caller.
func (d deed) compare(quiet, under calm) {
	before, during := quantile(quiet.times, 0.5), quantile(under.times, 0.5)
	d.exactly("calls of the good caller that failed", quiet.failed+under.failed, 0)
	ratio := float64(during) / float64(before)
	what := "a good call, half of the times, beside them and as a multiple of before"
	got := fmt.Sprintf("%s, %.2f", short(during), ratio)
	if d.t.quick {
		d.note(what, got) // too few to tell
		return
	}
	d.show(what, got, fmt.Sprintf("at most %d", mostSlower), ratio <= mostSlower)
}

// mostSlower is how much slower a good call may become.
const mostSlower = 2

// poison is a request that is to be refused without harm.
type poison struct {
	name    string
	headers string // beside those of every POST
	body    func(w io.Writer) error
	path    string
	status  int
	most    int64 // bytes of the body that may be taken in, 0 = all
}

// repeat writes a text so many times.
func repeat(piece []byte, times int) func(io.Writer) error {
	return func(w io.Writer) error {
		for range times {
			if _, err := w.Write(piece); err != nil {
				return err
			}
		}
		return nil
	}
}

// chunks writes what body writes in the chunked coding (RFC 9112 section 7.1).
func chunks(piece []byte, times int) func(io.Writer) error {
	chunk := fmt.Appendf(nil, "%x\r\n%s\r\n", len(piece), piece)
	return repeat(chunk, times)
}

func once(text string) (headers string, body func(io.Writer) error) {
	return fmt.Sprintf("Content-Length: %d\r\n", len(text)), repeat([]byte(text), 1)
}

// bomb is a body of 1 GiB as gzip has it: members that each give 16 MiB.
func bomb(first string) string {
	member := func(text []byte) []byte {
		var out bytes.Buffer
		z := gzip.NewWriter(&out)
		_, _ = z.Write(text) // a Buffer takes all
		_ = z.Close()
		return out.Bytes()
	}
	return string(member([]byte(first))) + strings.Repeat(string(member(make([]byte, 16<<20))), 64)
}

// taken is how much of a body may be on its way before the server is heard: more than
// the limit on bodies and what the buffers of both ends hold, a thirty-second of the
// largest.
const taken = 32 << 20

func floods() []poison {
	const words = "/v1/text/word-counter"
	mega := bytes.Repeat([]byte("a "), 1<<19)
	deep := strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000)
	field, fieldBody := once(`{"json":"` + deep + `"}`)
	whole, wholeBody := once(`{"text":` + deep + `}`)
	zip, zipBody := once(bomb(`{"text":"`))
	return []poison{
		{"a body of 10 MiB", "Content-Length: 10485760\r\n", repeat(mega, 10), words, 413, 0},
		{"a body of 10 MiB in chunks", "Transfer-Encoding: chunked\r\n", chunks(mega, 10), words, 413, taken},
		{"a body of 1 GiB", "Content-Length: 1073741824\r\n", repeat(mega, 1024), words, 413, taken},
		{"a body of 1 GiB in chunks", "Transfer-Encoding: chunked\r\n", chunks(mega, 1024), words, 413, taken},
		{"JSON 10,000 deep in a field", field, fieldBody, "/v1/data/json/format", 422, 0},
		{"JSON 10,000 deep", whole, wholeBody, words, 422, 0},
		{"a gzip bomb of 1 GiB", zip + "Content-Encoding: gzip\r\n", zipBody, words, 413, 0},
	}
}

// pouring is the pause of one side between two requests: longer than it takes
// to answer a good one, so that the figures tell of these requests and not of
// what any four callers without a pause do to each other.
const pouring = 50 * time.Millisecond

// flooded sends poison from four sides for a while, to a server of its own.
func flooded(t *trial, p *place, who caller, f poison) {
	n := p.start(unlimited...)
	defer n.kill()
	warm(t, n, who)
	client := t.newClient(1)
	quiet := beside(t, client, plain(n, who), of(t, 2*time.Second, 100*time.Millisecond))
	before, peak := n.memory(), n.watch()
	over := make(chan struct{})
	time.AfterFunc(of(t, 5*time.Second, 300*time.Millisecond), func() { close(over) })
	var mu sync.Mutex
	var wg sync.WaitGroup
	var sent, wrong, unheard int
	var most int64
	for range 4 {
		wg.Go(func() {
			for going := true; going && t.ctx.Err() == nil; {
				status, bytes, err := pour(n, who.key, f)
				mu.Lock()
				sent++
				most = max(most, bytes)
				if err != nil {
					unheard++
				} else if status != f.status {
					wrong++
					t.progressf("%s: status %d", f.name, status)
				}
				mu.Unlock()
				select {
				case <-over:
					going = false
				case <-time.After(pouring):
				}
			}
		})
	}
	under := besideUntil(t, client, plain(n, who), over)
	wg.Wait()
	grown := peak() - before
	d := t.did("%s, %d times from 4 sides", f.name, sent)
	d.exactly(fmt.Sprintf("answered other than %d", f.status), wrong, 0)
	d.exactly("answers that did not arrive", unheard, 0)
	if f.most > 0 {
		d.show("most of it that was sent before the server closed", mib(int(most)), "at most "+mib(int(f.most)), most <= f.most)
	}
	d.show("growth of the server's memory", mib(grown), "at most "+mib(memoryRoom), grown <= memoryRoom)
	d.compare(quiet, under)
}

// pour sends one request over a connection of its own, and listens while it
// still sends. It tells the status and how many bytes of body went out.
func pour(n *node, key string, f poison) (status int, sent int64, err error) {
	conn, err := net.Dial("tcp", n.host())
	if err != nil {
		return 0, 0, err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(30 * time.Second)); err != nil {
		return 0, 0, err
	}
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer %s\r\n%s\r\n", f.path, key, f.headers)
	out := &counter{to: conn}
	done := make(chan struct{})
	go func() {
		defer close(done)
		// It is cut off where the server has heard enough.
		if f.body(out) == nil && strings.Contains(f.headers, "chunked") {
			_, _ = io.WriteString(conn, "0\r\n\r\n")
		}
	}()
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err == nil {
		status = resp.StatusCode
		_, err = io.Copy(io.Discard, resp.Body)
	}
	if err != nil {
		_ = conn.Close()
	}
	<-done
	return status, out.n, err
}

// counter counts what is written.
type counter struct {
	to io.Writer
	n  int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	c.n += int64(n)
	return n, err
}
