package outbox_test

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"toolcrib/internal/outbox"
)

// names answers look-ups of names for the length of a test: the first by the
// first list of addresses, later ones by the next, the last list for good. Of
// an empty list nothing is known.
func names(t *testing.T, answers ...[]string) (asked *atomic.Int64) {
	t.Helper()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	asked = &atomic.Int64{}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		query := make([]byte, 512)
		for {
			n, from, err := server.ReadFrom(query)
			if err != nil {
				return
			}
			lookup := int(asked.Add(1)-1) / 2 // one query for IPv4, one for IPv6
			_, _ = server.WriteTo(dnsAnswer(query[:n], answers[min(lookup, len(answers)-1)]), from)
		}
	}()
	before := net.DefaultResolver
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", server.LocalAddr().String())
	}}
	t.Cleanup(func() {
		net.DefaultResolver = before
		server.Close()
		<-ended
	})
	return asked
}

// dnsAnswer answers a query of one question (RFC 1035, section 4.1).
func dnsAnswer(query []byte, addresses []string) []byte {
	const header, code = 12, 3 // bytes of a header; NXDOMAIN
	end := header + bytes.IndexByte(query[header:], 0) + 1 + 4
	kind := query[end-3]
	out := append(query[:2:2], 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0)
	out = append(out, query[header:end]...)
	for _, text := range addresses {
		a := netip.MustParseAddr(text)
		if b := a.AsSlice(); a.Is4() && kind == 1 || a.Is6() && kind == 28 {
			out[7]++
			out = append(out, 0xC0, header, 0, kind, 0, 1, 0, 0, 0, 0, 0, byte(len(b)))
			out = append(out, b...)
		}
	}
	if len(addresses) == 0 {
		out[3] |= code
	}
	return out
}

// TestNamesOfPrivateAddresses has public names stand for addresses that are
// not, from the start or only once somebody looked (DNS rebinding).
func TestNamesOfPrivateAddresses(t *testing.T) {
	for name, c := range map[string]struct {
		answers [][]string
		why     string
	}{
		"rebinding":      {[][]string{{"198.41.0.4"}, {"127.0.0.1"}}, "address not allowed"},
		"loopback":       {[][]string{{"127.0.0.1"}}, "address not allowed"},
		"loopback twice": {[][]string{{"127.0.0.1", "::1"}}, "address not allowed"},
		"mapped":         {[][]string{{"::ffff:127.0.0.1"}}, "address not allowed"},
		"metadata":       {[][]string{{"169.254.169.254", "fd00:ec2::254"}}, "address not allowed"},
		"unknown":        {[][]string{{"198.41.0.4"}, {}}, "name not found"},
	} {
		r := receive(t, status(200))
		asked := names(t, c.answers...)
		_, port, _ := net.SplitHostPort(strings.TrimPrefix(r.URL, "https://"))
		if len(c.answers) > 1 {
			found, err := net.DefaultResolver.LookupHost(t.Context(), "hooks.example.com")
			if err != nil || len(found) != 1 || found[0] != "198.41.0.4" {
				t.Fatalf("%s: the first look finds %v, %v", name, found, err)
			}
		}
		store, _ := clocked()
		store.add("https://hooks.example.com:"+port+"/", 1)
		var log strings.Builder
		o := outbox.New(outbox.Options{Store: store, Timeout: time.Minute, Now: store.now, Log: slog.New(slog.NewJSONHandler(&log, nil))})
		before := asked.Load()
		deliver(t, o)
		if e := store.all()[0]; len(r.got()) != 0 || e.settled || e.Tries != 1 || asked.Load() == before {
			t.Errorf("%s: %d requests, %+v", name, len(r.got()), e)
		}
		if !strings.Contains(log.String(), `"why":"`+c.why+`"`) {
			t.Errorf("%s: logged %s; want %q", name, &log, c.why)
		}
	}
}

// TestNamesAreLookedUp shows that the names of the test above would lead to
// the receiver, were private addresses allowed.
func TestNamesAreLookedUp(t *testing.T) {
	r := receive(t, status(200))
	names(t, []string{"127.0.0.1"})
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(r.URL, "https://"))
	store, _ := clocked()
	store.add("https://hooks.example.com:"+port+"/", 1)
	o, log := r.outboxFor(store, time.Minute)
	deliver(t, o)
	if len(r.got()) != 1 || store.count(delivered) != 1 {
		t.Errorf("%d requests\n%s", len(r.got()), log)
	}
}
