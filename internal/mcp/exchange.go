package mcp

import (
	"context"
	"encoding/json"
	"net/netip"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolcrib/internal/account"
	"toolcrib/internal/engine"
	"toolcrib/internal/problem"
)

// exchange is what is known of one POST, or of a whole session on a pipe,
// while its messages are answered. A batch has several at once.
type exchange struct {
	key   *account.Key // nil where nothing is metered
	from  netip.Addr
	view  *view
	gone  context.Context // ends when the caller leaves
	newID func() string

	mu      sync.Mutex
	answer  Answer
	idUsed  bool
	begun   int // requests that reached a handler
	refused int // of them, those that limits or the key refused
	problem *problem.Problem

	keyRefused bool // the store no longer accepts the key
}

type exchangeKey struct{}

// in makes x the exchange of a context.
func (x *exchange) in(ctx context.Context) context.Context {
	return context.WithValue(ctx, exchangeKey{}, x)
}

// exchangeOf is the exchange that a message is part of.
func exchangeOf(ctx context.Context) *exchange { return ctx.Value(exchangeKey{}).(*exchange) }

func (x *exchange) begin() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.begun++
}

// nextID is the id of a call: that of the request for the first, so that a
// single call's result and its headers agree.
func (x *exchange) nextID() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.idUsed {
		x.idUsed = true
		return x.answer.ID
	}
	return x.newID()
}

// admit counts a request that costs no units.
func (x *exchange) admit(ctx context.Context, c Caller) *problem.Problem {
	r, p := c.Admit(ctx, x.key)
	x.done(r, p)
	return p
}

// done takes note of what a request did to limits and pools. Some problems
// concern the request as HTTP has it and not what was asked for.
func (x *exchange) done(r engine.Receipt, p *problem.Problem) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.answer.Receipt = r
	if p != nil && (p.Code == problem.RateLimited || r.KeyRefused) {
		x.refused++
		x.problem = p
		x.keyRefused = x.keyRefused || r.KeyRefused
		x.answer.Keyed = !x.keyRefused
	}
}

// refusal is the problem that the whole POST is answered with, nil when there
// is anything else to say.
func (x *exchange) refusal() *problem.Problem {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.refused < x.begun {
		return nil
	}
	return x.problem
}

// with is the context of one call, which ends when the caller leaves. Older
// versions of the protocol would have it go on, and nobody would be told what
// was paid for.
func (x *exchange) with(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(x.gone, cancel)
	return ctx, func() { stop(); cancel() }
}

// requestID is how a call is named to the caller, "" where nothing is metered.
func (x *exchange) requestID(id string) string {
	if x.key == nil {
		return ""
	}
	return "req_" + id
}

// result is a tool's result, with its receipt beside it where calls are
// metered: the same JSON twice, for clients read one or the other.
func (x *exchange) result(id string, r engine.Receipt, body []byte) *sdk.CallToolResult {
	res := &sdk.CallToolResult{
		Content:           []sdk.Content{&sdk.TextContent{Text: string(body)}},
		StructuredContent: json.RawMessage(body),
	}
	if x.key == nil {
		return res
	}
	res.Meta = sdk.Meta{"toolcrib/request_id": x.requestID(id), "toolcrib/units": r.Taken.Units()}
	if r.Known {
		res.Meta["toolcrib/remaining"] = r.Balance.Units()
	}
	return res
}
