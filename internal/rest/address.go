package rest

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/engine"
	"toolcrib/internal/problem"
	"toolcrib/internal/window"
)

// badPerAddress is the most credentials that open nothing which one address
// may send in a minute before it is told to wait. An IPv6 address counts with
// its /64: that is what one subscriber has.
const badPerAddress = 30

// address is where a request comes from: the peer, or where the peer is a
// trusted proxy, the nearest address that is none in what the proxies say.
func (s *Server) address(r *http.Request) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	at := plain(peer.Addr())
	if !s.trusts(at) {
		return at
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && s.trusts(at); i-- {
		next, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		at = plain(next)
	}
	return at
}

// plain is an address without its zone, and IPv4 where it is that in IPv6's
// clothes.
func plain(a netip.Addr) netip.Addr { return a.Unmap().WithZone("") }

func (s *Server) trusts(a netip.Addr) bool {
	return slices.ContainsFunc(s.opts.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(a) })
}

// badCredential counts a credential that opened nothing. Its problem is 401
// as often as the address may still try, then 429.
func (s *Server) badCredential(r *http.Request) *problem.Problem {
	now := s.opts.Monotonic()
	w := s.bad.Get(account.Subscriber(s.address(r)), now)
	defer w.Unlock()
	v := window.Admit(&w.Window, &window.Window{}, window.Limits{PerKey: badPerAddress}, now)
	if v.Admitted {
		return engine.InvalidKey()
	}
	wait := int(ceil(v.Reset))
	return problem.New(problem.RateLimited, "More than %d credentials that open nothing came from this address in 60 seconds; the next is looked at in %d s.", badPerAddress, wait).
		With("limit", badPerAddress).With("window_seconds", int(window.Period/time.Second)).After(wait)
}
