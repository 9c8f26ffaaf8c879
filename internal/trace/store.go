package trace

import (
	"context"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	api "go.opentelemetry.io/otel/trace"

	"toolcrib/internal/account"
	"toolcrib/internal/ai"
	"toolcrib/internal/meter"
	"toolcrib/internal/outbox"
)

// Ledger is l, traced: a span for each batch of charges in which one is of a
// call that is traced, and for holds and their ends.
func (t *Tracer) Ledger(l meter.Ledger) meter.Ledger { return &ledger{l, t} }

type ledger struct {
	meter.Ledger
	t *Tracer
}

// ChargeBatch implements meter.Ledger. The batch is part of the first traced
// call in it, and linked to the others.
func (l *ledger) ChargeBatch(ctx context.Context, charges []account.Charge) ([]account.Verdict, error) {
	var calls []api.SpanContext
	for i := range charges {
		if c, ok := l.t.calls.Load(strings.TrimPrefix(charges[i].ID, "ch_")); ok {
			calls = append(calls, c.(api.SpanContext))
		}
	}
	if len(calls) == 0 {
		return l.Ledger.ChargeBatch(ctx, charges)
	}
	var links []api.Link
	for _, c := range calls[1:] {
		links = append(links, api.Link{SpanContext: c})
	}
	in, span := l.t.start(api.ContextWithSpanContext(ctx, calls[0]), "commit",
		api.WithLinks(links...), api.WithAttributes(attribute.Int("toolcrib.charges", len(charges))))
	verdicts, err := l.Ledger.ChargeBatch(in, charges)
	end(span, err)
	return verdicts, err
}

// Hold implements meter.Ledger.
func (l *ledger) Hold(ctx context.Context, c account.Charge, until time.Time) (account.Verdict, error) {
	ctx, span := l.t.start(ctx, "hold")
	v, err := l.Ledger.Hold(ctx, c, until)
	end(span, err)
	return v, err
}

// Settle implements meter.Ledger.
func (l *ledger) Settle(ctx context.Context, chargeID string, units int64, reply *account.Reply) (account.Verdict, error) {
	ctx, span := l.t.start(ctx, "settle")
	v, err := l.Ledger.Settle(ctx, chargeID, units, reply)
	end(span, err)
	return v, err
}

// Void implements meter.Ledger.
func (l *ledger) Void(ctx context.Context, chargeID string) error {
	ctx, span := l.t.start(ctx, "void")
	err := l.Ledger.Void(ctx, chargeID)
	end(span, err)
	return err
}

// end ends the span of something that the store was asked for. Its words are for
// the log.
func end(span api.Span, err error) {
	if err != nil {
		span.SetStatus(codes.Error, "")
	}
	span.End()
}

// Model traces an attempt to have a model answer; see ai.Watch. The names are
// those of the semantic conventions for generative AI.
func (t *Tracer) Model(ctx context.Context, endpoint, model string) func(ai.Attempt) {
	_, span := t.start(ctx, "chat "+model, api.WithSpanKind(api.SpanKindClient), api.WithAttributes(
		attribute.String("gen_ai.operation.name", "chat"), attribute.String("gen_ai.request.model", model), attribute.String("toolcrib.endpoint", endpoint)))
	return func(a ai.Attempt) {
		if a.Tokens != nil {
			span.SetAttributes(attribute.Int64("gen_ai.usage.input_tokens", a.Tokens.Input), attribute.Int64("gen_ai.usage.output_tokens", a.Tokens.Output))
		}
		ended(span, string(a.Outcome), a.Outcome != ai.Answered && a.Outcome != ai.Abandoned)
	}
}

// Delivery traces an attempt to deliver an event; see outbox.Options.Watch. Its
// host is not named: receivers are named by customers.
func (t *Tracer) Delivery(ctx context.Context, d account.Delivery) func(outbox.Attempt) {
	_, span := t.start(ctx, "deliver "+d.Kind, api.WithSpanKind(api.SpanKindClient), api.WithAttributes(
		semconv.HTTPRequestMethodPost, attribute.String("toolcrib.event.id", d.EventID), attribute.Int("toolcrib.tries", d.Tries+1)))
	return func(a outbox.Attempt) {
		if a.Status != 0 {
			span.SetAttributes(semconv.HTTPResponseStatusCode(a.Status))
		}
		ended(span, string(a.Outcome), a.Outcome != outbox.Delivered && a.Outcome != outbox.Abandoned)
	}
}

// ended ends the span of a request to somebody else.
func ended(span api.Span, outcome string, failed bool) {
	span.SetAttributes(attribute.String("toolcrib.outcome", outcome))
	if failed {
		span.SetAttributes(semconv.ErrorTypeKey.String(outcome))
		span.SetStatus(codes.Error, "")
	}
	span.End()
}
