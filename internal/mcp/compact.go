package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolcrib/internal/op"
	"toolcrib/internal/problem"
)

// In compact mode two tools stand for all: what they cost the model does not
// grow with the operations.

// Bounds of a search.
const (
	maxQuery   = 200 // characters
	searchHits = 3
)

var searchTool = newTool("search_operations", "Find an operation",
	"Finds operations by what they do and returns the best three with their input schemas, to be called by call_operation. Free.",
	true, false,
	op.Object{
		{Name: "type", Value: "object"},
		{Name: "properties", Value: op.Object{{Name: "query", Value: op.Object{
			{Name: "type", Value: "string"}, {Name: "minLength", Value: 1}, {Name: "maxLength", Value: maxQuery},
			{Name: "description", Value: "What to do, in a few words, or the operation's name."}}}}},
		{Name: "required", Value: []string{"query"}}, {Name: "additionalProperties", Value: false},
	},
	success(op.Object{
		{Name: "type", Value: "object"},
		{Name: "properties", Value: op.Object{{Name: "operations", Value: op.Object{
			{Name: "type", Value: "array"}, {Name: "items", Value: anyObject}}}}},
		{Name: "required", Value: []string{"operations"}},
	}))

var callTool = newTool("call_operation", "Call an operation",
	"Calls an operation that search_operations found. Costs the units named there; a refused input costs nothing.",
	false, true,
	op.Object{
		{Name: "type", Value: "object"},
		{Name: "properties", Value: op.Object{
			{Name: "operation", Value: op.Object{{Name: "type", Value: "string"}, {Name: "description", Value: "The operation's name."}}},
			{Name: "arguments", Value: op.Object{{Name: "type", Value: "object"}, {Name: "description", Value: "Its input, as its schema says."}}},
		}},
		{Name: "required", Value: []string{"operation"}}, {Name: "additionalProperties", Value: false},
	},
	success(anyObject))

func (g *gateway) addCompact() {
	g.server.AddTool(searchTool, func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return g.search(ctx, r.Params.Arguments), nil
	})
	g.server.AddTool(callTool, func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return g.callByName(ctx, r.Params.Arguments), nil
	})
}

// search answers search_operations.
func (g *gateway) search(ctx context.Context, arguments []byte) *sdk.CallToolResult {
	x := exchangeOf(ctx)
	id := x.nextID()
	r, p := g.opts.Caller.Admit(ctx, x.key)
	x.done(r, p)
	var in struct {
		Query string `json:"query"`
	}
	if p == nil {
		p = g.members(arguments, &in, func(e *op.Invalid) {
			switch n := utf8.RuneCountInString(in.Query); {
			case strings.TrimSpace(in.Query) == "":
				e.Add("query", op.Required, "the query is missing").Hint = "say in a few words what is to be done"
			case n > maxQuery:
				e.Add("query", op.TooLong, "has %d characters; at most %d are allowed", n, maxQuery)
			}
		})
	}
	if p != nil {
		return g.failed(ctx, x, id, "/"+searchTool.Name, r, p)
	}
	found := []op.Object{}
	for _, o := range g.opts.Search(in.Query, len(g.offers)) {
		if len(found) < searchHits && x.view.ops[o.ID] {
			found = append(found, op.Object{{Name: "operation", Value: o.ID}, {Name: "title", Value: o.Summary},
				{Name: "description", Value: describe(o)}, {Name: "input", Value: full(o.Input(), true)}})
		}
	}
	data := op.Object{{Name: "operations", Value: found}}
	return x.result(id, r, op.Object{{Name: "success", Value: true}, {Name: "data", Value: data}}.AppendJSON(nil))
}

// callByName answers call_operation.
func (g *gateway) callByName(ctx context.Context, arguments []byte) *sdk.CallToolResult {
	x := exchangeOf(ctx)
	var in struct {
		Operation string          `json:"operation"`
		Arguments json.RawMessage `json:"arguments"`
	}
	var o *op.Op
	p := g.members(arguments, &in, func(e *op.Invalid) {
		if o = g.find(in.Operation); o != nil && x.view.has(o) {
			return
		}
		if in.Operation == "" {
			e.Add("operation", op.Required, "the operation is missing").Hint = "send the name that " + searchTool.Name + " returned"
			return
		}
		unknown(e, "operation", "operation", in.Operation, g.names)
	})
	if p == nil {
		return g.call(ctx, o, in.Arguments)
	}
	id := x.nextID()
	r, limited := g.opts.Caller.Admit(ctx, x.key)
	x.done(r, limited)
	if limited != nil {
		p = limited
	}
	return g.failed(ctx, x, id, "/"+callTool.Name, r, p)
}

// members reads the few members that a tool of this package itself takes.
func (g *gateway) members(arguments []byte, into any, check func(*op.Invalid)) *problem.Problem {
	e := &op.Invalid{}
	d := json.NewDecoder(bytes.NewReader(arguments))
	d.DisallowUnknownFields()
	var typ *json.UnmarshalTypeError
	switch err := d.Decode(into); {
	case err == nil, errors.Is(err, io.EOF):
		check(e)
	case errors.As(err, &typ):
		e.Add(typ.Field, op.InvalidType, "must be a %s, not a %s", map[bool]string{true: typ.Type.Name(), false: "JSON object"}[typ.Field != ""], typ.Value)
	default:
		name, _ := strings.CutPrefix(err.Error(), "json: unknown field ")
		e.Add("", op.UnknownField, "the arguments are not what the tool's schema says: unknown member %s", op.Quote(strings.Trim(name, `"`)))
	}
	if len(e.Violations) == 0 {
		return nil
	}
	return problem.Invalid(e, 422)
}
