package sqldb

import (
	"context"
	"errors"
	"net/url"

	"toolcrib/internal/account"
)

// SetWebhook sets where the events of an account go; an empty URL ends that.
func (s *Store) SetWebhook(ctx context.Context, w account.Webhook) error {
	host, err := webhookHost(w)
	if err != nil {
		return err
	}
	err = s.db.WriteAside(ctx, func(tx Tx, now int64) error {
		acct, err := s.lockAccount(tx, w.AccountID)
		if err != nil {
			return err
		}
		if w.URL == "" {
			n, err := tx.Exec("DELETE FROM webhooks WHERE account = $1", acct.seq)
			if err != nil || n == 0 {
				return err
			}
			return s.record(ctx, tx, now, acct.seq, "webhook.remove", w.AccountID, "")
		}
		_, err = tx.Exec(`INSERT INTO webhooks (account, url, secret) VALUES ($1, $2, $3)
			ON CONFLICT (account) DO UPDATE SET url = excluded.url, secret = excluded.secret`, acct.seq, w.URL, w.Secret)
		if err != nil {
			return err
		}
		return s.record(ctx, tx, now, acct.seq, "webhook.set", w.AccountID, "to "+host)
	})
	return fail("set webhook", err)
}

// webhookHost is the part of the URL that the audit log may hold: what follows
// it may be a secret.
func webhookHost(w account.Webhook) (string, error) {
	if w.URL == "" {
		return "", nil
	}
	u, err := url.Parse(w.URL)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return "", errors.New("store: a webhook needs an absolute http or https URL")
	}
	if w.Secret == "" {
		return "", errors.New("store: a webhook needs a secret to sign with")
	}
	return u.Scheme + "://" + u.Host, nil
}

// Webhook finds where the events of an account go.
func (s *Store) Webhook(ctx context.Context, accountID string) (account.Webhook, error) {
	w := account.Webhook{AccountID: accountID}
	err := s.db.Read(ctx, func(tx Tx, _ int64) error {
		found, err := queryRow(tx, "SELECT w.url, w.secret FROM webhooks w JOIN accounts a ON a.seq = w.account WHERE a.id = $1",
			[]any{&w.URL, &w.Secret}, accountID)
		if err == nil && !found {
			err = account.ErrNotFound
		}
		return err
	})
	if err != nil {
		return account.Webhook{}, fail("webhook", err)
	}
	return w, nil
}
