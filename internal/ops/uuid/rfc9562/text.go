package rfc9562

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"math/big"
	"math/bits"
	"strings"
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

// ErrHex reports a text that is none of the forms that ParseHex reads.
var ErrHex = errors.New("rfc9562: not a UUID in hex")

// ParseHex reads the forms made of hex digits, in either case: standard,
// compact, urn:uuid: and braces. Version and variant are not looked at.
func ParseHex(s string) (UUID, error) {
	switch {
	case len(s) == 45 && strings.EqualFold(s[:9], "urn:uuid:"):
		s = s[9:]
	case len(s) == 38 && s[0] == '{' && s[37] == '}':
		s = s[1:37]
	}
	if len(s) == 36 && s[8] == '-' && s[13] == '-' && s[18] == '-' && s[23] == '-' {
		s = s[:8] + s[9:13] + s[14:18] + s[19:23] + s[24:]
	}
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != 16 {
		return UUID{}, ErrHex
	}
	return UUID(b), nil
}
