// Package payload writes what QR codes say to phones: networks, payments,
// contacts and the like, each in the form of its specification, with its own
// escaping. The fields' tags are those of the kernel.
package payload

import (
	"fmt"
	"strings"
	"unicode"

	"toolcrib/internal/num"
	"toolcrib/internal/op"
)

// Payload is one of the types of this package.
type Payload interface {
	// Content is the text for the code. What is wrong with the fields is
	// recorded below the field that holds the payload; then the text means
	// nothing.
	Content(e *op.Invalid, field string) string
}

// or is what an optional field says.
func or[T any](p *T, otherwise T) T {
	if p == nil {
		return otherwise
	}
	return *p
}

// escape puts a backslash before each of some characters.
func escape(s, special string) string {
	var b strings.Builder
	for _, r := range s {
		if strings.ContainsRune(special, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// contentText escapes a value of vCard (RFC 2426 section 4) or iCalendar
// (RFC 5545 section 3.3.11).
func contentText(s string) string {
	return strings.ReplaceAll(escape(unbroken(s), `\;,`), "\n", `\n`)
}

// unbroken has every line end in a line feed.
func unbroken(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}

// contentLine is a line of vCard or iCalendar; none where there is no value.
// Lines are not folded, which the standards leave open: a code has no lines to
// fit into, and some readers show the folds.
func contentLine(name string, value *string) string {
	if value == nil {
		return ""
	}
	return name + ":" + contentText(*value) + "\r\n"
}

const unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"

// percent encodes all but the unreserved characters of RFC 3986 and some more.
func percent(s, more string) string {
	var b strings.Builder
	for i := range len(s) {
		if strings.IndexByte(unreserved, s[i]) >= 0 || strings.IndexByte(more, s[i]) >= 0 {
			b.WriteByte(s[i])
		} else {
			fmt.Fprintf(&b, "%%%02X", s[i])
		}
	}
	return b.String()
}

// printable records control characters, which the form has no way to carry.
func printable(e *op.Invalid, field string, value *string) {
	if value != nil && strings.IndexFunc(*value, unicode.IsControl) >= 0 {
		e.Add(field, op.InvalidFormat, "holds a control character, such as a line break").Hint = "send it on one line"
	}
}

// amount writes money with two decimals; more are recorded.
func amount(e *op.Invalid, field string, x num.Dec) string {
	cents, whole := x.Mul(num.FromInt(100)).Int64()
	if !whole {
		e.Add(field, op.InvalidNumber, "%s has more than 2 decimals", x).Hint = "round it first, such as " + x.Money().String()
	}
	return fmt.Sprintf("%d.%02d", cents/100, cents%100)
}
