package rest

import (
	"context"
	"html/template"
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
	p.server.common(h, p.server.newReply())
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
		if err := s.opts.Store.Ping(ctx); err != nil {
			p := problem.New(problem.ChargeUnavailable, "The store does not answer.").After(1)
			p.Cause = err
			s.fail(w, r, s.newReply(), p)
			return
		}
		ready.ServeHTTP(w, r)
	}
}

var problemHTML = template.Must(template.New("problem").Parse(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>{{.Code}}</title>
<main>
<h1>{{.Title}}</h1>
<p><code>{{.Code}}</code> · HTTP {{.Status}}</p>
<p>{{.Means}}</p>
<p>{{.Do}}</p>
</main>
</html>
`))

// problemPage is the page behind a problem's type URL.
func (s *Server) problemPage(e problem.Entry) http.Handler { return s.document(problemHTML, e) }

// BillingPath is the page about buying units, which refusals for want of units
// point to.
const BillingPath = "/account/billing"

var billingHTML = template.Must(template.New("billing").Parse(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>More units</title>
<main>
<h1>More units</h1>
<p>Units beyond the free ones are given by the operator of this service. They do not expire.</p>
<p>{{with .}}Contact: {{.}}{{else}}The operator has named no contact here; ask whoever gave you the API key.{{end}}</p>
</main>
</html>
`))

// billingPage tells how to get more units.
func (s *Server) billingPage() http.Handler { return s.document(billingHTML, s.opts.Contact) }

// document is a page of a template without script, style or picture.
func (s *Server) document(t *template.Template, data any) http.Handler {
	var b strings.Builder
	if err := t.Execute(&b, data); err != nil {
		panic("rest: " + err.Error())
	}
	return s.serve("text/html; charset=utf-8", []byte(b.String())).
		with("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'")
}
