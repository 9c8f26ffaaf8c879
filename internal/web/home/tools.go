package home

import (
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"toolcrib/internal/op"
	"toolcrib/internal/web/detect"
	"toolcrib/internal/web/ui"
)

// row is a tool in a list.
type row struct {
	*op.Op
	Name, About string // in the reader's language
	Link        string // below the base, with the text where it came by the address

	// What script carries to the tool's page: the text itself or a part of it
	// goes into Field.
	Field, Text string
	Also        [][2]string
}

func (h *Handler) rows(lang string, ops []*op.Op) []row {
	rows := make([]row, len(ops))
	for i, o := range ops {
		rows[i] = row{Op: o, Name: h.site.OpName(lang, o.ID), About: h.site.OpSummary(lang, o.ID, o.Summary), Link: "/tools/" + o.ID}
	}
	return rows
}

// search finds tools by words, at most n, 0 = all. The index knows the words of
// the registry, which are English; where it finds nothing, tools are looked for
// whose name and summary in the reader's language hold all the words.
func (h *Handler) search(lang, q string, n int) []row {
	if ops := h.opts.Find(q, n); len(ops) > 0 {
		return h.rows(lang, ops)
	}
	words := strings.Fields(norm.NFC.String(strings.ToLower(q)))
	var found []row
	for _, r := range h.rows(lang, h.opts.Ops) {
		text := norm.NFC.String(strings.ToLower(r.Name + " " + r.About))
		lacks := func(word string) bool { return !strings.Contains(text, word) }
		if r.Twin == "" && len(words) > 0 && !slices.ContainsFunc(words, lacks) && (n == 0 || len(found) < n) {
			found = append(found, r)
		}
	}
	return found
}

// section is a group with its tools.
type section struct {
	ID   string
	Rows []row
}

func (h *Handler) sections(lang string) []section {
	var all []section
	for _, g := range h.groups {
		all = append(all, section{g, h.rows(lang, h.in(g))})
	}
	return all
}

// in lists the tools of a group.
func (h *Handler) in(group string) (ops []*op.Op) {
	for _, o := range h.opts.Ops {
		if o.Group() == group {
			ops = append(ops, o)
		}
	}
	return ops
}

// home is the first page. Its box takes words or a text: by the address where
// scripts do not run, else by POST, which no log and no history keeps.
func (h *Handler) home(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 2*detect.Limit)
	if err := r.ParseForm(); err != nil {
		r.Form = url.Values{}
	}
	lang, q := h.site.Language(r), r.Form.Get("q")
	page := ui.Page{
		Title: h.site.T(r, "home.title"), Description: h.site.T(r, "home.description", len(h.opts.Ops)), Path: "/", NoIndex: q != "", NoStore: q != "",
		Data: struct {
			Q        string
			Found    *found
			Sections []section
			Total    int
		}{q, h.found(lang, q, r.Method == http.MethodGet), h.sections(lang), len(h.opts.Ops)},
	}
	if ui.WantsFragment(r) {
		h.set.Fragment(w, r, "home", "found", page)
		return
	}
	h.set.Render(w, r, "home", page)
}

// found is what a text is taken for, and the tools for it.
type found struct {
	Kind  detect.Kind
	Uses  []row // that take the text
	Tools []row // that its words mean
}

// Bounds of what is answered and of texts that go into an address.
const (
	longestSearch = 200 // characters: longer texts are no search
	longestLink   = 1500
	mostFound     = 6
)

// found reads the box. link says whether the links hold the text, as they do
// for readers without script.
func (h *Handler) found(lang, q string, link bool) *found {
	kind, uses := detect.Detect(q)
	if kind == "" {
		return nil
	}
	f := &found{Kind: kind}
	for _, u := range uses {
		o := h.offered(u.Op)
		if o == nil {
			continue
		}
		row := h.rows(lang, []*op.Op{o})[0]
		row.Field, row.Text, row.Also = u.Field, u.Text, u.Also
		text := u.Text
		if text == "" {
			text = strings.TrimSpace(q)
		}
		if link && len(text) <= longestLink {
			query := url.Values{u.Field: {text}}
			for _, a := range u.Also {
				query.Set(a[0], a[1])
			}
			row.Link += "?" + query.Encode()
		}
		f.Uses = append(f.Uses, row)
	}
	if !kind.Structured() && utf8.RuneCountInString(q) <= longestSearch {
		f.Tools = h.search(lang, q, mostFound)
	}
	return f
}

func (h *Handler) offered(id string) *op.Op {
	for _, o := range h.opts.Ops {
		if o.ID == id {
			return o
		}
	}
	return nil
}

// tools lists all, or with ?q= those that the words mean.
func (h *Handler) tools(w http.ResponseWriter, r *http.Request) {
	lang, q := h.site.Language(r), strings.TrimSpace(r.URL.Query().Get("q"))
	data := struct {
		Q        string
		Found    []row
		Sections []section
		Total    int
	}{Q: q, Total: len(h.opts.Ops)}
	if q == "" {
		data.Sections = h.sections(lang)
	} else {
		data.Found = h.search(lang, q, 0)
	}
	h.set.Render(w, r, "tools", ui.Page{
		Title: h.site.T(r, "home.tools.title"), Description: h.site.T(r, "home.description", len(h.opts.Ops)), Path: "/tools", NoIndex: q != "", Data: data,
	})
}

func (h *Handler) group(w http.ResponseWriter, r *http.Request, id string) {
	lang := h.site.Language(r)
	h.set.Render(w, r, "group", ui.Page{
		Title: h.site.Or(r, "home.groups."+id+".name", ui.TitleOf(id)), Description: h.site.Or(r, "home.groups."+id+".about", ""), Path: "/tools/" + id,
		Crumbs: []ui.Crumb{{Name: h.site.T(r, "home.tools.title"), Path: "/tools"}},
		Data: struct {
			section
			Groups []string
		}{section{id, h.rows(lang, h.in(id))}, h.groups},
	})
}

// lastPart is the end of a path as words.
func lastPart(p string) string {
	return strings.TrimSpace(strings.NewReplacer("-", " ", "_", " ", "/", " ", ".", " ").Replace(path.Base(p)))
}
