package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/bench/machine"
	"toolcrib/internal/config"
	_ "toolcrib/internal/ops"
	"toolcrib/internal/service"
	"toolcrib/internal/store/postgres"
	"toolcrib/internal/store/sqlite"
)

// noLimit is a rate that nobody reaches, so that the windows work as ever.
const noLimit = "1000000000"

// settings of the measured service: as a newcomer has them, but for the rate.
func settings() (config.Settings, error) {
	s, _, err := config.Load(config.Sources{Flags: map[string]string{
		"listen": "127.0.0.1:0", "rate-per-minute": noLimit, "account-rate-per-minute": noLimit,
	}})
	return s, err
}

func openStore(ctx context.Context, dir string) (*sqlite.Store, error) {
	s, err := settings()
	if err != nil {
		return nil, err
	}
	return sqlite.Open(ctx, sqlite.Options{Path: filepath.Join(dir, "toolcrib.db"), Plan: service.Plan(s)})
}

func openPostgres(ctx context.Context, url string) (*postgres.Store, error) {
	s, err := settings()
	if err != nil {
		return nil, err
	}
	return postgres.Open(ctx, postgres.Options{URL: url, Plan: service.Plan(s)})
}

// prepare makes keys in the folder that a server is then started on.
func prepare(ctx context.Context, dir string, keys int) ([]string, error) {
	store, err := openStore(ctx, dir)
	if err != nil {
		return nil, err
	}
	defer store.Close()
	secrets, _, err := makeKeys(ctx, store, keys)
	return secrets, err
}

// makeKeys makes keys, each of an account of its own with units enough.
func makeKeys(ctx context.Context, store account.Store, n int) (secrets []string, keys []account.Key, err error) {
	for i := range n {
		a, err := store.CreateAccount(ctx, fmt.Sprint("bench ", i))
		if err != nil {
			return nil, nil, err
		}
		secret, err := account.NewSecret(account.Live, rand.Reader)
		if err != nil {
			return nil, nil, err
		}
		k, err := store.CreateKey(ctx, account.Key{
			AccountID: a.ID, Name: "bench", Env: account.Live, Hash: account.HashKey(secret), Hint: account.Hint(secret),
			Scopes: []account.Scope{account.ScopeCompute},
		})
		if err != nil {
			return nil, nil, err
		}
		if _, err = store.Grant(ctx, account.Grant{AccountID: a.ID, Pool: account.PoolCompute, Class: account.ClassPrepaid, Units: 1e12}); err != nil {
			return nil, nil, err
		}
		secrets, keys = append(secrets, secret), append(keys, k)
	}
	return secrets, keys, nil
}

// running is a server in a process of its own.
type running struct {
	addr string
	cmd  *exec.Cmd
}

// startChild runs this program again as a server that may use one processor,
// that which is named or any.
func startChild(ctx context.Context, processor int, args ...string) (*running, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, self, append([]string{"child"}, args...)...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := machine.Start(cmd, processor); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("%s did not start: %w", args[0], err)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	return &running{strings.TrimSpace(line), cmd}, nil
}

func (r *running) stop() {
	_ = r.cmd.Process.Signal(syscall.SIGTERM)
	_ = r.cmd.Wait()
}

// child is the server process: the bare handler, or the service on a folder or
// a database.
func child(args []string) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	if args[0] == "bare" {
		return serveBare(ctx)
	}
	s, err := settings()
	if err != nil {
		return err
	}
	open := func() (account.Store, func() error, error) {
		if args[0] == "postgres" {
			store, err := openPostgres(ctx, args[1])
			return store, store.Close, err
		}
		store, err := openStore(ctx, args[1])
		return store, store.Close, err
	}
	store, done, err := open()
	if err != nil {
		return err
	}
	defer func() { _ = done() }()
	server, err := service.Listen(ctx, s, store, slog.New(slog.NewTextHandler(os.Stderr, nil)))
	if err != nil {
		return err
	}
	fmt.Println(server.Addr())
	return server.Serve(ctx)
}

// bareBody is the 120 bytes that the bare handler answers.
var bareBody = []byte(`{"success":true,"data":{"answer":"` + strings.Repeat("x", 120-37) + `"}}`)

// serveBare is the ceiling: net/http with nothing to do.
func serveBare(ctx context.Context) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(bareBody)
	})}
	go func() {
		<-ctx.Done()
		_ = server.Close()
	}()
	fmt.Println(l.Addr())
	if err := server.Serve(l); err != http.ErrServerClosed {
		return err
	}
	return nil
}
