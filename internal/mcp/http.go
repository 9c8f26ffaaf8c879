package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolcrib/internal/op"
	"toolcrib/internal/problem"
)

// maxBatch bounds the messages of one POST, which older versions of the
// protocol allow: their answers are sent together, so that all of them are in
// memory at once.
const maxBatch = 20

// handler serves the protocol over HTTP.
type handler struct {
	gateway func() *gateway
	web     Web
	guard   *guard
	sdk     *sdk.StreamableHTTPHandler
}

// New returns what stands at {base_url}/mcp. It answers every method. The tools
// are described when the first agent comes: they take some megabytes, which a
// server without agents does without.
func New(opts Options, web Web) http.Handler {
	h := &handler{gateway: sync.OnceValue(func() *gateway { return newGateway(opts) }), web: web, guard: newGuard(web)}
	h.sdk = sdk.NewStreamableHTTPHandler(
		func(*http.Request) *sdk.Server { return h.gateway().server },
		&sdk.StreamableHTTPOptions{
			Stateless: true, JSONResponse: true,
			// guard does this, and knows the settings.
			DisableLocalhostProtection: true,
			// The body was read and bounded before.
			MaxRequestBodyBytes: -1,
		})
	return h
}

// ServeHTTP implements http.Handler.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a := Answer{ID: h.web.NewID()}
	x, p := h.open(r, &a)
	if p != nil {
		h.web.Fail(w, r, a, p)
		return
	}
	body, p := h.read(w, r)
	if p != nil {
		p = h.count(r, x, p)
		h.web.Fail(w, r, x.answer, p)
		return
	}
	rec := &recorder{header: http.Header{}}
	inner := r.WithContext(x.in(r.Context()))
	inner.Body, inner.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	h.sdk.ServeHTTP(rec, inner)
	h.release(w, r, x, rec)
}

// open finds out who calls and what they want to see.
func (h *handler) open(r *http.Request, a *Answer) (*exchange, *problem.Problem) {
	if r.Method != http.MethodPost {
		p := problem.New(problem.MethodNotAllowed, "This path answers POST: each message is a request of its own, and no stream is held open.")
		p.Allow = http.MethodPost
		return nil, p
	}
	if p := h.guard.check(r); p != nil {
		return nil, p
	}
	key, p := h.web.Authenticate(r)
	if p != nil {
		return nil, p
	}
	a.Keyed = true
	selection, private, invalid := wanted(r)
	var v *view
	if invalid == nil {
		v, invalid = h.gateway().look(selection)
	}
	if invalid != nil {
		return nil, problem.Invalid(invalid, http.StatusUnprocessableEntity)
	}
	v.private = private
	return &exchange{key: key, from: h.web.From(r), view: v, gone: r.Context(), newID: h.web.NewID, answer: *a}, nil
}

// read takes in the body up to the limit.
func (h *handler) read(w http.ResponseWriter, r *http.Request) ([]byte, *problem.Problem) {
	if e := r.Header.Get("Content-Encoding"); e != "" && !strings.EqualFold(e, "identity") {
		return nil, problem.New(problem.UnsupportedMediaType, "Send the message without a Content-Encoding.")
	}
	if t, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || t != "application/json" {
		return nil, problem.New(problem.UnsupportedMediaType, "A message must be 'Content-Type: application/json'.")
	}
	limit := int64(h.web.BodyLimit)
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	var over *http.MaxBytesError
	switch {
	case errors.As(err, &over):
		return nil, problem.New(problem.BodyTooLarge, "The body has more than %d bytes.", limit)
	case err != nil:
		return nil, badMessage("the body ended too early")
	case len(batchOf(body)) > maxBatch:
		return nil, badMessage("a batch may have %d messages at most; send the others in another request", maxBatch)
	}
	return body, nil
}

// batchOf is the messages of a batch, nil when the body is none.
func batchOf(body []byte) (messages []json.RawMessage) {
	if trimmed := bytes.TrimLeft(body, " \t\r\n"); len(trimmed) == 0 || trimmed[0] != '[' {
		return nil
	}
	// What cannot be read is left to the SDK to refuse.
	_ = json.Unmarshal(body, &messages)
	return messages
}

func badMessage(format string, args ...any) *problem.Problem {
	return problem.Invalid(op.Refuse("", op.InvalidFormat, format, args...), http.StatusBadRequest)
}

// count counts a request of which nothing reached a handler, so that broken
// messages too have their limit. It returns what is to be answered: p, or the
// problem of a request too many.
func (h *handler) count(r *http.Request, x *exchange, p *problem.Problem) *problem.Problem {
	if limited := x.admit(r.Context(), h.gateway().opts.Caller); limited != nil {
		return limited
	}
	return p
}

// release sends what the SDK answered, or in its place a problem that concerns
// the request as a whole.
func (h *handler) release(w http.ResponseWriter, r *http.Request, x *exchange, rec *recorder) {
	p := x.refusal()
	if x.begun == 0 && rec.status() >= 400 {
		p = h.count(r, x, rec.problem())
	}
	if x.keyRefused {
		h.web.Refused(x.key)
	}
	if p != nil {
		h.web.Fail(w, r, x.answer, p)
		return
	}
	h.web.Write(w, r, x.answer, rec.status(), rec.header.Get("Content-Type"), rec.body.Bytes())
}

// recorder keeps what the SDK writes until it is known whether it may be sent.
type recorder struct {
	header http.Header
	code   int
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) Write(p []byte) (int, error) { return r.body.Write(p) }

func (r *recorder) WriteHeader(code int) {
	if r.code == 0 {
		r.code = code
	}
}

func (r *recorder) status() int {
	if r.code == 0 {
		return http.StatusOK
	}
	return r.code
}

// maxSaid bounds what is passed on of the SDK's words, which may quote what
// was sent.
const maxSaid = 200

// problem turns a refusal in plain words into one of ours, nil when it is
// already JSON.
func (r *recorder) problem() *problem.Problem {
	if t, _, err := mime.ParseMediaType(r.header.Get("Content-Type")); err != nil || t != "text/plain" {
		return nil
	}
	said := strings.ToValidUTF8(strings.TrimSpace(r.body.String()), "\ufffd")
	if len(said) > maxSaid {
		said = strings.ToValidUTF8(said[:maxSaid], "") + "…"
	}
	p := badMessage("%s", said)
	p.Status = r.status()
	return p
}
