package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"

	"toolcrib/internal/account"
	"toolcrib/internal/op"
	"toolcrib/internal/outbox"
)

type webhookSetCmd struct {
	SettingFlags `show:"data,database-url,webhook-private"`
	Account      string `required:"" help:"Id, or name where unique." placeholder:"ACCOUNT"`
	URL          string `arg:"" help:"Where the events are sent, https."`
	JSON         bool   `help:"Print JSON."`
}

// Run sets the webhook of an account and prints the secret that signs its
// messages, the only time it is shown.
func (c *webhookSetCmd) Run(ctx context.Context, p *Process, given flags) error {
	settings, _, err := c.load(p, given)
	if err != nil {
		return err
	}
	if err := outbox.CheckURL(c.URL, settings.WebhookPrivate == "yes"); err != nil {
		return usage("%w", err)
	}
	secret, err := outbox.NewSecret(rand.Reader)
	if err != nil {
		return err
	}
	return c.with(ctx, p, given, findStore, func(ctx context.Context, s account.Store) error {
		a, err := findAccount(ctx, s, c.Account)
		if err != nil {
			return err
		}
		if err := s.SetWebhook(ctx, account.Webhook{AccountID: a.ID, URL: c.URL, Secret: secret}); err != nil {
			return err
		}
		return printID(p, c.JSON, secret, op.Object{{Name: "account", Value: a.ID}, {Name: "url", Value: c.URL}, {Name: "secret", Value: secret}})
	})
}

// WebhookRef names the account of a webhook.
type WebhookRef struct {
	SettingFlags `show:"data,database-url"`
	Account      string `required:"" help:"Id, or name where unique." placeholder:"ACCOUNT"`
	JSON         bool   `help:"Print JSON."`
}

// find finds the account's webhook for f.
func (c *WebhookRef) find(ctx context.Context, p *Process, given flags, f func(context.Context, account.Store, account.Webhook) error) error {
	return c.with(ctx, p, given, findStore, func(ctx context.Context, s account.Store) error {
		a, err := findAccount(ctx, s, c.Account)
		if err != nil {
			return err
		}
		w, err := s.Webhook(ctx, a.ID)
		if errors.Is(err, account.ErrNotFound) {
			return fmt.Errorf("account %q has no webhook; set one: toolcrib webhook set --account %s URL", a.Name, a.ID)
		}
		if err != nil {
			return err
		}
		return f(ctx, s, w)
	})
}

// show prints all but the secret.
func (c *WebhookRef) show(p *Process, w account.Webhook) error {
	return printID(p, c.JSON, w.URL, op.Object{{Name: "account", Value: w.AccountID}, {Name: "url", Value: w.URL}})
}

type webhookShowCmd struct{ WebhookRef }

// Run shows where the events of an account go.
func (c *webhookShowCmd) Run(ctx context.Context, p *Process, given flags) error {
	return c.find(ctx, p, given, func(_ context.Context, _ account.Store, w account.Webhook) error { return c.show(p, w) })
}

type webhookRemoveCmd struct{ WebhookRef }

// Run ends the webhook of an account.
func (c *webhookRemoveCmd) Run(ctx context.Context, p *Process, given flags) error {
	return c.find(ctx, p, given, func(ctx context.Context, s account.Store, w account.Webhook) error {
		if err := s.SetWebhook(ctx, account.Webhook{AccountID: w.AccountID}); err != nil {
			return err
		}
		return c.show(p, w)
	})
}
