package load

import (
	"bufio"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestReadAnswer(t *testing.T) {
	for answer, want := range map[string]string{
		"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nX: y\r\n\r\nhirest": "hi",
		"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n":               "",
	} {
		body, err := readAnswer(bufio.NewReader(strings.NewReader(answer)), true)
		if err != nil || string(body) != want {
			t.Errorf("%q: %q, %v", answer, body, err)
		}
	}
	for _, answer := range []string{
		"HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
		"HTTP/1.1 200 OK\r\n\r\n",
		"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhi",
		"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
		"",
	} {
		if _, err := readAnswer(bufio.NewReader(strings.NewReader(answer)), true); err == nil {
			t.Errorf("%q was taken", answer)
		}
	}
}

// Four connections at a thousand a second: one request each millisecond, the
// connections in turn.
func TestDue(t *testing.T) {
	p := Plan{Conns: 4, Rate: 1000}
	for n := range 3 {
		for conn := range 4 {
			if got, want := p.due(conn, n), time.Duration(4*n+conn)*time.Millisecond; got != want {
				t.Errorf("request %d of connection %d is due after %s, not %s", n, conn, got, want)
			}
		}
	}
}

// net/http reads what is sent as it is meant, and each request comes once.
func TestRequests(t *testing.T) {
	var mu sync.Mutex
	seen := map[string]int{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		mu.Lock()
		seen[r.Method+" "+r.URL.RequestURI()+" "+r.Header.Get("Authorization")+" "+string(body)]++
		mu.Unlock()
		w.Header().Set("Content-Length", "2")
		_, _ = io.WriteString(w, "ok")
	}))
	defer server.Close()
	addr := server.Listener.Addr().String()
	keys := []string{"k1", "k2", "k3", "k4", "k5"}
	p := Plan{Addrs: []string{addr}, Requests: Post("/a?b=c", `{"x":1}`, keys), Conns: 2, Length: time.Minute, Each: true}
	r, err := p.Run(t.Context())
	if err != nil || r.Calls != len(keys) || r.P50 <= 0 || r.P99 < r.P50 || r.PerSecond <= 0 {
		t.Errorf("%+v, %v", r, err)
	}
	body, err := Once(t.Context(), addr, Get("/d", nil)[0])
	if err != nil || string(body) != "ok" {
		t.Errorf("%q, %v", body, err)
	}
	for _, k := range keys {
		if n := seen["POST /a?b=c Bearer "+k+` {"x":1}`]; n != 1 {
			t.Errorf("%s: %d times; %v", k, n, seen)
		}
	}
	if seen["GET /d  "] != 1 || len(seen) != 6 {
		t.Errorf("%v", seen)
	}
}
