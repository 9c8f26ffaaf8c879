// Package trace sends traces of requests by OpenTelemetry's protocol (OTLP over
// HTTP), where the environment names a collector, by the variables that the
// OpenTelemetry specification has for it. It is the only package that knows
// OpenTelemetry; where no collector is named there is no Tracer, and nothing is
// done.
//
// Attributes are routes, methods, statuses, ids and names of ours, and the
// operator's names of endpoints and models: never a path, a query, a header, an
// address, a body or a key. Of what callers send, the ids of the traceparent
// header are taken in (W3C Trace Context), and nothing else: tracestate and
// baggage are free text.
package trace

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/go-logr/logr"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	api "go.opentelemetry.io/otel/trace"
)

// Name is what spans are told apart by, and the service's name where
// OTEL_SERVICE_NAME gives no other.
const Name = "toolcrib"

// flushTimeout is how long a stopping server waits for the collector.
const flushTimeout = 5 * time.Second

// Tracer makes spans and sends them. It is safe for concurrent use.
type Tracer struct {
	provider *sdk.TracerProvider
	tracer   api.Tracer
	log      *slog.Logger

	calls sync.Map // id of a call under way → its api.SpanContext
}

// Wanted tells whether the environment asks for traces: an endpoint is named,
// and nothing says that there shall be none.
func Wanted() bool {
	named := os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") != "" || os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") != ""
	return named && os.Getenv("OTEL_SDK_DISABLED") != "true" && os.Getenv("OTEL_TRACES_EXPORTER") != "none"
}

// Open returns a Tracer as the environment has it, nil where no traces are
// wanted. It connects to nothing yet.
func Open(ctx context.Context, version string, log *slog.Logger) (*Tracer, error) {
	if !Wanted() {
		return nil, nil
	}
	// The SDK would write what it makes of the environment to standard error,
	// and quote values, which may be keys.
	otel.SetLogger(logr.New(silent{log}))
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) {
		log.LogAttrs(context.Background(), slog.LevelWarn, "traces are not sent as they should be", slog.Any("cause", err))
	}))
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, fmt.Errorf("traces cannot be sent: %w", err)
	}
	about, err := resource.New(ctx,
		resource.WithAttributes(semconv.ServiceName(Name), semconv.ServiceVersion(version)),
		resource.WithHost(), resource.WithTelemetrySDK(), resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	// The sampler, and how spans are gathered, are the environment's.
	t := &Tracer{provider: sdk.NewTracerProvider(sdk.WithResource(about), sdk.WithBatcher(&reported{SpanExporter: exporter, log: log})), log: log}
	t.tracer = t.provider.Tracer(Name, api.WithInstrumentationVersion(version))
	return t, nil
}

// Close sends what has not been sent, and takes 5 seconds at most. A Tracer that
// is nil has nothing to send.
func (t *Tracer) Close() {
	if t == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), flushTimeout)
	defer cancel()
	if err := t.provider.Shutdown(ctx); err != nil {
		t.log.LogAttrs(ctx, slog.LevelWarn, "the last traces were not sent", slog.Any("cause", err))
	}
}

// start begins a span.
func (t *Tracer) start(ctx context.Context, name string, options ...api.SpanStartOption) (context.Context, api.Span) {
	return t.tracer.Start(ctx, name, options...)
}

// parent takes in the trace that a caller's request is part of.
func parent(r *http.Request) context.Context {
	const header = "traceparent"
	values := r.Header.Values(header)
	if len(values) != 1 {
		return r.Context()
	}
	return propagation.TraceContext{}.Extract(r.Context(), propagation.MapCarrier{header: values[0]})
}

// reported is an exporter whose failures go to the log, the first of several
// alone.
type reported struct {
	sdk.SpanExporter
	log *slog.Logger

	mu      sync.Mutex
	failing bool
}

// ExportSpans implements sdk.SpanExporter.
func (e *reported) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	err := e.SpanExporter.ExportSpans(ctx, spans)
	e.mu.Lock()
	changed := e.failing != (err != nil)
	e.failing = err != nil
	e.mu.Unlock()
	switch {
	case changed && err != nil:
		e.log.LogAttrs(ctx, slog.LevelWarn, "traces are not sent", slog.Any("cause", err))
	case changed:
		e.log.LogAttrs(ctx, slog.LevelInfo, "traces are sent again")
	}
	return nil
}

// silent passes on what the SDK says of its settings, less the values.
type silent struct{ log *slog.Logger }

// Init implements logr.LogSink.
func (silent) Init(logr.RuntimeInfo) {}

// Enabled implements logr.LogSink: level 1 is a warning of the SDK, those above
// are for its developers.
func (silent) Enabled(level int) bool { return level <= 1 }

// Info implements logr.LogSink.
func (s silent) Info(_ int, what string, _ ...any) { s.say(what) }

// Error implements logr.LogSink.
func (s silent) Error(_ error, what string, _ ...any) { s.say(what) }

// WithValues implements logr.LogSink.
func (s silent) WithValues(...any) logr.LogSink { return s }

// WithName implements logr.LogSink.
func (s silent) WithName(string) logr.LogSink { return s }

func (s silent) say(what string) {
	s.log.LogAttrs(context.Background(), slog.LevelWarn, "a setting of the traces is not usable", slog.String("what", what))
}
