package account

import "net/netip"

// Subscriber is what an address counts with: itself, or the /64 of IPv6, which
// is what one subscriber has (RFC 6177).
func Subscriber(a netip.Addr) string {
	a = a.Unmap().WithZone("")
	if a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			return p.String()
		}
	}
	return a.String()
}

// Network is what is kept of an address: the /24 of IPv4 and the /64 of IPv6,
// enough to recognise where a key is used or a session began, too little to
// tell one person from another. It is the zero Prefix where a is none.
func Network(a netip.Addr) netip.Prefix {
	a = a.Unmap().WithZone("")
	bits := 24
	if a.Is6() {
		bits = 64
	}
	p, err := a.Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return p
}
