// Package tracetest is a collector of traces for tests: it takes in what
// OpenTelemetry's protocol brings over HTTP, on loopback.
package tracetest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"
)

// Collector keeps what it is sent. It ends with its test.
type Collector struct {
	URL string // the base URL, for OTEL_EXPORTER_OTLP_ENDPOINT

	mu     sync.Mutex
	status int
	header http.Header
	got    []*otlp.ResourceSpans
}

// New starts a collector and has the environment name it.
func New(t *testing.T) *Collector {
	t.Helper()
	c := &Collector{status: http.StatusOK}
	server := httptest.NewServer(c)
	t.Cleanup(server.Close)
	c.URL = server.URL
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", c.URL)
	return c
}

// Refuse has the collector answer with a status from now on.
func (c *Collector) Refuse(status int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.status = status
}

// ServeHTTP takes in spans.
func (c *Collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var message collector.ExportTraceServiceRequest
	if err != nil || r.URL.Path != "/v1/traces" || proto.Unmarshal(body, &message) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if w.WriteHeader(c.status); c.status == http.StatusOK {
		c.header = r.Header.Clone()
		c.got = append(c.got, message.GetResourceSpans()...)
	}
}

// Header is that of the last request.
func (c *Collector) Header() http.Header {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.header
}

// Span is a span with its attributes as text.
type Span struct {
	*otlp.Span
	Is map[string]string
}

// Parent tells whether the span is part of another.
func (s Span) Parent(of Span) bool { return slices.Equal(s.ParentSpanId, of.SpanId) }

// Spans are all that have come.
func (c *Collector) Spans() (all []Span) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, r := range c.got {
		for _, scope := range r.GetScopeSpans() {
			for _, span := range scope.GetSpans() {
				s := Span{span, map[string]string{}}
				for _, a := range span.GetAttributes() {
					text := prototext.MarshalOptions{}.Format(a.GetValue())
					_, value, _ := strings.Cut(text, ":")
					s.Is[a.GetKey()] = strings.Trim(value, `" `)
				}
				all = append(all, s)
			}
		}
	}
	return all
}

// Named are the spans of a name.
func (c *Collector) Named(name string) []Span {
	return slices.DeleteFunc(c.Spans(), func(s Span) bool { return s.Name != name })
}

// Text is all that has come, resources and scopes too, as text that can be
// searched.
func (c *Collector) Text() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var b strings.Builder
	for _, r := range c.got {
		b.WriteString(prototext.Format(r))
	}
	return b.String()
}
