package cli

import (
	"context"
	"errors"
	"fmt"

	"toolcrib/internal/account"
	"toolcrib/internal/op"
)

type accountCreateCmd struct {
	SettingFlags `show:"data,database-url"`
	Name         string `required:"" help:"Name, 1 to 64 characters." placeholder:"NAME"`
	JSON         bool   `help:"Print JSON."`
}

// Run makes an account.
func (c *accountCreateCmd) Run(ctx context.Context, p *Process, given flags) error {
	if err := checkName(c.Name); err != nil {
		return err
	}
	return c.with(ctx, p, given, makeStore, func(ctx context.Context, s account.Store) error {
		a, err := s.CreateAccount(ctx, c.Name)
		if err != nil {
			return err
		}
		return printID(p, c.JSON, a.ID, accountObject(a))
	})
}

// checkName refuses names that would not fit into one cell of a table.
func checkName(name string) error {
	if !account.ValidName(name) {
		return usage("--name takes 1 to 64 visible characters, without spaces at the ends; got %q", name)
	}
	return nil
}

func accountObject(a account.Account) op.Object {
	return op.Object{{Name: "id", Value: a.ID}, {Name: "name", Value: a.Name}, {Name: "suspended", Value: a.Suspended}, {Name: "created_at", Value: instant(a.CreatedAt)}}
}

type accountListCmd struct {
	SettingFlags `show:"data,database-url"`
	JSON         bool `help:"Print JSON."`
}

// Run lists accounts.
func (c *accountListCmd) Run(ctx context.Context, p *Process, given flags) error {
	return c.with(ctx, p, given, findStore, func(ctx context.Context, s account.Store) error {
		list, err := s.Accounts(ctx)
		if err != nil {
			return err
		}
		rows := make([]op.Object, len(list))
		for i, a := range list {
			rows[i] = accountObject(a)
		}
		return printRows(p, c.JSON, rows, "There is no account yet; 'toolcrib account create --name NAME' makes one.")
	})
}

type accountSuspendCmd struct {
	SettingFlags `show:"data,database-url"`
	Account      string `arg:"" help:"Id, or name where unique."`
	Lift         bool   `help:"End the suspension."`
	JSON         bool   `help:"Print JSON."`
}

// Run suspends an account.
func (c *accountSuspendCmd) Run(ctx context.Context, p *Process, given flags) error {
	return c.with(ctx, p, given, findStore, func(ctx context.Context, s account.Store) error {
		a, err := findAccount(ctx, s, c.Account)
		if err != nil {
			return err
		}
		if err := s.SetSuspended(ctx, a.ID, !c.Lift); err != nil {
			return err
		}
		a.Suspended = !c.Lift
		return printID(p, c.JSON, a.ID, accountObject(a))
	})
}

// findAccount finds an account by id or name, or says which was meant.
func findAccount(ctx context.Context, s account.Store, ref string) (account.Account, error) {
	a, err := s.Account(ctx, ref)
	if !errors.Is(err, account.ErrNotFound) {
		return a, unclear(err, "account", ref)
	}
	list, err := s.Accounts(ctx)
	if err != nil {
		return a, err
	}
	var names []string
	for _, a := range list {
		names = append(names, a.Name)
	}
	return a, noSuch("account", ref, names)
}

// noSuch is the error of a reference to nothing.
func noSuch(what, ref string, names []string) error {
	if near := op.Nearest(ref, names); near != "" {
		return fmt.Errorf("no %s has the id or name %q; did you mean %q?", what, ref, near)
	}
	return fmt.Errorf("no %s has the id or name %q; 'toolcrib %s list' shows all", what, ref, what)
}

// unclear explains a name that several things have.
func unclear(err error, what, ref string) error {
	if errors.Is(err, account.ErrAmbiguous) {
		return fmt.Errorf("more than one %s is called %q; use the id, which 'toolcrib %s list' shows", what, ref, what)
	}
	return err
}

// chooseAccount finds the account named, or the only one. Where there is none
// at all it makes one, so that a first key takes one command.
func chooseAccount(ctx context.Context, p *Process, s account.Store, ref string) (account.Account, error) {
	if ref != "" {
		return findAccount(ctx, s, ref)
	}
	list, err := s.Accounts(ctx)
	switch {
	case err != nil:
		return account.Account{}, err
	case len(list) == 0:
		a, err := s.CreateAccount(ctx, "default")
		if err == nil {
			fmt.Fprintf(p.Stderr, "There was no account yet; made %s, called \"default\".\n", a.ID)
		}
		return a, err
	case len(list) > 1:
		return account.Account{}, usage("there are %d accounts; say whose key it is with --account, by id or name ('toolcrib account list' shows them)", len(list))
	}
	return list[0], nil
}
