package tweet

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// span is a piece of the text, in bytes.
type span struct{ start, end int }

// maxURL is the length that a URL may have with its protocol, in UTF-16 units.
const maxURL = 4096

// finder finds URLs. What it does is what the regular expression of
// twitter-text matches, without its backtracking: each character is looked at a
// bounded number of times.
type finder struct {
	text string
	run  run // the labels read last
	urls []span
}

// findURLs lists the URLs of a text in order.
func findURLs(text string) []span {
	if !strings.Contains(text, ".") {
		return nil
	}
	f := &finder{text: text}
	for i, next := 0, 0; i < len(text); i = next {
		r, size := utf8.DecodeRuneInString(text[i:])
		next = i
		if r > 0xFFFF {
			// The expression sees two units, the first of which may precede
			// a domain that starts with the other.
			next = f.urlAt(i, i)
		}
		if next == i && mayPrecede(r) {
			next = f.urlAt(i+size, i)
		}
		if i == 0 && next <= size { // nothing behind the first character
			next = f.urlAt(0, -1)
		}
		next = max(next, i+size)
	}
	return f.urls
}

// urlAt looks for a URL that starts at i, behind the character at before, and
// returns where the search goes on. Before is -1 at the start of the text, and i
// where the first unit of the character at i is what precedes.
func (f *finder) urlAt(i, before int) int {
	protocol := protocolLen(f.text[i:])
	if before == i {
		protocol = 0
	}
	start := i + protocol
	domainEnd := f.domainEnd(start)
	if domainEnd == 0 {
		return i
	}
	pathAt := domainEnd + portLen(f.text[domainEnd:])
	path := pathLen(f.text[pathAt:])
	end := pathAt + path
	end += queryLen(f.text[end:])
	domain := f.text[start:domainEnd]
	switch {
	case !f.fits(i, end, protocol) || !isDomainName(domain):
	case protocol > 0:
		f.add(i, end)
	case before < 0 || before == i || !strings.ContainsRune("-_./", rune(f.text[before])):
		found := asciiDomains(domain)
		for n, d := range found {
			if d.start, d.end = start+d.start, start+d.end; n == len(found)-1 && path > 0 {
				d.end = end
			}
			f.urls = append(f.urls, d)
		}
	}
	return end
}

// fits tells whether a URL is short enough; without a protocol it counts as
// if it had that of https.
func (f *finder) fits(start, end, protocol int) bool {
	const https = len("https://")
	if end-start > 4*maxURL {
		return false
	}
	n := 0
	for _, r := range f.text[start:end] {
		n += utf16.RuneLen(r)
	}
	if protocol == 0 {
		protocol = https
	}
	return n+protocol <= maxURL
}

// add takes a URL with a protocol. One of t.co ends with its slug, or is none
// when that is too long.
func (f *finder) add(start, end int) {
	url := f.text[start:end]
	host := url[protocolLen(url):]
	if strings.HasPrefix(lowerASCII(host[:min(len(host), 5)]), "t.co/") {
		slug := 5
		for slug < len(host) && isAlnum(rune(host[slug])) {
			slug++
		}
		if slug > 5+40 {
			return
		}
		if slug > 5 {
			end = start + len(url) - len(host) + slug
			end += queryLen(f.text[end:])
		}
	}
	f.urls = append(f.urls, span{start, end})
}

func lowerASCII(s string) string { return strings.Map(lower, s) }

// protocolLen is the length of http:// or https:// at the start of s.
func protocolLen(s string) int {
	for _, p := range []string{"http://", "https://"} {
		if len(s) >= len(p) && strings.EqualFold(s[:len(p)], p) {
			return len(p)
		}
	}
	return 0
}

// portLen is the length of a colon with digits at the start of s.
func portLen(s string) int {
	n := 1
	for n < len(s) && s[0] == ':' && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	if n == 1 {
		return 0
	}
	return n
}

// pathLen is the length of the path at the start of s: a slash, and all that
// may follow up to the last character that may end a path. Parentheses may end
// it behind such a character only.
func pathLen(s string) int {
	if !strings.HasPrefix(s, "/") {
		return 0
	}
	end := 1
	for i := 1; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == '(' {
			if size = parenthesesLen(s[i:]); size == 0 {
				break
			}
			if i == end {
				end += size
			}
		} else if !isPath(r) {
			break
		} else if endsPath(r) {
			end = i + size
		}
		i += size
	}
	return end
}

// parenthesesLen is the length of a pair of parentheses around characters of a
// path, which may hold one such pair itself.
func parenthesesLen(s string) int {
	before := 1 + pathChars(s[1:])
	if before > 1 && strings.HasPrefix(s[before:], ")") {
		return before + 1
	}
	if !strings.HasPrefix(s[before:], "(") {
		return 0
	}
	inner := before + 1 + pathChars(s[before+1:])
	if inner == before+1 || !strings.HasPrefix(s[inner:], ")") {
		return 0
	}
	after := inner + 1 + pathChars(s[inner+1:])
	if !strings.HasPrefix(s[after:], ")") {
		return 0
	}
	return after + 1
}

// pathChars is the length of the characters of a path that s starts with.
func pathChars(s string) int {
	for i, r := range s {
		if !isPath(r) {
			return i
		}
	}
	return len(s)
}

// queryLen is the length of the query at the start of s, 0 if there is none
// that ends well.
func queryLen(s string) (end int) {
	if !strings.HasPrefix(s, "?") {
		return 0
	}
	for i := 1; i < len(s) && isQuery(rune(s[i])); i++ {
		if endsQuery(rune(s[i])) {
			end = i + 1
		}
	}
	return end
}
