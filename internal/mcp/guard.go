package mcp

import (
	"net"
	"net/http"
	"net/netip"
	"strings"

	"toolcrib/internal/problem"
)

// guard keeps web pages of others away from the service: a page may make the
// browser of somebody inside a network send requests (cross-site request
// forgery), and may let its own name point at the service to read the answers
// (DNS rebinding). The key alone would stop both; the protocol asks for this
// as well.
type guard struct {
	hosts map[string]bool // names in the settings; empty = none known
	cross *http.CrossOriginProtection
}

func newGuard(web Web) *guard {
	g := &guard{hosts: map[string]bool{}, cross: http.NewCrossOriginProtection()}
	for _, h := range web.Hosts {
		g.hosts[strings.ToLower(h)] = true
	}
	for _, o := range web.Origins {
		// An origin that cannot be one allows nobody; the settings check them.
		_ = g.cross.AddTrustedOrigin(o)
	}
	return g
}

// check looks at the Host and Origin of a request.
func (g *guard) check(r *http.Request) *problem.Problem {
	switch {
	case !g.hostAllowed(r):
		return problem.New(problem.OriginNotAllowed, "This service is not known by the name in the Host header; the settings say by which it is (base-url).")
	case g.cross.Check(r) != nil:
		return problem.New(problem.OriginNotAllowed, "Web pages of this origin may not call the service.")
	}
	return nil
}

// hostAllowed tells whether the Host header names the service. Where the
// settings name it, that or loopback must be meant, as a local reverse proxy
// sends either; where they do not, what comes in by loopback must name it.
func (g *guard) hostAllowed(r *http.Request) bool {
	name := hostname(r.Host)
	if len(g.hosts) > 0 {
		return g.hosts[name] || loopback(name)
	}
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return !ok || !loopback(hostname(local.String())) || loopback(name)
}

// hostname is a host without its port and brackets.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.Trim(host, "[]"))
}

func loopback(name string) bool {
	addr, err := netip.ParseAddr(name)
	return name == "localhost" || err == nil && addr.IsLoopback()
}
