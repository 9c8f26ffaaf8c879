package trace

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	api "go.opentelemetry.io/otel/trace"

	"toolcrib/internal/engine"
)

// Attributes of ours.
const (
	requestID = attribute.Key("toolcrib.request.id") // req_<ULID>, as the caller has it in Request-Id
	opID      = attribute.Key("toolcrib.operation")
	code      = attribute.Key("toolcrib.problem.code")
	units     = attribute.Key("toolcrib.units")
	pool      = attribute.Key("toolcrib.pool")
)

// methods are those that are named; others are what callers made up.
var methods = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"}

// Answer is how an HTTP request was answered.
type Answer struct {
	Route   string // of ours, with fields as {name}; "" = none
	Status  int
	Problem string // code, "" = none
	ID      string // req_<ULID>, "" = none
}

// Request begins the span of an HTTP request, by the semantic conventions for
// HTTP servers less those attributes that hold what callers write: the path, the
// query, the address and the user agent. The function that is returned ends it.
func (t *Tracer) Request(r *http.Request) (*http.Request, func(Answer)) {
	method := r.Method
	if !slices.Contains(methods, method) {
		method = "_OTHER"
	}
	ctx, span := t.start(parent(r), spanName(method), api.WithSpanKind(api.SpanKindServer),
		api.WithAttributes(semconv.HTTPRequestMethodKey.String(method)))
	return r.WithContext(ctx), func(a Answer) {
		span.SetAttributes(semconv.HTTPResponseStatusCode(a.Status))
		if a.Route != "" {
			span.SetName(method + " " + a.Route)
			span.SetAttributes(semconv.HTTPRoute(a.Route))
		}
		if a.ID != "" {
			span.SetAttributes(requestID.String(a.ID))
		}
		fault(span, a.Status, a.Problem)
		span.End()
	}
}

// spanName is what a request is called whose route is not known.
func spanName(method string) string {
	if method == "_OTHER" {
		return "HTTP"
	}
	return method
}

// fault notes that something was refused or went wrong. Only the latter is an
// error of the service.
func fault(span api.Span, status int, problem string) {
	if problem != "" {
		span.SetAttributes(code.String(problem))
	}
	if status >= http.StatusInternalServerError {
		kind := problem
		if kind == "" {
			kind = strconv.Itoa(status)
		}
		span.SetAttributes(semconv.ErrorTypeKey.String(kind))
		span.SetStatus(codes.Error, "")
	}
}

// Call implements engine.Tracer.
func (t *Tracer) Call(ctx context.Context, op, id string) (context.Context, func(engine.Observed)) {
	ctx, span := t.start(ctx, "call "+op, api.WithAttributes(opID.String(op)))
	if !span.IsRecording() {
		return ctx, func(engine.Observed) { span.End() }
	}
	if id != "" {
		span.SetAttributes(requestID.String("req_" + id))
		t.calls.Store(id, span.SpanContext())
	}
	return ctx, func(o engine.Observed) {
		t.calls.Delete(id)
		if o.Units > 0 {
			span.SetAttributes(units.Int64(o.Units), pool.String(o.Pool.Name()))
		}
		fault(span, o.Status, string(o.Code))
		span.End()
	}
}

// Step implements engine.Tracer.
func (t *Tracer) Step(ctx context.Context, name string) (context.Context, func()) {
	ctx, span := t.start(ctx, name)
	return ctx, func() { span.End() }
}

var _ engine.Tracer = (*Tracer)(nil)
