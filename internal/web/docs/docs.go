// Package docs is the documentation on the website: the guides of the
// repository as pages, the changelog, and the reference, which Scalar draws
// from the OpenAPI document in the browser. Everything is embedded; nothing is
// asked of another host.
package docs

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"toolcrib"
	"toolcrib/internal/web/ui"
)

//go:embed templates assets
var templates embed.FS

// guide is one page of the documentation.
type guide struct {
	Name  string // last part of its path
	file  string
	Short string // message of what it is for
}

// guides are in the order in which they are read.
var guides = []guide{
	{"quickstart", "docs/quickstart.md", "docs.quickstart"},
	{"authentication", "docs/authentication.md", "docs.authentication"},
	{"errors", "docs/errors.md", "docs.errors"},
	{"limits", "docs/limits.md", "docs.limits"},
	{"clients", "docs/clients.md", "docs.clients"},
	{"mcp", "docs/mcp.md", "docs.mcp"},
	{"ai", "docs/ai.md", "docs.ai"},
	{"buying", "docs/buying.md", "docs.buying"},
	{"webhooks", "docs/webhooks.md", "docs.webhooks"},
	{"self-hosting", "docs/self-hosting.md", "docs.self_hosting"},
	{"operations", "docs/operations.md", "docs.operations"},
	{"observability", "docs/observability.md", "docs.observability"},
	{"scaling", "docs/scaling.md", "docs.scaling"},
	{"reliability", "docs/reliability.md", "docs.reliability"},
	{"security", "SECURITY.md", "docs.security"},
	{"oracles", "docs/oracles.md", "docs.oracles"},
	{"choices", "docs/choices.md", "docs.choices"},
	{"benchmarks", "docs/benchmarks.md", "docs.benchmarks"},
}

// Handler answers the pages of the documentation.
type Handler struct {
	site  *ui.Site
	pages *ui.Set
}

// New returns the documentation of a site.
func New(site *ui.Site) *Handler { return &Handler{site, site.Pages(templates)} }

// Register names the paths, below the base URL.
func (h *Handler) Register(handle func(pattern string, h http.Handler)) {
	handle("GET /docs", http.HandlerFunc(h.index))
	for _, g := range guides {
		handle("GET /docs/"+g.Name, h.guide(g))
	}
	handle("GET /changelog", h.guide(guide{"changelog", "CHANGELOG.md", "docs.changelog"}))
	handle("GET /docs/reference", http.HandlerFunc(h.reference))
	handle("GET /docs/reference/"+scalarName(), http.HandlerFunc(h.scalar))
}

// Paths lists the pages, for the sitemap.
func (h *Handler) Paths() []string {
	paths := []string{"/docs", "/docs/reference", "/changelog"}
	for _, g := range guides {
		paths = append(paths, "/docs/"+g.Name)
	}
	return paths
}

// entry is a guide in the list.
type entry struct {
	guide
	Title string
}

func (h *Handler) index(w http.ResponseWriter, r *http.Request) {
	list := make([]entry, len(guides))
	for i, g := range guides {
		list[i] = entry{g, h.article(g).Title}
	}
	h.pages.Render(w, r, "index", ui.Page{
		Title: h.site.T(r, "docs.title"), Description: h.site.T(r, "docs.description"), Path: "/docs", Data: list,
	})
}

// articles are rendered when they are first asked for: most servers never are.
var articles sync.Map // of guide and base URL → func() article

func (h *Handler) article(g guide) article {
	type ref struct{ file, base string }
	render, _ := articles.LoadOrStore(ref{g.file, h.site.Absolute("")}, sync.OnceValue(func() article {
		text, err := toolcrib.Docs.ReadFile(g.file)
		if err != nil {
			panic("docs: " + err.Error())
		}
		return render(text, h.site)
	}))
	return render.(func() article)()
}

func (h *Handler) guide(g guide) http.Handler {
	path := "/docs/" + g.Name
	if g.file == "CHANGELOG.md" {
		path = "/changelog"
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := h.article(g)
		h.pages.Render(w, r, "guide", ui.Page{
			Title: a.Title, Description: h.site.T(r, g.Short), Path: path,
			Crumbs: []ui.Crumb{{Name: h.site.T(r, "docs.title"), Path: "/docs"}}, Data: struct {
				article
				Guides []guide
			}{a, guides},
		})
	})
}

//go:embed scalar.js.gz
var scalarJS []byte

// scalarName holds the hash, so that browsers may keep the file for ever.
var scalarName = sync.OnceValue(func() string {
	sum := sha256.Sum256(scalarJS)
	return "scalar-" + hex.EncodeToString(sum[:6]) + ".js"
})

func (h *Handler) reference(w http.ResponseWriter, r *http.Request) {
	h.pages.Render(w, r, "reference", ui.Page{
		Title: h.site.T(r, "docs.reference"), Description: h.site.T(r, "docs.reference_about"), Path: "/docs/reference",
		Guest: true, Data: h.site.URL("/docs/reference/" + scalarName()),
	})
}

// scalar sends the program that draws the reference, compressed as it is
// embedded; a browser that cannot have that gets it plain.
func (h *Handler) scalar(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Type", "text/javascript; charset=utf-8")
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		header.Set("Content-Encoding", "gzip")
		header.Set("Content-Length", fmt.Sprint(len(scalarJS)))
		_, _ = w.Write(scalarJS)
		return
	}
	z, err := gzip.NewReader(bytes.NewReader(scalarJS))
	if err != nil {
		panic("docs: " + err.Error())
	}
	_, _ = io.Copy(w, z)
}
