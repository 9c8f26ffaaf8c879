package service

import (
	"net/http"
	"time"

	"toolcrib/internal/metrics"
	"toolcrib/internal/problem"
	"toolcrib/internal/rest"
	"toolcrib/internal/trace"
	"toolcrib/internal/web"
)

// doors is the HTTP service with every request counted, and traced where that is
// wanted.
type doors struct {
	api     *rest.Server
	pages   *web.Site
	metrics *metrics.Metrics
	trace   *trace.Tracer // nil = nothing is traced
}

// ServeHTTP implements http.Handler.
func (d *doors) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	began := time.Now()
	route, ours := d.api.Route(r)
	door := doorOf(route, ours)
	a := &answer{ResponseWriter: w, status: http.StatusOK}
	if d.trace == nil || door == metrics.DoorHealth {
		d.api.ServeHTTP(a, r)
	} else {
		d.traced(a, r, route, door)
	}
	d.metrics.Request(door, a.status, a.code, time.Since(began))
}

func (d *doors) traced(a *answer, r *http.Request, route string, door metrics.Door) {
	if door == metrics.DoorWeb {
		route = d.pages.Route(r)
	}
	r, ended := d.trace.Request(r)
	d.api.ServeHTTP(a, r)
	ended(trace.Answer{Route: route, Status: a.status, Problem: string(a.code), ID: a.Header().Get("Request-Id")})
}

// doorOf is the door that a path of the API belongs to, or the website's.
func doorOf(route string, ours bool) metrics.Door {
	switch {
	case route == GatewayPath:
		return metrics.DoorMCP
	case route == "/healthz" || route == "/readyz":
		return metrics.DoorHealth
	case ours && route != "/":
		return metrics.DoorREST
	}
	return metrics.DoorWeb
}

// answer notes how a request is answered.
type answer struct {
	http.ResponseWriter
	status int
	code   problem.Code // of the problem that was sent, "" = none
}

// WriteHeader implements http.ResponseWriter.
func (a *answer) WriteHeader(status int) {
	if status >= http.StatusOK {
		a.status = status
	}
	// net/http says so itself where a body was too large, but only to a writer
	// of its own: what still comes of the body is not waited for.
	if status == http.StatusRequestEntityTooLarge {
		a.Header().Set("Connection", "close")
	}
	a.ResponseWriter.WriteHeader(status)
}

// Unwrap is for http.ResponseController.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// failed notes the problem that is sent.
func failed(w http.ResponseWriter, code problem.Code) {
	if a, ok := w.(*answer); ok {
		a.code = code
	}
}
