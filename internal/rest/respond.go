package rest

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"toolcrib/internal/engine"
	"toolcrib/internal/problem"
	"toolcrib/internal/window"
)

// fail writes a problem.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, rep *Reply, p *problem.Problem) {
	h := w.Header()
	if p.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(p.RetryAfter))
	}
	if p.Allow != "" {
		h.Set("Allow", p.Allow)
	}
	switch p.Code {
	case problem.MissingAPIKey:
		h.Set("Www-Authenticate", `Bearer realm="toolcrib"`)
	case problem.InvalidAPIKey:
		h.Set("Www-Authenticate", `Bearer realm="toolcrib", error="invalid_token"`)
	case problem.InsufficientScope:
		h.Set("Www-Authenticate", `Bearer realm="toolcrib", error="insufficient_scope", scope="`+p.Scope+`"`)
	}
	s.note(r, rep, p)
	body := p.AppendJSON(nil, s.opts.BaseURL, r.URL.EscapedPath(), "req_"+rep.ID)
	s.write(w, r, rep, p.Status, problem.MediaType, body)
}

// note logs a problem that is not the caller's.
func (s *Server) note(r *http.Request, rep *Reply, p *problem.Problem) {
	if p.Status >= 500 && !errors.Is(p.Cause, context.Canceled) {
		s.opts.Log.LogAttrs(r.Context(), slog.LevelError, "call failed",
			slog.String("request_id", "req_"+rep.ID), slog.String("code", string(p.Code)), slog.Any("cause", p.Cause))
	}
}

// write sends an answer with the headers that every keyed response carries.
func (s *Server) write(w http.ResponseWriter, r *http.Request, rep *Reply, status int, mediaType string, body []byte) {
	h := w.Header()
	if mediaType != "" {
		h["Content-Type"] = []string{mediaType}
	}
	h["Cache-Control"] = noStore
	s.common(h, rep)
	if rep.Keyed {
		s.receipt(h, rep)
	}
	send(w, r, status, compress(h, strings.Join(r.Header.Values("Accept-Encoding"), ","), body))
}

// common sets the headers of every answer, keyed or not.
func (s *Server) common(h http.Header, rep *Reply) {
	h["X-Content-Type-Options"] = noSniff
	h["Request-Id"] = []string{"req_" + rep.ID}
	if s.tls {
		h["Strict-Transport-Security"] = transport
	}
}

// send writes an answer. HEAD gets the headers of GET, with the length of the
// body that it does not get.
func send(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	w.Header()["Content-Length"] = []string{strconv.Itoa(len(body))}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		// A caller that went away is not an error of ours; the call stays charged.
		_, _ = w.Write(body)
	}
}

// Values that never change are shared: net/http only reads them.
var (
	noStore   = []string{"no-store"}
	noSniff   = []string{"nosniff"}
	transport = []string{"max-age=31536000"}
)

// receipt sets the limit and pool headers. RateLimit and RateLimit-Policy are
// those of draft-ietf-httpapi-ratelimit-headers-10, structured fields of RFC
// 9651; ours follow the same syntax.
func (s *Server) receipt(h http.Header, rep *Reply) {
	c := &rep.Receipt
	if c.Rate.Limit > 0 {
		policy := engine.RatePolicy(c.Rate)
		h["Ratelimit-Policy"] = []string{string(item(policy, param{"q", int64(c.Rate.Limit)}, param{"w", ceil(window.Period)}))}
		h["Ratelimit"] = []string{string(item(policy, param{"r", int64(c.Rate.Remaining)}, param{"t", ceil(c.Rate.Reset)}))}
	}
	if c.Known {
		b := item(c.Balance.Pool.Name(), param{"free", c.Balance.Free}, param{"prepaid", c.Balance.Promo + c.Balance.Prepaid + c.Balance.Overflow},
			param{"t", max(ceil(c.Balance.ResetsAt.Sub(s.opts.Now())), 0)})
		if c.Balance.AllowanceLimit > 0 {
			b = append(append(b, ", "...), item("op", param{"free", c.Balance.Allowance})...)
		}
		h["Toolcrib-Quota"] = []string{string(b)}
	}
	if c.Charge != "" {
		h["Toolcrib-Charge"] = []string{string(item(c.Charge, param{"units", c.Taken.Units()},
			param{"free", c.Taken.Free}, param{"prepaid", c.Taken.Promo + c.Taken.Prepaid + c.Taken.Overflow}))}
	}
}

// param is an integer parameter of a structured field.
type param struct {
	name  string
	value int64
}

// maxInteger is the largest integer of a structured field (RFC 9651 section 3.3.1).
const maxInteger = 999_999_999_999_999

// item writes a string item with parameters. The name needs no escapes: it is
// one of ours.
func item(name string, params ...param) []byte {
	b := append(make([]byte, 0, 96), '"')
	b = append(append(b, name...), '"')
	for _, p := range params {
		b = append(append(append(b, ';'), p.name...), '=')
		b = strconv.AppendInt(b, min(p.value, maxInteger), 10)
	}
	return b
}

// ceil is a length of time in seconds, rounded up: who waits that long has
// waited long enough.
func ceil(d time.Duration) int64 { return int64((d + time.Second - 1) / time.Second) }
