package rest_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// oneLine is a listener to which one caller has come.
type oneLine struct{ lines chan net.Conn }

func (l *oneLine) Accept() (net.Conn, error) {
	conn, ok := <-l.lines
	if !ok {
		return nil, net.ErrClosed
	}
	return conn, nil
}

func (l *oneLine) Close() error   { close(l.lines); return nil }
func (l *oneLine) Addr() net.Addr { return &net.IPAddr{} }

// TestUnreadAnswers: who asks for a long answer and reads none of it is cut off
// ten seconds later, who would take hours for it after two minutes; who takes it
// slowly gets all of it, longer than ten seconds after.
func TestUnreadAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		length int
		reads  int64         // bytes a second
		cut    time.Duration // after which the caller is cut off, 0 = never
	}{"none of it": {300_000, 0, 10 * time.Second}, "slowly": {300_000, 20_000, 0}, "too slowly": {990_000, 8_000, 2 * time.Minute}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSite(t)
				here, there := net.Pipe()
				l := &oneLine{lines: make(chan net.Conn, 1)}
				l.lines <- there
				gone := make(chan time.Time, 1)
				server := &http.Server{Handler: s, ConnState: func(_ net.Conn, to http.ConnState) {
					if to == http.StateClosed {
						gone <- time.Now()
					}
				}}
				go func() { _ = server.Serve(l) }()
				begin := time.Now()
				body := `{"text":"` + strings.Repeat("a", c.length) + `"}`
				_, err := fmt.Fprintf(here, "POST /sub/v1/text/echo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s",
					s.secret, len(body), body)
				if err != nil {
					t.Fatal(err)
				}
				var read int64
				for c.reads > 0 && err == nil {
					var n int64
					n, err = io.CopyN(io.Discard, here, c.reads)
					read += n
					time.Sleep(time.Second)
				}
				took := (<-gone).Sub(begin)
				if c.cut > 0 && took != c.cut {
					t.Errorf("cut off after %s, want %s", took, c.cut)
				}
				if c.cut == 0 && (read < int64(c.length) || took <= 10*time.Second) {
					t.Errorf("%d bytes read in %s, want all %d", read, took, c.length)
				}
				_ = server.Close()
			})
		})
	}
}
