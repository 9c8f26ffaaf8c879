// Package web is the website: it puts the pages of the packages below it
// together and decides what answers a path that has none.
package web

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/auth"
	"toolcrib/internal/op"
	"toolcrib/internal/pay/shop"
	"toolcrib/internal/problem"
	"toolcrib/internal/web/desk"
	"toolcrib/internal/web/docs"
	"toolcrib/internal/web/home"
	"toolcrib/internal/web/tools"
	"toolcrib/internal/web/ui"
	"toolcrib/internal/window"
)

// Options sets up a website.
type Options struct {
	BaseURL string // public URL of the root, without a final slash; may end in a path
	Brand   string
	Version string
	Contact string // how the operator is reached, "" = not told
	Signup  auth.Signup

	Ops   []*op.Op
	Find  func(query string, n int) []*op.Op
	Try   func(ctx context.Context, o *op.Op, src op.Source) (body []byte, p *problem.Problem)
	Store account.Store

	Limits    op.Limits
	BodyLimit int // bytes of a request of the API; a form may be longer, as it writes texts longer
	Output    int // bytes of an answer, to tell
	Rate      int // calls a minute of a key, to tell
	Visitors  int // answers a minute for one network on tool pages, 0 = no limit

	Sales        desk.Sales
	Bank         http.Handler // the fake payment provider's pages, nil = there is none
	Install      desk.Install
	PrivateHooks bool                                                             // webhooks may lead to private addresses
	Toolset      func(toolsets []string, compact bool) (tools, size int, ok bool) // see mcp.Sizer

	Ready   func(context.Context) error    // whether calls can be charged; nil = they can
	Address func(*http.Request) netip.Addr // where a request comes from, trusted proxies looked through

	// NotFound and NotAllowed answer as the API does, to who is no browser.
	NotFound   http.HandlerFunc
	NotAllowed func(w http.ResponseWriter, r *http.Request, allow string)

	Now func() time.Time
	Log *slog.Logger
}

// Site is the website. It is an http.Handler for every path below the base
// URL that is none of the API's.
type Site struct {
	opts   Options
	prefix string
	own    bool // the base URL can be reached from this machine alone
	mux    *http.ServeMux
	home   *home.Handler
	desk   *desk.Handler
	clock  func() time.Duration
	askers window.Map // tool pages' answers, by network
}

// formRatio is how much longer a form may be than the JSON of the same input:
// most scripts take three bytes for each of theirs in a form.
const formRatio = 4

// New returns the website. Its pages are read when they are first asked for.
func New(o Options) *Site {
	start := time.Now()
	s := &Site{opts: o, mux: http.NewServeMux(), clock: func() time.Duration { return time.Since(start) }}
	if u, err := url.Parse(o.BaseURL); err == nil {
		s.prefix = strings.TrimSuffix(u.Path, "/")
		a, err := netip.ParseAddr(u.Hostname())
		s.own = u.Hostname() == "localhost" || err == nil && a.IsLoopback()
	}
	face := ui.New(ui.Options{
		BaseURL: o.BaseURL, Brand: o.Brand, Version: o.Version, Log: o.Log,
		Viewer: func(r *http.Request) *ui.Viewer { return s.desk.Viewer(r) },
	})
	s.handle("GET /assets/", face.Handler())
	guides := docs.New(face)
	s.home = home.New(home.Options{Site: face, Ops: o.Ops, Find: o.Find, Ready: o.Ready, Contact: o.Contact, Paths: guides.Paths(), Missing: s.nowhere})
	s.home.Register(s.handle)
	guides.Register(s.handle)
	tools.New(tools.Options{
		Site: face, Ops: o.Ops, Try: o.Try, Allow: s.allow, Limits: o.Limits, BodyLimit: formRatio * int64(o.BodyLimit), Output: o.Output, Rate: o.Rate,
	}).Register(s.handle)
	s.desk = desk.New(desk.Options{
		Site: face, Store: o.Store, BaseURL: o.BaseURL, Address: o.Address, Now: o.Now, Log: o.Log,
		Sales: o.Sales, Install: o.Install, PrivateHooks: o.PrivateHooks, Toolset: o.Toolset,
		Auth: auth.New(auth.Options{Store: o.Store, BaseURL: o.BaseURL, Brand: face.Brand(), Signup: o.Signup, Now: o.Now, Log: o.Log}),
	})
	s.desk.Register(s.handle)
	s.handle("POST /hooks/{provider}", http.StripPrefix(s.prefix, o.Sales.Desk.Hooks()))
	if o.Bank != nil {
		s.handle(shop.FakePath+"/{ref}", http.StripPrefix(s.prefix+shop.FakePath, o.Bank))
	}
	return s
}

// handle puts a page at a pattern below the base's path.
func (s *Site) handle(pattern string, page http.Handler) {
	method, path, ok := strings.Cut(pattern, " ")
	if !ok {
		s.mux.Handle(s.prefix+pattern, page)
		return
	}
	s.mux.Handle(method+" "+s.prefix+path, page)
}

// ServeHTTP implements http.Handler.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, pattern := s.mux.Handler(r); pattern == "" {
		s.missing(w, r)
		return
	}
	s.desk.WithViewer(s.mux).ServeHTTP(w, r)
}

// missing answers where there is no page for this method.
func (s *Site) missing(w http.ResponseWriter, r *http.Request) {
	var allow []string
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		other := r.Clone(r.Context())
		other.Method = method
		if _, pattern := s.mux.Handler(other); pattern != "" {
			if allow = append(allow, method); method == http.MethodGet {
				allow = append(allow, http.MethodHead)
			}
		}
	}
	if len(allow) > 0 {
		s.opts.NotAllowed(w, r, strings.Join(allow, ", "))
		return
	}
	s.nowhere(w, r)
}

// nowhere answers a path that leads nowhere: with a page that helps further
// where a browser asks, else as the API does.
func (s *Site) nowhere(w http.ResponseWriter, r *http.Request) {
	if strings.Contains(r.Header.Get("Accept"), "text/html") {
		s.desk.WithViewer(http.HandlerFunc(s.home.NotFound)).ServeHTTP(w, r)
		return
	}
	s.opts.NotFound(w, r)
}

// allow counts an answer of a tool page. Nobody's key pays for it, so it is
// limited by the network that asks; but not for whoever sits at the machine of
// an install whose address is that machine's own.
func (s *Site) allow(r *http.Request) (ok bool, retryAfter int) {
	from := s.opts.Address(r)
	if s.opts.Visitors == 0 || s.own && from.IsLoopback() {
		return true, 0
	}
	now := s.clock()
	w := s.askers.Get(account.Subscriber(from), now)
	defer w.Unlock()
	v := window.Admit(&w.Window, &window.Window{}, window.Limits{PerKey: s.opts.Visitors}, now)
	return v.Admitted, int((v.Reset + time.Second - 1) / time.Second)
}

// Front is the first page of a product host at a URL of its own.
func (s *Site) Front(host, url string) http.Handler { return s.home.Front(host, url) }
