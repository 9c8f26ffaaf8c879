package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/auth"
	"toolcrib/internal/config"
	"toolcrib/internal/op"
	"toolcrib/internal/service"
)

type setupLinkCmd struct {
	SettingFlags `show:"data,database-url,base-url,listen"`
	JSON         bool `help:"Print JSON."`
}

// Run prints a new setup link; earlier ones work no more.
func (c *setupLinkCmd) Run(ctx context.Context, p *Process, given flags) error {
	s, _, err := c.load(p, given)
	if err != nil {
		return err
	}
	base, err := linkBase(s)
	if err != nil {
		return err
	}
	return c.with(ctx, p, given, makeStore, func(ctx context.Context, store account.Store) error {
		link, err := setupLink(ctx, store, base)
		if errors.Is(err, auth.ErrHasUsers) {
			return errors.New("there is a user already, who can sign in; 'toolcrib user reset-link LOGIN' makes a link for a new password")
		}
		if err != nil {
			return err
		}
		return printLink(p, c.JSON, link, account.LinkSetup)
	})
}

// setupLink makes the link by which the first user sets the installation up.
func setupLink(ctx context.Context, store account.Store, base string) (string, error) {
	token, err := auth.MakeSetupLink(ctx, store, time.Now())
	return auth.LinkURL(base, account.LinkSetup, token), err
}

// printLink prints a link alone, and how long it works as a remark.
func printLink(p *Process, asJSON bool, link string, kind account.LinkKind) error {
	life := auth.LinkLife(kind)
	if asJSON {
		return printJSON(p.Stdout, op.Object{{Name: "link", Value: link}, {Name: "seconds", Value: int(life / time.Second)}})
	}
	fmt.Fprintf(p.Stderr, "It works once, within %d minutes.\n", int(life/time.Minute))
	_, err := fmt.Fprintln(p.Stdout, link)
	return err
}

// linkBase is the URL under which the website is reached, as far as the
// settings tell.
func linkBase(s config.Settings) (string, error) {
	if s.BaseURL != "" {
		return strings.TrimSuffix(s.BaseURL, "/"), nil
	}
	addr, err := net.ResolveTCPAddr("tcp", s.Listen)
	if err != nil || addr.Port == 0 {
		return "", usage("the address of the server is not known from --listen %s; name it with --base-url", s.Listen)
	}
	return "http://" + service.Reachable(addr)[0], nil
}

// firstAdmin makes the user that the settings name, where there is none of
// that login yet; one that is there keeps its password.
func firstAdmin(ctx context.Context, s config.Settings, store account.Store) error {
	if s.AdminLogin == "" {
		return nil
	}
	_, err := store.User(ctx, s.AdminLogin)
	if !errors.Is(err, account.ErrNotFound) {
		return err
	}
	text, err := os.ReadFile(s.AdminPasswordFile)
	if err != nil {
		return fmt.Errorf("admin-password-file: %w", err)
	}
	_, err = makeAdmin(ctx, store, s.AdminLogin, firstLine(string(text)))
	if errors.Is(err, account.ErrTaken) {
		return nil // another server of this installation was quicker
	}
	return err
}

// firstLine is a text without what editors and echo put behind it.
func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimSuffix(line, "\r")
}

// makeAdmin makes an operator. Without a password they can only set one by a
// reset link.
func makeAdmin(ctx context.Context, store account.Store, login, password string) (account.User, error) {
	login, err := auth.CheckLogin(login)
	if err != nil {
		return account.User{}, err
	}
	phc := ""
	if password != "" {
		if err := auth.CheckPassword(login, password); err != nil {
			return account.User{}, err
		}
		phc = auth.HashPassword(password)
	}
	u, _, err := store.Register(ctx, account.Registration{Login: login, Password: phc, Operator: true})
	return u, err
}
