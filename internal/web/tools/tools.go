// Package tools is the page of each operation: a form made from its input, the
// answer shown for people, and the same call as code. A new operation has its
// page by being in the registry.
//
// What is short stands in the address, so that a link opens the page with the
// answer; texts and keys go in the body and never into an address. All of it
// works without script: with it, the page asks for the part that changes while
// the form is filled in. Pages call the operation itself, through Try: nobody's
// key is used and nothing is charged.
package tools

import (
	"context"
	"embed"
	"net/http"

	"toolcrib/internal/op"
	"toolcrib/internal/problem"
	"toolcrib/internal/web/ui"
)

//go:embed templates/*.html
var files embed.FS

// Options sets up a Handler.
type Options struct {
	Site *ui.Site
	Ops  []*op.Op // those that are offered, in the order of their paths

	// Try answers a call without key or charge: the body in the envelope of the
	// API, or the problem.
	Try func(ctx context.Context, o *op.Op, src op.Source) (body []byte, p *problem.Problem)

	// Allow tells whether who asks may have another answer now, and otherwise
	// after how many seconds. nil = always, as on an install for oneself alone.
	Allow func(r *http.Request) (ok bool, retryAfter int)

	Limits    op.Limits // of what is sent, as Try has them
	BodyLimit int64     // bytes of a posted form
	Output    int       // bytes of an answer, to tell
	Rate      int       // calls a minute of a key, to tell; 0 = not limited
	Log       func(problem error)
}

// Handler makes the pages. It may be used by many at once.
type Handler struct {
	opts Options
	site *ui.Site
	set  *ui.Set
}

// New returns the handler.
func New(opts Options) *Handler {
	return &Handler{opts: opts, site: opts.Site, set: opts.Site.Pages(files)}
}

// Register hands over the page of every operation, with its pattern below the
// base path.
func (h *Handler) Register(handle func(pattern string, page http.Handler)) {
	for _, o := range h.opts.Ops {
		page := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.serve(w, r, o) })
		handle("GET /tools/"+o.ID, page)
		handle("POST /tools/"+o.ID, page)
	}
}
