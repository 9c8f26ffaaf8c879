package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/signal"
	"syscall"

	"toolcrib/internal/build"
	"toolcrib/internal/mcp"
	"toolcrib/internal/op"
	"toolcrib/internal/service"
)

type mcpCmd struct {
	SettingFlags `show:"document-limit"`
	Toolsets     []string `help:"Only the operations of these groups." placeholder:"text,data"`
	Tools        []string `help:"Only these operations." placeholder:"csv-to-json"`
	Exclude      []string `help:"Not these operations." placeholder:"uuid-batch"`
	Mode         string   `help:"${enum}: compact offers two tools in place of all, one that finds operations and one that calls them." enum:"full,compact" default:"full"`
}

// Run serves the Model Context Protocol on standard input and output until the
// client closes them.
func (c *mcpCmd) Run(ctx context.Context, p *Process, given flags) error {
	s, _, err := c.load(p, given)
	if err != nil {
		return err
	}
	log := newLog(p.Stderr, s.LogFormat)
	useFonts(s, log)
	env := p.Env
	if env.Models == nil {
		if env.Models, err = service.Models(s, log); err != nil {
			return usage("%w", err)
		}
	}
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	err = mcp.Stdio(ctx, mcp.Options{
		Version: build.Version, Search: service.Find(), Core: mcp.Core, Allowed: mcp.Unkeyed, Caller: mcp.Local{Env: env, Limits: op.Limits{Document: s.DocumentLimit}},
	}, mcp.Selection{Toolsets: c.Toolsets, Tools: c.Tools, Exclude: c.Exclude, Compact: c.Mode == "compact"},
		io.NopCloser(p.Stdin), openEnd{p.Stdout})
	var invalid *op.Invalid
	switch {
	case errors.As(err, &invalid):
		return usage("%w", err)
	case err != nil && ctx.Err() == nil:
		return fmt.Errorf("the client's messages ended badly: %w", err)
	}
	return nil
}

// openEnd leaves standard output open when the protocol has ended.
type openEnd struct{ io.Writer }

func (openEnd) Close() error { return nil }
