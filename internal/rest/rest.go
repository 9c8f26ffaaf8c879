// Package rest is the HTTP front: it finds the route, reads key and input,
// asks the engine and writes the answer with its receipt in headers. It holds
// no rule of the product; those are in the operations, the engine and the
// meter.
package rest

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/engine"
	"toolcrib/internal/meter"
	"toolcrib/internal/op"
	"toolcrib/internal/problem"
	"toolcrib/internal/window"
)

// Options sets up a Server.
type Options struct {
	BaseURL     string // public URL of the root, without a final slash; may end in a path
	Engine      *engine.Engine
	Meter       *meter.Meter
	Keys        *account.Keyring
	Store       Store
	BodyLimit   int // bytes, after decompression
	HeaderLimit int // bytes
	Plan        account.Plan
	Now         func() time.Time
	Monotonic   func() time.Duration // time since any fixed moment; nil = the process's clock
	Log         *slog.Logger
	OpenAPI     Document
	Find        func(query string, n int) []*op.Op // operations by words, best first

	TrustedProxies []netip.Prefix        // whose X-Forwarded-For is believed
	Observe        func(engine.Observed) // told of calls refused before the engine; nil = nobody

	// Failed is told of every problem that is sent; nil = nobody.
	Failed func(w http.ResponseWriter, code problem.Code)
}

// Store is the part of a store that the service endpoints need.
type Store interface {
	Account(ctx context.Context, ref string) (account.Account, error)
	Keys(ctx context.Context, accountID string) ([]account.Key, error)
	KeyUsage(ctx context.Context, keyID, period string) (account.KeyUsage, error)
	Ping(ctx context.Context) error
}

// Document writes the service's own description in both spellings. Each is
// asked for once, when somebody wants to read it.
type Document struct{ JSON, YAML func() []byte }

// Server answers HTTP. It is an http.Handler.
type Server struct {
	opts    Options
	prefix  string // path part of the base URL
	tls     bool   // the base URL is https
	routes  map[string]route
	mounted map[string]http.Handler
	site    http.Handler       // answers what is none of the API's paths; nil = nobody does
	paths   []string           // for the nearest path on 404
	hosts   map[string]*Server // product hosts, by name
	forms   []form             // paths that have fields in them
	bad     *window.Map        // credentials that opened nothing, by network

	at func(*op.Op) string // where callers reach an operation; nil = below the base URL
}

// route is what stands at one path: a handler by method.
type route map[string]http.Handler

// New returns the handler of the service.
func New(opts Options) *Server {
	if opts.Monotonic == nil {
		start := time.Now()
		opts.Monotonic = func() time.Duration { return time.Since(start) }
	}
	s := newServer(opts, pathOf(opts.BaseURL))
	for _, o := range op.All() {
		s.serveAt(o.Path, o)
	}
	s.handle("GET", "/v1/usage", http.HandlerFunc(s.usage))
	s.handle("GET", "/v1/operations", s.operations())
	return s
}

// newServer is a server with what the base URL and every product host have.
func newServer(opts Options, prefix string) *Server {
	s := &Server{
		opts: opts, prefix: prefix, tls: strings.HasPrefix(opts.BaseURL, "https://"), bad: &window.Map{},
		routes: map[string]route{}, mounted: map[string]http.Handler{}, hosts: map[string]*Server{},
	}
	s.handle("GET", "/openapi.json", s.serveLate("application/json", opts.OpenAPI.JSON))
	s.handle("GET", "/openapi.yaml", s.serveLate("application/yaml", opts.OpenAPI.YAML))
	s.handle("GET", "/healthz", s.status(`{"status":"ok"}`))
	s.handle("GET", "/readyz", s.readyz())
	return s
}

// serveAt puts an operation at a path, for the methods that it answers.
func (s *Server) serveAt(path string, o *op.Op) {
	for _, method := range o.Methods() {
		s.handle(method, path, s.operation(o))
	}
}

// pathOf is the path part of a URL, without a final slash.
func pathOf(url string) string {
	if _, rest, ok := strings.Cut(url, "://"); ok {
		url = rest
	}
	i := strings.IndexByte(url, '/')
	if i < 0 {
		return ""
	}
	return strings.TrimSuffix(url[i:], "/")
}

func (s *Server) handle(method, path string, h http.Handler) {
	r := s.routes[path]
	if r == nil {
		r = route{}
		s.routes[path] = r
		s.paths = append(s.paths, path)
		if strings.Contains(path, "{") {
			s.forms = append(s.forms, form{path, r})
		}
	}
	r[method] = h
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if host := s.host(r); host != nil {
		s = host
	}
	defer func() {
		// net/http would log the words of the panic, which may quote a caller.
		if v := recover(); v != nil {
			s.fail(w, r, s.newReply(), problem.Internal(engine.Panicked("rest", v)))
		}
	}()
	if len(r.TransferEncoding) > 0 {
		// A Content-Length may have stood beside it, by which a proxy in front takes
		// the body to end elsewhere. What follows must not be read as a request (RFC
		// 9112 section 6.1), and net/http does not tell of the second header.
		w.Header().Set("Connection", "close")
	}
	if headerSize(r) > s.opts.HeaderLimit {
		s.fail(w, r, s.newReply(), problem.New(problem.HeadersTooLarge, "The headers have more than %d bytes.", s.opts.HeaderLimit))
		return
	}
	path, ok := strings.CutPrefix(r.URL.Path, s.prefix)
	if h := s.mounted[path]; ok && h != nil {
		h.ServeHTTP(w, r)
		return
	}
	found, r := s.find(path, r)
	if found == nil && ok && s.site != nil && !strings.HasPrefix(path, "/v1/") {
		s.site.ServeHTTP(w, r)
		return
	}
	if !ok || found == nil {
		s.notFound(w, r, path)
		return
	}
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	h := found[method]
	if h == nil {
		s.methodNotAllowed(w, r, found)
		return
	}
	h.ServeHTTP(w, r)
}

func (s *Server) notFound(w http.ResponseWriter, r *http.Request, path string) {
	p := problem.New(problem.NotFound, "Nothing is found at this path.")
	if near := nearestPath(path, s.paths); near != "" {
		p.Detail = "Nothing is found at this path; did you mean " + s.prefix + near + "?"
	}
	s.fail(w, r, s.newReply(), p)
}

func (s *Server) methodNotAllowed(w http.ResponseWriter, r *http.Request, found route) {
	var allow []string
	for _, m := range []string{"GET", "POST"} {
		if found[m] == nil {
			continue
		}
		if allow = append(allow, m); m == "GET" {
			allow = append(allow, "HEAD")
		}
	}
	p := problem.New(problem.MethodNotAllowed, "This path answers %s.", strings.Join(allow, ", "))
	p.Allow = strings.Join(allow, ", ")
	s.fail(w, r, s.newReply(), p)
}

// nearestPath finds the path that was probably meant: one segment off.
func nearestPath(path string, paths []string) string {
	if len(path) > 200 {
		return ""
	}
	for strings.Contains(path, "//") {
		path = strings.ReplaceAll(path, "//", "/")
	}
	path = strings.TrimSuffix(path, "/")
	got := strings.Split(path, "/")
	for _, p := range paths {
		want := strings.Split(p, "/")
		if strings.EqualFold(p, path) || len(got) > 1 && "/v1"+path == p {
			return p
		}
		if len(want) != len(got) {
			continue
		}
		off := 0
		for i := range want {
			if want[i] != got[i] {
				off++
				if op.Nearest(got[i], []string{want[i]}) == "" {
					off = len(want)
				}
			}
		}
		if off == 1 {
			return p
		}
	}
	return ""
}

// headerSize is what the request's headers take, as they are sent.
func headerSize(r *http.Request) int {
	n := len(r.Method) + len(r.RequestURI) + len("  HTTP/1.1\r\n") + len(r.Host)
	for name, values := range r.Header {
		for _, v := range values {
			n += len(name) + len(v) + len(": \r\n")
		}
	}
	return n
}
