package rest_test

import (
	"context"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/account/accounttest"
	"toolcrib/internal/engine"
	"toolcrib/internal/meter"
	"toolcrib/internal/op"
	"toolcrib/internal/rest"
)

// paying is a ledger that has always enough and writes nothing, so that what is
// measured is the front and the engine.
type paying struct{ *accounttest.Ledger }

func (paying) Balance(_ context.Context, _ string, pool, _ account.Pool) (account.Balance, error) {
	return account.Balance{Pool: pool, Prepaid: 1e12, ResetsAt: time.Now().Add(time.Hour)}, nil
}

func (p paying) ChargeBatch(ctx context.Context, charges []account.Charge) ([]account.Verdict, error) {
	verdicts := make([]account.Verdict, len(charges))
	for i, c := range charges {
		verdicts[i].Balance, _ = p.Balance(ctx, c.AccountID, c.Pool, c.Allowance)
		verdicts[i].Taken.Prepaid = c.Units
	}
	return verdicts, nil
}

// benchServer is a service without limits in reach, and a key of it.
func benchServer(b *testing.B) (*rest.Server, string) {
	ledger := accounttest.NewLedger(account.Plan{}, time.Now)
	ledger.AddAccount("acc_1")
	secret, err := account.NewSecret(account.Live, rand.NewChaCha8([32]byte{3}))
	if err != nil {
		b.Fatal(err)
	}
	ledger.AddKey(account.Key{ID: "key_1", AccountID: "acc_1", Env: account.Live, Hash: account.HashKey(secret), Scopes: []account.Scope{account.ScopeCompute}})
	m := meter.New(paying{ledger}, meter.Options{PerKey: 1e9, PerAccount: 1e9})
	e := engine.New(engine.Options{Input: op.DefaultLimits(), Output: 1 << 20, Compute: 2 * time.Second, Env: op.Env{Now: time.Now}, Meter: m})
	return rest.New(rest.Options{
		BaseURL: "http://127.0.0.1:8080", Engine: e, Meter: m, Keys: account.NewKeyring(ledger, time.Now), Store: ledger,
		BodyLimit: 2 << 20, HeaderLimit: 32 << 10, Now: time.Now, Log: slog.New(slog.DiscardHandler),
		OpenAPI: rest.Document{JSON: func() []byte { return nil }, YAML: func() []byte { return nil }},
	}), secret
}

// sink is a writer that keeps nothing but the status.
type sink struct {
	header http.Header
	status int
}

func (s *sink) Header() http.Header         { return s.header }
func (s *sink) WriteHeader(status int)      { s.status = status }
func (s *sink) Write(p []byte) (int, error) { return len(p), nil }

// BenchmarkServeHTTP is one call from its parsed request to its answer, without
// net/http's own part and without a store.
func BenchmarkServeHTTP(b *testing.B) {
	for _, c := range []struct{ name, method, target, body string }{
		{"get", "GET", "/v1/calculators/add?a=1&b=2", ""},
		{"post", "POST", "/v1/text/echo", `{"text":"Hello, World!"}`},
		{"post of 10 KB", "POST", "/v1/text/echo", `{"text":"` + strings.Repeat("Hello, World! ", 700) + `"}`},
		{"post of 10 KB of lines", "POST", "/v1/text/echo", `{"text":"` + strings.Repeat(`GET \"/v1/orders\" 200\n`, 390) + `"}`},
		{"post of 1 MB", "POST", "/v1/text/echo", `{"text":"` + strings.Repeat("Hello, World! ", 70_000) + `"}`},
		{"post of 1 MB of lines", "POST", "/v1/text/echo", `{"text":"` + strings.Repeat(`GET \"/v1/orders\" 200\n`, 39_000) + `"}`},
	} {
		b.Run(c.name, func(b *testing.B) {
			server, secret := benchServer(b)
			r := httptest.NewRequestWithContext(b.Context(), c.method, c.target, nil)
			r.Header.Set("Authorization", "Bearer "+secret)
			r.Header.Set("Content-Type", "application/json")
			body := strings.NewReader(c.body)
			r.Body, r.ContentLength = io.NopCloser(body), int64(len(c.body))
			b.ReportAllocs()
			for b.Loop() {
				body.Reset(c.body)
				w := sink{header: http.Header{}}
				ctx, sent := context.WithCancel(b.Context()) // as net/http does it
				if server.ServeHTTP(&w, r.WithContext(ctx)); w.status != http.StatusOK {
					b.Fatal(w.status)
				}
				sent()
			}
		})
	}
}
