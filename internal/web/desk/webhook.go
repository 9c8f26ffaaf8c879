package desk

import (
	"crypto/rand"
	"strings"

	"toolcrib/internal/account"
	"toolcrib/internal/outbox"
)

// webhookSheet is what the page of the webhook shows.
type webhookSheet struct {
	sheet
	Set    bool
	URL    string
	Typed  string // what the form held
	Secret string // made just now
	Parts  []int64
	Kind   string
}

func (h *Handler) webhookPage(v *visit) error { return v.webhookForm(v.sheet(), "") }

func (v *visit) webhookForm(s sheet, typed string) error {
	w, err := v.Store.Webhook(v.r.Context(), v.place.Account.ID)
	if err != nil && !gone(err) {
		return err
	}
	page := webhookSheet{sheet: s, Set: err == nil, URL: w.URL, Typed: typed, Parts: account.QuotaParts[:], Kind: account.QuotaEvent}
	if page.Set {
		page.Secret = v.takeOnce()
	}
	return v.show("webhook", s, page)
}

// setWebhook sets where events go, with a new secret.
func (h *Handler) setWebhook(v *visit) error {
	url := strings.TrimSpace(v.value("url"))
	if err := outbox.CheckURL(url, h.PrivateHooks); err != nil {
		return v.webhookForm(v.wrong(map[string]string{"url": v.t("account.webhook.bad", err.Error())}), url)
	}
	secret, err := outbox.NewSecret(rand.Reader)
	if err != nil {
		return err
	}
	if err := v.Store.SetWebhook(v.r.Context(), account.Webhook{AccountID: v.place.Account.ID, URL: url, Secret: secret}); err != nil {
		return err
	}
	v.keepOnce("/account/webhook", secret)
	return v.redirect("/account/webhook")
}

func (h *Handler) removeWebhook(v *visit) error {
	if err := v.Store.SetWebhook(v.r.Context(), account.Webhook{AccountID: v.place.Account.ID}); err != nil {
		return err
	}
	v.say("account.webhook.removed")
	return v.redirect("/account/webhook")
}
