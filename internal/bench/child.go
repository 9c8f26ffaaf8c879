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
	"toolcrib/internal/config"
	_ "toolcrib/internal/ops"
	"toolcrib/internal/service"
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

// prepare makes keys in the folder that a server is then started on.
func prepare(ctx context.Context, dir string, keys int) ([]string, error) {
	store, err := openStore(ctx, dir)
	if err != nil {
		return nil, err
	}
	defer store.Close()
	return makeKeys(ctx, store, keys)
}

// makeKeys makes keys, each of an account of its own with units enough.
func makeKeys(ctx context.Context, store account.Store, n int) ([]string, error) {
	keys := make([]string, n)
	for i := range keys {
		a, err := store.CreateAccount(ctx, fmt.Sprint("bench ", i))
		if err != nil {
			return nil, err
		}
		if keys[i], err = account.NewSecret(account.Live, rand.Reader); err != nil {
			return nil, err
		}
		_, err = store.CreateKey(ctx, account.Key{
			AccountID: a.ID, Name: "bench", Env: account.Live, Hash: account.HashKey(keys[i]), Hint: account.Hint(keys[i]),
			Scopes: []account.Scope{account.ScopeCompute},
		})
		if err != nil {
			return nil, err
		}
		if _, err = store.Grant(ctx, account.Grant{AccountID: a.ID, Pool: account.PoolCompute, Class: account.ClassPrepaid, Units: 1e12}); err != nil {
			return nil, err
		}
	}
	return keys, nil
}

// running is a server in a process of its own.
type running struct {
	addr string
	cmd  *exec.Cmd
}

// startChild runs this program again as a server, on one processor.
func startChild(ctx context.Context, args ...string) (*running, error) {
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
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("%s did not start: %w", args[0], err)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	if err := pin(cmd.Process.Pid, 0); err != nil {
		fmt.Println("not pinned to a processor:", err)
	}
	return &running{strings.TrimSpace(line), cmd}, nil
}

func (r *running) stop() {
	_ = r.cmd.Process.Signal(syscall.SIGTERM)
	_ = r.cmd.Wait()
}

// child is the server process: the bare handler, or the service on a folder.
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
	store, err := openStore(ctx, args[1])
	if err != nil {
		return err
	}
	defer store.Close()
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
