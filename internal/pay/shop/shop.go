// Package shop sets up a Desk by the settings, the same for the server and the
// command line.
package shop

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/url"
	"slices"

	"toolcrib/internal/account"
	"toolcrib/internal/config"
	"toolcrib/internal/pay"
	"toolcrib/internal/pay/fake"
	"toolcrib/internal/pay/manual"
	"toolcrib/internal/pay/razorpay"
	"toolcrib/internal/pay/stripe"
)

// Paths below the base URL.
const (
	OrderPath = "/account/billing/orders/" // and the order's ID: its page, where buyers come back to
	FakePath  = "/checkout"                // where the fake provider's page is mounted
)

// Shop is a Desk with what belongs to it.
type Shop struct {
	Desk *pay.Desk
	Bank *fake.Bank // whose Handler is to be mounted at FakePath; nil unless payments are fake
	// Hosts are the origins beside our own to which an order's checkout leads:
	// what a form that buys may be redirected to.
	Hosts []string
}

// hosts are where the checkouts of each provider are.
var hosts = map[string][]string{
	"stripe":   {"https://checkout.stripe.com"},
	"razorpay": {"https://rzp.io"},
}

// Open sets up a shop. base is the public URL without a final slash. Besides
// the provider that new orders are paid by, those whose credentials are set go
// on serving the orders that were begun with them.
func Open(s config.Settings, base string, store account.Orders, log *slog.Logger) Shop {
	shop := Shop{Hosts: hosts[s.Payments]}
	providers := []pay.Provider{manual.New(store)}
	if s.StripeKey != "" {
		providers = append(providers, stripe.New(stripe.Options{Key: s.StripeKey, WebhookSecret: s.StripeWebhookSecret}))
	}
	if s.RazorpayKeySecret != "" {
		providers = append(providers, razorpay.New(razorpay.Options{
			KeyID: s.RazorpayKeyID, KeySecret: s.RazorpayKeySecret, WebhookSecret: s.RazorpayWebhookSecret,
		}))
	}
	if s.Payments == fake.Name {
		shop.Bank = fake.New(fake.Options{PageURL: base + FakePath, Secret: rand.Text(), Send: func(m fake.Message) {
			// What fails here is found by the poller, as with any provider.
			_ = shop.Desk.Hear(context.Background(), fake.Name, m.Header, m.Body)
		}})
		providers = append(providers, shop.Bank)
	}
	packs, _ := account.ParsePacks(s.Packs) // checked when the settings were loaded
	if s.Payments == "none" {
		packs = nil
	}
	slices.SortStableFunc(providers, func(a, b pay.Provider) int { return rank(s, a) - rank(s, b) })
	shop.Desk = pay.New(pay.Options{
		Store: store, Providers: providers, Packs: packs, Seller: s.Seller(), Rate: s.GSTRate, SAC: s.SAC, Log: log,
		OrderURL: func(id string) string { return base + OrderPath + url.PathEscape(id) },
	})
	return shop
}

// rank puts the provider of new orders first.
func rank(s config.Settings, p pay.Provider) int {
	if p.Name() == s.Payments {
		return 0
	}
	return 1
}
