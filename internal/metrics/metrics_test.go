package metrics_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/account/accounttest"
	"toolcrib/internal/engine"
	"toolcrib/internal/metrics"
)

// scrape returns the samples as Prometheus reads them.
func scrape(t *testing.T, m *metrics.Metrics) string {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/metrics", nil))
	if w.Code != 200 || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain; version=0.0.4") {
		t.Fatalf("%d %v", w.Code, w.Header())
	}
	return w.Body.String()
}

func want(t *testing.T, samples string, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if !strings.Contains(samples, line+"\n") {
			t.Errorf("no line %q in\n%s", line, samples)
		}
	}
}

func TestCallsAreCounted(t *testing.T) {
	m := metrics.New("1.2.3", "abc")
	key := &account.Key{ID: "key_x", Hint: "tc_live_abcd…wxyz"}
	for range 3 {
		m.Observe(engine.Observed{Key: key, Op: "uuid-generator", Status: 200, Units: 2, Pool: account.PoolCompute, Took: 3 * time.Millisecond})
	}
	m.Observe(engine.Observed{Key: key, Op: "uuid-generator", Status: 200, Units: 1, Pool: account.PoolCompute.For(account.Test), Took: time.Microsecond})
	m.Observe(engine.Observed{Key: key, Op: "csv-to-json", Status: 422, Code: "validation_failed", Refused: true, Took: time.Second})
	m.Lapses(func() int64 { return 7 })
	samples := scrape(t, m)
	want(t, samples,
		`toolcrib_calls_total{code="",op="uuid-generator",status="200"} 4`,
		`toolcrib_calls_total{code="validation_failed",op="csv-to-json",status="422"} 1`,
		`toolcrib_units_total{pool="compute"} 7`,
		`toolcrib_call_seconds_bucket{op="uuid-generator",le="0.0005"} 1`,
		`toolcrib_call_seconds_bucket{op="uuid-generator",le="0.005"} 4`,
		`toolcrib_call_seconds_count{op="csv-to-json"} 1`,
		`toolcrib_rate_lapses_total 7`,
		`toolcrib_info{commit="abc",version="1.2.3"} 1`,
	)
	for _, secret := range []string{"key_x", "tc_live"} {
		if strings.Contains(samples, secret) {
			t.Errorf("the metrics name %s", secret)
		}
	}
}

// broken is a store that is away.
type broken struct{ *accounttest.Ledger }

var errAway = errors.New("away")

func (broken) ChargeBatch(context.Context, []account.Charge) ([]account.Verdict, error) {
	return nil, errAway
}

func TestTheStoreIsWatched(t *testing.T) {
	clock := accounttest.NewClock("2026-11-20T09:00:00Z")
	l := accounttest.NewLedger(account.Plan{}, clock.Now)
	m := metrics.New("", "")
	want(t, scrape(t, m), `toolcrib_store_errors_total{operation="charge"} 0`)
	for _, n := range []int{1, 3, 3} {
		if _, err := m.Ledger(l).ChargeBatch(t.Context(), make([]account.Charge, n)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := m.Ledger(broken{l}).ChargeBatch(t.Context(), make([]account.Charge, 200)); !errors.Is(err, errAway) {
		t.Fatal(err)
	}
	want(t, scrape(t, m),
		`toolcrib_charge_batch_size_bucket{le="1"} 1`,
		`toolcrib_charge_batch_size_bucket{le="4"} 3`,
		`toolcrib_charge_batch_size_sum 207`,
		`toolcrib_charge_seconds_count 4`,
		`toolcrib_store_errors_total{operation="charge"} 1`,
		`toolcrib_store_errors_total{operation="balance"} 0`,
	)
}
