package rest

import (
	"net/http"
	"strconv"
	"sync"
	"time"

	"toolcrib/internal/engine"
	"toolcrib/internal/window"
)

// fields are header fields whose values are made for one answer. They are
// written into one text that all values share, so that an answer costs two
// allocations and not two for each field.
type fields struct {
	text  []byte
	names [maxFields]string
	ends  [maxFields]int // of the values in text
	n     int
}

var spareFields = sync.Pool{New: func() any { return new(fields) }}

// maxFields is the most that an answer has: the request's ID, its receipt and
// the body's length.
const maxFields = 6

// end ends the value of a field; the next one begins behind it. The name is in
// its canonical form.
func (f *fields) end(name string) {
	f.names[f.n], f.ends[f.n] = name, len(f.text)
	f.n++
}

// set puts the fields into a header.
func (f *fields) set(h http.Header) {
	text, values, from := string(f.text), make([]string, f.n), 0
	for i, end := range f.ends[:f.n] {
		values[i] = text[from:end]
		h[f.names[i]] = values[i : i+1 : i+1]
		from = end
	}
}

// head sets the fields of an answer whose body has so many bytes; below 0 the
// length is left out.
func (s *Server) head(h http.Header, rep *Reply, length int) {
	h["X-Content-Type-Options"] = noSniff
	if s.tls {
		h["Strict-Transport-Security"] = transport
	}
	f := spareFields.Get().(*fields)
	defer spareFields.Put(f)
	f.text, f.n = f.text[:0], 0
	f.text = append(append(f.text, "req_"...), rep.ID...)
	f.end("Request-Id")
	if rep.Keyed {
		s.receipt(f, &rep.Receipt)
	}
	if length >= 0 {
		f.text = strconv.AppendInt(f.text, int64(length), 10)
		f.end("Content-Length")
	}
	f.set(h)
}

// receipt adds the limit and pool headers. RateLimit and RateLimit-Policy are
// those of draft-ietf-httpapi-ratelimit-headers-10, structured fields of RFC
// 9651; ours follow the same syntax.
func (s *Server) receipt(f *fields, c *engine.Receipt) {
	if c.Rate.Limit > 0 {
		policy := engine.RatePolicy(c.Rate)
		f.item(policy, param{"q", int64(c.Rate.Limit)}, param{"w", ceil(window.Period)})
		f.end("Ratelimit-Policy")
		f.item(policy, param{"r", int64(c.Rate.Remaining)}, param{"t", ceil(c.Rate.Reset)})
		f.end("Ratelimit")
	}
	if c.Known {
		f.item(c.Balance.Pool.Name(), param{"free", c.Balance.Free}, param{"prepaid", c.Balance.Promo + c.Balance.Prepaid + c.Balance.Overflow},
			param{"t", max(ceil(c.Balance.ResetsAt.Sub(s.opts.Now())), 0)})
		if c.Balance.AllowanceLimit > 0 {
			f.text = append(f.text, ", "...)
			f.item("op", param{"free", c.Balance.Allowance})
		}
		f.end("Toolcrib-Quota")
	}
	if c.Charge != "" {
		f.item(c.Charge, param{"units", c.Taken.Units()},
			param{"free", c.Taken.Free}, param{"prepaid", c.Taken.Promo + c.Taken.Prepaid + c.Taken.Overflow})
		f.end("Toolcrib-Charge")
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
func (f *fields) item(name string, params ...param) {
	b := append(append(append(f.text, '"'), name...), '"')
	for _, p := range params {
		b = append(append(append(b, ';'), p.name...), '=')
		b = strconv.AppendInt(b, min(p.value, maxInteger), 10)
	}
	f.text = b
}

// ceil is a length of time in seconds, rounded up: who waits that long has
// waited long enough.
func ceil(d time.Duration) int64 { return int64((d + time.Second - 1) / time.Second) }
