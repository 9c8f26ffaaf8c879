package rest

import (
	"context"
	"net/http"
	"strings"
	"sync"

	"toolcrib/internal/problem"
)

// page is an answer of fixed bytes, compressed once for all.
type page struct {
	server    *Server
	mediaType string
	header    map[string]string
	plain     []byte
	encoded   map[string]func() []byte
}

// serve answers with fixed bytes that caches may keep for a while.
func (s *Server) serve(mediaType string, body []byte) *page {
	p := &page{server: s, mediaType: mediaType, plain: body, header: map[string]string{"Cache-Control": "public, max-age=300"}}
	if len(body) >= minCompress {
		p.encoded = map[string]func() []byte{}
		for _, encoding := range []string{"gzip", "zstd"} {
			p.encoded[encoding] = sync.OnceValue(func() []byte { return encode(encoding, body) })
		}
	}
	return p
}

// serveLate is serve for bytes that take a while to write and that many
// servers are never asked for.
func (s *Server) serveLate(mediaType string, body func() []byte) http.HandlerFunc {
	late := sync.OnceValue(func() *page { return s.serve(mediaType, body()) })
	return func(w http.ResponseWriter, r *http.Request) { late().ServeHTTP(w, r) }
}

// with sets a header of the page.
func (p *page) with(name, value string) *page {
	p.header[name] = value
	return p
}

// ServeHTTP implements http.Handler.
func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h, body := w.Header(), p.plain
	for name, value := range p.header {
		h.Set(name, value)
	}
	if p.encoded != nil {
		h.Set("Vary", "Accept-Encoding")
		encoding := encodingFor(strings.Join(r.Header.Values("Accept-Encoding"), ","))
		if encoded := p.encoded[encoding]; encoded != nil {
			h.Set("Content-Encoding", encoding)
			body = encoded()
		}
	}
	h.Set("Content-Type", p.mediaType)
	p.server.head(h, p.server.newReply(), len(body))
	send(w, r, http.StatusOK, body)
}

// status answers whether something works: never from a cache.
func (s *Server) status(body string) http.Handler {
	return s.serve("application/json", []byte(body)).with("Cache-Control", "no-store")
}

// readyz says whether calls can be charged.
func (s *Server) readyz() http.HandlerFunc {
	ready := s.status(`{"status":"ready"}`)
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), storeTimeout)
		defer cancel()
		if err := s.Ready(ctx); err != nil {
			p := problem.New(problem.ChargeUnavailable, "Calls cannot be charged: the store does not answer, or takes no charge.").After(1)
			p.Cause = err
			s.fail(w, r, s.newReply(), p)
			return
		}
		ready.ServeHTTP(w, r)
	}
}

// BillingPath is the page about buying units, which refusals for want of units
// point to.
const BillingPath = "/account/billing"
