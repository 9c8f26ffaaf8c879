package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/auth"
	"toolcrib/internal/build"
	"toolcrib/internal/config"
	"toolcrib/internal/op"
	"toolcrib/internal/service"
	"toolcrib/internal/web/snippet"
)

type serveCmd struct {
	SettingFlags
	Dev       bool   `help:"Try it out: a temporary store on loopback, with a key that lasts a day."`
	ReadyFile string `help:"Write {\"url\":…,\"pid\":…} here once the server answers." placeholder:"FILE"`
	JSON      bool   `help:"Print where the server is as one line of JSON."`
}

// devKeyLife is how long the key of --dev lasts.
const devKeyLife = 24 * time.Hour

// Run runs the server until it is told to stop by SIGTERM or SIGINT, and then
// finishes the calls under way. A second signal ends it at once.
func (c *serveCmd) Run(ctx context.Context, p *Process, given flags) (err error) {
	told, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	ctx, end := context.WithCancel(ctx)
	defer end()
	// A signal means the end at once again before anything is seen to stop, so
	// that the next one is not lost.
	context.AfterFunc(told, func() {
		stop()
		end()
	})
	s, rows, err := c.load(p, given)
	if err != nil {
		return err
	}
	if c.Dev {
		cleanUp, err := devSettings(&s, rows)
		if err != nil {
			return err
		}
		defer cleanUp()
	}
	if err := withdraw(s); err != nil {
		return err
	}
	if err := c.forgetReady(); err != nil {
		return err
	}
	store, err := openStore(ctx, s, makeStore)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if err := firstAdmin(account.WithActor(ctx, operator()), s, store); err != nil {
		return serverError(err)
	}
	log := newLog(p.Stderr, s.LogFormat)
	useFonts(s, log)
	server, err := service.Listen(ctx, s, store, log)
	if err != nil {
		return serverError(err)
	}
	if err := c.greet(ctx, p, s, store, server); err != nil {
		return serverError(err)
	}
	return c.serve(ctx, p, server)
}

// withdraw takes the operations out of service that the settings do not offer.
func withdraw(s config.Settings) error {
	var known []string
	for _, o := range op.Everything() {
		known = append(known, o.ID, o.Group())
	}
	for _, name := range slices.Concat(config.Names(s.OpsEnable), config.Names(s.OpsDisable)) {
		if slices.Contains(known, name) {
			continue
		}
		if near := op.Nearest(name, known); near != "" {
			return usage("ops-enable and ops-disable: there is no operation or group %q; did you mean %q?", name, near)
		}
		return usage("ops-enable and ops-disable: there is no operation or group %q; 'toolcrib ops' lists the operations", name)
	}
	for _, o := range op.Everything() {
		if !s.Offers(o.ID, o.Group()) {
			o.Withdraw()
		}
	}
	return nil
}

// devSettings points the settings at a temporary folder and at payments that
// move no money, and checks that they stay on loopback.
func devSettings(s *config.Settings, rows []config.Row) (cleanUp func(), err error) {
	for _, r := range rows {
		if r.Name == "payments" && r.Origin == "default" {
			s.Payments = "fake"
		}
		if (r.Name == "data" || r.Name == "database-url") && r.Origin != "default" {
			return nil, usage("--dev keeps its data in a temporary folder, but %s names %s; leave out one of the two", r.Origin, r.Public())
		}
	}
	if !loopback(s.Listen) {
		return nil, usage("--dev listens on loopback only, not on %s; use --listen 127.0.0.1:8080, or leave out --dev", s.Listen)
	}
	dir, err := os.MkdirTemp("", "toolcrib-dev-")
	if err != nil {
		return nil, serverError(err)
	}
	s.Data = dir
	return func() { _ = os.RemoveAll(dir) }, nil
}

// loopback tells whether an address can be reached from this machine alone.
func loopback(listen string) bool {
	host, _, err := net.SplitHostPort(listen)
	if err != nil {
		return false
	}
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.IsLoopback()
}

func newLog(w io.Writer, format string) *slog.Logger {
	if format == "json" {
		return slog.New(slog.NewJSONHandler(w, nil))
	}
	return slog.New(slog.NewTextHandler(w, nil))
}

// greet says where the server is and what to do next.
func (c *serveCmd) greet(ctx context.Context, p *Process, s config.Settings, store account.Store, server *service.Server) error {
	var key string
	if c.Dev {
		var err error
		if key, err = devKey(ctx, store); err != nil {
			return err
		}
	}
	setup, err := setupLink(account.WithActor(ctx, operator()), store, server.URL)
	if errors.Is(err, auth.ErrHasUsers) {
		setup, err = "", nil
	}
	if err != nil {
		return err
	}
	if c.JSON {
		o := op.Object{{Name: "url", Value: server.URL}, {Name: "listens", Value: service.Reachable(server.Addr())}, {Name: "data", Value: cmp.Or(s.PublicDatabaseURL(), s.Data)}}
		if key != "" {
			o = append(o, op.Member{Name: "key", Value: key})
		}
		if server.Metrics != "" {
			o = append(o, op.Member{Name: "metrics", Value: server.Metrics})
		}
		if setup != "" {
			o = append(o, op.Member{Name: "setup", Value: setup})
		}
		_, err := fmt.Fprintf(p.Stdout, "%s\n", o.AppendJSON(nil))
		return err
	}
	fmt.Fprintf(p.Stdout, "toolcrib %s\n\n  url      %s\n", build.Version, server.URL)
	for _, addr := range service.Reachable(server.Addr()) {
		if "http://"+addr != server.URL {
			fmt.Fprintf(p.Stdout, "  listens  http://%s\n", addr)
		}
	}
	fmt.Fprintf(p.Stdout, "  data     %s\n  openapi  %s/openapi.json\n  mcp      %s%s\n", whereData(s), server.URL, server.URL, service.GatewayPath)
	if server.Metrics != "" {
		fmt.Fprintf(p.Stdout, "  metrics  %s\n", server.Metrics)
	}
	if setup != "" {
		fmt.Fprintf(p.Stdout, "  setup    %s   works once, within 30 minutes\n", setup)
	}
	if key != "" {
		fmt.Fprintf(p.Stdout, "  key      %s   lasts 24 hours; the data is gone when the server stops\n\nTry it:\n\n"+
			"  curl -H 'Authorization: Bearer %[1]s' '%s/v1/calculators/bmi?weight=70&height=175'\n\n", key, server.URL)
		return nil
	}
	return greetFirst(ctx, p, s, store)
}

// whereData tells where the data are: the file, or the database without its
// password.
func whereData(s config.Settings) string {
	if s.DatabaseURL == "" {
		return filepath.Join(s.Data, databaseFile)
	}
	return s.PublicDatabaseURL()
}

// greetFirst tells who has no account yet how to get a key.
func greetFirst(ctx context.Context, p *Process, s config.Settings, store account.Store) error {
	accounts, err := store.AccountsPage(ctx, "", "", 1)
	if err != nil || len(accounts) > 0 {
		fmt.Fprintln(p.Stdout)
		return err
	}
	where := "--data " + snippet.Shell(s.Data)
	if s.DatabaseURL != "" {
		where = "--database-url …" // not repeated: it holds a password
	}
	_, err = fmt.Fprintf(p.Stdout, "\nThere is no account yet. For a first key, while this server runs:\n\n  toolcrib key create --name first %s\n\n", where)
	return err
}

// devKey makes an account with a key.
func devKey(ctx context.Context, store account.Store) (string, error) {
	a, err := store.CreateAccount(ctx, "dev")
	if err != nil {
		return "", err
	}
	key, _, err := account.Issue(ctx, store, account.Key{
		AccountID: a.ID, Name: "dev", Env: account.Live, Scopes: []account.Scope{account.ScopeCompute}, ExpiresAt: time.Now().Add(devKeyLife),
	})
	return key, err
}

// serve answers until the process is told to stop, and writes the ready file
// as soon as a request is answered.
func (c *serveCmd) serve(ctx context.Context, p *Process, server *service.Server) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- server.Serve(ctx) }()
	if c.ReadyFile != "" {
		if err := c.ready(ctx, server); err != nil && ctx.Err() == nil {
			cancel()
			return serverError(errors.Join(err, <-done))
		}
	}
	if err := <-done; err != nil {
		return serverError(err)
	}
	if !c.JSON {
		fmt.Fprintln(p.Stdout, "Stopped; every call under way was finished.")
	}
	return nil
}

// forgetReady removes the ready file of an earlier run, which would be
// mistaken for this one's.
func (c *serveCmd) forgetReady() error {
	if c.ReadyFile == "" {
		return nil
	}
	if err := os.Remove(c.ReadyFile); err != nil && !errors.Is(err, os.ErrNotExist) {
		return serverError(fmt.Errorf("--ready-file: %w", err))
	}
	return nil
}

// ready asks the server itself, then writes the file in one step, so that who
// waits for it never reads half of it.
func (c *serveCmd) ready(ctx context.Context, server *service.Server) error {
	addr := service.Reachable(server.Addr())[0]
	if _, err := probe(ctx, "http://"+addr+server.Path()+"/readyz"); err != nil {
		return fmt.Errorf("the server does not answer itself: %w", err)
	}
	body, err := json.Marshal(map[string]any{"url": server.URL, "pid": os.Getpid()})
	if err != nil {
		return err
	}
	tmp := c.ReadyFile + ".tmp"
	if err := os.WriteFile(tmp, append(body, '\n'), 0o600); err != nil {
		return fmt.Errorf("--ready-file: %w", err)
	}
	return os.Rename(tmp, c.ReadyFile)
}
