package config

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"

	"toolcrib/internal/pay/gst"
)

// maxBytes is the most that a limit in bytes may be set to. maxUnits is what a
// structured field in a response can carry (RFC 9651 section 3.3.1).
const (
	maxBytes = 1 << 30
	maxUnits = 999_999_999_999_999
	maxRate  = 1_000_000_000
)

// check looks at what a value's form alone does not tell.
func (s *Settings) check() (faults []error) {
	if err := checkListen(s.Listen); err != nil {
		faults = append(faults, err)
	}
	if s.MetricsListen != "" {
		if err := checkListen(s.MetricsListen); err != nil {
			faults = append(faults, fmt.Errorf("metrics-%w", err))
		}
	}
	if err := checkBaseURL(s.BaseURL); err != nil {
		faults = append(faults, err)
	}
	if _, err := s.Proxies(); err != nil {
		faults = append(faults, err)
	}
	if err := checkDatabaseURL(s.DatabaseURL); err != nil {
		faults = append(faults, err)
	}
	faults = append(faults, s.checkHosts()...)
	if (s.AdminLogin == "") != (s.AdminPasswordFile == "") {
		faults = append(faults, fmt.Errorf("admin-login and admin-password-file go together; set both or neither"))
	}
	faults = append(faults, s.checkPayments()...)
	faults = append(faults, s.checkModels()...)
	if s.FontDir != "" {
		if info, err := os.Stat(s.FontDir); err != nil || !info.IsDir() {
			faults = append(faults, fmt.Errorf("font-dir: there is no folder %s", s.FontDir))
		}
	}
	if s.Data == "" {
		faults = append(faults, fmt.Errorf("data: name a folder"))
	}
	for _, b := range s.bounds() {
		switch {
		case b.value < b.least:
			faults = append(faults, fmt.Errorf("%s must be above 0", b.name))
		case b.value > b.most:
			faults = append(faults, fmt.Errorf("%s is at most %d", b.name, b.most))
		}
	}
	if s.DocumentLimit > s.BodyLimit {
		faults = append(faults, fmt.Errorf("document-limit (%d) is above body-limit (%d); a field cannot be larger than its body", s.DocumentLimit, s.BodyLimit))
	}
	return faults
}

type bound struct {
	name               string
	value, least, most int64
}

func (s *Settings) bounds() []bound {
	return []bound{
		{"rate-per-minute", int64(s.RatePerMinute), 0, maxRate},
		{"account-rate-per-minute", int64(s.AccountRatePerMinute), 0, maxRate},
		{"free-compute-units", s.FreeComputeUnits, 0, maxUnits},
		{"free-image-units", s.FreeImageUnits, 0, maxUnits},
		{"decide-free-requests", s.DecideFreeRequests, 0, maxUnits},
		{"image-overflow-rate", s.ImageOverflowRate, 0, maxBytes},
		{"max-in-flight", int64(s.MaxInFlight), 0, maxRate},
		{"idempotency-keep", int64(s.IdempotencyKeep), 1, int64(maxDuration)},
		{"gst-rate", s.GSTRate, 0, gst.MaxRate},
		{"body-limit", int64(s.BodyLimit), 1, maxBytes},
		{"document-limit", int64(s.DocumentLimit), 1, maxBytes},
		{"output-limit", int64(s.OutputLimit), 1, maxBytes},
		{"header-limit", int64(s.HeaderLimit), 1, maxBytes},
		{"compute-timeout", int64(s.ComputeTimeout), 1, int64(maxDuration)},
	}
}

func checkListen(addr string) error {
	_, port, err := net.SplitHostPort(addr)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return fmt.Errorf("listen: %q is not host:port, such as 127.0.0.1:8080", addr)
	}
	return nil
}

// checkBaseURL wants a URL that paths can be appended to, and whose own path
// is spelt in the one way in which requests are compared with it.
func checkBaseURL(s string) error {
	if s == "" {
		return nil
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || strings.ContainsAny(s, "?#") {
		return fmt.Errorf("base-url: %q is not an absolute http or https URL without user, query or fragment", s)
	}
	if p := strings.TrimSuffix(u.Path, "/"); p != "" && path.Clean(p) != p || strings.Contains(s, "%") {
		return fmt.Errorf("base-url: the path of %q must be plain, without '//', '.', '..' or '%%'", s)
	}
	return nil
}

// Host is a product host: what the operations call it and its name.
type Host struct{ Name, At string }

// Hosts are the product hosts that are set.
func (s *Settings) Hosts() (hosts []Host) {
	for _, h := range []Host{{"qr", s.HostsQR}, {"og", s.HostsOG}, {"hash", s.HostsHash}, {"uuid", s.HostsUUID}} {
		if h.At != "" {
			hosts = append(hosts, h)
		}
	}
	return hosts
}

var hostForm = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?(:[0-9]{1,5})?$`)

// checkHosts wants names that can be told apart from each other and from the
// base URL's.
func (s *Settings) checkHosts() (faults []error) {
	seen := map[string]string{}
	if u, err := url.Parse(s.BaseURL); err == nil && u.Hostname() != "" {
		seen[strings.ToLower(u.Hostname())] = "base-url"
	}
	for _, h := range s.Hosts() {
		name, _, _ := strings.Cut(strings.ToLower(h.At), ":")
		switch other := seen[name]; {
		case !hostForm.MatchString(h.At):
			faults = append(faults, fmt.Errorf("hosts-%s: %q is not a host name such as %s.example.com", h.Name, h.At, h.Name))
		case other != "":
			faults = append(faults, fmt.Errorf("hosts-%s: %q is also the host of %s", h.Name, h.At, other))
		}
		seen[name] = "hosts-" + h.Name
	}
	return faults
}

// Proxies are the networks of TrustedProxies. A single address is the network
// of itself.
func (s *Settings) Proxies() ([]netip.Prefix, error) {
	var out []netip.Prefix
	for part := range strings.SplitSeq(s.TrustedProxies, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		p, err := Network(part)
		if err != nil {
			return nil, fmt.Errorf("trusted-proxies: %w", err)
		}
		out = append(out, p)
	}
	return out, nil
}

// Network reads a network in CIDR notation (RFC 4632), or a single address. A
// network must be written without host bits, so that a slip of the prefix
// length shows.
func Network(text string) (netip.Prefix, error) {
	if a, err := netip.ParseAddr(text); err == nil && a.Zone() == "" {
		a = a.Unmap()
		return netip.PrefixFrom(a, a.BitLen()), nil
	}
	p, err := netip.ParsePrefix(text)
	switch {
	case err != nil:
		return p, fmt.Errorf("%q is not an address or a network such as 192.0.2.0/24 or 2001:db8::/32", text)
	case p.Addr().Is4In6():
		return p, fmt.Errorf("%q is an IPv4 network in IPv6 form; write it as IPv4", text)
	case p != p.Masked():
		return p, fmt.Errorf("%q has bits behind its prefix; the network is %s", text, p.Masked())
	}
	return p, nil
}

func checkDatabaseURL(s string) error {
	if s == "" {
		return nil
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" || strings.Trim(u.Path, "/") == "" {
		// The value is not told: it holds a password.
		return fmt.Errorf("database-url: not a URL of the form postgres://user:password@host:port/name")
	}
	return nil
}
