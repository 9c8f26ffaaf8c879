package home

import (
	"net/http"
	"strings"

	"toolcrib/internal/op"
	"toolcrib/internal/web/snippet"
	"toolcrib/internal/web/ui"
)

// frontOp is an operation as a product host's page shows it.
type frontOp struct {
	*op.Op
	Call string // methods and path on that host
	Curl string
}

// Front is the first page of a product host: what it answers, and where all
// the rest is. It stands alone, since that host has no other page: its style is
// its own, and its links lead to the website.
func (h *Handler) Front(host, url string) http.Handler {
	var ops []frontOp
	for _, o := range h.opts.Ops {
		path := o.PathOn(host)
		if path == "" {
			continue
		}
		f := frontOp{Op: o, Call: strings.Join(o.Methods(), ", ") + " " + path}
		for _, c := range snippet.All(snippet.Call{Op: o, Base: url, Path: path, Input: []byte(o.Examples[0].In)}) {
			if c.ID == "curl" {
				f.Curl = c.Text
			}
		}
		ops = append(ops, f)
	}
	key := "home.front." + host
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.set.Fragment(w, r, "front", "document", ui.Page{
			Title: h.site.T(r, key), Description: h.site.T(r, key+"_about"),
			Data: struct {
				URL string
				Ops []frontOp
			}{url, ops},
		})
	})
}
