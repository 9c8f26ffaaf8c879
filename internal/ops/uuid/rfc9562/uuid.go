package rfc9562

import (
	"crypto/md5"
	"crypto/sha1"
)

// UUID is 128 bits, most significant byte first.
type UUID [16]byte

// The special UUIDs of sections 5.9 and 5.10.
var (
	Nil = UUID{}
	Max = UUID{
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
	}
)

// The name spaces of section 6.6.
var (
	DNS  = wellKnown(0x10)
	URL  = wellKnown(0x11)
	OID  = wellKnown(0x12)
	X500 = wellKnown(0x14)
)

// wellKnown is 6ba7b8__-9dad-11d1-80b4-00c04fd430c8.
func wellKnown(last byte) UUID {
	return UUID{0x6b, 0xa7, 0xb8, last, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8}
}

// V3 names a thing within a name space by MD5 (section 5.3).
func V3(space UUID, name string) UUID {
	sum := md5.Sum(append(space[:], name...))
	return UUID(sum).stamp(3)
}

// V5 names a thing within a name space by SHA-1 (section 5.5).
func V5(space UUID, name string) UUID {
	sum := sha1.Sum(append(space[:], name...))
	return UUID(sum[:16]).stamp(5)
}

// V8 is the caller's own 122 bits (section 5.8): those of version and variant
// are overwritten.
func V8(custom [16]byte) UUID { return UUID(custom).stamp(8) }

// stamp sets the version and the variant of RFC 9562.
func (u UUID) stamp(version byte) UUID {
	u[6] = u[6]&0x0f | version<<4
	u[8] = u[8]&0x3f | 0x80
	return u
}
