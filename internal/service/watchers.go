package service

import (
	"context"

	"toolcrib/internal/account"
	"toolcrib/internal/ai"
	"toolcrib/internal/build"
	"toolcrib/internal/config"
	"toolcrib/internal/engine"
	"toolcrib/internal/meter"
	"toolcrib/internal/metrics"
	"toolcrib/internal/outbox"
	"toolcrib/internal/trace"
)

// watchers are those who are told what the parts do.
type watchers struct {
	metrics *metrics.Metrics
	trace   *trace.Tracer // nil = nothing is traced
}

func newWatchers(t *trace.Tracer) watchers {
	return watchers{metrics.New(build.Version, build.Commit()), t}
}

// calls traces calls, nil where that is not wanted.
func (w watchers) calls() engine.Tracer {
	if w.trace == nil {
		return nil
	}
	return w.trace
}

// ledger is l, watched.
func (w watchers) ledger(l meter.Ledger) meter.Ledger {
	if l = w.metrics.Ledger(l); w.trace != nil {
		l = w.trace.Ledger(l)
	}
	return l
}

// model is an ai.Watch.
func (w watchers) model(ctx context.Context, endpoint, model string) func(ai.Attempt) {
	counted := w.metrics.Model(ctx, endpoint, model)
	if w.trace == nil {
		return counted
	}
	traced := w.trace.Model(ctx, endpoint, model)
	return func(a ai.Attempt) {
		counted(a)
		traced(a)
	}
}

// delivery is the Watch of an outbox.
func (w watchers) delivery(ctx context.Context, d account.Delivery) func(outbox.Attempt) {
	counted := w.metrics.Delivery(ctx, d)
	if w.trace == nil {
		return counted
	}
	traced := w.trace.Delivery(ctx, d)
	return func(a outbox.Attempt) {
		counted(a)
		traced(a)
	}
}

// endpoints are the operator's names of where models are.
func endpoints(s config.Settings) (names []string) {
	models, err := s.Models()
	if err != nil {
		return nil // told when they are opened
	}
	for _, m := range models {
		for _, r := range m.Routes {
			names = append(names, r.Endpoint.Name)
		}
	}
	return names
}
