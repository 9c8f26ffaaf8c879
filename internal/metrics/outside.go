package metrics

import (
	"context"
	"errors"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/ai"
	"toolcrib/internal/outbox"
)

func (m *Metrics) outside() {
	m.models = m.counter("toolcrib_model_attempts_total",
		"Attempts to have a model answer, by the operator's name of the endpoint and outcome (answered, rejected, unusable, unavailable, abandoned).", "endpoint", "outcome")
	m.modelSeconds = m.histogram("toolcrib_model_attempt_seconds",
		"How long attempts to have a model answer took, in seconds, by endpoint.", modelTimes, "endpoint")
	m.webhooks = m.counter("toolcrib_webhook_attempts_total",
		"Attempts to deliver an event to a webhook, by outcome (delivered, postponed, given_up, abandoned).", "outcome")
	m.waiting = m.gauge("toolcrib_webhook_events_waiting",
		"Events neither delivered nor given up, in the store, whichever server sends them; looked up every 30 seconds.")
	from(m.webhooks, outbox.Outcomes...)
}

// Endpoints begins the counts of the endpoints of models.
func (m *Metrics) Endpoints(names ...string) {
	for _, name := range names {
		m.modelSeconds.WithLabelValues(name)
		for _, o := range ai.Outcomes {
			m.models.WithLabelValues(name, string(o))
		}
	}
}

// Model counts an attempt to have a model answer; see ai.Watch.
func (m *Metrics) Model(_ context.Context, endpoint, _ string) func(ai.Attempt) {
	began := time.Now()
	return func(a ai.Attempt) {
		m.models.WithLabelValues(endpoint, string(a.Outcome)).Inc()
		m.modelSeconds.WithLabelValues(endpoint).Observe(time.Since(began).Seconds())
	}
}

// Delivery counts an attempt to deliver an event; see outbox.Options.Watch.
func (m *Metrics) Delivery(context.Context, account.Delivery) func(outbox.Attempt) {
	return func(a outbox.Attempt) { m.webhooks.WithLabelValues(string(a.Outcome)).Inc() }
}

// Outbox is o, watched.
func (m *Metrics) Outbox(o account.Outbox) account.Outbox { return &events{o, m} }

type events struct {
	account.Outbox
	m *Metrics
}

// ClaimEvents implements account.Outbox.
func (e *events) ClaimEvents(ctx context.Context, n int, lease time.Duration) ([]account.Delivery, error) {
	list, err := e.Outbox.ClaimEvents(ctx, n, lease)
	if !errors.Is(err, context.Canceled) { // the process ends
		e.m.failed(opEvents, err)
	}
	return list, err
}

// SettleEvent implements account.Outbox.
func (e *events) SettleEvent(ctx context.Context, eventID string, delivered bool) error {
	err := e.Outbox.SettleEvent(ctx, eventID, delivered)
	e.m.failed(opEvents, err)
	return err
}

// RetryEvent implements account.Outbox.
func (e *events) RetryEvent(ctx context.Context, eventID string, at time.Time) error {
	err := e.Outbox.RetryEvent(ctx, eventID, at)
	e.m.failed(opEvents, err)
	return err
}
