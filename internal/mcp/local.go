package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolcrib/internal/account"
	"toolcrib/internal/engine"
	"toolcrib/internal/op"
	"toolcrib/internal/problem"
)

// Stdio serves the protocol on a pair of pipes until the client closes its end
// or ctx ends: messages are lines of JSON. Operations run in this process, as
// "toolcrib run" runs them, without key or charge; opts.Caller is Local. The
// error is that of a selection that names what there is not (an *op.Invalid),
// of the context, or of the pipes.
func Stdio(ctx context.Context, opts Options, s Selection, in io.ReadCloser, out io.WriteCloser) error {
	g := newGateway(opts)
	v, invalid := g.look(s)
	if invalid != nil {
		return invalid
	}
	x := &exchange{view: v, gone: ctx, newID: func() string { return "" }}
	return g.server.Run(x.in(ctx), &sdk.IOTransport{Reader: in, Writer: out})
}

// Local carries out calls in this process and charges nothing.
type Local struct {
	Env    op.Env
	Limits op.Limits
}

// Do implements Caller.
func (l Local) Do(ctx context.Context, c engine.Call) (r engine.Result, p *problem.Problem) {
	defer func() {
		if v := recover(); v != nil {
			p = problem.Internal(engine.Panicked("mcp: "+c.Op.ID, v))
		}
	}()
	in, err := c.Op.Decode(c.Source, l.Limits)
	if err != nil {
		return engine.Result{}, localProblem(c.Op, err)
	}
	out, err := c.Op.Run(l.Env.With(ctx), in)
	if err != nil {
		return engine.Result{}, localProblem(c.Op, err)
	}
	if p := c.Op.Picture(out); p != nil && c.Once {
		p.DataURI = nil
	}
	body := c.Op.AppendData([]byte(`{"success":true,"data":`), out)
	return engine.Result{Body: append(body, '}')}, nil
}

func localProblem(o *op.Op, err error) *problem.Problem {
	if p := problem.OfModel(err); p != nil {
		return p
	}
	var invalid *op.Invalid
	switch {
	case errors.As(err, &invalid):
		return problem.Invalid(invalid, o.BadInput)
	case errors.Is(err, context.Canceled):
		p := problem.New(problem.Timeout, "The call was cancelled.")
		p.Cause = err
		return p
	}
	// The words of an error may quote what was sent.
	return problem.Internal(fmt.Errorf("mcp: %s failed with an error of type %T", o.ID, err))
}

// Admit implements Caller: there is no limit.
func (Local) Admit(context.Context, *account.Key) (engine.Receipt, *problem.Problem) {
	return engine.Receipt{}, nil
}
