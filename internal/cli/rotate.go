package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/config"
	"toolcrib/internal/op"
)

type keyRotateCmd struct {
	KeyRef
	Overlap string `help:"How long the old key goes on working, at most 30d; 0s ends it at once." default:"24h" placeholder:"24h"`
}

// Run replaces a key and prints the new one, the only time it is ever shown.
func (c *keyRotateCmd) Run(ctx context.Context, p *Process, given flags) error {
	overlap, err := c.overlap()
	if err != nil {
		return err
	}
	return c.find(ctx, p, given, func(ctx context.Context, s account.Store, k account.Key) error {
		secret, next, err := account.Renew(ctx, s, k, overlap)
		if errors.Is(err, account.ErrEnded) {
			return fmt.Errorf("key %q has ended, or was replaced before; make a new one: toolcrib key create --name NAME", k.Name)
		}
		if err != nil {
			return err
		}
		return printID(p, c.JSON, secret, append(op.Object{{Name: "key", Value: secret}}, keyObject(next)...))
	})
}

func (c *keyRotateCmd) overlap() (time.Duration, error) {
	if c.Overlap == "0" || c.Overlap == "0s" {
		return 0, nil
	}
	d, err := config.Duration(c.Overlap)
	if err != nil {
		return 0, usage("--overlap: %w", err)
	}
	if d > account.MaxOverlap {
		return 0, usage("--overlap: a replaced key goes on working for at most 30d")
	}
	return d, nil
}
