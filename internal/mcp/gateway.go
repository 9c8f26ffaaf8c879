package mcp

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolcrib/internal/engine"
	"toolcrib/internal/op"
	"toolcrib/internal/problem"
)

// instructions are shown to the model beside the tools.
const instructions = "Exact, deterministic calculators, converters and text tools; they only compute and keep nothing. " +
	"Use them instead of working out numbers, dates, hashes or conversions yourself. " +
	"A wrong input costs nothing and is answered with every fault and what to send instead."

// cacheFor is how long a client may keep a list: it changes with releases and
// settings only.
const cacheFor = 60 * 60 * 1000 // milliseconds

// gateway is the tools and the server of the protocol over them.
type gateway struct {
	opts   Options
	path   string  // of the base URL
	offers []offer // of what is offered, by name, without twins
	names  []string
	groups []string
	server *sdk.Server
}

// newGateway describes what is offered. One server of the protocol answers all
// requests: it holds every tool, and each request's view decides which are
// seen.
func newGateway(opts Options) *gateway {
	g := &gateway{opts: opts}
	if u, err := url.Parse(opts.Base); err == nil {
		g.path = u.Path
	}
	g.server = sdk.NewServer(
		&sdk.Implementation{Name: "toolcrib", Title: "Toolcrib", Version: opts.Version},
		&sdk.ServerOptions{
			Instructions: instructions,
			Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}},
			SetCacheable: setCacheable,
		})
	for _, o := range op.All() {
		if !g.allowed(o) {
			continue
		}
		f := newOffer(o)
		g.server.AddTool(f.forms[0].tool, func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			return g.call(ctx, o, r.Params.Arguments), nil
		})
		if o.Twin == "" {
			g.offers = append(g.offers, f)
		}
	}
	slices.SortFunc(g.offers, func(a, b offer) int { return strings.Compare(a.op.ID, b.op.ID) })
	for _, f := range g.offers {
		g.names = append(g.names, f.op.ID)
		if set := toolset(f.op); !slices.Contains(g.groups, set) {
			g.groups = append(g.groups, set)
		}
	}
	slices.Sort(g.groups)
	g.addCompact()
	g.server.AddReceivingMiddleware(g.receive)
	return g
}

func (g *gateway) allowed(o *op.Op) bool { return g.opts.Allowed == nil || g.opts.Allowed(o) }

// setCacheable says how long a list may be kept and by whom.
func setCacheable(ctx context.Context, _ sdk.Request, c *sdk.Cacheable) {
	c.TTLMs, c.CacheScope = cacheFor, "public"
	if x := exchangeOf(ctx); x.view.private {
		c.CacheScope = "private"
	}
}

// The methods that are more than passed on.
const (
	toolsCall = "tools/call"
	toolsList = "tools/list"
	listen    = "subscriptions/listen"
)

// receive stands before every message: it counts requests, sees to it that a
// defect ends one request only, and shows each request its view of the tools.
func (g *gateway) receive(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (res sdk.Result, err error) {
		if method == "ping" || strings.HasPrefix(method, "notifications/") {
			return next(ctx, method, req)
		}
		x := exchangeOf(ctx)
		x.begin()
		defer func() {
			if v := recover(); v != nil {
				p := problem.Internal(engine.Panicked("mcp", v))
				id := x.nextID()
				g.report(ctx, id, p)
				res, err = nil, rpcError(jsonrpc.CodeInternalError, p.Detail+" Request req_"+id+".")
			}
		}()
		if call, ok := req.(*sdk.CallToolRequest); ok {
			name := g.tool(x.view, call.Params.Name)
			if name != "" {
				call.Params.Name = name
				return next(ctx, method, req)
			}
		}
		if p := x.admit(ctx, g.opts.Caller); p != nil {
			return nil, rpcError(codeRefused, p.Detail)
		}
		switch method {
		case toolsCall:
			return nil, g.noTool(x.view, req.(*sdk.CallToolRequest).Params.Name)
		case listen:
			// The tools never change while the program runs, and a request that
			// waits for that would only hold a connection.
			return nil, rpcError(jsonrpc.CodeMethodNotFound, "there is nothing to subscribe to: the list of tools does not change")
		case toolsList:
			res, err = next(ctx, method, req)
			if list, ok := res.(*sdk.ListToolsResult); ok && err == nil {
				list.Tools = g.list(x.view)
			}
			return res, err
		}
		return next(ctx, method, req)
	}
}

// codeRefused is the JSON-RPC error of a request that the limits refuse, from
// the range that is a server's own. It is seen in batches only: alone, such a
// request is refused by HTTP.
const codeRefused = -32001

func rpcError(code int64, message string) error {
	return &jsonrpc.Error{Code: code, Message: message}
}

// list is the tools of a view.
func (g *gateway) list(v *view) []*sdk.Tool {
	if v.compact {
		return []*sdk.Tool{callTool, searchTool}
	}
	var seen []offer
	for _, f := range g.offers {
		if v.listed[f.op.ID] {
			seen = append(seen, f)
		}
	}
	return fit(seen)
}

// tool is the name under which the server knows a tool that the view has, ""
// if it has none.
func (g *gateway) tool(v *view, name string) string {
	if v.compact && (name == searchTool.Name || name == callTool.Name) {
		return name
	}
	if o := g.find(name); o != nil && v.has(o) {
		return o.ID
	}
	return ""
}

// noTool explains a name that the view does not have.
func (g *gateway) noTool(v *view, name string) error {
	message := "unknown tool " + op.Quote(name)
	switch near := op.Nearest(name, g.names); {
	case g.find(name) != nil:
		message = "the tool " + op.Quote(name) + " is not among those chosen for this connection"
	case near != "" && v.ops[near]:
		message += "; did you mean '" + near + "'?"
	}
	return rpcError(jsonrpc.CodeInvalidParams, message)
}

// call carries out one operation for a tool call.
func (g *gateway) call(ctx context.Context, o *op.Op, arguments []byte) *sdk.CallToolResult {
	x := exchangeOf(ctx)
	ctx, cancel := x.with(ctx)
	defer cancel()
	if len(arguments) == 0 || string(arguments) == "null" {
		arguments = []byte("{}")
	}
	id := x.nextID()
	r, p := g.opts.Caller.Do(ctx, engine.Call{ID: id, Key: x.key, From: x.from, Until: x.gone, Op: o, Source: op.JSON(arguments), Once: true})
	x.done(r.Receipt, p)
	if p != nil {
		return g.failed(ctx, x, id, o.Path, r.Receipt, p)
	}
	return x.result(id, r.Receipt, r.Body)
}

// failed is the result of a call that came to nothing: the same problem
// document as REST has, as text alone, since clients hold structured content
// against the schema of a success.
func (g *gateway) failed(ctx context.Context, x *exchange, id, path string, r engine.Receipt, p *problem.Problem) *sdk.CallToolResult {
	if p.Status >= 500 && !errors.Is(p.Cause, context.Canceled) {
		g.report(ctx, id, p)
	}
	res := x.result(id, r, p.AppendJSON(nil, strings.TrimSuffix(g.opts.Base, "/"), g.path+path, x.requestID(id)))
	res.StructuredContent, res.IsError = nil, true
	return res
}

func (g *gateway) report(ctx context.Context, id string, p *problem.Problem) {
	if g.opts.Report != nil {
		g.opts.Report(ctx, id, p)
	}
}
