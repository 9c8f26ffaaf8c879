package ai

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"toolcrib/internal/config"
	"toolcrib/internal/egress"
	"toolcrib/internal/num"
	"toolcrib/internal/op"
)

// scripted answers requests without a network: a status, with Retry-After where
// there is one. "" = no connection.
type scripted struct {
	asked  int
	status int
	after  string
}

func (s *scripted) RoundTrip(*http.Request) (*http.Response, error) {
	s.asked++
	if s.status == 0 {
		return nil, &net.OpError{Op: "dial", Err: errors.New("connection refused")}
	}
	body := `{"choices":[{"message":{"content":"well"},"finish_reason":"stop"}]}`
	return &http.Response{StatusCode: s.status, Header: http.Header{"Retry-After": {s.after}}, Body: io.NopCloser(strings.NewReader(body))}, nil
}

// over is a model at scripted endpoints.
func over(scripts ...*scripted) *model {
	m := &model{maxOutput: 100}
	for _, s := range scripts {
		e := &endpoint{Endpoint: config.Endpoint{Name: "e", BaseURL: "https://e.example"}, transport: s, log: slog.New(slog.DiscardHandler), watch: unwatched}
		m.routes = append(m.routes, route{config.Route{Model: "m"}, e})
	}
	return m
}

func ask(t *testing.T, m *model) error {
	t.Helper()
	c, err := m.complete(context.Background(), op.Prompt{User: "x", MaxOutput: 1, Temperature: num.D("0")})
	if err == nil && c.Text != "well" {
		t.Errorf("%+v", c)
	}
	return err
}

func TestFailedEndpointIsPassedOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		first, second := &scripted{status: 500}, &scripted{status: 200}
		m := over(first, second)
		for wait, want := range []int{1, 1, 2} { // asked at the start, after 9.9 s, and after 10 s
			time.Sleep([]time.Duration{0, 9900 * time.Millisecond, 100 * time.Millisecond}[wait])
			if err := ask(t, m); err != nil || first.asked != want {
				t.Fatalf("wait %d: asked %d times, %v", wait, first.asked, err)
			}
		}
		time.Sleep(10 * time.Second)
		first.status = 200
		if before := second.asked; ask(t, m) != nil || second.asked != before {
			t.Error("the first is well again, but was not asked")
		}
	})
}

// TestOnlyEndpointIsAskedAgain: after a failure, calls are not refused while
// there is nothing else to ask.
func TestOnlyEndpointIsAskedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		only := &scripted{}
		m := over(only)
		if ask(t, m) == nil {
			t.Fatal("no error")
		}
		only.status = 200
		if err := ask(t, m); err != nil {
			t.Error(err)
		}
	})
}

// TestProvidersMayAskToWait: for at most a minute, and they are not asked
// before.
func TestProvidersMayAskToWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		short, long := &scripted{status: 503, after: "20"}, &scripted{status: 429, after: "86400"}
		m := over(long, short)
		retry := func(wait time.Duration, want, asked int) {
			t.Helper()
			time.Sleep(wait)
			var away *op.ModelUnavailable
			if err := ask(t, m); !errors.As(err, &away) || away.RetryAfter != want || short.asked+long.asked != asked {
				t.Fatalf("%#v after asking %d times; want to come back in %d s", err, short.asked+long.asked, want)
			}
		}
		retry(0, 20, 2)
		retry(500*time.Millisecond, 20, 2) // rounded up
		retry(9500*time.Millisecond, 10, 2)
		retry(10*time.Second, 20, 3)
		retry(19*time.Second, 1, 3)
		long.status, short.status = 200, 200
		time.Sleep(21 * time.Second)
		if ask(t, m) != nil || long.asked != 2 {
			t.Error("a minute is over, but the first was not asked")
		}
	})
}

// TestConnections: to private addresses only where they are allowed, or by the
// operator's proxy; kept for the next call, but not for long.
func TestConnections(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	for _, private := range []bool{false, true} {
		transport := newTransport(private, nil, time.Second)
		c, err := transport.DialContext(t.Context(), "tcp", listener.Addr().String())
		if errors.Is(err, egress.ErrRefused) == private {
			t.Errorf("private %t: %v", private, err)
		}
		if c != nil {
			c.Close()
		}
		if transport.Proxy != nil || transport.DisableKeepAlives || transport.IdleConnTimeout <= 0 || transport.ResponseHeaderTimeout != time.Second {
			t.Errorf("%+v", transport)
		}
	}
}
