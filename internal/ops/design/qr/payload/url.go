package payload

import (
	"net/url"
	"unicode/utf8"

	"toolcrib/internal/op"
)

// URL is an address to be opened (RFC 3986).
type URL string

// Content implements Payload. The address stays as it was sent, except for
// characters that URIs do not have: some phones cannot open those, and RFC 3987
// section 3.1 says how to write them.
func (u URL) Content(e *op.Invalid, field string) string {
	s := string(u)
	parsed, err := url.Parse(s)
	if err != nil || parsed.Scheme == "" || parsed.Host == "" && parsed.Opaque == "" && parsed.Path == "" {
		e.Add(field, op.InvalidFormat, "%s is no absolute URL", op.Quote(s)).Hint = "send it with its scheme, such as https://example.com/"
		return ""
	}
	for i := range len(parsed.Host) {
		if parsed.Host[i] >= utf8.RuneSelf {
			e.Add(field, op.InvalidFormat, "%s is an international host name", op.Quote(parsed.Host)).Hint = "send its ASCII form, which begins with xn--"
			return ""
		}
	}
	// All that URIs are made of; a % is the caller's own escape.
	return percent(s, ":/?#[]@!$&'()*+,;=%")
}
