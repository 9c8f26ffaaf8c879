// Package metrics counts what the service does, for Prometheus: requests and
// calls and how long they took, units charged, how charges are committed
// together, what the store failed at, models asked and webhooks sent. Labels are
// operations, doors, statuses, problem codes, pools and the operator's own names
// of endpoints: a bounded set, and never anything of a caller.
// docs/observability.md lists them.
package metrics

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"toolcrib/internal/account"
	"toolcrib/internal/engine"
	"toolcrib/internal/problem"
)

// Metrics are the counts of one service. They are safe for concurrent use.
type Metrics struct {
	registry *prometheus.Registry

	requests       *prometheus.CounterVec   // by door, status, code
	requestSeconds *prometheus.HistogramVec // by door

	calls        *prometheus.CounterVec   // by op, status, code
	callSeconds  *prometheus.HistogramVec // by op
	units        *prometheus.CounterVec   // by pool
	poolRefusals *prometheus.CounterVec   // by pool, code

	charges   *prometheus.CounterVec // by outcome
	batchSize prometheus.Histogram
	charging  prometheus.Histogram
	failures  *prometheus.CounterVec // by operation of the store
	holds     *prometheus.CounterVec // by event
	holdsOpen prometheus.Gauge

	models       *prometheus.CounterVec   // by endpoint, outcome
	modelSeconds *prometheus.HistogramVec // by endpoint
	webhooks     *prometheus.CounterVec   // by outcome
	waiting      prometheus.Gauge
}

// New returns metrics at zero. version and commit say what is running.
func New(version, commit string) *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry()}
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	info := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "toolcrib_info", Help: "1, with what is running.",
		ConstLabels: prometheus.Labels{"version": version, "commit": commit},
	})
	info.Set(1)
	m.registry.MustRegister(info)
	m.doors()
	m.callers()
	m.store()
	m.outside()
	return m
}

// Bounds of the times that are told apart, in seconds.
var (
	callTimes   = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5}
	chargeTimes = []float64{.00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1}
	modelTimes  = []float64{.1, .25, .5, 1, 2.5, 5, 10, 20, 40, 60}
)

func (m *Metrics) counter(name, help string, labels ...string) *prometheus.CounterVec {
	c := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	m.registry.MustRegister(c)
	return c
}

func (m *Metrics) histogram(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
	h := prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets}, labels)
	m.registry.MustRegister(h)
	return h
}

func (m *Metrics) gauge(name, help string) prometheus.Gauge {
	g := prometheus.NewGauge(prometheus.GaugeOpts{Name: name, Help: help})
	m.registry.MustRegister(g)
	return g
}

// from gives counts a zero for each value of a label: a rate needs one to begin
// from.
func from[V ~string](c *prometheus.CounterVec, values ...V) {
	for _, v := range values {
		c.WithLabelValues(string(v))
	}
}

// Door is where a request comes in.
type Door string

// The doors.
const (
	DoorREST   Door = "rest"
	DoorMCP    Door = "mcp"
	DoorWeb    Door = "web"
	DoorHealth Door = "health" // probes
)

func (m *Metrics) doors() {
	m.requests = m.counter("toolcrib_http_requests_total",
		"HTTP requests answered, by door (rest, mcp, web, health), status and code of the problem that was sent (empty = none).", "door", "status", "code")
	m.requestSeconds = m.histogram("toolcrib_http_request_seconds",
		"How long HTTP requests took until they were answered, in seconds, by door.", callTimes, "door")
}

// Request counts one HTTP request, whatever became of it. code is that of the
// problem that was sent, "" where none was.
func (m *Metrics) Request(door Door, status int, code problem.Code, took time.Duration) {
	m.requests.WithLabelValues(string(door), strconv.Itoa(status), string(code)).Inc()
	m.requestSeconds.WithLabelValues(string(door)).Observe(took.Seconds())
}

func (m *Metrics) callers() {
	m.calls = m.counter("toolcrib_calls_total",
		"Calls of keys that have ended, by operation, HTTP status and problem code (empty = answered).", "op", "status", "code")
	m.callSeconds = m.histogram("toolcrib_call_seconds",
		"How long calls took from admission to answer, charge included, in seconds.", callTimes, "op")
	m.units = m.counter("toolcrib_units_total", "Units charged, by pool.", "pool")
	m.poolRefusals = m.counter("toolcrib_pool_refusals_total",
		"Calls refused because too few units were left, by pool and problem code.", "pool", "code")
	for _, pool := range []account.Pool{account.PoolCompute, account.PoolImage, account.PoolAI} {
		m.units.WithLabelValues(string(pool))
		for _, code := range []problem.Code{problem.InsufficientCredits, problem.FreeQuotaExceeded} {
			m.poolRefusals.WithLabelValues(string(pool), string(code))
		}
	}
}

// Observe counts one call.
func (m *Metrics) Observe(o engine.Observed) {
	m.calls.WithLabelValues(o.Op, strconv.Itoa(o.Status), string(o.Code)).Inc()
	m.callSeconds.WithLabelValues(o.Op).Observe(o.Took.Seconds())
	if o.Units > 0 {
		m.units.WithLabelValues(o.Pool.Name()).Add(float64(o.Units))
	}
	if o.Short != "" {
		m.poolRefusals.WithLabelValues(o.Short.Name(), string(o.Code)).Inc()
	}
}

// Lapses counts how often the shared rate windows could not be asked.
func (m *Metrics) Lapses(count func() int64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "toolcrib_rate_lapses_total", Help: "Requests that were counted by this process alone, because the shared rate windows did not answer.",
	}, func() float64 { return float64(count()) }))
}

// Handler answers with the counts in Prometheus's text format.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// Registry is where the counts are gathered.
func (m *Metrics) Registry() prometheus.Gatherer { return m.registry }
