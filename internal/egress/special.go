package egress

import "net/netip"

// block is a block of addresses where no host of the public internet is.
type block struct {
	prefix netip.Prefix
	what   string // completes "the address is …"
}

// globalUnicast is all of IPv6 that IANA assigns to hosts (IANA, "Internet
// Protocol Version 6 Address Space"; RFC 4291). Outside of it are loopback,
// link-local, unique local and multicast addresses, and those that embed IPv4.
var globalUnicast = netip.MustParsePrefix("2000::/3")

// nat64 stands for the IPv4 address in its last 32 bits (RFC 6052), which is
// the one judged: hosts without IPv4 reach all of IPv4 through it.
var nat64 = netip.MustParsePrefix("64:ff9b::/96")

// special are the blocks of the IANA IPv4 and IPv6 Special-Purpose Address
// Registries (RFC 6890; as of 2026-07-18), whether or not the registry calls
// them globally reachable: what is so are relays and anycast services, often
// answered by the nearest router. Blocks within others, and within IPv6
// outside of globalUnicast, are left out. Added are multicast, which has
// registries of its own, and an address with which a cloud reaches its hosts;
// the metadata services of others are at private or link-local addresses.
var special = []block{
	{netip.MustParsePrefix("0.0.0.0/8"), "of this network itself (RFC 791)"},
	{netip.MustParsePrefix("10.0.0.0/8"), "private (RFC 1918)"},
	{netip.MustParsePrefix("100.64.0.0/10"), "shared behind a carrier's NAT (RFC 6598)"},
	{netip.MustParsePrefix("127.0.0.0/8"), "loopback (RFC 1122)"},
	{netip.MustParsePrefix("168.63.129.16/32"), "the Azure platform's (Microsoft Learn, What is IP address 168.63.129.16?)"},
	{netip.MustParsePrefix("169.254.0.0/16"), "link-local (RFC 3927)"},
	{netip.MustParsePrefix("172.16.0.0/12"), "private (RFC 1918)"},
	{netip.MustParsePrefix("192.0.0.0/24"), "for protocol assignments (RFC 6890)"},
	{netip.MustParsePrefix("192.0.2.0/24"), "for documentation (RFC 5737)"},
	{netip.MustParsePrefix("192.31.196.0/24"), "of AS112 (RFC 7535)"},
	{netip.MustParsePrefix("192.52.193.0/24"), "for automatic multicast tunneling (RFC 7450)"},
	{netip.MustParsePrefix("192.88.99.0/24"), "for 6to4 relays (RFC 7526)"},
	{netip.MustParsePrefix("192.168.0.0/16"), "private (RFC 1918)"},
	{netip.MustParsePrefix("192.175.48.0/24"), "of AS112 (RFC 7534)"},
	{netip.MustParsePrefix("198.18.0.0/15"), "for benchmarks (RFC 2544)"},
	{netip.MustParsePrefix("198.51.100.0/24"), "for documentation (RFC 5737)"},
	{netip.MustParsePrefix("203.0.113.0/24"), "for documentation (RFC 5737)"},
	{netip.MustParsePrefix("224.0.0.0/4"), "multicast (RFC 5771)"},
	{netip.MustParsePrefix("240.0.0.0/4"), "reserved (RFC 1112)"},
	{netip.MustParsePrefix("2001::/23"), "for protocol assignments, such as Teredo (RFC 2928)"},
	{netip.MustParsePrefix("2001:db8::/32"), "for documentation (RFC 3849)"},
	{netip.MustParsePrefix("2002::/16"), "6to4 (RFC 3056)"},
	{netip.MustParsePrefix("2620:4f:8000::/48"), "of AS112 (RFC 7534)"},
	{netip.MustParsePrefix("3fff::/20"), "for documentation (RFC 9637)"},
}

// specialUse tells whether an address is other than that of a host on the
// public internet, and what it is; what completes "the address is …".
func specialUse(a netip.Addr) (what string, is bool) {
	a = a.Unmap()
	if nat64.Contains(a) {
		b := a.As16()
		a = netip.AddrFrom4([4]byte(b[12:]))
	}
	if a.Is6() && !globalUnicast.Contains(a) { // as is any with a zone
		return "not global unicast (RFC 4291)", true
	}
	for _, s := range special {
		if s.prefix.Contains(a) {
			return s.what, true
		}
	}
	return "", !a.IsValid()
}
