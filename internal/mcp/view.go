package mcp

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"toolcrib/internal/op"
)

// Selection is what a caller wants to see of the operations. The zero value
// is all of them, each as a tool.
type Selection struct {
	Toolsets []string // groups of operations, "ai", "core" or "all"; with Tools, both together
	Tools    []string // operations by name
	Exclude  []string // operations to leave out
	Compact  bool     // two tools for all: one that finds operations, one that calls them
}

// view is a selection that was found good.
type view struct {
	ops     map[string]bool // what may be called, by id, without twins
	listed  map[string]bool // of them, what is listed
	compact bool
	private bool // depends on more than the URL
}

// has tells whether an operation may be called; a twin may where its original may.
func (v *view) has(o *op.Op) bool { return v.ops[o.ID] || o.Twin != "" && v.ops[o.Twin] }

// The words of a selection in the query of the URL and in headers. The headers
// are those of GitHub's MCP server.
var (
	queryNames  = [3]string{"toolsets", "tools", "exclude"}
	headerNames = [3]string{"X-Mcp-Toolsets", "X-Mcp-Tools", "X-Mcp-Exclude-Tools"}
)

const modeName = "mode"

// wanted reads a selection from a request: what the URL and the headers say
// is taken together.
func wanted(r *http.Request) (s Selection, private bool, err *op.Invalid) {
	e := &op.Invalid{}
	query, broken := url.ParseQuery(r.URL.RawQuery)
	if broken != nil {
		e.Add("", op.InvalidFormat, "the query of the URL has a broken escape or an unescaped ';'")
		return s, false, e
	}
	lists := [3]*[]string{&s.Toolsets, &s.Tools, &s.Exclude}
	for i, list := range lists {
		given := r.Header.Values(headerNames[i])
		private = private || len(given) > 0
		for _, v := range append(query[queryNames[i]], given...) {
			*list = append(*list, words(v)...)
		}
		delete(query, queryNames[i])
	}
	for _, mode := range query[modeName] {
		if s.Compact = mode == "compact"; !s.Compact && mode != "full" {
			e.Add(modeName, op.NotAllowed, "there is no mode %s", op.Quote(mode)).Hint = "send mode=compact, or mode=full, or leave it out"
		}
	}
	delete(query, modeName)
	accepted := append(queryNames[:], modeName)
	for name := range query {
		v := e.Add(strings.ToValidUTF8(name[:min(len(name), 64)], "\ufffd"), op.UnknownField, "unknown parameter %s", op.Quote(name))
		v.Hint = "accepted: " + strings.Join(accepted, ", ")
		if near := op.Nearest(name, accepted); near != "" {
			v.Hint = "did you mean '" + near + "'?"
		}
	}
	if len(e.Violations) > 0 {
		return s, private, e
	}
	return s, private, nil
}

// words are the names in a list separated by commas.
func words(list string) (names []string) {
	for name := range strings.SplitSeq(list, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// toolset is the set that an operation is in: its group, and of the operations
// of models one of their own.
func toolset(o *op.Op) string {
	if o.OfModels() {
		return modelSet
	}
	return o.Group()
}

// Toolsets beside the groups.
const (
	modelSet = "ai"
	coreSet  = "core" // what is listed when nothing is chosen
	allSet   = "all"
)

// look resolves a selection against what is offered. Where nothing is chosen
// the core is listed, and everything answers.
func (g *gateway) look(s Selection) (*view, *op.Invalid) {
	e := &op.Invalid{}
	sets := append(slices.Clone(g.groups), coreSet, allSet)
	for _, name := range s.Toolsets {
		if !slices.Contains(sets, name) {
			unknown(e, queryNames[0], "toolset", name, sets)
		}
	}
	named, left := g.resolve(e, queryNames[1], s.Tools), g.resolve(e, queryNames[2], s.Exclude)
	if len(e.Violations) > 0 {
		return nil, e
	}
	v := &view{ops: map[string]bool{}, listed: map[string]bool{}, compact: s.Compact}
	free := len(s.Toolsets)+len(s.Tools) == 0
	for _, f := range g.offers {
		core := g.opts.Core == nil || g.opts.Core(f.op)
		chosen := named[f.op.ID] || slices.Contains(s.Toolsets, toolset(f.op)) || slices.Contains(s.Toolsets, allSet) ||
			core && (free || slices.Contains(s.Toolsets, coreSet))
		if !left[f.op.ID] {
			v.listed[f.op.ID], v.ops[f.op.ID] = chosen, chosen || free
		}
	}
	for _, listed := range v.listed {
		if listed {
			return v, nil
		}
	}
	return nil, op.Refuse(queryNames[2], op.Conflict, "everything that was chosen is excluded again; no tool is left")
}

// resolve finds operations by name.
func (g *gateway) resolve(e *op.Invalid, field string, names []string) map[string]bool {
	found := map[string]bool{}
	for _, name := range names {
		o := g.find(name)
		switch {
		case o == nil:
			unknown(e, field, "tool", name, g.names)
		case o.Twin != "":
			found[o.Twin] = true
		default:
			found[o.ID] = true
		}
	}
	return found
}

func unknown(e *op.Invalid, field, what, name string, known []string) {
	v := e.Add(field, op.NotAllowed, "there is no %s %s", what, op.Quote(name))
	if near := op.Nearest(name, known); near != "" {
		v.Hint = "did you mean '" + near + "'?"
	} else if what == "toolset" {
		v.Hint = "toolsets: " + strings.Join(known, ", ")
	}
}

// find returns the operation of a name that is offered, nil if there is none.
// Underscores count as hyphens, as several clients send names so.
func (g *gateway) find(name string) *op.Op {
	o := op.Find(strings.ReplaceAll(name, "_", "-"))
	if o == nil || !g.allowed(o) {
		return nil
	}
	return o
}
