package mcp_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolcrib/internal/mcp"
	"toolcrib/internal/op"
)

// pipe is a gateway on a pair of pipes with the SDK's client at the other end.
type pipe struct {
	session *sdk.ClientSession
	done    chan error
}

func newPipe(t *testing.T) *pipe {
	t.Helper()
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	p := &pipe{done: make(chan error, 1)}
	go func() {
		p.done <- mcp.Stdio(t.Context(), mcp.Options{Version: "1.2.3", Caller: local(), Search: findFirst}, mcp.Selection{}, in, out)
	}()
	var err error
	p.session, err = sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).
		Connect(t.Context(), &sdk.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.session.Close() })
	return p
}

func TestStdio(t *testing.T) {
	p := newPipe(t)
	list, err := p.session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Tools) < 50 {
		t.Errorf("%d tools", len(list.Tools))
	}
	res, err := p.session.CallTool(t.Context(), &sdk.CallToolParams{Name: "gst-calculator", Arguments: map[string]any{"amount": 100, "gst_rate": 18}})
	if err != nil || res.IsError || !strings.Contains(res.Content[0].(*sdk.TextContent).Text, `"total_amount":118`) {
		t.Errorf("%v %+v", err, res)
	}
	// Nothing is metered here, so there is no receipt.
	for name := range res.Meta {
		if strings.HasPrefix(name, "toolcrib/") {
			t.Errorf("_meta %v", res.Meta)
		}
	}
	res, err = p.session.CallTool(t.Context(), &sdk.CallToolParams{Name: "test-say", Arguments: map[string]any{"text": "panic"}})
	if err != nil || !res.IsError || !strings.Contains(res.Content[0].(*sdk.TextContent).Text, "internal_error") {
		t.Errorf("%v %+v", err, res)
	}
	if err := p.session.Close(); err != nil {
		t.Error(err)
	}
	if err := <-p.done; err != nil {
		t.Errorf("ended with %v", err)
	}
}

func TestStdioSelection(t *testing.T) {
	err := mcp.Stdio(t.Context(), mcp.Options{Caller: local()}, mcp.Selection{Toolsets: []string{"txet"}}, io.NopCloser(strings.NewReader("")), nil)
	var invalid *op.Invalid
	if !errors.As(err, &invalid) || invalid.Violations[0].Hint != "did you mean 'text'?" {
		t.Errorf("%v", err)
	}
}

func TestStdioEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	in, _ := io.Pipe()
	_, out := io.Pipe()
	if err := mcp.Stdio(ctx, mcp.Options{Caller: local()}, mcp.Selection{}, in, out); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
