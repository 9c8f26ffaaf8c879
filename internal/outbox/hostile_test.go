package outbox_test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"toolcrib/internal/account"
)

// soon is the time for an attempt where the receiver is sure to let it pass.
const soon = 100 * time.Millisecond

// wire answers with bytes of a test's own, below HTTP, and leaves the
// connection open.
func wire(answer string) http.HandlerFunc {
	return func(w http.ResponseWriter, req *http.Request) {
		c, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			return
		}
		defer c.Close()
		io.WriteString(c, answer)
		_, _ = c.Read(make([]byte, 1)) // until the sender leaves
	}
}

// cutOff announces more than it sends.
func cutOff(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "9")
	io.WriteString(w, "ab")
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler)
}

func TestHostileReceivers(t *testing.T) {
	const ok = "HTTP/1.1 200 OK\r\n"
	for name, c := range map[string]struct {
		answer    http.HandlerFunc
		why       string
		delivered bool
	}{
		"never answers":               {answer: wire(""), why: "no answer in time"},
		"stops in the headers":        {answer: wire(ok + "X-A: b"), why: "no answer in time"},
		"only interim answers":        {answer: wire(strings.Repeat("HTTP/1.1 103 Early Hints\r\n\r\n", 100)), why: "no answer in time"},
		"interim answers without end": {answer: wire(strings.Repeat("HTTP/1.1 103 Early Hints\r\nX: "+strings.Repeat("a", 1000)+"\r\n\r\n", 1000)), why: "no answer"},
		"huge headers":                {answer: wire(ok + "X-A: " + strings.Repeat("a", 1<<20) + "\r\n\r\n"), why: "no answer"},
		"no HTTP":                     {answer: wire("220 mail.example ESMTP\r\n"), why: "no answer"},
		"switches protocols":          {answer: wire("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"), why: "status 101"},
		"hangs up":                    {answer: func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, why: "no answer"},
		"body cut off":                {answer: cutOff, delivered: true},
		"compressed nonsense":         {answer: wire(ok + "Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\nab"), delivered: true},
		"error with an endless body":  {answer: wire("HTTP/1.1 500 x\r\nContent-Length: 999999\r\n\r\n"), why: "status 500"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := receive(t, c.answer)
			store, _ := clocked()
			store.add(r.URL, 1)
			timeout := time.Minute
			if c.why == "no answer in time" {
				timeout = soon
			}
			o, log := r.outboxFor(store, timeout)
			deliver(t, o)
			if e := store.all()[0]; delivered(e) != c.delivered || e.settled != c.delivered {
				t.Errorf("delivered %t, settled %t\n%s", delivered(e), e.settled, log)
			}
			if c.why != "" && !strings.Contains(log.String(), `"why":"`+c.why+`"`) {
				t.Errorf("logged %s; want %q", log, c.why)
			}
		})
	}
}

// TestSilentServer has connections end at a server that never says a word of TLS.
func TestSilentServer(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	r := receive(t, status(200))
	store, _ := clocked()
	store.add("https://"+listener.Addr().String(), 1)
	o, log := r.outboxFor(store, soon)
	deliver(t, o)
	if e := store.all()[0]; e.settled || e.Tries != 1 || !strings.Contains(log.String(), "no answer in time") {
		t.Errorf("%+v\n%s", e, log)
	}
}

// TestLittleOfAnAnswerIsRead has a receiver send for as long as it is let.
func TestLittleOfAnAnswerIsRead(t *testing.T) {
	var sent atomic.Int64
	left := make(chan struct{})
	r := receive(t, func(w http.ResponseWriter, _ *http.Request) {
		defer close(left)
		for chunk := make([]byte, 32<<10); ; {
			n, err := w.Write(chunk)
			sent.Add(int64(n))
			if err != nil {
				return
			}
		}
	})
	store, _ := clocked()
	store.add(r.URL, 1)
	o, _ := r.outboxFor(store, time.Minute)
	deliver(t, o)
	<-left
	// What the sockets of both sides hold comes on top of what was read.
	if sent.Load() > 64<<20 || store.count(delivered) != 1 {
		t.Errorf("%d bytes were taken, events %+v", sent.Load(), store.all())
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	other := receive(t, status(200))
	for _, code := range []int{301, 302, 303, 307, 308} {
		for _, to := range []string{other.URL, "/elsewhere", "http://169.254.169.254/latest/meta-data", "::not a URL::"} {
			r := receive(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Location", to)
				w.WriteHeader(code)
			})
			store, _ := clocked()
			store.add(r.URL, 1)
			o, _ := r.outboxFor(store, 0)
			deliver(t, o)
			if e := store.all()[0]; len(r.got()) != 1 || e.settled || e.Tries != 1 {
				t.Errorf("%d to %s: %d requests, %+v", code, to, len(r.got()), e)
			}
		}
	}
	if n := len(other.got()); n != 0 {
		t.Errorf("%d requests came by a redirect", n)
	}
}

func TestCertificatesAreChecked(t *testing.T) {
	r := receive(t, status(200))
	store, _ := clocked()
	store.add(r.URL, 1)
	o, log := r.outboxFor(store, 0)
	o.Trust(nil)
	deliver(t, o)
	if len(r.got()) != 0 || !strings.Contains(log.String(), "certificate not valid") {
		t.Errorf("%d requests\n%s", len(r.got()), log)
	}
}

// TestPlainHTTP is for receivers within a network that its operator trusts.
func TestPlainHTTP(t *testing.T) {
	r := receive(t, status(200))
	plain := httptest.NewServer(status(200))
	defer plain.Close()
	store, _ := clocked()
	store.add(plain.URL, 1)
	o, _ := r.outboxFor(store, 0)
	deliver(t, o)
	if store.count(delivered) != 1 {
		t.Errorf("%+v", store.all())
	}
}

// TestNothingSecretIsLogged fails events in every way that is logged and looks
// for what must not be there.
func TestNothingSecretIsLogged(t *testing.T) {
	const canary = "canary"
	r := receive(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Say", canary)
		w.WriteHeader(500)
		io.WriteString(w, canary)
	})
	host := strings.TrimPrefix(r.URL, "https://")
	for why, change := range map[string]func(*account.Delivery){
		"status 500":            func(*account.Delivery) {},
		"certificate not valid": nil,
		"URL not allowed":       func(d *account.Delivery) { d.Webhook.URL = "https://" + canary + ":" + canary + "@127.0.0.1/" + canary },
		"secret not usable":     func(d *account.Delivery) { d.Webhook.Secret = canary },
		"event not usable":      func(d *account.Delivery) { d.Data = `{"` + canary },
		"no answer":             func(d *account.Delivery) { d.Webhook.URL = "https://127.0.0.1:" + freePort(t) + "/" + canary },
	} {
		store, _ := clocked()
		store.add("https://"+host+"/"+canary+"?token="+canary, 1)
		o, log := r.outboxFor(store, 0)
		for _, e := range store.events {
			e.Data = `{"say":"` + canary + `"}`
			if change == nil {
				o.Trust(nil)
			} else {
				change(&e.Delivery)
			}
		}
		deliver(t, o)
		text := log.String()
		for _, want := range []string{`"why":"` + why + `"`, `"event":"evt_`, `"host":"127.0.0.1"`} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the log lacks %s: %s", why, want, text)
			}
		}
		for _, bad := range []string{canary, secret[6:], "v1,"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s: the log holds %s: %s", why, bad, text)
			}
		}
	}
}

// freePort is a port of loopback that nobody listens on.
func freePort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	return port
}
