package cli

import (
	"context"
	"fmt"
	"strconv"

	"toolcrib/internal/account"
	"toolcrib/internal/op"
)

// wholeNumber is a flag of 0 or more, bounded so that sums of a ledger stay
// far from the end of 64 bits.
type wholeNumber int64

const mostUnits = 1_000_000_000_000_000

// UnmarshalText reads digits.
func (n *wholeNumber) UnmarshalText(text []byte) error {
	v, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil || v < 0 || v > mostUnits {
		return fmt.Errorf("%q is not a whole number from 0 to %d", text, int64(mostUnits))
	}
	*n = wholeNumber(v)
	return nil
}

type grantCmd struct {
	SettingFlags `show:"data,database-url"`
	Account      string      `required:"" help:"Id, or name where unique." placeholder:"ACCOUNT"`
	Pool         string      `help:"Pool: ${enum}." enum:"compute,image,ai_tokens" default:"compute"`
	Units        wholeNumber `required:"" help:"Units to give, 1 or more." placeholder:"N"`
	Promo        bool        `help:"Promotional: used before what was bought, and no sign of a paying customer."`
	JSON         bool        `help:"Print JSON."`
}

// Run gives units to an account.
func (c *grantCmd) Run(ctx context.Context, p *Process, given flags) error {
	if c.Units == 0 {
		return usage("--units: 0 units are no grant; give 1 or more")
	}
	return c.with(ctx, p, given, findStore, func(ctx context.Context, s account.Store) error {
		a, err := findAccount(ctx, s, c.Account)
		if err != nil {
			return err
		}
		class := "prepaid"
		g := account.Grant{AccountID: a.ID, Pool: account.Pool(c.Pool), Class: account.ClassPrepaid, Units: int64(c.Units)}
		if c.Promo {
			g.Class, class = account.ClassPromo, "promo"
		}
		id, err := s.Grant(ctx, g)
		if err != nil {
			return err
		}
		return printID(p, c.JSON, id, op.Object{
			{Name: "id", Value: id}, {Name: "account", Value: a.ID}, {Name: "pool", Value: c.Pool}, {Name: "class", Value: class}, {Name: "units", Value: int64(c.Units)},
		})
	})
}

type verifyLedgerCmd struct {
	SettingFlags `show:"data,database-url"`
	JSON         bool `help:"Print JSON."`
}

// Run checks the ledger.
func (c *verifyLedgerCmd) Run(ctx context.Context, p *Process, given flags) error {
	return c.with(ctx, p, given, findStore, func(ctx context.Context, s account.Store) error {
		report, err := s.Verify(ctx)
		if err != nil {
			return serverError(err)
		}
		if c.JSON {
			err = printJSON(p.Stdout, reportObject(report))
		} else {
			err = printReport(p, report)
		}
		if err == nil && !report.OK() {
			return errSaidNo
		}
		return err
	})
}

func reportObject(report account.Report) op.Object {
	checks := make([]op.Object, len(report.Checks))
	for i, c := range report.Checks {
		checks[i] = op.Object{{Name: "name", Value: c.Name}, {Name: "rule", Value: c.Rule}, {Name: "violations", Value: append([]string{}, c.Violations...)}}
	}
	return op.Object{{Name: "ok", Value: report.OK()}, {Name: "checks", Value: checks}}
}

// printReport prints a line for each check, below it what breaks it, and the
// verdict.
func printReport(p *Process, report account.Report) error {
	broken := 0
	for _, c := range report.Checks {
		n := len(c.Violations)
		if n == 0 {
			fmt.Fprintf(p.Stdout, "%-24s ok\n", c.Name)
			continue
		}
		broken++
		fmt.Fprintf(p.Stdout, "%-24s VIOLATED (%d)\n    the rule: %s\n", c.Name, n, c.Rule)
		for _, v := range c.Violations {
			fmt.Fprintf(p.Stdout, "    %s\n", v)
		}
	}
	verdict := fmt.Sprintf("Every unit is accounted for: %d checks hold.", len(report.Checks))
	if broken > 0 {
		verdict = fmt.Sprintf("The ledger is NOT sound: %d of %d checks fail. Stop the server and keep a copy of the data folder.", broken, len(report.Checks))
	}
	_, err := fmt.Fprintln(p.Stdout, verdict)
	return err
}
