package home

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// palette is the list of tools for the script that finds them as one types.
func (h *Handler) palette(w http.ResponseWriter, r *http.Request) {
	type entry struct {
		ID      string `json:"id"`
		Name    string `json:"name"`
		Summary string `json:"summary"`
		Words   string `json:"words"`
		URL     string `json:"url"`
	}
	var entries []entry
	for _, t := range h.rows(h.site.Language(r), h.opts.Ops) {
		if t.Twin != "" {
			continue
		}
		words := strings.Join(append([]string{t.ID, t.Summary, t.About}, t.Words...), " ")
		entries = append(entries, entry{t.ID, t.Name, t.About, words, h.site.URL(t.Link)})
	}
	body, err := json.Marshal(entries)
	if err != nil {
		http.Error(w, "Internal error.", http.StatusInternalServerError)
		return
	}
	w.Header()["Vary"] = append(w.Header()["Vary"], "Accept-Language", "Cookie")
	h.site.Send(w, r, "application/json", "private, max-age=300", body)
}

// llms is the site in the form that language models are given
// (https://llmstxt.org): what this is, how it is called, and every tool.
func (h *Handler) llms(w http.ResponseWriter, r *http.Request) {
	var b strings.Builder
	at := h.site.Absolute
	fmt.Fprintf(&b, "# %s\n\n> %d small, exact, stateless operations (calculators, converters, data, dates, text, security), each as REST call, agent tool (MCP), command and web page, with the same answer to the byte.\n\n", h.site.Brand(), len(h.opts.Ops))
	fmt.Fprintf(&b, "Calls need an API key: `Authorization: Bearer tc_live_…`. GET operations take query parameters, POST operations a JSON object. An answer is `{\"success\":true,\"data\":{…}}`; an error is RFC 9457 problem JSON that lists every fault found, and costs nothing.\n\n")
	fmt.Fprintf(&b, "## Interfaces\n\n- [OpenAPI 3.1](%s): every operation with schemas and examples\n- [MCP](%s): streamable HTTP, the same key\n- [Errors](%s): every error code, what it means and what to do\n- [Documentation](%s)\n", at("/openapi.json"), at("/mcp"), at("/problems"), at("/docs"))
	for _, g := range h.sections("en") {
		fmt.Fprintf(&b, "\n## %s\n\n", groupName(h, g.ID))
		for _, t := range g.Rows {
			fmt.Fprintf(&b, "- [%s](%s): %s. `%s`, %s\n", t.ID, at(t.Link), t.Op.Summary, t.Route(), t.Cost())
		}
	}
	h.site.Send(w, r, "text/plain; charset=utf-8", "public, max-age=300", []byte(b.String()))
}

func groupName(h *Handler, id string) string {
	return h.site.Message("en", "home.groups."+id+".name", id)
}

func (h *Handler) robots(w http.ResponseWriter, r *http.Request) {
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	for _, p := range []string{"/account", "/admin", "/setup", "/login", "/v1/", "/*?q="} {
		fmt.Fprintf(&b, "Disallow: %s\n", h.site.URL(p))
	}
	fmt.Fprintf(&b, "\nSitemap: %s\n", h.site.Absolute("/sitemap.xml"))
	h.site.Send(w, r, "text/plain; charset=utf-8", "public, max-age=3600", []byte(b.String()))
}

// sitemap lists the public pages (https://www.sitemaps.org/protocol.html).
func (h *Handler) sitemap(w http.ResponseWriter, r *http.Request) {
	paths := []string{"/", "/tools", "/problems", "/privacy", "/accessibility"}
	for _, g := range h.groups {
		paths = append(paths, "/tools/"+g)
	}
	for _, o := range h.opts.Ops {
		paths = append(paths, "/tools/"+o.ID)
	}
	type entry struct {
		Loc string `xml:"loc"`
	}
	var set struct {
		XMLName xml.Name `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		URL     []entry  `xml:"url"`
	}
	for _, p := range append(paths, h.opts.Paths...) {
		set.URL = append(set.URL, entry{(&url.URL{Path: p}).EscapedPath()})
	}
	for i := range set.URL {
		set.URL[i].Loc = h.site.Absolute(set.URL[i].Loc)
	}
	body, err := xml.Marshal(set)
	if err != nil {
		http.Error(w, "Internal error.", http.StatusInternalServerError)
		return
	}
	h.site.Send(w, r, "application/xml", "public, max-age=3600", append([]byte(xml.Header), body...))
}
