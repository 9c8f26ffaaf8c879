package rest_test

import (
	"fmt"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/account"
)

// from makes a call from a peer, with X-Forwarded-For headers.
func (s *site) from(peer string, forwarded ...string) *httptest.ResponseRecorder {
	s.t.Helper()
	r := s.request("GET", addURL, "")
	r.RemoteAddr = peer
	for _, v := range forwarded {
		r.Header.Add("X-Forwarded-For", v)
	}
	return s.serve(r)
}

func TestAllowedAddresses(t *testing.T) {
	s := newSite(t)
	s.ledger.Update("key_1", func(k *account.Key) {
		k.Allowed = []netip.Prefix{netip.MustParsePrefix("192.0.2.0/25"), netip.MustParsePrefix("2001:db8:1::/64")}
	})
	for _, c := range []struct {
		peer      string
		forwarded []string
		ok        bool
	}{
		{"192.0.2.1:1", nil, true},
		{"192.0.2.127:1", nil, true},
		{"192.0.2.128:1", nil, false},
		{"[2001:db8:1::5]:1", nil, true},
		{"[2001:db8:1:1::5]:1", nil, false},
		{"[::ffff:192.0.2.1]:1", nil, true}, // IPv4 in IPv6's clothes
		{"[2001:db8:1::5%eth0]:1", nil, true},
		// Whoever is no trusted proxy cannot say where it comes from.
		{"198.51.100.1:1", []string{"192.0.2.1"}, false},
		{"192.0.2.1:1", []string{"198.51.100.1"}, true},
		// Behind proxies the nearest address that is none counts, whatever is said before it.
		{"10.1.2.3:1", []string{"192.0.2.1"}, true},
		{"10.1.2.3:1", []string{"198.51.100.1"}, false},
		{"10.1.2.3:1", []string{"192.0.2.1, 198.51.100.1"}, false},
		{"10.1.2.3:1", []string{"198.51.100.1, 192.0.2.1"}, true},
		{"10.1.2.3:1", []string{"198.51.100.1", "192.0.2.1"}, true},
		{"10.1.2.3:1", []string{"192.0.2.1, 10.9.9.9"}, true},
		{"[2001:db8:ffff::1]:1", []string{"2001:db8:1::9 , 10.9.9.9"}, true},
		// What cannot be read ends the search at the last address known.
		{"10.1.2.3:1", []string{"192.0.2.1, unknown"}, false},
		{"10.1.2.3:1", []string{"192.0.2.1:4711"}, false},
		{"10.1.2.3:1", nil, false},
	} {
		w := s.from(c.peer, c.forwarded...)
		if c.ok != (w.Code == 200) {
			t.Errorf("%s with %q: %d", c.peer, c.forwarded, w.Code)
		}
		if !c.ok {
			s.refused(w, 403, "address_not_allowed")
		}
	}
	if len(s.observed) == 0 || !s.observed[0].Refused || s.observed[0].Op != "test-add" {
		t.Errorf("refusals are not counted: %+v", s.observed)
	}
}

// A key bound to addresses opens nothing for a peer without one.
func TestUnknownPeer(t *testing.T) {
	s := newSite(t)
	if w := s.from("@"); w.Code != 200 {
		t.Errorf("a key that may be used from everywhere: %d", w.Code)
	}
	s.ledger.Update("key_1", func(k *account.Key) { k.Allowed = []netip.Prefix{netip.MustParsePrefix("0.0.0.0/0")} })
	s.clock.Add(time.Minute)
	s.refused(s.from("@"), 403, "address_not_allowed")
}

// bad sends a credential that opens nothing.
func (s *site) bad(peer, credential string) *httptest.ResponseRecorder {
	s.t.Helper()
	r := s.request("GET", addURL, "", "Authorization: Bearer "+credential)
	r.RemoteAddr = peer
	return s.serve(r)
}

func TestBadCredentialsPerAddress(t *testing.T) {
	s := newSite(t)
	for i := range 30 {
		s.refused(s.bad("192.0.2.7:1", fmt.Sprint("wrong", i)), 401, "invalid_api_key")
	}
	w := s.bad("192.0.2.7:2", "wrong")
	s.refused(w, 429, "rate_limited")
	if w.Header().Get("Retry-After") != "60" || !strings.Contains(w.Body.String(), `"limit":30,"window_seconds":60`) {
		t.Errorf("%v %s", w.Header(), w.Body)
	}
	if got := w.Header().Get("RateLimit"); got != "" {
		t.Errorf("an unknown caller is told the rate of a key: %s", got)
	}
	// Another address, and a good key from the same, go on.
	s.refused(s.bad("192.0.2.8:1", "wrong"), 401, "invalid_api_key")
	if w := s.from("192.0.2.7:3"); w.Code != 200 {
		t.Errorf("a good key: %d", w.Code)
	}
	// No credential is no bad one.
	r := s.request("GET", addURL, "", "Authorization:")
	r.RemoteAddr = "192.0.2.7:4"
	s.refused(s.serve(r), 401, "missing_api_key")
	s.clock.Add(time.Minute)
	s.refused(s.bad("192.0.2.7:5", "wrong"), 401, "invalid_api_key")
}

// One subscriber has a /64 of IPv6.
func TestBadCredentialsPerNetwork(t *testing.T) {
	s := newSite(t)
	for i := range 31 {
		want, code := 401, "invalid_api_key"
		if i == 30 {
			want, code = 429, "rate_limited"
		}
		s.refused(s.bad(fmt.Sprintf("[2001:db8:5:6:%x::1]:1", i), "wrong"), want, code)
	}
	s.refused(s.bad("[2001:db8:5:7::1]:1", "wrong"), 401, "invalid_api_key")
}
