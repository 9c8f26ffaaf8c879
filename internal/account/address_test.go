package account_test

import (
	"net/netip"
	"testing"

	"toolcrib/internal/account"
)

// TestNetworks uses the documentation addresses of RFC 5737 and RFC 3849.
func TestNetworks(t *testing.T) {
	for _, c := range []struct{ address, subscriber, network string }{
		{"203.0.113.77", "203.0.113.77", "203.0.113.0/24"},
		{"::ffff:203.0.113.77", "203.0.113.77", "203.0.113.0/24"},
		{"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1:2::/64"},
		{"fe80::1%eth0", "fe80::/64", "fe80::/64"},
	} {
		a := netip.MustParseAddr(c.address)
		if s := account.Subscriber(a); s != c.subscriber {
			t.Errorf("%s counts with %s, not %s", a, s, c.subscriber)
		}
		if n := account.Network(a); n.String() != c.network {
			t.Errorf("of %s is kept %s, not %s", a, n, c.network)
		}
	}
	if n := account.Network(netip.Addr{}); n.IsValid() {
		t.Errorf("of no address is kept %s", n)
	}
}
