package rest

import (
	"net/http"
	"strings"
	"time"

	"toolcrib/internal/engine"
	"toolcrib/internal/op"
	"toolcrib/internal/problem"
)

// eventStream is the media type of server-sent events (HTML Living Standard,
// section 9.2).
const eventStream = "text/event-stream"

// slowest is how long a caller may take to read one event, or one piece of an
// answer.
const slowest = 10 * time.Second

// stream answers a call with events: "delta" for each part of the text that can
// be shown while it comes, then "result" with the envelope, or "problem". A
// call that fails before its first part is answered as any other.
type stream struct {
	server *Server
	w      http.ResponseWriter
	r      *http.Request
	rep    *Reply
	began  bool
}

// stream is nil where the caller does not ask for events, or the operation has
// none.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, rep *Reply, call *engine.Call) *stream {
	if !call.Op.AI() || !wantsRaw(strings.Join(r.Header.Values("Accept"), ","), eventStream) {
		return nil
	}
	e := &stream{server: s, w: w, r: r, rep: rep}
	call.Raw, call.Stream = false, e.part
	return e
}

// part sends a part of the answer.
func (e *stream) part(text string, so engine.Receipt) error {
	e.rep.Receipt = so
	data := append(op.AppendString([]byte(`{"text":`), text), '}')
	return e.event("delta", data)
}

// end sends the result, or what went wrong.
func (e *stream) end(result *engine.Result, p *problem.Problem) {
	if result.Replayed {
		e.w.Header().Set("Idempotent-Replayed", "true")
	}
	// Who has left by now has paid for what was sent.
	if p == nil {
		_ = e.event("result", result.Body)
		return
	}
	e.server.note(e.r, e.rep, p)
	_ = e.event("problem", p.AppendJSON(nil, e.server.opts.BaseURL, e.r.URL.EscapedPath(), "req_"+e.rep.ID))
}

// event sends one event at once. JSON has no line ends.
func (e *stream) event(name string, data []byte) error {
	control := http.NewResponseController(e.w)
	// Not every writer has deadlines; those of the server's do.
	_ = control.SetWriteDeadline(time.Now().Add(slowest))
	if !e.began {
		e.began = true
		h := e.w.Header()
		h["Content-Type"], h["Cache-Control"] = []string{eventStream}, noStore
		e.server.head(h, e.rep, -1)
		e.w.WriteHeader(http.StatusOK)
	}
	if _, err := e.w.Write([]byte("event: " + name + "\ndata: " + string(data) + "\n\n")); err != nil {
		return err
	}
	return control.Flush()
}
