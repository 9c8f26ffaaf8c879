package egress

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

// maxURL is the longest URL, in bytes.
const maxURL = 2048

// hostName is a DNS name of two labels or more (RFC 1123, section 2.1), with
// underscores, which some have. Its last label is no number: some resolvers
// read 127.1 and 0x7f.1 as addresses.
var hostName = regexp.MustCompile(`^(?i:[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+(?i:[a-z][a-z0-9-]{0,61}[a-z0-9])\.?$`)

// shortName is a DNS name of one label, which only a local network has.
var shortName = regexp.MustCompile(`^(?i:[a-z]([a-z0-9_-]{0,61}[a-z0-9])?)$`)

// CheckURL tells why nothing may be sent to a URL, nil if it may: https (with
// allowPrivate also http), a public host, port 443, 80 or from 1024 up, no
// user, no fragment, at most 2,048 bytes. A name is not looked up; the
// addresses it stands for are judged whenever one is dialled. The error holds
// nothing of the path and the query.
func CheckURL(raw string, allowPrivate bool) error {
	if len(raw) > maxURL {
		return fmt.Errorf("the URL has %d bytes; at most %d", len(raw), maxURL)
	}
	u, err := url.Parse(raw)
	if err != nil || u.Opaque != "" || u.Host == "" {
		return errors.New("not an absolute URL; write one such as https://example.com/path")
	}
	switch {
	case u.Scheme == "http" && !allowPrivate:
		return errors.New("the URL begins with http://; only https:// is used, unless private addresses are allowed")
	case u.Scheme != "https" && u.Scheme != "http":
		return errors.New("the URL must begin with https://")
	case u.User != nil:
		return errors.New("the URL holds a user or password before the host; leave that out")
	case strings.Contains(raw, "#"):
		return errors.New("the URL holds a fragment (#…), which is never sent; leave it out")
	}
	if port := u.Port(); port != "" {
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil || !portAllowed(uint16(n)) {
			return fmt.Errorf("port %s is not allowed; use 443, 80, or one from 1024 to 65535", port)
		}
	}
	return checkHost(u.Hostname(), allowPrivate)
}

func checkHost(host string, allowPrivate bool) error {
	if a, err := netip.ParseAddr(host); err == nil {
		if what, special := specialUse(a); special && !allowPrivate {
			return fmt.Errorf("the address %s is %s; only public addresses are used, unless private ones are allowed", a, what)
		}
		return nil
	}
	switch {
	case len(host) <= 253 && hostName.MatchString(host):
		return nil
	case shortName.MatchString(host) && allowPrivate:
		return nil
	case shortName.MatchString(host):
		return fmt.Errorf("%s is a name of the local network; only public hosts are used, unless private addresses are allowed", host)
	}
	return errors.New("the host is neither a DNS name (in ASCII; xn--… where it has other letters) nor an IP address")
}
