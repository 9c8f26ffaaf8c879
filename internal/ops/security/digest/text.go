package digest

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
)

// Base64Error is what is wrong with a base64 text, at a 0-based byte offset.
// It does not show the text.
type Base64Error struct {
	Offset int
	Fault  string
}

func (e *Base64Error) Error() string { return fmt.Sprintf("%s at offset %d", e.Fault, e.Offset) }

// Base64 decodes a text in one of the alphabets of RFC 4648, that of section 4
// or that of section 5. Padding is all there or left out. Nothing else may be
// in the text, and the bits behind the last byte are 0 (section 3.5), so that
// bytes have one spelling in each alphabet and padding. The error is a
// *Base64Error.
func Base64(text string) ([]byte, error) {
	for i := range len(text) {
		if !alphabets[text[i]] {
			return nil, &Base64Error{i, "a character that base64 does not have"}
		}
	}
	digits := strings.TrimRight(text, "=")
	if i := strings.IndexByte(digits, '='); i >= 0 {
		return nil, &Base64Error{i, "padding before the end"}
	}
	alphabet := base64.RawStdEncoding
	if url := strings.IndexAny(digits, "-_"); url >= 0 {
		if std := strings.IndexAny(digits, "+/"); std >= 0 {
			return nil, &Base64Error{max(std, url), "a character of the other base64 alphabet"}
		}
		alphabet = base64.RawURLEncoding
	}
	padding := len(text) - len(digits)
	switch {
	case len(digits)%4 == 1:
		return nil, &Base64Error{len(digits) - 1, "a last character that no byte is made of"}
	case padding > 0 && (padding > 2 || len(text)%4 != 0):
		return nil, &Base64Error{len(digits), "the wrong amount of padding"}
	}
	bytes, err := alphabet.Strict().DecodeString(digits)
	if err != nil {
		return nil, &Base64Error{len(digits) - 1, "a last character with bits that belong to no byte"}
	}
	return bytes, nil
}

// alphabets tells which bytes are in one of the alphabets, or padding.
var alphabets = func() (known [256]bool) {
	for _, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=") {
		known[c] = true
	}
	return known
}()

// Readings lists what a text can mean as a digest: hex in either case, base64
// in either alphabet, or both. It is empty when the text is neither.
func Readings(text string) (readings [][]byte) {
	if bytes, err := hex.DecodeString(text); err == nil {
		readings = append(readings, bytes)
	}
	if bytes, err := Base64(text); err == nil {
		readings = append(readings, bytes)
	}
	return readings
}
