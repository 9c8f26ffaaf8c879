package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"toolcrib/internal/account"
	"toolcrib/internal/op"
)

type grantsCmd struct {
	SettingFlags `show:"data,database-url"`
	Account      string `required:"" help:"Id, or name where unique." placeholder:"ACCOUNT"`
	JSON         bool   `help:"Print JSON."`
}

// Run lists the grants of an account.
func (c *grantsCmd) Run(ctx context.Context, p *Process, given flags) error {
	return c.with(ctx, p, given, findStore, func(ctx context.Context, s account.Store) error {
		a, err := findAccount(ctx, s, c.Account)
		if err != nil {
			return err
		}
		grants, err := s.Grants(ctx, a.ID)
		if err != nil {
			return err
		}
		rows := make([]op.Object, len(grants))
		for i, g := range grants {
			rows[i] = op.Object{
				{Name: "id", Value: g.ID}, {Name: "pool", Value: string(g.Pool)}, {Name: "class", Value: className(g.Class)}, {Name: "month", Value: optional(g.Period)},
				{Name: "units", Value: g.Amount}, {Name: "remaining", Value: g.Remaining}, {Name: "held", Value: g.Held}, {Name: "created_at", Value: instant(g.CreatedAt)},
			}
		}
		return printRows(p, c.JSON, rows, "This account has used and been given nothing yet; its free units are made when it first uses them.")
	})
}

func className(c account.Class) string {
	switch c {
	case account.ClassAllowance:
		return "allowance"
	case account.ClassFree:
		return "free"
	case account.ClassPromo:
		return "promo"
	default:
		return "prepaid"
	}
}

type refundCmd struct {
	SettingFlags `show:"data,database-url"`
	Grant        string      `arg:"" help:"Id of the grant, which 'toolcrib grants' shows."`
	Units        wholeNumber `required:"" help:"Units to take back, at most; what is used already stays used." placeholder:"N"`
	JSON         bool        `help:"Print JSON."`
}

// Run takes units out of a grant and prints how many were left to take.
func (c *refundCmd) Run(ctx context.Context, p *Process, given flags) error {
	if c.Units == 0 {
		return usage("--units: 0 units are no refund; take 1 or more")
	}
	return c.with(ctx, p, given, findStore, func(ctx context.Context, s account.Store) error {
		taken, err := s.Refund(ctx, c.Grant, int64(c.Units))
		if errors.Is(err, account.ErrNotFound) {
			return fmt.Errorf("no promotional or prepaid grant has the id %q; 'toolcrib grants --account ACCOUNT' shows those of an account", c.Grant)
		}
		if err != nil {
			return err
		}
		return printID(p, c.JSON, fmt.Sprint(taken), op.Object{{Name: "grant", Value: c.Grant}, {Name: "refunded", Value: taken}})
	})
}

type auditCmd struct {
	SettingFlags `show:"data,database-url"`
	After        wholeNumber `help:"Only entries with a higher number." default:"0" placeholder:"N"`
	Limit        int         `help:"At most so many, the oldest first." default:"1000" placeholder:"N"`
	JSON         bool        `help:"Print JSON."`
}

// Run shows the audit log.
func (c *auditCmd) Run(ctx context.Context, p *Process, given flags) error {
	if c.Limit < 1 || c.Limit > 100_000 {
		return usage("--limit takes 1 to 100000")
	}
	return c.with(ctx, p, given, findStore, func(ctx context.Context, s account.Store) error {
		entries, err := s.Audit(ctx, int64(c.After), c.Limit)
		if err != nil {
			return err
		}
		rows := make([]op.Object, len(entries))
		for i, e := range entries {
			rows[i] = op.Object{
				{Name: "seq", Value: e.Seq}, {Name: "at", Value: instant(e.At)}, {Name: "actor", Value: e.Actor.Name}, {Name: "address", Value: optional(e.Actor.Address)},
				{Name: "action", Value: e.Action}, {Name: "target", Value: e.Target}, {Name: "detail", Value: oneLine(e.Detail)},
			}
			if c.JSON {
				rows[i] = append(rows[i], op.Member{Name: "hash", Value: fmt.Sprintf("%x", e.Hash)})
			}
		}
		return printRows(p, c.JSON, rows, "Nothing has been changed since.")
	})
}

// oneLine keeps a text within one cell of a table.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
