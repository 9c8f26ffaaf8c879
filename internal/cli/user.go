package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/auth"
	"toolcrib/internal/op"
)

type adminCreateCmd struct {
	SettingFlags  `show:"data,database-url,base-url,listen"`
	Login         string `required:"" help:"Name or e-mail address to sign in with, 1 to 64 characters." placeholder:"LOGIN"`
	PasswordStdin bool   `help:"Read the password from the first line of standard input."`
	JSON          bool   `help:"Print JSON."`
}

// maxPasswordInput is the most that is read of standard input for a password.
const maxPasswordInput = 4096

// Run makes a user who runs the installation.
func (c *adminCreateCmd) Run(ctx context.Context, p *Process, given flags) error {
	s, _, err := c.load(p, given)
	if err != nil {
		return err
	}
	password, base := "", ""
	if c.PasswordStdin {
		text, err := io.ReadAll(io.LimitReader(p.Stdin, maxPasswordInput))
		if err != nil {
			return err
		}
		if password = firstLine(string(text)); password == "" {
			return usage("--password-stdin: the first line of standard input is empty")
		}
	} else if base, err = linkBase(s); err != nil {
		return err
	}
	return c.with(ctx, p, given, makeStore, func(ctx context.Context, store account.Store) error {
		u, err := makeAdmin(ctx, store, c.Login, password)
		var refusal *auth.Refusal
		switch {
		case errors.As(err, &refusal):
			return usage("%w", err)
		case errors.Is(err, account.ErrTaken):
			return fmt.Errorf("the login %q is taken; 'toolcrib user reset-link %[1]s' makes a link for a new password", c.Login)
		case err != nil:
			return err
		case c.PasswordStdin:
			return printID(p, c.JSON, u.ID, userObject(u))
		}
		return resetLink(ctx, p, c.JSON, store, u, base)
	})
}

// resetLink prints a link by which a user sets a new password.
func resetLink(ctx context.Context, p *Process, asJSON bool, store account.Store, u account.User, base string) error {
	token, _, err := auth.MakeLink(ctx, store, account.Link{Kind: account.LinkReset, UserID: u.ID}, time.Now())
	if err != nil {
		return err
	}
	return printLink(p, asJSON, auth.LinkURL(base, account.LinkReset, token), account.LinkReset)
}

func userObject(u account.User) op.Object {
	return op.Object{
		{Name: "id", Value: u.ID}, {Name: "login", Value: u.Login}, {Name: "operator", Value: u.Operator}, {Name: "disabled", Value: u.Disabled},
		{Name: "password", Value: u.Password != ""}, {Name: "app", Value: u.SecondFactor()}, {Name: "passkeys", Value: u.Passkeys},
		{Name: "created_at", Value: instant(u.CreatedAt)},
	}
}

type userListCmd struct {
	SettingFlags `show:"data,database-url"`
	JSON         bool `help:"Print JSON."`
}

// Run lists users.
func (c *userListCmd) Run(ctx context.Context, p *Process, given flags) error {
	return c.with(ctx, p, given, findStore, func(ctx context.Context, store account.Store) error {
		list, err := store.Users(ctx)
		if err != nil {
			return err
		}
		rows := make([]op.Object, len(list))
		for i, u := range list {
			rows[i] = userObject(u)
		}
		return printRows(p, c.JSON, rows, "There is no user yet; 'toolcrib setup-link' prints a link to set the website up.")
	})
}

// UserRef names one user of a command.
type UserRef struct {
	User string `arg:"" help:"Login or id."`
	JSON bool   `help:"Print JSON."`
}

// find finds the user, or says which was meant.
func (c *UserRef) find(ctx context.Context, store account.Store) (account.User, error) {
	u, err := store.User(ctx, c.User)
	if !errors.Is(err, account.ErrNotFound) {
		return u, err
	}
	list, err := store.Users(ctx)
	if err != nil {
		return u, err
	}
	var logins []string
	for _, u := range list {
		logins = append(logins, u.Login)
	}
	return u, noSuch("user", c.User, logins)
}

type userResetLinkCmd struct {
	SettingFlags `show:"data,database-url,base-url,listen"`
	UserRef
	RemoveApp bool `help:"Also take away the authenticator app, for who has lost it and the recovery codes."`
}

// Run prints a link for a new password.
func (c *userResetLinkCmd) Run(ctx context.Context, p *Process, given flags) error {
	s, _, err := c.load(p, given)
	if err != nil {
		return err
	}
	base, err := linkBase(s)
	if err != nil {
		return err
	}
	return c.with(ctx, p, given, findStore, func(ctx context.Context, store account.Store) error {
		u, err := c.find(ctx, store)
		if err != nil {
			return err
		}
		if c.RemoveApp {
			if err := store.SetTOTP(ctx, u.ID, "", nil); err != nil {
				return err
			}
		}
		return resetLink(ctx, p, c.JSON, store, u, base)
	})
}

// setDisabled lets a user sign in or not, and prints them.
func (c *UserRef) setDisabled(ctx context.Context, p *Process, store account.Store, disabled bool) error {
	u, err := c.find(ctx, store)
	if err != nil {
		return err
	}
	if err := store.SetUserDisabled(ctx, u.ID, disabled); err != nil {
		return err
	}
	u.Disabled = disabled
	return printID(p, c.JSON, u.ID, userObject(u))
}

type userDisableCmd struct {
	SettingFlags `show:"data,database-url"`
	UserRef
}

// Run keeps a user from signing in and ends their sessions.
func (c *userDisableCmd) Run(ctx context.Context, p *Process, given flags) error {
	return c.with(ctx, p, given, findStore, func(ctx context.Context, store account.Store) error {
		return c.setDisabled(ctx, p, store, true)
	})
}

type userEnableCmd struct {
	SettingFlags `show:"data,database-url"`
	UserRef
}

// Run lets a user sign in again.
func (c *userEnableCmd) Run(ctx context.Context, p *Process, given flags) error {
	return c.with(ctx, p, given, findStore, func(ctx context.Context, store account.Store) error {
		return c.setDisabled(ctx, p, store, false)
	})
}
