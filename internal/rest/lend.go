package rest

import (
	"context"
	"net/http"
	"net/netip"
	"strings"

	"toolcrib/internal/account"
	"toolcrib/internal/op"
	"toolcrib/internal/problem"
)

// What follows is lent to the other fronts of the service, so that keys,
// addresses, headers and problems are the same at each of them.

// Mount puts a handler at a path below the base URL, for every method. It must
// be called before the first request.
func (s *Server) Mount(path string, h http.Handler) {
	s.mounted[path] = h
	s.paths = append(s.paths, path)
}

// NewID makes the ULID of a request.
func (s *Server) NewID() string {
	return strings.TrimPrefix(account.NewID("req", s.opts.Now()), "req_")
}

// Authenticate finds the key of a request that may make calls.
func (s *Server) Authenticate(r *http.Request, what string) (*account.Key, *problem.Problem) {
	key, _, p := s.authenticate(r, s.newReply(), account.ScopeCompute, what, s.opts.Keys.Lookup)
	return key, p
}

// Address is where a request comes from.
func (s *Server) Address(r *http.Request) netip.Addr { return s.address(r) }

// Write sends an answer with the headers that every keyed response carries. An
// empty mediaType means that there is no body.
func (s *Server) Write(w http.ResponseWriter, r *http.Request, rep Reply, status int, mediaType string, body []byte) {
	s.write(w, r, &rep, status, mediaType, body)
}

// Fail sends a problem.
func (s *Server) Fail(w http.ResponseWriter, r *http.Request, rep Reply, p *problem.Problem) {
	s.fail(w, r, &rep, p)
}

// Site lets h answer every path below the base URL that is none of the API's.
// It must be called before the first request.
func (s *Server) Site(h http.Handler) { s.site = h }

// Route is the path of the API that a request is for, below the base URL, with
// fields as {name}: one of few, and never what the caller made up. It is "" for
// all other paths; ours tells whether they are the API's too.
func (s *Server) Route(r *http.Request) (route string, ours bool) {
	if host := s.host(r); host != nil {
		s = host
	}
	path, ok := strings.CutPrefix(r.URL.Path, s.prefix)
	if !ok {
		return "", false
	}
	if s.routes[path] != nil || s.mounted[path] != nil {
		return path, true
	}
	for _, f := range s.forms {
		if _, ok := op.Given(f.path, path); ok {
			return f.path, true
		}
	}
	return "", strings.HasPrefix(path, "/v1/")
}

// Ready tells whether calls can be charged, as far as this process knows.
func (s *Server) Ready(ctx context.Context) error {
	if err := s.opts.Store.Ping(ctx); err != nil {
		return err
	}
	return s.opts.Meter.Charging()
}

// NotFound answers a path that leads nowhere.
func (s *Server) NotFound(w http.ResponseWriter, r *http.Request) {
	s.notFound(w, r, strings.TrimPrefix(r.URL.Path, s.prefix))
}

// NotAllowed answers a method that a path does not have.
func (s *Server) NotAllowed(w http.ResponseWriter, r *http.Request, allow string) {
	p := problem.New(problem.MethodNotAllowed, "This path answers %s.", allow)
	p.Allow = allow
	s.fail(w, r, s.newReply(), p)
}
