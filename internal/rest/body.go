package rest

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"

	"toolcrib/internal/op"
	"toolcrib/internal/problem"
)

// bodies recycles the buffers that requests are read into.
var bodies = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// keepBody is the largest buffer worth keeping. Large ones are worth it most:
// what a body of a megabyte leaves behind while its buffer grows makes the
// collector run every few calls. Those that nobody uses are freed.
const keepBody = 4 << 20

// input is the input of one call, read when the engine asks for it.
type input struct {
	server *Server
	w      http.ResponseWriter
	r      *http.Request
	op     *op.Op
	fault  *problem.Problem // found before; told once the call is admitted
	buf    *bytes.Buffer
}

// read takes in the query of a GET or the body of a POST.
func (in *input) read() (op.Source, *problem.Problem) {
	r := in.r
	if in.fault != nil {
		return op.Source{}, in.fault
	}
	if r.Method != http.MethodPost {
		return op.Query(r.URL.RawQuery), nil
	}
	if e := queryOnPost(r.URL.RawQuery); e != nil {
		return op.Source{}, problem.Invalid(e, in.op.BadInput)
	}
	if p := jsonOnly(r); p != nil {
		return op.Source{}, p
	}
	in.buf = bodies.Get().(*bytes.Buffer)
	in.buf.Reset()
	if p := in.body(int64(in.server.opts.BodyLimit)); p != nil {
		return op.Source{}, p
	}
	src := op.JSON(in.buf.Bytes())
	if in.server.forms != nil {
		src = src.With(givenOf(r))
	}
	return src, nil
}

// done gives the body's memory back; nothing may refer to it after.
func (in *input) done() {
	if in.buf != nil && in.buf.Cap() <= keepBody {
		bodies.Put(in.buf)
	}
}

// queryOnPost refuses the parameters of a URL where fields belong in the body.
func queryOnPost(raw string) *op.Invalid {
	if raw == "" {
		return nil
	}
	e := &op.Invalid{}
	for part := range strings.SplitSeq(raw, "&") {
		if part == "" {
			continue
		}
		name, _, _ := strings.Cut(part, "=")
		if len(name) > 64 {
			name = name[:64]
		}
		e.Add(strings.ToValidUTF8(name, "\ufffd"), op.UnknownField, "this operation takes its fields in the JSON body, not in the query").
			Hint = "move the parameter into the body"
	}
	if len(e.Violations) == 0 {
		return nil
	}
	return e
}

func jsonOnly(r *http.Request) *problem.Problem {
	values := r.Header.Values("Content-Type")
	if len(values) == 0 {
		return problem.New(problem.UnsupportedMediaType, "The Content-Type header is missing; send 'Content-Type: application/json'.")
	}
	if len(values) == 1 && values[0] == "application/json" {
		return nil
	}
	mediaType, params, err := mime.ParseMediaType(values[0])
	charset := params["charset"]
	if len(values) > 1 || err != nil || mediaType != "application/json" || charset != "" && !strings.EqualFold(charset, "utf-8") {
		return problem.New(problem.UnsupportedMediaType, "The body must be 'Content-Type: application/json', in UTF-8.")
	}
	return nil
}

// body takes in the body, decompressed, up to the limit.
func (in *input) body(limit int64) *problem.Problem {
	if in.r.ContentLength > limit {
		return tooLarge(limit)
	}
	body, p := in.decompressed(http.MaxBytesReader(in.w, in.r.Body, limit), limit)
	if p != nil {
		return p
	}
	in.buf.Grow(seedOf(limit))
	if _, err := in.buf.ReadFrom(body); err != nil {
		return in.unread(err)
	}
	if int64(in.buf.Len()) > limit {
		return tooLarge(limit)
	}
	return nil
}

func tooLarge(limit int64) *problem.Problem {
	return problem.New(problem.BodyTooLarge, "The body has more than %d bytes.", limit)
}

// seedOf is the room that a buffer begins with so that doubling it, which is
// how it grows, ends just above the limit and not at twice as much.
func seedOf(limit int64) int {
	n := limit + 1 + bytes.MinRead // a read that finds the end needs room too
	for n > 1024 {
		n = (n + 1) / 2
	}
	return int(n)
}

// decompressed is the body with its Content-Encoding taken off.
func (in *input) decompressed(body io.Reader, limit int64) (io.Reader, *problem.Problem) {
	switch strings.ToLower(strings.Join(in.r.Header.Values("Content-Encoding"), ",")) {
	case "", "identity":
		return body, nil
	case "gzip", "x-gzip": // the same (RFC 9110 section 8.4.1.3)
		z, err := gzip.NewReader(body)
		if err != nil {
			return nil, in.unread(err)
		}
		// One byte more than allowed tells a body at the limit from one beyond it.
		return io.LimitReader(z, limit+1), nil
	}
	in.w.Header().Set("Accept-Encoding", "gzip") // RFC 9110 section 15.5.16
	return nil, problem.New(problem.UnsupportedMediaType, "The only Content-Encoding accepted is gzip.")
}

// unread is the problem of a body that could not be read to its end.
func (in *input) unread(err error) *problem.Problem {
	var over *http.MaxBytesError
	var network net.Error
	switch {
	case errors.As(err, &over):
		return tooLarge(over.Limit)
	case errors.As(err, &network) && network.Timeout():
		p := problem.New(problem.Timeout, "The body did not arrive in time.")
		p.Cause = err
		return p
	}
	what := "the body ended too early, or is not what its headers say"
	if in.r.Header.Get("Content-Encoding") != "" {
		what = "the body is not valid gzip, though Content-Encoding says so"
	}
	e := op.Refuse("", op.MalformedJSON, "%s", what)
	e.Malformed = true
	return problem.Invalid(e, in.op.BadInput)
}
