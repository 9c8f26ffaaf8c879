// Package metrics counts what the service does, for Prometheus: calls and how
// long they took, units charged, how charges are committed together, and what
// the store failed at. Labels are operations, statuses, problem codes and
// pools: a bounded set, and never anything of a caller.
package metrics

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"toolcrib/internal/account"
	"toolcrib/internal/engine"
	"toolcrib/internal/meter"
)

// Metrics are the counts of one service.
type Metrics struct {
	registry *prometheus.Registry

	calls       *prometheus.CounterVec   // by op, status, code
	callSeconds *prometheus.HistogramVec // by op
	units       *prometheus.CounterVec   // by pool
	batchSize   prometheus.Histogram
	charging    prometheus.Histogram
	failures    *prometheus.CounterVec // by operation of the store
}

// New returns metrics at zero. version and commit say what is running.
func New(version, commit string) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		calls: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "toolcrib_calls_total", Help: "Calls of keys that have ended, by operation, HTTP status and problem code (empty = answered).",
		}, []string{"op", "status", "code"}),
		callSeconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "toolcrib_call_seconds", Help: "How long calls took from admission to answer, charge included, in seconds.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5},
		}, []string{"op"}),
		units: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "toolcrib_units_total", Help: "Units charged, by pool.",
		}, []string{"pool"}),
		batchSize: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "toolcrib_charge_batch_size", Help: "Charges committed in one transaction.",
			Buckets: prometheus.ExponentialBuckets(1, 2, 9),
		}),
		charging: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "toolcrib_charge_seconds", Help: "How long the transaction of a batch of charges took, in seconds.",
			Buckets: []float64{.00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1},
		}),
		failures: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "toolcrib_store_errors_total", Help: "Operations of the store that failed.",
		}, []string{"operation"}),
	}
	info := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "toolcrib_info", Help: "1, with what is running.",
		ConstLabels: prometheus.Labels{"version": version, "commit": commit},
	})
	info.Set(1)
	for _, operation := range []string{"charge", "balance", "reply"} {
		m.failures.WithLabelValues(operation) // a rate needs a zero to begin from
	}
	m.registry.MustRegister(m.calls, m.callSeconds, m.units, m.batchSize, m.charging, m.failures, info,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Lapses counts how often the shared rate windows could not be asked.
func (m *Metrics) Lapses(count func() int64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "toolcrib_rate_lapses_total", Help: "Requests that were counted by this process alone, because the shared rate windows did not answer.",
	}, func() float64 { return float64(count()) }))
}

// Observe counts one call.
func (m *Metrics) Observe(o engine.Observed) {
	m.calls.WithLabelValues(o.Op, strconv.Itoa(o.Status), string(o.Code)).Inc()
	m.callSeconds.WithLabelValues(o.Op).Observe(o.Took.Seconds())
	if o.Units > 0 {
		m.units.WithLabelValues(o.Pool.Name()).Add(float64(o.Units))
	}
}

// Handler answers with the counts in Prometheus's text format.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// Ledger is l, watched.
func (m *Metrics) Ledger(l meter.Ledger) meter.Ledger { return &ledger{l, m} }

// ledger watches the part of a store that the meter uses.
type ledger struct {
	meter.Ledger
	m *Metrics
}

func (l *ledger) failed(operation string, err error) {
	if err != nil {
		l.m.failures.WithLabelValues(operation).Inc()
	}
}

// ChargeBatch implements meter.Ledger.
func (l *ledger) ChargeBatch(ctx context.Context, charges []account.Charge) ([]account.Verdict, error) {
	began := time.Now()
	verdicts, err := l.Ledger.ChargeBatch(ctx, charges)
	l.m.charging.Observe(time.Since(began).Seconds())
	l.m.batchSize.Observe(float64(len(charges)))
	l.failed("charge", err)
	return verdicts, err
}

// Balance implements meter.Ledger.
func (l *ledger) Balance(ctx context.Context, accountID string, pool, allowance account.Pool) (account.Balance, error) {
	b, err := l.Ledger.Balance(ctx, accountID, pool, allowance)
	l.failed("balance", err)
	return b, err
}

// Reply implements meter.Ledger.
func (l *ledger) Reply(ctx context.Context, keyID string, idempotencyKey [32]byte) (*account.Reply, error) {
	r, err := l.Ledger.Reply(ctx, keyID, idempotencyKey)
	l.failed("reply", err)
	return r, err
}
