package sorter

import (
	"net/netip"
	"strings"
)

// Address orders by IP address: version 4 before 6, then by number, then by
// zone. A prefix in CIDR notation comes behind its address, the shorter first.
// White space around it is passed over; what is no address has no key.
func Address(dst []byte, line string) ([]byte, bool) {
	s := strings.TrimSpace(line)
	length := 0
	address, err := netip.ParseAddr(s)
	if err != nil {
		prefix, err := netip.ParsePrefix(s)
		if err != nil {
			return dst, false
		}
		address, length = prefix.Addr(), prefix.Bits()+1
	}
	dst = append(dst, byte(address.BitLen()))
	dst = append(dst, address.AsSlice()...)
	dst = append(append(dst, address.Zone()...), 0)
	return append(dst, byte(length)), true
}
