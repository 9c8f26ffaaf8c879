package rfc9562

import (
	"encoding/binary"
	"fmt"
	"time"
)

// Variant is the layout that the bits after the clock sequence tell of
// (section 4.1).
type Variant string

// The variants. Nil has the bits of NCS and Max those of Future.
const (
	NCS       Variant = "ncs"
	RFC9562   Variant = "rfc9562"
	Microsoft Variant = "microsoft"
	Future    Variant = "future"
)

// Variant tells the layout of u.
func (u UUID) Variant() Variant {
	switch top := u[8] >> 5; {
	case top < 4:
		return NCS
	case top < 6:
		return RFC9562
	case top == 6:
		return Microsoft
	}
	return Future
}

// Version is the version (section 4.2); it means something in variant RFC9562.
func (u UUID) Version() int { return int(u[6] >> 4) }

// Time is the instant in a UUID of version 1, 6 or 7: to 100 ns, or to the
// millisecond in 7, whose further bits need not be a fraction.
func (u UUID) Time() (at time.Time, ok bool) {
	high := binary.BigEndian.Uint64(u[:8])
	switch u.Version() {
	case 1:
		low, middle, high := high>>32, high>>16&0xffff, high&0xfff
		return gregorianTime(high<<48 | middle<<32 | low), true
	case 6:
		return gregorianTime(high>>16<<12 | high&0xfff), true
	case 7:
		return time.UnixMilli(int64(high >> 16)).UTC(), true
	}
	return time.Time{}, false
}

func gregorianTime(ticks uint64) time.Time {
	unix := int64(ticks) - gregorianTicks // 100 ns
	return time.Unix(unix/1e7, unix%1e7*100).UTC()
}

// Clock is the clock sequence, of 14 bits, of a UUID of version 1 or 6.
func (u UUID) Clock() int { return int(binary.BigEndian.Uint16(u[8:])) & 0x3fff }

// Node is the node of a UUID of version 1 or 6, as six hex pairs with colons.
func (u UUID) Node() string {
	return fmt.Sprintf("%02x:%02x:%02x:%02x:%02x:%02x", u[10], u[11], u[12], u[13], u[14], u[15])
}

// RandomNode tells that the node is no network address: its multicast bit is
// set (section 6.10).
func (u UUID) RandomNode() bool { return u[10]&1 == 1 }
