package service_test

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"toolcrib/internal/account"
	"toolcrib/internal/config"
	"toolcrib/internal/op"
	"toolcrib/internal/op/optest"
	_ "toolcrib/internal/ops"
	"toolcrib/internal/service"
	"toolcrib/internal/store/sqlite"
)

// house is a whole service over a store of its own, called without a network.
type house struct {
	t       *testing.T
	store   account.Store
	handler http.Handler
	account account.Account
	key     string
	log     *bytes.Buffer
}

// defaults are the settings as a newcomer has them, less the rate limits,
// which tests of other things would meet.
func defaults(t *testing.T) config.Settings {
	t.Helper()
	s, _, err := config.Load(config.Sources{Flags: map[string]string{"rate-per-minute": "0", "account-rate-per-minute": "0"}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func newHouse(t *testing.T, s config.Settings, env op.Env) *house {
	t.Helper()
	store, err := sqlite.Open(t.Context(), sqlite.Options{Path: filepath.Join(t.TempDir(), "t.db"), Plan: service.Plan(s), Clock: env.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	h := &house{t: t, store: store, log: &bytes.Buffer{}}
	h.open(s, env)
	if h.account, err = store.CreateAccount(t.Context(), "test"); err != nil {
		t.Fatal(err)
	}
	h.key = h.newKey(account.ScopeCompute)
	return h
}

// handler is the HTTP service over a store.
func handler(s config.Settings, store account.Store, env op.Env, log *slog.Logger) http.Handler {
	const base = "http://toolcrib.test"
	return service.Handler(s, base, store, service.Build(s, base, store, env, log), env.Now, log)
}

// open sets up the service anew over the same store.
func (h *house) open(s config.Settings, env op.Env) {
	h.handler = handler(s, h.store, env, slog.New(slog.NewTextHandler(h.log, nil)))
}

func (h *house) newKey(scopes ...account.Scope) string {
	h.t.Helper()
	secret, err := account.NewSecret(account.Live, rand.Reader)
	if err != nil {
		h.t.Fatal(err)
	}
	_, err = h.store.CreateKey(h.t.Context(), account.Key{
		AccountID: h.account.ID, Name: "k" + secret[8:20], Env: account.Live, Hash: account.HashKey(secret), Hint: account.Hint(secret), Scopes: scopes,
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return secret
}

// grant gives prepaid compute units, so that a long test does not run dry.
func (h *house) grant(units int64) { h.grantOf(account.PoolCompute, units) }

func (h *house) grantOf(pool account.Pool, units int64) {
	h.t.Helper()
	_, err := h.store.Grant(h.t.Context(), account.Grant{AccountID: h.account.ID, Pool: pool, Class: account.ClassPrepaid, Units: units})
	if err != nil {
		h.t.Fatal(err)
	}
}

// request makes a keyed request; a body makes it a POST of JSON.
func (h *house) request(method, target, body string) *http.Request {
	var r io.Reader
	if method == http.MethodPost {
		r = strings.NewReader(body)
	}
	req := httptest.NewRequest(method, target, r)
	req.Header.Set("Authorization", "Bearer "+h.key)
	if method == http.MethodPost {
		req.Header.Set("Content-Type", "application/json")
	}
	return req
}

func (h *house) do(req *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, req)
	return w
}

// call sends an operation the JSON input of an example, as its method has it.
func (h *house) call(o *op.Op, input string) *httptest.ResponseRecorder {
	h.t.Helper()
	if o.Method == http.MethodGet {
		query, err := optest.Query(input)
		if err != nil {
			h.t.Fatal(err)
		}
		return h.do(h.request("GET", o.Path+"?"+query, ""))
	}
	return h.do(h.request("POST", o.Path, input))
}

func members(t *testing.T, input string) map[string]json.RawMessage {
	t.Helper()
	var m map[string]json.RawMessage
	if err := json.Unmarshal([]byte(input), &m); err != nil {
		t.Fatalf("%s: %v", input, err)
	}
	return m
}

// data takes the answer out of the envelope, byte for byte.
func data(t *testing.T, body []byte) string {
	t.Helper()
	s, ok := strings.CutPrefix(string(body), `{"success":true,"data":`)
	if !ok || !strings.HasSuffix(s, "}") {
		t.Fatalf("not the envelope of a success: %.300s", body)
	}
	return s[:len(s)-1]
}
