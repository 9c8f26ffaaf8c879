package rest_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/account"
)

// withAuthorization sends exactly the Authorization headers given.
func (s *site) withAuthorization(target string, values ...string) *httptest.ResponseRecorder {
	s.t.Helper()
	r := s.request("GET", target, "", "Authorization:")
	for _, v := range values {
		r.Header.Add("Authorization", v)
	}
	return s.serve(r)
}

const (
	challenge = `Bearer realm="toolcrib"`
	badToken  = `Bearer realm="toolcrib", error="invalid_token"`
)

func TestAcceptedCredentials(t *testing.T) {
	s := newSite(t)
	for _, v := range []string{"Bearer ", "bearer ", "BEARER ", "bEaReR ", "Bearer   "} {
		if w := s.withAuthorization(addURL, v+s.secret); w.Code != 200 {
			t.Errorf("%q: %d", v, w.Code)
		}
	}
}

func TestMissingKey(t *testing.T) {
	s := newSite(t)
	for name, w := range map[string]*httptest.ResponseRecorder{
		"no header":      s.withAuthorization(addURL),
		"empty":          s.withAuthorization(addURL, ""),
		"another scheme": s.withAuthorization(addURL, "Basic dXNlcjpwYXNz"),
		"no scheme":      s.withAuthorization(addURL, s.secret),
		"no key":         s.withAuthorization(addURL, "Bearer"),
		"blank key":      s.withAuthorization(addURL, "Bearer   "),
		"key in the URL": s.withAuthorization("/sub/v1/calculators/add?api_key=" + s.secret),
		"escaped in URL": s.withAuthorization("/sub/v1/calculators/add?k=" + strings.ReplaceAll(s.secret, "_", "%5F")),
		"usage":          s.withAuthorization("/sub/v1/usage"),
		"operations":     s.withAuthorization("/sub/v1/operations"),
	} {
		b := s.refused(w, 401, "missing_api_key")
		if got := w.Header().Get("Www-Authenticate"); got != challenge {
			t.Errorf("%s: WWW-Authenticate %q", name, got)
		}
		if !strings.Contains(b.Detail, "'Authorization: Bearer <key>'") {
			t.Errorf("%s: %q does not say how", name, b.Detail)
		}
		if strings.Contains(name, "URL") != strings.Contains(b.Detail, "Revoke that key") {
			t.Errorf("%s: %q", name, b.Detail)
		}
		noReceipt(t, name, w)
	}
}

// noReceipt checks that an answer tells nothing of limits and pools.
func noReceipt(t *testing.T, name string, w *httptest.ResponseRecorder) {
	t.Helper()
	for _, h := range []string{"Ratelimit", "Ratelimit-Policy", "Toolcrib-Quota", "Toolcrib-Charge"} {
		if v := w.Header().Values(h); v != nil {
			t.Errorf("%s: %s: %v", name, h, v)
		}
	}
}

// Malformed, unknown, revoked and expired are one answer, to the byte.
func TestInvalidKeysAreIndistinguishable(t *testing.T) {
	s := newSite(t)
	random := rand.NewChaCha8([32]byte{77})
	unknown, err := account.NewSecret(account.Live, random)
	if err != nil {
		t.Fatal(err)
	}
	revoked := s.addKey("key_r", "acc_1", random, account.ScopeCompute)
	s.ledger.Update("key_r", func(k *account.Key) { k.RevokedAt = s.clock.Now() })
	expired := s.addKey("key_e", "acc_1", random, account.ScopeCompute)
	s.ledger.Update("key_e", func(k *account.Key) { k.ExpiresAt = s.clock.Now() })
	late := s.addKey("key_l", "acc_1", random, account.ScopeCompute)
	if w := s.withAuthorization(addURL, "Bearer "+late); w.Code != 200 {
		t.Fatal(w.Code)
	}
	// Revoked while remembered: the charge finds out.
	s.ledger.Update("key_l", func(k *account.Key) { k.RevokedAt = s.clock.Now() })
	first := ""
	for _, c := range []struct {
		name   string
		values []string
	}{
		{"unknown", []string{"Bearer " + unknown}},
		{"revoked", []string{"Bearer " + revoked}},
		{"expired", []string{"Bearer " + expired}},
		{"revoked while remembered", []string{"Bearer " + late}},
		{"the same again", []string{"Bearer " + late}},
		{"malformed", []string{"Bearer nonsense"}},
		{"other environment", []string{"Bearer " + strings.Replace(s.secret, "live", "test", 1)}},
		{"one character off", []string{"Bearer " + s.secret[:20] + "!" + s.secret[21:]}},
		{"two words", []string{"Bearer " + s.secret + " x"}},
		{"two in one", []string{"Bearer " + s.secret + ", Bearer " + s.secret}},
		{"two headers", []string{"Bearer " + s.secret, "Bearer " + s.secret}},
		{"very long", []string{"Bearer " + strings.Repeat("a", 20_000)}},
	} {
		w := s.withAuthorization(addURL, c.values...)
		s.refused(w, 401, "invalid_api_key")
		noReceipt(t, c.name, w)
		answer := strings.ReplaceAll(w.Body.String(), w.Header().Get("Request-Id"), "ID")
		w.Header().Del("Request-Id")
		h, err := json.Marshal(w.Header())
		if err != nil {
			t.Fatal(err)
		}
		if answer += string(h); first == "" {
			first = answer
		}
		if answer != first {
			t.Errorf("%s can be told apart:\n%s\n%s", c.name, answer, first)
		}
		if w.Header().Get("Www-Authenticate") != badToken {
			t.Errorf("%s: %v", c.name, w.Header())
		}
	}
}

// What the charge found out is remembered: the next call is refused before
// anything is computed.
func TestRefusedKeyIsForgotten(t *testing.T) {
	s := newSite(t)
	s.get(addURL)
	s.ledger.Update("key_1", func(k *account.Key) { k.RevokedAt = s.clock.Now() })
	for range 3 {
		s.refused(s.get(addURL), 401, "invalid_api_key")
	}
	if n := s.ledger.Calls("ChargeBatch"); n != 2 {
		t.Errorf("%d charges were tried, want one before and one after the revocation", n)
	}
}

func TestInsufficientScope(t *testing.T) {
	s := newSite(t)
	w := s.withAuthorization(addURL, "Bearer "+s.mute)
	s.refused(w, 403, "insufficient_scope")
	if got := w.Header().Get("Www-Authenticate"); got != `Bearer realm="toolcrib", error="insufficient_scope", scope="tools:compute"` {
		t.Errorf("WWW-Authenticate %q", got)
	}
	noReceipt(t, "403", w)
	if len(s.ledger.Made()) != 0 {
		t.Error("charged")
	}
}

func TestStoreAwayForKeys(t *testing.T) {
	s := newSite(t)
	s.ledger.Fault = func(context.Context, string) error { return errors.New("away") }
	for _, target := range []string{addURL, "/sub/v1/usage"} {
		w := s.get(target)
		s.refused(w, 503, "charge_unavailable")
		if w.Header().Get("Retry-After") != "1" {
			t.Errorf("%s: %v", target, w.Header())
		}
	}
}

func TestStoreHangs(t *testing.T) {
	for target, method := range map[string]string{addURL: "KeyByHash", "/sub/v1/usage": "KeyUsage", "/sub/readyz": "Ping"} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			s.ledger.Fault = func(ctx context.Context, m string) error {
				if m == method {
					<-ctx.Done()
					return ctx.Err()
				}
				return nil
			}
			begin := time.Now()
			s.refused(s.get(target), 503, "charge_unavailable")
			if d := time.Since(begin); d > 2*time.Second {
				t.Errorf("said after %v", d)
			}
		})
	}
}
