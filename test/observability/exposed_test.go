package observability

import (
	"context"
	"slices"
	"testing"
	"time"

	dto "github.com/prometheus/client_model/go"

	"toolcrib/internal/account"
	"toolcrib/internal/account/accounttest"
	"toolcrib/internal/ai"
	"toolcrib/internal/engine"
	"toolcrib/internal/metrics"
	"toolcrib/internal/op"
	_ "toolcrib/internal/ops"
	"toolcrib/internal/outbox"
	"toolcrib/internal/problem"
)

// scrapeLabels are those that Prometheus itself gives every series.
var scrapeLabels = []string{"job", "instance"}

// exposed is what the program exposes once everything that it counts has
// happened: by metric, the values of its labels.
type exposed map[string]map[string][]string

// expose has everything happen that is counted.
func expose(t *testing.T) exposed {
	t.Helper()
	m := metrics.New("1.0.0", "abc")
	m.Lapses(func() int64 { return 1 })
	for _, p := range problem.All() {
		m.Request(metrics.DoorREST, p.Status, p.Code, time.Millisecond)
		m.Observe(engine.Observed{Op: "uuid-generator", Status: p.Status, Code: p.Code})
	}
	for _, door := range []metrics.Door{metrics.DoorMCP, metrics.DoorWeb, metrics.DoorHealth} {
		m.Request(door, 200, "", time.Millisecond)
	}
	for _, o := range op.All() {
		m.Observe(engine.Observed{Op: o.ID, Status: 200, Units: 1, Pool: account.Pool(o.Pool)})
	}
	m.Observe(engine.Observed{Op: "uuid-generator", Status: 402, Code: problem.InsufficientCredits, Short: account.PoolCompute})
	m.Endpoints("main")
	m.Model(t.Context(), "main", "model")(ai.Attempt{Outcome: ai.Answered})
	m.Delivery(t.Context(), account.Delivery{})(outbox.Attempt{Outcome: outbox.Delivered})
	ledger := accounttest.NewLedger(account.Plan{}, time.Now)
	if _, err := m.Ledger(ledger).ChargeBatch(context.Background(), make([]account.Charge, 2)); err != nil {
		t.Fatal(err)
	}
	m.Swept(account.Swept{Holds: 1}, nil)
	m.Backlog(account.Backlog{Holds: 1, Events: 1}, nil)

	families, err := m.Registry().Gather()
	if err != nil {
		t.Fatal(err)
	}
	e := exposed{"up": {}}
	for _, f := range families {
		e.add(f)
	}
	return e
}

// add notes a family under the names by which its samples are asked for.
func (e exposed) add(f *dto.MetricFamily) {
	names := map[string]string{f.GetName(): ""} // the label that only this name has
	switch f.GetType() {
	case dto.MetricType_HISTOGRAM:
		names = map[string]string{f.GetName() + "_bucket": "le", f.GetName() + "_sum": "", f.GetName() + "_count": ""}
	case dto.MetricType_SUMMARY:
		names = map[string]string{f.GetName(): "quantile", f.GetName() + "_sum": "", f.GetName() + "_count": ""}
	}
	for name, own := range names {
		labels := map[string][]string{}
		if own != "" {
			labels[own] = nil
		}
		for _, m := range f.GetMetric() {
			for _, l := range m.GetLabel() {
				if !slices.Contains(labels[l.GetName()], l.GetValue()) {
					labels[l.GetName()] = append(labels[l.GetName()], l.GetValue())
				}
			}
			for _, q := range m.GetSummary().GetQuantile() {
				labels[own] = append(labels[own], trim(q.GetQuantile()))
			}
		}
		e[name] = labels
	}
}
