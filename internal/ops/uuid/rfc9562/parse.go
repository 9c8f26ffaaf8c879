package rfc9562

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"math/big"
	"math/bits"
	"strings"
)

// Fault is what keeps a text from being a UUID in the form it is read as.
type Fault string

// The faults.
const (
	Length    Fault = "length"    // too short or too long
	Character Fault = "character" // a character that the form does not have
	Hyphens   Fault = "hyphens"   // all hex digits are there, the hyphens are not where they belong
	Overflow  Fault = "base62_overflow"
)

func (f Fault) Error() string { return "rfc9562: not a UUID: " + string(f) }

// Detect is the form that a text has or, where it is no UUID, seems to be
// meant as.
//
// Texts of 22 characters can be base62 and base64url at once. They are
// base64url if they hold a character that base62 lacks, else base62 if the
// number fits, else base64url if they end as all of those do.
func Detect(s string) Form {
	switch {
	case len(s) >= len(urn) && strings.EqualFold(s[:len(urn)], urn):
		return URN
	case strings.HasPrefix(s, "{") || strings.HasSuffix(s, "}"):
		return Braces
	case len(s) == shortLength:
		return detectShort(s)
	case strings.Contains(s, "-"):
		return Standard
	case s != "" && len(s) != 2*len(Nil) && strings.Trim(s, base62Digits[:10]) == "":
		return Integer
	}
	return Compact
}

const (
	urn         = "urn:uuid:"
	shortLength = 22 // of base62 and base64url
	maxDigits   = 39 // of 2^128
)

func detectShort(s string) Form {
	if strings.ContainsAny(s, "-_") {
		return Base64URL
	}
	if _, err := parseBase62(s); err == Overflow && strings.ContainsAny(s[shortLength-1:], "AQgw") {
		return Base64URL
	}
	return Base62
}

// Parse reads a UUID in a form; the error is a Fault. Version and variant are
// not looked at.
func Parse(s string, form Form) (UUID, error) {
	switch form {
	case Compact:
		if strings.Contains(s, "-") {
			return Nil, Hyphens
		}
		return parseHex(s)
	case URN:
		if len(s) < len(urn) || !strings.EqualFold(s[:len(urn)], urn) {
			return Nil, Character
		}
		return parseStandard(s[len(urn):])
	case Braces:
		if len(s) < 2 || s[0] != '{' || s[len(s)-1] != '}' {
			return Nil, Character
		}
		return parseStandard(s[1 : len(s)-1])
	case Base62:
		return parseBase62(s)
	case Base64URL:
		return parseBase64URL(s)
	case Integer:
		return parseInteger(s)
	}
	return parseStandard(s)
}

// ParseHex reads any of the forms that are made of hex digits.
func ParseHex(s string) (UUID, error) {
	switch form := Detect(s); form {
	case Standard, Compact, URN, Braces:
		return Parse(s, form)
	}
	return parseHex(s)
}

func parseStandard(s string) (UUID, error) {
	u, err := parseHex(strings.ReplaceAll(s, "-", ""))
	if err == nil && (len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-') {
		return Nil, Hyphens
	}
	return u, err
}

func parseHex(digits string) (UUID, error) {
	if strings.Trim(digits, "0123456789abcdefABCDEF") != "" {
		return Nil, Character
	}
	b, err := hex.DecodeString(digits)
	if err != nil || len(b) != len(Nil) {
		return Nil, Length
	}
	return UUID(b), nil
}

func parseBase62(s string) (UUID, error) {
	if len(s) != shortLength {
		return Nil, Length
	}
	var hi, lo uint64
	overflow := false
	for _, c := range []byte(s) {
		digit := strings.IndexByte(base62Digits, c)
		if digit < 0 {
			return Nil, Character
		}
		over, high := bits.Mul64(hi, 62)
		carry, low := bits.Mul64(lo, 62)
		var c1, c2 uint64
		lo, c1 = bits.Add64(low, uint64(digit), 0)
		hi, c2 = bits.Add64(high, carry, c1)
		overflow = overflow || over+c2 > 0
	}
	if overflow {
		return Nil, Overflow
	}
	var u UUID
	binary.BigEndian.PutUint64(u[:8], hi)
	binary.BigEndian.PutUint64(u[8:], lo)
	return u, nil
}

// parseBase64URL is strict (RFC 4648 section 3.5): of several texts that could
// stand for the same bits only the one that Base64URL writes is read.
func parseBase64URL(s string) (UUID, error) {
	if len(s) != shortLength {
		return Nil, Length
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(s)
	if err != nil || len(b) != len(Nil) {
		return Nil, Character
	}
	return UUID(b), nil
}

func parseInteger(s string) (UUID, error) {
	if strings.Trim(s, base62Digits[:10]) != "" {
		return Nil, Character
	}
	n, ok := new(big.Int).SetString(s, 10)
	if !ok || len(s) > maxDigits || n.BitLen() > 8*len(Nil) {
		return Nil, Length
	}
	var u UUID
	n.FillBytes(u[:])
	return u, nil
}
