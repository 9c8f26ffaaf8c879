package egress_test

import (
	"context"
	"encoding/csv"
	"errors"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/egress"
)

// registry reads the blocks of one of the special-purpose address registries,
// as https://www.iana.org/assignments/iana-ipv4-special-registry and …-ipv6-…
// offer them in CSV; recorded 2026-07-18.
func registry(t *testing.T, version string) (blocks []netip.Prefix) {
	t.Helper()
	f, err := os.Open("testdata/iana-" + version + "-special-registry-1.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		for text := range strings.SplitSeq(row[0], ",") {
			text, _, _ = strings.Cut(strings.TrimSpace(text), " ") // the number of a footnote
			blocks = append(blocks, netip.MustParsePrefix(text))
		}
	}
	if len(blocks) < 25 {
		t.Fatalf("%d blocks", len(blocks))
	}
	return blocks
}

// some returns the first and last address of a block and ten others.
func some(p netip.Prefix) []netip.Addr {
	first := p.Masked().Addr()
	last, free := first.AsSlice(), first.BitLen()-p.Bits()
	addresses := []netip.Addr{first}
	for range 11 {
		b := first.AsSlice()
		for i := range free {
			bit := byte(1) << (i % 8)
			last[len(b)-1-i/8] |= bit
			if rand.N(2) == 0 {
				b[len(b)-1-i/8] |= bit
			}
		}
		a, _ := netip.AddrFromSlice(b)
		addresses = append(addresses, a)
	}
	a, _ := netip.AddrFromSlice(last)
	return append(addresses, a)
}

func asked(a netip.Addr) (allowPrivate, public error) {
	at := netip.AddrPortFrom(a, 443).String()
	return egress.Control(true, "tcp", at), egress.Control(false, "tcp", at)
}

// forms are the ways to write an IPv4 address as one of IPv6.
var forms = map[string]func(netip.Addr) netip.Addr{
	"IPv4-mapped (RFC 4291 2.5.5.2)":       embed("::ffff:0:0", 12),
	"IPv4-compatible (RFC 4291 2.5.5.1)":   embed("::", 12),
	"IPv4-translated (RFC 2765)":           embed("::ffff:0:0:0", 12),
	"NAT64 (RFC 6052)":                     embed("64:ff9b::", 12),
	"NAT64 of local use (RFC 8215)":        embed("64:ff9b:1::", 12),
	"6to4 (RFC 3056)":                      embed("2002::1", 2),
	"Teredo server (RFC 4380)":             embed("2001::1", 4),
	"ISATAP, link-local prefix (RFC 5214)": embed("fe80::5efe:0:0", 12),
}

func embed(base string, at int) func(netip.Addr) netip.Addr {
	return func(a netip.Addr) netip.Addr {
		b, four := netip.MustParseAddr(base).As16(), a.As4()
		copy(b[at:], four[:])
		return netip.AddrFrom16(b)
	}
}

func TestSpecialAddressesAreRefused(t *testing.T) {
	four, six := registry(t, "ipv4"), registry(t, "ipv6")
	// Multicast (RFC 5771, RFC 4291), site-local (RFC 3879), and unassigned.
	four = append(four, netip.MustParsePrefix("224.0.0.0/4"))
	for _, p := range []string{"ff00::/8", "fec0::/10", "::/96", "4000::/3", "e000::/4"} {
		six = append(six, netip.MustParsePrefix(p))
	}
	refused := func(a netip.Addr, why string) {
		t.Helper()
		if allowed, err := asked(a); !errors.Is(err, egress.ErrRefused) || allowed != nil {
			t.Errorf("%s, in %s: %v; with private ones allowed: %v", a, why, err, allowed)
		}
	}
	for _, p := range four {
		for _, a := range some(p) {
			refused(a, p.String())
			for form, of := range forms {
				refused(of(a), p.String()+" as "+form)
			}
		}
	}
	for _, p := range six {
		if p.Addr().Is4In6() || p.String() == "64:ff9b::/96" {
			continue // judged by what they embed
		}
		for _, a := range some(p) {
			refused(a, p.String())
			refused(a.WithZone("lo"), p.String()+" with a zone")
		}
	}
}

// TestMetadataAddressesAreRefused names the services by which clouds tell
// their hosts secrets, from the documentation of each.
func TestMetadataAddressesAreRefused(t *testing.T) {
	for cloud, text := range map[string]string{
		"AWS, Azure, Google, DigitalOcean, OpenStack": "169.254.169.254", "AWS, IPv6": "fd00:ec2::254", "AWS ECS": "169.254.170.2",
		"Google, IPv6": "fd20:ce::254", "Alibaba": "100.100.100.200", "Oracle": "192.0.0.192", "Azure WireServer": "168.63.129.16",
	} {
		if _, err := asked(netip.MustParseAddr(text)); !errors.Is(err, egress.ErrRefused) {
			t.Errorf("%s of %s: %v", text, cloud, err)
		}
	}
}

func TestPublicAddressesAreAllowed(t *testing.T) {
	for _, text := range []string{
		// Some of the root name servers (IANA, "Root Servers").
		"198.41.0.4", "2001:503:ba3e::2:30", "170.247.170.2", "2801:1b8:10::b", "192.5.5.241", "2001:500:2f::f", "193.0.14.129", "2001:7fd::1",
		// One beside each block of the registry.
		"1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0", "168.63.129.15",
		"168.63.129.17", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255", "192.0.1.0",
		"192.0.3.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "198.51.99.255", "198.51.101.0",
		"203.0.112.255", "203.0.114.0", "223.255.255.255", "2001:200::", "2001:db7:ffff::", "2001:db9::", "2003::", "2620:4f:7fff::",
		"::ffff:198.41.0.4", "64:ff9b::198.41.0.4",
	} {
		if _, err := asked(netip.MustParseAddr(text)); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestPortsOfOtherServicesAreRefused(t *testing.T) {
	for port, allowed := range map[string]bool{
		"443": true, "80": true, "1024": true, "8443": true, "65535": true,
		"0": false, "22": false, "25": false, "53": false, "389": false, "445": false, "1023": false,
	} {
		for _, private := range []bool{true, false} {
			if err := egress.Control(private, "tcp4", "198.41.0.4:"+port); (err == nil) != allowed {
				t.Errorf("port %s, private %t: %v", port, private, err)
			}
		}
	}
	for _, address := range []string{"", "198.41.0.4", "example.com:443", "/run/docker.sock", "[::1]443"} {
		if err := egress.Control(true, "tcp", address); !errors.Is(err, egress.ErrRefused) {
			t.Errorf("%q: %v", address, err)
		}
	}
}

// TestDialerAsks goes through the dialer that requests use: an address that is
// refused gets no connection, also where a name leads to it.
func TestDialerAsks(t *testing.T) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	reached := make(chan struct{}, 100)
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				close(reached)
				return
			}
			c.Close()
			reached <- struct{}{}
		}
	}()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	closed, open := egress.NewTransport(false, time.Minute), egress.NewTransport(true, time.Minute)
	for _, host := range []string{"127.0.0.1", "localhost", "0.0.0.0", "::ffff:127.0.0.1"} {
		for _, network := range []string{"tcp", "tcp4"} {
			if c, err := closed.DialContext(context.Background(), network, net.JoinHostPort(host, port)); !errors.Is(err, egress.ErrRefused) {
				t.Errorf("dialling %s of %s: %v, %v", network, host, c, err)
			}
		}
	}
	for _, url := range []string{"https://localhost:" + port, "http://localhost:" + port} {
		req, _ := http.NewRequest(http.MethodPost, url, nil)
		if _, err := closed.RoundTrip(req); !errors.Is(err, egress.ErrRefused) {
			t.Errorf("%s: %v", url, err)
		}
	}
	c, err := open.DialContext(context.Background(), "tcp", "localhost:"+port)
	if err != nil {
		t.Fatalf("with private addresses allowed: %v", err)
	}
	<-reached
	c.Close()
	listener.Close()
	if _, more := <-reached; more {
		t.Error("a refused address was connected to")
	}
	if closed.Proxy != nil || open.Proxy != nil {
		t.Error("requests may go by a proxy, past the guard")
	}
}
