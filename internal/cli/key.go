package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"toolcrib/internal/account"
	"toolcrib/internal/config"
	"toolcrib/internal/op"
)

type keyCreateCmd struct {
	SettingFlags `show:"data,database-url"`
	Name         string      `required:"" help:"What the key is for, 1 to 64 characters." placeholder:"NAME"`
	Account      string      `help:"Id or name of the account; may be left out while there is only one." placeholder:"ACCOUNT"`
	Scope        []string    `help:"What the key may do; may be repeated." default:"tools:compute"`
	Expires      string      `help:"When it ends: after a time such as 90d, or at an RFC 3339 instant." placeholder:"90d"`
	MonthlyCap   wholeNumber `help:"Units it may use in a calendar month (UTC); 0 = no cap." default:"0"`
	Allow        []string    `help:"Address or network it may be used from; may be repeated. Without any: from everywhere." placeholder:"192.0.2.0/24"`
	Env          string      `help:"${enum}: a test key answers the same from a free pool of its own and is never billed." enum:"live,test" default:"live"`
	JSON         bool        `help:"Print JSON."`
}

// Run makes a key and prints it, the only time it is ever shown.
func (c *keyCreateCmd) Run(ctx context.Context, p *Process, given flags) error {
	k, err := c.key(time.Now())
	if err != nil {
		return err
	}
	return c.with(ctx, p, given, makeStore, func(ctx context.Context, s account.Store) error {
		a, err := chooseAccount(ctx, p, s, c.Account)
		if err != nil {
			return err
		}
		k.AccountID = a.ID
		secret, made, err := account.Issue(ctx, s, k)
		if errors.Is(err, account.ErrLimit) {
			return fmt.Errorf("account %q has %d active keys, the most it may have; end one first: toolcrib key revoke KEY", a.Name, account.MaxActiveKeys)
		}
		if err != nil {
			return err
		}
		return printID(p, c.JSON, secret, append(op.Object{{Name: "key", Value: secret}}, keyObject(made)...))
	})
}

// key checks the flags.
func (c *keyCreateCmd) key(now time.Time) (account.Key, error) {
	k := account.Key{Name: c.Name, Env: account.Env(c.Env), Cap: int64(c.MonthlyCap)}
	if err := checkName(c.Name); err != nil {
		return k, err
	}
	for _, text := range c.Allow {
		network, err := config.Network(text)
		if err != nil {
			return k, usage("--allow: %w", err)
		}
		k.Allowed = append(k.Allowed, network)
	}
	if len(k.Allowed) > account.MaxAllowed {
		return k, usage("--allow: a key is bound to at most %d networks", account.MaxAllowed)
	}
	for _, s := range c.Scope {
		scope := account.Scope(s)
		if !slices.Contains(account.Scopes(), scope) {
			return k, unknownScope(s)
		}
		if !k.Has(scope) {
			k.Scopes = append(k.Scopes, scope)
		}
	}
	if c.Expires == "" {
		return k, nil
	}
	at, err := time.Parse(time.RFC3339, c.Expires)
	if err != nil {
		d, err := config.Duration(c.Expires)
		if err != nil {
			return k, usage("--expires: %w, or an RFC 3339 instant such as 2030-12-31T23:59:59Z", err)
		}
		at = now.Add(d)
	}
	if !at.After(now) {
		return k, usage("--expires: %s is not in the future; the key would never open anything", at.UTC().Format(time.RFC3339))
	}
	k.ExpiresAt = at
	return k, nil
}

func unknownScope(s string) error {
	var all []string
	for _, scope := range account.Scopes() {
		all = append(all, string(scope))
	}
	if near := op.Nearest(s, all); near != "" {
		return usage("--scope: there is no scope %q; did you mean %s?", s, near)
	}
	return usage("--scope: there is no scope %q; the scopes are %s", s, strings.Join(all, ", "))
}

func keyObject(k account.Key) op.Object {
	var limit any
	if k.Cap > 0 {
		limit = k.Cap
	}
	allowed := make([]string, len(k.Allowed))
	for i, network := range k.Allowed {
		allowed[i] = network.String()
	}
	return op.Object{
		{Name: "id", Value: k.ID}, {Name: "name", Value: k.Name}, {Name: "env", Value: string(k.Env)}, {Name: "hint", Value: k.Hint}, {Name: "account", Value: k.AccountID},
		{Name: "scopes", Value: k.ScopeNames()}, {Name: "cap", Value: limit}, {Name: "allowed", Value: allowed}, {Name: "disabled", Value: k.Disabled},
		{Name: "created_at", Value: instant(k.CreatedAt)}, {Name: "expires_at", Value: instant(k.ExpiresAt)}, {Name: "revoked_at", Value: instant(k.RevokedAt)},
		{Name: "last_used_at", Value: instant(k.LastUse.At)}, {Name: "next", Value: optional(k.NextID)},
	}
}

// optional is a text that may be missing.
func optional(s string) any {
	if s == "" {
		return nil
	}
	return s
}

type keyListCmd struct {
	SettingFlags `show:"data,database-url"`
	Account      string `help:"Only of this account, by id or name." placeholder:"ACCOUNT"`
	JSON         bool   `help:"Print JSON."`
}

// Run lists keys.
func (c *keyListCmd) Run(ctx context.Context, p *Process, given flags) error {
	return c.with(ctx, p, given, findStore, func(ctx context.Context, s account.Store) error {
		id := ""
		if c.Account != "" {
			a, err := findAccount(ctx, s, c.Account)
			if err != nil {
				return err
			}
			id = a.ID
		}
		keys, err := s.Keys(ctx, id)
		if err != nil {
			return err
		}
		rows := make([]op.Object, len(keys))
		for i, k := range keys {
			rows[i] = keyObject(k)
		}
		return printRows(p, c.JSON, rows, "There is no key yet; 'toolcrib key create --name NAME' makes one.")
	})
}

// KeyRef names one key of a command.
type KeyRef struct {
	SettingFlags `show:"data,database-url"`
	Key          string `arg:"" help:"Id, or name where unique."`
	JSON         bool   `help:"Print JSON."`
}

// find finds the key for f.
func (c *KeyRef) find(ctx context.Context, p *Process, given flags, f func(context.Context, account.Store, account.Key) error) error {
	if strings.HasPrefix(c.Key, "tc_live_") || strings.HasPrefix(c.Key, "tc_test_") {
		return usage("a key is named by its id or name, not by the key itself; 'toolcrib key list' shows which one begins and ends like it")
	}
	return c.with(ctx, p, given, findStore, func(ctx context.Context, s account.Store) error {
		k, err := findKey(ctx, s, c.Key)
		if err != nil {
			return err
		}
		return f(ctx, s, k)
	})
}

// change changes the key and prints it.
func (c *KeyRef) change(ctx context.Context, p *Process, given flags, f func(context.Context, account.Store, account.Key) (account.Key, error)) error {
	return c.find(ctx, p, given, func(ctx context.Context, s account.Store, k account.Key) error {
		k, err := f(ctx, s, k)
		if err != nil {
			return err
		}
		return printID(p, c.JSON, k.ID, keyObject(k))
	})
}

type keyRevokeCmd struct{ KeyRef }

// Run ends a key: no request that starts after this gets a result.
func (c *keyRevokeCmd) Run(ctx context.Context, p *Process, given flags) error {
	return c.change(ctx, p, given, func(ctx context.Context, s account.Store, k account.Key) (account.Key, error) {
		return s.RevokeKey(ctx, k.ID)
	})
}

type keyDisableCmd struct{ KeyRef }

// Run takes a key out of use.
func (c *keyDisableCmd) Run(ctx context.Context, p *Process, given flags) error {
	return c.change(ctx, p, given, func(ctx context.Context, s account.Store, k account.Key) (account.Key, error) {
		return s.SetKeyDisabled(ctx, k.ID, true)
	})
}

type keyEnableCmd struct{ KeyRef }

// Run puts a key back into use.
func (c *keyEnableCmd) Run(ctx context.Context, p *Process, given flags) error {
	return c.change(ctx, p, given, func(ctx context.Context, s account.Store, k account.Key) (account.Key, error) {
		return s.SetKeyDisabled(ctx, k.ID, false)
	})
}

// findKey finds a key by id or name, or says which was meant.
func findKey(ctx context.Context, s account.Store, ref string) (account.Key, error) {
	k, err := s.Key(ctx, ref)
	if !errors.Is(err, account.ErrNotFound) {
		return k, unclear(err, "key", ref)
	}
	list, err := s.Keys(ctx, "")
	if err != nil {
		return k, err
	}
	var names []string
	for _, k := range list {
		names = append(names, k.Name)
	}
	return k, noSuch("key", ref, names)
}
