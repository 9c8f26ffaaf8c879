package rest

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"toolcrib/internal/problem"
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
	if s.opts.Failed != nil {
		s.opts.Failed(w, p.Code)
	}
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
	switch mediaType {
	case "":
	case "application/json":
		h["Content-Type"] = jsonType
	default:
		h["Content-Type"] = []string{mediaType}
	}
	h["Cache-Control"] = noStore
	body = compress(h, strings.Join(r.Header.Values("Accept-Encoding"), ","), body)
	length := len(body)
	if length < counted && r.Method != http.MethodHead {
		length = -1
	}
	s.head(h, rep, length)
	send(w, r, status, body)
}

// Who reads nothing, or next to nothing, shall not keep a large answer in memory.
const (
	piece   = 64 << 10        // of an answer, which is to be taken within slowest
	longest = 2 * time.Minute // for all of an answer
)

// counted is the length below which net/http finds out a body's length by
// itself. Without that field the header of most answers is a map of eight, which
// is several times as quick as one of nine.
const counted = 2048

// send writes an answer whose header is set. HEAD gets the headers of GET, with
// the length of the body that it does not get.
func send(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	w.WriteHeader(status)
	if r.Method == http.MethodHead {
		return
	}
	for end := time.Now().Add(longest); len(body) > piece; {
		// Not every writer has deadlines; those of the server's do.
		now := time.Now()
		_ = http.NewResponseController(w).SetWriteDeadline(now.Add(min(slowest, end.Sub(now))))
		if _, err := w.Write(body[:piece]); err != nil {
			return
		}
		body = body[piece:]
	}
	// A caller that went away is not an error of ours; the call stays charged.
	_, _ = w.Write(body)
}

// Values that never change are shared: net/http only reads them.
var (
	noStore   = []string{"no-store"}
	noSniff   = []string{"nosniff"}
	jsonType  = []string{"application/json"}
	transport = []string{"max-age=31536000"}
)
