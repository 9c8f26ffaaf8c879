package openapi_test

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/engine"
	"toolcrib/internal/meter"
	"toolcrib/internal/op"
	"toolcrib/internal/openapi"
	"toolcrib/internal/rest"
)

// base has a sub-path, which paths and problem types must honour.
const base = "https://tools.example/crib"

const bodyLimit = 32 << 10

// ledger is a store in memory with one account and one key.
type ledger struct {
	key     account.Key
	balance account.Balance
	broken  error // of every charge
	away    error // of every look-up of a key
}

func (l *ledger) KeyByHash(_ context.Context, h account.KeyHash) (account.Key, error) {
	if h != l.key.Hash {
		return account.Key{}, account.ErrNotFound
	}
	return l.key, l.away
}

func (l *ledger) Key(_ context.Context, id string) (account.Key, error) {
	if id != l.key.ID {
		return account.Key{}, account.ErrNotFound
	}
	return l.key, l.away
}

func (l *ledger) Balance(_ context.Context, _ string, pool, allowance account.Pool) (account.Balance, error) {
	b := l.balance
	b.Pool = pool
	if allowance != "" {
		b.AllowanceLimit, b.Allowance = b.FreeLimit, b.Free
	}
	return b, nil
}

func (*ledger) Reply(context.Context, string, [32]byte) (*account.Reply, error) { return nil, nil }

func (l *ledger) ChargeBatch(_ context.Context, charges []account.Charge) ([]account.Verdict, error) {
	if l.broken != nil {
		return nil, l.broken
	}
	verdicts := make([]account.Verdict, len(charges))
	for i, c := range charges {
		l.balance.Free -= c.Units
		verdicts[i] = account.Verdict{Outcome: account.Charged, Taken: account.Taken{Free: c.Units}, Balance: l.balance, At: now()}
		verdicts[i].Balance.Pool = c.Pool
	}
	return verdicts, nil
}

func (l *ledger) Hold(_ context.Context, c account.Charge, _ time.Time) (account.Verdict, error) {
	v := account.Verdict{Outcome: account.Charged, Taken: account.Taken{Free: c.Units}, Balance: l.balance, At: now()}
	v.Balance.Pool = c.Pool
	return v, l.broken
}

func (l *ledger) Settle(_ context.Context, _ string, units int64, _ *account.Reply) (account.Verdict, error) {
	v := account.Verdict{Outcome: account.Charged, Taken: account.Taken{Free: units}, Balance: l.balance, At: now()}
	v.Balance.Pool = account.PoolAI
	return v, l.broken
}

func (l *ledger) Void(context.Context, string) error { return l.broken }

func (l *ledger) Account(context.Context, string) (account.Account, error) {
	return account.Account{ID: l.key.AccountID, Name: "example", CreatedAt: now()}, nil
}

func (l *ledger) Keys(context.Context, string) ([]account.Key, error) {
	return []account.Key{l.key}, nil
}

func (l *ledger) KeyUsage(context.Context, string, string) (account.KeyUsage, error) {
	return account.KeyUsage{Requests: 1, Units: 1}, nil
}

func (l *ledger) Ping(context.Context) error { return nil }

var now = op.SampleEnv().Now

// published is the document that the service under test serves.
var published = rest.Document{
	JSON: sync.OnceValue(func() []byte { return openapi.JSON(base) }),
	YAML: sync.OnceValue(func() []byte { return openapi.YAML(base) }),
}

// service is a server with the one key that opens it.
type service struct {
	http.Handler
	key string
}

// setting changes a service before it starts.
type setting func(*ledger, *meter.Options)

// newService starts the real front, engine and meter over a ledger in memory.
func newService(t *testing.T, settings ...setting) service {
	t.Helper()
	secret, err := account.NewSecret(account.Live, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	store := &ledger{
		key: account.Key{
			ID: account.NewID("key", now()), AccountID: account.NewID("acc", now()), Name: "test", Env: account.Live,
			Hash: account.HashKey(secret), Scopes: []account.Scope{account.ScopeCompute, account.ScopeUsage}, CreatedAt: now(),
		},
		balance: account.Balance{FreeLimit: 1 << 30, Free: 1 << 30, ResetsAt: account.PeriodEnd(now())},
	}
	limits := meter.Options{PerKey: 1 << 20}
	for _, set := range settings {
		set(store, &limits)
	}
	m := meter.New(store, limits)
	return service{rest.New(rest.Options{
		BaseURL: base, Meter: m, Keys: account.NewKeyring(store, now), Store: store, BodyLimit: bodyLimit, HeaderLimit: 8 << 10,
		Engine: engine.New(engine.Options{Input: op.DefaultLimits(), Output: 8 << 20, Compute: 10 * time.Second, Env: op.SampleEnv(), Meter: m}),
		Plan:   account.Plan{Allowances: map[account.Pool]int64{account.AllowancePool("random-decision-maker"): 5000}},
		Now:    now, Log: slog.New(slog.DiscardHandler),
		OpenAPI: published, Find: func(string, int) []*op.Op { return op.All()[:2] },
	}), secret}
}

// Settings under which calls are refused.
var (
	unfunded setting = func(l *ledger, _ *meter.Options) { l.balance.Free = 0 }
	customer setting = func(l *ledger, _ *meter.Options) { l.balance.Free, l.balance.EverPaid = 0, true }
	narrow   setting = func(l *ledger, _ *meter.Options) { l.key.Scopes = nil }
	busy     setting = func(_ *ledger, o *meter.Options) { o.PerKey = 1 }
	away     setting = func(l *ledger, _ *meter.Options) { l.away = errors.New("no connection") }
	full     setting = func(l *ledger, _ *meter.Options) { l.broken = errors.New("no disk") }
)
