// Package service wires the parts into one running service and runs it: store,
// keyring, meter, engine and fronts, a listener and an orderly end. It is the
// only package that knows all of them; it holds no rule of its own.
package service

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/ai"
	"toolcrib/internal/build"
	"toolcrib/internal/config"
	"toolcrib/internal/engine"
	"toolcrib/internal/meter"
	"toolcrib/internal/metrics"
	"toolcrib/internal/op"
	"toolcrib/internal/openapi"
	"toolcrib/internal/pay/shop"
	"toolcrib/internal/rest"
	"toolcrib/internal/tally"
	"toolcrib/internal/trace"
	"toolcrib/internal/window"
)

// Plan is what the settings give every account each month.
func Plan(s config.Settings) account.Plan {
	p := account.Plan{
		Free: map[account.Pool]int64{account.PoolCompute: s.FreeComputeUnits, account.PoolImage: s.FreeImageUnits},
		Allowances: map[account.Pool]int64{
			account.AllowancePool("random-decision-maker"): s.DecideFreeRequests,
		},
		Overflow: map[account.Pool]account.Overflow{},
	}
	if s.ImageOverflowRate > 0 {
		p.Overflow[account.PoolImage] = account.Overflow{Pool: account.PoolCompute, Rate: s.ImageOverflowRate}
	}
	return p.WithTest()
}

// Env is the real clock and a cryptographic source of randomness.
func Env() op.Env { return op.Env{Now: time.Now, Random: rand.Reader} }

// Models sets up the models of the settings, for the Env of operations.
func Models(s config.Settings, log *slog.Logger) ([]*op.Model, error) { return models(s, log, nil) }

// models is Models with somebody told of every attempt to have one answer.
func models(s config.Settings, log *slog.Logger, watch ai.Watch) ([]*op.Model, error) {
	var tasks []string
	for _, o := range op.All() {
		if o.AI() {
			tasks = append(tasks, o.ID)
		}
	}
	return ai.Open(&s, tasks, log, watch)
}

// Parts are what carries out calls, for every front of one service.
type Parts struct {
	Engine *engine.Engine
	Meter  *meter.Meter
	Keys   *account.Keyring
	Tally  *tally.Tally

	Metrics *metrics.Metrics
	Trace   *trace.Tracer // nil = nothing is traced
	Shop    shop.Shop
}

// observe tells everybody who counts of a call that has ended.
func (p Parts) observe(o engine.Observed) {
	p.Tally.Observe(o)
	p.Metrics.Observe(o)
}

// Build makes the parts of a service over a store. base is the public URL
// without a final slash. Counts of refused calls are written while the Tally
// runs.
func Build(s config.Settings, base string, store account.Store, env op.Env, log *slog.Logger) Parts {
	return assemble(s, base, store, env, newWatchers(nil), log)
}

// assemble is Build with those who watch.
func assemble(s config.Settings, base string, store account.Store, env op.Env, w watchers, log *slog.Logger) Parts {
	shared, _ := store.(window.Shared) // a store of several servers keeps the rate windows too
	p := Parts{
		Tally: tally.New(store, env.Now, log), Keys: account.NewKeyring(w.metrics.Keys(store), env.Now), Metrics: w.metrics, Trace: w.trace,
		Shop: shop.Open(s, base, store, log),
	}
	p.Meter = meter.New(w.ledger(store), meter.Options{
		PerKey: s.RatePerMinute, PerAccount: s.AccountRatePerMinute, Patience: s.ComputeTimeout, Shared: shared, Now: env.Now,
	})
	p.Metrics.Lapses(p.Meter.Lapses)
	p.Engine = engine.New(engine.Options{
		Trace: w.calls(),
		Input: op.Limits{Document: s.DocumentLimit}, Output: s.OutputLimit, Compute: s.ComputeTimeout, Env: env, Meter: p.Meter,
		Base: base, InFlight: s.MaxInFlight, Asking: s.MaxInFlight, Keep: s.IdempotencyKeep, BuyURL: base + rest.BillingPath, Contact: s.Contact, Observe: p.observe,
	})
	return p
}

// Handler builds the HTTP service of the parts.
func Handler(s config.Settings, base string, store account.Store, parts Parts, now func() time.Time, log *slog.Logger) http.Handler {
	proxies, _ := s.Proxies() // checked when the settings were loaded
	front := rest.New(rest.Options{
		BaseURL: base, Engine: parts.Engine, Meter: parts.Meter, Keys: parts.Keys, Store: store,
		BodyLimit: s.BodyLimit, HeaderLimit: s.HeaderLimit, Plan: Plan(s), Now: now, Log: log, Find: Find(),
		TrustedProxies: proxies, Observe: parts.observe, Failed: failed,
		OpenAPI: rest.Document{
			JSON: func() []byte { return openapi.JSON(base) },
			YAML: func() []byte { return openapi.YAML(base) },
		},
	})
	front.Mount(GatewayPath, gateway(s, base, front, parts, log))
	pages := site(s, base, store, front, parts, now, log)
	front.Site(pages)
	scheme, _, _ := strings.Cut(base, "://")
	for _, h := range s.Hosts() {
		at := scheme + "://" + h.At
		front.AddHost(rest.Host{Name: h.Name, At: h.At, Front: pages.Front(h.Name, at), OpenAPI: rest.Document{
			JSON: func() []byte { return openapi.HostJSON(h.Name, at, base) },
			YAML: func() []byte { return openapi.HostYAML(h.Name, at, base) },
		}})
	}
	return &doors{front, pages, parts.Metrics, parts.Trace}
}

// Server is a listening service.
type Server struct {
	URL      string // base URL, as callers reach it
	Metrics  string // where Prometheus reads the metrics, "" = nowhere
	listener net.Listener
	http     *http.Server
	drain    time.Duration
	trace    *trace.Tracer
	upkeep   []func(context.Context) // run beside the answering, until it has ended
}

// Bounds on slow callers: who sends or reads slower than this is cut off.
const (
	headerTimeout = 10 * time.Second
	readTimeout   = 60 * time.Second
	writeTimeout  = readTimeout + engine.DefaultModel + 30*time.Second // a model may take its time before the answer
	idleTimeout   = 120 * time.Second
)

// Listen opens the address of the settings. The service answers once Serve is
// called.
func Listen(ctx context.Context, s config.Settings, store account.Store, log *slog.Logger) (*Server, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", s.Listen)
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s: %w; choose another address with --listen", s.Listen, err)
	}
	base := strings.TrimSuffix(s.BaseURL, "/")
	if base == "" {
		base = "http://" + Reachable(l.Addr())[0]
	}
	env := Env()
	traces, err := trace.Open(ctx, build.Version, log)
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	eyes := newWatchers(traces)
	if env.Models, err = models(s, log, eyes.model); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	eyes.metrics.Endpoints(endpoints(s)...)
	parts := assemble(s, base, store, env, eyes, log)
	work := upkeep(s, store, parts, log)
	watched, watching, err := watch(ctx, s, parts.Metrics, log)
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	if watching != nil {
		work = append(work, watching)
	}
	return &Server{
		URL: base, Metrics: watched, listener: l, drain: s.DrainTimeout, upkeep: work, trace: traces,
		http: &http.Server{
			Handler:           Handler(s, base, store, parts, env.Now, log),
			ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout, IdleTimeout: idleTimeout,
			// The handler answers 431 itself, as a problem; this is the bound on memory.
			MaxHeaderBytes: max(8*s.HeaderLimit, 1<<16),
			ErrorLog:       slog.NewLogLogger(log.Handler(), slog.LevelDebug),
		},
	}, nil
}

// Addr is the address listened on.
func (s *Server) Addr() net.Addr { return s.listener.Addr() }

// Path is the path of the base URL, "" at the root.
func (s *Server) Path() string {
	u, err := url.Parse(s.URL)
	if err != nil {
		return ""
	}
	return u.Path
}

// Serve answers until ctx ends, then finishes what is under way.
func (s *Server) Serve(ctx context.Context) error {
	// A commit waits for the disk inside a system call. With one processor to
	// run on, Go would let all other calls wait with it for most of that time.
	runtime.GOMAXPROCS(max(runtime.GOMAXPROCS(0), 2))
	weight := ballast()
	defer runtime.KeepAlive(weight)
	// What runs beside the answering ends after it, so that nothing it should
	// write down is missed.
	background, end := context.WithCancel(context.WithoutCancel(ctx))
	var upkeep sync.WaitGroup
	defer s.trace.Close()
	defer upkeep.Wait()
	defer end()
	for _, f := range s.upkeep {
		upkeep.Go(func() { f(background) })
	}
	done := make(chan error, 1)
	go func() { done <- s.http.Serve(s.listener) }()
	// Making tools and pages leaves some forty megabytes behind, up to which the
	// collector would otherwise let the heap grow again before it looks.
	go debug.FreeOSMemory()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	// ctx has ended; the calls under way get a time of their own.
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.drain)
	defer cancel()
	if err := s.http.Shutdown(grace); err != nil {
		return errors.Join(fmt.Errorf("some calls were still under way after %s: %w", s.drain, err), s.http.Close())
	}
	return nil
}

// Reachable lists host:port under which an address can be called, loopback
// first: an unspecified address stands for every interface.
func Reachable(a net.Addr) []string {
	tcp, ok := a.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return []string{a.String()}
	}
	port := fmt.Sprint(tcp.Port)
	out := []string{net.JoinHostPort("127.0.0.1", port)}
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		return out
	}
	for _, addr := range addrs {
		if n, ok := addr.(*net.IPNet); ok && n.IP.IsGlobalUnicast() {
			out = append(out, net.JoinHostPort(n.IP.String(), port))
		}
	}
	return out
}
