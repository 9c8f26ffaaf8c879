package egress_test

import (
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"toolcrib/internal/egress"
)

// Texts of errors, in part, and of what allows a URL after all.
const (
	fine  = ""
	local = "unless private" // allowed with private addresses
)

var urls = []struct{ url, err string }{
	{"https://example.com/hook", fine},
	{"https://example.com", fine},
	{"https://EXAMPLE.com./a?token=b", fine},
	{"https://hooks.example.co.in:8443/a/b%20c", fine},
	{"https://xn--bcher-kva.example/", fine},
	{"https://_hooks.a-b.example.com:443", fine},
	{"https://198.41.0.4/", fine},
	{"https://[2001:503:ba3e::2:30]:1024/", fine},
	{"https://[::ffff:198.41.0.4]/", fine},

	{"http://example.com/hook", local},
	{"https://localhost/", local},
	{"https://intranet/", local},
	{"https://127.0.0.1/", local},
	{"https://10.1.2.3:8443/", local},
	{"https://169.254.169.254/latest/meta-data/", local},
	{"https://100.64.0.1/", local},
	{"https://0.0.0.0/", local},
	{"https://224.0.0.1/", local},
	{"https://[::1]/", local},
	{"https://[::]/", local},
	{"https://[fd00::1]/", local},
	{"https://[fe80::1%25eth0]/", local},
	{"https://[::ffff:127.0.0.1]/", local},
	{"https://[64:ff9b::10.0.0.1]/", local},
	{"https://[2002:7f00:1::]/", local},

	{"", "not an absolute URL"},
	{"example.com/hook", "not an absolute URL"},
	{"//example.com/hook", "must begin with https://"},
	{"https:example.com", "not an absolute URL"},
	{"https:///hook", "not an absolute URL"},
	{"https://", "not an absolute URL"},
	{"https://exa mple.com/", "not an absolute URL"},
	{"https://example.com/%zz", "not an absolute URL"},
	{"https://example.com/\r\nHost: x", "not an absolute URL"},
	{"ftp://example.com/", "must begin with https://"},
	{"file:///etc/passwd", "not an absolute URL"},
	{"unix:///var/run/docker.sock", "not an absolute URL"},
	{"gopher://example.com:443/", "must begin with https://"},
	{"https://user@example.com/", "user or password"},
	{"https://user:pass@example.com/", "user or password"},
	{"https://example.com@10.0.0.1/", "user or password"},
	{"https://@example.com/", "user or password"},
	{"https://example.com/a#b", "fragment"},
	{"https://example.com/#", "fragment"},
	{"https://example.com:22/", "port 22 is not allowed"},
	{"https://example.com:0/", "port 0 is not allowed"},
	{"https://example.com:1023/", "port 1023 is not allowed"},
	{"https://example.com:65536/", "port 65536 is not allowed"},
	{"https://:443/", "neither a DNS name"},
	{"https://2130706433/", "neither a DNS name"},
	{"https://0x7f000001/", "neither a DNS name"},
	{"https://127.1/", "neither a DNS name"},
	{"https://0177.0.0.1/", "neither a DNS name"},
	{"https://0x7f.0.0.1/", "neither a DNS name"},
	{"https://127.0.0.1./", "neither a DNS name"},
	{"https://bücher.example/", "neither a DNS name"},
	{"https://１２７.0.0.1/", "neither a DNS name"},
	{"https://example。com/", "neither a DNS name"},
	{"https://-a.example.com/", "neither a DNS name"},
	{"https://a..example.com/", "neither a DNS name"},
	{"https://" + strings.Repeat("a", 64) + ".example.com/", "neither a DNS name"},
	{"https://" + strings.Repeat("a.", 126) + "example.com/", "neither a DNS name"},
	{"https://example.com/" + strings.Repeat("a", 2048), "at most 2048"},
}

func TestCheckURL(t *testing.T) {
	for _, c := range urls {
		public, private := egress.CheckURL(c.url, false), egress.CheckURL(c.url, true)
		if c.err == fine {
			if public != nil {
				t.Errorf("%s: %v", c.url, public)
			}
		} else if public == nil || !strings.Contains(public.Error(), c.err) {
			t.Errorf("%s: %v; want %q", c.url, public, c.err)
		}
		if allowed := c.err == fine || c.err == local; (private == nil) != allowed {
			t.Errorf("%s with private addresses allowed: %v", c.url, private)
		}
	}
}

func FuzzCheckURL(f *testing.F) {
	for _, c := range urls {
		f.Add(c.url)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		err := egress.CheckURL(raw, false)
		if private := egress.CheckURL(raw, true); err == nil && private != nil {
			t.Errorf("%q is allowed, but not where more is: %v", raw, private)
		}
		if err != nil {
			if _, secret, ok := strings.Cut(raw, "?"); ok && len(secret) > 20 && strings.Contains(err.Error(), secret) {
				t.Errorf("%q: the error tells the query: %v", raw, err)
			}
			return
		}
		// What net/url and net/http make of it, and what net/netip calls public.
		req, err := http.NewRequest(http.MethodPost, raw, nil)
		if err != nil {
			t.Fatalf("%q is allowed but cannot be requested: %v", raw, err)
		}
		u, _ := url.Parse(raw)
		if u.Scheme != "https" || u.User != nil || u.Fragment != "" || req.URL.Hostname() == "" || len(raw) > 2048 {
			t.Errorf("%q is allowed: %+v", raw, u)
		}
		if a, err := netip.ParseAddr(u.Hostname()); err == nil {
			if a = a.Unmap(); !a.IsGlobalUnicast() || a.IsPrivate() || a.Zone() != "" && a.IsLinkLocalUnicast() {
				t.Errorf("%q is allowed, at %s", raw, a)
			}
		} else if !strings.Contains(strings.TrimSuffix(u.Hostname(), "."), ".") || strings.ContainsAny(u.Hostname(), " %@/\\:[]") {
			t.Errorf("%q is allowed, with the host %q", raw, u.Hostname())
		}
	})
}
