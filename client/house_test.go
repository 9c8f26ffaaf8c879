package toolcrib_test

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync/atomic"

	toolcrib "toolcrib/client"
	"toolcrib/internal/account"
	"toolcrib/internal/config"
	"toolcrib/internal/op"
	_ "toolcrib/internal/ops"
	"toolcrib/internal/service"
	"toolcrib/internal/store/sqlite"
)

// house is the whole service on loopback, with the clock, the chance and the
// model of the documented examples.
type house struct {
	*httptest.Server
	store   account.Store
	account account.Account
	key     string
	close   func()
	handler atomic.Pointer[http.Handler]
	fresh   func() // begins the stream of chance anew
}

func newHouse(flags map[string]string) (*house, error) {
	s, _, err := config.Load(config.Sources{Flags: flags})
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "client")
	if err != nil {
		return nil, err
	}
	ctx, log := context.Background(), slog.New(slog.DiscardHandler)
	store, err := sqlite.Open(ctx, sqlite.Options{Path: filepath.Join(dir, "t.db"), Plan: service.Plan(s), Clock: op.SampleEnv().Now})
	if err != nil {
		return nil, err
	}
	h := &house{store: store}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { (*h.handler.Load()).ServeHTTP(w, r) }))
	h.fresh = func() {
		env := op.SampleEnv()
		var handler http.Handler = service.Handler(s, h.URL, store, service.Build(s, h.URL, store, env, log), env.Now, log)
		h.handler.Store(&handler)
	}
	h.fresh()
	h.close = func() {
		h.Server.Close()
		_ = store.Close() // the folder goes next
		_ = os.RemoveAll(dir)
	}
	return h, h.furnish(ctx)
}

// furnish makes an account with a key and plenty of every pool.
func (h *house) furnish(ctx context.Context) (err error) {
	if h.account, err = h.store.CreateAccount(ctx, "test"); err != nil {
		return err
	}
	if h.key, err = account.NewSecret(account.Live, rand.Reader); err != nil {
		return err
	}
	_, err = h.store.CreateKey(ctx, account.Key{
		AccountID: h.account.ID, Name: "laptop", Env: account.Live, Hash: account.HashKey(h.key), Hint: account.Hint(h.key),
		Scopes: []account.Scope{account.ScopeCompute},
	})
	for _, pool := range []account.Pool{account.PoolCompute, account.PoolImage, account.PoolAI} {
		if err == nil {
			_, err = h.store.Grant(ctx, account.Grant{AccountID: h.account.ID, Pool: pool, Class: account.ClassPrepaid, Units: 1_000_000})
		}
	}
	return err
}

// units is what is left in the pool of computing.
func (h *house) units(ctx context.Context) (int64, error) {
	b, err := h.store.Balance(ctx, h.account.ID, account.PoolCompute, "")
	return b.Units(), err
}

// unlimited are the settings of a house without a limit on requests, which
// tests of other things would meet.
var unlimited = map[string]string{"rate-per-minute": "0", "account-rate-per-minute": "0"}

// tester is the T of tests and benchmarks.
type tester interface {
	Helper()
	Fatal(...any)
	Cleanup(func())
}

func start(t tester, flags map[string]string, opts ...toolcrib.Option) (*house, *toolcrib.Client) {
	t.Helper()
	h, err := newHouse(flags)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.close)
	c, err := toolcrib.New(h.URL, h.key, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return h, c
}
