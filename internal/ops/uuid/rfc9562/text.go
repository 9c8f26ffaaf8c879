package rfc9562

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"math/big"
	"math/bits"
)

// Form is a way to write a UUID.
type Form string

// The forms. Those of hex digits are read in either case; Integer is decimal.
const (
	Standard  Form = "standard" // 8-4-4-4-12 hex digits
	Compact   Form = "compact"  // 32 hex digits
	URN       Form = "urn"      // urn:uuid: before the standard form
	Braces    Form = "braces"   // {} around the standard form
	Base62    Form = "base62"
	Base64URL Form = "base64url"
	Integer   Form = "integer"
)

// String is the standard form of section 4: 8-4-4-4-12 lower-case hex digits.
func (u UUID) String() string {
	var text [36]byte
	hex.Encode(text[0:], u[0:4])
	hex.Encode(text[9:], u[4:6])
	hex.Encode(text[14:], u[6:8])
	hex.Encode(text[19:], u[8:10])
	hex.Encode(text[24:], u[10:])
	text[8], text[13], text[18], text[23] = '-', '-', '-', '-'
	return string(text[:])
}

// Compact is the 32 hex digits alone.
func (u UUID) Compact() string { return hex.EncodeToString(u[:]) }

// Integer is the 128-bit number in decimal.
func (u UUID) Integer() string { return new(big.Int).SetBytes(u[:]).String() }

// Base64URL is RFC 4648 section 5 without padding, 22 characters.
func (u UUID) Base64URL() string { return base64.RawURLEncoding.EncodeToString(u[:]) }

// base62Digits are in the order of their codes, so that texts of one length
// sort as the numbers do.
const base62Digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// Base62 is the 128-bit number in digits 0-9A-Za-z, padded to the 22 that the
// greatest needs.
func (u UUID) Base62() string {
	hi, lo := binary.BigEndian.Uint64(u[:8]), binary.BigEndian.Uint64(u[8:])
	var text [22]byte
	for i := len(text) - 1; i >= 0; i-- {
		var digit uint64
		digit, hi = hi%62, hi/62
		lo, digit = bits.Div64(digit, lo, 62)
		text[i] = base62Digits[digit]
	}
	return string(text[:])
}
