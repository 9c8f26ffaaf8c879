// Package home is the site's own pages: the first page with search and
// paste-to-detect, the lists of tools, the pages behind problems, what is not
// found, and the plain pages about the service and for machines.
package home

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"toolcrib/internal/op"
	"toolcrib/internal/problem"
	"toolcrib/internal/web/ui"
)

//go:embed templates/*.html
var files embed.FS

// Options sets up a Handler.
type Options struct {
	Site    *ui.Site
	Ops     []*op.Op                           // those that are offered, in the order of their paths
	Find    func(query string, n int) []*op.Op // operations by words, best first; n below 1 = all
	Ready   func(ctx context.Context) error    // whether calls can be charged; nil = they can
	Contact string                             // how the operator is reached; "" = not told
	Paths   []string                           // further public pages, for the sitemap
	Missing http.HandlerFunc                   // answers a path that leads nowhere; nil = NotFound
}

// Handler makes the pages. It may be used by many at once.
type Handler struct {
	opts   Options
	site   *ui.Site
	set    *ui.Set
	groups []string // in the order of their paths
}

// New returns the handler.
func New(opts Options) *Handler {
	h := &Handler{opts: opts, site: opts.Site, set: opts.Site.Pages(files)}
	if opts.Missing == nil {
		h.opts.Missing = h.NotFound
	}
	for _, o := range opts.Ops {
		if g := o.Group(); !slices.Contains(h.groups, g) {
			h.groups = append(h.groups, g)
		}
	}
	return h
}

// Register hands over every page with its pattern below the base path.
func (h *Handler) Register(handle func(pattern string, page http.Handler)) {
	get := func(path string, f http.HandlerFunc) { handle("GET "+path, f) }
	get("/{$}", h.home)
	handle("POST /{$}", http.HandlerFunc(h.home))
	get("/tools", h.tools)
	for _, g := range h.groups {
		// A tool of that name has its page there.
		if op.Find(g) == nil {
			get("/tools/"+g, func(w http.ResponseWriter, r *http.Request) { h.group(w, r, g) })
		}
	}
	get("/problems", h.problems)
	get("/problems/{code}", h.problem)
	get("/errors/{code}", func(w http.ResponseWriter, r *http.Request) {
		h.site.Redirect(w, r, "/problems/"+r.PathValue("code"), http.StatusMovedPermanently)
	})
	for _, name := range []string{"privacy", "accessibility"} {
		get("/"+name, func(w http.ResponseWriter, r *http.Request) { h.plain(w, r, name) })
	}
	get("/status", h.status)
	get("/palette.json", h.palette)
	get("/llms.txt", h.llms)
	get("/robots.txt", h.robots)
	get("/sitemap.xml", h.sitemap)
}

// plain is a page of prose alone.
func (h *Handler) plain(w http.ResponseWriter, r *http.Request, name string) {
	h.set.Render(w, r, name, ui.Page{
		Title: h.site.T(r, "home."+name+".title"), Description: h.site.T(r, "home."+name+".description"), Path: "/" + name, Data: h.opts.Contact,
	})
}

// storeTimeout is how long the store may take before it counts as away.
const storeTimeout = 2 * time.Second

// status says whether calls can be charged right now. The page itself is proof
// of the rest.
func (h *Handler) status(w http.ResponseWriter, r *http.Request) {
	charging := true
	if h.opts.Ready != nil {
		ctx, cancel := context.WithTimeout(r.Context(), storeTimeout)
		defer cancel()
		charging = h.opts.Ready(ctx) == nil
	}
	h.set.Render(w, r, "status", ui.Page{
		Title: h.site.T(r, "home.status.title"), Description: h.site.T(r, "home.status.description"), Path: "/status", NoStore: true,
		Data: struct {
			Charging bool
			Tools    int
		}{charging, len(h.opts.Ops)},
	})
}

func (h *Handler) problems(w http.ResponseWriter, r *http.Request) {
	h.set.Render(w, r, "problems", ui.Page{
		Title: h.site.T(r, "home.problems.title"), Description: h.site.T(r, "home.problems.description"), Path: "/problems", Data: problem.All(),
	})
}

// problem is the page behind a problem's type URL.
func (h *Handler) problem(w http.ResponseWriter, r *http.Request) {
	e, ok := problem.Lookup(problem.Code(r.PathValue("code")))
	if !ok {
		h.opts.Missing(w, r)
		return
	}
	key := "problems." + string(e.Code)
	var sample bytes.Buffer
	body := problem.New(e.Code, "…").AppendJSON(nil, h.site.Absolute(""), "/v1/…", "req_…")
	if err := json.Indent(&sample, body, "", "  "); err != nil {
		sample.Write(body)
	}
	h.set.Render(w, r, "problem", ui.Page{
		Title: h.site.Or(r, key+".title", e.Title), Description: h.site.Or(r, key+".means", e.Means), Path: "/problems/" + string(e.Code),
		Crumbs: []ui.Crumb{{Name: h.site.T(r, "home.problems.title"), Path: "/problems"}},
		Data: struct {
			problem.Entry
			Sample string
		}{e, sample.String()},
	})
}

// Fail writes a page that says what went wrong, with the problem's status.
func (h *Handler) Fail(w http.ResponseWriter, r *http.Request, p *problem.Problem) {
	h.fail(w, r, p, h.site.Or(r, "problems."+string(p.Code)+".title", p.Title), nil)
}

func (h *Handler) fail(w http.ResponseWriter, r *http.Request, p *problem.Problem, title string, near []row) {
	h.set.Render(w, r, "failed", ui.Page{
		Title: title, Path: "/problems/" + string(p.Code), Status: p.Status, NoIndex: true, NoStore: true,
		Data: struct {
			*problem.Problem
			Near []row
		}{p, near},
	})
}

// NotFound is the page for a path that leads nowhere, with the tools that its
// last part may have meant.
func (h *Handler) NotFound(w http.ResponseWriter, r *http.Request) {
	const shown = 3
	var near []row
	if words := lastPart(r.URL.Path); words != "" {
		near = h.rows(h.site.Language(r), h.opts.Find(words, shown))
	}
	h.fail(w, r, problem.New(problem.NotFound, ""), h.site.T(r, "home.not_found"), near)
}
