package rest

import (
	"context"
	"net"
	"net/http"
	"strings"

	"toolcrib/internal/op"
)

// Host is a name of its own under which some operations are served.
type Host struct {
	Name    string // as the operations call it, such as qr
	At      string // its name in the network, with the port where that is not the usual one
	OpenAPI Document

	// Front is the page at the host's root; nil = none.
	Front http.Handler
}

// AddHost makes the server answer a further name with the operations that are
// offered there, by the same keys, pools and limits. Links in answers lead to
// the host itself; problems are described at the base URL. It must be called
// before the first request.
func (s *Server) AddHost(h Host) {
	scheme := "http://"
	if s.tls {
		scheme = "https://"
	}
	opts := s.opts
	opts.OpenAPI = h.OpenAPI
	host := newServer(opts, "")
	host.bad = s.bad
	host.at = func(o *op.Op) string {
		if path := o.PathOn(h.Name); path != "" {
			return scheme + h.At + path
		}
		return s.opts.BaseURL + o.Path
	}
	for _, o := range op.All() {
		for _, place := range o.Hosts {
			if place.Host == h.Name {
				host.serveAt(place.Path, o)
			}
		}
	}
	if h.Front != nil {
		host.handle(http.MethodGet, "/", h.Front)
	}
	s.hosts[hostname(h.At)] = host
}

// host is the product host that a request names, nil where it names none.
func (s *Server) host(r *http.Request) *Server {
	if len(s.hosts) == 0 {
		return nil
	}
	return s.hosts[hostname(r.Host)]
}

// hostname is a host without its port. Names are the same in any case (RFC 9110
// section 4.2.3), and with the dot of the root or without.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.TrimSuffix(strings.ToLower(host), ".")
}

// form is a path that has fields in it.
type form struct {
	path  string
	route route
}

// find is what stands at a path. Fields that the path has come with the request.
func (s *Server) find(path string, r *http.Request) (route, *http.Request) {
	if found := s.routes[path]; found != nil {
		return found, r
	}
	for _, f := range s.forms {
		if fields, ok := op.Given(f.path, path); ok {
			return f.route, r.WithContext(context.WithValue(r.Context(), givenKey{}, fields))
		}
	}
	return nil, r
}

type givenKey struct{}

// givenOf are the fields in the path of a request.
func givenOf(r *http.Request) []op.Field {
	fields, _ := r.Context().Value(givenKey{}).([]op.Field)
	return fields
}
