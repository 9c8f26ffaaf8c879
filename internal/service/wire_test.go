package service_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"toolcrib/internal/config"
	"toolcrib/internal/problem"
	"toolcrib/internal/service"
)

// wire is a service on a real socket.
type wire struct {
	*house
	addr string

	metrics string // where the metrics are

	log  *lockedBuffer
	stop func() error
}

// lockedBuffer is a log that many calls write to at once.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// Bounds on slow callers in these tests.
const (
	headerPatience = 500 * time.Millisecond
	readPatience   = time.Second
)

func newWire(t *testing.T) *wire {
	t.Helper()
	s := defaults(t)
	s.MetricsListen = ""
	return listen(t, s, newHouse(t, s, service.Env()))
}

// listen puts the service over a house's store on a socket.
func listen(t *testing.T, s config.Settings, h *house) *wire {
	t.Helper()
	s.Listen = "127.0.0.1:0"
	w := &wire{house: h, log: &lockedBuffer{}}
	ctx, cancel := context.WithCancel(t.Context())
	server, err := service.Listen(ctx, s, w.store, slog.New(slog.NewTextHandler(w.log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	if err != nil {
		t.Fatal(err)
	}
	if !server.Hurry(headerPatience, readPatience) {
		t.Error("the server waits for slow callers without bound")
	}
	w.addr, w.metrics = server.Addr().String(), server.Metrics
	done := make(chan error, 1)
	go func() { done <- server.Serve(ctx) }()
	w.stop = sync.OnceValue(func() error { cancel(); return <-done })
	t.Cleanup(func() {
		if err := w.stop(); err != nil {
			t.Error(err)
		}
	})
	return w
}

func (w *wire) dial() net.Conn {
	w.t.Helper()
	c, err := (&net.Dialer{}).DialContext(w.t.Context(), "tcp", w.addr)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = c.Close() })
	_ = c.SetDeadline(time.Now().Add(10 * time.Second))
	return c
}

// say sends bytes and reads all that comes back until the server hangs up or
// falls silent, which it may while it waits for another request.
func (w *wire) say(sent string) string {
	w.t.Helper()
	c := w.dial()
	// The server may hang up before it has read everything.
	_, _ = io.WriteString(c, sent)
	_ = c.(*net.TCPConn).CloseWrite()
	got, _ := io.ReadAll(c)
	return string(got)
}

// head is a request's head with a good key; lines are further header lines.
func (w *wire) head(line string, lines ...string) string {
	all := append([]string{line, "Host: toolcrib.test", "Authorization: Bearer " + w.key, "X-Note: " + canary}, lines...)
	return strings.Join(all, "\r\n") + "\r\n\r\n"
}

const postSlug = "POST " + slugPath + " HTTP/1.1"

// TestWire sends what no client library would and expects each to be answered
// or hung up on at once, without a charge.
func TestWire(t *testing.T) {
	t.Parallel()
	w := newWire(t)
	before := w.balance()
	jsonType := "Content-Type: application/json"
	for _, a := range []struct{ name, sent, answer string }{
		{"nothing", "", ""},
		{"garbage", strings.Repeat("\x00\x01\x02\xff"+canary, 2000), "HTTP/1.1 400"},
		{"TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + strings.Repeat("x", 512), "HTTP/1.1 400"},
		{"SSH", "SSH-2.0-OpenSSH_9.6\r\n", "HTTP/1.1 400"},
		{"HTTP/0.9", "GET " + bmiPath + "\r\n\r\n", "HTTP/1.1 400"},
		{"HTTP/9.9", "GET / HTTP/9.9\r\nHost: a\r\n\r\n", "HTTP/1.1 505"},
		{"HTTP/2 unasked", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "HTTP/1.1 404"},
		{"no host", "GET " + bmiPath + " HTTP/1.1\r\n\r\n", "HTTP/1.1 400"},
		{"two hosts", "GET " + bmiPath + " HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "HTTP/1.1 400"},
		{"space before a colon", "GET " + bmiPath + " HTTP/1.1\r\nHost: a\r\nX-A : b\r\n\r\n", "HTTP/1.1 400"},
		{"NUL in a header", "GET " + bmiPath + " HTTP/1.1\r\nHost: a\r\nX-A: b\x00c\r\n\r\n", "HTTP/1.1 400"},
		{"space in the target", "GET /v1/uuid ?count=1 HTTP/1.1\r\nHost: a\r\n\r\n", "HTTP/1.1 400"},
		{"two lengths", w.head(postSlug, jsonType, "Content-Length: 2", "Content-Length: 3") + "{}", "HTTP/1.1 400"},
		{"negative length", w.head(postSlug, jsonType, "Content-Length: -2") + "{}", "HTTP/1.1 400"},
		{"length in letters", w.head(postSlug, jsonType, "Content-Length: two") + "{}", "HTTP/1.1 400"},
		{"unknown transfer coding", w.head(postSlug, jsonType, "Transfer-Encoding: xchunked") + "{}", "HTTP/1.1 501"},
		{"length and chunks", w.head(postSlug, jsonType, "Content-Length: 33", "Transfer-Encoding: chunked") +
			"0\r\n\r\nGET " + uuidPath + " HTTP/1.1\r\n", "HTTP/1.1 422"},
		{"broken chunk", w.head(postSlug, jsonType, "Transfer-Encoding: chunked") + "zz\r\n{}\r\n0\r\n\r\n", "HTTP/1.1 422"},
		{"chunks cut off", w.head(postSlug, jsonType, "Transfer-Encoding: chunked") + "ff\r\n{\"text\":\"" + canary, "HTTP/1.1 422"},
		{"body cut off", w.head(postSlug, jsonType, "Content-Length: 100") + `{"text":"` + canary, "HTTP/1.1 422"},
		{"no body announced", w.head(postSlug, jsonType), "HTTP/1.1 422"},
		{"credential over two lines", "GET " + bmiPath + " HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer\r\n " + w.key + canary + "\r\n\r\n", "HTTP/1.1 401"},
		{"key with spaces and a tab behind it", "GET " + bmiPath + " HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + w.key + "  \t\r\n\r\n", "HTTP/1.1 422"},
		{"expectation refused by size", w.head(postSlug, jsonType, "Expect: 100-continue", "Content-Length: 9999999"), "HTTP/1.1 413"},
		{"expectation refused by key", postSlug + "\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n", "HTTP/1.1 401"},
		{"another expectation", w.head(postSlug, jsonType, "Expect: miracles", "Content-Length: 2"), "HTTP/1.1 417"},
		{"33 KiB of headers", w.head("GET "+uuidPath+" HTTP/1.1", "X-Long: "+strings.Repeat("a", 33<<10)), "HTTP/1.1 431"},
		{"a megabyte of headers", w.head("GET "+uuidPath+" HTTP/1.1", strings.Repeat("X-Long: "+canary+"\r\n", 40_000)+"X: y"), "HTTP/1.1 431"},
		{"a megabyte of one line", "GET /" + strings.Repeat("a", 1<<20) + " HTTP/1.1\r\nHost: a\r\n\r\n", "HTTP/1.1 431"},
		{"tunnel", w.head("CONNECT toolcrib.test:80 HTTP/1.1"), "HTTP/1.1 405"},
		{"proxy", w.head("GET http://example.com/v1/none HTTP/1.1"), "HTTP/1.1 404"},
		{"web socket", w.head("GET "+bmiPath+" HTTP/1.1", "Connection: Upgrade", "Upgrade: websocket"), "HTTP/1.1 422"},
		{"HTTP/2 upgrade", w.head("GET "+bmiPath+" HTTP/1.1", "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA"), "HTTP/1.1 422"},
	} {
		t.Run(a.name, func(t *testing.T) {
			begin := time.Now()
			got := w.say(a.sent)
			if !strings.HasPrefix(got, a.answer) || a.answer == "" && got != "" {
				t.Errorf("answered %.300q, want %s", got, a.answer)
			}
			if took := time.Since(begin); took > 5*time.Second {
				t.Errorf("answered after %s", took)
			}
			if strings.Contains(got, "goroutine ") {
				t.Errorf("a stack trace was sent: %.900s", got)
			}
		})
	}
	if after := w.balance(); after != before {
		t.Errorf("charged for: balance was %+v, is %+v", before, after)
	}
	w.verifyLedger()
	w.keepsQuiet()
}

// keepsQuiet looks for the canary and the key in the log.
func (w *wire) keepsQuiet() {
	w.t.Helper()
	for _, secret := range []string{canary, w.key[8:40]} {
		if log := w.log.String(); strings.Contains(log, secret) {
			w.t.Errorf("the log repeats %q:\n%s", secret, log)
		}
	}
}

// TestWireProblem: what is too large for the handler's headers is a problem
// document on the wire too.
func TestWireProblem(t *testing.T) {
	t.Parallel()
	w := newWire(t)
	for _, sent := range []string{
		w.head("GET "+uuidPath+" HTTP/1.1", "X-Long: "+strings.Repeat("a", 33<<10)),
		w.head("GET " + bmiPath + "?weight=x HTTP/1.1"),
		w.head(postSlug, "Content-Type: application/json", "Content-Length: 100") + `{"text":"a`,
	} {
		resp, err := http.ReadResponse(bufio.NewReader(strings.NewReader(w.say(sent))), nil)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		p := parseProblem(t, body)
		if p.Status != resp.StatusCode || resp.Header.Get("Content-Type") != problem.MediaType || p.Type != "http://"+w.addr+"/problems/"+p.Code {
			t.Errorf("%d %s: %s", resp.StatusCode, resp.Header.Get("Content-Type"), body)
		}
		resp.Body.Close()
	}
}

// TestWirePipelined sends several requests at once and gets their answers in
// order, each charged once; a broken one among them costs nothing.
func TestWirePipelined(t *testing.T) {
	t.Parallel()
	w := newWire(t)
	before := w.balance()
	sound := w.head("GET " + bmiPath + "?weight=70&height=175 HTTP/1.1")
	broken := w.head("GET " + bmiPath + "?weight=70 HTTP/1.1")
	body := `{"text":"` + canary + `"}`
	post := w.head(postSlug, "Content-Type: application/json", fmt.Sprint("Content-Length: ", len(body))) + body
	c := w.dial()
	if _, err := io.WriteString(c, sound+broken+post+sound+"GARBAGE\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	r := bufio.NewReader(c)
	for i, want := range []int{200, 422, 200, 200, 400} {
		resp, err := http.ReadResponse(r, nil)
		if err != nil {
			t.Fatalf("answer %d: %v", i, err)
		}
		if resp.StatusCode != want {
			t.Errorf("answer %d: %s, want %d", i, resp.Status, want)
		}
		_, _ = io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}
	if got := before.Units() - w.balance().Units(); got != 3 {
		t.Errorf("%d units were charged, want 3", got)
	}
	w.verifyLedger()
	w.keepsQuiet()
}

// TestWireSlow holds a hundred connections open with nothing, half a head or
// half a body. Others are served meanwhile; the slow ones are cut off in time,
// the half bodies with an answer, and the server stops without waiting for any.
func TestWireSlow(t *testing.T) {
	t.Parallel()
	w := newWire(t)
	before := w.balance()
	begin := time.Now()
	var slow []net.Conn
	for i := range 100 {
		c := w.dial()
		sent := []string{
			"",
			"GET " + uuidPath + " HTTP/1.1\r\nHost: a\r\nX-Note: " + canary,
			w.head(postSlug, "Content-Type: application/json", "Content-Length: 100") + `{"text":"` + canary,
		}[i%3]
		if _, err := io.WriteString(c, sent); err != nil {
			t.Fatal(err)
		}
		slow = append(slow, c)
	}
	if got := w.say(w.head("GET "+bmiPath+"?weight=70&height=175 HTTP/1.1", "Connection: close")); !strings.HasPrefix(got, "HTTP/1.1 200") {
		t.Errorf("a good call beside slow ones: %.300q", got)
	}
	for i, c := range slow {
		got, err := io.ReadAll(c)
		if timeout, ok := err.(net.Error); ok && timeout.Timeout() {
			t.Fatalf("connection %d was still open after %s", i, time.Since(begin))
		}
		if i%3 == 2 && !bytes.HasPrefix(got, []byte("HTTP/1.1 504")) {
			t.Errorf("half a body was answered %.200q, want 504", got)
		}
	}
	if got := before.Units() - w.balance().Units(); got != 1 {
		t.Errorf("%d units were charged, want 1 for the good call", got)
	}
	idle := w.dial()
	begin = time.Now()
	if err := w.stop(); err != nil {
		t.Error(err)
	}
	if took := time.Since(begin); took > 6*time.Second {
		t.Errorf("the server took %s to stop", took)
	}
	if _, err := io.ReadAll(idle); err != nil {
		if timeout, ok := err.(net.Error); ok && timeout.Timeout() {
			t.Error("an idle connection outlived the server")
		}
	}
	w.verifyLedger()
	w.keepsQuiet()
}

// TestWireGone: callers that leave in the middle of a body, or before the
// answer, hurt nobody, and what was charged is in the ledger once.
func TestWireGone(t *testing.T) {
	t.Parallel()
	w := newWire(t)
	w.grant(1000)
	body := `{"text":"` + strings.Repeat(canary+" ", 1000) + `"}`
	head := w.head(postSlug, "Content-Type: application/json", fmt.Sprint("Content-Length: ", len(body)))
	for i := range 60 {
		c := w.dial()
		// Linger 0 makes Close a reset.
		_ = c.(*net.TCPConn).SetLinger(0)
		_, _ = io.WriteString(c, (head + body)[:len(head)+len(body)*i/59])
		_ = c.Close()
	}
	if got := w.say(w.head("GET "+bmiPath+"?weight=70&height=175 HTTP/1.1", "Connection: close")); !strings.HasPrefix(got, "HTTP/1.1 200") {
		t.Errorf("a good call after those: %.300q", got)
	}
	if err := w.stop(); err != nil {
		t.Error(err)
	}
	w.verifyLedger()
	w.keepsQuiet()
	if log := w.log.String(); strings.Contains(log, "panic") {
		t.Errorf("the log tells of a panic:\n%s", log)
	}
}
