package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"toolcrib/internal/op"
	"toolcrib/internal/problem"
	"toolcrib/internal/web/draw"
	"toolcrib/internal/web/form"
	"toolcrib/internal/web/snippet"
	"toolcrib/internal/web/ui"
)

// page is what the template shows.
type page struct {
	Op       *op.Op
	Form     *form.Form
	Action   string // the address that the form is sent to, below the base
	Link     string // the address of the page with its options, below the base
	Complete bool   // the link holds all that was filled in
	Problem  *problem.Problem
	Result   *Result
	Examples []exampleLink
	Code     []snippet.Code
	Sample   bool // the code makes the first example's call and not this one
	Related  []*op.Op
	See      []op.See
	Limits   limits
	Manual   bool // an answer only when asked for
}

type exampleLink struct{ Name, Path string }

type limits struct {
	Document, Output, Rate int
	Documents              bool // the operation takes documents
}

// serve answers a request for an operation's page.
func (h *Handler) serve(w http.ResponseWriter, r *http.Request, o *op.Op) {
	a, fault := h.ask(w, r, o)
	fragment := ui.WantsFragment(r)
	if a.redirect != "" && !fragment {
		h.site.Redirect(w, r, "/tools/"+o.ID+"?"+a.redirect, http.StatusSeeOther)
		return
	}
	var body []byte
	if fault == nil && a.run {
		if o.NeedsKey() {
			fault = h.check(o, a)
		} else {
			body, fault = h.answer(r, o, a)
		}
	}
	if fault == nil && a.download != "" && body != nil {
		h.save(w, o, body, a.download)
		return
	}
	if fault != nil && fault.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(fault.RetryAfter))
	}
	p := h.page(r, o, a, body, fault)
	view := ui.Page{
		Title: h.site.OpName(h.site.Language(r), o.ID), Description: h.site.OpSummary(h.site.Language(r), o.ID, o.Summary),
		Path: "/tools/" + o.ID, NoStore: o.Varies || r.Method == http.MethodPost,
		Crumbs: []ui.Crumb{{Name: h.site.T(r, "frame.tools"), Path: "/tools"}},
		Data:   p,
	}
	if o.Twin != "" || r.URL.RawQuery != "" {
		view.NoIndex = r.URL.Query().Get("lang") == "" || len(r.URL.Query()) > 1
	}
	if fragment {
		// What is wrong while somebody types is no failed request.
		h.set.Fragment(w, r, "tool", "live", view)
		return
	}
	if fault != nil {
		view.Status = fault.Status
	}
	h.set.Render(w, r, "tool", view)
}

// check tells what is wrong with an input that is not carried out here.
func (h *Handler) check(o *op.Op, a *asked) *problem.Problem {
	_, err := o.Decode(a.source, h.opts.Limits)
	if wrong, ok := errors.AsType[*op.Invalid](err); ok {
		return problem.Invalid(wrong, o.BadInput)
	}
	return nil
}

// answer computes an answer, within what the address may have.
func (h *Handler) answer(r *http.Request, o *op.Op, a *asked) ([]byte, *problem.Problem) {
	if h.opts.Allow != nil {
		if ok, after := h.opts.Allow(r); !ok {
			return nil, problem.New(problem.RateLimited, "Too many answers were asked for from this address; wait %d seconds, or use an API key.", after).After(after)
		}
	}
	body, p := h.opts.Try(r.Context(), o, a.source)
	if p != nil && p.Cause != nil && h.opts.Log != nil {
		h.opts.Log(p.Cause)
	}
	return body, p
}

// page puts together what is shown.
func (h *Handler) page(r *http.Request, o *op.Op, a *asked, body []byte, fault *problem.Problem) *page {
	var violations []op.Violation
	if fault != nil {
		violations = fault.Errors
	}
	p := &page{Op: o, Problem: fault, Form: form.Build(o, a.fields, violations, a.more), See: o.Siblings(), Manual: o.Varies}
	if a.whole != "" {
		p.Form.Whole = a.whole
	}
	query, complete := form.Link(o, a.fields)
	p.Link, p.Action, p.Complete = "/tools/"+o.ID, "/tools/"+o.ID, complete && a.whole == ""
	if query != "" {
		p.Link += "?" + query
	}
	if p.Form.Post {
		p.Action = p.Link
	}
	for i, e := range o.Examples {
		p.Examples = append(p.Examples, exampleLink{e.Name, examplePath(o, i, e)})
	}
	input := h.input(o, a)
	if body != nil && fault == nil {
		p.Result = h.result(r, o, a, body)
	}
	if p.Sample = input == nil; p.Sample {
		input = []byte(o.Examples[0].In)
	}
	p.Code = snippet.All(snippet.Call{Op: o, Base: h.site.Absolute(""), Input: input})
	p.Related = h.related(o)
	p.Limits = limits{Document: h.opts.Limits.Document, Output: h.opts.Output, Rate: h.opts.Rate, Documents: p.Form.Upload}
	return p
}

// maxCode bounds the input that code repeats.
const maxCode = 16_000

// input is the input as a caller would send it, nil where there is none or
// where it is too long to be read as code.
func (h *Handler) input(o *op.Op, a *asked) []byte {
	if !a.run {
		return nil
	}
	var input []byte
	var err error
	if a.whole != "" {
		input = []byte(a.whole)
		_, err = o.Decode(op.JSON(input), h.opts.Limits)
	} else {
		input, err = form.Input(o, a.fields, h.opts.Limits)
	}
	if err != nil || len(input) > maxCode {
		return nil
	}
	return input
}

// examplePath is the address that loads an example: by its fields where they
// all may stand there.
func examplePath(o *op.Op, i int, e op.Example) string {
	path := "/tools/" + o.ID
	fields, err := o.Texts([]byte(e.In))
	if query, complete := form.Link(o, fields); err == nil && complete && query != "" {
		return path + "?" + query
	}
	return path + "?" + url.Values{example: {strconv.Itoa(i + 1)}}.Encode()
}

// maxRelated bounds the tools of the same group that are named.
const maxRelated = 6

// related lists other operations of the group, those nearest by their path
// first, without what See names already.
func (h *Handler) related(o *op.Op) (list []*op.Op) {
	named := map[string]bool{o.ID: true, o.Twin: true}
	for _, s := range o.Siblings() {
		named[s.ID] = true
	}
	at := 0
	var group []*op.Op
	for _, other := range h.opts.Ops {
		if other.Group() != o.Group() || other.Twin != "" {
			continue
		}
		if other.ID == o.ID {
			at = len(group)
		}
		group = append(group, other)
	}
	for i := range group {
		other := group[(at+i)%len(group)]
		if !named[other.ID] && len(list) < maxRelated {
			list = append(list, other)
		}
	}
	return list
}

// result makes the answer readable, with its drawing.
func (h *Handler) result(r *http.Request, o *op.Op, a *asked, body []byte) *Result {
	data := dataOf(body)
	var input []byte // with its defaults
	if in, err := o.Decode(a.source, h.opts.Limits); err == nil {
		input = o.AppendInput(nil, in)
	}
	res := newResult(o, input, data)
	scene := draw.Scene{
		Input: input, Data: data,
		T: func(key string, args ...any) string { return h.site.T(r, key, args...) },
		N: func(n any) string { return h.site.T(r, "tools.number", n) },
	}
	extra := draw.Extra(o, a.fields)
	for i := 0; i < len(extra) && a.whole == "" && res.Drawing == ""; i++ {
		if more, p := h.opts.Try(r.Context(), o, op.Fields(append(extra[i:i+1:i+1], a.fields...))); p == nil {
			scene.Data = dataOf(more)
			res.Drawing = draw.Draw(o, scene)
		}
	}
	if scene.Data = data; res.Drawing == "" {
		res.Drawing = draw.Draw(o, scene)
	}
	return res
}

// dataOf is the data of an answer in its envelope.
func dataOf(body []byte) json.RawMessage {
	var envelope struct {
		Data json.RawMessage `json:"data"`
	}
	if json.Unmarshal(body, &envelope) != nil {
		return nil
	}
	return envelope.Data
}

// save writes an answer as a file.
func (h *Handler) save(w http.ResponseWriter, o *op.Op, body []byte, what string) {
	data := dataOf(body)
	name, kind, content := o.ID+".json", "application/json", indented(data)
	if image, media := picture(data); image != nil && what == "raw" {
		name, kind, content = o.ID+extension(media), media, image
	} else if text, ok := mainOf(o, data); ok && what == "raw" {
		kind = o.RawType()
		name, content = o.ID+extension(kind), text
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	w.Header().Set("Content-Length", strconv.Itoa(len(content)))
	w.Header().Set("Content-Security-Policy", "default-src 'none'; sandbox")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(content) // a browser that has gone wants nothing more
}

// indented lays JSON out for people; numbers and names stay as they are.
func indented(data []byte) []byte {
	var b bytes.Buffer
	if json.Indent(&b, data, "", "  ") != nil {
		return data
	}
	b.WriteByte('\n')
	return b.Bytes()
}
